"""The name spaces that the tests of the store write in."""

from __future__ import annotations

import pytest

from tests.tracker.eventstore.stories import register


@pytest.fixture(autouse=True)
def _name_spaces() -> None:
    register()
