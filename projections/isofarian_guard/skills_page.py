"""Skill trees as pictures: what is unlocked, what can be unlocked now, and what stands against the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from projections.isofarian_guard.naming import Names, guard
from projections.views import Row
from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.skills import open_upgrade
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.parts import SkillNode
from rules.kernel import Refused

ACROSS, DOWN, EDGE = 190, 170, 100
"""Between upgrades side by side, between levels, and around the picture."""

Tree = Mapping[str, SkillNode]
Point = tuple[int, int]


def skills_page(state: Position, pack: IsofarianPack, query: Mapping[str, str]) -> Row:
    """The trees of the party."""
    names = Names(pack, state)
    return {
        "lux": state.lux,
        "chapter": state.chapter,
        "trees": [_tree(state, names, name) for name in state.party],
    }


def _tree(state: Position, names: Names, name: str) -> Row:
    tree = lookup.skill_tree(state, names.pack, name)
    places = layout(tree)
    upgrades = [_upgrade(state, names, name, node, places) for node in places]
    return {
        "guard": name,
        "name": guard(name),
        "seat": state.players.index(state.control[name]) + 1 if state.control.get(name) in state.players else 1,
        "width": max((x for x, _ in places.values()), default=0) + EDGE,
        "height": max((y for _, y in places.values()), default=0) + EDGE,
        "upgrades": upgrades,
        "links": list(_links(tree, places, frozenset(state.guards[name].skills))),
        "open": sum(each["status"] == "open" for each in upgrades),
        "unlocked": len([each for each in upgrades if each["status"] == "unlocked" and each["id"] != "start"]),
        "known": len(tree) > 1,
    }


def _upgrade(state: Position, names: Names, name: str, node: str, places: Mapping[str, Point]) -> Row:
    facts = lookup.skill_tree(state, names.pack, name)[node]
    status, why = _status(state, names.pack, name, node)
    gives = "Start" if node == "start" else names.bonus(facts.bonus) or "nothing that is known"
    label = facts.label or gives
    return {
        "id": node,
        "name": names.skill(name, node),
        "label": label[:1].upper() + label[1:],
        "gives": gives,
        "cost": facts.cost,
        "chapter": facts.chapter,
        "level": facts.level,
        "x": places[node][0],
        "y": places[node][1],
        "status": status,
        "why": why,
        "unknown": "cost" in facts.unknown,
    }


def _status(state: Position, pack: IsofarianPack, name: str, node: str) -> tuple[str, str]:
    """``unlocked``, ``open`` or ``closed`` with the reason, as the rules judge it."""
    if node in state.guards[name].skills:
        return "unlocked", ""
    try:
        open_upgrade(state, pack, name, node)
    except Refused as refused:
        return "closed", refused.sentence
    return "open", ""


def _links(tree: Tree, places: Mapping[str, Point], unlocked: frozenset[str]) -> Iterator[Row]:
    pairs = {tuple(sorted((node, other))) for node, facts in tree.items() for other in facts.links if other in tree}
    for one, two in sorted(pairs):
        (x1, y1), (x2, y2) = places[one], places[two]
        yield {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "lit": one in unlocked and two in unlocked,
               "near": (one in unlocked) != (two in unlocked)}  # fmt: skip


def layout(tree: Tree) -> Mapping[str, Point]:
    """Where each upgrade lies: level by level upward from the start, each as near as can be above what it connects to,
    so that few links cross."""
    links = _neighbours(tree)
    levels = sorted({facts.level for facts in tree.values()})
    places: dict[str, Point] = {}
    widest = max((sum(facts.level == level for facts in tree.values()) for level in levels), default=0)
    for row, level in enumerate(reversed(levels)):
        members = [node for node, facts in tree.items() if facts.level == level]
        for node, x in zip(members, _centred(len(members), widest), strict=True):
            places[node] = (x, EDGE + row * DOWN)
    for _ in range(6):
        for level in levels:
            members = [node for node, facts in tree.items() if facts.level == level]
            members.sort(key=lambda node: (_middle(places, links[node], places[node][0]), node))
            for node, x in zip(members, _centred(len(members), widest), strict=True):
                places[node] = (x, places[node][1])
    return places


def _neighbours(tree: Tree) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {node: set() for node in tree}
    for node, facts in tree.items():
        for other in facts.links:
            if other in tree:
                found[node].add(other)
                found[other].add(node)
    return {node: frozenset(others) for node, others in found.items()}


def _middle(places: Mapping[str, Point], others: frozenset[str], otherwise: int) -> float:
    return sum(places[other][0] for other in others) / len(others) if others else otherwise


def _centred(number: int, widest: int) -> list[int]:
    """Evenly spread columns for so many, in the middle of the widest level."""
    left = EDGE + (widest - number) * ACROSS / 2
    return [round(left + place * ACROSS) for place in range(number)]
