"""Reinforcement Phase and the end of the round."""

from __future__ import annotations

import pytest

from tests.rules.fantasy_defense.table import elves, foe, table

DECK = {f"d{n}": 1 for n in range(1, 8)}


@pytest.mark.rule("FD-REI-001", "FD-REI-003")
def test_five_cards_come_on_top_of_whatever_is_in_hand() -> None:
    game = table("reinforcement", units={**DECK, "h1": 2, "h2": 2}, p1={"hand": ["h1", "h2"], "deck": list(DECK)})
    assert game.does("reinforce") == ["CardsDrawn", "RoundEnded"]
    assert game.player().hand == ("h1", "h2", "d1", "d2", "d3", "d4", "d5")
    assert game.deck() == ("d6", "d7")


@pytest.mark.rule("FD-REI-002")
@pytest.mark.parametrize("left", [2, 0])
def test_a_short_deck_gives_what_it_has(left: int) -> None:
    cards = list(DECK)[:left]
    game = table("reinforcement", units=DECK, p1={"deck": cards})
    assert ("CardsDrawn" in game.does("reinforce")) == bool(left)
    assert (game.player().hand, game.state.phase) == (tuple(cards), "invasion")


@pytest.mark.rule("FD-REI-004")
def test_discards_are_not_shuffled_back() -> None:
    game = table("reinforcement", units=DECK, p1={"deck": ["d1"], "discard": ["d2", "d3"]})
    game.does("reinforce")
    assert (game.player().hand, game.player().discard, game.deck()) == (("d1",), ("d2", "d3"), ())


@pytest.mark.rule("FD-TRK-003", "FD-HUM-015", "FD-ELF-014", "FD-COOP-011")
def test_what_held_for_the_round_ends_with_it() -> None:
    gates = {"a1": {"invader": "orc", "shielded": True}, "a2": {"defenders": ["d1"], "fought": True}}
    game = table(
        "reinforcement",
        mode="coop",
        units=DECK,
        foes={"orc": foe(23)},
        gates=gates,
        p1={"gave": True},
        p2=elves(),
        moved=["d1"],
        skirmished=["d1"],
        halved={"orc": 1},
        drawn_this_round=5,
        round=4,
    )
    game.does("reinforce")
    state = game.state
    assert (state.round, state.moved, state.skirmished, state.halved, state.drawn_this_round) == (5, (), (), {}, 0)
    assert not game.player().gave
    assert not any(gate.shielded or gate.fought or gate.resolved for gate in state.gates.values())
