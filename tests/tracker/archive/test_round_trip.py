"""Out and in again: the same hashes, the same positions, the same story; a second export is the same file."""

from __future__ import annotations

import datetime
import random
from typing import Any

import pytest
from django.contrib.auth.models import User
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from projections.catalogue import AdventureLog, Checkpoints, Remarks
from projections.reading import history
from rules.kernel import Observed
from rules.kernel import Refused as RuleRefused
from tests.tracker.timelines.amendments import Luck, Settled, amended, plan
from tests.tracker.timelines.tables import Table, other_pack
from tests.tracker.timelines.test_whole_decisions import with_a_discard
from tracker.archive import taking_in
from tracker.archive.checking import Archive
from tracker.archive.packing import pack_campaign, state_digest
from tracker.archive.taking_in import take_in
from tracker.eventstore.models import StoredDecision, StoredEvent, Stream
from tracker.eventstore.verify import verify
from tracker.packs.models import PackVersion
from tracker.timelines.access import actor_for
from tracker.timelines.campaigns import change_pack
from tracker.timelines.forking import archive, promote
from tracker.timelines.models import Campaign, Membership, Timeline
from tracker.timelines.positions import at_version, forget
from tracker.timelines.table import name_checkpoint, open_session, react, write_note

pytestmark = pytest.mark.django_db(transaction=True)


def erase(campaign: Campaign) -> None:
    """As on another site: nothing of the campaign is there."""
    from projections import inline
    from projections.models import HistoryRow, Projected, StateRow
    from tracker.eventstore.models import Snapshot

    for kind in (StoredEvent, StoredDecision, Stream, Snapshot, HistoryRow, Projected, StateRow):
        kind.objects.filter(campaign_id=campaign.id).delete()
    for timeline in campaign.timelines.order_by("-created_at"):
        timeline.delete()
    Campaign.objects.filter(id=campaign.id).delete()
    PackVersion.objects.filter(shipped=False).delete()
    forget()
    inline.forget()


def everything(campaign: Campaign) -> dict[str, Any]:
    """What must be the same on both sides."""
    told: dict[str, Any] = {}
    for timeline in campaign.timelines.order_by("created_at"):
        line = Timeline.objects.select_related("campaign").get(id=timeline.id)
        head = Stream.objects.get(id=timeline.id)
        states = [state_digest(at_version(line, version).state) for version in range(head.version + 1)]
        lines = [history(projection, line) for projection in (AdventureLog(), Checkpoints(), Remarks())]
        told[timeline.name] = (bytes(head.hash), states, lines, timeline.packs, timeline.half, timeline.description)
    return told


def rich(table: Table) -> Campaign:
    """A campaign with all that may be in one: sessions, notes, rewinds, forks of forks and in the midst, packs."""
    open_session(table.timeline, table.actor, 1, datetime.date(2026, 11, 30), "Rain")
    table.call("Ash")
    table.decide("take_card")
    write_note(table.timeline, table.actor, 1, "<b>“O’Brien” 🐺</b>\n=1+1")
    react(table.timeline, table.actor, 4, "🎲")
    twig = table.fork()
    twig.decide("end_day")
    twig.undo()
    twig.call("Birch")
    deeper = twig.fork()
    deeper.rewind(table.decisions()[0].last_version)
    deeper.call("Cedar")
    change_pack(table.timeline, table.actor, other_pack(), expected=table.version)
    table.decide("take_card")
    name_checkpoint(table.timeline, table.actor, table.version, "Dawn")
    return table.campaign


def test_a_campaign_comes_back_as_it_was(table: Table, bob: User) -> None:
    campaign = rich(table)
    before, data = everything(campaign), pack_campaign(campaign)
    erase(campaign)
    back = take_in(data, bob)
    assert everything(back) == before
    assert verify(back.id).breaks == []
    assert (back.id, back.created_by, back.memberships.get().role) == (campaign.id, bob, Membership.Role.OWNER)


@pytest.mark.pitfall("BL-076", "BL-078", "BL-081", "BL-088")
def test_the_second_export_is_the_same_file(table: Table, bob: User) -> None:
    campaign = rich(table)
    data = pack_campaign(campaign)
    assert pack_campaign(campaign) == data
    erase(campaign)
    assert pack_campaign(take_in(data, bob)) == data


