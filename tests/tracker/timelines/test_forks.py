"""Branches: what they share, what they do not, and which of them is the real story."""

from __future__ import annotations

import random

import pytest
from django.contrib.auth.models import User

from rules.kernel import Refused, Seeded
from rules.kernel.players import play_on
from tests.tracker.timelines.tables import Table
from tracker.eventstore.models import StoredEvent
from tracker.timelines import forking
from tracker.timelines.access import Actor
from tracker.timelines.campaigns import main_timeline
from tracker.timelines.deciding import decide
from tracker.timelines.forking import archive, fork, promote, rename, unarchive
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head, at_version


def play(table: Table, decisions: int, seed: int = 1) -> None:
    """Random decisions, with a rewind now and then."""
    source = random.Random(seed)
    for number in range(decisions):
        position = at_head(table.timeline)
        move = play_on(position.game, position.state, position.pack, source, chance=Seeded(source.getrandbits(32)))
        if move is None or number % 9 == 8:
            table.undo()
            continue
        luck = source.getrandbits(32)
        try:
            decide(
                table.timeline, table.actor, move[0], expected=position.version, chance=lambda luck=luck: Seeded(luck)
            )
        except Refused:
            continue


@pytest.mark.pitfall("BL-166")
def test_the_state_at_a_fork_is_the_parents_field_by_field(table: Table) -> None:
    play(table, 90)
    ends = [row.last_version for row in table.decisions()]
    for version in random.Random(2).sample(ends, 50):
        branch = table.fork(version)
        parent, child = table.state_at(version), branch.state
        assert {name: getattr(parent, name) for name in parent.__struct_fields__} == {
            name: getattr(child, name) for name in child.__struct_fields__
        }


@pytest.mark.pitfall("BL-166")
def test_a_branch_tells_the_same_past(table: Table) -> None:
    play(table, 30)
    branch = table.fork()
    assert [branch.state_at(v) for v in range(4, table.version)] == [table.state_at(v) for v in range(4, table.version)]


@pytest.mark.pitfall("BL-181")
@pytest.mark.parametrize("where", ["first possible", "middle", "head", "rewound stretch", "finished"])
def test_a_branch_begins_anywhere(table: Table, where: str) -> None:
    first = table.version
    table.call("Ash")
    middle = table.call("Birch").last_version
    table.undo()
    for _ in range(3):
        table.decide("end_day")
    assert table.state.over
    places = {"first possible": first, "middle": first + 1, "head": table.version, "rewound stretch": middle}
    version = places.get(where, table.version)
    branch = table.fork(version)
    assert branch.state == table.state_at(version)
    if not branch.state.over:
        branch.call("Cedar")
        assert branch.name == "Cedar"


@pytest.mark.pitfall("BL-181")
def test_a_finished_game_goes_on_in_a_branch_from_before_its_end(table: Table) -> None:
    for _ in range(3):
        table.decide("end_day")
    branch = table.fork(table.in_force()[-2].last_version)
    assert table.state.over
    assert branch.call("Ash").events


@pytest.mark.pitfall("BL-173", "BL-171")
def test_neither_sees_the_others_decisions(table: Table) -> None:
    table.call("Ash")
    branch = table.fork()
    table.call("Birch")
    branch.call("Cedar")
    assert (table.names(), branch.names()) == (["Ash", "Birch"], ["Ash", "Cedar"])
    assert (table.name, branch.name) == ("Birch", "Cedar")


def test_a_fork_copies_no_event(table: Table) -> None:
    table.call("Ash")
    before = StoredEvent.objects.count()
    table.fork()
    assert StoredEvent.objects.count() == before


def test_a_branch_of_a_branch_knows_where_it_comes_from(table: Table) -> None:
    table.call("Ash")
    inner = table.fork().fork()
    assert inner.timeline.parent is not None
    assert inner.timeline.parent.parent == table.timeline


