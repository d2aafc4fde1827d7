"""The read models' tables. Everything in them can be computed again from the events.

``generation`` is the code version of the projection that wrote a row, so that rows of a changed projection are built
beside the old ones; :class:`Projected` says which generation is whole.
"""

from __future__ import annotations

from django.db import models


class StateRow(models.Model):
    """A part of a timeline's newest state as pages show it."""

    campaign_id = models.UUIDField()
    timeline_id = models.UUIDField()
    projection = models.CharField(max_length=50)
    generation = models.PositiveIntegerField()
    key = models.CharField(max_length=100)
    data = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["timeline_id", "projection", "generation", "key"], name="state_row_once")
        ]


class HistoryRow(models.Model):
    """A line of a timeline's history: what one decision did, at the version of its first event."""

    campaign_id = models.UUIDField()
    timeline_id = models.UUIDField()
    version = models.PositiveIntegerField()
    projection = models.CharField(max_length=50)
    generation = models.PositiveIntegerField()
    data = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["timeline_id", "projection", "generation", "version"], name="history_row_once"
            )
        ]


class Projected(models.Model):
    """A projection whose rows are whole for a timeline."""

    campaign_id = models.UUIDField()
    timeline_id = models.UUIDField()
    projection = models.CharField(max_length=50)
    generation = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["timeline_id", "projection", "generation"], name="projected_once")
        ]
