"""Starting campaigns, their settings, and their content."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User

from projections.models import HistoryRow, Projected, StateRow
from rules.kernel import LuckNeeded, Observed, Refused
from tests.tracker.timelines.tables import Table, other_pack, start_tiny
from tracker.eventstore.models import StoredDecision, StoredEvent, Stream
from tracker.packs.versions import default_pack
from tracker.timelines.campaigns import change_pack, change_settings
from tracker.timelines.models import Campaign, Membership, Seat, Timeline
from tracker.timelines.positions import at_head, at_version

TABLES = (
    Campaign, Timeline, Membership, Seat, Stream, StoredEvent, StoredDecision, StateRow, HistoryRow, Projected,
)  # fmt: skip


def counts() -> list[int]:
    return [table.objects.count() for table in TABLES]


@pytest.mark.pitfall("BL-012")
def test_content_and_options_stand_in_the_first_decision(table: Table) -> None:
    row = StoredDecision.objects.get(first_version=1)
    kinds = list(StoredEvent.objects.filter(decision_id=row.id).order_by("version").values_list("type", flat=True))
    assert kinds == ["table.PackChanged", "table.MemberJoined", "tiny.GameSetUp", "tiny.DeckShuffled"]
    first = bytes(StoredEvent.objects.get(timeline_id=table.timeline.id, version=1).payload)
    assert msgspec.json.decode(first) == {"event": "PackChanged", "was": "", "now": default_pack("tiny").hash}
    assert msgspec.json.decode(bytes(row.arguments)) == {"do": "set_up", "walkers": 1}


def test_whoever_starts_it_owns_it_and_every_seat_is_free(alice: User) -> None:
    campaign = start_tiny(alice, set_up={"do": "set_up", "walkers": 2})
    member = campaign.memberships.get()
    assert (member.user_id, member.role) == (alice.pk, "owner")
    assert [(seat.name, seat.member) for seat in campaign.seats.all()] == [("p1", None), ("p2", None)]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": "  "}, "name_required"),
        ({"name": "x" * 101}, "name_required"),
        ({"name": "nul\0"}, "malformed"),
        ({"game_key": "chess"}, "no_such_game"),
        ({"pack_hash": "0" * 64}, "no_such_content"),
        ({"set_up": {"do": "set_up", "walkers": 3}}, "malformed"),
        ({"set_up": {}}, "malformed"),
        ({"set_up": {"do": "end_day"}}, "not_set_up"),
        ({"key": "k" * 101}, "malformed"),
    ],
)
def test_a_refused_start_leaves_nothing_behind(alice: User, changes: dict[str, Any], code: str) -> None:
    default_pack("tiny")
    before = counts()
    with pytest.raises(Refused) as refusal:
        start_tiny(alice, **changes)
    assert (refusal.value.code, counts()) == (code, before)


def test_a_start_that_needs_more_luck_leaves_nothing_behind(alice: User) -> None:
    before = counts()
    with pytest.raises(LuckNeeded):
        start_tiny(
            alice,
            game_key="fantasy_defense",
            pack_hash=default_pack("fantasy_defense").hash,
            set_up={"do": "set_up", "mode": "solo", "factions": {"p1": "human"}},
            chance=lambda: Observed({}),
        )
    assert counts() == before


def test_a_game_is_not_started_with_another_games_content(alice: User) -> None:
    with pytest.raises(Refused) as refusal:
        start_tiny(alice, pack_hash=default_pack("fantasy_defense").hash)
    assert refusal.value.code == "no_such_content"


@pytest.mark.pitfall("BL-056")
def test_the_same_start_twice_is_one_campaign(alice: User) -> None:
    first = start_tiny(alice, key="start-1")
    before = counts()
    assert start_tiny(alice, key="start-1", name="Sent again") == first
    assert counts() == before


def test_the_same_start_key_of_two_people_are_two_campaigns(alice: User, bob: User) -> None:
    assert start_tiny(alice, key="start-1") != start_tiny(bob, key="start-1")


def test_a_setting_is_changed_and_told(table: Table) -> None:
    change_settings(table.campaign, table.actor, strict_seats=True, undo_by="owner", name=" The   wood ")
    table.campaign.refresh_from_db()
    assert (table.campaign.strict_seats, table.campaign.undo_by, table.campaign.name) == (True, "owner", "The wood")
    assert StoredEvent.objects.filter(type="table.SettingChanged").count() == 3


@pytest.mark.pitfall("BL-060")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "fantasy_defense"}, "no_such_setting"),
        ({"main_id": None}, "no_such_setting"),
        ({"undo_by": "nobody"}, "value_invalid"),
        ({"spectators": "all"}, "value_invalid"),
        ({"strict_seats": "yes"}, "value_invalid"),
        ({"name": ""}, "name_required"),
        ({"name": 7}, "value_invalid"),
        ({"strict_seats": False}, "no_effect"),
        ({}, "no_effect"),
    ],
)
def test_nothing_else_can_be_set(table: Table, changes: dict[str, Any], code: str) -> None:
    before = (table.version, Campaign.objects.values().get())
    with pytest.raises(Refused) as refusal:
        change_settings(table.campaign, table.actor, **changes)
    assert refusal.value.code == code
    assert (table.version, Campaign.objects.values().get()) == before


def test_an_old_copy_of_a_campaign_does_not_undo_a_neighbours_change(table: Table) -> None:
    old = Campaign.objects.get(id=table.campaign.id)
    change_settings(table.campaign, table.actor, undo_by="owner")
    change_settings(old, table.actor, strict_seats=True)
    assert Campaign.objects.get(id=old.id).undo_by == "owner"


@pytest.mark.pitfall("BL-034")
def test_other_content_counts_from_there_on_and_the_past_keeps_its_own(table: Table) -> None:
    before = table.version
    decided = change_pack(table.timeline, table.actor, other_pack(), expected=before)
    assert at_head(table.timeline).pack.name == "Another wood"
    assert at_version(table.timeline, before).pack.name == "A wood"
    table.decide("take_card", luck=Observed({"deck": ["oak"]}))
    table.decide("play_card", card="oak")
    assert table.state.walkers["p1"].coins == 7
    assert Timeline.objects.get().packs[1] == [decided.last_version, other_pack()]


@pytest.mark.pitfall("BL-034")
def test_a_change_of_content_is_not_taken_back_by_a_rewind(table: Table) -> None:
    table.call("Ash")
    at = table.version
    change_pack(table.timeline, table.actor, other_pack(), expected=at)
    table.undo()
    assert at_head(table.timeline).pack.name == "Another wood"


def test_a_branch_from_before_the_change_keeps_the_old_content(table: Table) -> None:
    at = table.version
    change_pack(table.timeline, table.actor, other_pack(), expected=at)
    old, new = table.fork(at), table.fork()
    old.call("Ash")
    old.call("Birch")
    assert [at_head(branch.timeline).pack.name for branch in (old, new)] == ["A wood", "Another wood"]


def test_a_note_written_by_an_old_copy_of_the_timeline_knows_the_new_content(table: Table) -> None:
    old = Table(Timeline.objects.select_related("campaign").get(), table.actor, table.user)
    change_pack(table.timeline, table.actor, other_pack(), expected=table.version)
    old.note()
    assert at_head(old.timeline).pack.name == "Another wood"


@pytest.mark.parametrize(
    ("pack_hash", "code"),
    [("0" * 64, "no_such_content"), ("fantasy_defense", "no_such_content"), ("tiny", "no_effect")],
)
def test_content_that_does_not_do_is_refused(table: Table, pack_hash: str, code: str) -> None:
    chosen = pack_hash if len(pack_hash) == 64 else default_pack(pack_hash).hash
    with pytest.raises(Refused) as refusal:
        change_pack(table.timeline, table.actor, chosen, expected=table.version)
    assert refusal.value.code == code


def test_content_that_lacks_what_is_on_the_table_is_refused(
    alice: User, monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    def options(state: Any, pack: Any) -> list[Any]:
        raise KeyError("yew")

    monkeypatch.setattr(at_head(table.timeline).game, "options", options)
    before = table.version
    with pytest.raises(Refused) as refusal:
        change_pack(table.timeline, table.actor, other_pack(), expected=before)
    assert (refusal.value.code, table.version) == ("content_does_not_fit", before)


def test_only_the_owner_changes_the_content(table: Table) -> None:
    from dataclasses import replace

    with pytest.raises(Refused) as refusal:
        change_pack(table.timeline, replace(table.actor, role="player"), other_pack(), expected=table.version)
    assert refusal.value.code == "owner_only"
