"""What holds in every healthy position, whatever happened: cards are neither lost nor doubled, and the like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.encounters_shattered_wastes.derived import max_hp, max_mp
from rules.encounters_shattered_wastes.state import (
    ACTIONS,
    AREAS,
    DECKS,
    MOST_CHARACTERS,
    SPACES,
    THREAT_LIMIT,
    Character,
    Position,
    all_in_wounds,
    on_board,
)


def problems(state: Position) -> Iterator[str]:
    """The invariants that a position breaks, in words."""
    yield from _strength(state)
    yield from _cards(state)
    yield from _board(state)
    for name, character in state.characters.items():
        yield from _character(state, name, character)
    yield from _ending(state)


def strength_cards(state: Position) -> Counter[str]:
    """All Strength cards, wherever they lie (SW-CMP-003)."""
    found = Counter(state.stamina.contents)
    for deck in state.reserve.values():
        found.update(deck.contents)
    for pile in (state.fatigue, state.wounds, *state.areas.values(), (state.revealed,) if state.revealed else ()):
        found.update(pile)
    return found


def equipment(state: Position) -> Counter[str]:
    """All Abilities and Items: in decks, with Characters, drawn and not kept yet (SW-CMP-004)."""
    found: Counter[str] = Counter()
    for name in DECKS:
        if name in state.decks:
            found.update(state.decks[name].contents)
    for character in state.characters.values():
        found.update(character.abilities)
        found.update(tuple(character.items))
    for name, drafted in state.setup.drafted.items():
        kept = state.setup.kept.get(name, ())
        found.update(card for cards in drafted.values() for card in cards if card not in kept)
    return found


def _strength(state: Position) -> Iterator[str]:
    total = strength_cards(state).total()
    if total != state.strength_cards:
        yield f"{total} Strength cards are there, {state.strength_cards} were laid out."
    if set(state.areas) != set(AREAS):
        yield "The Areas are not 1 to 5."


def _cards(state: Position) -> Iterator[str]:
    for card, count in equipment(state).items():
        if count > 1:
            yield f"{card} is there {count} times."


def _board(state: Position) -> Iterator[str]:
    if len(state.characters) > MOST_CHARACTERS:
        yield f"{len(state.characters)} Characters play."
    spaces = Counter(character.space for character in state.characters.values() if character.space)
    for space, count in spaces.items():
        if count > 1:
            yield f"{count} Characters stand on {space}."
        if space not in SPACES:
            yield f"There is no space {space}."
    if state.active is not None and state.active not in on_board(state):
        yield f"{state.active} is active and not on the board."
    if state.phase in ("setup", "refresh", "defend") and state.active is not None:
        yield f"{state.active} is active outside the Action Phase."
    if state.revealed is not None and state.pending is None and state.due is None:
        yield "A revealed card was not put away."


def _character(state: Position, name: str, character: Character) -> Iterator[str]:
    if character.hp > max_hp(character):
        yield f"{name} has {character.hp} HP."
    if (character.mp is None) != (character.state == "shattered") or (character.mp or 0) > max_mp(character):
        yield f"{name} has {character.mp} MP."
    if (character.corruption is None) != (character.state != "shattered"):
        yield f"{name} has Corruption {character.corruption}."
    if character.on_board and character.threat >= THREAT_LIMIT:
        yield f"{name} is on the board with Threat {character.threat}."
    if character.on_board == (character.removed_because is not None) or (character.space and not character.on_board):
        yield f"{name} is on the board and removed at once."
    if character.actions_left > (ACTIONS if state.active == name else 0):
        yield f"{name} has {character.actions_left} actions."


def _ending(state: Position) -> Iterator[str]:
    if (state.phase == "ended") != (state.outcome is not None):
        yield f"The Encounter is in phase {state.phase} with outcome {state.outcome}."
    if state.outcome == "won" and not all_in_wounds(state):
        yield "The Encounter is won and Strength remains."
    if state.characters and not on_board(state) and state.outcome != "lost":
        yield "No Character is on the board and the Encounter is not lost."
