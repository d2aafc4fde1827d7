"""Short ways to amend the tiny game's timelines, and what may not change by it."""

from __future__ import annotations

from itertools import count
from typing import Any

from tests.tracker.eventstore.test_append import everything
from tests.tracker.timelines.tables import Table
from tracker.eventstore.models import StoredDecision, StoredEvent
from tracker.timelines.amending import amend, preview
from tracker.timelines.plans import Luck, Plan, Settled
from tracker.timelines.replaying import Replay, past_of

_numbers = count(1)


def plan(version: int, how: str = "change", decision: dict[str, Any] | None = None, **given: Any) -> Plan:
    """A plan about the decision that begins at a version."""
    return Plan(version, how, decision, **given)  # type: ignore[arg-type]


def looked_at(table: Table, wanted: Plan) -> Replay:
    """The preview of a plan."""
    return preview(past_of(table.timeline, wanted.version), table.actor, wanted)


def amended(table: Table, wanted: Plan, **given: Any) -> Table:
    """The timeline that a plan makes."""
    past = past_of(table.timeline, wanted.version, given.pop("until", None))
    name = given.pop("name", f"Amended {next(_numbers)}")
    made = amend(past, table.actor, table.user, wanted, name=name, **given)
    return Table(made, table.actor, table.user)


def skipping(table: Table, wanted: Plan) -> Plan:
    """The plan with every conflict left out."""
    return Plan(wanted.version, wanted.how, wanted.decision, wanted.luck, wanted.settled, "skip")


def rows_of(table: Table) -> list[Any]:
    """Everything that is stored of a timeline's own stream."""
    own = {"timeline_id": table.timeline.id}
    return [
        list(StoredEvent.objects.filter(**own).order_by("version").values()),
        list(StoredDecision.objects.filter(**own).order_by("first_version").values()),
    ]


__all__ = ["Luck", "Settled", "amended", "everything", "looked_at", "plan", "rows_of", "skipping"]
