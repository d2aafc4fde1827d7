"""Combat chips: what their names say, where they lie, and where they go when they are swept.

A chip's name spells out color, kind and value (``black_sword_2``, ``red_fear``), so that nothing here needs a pack.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from rules.kernel import Bag

Filter = str | tuple[str, ...]
"""A chip id, a color, a kind, ``positive``, ``negative``, ``status``, ``resource``, ``any``, or several of these."""

CHIPS: Final = (
    "black_sword_1", "black_sword_2", "black_shield_1", "black_shield_2",
    "green_sword_1", "green_shield_1", "green_evasion", "green_heart", "green_strengthen", "green_bolster",
    "purple_combo", "purple_evasion", "purple_heart", "purple_corruption", "purple_freeze", "purple_poison",
    "red_weaken", "red_break", "red_fear", "red_seal", "red_stun", "red_upkeep",
)  # fmt: skip
"""Every chip that lies in a bag (ISO-CHIP-001); the Aggro Chip never does (ISO-AGG-005)."""

ORDER: Final[Mapping[str, int]] = {chip: place for place, chip in enumerate(CHIPS)}
EVASIONS: Final = ("green_evasion", "purple_evasion")
RESOURCE_KINDS: Final = frozenset({"sword", "shield", "combo"})
POSITIVE_KINDS: Final = frozenset({"evasion", "heart", "strengthen", "bolster"})
NEGATIVE_KINDS: Final = frozenset(
    {"corruption", "freeze", "poison", "weaken", "break", "fear", "seal", "stun", "upkeep"}
)
CHIP_LIMIT: Final = 5
"""Chips of one type (same symbol, same color) that a guard may own at once (ISO-LIM-001, ISO-LIM-002)."""


@cache
def color(chip: str) -> str:
    """Black, green, purple or red (ISO-CHIP-001)."""
    return chip.partition("_")[0]


@cache
def kind(chip: str) -> str:
    """The symbol: ``sword``, ``combo``, ``fear`` ..."""
    return chip.split("_")[1]


@cache
def is_resource(chip: str) -> bool:
    """Whether it pays Sword or Shield costs; status chips do not (ISO-RES-013)."""
    return kind(chip) in RESOURCE_KINDS


@cache
def is_negative(chip: str) -> bool:
    """Whether it lies in the negative status area (ISO-CHIP-006)."""
    return kind(chip) in NEGATIVE_KINDS


@cache
def worth(chip: str) -> tuple[int, int]:
    """Swords and Shields that a resource chip gives; a Combo Chip gives one of each at once (ISO-RES-002)."""
    symbol = kind(chip)
    if symbol == "combo":
        return 1, 1
    value = int(chip[-1])
    return (value, 0) if symbol == "sword" else (0, value)


@cache
def area_of(chip: str) -> str:
    """Where an active chip lies: ``drawn`` for resources, else ``positive`` or ``negative`` (ISO-CHIP-007)."""
    if is_resource(chip):
        return "drawn"
    return "negative" if is_negative(chip) else "positive"


@cache
def swept_to(chip: str) -> str:
    """Where a chip of a guard goes when it is swept: black and purple to the discard area, green and red to the supply
    (ISO-CHIP-002 to ISO-CHIP-005)."""
    return "discard" if color(chip) in ("black", "purple") else "supply"


@cache
def matches(wanted: Filter, chip: str) -> bool:
    """Whether a chip passes a filter. ``sword`` and ``shield`` never match a Combo Chip (ISO-CHIP-010,
    ISO-CHIP-026)."""
    if not isinstance(wanted, str):
        return any(matches(one, chip) for one in wanted)
    if wanted in ("any", chip, color(chip), kind(chip)):
        return True
    return {
        "positive": kind(chip) in POSITIVE_KINDS,
        "negative": is_negative(chip),
        "status": not is_resource(chip),
        "resource": is_resource(chip),
    }.get(wanted, False)


def known_filter(wanted: Filter) -> bool:
    """Whether a filter says something: a pack that names another is invalid."""
    if not isinstance(wanted, str):
        return bool(wanted) and all(known_filter(one) for one in wanted)
    groups = ("any", "positive", "negative", "status", "resource", "black", "green", "purple", "red")
    return wanted in CHIPS or wanted in groups or any(wanted == kind(chip) for chip in CHIPS)


def matching(contents: Bag, wanted: Filter) -> Bag:
    """The chips of an area that pass a filter."""
    return {chip: count for chip, count in contents.items() if matches(wanted, chip)}


def count(contents: Bag, wanted: Filter) -> int:
    """How many chips of an area pass a filter."""
    return sum(number for chip, number in contents.items() if matches(wanted, chip))


def in_order(contents: Bag) -> list[str]:
    """The chips of an area one by one, in the printed order of the chips."""
    return [chip for chip in sorted(contents, key=ORDER.__getitem__) for _ in range(contents[chip])]
