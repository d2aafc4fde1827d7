"""What holds in every Encounter, whoever plays it."""

from __future__ import annotations

import os
import re
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.encounters_shattered_wastes.checks import equipment, strength_cards
from rules.encounters_shattered_wastes.events import AreaInspected, RevealedPutAway, StrengthRevealed
from rules.encounters_shattered_wastes.state import SPACES, Position
from rules.encounters_shattered_wastes.steward import sensible
from rules.kernel import Answer, Seeded, decision_name, event_name, states
from rules.kernel.simulation import Until, play
from tests.rules.encounters_shattered_wastes.playing import lively, random_game
from tests.rules.encounters_shattered_wastes.table import GAME, standard, table
from tests.rules.laws import (
    a_stored_position_offers_the_same,
    an_option_tells_whose_it_is,
    events_make_the_positions,
    is_judged,
    messages_survive_storage,
    recorded_luck_replays,
)
from tests.rules.steps import events_of

FACE = re.compile(r"\b[PM][1-5](?=[._])")
"""The code of a Strength card with its face."""
SEEDS = st.integers(0, 400)
GAMES = 600 if os.environ.get("TRACKER_NIGHTLY") == "1" else 30
few = settings(max_examples=8, deadline=None)


@few
@given(SEEDS)
def test_the_position_is_healthy_after_every_decision(seed: int) -> None:
    for step in random_game(seed):
        assert GAME.check(step.after) == []


@few
@given(SEEDS)
@pytest.mark.rule("SW-CMP-003", "SW-CMP-004", "SW-RAG-002")
def test_no_card_is_lost_or_doubled(seed: int) -> None:
    first, *rest = random_game(seed)
    strength, cards, afflictions = strength_cards(first.after), equipment(first.after), _afflictions(first.after)
    assert strength.total() == 100
    for step in rest:
        assert strength_cards(step.after) == strength
        assert equipment(step.after) == cards
        assert _afflictions(step.after) == afflictions
        assert step.after.rage_deck.size == (5 if step.after.enemy else 0)


def _afflictions(state: Position) -> Counter[str]:
    found = Counter(state.affliction_deck.contents)
    for character in state.characters.values():
        found.update(character.afflictions)
    return found


@few
@given(SEEDS)
def test_an_encounter_goes_on_until_it_is_won_or_lost(seed: int) -> None:
    *going_on, last = random_game(seed)
    assert {GAME.outcome(step.after) for step in going_on} == {None}
    assert GAME.outcome(last.after) in ("won", "lost")
    assert GAME.options(last.after, lively()) == []


@few
@given(SEEDS)
@pytest.mark.pitfall("BL-010")
def test_the_events_alone_make_the_position_and_every_rewind_of_it(seed: int) -> None:
    events_make_the_positions(GAME, random_game(seed), every=17)


@few
@given(SEEDS)
@pytest.mark.pitfall("BL-036", "BL-021")
def test_a_stored_position_offers_what_the_one_in_memory_offers(seed: int) -> None:
    a_stored_position_offers_the_same(GAME, random_game(seed)[::7], lively())


@few
@given(SEEDS)
def test_every_event_and_decision_is_itself_after_it_was_stored(seed: int) -> None:
    messages_survive_storage(GAME, random_game(seed))


@few
@given(SEEDS)
@pytest.mark.pitfall("BL-030")
def test_recorded_luck_replays_to_the_same_events(seed: int) -> None:
    recorded_luck_replays(GAME, random_game(seed), lively())


@few
@given(SEEDS)
def test_an_option_says_beforehand_for_whom_it_decides(seed: int) -> None:
    an_option_tells_whose_it_is(GAME, random_game(seed)[::7], lively(), seed)


@few
@given(SEEDS)
@pytest.mark.rule("SW-TRK-003")
def test_nobody_sees_a_face_that_lies_down(seed: int) -> None:
    for step in random_game(seed)[::11]:
        seen = GAME.visible_to(step.after, "p1")
        looked_at = step.after.due.area if step.after.due else None
        for area, cards in seen.areas.items():
            assert area == looked_at or all(len(card) == 2 for card in cards)
        assert all(len(card) == 2 for card in (*seen.fatigue, *seen.wounds, *seen.stamina.contents))
        assert GAME.outcome(seen) == GAME.outcome(step.after)


