"""The durable truth about background work. Rows change by conditional updates: whoever changed exactly one owns it."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class Job(models.Model):
    """One piece of background work.

    :ivar kind: which handler does it
    :ivar key: names the work; while a job of a key is unfinished there is no second one; empty: any number
    :ivar done: progress, of ``total``; a ``total`` of 0 is not known yet
    :ivar error: why it failed, for people
    :ivar lease_owner: the worker that has it, until ``lease_until``; a lease that ran out is anybody's
    :ivar attempts: how often a worker began it
    """

    class State(models.TextChoices):
        """Where a job stands."""

        QUEUED = "queued", "Waiting"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        FAILED = "failed", "Failed"
        CANCELLED = "cancelled", "Cancelled"

    UNFINISHED = (State.QUEUED, State.RUNNING)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=100)
    arguments = models.JSONField(default=dict)
    key = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    message = models.TextField(blank=True)
    result = models.JSONField(null=True)
    error = models.TextField(blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    lease_owner = models.CharField(max_length=100, blank=True)
    lease_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    cancel_requested = models.BooleanField(default=False)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["key"],
                condition=models.Q(state__in=["queued", "running"]) & ~models.Q(key=""),
                name="job_key_once_unfinished",
            )
        ]
        indexes = [models.Index(fields=["state", "created_at"], name="job_state")]

    def __str__(self) -> str:
        return f"{self.kind} ({self.get_state_display().lower()})"

    @property
    def finished(self) -> bool:
        """Whether it has come to an end, whichever."""
        return self.state not in self.UNFINISHED

    @property
    def percent(self) -> int | None:
        """How far it is, 0 to 100; ``None`` while that is not known."""
        return min(100, 100 * self.done // self.total) if self.total else None


class WorkerLease(models.Model):
    """Which of all processes does the background work: one row a name.

    :ivar seen_at: when that process last said that it is alive
    """

    name = models.CharField(max_length=50, primary_key=True)
    owner = models.CharField(max_length=100)
    until = models.DateTimeField()
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name}: {self.owner}"
