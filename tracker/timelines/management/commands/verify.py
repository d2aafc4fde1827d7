"""``manage.py verify``: walk the hash chains, and look at what is kept beside them."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from functools import partial
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from tracker.eventstore import positions
from tracker.eventstore.models import Stream
from tracker.eventstore.verify import verify
from tracker.timelines.checking import wrong_around
from tracker.timelines.models import Campaign

EVERY = 2.0
"""Seconds between two words about how far the walk has come."""


class Command(BaseCommand):
    """Checks that nothing stored was altered, removed or added behind the program's back."""

    help = (
        "Walks every timeline's chain of hashes, as of one moment and while the site goes on, and names the first "
        "broken link of each. Where all hold it looks at what is kept beside them: where timelines branch off, their "
        "content, the positions kept for stepping back. Ends with exit code 1 when something is wrong. After a restore "
        "it also raises the positions."
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
        verified = verify(campaign, partial(self._say, "events"))
        breaks = verified.breaks
        if not breaks:
            campaigns = Campaign.objects.filter(id=campaign) if campaign else Campaign.objects.all()
            looked_at = partial(self._say, "kept positions")
            breaks = [each for one in campaigns.values_list("id", flat=True) for each in wrong_around(one, looked_at)]
        for broken in breaks:
            self.stdout.write(self.style.ERROR(str(broken)))
        seen = f"{verified.events:,} events in {verified.timelines:,} timelines"
        if breaks:
            raise CommandError(f"{seen}: {len(breaks):,} broken.")
        self.stdout.write(self.style.SUCCESS(f"{seen}: every link holds."))

    def _say(self, what: str, done: int, total: int) -> None:
        if time.monotonic() - self._said > EVERY:
            self._said = time.monotonic()
            self.stderr.write(f"{done:,} of {total:,} {what}")
