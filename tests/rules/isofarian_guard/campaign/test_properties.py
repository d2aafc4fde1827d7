"""What holds in every campaign, whoever plays it."""

from __future__ import annotations

import os
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.isofarian_guard import GAME
from rules.isofarian_guard.campaign import decisions, events
from rules.isofarian_guard.campaign.facts import EVENT_BAG
from rules.isofarian_guard.campaign.state import Position
from rules.kernel import Decision, Event, Refused, Seeded, decision_name, event_name, plus, states
from tests.rules.isofarian_guard.campaign.playing import stretch, worlds
from tests.rules.laws import (
    a_stored_position_offers_the_same,
    an_option_tells_whose_it_is,
    events_make_the_positions,
    is_explained,
    messages_survive_storage,
    recorded_luck_replays,
)
from tests.rules.steps import events_of

WORLDS = st.sampled_from(["small", "standard"])
SEEDS = st.integers(0, 2**32)
MANY = 400 if os.environ.get("TRACKER_NIGHTLY") == "1" else 22
few = settings(max_examples=8, deadline=None)


def healthy(before: Position | None, happened: list[Event]) -> None:
    """The position is healthy after each event. Within a battle it is so after the last: that an enemy without HP is
    defeated, the next event says."""
    after = list(states(GAME, happened, before))
    for state in after:
        assert state is not None
        assert (state is not after[-1] and state.fight is not None) or GAME.check(state) == []


@few
@given(WORLDS, SEEDS)
def test_the_position_is_healthy_after_every_event(world: str, seed: int) -> None:
    for step in stretch(world, seed):
        healthy(step.before, step.events)


@few
@given(WORLDS, SEEDS)
@pytest.mark.pitfall("BL-010")
def test_the_events_alone_make_the_position(world: str, seed: int) -> None:
    events_make_the_positions(GAME, stretch(world, seed), every=37)


@few
@given(WORLDS, SEEDS)
@pytest.mark.pitfall("BL-036")
def test_a_stored_position_offers_what_the_one_in_memory_offers(world: str, seed: int) -> None:
    a_stored_position_offers_the_same(GAME, stretch(world, seed)[::15], worlds()[world])


@few
@given(WORLDS, SEEDS)
def test_every_event_and_decision_is_itself_after_it_was_stored(world: str, seed: int) -> None:
    messages_survive_storage(GAME, stretch(world, seed))


@few
@given(WORLDS, SEEDS)
@pytest.mark.pitfall("BL-030")
def test_recorded_luck_replays_to_the_same_events(world: str, seed: int) -> None:
    recorded_luck_replays(GAME, stretch(world, seed), worlds()[world])


@few
@given(WORLDS, SEEDS)
def test_an_option_says_beforehand_for_whom_it_decides(world: str, seed: int) -> None:
    an_option_tells_whose_it_is(GAME, stretch(world, seed)[::15], worlds()[world], seed)


@few
@given(WORLDS, SEEDS)
def test_the_five_event_chips_are_always_all_there(world: str, seed: int) -> None:
    for step in stretch(world, seed):
        drawn = (step.after.drawn_chip,) if step.after.drawn_chip else ()
        assert plus(step.after.event_bag, drawn) == EVENT_BAG


@few
@given(WORLDS, SEEDS)
def test_every_option_is_labelled_and_every_blocked_one_says_why(world: str, seed: int) -> None:
    pack = worlds()[world]
    for step in stretch(world, seed)[::10]:
        for option in GAME.options(step.after, pack):
            assert option.do in GAME.decision_kinds
            assert option.label
            assert option.group
            assert all(field.label for field in option.fields)
            asked = [field for field in option.fields if field.kind in ("choice", "counts")]
            assert option.blocked or all(field.choices for field in asked)


