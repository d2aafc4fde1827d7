"""Configuration of the content packs."""

from django.apps import AppConfig


class PacksConfig(AppConfig):
    """Import, validation and versions of content."""

    name = "tracker.packs"
    verbose_name = "Content packs"
