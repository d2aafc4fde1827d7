"""One decision of the past otherwise: the later ones are replayed on a timeline of its own."""

from __future__ import annotations

import msgspec
import pytest
from django.contrib.auth.models import User

from projections.catalogue import AdventureLog, Sheet
from projections.reading import history, live_lines, state_rows
from rules.kernel import Observed, Refused
from tests.projections.reads import stored_state_rows
from tests.tracker.timelines.amendments import Luck, Settled, amended, everything, looked_at, plan, rows_of
from tests.tracker.timelines.tables import Table, other_pack
from tracker.eventstore import store
from tracker.eventstore.models import StoredDecision
from tracker.eventstore.verify import verify
from tracker.timelines.amending import ensure_settled
from tracker.timelines.campaigns import change_pack, change_settings
from tracker.timelines.decisions import replayed_from
from tracker.timelines.forking import MOST_TIMELINES
from tracker.timelines.models import Membership
from tracker.timelines.plans import Taken
from tracker.timelines.positions import at_head
from tracker.timelines.replaying import past_of

pytestmark = pytest.mark.django_db(transaction=True)


def names(table: Table) -> list[str]:
    """The decisions in force, without the game's name."""
    return [row.name.removeprefix("tiny.") for row in table.in_force()]


@pytest.mark.pitfall("BL-176")
def test_a_changed_decision_and_the_rest_as_it_was(table: Table) -> None:
    first = table.call("Ash")
    table.decide("draw_chips", count=2)
    table.decide("take_card")
    before, coins, hand = rows_of(table), table.state.walkers["p1"].coins, table.state.walkers["p1"].hand
    made = amended(table, plan(first.first_version, decision={"do": "name_walker", "player": "p1", "name": "Elm"}))
    walker = made.state.walkers["p1"]
    assert (walker.name, walker.coins, walker.hand) == ("Elm", coins, hand)
    assert names(made) == ["set_up", "name_walker", "draw_chips", "take_card"]
    assert (made.timeline.parent, made.timeline.forked_at) == (table.timeline, first.first_version - 1)
    assert (rows_of(table), table.name) == (before, "Ash")
    assert verify(table.campaign.id).breaks == []


def test_a_decision_left_out_and_one_put_in(table: Table) -> None:
    first, second = table.call("Ash"), table.call("Birch")
    without = amended(table, plan(second.first_version, "drop"))
    assert without.names() == ["Ash"]
    other = {"do": "name_walker", "player": "p1", "name": "Elm"}
    assert amended(table, plan(second.first_version, "insert", other)).names() == ["Ash", "Elm", "Birch"]
    last = amended(table, plan(first.first_version, "drop"))
    assert (last.names(), last.timeline.forked_at) == (["Birch"], first.first_version - 1)


def test_the_last_decision_left_out_is_a_branch_before_it(table: Table) -> None:
    last = table.call("Ash")
    made = amended(table, plan(last.first_version, "drop"))
    assert (made.version, made.name) == (last.first_version - 1, "")
    assert verify(table.campaign.id).breaks == []


def test_other_luck_for_the_same_decision(table: Table) -> None:
    drawn = table.decide("draw_chips", count=1, luck=Observed({"bag": ["stone"]}))
    table.call("Ash")
    seen = Luck("table", seen={"bag": ("gold",)})
    made = amended(table, plan(drawn.first_version, luck=seen))
    assert (made.state.walkers["p1"].coins, made.name) == (2, "Ash")
    answers = msgspec.json.decode(bytes(made.decisions()[1].chance))
    assert (answers[0]["values"], answers[0]["observed"]) == (["gold"], True)


def test_drawn_luck_is_what_the_preview_showed(table: Table) -> None:
    drawn = table.decide("draw_chips", count=2)
    wanted = plan(drawn.first_version, luck=Luck("app", seed=99))
    assert amended(table, wanted).state == looked_at(table, wanted).state


def test_luck_that_cannot_have_come_up_is_refused(table: Table) -> None:
    drawn = table.decide("draw_chips", count=1)
    with pytest.raises(Refused) as refused:
        looked_at(table, plan(drawn.first_version, luck=Luck("table", seen={"bag": ("ruby",)})))
    assert refused.value.code == "luck_impossible"
    with pytest.raises(Refused) as refused:
        looked_at(table, plan(drawn.first_version, luck=Luck("table")))
    assert refused.value.code == "luck_needed"


