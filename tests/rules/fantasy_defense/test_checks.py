"""The invariants: a healthy position has no fault, and each fault is found by itself."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.fantasy_defense.state import UNSEEN_BOSS, Position
from rules.kernel import Deck
from tests.rules.fantasy_defense.table import GAME, foe, new_game, table

UNITS = {"d1": 3, "d2": 4}
FOES = {"orc": 9, "imp": 4, "boss": foe(40, tier="boss")}


def healthy(phase: str = "battle", **given: Any) -> Position:
    """One Invader before gate g2, one Defender in hand and one at that gate."""
    gates = {"g2": {"invader": "orc", "defenders": ["d2"]}, **given.pop("gates", {})}
    return table(phase, units=UNITS, foes=FOES, gates=gates, **{"p1": {"hand": ["d1"]}, **given}).state


def test_new_games_and_games_in_the_middle_are_healthy() -> None:
    for state in (healthy(), new_game("solo").state, new_game("coop").state):
        assert GAME.check(state) == []


BROKEN: dict[str, dict[str, Any]] = {
    "The gates are not those of a solo game.": {"gates": {}},
    "The players are not those of a solo game.": {"players": {}},
    "Rounds count from 1.": {"round": 0},
    "City Morale 21 is off its track.": {"morale": 21},
    "4 Invaders were drawn this round.": {"drawn_this_round": 4},
    "2 Defenders are in play, 3 were set out.": {"defender_cards": 3},
    "2 Invaders are in the game, 3 were set out.": {"invader_cards": 3},
    "d1 is on loan but in nobody's hand and at no gate.": {"borrowed": {"d1": "p1"}, "players": None},
    "d9 moved but is no Defender of this game.": {"moved": ("d9",)},
    "Invader orc is in 2 places.": {"invader_discard": ("orc",)},
    "0 Bosses lie unseen in the Invaders Deck, 2 are known to.": {"unseen_bosses": ("boss", "rex")},
    "1 Bosses lie unseen in the Invaders Deck, 0 are known to.": {"invader_deck": Deck.ordered([UNSEEN_BOSS])},
    "City Morale is below 1 and the game is not lost.": {"morale": 0, "phase": "strategy"},
    "The game is lost with City Morale 1.": {"phase": "lost", "morale": 1},
    "The game is won with 2 Invaders left.": {"phase": "won"},
    "A besieged gate was left unresolved.": {"phase": "reinforcement"},
}


@pytest.mark.parametrize("fault", BROKEN)
def test_each_fault_is_found(fault: str) -> None:
    state = healthy()
    changes = dict(BROKEN[fault])
    if changes.get("players", ...) is None:
        changes["players"] = {"p1": replace(state.players["p1"], hand=())}
    assert fault in GAME.check(replace(state, **changes))


def test_a_player_who_starts_must_play() -> None:
    assert GAME.check(replace(healthy(), starting_player="p2")) == ["The players are not those of a solo game."]


def test_a_third_spell_is_one_too_many() -> None:
    third = {"psychic_storm": "ready", "city_shield": "used", "spirit_fire": "ready"}
    assert GAME.check(healthy(p1={"hand": ["d1"], "spells": third})) == ["p1 has more than 2 spells."]


def test_a_defender_in_two_places_is_found() -> None:
    assert "Defender d1 is in 2 places." in GAME.check(healthy(p1={"hand": ["d1"], "discard": ["d1"]}))


def test_a_position_without_invaders_is_won() -> None:
    done = {"invader_deck": [], "gates": {"g2": {"defenders": ["d2"]}}}
    faults = {phase: GAME.check(table(phase, units=UNITS, **done).state) for phase in ("invasion", "won")}
    assert faults == {"invasion": ["No Invader is left and the game is not won."], "won": []}


@pytest.mark.parametrize(
    ("gate", "fault"),
    [
        ({"fought": True, "resolved": False}, "g5 was fought but is not resolved."),
        ({"resolved": True, "shielded": True}, "g5 was resolved behind its shield."),
        ({"shielded": True}, None),
        ({"resolved": True}, None),
    ],
)
def test_a_gate_is_fought_resolved_or_shielded(gate: dict[str, bool], fault: str | None) -> None:
    assert GAME.check(healthy(gates={"g5": gate})) == ([fault] if fault else [])


@pytest.mark.rule("FD-STR-005")
@pytest.mark.parametrize(
    ("phase", "held", "healthy_hand"), [("battle", 2, True), ("battle", 3, False), ("strategy", 3, True)]
)
def test_a_hand_is_within_its_limit_once_the_battles_begin(phase: str, held: int, healthy_hand: bool) -> None:
    hand = [f"h{n}" for n in range(held)]
    assert (GAME.check(healthy(phase, p1={"hand": hand})) == []) == healthy_hand


@pytest.mark.rule("FD-INV-006", "FD-COOP-007")
@pytest.mark.parametrize(
    ("invader", "gates", "whole"),
    [("boss", ("a3", "b3"), True), ("boss", ("a3", "b4"), False), ("orc", ("a3", "b3"), False), ("orc", ("a3",), True)],
)
def test_only_a_boss_besieges_two_gates_and_only_facing_ones(invader: str, gates: tuple[str, ...], whole: bool) -> None:
    siege = {gate: {"invader": invader} for gate in gates}
    state = table("strategy", mode="coop", foes=FOES, gates=siege, boss_values={"boss": 40}).state
    assert (GAME.check(state) == []) == whole


@pytest.mark.parametrize(("morale", "phase"), [(1, "strategy"), (0, "lost"), (20, "strategy")])
def test_morale_from_one_to_twenty_goes_on_and_zero_is_lost(morale: int, phase: str) -> None:
    assert GAME.check(healthy(phase, morale=morale)) == []


def test_the_round_may_have_drawn_its_full_number() -> None:
    assert GAME.check(healthy(drawn_this_round=3)) == []
