"""Waking whoever does the background work. Losing a wake-up costs a moment: workers look for work by themselves."""

from __future__ import annotations

import logging
import threading

from django.conf import settings
from django.db import transaction

logger = logging.getLogger(__name__)

nudged = threading.Event()
"""Set when this process has new work; its own worker thread waits for it."""


def wake_up() -> None:
    """Tell the workers that there is work, once the surrounding transaction is committed."""
    transaction.on_commit(_wake, robust=True)


def _wake() -> None:
    if settings.CELERY_BROKER_URL:
        _send()
    else:
        nudged.set()


def _send() -> None:
    from tracker.jobs.celery import wake

    try:
        wake.apply_async(queue=settings.CELERY_QUEUE, retry=False, expires=60)
    except Exception as error:  # the broker's libraries raise errors of their own; the next sweep finds the work
        logger.warning("The message broker took no wake-up (%s); the work waits for the next sweep.", error)
