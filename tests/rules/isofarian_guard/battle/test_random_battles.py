"""What holds in every battle, whoever fights whom with whatever cards."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Union

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.isofarian_guard.battle.derived import attack_value, defense_value
from rules.isofarian_guard.battle.game import BATTLE
from rules.isofarian_guard.battle.library import library
from rules.isofarian_guard.battle.state import NARRATIVE_SOURCES, BattleState
from rules.kernel import Refused, Replayed, Seeded, event_name
from rules.kernel.players import filled
from tests.rules.isofarian_guard.battle.arena import PAIRS, ROUNDS, battle, muster, wild
from tests.rules.isofarian_guard.battle.dealing import deck
from tests.rules.isofarian_guard.battle.ledger import counted, told
from tests.rules.laws import is_explained
from tests.rules.steps import Step

NIGHTLY = os.environ.get("TRACKER_NIGHTLY") == "1"
BATTLES = 2_000 if NIGHTLY else 28
SEEDS = st.integers(0, BATTLES - 1)
every_battle = settings(max_examples=BATTLES if NIGHTLY else 12, deadline=None)
EVENTS = msgspec.json.Decoder(Union[BATTLE.event_kinds])  # noqa: UP007 (the members are known at run time only)


def steps(seed: int, sampled: float = 1.0) -> Iterator[Step]:
    """The decisions of a battle, or a sample of them."""
    source = random.Random(seed)
    return (step for step in battle(seed) if sampled >= 1 or source.random() < sampled)


def facts(seed: int) -> Iterator[tuple[BattleState, msgspec.Struct, BattleState]]:
    """Every fact of a battle with the position before and after."""
    for step in battle(seed):
        before = step.before
        for event in step.events:
            after = BATTLE.evolve(before, event)
            assert after is not None
            yield before, event, after
            before = after


def test_the_seeds_meet_every_pair_every_difficulty_and_every_number_of_enemies() -> None:
    assert {tuple(muster(seed).guards) for seed in range(9 * len(PAIRS))} >= set(PAIRS)
    met = {(muster(seed).difficulty, len(battle(seed)[0].after.enemies)) for seed in range(12)}
    assert len(met) == 12


@pytest.mark.rule("ISO-LIM-001", "ISO-STAT-012", "ISO-ENM-003")
@every_battle
@given(SEEDS)
def test_no_fact_breaks_an_invariant(seed: int) -> None:
    for _, event, after in facts(seed):
        if event_name(type(event)) not in HALFWAY:  # type: ignore[arg-type]
            assert BATTLE.check(after) == []


HALFWAY = frozenset({"GuardsMustered", "EnemyPlaced", "HpLost", "GuardFell", "VictoryDeclared", "BattleLost"})
"""Facts between which a decision cannot stop: the next one completes them."""


@pytest.mark.rule("ISO-LIM-004", "ISO-CHIP-002", "ISO-MAINT-001", "ISO-AI-011")
@every_battle
@given(SEEDS)
def test_chips_action_points_ai_cards_and_gems_come_and_go_only_by_the_facts_that_say_so(seed: int) -> None:
    book = counted(battle(seed)[0].before)
    for before, event, after in facts(seed):
        book = told(book, event, before)  # type: ignore[arg-type]
        assert book == counted(after), event


@pytest.mark.rule("ISO-STAT-005", "ISO-DMG-005", "ISO-ENM-006")
@every_battle
@given(SEEDS)
def test_no_figure_in_use_is_ever_negative(seed: int) -> None:
    cards = library(deck(seed % 12))
    for step in steps(seed, 0.3):
        for who in (*step.after.guards, *step.after.enemies):
            assert attack_value(step.after, cards, who).in_use >= 0
            assert defense_value(step.after, cards, who).in_use >= 0


@pytest.mark.rule("ISO-END-001", "ISO-FALLB-006", "ISO-RET-001")
@every_battle
@given(SEEDS)
def test_a_battle_ends_or_can_be_left_by_a_retreat(seed: int) -> None:
    last = battle(seed)[-1].after
    if BATTLE.outcome(last) is None:
        assert last.round > ROUNDS
        assert last.retreat_allowed
        assert last.source not in NARRATIVE_SOURCES
    else:
        assert BATTLE.outcome(last) in ("victory", "defeat", "retreat")
        assert BATTLE.options(last, deck(seed % 12)) == []


@pytest.mark.pitfall("BL-010")
@every_battle
@given(SEEDS)
def test_the_stored_facts_alone_make_the_position(seed: int) -> None:
    fought = battle(seed)
    stored = [msgspec.json.encode(event) for step in fought for event in step.events]
    state = BATTLE.fold([EVENTS.decode(event) for event in stored], fought[0].before)
    assert state == fought[-1].after
    assert msgspec.json.decode(msgspec.json.encode(state), type=BattleState) == state


@every_battle
@given(SEEDS)
def test_the_same_decision_with_the_same_luck_has_the_same_facts(seed: int) -> None:
    for step in steps(seed, 0.3):
        assert BATTLE.decide(step.before, step.decision, deck(seed % 12), Replayed(step.answers)) == step.events


@every_battle
@given(SEEDS)
def test_what_is_offered_can_be_done_and_what_is_blocked_cannot(seed: int) -> None:
    source = random.Random(seed)
    for step in steps(seed, 0.1):
        for option in BATTLE.options(step.before, deck(seed % 12)):
            tries = [refusal(step.before, filled(source, option), seed) for _ in range(1 if option.blocked else 40)]
            assert option.label
            assert (None in tries) != bool(option.blocked), option


@every_battle
@given(SEEDS)
def test_a_refusal_names_a_registered_reason_a_known_rule_and_changes_nothing(seed: int) -> None:
    source = random.Random(seed)
    for step in steps(seed, 0.3):
        before = msgspec.json.encode(step.before)
        for data in wild(source, BATTLE.options(step.before, deck(seed % 12)), 6):
            refused = refusal(step.before, data, seed)
            if refused is not None:
                is_explained(BATTLE, refused)
                assert refused.code == "malformed" or refused.sentence.endswith(".")
        assert msgspec.json.encode(step.before) == before


def refusal(state: BattleState, data: object, seed: int) -> Refused | None:
    """Why a decision is not allowed, or ``None``."""
    try:
        BATTLE.decide(state, BATTLE.decision(data), deck(seed % 12), Seeded(seed))
    except Refused as refused:
        return refused
    return None
