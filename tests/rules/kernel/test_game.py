"""The contract of a game: folding, deciding, landmarks, options."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel import Event, Refused, Rulebook, Seeded, states
from rules.kernel.game import Landmark
from rules.kernel.players import play_on
from rules.kernel.refusals import SHARED_REASONS
from rules.kernel.table import NoteWritten, Rewound
from tests.rules.kernel.tiny import (
    GAME,
    HIDDEN,
    PACK,
    DayEnded,
    EndDay,
    GameEnded,
    NameWalker,
    SetUp,
    TakeCard,
    TinyPack,
    Wood,
)

SEEDS = st.integers(0, 10_000)


def story(seed: int, decisions: int = 25) -> list[Event]:
    """The events of a game played at random."""
    source, state = random.Random(seed), None
    events: list[Event] = []
    for _ in range(decisions):
        move = play_on(GAME, state, PACK, source)
        if move is None:
            break
        events += move[1]
        state = GAME.fold(move[1], state)
    return events


@given(SEEDS, st.integers(1, 60))
def test_folding_in_two_parts_gives_what_folding_at_once_gives(seed: int, cut: int) -> None:
    events = story(seed)
    assert GAME.fold(events[cut:], GAME.fold(events[:cut])) == GAME.fold(events)


@given(SEEDS)
@pytest.mark.pitfall("BL-010")
def test_a_stored_state_goes_on_as_the_one_in_memory(seed: int) -> None:
    events = story(seed)
    for cut, state in enumerate(states(GAME, events), 1):
        stored = msgspec.json.decode(msgspec.json.encode(state), type=Wood)
        assert stored == state
        if cut % 7 == 0:
            assert GAME.fold(events[cut:], stored) == GAME.fold(events)


@given(SEEDS)
def test_cards_and_chips_are_conserved_by_whatever_is_decided(seed: int) -> None:
    assert all(GAME.check(state) == [] for state in states(GAME, story(seed)) if state is not None)


@given(SEEDS)
def test_folding_reads_the_events_alone(seed: int) -> None:
    events = story(seed)
    stored = msgspec.json.decode(msgspec.json.encode(events))
    kinds = {kind.__name__: kind for kind in GAME.event_kinds}
    assert GAME.fold(msgspec.convert(data, kinds[data["event"]]) for data in stored) == GAME.fold(events)


def test_what_happens_around_the_table_does_not_change_the_position() -> None:
    state = GAME.fold(story(1))
    assert GAME.fold([Rewound(to=0), NoteWritten(version=1, text="!")], state) is state
    assert GAME.fold([NoteWritten(version=0, text="before the set-up")]) is None


def test_an_event_before_the_set_up_is_a_fault() -> None:
    with pytest.raises(ValueError, match="DayEnded before the set-up"):
        GAME.evolve(None, DayEnded(day=1))


@pytest.mark.pitfall("BL-022")
def test_a_decision_without_effect_is_refused() -> None:
    state = GAME.fold(GAME.decide(None, SetUp(), PACK, Seeded(1)))
    with pytest.raises(Refused) as refusal:
        GAME.decide(state, NameWalker(player="p1", name=""), PACK, Seeded(1))
    assert refusal.value.code == "no_effect"


def test_a_refusal_is_plain_data_for_pages_and_api() -> None:
    with pytest.raises(Refused) as refusal:
        GAME.decide(GAME.fold(story(1, 3)), TakeCard(player="p9"), PACK, Seeded(1))
    assert refusal.value.as_data() == {
        "code": "no_such_walker",
        "sentence": "Nobody walks as p9.",
        "rule": "TINY-001",
        "remedy": "",
    }


def test_shared_reasons_and_a_games_own_are_told_apart() -> None:
    assert not SHARED_REASONS & GAME.reasons


def test_options_begin_with_the_set_up_and_end_with_the_game() -> None:
    assert {option.do for option in GAME.options(None, PACK)} == {"set_up"}
    state = GAME.fold(GAME.decide(None, SetUp(), PACK, Seeded(1)))
    while state is not None and state.over is None:
        assert GAME.options(state, PACK)
        state = GAME.fold(GAME.decide(state, EndDay(), PACK, Seeded(1)), state)
    assert state is not None
    assert GAME.options(state, PACK) == []


def test_every_option_names_a_decision_of_the_game() -> None:
    options = [option for state in states(GAME, story(3)) for option in GAME.options(state, PACK)]
    assert {option.do for option in options} <= set(GAME.decision_kinds)


def test_landmarks_name_the_places_of_the_story() -> None:
    assert GAME.landmark(DayEnded(day=1)) == Landmark("day", "Day 2", checkpoint=True)
    assert GAME.landmark(GameEnded(outcome="won")) == Landmark("end", "Won")


@pytest.mark.pitfall("BL-113")
def test_a_seat_sees_its_own_hand_alone() -> None:
    state = GAME.fold(GAME.decide(None, SetUp(walkers=2), PACK, Seeded(1)))
    state = GAME.fold(GAME.decide(state, TakeCard(player="p1"), PACK, Seeded(1)), state)
    assert state is not None
    assert GAME.visible_to(state, "p1").walkers["p1"].hand == state.walkers["p1"].hand
    assert GAME.visible_to(state, "p2").walkers["p1"].hand == (HIDDEN,)
    assert GAME.visible_to(state, None).walkers["p1"].hand == (HIDDEN,)
    assert GAME.seat_of(state, TakeCard(player="p1")) == "p1"
    assert GAME.seat_of(state, EndDay()) is None


def test_registering_a_decision_twice_is_a_fault() -> None:
    rulebook: Rulebook[Wood, TinyPack] = Rulebook()
    rulebook.decides(TakeCard)(lambda turn, decision: None)
    with pytest.raises(TypeError, match="TakeCard is registered twice"):
        rulebook.decides(TakeCard)(lambda turn, decision: None)
