"""The endpoints. They share the services with the pages; nothing here decides anything."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import msgspec
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from projections import catalogue
from projections.catalogue import Summary
from projections.reading import Reading, state_rows
from projections.records import arguments_of
from projections.remarks import Said, remarks_on
from projections.story import Line, checkpoints_at, story_feed, with_asides
from rules.games import game as game_of
from rules.games import games
from rules.kernel import Chance, Game, Observed, Rolled
from rules.kernel.storable import plain
from tracker.api import serializers as s
from tracker.api.filters import FILTERS, wanted_lines
from tracker.api.parsing import valid, whole
from tracker.eventstore import store
from tracker.eventstore.lineage import Range, in_force
from tracker.eventstore.models import Stream
from tracker.packs.versions import PackMissing, default_pack, pack
from tracker.timelines.campaigns import change_settings, start
from tracker.timelines.committing import Decided, together
from tracker.timelines.deciding import decide
from tracker.timelines.forking import archive, fork, promote, rename, unarchive
from tracker.timelines.models import Campaign, Timeline
from tracker.timelines.offering import Offered, offered
from tracker.timelines.positions import at_head, at_version
from tracker.timelines.rewinding import redo, rewind, undo
from tracker.timelines.table import name_checkpoint
from tracker.timelines.visits import signed_in, visit_campaign, visit_timeline

MOST = 500
"""Lines of one page of a feed."""

REFUSALS = {409: s.ConflictOut, 422: s.RefusalOut}
_FEED = [
    OpenApiParameter("after", int, description="Only what comes after this version."),
    OpenApiParameter("limit", int, description=f"At most so many, 1 to {MOST}."),
]


class Games(APIView):
    """The games, and how each may begin."""

    @extend_schema(responses={200: dict}, operation_id="games_list")
    def get(self, request: Request) -> Response:
        """Every game with its set-up options for the shipped content."""
        found = []
        for game in games().values():
            version = default_pack(game.key)
            options = game.options(None, pack(version.hash))
            found.append(
                {"key": game.key, "title": game.title, "pack": version.hash, "set_up": msgspec.to_builtins(options)}
            )
        return Response(found)


class Campaigns(APIView):
    """My campaigns."""

    @extend_schema(responses=s.CampaignOut(many=True), operation_id="campaigns_list")
    def get(self, request: Request) -> Response:
        """The campaigns of which I am a member."""
        mine = Campaign.objects.filter(memberships__user=signed_in(request)).order_by("created_at")
        return Response(s.CampaignOut(mine, many=True).data)

    @extend_schema(request=s.NewCampaign, responses={201: s.CampaignOut, **REFUSALS})
    def post(self, request: Request) -> Response:
        """Start a campaign."""
        data = valid(s.NewCampaign, request)
        if data["game"] not in games():
            raise NotFound("There is no such game.")
        pack_hash = data.get("pack") or default_pack(data["game"]).hash
        try:
            pack(pack_hash)
        except PackMissing as missing:
            raise NotFound(str(missing)) from None
        campaign = start(
            signed_in(request), name=data["name"], game_key=data["game"], pack_hash=pack_hash, set_up=data["set_up"],
            chance=_chance(data), key=f"start-{data.get('key') or uuid4().hex}",
        )  # fmt: skip
        return Response(s.CampaignOut(campaign).data, status=201)


class CampaignDetail(APIView):
    """One campaign."""

    @extend_schema(responses=s.CampaignOut)
    def get(self, request: Request, campaign_id: UUID) -> Response:
        """A campaign."""
        return Response(s.CampaignOut(visit_campaign(request._request, campaign_id).campaign).data)

    @extend_schema(request=s.CampaignChange, responses={200: s.CampaignOut, 422: s.RefusalOut})
    def patch(self, request: Request, campaign_id: UUID) -> Response:
        """Change settings, such as who may take decisions back."""
        visit = visit_campaign(request._request, campaign_id, may="own")
        serializer = s.CampaignChange(data=request.data, partial=True)
        serializer.is_valid(raise_exception=True)
        change_settings(visit.campaign, visit.actor, **serializer.validated_data)
        return Response(s.CampaignOut(visit.campaign).data)


class Timelines(APIView):
    """The timelines of a campaign."""

    @extend_schema(responses=s.TimelineOut(many=True))
    def get(self, request: Request, campaign_id: UUID) -> Response:
        """All timelines, oldest first."""
        campaign = visit_campaign(request._request, campaign_id).campaign
        versions = dict(Stream.objects.filter(campaign_id=campaign.id).values_list("id", "version"))
        timelines = campaign.timelines.select_related("campaign")
        return Response([timeline_data(each, versions[each.id]) for each in timelines])


class TimelineDetail(APIView):
    """One timeline."""

    @extend_schema(responses=s.TimelineOut)
    def get(self, request: Request, timeline_id: UUID) -> Response:
        """A timeline and its newest version."""
        return Response(timeline_data(visit_timeline(request._request, timeline_id).timeline))

    @extend_schema(request=s.TimelineChange, responses={200: s.TimelineOut, 422: s.RefusalOut})
    def patch(self, request: Request, timeline_id: UUID) -> Response:
        """Rename, describe, archive or bring back a timeline, or make it the main one."""
        visit = visit_timeline(request._request, timeline_id, may="decide")
        data = valid(s.TimelineChange, request)
        timeline, actor = visit.timeline, visit.actor
        with together():
            if data.keys() & {"name", "description"}:
                named = {"name": timeline.name, "description": timeline.description, **data}
                rename(timeline, actor, name=named["name"], description=named["description"])
            if "archived" in data:
                (archive if data["archived"] else unarchive)(timeline, actor)
            if data.get("is_main"):
                promote(timeline, actor)
        return Response(timeline_data(timeline))


class Options(APIView):
    """What may be decided now."""

    @extend_schema(responses=s.OptionsOut)
    def get(self, request: Request, timeline_id: UUID) -> Response:
        """The options at the newest version. What this person may not decide stands among them and says so: ``yours``
        is false, and ``left_to`` says whom it is left to. A choice that makes it somebody else's is ``blocked``."""
        visit = visit_timeline(request._request, timeline_id)
        position = at_head(visit.timeline)
        offers = offered(position, visit.actor, position.game.options(visit.sees(position), position.pack))
        return Response({"version": position.version, "options": [_option(each) for each in offers]})


