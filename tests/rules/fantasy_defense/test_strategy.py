"""Strategy Phase: deploying, moving, what may stay in hand."""

from __future__ import annotations

import pytest

from tests.rules.fantasy_defense.table import elves, foe, new_game, table, unit

FIVE = {"d1": 3, "d2": 4, "d3": 5, "d4": 2, "d5": 6}


# ---- rounds


@pytest.mark.rule("FD-RND-001")
@pytest.mark.parametrize(
    ("phase", "others"),
    [
        ("invasion", ["finish_strategy", "finish_battles", "reinforce"]),
        ("strategy", ["draw_invader", "end_invasion", "finish_battles", "reinforce"]),
        ("battle", ["draw_invader", "end_invasion", "finish_strategy", "reinforce"]),
        ("reinforcement", ["draw_invader", "end_invasion", "finish_strategy", "finish_battles"]),
    ],
)
def test_each_decision_has_its_phase(phase: str, others: list[str]) -> None:
    game = table(phase)
    assert {game.refuses(do) for do in others} == {"wrong_phase"}


@pytest.mark.rule("FD-RND-001", "FD-RND-002")
def test_a_round_runs_through_its_four_phases_and_begins_anew() -> None:
    game = table("invasion", invader_deck=["e1", "e2", "e3", "e4"], foes={f"e{n}": 4 for n in range(1, 5)})
    phases = []
    for do in ("draw_invader", "draw_invader", "draw_invader", "end_invasion", "finish_strategy"):
        game.does(do)
        phases.append(game.state.phase)
    for gate in ("g1", "g2", "g3"):
        game.does("battle", gate=gate)
    for do in ("finish_battles", "reinforce"):
        game.does(do)
        phases.append(game.state.phase)
    assert phases == ["invasion"] * 3 + ["strategy", "battle", "reinforcement", "invasion"]
    assert game.state.round == 2


@pytest.mark.rule("FD-RND-003", "FD-BAT-008")
def test_defenders_and_unbeaten_invaders_stay_for_the_next_round() -> None:
    here = {"g2": {"invader": "orc", "defenders": ["d1", "d2"]}, "g5": {"defenders": ["d3"]}}
    game = table("battle", units=FIVE, foes={"orc": 20}, gates=here)
    game.does("battle", gate="g2", casualty="d1")
    game.does("finish_battles")
    game.does("reinforce")
    assert (game.gate("g2").invader, game.gate("g2").defenders, game.gate("g5").defenders) == ("orc", ("d2",), ("d3",))


# ---- deploying


@pytest.mark.rule("FD-STR-001", "FD-STR-002")
def test_any_number_of_defenders_go_to_any_gate_besieged_or_not() -> None:
    game = table(units=FIVE, foes={"orc": 9}, gates={"g2": {"invader": "orc"}}, p1={"hand": list(FIVE)})
    for card in ("d1", "d2", "d3"):
        game.does("deploy", card=card, gate="g2")
    game.does("deploy", card="d4", gate="g6")
    assert (game.gate("g2").defenders, game.gate("g6").defenders) == (("d1", "d2", "d3"), ("d4",))
    assert game.player().hand == ("d5",)


@pytest.mark.rule("FD-STR-001", "FD-SPL-001")
@pytest.mark.parametrize("card", ["d2", "d3", "psychic_storm"])
def test_only_a_defender_in_hand_is_deployed(card: str) -> None:
    game = table(units=FIVE, p1={"hand": ["d1"], "discard": ["d2"], "deck": ["d3"]})
    assert game.refuses("deploy", card=card, gate="g1") == "not_in_hand"


@pytest.mark.rule("FD-SPL-004")
def test_the_starting_character_is_deployed_like_any_other_defender() -> None:
    game = new_game("solo", underlings=[], elites=[])
    for _ in range(2):
        game.does("draw_invader", discards={"p1": game.player().hand[-1]})
    game.does("end_invasion")
    game.does("deploy", card="watch_captain", gate="g4")
    game.does("move", card="watch_captain", to="g5")
    assert game.gate("g5").defenders == ("watch_captain",)


@pytest.mark.rule("FD-STR-003")
def test_an_immediate_effect_may_be_forgone_and_comes_only_with_the_deployment() -> None:
    archer = {"archer": unit(3, "headshot")}
    game = table(units=archer, foes={"orc": 8}, p1=elves(hand=["archer"]), gates={"g2": {"invader": "orc"}})
    assert game.does("deploy", card="archer", gate="g2") == ["DefenderDeployed"]
    assert game.gate("g2").invader == "orc"
    assert "effect" not in game.options("move")[0].arguments()


@pytest.mark.rule("FD-STR-003")
@pytest.mark.parametrize("icon", [None, "pack_attack", "skirmish"])
def test_a_defender_without_immediate_effect_triggers_none(icon: str | None) -> None:
    game = table(units={"d1": unit(3, icon)}, p1={"hand": ["d1"]})
    assert game.refuses("deploy", card="d1", gate="g1", effect=True) == "no_valid_target"


@pytest.mark.rule("FD-STR-004", "FD-ELF-002")
def test_an_ongoing_effect_lasts_as_long_as_its_defender_is_there() -> None:
    units = {"fae": unit(4, "fairy_lights"), "d1": 6, "d2": 6}
    gates = {"g2": {"invader": "orc", "defenders": ["fae", "d1", "d2"]}}
    game = table("battle", units=units, foes={"orc": foe(17, 2)}, gates=gates)
    game.does("battle", gate="g2", casualty="fae")
    assert [event.value for event in game.events if hasattr(event, "value")] == [10]
    again = table(
        "battle", units=units, foes={"orc": foe(17, 2)}, gates={"g2": {**gates["g2"], "defenders": ["d1", "d2"]}}
    )
    assert again.does("battle", gate="g2", casualty="d1")[0] == "BattleLost"


