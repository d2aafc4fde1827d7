"""The health check: whether decisions can be kept, and whether the background work goes on."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

from django.db import DatabaseError, transaction
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tracker.jobs.clock import fair
from tracker.jobs.models import WorkerLease
from tracker.jobs.worker import last_seen

logger = logging.getLogger(__name__)

WORKER_SECONDS = 60.0
"""A worker that was not seen for so long counts as gone. One that was never seen is not known."""
OWN_ROW = "health check"
NEVER = datetime(1970, 1, 1, tzinfo=UTC)


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 when the database takes what is written and the worker is alive as far as is known, 503 otherwise."""
    try:
        _write()
        worker = _worker()
    except DatabaseError as error:
        logger.error("The database does not take what is written: %s", error)
        return JsonResponse({"database": "not writable", "worker": "unknown"}, status=503)
    return JsonResponse({"database": "ok", "worker": worker}, status=503 if worker == "gone" else 200)


def _write() -> None:
    """Write and commit one row: a full disk and a database that may only be read show in nothing less."""
    seen = {"owner": str(timezone.now().timestamp()), "until": NEVER, "seen_at": NEVER}
    with fair(), transaction.atomic():
        WorkerLease.objects.update_or_create(name=OWN_ROW, defaults=seen)


def _worker() -> str:
    seen = last_seen()
    if seen is None or seen == NEVER:
        return "unknown"
    return "ok" if (timezone.now() - seen).total_seconds() < WORKER_SECONDS else "gone"