@pytest.fixture
def spoiled(table: Table) -> tuple[Table, int, int]:
    """A table where a card was taken, a name given, the card played: the first decision's version and the last's."""
    taken = table.decide("take_card", luck=Observed({"deck": ["yew"]}))
    table.call("Ash")
    played = table.decide("play_card", card="yew")
    table.decide("draw_chips", count=1)
    return table, taken.first_version, played.first_version


@pytest.mark.pitfall("BL-176")
def test_what_is_no_longer_possible_is_a_conflict_with_its_reason(spoiled: tuple[Table, int, int]) -> None:
    table, taken, played = spoiled
    told = looked_at(table, plan(taken, "drop"))
    assert (told.counted, told.replayed, len(told.conflicts), told.unreached) == (3, 2, 1, 0)
    (conflict,) = told.conflicts
    assert (conflict.source.first_version, conflict.refused.code, conflict.refused.rule) == (
        played, "not_in_hand", "TINY-002",
    )  # fmt: skip
    assert told.open == [conflict]


def test_nothing_is_written_while_a_conflict_is_open(spoiled: tuple[Table, int, int]) -> None:
    table, taken, _ = spoiled
    before = everything()
    with pytest.raises(Refused) as refused:
        amended(table, plan(taken, "drop"))
    assert refused.value.code == "conflicts_open"
    assert (everything(), table.campaign.timelines.count()) == (before, 1)


@pytest.mark.parametrize(
    ("settled", "expected"),
    [
        (Settled("skip"), ["set_up", "name_walker", "draw_chips"]),
        (Settled("stop"), ["set_up", "name_walker"]),
        (
            Settled("replace", {"do": "brace", "player": "p1", "def": 1}),
            "not possible",
        ),
        (
            Settled("replace", {"do": "name_walker", "player": "p1", "name": "Oak"}),
            ["set_up", "name_walker", "name_walker", "draw_chips"],
        ),
        (Settled("reroll", luck=Luck("app", 3)), "not possible"),
    ],
)
def test_ways_out_of_a_conflict(spoiled: tuple[Table, int, int], settled: Settled, expected: object) -> None:
    table, taken, played = spoiled
    wanted = plan(taken, "drop").settle(played, settled)
    told = looked_at(table, wanted)
    if expected == "not possible":
        assert told.conflicts[0].again is not None
        assert told.conflicts[0].is_open
        return
    made = amended(table, wanted)
    assert names(made) == expected
    assert told.unreached == (2 if settled.way == "stop" else 0)


def test_luck_that_is_no_longer_possible_is_rolled_again(table: Table) -> None:
    first = table.decide("draw_chips", count=2, luck=Observed({"bag": ["stone", "stone"]}))
    second = table.decide("draw_chips", count=1, luck=Observed({"bag": ["gold"]}))
    wanted = plan(first.first_version, luck=Luck("table", seen={"bag": ("gold", "gold")}))
    (conflict,) = looked_at(table, wanted).conflicts
    assert conflict.refused.code == "luck_impossible"
    rolled = wanted.settle(second.first_version, Settled("reroll", luck=Luck("app", 1)))
    made = amended(table, rolled)
    assert made.state.walkers["p1"].coins == 4
    assert (
        replayed_from(made.decisions()[-1].key)
        == StoredDecision.objects.get(timeline_id=table.timeline.id, first_version=second.first_version).id
    )
    typed_in = wanted.settle(second.first_version, Settled("reroll", luck=Luck("table", seen={"bag": ("stone",)})))
    assert looked_at(table, typed_in).open == []


def test_others_are_put_before_it_until_it_is_possible_again(spoiled: tuple[Table, int, int]) -> None:
    table, taken, played = spoiled
    wanted = plan(taken, "drop")
    name = Taken({"do": "name_walker", "player": "p1", "name": "Oak"})
    card = Taken({"do": "take_card", "player": "p1"}, Luck("table", seen={"deck": ("yew",)}))
    settled = Settled("skip").after(name)
    told = looked_at(table, wanted.settle(played, settled))
    assert (told.conflicts[0].again is not None, [step.name for step in told.conflicts[0].first]) == (
        True, ["tiny.name_walker"],
    )  # fmt: skip
    whole = wanted.settle(played, settled.after(card))
    assert looked_at(table, whole).open == []
    made = amended(table, whole)
    assert names(made) == ["set_up", "name_walker", "name_walker", "take_card", "play_card", "draw_chips"]
    rows = made.in_force()
    assert [replayed_from(row.key) is not None for row in rows[1:]] == [True, False, False, True, True]
    impossible = wanted.settle(played, settled.after(Taken({"do": "play_card", "player": "p1", "card": "elm"})))
    refused = looked_at(table, impossible).conflicts[0].again
    assert refused is not None
    assert refused.code == "not_in_hand"


