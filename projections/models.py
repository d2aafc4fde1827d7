"""The read models' tables. Everything in them can be computed again from the events.

``generation`` is the code version of the projection that wrote a row, so that rows of a changed projection are built
beside the old ones; :class:`Projected` says which generations are whole, and up to which version.
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
        verbose_name = "row of a state"
        verbose_name_plural = "rows of states"
        constraints = [
            models.UniqueConstraint(fields=["timeline_id", "projection", "generation", "key"], name="state_row_once")
        ]


class HistoryRow(models.Model):
    """A line of a timeline's history: what one decision did, at the version of its first event.

    :ivar who: by whom it may be looked for
    :ivar kind: of what kind it may be looked for
    :ivar words: by which words, folded for searching
    """

    campaign_id = models.UUIDField()
    timeline_id = models.UUIDField()
    version = models.PositiveIntegerField()
    projection = models.CharField(max_length=50)
    generation = models.PositiveIntegerField()
    data = models.JSONField()
    who = models.CharField(max_length=100, default="", blank=True)
    kind = models.CharField(max_length=100, default="", blank=True)
    words = models.TextField(default="", blank=True)

    class Meta:
        verbose_name = "line of a history"
        verbose_name_plural = "lines of histories"
        constraints = [
            models.UniqueConstraint(
                fields=["timeline_id", "projection", "generation", "version"], name="history_row_once"
            )
        ]


class Projected(models.Model):
    """What is whole of a timeline's own rows.

    :ivar version: up to this version of the timeline, and no further
    :ivar generations: the generation that is whole, by projection; a projection that is not named is not whole
    :ivar build: the rebuild that made or checked the rows last
    """

    campaign_id = models.UUIDField(db_index=True)
    timeline_id = models.UUIDField(primary_key=True)
    version = models.PositiveIntegerField()
    generations = models.JSONField(default=dict)
    build = models.UUIDField(null=True)

    class Meta:
        verbose_name = "state of a timeline's read models"
        verbose_name_plural = "states of timelines' read models"
