"""Reactions: windows, costs, limits, and what goes on afterwards."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.encounters_shattered_wastes.state import Position
from tests.rules.encounters_shattered_wastes.table import GAME, Table, acting, standard, table

CALM = {"op": "reduce", "stat": "threat", "amount": 1}
SHIELD = {
    "deck": "support",
    "subtype": "reaction",
    "cost": 2,
    "trigger": "enemy_targets_adjacent_character",
    "effects": [{"op": "retarget"}],
}


def reaction(trigger: str, *effects: dict[str, Any], **facts: Any) -> dict[str, Any]:
    card = {"deck": "support", "subtype": "reaction", "cost": 1, "trigger": trigger, "effects": list(effects), **facts}
    return {"content": {"abilities": {"echo": card}}}


def targeted(**given: Any) -> Table:
    """The siren is met by a card, the lancer beside her has the shield."""
    characters = {
        "lancer": {"space": "2F", "mp": 4, "abilities": ["shield"]},
        "siren": {"space": "1F"},
        **given.pop("more", {}),
    }
    given = {"areas": {1: ["P3.d2_a"]}, **given}
    game = table("defend", content={"abilities": {"shield": SHIELD}}, characters=characters, **given)
    game.does("resolve_area", area=1)
    return game


@pytest.mark.rule("SW-RCT-001", "SW-RCT-007", "SW-RCT-008")
def test_a_reaction_is_used_or_passed_outside_the_own_activation_without_an_action() -> None:
    game = targeted()
    game.does("use_reaction", character="lancer", ability="shield")
    assert (game.who("siren").hp, game.who("lancer").hp, game.who("lancer").mp) == (6, 4, 2)
    assert game.who("lancer").actions_left == 0
    game = targeted()
    game.does("pass_reactions")
    assert (game.who("siren").hp, game.who("lancer").hp, game.who("lancer").mp) == (4, 6, 4)


@pytest.mark.rule("SW-RCT-002")
def test_a_reaction_needs_its_condition() -> None:
    game = table(
        characters={"lancer": {"space": "2F", "abilities": ["shield"]}}, content={"abilities": {"shield": SHIELD}}
    )
    assert game.refuses("use_reaction", character="lancer", ability="shield") == "trigger_not_met"
    far = targeted(more={"lancer": {"space": "4F", "mp": 4, "abilities": ["shield"]}})
    assert far.state.pending is None  # not adjacent, so nothing opened


@pytest.mark.rule("SW-RCT-003")
def test_a_reaction_needs_its_mp_and_costs_it() -> None:
    poor = targeted(more={"lancer": {"space": "2F", "mp": 1, "abilities": ["shield"]}})
    assert (poor.state.pending, poor.who("siren").hp) == (None, 4)
    game = targeted(more={"monk": {"space": "1B", "mp": 1, "abilities": ["shield"]}})
    assert game.state.pending is not None
    assert game.state.pending.eligible == ("lancer.shield",)
    assert game.refuses("use_reaction", character="monk", ability="shield") == "not_enough_mp"
    assert "MpSpent" in game.does("use_reaction", character="lancer", ability="shield")


@pytest.mark.rule("SW-RCT-004", "SW-RCT-005")
def test_in_the_action_phase_a_reaction_goes_once_in_every_activation() -> None:
    board = reaction("other_character_moved", CALM)
    others = {"siren": {"space": "5B", "abilities": ["echo"], "threat": 9}, "seer": {"space": "3F"}}
    game = acting(others=others, board=board)
    game.does("move", character="ronin", path=["2F"])
    game.does("use_reaction", character="siren", ability="echo")
    game.does("move", character="ronin", path=["1F"])
    assert game.state.pending is None
    assert game.refuses("use_reaction", character="siren", ability="echo") == "reaction_already_used"
    game.does("end_activation", character="ronin")
    game.does("activate", character="seer")
    game.does("move", character="seer", path=["3B"])
    game.does("use_reaction", character="siren", ability="echo")
    assert game.who("siren").threat == 7


@pytest.mark.rule("SW-RCT-006")
def test_in_a_defend_phase_a_reaction_goes_once() -> None:
    game = targeted(more={"seer": {"space": "3F"}}, areas={1: ["P3.d2_a"], 3: ["P3.d2_b"]})
    game.does("use_reaction", character="lancer", ability="shield")
    game.does("pass_reactions") if game.state.pending else None
    game.does("resolve_area", area=2)
    game.does("resolve_area", area=3)
    assert (game.state.pending, game.who("seer").hp) == (None, 4)
    assert game.refuses("use_reaction", character="lancer", ability="shield") == "reaction_already_used"


@pytest.mark.rule("SW-RCT-008")
def test_of_two_adjacent_targets_one_is_named_and_its_share_is_taken_on_top_of_the_own() -> None:
    more = {"lancer": {"space": "1B", "mp": 4, "abilities": ["shield"]}}
    game = targeted(areas={}, rage_deck=["R.d2_a", "R_b"], more=more)
    assert game.refuses("use_reaction", character="lancer", ability="shield", instead_of="lancer") == "trigger_not_met"
    game.does("use_reaction", character="lancer", ability="shield", instead_of="siren")
    assert (game.who("siren").hp, game.who("lancer").hp) == (6, 2)


@pytest.mark.rule("SW-RCT-009")
def test_a_move_by_reaction_is_an_action_for_other_reactions() -> None:
    step = {
        "deck": "support",
        "subtype": "reaction",
        "cost": 1,
        "trigger": "other_character_moved",
        "effects": [{"op": "move_action"}],
    }
    content = {
        "abilities": {"step": step},
        "traits": {
            "monk": {"subtype": "reaction", "trigger": "own_action_performed", "effects": [{"op": "move", "steps": 1}]}
        },
    }
    others = {"monk": {"space": "5F", "abilities": ["step"]}}
    game = acting(others=others, board={"content": content})
    game.does("move", character="ronin", path=["2F"])
    happened = game.does("use_reaction", character="monk", ability="step", path=["4F", "3F"])
    assert "ActionPerformed" in happened
    assert game.state.pending is not None
    assert game.state.pending.eligible == ("monk.trait",)
    game.does("use_trait", character="monk", path=["3B"])
    assert (game.who("monk").space, game.who("monk").activated) == ("3B", False)
    assert [option.do for option in GAME.options(game.state, game.pack) if option.likely][:1] == ["move"]


@pytest.mark.rule("SW-TIM-001", "SW-TIM-002")
@pytest.mark.parametrize("first", ["trait", "step"])
def test_triggers_of_the_same_moment_are_used_in_the_order_that_the_players_like(first: str) -> None:
    step = {"deck": "support", "subtype": "reaction", "trigger": "other_character_moved", "effects": [CALM]}
    trait = {"subtype": "reaction", "trigger": "own_action_performed", "effects": [CALM]}
    content = {"abilities": {"step": step}, "traits": {"ronin": trait}}
    others = {"siren": {"space": "5B", "abilities": ["step"], "threat": 3}}
    game = acting(threat=3, others=others, board={"content": content})
    game.does("move", character="ronin", path=["2F"])
    assert game.state.pending is not None
    assert game.state.pending.eligible == ("ronin.trait", "siren.step")
    uses = [("use_trait", {"character": "ronin"}), ("use_reaction", {"character": "siren", "ability": "step"})]
    for do, said in uses if first == "trait" else reversed(uses):
        game.does(do, **said)
    assert game.state.pending is None
    assert (game.who("ronin").threat, game.who("siren").threat, game.who("ronin").actions_left) == (2, 2, 1)


@pytest.mark.rule("SW-RCT-010")
def test_cards_that_affect_everybody_are_not_retargeted() -> None:
    over = targeted(areas={1: ["P5.d1_a", "P5.d1_b"]}, enemy={"healthy_side": {"area_limit": 6}})
    assert over.who("siren").hp == 5  # Step 1 is through, Step 2 waits
    assert over.state.pending is not None
    gasp = {"enemy": {"form": "injured"}, "stamina": [], "wounds": ["P1_w"], "rage_deck": ["R.d1_a", "R_b"]}
    characters = {"lancer": {"space": "2F", "abilities": ["shield"]}, "siren": {"space": "1F"}}
    game = table("defend", content={"abilities": {"shield": SHIELD}}, characters=characters, **gasp)
    assert "ReactionsOffered" not in game.does("last_gasp")
    rage = targeted(areas={}, rage_deck=["R.d2_a", "R_b"])
    assert rage.state.pending is not None


@pytest.mark.rule("SW-RCT-011")
def test_an_open_window_comes_before_everything_else() -> None:
    game = targeted()
    assert game.refuses("resolve_area", area=2) == "reactions_pending"
    assert game.refuses("settle_timing", rolls={"p1": 1}) == "reactions_pending"
    kinds = {option.do for option in GAME.options(game.state, game.pack)}
    assert kinds == {"use_reaction", "pass_reactions"}
    game.does("pass_reactions")
    assert game.refuses("pass_reactions") == "no_reaction_pending"


@pytest.mark.rule("SW-RCT-011")
def test_the_window_stays_open_while_another_reaction_is_eligible() -> None:
    more = {"monk": {"space": "1B", "mp": 4, "abilities": ["guard"]}}
    characters = {"lancer": {"space": "2F", "mp": 4, "abilities": ["shield"]}, "siren": {"space": "1F"}, **more}
    cards = {"shield": {**SHIELD, "effects": [CALM]}, "guard": {**SHIELD, "effects": [CALM]}}
    game = table("defend", content={"abilities": cards}, characters=characters, areas={1: ["P3.d2_a"]})
    game.does("resolve_area", area=1)
    game.does("use_reaction", character="lancer", ability="shield")
    assert game.state.pending is not None
    assert game.state.pending.eligible == ("monk.guard",)
    game.does("use_reaction", character="monk", ability="guard")
    assert (game.state.pending, game.who("siren").hp) == (None, 4)


@pytest.mark.rule("SW-RCT-001", "SW-RCT-011")
@pytest.mark.pitfall("BL-010")
def test_what_waits_behind_a_window_survives_being_stored() -> None:
    game = targeted()
    stored = msgspec.json.decode(msgspec.json.encode(game.state), type=Position)
    assert stored == game.state
    again = Table(stored, game.pack)
    again.does("pass_reactions")
    assert (again.who("siren").hp, again.state.defend.next_area) == (4, 2)


@pytest.mark.rule("SW-RCT-002")
@pytest.mark.parametrize(
    ("trigger", "rolls", "opens"),
    [
        ("own_attack_hit", [6], True),
        ("own_attack_hit", [1], False),
        ("own_attack_missed", [1], True),
        ("own_attack_missed", [6], False),
    ],
)
def test_a_hit_and_a_miss_open_their_own_windows(trigger: str, rolls: list[int], opens: bool) -> None:
    board = {**reaction(trigger, CALM), "areas": {1: ["P1_a"]}}
    game = acting(abilities=["echo"], threat=3, board=board)
    game.does("basic_attack", character="ronin", rolls=rolls)
    assert (game.state.pending is not None) == opens
    if opens:
        before = game.who("ronin").threat
        assert game.does("use_reaction", character="ronin", ability="echo")[-1] == "ActionPerformed"
        assert game.who("ronin").threat == before - 1


@pytest.mark.rule("SW-RCT-002")
def test_an_attack_without_dice_opens_no_window_for_dice() -> None:
    card = reaction("own_die_rolled", {"op": "reroll"})
    content = {**card["content"], "afflictions": {"slow": {"modifiers": {"dice": -1}}}}
    game = acting(abilities=["echo"], afflictions=["slow"], board={"content": content, "areas": {1: ["P1_a"]}})
    assert "AttackMissed" in game.does("basic_attack", character="ronin", rolls=[])


@pytest.mark.rule("SW-RCT-008")
def test_reckless_sacrifice_of_the_stock_pack_is_the_reaction_of_the_example() -> None:
    card = standard().abilities["reckless_sacrifice"]
    assert (card.subtype, card.cost, card.trigger) == ("reaction", 2, "enemy_targets_adjacent_character")
    assert [op.op for op in card.effects] == ["retarget"]
