"""Live pages: a server-sent event whenever a timeline reached a version; the page then reads itself anew.

One thread a process looks at the watched streams' heads a few times a second and feeds all open pages. Where the server
cannot stream (WSGI), pages ask for the version now and then instead.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from uuid import UUID

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError, connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.views.decorators.http import require_GET

from tracker.eventstore.models import Stream
from tracker.timelines.visits import visit_timeline

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.25
HEARTBEAT_SECONDS = 4.0
"""A page that hears nothing for three beats says that it is not live."""
RECHECK_SECONDS = 60.0
"""A stream ends after so long, and the page asks again: whoever may no longer watch is then refused."""

Listener = tuple[asyncio.AbstractEventLoop, "asyncio.Queue[int]"]


class Watch:
    """Feeds the open pages of this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[UUID, set[Listener]] = {}
        self._thread: threading.Thread | None = None
        self._new: set[UUID] = set()
        self.well = True
        """Whether the last look at the versions succeeded: only then may a page be told that it is live."""

    def add(self, timeline_id: UUID, listener: Listener) -> None:
        """Tell a listener from now on about a timeline."""
        with self._lock:
            self._listeners.setdefault(timeline_id, set()).add(listener)
            self._new.add(timeline_id)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="live-pages", daemon=True)
                self._thread.start()

    def remove(self, timeline_id: UUID, listener: Listener) -> None:
        """Tell it no more."""
        with self._lock:
            left = self._listeners.get(timeline_id, set())
            left.discard(listener)
            if not left:
                self._listeners.pop(timeline_id, None)

    def _run(self) -> None:
        seen: dict[UUID, int] = {}
        try:
            while watched := self._watched(seen):
                try:
                    self._look(watched, seen)
                    self.well = True
                except DatabaseError as error:
                    if self.well:
                        logger.warning("Open pages are not told of news: %s", error)
                    self.well = False
                    connections.close_all()
                time.sleep(POLL_SECONDS)
        finally:
            with self._lock:
                if self._thread is threading.current_thread():
                    self._thread = None
            connections.close_all()

    def _watched(self, seen: dict[UUID, int]) -> dict[UUID, tuple[Listener, ...]]:
        """Who listens to what. Of a timeline with a new listener the version is told again: its page may be older than
        its stream. Without any listener the thread is over."""
        with self._lock:
            for timeline in [timeline for timeline in seen if timeline in self._new or timeline not in self._listeners]:
                del seen[timeline]
            self._new.clear()
            if not self._listeners:
                self._thread = None
            return {timeline: tuple(listeners) for timeline, listeners in self._listeners.items()}

    def _look(self, watched: dict[UUID, tuple[Listener, ...]], seen: dict[UUID, int]) -> None:
        for timeline, version in Stream.objects.filter(id__in=watched).values_list("id", "version"):
            if seen.get(timeline) != version:
                seen[timeline] = version
                for loop, queue in watched[timeline]:
                    with suppress(RuntimeError):  # the loop of a page that is gone
                        loop.call_soon_threadsafe(queue.put_nowait, version)


watch = Watch()


@require_GET
def version(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """The newest version of a timeline, for pages that cannot stream."""
    visit = visit_timeline(request, timeline_id)
    return JsonResponse({"version": Stream.objects.values_list("version", flat=True).get(id=visit.timeline.id)})


@require_GET
async def live(request: HttpRequest, timeline_id: UUID) -> HttpResponseBase:
    """The stream of a timeline's versions."""
    await sync_to_async(visit_timeline)(request, timeline_id)
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)  # tells the page not to try again; it then asks now and then
    # The stream outlives the request's database work by far: it must not hold a connection.
    await sync_to_async(connections.close_all)()
    response = StreamingHttpResponse(_versions(timeline_id), content_type="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


async def _versions(timeline_id: UUID) -> AsyncIterator[str]:
    queue: asyncio.Queue[int] = asyncio.Queue()
    listener = (asyncio.get_running_loop(), queue)
    watch.add(timeline_id, listener)
    ends = time.monotonic() + RECHECK_SECONDS
    try:
        yield "retry: 1000\n\n"
        while time.monotonic() < ends:
            try:
                reached = await asyncio.wait_for(queue.get(), timeout=HEARTBEAT_SECONDS)
                yield f"event: advanced\ndata: {reached}\n\n"
            except TimeoutError:
                yield "event: beat\ndata: \n\n" if watch.well else ": trouble\n\n"
    finally:
        watch.remove(timeline_id, listener)
