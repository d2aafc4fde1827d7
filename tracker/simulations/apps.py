"""Configuration of the simulations."""

from django.apps import AppConfig


class SimulationsConfig(AppConfig):
    """What would come of it: many plays from one version of a timeline."""

    name = "tracker.simulations"
    verbose_name = "What-if odds"

    def ready(self) -> None:
        """Register the kind of job that plays."""
        from tracker.simulations import playing  # noqa: F401
