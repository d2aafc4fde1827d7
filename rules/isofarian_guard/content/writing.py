"""Writes a pack as YAML: the same pack always gives the same text, brief enough to be read and compared."""

from __future__ import annotations

from typing import Any

import msgspec
import yaml

from rules.isofarian_guard.content.pack import IsofarianPack

_WIDTH = 140


class _Dumper(yaml.SafeDumper):
    """Innermost maps and lists on one line, no anchors, lists indented below their key."""

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def pack_text(pack: IsofarianPack, heading: str = "") -> str:
    """The pack as YAML text that :func:`rules.kernel.read_pack` reads again.

    :param heading: comment lines to stand above it
    """
    data = msgspec.to_builtins(pack)
    data["nodes"] = dict(sorted(data.get("nodes", {}).items(), key=_natural))
    body = yaml.dump(data, Dumper=_Dumper, sort_keys=False, default_flow_style=None, width=_WIDTH, allow_unicode=True)
    comment = "".join(f"# {line}\n" for line in heading.splitlines())
    return comment + body


def _natural(entry: tuple[str, Any]) -> tuple[tuple[bool, int, str], ...]:
    """Nodes in order, numbers by their size: ``main/9`` before ``main/10``."""
    pieces = entry[0].replace("/", "_").split("_")
    return tuple((not piece.isdigit(), int(piece) if piece.isdigit() else 0, piece) for piece in pieces)
