"""Configuration of the API."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The REST API."""

    name = "tracker.api"
    verbose_name = "API"