@few
@given(SEEDS)
@pytest.mark.rule("SW-TRK-003")
def test_the_record_tells_faces_only_of_what_was_turned_up_or_looked_at(seed: int) -> None:
    for step in random_game(seed)[1:]:
        for event in step.events:
            told = GAME.in_record(event)
            assert type(told) is type(event)
            if not isinstance(event, StrengthRevealed | RevealedPutAway | AreaInspected):
                assert FACE.search(msgspec.json.encode(told).decode()) is None
        for answer in step.answers:
            assert not any(FACE.search(value) for value in GAME.luck_in_record(answer).values)


def test_what_was_turned_up_stays_in_the_record_and_an_order_that_was_typed_in_does_not() -> None:
    revealed = StrengthRevealed(area="1", card="P3.d2", targets=("ronin",))
    assert GAME.in_record(revealed) == revealed
    order = Answer("shuffle", "stamina_order", ("P3.d2", "M1.t1", "P1.d1_b"), observed=True)
    assert GAME.luck_in_record(order).values == ("M1", "P1", "P3")
    drawn = Answer("draw", "stamina", ("P3.d2", "M1.t1"))
    assert GAME.luck_in_record(drawn).values == ("P3", "M1")


# ---- options and refusals


@settings(max_examples=6, deadline=None)
@given(SEEDS)
def test_a_blocked_option_says_why_and_every_option_has_words(seed: int) -> None:
    for step in random_game(seed)[::5]:
        for option in GAME.options(step.after, lively()):
            assert option.label
            assert option.group
            assert all(choice.label for field in option.fields for choice in field.choices)
            assert all(
                field.choices
                for field in option.fields
                if field.kind in ("choice", "many", "counts") and field.required
            )


@few
@given(SEEDS)
def test_there_is_always_something_likely_to_do(seed: int) -> None:
    for step in random_game(seed):
        offered = [option for option in GAME.options(step.after, lively()) if not option.blocked]
        assert GAME.outcome(step.after) or any(option.likely for option in offered)


def any_decision(state: Position, data: st.DataObject) -> dict[str, Any]:
    """A well-formed decision with names from everywhere."""
    held = [card for each in state.characters.values() for card in (*each.abilities, *each.items, *each.afflictions)]
    name = st.sampled_from([*state.characters, "seer", "nonsense"])
    card = st.sampled_from([*held, "strike_martial", "nonsense"])
    space = st.sampled_from([*SPACES, "9Z"])
    area = st.integers(0, 6)
    path = st.lists(space, max_size=4)
    recoveries = st.sampled_from(["reduce_threat", "gain_mp", "remove_affliction", "reduce_corruption"])
    decks, uses = st.sampled_from(["martial", "item"]), st.sampled_from(["active", "free", "reaction"])
    effects = st.sampled_from([{"op": "move"}, {"op": "gain", "stat": "hp", "amount": 3}, {"op": "place"}])
    who = {"character": name}
    cards = {"character": name, "ability": card}
    aims = {"target": name, "target_area": area, "path": path, "to": space}
    arguments: dict[str, dict[str, st.SearchStrategy[Any]]] = {
        "choose_character": {"character": name, "player": st.sampled_from(["p1", "p4"])},
        "draft_cards": {"character": name},
        "keep_cards": {"character": name, "keep": st.lists(card, max_size=4)},
        "place_character": {"character": name, "space": space},
        "add_location": {"location": card},
        "give_relic": {"character": name},
        "carry_over": {"character": name, "hp": area, "mp": area, "threat": area},
        "refresh_roll": {"character": name},
        "settle_timing": {"players": st.lists(st.sampled_from(["p1", "p2"]), max_size=2)},
        "activate": {"character": name},
        "move": {"character": name, "path": path},
        "basic_attack": {"character": name, "target_area": area},
        "recover": {**who, "choose": recoveries},
        "choose_recovery": {"choose": recoveries},
        "use_ability": {**cards, "draw": st.lists(decks, max_size=3), "space": space, **aims},
        "shatter": {"character": name},
        "use_item": {"character": name, "item": card, **aims},
        "use_trait": {"character": name, "die": area, "place": card, **aims},
        "arrange_area": {"place": card},
        "use_reaction": {**cards, "rerolls": st.lists(area, max_size=3), "instead_of": name, **aims},
        "end_activation": {"character": name},
        "resolve_area": {"area": area, "affected_order": st.lists(name, max_size=3)},
        "use_unknown_card": {**cards, "use": uses, "dice": area},
        "resolve_at_table": {"card": card, **who, "effect": effects},
    }  # fmt: skip
    kinds = sorted(decision_name(kind) for kind in GAME.rulebook.deciders)
    do = data.draw(st.sampled_from(kinds))
    return {"do": do, **{key: data.draw(values) for key, values in arguments.get(do, {}).items()}}


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 15), st.data())
def test_any_decision_is_refused_for_a_known_reason_or_leaves_a_healthy_position(
    seed: int, data: st.DataObject
) -> None:
    state = data.draw(st.sampled_from(random_game(seed))).after
    for _ in range(8):
        is_judged(GAME, state, any_decision(state, data), lively())


