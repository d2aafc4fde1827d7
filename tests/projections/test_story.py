"""Pages of the story, filters, checkpoints."""

from __future__ import annotations

import datetime
from itertools import product

import pytest
from django.contrib.auth.models import User

from projections.catalogue import AdventureLog, Checkpoints
from projections.models import Projected
from projections.reading import Reading, history
from projections.searching import folded
from projections.story import (
    Aside,
    Filter,
    checkpoints_at,
    contents,
    newest_checkpoints,
    sentence_of,
    sessions,
    story_lines,
    story_page,
    with_asides,
)
from tests.projections.reads import computed
from tests.tracker.timelines.tables import Table
from tracker.eventstore import store
from tracker.timelines.campaigns import invite, join
from tracker.timelines.rewinding import last_decision
from tracker.timelines.table import close_session, name_checkpoint, open_session, remove_checkpoint, write_note


@pytest.fixture
def story(table: Table, bob: User) -> Table:
    """A branch of a story of two people, with rewinds on both sides of the fork."""
    join(invite(table.campaign, table.actor, table.user, "player"), bob)
    table.call("Ash")
    table.as_(bob).call("Birch")
    table.undo()
    table.as_(bob).decide("take_card")
    table.note("O’Brien’s wolf — 100 % sure_thing")
    branch = table.fork()
    branch.as_(bob).decide("end_day")
    branch.call("Cedar")
    branch.rewind(branch.decisions()[1].last_version)
    branch.call("Dogwood")
    return branch


FILTERS = [
    Filter(*each)
    for each in product(
        ("", "alice", "bob", "nobody"), ("", "table", "name_walker"), ("", "NAME", "o'brien's"), ("", "yes", "no", "x")
    )
] + [
    Filter(undone=undone, seat=seat, area=area)
    for undone, seat, area in product(
        ("", "yes", "no"), ("", "p1", "p9"), ("", "game", "corrections", "nowhere")
    )
]  # fmt: skip


@pytest.mark.parametrize("stored", [True, False], ids=["stored", "computed"])
def test_a_filter_gives_the_same_stored_or_computed(story: Table, stored: bool) -> None:
    if not stored:
        Projected.objects.all().delete()
    line = store.lineage(story.timeline.id)
    every = story_lines(computed(AdventureLog(), story.timeline), line, line.version)
    assert len({(each.data["alias"], each.in_force) for each in every}) == 4
    for wanted in FILTERS:
        fitting = [
            each
            for each in every
            if wanted.person in ("", each.data["alias"])
            and wanted.kind in ("", each.data["area"])
            and folded(wanted.text) in folded(" ".join([each.data["sentence"], *each.data["facts"]]))
            and (wanted.undone not in ("yes", "no") or each.in_force == (wanted.undone == "no"))
            and wanted.seat in ("", each.data["seat"])
            and (not wanted.area or (wanted.area == "game" and not each.is_table))
        ]
        page = story_page(story.timeline, wanted, per_page=100)
        assert (page.lines, page.total) == (fitting[::-1], len(fitting)), wanted


@pytest.mark.parametrize("stored", [True, False], ids=["stored", "computed"])
def test_a_session_lasts_until_the_next_one_begins(table: Table, stored: bool) -> None:
    table.call("Ash")
    first = open_session(table.timeline, table.actor, 1, datetime.date(2026, 11, 29)).first_version
    table.call("Birch")
    close_session(table.timeline, table.actor, 1)
    table.call("Cedar")
    second = open_session(table.timeline, table.actor, 2, datetime.date(2026, 11, 30), "Rain").first_version
    table.call("Dogwood")
    table.undo()
    if not stored:
        Projected.objects.all().delete()
    assert [mark["version"] for mark in sessions(Reading.of(table.timeline))] == [first, second]

    def versions(**wanted: object) -> list[int]:
        return [line.version for line in story_page(table.timeline, Filter(**wanted)).lines]  # type: ignore[arg-type]

    every = versions()
    assert versions(session=first) == [version for version in every if first <= version < second]
    assert versions(session=second) == [version for version in every if version >= second]
    assert versions(session=second, undone="yes") == [second + 1]
    assert versions(session=second, undone="no") == [second + 2, second]


