"""Battle Phase: who wins, what it costs, who falls."""

from __future__ import annotations

import pytest

from rules.fantasy_defense.derived import prospect
from tests.rules.fantasy_defense.table import Table, elves, foe, table, unit


def siege(units: dict[str, object], cv: int = 10, pillage: int = 5, bonus: int = 0, **given: object) -> Table:
    """An Invader before gate g2 and all Defenders at it."""
    gates = {"g2": {"bonus": bonus, "invader": "orc", "defenders": list(units)}, **given.pop("gates", {})}  # type: ignore[dict-item]
    return table("battle", units=units, foes={"orc": foe(cv, pillage), "imp": 4}, gates=gates, **given)  # type: ignore[arg-type]


@pytest.mark.rule("FD-BAT-001")
def test_each_besieged_gate_is_resolved_once_in_any_order() -> None:
    game = siege({"d1": 3, "d2": 4}, gates={"g1": {"invader": "imp"}})
    game.does("battle", gate="g2", casualty="d1")
    game.does("battle", gate="g1")
    assert {game.refuses("battle", gate="g2", casualty="d2"), game.refuses("battle", gate="g1")} == {"already_fought"}
    assert game.does("finish_battles") == ["BattlesEnded"]


@pytest.mark.rule("FD-BAT-002")
def test_the_defence_is_the_sum_of_defenders_and_bonus_part_by_part() -> None:
    seen = prospect(siege({"d1": 3, "d2": 4}, bonus=2).state, siege({"d1": 3, "d2": 4}).pack, "g2")
    assert [(part.source, part.value) for part in seen.defence.parts] == [("d1", 3), ("d2", 4), ("g2", 2)]
    assert seen.defence.total == 9


@pytest.mark.rule("FD-BAT-003")
@pytest.mark.parametrize(("bonus", "result"), [(3, "BattleWon"), (4, "BattleWon"), (2, "BattleLost")])
def test_equal_or_greater_defence_wins(bonus: int, result: str) -> None:
    game = siege({"d1": 3, "d2": 4}, bonus=bonus)
    assert game.does("battle", gate="g2", casualty="d1")[0] == result
    assert (game.gate("g2").invader is None) == (result == "BattleWon")
    assert (game.state.morale == 20) == (result == "BattleWon")


@pytest.mark.rule("FD-BAT-004", "FD-BAT-005")
@pytest.mark.parametrize(("pillage", "morale"), [(4, 18), (5, 17), (1, 19), (0, 20)])
def test_a_lost_battle_costs_half_the_pillage_value_rounded_up(pillage: int, morale: int) -> None:
    game = siege({"d1": 3}, pillage=pillage)
    game.does("battle", gate="g2", casualty="d1")
    assert game.state.morale == morale


@pytest.mark.rule("FD-BAT-006", "FD-BAT-007", "FD-CAS-003")
def test_a_gate_without_defenders_is_pillaged_in_full_whatever_its_bonus() -> None:
    game = siege({}, bonus=12)
    assert game.does("battle", gate="g2") == ["GatePillaged", "MoraleLost"]
    assert (game.state.morale, game.gate("g2").fought, game.gate("g2").resolved) == (15, False, True)


@pytest.mark.rule("FD-BAT-008")
@pytest.mark.parametrize("units", [{}, {"d1": 3}])
def test_an_invader_that_won_or_pillaged_stays(units: dict[str, object]) -> None:
    game = siege(units)
    game.does("battle", gate="g2", **({"casualty": "d1"} if units else {}))
    assert (game.gate("g2").invader, game.state.invader_discard) == ("orc", ())


@pytest.mark.rule("FD-BAT-009")
def test_the_phase_waits_for_every_besieged_gate_but_the_shielded() -> None:
    game = siege({"d1": 3}, gates={"g5": {"invader": "imp", "shielded": True}})
    assert game.refuses("finish_battles") == "gates_unresolved"
    game.does("battle", gate="g2", casualty="d1")
    assert game.does("finish_battles") == ["BattlesEnded"]
    assert game.state.phase == "reinforcement"


