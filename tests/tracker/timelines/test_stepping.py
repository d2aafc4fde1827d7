"""Stepping through a timeline, and what is kept at hand for it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.tracker.timelines.conftest import forget_all
from tests.tracker.timelines.tables import Table
from tests.tracker.timelines.test_costs import statements
from tracker.eventstore import store
from tracker.eventstore.lineage import Lineage, in_force
from tracker.timelines.positions import at_version, state_at
from tracker.timelines.stepping import nearest_stop, steps


def walked(table: Table, start: int, way: str) -> Iterator[int]:
    """The versions that one comes past, step by step."""
    line = store.lineage(table.timeline.id)
    at: int | None = start
    while (at := getattr(steps(line, at), way)) is not None:
        yield at


def ends(table: Table) -> list[int]:
    """The ends of the decisions in force."""
    return [row.last_version for row in table.in_force()]


def test_steps_lead_from_decision_to_decision_both_ways(table: Table) -> None:
    table.call("Ash")
    table.decide("take_card")
    table.note()
    table.decide("end_day")
    table.call("Birch")
    table.note()
    assert list(walked(table, 0, "on")) == ends(table)
    assert list(walked(table, ends(table)[-1], "back")) == ends(table)[-2::-1]


def test_steps_pass_over_what_is_set_aside(table: Table) -> None:
    table.call("Ash")
    aside = table.call("Birch").last_version
    table.undo()
    table.call("Cedar")
    assert aside not in ends(table)
    assert list(walked(table, 0, "on")) == ends(table)


def test_from_what_is_set_aside_steps_lead_through_everything(table: Table) -> None:
    kept = table.call("Ash").last_version
    table.call("Birch")
    aside = table.call("Cedar").last_version
    undone = table.undo().last_version
    again = table.undo().last_version
    line = store.lineage(table.timeline.id)
    there = steps(line, aside)
    assert (there.back, there.on, there.set_aside_by) == (aside - 1, undone, undone)
    assert steps(line, aside - 1).set_aside_by == again
    assert steps(line, kept).set_aside_by == 0


def test_steps_cross_a_fork(table: Table) -> None:
    table.call("Ash")
    branch = table.fork()
    branch.call("Birch")
    table.call("Cedar")
    assert list(walked(branch, 0, "on")) == ends(branch)
    assert list(walked(branch, branch.version, "back")) == ends(branch)[-2::-1]


def test_from_the_midst_of_a_decision_the_next_step_is_its_end(table: Table) -> None:
    table.decide("take_card")
    table.decide("play_card", card=table.state.walkers["p1"].hand[0])
    day = table.decide("end_day")
    table.call("Birch")
    line = store.lineage(table.timeline.id)
    assert day.last_version > day.first_version
    there = steps(line, day.first_version)
    assert (there.back, there.on) == (day.first_version - 1, day.last_version)
    assert there.following == there.here
    assert nearest_stop(line, day.first_version) == day.last_version


def test_nothing_lies_before_the_set_up_nor_after_the_last(table: Table) -> None:
    line = store.lineage(table.timeline.id)
    assert (steps(line, table.version).back, steps(line, table.version).on) == (None, None)
    assert (steps(line, 0).here, steps(line, 0).on) == (None, table.version)


@pytest.mark.parametrize("seed", range(6))
def test_what_set_something_aside_is_the_last_rewind_that_did(seed: int) -> None:
    chance = random.Random(seed)
    rewinds = [(version, chance.randrange(1, version)) for version in range(2, 60) if chance.random() < 0.35]
    line = Lineage((), tuple(rewinds))
    for version in range(1, 60):
        if version in dict(rewinds):
            continue
        counts = {at: in_force(line.path(at), version) for at in range(version, 61)}
        losses = [at for at, _ in rewinds if at > version and counts[at - 1] and not counts[at]]
        assert line.set_aside_by(version, 60) == (0 if counts[60] else losses[-1])


def test_stepping_on_and_back_folds_only_what_is_new(table: Table) -> None:
    for number in range(150):
        table.call(f"Name {number}")
    forget_all()
    table.state_at(140)
    line = store.lineage(table.timeline.id)
    for version in (139, 120, 101):
        with statements() as found:
            state_at(table.timeline, version, at_version(table.timeline, 140).game, line=line)
        assert not any("payload" in sql for sql in found), version
    with statements() as found:
        table.state_at(141)
    assert len(found) <= 7


def test_the_states_of_a_replay_share_what_did_not_change(table: Table) -> None:
    table.decide("take_card")
    table.call("Ash")
    forget_all()
    table.state_at(table.version - 1)
    before, after = table.state_at(table.version - 2), table.state_at(table.version - 1)
    assert before is table.state_at(table.version - 2)
    shared = [name for name in after.__struct_fields__ if getattr(before, name) is getattr(after, name)]
    assert len(shared) > len(after.__struct_fields__) // 2


def test_what_is_at_hand_equals_what_is_folded_anew(table: Table) -> None:
    for number in range(40):
        table.call(f"Name {number}")
        if number % 7 == 3:
            table.undo()
        if number % 11 == 5:
            table.rewind(table.in_force()[-3].last_version)
    forget_all()
    at_hand = [table.state_at(version) for version in range(4, table.version)]
    anew = []
    for version in range(4, table.version):
        forget_all()
        anew.append(table.state_at(version))
    assert at_hand == anew
