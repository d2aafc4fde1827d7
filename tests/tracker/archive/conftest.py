"""The tiny game for tests of archives."""

from tests.tracker.timelines.conftest import _tiny_game, table

__all__ = ["_tiny_game", "table"]
