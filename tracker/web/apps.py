"""Configuration of the pages."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """The pages."""

    name = "tracker.web"
    verbose_name = "Pages"

    def ready(self) -> None:
        """Note what the names of accounts look like."""
        from django.contrib.auth import get_user_model
        from django.db.models.signals import post_save

        from tracker.web.names import on_user_saved

        post_save.connect(on_user_saved, sender=get_user_model(), dispatch_uid="likeness of names")