@pytest.mark.rule("FD-BAT-010")
@pytest.mark.parametrize("gate", ["g3", "g1", "b1"])
def test_nothing_happens_at_gates_that_are_not_besieged(gate: str) -> None:
    game = siege({"d1": 3}, gates={"g3": {"defenders": ["d9"]}})
    assert game.refuses("battle", gate=gate, casualty="d9") == "not_besieged"


@pytest.mark.rule("FD-BAT-011")
@pytest.mark.parametrize(("order", "morale"), [(["g2", "g1"], 20), (["g1", "g2"], 17)])
def test_x_is_counted_when_the_gate_is_resolved(order: list[str], morale: int) -> None:
    units = {"ny": unit(8, "never_yield"), "d1": 9}
    gates = {"g1": {"invader": "imp", "defenders": ["d1"]}, "g2": {"invader": "orc", "defenders": ["ny"]}}
    game = table("battle", units=units, foes={"orc": foe(10, 5), "imp": 4}, gates=gates)
    for gate in order:
        game.does("battle", gate=gate, casualty="ny" if gate == "g2" else "d1")
    assert game.state.morale == morale


# ---- casualties


@pytest.mark.rule("FD-CAS-001")
@pytest.mark.parametrize("cv", [7, 8])
def test_won_or_lost_a_battle_costs_the_defender_that_the_player_chooses(cv: int) -> None:
    game = siege({"d1": 3, "d2": 4}, cv=cv)
    assert game.refuses("battle", gate="g2") == "casualty_required"
    assert game.does("battle", gate="g2", casualty="d2")[-1] == "DefenderLost"
    assert game.gate("g2").defenders == ("d1",)


@pytest.mark.rule("FD-CAS-002", "FD-CAS-003")
@pytest.mark.parametrize("units", [{}, {"d1": 3}])
def test_the_casualty_stands_at_that_gate(units: dict[str, object]) -> None:
    game = siege(units, gates={"g3": {"defenders": ["d9"]}})
    assert game.refuses("battle", gate="g2", casualty="d9") == "not_at_gate"


@pytest.mark.rule("FD-CAS-004", "FD-ELF-010")
def test_a_defender_that_yearns_for_the_wild_must_be_the_casualty() -> None:
    game = siege({"stag": unit(12, "yearning_for_the_wild"), "d1": 1}, p1=elves())
    assert game.refuses("battle", gate="g2", casualty="d1") == "yearning_must_be_casualty"
    game.does("battle", gate="g2", casualty="stag")
    assert game.player().discard == ("stag",)


@pytest.mark.rule("FD-CAS-005")
def test_of_several_that_yearn_the_player_loses_one_of_choice() -> None:
    stags = {name: unit(6, "yearning_for_the_wild") for name in ("stag", "hind")}
    game = siege({**stags, "d1": 1}, p1=elves())
    choices = game.options("battle")[0].fields[0].choices
    assert [choice.value for choice in choices] == ["stag", "hind"]
    game.does("battle", gate="g2", casualty="hind")
    assert game.gate("g2").defenders == ("stag", "d1")


@pytest.mark.rule("FD-CAS-006")
def test_the_casualty_is_taken_before_anybody_skirmishes() -> None:
    game = siege({"lynx": unit(12, "skirmish")}, p1=elves())
    assert game.does("battle", gate="g2", casualty="lynx")[-1] == "DefenderLost"
    assert game.refuses("skirmish", card="lynx", to="g3") == "not_deployed"


@pytest.mark.rule("FD-CAS-007")
def test_casualties_go_on_top_of_their_discard_pile() -> None:
    game = siege({"d1": 3, "d2": 4}, p1={"discard": ["d0"]})
    game.does("battle", gate="g2", casualty="d1")
    assert game.player().discard == ("d0", "d1")
