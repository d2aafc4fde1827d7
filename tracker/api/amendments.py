"""Amending and comparing over the API."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from projections.amended import look
from projections.compared import Beside, decisions, state_differences, totals
from tracker.api.parsing import GREATEST_VERSION, Exact, valid, whole
from tracker.api.serializers import Luck as LuckIn
from tracker.api.serializers import RefusalOut, TimelineOut
from tracker.api.views import timeline_data
from tracker.timelines.amending import ensure_possible, ensure_settled
from tracker.timelines.comparing import Side, compare
from tracker.timelines.drafts import (
    WAYS,
    carry_out,
    discard,
    drafts_of,
    enqueue_make,
    is_long,
    keep,
    make_key,
    new_seed,
    past_of_draft,
)
from tracker.timelines.forking import unsaved_branch
from tracker.timelines.models import Amendment, Timeline
from tracker.timelines.plans import Luck, Plan, Settled, Taken, plan_of
from tracker.timelines.replaying import past_of
from tracker.timelines.visits import Visit, signed_in, visit_campaign, visit_timeline


class AmendedLuck(LuckIn):
    """How luck is answered: as it came up then, drawn by the app, typed in, or typed in and the rest drawn."""

    mode = serializers.ChoiceField(["recorded", "app", "table", "rest"], default="app")


class NewAmendment(Exact):
    """What is to be otherwise: the decision at a version changed (``decision`` left out: with other luck), dropped, or
    another one put before it. It replaces what the same person was amending at the same decision."""

    version = serializers.IntegerField(min_value=1, max_value=GREATEST_VERSION)
    how = serializers.ChoiceField(["change", "drop", "insert"])
    decision = serializers.DictField(required=False)
    luck = AmendedLuck(required=False)
    until = serializers.IntegerField(min_value=1, max_value=GREATEST_VERSION, required=False)


class Settling(Exact):
    """What becomes of later decisions that are no longer possible: of the one at ``version``, or with ``rest`` of all
    of which nothing was said. With ``first`` the decision is taken before it, which is then tried again as it was.
    ``way`` left out takes back what was said."""

    version = serializers.IntegerField(min_value=1, max_value=GREATEST_VERSION, required=False)
    way = serializers.ChoiceField(WAYS, required=False)
    first = serializers.BooleanField(default=False)
    decision = serializers.DictField(required=False)
    luck = AmendedLuck(required=False)
    rest = serializers.ChoiceField(["ask", "skip", "reroll", "stop"], required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("version" in attrs) == ("rest" in attrs):
            raise serializers.ValidationError("Name the version of a later decision, or what becomes of the rest.")
        if (attrs.get("way") == "replace" or attrs["first"]) != ("decision" in attrs):
            raise serializers.ValidationError({"decision": "What is replaced or put first, and nothing else, has one."})
        if attrs["first"] and ("way" in attrs or "rest" in attrs):
            raise serializers.ValidationError({"first": "What is put first stands by itself."})
        return attrs


class NewAmended(Exact):
    """The timeline to make of an amendment."""

    name = serializers.CharField(max_length=100)
    description = serializers.CharField(max_length=2000, required=False, default="", allow_blank=True)


class AmendmentOut(serializers.Serializer[Any]):
    """An amendment and what would come of it. ``state``: ``ready``, ``looking`` or ``making`` (in the background, with
    ``done`` of ``total``), ``refused`` or ``made``."""

    id = serializers.UUIDField()
    timeline = serializers.UUIDField()
    version = serializers.IntegerField()
    until = serializers.IntegerField()
    state = serializers.CharField()
    done = serializers.IntegerField(required=False)
    total = serializers.IntegerField(required=False)
    made = serializers.UUIDField(allow_null=True)
    refused = RefusalOut(required=False)
    preview = serializers.DictField(allow_null=True)


class DraftOut(serializers.Serializer[Any]):
    """An amendment that is no timeline yet."""

    id = serializers.UUIDField()
    timeline = serializers.UUIDField()
    version = serializers.IntegerField()
    until = serializers.IntegerField()
    how = serializers.CharField()
    created_at = serializers.DateTimeField()


class ComparisonOut(serializers.Serializer[Any]):
    """Two timelines or versions side by side. ``ancestor``: the last version that they share."""

    ancestor = serializers.IntegerField()
    a = serializers.DictField()
    b = serializers.DictField()
    differences = serializers.ListField(child=serializers.DictField())
    totals = serializers.ListField(child=serializers.DictField())
    decisions = serializers.ListField(child=serializers.DictField())
    page = serializers.IntegerField()
    pages = serializers.IntegerField()


_PAGED = [OpenApiParameter("page", int, description="Of the conflicts, from 1; by default that of the first open one.")]


class Amendments(APIView):
    """Amendments of a timeline."""

    @extend_schema(responses=DraftOut(many=True))
    def get(self, request: Request, timeline_id: UUID) -> Response:
        """What one is thinking over about decisions of this timeline, the newest first."""
        visit = visit_timeline(request._request, timeline_id, may="decide")
        drafts = [each for each in drafts_of(visit.campaign, signed_in(request)) if each.timeline_id == timeline_id]
        found = [
            {"id": each.id, "timeline": each.timeline_id, "version": each.version, "until": each.until,
             "how": plan_of(each.plan).how, "created_at": each.created_at}
            for each in drafts
        ]  # fmt: skip
        return Response(DraftOut(found, many=True).data)

    @extend_schema(request=NewAmendment, responses={201: AmendmentOut, 422: RefusalOut})
    def post(self, request: Request, timeline_id: UUID) -> Response:
        """Say what is to be otherwise, and learn what would come of it. Nothing is written to any timeline."""
        visit = visit_timeline(request._request, timeline_id, may="decide")
        data = valid(NewAmendment, request)
        past = past_of(visit.timeline, data["version"], data.get("until"))
        plan = Plan(past.decision.first_version, data["how"], data.get("decision"), _luck(data))
        ensure_possible(past, visit.actor, plan)
        return Response(_amendment(visit, keep(past, signed_in(request), plan)), status=201)


class AmendmentDetail(APIView):
    """One amendment of one's own."""

    @extend_schema(responses=AmendmentOut, parameters=_PAGED)
    def get(self, request: Request, amendment_id: UUID) -> Response:
        """What would come of it."""
        return Response(_amendment(*_own(request, amendment_id), page=_page(request)))

    @extend_schema(request=Settling, responses={200: AmendmentOut, 422: RefusalOut}, parameters=_PAGED)
    def patch(self, request: Request, amendment_id: UUID) -> Response:
        """Say what becomes of later decisions that are no longer possible."""
        visit, draft = _own(request, amendment_id, unmade=True)
        data, past, plan = valid(Settling, request), past_of_draft(draft), plan_of(draft.plan)
        if "rest" in data:
            plan = msgspec.structs.replace(plan, rest=data["rest"], seed=plan.seed or new_seed())
        elif "way" in data or data["first"]:
            settled = _settled(plan, data)
            ensure_settled(past, visit.actor, plan, data["version"], settled)
            plan = plan.settle(data["version"], settled)
        else:
            plan = plan.settle(data["version"], None)
        return Response(_amendment(visit, keep(past, signed_in(request), plan), _page(request)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, amendment_id: UUID) -> Response:
        """Think no more of it."""
        discard(_own(request, amendment_id, unmade=True)[1])
        return Response(status=204)


class AmendmentTimeline(APIView):
    """The timeline of an amendment."""

    @extend_schema(request=NewAmended, responses={201: TimelineOut, 202: AmendmentOut, 422: RefusalOut})
    def post(self, request: Request, amendment_id: UUID) -> Response:
        """Make it. A long one is made in the background; sent again, the answer is the same timeline."""
        visit, draft = _own(request, amendment_id)
        data = valid(NewAmended, request)
        if draft.made is None and is_long(past_of_draft(draft)):
            unsaved_branch(visit.timeline, signed_in(request), **data)
            enqueue_make(draft, signed_in(request), **data)
            return Response(_amendment(visit, draft), status=202)
        return Response(timeline_data(carry_out(draft, visit.actor, signed_in(request), **data)), status=201)


class Comparisons(APIView):
    """Timelines of a campaign side by side."""

    @extend_schema(
        responses={200: ComparisonOut, 422: RefusalOut},
        parameters=[
            OpenApiParameter("a", UUID, required=True, description="One timeline."),
            OpenApiParameter("av", int, description="Its version; the newest unless given."),
            OpenApiParameter("b", UUID, required=True, description="The other timeline."),
            OpenApiParameter("bv", int, description="Its version; the newest unless given."),
            OpenApiParameter("page", int, description="Which page of decisions, from 1."),
        ],
    )
    def get(self, request: Request, campaign_id: UUID) -> Response:
        """What differs between two timelines or versions, in words; sums; the decisions since side by side."""
        visit = visit_campaign(request._request, campaign_id)
        found = compare(
            _timeline(visit, request, "a"), _timeline(visit, request, "b"),
            version=whole(request, "av", None, least=0), other_version=whole(request, "bv", None, least=0),
        )  # fmt: skip
        page = decisions(found, whole(request, "page", 1, least=1))
        body = {
            "ancestor": found.ancestor,
            "a": _side(found.one),
            "b": _side(found.other),
            "differences": msgspec.to_builtins(state_differences(found, visit.sees)),
            "totals": [total._asdict() for total in totals(found)],
            "decisions": [_beside(row) for row in page.rows],
            "page": page.number,
            "pages": page.pages,
        }
        return Response(body)


def _own(request: Request, amendment_id: UUID, *, unmade: bool = False) -> tuple[Visit, Amendment]:
    drafts = Amendment.objects.select_related("timeline__campaign", "created_by", "made__campaign")
    draft = get_object_or_404(drafts, id=amendment_id, created_by_id=request.user.pk)
    if unmade and draft.made_id:
        raise Http404("The timeline of this amendment is made.")
    return visit_timeline(request._request, draft.timeline_id, may="decide"), draft


def _page(request: Request) -> int | None:
    return whole(request, "page", None, least=1)


def _settled(plan: Plan, data: dict[str, Any]) -> Settled:
    was = plan.settled.get(str(data["version"])) or Settled("keep")
    if data["first"]:
        return was.after(Taken(data["decision"], _luck(data)))
    return Settled(data["way"], data.get("decision"), _luck(data), was.first)


def _luck(data: dict[str, Any]) -> Luck:
    luck = data.get("luck") or {"mode": "app", "seen": {}}
    seen = {source: tuple(values) for source, values in luck["seen"].items()}
    return Luck(luck["mode"], new_seed() if luck["mode"] in ("app", "rest") else 0, seen)


def _amendment(visit: Visit, draft: Amendment, page: int | None = None) -> dict[str, Any]:
    body = {
        "id": draft.id, "timeline": draft.timeline_id, "version": draft.version, "until": draft.until,
        "made": draft.made_id, "preview": None,
    }  # fmt: skip
    if draft.made_id:
        return {**body, "state": "made"}
    looked = look(draft, past_of_draft(draft), visit.actor, page)
    if looked.job is not None:
        state = "making" if looked.job.key == make_key(draft) else "looking"
        return {**body, "state": state, "done": looked.job.done, "total": looked.job.total}
    if looked.refused is not None:
        return {**body, "state": "refused", "refused": looked.refused.as_data()}
    return {**body, "state": "ready", "preview": looked.found}


def _timeline(visit: Visit, request: Request, name: str) -> Timeline:
    try:
        wanted = UUID(request.query_params.get(name, ""))
    except ValueError:
        raise Http404(f"“{name}” names no timeline.") from None
    return get_object_or_404(visit.campaign.timelines.select_related("campaign"), id=wanted)


def _side(side: Side) -> dict[str, Any]:
    return {"timeline": side.timeline.id, "version": side.version, "decisions": len(side.decisions)}


def _beside(row: Beside) -> dict[str, Any]:
    one, other = ({"version": cell[0], **cell[1]} if cell else None for cell in (row.one, row.other))
    return {"same": row.same, "differs": row.differs, "a": one, "b": other}