@pytest.mark.parametrize("stored", [True, False], ids=["stored", "computed"])
def test_pages_follow_one_another(story: Table, stored: bool) -> None:
    whole = story_page(story.timeline, per_page=100)
    if not stored:
        Projected.objects.all().delete()
    pages = [story_page(story.timeline, number=number, per_page=3) for number in range(1, whole.total // 3 + 2)]
    assert [line for page in pages for line in page.lines] == whole.lines
    assert {(page.total, page.pages) for page in pages} == {(whole.total, len(pages))}


@pytest.mark.parametrize(("asked", "given"), [(0, 1), (-5, 1), (10**9, 4), (2, 2)])
def test_a_page_that_is_not_there_is_the_nearest(story: Table, asked: int, given: int) -> None:
    page = story_page(story.timeline, number=asked, per_page=3)
    assert (page.number, page.pages, bool(page.lines)) == (given, 4, True)


def test_a_filter_that_fits_nothing_gives_one_empty_page(story: Table) -> None:
    page = story_page(story.timeline, Filter(person="nobody"), number=3)
    assert (page.lines, page.total, page.number, page.pages) == ([], 0, 1, 1)


@pytest.mark.parametrize("stored", [True, False], ids=["stored", "computed"])
def test_the_contents_say_what_may_be_asked_for(story: Table, stored: bool) -> None:
    if not stored:
        Projected.objects.all().delete()
    found = contents(story.timeline)
    assert (found.total, found.people) == (story_page(story.timeline).total, ["alice", "bob"])
    assert found.kinds == ["end_day", "name_walker", "set_up", "table", "take_card"]


def test_a_story_is_read_as_of_a_version(story: Table) -> None:
    version = story.timeline.forked_at
    page = story_page(story.timeline, version=version)
    assert page.total == contents(story.timeline, version=version).total == 7
    assert max(line.version for line in page.lines) <= version


@pytest.mark.pitfall("BL-131", "BL-133")
@pytest.mark.parametrize("text", ["o'brien", "O’BRIEN", "wolf - 100", "wolf — 100", "  wolf   –  100 "])
def test_a_search_matches_across_signs_that_look_alike(story: Table, text: str) -> None:
    assert story_page(story.timeline, Filter(text=text)).total == 1


@pytest.mark.parametrize(("text", "found"), [("100 %", 1), ("%", 1), ("sure_thing", 1), ("surexthing", 0), ("\\", 0)])
def test_a_search_takes_every_sign_for_itself(story: Table, text: str, found: int) -> None:
    assert story_page(story.timeline, Filter(text=text)).total == found


def test_the_sentence_of_the_last_decision(story: Table) -> None:
    line = store.lineage(story.timeline.id)
    last = last_decision(line, line.version)
    assert last is not None
    assert sentence_of(Reading.of(story.timeline), last) == "Name walker."


@pytest.mark.pitfall("BL-013", "BL-015")
def test_what_is_set_aside_says_by_whom_and_that_luck_was_seen(table: Table, bob: User) -> None:
    join(invite(table.campaign, table.actor, table.user, "player"), bob)
    taken = table.decide("take_card").first_version
    kept = table.call("Ash").first_version
    table.undo()
    aside = table.as_(bob).undo().first_version
    line = store.lineage(table.timeline.id)
    lines = with_asides(story_lines(history(AdventureLog(), table.timeline), line, line.version), line, line.version)
    told = {each.version: each for each in lines}
    assert told[taken].aside == Aside(aside, "bob", told[aside].at)
    assert (told[taken].luck_was_seen, told[kept].luck_was_seen) == (True, False)
    assert told[kept].aside is not None
    assert told[kept].aside.alias == "alice"
    assert told[aside].aside is None


def test_what_was_brought_back_is_not_set_aside(table: Table) -> None:
    at = table.call("Ash").first_version
    table.undo()
    table.redo()
    line = store.lineage(table.timeline.id)
    lines = with_asides(story_lines(history(AdventureLog(), table.timeline), line, line.version), line, line.version)
    assert [each.aside for each in lines if each.version == at] == [None]


def named(table: Table) -> list[tuple[int, str, str, bool]]:
    line = store.lineage(table.timeline.id)
    marks = checkpoints_at(history(Checkpoints(), table.timeline), line, line.version)
    return [(mark["version"], mark["name"], mark["by"], mark["in_force"]) for mark in marks]


def test_checkpoints_are_the_games_and_peoples(table: Table) -> None:
    table.call("Ash")
    name_checkpoint(table.timeline, table.actor, table.version, "Dawn")
    day = table.decide("end_day").last_version
    assert named(table) == [(5, "Dawn", "alice", True), (day, "Day 2", "", True)]


def test_places_say_what_began_there(table: Table) -> None:
    open_session(table.timeline, table.actor, 1, datetime.date(2026, 11, 30), "First light")
    session = table.version
    day = table.decide("end_day").last_version
    name_checkpoint(table.timeline, table.actor, day, "Dawn")
    name_checkpoint(table.timeline, table.actor, table.call("Ash").last_version, "Ash")
    line = store.lineage(table.timeline.id)
    marks = checkpoints_at(history(Checkpoints(), table.timeline), line, line.version)
    assert [(mark["name"], mark["kind"]) for mark in marks] == [
        ("Session 1 “First light”", "session"), ("Dawn", "day"), ("Ash", "named"),
    ]  # fmt: skip
    assert marks[0]["version"] == session


def test_the_last_name_counts_and_one_that_was_taken_off_is_gone(table: Table) -> None:
    day = table.decide("end_day").last_version
    name_checkpoint(table.timeline, table.actor, 4, "Dawn")
    name_checkpoint(table.timeline, table.actor, 4, "Noon")
    remove_checkpoint(table.timeline, table.actor, day)
    assert named(table) == [(4, "Noon", "alice", True)]


def test_a_checkpoint_that_was_set_aside_says_so(table: Table) -> None:
    day = table.decide("end_day").last_version
    table.undo()
    assert named(table) == [(day, "Day 2", "", False)]


@pytest.mark.pitfall("BL-007")
def test_the_games_checkpoint_is_a_place_to_go_back_to(table: Table) -> None:
    table.decide("take_card")
    table.decide("play_card", card=table.state.walkers["p1"].hand[0])
    table.decide("end_day")
    day = named(table)[-1][0]
    table.decide("end_day")
    table.rewind(day)
    assert table.state == table.state_at(day)


@pytest.mark.parametrize("number", [1, 2, 3, 50])
def test_the_newest_checkpoints_are_the_last_of_all(table: Table, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.setattr("projections.story.BATCH", 2)
    for name in ("Ash", "Birch", "Cedar", "Dogwood"):
        at = table.call(name).last_version
        name_checkpoint(table.timeline, table.actor, at, name)
    name_checkpoint(table.timeline, table.actor, 5, "Renamed")
    remove_checkpoint(table.timeline, table.actor, at)
    line = store.lineage(table.timeline.id)
    every = checkpoints_at(history(Checkpoints(), table.timeline), line, line.version)
    assert newest_checkpoints(table.timeline, number) == every[-number:]


def test_a_note_on_an_old_version_stands_where_it_was_written(story: Table) -> None:
    decided = write_note(story.timeline, story.actor, 4, "So it began.")
    newest = story_page(story.timeline).lines[0]
    assert (newest.version, newest.in_force, newest.is_table) == (decided.first_version, True, True)
