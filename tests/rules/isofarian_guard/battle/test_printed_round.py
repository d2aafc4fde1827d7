"""The round of battle that the rulebook plays through, fact by fact, and what it says about playing it otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.isofarian_guard.battle.events import (
    AggroMoved,
    AiCardDrawn,
    ApRestored,
    ApSpent,
    AttackPerformed,
    ChipAddedToBag,
    ChipDiscarded,
    ChipDrawn,
    DamageDealt,
    GemExhausted,
    HpLost,
    KeywordTriggered,
    TargetChosen,
)
from rules.isofarian_guard.battle.state import Ap
from rules.kernel import Event, event_name
from tests.rules.isofarian_guard.battle.table import Table


def bagged(chip: str) -> Mapping[str, Any]:
    return {"op": "add_to_bag", "who": "self", "chip": chip, "n": 1}


def chained(cost: Mapping[str, int], chip: str, *before: Mapping[str, Any]) -> Mapping[str, Any]:
    """A side of a starting card: its effect adds a chip to the bag, and its [Chain] adds one more."""
    keyword = {"name": "chain", "effects": [bagged(chip)]}
    return {"cost": cost, "ap": 1, "flip": "chips", "effects": [*before, bagged(chip)], "keyword": keyword}


HARDENED = {"op": "modify", "who": "self", "stat": "def", "by": 1, "until": "active"}
BITE = {"op": "ability", "name": "bite", "ap": 2, "effects": [{"op": "attack", "who": "target", "atk": 3}]}
TAKE_COVER = {"cost": {"shield": 2}, "ap": 1, "effects": [{"op": "blue_cubes", "who": "self", "n": 1}]}
CARDS = {
    "guard_abilities": {
        "guard": {"owner": "grigory", "P": chained({"shield": 1}, "green_shield_1", HARDENED), "S": TAKE_COVER},
        "advance": {"owner": "grigory", "P": chained({"sword": 1}, "green_sword_1"), "S": TAKE_COVER},
    },
    "stonebound": {
        "cross_slash": {
            "owner": "grigory", "element": "fire", "effects": [{"op": "attack", "who": "all_enemies", "atk": 1}],
        },
    },
    "weapons": {"short_sword": {"cost": {"sword": 1}, "atk": 0, "chip": None}},
    "enemies": {"timber_wolf": {"cards": {1: {"hp": 7, "atk": 2, "def": 1, "ap": 2}}}},
    "ai_cards": {
        "timber_wolf": {
            "bite": {
                "number": 1,
                "actions": [{"op": "choose_target", "by": ["highest_def", "aggro"]}, BITE, {"op": "end_turn"}],
            },
        },
    },
}  # fmt: skip
"""Grigory's starting cards and the wolf's card, as far as the example tells them; what it leaves open is made up."""


def begun() -> Table:
    """Grigory before a Timber Wolf, in the first round, with the hand that the example draws."""
    grigory = {
        "bag": {"black_sword_1": 3, "black_shield_1": 2},
        "slots": {"I": {"ability": "guard"}, "III": {"ability": "advance"}, "IV": {"stonebound": "cross_slash"}},
        "weapon": "short_sword",
    }
    return Table(phase="exploration", step="over", guards={"grigory": grigory}, content=CARDS).plays(
        ("start_battle", {"enemies": [{"type": "timber_wolf", "stars": 1}], "source": "skull"}),
        ("start_round", {}),
        ("activate_guard", {"guard": "grigory"}),
        ("draw_chips", {"guard": "grigory", "draws": ["black_sword_1", "black_shield_1"]}),
    )


def use_guard(table: Table) -> None:
    table.does("activate_ability", guard="grigory", slot="I", chips=["black_shield_1"])


def use_advance(table: Table) -> None:
    table.does("activate_ability", guard="grigory", slot="III", chips=["black_sword_1"])


def facts(table: Table, *kinds: type[Event]) -> list[Event]:
    """The facts of some kinds, in order."""
    return [event for event in table.events if isinstance(event, kinds)]


def printed_round() -> Table:
    table = begun()
    use_guard(table)
    return table.plays(
        ("standard_attack", {"guard": "grigory", "chips": ["black_sword_1"], "target": "I"}),
        ("activate_stonebound", {"guard": "grigory", "slot": "IV"}),
        ("end_activation", {"guard": "grigory"}),
        ("end_guards_turn", {}),
        ("activate_enemy", {"slot": "I", "cards": ["bite"]}),
        ("end_enemies_turn", {}),
        ("cleanup", {}),
    )


@pytest.mark.rule("ISO-TURN-001", "ISO-CLEAN-001", "ISO-DMG-009")
def test_the_printed_round_happens_fact_by_fact_and_nothing_else_does() -> None:
    names = [event_name(type(event)) for event in printed_round().events]
    assert names == [
        "GuardsMustered", "EnemyPlaced", "BattleOpened",
        "RoundStarted", "StartStepsDone",  # no accessory, no blue cubes
        "GuardActivated", "DrawBegan", "ChipDrawn", "ChipDrawn", "DrawCompleted",
        "ChipsPlaced", "ApSpent", "AbilityActivated", "StatModified", "ChipAddedToBag",  # Guard, without its [Chain]
        "ChipsPlaced", "StandardAttackPerformed", "AttackPerformed", "DamageDealt", "HpLost",
        "StoneboundActivated", "AttackPerformed", "DamageDealt", "HpLost",
        "GuardActivationEnded", "ApRestored", "AggroMoved", "GuardsTurnEnded",
        "EnemyActivated", "AiCardDrawn", "TargetChosen",
        "ApSpent", "EnemyAbilityUsed", "AttackPerformed", "DamageDealt", "HpLost", "EndTurnReached", "EnemyTurnEnded",
        "ApRestored", "EnemiesTurnEnded",
        "ChipDiscarded", "AbilityFlipped", "ChipDiscarded", "GemExhausted", "CleanupPerformed",
    ]  # fmt: skip


@pytest.mark.rule("ISO-DMG-001", "ISO-ATT-002", "ISO-CHIP-035")
def test_the_printed_round_carries_the_printed_numbers() -> None:
    kinds = (ChipDrawn, ChipAddedToBag, ApSpent, ApRestored, DamageDealt, HpLost, TargetChosen, AiCardDrawn, AggroMoved)
    assert facts(printed_round(), *kinds) == [
        ChipDrawn(who="grigory", chip="black_sword_1", to="drawn", counts=True, left=1),
        ChipDrawn(who="grigory", chip="black_shield_1", to="drawn", counts=True, left=0),
        ApSpent(who="grigory", ap=Ap(gray=1)),
        ChipAddedToBag(who="grigory", chip="green_shield_1"),
        DamageDealt(who="grigory", target="I", n=2, atk=3, def_=1),
        HpLost(who="I", n=2, hp=5, cause="attack"),
        DamageDealt(who="grigory", target="I", n=3, atk=4, def_=1),
        HpLost(who="I", n=3, hp=2, cause="attack"),
        ApRestored(who="grigory", ap=Ap(gray=1)),
        AggroMoved(guard="grigory"),
        AiCardDrawn(who="I", card="bite"),
        TargetChosen(who="I", target="grigory", by="only"),
        ApSpent(who="I", ap=Ap(gray=2)),
        DamageDealt(who="I", target="grigory", n=2, atk=5, def_=3),
        HpLost(who="grigory", n=2, hp=18, cause="attack"),
        ApRestored(who="I", ap=Ap(gray=2)),
    ]


@pytest.mark.rule("ISO-CLEAN-003", "ISO-CLEAN-004", "ISO-CLEAN-007")
def test_the_printed_cleanup_leaves_chips_cards_and_gem_as_printed() -> None:
    table = printed_round()
    assert facts(table, ChipDiscarded, GemExhausted) == [
        ChipDiscarded(who="grigory", chip="black_shield_1", n=1, from_="card.I"),
        ChipDiscarded(who="grigory", chip="black_sword_1", n=1, from_="weapon"),
        GemExhausted(guard="grigory", slot="IV"),
    ]
    grigory = table.guard()
    assert grigory["discard"] == {"black_shield_1": 1, "black_sword_1": 1}
    assert grigory["bag"] == {"black_sword_1": 2, "black_shield_1": 1, "green_shield_1": 1}
    assert (grigory["slots"]["I"]["side"], grigory["slots"]["III"]["side"]) == ("S", "P")
    assert grigory["slots"]["IV"]["gem"] == "exhausted"
    assert (grigory["hp"], grigory["def_now"], table.enemy()["hp"]) == (18, 2, 2)
    assert (table.view["step"], table.view["round"]) == ("round_start", 2)


@pytest.mark.rule("ISO-KEY-001", "ISO-KEY-002")
@pytest.mark.parametrize(
    ("first", "second", "gained"),
    [
        (use_guard, use_advance, ["green_shield_1", "green_sword_1", "green_sword_1"]),
        (use_advance, use_guard, ["green_sword_1", "green_shield_1", "green_shield_1"]),
    ],
)
def test_in_the_printed_alternate_only_the_second_card_chains(first: Any, second: Any, gained: list[str]) -> None:
    table = begun()
    first(table)
    second(table)
    assert [event.chip for event in facts(table, ChipAddedToBag) if isinstance(event, ChipAddedToBag)] == gained
    assert [event.slot for event in facts(table, KeywordTriggered) if isinstance(event, KeywordTriggered)] == [
        "III" if second is use_advance else "I"
    ]
    assert table.guard()["ap"] == {"gray": 0, "green": 0}
    assert table.enemy()["hp"] == 7
    assert facts(table, AttackPerformed) == []
