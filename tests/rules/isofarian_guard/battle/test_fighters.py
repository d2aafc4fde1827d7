"""The sensible fighter: legal whatever the cards, sensible by plain rules of thumb, better than chance."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rules.isofarian_guard import GAME as CAMPAIGN
from rules.isofarian_guard.battle.fighters import ideas
from rules.isofarian_guard.battle.game import BATTLE
from rules.isofarian_guard.battle.library import library
from rules.isofarian_guard.battle.state import BattleState
from rules.kernel import Decision, Seeded, decision_name
from rules.kernel.players import policies
from rules.kernel.simulation import Play, Until, play
from tests.rules.isofarian_guard.battle.arena import challenge, muster
from tests.rules.isofarian_guard.battle.dealing import deck
from tests.rules.isofarian_guard.battle.table import (
    Table,
    acting_guard,
    attack,
    block,
    card,
    choose,
    enemies_turn,
    stone,
)
from tests.rules.isofarian_guard.campaign.world import FIGHTING, table

POLICIES = policies(BATTLE)


def thoughts(table: Table) -> list[Decision]:
    """What the fighter would decide, the best first."""
    return list(ideas(table.state, library(table.pack)))


def first(table: Table) -> tuple[str, Any]:
    decision = thoughts(table)[0]
    return decision_name(type(decision)), decision


def opened(seed: int) -> BattleState:
    state = muster(seed)
    opened = BATTLE.fold(BATTLE.decide(state, challenge(seed), deck(seed % 12), Seeded(seed)), state)
    assert opened is not None
    return opened


def plays(policy: str, seeds: range) -> list[Play]:
    return [
        play(BATTLE, opened(seed), deck(seed % 12), POLICIES[policy], Until("round", 40), str(seed))
        for seed in seeds
        if BATTLE.outcome(opened(seed)) is None
    ]


# ---- whole battles


def test_every_battle_of_the_arena_comes_to_an_end_and_few_to_a_retreat() -> None:
    endings = Counter(each.ending for each in plays("sensible", range(60)))
    assert set(endings) <= {"victory", "defeat", "retreat"}
    assert endings["retreat"] < endings["victory"]


def test_it_wins_more_often_than_a_random_player() -> None:
    sensible, random = (Counter(each.ending for each in plays(name, range(60))) for name in ("sensible", "random"))
    assert sensible["victory"] > random["victory"]


def test_the_same_seed_gives_the_same_battle() -> None:
    assert plays("sensible", range(6)) == plays("sensible", range(6))


@pytest.mark.parametrize("source", ["skull", "hunt"])
def test_within_a_campaign_a_battle_is_fought_until_it_is_over(source: str) -> None:
    start = table(**{**FIGHTING, "battle": {**FIGHTING["battle"], "source": source}})
    start.does("fight_rounds")
    policy = policies(CAMPAIGN)["sensible"]
    found = [play(CAMPAIGN, start.state, start.pack, policy, Until("battle"), str(seed)) for seed in range(6)]
    assert {each.ending for each in found} <= {"won", "lost", "retreated"}
    assert all(each.decisions > 5 for each in found)


def test_outside_a_battle_the_campaign_simply_goes_on() -> None:
    start = table()
    policy = policies(CAMPAIGN)["sensible"]
    assert play(CAMPAIGN, start.state, start.pack, policy, Until("decisions", 10), "a").decisions == 10


# ---- its rules of thumb

JAB, SMITE = card(attack(1)), card(attack(4), cost={"sword": 2}, ap=1)


def test_what_hurts_most_comes_first_as_far_as_it_can_be_paid() -> None:
    content = {"guard_abilities": {"jab": JAB, "smite": SMITE}}
    slots = {"I": {"ability": "jab"}, "II": {"ability": "smite"}}
    rich = acting_guard(content=content, slots=slots, drawn={"black_sword_1": 3}, weapon="blade")
    assert [getattr(idea, "slot", idea.__class__.__name__) for idea in thoughts(rich)] == [
        "II", "I", "StandardAttack", "EndActivation",
    ]  # fmt: skip
    poor = acting_guard(content=content, slots=slots, drawn={"black_sword_1": 1}, weapon="blade")
    assert first(poor)[1].slot == "I"
    assert decision_name(type(thoughts(acting_guard(slots=slots, content=content))[0])) == "end_activation"


def test_it_aims_at_whoever_falls_first_within_reach_and_pays_thriftily() -> None:
    enemies = {"I": {"type": "dummy", "hp": 9, "def": 1}, "II": {"type": "dummy", "hp": 4, "def": 1},
               "III": {"type": "dummy", "hp": 1, "def": 0}}  # fmt: skip
    table = acting_guard(enemies=enemies, weapon="blade", drawn={"black_sword_2": 1, "black_sword_1": 1})
    name, decision = first(table)
    assert (name, decision.target, decision.chips) == ("standard_attack", "II", {"black_sword_1": 1})


def test_a_healing_item_waits_until_it_is_needed() -> None:
    content = {"items": {"potion": {"effects": [{"op": "heal", "who": "self", "n": 5}]}}}
    assert first(acting_guard(content=content, item="potion"))[0] == "end_activation"
    assert first(acting_guard(content=content, item="potion", hp=10))[0] == "use_equipped_item"


def test_a_bag_that_has_run_low_is_refilled_while_the_guard_is_healthy() -> None:
    low = {"step": "draw", "bag": {"red_fear": 1}, "discard": {"black_sword_1": 4}}
    assert first(acting_guard(**low))[0] == "refill_bag"
    assert first(acting_guard(**low, hp=6))[0] == "draw_chips"
    assert first(acting_guard(**{**low, "bag": {"black_sword_1": 2}}))[0] == "draw_chips"


def test_the_guard_with_the_most_hp_is_activated_last_and_takes_the_blow_where_players_choose() -> None:
    guards = {"yury": {"hp": 15}, "vera": {"hp": 8}}
    assert first(Table(guards=guards, enemies={"I": {"type": "dummy", "hp": 3}}))[1].guard == "vera"
    table = enemies_turn(choose("aggro"), block(attack(1)), guards=guards)
    assert first(table)[0] == "turn_over_ai_card"
    table.does("turn_over_ai_card", slot="I", cards=["card"])
    decision = next(idea for idea in thoughts(table) if getattr(idea, "targets", ()))
    assert getattr(decision, "targets", ()) == ("yury",)


def test_an_ai_card_that_nobody_has_entered_is_taken_for_a_plain_attack_on_whoever_has_aggro() -> None:
    guards = {"yury": {}, "vera": {}}
    table = enemies_turn(guards=guards, enemy={"ai_deck": ["secret"], "ap": 1}, aggro="vera")
    assert first(table)[0] == "turn_over_ai_card"
    table.does("turn_over_ai_card", slot="I", cards=["secret"])
    name, decision = first(table)
    assert (name, decision.ap, decision.deed.who, decision.deed.attack) == ("read_ai_card", 1, ("vera",), 2)


HOPELESS = {
    "enemies": {"I": {"type": "dummy", "hp": 60, "atk": 9, "def": 2}},
    "guards": {"yury": {"hp": 4, "weapon": "blade"}},
}


def test_a_battle_that_is_as_good_as_lost_is_left() -> None:
    assert first(Table(**HOPELESS))[0] == "retreat"
    weak = {"I": {"type": "dummy", "hp": 3, "atk": 1, "def": 1}}
    assert first(Table(**{**HOPELESS, "enemies": weak}))[0] == "activate_guard"


@pytest.mark.rule("ISO-AMB-002", "ISO-RET-002", "ISO-RET-006")
@pytest.mark.parametrize(
    "given",
    [{"encounter": {"ambush": True}}, {"encounter": {"source": "narrative"}}, {"activated": ["vera"]}],
    ids=["ambush", "narrative", "under way"],
)
def test_a_battle_that_cannot_be_left_is_fought_to_the_end(given: dict[str, Any]) -> None:
    guards = {**HOPELESS["guards"], "vera": {"hp": 4}}
    assert "retreat" not in [
        decision_name(type(idea)) for idea in thoughts(Table(**{**HOPELESS, "guards": guards, **given}))
    ]


def test_it_says_of_itself_when_it_retreats_and_what_it_makes_of_cards_that_nobody_entered() -> None:
    about = POLICIES["sensible"].about
    assert "retreats where the rules allow it and defeat is as good as certain" in about
    assert "attack of 2" in about


def test_a_burst_cube_goes_on_another_card_and_a_surge_is_bought_where_it_can_be() -> None:
    burst = {"name": "burst", "cubes": 2, "effects": []}
    content = {"guard_abilities": {name: card(attack(1), owner="vera", keyword=burst) for name in ("fuse", "bomb")}}
    slots = {"I": {"ability": "fuse"}, "II": {"ability": "bomb"}}
    vera = acting_guard("vera", content=content, slots=slots, drawn={"black_sword_1": 1})
    assert first(vera)[1].burst_on == "II"
    surge = {"name": "surge", "green_ap": 1, "effects": [attack(1)]}
    content = {"guard_abilities": {"rush": card(attack(1), owner="yury", keyword=surge)}}
    yury = acting_guard(
        "yury",
        content=content,
        slots={"I": {"ability": "rush"}},
        drawn={"black_sword_1": 1},
        ap={"gray": 1, "green": 1},
    )
    assert [idea.surge for idea in thoughts(yury)[:2]] == [1, 0]  # type: ignore[attr-defined]


def test_bars_are_heeded_and_stonebound_abilities_used_while_their_gem_is_ready() -> None:
    content = {"guard_abilities": {"jab": JAB}, "stonebound": {"spell": stone(attack(1, "all_enemies"))}}
    slots = {"I": {"ability": "jab"}, "IV": {"stonebound": "spell"}}
    given = {"content": content, "slots": slots, "drawn": {"black_sword_1": 1}}
    assert first(acting_guard(**given))[0] == "activate_stonebound"
    assert first(acting_guard(**given, negative={"red_seal": 1}))[0] == "activate_ability"
    assert first(acting_guard(**given, negative={"red_seal": 1, "purple_corruption": 1}))[0] == "end_activation"


def test_nothing_is_left_to_think_of_once_the_battle_is_over() -> None:
    assert thoughts(Table(step="over", guards={"yury": {}})) == []
