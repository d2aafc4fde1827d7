"""Configuration of the background work."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Jobs, and the worker that does them."""

    name = "tracker.jobs"
    verbose_name = "Background work"
