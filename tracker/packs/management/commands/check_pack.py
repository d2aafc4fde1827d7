"""Check a file of content without storing it."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from rules.kernel import pack_hash
from tracker.packs.commands import content_of
from tracker.packs.importing import read_file


class Command(BaseCommand):
    """``manage.py check_pack FILE --game KEY``: exit code 0 when it is valid, 1 with its faults, 2 for bad input."""

    help = "Check a content file of a game; each fault is printed on a line of its own."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file and its game."""
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--game", required=True, metavar="KEY", help="the game that the content is for")

    def handle(self, *args: Any, file: Path, game: str, **options: Any) -> None:
        """Print the faults, or what the content is."""
        with content_of(file, game, self.stderr.write) as data:
            imported = read_file(data, file.name, game)
        for note in imported.notes:
            self.stdout.write(note)
        self.stdout.write(f"{file}: valid, {imported.pack.name!r}, {pack_hash(imported.pack)}")
