"""The trackers of a Character: HP, MP, Threat, Corruption, Afflictions, and what follows from them (SW-GLO-001)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules.encounters_shattered_wastes import events as e
from rules.encounters_shattered_wastes.book import WastesTurn, book
from rules.encounters_shattered_wastes.derived import can_pay, max_hp, max_mp
from rules.encounters_shattered_wastes.fates import remove, shatter
from rules.encounters_shattered_wastes.luck import Reported, drawn
from rules.encounters_shattered_wastes.state import THREAT_LIMIT, Character, Position, with_character, without
from rules.encounters_shattered_wastes.steps import Stat
from rules.kernel import Refused

_GAINED: dict[Stat, Callable[..., Any]] = {
    "hp": e.HpGained,
    "mp": e.MpGained,
    "threat": e.ThreatGained,
    "corruption": e.CorruptionGained,
}
_REDUCED: dict[Stat, Callable[..., Any]] = {
    "hp": e.HpReduced,
    "mp": e.MpReduced,
    "threat": e.ThreatReduced,
    "corruption": e.CorruptionReduced,
}


def value_of(character: Character, stat: Stat) -> int | None:
    """Where a tracker stands; ``None`` where the Character has none (MP while Shattered, Corruption otherwise)."""
    found: int | None = getattr(character, stat)
    return found


def most(character: Character, stat: Stat) -> int | None:
    """How far a tracker goes; Corruption has no end (SW-SET-012, SW-SET-013, SW-COR-001)."""
    return {"hp": max_hp(character), "mp": max_mp(character), "threat": THREAT_LIMIT, "corruption": None}[stat]


def gain(turn: WastesTurn, name: str, stat: Stat, amount: int) -> int:
    """Raise a tracker within its bounds.

    :returns: by how much
    """
    character = turn.state.characters[name]
    was, top = value_of(character, stat), most(character, stat)
    if was is None:
        return 0
    now = was + amount if top is None else max(was, min(was + amount, top))
    if now > was:
        turn.emit(_GAINED[stat](character=name, amount=now - was, now=now))
        _judge_threat(turn, name)
    return now - was


def lower(turn: WastesTurn, name: str, stat: Stat, amount: int) -> int:
    """Lower a tracker, not below 0 (SW-REV-003, SW-THR-005).

    :returns: by how much
    """
    was = value_of(turn.state.characters[name], stat)
    if was is None:
        return 0
    now = max(was - amount, 0)
    if now < was:
        turn.emit(_REDUCED[stat](character=name, amount=was - now, now=now))
    return was - now


def set_to(turn: WastesTurn, name: str, stat: Stat, value: int | None) -> None:
    """Set a tracker to a value within its bounds, ``None``: as far as it goes (SW-GLO-002)."""
    character = turn.state.characters[name]
    was, top = value_of(character, stat), most(character, stat)
    if was is None:
        return
    now = max(was if value is None else value, 0) if top is None else max(min(top if value is None else value, top), 0)
    if now != was:
        turn.emit(e.StatSet(character=name, stat=stat, was=was, now=now))
        _judge_threat(turn, name)


def pay(turn: WastesTurn, name: str, cost: int, rule: str = "SW-ABL-004") -> None:
    """Pay a cost in MP, or while Shattered by adding it to Corruption (SW-ABL-014, SW-RCL-005).

    :raises Refused: ``not_enough_mp``
    """
    character = turn.state.characters[name]
    if not can_pay(character, cost):
        raise Refused("not_enough_mp", f"That costs {cost} MP; there are {character.mp or 0}.", rule=rule)
    if cost and character.corruption is not None:
        turn.emit(e.CorruptionGained(character=name, amount=cost, now=character.corruption + cost))
    elif cost:
        turn.emit(e.MpSpent(character=name, amount=cost, now=(character.mp or 0) - cost))


def afflict(turn: WastesTurn, name: str, count: int, reported: Reported) -> None:
    """Draw Afflictions; from an empty deck none is gained (SW-REV-004, SW-REV-012)."""
    cards = drawn(turn, "affliction_deck", turn.state.affliction_deck, count, reported)
    if cards:
        turn.emit(e.AfflictionGained(character=name, cards=cards))


def cure(turn: WastesTurn, name: str, cards: tuple[str, ...]) -> None:
    """Put Afflictions under their deck (SW-REC-004, SW-REV-012)."""
    if cards:
        turn.emit(e.AfflictionRemoved(character=name, cards=cards))


def _judge_threat(turn: WastesTurn, name: str) -> None:
    """At 12 Threat a Heroic Character Shatters, a Shattered one succumbs, a Reclaimed one is removed: at once
    (SW-THR-002, SW-THR-003, SW-THR-004, SW-THR-006)."""
    character = turn.state.characters[name]
    if character.threat < THREAT_LIMIT:
        return
    if character.state == "heroic":
        shatter(turn, name, "threat")
    else:
        remove(turn, name, "threat")


def judge_corruption(turn: WastesTurn, name: str) -> None:
    """A Shattered Character at or above its limit succumbs (SW-COR-002)."""
    character = turn.state.characters[name]
    corruption, limit = character.corruption, character.shattered_side.corruption_limit
    if character.on_board and corruption is not None and corruption >= limit:
        remove(turn, name, "corruption")


def _moved(stat: Stat) -> Callable[[Position, Any], Position]:
    def evolve(state: Position, event: Any) -> Position:
        return with_character(state, event.character, **{stat: event.now})

    return evolve


for _stat in _GAINED:
    book.evolves(_GAINED[_stat])(_moved(_stat))  # type: ignore[arg-type]
    book.evolves(_REDUCED[_stat])(_moved(_stat))  # type: ignore[arg-type]
book.evolves(e.MpSpent)(_moved("mp"))


@book.evolves(e.StatSet)
def _stat_set(state: Position, event: e.StatSet) -> Position:
    return with_character(state, event.character, **{event.stat: event.now})


@book.evolves(e.AfflictionGained)
def _affliction_gained(state: Position, event: e.AfflictionGained) -> Position:
    deck = state.affliction_deck
    for card in event.cards:
        deck = deck.without(card)
    held = state.characters[event.character].afflictions + event.cards
    return with_character(replace(state, affliction_deck=deck), event.character, afflictions=held)


@book.evolves(e.AfflictionRemoved)
def _affliction_removed(state: Position, event: e.AfflictionRemoved) -> Position:
    left = without(state.characters[event.character].afflictions, *event.cards)
    state = replace(state, affliction_deck=state.affliction_deck.underneath(*event.cards))
    return with_character(state, event.character, afflictions=left)
