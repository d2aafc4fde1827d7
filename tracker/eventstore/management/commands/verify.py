"""``manage.py verify``: walk the hash chain."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from tracker.eventstore import positions
from tracker.eventstore.models import Stream
from tracker.eventstore.verify import verify

EVERY = 2.0
"""Seconds between two words about how far the walk has come."""


class Command(BaseCommand):
    """Checks that nothing stored was altered, removed or added behind the program's back."""

    help = (
        "Walks every timeline's chain of hashes, as of one moment and while the site goes on, and names the first "
        "broken link of each. Ends with exit code 1 when there is one. After a restore it also raises the positions."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The campaign, if one alone is meant."""
        parser.add_argument("campaign", nargs="?", type=UUID, help="id of one campaign; all of them unless given")

    def handle(self, *args: Any, campaign: UUID | None = None, **options: Any) -> None:
        """Walk, and say what came of it.

        :raises CommandError: when a link is broken, when there is no such campaign, when positions cannot be raised
        """
        if campaign and not Stream.objects.filter(campaign_id=campaign).exists():
            raise CommandError(f"There is no campaign {campaign}.")
        try:
            if positions.ensure(again=True):
                self.stdout.write("The positions were behind, as after a restore: the offset is raised.")
        except positions.WritersRunning as running:
            raise CommandError(str(running)) from None
        self._said = time.monotonic()
        verified = verify(campaign, self._say)
        for broken in verified.breaks:
            self.stdout.write(self.style.ERROR(str(broken)))
        seen = f"{verified.events:,} events in {verified.timelines:,} timelines"
        if verified.breaks:
            raise CommandError(f"{seen}: {len(verified.breaks):,} broken.")
        self.stdout.write(self.style.SUCCESS(f"{seen}: every link holds."))

    def _say(self, done: int, total: int) -> None:
        if time.monotonic() - self._said > EVERY:
            self._said = time.monotonic()
            self.stderr.write(f"{done:,} of {total:,} events")