@pytest.mark.rule("FD-STR-005", "FD-STR-007")
def test_more_than_two_defenders_in_hand_must_be_deployed() -> None:
    game = table(units=FIVE, p1={"hand": ["d1", "d2", "d3"]})
    refusal = game.refusal("finish_strategy")
    assert (refusal.code, refusal.rule) == ("hand_over_limit", "FD-STR-005")
    game.does("deploy", card="d1", gate="g7")
    assert game.does("finish_strategy") == ["StrategyEnded"]
    assert (game.player().hand, game.player().discard) == (("d2", "d3"), ())


@pytest.mark.rule("FD-STR-006")
def test_ready_spells_do_not_count_for_the_hand_limit() -> None:
    game = table(units=FIVE, p1={"hand": ["d1", "d2"]})
    assert set(game.player().spells.values()) == {"ready"}
    assert game.does("finish_strategy") == ["StrategyEnded"]


@pytest.mark.rule("FD-STR-008")
def test_deployments_moves_and_spells_mix_in_any_order() -> None:
    game = table(units=FIVE, foes={"orc": 9}, p1={"hand": ["d1", "d2"]}, gates={"g2": {"invader": "orc"}})
    game.does("deploy", card="d1", gate="g1")
    game.does("cast", spell="psychic_storm", gate="g2")
    game.does("move", card="d1", to="g2")
    game.does("deploy", card="d2", gate="g2")
    assert game.gate("g2").defenders == ("d1", "d2")


@pytest.mark.rule("FD-STR-009")
def test_a_defender_that_moves_or_is_moved_does_not_trigger_again() -> None:
    units = {"archer": unit(3, "headshot"), "griffin": unit(3, "airlift")}
    game = table(
        units=units,
        foes={"orc": 8, "imp": 8},
        gates={"g1": {"defenders": ["archer"]}, "g2": {"invader": "orc"}, "g6": {"invader": "imp"}},
        p1={"hand": ["griffin"]},
    )
    moved = game.does("deploy", card="griffin", gate="g6", effect={"from": "g1", "cards": ["archer"]})
    assert moved == ["DefenderDeployed", "EffectTriggered", "DefenderMoved"]
    assert game.does("move", card="archer", to="g7") == ["DefenderMoved"]
    assert (game.gate("g2").invader, game.gate("g6").invader) == ("orc", "imp")


@pytest.mark.parametrize("do", ["deploy", "move", "give", "cast"])
def test_nobody_else_decides(do: str) -> None:
    arguments = {"deploy": {"card": "d1", "gate": "g1"}, "move": {"card": "d1", "to": "g1"}, "give": {"card": "d1"}}
    named = arguments.get(do, {"spell": "city_shield", "gate": "g1"})
    assert table(units=FIVE, p1={"hand": ["d1"]}).refuses(do, player="p2", **named) == "malformed"


# ---- moving


@pytest.mark.rule("FD-MOV-001")
def test_any_number_of_deployed_defenders_move() -> None:
    game = table(units=FIVE, gates={"g3": {"defenders": ["d1", "d2"]}}, p1={"hand": ["d3"]})
    game.does("move", card="d1", to="g4")
    game.does("move", card="d2", to="g2")
    assert (game.gate("g2").defenders, game.gate("g4").defenders) == (("d2",), ("d1",))
    assert game.refuses("move", card="d3", to="g2") == "not_deployed"


@pytest.mark.rule("FD-MOV-002", "FD-MOV-003")
def test_a_defender_just_deployed_moves_once_and_no_more() -> None:
    game = table(units=FIVE, p1={"hand": ["d1"]})
    game.does("deploy", card="d1", gate="g3")
    game.does("move", card="d1", to="g4")
    assert game.refuses("move", card="d1", to="g3") == "already_moved"
    assert game.state.moved == ("d1",)


@pytest.mark.rule("FD-MOV-004", "FD-MOV-005")
@pytest.mark.parametrize(
    ("start", "end"), [("g1", "g7"), ("g7", "g1"), ("g3", "g5"), ("g3", "g3"), ("g3", "a4"), ("g3", "")]
)
def test_a_move_reaches_the_direct_neighbour_only(start: str, end: str) -> None:
    game = table(units=FIVE, gates={start: {"defenders": ["d1"]}})
    assert game.refuses("move", card="d1", to=end) == "not_adjacent"


@pytest.mark.rule("FD-MOV-006")
def test_being_moved_by_an_effect_reaches_far_and_leaves_the_own_move() -> None:
    units = {"zephyr": unit(3, "shifting_winds"), "d1": 3}
    game = table(units=units, gates={"g1": {"defenders": ["d1"]}}, p1=elves(hand=["zephyr"]))
    game.does("deploy", card="zephyr", gate="g6", effect={"card": "d1"})
    assert game.state.moved == ()
    game.does("move", card="d1", to="g7")
    assert game.gate("g7").defenders == ("d1",)


@pytest.mark.rule("FD-MOV-007")
def test_a_defender_taken_back_after_moving_does_not_move_again() -> None:
    game = table(units=FIVE, gates={"g1": {"defenders": ["d1"]}}, p1=elves())
    game.does("move", card="d1", to="g2")
    game.does("cast", spell="call_of_the_spirit", cards=["d1"])
    game.does("deploy", card="d1", gate="g5")
    assert game.refuses("move", card="d1", to="g6") == "already_moved"


@pytest.mark.rule("FD-MOV-008")
def test_moves_are_fresh_in_the_next_round() -> None:
    game = table("reinforcement", units=FIVE, gates={"g1": {"defenders": ["d1"]}}, moved=["d1"], invader_deck=[])
    game.does("reinforce")
    assert game.state.moved == ()
