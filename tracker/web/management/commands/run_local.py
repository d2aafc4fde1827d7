"""``manage.py run_local``: migrate, make the demo, serve on loopback."""

from __future__ import annotations

import os
import socket
from argparse import ArgumentParser
from typing import Any

import uvicorn
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from tracker.web.demo import LOGIN, PASSWORD


class Command(BaseCommand):
    """Everything that a newcomer needs, in one step."""

    help = "Prepare the database and the demo campaigns, then serve the app on this machine alone."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, **options: Any) -> None:
        port = options["port"]
        if not 1 <= port <= 65535:
            raise CommandError(f"A port is a number from 1 to 65535, not {port}.")
        _need_free(port)
        call_command("migrate", verbosity=0)
        call_command("demo", stdout=self.stdout)
        os.environ.setdefault("TRACKER_DEMO_LOGIN", f"{LOGIN}:{PASSWORD}")
        self.stdout.write(
            f"\n  Campaign tracker: http://127.0.0.1:{port}/\n"
            f"  Sign in as {LOGIN} with the password {PASSWORD}. Stop with Ctrl+C.\n"
        )
        self.stdout.flush()
        uvicorn.run("tracker.asgi:application", host="127.0.0.1", port=port, log_level="warning",
                    timeout_graceful_shutdown=2)  # fmt: skip


def _need_free(port: int) -> None:
    """Say that the port is taken before anything is printed that sounds as if the app were there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the server does it: a port just left is free
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise CommandError(
                f"Port {port} cannot be used: {error.strerror}. Choose another: make run PORT=…"
            ) from None
