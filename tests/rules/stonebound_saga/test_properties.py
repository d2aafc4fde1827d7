"""What holds in every game, whoever plays it."""

from __future__ import annotations

import os
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kernel import Refused, Seeded, decision_name
from rules.kernel.players import filled, policies
from rules.kernel.simulation import Until, play
from rules.stonebound_saga.figures import ELEMENTS
from rules.stonebound_saga.state import Position, fused_stones, printed
from rules.stonebound_saga.terrain_cards import CARDS
from tests.rules.laws import (
    a_stored_position_offers_the_same,
    an_option_tells_whose_it_is,
    events_make_the_positions,
    is_judged,
    messages_survive_storage,
    recorded_luck_replays,
)
from tests.rules.stonebound_saga.playing import MODES, random_game, sensible_game
from tests.rules.stonebound_saga.table import GAME, standard

MODE = st.sampled_from(MODES)
SEEDS = st.integers(0, 2**32) if os.environ.get("TRACKER_NIGHTLY") == "1" else st.integers(0, 8)
few = settings(max_examples=10, deadline=None)


@few
@given(MODE, SEEDS)
def test_the_position_is_healthy_after_every_decision(mode: str, seed: int) -> None:
    for step in random_game(mode, seed):
        assert GAME.check(step.after) == []


@few
@given(MODE, SEEDS)
def test_no_stone_is_lost_or_made(mode: str, seed: int) -> None:
    wanted = dict(standard().stones)
    for step in random_game(mode, seed)[::5]:
        state = step.after
        found: dict[str, int] = dict(state.stone_deck.contents)
        lying = [stone for name in state.players for stone in fused_stones(state, name)]
        hands = [stone for player in state.players.values() for stone in player.hand]
        for stone in map(printed, [*state.discard, *lying, *hands]):
            found[stone] = found.get(stone, 0) + 1
        assert found == wanted


@few
@given(MODE, SEEDS)
def test_no_terrain_card_is_lost(mode: str, seed: int) -> None:
    game = random_game(mode, seed)
    confirmed = next((n for n, step in enumerate(game) if step.after.phase == "first_roll"), len(game))
    totals = set()
    for step in game[confirmed:]:
        state = step.after
        fogs = sum(terrain.fog is not None for terrain in state.terrain.values())
        decks = sum(len(player.terrain_deck) for player in state.players.values())
        totals.add(decks + len(state.terrain) + fogs + len(state.removed))
    assert len(totals) <= 1


@few
@given(MODE, SEEDS)
@pytest.mark.pitfall("BL-010")
def test_the_events_alone_make_the_position(mode: str, seed: int) -> None:
    events_make_the_positions(GAME, random_game(mode, seed), every=97)


@few
@given(MODE, SEEDS)
@pytest.mark.pitfall("BL-036")
def test_a_stored_position_offers_what_the_one_in_memory_offers(mode: str, seed: int) -> None:
    a_stored_position_offers_the_same(GAME, random_game(mode, seed)[::23], standard())


@few
@given(MODE, SEEDS)
def test_every_event_and_decision_is_itself_after_it_was_stored(mode: str, seed: int) -> None:
    messages_survive_storage(GAME, random_game(mode, seed))


@few
@given(MODE, SEEDS)
@pytest.mark.pitfall("BL-030")
def test_recorded_luck_replays_to_the_same_events(mode: str, seed: int) -> None:
    recorded_luck_replays(GAME, random_game(mode, seed), standard())


@few
@given(MODE, SEEDS)
def test_an_option_says_beforehand_for_whom_it_decides(mode: str, seed: int) -> None:
    an_option_tells_whose_it_is(GAME, random_game(mode, seed)[::7], standard(), seed)


@few
@given(MODE, SEEDS, st.randoms(use_true_random=False))
def test_what_is_offered_is_accepted(mode: str, seed: int, source: Any) -> None:
    """Every option, filled in at random; only a team is a matter of many choices that must fit together."""
    for step in random_game(mode, seed)[::11]:
        for option in GAME.options(step.after, standard()):
            if option.blocked or option.do in ("pick_team", "confirm_teams"):
                continue
            arguments = filled(source, option)
            assert GAME.decide(step.after, GAME.decision(arguments), standard(), Seeded(1))


@few
@given(MODE, SEEDS)
def test_what_is_blocked_is_refused(mode: str, seed: int) -> None:
    for step in random_game(mode, seed)[::7]:
        for option in GAME.options(step.after, standard()):
            if option.blocked and not option.fields and option.do in ("end_turn", "finish_breaking", "confirm_teams"):
                with pytest.raises(Refused):
                    GAME.decide(step.after, GAME.decision(option.arguments()), standard(), Seeded(1))


@few
@given(MODE, SEEDS)
def test_every_option_has_a_key_of_its_own(mode: str, seed: int) -> None:
    for step in random_game(mode, seed)[::7]:
        keys = [
            msgspec.json.encode((option.do, option.fixed, [field.name for field in option.fields]))
            for option in GAME.options(step.after, standard())
        ]
        assert len(set(keys)) == len(keys)


