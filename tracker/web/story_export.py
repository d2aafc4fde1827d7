"""The story as a file to take along."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from projections.story_files import WRITERS, story_file
from tracker.timelines.visits import visit_timeline
from tracker.web.story_page import wanted_lines


@require_GET
def story_export(request: HttpRequest, timeline_id: UUID, kind: str) -> HttpResponse:
    """The lines that fit the filter, oldest first, as a file."""
    visit = visit_timeline(request, timeline_id)
    if kind not in WRITERS:
        raise Http404("There is no such kind of file.")
    content, media, name = story_file(visit.timeline, kind, wanted_lines(request))
    response = HttpResponse(content, content_type=f"{media}; charset=utf-8")
    if name:
        response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
