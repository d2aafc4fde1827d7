"""What is said about decisions, and the story as a file."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from projections.story_files import WRITERS, story_file
from tracker.api.filters import FILTERS, wanted_lines
from tracker.api.parsing import Exact, valid
from tracker.api.serializers import DecidedOut, RefusalOut
from tracker.api.views import decided_response
from tracker.timelines.table import LONGEST_NOTE, SIGNS, react, remove_note, take_sign_back, write_note
from tracker.timelines.visits import visit_timeline

_ANSWERS = {200: DecidedOut, 201: DecidedOut, 422: RefusalOut}


class NewNote(Exact):
    """A note to write on a version. ``key`` makes a repeated submission the same note."""

    version = serializers.IntegerField(min_value=1)
    text = serializers.CharField(max_length=LONGEST_NOTE)
    key = serializers.CharField(min_length=8, max_length=100, required=False)


class NewSign(Exact):
    """A sign to give to a version, or one's own to take back."""

    version = serializers.IntegerField(min_value=1)
    sign = serializers.ChoiceField(SIGNS)
    take_back = serializers.BooleanField(default=False)


class Notes(APIView):
    """Notes on the decisions of a timeline; they are read with the decisions."""

    @extend_schema(request=NewNote, responses=_ANSWERS)
    def post(self, request: Request, timeline_id: UUID) -> Response:
        """Write a note. The version at which it stands afterwards names it."""
        visit = visit_timeline(request._request, timeline_id, may="decide")
        data = valid(NewNote, request)
        written = write_note(visit.timeline, visit.actor, data["version"], data["text"], key=data.get("key"))
        return decided_response(written)


class NoteDetail(APIView):
    """One note, named by the version at which it was written."""

    @extend_schema(responses={204: None, 422: RefusalOut})
    def delete(self, request: Request, timeline_id: UUID, version: int) -> Response:
        """Take a note off: its writer may, and the owner of the campaign."""
        visit = visit_timeline(request._request, timeline_id, may="decide")
        remove_note(visit.timeline, visit.actor, version)
        return Response(status=204)


class Signs(APIView):
    """Signs on the decisions of a timeline; they are read with the decisions."""

    @extend_schema(request=NewSign, responses=_ANSWERS)
    def post(self, request: Request, timeline_id: UUID) -> Response:
        """Give a sign, or take one's own back."""
        visit = visit_timeline(request._request, timeline_id, may="decide")
        data = valid(NewSign, request)
        deed = take_sign_back if data["take_back"] else react
        return decided_response(deed(visit.timeline, visit.actor, data["version"], data["sign"]))


class Story(APIView):
    """The story as a file."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """The address says which kind of file it is, whatever the program says that it accepts."""
        return super().perform_content_negotiation(request, force=True)

    @extend_schema(
        responses={(200, media): OpenApiTypes.STR for media, _ in WRITERS.values()},
        parameters=FILTERS,
        description=f"The decisions that fit, oldest first, as a file. Kinds: {', '.join(WRITERS)}.",
    )
    def get(self, request: Request, timeline_id: UUID, kind: str) -> HttpResponse:
        """The decisions that fit, oldest first."""
        timeline = visit_timeline(request._request, timeline_id).timeline
        if kind not in WRITERS:
            raise NotFound("There is no such kind of file.")
        content, media, _ = story_file(timeline, kind, wanted_lines(request))
        return HttpResponse(content, content_type=f"{media}; charset=utf-8")
