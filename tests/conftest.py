"""What every test may ask for: the services of the machine, or a plain word that they are not there."""

from __future__ import annotations

import os

import pytest
from django.core.cache import cache
from django.db import connection
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis
from pytest_django import Settings

from tests.cast import alice, bob, campaign, charlie, owner, sara, timeline
from tests.services import BROKER_URLS, POSTGRES_URL, REQUIRED, silence

__all__ = ["alice", "bob", "campaign", "charlie", "owner", "sara", "timeline"]
"""Fixtures that stand in a module of their own."""


# How long an example takes says more of a busy machine than of the code; speed has tests of its own. In CI all runs try
# the same examples, so that what fails there fails because of the change; elsewhere each run tries others.
hypothesis.register_profile(
    "tracker",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
    print_blob=True,
)
hypothesis.load_profile("tracker")


@pytest.fixture(autouse=True)
def _quick_and_clean(settings: Settings) -> None:
    """Passwords hashed quickly, and no test throttled by what another one asked."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()


def need_service(name: str, url: str) -> str:
    """The address of a service that answers; otherwise the test is left out with a plain word, or fails where services
    are required."""
    if why := silence(name, url):
        (pytest.fail if REQUIRED else pytest.skip)(why)
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
