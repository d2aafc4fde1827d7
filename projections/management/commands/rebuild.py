"""``manage.py rebuild``: compute the read models anew."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from projections.catalogue import projections
from projections.jobs import timelines_of
from projections.rebuilding import CannotRebuild, is_stale, rebuild_all
from tracker.timelines.models import Campaign, Timeline

EVERY = 1.0
"""Seconds between two words about how far it has come."""


class Command(BaseCommand):
    """Rebuilds read models, one timeline at a time, while the site goes on."""

    help = (
        "Computes the read models anew from the events, one timeline at a time, while the site goes on. Pages show the "
        "old rows until the new ones are whole. After an upgrade --stale does what the new code shows otherwise."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What is to be rebuilt."""
        names = [projection.name for projection in projections()]
        parser.add_argument("--campaign", type=UUID, metavar="ID", help="one campaign; all of them unless given")
        parser.add_argument("--projection", choices=names, help="one read model; all of them unless given")
        parser.add_argument("--stale", action="store_true", help="only timelines whose read models are not whole")

    def handle(
        self, *args: Any, campaign: UUID | None = None, projection: str | None = None, stale: bool, **options: Any
    ) -> None:
        """Rebuild, and say what came of it.

        :raises CommandError: when there is no such campaign, or an event cannot be read
        """
        if campaign and not Campaign.objects.filter(id=campaign).exists():
            raise CommandError(f"There is no campaign {campaign}.")
        timelines = [timeline for timeline in timelines_of(campaign) if not stale or is_stale(timeline)]
        self._said = time.monotonic()
        try:
            rebuilt = rebuild_all(timelines, name=projection, said=self._say)
        except CannotRebuild as error:
            raise CommandError(f"{error}. The read models that pages show are as they were.") from None
        self.stdout.write(
            self.style.SUCCESS(
                f"{rebuilt.decisions:,} decisions in {rebuilt.timelines:,} timelines: {rebuilt.changed:,} rows changed."
            )
        )

    def _say(self, done: int, total: int, timeline: Timeline) -> None:
        if time.monotonic() - self._said > EVERY:
            self._said = time.monotonic()
            percent = 100 * done // total if total else 100
            self.stderr.write(f"{percent:3} %  {done:,} of {total:,} decisions  ({timeline})")
