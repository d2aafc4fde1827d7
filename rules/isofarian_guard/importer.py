"""The files that content of The Isofarian Guard is imported from, beside packs in YAML and JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.isofarian_guard.content.importer import import_workbook, read_graph
from rules.kernel import Pack


def _workbook(data: bytes, map_graph: bytes | None = None) -> tuple[Pack, Sequence[str]]:
    pack, report = import_workbook(data, None if map_graph is None else read_graph(map_graph))
    return pack, tuple(report.lines())


IMPORTERS: Mapping[str, Callable[..., tuple[Pack, Sequence[str]]]] = {".xlsx": _workbook}
"""By suffix: from a file's bytes, and the map graph's beside it, to the pack and the report line by line."""

BESIDE: Mapping[str, str] = {".xlsx": "Map graph (JSON)"}
"""What a second file is that an importer reads beside its first."""
