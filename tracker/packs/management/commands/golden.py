"""Run worked cases of the rules from any folder or file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from tracker.packs.golden import CaseFileInvalid, Outcome, adapter_for, case_files, game_named, run_file


class Command(BaseCommand):
    """``manage.py golden PLACE``: exit code 0 when every case holds, 1 when one does not, 2 for bad input."""

    help = "Run worked cases of the rules (given, when, then) from a YAML file, or from all of those below a folder."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The folder or file, and what the folders' names do not tell."""
        parser.add_argument(
            "place", type=Path, metavar="PLACE", help="a case file, or a folder with case files (*.yaml) at any depth"
        )
        parser.add_argument("--game", metavar="KEY", help="one game alone; also read are folders that name none")
        parser.add_argument(
            "--fail-on-skip", action="store_true", help="exit with 1 when a file was skipped because no game reads it"
        )

    def handle(self, *args: Any, place: Path, game: str | None, fail_on_skip: bool, **options: Any) -> None:
        """Run all files, print what failed and the sum."""
        self.passed = self.failed = self.skipped = 0
        try:
            files, others = case_files(place)
        except CaseFileInvalid as error:
            self._stop(str(error))
        for path in others:
            self.stdout.write(f"left alone {path}: no list of cases under the key `cases`")
        for file in files:
            adapter = adapter_for(file.path, game)
            if game and (other := game_named(file.path, place)) not in ("", game):
                self.stdout.write(f"left alone {file.path}: its folders name the game {other}")
            elif adapter is None:
                self.skipped += len(file.cases)
                self.stdout.write(f"skipped {file.path}: no game is named by its folders (see --game)")
            else:
                run_file(file, adapter, self._report)
        if game and not self.passed + self.failed:
            self._stop(f"{place}: there are no cases for the game {game}")
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        self.stdout.write(f"{self.passed} passed, {self.failed} failed{skipped}")
        if self.failed or (fail_on_skip and self.skipped):
            sys.exit(1)

    def _report(self, outcome: Outcome) -> None:
        if outcome.passed:
            self.passed += 1
            return
        self.failed += 1
        self.stdout.write(f"FAILED {outcome.path}: {outcome.id} {outcome.title}")
        if outcome.problem:
            self.stdout.write(f"  cannot be run: {outcome.problem}")
        for difference in outcome.differences:
            self.stdout.write(f"  {difference.path}")
            self.stdout.write(f"    expected {difference.expected!r}")
            self.stdout.write(f"    found    {difference.found!r}")

    def _stop(self, message: str) -> None:
        self.stderr.write(message)
        sys.exit(2)
