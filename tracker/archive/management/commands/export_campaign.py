"""``manage.py export_campaign``: a whole campaign as one file."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from tracker.archive.jobs import file_name
from tracker.archive.packing import TooLarge, pack_campaign
from tracker.timelines.models import Campaign


class Command(BaseCommand):
    """Export a campaign."""

    help = "Write a whole campaign into one file, which import_campaign takes in elsewhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="its id, or its name where only one campaign is called so")
        parser.add_argument("file", nargs="?", type=Path, help="by default a file named after the campaign")

    def handle(self, *args: Any, campaign: str, file: Path | None, **options: Any) -> None:
        found = _found(campaign)
        target = file or Path(file_name(found))
        try:
            data = pack_campaign(found)
        except TooLarge as error:
            raise CommandError(str(error)) from None
        _replace(target, data)
        self.stdout.write(f"“{found.name}” is in {target}: {len(data):,} bytes.")


def _found(wanted: str) -> Campaign:
    try:
        by_id = Campaign.objects.filter(id=wanted).first()
    except ValidationError:
        by_id = None
    if by_id is not None:
        return by_id
    named = list(Campaign.objects.filter(name=wanted)[:2])
    if len(named) == 1:
        return named[0]
    raise CommandError(f"{'Several campaigns are' if named else 'No campaign is'} called “{wanted}”; give an id.")


def _replace(target: Path, data: bytes) -> None:
    """Write beside and rename: what was there before stays until all is written."""
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        beside.replace(target)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise CommandError(f"{target} cannot be written: {error.strerror}.") from None
