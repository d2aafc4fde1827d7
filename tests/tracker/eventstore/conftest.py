"""The name spaces that the tests of the store write in."""

from __future__ import annotations

import pytest

from rules.kernel.table import TABLE, TABLE_EVENTS
from tests.rules.kernel.tiny import GAME
from tracker.eventstore import codec


@pytest.fixture(autouse=True)
def _name_spaces() -> None:
    codec.register(TABLE, TABLE_EVENTS, {})
    codec.register(GAME.key, GAME.event_kinds, GAME.upcasts)
