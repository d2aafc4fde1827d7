"""Where the services stand that some tests need, and whether they answer."""

from __future__ import annotations

import os
import socket
from urllib.parse import urlsplit

POSTGRES_URL = os.environ.get("TRACKER_TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres")
BROKER_URLS = {
    "redis": os.environ.get("TRACKER_TEST_REDIS_URL", "redis://127.0.0.1:6379/9"),
    "rabbitmq": os.environ.get("TRACKER_TEST_AMQP_URL", "amqp://guest:guest@127.0.0.1:5672//"),
}
REQUIRED = os.environ.get("TRACKER_REQUIRE_SERVICES") == "1"
"""A missing service fails (continuous integration) instead of leaving tests out (a newcomer's machine)."""


def silence(name: str, url: str) -> str:
    """Why a service cannot be used, in one sentence; empty when it answers."""
    place = urlsplit(url)
    try:
        socket.create_connection((place.hostname or "127.0.0.1", place.port or 0), timeout=2).close()
    except OSError as error:
        return f"{name} does not answer at {place.hostname}:{place.port} ({error})"
    return ""
