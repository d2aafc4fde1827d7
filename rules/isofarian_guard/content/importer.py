"""Imports the fan-made index workbook and its map graph: from files of unknown origin to a validated pack and a report.

Pure functions over bytes and data. Formulas are never carried out, nothing is fetched, nothing is written.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rules.isofarian_guard.content.assembly import assembled
from rules.isofarian_guard.content.overlay import laid_over
from rules.isofarian_guard.content.pack import IsofarianPack, basics
from rules.isofarian_guard.content.workbook import findings, graph
from rules.isofarian_guard.content.workbook.findings import Findings
from rules.isofarian_guard.content.workbook.graph import Graph
from rules.isofarian_guard.content.workbook.report import ImportReport, Note
from rules.isofarian_guard.content.workbook.sheet import Sheet, read_workbook
from rules.kernel import PackInvalid, Problem

EDITION = "second edition"
MAX_GRAPH_BYTES = 4_000_000


def import_workbook(
    workbook: bytes, graph_data: Mapping[str, Any] | None = None, *, name: str = "Index workbook"
) -> tuple[IsofarianPack, ImportReport]:
    """Read a workbook, and a map graph beside it, into a pack that stands on the facts of the rulebook.

    :param workbook: the bytes of the .xlsx file
    :param graph_data: the parsed map graph (:func:`read_graph`), or ``None``: nodes are then known, connections not
    :param name: the name of the pack
    :raises PackInvalid: when a file is not what it should be, or too large, or its names contradict one another
    """
    sheets = read_workbook(workbook)
    if not any(title in sheets for title in findings.TITLES):
        listed = ", ".join(list(sheets)[:10])
        raise PackInvalid([Problem("", f"The workbook is not the index of this game; its sheets are: {listed}.")])
    found = findings.read(sheets)
    spots = graph.read(graph_data if graph_data is not None else {"nodes": [], "edges": []})
    pack = laid_over(basics(), assembled(found, spots, name, EDITION))
    faults = list(pack.problems())
    if faults:
        raise PackInvalid(faults)
    return pack, _report(sheets, found, spots, pack)


def read_graph(data: bytes) -> Mapping[str, Any]:
    """Parse the bytes of a map graph.

    :raises PackInvalid: when they are no JSON object, or too many
    """
    if len(data) > MAX_GRAPH_BYTES:
        raise PackInvalid([Problem("", f"The map graph has more than {MAX_GRAPH_BYTES:,} bytes.")])
    try:
        parsed = json.loads(data)
    except (ValueError, RecursionError):
        raise PackInvalid([Problem("", "The map graph is no JSON file.")]) from None
    if not isinstance(parsed, dict):
        raise PackInvalid([Problem("", "The file is no map graph: an object with nodes and edges was expected.")])
    return parsed


def _report(sheets: Mapping[str, Sheet], found: Findings, spots: Graph, pack: IsofarianPack) -> ImportReport:
    notes = [
        Note(title, "", "", "not_understood", "the sheet is missing")
        for title in findings.TITLES
        if title not in sheets
    ]
    understood: dict[str, tuple[str, ...]] = {}
    for title, sheet in sheets.items():
        understood[title], noted = sheet.finish()
        notes += noted
    notes += spots.notes
    if spots.spots:
        placed = {spot.ref for spot in spots.spots.values()}
        notes += [
            Note(graph.SOURCE, f"node {ref}", "", "doubtful", "named by the workbook, but not on the map")
            for ref in sorted({mention.ref for mention in found.bestiary.mentions} - placed)
        ]
    return ImportReport(_counts(found, spots, pack), tuple(notes), found.paths.chains, understood)


def _counts(found: Findings, spots: Graph, pack: IsofarianPack) -> Mapping[str, int]:
    prices = [*found.market.prices.values(), found.market.fort]
    return {
        "enemies": len(found.bestiary.enemies),
        "enemy_cards": sum(len(enemy.cards) for enemy in found.bestiary.enemies.values()),
        "nodes_with_encounters": len({mention.ref for mention in found.bestiary.mentions}),
        "materials": len(pack.materials),
        "market_items": len(found.market.materials) + len(found.market.items),
        "prices": sum(map(len, prices)),
        "recipes": len(found.offers),
        "offers": sum(len(offer.recipes) for offer in found.offers),
        "upgrade_paths": len(found.paths.chains),
        "fort_costs": sum(map(len, found.fort.costs.values())),
        "speaking_stones": len(found.stones.stones),
        "map_nodes": len(spots.spots),
        "map_edges": len(spots.edges),
    }
