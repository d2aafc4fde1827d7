"""Whatever was played and whatever is amended: by itself it comes out the same, the source stays as it is, and the
result is what playing from scratch with the same luck gives."""

from __future__ import annotations

import os
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.contrib.auth.models import User
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rules.kernel import Answer, Refused, Replayed, Seeded, State
from tests.rules.kernel.tiny import GAME, PACK
from tests.tracker.timelines.amendments import amended, everything, looked_at, plan, rows_of
from tests.tracker.timelines.conftest import forget_all
from tests.tracker.timelines.tables import Table
from tests.tracker.timelines.test_model import DECISIONS
from tracker.eventstore.models import StoredDecision
from tracker.eventstore.verify import verify

NIGHTLY = os.environ.get("TRACKER_NIGHTLY") == "1"
BUSY = settings(
    max_examples=200 if NIGHTLY else 15,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    # A story is long to play: a failure is shown as it was found, rather than shrunk for minutes.
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
STORY = st.lists(
    st.tuples(st.sampled_from([*DECISIONS, {"do": "undo"}, {"do": "redo"}]), st.integers(0, 99)), max_size=18
)
ANSWERS = msgspec.json.Decoder(tuple[Answer, ...])

pytestmark = pytest.mark.django_db(transaction=True)


def played(user: User, story: list[tuple[dict[str, Any], int]]) -> Table:
    """A table at which a story was played; what the rules refuse is passed over."""
    forget_all()
    table = Table.opened(user, walkers=2, key=uuid4().hex)
    for data, seed in story:
        try:
            if data["do"] in ("undo", "redo"):
                getattr(table, data["do"])()
            else:
                table.decide(**{**data, "luck": Seeded(seed)})
        except Refused:
            continue
    return table


def scratch(rows: list[StoredDecision]) -> tuple[State | None, list[str]]:
    """Playing decisions from scratch with their recorded luck: the state, and what was refused."""
    state: State | None = None
    refused = []
    for row in rows:
        decision, luck = msgspec.json.decode(bytes(row.arguments)), Replayed(ANSWERS.decode(bytes(row.chance)))
        try:
            state = GAME.fold(GAME.decide(state, GAME.decision(decision), PACK, luck), state)
        except Refused as refusal:
            refused.append(refusal.code)
    return state, refused


def test_amending_a_decision_by_itself_reproduces_the_same_states(alice: User) -> None:
    @BUSY
    @given(story=STORY, which=st.integers(0, 99))
    def holds(story: list[tuple[dict[str, Any], int]], which: int) -> None:
        table = played(alice, story)
        rows = table.in_force()
        before = rows_of(table)
        made = amended(table, plan(rows[which % len(rows)].first_version))
        assert rows_of(table) == before
        again = made.in_force()
        assert [(row.name, bytes(row.arguments), bytes(row.chance)) for row in again] == [
            (row.name, bytes(row.arguments), bytes(row.chance)) for row in rows
        ]
        for old, new in zip(rows, again, strict=True):
            assert made.state_at(new.last_version) == table.state_at(old.last_version)
        assert made.state == table.state
        assert verify(table.campaign.id).breaks == []

    holds()


def test_a_dropped_or_changed_decision_is_playing_from_scratch(alice: User) -> None:
    @BUSY
    @given(story=STORY, which=st.integers(0, 99), other=st.none() | st.sampled_from(DECISIONS))
    def holds(story: list[tuple[dict[str, Any], int]], which: int, other: dict[str, Any] | None) -> None:
        table = played(alice, story)
        rows = table.in_force()
        if len(rows) == 1:
            return
        at = 1 + which % (len(rows) - 1)
        wanted = plan(rows[at].first_version, "drop" if other is None else "change", other, rest="skip")
        there = everything()
        try:
            told = looked_at(table, wanted)
        except Refused:
            assert other is not None
            return
        assert everything() == there
        first = told.steps[0] if told.steps and told.steps[0].anew else None
        old = rows[at]
        if first is not None:
            old.arguments, old.chance = first.arguments, msgspec.json.encode(first.answers)
        kept = [*rows[:at], *([old] if first is not None else []), *rows[at + 1 :]]
        state, refused = scratch(kept)
        assert (told.state, [conflict.refused.code for conflict in told.conflicts]) == (state, refused)
        assert told.replayed + len(told.conflicts) == told.counted == len(rows) - at - 1
        made = amended(table, wanted)
        assert made.state == state

    holds()
