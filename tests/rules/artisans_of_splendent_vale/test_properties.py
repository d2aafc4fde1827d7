"""What holds in every campaign, whoever plays it."""

from __future__ import annotations

from collections import Counter
from typing import Any, Union

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.artisans_of_splendent_vale.state import Position, available
from rules.kernel import Event, Refused, Replayed, Seeded, decision_name
from rules.kernel.players import filled
from rules.kernel.refusals import SHARED_REASONS
from tests.rules.artisans_of_splendent_vale.playing import GAME, Step, random_game, standard

SEEDS = st.integers(0, 60)
few = settings(max_examples=10, deadline=None)
EVENTS = msgspec.json.Decoder(Union[GAME.event_kinds])  # noqa: UP007 (the members are known at run time only)


def events_of(game: tuple[Step, ...]) -> list[Event]:
    return [event for step in game for event in step.events]


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
    game = random_game(seed)
    assert GAME.fold(events_of(game)) == game[-1].after
    for at in range(0, len(game), 23):
        assert GAME.fold(events_of(game[: at + 1])) == game[at].after


@few
@given(SEEDS)
def test_a_stored_position_offers_what_the_one_in_memory_offers(seed: int) -> None:
    for step in random_game(seed)[::13]:
        stored = msgspec.json.decode(msgspec.json.encode(step.after), type=Position)
        assert stored == step.after
        assert GAME.options(stored, standard()) == GAME.options(step.after, standard())


@few
@given(SEEDS)
def test_every_event_and_decision_is_itself_after_it_was_stored(seed: int) -> None:
    for step in random_game(seed):
        assert [EVENTS.decode(msgspec.json.encode(event)) for event in step.events] == step.events
        assert GAME.decision(msgspec.json.decode(msgspec.json.encode(step.decision))) == step.decision


@few
@given(SEEDS)
def test_recorded_luck_replays_to_the_same_events(seed: int) -> None:
    for step in random_game(seed):
        assert GAME.decide(step.before, step.decision, standard(), Replayed(step.answers)) == step.events


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
    before = msgspec.json.encode(state)
    for _ in range(6):
        events = taken(state, any_decision(data))
        if events:
            after = GAME.fold(events, state)
            assert after is not None
            assert GAME.check(after) == []
        assert msgspec.json.encode(state) == before


def taken(state: Position, data: dict[str, Any]) -> list[Event]:
    """What a decision brings; nothing where it is refused, which has to be for a reason that is known."""
    try:
        return GAME.decide(state, GAME.decision(data), standard(), Seeded(1))
    except Refused as error:
        refusal = error
    assert refusal.code in GAME.reasons | SHARED_REASONS
    assert refusal.sentence
    assert refusal.rule is None or refusal.rule in GAME.catalogue
    return []


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
