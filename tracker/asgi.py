"""ASGI entry point. The server's lifespan starts and stops the worker thread of this process."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from asgiref.sync import sync_to_async
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tracker.settings")
django_application = get_asgi_application()

from tracker.jobs.worker import start_in_background, stop_in_background  # noqa: E402 (models can be imported only now)
from tracker.starting import set_apart  # noqa: E402

set_apart()

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


async def application(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """The site. Servers that know no lifespan start the worker with the first request."""
    if scope["type"] == "lifespan":
        await _live(receive, send)
        return
    start_in_background()
    await django_application(scope, receive, send)


async def _live(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            start_in_background()
        else:
            await sync_to_async(stop_in_background, thread_sensitive=False)()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
