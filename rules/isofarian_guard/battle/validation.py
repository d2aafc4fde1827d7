"""What is wrong with card text that can be decoded: words that mean nothing where they stand (BL-095, BL-112)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from rules.isofarian_guard.battle.amounts import (
    CRITERIA,
    ENEMY_WORDS,
    GUARD_WORDS,
    Another,
    ChipInBag,
    Condition,
    Words,
)
from rules.isofarian_guard.battle.chips import CHIPS, Filter, known_filter, matches
from rules.isofarian_guard.battle.effects import (
    AbilityBlock,
    ActivateCard,
    AddEnemy,
    AddToBag,
    Choose,
    ChooseTarget,
    EndTurn,
    FlipCard,
    Gain,
    ReadyGem,
    Redraw,
    TriggerKeyword,
)

MOST: Final = 99
"""The greatest number that cards say."""
GUARDS_OPERATIONS: Final = (FlipCard, ActivateCard, TriggerKeyword, ReadyGem, Redraw)
"""What only cards of guards do."""
ENEMYS_OPERATIONS: Final = (AbilityBlock, ChooseTarget, EndTurn)
"""What only AI cards do."""


def faults(text: Any, *, enemy: bool, flips: bool = True, path: str = "") -> Iterator[tuple[str, str]]:
    """Selectors, chips and targeting criteria that do not exist, operations that belong on other cards, and choices
    that cannot be made: the place of each and what is wrong there.

    :param text: effects, static effects or reactions
    :param enemy: it stands on an AI card and speaks from the enemy's side (ISO-AI-014)
    :param flips: its card has another side
    :param path: where the text stands
    """
    for place, one in _placed(text, path):
        yield from ((f"{place}.op", fault) for fault in _misplaced(one, enemy=enemy, flips=flips))
        known = ENEMY_WORDS if enemy else GUARD_WORDS
        yield from ((f"{place}.{field}", fault) for field, fault in _selectors(one, known))
        yield from ((f"{place}.{field}", fault) for field, fault in _chips(one))
        yield from ((f"{place}.{field}", fault) for field, fault in _numbers(one))
        if isinstance(one, Another) and not enemy:
            yield place, "only an enemy's card speaks of another enemy of its type"
        if isinstance(one, ChooseTarget):
            unknown = [name for name in one.by if not isinstance(name, ChipInBag) and name not in CRITERIA]
            yield from ((f"{place}.by", f"there is no targeting criterion {name!r}") for name in unknown)
        if isinstance(one, Condition) and () in (one.all_, one.any_):
            yield place, "say at least one condition"
        if isinstance(one, Choose) and not 1 <= one.pick <= len(one.options):
            yield f"{place}.pick", f"{one.pick} of {len(one.options)} options cannot be picked"


def _misplaced(one: Words, *, enemy: bool, flips: bool) -> Iterator[str]:
    if enemy and isinstance(one, GUARDS_OPERATIONS):
        yield "only cards of guards do that"
    elif not enemy and isinstance(one, ENEMYS_OPERATIONS):
        yield "only AI cards do that"
    elif isinstance(one, FlipCard) and one.which == "this" and not flips:
        yield "only a Guard Ability Card has another side; say which: chosen"


def _selectors(one: Words, known: frozenset[str]) -> Iterator[tuple[str, str]]:
    for field in ("who", "count", "has_aggro", "fallen"):
        who = getattr(one, field, None)
        if isinstance(who, str) and who not in known:
            yield field, f"nobody is called {who!r} here; possible are {', '.join(sorted(known))}"


def _chips(one: Words) -> Iterator[tuple[str, str]]:
    for field in ("chip", "chips", "chip_in_bag"):
        wanted = getattr(one, field, None)
        if not isinstance(wanted, str | tuple):
            continue
        if not known_filter(wanted):
            yield field, f"there is no chip {wanted!r}"
        elif isinstance(one, AddToBag | Gain) and wanted not in CHIPS:
            yield field, f"one certain chip has to be named, such as {_example(wanted)}; found {wanted!r}"


def _numbers(one: Words) -> Iterator[tuple[str, str]]:
    for field, value in zip(one.__struct_encode_fields__, msgspec.structs.astuple(one), strict=True):
        values = value if isinstance(value, tuple) else (value,)
        if any(isinstance(n, int) and abs(n) > MOST for n in values):
            yield field, f"no card says more than {MOST}"


def _example(wanted: Filter) -> str:
    return next((chip for chip in CHIPS if matches(wanted, chip)), CHIPS[0])


def summoned(text: Any) -> Iterator[str]:
    """The enemy types that effects let join the battle."""
    return (one.type for _, one in _placed(text, "") if isinstance(one, AddEnemy))


def _placed(text: Any, path: str) -> Iterator[tuple[str, Words]]:
    """Everything in the card language that stands somewhere within, with its place."""
    if isinstance(text, Words):
        yield path, text
        steps = zip(
            text.__struct_encode_fields__, (getattr(text, name) for name in text.__struct_fields__), strict=True
        )
    elif isinstance(text, Mapping):
        steps = zip(text.keys(), text.values(), strict=True)
    elif isinstance(text, tuple):
        steps = zip((str(place) for place in range(len(text))), text, strict=True)
    else:
        return
    for step, inner in steps:
        yield from _placed(inner, f"{path}.{step}" if path else step)
