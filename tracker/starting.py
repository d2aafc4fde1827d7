"""What a serving process does once, before its first request."""

from __future__ import annotations

import gc

from django.urls import get_resolver


def set_apart() -> None:
    """Load the pages, and take all that is loaded by now out of the garbage collector's sight: it stays as long as the
    process, and a full collection would walk through it each time, in the midst of somebody's request."""
    _ = get_resolver().url_patterns
    gc.collect()
    gc.freeze()
