"""Quests: what is on the map, what may be taken up, what waits for its chapter, what is crossed off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from projections.isofarian_guard.naming import Names, begin, title
from projections.views import Row
from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.facts import SCROLLS
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.trade import Quest

GROUPS: Mapping[str, str] = {
    "here": "Under way", "active": "On the map", "suspended": "Set aside, to be taken up again",
    "open": "May be taken up", "later": "Wait for their chapter", "completed": "Crossed off",
}  # fmt: skip


def quests_page(state: Position, pack: IsofarianPack, query: Mapping[str, str]) -> Row:
    """All quests that are known, by how far they have come."""
    names = Names(pack, state)
    found: dict[str, list[Row]] = {group: [] for group in GROUPS}
    for row in _rows(state, names):
        found[row["group"]].append(row)
    return {
        "groups": [
            {"id": group, "label": label, "quests": sorted(found[group], key=lambda row: (row["city"], row["name"]))}
            for group, label in GROUPS.items()
            if found[group]
        ],
        "scrolls": derived.free_scrolls(state),
        "all_scrolls": SCROLLS,
        "chapter": state.chapter,
    }


def _rows(state: Position, names: Names) -> Iterator[Row]:
    known = lookup.quests(state, names.pack)
    markers = state.markers
    placed = {marker.quest: (kind, marker.at) for kind, marker in (
        ("narrative", markers.narrative), ("caravan", markers.caravan), *(("scroll", each) for each in markers.scrolls)
    ) if marker is not None}  # fmt: skip
    for quest in dict.fromkeys((*known, *state.quests, *placed)):
        facts = known.get(quest, Quest(kind="main"))
        progress = state.quests.get(quest)
        chip, at = placed.get(quest, ("", ""))
        yield {
            "name": names.quest(quest),
            "kind": title(facts.kind),
            "city": names.area(facts.city) if facts.city else "",
            "chapter": facts.chapter,
            "group": _group(state, quest, facts, progress.status if progress else "", placed=bool(at)),
            "scene": progress.scene if progress else 1,
            "step": progress.step if progress else 0,
            "chip": chip,
            "at": begin(names.place(at)) if at else "",
            "node": at,
        }


def _group(state: Position, quest: str, facts: Quest, status: str, *, placed: bool) -> str:
    if state.narrative is not None and state.narrative.quest == quest:
        return "here"
    if status == "completed":
        return "completed"
    if placed:
        return "active"
    if status:
        return "suspended"
    return "open" if state.chapter >= max(2, facts.chapter) or facts.kind == "main" else "later"
