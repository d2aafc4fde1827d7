"""The end of the game."""

from __future__ import annotations

import pytest

from rules.kernel import decision_name
from tests.rules.fantasy_defense.table import GAME, Table, elves, foe, table, unit


def last_stand(**given: object) -> Table:
    """The last Invader before gate g4, and Defenders that hold it."""
    gates = {"g4": {"invader": "orc", "defenders": ["d1", "d2"]}}
    return table(
        "battle", units={"d1": 9, "d2": 9}, foes={"orc": foe(18, 7)}, gates=gates, **{"invader_deck": [], **given}
    )  # type: ignore[arg-type]


@pytest.mark.rule("FD-END-001", "FD-END-003")
def test_beating_the_last_invader_wins_at_once_without_a_casualty() -> None:
    game = last_stand()
    assert game.does("battle", gate="g4", casualty="d1") == ["BattleWon", "InvaderDiscarded", "GameWon"]
    assert GAME.outcome(game.state) == "won"


@pytest.mark.rule("FD-END-001")
@pytest.mark.parametrize("left", [{"invader_deck": ["reserve_boss"]}, {"gates": {"g1": {"invader": "imp"}}}])
def test_an_invader_in_the_deck_or_before_a_gate_keeps_the_game_going(left: dict[str, object]) -> None:
    gates = {"g4": {"invader": "orc", "defenders": ["d1", "d2"]}, **left.get("gates", {})}  # type: ignore[dict-item]
    game = table(
        "battle",
        units={"d1": 9, "d2": 9},
        foes={"orc": 18, "imp": 4},
        gates=gates,
        invader_deck=left.get("invader_deck", []),
    )
    assert game.does("battle", gate="g4", casualty="d1")[-1] == "DefenderLost"
    assert GAME.outcome(game.state) is None


@pytest.mark.rule("FD-END-002")
@pytest.mark.parametrize(("morale", "phase"), [(4, "lost"), (5, "battle")])
def test_morale_below_one_loses_and_one_plays_on(morale: int, phase: str) -> None:
    game = table("battle", foes={"orc": foe(18, 4)}, gates={"g4": {"invader": "orc"}}, morale=morale)
    game.does("battle", gate="g4")
    assert (game.state.phase, game.state.morale) == (phase, morale - 4)


@pytest.mark.rule("FD-END-003")
def test_a_loss_in_mid_battle_takes_no_casualty() -> None:
    gates = {"g4": {"invader": "orc", "defenders": ["d1"]}}
    game = table("battle", units={"d1": 1}, foes={"orc": foe(18, 4)}, gates=gates, morale=2)
    assert game.does("battle", gate="g4") == ["BattleLost", "MoraleLost", "GameLost"]
    assert game.gate("g4").defenders == ("d1",)


@pytest.mark.rule("FD-END-004")
@pytest.mark.parametrize("by", ["headshot", "psychic_storm"])
def test_a_spell_or_an_effect_may_win_the_game(by: str) -> None:
    cards = elves(hand=["archer"]) if by == "headshot" else {"hand": ["archer"]}
    units = {"archer": unit(3, "headshot")}
    game = table(units=units, foes={"orc": 20}, gates={"g4": {"invader": "orc"}}, p1=cards, invader_deck=[])
    how = ("deploy", {"card": "archer", "gate": "g4", "effect": True})
    if by == "psychic_storm":
        how = ("cast", {"spell": by, "gate": "g4"})
    assert game.does(how[0], **how[1])[-2:] == ["InvaderDiscarded", "GameWon"]


_ANY = {
    "set_up": {"mode": "solo", "factions": {"p1": "human"}},
    "pay_infiltrator": {"card": "d1"},
    "deploy": {"card": "d1", "gate": "g1"},
    "move": {"card": "d1", "to": "g1"},
    "cast": {"spell": "city_shield", "gate": "g1"},
    "give": {"card": "d1"},
    "battle": {"gate": "g1"},
    "skirmish": {"card": "d1", "to": "g1"},
}


@pytest.mark.rule("FD-END-005")
@pytest.mark.parametrize("phase", ["won", "lost"])
@pytest.mark.parametrize("do", [decision_name(kind) for kind in GAME.rulebook.deciders])
def test_nothing_is_decided_after_the_end(do: str, phase: str) -> None:
    assert table(phase).refuses(do, **_ANY.get(do, {})) == "game_over"


@pytest.mark.rule("FD-END-005")
def test_nothing_is_offered_after_the_end() -> None:
    assert GAME.options(table("won").state, table("won").pack) == []


@pytest.mark.rule("FD-END-006", "FD-TRK-001")
def test_the_tracker_stops_at_zero_and_records_no_more() -> None:
    game = table("battle", foes={"orc": foe(18, 9)}, gates={"g4": {"invader": "orc"}}, morale=3)
    game.does("battle", gate="g4")
    lost = [event for event in game.events if hasattr(event, "amount")]
    assert [(event.amount, event.morale) for event in lost] == [(3, 0)]
    assert game.state.morale == 0


@pytest.mark.rule("FD-TRK-001")
def test_each_loss_records_the_steps_and_where_the_tracker_stands() -> None:
    gates = {"g4": {"invader": "orc"}, "g5": {"invader": "imp"}}
    game = table("battle", foes={"orc": foe(18, 9), "imp": foe(4, 2)}, gates=gates)
    game.does("battle", gate="g4")
    game.does("battle", gate="g5")
    lost = [event for event in game.events if hasattr(event, "amount")]
    assert [(event.amount, event.morale) for event in lost] == [(9, 11), (2, 9)]
