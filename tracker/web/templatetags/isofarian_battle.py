"""How the rows of a battle lie on its page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import template

register = template.Library()
Rows = Mapping[str, Any]

CUBES_SHOWN = 12
"""Cubes that are drawn one by one; the words say the number in any case."""


# ---- rows


@register.filter
def fighters(rows: Rows) -> list[Any]:
    """The guards in party order."""
    return [row for key, row in rows.items() if key.startswith("fighter.")]


@register.filter
def foes(rows: Rows) -> list[Any]:
    """The enemies in slot order, empty slots left out."""
    return [row for key, row in rows.items() if key.startswith("foe.") and not row["empty"]]


@register.filter
def enemy_grid(rows: Rows) -> list[dict[str, Any]]:
    """The grid from the far row to the near one: ``name`` and ``slots``. A back row without enemies is left out."""
    named = zip(("Back row", "Front row"), rows["fight"]["grid"], strict=True)
    lines = [{"name": name, "slots": [rows[f"foe.{slot}"] for slot in slots]} for name, slots in named]
    return [line for line in lines if line["name"] == "Front row" or not all(foe["empty"] for foe in line["slots"])]


@register.filter
def acting_fighter(rows: Rows) -> Any:
    """The guard whose activation it is, or nothing."""
    return next((each for each in fighters(rows) if each["turn"] == "acting"), None)


@register.filter
def acting_foe(rows: Rows) -> Any:
    """The enemy that acts or is next to act, or nothing."""
    return next((each for each in foes(rows) if each["turn"] in ("acting", "next")), None)


@register.filter
def hand_words(fighter: Mapping[str, Any]) -> str:
    """What the drawn chips give: ``2 Swords, 1 Shield``."""
    given = (("Sword", fighter["swords"]), ("Shield", fighter["shields"]))
    return ", ".join(f"{n} {name}{'' if n == 1 else 's'}" for name, n in given if n)


@register.filter
def times(number: int) -> range:
    """So many times."""
    return range(number)


# ---- pieces


@register.inclusion_tag("isofarian_guard/battle/health.html")
def health(name: str, hp: int, most: int, watch: str) -> dict[str, Any]:
    """HP as a bar with its numbers. ``watch`` names it, so that a changed value is marked and announced."""
    share = max(2, min(100, round(100 * hp / most))) if hp and most else 0
    return {"name": name, "hp": hp, "most": most, "share": share, "watch": watch, "low": hp * 4 <= most}


@register.inclusion_tag("isofarian_guard/battle/figure.html")
def figure(label: str, figure: Mapping[str, Any], icon: str) -> dict[str, Any]:
    """ATK or DEF, which opens to its sum."""
    return {"label": label, "figure": figure, "icon": icon}


@register.inclusion_tag("isofarian_guard/battle/cubes.html")
def cubes(ap: Mapping[str, int], blue: int) -> dict[str, Any]:
    """AP and blue cubes: spent ones are hollow."""
    names = ("gray", "green", "gray_spent", "green_spent")
    said = [f"{ap['gray']} gray and {ap['green']} green AP"]
    spent = ap["gray_spent"] + ap["green_spent"]
    said += [f"{spent} exhausted"] if spent else []
    said += [f"{blue} blue cube{'' if blue == 1 else 's'}"] if blue else []
    listed = [name.replace("_", " ") for name in names for _ in range(ap[name])]
    return {"cubes": listed[:CUBES_SHOWN], "blue": range(min(blue, CUBES_SHOWN)), "said": ", ".join(said)}


@register.inclusion_tag("isofarian_guard/battle/area.html")
def area(label: str, chips: Sequence[Mapping[str, Any]], note: str = "") -> dict[str, Any]:
    """An area of a dashboard with its chips; nothing while it is empty."""
    return {"label": label, "chips": chips, "note": note}


@register.inclusion_tag("isofarian_guard/battle/pile.html")
def pile(label: str, chips: Sequence[Mapping[str, Any]], number: int | None = None, icon: str = "") -> dict[str, Any]:
    """A bag or the discard area: how many chips, and on a tap which."""
    total = sum(each["n"] for each in chips) if number is None else number
    return {"label": label, "chips": chips, "number": total, "icon": icon}


@register.inclusion_tag("isofarian_guard/battle/price.html")
def price(cost: Sequence[Mapping[str, Any]] | str | None = (), ap: int | str | None = None) -> dict[str, Any]:
    """What a card costs in chips and AP; ``None``: nobody has entered it. A card without a price (empty) shows none."""
    return {"cost": [] if cost == "" else cost, "ap": None if ap == "" else ap}
