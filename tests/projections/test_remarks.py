"""What people said about decisions: it stands with the decision, whatever is rewound and wherever it is read."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from django.contrib.auth.models import User

from projections.models import Projected
from projections.reading import Reading
from projections.remarks import Said, remarks_on
from projections.story import story_page
from rules.kernel import Refused
from tests.tracker.timelines.tables import Table
from tracker.timelines.campaigns import invite, join
from tracker.timelines.models import Timeline
from tracker.timelines.table import react, remove_note, take_sign_back, write_note


def said(timeline: Timeline) -> Mapping[int, Said]:
    return remarks_on(Reading.of(timeline), story_page(timeline, per_page=100).lines)


@pytest.fixture
def both(table: Table, bob: User) -> Table:
    """Alice's table with Bob at it, after a decision of several facts."""
    join(invite(table.campaign, table.actor, table.user, "player"), bob)
    table.decide("take_card")
    return table


@pytest.mark.parametrize("stored", [True, False], ids=["stored", "computed"])
def test_notes_and_signs_stand_with_the_decision_of_their_version(both: Table, bob: User, stored: bool) -> None:
    decision = both.decisions()[-1]
    for version in {decision.first_version, decision.last_version}:
        write_note(both.timeline, both.actor, version, f"on {version}")
    react(both.timeline, both.actor, decision.last_version, "👍")
    other = both.as_(bob)
    react(other.timeline, other.actor, decision.first_version, "👍")
    react(other.timeline, other.actor, decision.first_version, "🎲")
    if not stored:
        Projected.objects.all().delete()
    found = said(both.timeline)
    assert list(found) == [decision.first_version]
    assert [note.text for note in found[decision.first_version].notes]
    assert found[decision.first_version].signs == {"👍": ["alice", "bob"], "🎲": ["bob"]}


@pytest.mark.pitfall("BL-088")
def test_a_rewind_takes_nothing_back_of_what_was_said_and_a_branch_takes_it_along(both: Table) -> None:
    decision = both.decisions()[-1]
    react(both.timeline, both.actor, decision.last_version, "😮")
    write_note(both.timeline, both.actor, 1, "on the beginning")
    both.undo()
    branch = both.fork()
    react(both.timeline, both.actor, 1, "👍")
    assert said(branch.timeline)[decision.first_version].signs == {"😮": ["alice"]}
    assert said(branch.timeline)[1].signs == {}
    assert [note.text for note in said(branch.timeline)[1].notes] == ["on the beginning"]
    assert said(both.timeline)[1].signs == {"👍": ["alice"]}


def test_what_was_taken_off_is_gone(both: Table) -> None:
    note = write_note(both.timeline, both.actor, 1, "wrong").first_version
    react(both.timeline, both.actor, 1, "👍")
    remove_note(both.timeline, both.actor, note)
    take_sign_back(both.timeline, both.actor, 1, "👍")
    assert said(both.timeline) == {}


def test_a_sign_is_given_once_and_taken_back_once(both: Table, bob: User) -> None:
    react(both.timeline, both.actor, 1, "👍")
    for _ in range(2):
        with pytest.raises(Refused, match="already"):
            react(both.timeline, both.actor, 1, "👍")
    other = both.as_(bob)
    with pytest.raises(Refused, match="did not give"):
        take_sign_back(other.timeline, other.actor, 1, "👍")
    take_sign_back(both.timeline, both.actor, 1, "👍")
    with pytest.raises(Refused, match="did not give"):
        take_sign_back(both.timeline, both.actor, 1, "👍")
    react(both.timeline, both.actor, 1, "👍")
    assert said(both.timeline)[1].signs == {"👍": ["alice"]}
