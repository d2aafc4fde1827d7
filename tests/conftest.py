"""What every test may ask for: the services of the machine, or a plain word that they are not there."""

from __future__ import annotations

import os
import socket
from urllib.parse import urlsplit

import pytest
from django.db import connection

POSTGRES_URL = os.environ.get("TRACKER_TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres")
BROKER_URLS = {
    "redis": os.environ.get("TRACKER_TEST_REDIS_URL", "redis://127.0.0.1:6379/9"),
    "rabbitmq": os.environ.get("TRACKER_TEST_AMQP_URL", "amqp://guest:guest@127.0.0.1:5672//"),
}


def need_service(name: str, url: str) -> str:
    """The address of a service that answers. On a newcomer's machine the test is skipped without it; where
    ``TRACKER_REQUIRE_SERVICES=1`` (continuous integration) it fails."""
    place = urlsplit(url)
    try:
        socket.create_connection((place.hostname or "127.0.0.1", place.port or 0), timeout=2).close()
    except OSError as error:
        sentence = f"{name} does not answer at {place.hostname}:{place.port} ({error})"
        if os.environ.get("TRACKER_REQUIRE_SERVICES") == "1":
            pytest.fail(sentence)
        pytest.skip(sentence)
    return url


@pytest.fixture(scope="session")
def require_postgres() -> str:
    """The address of a PostgreSQL server in which databases may be created."""
    return need_service("PostgreSQL", POSTGRES_URL)


@pytest.fixture(params=sorted(BROKER_URLS))
def require_broker(request: pytest.FixtureRequest) -> str:
    """The address of a message broker: Redis, then RabbitMQ."""
    return need_service(request.param, BROKER_URLS[request.param])


@pytest.fixture
def on_postgres(transactional_db: None) -> None:
    """For tests of what only PostgreSQL does; they run where ``DATABASE_URL`` names one."""
    if connection.vendor != "postgresql":
        pytest.skip("about PostgreSQL; this run is on SQLite")


@pytest.fixture
def on_sqlite(transactional_db: None) -> None:
    """For tests of what only SQLite does."""
    if connection.vendor != "sqlite":
        pytest.skip("about SQLite; this run is on PostgreSQL")
