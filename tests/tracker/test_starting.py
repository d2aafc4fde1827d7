"""What a serving process has done before its first request."""

from __future__ import annotations

import subprocess
import sys

SERVED = "import gc, sys, tracker.asgi; print(gc.get_freeze_count() > 0, 'tracker.web.table_page' in sys.modules)"


def test_the_pages_are_loaded_and_all_of_it_is_set_apart_from_collecting() -> None:
    found = subprocess.run([sys.executable, "-c", SERVED], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["True", "True"]
