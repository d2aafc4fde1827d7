"""What is recorded is enough, and stays true when rules, luck, defaults and processes change."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User

from rules.kernel import Chance, Refused, Seeded, State
from rules.kernel.players import likely_first, play_on
from tests.rules.kernel.tiny import GAME, NameWalker, SetUp
from tests.tracker.timelines.conftest import forget_all
from tests.tracker.timelines.tables import Table
from tracker.eventstore import store
from tracker.eventstore.models import Snapshot, StoredDecision, Stream
from tracker.packs.versions import default_pack
from tracker.timelines import positions
from tracker.timelines.access import actor_for
from tracker.timelines.campaigns import main_timeline, start
from tracker.timelines.deciding import decide
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head, at_version, state_on

SET_UPS: dict[str, dict[str, Any]] = {
    "tiny": {"do": "set_up", "walkers": 2},
    "encounters_shattered_wastes": {"do": "open_encounter", "mode": "first_time", "players": 2},
    "fantasy_defense": {"do": "set_up", "mode": "coop", "factions": {"p1": "human", "p2": "elf"}},
}


def game_of(user: User, key: str) -> Timeline:
    """A campaign of a game that has just been set up."""
    campaign = start(
        user, name=key, game_key=key, pack_hash=default_pack(key).hash, set_up=SET_UPS[key], chance=lambda: Seeded(1)
    )
    return main_timeline(campaign)


def played(timeline: Timeline, decisions: int) -> Iterator[Timeline]:
    """A game played at random by its owner; told after each decision."""
    actor, source = actor_for(timeline.campaign.memberships.get()), random.Random(5)
    for _ in range(decisions):
        position = at_head(timeline)
        move = play_on(
            position.game, position.state, position.pack, source, policy=likely_first, chance=Seeded(source.random())
        )
        if move is None:
            return
        luck = source.random()
        try:
            decide(timeline, actor, move[0], expected=position.version, chance=lambda luck=luck: Seeded(luck))
        except Refused:
            continue
        yield timeline


def folded(timeline: Timeline) -> State | None:
    """The state, from the first event on."""
    game = at_head(timeline).game
    line = store.lineage(timeline.id)
    return game.fold(row.event() for row in store.read(line.stored(line.path(line.version))))


@pytest.mark.pitfall("BL-010", "BL-036")
@pytest.mark.parametrize("key", SET_UPS)
def test_fold_snapshot_and_memory_agree_after_every_decision(alice: User, key: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(positions, "SNAPSHOT_EVERY", 7)
    monkeypatch.setattr("tracker.timelines.committing.SNAPSHOT_EVERY", 7)
    for timeline in played(game_of(alice, key), 60):
        at_hand = at_head(timeline)
        offered = at_hand.game.options(at_hand.state, at_hand.pack)
        forget_all()
        loaded = at_head(Timeline.objects.select_related("campaign").get(id=timeline.id))
        from_snapshot = state_on(store.lineage(timeline.id), loaded.version, loaded.game)
        assert at_hand.state == loaded.state == from_snapshot == folded(timeline)
        assert loaded.game.options(loaded.state, loaded.pack) == offered
    assert Snapshot.objects.count() > 1


@pytest.mark.pitfall("BL-028")
def test_a_rule_that_became_stricter_changes_no_stored_story(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.call("Ash")
    table.decide("take_card")
    before = table.state

    def never(turn: Any, decision: NameWalker) -> None:
        raise Refused("no_names", "Nobody has a name any more.")

    monkeypatch.setitem(GAME.rulebook.deciders, NameWalker, never)
    forget_all()
    assert (table.state, folded(table.timeline)) == (before, before)
    with pytest.raises(Refused, match="Nobody has a name"):
        table.call("Birch")


@pytest.mark.pitfall("BL-030")
@pytest.mark.parametrize("key", SET_UPS)
def test_another_source_of_luck_changes_no_stored_story(alice: User, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    timeline = [*played(game_of(alice, key), 15)][-1]
    states = [at_version(timeline, version).state for version in range(4, at_head(timeline).version)]

    def broken(self: Chance, ask: Any) -> Any:
        raise AssertionError("luck was asked again")

    monkeypatch.setattr("rules.kernel.chance.Rolled._answer", broken)
    forget_all()
    assert [at_version(timeline, version).state for version in range(4, at_head(timeline).version)] == states


@pytest.mark.pitfall("BL-012")
def test_other_defaults_change_no_stored_story(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    before = table.state

    def other(turn: Any, decision: SetUp) -> None:
        raise AssertionError("the set-up was judged again")

    monkeypatch.setitem(GAME.rulebook.deciders, SetUp, other)
    monkeypatch.setattr("tracker.packs.versions.default_pack", lambda key: pytest.fail("the default was asked"))
    forget_all()
    assert (table.state, folded(table.timeline)) == (before, before)


def test_other_rules_discard_the_stored_states_and_fold_anew(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.call("Ash")
    state = table.state
    Stream.objects.update(state=b'{"never": "read"}')
    monkeypatch.setattr(type(GAME), "version", GAME.version + 1)
    forget_all()
    assert table.state == state
    table.call("Birch")
    assert Stream.objects.get().rules_version == GAME.version
    assert table.state_at(5).walkers["p1"].name == "Ash"


def test_without_snapshots_everything_is_the_same(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.timelines.committing.SNAPSHOT_EVERY", 3)
    for number in range(12):
        table.call(f"Name {number}")
    before = [table.state_at(version) for version in range(4, table.version)]
    assert Snapshot.objects.count() == 4
    Snapshot.objects.all().delete()
    forget_all()
    assert [table.state_at(version) for version in range(4, table.version)] == before


def test_a_snapshot_that_a_rewind_set_aside_is_not_taken(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.timelines.committing.SNAPSHOT_EVERY", 4)
    for name in ("Ash", "Birch", "Cedar", "Dogwood"):
        table.call(name)
    table.rewind(5)
    table.decide("take_card")
    assert list(Snapshot.objects.order_by("version").values_list("version", flat=True)) == [8]
    forget_all()
    assert state_on(store.lineage(table.timeline.id), table.version, GAME) == table.state
    assert table.name == "Ash"


@pytest.mark.pitfall("BL-162")
def test_a_state_that_was_handed_out_cannot_be_changed(table: Table) -> None:
    with pytest.raises(AttributeError):
        table.state.day = 9  # type: ignore[misc]


@pytest.mark.pitfall("BL-013")
def test_what_was_drawn_and_taken_back_stays_in_the_record(table: Table) -> None:
    table.decide("take_card", luck=Seeded(1))
    table.undo()
    table.decide("take_card", luck=Seeded(2))
    drawn = StoredDecision.objects.filter(name="tiny.take_card").order_by("first_version")
    assert [b'"source":"deck"' in bytes(row.chance) for row in drawn] == [True, True]


@pytest.mark.pitfall("BL-124")
def test_the_time_is_the_servers(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.timelines.committing.time.time_ns", lambda: 1_700_000_000_123_456_789)
    table.call("Ash")
    assert StoredDecision.objects.get(name="tiny.name_walker").recorded_at == 1_700_000_000_123_456


@pytest.mark.pitfall("BL-032")
def test_a_repair_is_a_correction_in_the_open_and_can_be_taken_back(table: Table) -> None:
    table.decide("correct_value", path=["walkers", "p1", "coins"], value=2, reason="Miscounted")
    assert table.state.walkers["p1"].coins == 2
    table.undo()
    assert table.state.walkers["p1"].coins == 0
