"""Simulations: asked for, played in the background, repeated by their seed; a stopped worker costs nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from rules.kernel import Refused
from rules.kernel.simulation import DECISIONS
from tests.web.pages.posting import play, version_of
from tracker.eventstore.models import StoredEvent, Stream
from tracker.jobs.jobs import cancel
from tracker.jobs.models import Job
from tracker.jobs.running import Running
from tracker.jobs.work import advance
from tracker.simulations import playing
from tracker.simulations.asking import MOST_AT_ONCE, MOST_PLAYS, Question, ask, go_on, stop
from tracker.simulations.models import Simulation, Stretch
from tracker.simulations.players import PlayerDied
from tracker.timelines.access import Actor, actor_for
from tracker.timelines.models import Campaign, Timeline

pytestmark = pytest.mark.django_db
SHORT = Question("sensible", until="round", count=1, plays=25, seed="wolf")


def asked(timeline: Timeline, owner: Actor, alice: User, question: Question = SHORT, version: int = 0) -> Simulation:
    return ask(timeline, owner, alice, version or version_of(timeline), question)


def fresh(simulation: Simulation) -> Simulation:
    return Simulation.objects.select_related("job").get(id=simulation.id)


def plays(simulation: Simulation) -> int:
    return sum(outcome["plays"] for outcome in fresh(simulation).tally.values())  # type: ignore[union-attr]


def test_a_simulation_is_played_in_the_background_and_counts_every_play(
    timeline: Timeline, owner: Actor, alice: User
) -> None:
    simulation = asked(timeline, owner, alice)
    assert fresh(simulation).tally is None
    advance()
    assert plays(simulation) == 25
    assert fresh(simulation).job.state == Job.State.DONE  # type: ignore[union-attr]
    assert fresh(simulation).job.done == 25  # type: ignore[union-attr]
    assert not Stretch.objects.exists()


def test_the_same_seed_gives_the_same_tally_and_another_one_another(
    timeline: Timeline, owner: Actor, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = asked(timeline, owner, alice)
    advance()
    monkeypatch.setattr(playing, "STINT", 7)
    monkeypatch.setattr(playing, "most_players", lambda: 3)
    again, other = (
        asked(timeline, owner, alice),
        asked(timeline, owner, alice, Question("sensible", "round", 1, 25, "bear")),
    )
    advance()
    assert fresh(first).tally == fresh(again).tally != fresh(other).tally


def test_a_new_seed_is_drawn_where_none_is_given(timeline: Timeline, owner: Actor, alice: User) -> None:
    one, two = (asked(timeline, owner, alice, Question("random")) for _ in range(2))
    assert one.seed
    assert two.seed
    assert one.seed != two.seed


def test_it_says_from_where_it_was_played(timeline: Timeline, owner: Actor, alice: User) -> None:
    play(timeline, owner, 3)
    simulation = asked(timeline, owner, alice, version=11)
    event = StoredEvent.objects.get(timeline_id=timeline.id, version=11)
    assert simulation.hash == bytes(event.hash).hex()
    assert simulation.until_label == "1 round has passed"
    assert simulation.pack_hash == timeline.campaign.pack_hash


def test_the_story_is_untouched(timeline: Timeline, owner: Actor, alice: User) -> None:
    before = list(Stream.objects.values_list("hash", "version"))
    asked(timeline, owner, alice)
    advance()
    assert list(Stream.objects.values_list("hash", "version")) == before


def test_the_recorded_future_is_not_known_to_the_plays(timeline: Timeline, owner: Actor, alice: User) -> None:
    version = version_of(timeline)
    before = asked(timeline, owner, alice)
    advance()
    play(timeline, owner, 8)
    after = asked(timeline, owner, alice, version=version)
    advance()
    assert fresh(before).tally == fresh(after).tally


@pytest.mark.pitfall("BL-066")
def test_a_worker_that_stops_in_the_midst_loses_no_play(
    timeline: Timeline, owner: Actor, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = asked(timeline, owner, alice)
    advance()
    simulation = asked(timeline, owner, alice)

    def broken(self: Running, *args: Any) -> None:
        if Stretch.objects.exists():
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Running, "progress", broken)
        with pytest.raises(KeyboardInterrupt):
            advance()
    kept = {stretch.first for stretch in Stretch.objects.all()}
    assert len(kept) == 1
    advance()
    assert fresh(simulation).tally == fresh(whole).tally


def test_a_simulation_that_was_stopped_can_be_played_on(timeline: Timeline, owner: Actor, alice: User) -> None:
    simulation = asked(timeline, owner, alice)
    assert stop(simulation, owner)
    advance()
    assert fresh(simulation).tally is None
    go_on(fresh(simulation), owner, alice)
    advance()
    assert plays(simulation) == 25
    with pytest.raises(Refused, match="nothing left"):
        go_on(fresh(simulation), owner, alice)


def test_a_running_simulation_is_cancelled_at_its_next_step(
    timeline: Timeline, owner: Actor, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    simulation = asked(timeline, owner, alice, Question("sensible", plays=400))
    progress = Running.progress

    def cancelled(self: Running, *args: Any) -> None:
        progress(self, *args)
        cancel(self.id)
        self.check_cancelled()

    monkeypatch.setattr(Running, "progress", cancelled)
    advance()
    assert fresh(simulation).job.state == Job.State.CANCELLED  # type: ignore[union-attr]


def test_others_than_who_asked_and_the_owner_stop_nothing(
    campaign: Campaign, timeline: Timeline, owner: Actor, alice: User, bob: User
) -> None:
    simulation = asked(timeline, owner, alice)
    with pytest.raises(Refused, match="Only who asked"):
        stop(simulation, actor_for(campaign.memberships.get(user=bob)))


def test_a_process_that_dies_fails_the_job_in_words(
    timeline: Timeline, owner: Actor, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    simulation = asked(timeline, owner, alice)
    monkeypatch.setattr(playing, "_setting", lambda simulation: _nonsense())
    advance()
    job = fresh(simulation).job
    assert job is not None
    assert job.state == Job.State.FAILED
    assert PlayerDied.__name__ in job.error
    assert "no_such_game" in job.error


def _nonsense() -> Any:
    from rules.kernel.simulation import Until
    from tracker.simulations.process import Setting

    return Setting("no_such_game", b"{}", b"{}", "random", Until(), "x")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"policy": "oracle"}, "no_such_policy"),
        ({"until": "doomsday"}, "no_such_end"),
        ({"plays": 0}, "wrong_number"),
        ({"plays": MOST_PLAYS + 1}, "wrong_number"),
        ({"until": DECISIONS, "count": 0}, "wrong_number"),
        ({"seed": "x" * 41}, "text_required"),
    ],
)
def test_what_cannot_be_played_is_refused(
    change: dict[str, Any], code: str, timeline: Timeline, owner: Actor, alice: User
) -> None:
    with pytest.raises(Refused) as refused:
        asked(timeline, owner, alice, Question(**{"policy": "sensible", **change}))
    assert refused.value.code == code
    assert not Simulation.objects.exists()


@pytest.mark.parametrize(("version", "code"), [(2, "before_set_up"), (999, "no_such_version")])
def test_it_begins_at_a_version_that_one_can_go_on_from(
    version: int, code: str, timeline: Timeline, owner: Actor, alice: User
) -> None:
    with pytest.raises(Refused) as refused:
        asked(timeline, owner, alice, version=version)
    assert refused.value.code == code


def test_nothing_is_played_from_a_game_that_is_over(timeline: Timeline, owner: Actor, alice: User) -> None:
    assert play(timeline, owner, 400)
    with pytest.raises(Refused) as refused:
        asked(timeline, owner, alice)
    assert refused.value.code == "game_over"


@pytest.mark.pitfall("BL-083")
def test_only_so_many_are_under_way_at_one_time(timeline: Timeline, owner: Actor, alice: User) -> None:
    for _ in range(MOST_AT_ONCE):
        asked(timeline, owner, alice)
    with pytest.raises(Refused, match=f"{MOST_AT_ONCE} simulations of this campaign are under way"):
        asked(timeline, owner, alice)


def test_spectators_ask_nothing(campaign: Campaign, timeline: Timeline, sara: User) -> None:
    with pytest.raises(Refused) as refused:
        asked(timeline, actor_for(campaign.memberships.get(user=sara)), sara)
    assert refused.value.code == "spectators_watch"
