"""What is sent twice, late, or at a version that has passed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from rules.kernel import Observed, Refused
from tests.rules.kernel.tiny import NameWalker
from tests.tracker.timelines.tables import Table, other_pack
from tracker.eventstore.models import StoredDecision, StoredEvent
from tracker.timelines import table as talk
from tracker.timelines.campaigns import change_pack, change_settings, invite, join
from tracker.timelines.deciding import LISTED, Behind, decide
from tracker.timelines.positions import at_head

TALK: dict[str, Callable[[Table], Any]] = {
    "a note": lambda table: table.note(),
    "a checkpoint": lambda table: talk.name_checkpoint(table.timeline, table.actor, table.version, "Dawn"),
    "a reaction": lambda table: talk.react(table.timeline, table.actor, table.version, "+"),
    "a setting": lambda table: change_settings(table.campaign, table.actor, undo_by="owner"),
    "a new member": lambda table: join(
        invite(table.campaign, table.actor, table.user, "player"), User.objects.create_user("dora")
    ),
}
MOVES: dict[str, Callable[[Table], Any]] = {
    "a decision": lambda table: table.call("Birch"),
    "a correction": lambda table: table.decide(
        "correct_value", path=["walkers", "p1", "coins"], value=3, reason="Miscounted"
    ),
    "an undo": lambda table: table.undo(),
    "a rewind": lambda table: table.rewind(4),
    "other content": lambda table: change_pack(table.timeline, table.actor, other_pack(), expected=table.version),
}


def test_the_answer_names_decision_versions_and_facts(table: Table) -> None:
    before = table.version
    decided = table.call("Ash")
    row = StoredDecision.objects.get(id=decided.decision_id)
    assert (row.name, row.alias, row.seat) == ("tiny.name_walker", "alice", "p1")
    assert (decided.first_version, decided.last_version, decided.repeated) == (before + 1, before + 1, False)


@pytest.mark.parametrize("between", list(TALK))
def test_table_talk_of_others_never_stands_in_the_way(table: Table, between: str) -> None:
    seen = table.version
    TALK[between](table)
    assert table.call("Ash", expected=seen).first_version == table.version > seen + 1


@pytest.mark.pitfall("BL-044")
@pytest.mark.parametrize("between", list(MOVES))
def test_what_moves_the_game_does(table: Table, between: str) -> None:
    table.call("Ash")
    seen = table.version
    MOVES[between](table)
    now = table.version
    with pytest.raises(Behind) as behind:
        table.call("Cedar", expected=seen)
    assert (behind.value.expected, behind.value.version, table.version) == (seen, now, now)
    assert [row.first_version for row in behind.value.since] == [seen + 1]


def test_who_is_behind_is_told_what_changed_in_order(table: Table) -> None:
    seen = table.version
    for name in ("Ash", "Birch", "Cedar"):
        table.call(name)
    with pytest.raises(Behind) as behind:
        table.call("Dogwood", expected=seen)
    assert [row.name for row in behind.value.since] == ["tiny.name_walker"] * 3
    assert [row.first_version for row in behind.value.since] == [seen + 1, seen + 2, seen + 3]


def test_who_is_far_behind_is_told_the_newest(table: Table) -> None:
    seen = table.version
    for number in range(LISTED + 5):
        table.call(f"Name {number}")
    with pytest.raises(Behind) as behind:
        table.call("Ash", expected=seen)
    assert len(behind.value.since) == LISTED
    assert behind.value.since[-1].last_version == table.version


def test_who_saw_the_parent_before_the_fork_is_told_its_decisions_too(table: Table) -> None:
    seen = table.version
    table.call("Ash")
    branch = table.fork()
    branch.call("Birch")
    with pytest.raises(Behind) as behind:
        branch.call("Cedar", expected=seen)
    assert [row.timeline_id for row in behind.value.since] == [table.timeline.id, branch.timeline.id]


@pytest.mark.parametrize(("expected", "code"), [(99, "no_such_version"), (-1, "no_such_version"), ("x", "malformed")])
def test_nobody_has_seen_a_version_that_is_not_there(table: Table, expected: Any, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        table.call("Ash", expected=expected)
    assert refusal.value.code == code


@pytest.mark.pitfall("BL-056")
def test_the_same_key_twice_gives_the_first_answer(table: Table) -> None:
    seen = table.version
    first = table.decide("take_card", expected=seen, key="form-1", luck=Observed({"deck": ["oak"]}))
    again = table.decide("take_card", expected=seen, key="form-1", luck=Observed({"deck": ["elm"]}))
    assert (again.decision_id, again.first_version, again.last_version) == (first.decision_id, seen + 1, seen + 1)
    assert (again.events, again.repeated) == (first.events, True)
    assert table.version == seen + 1


@pytest.mark.pitfall("BL-056")
@pytest.mark.parametrize("since", ["nothing", "note", "decision", "undo", "many"])
def test_it_does_so_whatever_came_since(table: Table, since: str) -> None:
    seen = table.version
    first = table.call("Ash", expected=seen, key="form-1")
    came: dict[str, Callable[[], Any]] = {
        "nothing": lambda: None,
        "note": table.note,
        "decision": lambda: table.call("Birch"),
        "undo": table.undo,
        "many": lambda: [table.call("Birch"), table.undo(), table.note(), table.call("Cedar")],
    }
    came[since]()
    now = table.version
    for expected in (seen, now):
        assert table.call("Ash", expected=expected, key="form-1").decision_id == first.decision_id
    assert table.version == now


@pytest.mark.pitfall("BL-056")
def test_it_does_so_when_the_rules_would_refuse_it_by_now(table: Table) -> None:
    first = table.decide("roll_die", key="form-1", luck=Observed({"die": ["2"]}))
    again = table.decide("roll_die", key="form-1", luck=Observed({"die": ["2"]}))
    assert (again.decision_id, table.state.walkers["p1"].coins) == (first.decision_id, 2)


@pytest.mark.pitfall("BL-056")
@pytest.mark.parametrize("how", ["undo", "redo", "rewind"])
def test_a_rewind_that_is_sent_twice_happens_once(table: Table, how: str) -> None:
    for name in ("Ash", "Birch", "Cedar"):
        table.call(name)
    table.undo()
    send: dict[str, Callable[[int], Any]] = {
        "undo": lambda at: table.undo(expected=at, key="k"),
        "redo": lambda at: table.redo(expected=at, key="k"),
        "rewind": lambda at: table.rewind(5, expected=at, key="k"),
    }
    at = table.version
    first, again = send[how](at), send[how](at)
    assert (first.decision_id, again.repeated, table.version) == (again.decision_id, True, at + 1)


def test_a_refused_decision_leaves_its_key_free(table: Table) -> None:
    with pytest.raises(Refused):
        table.decide("play_card", card="oak", key="form-1")
    assert not table.call("Ash", key="form-1").repeated


@pytest.mark.pitfall("BL-044")
def test_a_key_of_another_decision_takes_nothing_silently(table: Table) -> None:
    table.call("Ash", key="form-1")
    before = table.version
    with pytest.raises(Refused) as refusal:
        table.call("Birch", key="form-1")
    assert (refusal.value.code, table.version, table.name) == ("key_used", before, "Ash")


def test_a_key_of_another_person_is_not_ones_own(table: Table, bob: User) -> None:
    join(invite(table.campaign, table.actor, table.user, "player"), bob)
    table.call("Ash", key="form-1")
    with pytest.raises(Refused) as refusal:
        table.as_(bob).call("Ash", key="form-1")
    assert refusal.value.code == "no_effect"


def test_the_same_key_in_another_campaign_is_another_key(table: Table) -> None:
    table.call("Ash", key="form-1")
    other = Table.opened(table.user, name="Another walk")
    assert not other.call("Ash", key="form-1").repeated


@pytest.mark.parametrize("key", ["", "k" * 101, "nul\0", "half \ud800"])
def test_a_key_that_cannot_be_kept_is_refused(table: Table, key: str) -> None:
    before = table.version
    with pytest.raises(Refused) as refusal:
        table.call("Ash", key=key)
    assert (refusal.value.code, table.version) == ("malformed", before)


@pytest.mark.pitfall("BL-056")
def test_a_note_that_is_sent_twice_is_written_once(table: Table) -> None:
    for _ in range(2):
        talk.write_note(table.timeline, table.actor, 4, "Mind the yew.", key="note-1")
    assert StoredEvent.objects.filter(type="table.NoteWritten").count() == 1


def test_a_decision_may_come_as_data_or_as_itself(table: Table) -> None:
    decision = NameWalker(player="p1", name="Ash")
    decide(table.timeline, table.actor, decision, expected=table.version)
    assert table.name == "Ash"


@pytest.mark.parametrize(
    "data", [{"do": "fly"}, {"do": "name_walker"}, {"do": "name_walker", "player": "p1", "name": 7}]
)
def test_what_is_no_decision_is_refused(table: Table, data: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refusal:
        decide(table.timeline, table.actor, data, expected=table.version)
    assert refusal.value.code == "malformed"


@pytest.mark.pitfall("BL-046")
def test_looking_never_writes(table: Table) -> None:
    rows = list(StoredEvent.objects.values())
    at_head(table.timeline)
    table.offers(4)
    assert list(StoredEvent.objects.values()) == rows


@pytest.mark.pitfall("BL-015")
def test_a_rewind_has_an_actor_a_time_and_a_reason(table: Table) -> None:
    table.call("Ash")
    row = StoredDecision.objects.get(id=table.undo(reason="Wrong tree").decision_id)
    assert (row.name, row.alias, row.actor) == ("table.undo", "alice", str(table.user.pk))
    assert row.recorded_at > 0
    assert b"Wrong tree" in bytes(row.arguments)


@pytest.mark.parametrize("reason", ["x" * 201, "nul\0"])
def test_a_reason_that_cannot_be_kept_is_refused(table: Table, reason: str) -> None:
    table.call("Ash")
    with pytest.raises(Refused):
        table.undo(reason=reason)
    assert table.name == "Ash"
