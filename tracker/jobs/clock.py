"""The time of leases. It is the database's, since the clocks of several machines differ."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from datetime import timedelta
from typing import Any

from django.db import connection
from django.db.models import DateTimeField, ExpressionWrapper
from django.db.models.functions import Now

from tracker.eventstore.sqlite import writing


def after(seconds: float) -> ExpressionWrapper[Any]:
    """The database's time in so many seconds."""
    return ExpressionWrapper(Now() + timedelta(seconds=seconds), output_field=DateTimeField())


def fair() -> AbstractContextManager[None]:
    """Around a single update: on SQLite it waits its turn fairly, elsewhere it is a statement of its own."""
    return writing() if connection.vendor == "sqlite" else nullcontext()
