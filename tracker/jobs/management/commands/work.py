"""Do the background work in the foreground."""

from __future__ import annotations

import signal
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tracker.jobs.worker import POLL_SECONDS, Worker


class Command(BaseCommand):
    """``manage.py work``: what the web process's own thread does, as a process of its own."""

    help = "Do jobs and advance read models until interrupted. One process works at a time, the others stand by."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How long and how often."""
        parser.add_argument("--once", action="store_true", help="do what waits now, then end")
        parser.add_argument("--poll", type=float, default=POLL_SECONDS, metavar="SECONDS", help="pause between looks")

    def handle(self, *args: Any, once: bool, poll: float, **options: Any) -> None:
        """Work."""
        worker = Worker(poll)
        before = {
            number: signal.signal(number, lambda *_: worker.stopping.set())
            for number in (signal.SIGTERM, signal.SIGINT)
        }
        try:
            if once:
                self.stdout.write(f"{worker.once()} jobs done")
            else:
                worker.run()
                worker.stop(patience=10.0)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