# ---- decisions that nobody offered

SPACES = st.tuples(st.integers(-1, 14), st.integers(-1, 14))
STONES = st.lists(st.sampled_from([f"{e}_{v}" for e in ELEMENTS[:4] for v in ("1", "2", "inf", "3_up")]), max_size=3)


def any_decision(state: Position, data: st.DataObject) -> dict[str, Any]:
    """A well-formed decision with names from everywhere."""
    abilities = [name for c in state.characters for name in standard().abilities_of(c)]
    character = st.sampled_from([*state.characters, *list(standard().characters)[:3], "nonsense"])
    ability = st.sampled_from([*abilities, "nonsense"])
    player = st.sampled_from([*state.players, "p9"])
    held = [stone for holder in state.players.values() for stone in holder.hand]
    stones = st.one_of(STONES, st.lists(st.sampled_from(held), max_size=3)) if held else STONES
    stone = st.sampled_from([*held, "fire_1", "fire_inf", "mud"])
    path = st.lists(SPACES, max_size=3)
    arguments: dict[str, dict[str, st.SearchStrategy[Any]]] = {
        "reveal_draft": {"first": player},
        "draft_pick": {"player": player, "character": character},
        "pick_team": {"player": player, "characters": st.lists(character, max_size=4),
                      "terrain": st.lists(st.sampled_from([*CARDS, "swamp"]), max_size=4),
                      "hall_trades": st.integers(0, 4)},
        "confirm_teams": {"halls": st.dictionaries(player, SPACES, max_size=2)},
        "roll_for_first": {"players": st.lists(player, max_size=3)},
        "choose_first": {"by": player, "first": player},
        "deploy": {"character": character, "pos": SPACES},
        "take_turn": {"player": player},
        "activate": {"character": character},
        "move": {"path": path, "unstable_to": st.one_of(st.none(), SPACES)},
        "push": {"to": st.one_of(st.none(), SPACES)},
        "attack": {"target": character, "redirect_to": st.one_of(st.none(), character)},
        "use_ability": {"ability": ability, "stones": stones, "target": character, "path": path,
                        "place": st.one_of(st.none(), SPACES), "swaps": st.lists(st.integers(0, 3), max_size=1)},
        "fuse": {"ability": ability, "stones": stones},
        "play_terrain": {"card": st.sampled_from([*CARDS, "swamp"]), "pos": SPACES, "stones": stones},
        "remove_ice_block": {"pos": SPACES},
        "upgrade_stone": {"stone": stone},
        "swap_stone": {"give": stone, "with": player, "take": stone},
        "end_activation": {"take": st.one_of(st.none(), stone), "steal_from": st.one_of(st.none(), player)},
        "break_fuse": {"character": character, "ability": ability},
        "discard": {"stones": stones},
    }  # fmt: skip
    kinds = [decision_name(kind) for kind in GAME.rulebook.deciders if kind.__name__ != "ChooseFormat"]
    do = data.draw(st.sampled_from(kinds))
    return {"do": do, **{key: data.draw(values) for key, values in arguments.get(do, {}).items()}}


@settings(max_examples=80, deadline=None)
@given(MODE, st.integers(0, 8), st.data())
def test_any_decision_is_refused_for_a_known_reason_or_leaves_a_healthy_position(
    mode: str, seed: int, data: st.DataObject
) -> None:
    state = data.draw(st.sampled_from(random_game(mode, seed))).after
    for _ in range(8):
        is_judged(GAME, state, any_decision(state, data), standard())


# ---- whole games


@pytest.mark.parametrize("mode", MODES)
def test_a_sensible_player_brings_every_mode_to_an_end(mode: str) -> None:
    for seed in range(3):
        *going_on, last = sensible_game(mode, seed)
        assert {GAME.outcome(step.after) for step in going_on} == {None}
        assert GAME.outcome(last.after) in ("team_A_won", "team_B_won", "draw")
        assert GAME.options(last.after, standard()) == []


@pytest.mark.parametrize("name", list(policies(GAME)))
def test_what_if_odds_are_played_by_every_policy(name: str) -> None:
    start = next(step.after for step in sensible_game("1v1", 0) if step.after.round == 2)
    ends = [
        play(
            GAME,
            start,
            standard(),
            policies(GAME)[name],
            Until("round" if name == "sensible" else "decisions", 2),
            seed,
        )
        for seed in ("one", "two")
    ]
    assert {end.ending for end in ends} <= {"goes_on", "team_A_won", "team_B_won", "draw"}
    assert all(end.measures["Round"] >= 2 for end in ends)


def test_either_side_wins_some_games() -> None:
    winners = [sensible_game("1v1", seed)[-1].after.winner for seed in range(12)]
    assert {"a", "b"} <= set(winners)
