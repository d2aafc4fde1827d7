"""The store's tables. Rows of events and decisions are never changed or deleted.

No foreign keys between them: tables that are led by the campaign can be distributed by it. The code writes them by the
few statements of ``tracker.eventstore.sql``. What ``manage.py verify`` holds each column against stands in ``verify``.
"""

from __future__ import annotations

from django.db import models


class Stream(models.Model):
    """The head of one timeline: its version, its last hash, its state. Updating it "where version is what was expected"
    is the conflict check of every append.

    :ivar parent_id: with ``forked_at`` where the timeline branched off; reading follows them and copies nothing
    :ivar seal: digest of the head as it was written, so that a damaged cache of the state is noticed
    :ivar position: on PostgreSQL the greatest position that the transaction of the last append could give
    """

    campaign_id = models.UUIDField(db_index=True)
    id = models.UUIDField(primary_key=True)
    parent_id = models.UUIDField(null=True)
    forked_at = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    hash = models.BinaryField(default=b"")
    state = models.BinaryField(null=True)
    rules_version = models.PositiveIntegerField(default=0)
    advanced_at = models.BigIntegerField(default=0)
    seal = models.BinaryField()
    position = models.BigIntegerField(default=0)

    class Meta:
        verbose_name = "stream"


class StoredEvent(models.Model):
    """One fact. ``position`` orders events for readers across timelines, ``version`` within one.

    ``recorded_at`` counts microseconds since 1970 in UTC, by the server's clock.
    """

    position = models.BigAutoField(primary_key=True)
    campaign_id = models.UUIDField()
    timeline_id = models.UUIDField()
    version = models.PositiveIntegerField()
    type = models.CharField(max_length=100)
    shape = models.PositiveSmallIntegerField(default=1)
    payload = models.BinaryField()
    decision_id = models.UUIDField(null=True)
    recorded_at = models.BigIntegerField()
    hash = models.BinaryField()
    rewind_to = models.PositiveIntegerField(null=True)

    class Meta:
        verbose_name = "event"
        constraints = [models.UniqueConstraint(fields=["timeline_id", "version"], name="event_version_once")]
        indexes = [
            models.Index(
                fields=["timeline_id", "version"], condition=models.Q(rewind_to__isnull=False), name="event_rewinds"
            )
        ]


class StoredDecision(models.Model):
    """What somebody chose, with what luck answered, and the versions that came of it.

    ``key`` makes a repeated submission the same decision; ``actor`` is the id of the account, ``alias`` the name that
    it went by then. ``digest`` covers the content and is chained into the hashes of the decision's events.
    """

    campaign_id = models.UUIDField()
    id = models.UUIDField(primary_key=True)
    timeline_id = models.UUIDField()
    name = models.CharField(max_length=100)
    arguments = models.BinaryField()
    chance = models.BinaryField()
    actor = models.CharField(max_length=64, blank=True)
    alias = models.CharField(max_length=100, blank=True)
    seat = models.CharField(max_length=64, blank=True)
    key = models.CharField(max_length=100, null=True)  # noqa: DJ001 (null: no key; many rows may have none)
    recorded_at = models.BigIntegerField()
    first_version = models.PositiveIntegerField()
    last_version = models.PositiveIntegerField()
    digest = models.BinaryField()

    class Meta:
        verbose_name = "decision"
        constraints = [
            models.UniqueConstraint(fields=["campaign_id", "key"], name="decision_key_once"),
            models.UniqueConstraint(fields=["timeline_id", "first_version"], name="decision_version_once"),
        ]


class Snapshot(models.Model):
    """A state kept for stepping back: a cache, tagged with the rules that wrote it. Deleting all costs only time."""

    campaign_id = models.UUIDField(db_index=True)
    timeline_id = models.UUIDField()
    version = models.PositiveIntegerField()
    rules_version = models.PositiveIntegerField()
    state = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["timeline_id", "version", "rules_version"], name="snapshot_once")
        ]


class PositionOffset(models.Model):
    """What is added to PostgreSQL's transaction ids, so that positions go on growing after a restore (one row)."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    value = models.BigIntegerField(default=0)


class ApplicationEvent(models.Model):
    """An event of an application built with the eventsourcing library. Each application has a name space of its own:
    one that follows another never reads its own output.

    :ivar application: the application's name; with ``/snapshots`` behind it, its snapshots
    """

    position = models.BigAutoField(primary_key=True)
    application = models.CharField(max_length=100)
    originator_id = models.CharField(max_length=255)
    originator_version = models.BigIntegerField()
    topic = models.TextField()
    state = models.BinaryField()

    class Meta:
        verbose_name = "application event"
        constraints = [
            models.UniqueConstraint(
                fields=["application", "originator_id", "originator_version"], name="application_event_once"
            )
        ]
        indexes = [models.Index(fields=["application", "position"], name="application_event_order")]


class Tracking(models.Model):
    """How far a projection or a following application has processed another application's events.

    :ivar follower: the name of whoever follows
    :ivar application: whose events it follows
    :ivar position: of the last event processed
    """

    follower = models.CharField(max_length=100)
    application = models.CharField(max_length=100)
    position = models.BigIntegerField()

    class Meta:
        verbose_name = "tracking"
        constraints = [models.UniqueConstraint(fields=["follower", "application"], name="tracking_once")]
