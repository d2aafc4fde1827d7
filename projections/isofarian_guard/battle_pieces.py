"""Chips, sums and costs of a battle as pages show them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from projections.views import Face
from rules.isofarian_guard.battle import chips
from rules.isofarian_guard.battle.state import Ap
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Bag, words
from rules.kernel.sums import Sum

Row = dict[str, Any]

ICONS: Mapping[str, str] = {
    "sword": "sword", "shield": "shield", "evasion": "evade", "heart": "heart", "strengthen": "strike",
    "bolster": "armor", "combo": "combat", "corruption": "curse", "freeze": "snow", "poison": "poison",
    "weaken": "broken-heart", "break": "broken-shield", "fear": "ghost", "seal": "lock", "stun": "stun",
    "upkeep": "hourglass",
}  # fmt: skip
"""The symbol of each kind of chip."""


def chip_row(chip: str, number: int) -> Row:
    """A chip as a disc: its name, the color of its ring, its symbol, its worth and how many there are."""
    worth = max(chips.worth(chip)) if chips.is_resource(chip) else 0
    return {
        "id": chip,
        "name": words(chip),
        "ring": chips.color(chip),
        "icon": ICONS[chips.kind(chip)],
        "n": number,
        "count": number if number > 1 else None,
        "mark": str(worth) if worth > 1 else "",
    }


def chip_faces(pack: IsofarianPack) -> dict[str, Face]:
    """How every combat chip looks where luck may bring it: the same with any content."""
    shown = (chip_row(chip, 1) for chip in chips.CHIPS)
    return {row["id"]: Face(row["name"], row["icon"], row["ring"], row["mark"]) for row in shown}


def chip_rows(contents: Bag) -> list[Row]:
    """The chips of an area in the printed order."""
    return [chip_row(chip, contents[chip]) for chip in sorted(contents, key=chips.ORDER.__getitem__) if contents[chip]]


def sum_row(total: Sum) -> Row:
    """A derived number with its parts: those that are 0 say nothing and are left out."""
    parts = [{"value": part.value, "words": part.label} for part in total.parts if part.value]
    return {"n": total.in_use, "parts": parts, "words": total.words(), "floored": total.total < 0}


def ap_row(active: Ap, exhausted: Ap) -> Row:
    """AP cubes by color, active and exhausted."""
    return {"gray": active.gray, "green": active.green, "gray_spent": exhausted.gray, "green_spent": exhausted.green,
            "n": active.total}  # fmt: skip


def cost_row(cost: Mapping[str, int] | None) -> list[Row] | None:
    """A price in chips, ``None`` where nobody has told it."""
    if cost is None:
        return None
    return [
        {"icon": ICONS[kind if kind in ICONS else chips.kind(kind)], "n": number, "name": words(kind)}
        for kind, number in cost.items()
        if number
    ]
