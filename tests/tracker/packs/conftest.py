"""The tiny game as one of the games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import rules.games
from tests.rules.kernel.tiny import GAME
from tracker.packs.versions import pack


@pytest.fixture
def tiny_is_a_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """For one test there is the tiny game and no other."""
    monkeypatch.setattr(rules.games, "games", lambda: {"tiny": GAME})
    monkeypatch.setattr("tracker.packs.commands.games", rules.games.games)
    pack.cache_clear()
    yield
    pack.cache_clear()
