"""What holds in every campaign, whoever plays it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.artisans_of_splendent_vale.state import available
from rules.kernel import Seeded, decision_name
from rules.kernel.players import filled
from tests.rules.artisans_of_splendent_vale.playing import GAME, random_game, standard
from tests.rules.laws import (
    a_stored_position_offers_the_same,
    an_option_tells_whose_it_is,
    events_make_the_positions,
    is_judged,
    messages_survive_storage,
    recorded_luck_replays,
)
from tests.rules.steps import events_of

SEEDS = st.integers(0, 60)
few = settings(max_examples=10, deadline=None)


@few
@given(SEEDS)
@pytest.mark.rule("AV-DICE-001", "AV-SIZ-002", "AV-EQP-011", "AV-INJ-006")
def test_the_position_is_healthy_after_every_decision(seed: int) -> None:
    for step in random_game(seed):
        assert GAME.check(step.after) == []
        assert 0 <= available(step.after) <= 12


@few
@given(SEEDS)
def test_the_events_alone_make_the_position_and_every_rewind_of_it(seed: int) -> None:
    events_make_the_positions(GAME, random_game(seed), every=23)


@few
@given(SEEDS)
def test_a_stored_position_offers_what_the_one_in_memory_offers(seed: int) -> None:
    a_stored_position_offers_the_same(GAME, random_game(seed)[::13], standard())


@few
@given(SEEDS)
def test_every_event_and_decision_is_itself_after_it_was_stored(seed: int) -> None:
    messages_survive_storage(GAME, random_game(seed))


@few
@given(SEEDS)
def test_recorded_luck_replays_to_the_same_events(seed: int) -> None:
    recorded_luck_replays(GAME, random_game(seed), standard())


@few
@given(SEEDS)
def test_an_option_says_beforehand_for_whom_it_decides(seed: int) -> None:
    an_option_tells_whose_it_is(GAME, random_game(seed)[::13], standard(), seed)


@few
@given(SEEDS, st.randoms(use_true_random=False))
def test_every_open_option_of_a_scene_can_be_taken(seed: int, source: Any) -> None:
    """Whatever its fields are filled with: what was judged for the offer is what judges the decision."""
    for step in random_game(seed)[::19]:
        for option in GAME.options(step.after, standard()):
            if option.do in ("perform", "react", "mob_act", "begin_turn", "end_turn", "activate_mob", "place_meeple"):
                decision = GAME.decision(filled(source, option))
                assert GAME.decide(step.after, decision, standard(), Seeded(1)), option


@few
@given(SEEDS)
def test_options_have_words_and_choices(seed: int) -> None:
    for step in random_game(seed)[::11]:
        for option in GAME.options(step.after, standard()):
            assert option.label
            assert option.group
            for field in option.fields:
                assert field.label
                if field.kind in ("choice", "many", "counts") and field.required and not option.blocked:
                    assert field.choices, option


def test_attacks_wait_mobs_fall_and_characters_are_hurt_in_random_games() -> None:
    seen = Counter(type(event).__name__ for seed in range(2, 32, 3) for event in events_of(random_game(seed)))
    for name in ("AttackDeclared", "AttackResolved", "DamageSuffered", "MobActivated", "UnitMoved", "RoundEnded"):
        assert seen[name], name


NAMES = st.sampled_from(["farah", "harinya", "javi", "soraya", "rosha", "ruffian_1", "ligeia", "nobody"])
THINGS = st.sampled_from(["healing_potion", "long_staff", "rising_kick", "201", "521", "boot", "nonsense"])
SPACES = st.sampled_from(["0,0", "1,0", "2,-1", "-3,0", "9,9"])


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 20), st.data())
def test_any_decision_is_refused_for_a_known_reason_or_leaves_a_healthy_position(
    seed: int, data: st.DataObject
) -> None:
    state = data.draw(st.sampled_from(random_game(seed))).after
    for _ in range(6):
        is_judged(GAME, state, any_decision(data), standard())


def any_decision(data: st.DataObject) -> dict[str, Any]:
    """A decision with names from everywhere, well-formed or not."""
    pools: dict[str, st.SearchStrategy[Any]] = {
        **dict.fromkeys(("who", "by", "unit", "from", "to", "character"), NAMES),
        **dict.fromkeys(("card", "item", "potion", "action", "reaction", "option", "injury", "nodes", "scene"), THINGS),
        **dict.fromkeys(("path", "area", "at", "direction", "target_path"), SPACES),
        "targets": NAMES,
        "pay": st.sampled_from(["", "pow", "boot", "shield plus"]),
        "boost": st.booleans(),
    }
    kinds = {decision_name(kind): kind for kind in GAME.rulebook.deciders}
    do = data.draw(st.sampled_from(sorted(kinds)))
    found: dict[str, Any] = {"do": do}
    for field in msgspec.structs.fields(kinds[do]):
        if field.encode_name in pools and (field.required or data.draw(st.booleans())):
            found[field.encode_name] = data.draw(pools[field.encode_name])
        elif field.required:
            found[field.encode_name] = data.draw(st.sampled_from([1, 3, "nonsense", "potion", {}]))
    return found
