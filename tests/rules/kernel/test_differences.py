"""What differs between two positions, in words."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules.games import game
from rules.kernel import Deck, Seeded, State
from rules.kernel.differences import Told, differences, told
from rules.kernel.players import filled, likely_first, play_on
from tests.rules.kernel.tiny import GAME, PACK, Walker, Wood
from tracker.packs.versions import default_pack, pack

WOOD = Wood(
    walkers={"p1": Walker(hand=("elm", "oak"), coins=3), "p2": Walker()},
    deck=Deck.shuffled({"oak": 2, "yew": 1}), bag={"gold": 2}, cards={}, chips={}, days=3, goal=8,
)  # fmt: skip


def words_for(**changes: Any) -> list[Told]:
    """What is told of a changed wood."""
    return told(GAME, WOOD, replace(WOOD, **changes), PACK)


def walker(**changes: Any) -> dict[str, Any]:
    """The walkers with the first one changed."""
    return {"walkers": {**WOOD.walkers, "p1": replace(WOOD.walkers["p1"], **changes)}}


def test_a_position_does_not_differ_from_itself() -> None:
    assert differences(WOOD, WOOD) == []
    assert differences(WOOD, msgspec.convert(msgspec.to_builtins(WOOD), Wood)) == []


def test_a_number_of_a_thing_is_told_under_its_name() -> None:
    assert words_for(**walker(coins=7)) == [Told("P1", "Coins", "3", "7", (3, 7))]


@pytest.mark.pitfall("BL-052")
def test_what_ran_out_reads_like_zero() -> None:
    assert words_for(bag={}) == [Told("Bag", "Gold", "2", "0", (2, 0))]
    assert words_for(bag={"gold": 2, "stone": 0}) == []
    assert words_for(bag={"gold": 2, "stone": 1}) == [Told("Bag", "Stone", "0", "1", (0, 1))]


def test_a_list_is_told_by_what_came_and_what_went() -> None:
    assert words_for(**walker(hand=("elm", "yew", "yew"))) == [
        Told("P1", "Hand", gained=("Yew ×2",), lost=("Oak",)),
    ]
    assert words_for(**walker(hand=("oak", "elm"))) == [Told("P1", "Hand", "Elm, Oak", "Oak, Elm")]


def test_a_deck_is_told_by_its_size_or_by_what_is_in_it() -> None:
    assert words_for(deck=Deck.shuffled({"oak": 2})) == [Told("", "Deck", "3", "2", (3, 2))]
    assert words_for(deck=Deck.shuffled({"oak": 1, "elm": 1, "yew": 1})) == [
        Told("", "Deck", gained=("Elm",), lost=("Oak",)),
    ]
    assert words_for(deck=Deck.ordered(["oak", "yew", "oak"])) == []


def test_something_that_is_not_there_on_one_side() -> None:
    one = {"walkers": {"p1": WOOD.walkers["p1"]}}
    assert words_for(**one) == [Told("Walkers", "P2", "there", "none")]
    assert words_for(over="won") == [Told("", "Over", "none", "Won")]


def test_each_group_stands_together() -> None:
    changed = words_for(day=2, **walker(coins=1, braced=2))
    assert [(each.group, each.label) for each in changed] == [("", "Day"), ("P1", "Coins"), ("P1", "Braced")]


def test_two_copies_of_one_card_are_the_same_to_whoever_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "names", lambda self, pack: {"oak": "Tree", "elm": "Tree"})
    assert words_for(**walker(hand=("elm", "elm"))) == []
    assert words_for(**walker(hand=("elm", "yew"))) == [Told("P1", "Hand", gained=("Yew",), lost=("Tree",))]


class Thing(msgspec.Struct, frozen=True):
    card: str
    uses: int = 0


class Shelf(State, frozen=True):
    things: tuple[Thing, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()
    kept: Thing | None = None
    notes: Mapping[str, str] = {}


def test_things_in_a_list_are_known_by_their_identity_else_by_their_place() -> None:
    shelf = Shelf(things=(Thing("lamp"), Thing("rope", 1)), pairs=((1, 2),), kept=Thing("lamp"))
    other = Shelf(things=(Thing("rope", 2), Thing("lamp")), pairs=((1, 3),), kept=Thing("rope"), notes={"a": "b"})
    assert told(GAME, shelf, other, PACK) == [
        Told("Rope", "Uses", "1", "2", (1, 2)),
        Told("Pairs", "1.", "1, 2", "1, 3"),
        Told("Kept", "Card", "Lamp", "Rope"),
        Told("Notes", "A", "none", "B"),
    ]
    assert told(GAME, shelf, replace(shelf, kept=None), PACK) == [Told("", "Kept", "Lamp", "none")]


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["fantasy_defense", "isofarian_guard", "stonebound_saga"])
def test_every_game_tells_what_changes_while_it_is_played(key: str) -> None:
    played, content, source = game(key), pack(default_pack(key).hash), random.Random(7)
    set_up = played.set_up_options(content)[0]
    state = played.fold(played.decide(None, played.decision(filled(source, set_up)), content, Seeded(7)))
    first, texts = state, set()
    for _ in range(60):
        move = play_on(played, state, content, source, policy=likely_first)
        if move is None:
            break
        after = played.fold(move[1], state)
        found = told(played, state, after, content)
        assert differences(state, after) or state == after
        texts |= {f"{each.group}: {each.label}" for each in found}
        state = after
    assert all(each.label and (each.was or each.gained or each.lost) for each in told(played, first, state, content))
    assert len(texts) > 5
    assert not [text for text in texts if "_" in text]
