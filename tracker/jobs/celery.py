"""Celery, where a broker is configured: ``celery -A tracker.jobs.celery worker -B``.

A task is a wake-up and carries nothing: the job's row and the tracked positions are the truth. A message that is lost
is made up for by the beat's sweep, one that comes twice finds nothing to do. The worker's heartbeat says that it is
alive, however long its tasks take.
"""

from __future__ import annotations

import logging
import os
from typing import Any

from celery import Celery
from celery.signals import heartbeat_sent
from django.conf import settings
from django.db import DatabaseError, connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tracker.settings")

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 5.0

app = Celery("tracker", broker=settings.CELERY_BROKER_URL)
app.conf.update(
    task_default_queue=settings.CELERY_QUEUE,
    task_ignore_result=True,
    task_store_errors_even_if_ignored=False,
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    worker_redirect_stdouts=False,
    broker_connection_retry_on_startup=True,
    broker_connection_timeout=2.0,
    timezone="UTC",
    beat_schedule={
        "sweep": {"task": "tracker.wake", "schedule": SWEEP_SECONDS, "options": {"expires": SWEEP_SECONDS}},
    },
)


@app.task(name="tracker.wake")  # type: ignore[untyped-decorator]
def wake() -> None:
    """Do the jobs and sweeps that wait now."""
    from tracker.jobs.worker import Worker

    try:
        Worker().once()
    finally:
        connections.close_all()


@heartbeat_sent.connect  # type: ignore[untyped-decorator]
def note_heartbeat(**more: Any) -> None:
    """Say that this worker is alive: every two seconds, mostly with one read."""
    from tracker.jobs.worker import note_alive

    try:
        note_alive()
    except DatabaseError as error:
        logger.warning("The database takes no sign of life of this worker: %s", error)
    finally:
        connections.close_all()
