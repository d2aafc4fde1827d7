"""What goes in and out, for validation and for the OpenAPI schema."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tracker.api.parsing import Exact
from tracker.timelines.models import Campaign, Timeline


class Luck(Exact):
    """How luck is answered: drawn by the app, typed in as seen at the table, or typed in and the rest drawn."""

    mode = serializers.ChoiceField(["app", "table", "rest"], default="app")
    seen = serializers.DictField(child=serializers.ListField(child=serializers.CharField()), default=dict)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["seen"] and attrs["mode"] not in ("table", "rest"):
            raise serializers.ValidationError({"mode": "Luck that was seen goes with the modes table and rest."})
        return attrs


class NewCampaign(Exact):
    """A campaign to start. ``set_up`` is one of the game's set-up decisions; ``pack`` defaults to what ships."""

    name = serializers.CharField(max_length=100)
    game = serializers.CharField()
    pack = serializers.CharField(required=False)
    set_up = serializers.DictField()
    luck = Luck(required=False)
    key = serializers.CharField(min_length=8, max_length=90, required=False)


class CampaignOut(serializers.ModelSerializer[Campaign]):
    """A campaign."""

    class Meta:
        model = Campaign
        fields = ("id", "name", "game", "pack_hash", "main_id", "created_at", "strict_seats", "undo_by", "spectators")


class TimelineOut(serializers.ModelSerializer[Timeline]):
    """A timeline and where it stands."""

    version = serializers.IntegerField(read_only=True)
    is_main = serializers.BooleanField(read_only=True)

    class Meta:
        model = Timeline
        fields = (
            "id", "campaign", "name", "description", "parent", "forked_at", "created_at", "archived", "version",
            "is_main",
        )  # fmt: skip


class TimelineChange(Exact):
    """What is to be otherwise about a timeline. ``is_main`` can only become true: another one takes its place then."""

    name = serializers.CharField(max_length=100, required=False)
    description = serializers.CharField(max_length=2000, required=False, allow_blank=True)
    archived = serializers.BooleanField(required=False)
    is_main = serializers.BooleanField(required=False)

    def validate_is_main(self, value: bool) -> bool:
        if not value:
            raise serializers.ValidationError("Make another timeline the main one instead.")
        return value


class CampaignChange(Exact, serializers.ModelSerializer[Campaign]):
    """Settings of a campaign. ``undo_by``: who may take decisions back."""

    class Meta:
        model = Campaign
        fields = ("name", "strict_seats", "undo_by", "spectators")


class PlaceOut(serializers.Serializer[Any]):
    """A version with a name: a session, a checkpoint of a person, or what began there in the game."""

    version = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.CharField()
    by = serializers.CharField(allow_blank=True)
    in_force = serializers.BooleanField()


class NewDecision(Exact):
    """A decision to take: its plain data, the version that the decider saw, and a key that makes a repeated submission
    the same decision."""

    decision = serializers.DictField()
    expected_version = serializers.IntegerField(min_value=0)
    key = serializers.CharField(min_length=8, max_length=100)
    luck = Luck(required=False)


class NewRewind(Exact):
    """Undo or redo, or a rewind to a version (``to``)."""

    how = serializers.ChoiceField(["undo", "redo", "rewind"])
    to = serializers.IntegerField(min_value=0, required=False)
    expected_version = serializers.IntegerField(min_value=0)
    key = serializers.CharField(min_length=8, max_length=100)
    reason = serializers.CharField(max_length=200, required=False, default="")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if (attrs["how"] == "rewind") != ("to" in attrs):
            raise serializers.ValidationError({"to": "A rewind names its version; undo and redo name none."})
        return attrs


class NewFork(Exact):
    """A branch to make."""

    version = serializers.IntegerField(min_value=1)
    name = serializers.CharField(max_length=100)
    description = serializers.CharField(max_length=2000, required=False, default="", allow_blank=True)