# ---- many Encounters


def test_random_players_meet_every_decision_and_every_event() -> None:
    games = [random_game(seed) for seed in range(GAMES)] + [random_game(seed, stock=True) for seed in range(8)]
    events = [event for game in games for event in events_of(game)]
    decided = {decision_name(type(step.decision)) for game in games for step in game}
    assert decided >= {decision_name(kind) for kind in GAME.rulebook.deciders} - {"last_gasp"}
    rare = {"EncounterWon", "LastGaspRevealed"}
    assert {event_name(kind) for kind in GAME.event_kinds} - {event_name(type(event)) for event in events} <= rare
    assert [fault for game in games for step in game for fault in GAME.check(step.after)] == []


def test_folding_event_by_event_is_folding_at_once() -> None:
    game = random_game(3)
    assert list(states(GAME, events_of(game)))[-1] == game[-1].after


def test_a_sensible_player_mostly_wins_the_first_game() -> None:
    ends = [_sensible_end("first_time", seed) for seed in range(GAMES // 2)]
    assert ends.count("won") > len(ends) // 2


@pytest.mark.parametrize("mode", ["standard", "journey"])
def test_a_sensible_player_wins_some_encounters_and_loses_some(mode: str) -> None:
    ends = [_sensible_end(mode, seed) for seed in range(GAMES // 2)]
    assert set(ends) <= {"won", "lost"}
    assert 0 < ends.count("won") < len(ends)


def test_a_simulation_may_stop_where_the_enemy_turns() -> None:
    end = GAME.ends["form"]
    assert end.ahead(table().state)
    assert not end.ahead(table(enemy={"form": "injured"}).state)
    opened = GAME.decide(None, GAME.decision({"do": "open_encounter", "players": 2}), standard(), Seeded(4))
    state, policy = GAME.fold(opened), GAME.policies["sensible"]
    endings = {play(GAME, state, standard(), policy, Until("form"), str(seed)).ending for seed in range(8)}
    assert "turned" in endings
    assert endings <= {"turned", "lost"}


def _sensible_end(mode: str, seed: int) -> str | None:
    opened = GAME.decision({"do": "open_encounter", "mode": mode, "players": 1 + seed % 3})
    state = GAME.fold(GAME.decide(None, opened, standard(), Seeded(seed)))
    for number in range(2_000):
        assert state is not None
        if GAME.outcome(state) is not None:
            return GAME.outcome(state)
        state = GAME.fold(
            GAME.decide(state, sensible(state, standard()), standard(), Seeded(f"{seed} {number}")), state
        )
    return None
