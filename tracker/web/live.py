"""Live pages: a server-sent event whenever a timeline reached a version; the page then reads itself anew.

One thread a process looks at the watched streams' heads a few times a second and feeds all open pages. Where the server
cannot stream (WSGI), pages ask for the version now and then instead.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from uuid import UUID

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse

from tracker.eventstore.models import Stream
from tracker.timelines.visits import visit_timeline

POLL_SECONDS = 0.25
HEARTBEAT_SECONDS = 15.0
RECHECK_SECONDS = 60.0
"""A stream ends after so long, and the page asks again: whoever may no longer watch is then refused."""

Listener = tuple[asyncio.AbstractEventLoop, "asyncio.Queue[int]"]


class Watch:
    """Feeds the open pages of this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[UUID, set[Listener]] = {}
        self._thread: threading.Thread | None = None

    def add(self, timeline_id: UUID, listener: Listener) -> None:
        """Tell a listener from now on about a timeline."""
        with self._lock:
            self._listeners.setdefault(timeline_id, set()).add(listener)
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
            while True:
                with self._lock:
                    watched = {timeline: tuple(listeners) for timeline, listeners in self._listeners.items()}
                    if not watched:
                        self._thread = None
                        return
                seen = {timeline: seen[timeline] for timeline in watched if timeline in seen}
                for timeline, version in Stream.objects.filter(id__in=watched).values_list("id", "version"):
                    if seen.get(timeline) != version:
                        seen[timeline] = version
                        for loop, queue in watched[timeline]:
                            loop.call_soon_threadsafe(queue.put_nowait, version)
                time.sleep(POLL_SECONDS)
        finally:
            with self._lock:
                if self._thread is threading.current_thread():
                    self._thread = None
            connections.close_all()


watch = Watch()


def version(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """The newest version of a timeline, for pages that cannot stream."""
    visit = visit_timeline(request, timeline_id)
    return JsonResponse({"version": Stream.objects.values_list("version", flat=True).get(id=visit.timeline.id)})


async def live(request: HttpRequest, timeline_id: UUID) -> HttpResponseBase:
    """The stream of a timeline's versions."""
    await sync_to_async(visit_timeline)(request, timeline_id)
    if not isinstance(request, ASGIRequest):
        return HttpResponse("This server does not stream.", status=501, content_type="text/plain")
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
                reached = await asyncio.wait_for(queue.get(), timeout=min(HEARTBEAT_SECONDS, RECHECK_SECONDS))
                yield f"event: advanced\ndata: {reached}\n\n"
            except TimeoutError:
                yield ": still here\n\n"
    finally:
        watch.remove(timeline_id, listener)