class State(APIView):
    """A timeline at any version."""

    @extend_schema(responses=s.StateOut, parameters=[OpenApiParameter("version", int)])
    def get(self, request: Request, timeline_id: UUID) -> Response:
        """The state at a version, by default the newest."""
        visit = visit_timeline(request._request, timeline_id)
        version = whole(request, "version", None, least=0)
        position = at_head(visit.timeline) if version is None else at_version(visit.timeline, version)
        state = visit.sees(position)
        return Response(
            {
                "version": position.version,
                "head": position.head.version,
                "summary": state_rows(Summary(), position).get("now", {}),
                "outcome": None if state is None else position.game.outcome(state),
                "state": {} if state is None else plain(state),
            }
        )


class Decisions(APIView):
    """The decisions of a timeline."""

    @extend_schema(responses=s.DecisionOut(many=True), parameters=[*_FEED, *FILTERS])
    def get(self, request: Request, timeline_id: UUID) -> Response:
        """The decisions feed, oldest first: who, when, what, with what luck, whether it is in force, and what was said
        about it."""
        timeline = visit_timeline(request._request, timeline_id).timeline
        after, limit = _page(request)
        reading = Reading.of(timeline)
        lines = story_feed(reading, wanted_lines(request), after=after, limit=limit)
        said, chosen = remarks_on(reading, lines), arguments_of(lines)
        lines = with_asides(lines, reading.line, reading.line.version)
        return Response([_decision(each, chosen[each.version], said.get(each.version, Said())) for each in lines])

    @extend_schema(request=s.NewDecision, responses={201: s.DecidedOut, **REFUSALS})
    def post(self, request: Request, timeline_id: UUID) -> Response:
        """Take a decision."""
        visit = visit_timeline(request._request, timeline_id, may="decide")
        data = valid(s.NewDecision, request)
        return decided_response(
            decide(
                visit.timeline, visit.actor, data["decision"], expected=data["expected_version"],
                chance=_chance(data), key=data["key"],
            ),
            game_of(visit.campaign.game),
        )  # fmt: skip


class Events(APIView):
    """The events of a timeline."""

    @extend_schema(responses=s.EventOut(many=True), parameters=_FEED)
    def get(self, request: Request, timeline_id: UUID) -> Response:
        """The events feed, oldest first."""
        visit = visit_timeline(request._request, timeline_id)
        timeline, game = visit.timeline, game_of(visit.campaign.game)
        after, limit = _page(request)
        line = store.lineage(timeline.id)
        path = line.path(line.version)
        stored = store.read(line.stored([Range(after, min(line.version, after + limit))]))
        return Response([_event(row, game, in_force(path, row.version)) for row in stored])


