"""How the rows of Artisans of Splendent Vale lie on its board of hexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from math import cos, pi, sin, sqrt
from typing import Any

from django import template

register = template.Library()

SIZE = 24
"""From the middle of a space to its corners."""
WIDE = sqrt(3) * SIZE
TERRAIN = {"difficult": "difficult terrain", "pits": "pit", "impassable": "impassable", "paw": "paw space"}
"""Kinds of spaces by the field that lists them."""
OUTLINE = " ".join(f"{SIZE * sin(pi / 3 * n):.1f},{-SIZE * cos(pi / 3 * n):.1f}" for n in range(6))

Hex = Sequence[int]
Rows = Mapping[str, Any]


@register.filter
def hex_board(rows: Rows) -> dict[str, Any]:
    """The board as a picture: ``view`` box, ``across``, the spaces of its widest row, the ``outline`` of a space,
    ``spaces``, ``borders``, ``tokens``, and ``legend``, the kinds of spaces that occur."""
    board = rows["board"]
    radius = board["radius"]
    reach = range(-radius, radius + 1)
    kinds: dict[tuple[int, ...], list[str]] = {}
    for kind in TERRAIN:
        for at in board[kind]:
            kinds.setdefault(tuple(at), []).append(kind)
    glyphs = {tuple(each["at"]): each for each in board["glyphs"]}
    standing = _standing(rows)
    spaces = [
        _space((q, r), kinds.get((q, r), []), glyphs.get((q, r)), standing.get((q, r), []))
        for r in reach
        for q in reach
        if abs(q + r) <= radius
    ]
    width, height = WIDE * (2 * radius + 1) + 4, SIZE * (3 * radius + 2) + 4
    return {
        "view": f"{-width / 2:.1f} {-height / 2:.1f} {width:.1f} {height:.1f}",
        "across": 2 * radius + 1,
        "outline": OUTLINE,
        "spaces": spaces,
        "borders": [_border(each["high"], each["low"]) for each in board["elevation"]],
        "tokens": [token for here in standing.values() for token in _tokens(here)],
        "legend": [
            *({"kind": kind, "words": said.capitalize()} for kind, said in TERRAIN.items() if board[kind]),
            *([{"kind": "elevation", "words": "Elevation: teeth point down"}] if board["elevation"] else []),
        ],
    }


def _middle(at: Hex) -> tuple[float, float]:
    q, r = at
    return WIDE * (q + r / 2), SIZE * 1.5 * r


def _space(at: Hex, kinds: list[str], glyph: Any, here: list[Any]) -> dict[str, Any]:
    x, y = _middle(at)
    told = [f"Space {at[0]},{at[1]}", *(TERRAIN[kind] for kind in kinds)]
    if glyph:
        told.append(f"{glyph['glyph']} {glyph['number']}")
    return {
        "at": f"{at[0]},{at[1]}",
        "x": round(x, 1),
        "y": round(y, 1),
        "kinds": kinds,
        "glyph": glyph,
        "taken": bool(here),
        "title": ", ".join([*told, *(unit["name"] for unit in here)]),
    }


def _border(high: Hex, low: Hex) -> dict[str, str]:
    """The edge between two spaces with teeth that point to the lower one."""
    (x1, y1), (x2, y2) = _middle(high), _middle(low)
    away = (x2 - x1) / WIDE, (y2 - y1) / WIDE
    along = -away[1], away[0]
    x, y = (x1 + x2) / 2, (y1 + y2) / 2

    def point(far: float, down: float) -> str:
        return f"{x + along[0] * far + away[0] * down:.1f},{y + along[1] * far + away[1] * down:.1f}"

    half, tooth = SIZE / 2, SIZE / 6
    teeth = [point(-half + 2 * tooth * n + tooth, 5) + " " + point(-half + 2 * tooth * (n + 1), 0) for n in range(3)]
    return {"points": f"{point(-half, 0)} {' '.join(teeth)}"}


def _standing(rows: Rows) -> dict[tuple[int, ...], list[Any]]:
    """The units on the board by their spaces."""
    units = [row for key, row in rows.items() if key.startswith("unit.") and row["place"] and not row["defeated"]]
    units.sort(key=lambda row: row["place"])
    return {tuple(at): list(here) for at, here in groupby(units, key=lambda row: row["place"])}


def _tokens(here: list[Any]) -> Iterable[dict[str, Any]]:
    """Tokens of the units of one space: one in the middle, two side by side and smaller."""
    x, y = _middle(here[0]["place"])
    step = WIDE * 0.46
    for place, unit in enumerate(here):
        left = (place - (len(here) - 1) / 2) * step
        scale = 1 if len(here) == 1 else 0.68
        yield {"unit": unit, "x": round(x + left, 1), "y": round(y, 1), "scale": scale}


@register.filter
def units_of(rows: Rows, portrait: Rows) -> list[Any]:
    """The rows of the units that act at a portrait."""
    return [rows[f"unit.{unit}"] for unit in portrait["units"]]


@register.filter
def group_at(rows: Rows, portrait: Rows) -> Any:
    """The row of the group that acts at a portrait, where it is one."""
    return rows.get(f"group.{portrait['group']}")


@register.filter
def sheet_of(rows: Rows, unit: Rows) -> Any:
    """The row with the damage of a character or companion."""
    return rows.get(f"character.{unit['id']}") or rows.get(f"companion.{unit['id']}")


@register.filter
def characters(rows: Rows) -> list[Any]:
    """The rows of the played characters."""
    return [rows[f"character.{name}"] for name in rows["table"]["characters"]]


@register.filter
def companions_of(rows: Rows, character: Rows) -> list[Any]:
    """The rows of a character's companions."""
    return [rows[f"companion.{name}"] for name in character["companions"]]
