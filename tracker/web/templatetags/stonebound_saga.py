"""How the rows of The Stonebound Saga lie on its board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def board_lines(rows: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The lines of the board from the top: ``number`` and ``spaces``, each with its ``at`` and what is there."""
    table = rows["table"]
    return [
        {
            "number": row,
            "spaces": [
                {"at": f"{column},{row}", "there": rows.get(f"space.{column},{row}")}
                for column in range(1, table["columns"] + 1)
            ],
        }
        for row in range(1, table["rows"] + 1)
    ]


@register.filter
def board_columns(rows: Mapping[str, Any]) -> range:
    """The numbers of the columns."""
    return range(1, rows["table"]["columns"] + 1)


@register.filter
def terrain_there(rows: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The spaces on which terrain lies."""
    return [row for name, row in rows.items() if name.startswith("space.") and row["terrain"]]


@register.filter
def players_of(rows: Mapping[str, Any], team: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The rows of a team's players, in seat order."""
    return [rows[f"player.{player}"] for player in team["players"]]


@register.filter
def characters_of(rows: Mapping[str, Any], player: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The rows of a player's characters, in roster order."""
    return [rows[f"character.{name}"] for name in player["characters"]]