class Rewinds(APIView):
    """Undo, redo, rewind."""

    @extend_schema(request=s.NewRewind, responses={201: s.DecidedOut, **REFUSALS})
    def post(self, request: Request, timeline_id: UUID) -> Response:
        """Put the game back to where it was at a version. Nothing is deleted."""
        visit = visit_timeline(request._request, timeline_id, may="decide")
        data = valid(s.NewRewind, request)
        common = {"expected": data["expected_version"], "key": data["key"], "reason": data["reason"]}
        if data["how"] == "rewind":
            return decided_response(rewind(visit.timeline, visit.actor, data["to"], **common))
        return decided_response((undo if data["how"] == "undo" else redo)(visit.timeline, visit.actor, **common))


class Forks(APIView):
    """Branches of a timeline."""

    @extend_schema(request=s.NewFork, responses={201: s.TimelineOut, 422: s.RefusalOut})
    def post(self, request: Request, timeline_id: UUID) -> Response:
        """Branch from a version."""
        visit = visit_timeline(request._request, timeline_id, may="decide")
        data = valid(s.NewFork, request)
        made = fork(visit.timeline, visit.actor, signed_in(request), data["version"], name=data["name"],
                    description=data["description"])  # fmt: skip
        return Response(timeline_data(made), status=201)


class Checkpoints(APIView):
    """Named versions."""

    @extend_schema(responses=s.PlaceOut(many=True), operation_id="timelines_checkpoints_list")
    def get(self, request: Request, timeline_id: UUID) -> Response:
        """The named versions, oldest first: sessions, checkpoints, and what the game marks by itself."""
        timeline = visit_timeline(request._request, timeline_id).timeline
        reading = Reading.of(timeline)
        found = checkpoints_at(reading.history(catalogue.Checkpoints()), reading.line, reading.line.version)
        return Response(s.PlaceOut(found, many=True).data)

    @extend_schema(request=s.NewCheckpoint, responses={201: s.DecidedOut, 422: s.RefusalOut})
    def post(self, request: Request, timeline_id: UUID) -> Response:
        """Name a version."""
        visit = visit_timeline(request._request, timeline_id, may="decide")
        data = valid(s.NewCheckpoint, request)
        return decided_response(name_checkpoint(visit.timeline, visit.actor, data["version"], data["name"]))


def _chance(data: dict[str, Any]) -> Callable[[], Chance]:
    luck = data.get("luck") or {"mode": "app", "seen": {}}
    if luck["mode"] == "app":
        return Rolled
    return lambda: Observed(luck["seen"], otherwise=Rolled() if luck["mode"] == "rest" else None)


def decided_response(decided: Decided, game: Game[Any, Any] | None = None) -> Response:
    """What a stored decision is answered with: 201, or 200 where its key was known.

    :param game: whose decision it is; ``None`` for what concerns the table
    """
    body = {
        "decision_id": str(decided.decision_id),
        "first_version": decided.first_version,
        "last_version": decided.last_version,
        "repeated": decided.repeated,
        "events": [plain(game.in_record(event) if game else event) for event in decided.events],
    }
    return Response(body, status=200 if decided.repeated else 201)


def timeline_data(timeline: Timeline, version: int | None = None) -> dict[str, Any]:
    """A timeline and where it stands, as the API says it.

    :param version: its newest version, where that was read already
    """
    version = store.head(timeline.id).version if version is None else version
    return {**s.TimelineOut(timeline).data, "version": version, "is_main": timeline.is_main}


def _option(each: Offered) -> dict[str, Any]:
    return {**msgspec.to_builtins(each.option), "yours": each.refused is None, "left_to": each.left_to}


def _decision(line: Line, arguments: Any, said: Said) -> dict[str, Any]:
    data = line.data
    return {
        "version": line.version, "in_force": line.in_force, "id": data["decision_id"], "name": data["decision"],
        "sentence": data["sentence"], "facts": data["facts"], "alias": data["alias"], "seat": data["seat"],
        "recorded_at": line.at, "last_version": data["last"], "luck": data["luck"],
        "arguments": arguments, "luck_was_seen": line.luck_was_seen,
        "notes": [{"version": note.version, "text": note.text, "alias": note.alias, "recorded_at": note.at}
                  for note in said.notes],
        "signs": said.signs,
        "set_aside": None if line.aside is None
        else {"version": line.aside.version, "alias": line.aside.alias, "recorded_at": line.aside.at},
    }  # fmt: skip


def _event(row: store.Recorded, game: Game[Any, Any], counts: bool) -> dict[str, Any]:
    return {
        "version": row.version,
        "in_force": counts,
        "type": row.type,
        "decision_id": row.decision_id,
        "recorded_at": datetime.datetime.fromtimestamp(row.recorded_at / 1_000_000, tz=datetime.UTC),
        "event": plain(game.in_record(row.event())),
    }


def _page(request: Request) -> tuple[int, int]:
    return whole(request, "after", 0, least=0), whole(request, "limit", 100, least=1, most=MOST)
