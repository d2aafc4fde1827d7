"""How the rows of Fantasy Defense lie on its board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def gate_rows(rows: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The row of gates of each player: ``player`` and the rows of its gates from left to right."""
    return [
        {"player": row["player"], "gates": [rows[f"gate.{gate}"] for gate in row["gates"]]}
        for key, row in rows.items()
        if key.startswith("row.")
    ]
