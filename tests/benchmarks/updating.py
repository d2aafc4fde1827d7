"""Three events and five rows of read models, in one statement and in the ways of the ORM, on PostgreSQL."""

from __future__ import annotations

from itertools import count
from uuid import uuid4

from django.db import transaction

from projections.models import StateRow
from tests.benchmarks.harness import Report, ratios
from tests.benchmarks.writers import throughput, timed
from tests.tracker.eventstore.stories import Story, named
from tracker.eventstore import sql, store
from tracker.eventstore.models import StoredDecision, StoredEvent, Stream

COLUMNS = (
    ("campaign_id", "uuid"), ("timeline_id", "uuid"), ("projection", "text"), ("generation", "int"), ("key", "text"),
    ("data", "jsonb"),
)  # fmt: skip
KEYS = ("timeline_id", "projection", "generation", "key")
STATE = b"x" * 1200

_numbers = count()


def measure(report: Report) -> None:
    """The rows about whole commands."""
    for writers in (1, 8):
        at = f"{writers} writer{'s' if writers > 1 else ''}"
        report.row(
            f"command of 3 events and 5 rows, {at} / the same by 5 update_or_create and ORM",
            ratios(lambda n=writers: throughput(_one_statement, n), lambda n=writers: throughput(_by_orm, n)),
            least=3.5,
        )


def _one_statement(until: float) -> list[float]:
    story = Story.opened()

    def write() -> None:
        number = next(_numbers)
        rows = [(story.campaign, story.timeline, "bench", 1, f"row {n}", _data(number)) for n in range(5)]
        write = sql.Write("projections_staterow", COLUMNS, KEYS, rows)
        store.append(story.commit(named("Fern"), named("Oak"), named("Elm"), writes=[write], state=STATE))

    return timed(write, until)


def _by_orm(until: float) -> list[float]:
    story = Story.opened()

    def write() -> None:
        number = next(_numbers)
        with transaction.atomic():
            head = Stream.objects.get(id=story.timeline)
            changed = {"version": head.version + 3, "state": STATE}
            Stream.objects.filter(id=story.timeline, version=head.version).update(**changed)
            _record(story, head.version)
            for n in range(5):
                StateRow.objects.update_or_create(
                    timeline_id=story.timeline, projection="bench", generation=1, key=f"row {n}",
                    defaults={"campaign_id": story.campaign, "data": {"text": _data(number)}},
                )  # fmt: skip

    return timed(write, until)


def _record(story: Story, version: int) -> None:
    decision = uuid4()
    StoredDecision.objects.create(
        campaign_id=story.campaign, id=decision, timeline_id=story.timeline, name="tiny.test", arguments=b"{}",
        chance=b"[]", recorded_at=0, first_version=version + 1, last_version=version + 3, digest=b"",
    )  # fmt: skip
    StoredEvent.objects.bulk_create(
        StoredEvent(
            campaign_id=story.campaign, timeline_id=story.timeline, version=version + n, type="tiny.WalkerNamed",
            payload=b"{}", decision_id=decision, recorded_at=0, hash=b"h" * 32,
        )
        for n in (1, 2, 3)
    )  # fmt: skip


def _data(number: int) -> str:
    return '{"text": "' + f"{number} " + "x" * 220 + '"}'
