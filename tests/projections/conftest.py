"""Tables of the tiny game, as for the timelines."""

from tests.tracker.timelines.conftest import _tiny_game, table

__all__ = ["_tiny_game", "table"]
