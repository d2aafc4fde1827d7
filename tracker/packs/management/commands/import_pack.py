"""Store a file of content."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand

from rules.kernel.pack_text import pack_text
from tracker.packs.commands import content_of
from tracker.packs.importing import import_pack, read_file


class Command(BaseCommand):
    """``manage.py import_pack GAME FILE``: exit code 0 when it is stored, 1 with its faults, 2 for bad input."""

    help = "Check a content file of a game and store it, so that campaigns can be played with it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The game, the file, what lies beside it, and where else the content may go."""
        parser.add_argument("game", metavar="GAME", help="the game that the content is for")
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--map", type=Path, metavar="GRAPH", help="a map graph (JSON) that belongs to the file")
        parser.add_argument(
            "--out", type=Path, metavar="PACK", help="write the content to this YAML file, without cards' words"
        )
        parser.add_argument("--name", help="the name of the content written with --out")

    def handle(self, *args: Any, game: str, file: Path, map: Path | None = None, **options: Any) -> None:
        """Store the content or write it to a file, or print its faults."""
        beside = None
        if map is not None:
            with content_of(map, game, self.stderr.write) as beside:
                pass
        with content_of(file, game, self.stderr.write) as data:
            if options.get("out"):
                self._write(data, file, game, beside, options["out"], options.get("name"))
                return
            version, imported = import_pack(data, file.name, game, None, beside)
        self._tell(imported.notes)
        self.stdout.write(f"{file}: stored, {version}, {version.hash}")

    def _write(self, data: bytes, file: Path, game: str, beside: bytes | None, out: Path, name: str | None) -> None:
        imported = read_file(data, file.name, game, beside)
        pack = imported.pack.shareable()
        written = out.with_name(f"{out.name}.part")
        try:
            written.write_text(pack_text(msgspec.structs.replace(pack, name=name or pack.name)), encoding="utf-8")
            written.replace(out)
        except OSError as error:
            self.stderr.write(f"{out}: {error.strerror}")
            sys.exit(2)
        self._tell(imported.notes)
        self.stdout.write(f"{out}: written")

    def _tell(self, notes: Any) -> None:
        for note in notes:
            self.stdout.write(note)
