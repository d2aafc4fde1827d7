"""What holds in every game, whoever plays it."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.fantasy_defense.icons import ICONS, SPELLS
from rules.fantasy_defense.state import OWNERS, Position
from rules.kernel import decision_name, event_name, states
from tests.rules.fantasy_defense.playing import random_game, sensible_game
from tests.rules.fantasy_defense.table import GAME, standard
from tests.rules.laws import (
    a_stored_position_offers_the_same,
    an_option_tells_whose_it_is,
    events_make_the_positions,
    is_judged,
    messages_survive_storage,
    recorded_luck_replays,
)
from tests.rules.steps import events_of

MODES = st.sampled_from(["solo", "coop"])
SEEDS = st.integers(0, 2**32)
GAMES = 2_000 if os.environ.get("TRACKER_NIGHTLY") == "1" else 60
few = settings(max_examples=15, deadline=None)


@few
@given(MODES, SEEDS)
def test_the_position_is_healthy_after_every_event(mode: str, seed: int) -> None:
    for state in states(GAME, events_of(random_game(mode, seed))):
        assert state is not None
        assert GAME.check(state) == []


@few
@given(MODES, SEEDS)
def test_a_game_goes_on_until_it_is_won_or_lost(mode: str, seed: int) -> None:
    *going_on, last = random_game(mode, seed)
    assert {GAME.outcome(step.after) for step in going_on} == {None}
    assert GAME.outcome(last.after) in ("won", "lost")
    assert GAME.options(last.after, standard()) == []


@few
@given(MODES, SEEDS)
def test_the_end_is_told_with_the_decision_that_brings_it(mode: str, seed: int) -> None:
    for step in random_game(mode, seed):
        assert (step.after.morale < 1) == (step.after.phase == "lost")


@few
@given(MODES, SEEDS)
@pytest.mark.pitfall("BL-010")
def test_the_events_alone_make_the_position(mode: str, seed: int) -> None:
    events_make_the_positions(GAME, random_game(mode, seed), every=17)


@few
@given(MODES, SEEDS)
@pytest.mark.pitfall("BL-036")
def test_a_stored_position_offers_what_the_one_in_memory_offers(mode: str, seed: int) -> None:
    a_stored_position_offers_the_same(GAME, random_game(mode, seed)[::7], standard())


@few
@given(MODES, SEEDS)
def test_every_event_and_decision_is_itself_after_it_was_stored(mode: str, seed: int) -> None:
    messages_survive_storage(GAME, random_game(mode, seed))


@few
@given(MODES, SEEDS)
@pytest.mark.pitfall("BL-030")
def test_recorded_luck_replays_to_the_same_events(mode: str, seed: int) -> None:
    recorded_luck_replays(GAME, random_game(mode, seed), standard())


@few
@given(MODES, SEEDS)
def test_an_option_says_beforehand_for_whom_it_decides(mode: str, seed: int) -> None:
    an_option_tells_whose_it_is(GAME, random_game(mode, seed)[::5], standard(), seed)


# ---- decisions that nobody offered

NAMES = st.sampled_from(
    [*OWNERS, *SPELLS, "p1", "p2", "p3", "nonsense", *list(standard().defenders)[::6], *list(standard().invaders)[::6]]
)


def any_decision(state: Position, data: st.DataObject) -> dict[str, Any]:
    """A well-formed decision with names from everywhere, more often than not of cards that are in play."""
    hands = [card for cards in state.players.values() for card in cards.hand]
    deployed = [card for gate in state.gates.values() for card in gate.defenders]
    name = st.one_of(NAMES, st.sampled_from([*hands, *deployed, "nonsense"]))
    effects = st.one_of(
        st.booleans(),
        st.fixed_dictionaries(
            {},
            optional={
                "spell": name,
                "of": name,
                "from": name,
                "cards": st.lists(name, max_size=3),
                "take": name,
                "card": name,
            },
        ),
    )
    per_gate = st.dictionaries(NAMES, name, max_size=2)
    arguments: dict[str, dict[str, st.SearchStrategy[Any]]] = {
        "draw_invader": {"discards": st.dictionaries(st.sampled_from(["p1", "p2"]), name, max_size=2)},
        "pay_infiltrator": {"player": NAMES, "card": name},
        "deploy": {"player": NAMES, "card": name, "gate": NAMES, "effect": effects},
        "move": {"player": NAMES, "card": name, "to": NAMES},
        "cast": {"player": NAMES, "spell": NAMES, "gate": NAMES, "cards": st.lists(name, max_size=3)},
        "give": {"player": NAMES, "card": name},
        "battle": {"gate": NAMES, "casualty": name, "casualties": per_gate},
        "skirmish": {"player": NAMES, "card": name, "to": NAMES},
    }
    do = data.draw(
        st.sampled_from([decision_name(kind) for kind in GAME.rulebook.deciders if kind.__name__ != "SetUp"])
    )
    return {"do": do, **{key: data.draw(values) for key, values in arguments.get(do, {}).items()}}


@settings(max_examples=150, deadline=None)
@given(MODES, st.integers(0, 20), st.data())
def test_any_decision_is_refused_for_a_known_reason_or_leaves_a_healthy_position(
    mode: str, seed: int, data: st.DataObject
) -> None:
    state = data.draw(st.sampled_from(random_game(mode, seed))).after
    for _ in range(8):
        is_judged(GAME, state, any_decision(state, data), standard())


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_set_up_is_refused_for_a_known_reason_or_leaves_a_healthy_position(data: st.DataObject) -> None:
    cards = st.lists(st.sampled_from([*standard().invaders, "nonsense"]), max_size=3)
    tiles = st.lists(st.sampled_from([*standard().gates, "nonsense"]), min_size=6, max_size=12)
    fields = {"gates": tiles, "underlings": cards, "elites": cards, "bosses": cards}
    factions = st.dictionaries(st.sampled_from(["p1", "p2"]), st.sampled_from(["human", "elf", "dwarf"]), max_size=2)
    shape = st.fixed_dictionaries({"do": st.just("set_up"), "mode": MODES, "factions": factions}, optional=fields)
    is_judged(GAME, None, data.draw(shape), standard())


# ---- many games


def test_random_players_meet_every_decision_every_event_and_every_effect() -> None:
    games = [random_game(mode, seed) for seed in range(GAMES // 2) for mode in ("solo", "coop")]
    events = [event for game in games for event in events_of(game)]
    met = {event_name(type(event)) for event in events}
    assert {decision_name(type(step.decision)) for game in games for step in game} == {
        decision_name(kind) for kind in GAME.rulebook.deciders
    }
    assert {event_name(kind) for kind in GAME.event_kinds} - met <= {"GameWon"}
    used = {event.icon for event in events if event_name(type(event)) == "EffectTriggered"}  # type: ignore[attr-defined]
    assert used == {icon for icon, words in ICONS.items() if words.immediate}
    assert [fault for game in games for step in game for fault in GAME.check(step.after)] == []


@pytest.mark.parametrize("mode", ["solo", "coop"])
def test_a_sensible_player_wins_some_games_and_loses_some(mode: str) -> None:
    ends = [sensible_game(mode, seed)[-1].after.phase for seed in range(GAMES // 2)]
    assert 0.1 < ends.count("won") / len(ends) < 0.9
