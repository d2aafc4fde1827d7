"""Every fact of a battle is told in words."""

from __future__ import annotations

import pytest

from projections.isofarian_guard.battle_story import FACTS, Names, battle_fact, battle_facts, battle_sentence
from rules.isofarian_guard.battle import events as every
from rules.isofarian_guard.battle.events import (
    ChipDrawn,
    ChipReturnedToBag,
    DamageDealt,
    EnemyDefeated,
    HpLost,
    StandardAttackPerformed,
)
from rules.isofarian_guard.battle.game import BATTLE
from rules.kernel import Event
from rules.kernel.table import NoteWritten
from tests.projections.isofarian_guard.battles import PACK, opened, played

KINDS = [getattr(every, name) for name in every.__all__]


def test_every_event_of_a_battle_has_a_line() -> None:
    assert set(FACTS) == set(KINDS)
    assert set(BATTLE.event_kinds) <= set(KINDS)


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_battle_is_told_decision_by_decision(seed: int) -> None:
    for step in played(seed):
        names = Names(PACK, step.before, step.after)
        sentence, facts = battle_sentence(step.events, names), battle_facts(step.events, names)
        assert sentence.endswith(".")
        assert sentence[0] == sentence[0].upper()
        assert len(facts) == len(step.events)
        assert not [line for line in (sentence, *facts) if "_" in line or "  " in line or "None" in line]


def test_a_battle_begins_with_whom_it_is_against() -> None:
    first = opened()
    told = battle_sentence(first.events, Names(PACK, first.before, first.after))
    assert told == "A battle against 2 × Timber Wolf began: the guards go first."


def _told(*events: Event) -> str:
    first = opened()
    return battle_sentence(events, Names(PACK, first.before, first.after))


def test_an_attack_says_whom_it_hit_and_who_is_defeated() -> None:
    told = _told(
        StandardAttackPerformed(guard="grigory", weapon="alloy_short_sword", target="I"),
        DamageDealt(who="grigory", target="I", n=9, atk=9, def_=0),
        HpLost(who="I", n=7, hp=0, cause="attack"),
        EnemyDefeated(who="I", reward="timber_wolf_1"),
    )
    assert told == (
        "Grigory attacked I Timber Wolf with Alloy Short Sword: I Timber Wolf lost 7 HP; I Timber Wolf is defeated."
    )


def test_an_attack_that_deals_nothing_says_so() -> None:
    told = _told(
        StandardAttackPerformed(guard="grigory", weapon="alloy_short_sword", target="I"),
        DamageDealt(who="grigory", target="I", n=0, atk=1, def_=2),
    )
    assert told.endswith("I Timber Wolf took no damage.")


def test_a_hand_is_told_as_one() -> None:
    chips = ["black_sword_1", "black_sword_1", "red_fear"]
    told = _told(*(ChipDrawn(who="alek", chip=chip, to="drawn", counts=True) for chip in chips))
    assert told == "Alek drew 2 × black sword 1 and red fear."


def test_other_facts_are_left_to_others() -> None:
    assert battle_fact(NoteWritten(version=1, text="Hm."), Names(PACK)) == ""
    assert battle_sentence((), Names(PACK)) == ""


@pytest.mark.rule("ISO-KEY-015")
@pytest.mark.parametrize(
    ("from_", "line"),
    [
        ("bag", "Grigory: 1 × green heart back into the bag."),
        ("drawn", "Grigory: 1 × green heart from the drawn chips to the bag."),
    ],
)
def test_a_chip_that_somebody_else_had_drawn_goes_back_into_the_bag(from_: str, line: str) -> None:
    first = opened()
    names = Names(PACK, first.before, first.after)
    assert battle_fact(ChipReturnedToBag(who="grigory", chip="green_heart", n=1, from_=from_), names) == line
