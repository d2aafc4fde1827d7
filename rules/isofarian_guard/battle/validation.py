"""What is wrong with card text that can be decoded: words that mean nothing where they stand (BL-095, BL-112)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.isofarian_guard.battle.amounts import CRITERIA, ENEMY_WORDS, GUARD_WORDS, Another, ChipInBag, Words
from rules.isofarian_guard.battle.chips import CHIPS, known_filter
from rules.isofarian_guard.battle.effects import AddEnemy, AddToBag, Choose, ChooseTarget, Gain


def faults(text: Any, *, enemy: bool) -> Iterator[str]:
    """Selectors, chips and targeting criteria that do not exist, and choices that cannot be made.

    :param text: effects, static effects or reactions
    :param enemy: it stands on an AI card and speaks from the enemy's side (ISO-AI-014)
    """
    for one in every(text):
        yield from _selectors(one, ENEMY_WORDS if enemy else GUARD_WORDS)
        if isinstance(one, Another) and not enemy:
            yield "only an enemy's card speaks of another enemy of its type"
        yield from _chips(one)
        if isinstance(one, ChooseTarget):
            unknown = [name for name in one.by if not isinstance(name, ChipInBag) and name not in CRITERIA]
            yield from (f"there is no targeting criterion {name!r}" for name in unknown)
        if isinstance(one, Choose) and not 1 <= one.pick <= len(one.options):
            yield f"{one.pick} of {len(one.options)} options cannot be picked"


def _selectors(one: Words, known: frozenset[str]) -> Iterator[str]:
    for field in ("who", "count", "has_aggro", "fallen"):
        who = getattr(one, field, None)
        if isinstance(who, str) and who not in known:
            yield f"there is no selector {who!r} here"


def _chips(one: Words) -> Iterator[str]:
    for field in ("chip", "chips", "chip_in_bag"):
        wanted = getattr(one, field, None)
        if not isinstance(wanted, str | tuple):
            continue
        single = isinstance(one, AddToBag | Gain)
        if not known_filter(wanted) or (single and wanted not in CHIPS):
            yield f"there is no chip {wanted!r}"


def summoned(text: Any) -> Iterator[str]:
    """The enemy types that effects let join the battle."""
    return (one.type for one in every(text) if isinstance(one, AddEnemy))


def every(text: Any) -> Iterator[Words]:
    """Everything in the card language that stands somewhere within."""
    if isinstance(text, Words):
        yield text
        for name in text.__struct_fields__:
            yield from every(getattr(text, name))
    elif isinstance(text, Mapping):
        for inner in text.values():
            yield from every(inner)
    elif isinstance(text, tuple):
        for inner in text:
            yield from every(inner)
