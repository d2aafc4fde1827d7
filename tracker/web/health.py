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
from tracker.jobs.worker import seconds_unseen

logger = logging.getLogger(__name__)

WORKER_SECONDS = 15.0
"""A worker that gave no sign of life for so long counts as gone. One that never gave any is not known."""
OWN_ROW = "health check"
NEVER = datetime(1970, 1, 1, tzinfo=UTC)


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 when the database takes what is written and the worker is alive as far as is known, 503 otherwise; and how
    many seconds ago the worker gave its last sign of life."""
    try:
        _write()
        unseen = seconds_unseen()
    except DatabaseError as error:
        logger.error("The database does not take what is written: %s", error)
        return JsonResponse({"database": "not writable", "worker": "unknown"}, status=503)
    worker = _worker(unseen)
    answer = {"database": "ok", "worker": worker, "worker_seen_seconds_ago": None if unseen is None else round(unseen)}
    return JsonResponse(answer, status=503 if worker == "gone" else 200)


def _write() -> None:
    """Write and commit one row: a full disk and a database that may only be read show in nothing less."""
    seen = {"owner": str(timezone.now().timestamp()), "until": NEVER, "seen_at": NEVER}
    with fair(), transaction.atomic():
        WorkerLease.objects.update_or_create(name=OWN_ROW, defaults=seen)


def _worker(unseen: float | None) -> str:
    if unseen is None:
        return "unknown"
    return "ok" if unseen < WORKER_SECONDS else "gone"
