"""Battles on the shipped content, played to their end: for tests of what readers see of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from rules.isofarian_guard.battle.decisions import PlacedFoe, StartBattle
from rules.isofarian_guard.battle.game import BATTLE
from rules.isofarian_guard.battle.state import (
    AbilityCard,
    AccessoryCard,
    Ap,
    BattleState,
    Guard,
    ItemCard,
    StoneboundCard,
    WeaponCard,
)
from rules.isofarian_guard.content.pack import IsofarianPack, standard
from rules.kernel import Decision, Event, Seeded
from rules.kernel.players import likely_first, play_on

PACK: IsofarianPack = standard()
WOLVES = (PlacedFoe(enemy="timber_wolf", stars=1), PlacedFoe(enemy="timber_wolf", stars=1))
BAG = {
    "black_sword_1": 4, "black_sword_2": 1, "black_shield_1": 4, "black_shield_2": 1, "green_heart": 1,
    "green_evasion": 1, "red_fear": 1, "purple_combo": 1,
}  # fmt: skip


def guard(hp: int = 20, atk: int = 3, **more: object) -> Guard:
    """A guard as it may come out of a campaign."""
    given = {
        "hp": hp, "hp_max": 20, "atk": atk, "def_": 1, "ap_active": Ap(gray=2), "bag": BAG,
        "weapon": WeaponCard(card="alloy_short_sword"), "accessory": AccessoryCard(card="aegis_shield"),
        "item": ItemCard(card="bottled_courage"), "satchel": {"barrier_tonic": 1}, **more,
    }  # fmt: skip
    return Guard(**given)  # type: ignore[arg-type]


def party(**changes: object) -> dict[str, Guard]:
    """Grigory and Alek with starting cards."""
    grigory = {
        "I": AbilityCard(ability="guard"),
        "II": AbilityCard(ability="feint"),
        "III": AbilityCard(ability="advance"),
        "IV": StoneboundCard(ability="cross_slash", element="fire"),
    }
    return {
        "grigory": guard(slots=grigory, **changes),
        "alek": guard(atk=2, **changes),
    }


class Played(NamedTuple):
    """One decision of a battle."""

    decision: Decision
    events: tuple[Event, ...]
    before: BattleState
    after: BattleState


def opened(foes: tuple[PlacedFoe, ...] = WOLVES, **changes: object) -> Played:
    """A battle that has just begun."""
    before = BattleState(guards=party(**changes))
    decision = StartBattle(enemies=foes, source="skull")
    events = tuple(BATTLE.decide(before, decision, PACK, Seeded(0)))
    after = BATTLE.fold(events, before)
    assert after is not None
    return Played(decision, events, before, after)


def played(seed: int, first: Played | None = None, most: int = 400) -> Iterator[Played]:
    """A battle from its beginning to its end, or for so many decisions."""
    source = random.Random(seed)
    last = first or opened()
    yield last
    for _ in range(most):
        state = last.after
        move = play_on(BATTLE, state, PACK, source, policy=likely_first, chance=Seeded(source.getrandbits(32)))
        if move is None:
            return
        decision, events = move
        after = BATTLE.fold(events, state)
        assert after is not None
        last = Played(decision, tuple(events), state, after)
        yield last