class NewCheckpoint(Exact):
    """A version to name."""

    version = serializers.IntegerField(min_value=1)
    name = serializers.CharField(max_length=100)


class DecidedOut(serializers.Serializer[Any]):
    """A stored decision and its events. ``repeated``: the key was known, and this is the first answer again."""

    decision_id = serializers.UUIDField()
    first_version = serializers.IntegerField()
    last_version = serializers.IntegerField()
    repeated = serializers.BooleanField()
    events = serializers.ListField(child=serializers.DictField())


class StateOut(serializers.Serializer[Any]):
    """A timeline at a version, as this person may see it."""

    version = serializers.IntegerField()
    head = serializers.IntegerField()
    summary = serializers.DictField()
    outcome = serializers.CharField(allow_null=True)
    state = serializers.DictField()


class OptionOut(serializers.Serializer[Any]):
    """A decision that may be taken, with fields and choices. ``blocked``: why nobody can take it now. ``yours``: this
    person may take it; where they may not, ``left_to`` names who may, in words (empty for whoever only watches)."""

    do = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    fixed = serializers.DictField()
    fields = serializers.ListField(child=serializers.DictField())  # type: ignore[assignment]
    group = serializers.CharField(allow_blank=True)
    likely = serializers.BooleanField()
    luck = serializers.BooleanField()
    note = serializers.CharField(allow_blank=True)
    blocked = serializers.CharField(allow_blank=True)
    yours = serializers.BooleanField()
    left_to = serializers.CharField(allow_blank=True)


class OptionsOut(serializers.Serializer[Any]):
    """What may be decided at the newest version."""

    version = serializers.IntegerField()
    options = OptionOut(many=True)


class AsideOut(serializers.Serializer[Any]):
    """What set a decision aside: the version of the undo or rewind, by whom and when."""

    version = serializers.IntegerField()
    alias = serializers.CharField(allow_blank=True)
    recorded_at = serializers.DateTimeField()


class NoteOut(serializers.Serializer[Any]):
    """A note on a decision; the version at which it was written names it."""

    version = serializers.IntegerField()
    text = serializers.CharField()
    alias = serializers.CharField(allow_blank=True)
    recorded_at = serializers.DateTimeField()


class DecisionOut(serializers.Serializer[Any]):
    """A line of the decisions feed. ``luck_was_seen``: it was set aside after luck had answered. ``signs``: who gave
    which."""

    version = serializers.IntegerField()
    in_force = serializers.BooleanField()
    id = serializers.UUIDField()
    name = serializers.CharField()
    sentence = serializers.CharField()
    facts = serializers.ListField(child=serializers.CharField())
    alias = serializers.CharField(allow_blank=True)
    seat = serializers.CharField(allow_blank=True)
    recorded_at = serializers.DateTimeField()
    last_version = serializers.IntegerField()
    luck = serializers.ListField(child=serializers.DictField())
    arguments = serializers.JSONField()
    luck_was_seen = serializers.BooleanField()
    notes = NoteOut(many=True)
    signs = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    set_aside = AsideOut(allow_null=True)


class EventOut(serializers.Serializer[Any]):
    """An event of the feed."""

    version = serializers.IntegerField()
    in_force = serializers.BooleanField()
    type = serializers.CharField()
    decision_id = serializers.UUIDField(allow_null=True)
    recorded_at = serializers.DateTimeField()
    event = serializers.DictField()


class RefusalOut(serializers.Serializer[Any]):
    """Why something is not allowed."""

    code = serializers.CharField()
    sentence = serializers.CharField()
    rule = serializers.CharField(allow_null=True)
    remedy = serializers.CharField(allow_blank=True)


class ConflictOut(serializers.Serializer[Any]):
    """The timeline went on since the expected version."""

    code = serializers.CharField()
    sentence = serializers.CharField()
    expected_version = serializers.IntegerField()
    version = serializers.IntegerField()
    since = serializers.ListField(child=serializers.DictField())
