"""One group of rows in a process of its own: ``python -m tests.benchmarks.group append``."""

from __future__ import annotations

import logging
import sys
from importlib import import_module

import django
from django.core.management import call_command

from tests.benchmarks.harness import Report


def main(name: str) -> int:
    """Prepare the database and measure; 1 when a bar does not hold."""
    django.setup()
    logging.disable(logging.WARNING)
    call_command("migrate", verbosity=0)
    report = Report()
    import_module(f"tests.benchmarks.{name}").measure(report)
    return int(bool(report.failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
