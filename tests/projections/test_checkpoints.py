"""Named versions, and whether the story still comes past them."""

from __future__ import annotations

import pytest

from projections.story import newest_checkpoints
from tests.tracker.timelines.tables import Table
from tracker.timelines.table import name_checkpoint

pytestmark = pytest.mark.django_db(transaction=True)


def counts(table: Table) -> dict[str, bool]:
    """The names that people gave, each with whether the story comes past it."""
    found = newest_checkpoints(table.timeline, 9)
    return {mark["name"]: mark["in_force"] for mark in found if mark["kind"] == "named"}


@pytest.mark.pitfall("BL-003")
def test_a_checkpoint_named_after_an_undo_counts_as_long_as_the_story_comes_past_it(table: Table) -> None:
    before = table.version
    table.call("Ash")
    table.undo()
    name_checkpoint(table.timeline, table.actor, table.version, "Second thoughts")
    assert counts(table) == {"Second thoughts": True}
    table.call("Birch")
    table.call("Cedar")
    assert counts(table) == {"Second thoughts": True}
    table.undo()
    assert counts(table) == {"Second thoughts": True}
    branch = table.fork()
    branch.call("Elm")
    assert counts(branch) == {"Second thoughts": True}
    table.redo()
    name_checkpoint(table.timeline, table.actor, table.version, "Brought back")
    assert counts(table) == {"Second thoughts": True, "Brought back": True}
    table.rewind(before + 1)
    assert counts(table) == {"Second thoughts": True, "Brought back": False}