@pytest.mark.pitfall("BL-078", "BL-179")
def test_amended_and_promoted_timelines_come_back_as_they_were(table: Table, bob: User) -> None:
    taken = table.decide("take_card", luck=Observed({"deck": ["yew"]}))
    played = table.decide("play_card", card="yew")
    table.undo()
    table.redo()
    without = amended(table, plan(taken.first_version, "drop").settle(played.first_version, Settled("skip")))
    before_all = amended(table, plan(1, luck=Luck("app", 7), rest="skip"))
    assert before_all.timeline.forked_at == 0
    before_all.call("Cedar")
    before_all.fork().call("Elm")
    amended(before_all, plan(1))
    promote(before_all.timeline, table.actor)
    archive(without.timeline, table.actor)
    campaign = Campaign.objects.get(id=table.campaign.id)
    before, data = everything(campaign), pack_campaign(campaign)
    erase(campaign)
    back = take_in(data, bob)
    assert everything(back) == before
    assert (back.main_id, verify(back.id).breaks) == (before_all.timeline.id, [])
    assert pack_campaign(back) == data


def test_what_is_amended_after_a_branch_from_the_midst_of_a_decision_comes_back(table: Table, bob: User) -> None:
    with_a_discard(table)
    whole = table.decide("end_day")
    assert whole.last_version > whole.first_version
    twig = table.fork(whole.first_version)
    made = amended(twig, plan(twig.call("Ash").first_version, "drop"))
    assert (twig.timeline.half, made.timeline.half) == (whole.first_version, whole.first_version)
    campaign = Campaign.objects.get(id=table.campaign.id)
    before, data = everything(campaign), pack_campaign(campaign)
    erase(campaign)
    assert everything(take_in(data, bob)) == before


def test_no_position_is_held_longer_than_something_leads_there(table: Table) -> None:
    archive = Archive(pack_campaign(rich(table)))
    assert sum(sum(told.uses.values()) for told in archive._told.values()) == 4  # an undo, a rewind, two branches
    held = [sum(len(told.kept) for told in archive._told.values()) for _ in archive.checked()]
    assert (max(held), held[-1]) == (2, 0)


def test_many_decisions_are_written_part_by_part(table: Table, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = rich(table)
    before, data = everything(campaign), pack_campaign(campaign)
    erase(campaign)
    monkeypatch.setattr(taking_in, "AT_ONCE", 2)
    back = take_in(data, bob)
    assert everything(back) == before
    assert verify(back.id).breaks == []
    assert pack_campaign(back) == data


def test_it_is_played_on_where_it_was(table: Table, bob: User) -> None:
    campaign = rich(table)
    data, version = pack_campaign(campaign), table.version
    erase(campaign)
    take_in(data, bob)
    on = Table(table.timeline, table.actor, bob).as_(bob)
    on.call("Elm")
    on.undo()
    assert on.version == version + 2
    assert verify(campaign.id).breaks == []


def test_nobody_is_taken_for_somebody_who_decided_elsewhere(table: Table, bob: User) -> None:
    table.call("Ash")
    data, stranger = pack_campaign(table.campaign), table.user
    erase(table.campaign)
    back = take_in(data, bob)
    Campaign.objects.filter(id=back.id).update(undo_by=Campaign.UndoBy.DECIDER)
    member = Membership.objects.create(campaign=back, user=stranger, role=Membership.Role.PLAYER, alias="Newcomer")
    newcomer = Table(Timeline.objects.select_related("campaign").get(id=back.main_id), actor_for(member), stranger)
    with pytest.raises(RuleRefused) as refused:
        newcomer.undo()
    assert refused.value.code == "undo_not_allowed"
    newcomer.call("Birch")
    newcomer.undo()


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(seed=st.integers(0, 10**9), length=st.integers(0, 40))
def test_whatever_was_played_comes_back(table: Table, bob: User, seed: int, length: int) -> None:
    source = random.Random(seed)
    lines = [Table.opened(table.user, walkers=source.randint(1, 2))]
    for number in range(length):
        here = source.choice(lines)
        deed = source.choice(["call", "take_card", "end_day", "undo", "rewind", "fork", "note"])
        try:
            if deed == "fork":
                lines.append(here.fork(source.randint(1, here.version)))
            elif deed == "call":
                here.call(f"W{number}")
            elif deed == "rewind":
                here.rewind(source.randint(1, here.version))
            elif deed in ("undo", "note"):
                getattr(here, deed)()
            else:
                here.decide(deed)
        except RuleRefused:
            continue
    campaign = lines[0].campaign
    before, data = everything(campaign), pack_campaign(campaign)
    erase(campaign)
    back = take_in(data, bob)
    assert everything(back) == before
    assert pack_campaign(back) == data
    erase(back)
