#!/usr/bin/env python
"""Runs administrative commands of the campaign tracker."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tracker.settings")
    from tracker.managing import run

    run(sys.argv)
