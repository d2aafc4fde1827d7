"""Campaigns, their members and the names of their timelines. What happens in a timeline stands in the event store."""

from __future__ import annotations

import secrets
import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower


def _token() -> str:
    return secrets.token_urlsafe(24)


class Campaign(models.Model):
    """A group's play of one game.

    :ivar pack_hash: the content that it was started with; what a timeline is played with, it says itself
    :ivar start_key: makes a repeated start by the same person the same campaign
    :ivar main_id: the timeline that counts as the real story
    :ivar strict_seats: only whoever plays a seat decides for it
    :ivar undo_by: who may rewind
    :ivar mark: stands before the ids of the accounts that act here; set where the campaign came from a file, so that
        nobody is taken for somebody who acted where it came from
    """

    class UndoBy(models.TextChoices):
        """Who may take decisions back."""

        ANYONE = "anyone", "Anyone who plays"
        DECIDER = "decider", "Whoever took the decision, and the owner"
        OWNER = "owner", "The owner alone"

    class Spectators(models.TextChoices):
        """Who may watch."""

        NOBODY = "nobody", "Members only"
        LINK = "link", "Whoever has the secret link"
        EVERYONE = "everyone", "Everyone, by its address"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=100)
    game = models.CharField(max_length=50)
    pack_hash = models.CharField(max_length=64)
    main_id = models.UUIDField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    strict_seats = models.BooleanField(default=False)
    undo_by = models.CharField(max_length=10, choices=UndoBy, default=UndoBy.ANYONE)
    spectators = models.CharField(max_length=10, choices=Spectators, default=Spectators.NOBODY)
    watch_token = models.CharField(max_length=64, default=_token, unique=True)
    mark = models.CharField(max_length=8, default="", editable=False)
    start_key = models.CharField(max_length=100, null=True)  # noqa: DJ001 (null: no key; many rows may have none)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["created_by", "start_key"], name="campaign_start_once")]

    def __str__(self) -> str:
        return self.name


class Timeline(models.Model):
    """One line of history. Its id is that of its stream in the event store.

    :ivar colour: number of the colour that marks it everywhere; 0 is the first timeline's
    :ivar half: the first version of the decision in whose midst it branched off; 0 where it branched off between two
    :ivar archived: put away: it can be looked at, and is played on only when it was brought back
    :ivar packs: from which version on it was played with which content, ``[[1, hash], ...]``: what its ``PackChanged``
        events say, the shared ones of its ancestors included
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="timelines")
    name = models.CharField(max_length=100)
    description = models.TextField(blank=True, max_length=2000)
    colour = models.PositiveSmallIntegerField(default=0)
    parent = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="forks")
    forked_at = models.PositiveIntegerField(default=0)
    half = models.PositiveIntegerField(default=0)
    archived = models.BooleanField(default=False)
    packs = models.JSONField(default=list)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint("campaign", Lower("name"), name="timeline_name_once")]
        ordering = ["created_at"]

    def __str__(self) -> str:
        return f"{self.campaign.name}: {self.name}"

    @property
    def is_main(self) -> bool:
        """Whether this is the campaign's real story."""
        return self.id == self.campaign.main_id

    def packs_until(self, version: int) -> list[list[Any]]:
        """The contents that it was played with up to a version, as in ``packs``."""
        return [[since, pack_hash] for since, pack_hash in self.packs if since <= version]

    def pack_hash_at(self, version: int) -> str:
        """The content that it was played with at a version; before its first version, the first."""
        return str((self.packs_until(version) or self.packs[:1])[-1][1])


class Membership(models.Model):
    """A person at a campaign's table.

    :ivar alias: the name that they go by there
    :ivar luck: how they last answered luck: ``app`` or ``table``
    """

    class Role(models.TextChoices):
        """What a member may do."""

        OWNER = "owner", "Owner"
        PLAYER = "player", "Player"
        SPECTATOR = "spectator", "Spectator"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.PLAYER)
    alias = models.CharField(max_length=100)
    luck = models.CharField(max_length=5, default="app")
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("campaign", "user", name="member_once"),
            models.UniqueConstraint("campaign", Lower("alias"), name="member_alias_once"),
        ]
        ordering = ["joined_at"]

    def __str__(self) -> str:
        return self.alias


class Seat(models.Model):
    """Who plays a seat of the game."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="seats")
    name = models.CharField(max_length=64)
    member = models.ForeignKey(Membership, null=True, on_delete=models.SET_NULL, related_name="seats")

    class Meta:
        constraints = [models.UniqueConstraint("campaign", "name", name="seat_once")]
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Invitation(models.Model):
    """A link by which people join. Opening it twice joins once."""

    token = models.CharField(max_length=64, default=_token, unique=True)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Membership.Role, default=Membership.Role.PLAYER)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.campaign.name}: {self.role}"


class Amendment(models.Model):
    """What somebody wants to have been otherwise, kept while they think it over.

    :ivar version: the first version of the decision that is amended
    :ivar until: up to this version later decisions are replayed
    :ivar plan: as :class:`tracker.timelines.plans.Plan`, as plain data
    :ivar preview: what would come of it, where that took long to find out; nothing once the plan is another one
    :ivar made: the timeline that came of it
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    timeline = models.ForeignKey(Timeline, on_delete=models.CASCADE, related_name="amendments")
    version = models.PositiveIntegerField()
    until = models.PositiveIntegerField()
    plan = models.JSONField()
    preview = models.JSONField(null=True)
    made = models.ForeignKey(Timeline, null=True, on_delete=models.SET_NULL, related_name="+")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["timeline", "version", "created_by"],
                condition=models.Q(made__isnull=True),
                name="amendment_once_unmade",
            )
        ]

    def __str__(self) -> str:
        return f"{self.timeline}: version {self.version}"