@pytest.mark.parametrize(
    ("name", "code"), [("", "name_required"), ("x" * 101, "name_required"), ("maiN", "name_taken")]
)
def test_a_branch_needs_a_name_of_its_own(table: Table, name: str, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        fork(table.timeline, table.actor, table.user, table.version, name=name)
    assert refusal.value.code == code


def test_a_limit_names_itself_and_the_count(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forking, "MOST_TIMELINES", 1)
    with pytest.raises(Refused, match="holds 1 timelines; this one has 1"):
        table.fork()


def test_renaming_is_told_in_the_timeline(table: Table) -> None:
    branch = table.fork()
    rename(branch.timeline, branch.actor, name="  Held   back ", description="Patience")
    branch.timeline.refresh_from_db()
    assert (branch.timeline.name, branch.timeline.description) == ("Held back", "Patience")
    last = StoredEvent.objects.filter(timeline_id=branch.timeline.id).latest("version")
    assert last.type == "table.SettingChanged"


def test_renaming_to_the_same_name_does_nothing(table: Table) -> None:
    with pytest.raises(Refused) as refusal:
        rename(table.timeline, table.actor, name="Main", description="")
    assert refusal.value.code == "no_effect"


def test_a_name_that_is_taken_stays_taken(table: Table) -> None:
    branch = table.fork()
    with pytest.raises(Refused) as refusal:
        rename(branch.timeline, branch.actor, name="MAIN", description="")
    assert refusal.value.code == "name_taken"


def test_a_promoted_branch_is_the_main_timeline_and_says_so(table: Table) -> None:
    table.call("Ash")
    branch = table.fork()
    promote(branch.timeline, branch.actor)
    assert main_timeline(branch.campaign) == branch.timeline
    assert table.names() == branch.names() == ["Ash"]
    assert StoredEvent.objects.filter(timeline_id=branch.timeline.id, type="table.SettingChanged").count() == 1


def test_the_main_timeline_needs_no_promotion(table: Table) -> None:
    with pytest.raises(Refused) as refusal:
        promote(table.timeline, table.actor)
    assert refusal.value.code == "no_effect"


def test_only_the_owner_promotes(table: Table, bob: User) -> None:
    branch = table.fork()
    with pytest.raises(Refused) as refusal:
        promote(branch.timeline, Actor(str(bob.pk), "bob", "player"))
    assert refusal.value.code == "owner_only"


@pytest.mark.pitfall("BL-179")
def test_every_line_of_a_campaign_is_one_of_its_timelines(table: Table) -> None:
    branches = [table.fork(), table.fork().fork()]
    kept = set(table.campaign.timelines.values_list("id", flat=True))
    assert {table.timeline.id, *(branch.timeline.id for branch in branches)} <= kept
    assert len(kept) == 4


def test_a_branch_is_played_with_the_content_of_its_version(table: Table) -> None:
    branch = table.fork()
    assert at_head(branch.timeline).pack == at_version(table.timeline, table.version).pack


def test_an_archived_branch_is_looked_at_and_not_played_on(table: Table) -> None:
    branch = table.fork()
    at = branch.call("Ash").last_version
    archive(branch.timeline, branch.actor)
    assert branch.state_at(at).walkers["p1"].name == "Ash"
    for deed in (lambda: branch.call("Birch"), branch.undo, lambda: branch.rewind(4)):
        with pytest.raises(Refused) as refusal:
            deed()
        assert refusal.value.code == "timeline_archived"
    assert branch.note().events
    assert branch.fork().call("Cedar").events
    unarchive(branch.timeline, branch.actor)
    assert branch.call("Birch").events


def test_putting_away_and_bringing_back_is_told_and_done_once(table: Table) -> None:
    branch = table.fork()
    for deed in (archive, unarchive):
        deed(branch.timeline, branch.actor)
        with pytest.raises(Refused) as refusal:
            deed(branch.timeline, branch.actor)
        assert refusal.value.code == "no_effect"
    kinds = StoredEvent.objects.filter(timeline_id=branch.timeline.id).values_list("type", flat=True)
    assert list(kinds) == ["table.SettingChanged"] * 2


def test_the_main_timeline_is_not_archived(table: Table) -> None:
    branch = table.fork()
    with pytest.raises(Refused) as refusal:
        archive(table.timeline, table.actor)
    assert refusal.value.code == "main_stays"
    promote(branch.timeline, branch.actor)
    archive(Timeline.objects.select_related("campaign").get(id=table.timeline.id), table.actor)


def test_a_branch_that_becomes_the_main_timeline_is_back(table: Table) -> None:
    branch = table.fork()
    archive(branch.timeline, branch.actor)
    promote(branch.timeline, branch.actor)
    assert main_timeline(table.campaign).archived is False
    assert branch.call("Ash").events


def test_spectators_archive_nothing(table: Table) -> None:
    branch = table.fork()
    with pytest.raises(Refused) as refusal:
        archive(branch.timeline, Actor("0", "sara", "spectator"))
    assert refusal.value.code == "spectators_watch"