def test_something_is_said_only_about_a_conflict_that_the_replay_reaches(spoiled: tuple[Table, int, int]) -> None:
    table, taken, played = spoiled
    last = table.in_force()[-1].first_version
    stopped = plan(taken, "drop").settle(played, Settled("stop"))
    for wanted, version, code in (
        (plan(taken, "drop"), last, "no_conflict"),
        (plan(taken, "drop"), taken, "no_such_version"),
        (stopped, last, "no_conflict"),
    ):
        with pytest.raises(Refused) as refused:
            ensure_settled(past_of(table.timeline, taken), table.actor, wanted, version, Settled("skip"))
        assert refused.value.code == code
    ensure_settled(past_of(table.timeline, taken), table.actor, stopped, played, Settled("skip"))


def test_the_rest_is_settled_in_one_go(spoiled: tuple[Table, int, int]) -> None:
    table, taken, _ = spoiled
    for rest, left in (("skip", 0), ("reroll", 0), ("stop", 2)):
        told = looked_at(table, plan(taken, "drop", rest=rest))
        assert (told.open, told.unreached) == ([], left)


def test_the_amended_timeline_keeps_who_decided_and_from_which_decision(table: Table, bob: User) -> None:
    first = table.call("Ash")
    Membership.objects.create(campaign=table.campaign, user=bob, alias="Bob")
    table.as_(bob).decide("draw_chips", count=1)
    old = table.in_force()
    made = amended(table, plan(first.first_version, decision={"do": "name_walker", "player": "p1", "name": "Elm"}))
    changed, replayed = made.in_force()[1:]
    assert (changed.alias, changed.key) == ("alice", None)
    assert (replayed.alias, replayed.actor, replayed.seat) == ("Bob", str(bob.pk), "p1")
    assert replayed_from(replayed.key) == old[2].id
    again = amended(made, plan(changed.first_version, decision={"do": "name_walker", "player": "p1", "name": "Yew"}))
    assert (
        replayed_from(again.in_force()[2].key) == old[2].id
    )  # the one that was taken in truth, however often replayed


def test_nobody_sends_a_decision_with_the_key_of_a_replay(table: Table) -> None:
    with pytest.raises(Refused, match="does not begin with"):
        table.call("Ash", key="replayed:something-else")


@pytest.mark.pitfall("BL-155", "BL-166")
def test_the_read_models_are_those_that_a_rebuild_makes(spoiled: tuple[Table, int, int]) -> None:
    table, taken, _ = spoiled
    made = amended(table, plan(taken, "drop", rest="skip"))
    log, own = AdventureLog(), store.lineage(made.timeline.id).segments[-1]
    assert history(log, made.timeline, low=made.timeline.forked_at) == live_lines(log, made.timeline, own)
    assert stored_state_rows(Sheet(), made.timeline) == state_rows(Sheet(), at_head(made.timeline))
    made.call("Fir")  # and it is played on
    assert made.names() == ["Ash", "Fir"]
    made.undo()
    assert made.names() == ["Ash"]


def test_decisions_that_were_taken_back_are_not_replayed(table: Table) -> None:
    first = table.call("Ash")
    table.call("Birch")
    table.undo()
    table.call("Cedar")
    table.note("a note")
    table.call("Doug")
    table.rewind(table.version - 2)
    made = amended(table, plan(first.first_version, decision={"do": "name_walker", "player": "p1", "name": "Elm"}))
    assert made.names() == ["Elm", "Cedar"]


def test_a_decision_that_is_set_aside_is_not_amended(table: Table) -> None:
    table.call("Ash")
    undone = table.call("Birch")
    table.undo()
    note = table.note()
    for version, code in ((undone.first_version, "not_in_force"), (note.first_version, "not_a_decision")):
        with pytest.raises(Refused) as refused:
            past_of(table.timeline, version)
        assert refused.value.code == code
    for version in (0, 99, -1):
        with pytest.raises(Refused, match="no version"):
            past_of(table.timeline, version)


def test_up_to_an_earlier_version_only(table: Table) -> None:
    first, second = table.call("Ash"), table.call("Birch")
    table.call("Cedar")
    made = amended(table, plan(first.first_version, "drop"), until=second.last_version)
    assert made.names() == ["Birch"]


