"""Simulations that were asked for, and what came of them. All of it can be played again from what a row says."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from tracker.jobs.models import Job
from tracker.timelines.models import Campaign, Timeline


class Simulation(models.Model):
    """Many plays from one version of a timeline.

    :ivar hash: of the event at that version, in hexadecimal digits; it stands for all that came before
    :ivar policy: by which policy was played, ``policy_label`` what it was called then
    :ivar until: until when, with ``count`` for ends that go with a number; ``until_label`` in words
    :ivar seed: with the number of a play it determines its luck
    :ivar rules_version: of the rules that played
    :ivar tally: the plays counted by ending; ``None`` until all were played
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="simulations")
    timeline = models.ForeignKey(Timeline, on_delete=models.CASCADE, related_name="simulations")
    version = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)
    pack_hash = models.CharField(max_length=64)
    rules_version = models.PositiveIntegerField()
    policy = models.CharField(max_length=50)
    policy_label = models.CharField(max_length=100)
    until = models.CharField(max_length=50)
    until_label = models.CharField(max_length=100)
    count = models.PositiveIntegerField(default=1)
    plays = models.PositiveIntegerField()
    seed = models.CharField(max_length=40)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    alias = models.CharField(max_length=100)
    created_at = models.DateTimeField(auto_now_add=True)
    job = models.ForeignKey(Job, null=True, on_delete=models.SET_NULL, related_name="+")
    tally = models.JSONField(null=True)

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["timeline", "version"], name="simulation_place")]

    def __str__(self) -> str:
        return f"{self.plays} plays from version {self.version} of {self.timeline_id}"


class Stretch(models.Model):
    """Plays of a simulation that is under way, counted; gone once all are played.

    :ivar first: number of the first play
    """

    simulation = models.ForeignKey(Simulation, on_delete=models.CASCADE, related_name="stretches")
    first = models.PositiveIntegerField()
    tally = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["simulation", "first"], name="stretch_once")]

    def __str__(self) -> str:
        return f"plays from {self.first} on"
