"""Checkpoints, notes, sessions: kept in the feed, never taken back."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import pytest

from rules.kernel import Refused
from tests.tracker.timelines.tables import Table
from tracker.eventstore.models import StoredEvent
from tracker.timelines import table as talk

DAY = datetime.date(2026, 11, 30)


def refused(code: str) -> Any:
    return pytest.raises(Refused, check=lambda refusal: refusal.code == code)


def written(kind: str) -> int:
    return StoredEvent.objects.filter(type=f"table.{kind}").count()


def test_a_checkpoint_is_named_and_named_anew(table: Table) -> None:
    for name in ("Dawn", "Noon", "Dawn"):
        talk.name_checkpoint(table.timeline, table.actor, 4, name)
    assert written("CheckpointNamed") == 3


@pytest.mark.pitfall("BL-022")
def test_the_name_that_it_has_already_is_no_effect(table: Table) -> None:
    talk.name_checkpoint(table.timeline, table.actor, 4, "Dawn")
    with refused("no_effect"):
        talk.name_checkpoint(table.timeline, table.actor, 4, " Dawn ")
    assert written("CheckpointNamed") == 1


@pytest.mark.pitfall("BL-022")
def test_a_name_is_taken_off_once(table: Table) -> None:
    talk.name_checkpoint(table.timeline, table.actor, 4, "Dawn")
    talk.remove_checkpoint(table.timeline, table.actor, 4)
    with refused("no_effect"):
        talk.remove_checkpoint(table.timeline, table.actor, 4)
    talk.name_checkpoint(table.timeline, table.actor, 4, "Dawn")
    assert written("CheckpointRemoved") == 1


def test_a_checkpoint_of_the_game_can_be_taken_off(table: Table) -> None:
    ended = table.decide("end_day")
    talk.remove_checkpoint(table.timeline, table.actor, ended.last_version)
    assert written("CheckpointRemoved") == 1


def test_a_version_without_a_name_has_none_to_take_off(table: Table) -> None:
    table.call("Ash")
    with refused("no_effect"):
        talk.remove_checkpoint(table.timeline, table.actor, table.version)


@pytest.mark.parametrize(("version", "code"), [(0, "no_such_version"), (9, "no_such_version"), ("x", "malformed")])
def test_talk_about_a_version_that_is_not_there_is_refused(table: Table, version: Any, code: str) -> None:
    with refused(code):
        talk.name_checkpoint(table.timeline, table.actor, version, "Dawn")
    with refused(code):
        talk.write_note(table.timeline, table.actor, version, "Hm.")


@pytest.mark.parametrize("text", ["", "   ", "x" * 4001])
def test_a_note_has_a_text_of_some_length(table: Table, text: str) -> None:
    with refused("text_required"):
        talk.write_note(table.timeline, table.actor, 4, text)


@pytest.mark.parametrize("text", ["nul\0", "half \ud800"])
def test_a_text_that_no_database_takes_is_refused(table: Table, text: str) -> None:
    with refused("malformed"):
        talk.write_note(table.timeline, table.actor, 4, text)
    with refused("malformed"):
        talk.name_checkpoint(table.timeline, table.actor, 4, text)


@pytest.mark.pitfall("BL-133")
def test_a_note_keeps_every_sign(table: Table) -> None:
    decided = talk.write_note(table.timeline, table.actor, 4, "“O’Brien” <b>&amp;\n\n  naïve 🐺 ")
    stored = StoredEvent.objects.get(version=decided.first_version)
    assert "“O’Brien” <b>&amp;\\n\\n  naïve 🐺" in bytes(stored.payload).decode()


def test_its_writer_takes_a_note_off_once(table: Table) -> None:
    note = table.note().first_version
    talk.remove_note(table.timeline, table.actor, note)
    with refused("no_effect"):
        talk.remove_note(table.timeline, table.actor, note)
    assert written("NoteRemoved") == 1


def test_a_note_is_taken_off_by_nobody_else_but_the_owner(table: Table) -> None:
    bob = replace(table.actor, user_id="77", role="player")
    note = table.note().first_version
    with refused("not_your_note"):
        talk.remove_note(table.timeline, bob, note)
    of_bob = talk.write_note(table.timeline, bob, 4, "Mine.").first_version
    talk.remove_note(table.timeline, table.actor, of_bob)
    assert written("NoteRemoved") == 1


def test_what_is_no_note_is_not_taken_off(table: Table) -> None:
    with refused("no_such_note"):
        talk.remove_note(table.timeline, table.actor, 4)


def test_a_note_written_before_the_fork_is_taken_off_in_the_branch(table: Table) -> None:
    note = table.note().first_version
    branch = table.fork()
    talk.remove_note(branch.timeline, branch.actor, note)
    assert written("NoteRemoved") == 1


def test_one_session_goes_on_at_a_time(table: Table) -> None:
    talk.open_session(table.timeline, table.actor, 1, DAY, "The first")
    with refused("session_open"):
        talk.open_session(table.timeline, table.actor, 2, DAY)
    with refused("no_such_session"):
        talk.close_session(table.timeline, table.actor, 2)
    talk.close_session(table.timeline, table.actor, 1)
    with refused("no_such_session"):
        talk.close_session(table.timeline, table.actor, 1)
    talk.open_session(table.timeline, table.actor, 2, DAY)
    assert (written("SessionOpened"), written("SessionClosed")) == (2, 1)


@pytest.mark.pitfall("BL-126")
def test_a_sessions_day_is_the_day_that_was_entered(table: Table) -> None:
    decided = talk.open_session(table.timeline, table.actor, 1, DAY)
    stored = StoredEvent.objects.get(version=decided.first_version)
    assert b'"date":"2026-11-30"' in bytes(stored.payload)


def test_sessions_count_from_one(table: Table) -> None:
    with refused("no_such_session"):
        talk.open_session(table.timeline, table.actor, 0, DAY)


def test_a_reaction_is_one_sign(table: Table) -> None:
    talk.react(table.timeline, table.actor, 4, "🐺")
    with refused("text_required"):
        talk.react(table.timeline, table.actor, 4, "well played, all of you")


def test_a_rewind_takes_no_talk_back(table: Table) -> None:
    table.call("Ash")
    table.note()
    talk.name_checkpoint(table.timeline, table.actor, 5, "Ash")
    table.undo()
    assert (written("NoteWritten"), written("CheckpointNamed"), table.name) == (1, 1, "")
