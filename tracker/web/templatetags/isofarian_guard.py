"""How the rows of The Isofarian Guard lie on its pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def guards(rows: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The guards of the party in order, as they stand in the battle where one is fought, each with the names under
    which its figures are watched."""
    return [_guard(rows, row) for key, row in rows.items() if key.startswith("guard.")]


def _guard(rows: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
    name = row["guard"]
    fighter = rows.get(f"fighter.{name}")
    now = {"hp": fighter["hp"], "hp_max": fighter["hp_max"], "ap": fighter["ap"]["n"]} if fighter else {}
    return {**row, **now, "watch_hp": f"hp-{name}", "watch_ap": f"ap-{name}"}


@register.filter
def absolute(value: int) -> int:
    """A number without its sign."""
    return abs(value)
