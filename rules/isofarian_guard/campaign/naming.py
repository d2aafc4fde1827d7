"""What people call what stands in a position, where differences of positions are told."""

from __future__ import annotations

from collections.abc import Mapping

from rules.isofarian_guard.campaign.lookup import labels
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import words

FIELD_WORDS: Mapping[str, str | None] = {
    "ap": "AP",
    "ap_active": "AP",
    "ap_exhausted": "AP exhausted",
    "at": "Place",
    "atk": "ATK",
    "base": "Base",
    "campaigns_done": "Campaigns completed",
    "cards": "",
    "control": "Played by",
    "def": "DEF",
    "drawn_chip": "Event chip drawn",
    "fight": "Battle, round by round",
    "hp": "HP",
    "hp_max": "HP at most",
    "known": "Abilities unlocked",
    "learned": None,
    "materials": None,
    "opened_nodes": "Nodes opened",
    "pending": "Cards that wait for a slot",
    "pile": "Pile of dropped cards",
    "region_cubes": "Purple cubes",
    "save_sheet": None,
    "skills": "Skills unlocked",
    "start": None,
    "tools": None,
}
"""What the fields of a position are called where their own words will not do."""


def names(pack: IsofarianPack) -> Mapping[str, str]:
    """Labels of the pack, and nodes by their numbers where they have none."""
    return {**{ref: _node(ref) for ref in pack.nodes}, **labels(pack)}


def _node(ref: str) -> str:
    area, _, name = ref.partition("/")
    return f"Node {name}" if area == "main" else f"{words(area).title()}: {words(name).lower()}"
