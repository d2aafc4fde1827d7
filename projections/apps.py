"""Configuration of the projections."""

from django.apps import AppConfig


class ProjectionsConfig(AppConfig):
    """The read models."""

    name = "projections"
    verbose_name = "Read models"

    def ready(self) -> None:
        """Keep the read models in the same transaction as the events, and offer to rebuild them."""
        from projections import amended, jobs  # noqa: F401 (register their kinds of jobs)
        from projections.inline import inline_writes
        from tracker.timelines.committing import keep_inline

        keep_inline(inline_writes)
