"""The tiny game beside the real ones, and tables to play it at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User

import rules.games
from projections import inline
from tests.rules.kernel.tiny import GAME
from tests.tracker.timelines.tables import Table
from tracker.eventstore import codec
from tracker.packs.versions import pack
from tracker.timelines import positions


def forget_all() -> None:
    """As after a restart: nothing is at hand, everything is read anew."""
    positions.forget()
    inline.forget()
    pack.cache_clear()


@pytest.fixture(autouse=True)
def _tiny_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """For each test there is the tiny game beside the real ones."""
    known = {**rules.games.games(), GAME.key: GAME}
    monkeypatch.setattr(rules.games, "games", lambda: known)
    codec.register(GAME.key, GAME.event_kinds, GAME.upcasts)
    forget_all()
    yield
    forget_all()


@pytest.fixture
def table(alice: User) -> Table:
    """Alice's table: one walker, just set up."""
    return Table.opened(alice)