@few
@given(WORLDS, SEEDS)
def test_a_blocked_option_is_refused_when_it_is_sent_all_the_same(world: str, seed: int) -> None:
    pack = worlds()[world]
    for step in stretch(world, seed)[::10]:
        for option in GAME.options(step.after, pack):
            if option.blocked and not option.fields:
                with pytest.raises(Refused):
                    GAME.decide(step.after, GAME.decision(option.arguments()), pack, Seeded(1))


# ---- decisions that nobody offered

NAMES = [
    "grigory", "alek", "vera", "main/y1", "main/g1", "fort_istra/courtyard", "ryba", "tent", "pine", "volk_blade",
    "expanded_satchel", "garnet", "jade", "slash", "tide", "prism", "ring", "silk", "hunt", "mira", "lumbermill",
    "boat_dock", "well", "heart", "start", "skull_1", "red", "I", "VII", "p1", "new", "nonsense", "",
]  # fmt: skip


def any_value(kind: Any) -> st.SearchStrategy[Any]:
    """A value of a field's type, with names from everywhere."""
    info = msgspec.inspect.type_info(kind)
    return _value(info)


def _value(info: Any) -> st.SearchStrategy[Any]:
    match info:
        case msgspec.inspect.StrType():
            return st.sampled_from(NAMES)
        case msgspec.inspect.IntType(ge=low, le=high):
            least = low if low is not None else -3
            return st.integers(least, high if high is not None else least + 6)
        case msgspec.inspect.BoolType():
            return st.booleans()
        case msgspec.inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case msgspec.inspect.UnionType(types=types):
            kinds = [kind for kind in types if not isinstance(kind, msgspec.inspect.CustomType)]
            return st.one_of([_value(kind) for kind in kinds])
        case msgspec.inspect.DictType(key_type=key, value_type=value):
            return st.dictionaries(_value(key), _value(value), max_size=2)
        case msgspec.inspect.VarTupleType(item_type=item):
            return st.lists(_value(item), max_size=2)
        case msgspec.inspect.StructType():
            return _struct(info)
        case _:
            return st.none()


def _struct(info: Any) -> st.SearchStrategy[Any]:
    required = {field.encode_name: _value(field.type) for field in info.fields if field.required}
    optional = {field.encode_name: _value(field.type) for field in info.fields if not field.required}
    return st.fixed_dictionaries(required, optional=optional)


FORMS = {name: any_value(kind) for name, kind in sorted(GAME.decision_kinds.items()) if name != "correct_value"}


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 20), st.data())
def test_any_decision_is_refused_for_a_known_reason_or_leaves_a_healthy_position(
    seed: int, data: st.DataObject
) -> None:
    pack = worlds()["small"]
    step = data.draw(st.sampled_from(stretch("small", seed)))
    before = msgspec.json.encode(step.after)
    for _ in range(10):
        name = data.draw(st.sampled_from(list(FORMS)))
        try:
            decision = GAME.decision({**data.draw(FORMS[name]), "do": name})
            happened = GAME.decide(step.after, decision, pack, Seeded(seed))
        except Refused as refusal:
            is_explained(GAME, refusal)
        else:
            healthy(step.after, happened)
        assert msgspec.json.encode(step.after) == before


# ---- much play


def test_random_players_meet_nearly_every_decision_and_event() -> None:
    steps = [step for world in worlds() for seed in range(MANY) for step in stretch(world, seed)]
    decided = {decision_name(type(step.decision)) for step in steps}
    happened = {event_name(type(event)) for event in events_of(tuple(steps))}
    mine = {decision_name(kind) for kind in GAME.rulebook.deciders if _is_mine(kind, decisions.__name__)}
    facts = {event_name(kind) for kind in GAME.event_kinds if _is_mine(kind, events.__name__)}
    assert len(mine & decided) > 0.9 * len(mine)
    assert len(facts & happened) > 0.9 * len(facts)


def _is_mine(kind: type[Event] | type[Decision], package: str) -> bool:
    return kind.__module__.startswith(package)
