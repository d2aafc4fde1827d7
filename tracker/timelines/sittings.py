"""The sessions of a timeline: when the group sat down to play, and which versions came of it."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, replace

from rules.kernel import event_name
from rules.kernel.table import TABLE, SessionClosed, SessionOpened
from tracker.eventstore import store
from tracker.eventstore.lineage import Lineage, Range
from tracker.eventstore.models import StoredEvent

KINDS = [f"{TABLE}.{event_name(kind)}" for kind in (SessionOpened, SessionClosed)]


@dataclass(frozen=True)
class Sitting:
    """One session.

    :param date: the day as the group entered it
    :param low: the version at which it began
    :param high: the last version of it: the one at which it was closed, or the newest there is
    :param going_on: nobody has closed it yet
    """

    number: int
    title: str
    date: datetime.date
    low: int
    high: int
    going_on: bool


def sittings(line: Lineage) -> list[Sitting]:
    """The sessions along a lineage, oldest first. A rewind takes none of them back."""
    found: list[Sitting] = []
    for timeline_id, low, high in line.stored([Range(0, line.version)]):
        rows = StoredEvent.objects.filter(timeline_id=timeline_id, version__gt=low, version__lte=high, type__in=KINDS)
        for row in rows.order_by("version"):
            event = store.codec.decode(row.type, row.shape, bytes(row.payload))
            if isinstance(event, SessionOpened):
                date = datetime.date.fromisoformat(event.date)
                found.append(Sitting(event.number, event.title, date, row.version, line.version, going_on=True))
            elif found and found[-1].going_on:
                found[-1] = replace(found[-1], high=row.version, going_on=False)
    return found
