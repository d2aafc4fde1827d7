"""Invasion Phase: who is drawn, where it goes, what an Infiltrator costs."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from rules.fantasy_defense.events import DefenderInfiltrated, InvaderAssigned, InvaderDrawn
from rules.fantasy_defense.state import Position
from rules.kernel import Deck
from tests.rules.fantasy_defense.table import GAME, Table, foe, new_game, table, unit

FOES = {"orc": foe(8), "imp": foe(4, arrow="right"), "ogre": foe(9), "troll": foe(9)}
SPY = foe(5, 2, arrow="right", infiltrator=True)


def invasion(deck: list[str], **more: object) -> Table:
    return table("invasion", foes={**FOES, "spy": SPY, **more.pop("foes", {})}, invader_deck=deck, **more)  # type: ignore[arg-type, dict-item]


def full_row(*but: str) -> dict[str, dict[str, str]]:
    return {f"g{n}": {"invader": f"x{n}"} for n in range(1, 8) if f"g{n}" not in but}


X = {f"x{n}": foe(5) for n in range(1, 8)}


@pytest.mark.rule("FD-INV-001")
def test_three_invaders_come_a_round_each_assigned_before_the_next() -> None:
    game = invasion(["orc", "imp", "ogre", "troll"])
    assert [game.does("draw_invader") for _ in range(3)] == [["InvaderDrawn", "InvaderAssigned"]] * 3
    assert game.refuses("draw_invader") == "invasion_limit_reached"
    assert game.state.invader_deck.known() == ("troll",)


@pytest.mark.rule("FD-INV-002", "FD-INV-003")
def test_an_arrow_points_to_the_far_gate_and_then_inward() -> None:
    game = invasion(["orc", "ogre", "imp"], gates={"g7": {"invader": "troll"}})
    for _ in range(3):
        game.does("draw_invader")
    assert [game.gate(g).invader for g in ("g1", "g2", "g6", "g7")] == ["orc", "ogre", "imp", "troll"]


@pytest.mark.rule("FD-INV-004")
def test_no_invader_is_drawn_while_every_gate_is_besieged() -> None:
    game = invasion(["orc", "imp"], gates=full_row("g4"), foes=X)
    game.does("draw_invader")
    assert game.gate("g4").invader == "orc"
    assert game.refuses("draw_invader") == "all_gates_besieged"
    assert game.does("end_invasion") == ["InvasionEnded"]


@pytest.mark.rule("FD-INV-005")
def test_with_the_deck_empty_the_phase_ends() -> None:
    game = invasion([], gates={"g1": {"invader": "troll"}})
    assert game.refuses("draw_invader") == "invader_deck_empty"
    game.does("end_invasion")
    assert game.state.phase == "strategy"


@pytest.mark.rule("FD-INV-006")
def test_a_gate_has_one_invader_and_an_invader_one_gate() -> None:
    game = invasion(["orc", "ogre"], gates={"g1": {"invader": "troll"}})
    game.does("draw_invader")
    game.does("draw_invader")
    assert [game.gate(g).invader for g in ("g1", "g2", "g3", "g4")] == ["troll", "orc", "ogre", None]
    doubled = GAME.check(table(gates={"g1": {"invader": "orc"}, "g2": {"invader": "orc"}}, foes=FOES).state)
    assert doubled == ["orc besieges g1 and g2."]


@pytest.mark.rule("FD-INV-007")
def test_the_phase_does_not_end_while_an_invader_can_be_drawn() -> None:
    game = invasion(["orc", "imp", "ogre"])
    assert game.refuses("end_invasion") == "invaders_left_to_draw"
    for _ in range(3):
        game.does("draw_invader")
    assert game.does("end_invasion") == ["InvasionEnded"]


@pytest.mark.rule("FD-INV-008")
def test_defenders_do_not_turn_an_invader_away() -> None:
    game = invasion(["orc"], gates={"g1": {"defenders": ["guard"]}}, units={"guard": 9})
    game.does("draw_invader")
    assert game.gate("g1").invader == "orc"


# ---- Infiltrators


@pytest.mark.rule("FD-INF-001", "FD-INF-006")
def test_an_infiltrator_is_assigned_and_then_costs_a_defender_from_hand() -> None:
    game = invasion(["spy", "orc"], units={"d1": 3, "d2": 4}, p1={"hand": ["d1", "d2"]})
    assert game.refuses("draw_invader") == "discard_required"
    events = game.does("draw_invader", discards={"p1": "d2"})
    assert events == ["InvaderDrawn", "InvaderAssigned", "DefenderInfiltrated"]
    assert (game.player().hand, game.player().discard) == (("d1",), ("d2",))


@pytest.mark.rule("FD-INF-002")
@pytest.mark.parametrize("card", ["d2", "psychic_storm", "d3"])
def test_only_a_defender_in_hand_pays_an_infiltrator(card: str) -> None:
    units = {"d1": 3, "d2": 4, "d3": 2}
    game = invasion(["spy"], units=units, p1={"hand": ["d1"], "discard": ["d3"]}, gates={"g1": {"defenders": ["d2"]}})
    assert game.refuses("draw_invader", discards={"p1": card}) == "not_in_hand"


@pytest.mark.rule("FD-INF-003")
def test_an_empty_hand_pays_nothing() -> None:
    game = invasion(["spy"])
    assert game.does("draw_invader") == ["InvaderDrawn", "InvaderAssigned"]


@pytest.mark.rule("FD-INF-004", "FD-HUM-013")
def test_an_infiltrator_that_was_sent_back_infiltrates_again() -> None:
    units = {"warden": unit(5, "you_shall_not_pass"), "d1": 1, "d2": 1}
    game = table(units=units, foes={"spy": SPY}, p1={"hand": ["warden", "d1", "d2"]}, gates={"g1": {"invader": "spy"}})
    game.does("deploy", card="warden", gate="g1", effect=True)
    for do in ("finish_strategy", "finish_battles", "reinforce"):
        game.does(do)
    assert "DefenderInfiltrated" in game.does("draw_invader", discards={"p1": "d1"})
    assert game.gate("g7").invader == "spy"


@pytest.mark.rule("FD-INF-005", "FD-BOSS-005")
@pytest.mark.parametrize("tier", ["underling", "elite", "boss"])
def test_any_invader_may_be_an_infiltrator(tier: str) -> None:
    game = invasion(["mole"], foes={"mole": foe(5, tier=tier, infiltrator=True)}, units={"d1": 3}, p1={"hand": ["d1"]})
    assert "DefenderInfiltrated" in game.does("draw_invader", discards={"p1": "d1"})


def face_down(deck: list[str], **more: object) -> Table:
    """An Invasion Phase in which nobody knows the order of the deck."""
    known = invasion(deck, **more)
    return Table(replace(known.state, invader_deck=Deck.shuffled(deck)), known.pack)


@pytest.mark.rule("FD-INF-001", "FD-INF-006")
@pytest.mark.pitfall("BL-071")
def test_an_infiltrator_of_whom_nobody_knew_comes_first_and_is_paid_then() -> None:
    game = face_down(["spy", "orc", "ogre"], units={"d1": 3, "d2": 4}, p1={"hand": ["d1", "d2"]})
    drawn = game.does("draw_invader", luck={"invader_deck": ["spy"]})
    assert drawn == ["InvaderDrawn", "InvaderAssigned", "DefenderDemanded"]
    assert (game.gate("g7").invader, game.player().hand) == ("spy", ("d1", "d2"))
    assert game.refuses("draw_invader") == game.refuses("end_invasion") == "discard_required"
    assert game.refuses("pay_infiltrator", card="orc") == "not_in_hand"
    assert game.does("pay_infiltrator", card="d2") == ["DefenderInfiltrated"]
    assert (game.player().hand, game.player().discard) == (("d1",), ("d2",))
    assert game.refuses("pay_infiltrator", card="d1") == "no_valid_target"
    assert game.does("draw_invader", luck={"invader_deck": ["orc"]}) == ["InvaderDrawn", "InvaderAssigned"]


@pytest.mark.rule("FD-INF-001")
def test_while_a_discard_is_owed_it_is_the_only_open_decision() -> None:
    game = face_down(["spy", "orc"], units={"d1": 5, "d2": 4}, p1={"hand": ["d1", "d2"]})
    assert [field for option in game.options("draw_invader") for field in option.fields] == []
    game.does("draw_invader", luck={"invader_deck": ["spy"]})
    pay, *waiting = GAME.options(game.state, game.pack)
    assert (pay.do, pay.label, pay.blocked) == ("pay_infiltrator", "Discard a Defender to spy", "")
    assert [choice.value for choice in pay.fields[0].choices] == ["d2", "d1"]
    assert {option.blocked for option in waiting} == {"Player 1 must first discard a Defender to the Infiltrator."}


@pytest.mark.rule("FD-INF-001", "FD-INF-003")
@pytest.mark.pitfall("BL-013")
@pytest.mark.parametrize("card", ["spy", "orc"])
def test_a_defender_named_beforehand_pays_and_otherwise_stays_in_hand(card: str) -> None:
    game = face_down(["spy", "orc"], units={"d1": 3}, p1={"hand": ["d1"]})
    assert game.refuses("draw_invader", discards={"p1": "d2"}) == "not_in_hand"
    game.does("draw_invader", discards={"p1": "d1"}, luck={"invader_deck": [card]})
    assert game.player().hand == (() if card == "spy" else ("d1",))
    assert game.state.owed == {}


@pytest.mark.rule("FD-INF-003")
def test_with_an_empty_hand_nothing_is_owed() -> None:
    game = face_down(["spy", "orc"])
    assert game.does("draw_invader", luck={"invader_deck": ["spy"]}) == ["InvaderDrawn", "InvaderAssigned"]


def test_an_infiltrator_paid_with_the_draw_folds_as_before_there_was_a_choice_afterwards() -> None:
    game = invasion(["spy"], units={"d1": 3}, p1={"hand": ["d1"]})
    before = msgspec.json.decode(msgspec.json.encode(game.state))
    del before["owed"]
    told = [InvaderAssigned(invader="spy", gates=("g7",)), DefenderInfiltrated("p1", "d1", "spy", "p1")]
    after = GAME.fold([InvaderDrawn("spy", "underling", 5, 2, "right", True), *told], msgspec.convert(before, Position))
    assert after is not None
    assert (after.players["p1"].discard, after.owed, GAME.check(after)) == (("d1",), {}, [])


def test_a_solo_game_draws_three_even_with_a_new_deck() -> None:
    game = new_game("solo")
    for _ in range(3):
        game.does("draw_invader")
        for player in game.state.owed:
            game.does("pay_infiltrator", player=player, card=game.player(player).hand[0])
    assert len([gate for gate in game.state.gates.values() if gate.invader]) == 3
    assert len(game.state.unseen_bosses) == 2
    assert GAME.check(game.state) == []


def test_with_the_deck_empty_only_the_end_of_the_phase_is_offered() -> None:
    game = invasion([], gates={"g1": {"invader": "troll"}})
    assert [option.blocked for option in GAME.options(game.state, game.pack)] == ["The Invaders Deck is empty.", ""]
