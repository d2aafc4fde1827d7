"""``manage.py import_campaign``: take a campaign in from a file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from tracker.archive.lines import Refused
from tracker.archive.taking_in import take_in


class Command(BaseCommand):
    """Import a campaign."""

    help = "Take a campaign in from a file that export_campaign wrote. Run rebuild afterwards for quick pages."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--owner", required=True, help="the account that will own it")

    def handle(self, *args: Any, file: Path, owner: str, **options: Any) -> None:
        kind = get_user_model()
        user = kind.objects.filter(**{kind.USERNAME_FIELD: owner}).first()
        if user is None:
            raise CommandError(f"There is no account “{owner}”.")
        try:
            campaign = take_in(file.read_bytes(), user)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
        except Refused as refused:
            raise CommandError(f"{refused} Nothing was imported.") from None
        self.stdout.write(f"“{campaign.name}” is here: {campaign.id}.")
