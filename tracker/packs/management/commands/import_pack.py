"""Store a file of content."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from tracker.packs.commands import content_of
from tracker.packs.importing import import_pack


class Command(BaseCommand):
    """``manage.py import_pack GAME FILE``: exit code 0 when it is stored, 1 with its faults, 2 for bad input."""

    help = "Check a content file of a game and store it, so that campaigns can be played with it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The game and the file."""
        parser.add_argument("game", metavar="GAME", help="the game that the content is for")
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, game: str, file: Path, **options: Any) -> None:
        """Store the content, or print its faults."""
        with content_of(file, game, self.stderr.write) as data:
            version, imported = import_pack(data, file.name, game, None)
        for note in imported.notes:
            self.stdout.write(note)
        self.stdout.write(f"{file}: stored, {version}, {version.hash}")
