"""How the rows of Encounters: Shattered Wastes lie on its board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def areas(rows: Mapping[str, Any]) -> list[Any]:
    """The five Areas, in their order."""
    return [row for key, row in rows.items() if key.startswith("area.")]


@register.filter
def characters(rows: Mapping[str, Any]) -> list[Any]:
    """The Characters, in the order in which they were chosen."""
    return [row for key, row in rows.items() if key.startswith("character.")]
