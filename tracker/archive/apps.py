"""Configuration of the archive."""

from django.apps import AppConfig


class ArchiveConfig(AppConfig):
    """Whole campaigns as files, and back."""

    name = "tracker.archive"
    verbose_name = "Archive"

    def ready(self) -> None:
        """Register the kinds of jobs that export and import."""
        from tracker.archive import jobs  # noqa: F401
