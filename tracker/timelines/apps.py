"""Configuration of the timelines."""

from django.apps import AppConfig

from rules.games import games
from rules.kernel.table import TABLE, TABLE_EVENTS
from tracker.eventstore import codec


class TimelinesConfig(AppConfig):
    """Campaigns and timelines."""

    name = "tracker.timelines"
    verbose_name = "Campaigns and timelines"

    def ready(self) -> None:
        """Make the events of every game known to the store, and offer to verify campaigns."""
        from tracker.timelines import checking, drafts  # noqa: F401 (register their kinds of jobs)

        codec.register(TABLE, TABLE_EVENTS, {})
        for game in games().values():
            codec.register(game.key, game.event_kinds, game.upcasts)
