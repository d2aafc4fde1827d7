"""``manage.py demo``: a demo account with campaigns under way."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from tracker.web.demo import LOGIN, PASSWORD, demo_campaigns


class Command(BaseCommand):
    """Make the demo account and its campaigns, unless they are there."""

    help = "Make a demo account with campaigns under way. Never for an installation that others can reach."

    def handle(self, *args: Any, **options: Any) -> None:
        *names, last = (f"“{campaign.name}”" for campaign in demo_campaigns())
        self.stdout.write(f"{', '.join(names)} and {last} are ready. Sign in as {LOGIN} with the password {PASSWORD}.")
