"""Configuration of the event store."""

from django.apps import AppConfig


class EventStoreConfig(AppConfig):
    """The event store."""

    name = "tracker.eventstore"
    verbose_name = "Event store"
