"""A decision is taken back whole, with all that it caused, and the game is put back to real places alone."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel import Observed, Refused
from tests.rules.kernel.tiny import Wood
from tests.tracker.timelines.tables import Table
from tracker.timelines.forking import fork
from tracker.timelines.positions import at_version
from tracker.timelines.rewinding import rewind
from tracker.timelines.table import name_checkpoint


def with_a_discard(table: Table) -> int:
    """A card is taken and played, so that the day's end has two events. The version before it."""
    table.decide("take_card", luck=Observed({"deck": ["oak"]}))
    return table.decide("play_card", card="oak").last_version


@pytest.mark.pitfall("BL-007")
def test_a_decision_of_several_events_is_taken_back_whole(table: Table) -> None:
    before = with_a_discard(table)
    ended = table.decide("end_day")
    table.undo()
    assert ended.last_version - ended.first_version == 1
    assert table.state == table.state_at(before)


@pytest.mark.pitfall("BL-007")
def test_the_decision_before_stays_whole(table: Table) -> None:
    with_a_discard(table)
    ended = table.decide("end_day")
    table.call("Fern")
    table.undo()
    assert table.state == table.state_at(ended.last_version)


@pytest.mark.pitfall("BL-027")
def test_what_follows_by_itself_is_taken_back_with_its_cause(table: Table) -> None:
    for _ in range(2):
        table.decide("end_day")
    last = table.decide("end_day")
    assert (len(last.events), table.state.over) == (2, "lost")
    table.undo()
    assert (table.state.day, table.state.over) == (3, None)


@pytest.mark.parametrize("deed", ["rewind", "name_checkpoint"])
def test_the_game_itself_never_goes_on_from_the_midst_of_a_decision(table: Table, deed: str) -> None:
    before = with_a_discard(table)
    ended = table.decide("end_day")
    deeds: dict[str, Any] = {
        "rewind": lambda: table.rewind(ended.first_version),
        "name_checkpoint": lambda: name_checkpoint(table.timeline, table.actor, ended.first_version, "Dusk"),
    }
    with pytest.raises(Refused) as refusal:
        deeds[deed]()
    assert refusal.value.code == "inside_decision"
    assert refusal.value.remedy == f"Choose version {before} before it or {ended.last_version} after it."


@pytest.mark.pitfall("BL-166", "BL-181")
def test_a_branch_may_begin_in_the_midst_of_a_decision(table: Table) -> None:
    with_a_discard(table)
    ended = table.decide("end_day")
    assert table.fork(ended.first_version).state == table.state_at(ended.first_version)


def test_the_midst_of_a_decision_can_be_looked_at(table: Table) -> None:
    with_a_discard(table)
    ended = table.decide("end_day")
    state = at_version(table.timeline, ended.first_version).state
    assert isinstance(state, Wood)
    assert (state.day, state.discard) == (2, ("oak",))


@pytest.mark.pitfall("BL-025")
@pytest.mark.parametrize(
    ("to", "code"),
    [
        (0, "before_set_up"),
        (1, "before_set_up"),
        (3, "before_set_up"),
        (-1, "no_such_version"),
        (99, "no_such_version"),
        (5, "no_effect"),
        ("five", "malformed"),
        ("", "malformed"),
        (None, "malformed"),
        (True, "malformed"),
        (4.0, "malformed"),
        ("5" * 30, "malformed"),
    ],
)
def test_a_rewind_to_nowhere_says_why(table: Table, to: Any, code: str) -> None:
    table.call("Fern")
    assert table.version == 5
    with pytest.raises(Refused) as refusal:
        table.rewind(to)
    assert (refusal.value.code, table.version) == (code, 5)


@pytest.mark.pitfall("BL-025")
def test_a_version_of_another_timeline_is_none_of_this_one(table: Table) -> None:
    branch = table.fork()
    for name in ("Ash", "Birch", "Cedar"):
        branch.call(name)
    with pytest.raises(Refused) as refusal:
        rewind(table.timeline, table.actor, branch.version, expected=table.version)
    assert refusal.value.code == "no_such_version"


@pytest.mark.pitfall("BL-025")
@pytest.mark.parametrize(("version", "code"), [(0, "before_set_up"), (3, "before_set_up"), (9, "no_such_version")])
def test_a_branch_from_nowhere_says_why(table: Table, version: int, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        fork(table.timeline, table.actor, table.user, version, name="Nowhere")
    assert refusal.value.code == code
    assert table.campaign.timelines.count() == 1


@pytest.mark.pitfall("BL-021")
def test_after_a_rewind_the_options_are_those_first_offered(table: Table) -> None:
    first: dict[int, list[str]] = {}
    for do in ("take_card", "roll_die", "draw_chips", "end_day", "take_card"):
        first[table.version] = table.offers()
        table.decide(do)
    for version, offered in first.items():
        table.rewind(version)
        assert table.offers() == offered


@pytest.mark.pitfall("BL-003")
def test_after_a_rewind_everything_is_as_it_was(table: Table) -> None:
    table.decide("take_card")
    at, state = table.version, table.state
    table.decide("end_day")
    table.decide("take_card")
    table.rewind(at)
    assert table.state == state


@pytest.mark.pitfall("BL-022")
def test_a_decision_without_effect_is_refused_and_undo_takes_the_real_last_one(table: Table) -> None:
    table.call("Ash")
    table.call("Birch")
    before = table.version
    with pytest.raises(Refused) as refusal:
        table.call("Birch")
    assert (refusal.value.code, table.version) == ("no_effect", before)
    table.undo()
    assert table.name == "Ash"


@pytest.fixture
def half(table: Table) -> Table:
    """A branch from the midst of a day's end: the day has ended, the cards are not mixed yet."""
    with_a_discard(table)
    ended = table.decide("end_day")
    return table.fork(ended.first_version)


def test_in_the_branch_the_half_decision_ends_where_it_began(half: Table) -> None:
    at, state = half.version, half.state
    half.call("Ash")
    half.rewind(at)
    assert half.state == state
    name_checkpoint(half.timeline, half.actor, at, "Half a night")


def test_in_the_branch_the_half_decision_is_taken_back_whole(half: Table) -> None:
    before = half.state_at(half.version - 1)
    half.call("Ash")
    half.undo()
    half.undo()
    assert half.state == before


def test_a_branch_of_the_branch_knows_the_half_decision(half: Table) -> None:
    at = half.version
    inner = half.fork()
    half.call("Ash")
    assert [branch.timeline.half for branch in (half, inner, half.fork(at), half.fork())] == [at, at, at, 0]