def test_the_set_up_itself(table: Table) -> None:
    table.call("Ash")
    made = amended(table, plan(1, decision={"do": "set_up", "walkers": 2}))
    assert (list(made.state.walkers), made.name, made.timeline.forked_at) == (["p1", "p2"], "Ash", 0)
    assert set(table.campaign.seats.values_list("name", flat=True)) == {"p1", "p2"}
    assert made.timeline.packs == [[1, table.campaign.pack_hash]]
    assert verify(table.campaign.id).breaks == []
    for how in ("drop", "insert"):
        with pytest.raises(Refused) as refused:
            looked_at(table, plan(1, how, {"do": "end_day"}))
        assert refused.value.code == "set_up_stays"


def test_a_change_of_content_on_the_way(table: Table) -> None:
    first = table.call("Ash")
    change_pack(table.timeline, table.actor, other_pack(), expected=table.version)
    taken = table.decide("take_card", luck=Observed({"deck": ["oak"]}))
    table.decide("play_card", card="oak")
    made = amended(table, plan(first.first_version, "drop"))
    assert made.state.walkers["p1"].coins == table.state.walkers["p1"].coins == 7
    version, content = made.timeline.packs[-1]
    assert (version, content) == (first.first_version, other_pack())
    assert made.timeline.pack_hash_at(taken.first_version) == content
    made.decide("draw_chips", count=1)


def test_a_correction_says_what_was_there_this_time(table: Table) -> None:
    drawn = table.decide("draw_chips", count=1, luck=Observed({"bag": ["gold"]}))
    table.decide("correct_value", path=["walkers", "p1", "coins"], value=5, reason="Miscounted")
    made = amended(table, plan(drawn.first_version, "drop"))
    assert made.state.walkers["p1"].coins == 5
    event = list(store.read(store.lineage(made.timeline.id).segments))[-1].event()
    assert getattr(event, "was", None) == 0


def test_half_a_decision_stays_half(table: Table) -> None:
    table.call("Ash")
    day = table.decide("take_card")
    table.decide("play_card", card=table.state.walkers["p1"].hand[0])
    ended = table.decide("end_day")
    branch = table.fork(ended.first_version)
    assert ended.last_version > ended.first_version
    made = amended(branch, plan(day.first_version - 1))
    assert made.state == branch.state


def test_branches_of_branches(table: Table) -> None:
    first = table.call("Ash")
    branch = table.fork()
    branch.call("Birch")
    twig = branch.fork()
    twig.call("Cedar")
    made = amended(twig, plan(first.first_version, decision={"do": "name_walker", "player": "p1", "name": "Elm"}))
    assert (made.names(), made.timeline.parent) == (["Elm", "Birch", "Cedar"], twig.timeline)
    assert verify(table.campaign.id).breaks == []


def test_seats_are_heeded(alice: User, bob: User) -> None:
    table = Table.opened(alice, walkers=2)
    first = table.call("Ash")
    Membership.objects.create(campaign=table.campaign, user=bob, alias="Bob")
    change_settings(table.campaign, table.actor, strict_seats=True)
    other = plan(first.first_version, decision={"do": "name_walker", "player": "p1", "name": "Elm"})
    with pytest.raises(Refused) as refused:
        amended(table.as_(bob), other)
    assert refused.value.code == "not_your_seat"
    assert amended(table.as_(bob), plan(first.first_version, "drop")).names() == []


def test_who_watches_amends_nothing(table: Table, sara: User) -> None:
    first = table.call("Ash")
    Membership.objects.create(campaign=table.campaign, user=sara, alias="Sara", role=Membership.Role.SPECTATOR)
    with pytest.raises(Refused) as refused:
        amended(table.as_(sara), plan(first.first_version, "drop"))
    assert refused.value.code == "spectators_watch"


def test_names_and_limits_hold(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    first = table.call("Ash")
    with pytest.raises(Refused) as refused:
        amended(table, plan(first.first_version, "drop"), name="main")
    assert refused.value.code == "name_taken"
    monkeypatch.setattr("tracker.timelines.forking.MOST_TIMELINES", 1)
    with pytest.raises(Refused) as refused:
        amended(table, plan(first.first_version, "drop"))
    assert refused.value.code == "too_many_timelines"
    assert MOST_TIMELINES > 1


def test_a_replay_can_be_broken_off_and_leaves_nothing(table: Table) -> None:
    first = table.call("Ash")
    table.call("Birch")

    class Enough(Exception):
        pass

    def said(done: int, total: int) -> None:
        if done:
            raise Enough

    before = everything()
    with pytest.raises(Enough):
        amended(table, plan(first.first_version, "drop"), said=said)
    assert (everything(), table.campaign.timelines.count()) == (before, 1)
