"""``manage.py demo``: a demo account with a campaign under way."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from tracker.web.demo import LOGIN, PASSWORD, demo_campaign


class Command(BaseCommand):
    """Make the demo account and its campaign, unless they are there."""

    help = "Make a demo account with a campaign under way. Never for an installation that others can reach."

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = demo_campaign()
        self.stdout.write(f"“{campaign.name}” is ready. Sign in as {LOGIN} with the password {PASSWORD}.")
