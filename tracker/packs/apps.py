"""Configuration of the content packs."""

from importlib import import_module

from django.apps import AppConfig


class PacksConfig(AppConfig):
    """Import, validation and versions of content."""

    name = "tracker.packs"
    verbose_name = "Content packs"

    def ready(self) -> None:
        """Make the background import known to the workers."""
        import_module("tracker.packs.uploads")
