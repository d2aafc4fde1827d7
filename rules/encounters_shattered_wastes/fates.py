"""What becomes of a Character: Shattered, removed from the board, Reclaimed."""

from __future__ import annotations

from collections import defaultdict
from typing import Literal

from msgspec.structs import replace

from rules.encounters_shattered_wastes import events as e
from rules.encounters_shattered_wastes.book import WastesTurn, a_space, book
from rules.encounters_shattered_wastes.luck import Reported, drawn
from rules.encounters_shattered_wastes.pack import WastesPack
from rules.encounters_shattered_wastes.state import (
    ABILITY_DECKS,
    RECLAIM_DRAW,
    Because,
    Character,
    Position,
    occupant,
    on_board,
    returned,
    with_character,
)
from rules.encounters_shattered_wastes.state import drawn as taken
from rules.kernel import Refused


def shatter(turn: WastesTurn, name: str, by: Literal["threat", "choice"]) -> None:
    """Turn a Character to its Shattered side: HP as printed there, Threat 0, Corruption 0, no Afflictions; Abilities
    and Items go under their decks and Shattered Abilities are drawn; Relics, space and actions stay (SW-SHT-002 to
    SW-SHT-011).

    Luck: ``deck.shattered``.
    """
    character = turn.state.characters[name]
    back = _by_deck(turn.pack, (*character.abilities, *character.items))
    deck = returned(turn.state.decks, back)["shattered"]
    cards = drawn(turn, "deck.shattered", deck, character.shattered_side.draws, Reported({}))
    turn.emit(
        e.CharacterShattered(
            character=name,
            by=by,
            hp=character.shattered_side.max_hp,
            returned=back,
            afflictions=character.afflictions,
            drawn=cards,
        )
    )


def remove(turn: WastesTurn, name: str, because: Because) -> None:
    """Take a Character off the board: a Shattered one succumbs (SW-COR-007). Its activation ends at once (SW-ACT-014);
    with the last Character the players lose at once (SW-RND-004, SW-RND-006)."""
    if turn.state.characters[name].state == "shattered":
        turn.emit(e.CharacterSuccumbed(character=name, because=because))
    turn.emit(e.CharacterRemoved(character=name, because=because))
    if turn.state.active == name:
        turn.emit(e.ActivationEnded(character=name))
    if not on_board(turn.state):
        turn.emit(e.EncounterLost(round=turn.state.round))


def judge_reclaim(turn: WastesTurn, name: str, draw: tuple[str, ...], space: str | None) -> None:
    """Judge that a Character can be Reclaimed (SW-RCL-004, SW-RCL-007, SW-RCL-008).

    :raises Refused: ``not_shattered``, ``no_such_space``, ``space_occupied`` or ``must_draw_three``
    """
    state = turn.state
    character = state.characters.get(name)
    if character is None or character.state != "shattered":
        raise Refused("not_shattered", "Only a Shattered Character can be Reclaimed.", rule="SW-RCL-007")
    if not character.on_board and occupant(state, a_space(space or "")) is not None:
        raise Refused("space_occupied", "Somebody stands there.", rule="SW-RCL-008")
    if len(draw) != RECLAIM_DRAW or any(deck not in ABILITY_DECKS for deck in draw):
        raise Refused("must_draw_three", "Name 3 Ability decks to draw from.", rule="SW-RCL-004")
    decks = returned(state.decks, _by_deck(turn.pack, character.abilities))
    if any(decks[deck].size < draw.count(deck) for deck in draw):
        raise Refused("must_draw_three", "One of those decks has too few cards.", rule="SW-RCL-004")


def reclaim(turn: WastesTurn, name: str, draw: tuple[str, ...], space: str | None) -> None:
    """Reclaim a Shattered Character: back on its Heroic side with full HP and MP, Threat 0 and 3 new Abilities;
    Afflictions stay, and whether it has activated (SW-RCL-001 to SW-RCL-010).

    Luck: ``deck.martial`` and the like, in the order in which they are named.
    """
    judge_reclaim(turn, name, draw, space)
    character = turn.state.characters[name]
    back = _by_deck(turn.pack, character.abilities)
    decks = returned(turn.state.decks, back)
    found: dict[str, tuple[str, ...]] = {}
    for deck in draw:
        cards = drawn(turn, f"deck.{deck}", decks[deck], 1, Reported({}))
        decks = taken(decks, {deck: cards})
        found[deck] = (*found.get(deck, ()), *cards)
    turn.emit(
        e.CharacterReclaimed(
            character=name,
            hp=character.heroic_side.max_hp,
            mp=character.heroic_side.max_mp,
            space=None if character.on_board else space,
            returned=back,
            drawn=found,
        )
    )


def _by_deck(pack: WastesPack, cards: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    decks: dict[str, list[str]] = defaultdict(list)
    for card in cards:
        decks[pack.deck_of(card)].append(card)
    return {deck: tuple(held) for deck, held in decks.items()}


@book.evolves(e.CharacterShattered)
def _character_shattered(state: Position, event: e.CharacterShattered) -> Position:
    decks = taken(returned(state.decks, event.returned), {"shattered": event.drawn})
    afflictions = state.affliction_deck.underneath(*event.afflictions)
    return with_character(
        replace(state, decks=decks, affliction_deck=afflictions),
        event.character,
        state="shattered",
        hp=event.hp,
        mp=None,
        corruption=0,
        threat=0,
        abilities=event.drawn,
        items={},
        afflictions=(),
    )


@book.evolves(e.CharacterSuccumbed)
def _character_succumbed(state: Position, event: e.CharacterSuccumbed) -> Position:
    return with_character(state, event.character, removed_because=event.because)


@book.evolves(e.CharacterRemoved)
def _character_removed(state: Position, event: e.CharacterRemoved) -> Position:
    return with_character(state, event.character, on_board=False, space=None, removed_because=event.because)


@book.evolves(e.CharacterReclaimed)
def _character_reclaimed(state: Position, event: e.CharacterReclaimed) -> Position:
    character: Character = state.characters[event.character]
    state = replace(state, decks=taken(returned(state.decks, event.returned), event.drawn))
    return with_character(
        state,
        event.character,
        state="reclaimed",
        on_board=True,
        removed_because=None,
        space=event.space or character.space,
        hp=event.hp,
        mp=event.mp,
        threat=0,
        corruption=None,
        abilities=tuple(card for cards in event.drawn.values() for card in cards),
    )


@book.evolves(e.EncounterLost)
def _encounter_lost(state: Position, event: e.EncounterLost) -> Position:
    return replace(state, outcome="lost", phase="ended", pending=None, due=None, roll=None)
