"""Writes a pack as YAML: the same pack always gives the same text, brief enough to be read and compared."""

from __future__ import annotations

from typing import Any

import msgspec
import yaml

from rules.kernel.packs import Pack

_WIDTH = 140


class _Dumper(yaml.SafeDumper):
    """Innermost maps and lists on one line, no anchors, lists indented below their key."""

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def pack_text(pack: Pack) -> str:
    """The pack as YAML text that :func:`rules.kernel.read_pack` reads again, in the order of its parts."""
    return yaml.dump(
        msgspec.to_builtins(pack),
        Dumper=_Dumper,
        sort_keys=False,
        default_flow_style=None,
        width=_WIDTH,
        allow_unicode=True,
    )
