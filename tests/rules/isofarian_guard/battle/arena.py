"""Random battles: cards dealt from the whole card language, any pair of guards, one to four enemies, every difficulty;
fought from the options alone by players of different minds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from rules.isofarian_guard.battle.chips import CHIPS
from rules.isofarian_guard.battle.fighters import fight_on
from rules.isofarian_guard.battle.game import BATTLE
from rules.isofarian_guard.battle.state import (
    AbilityCard,
    AccessoryCard,
    Ap,
    BattleState,
    Difficulty,
    Guard,
    Holdings,
    ItemCard,
    StoneboundCard,
    WeaponCard,
)
from rules.kernel import Decision, Option, Seeded
from rules.kernel.players import any_option, filled, likely_first, play_on
from tests.rules.isofarian_guard.battle.dealing import GUARDS, deck
from tests.rules.steps import Step

PAIRS: Final = tuple(combinations(GUARDS, 2))
DIFFICULTIES: Final[tuple[Difficulty, ...]] = ("story", "standard", "tenebris")
SOURCES: Final = ("skull", "hunt", "field", "challenge", "narrative", "quest")
ROUNDS: Final = 40
"""No battle of the arena needs more: its enemies tire nobody out for longer."""

# ---- battles


def muster(seed: int) -> BattleState:
    """A party ready for a battle: seeds go through every pair of guards and every difficulty, some fight alone."""
    source = random.Random(f"party {seed}")
    names: tuple[str, ...] = PAIRS[seed % len(PAIRS)]
    if seed % 9 == 8:
        names = names[:1]
    return BattleState(
        guards={name: _equipped(source, name) for name in names},
        difficulty=DIFFICULTIES[seed % 3],
        holdings=Holdings(at="main/5", checkpoint="main/1"),
    )


def _equipped(source: random.Random, name: str) -> Guard:
    abilities = source.sample([f"{name}_{n}" for n in range(4)], 3)
    if source.random() < 0.2:
        abilities[2] = f"{name}_secret"
    bag = {"black_sword_1": 3, "black_shield_1": 3, "black_sword_2": 1}
    bag |= {chip: source.randint(1, 2) for chip in source.sample(CHIPS, 4)}
    return Guard(
        hp=source.choice((20, 20, 12)),
        atk=source.randint(2, 3),
        def_=source.randint(1, 2),
        ap_active=Ap(gray=source.randint(2, 4)),
        bag=bag,
        slots={
            **{slot: AbilityCard(ability=card) for slot, card in zip(("I", "II", "III"), abilities, strict=True)},
            "IV": StoneboundCard(ability=f"{name}_fire", element="fire"),
            "V": StoneboundCard(ability=f"{name}_water", element="water"),
        },
        weapon=WeaponCard(card=f"weapon_{source.randrange(4)}"),
        accessory=source.choice((None, AccessoryCard(card=f"charm_{source.randrange(8)}"))),
        item=source.choice((None, ItemCard(card=f"flask_{source.randrange(4)}"))),
        satchel={"flask_1": 1, "tooth": 1},
    )


def challenge(seed: int) -> Decision:
    """The start of a battle against one to four enemies; type ``wisp`` has a deck that nobody has entered."""
    source = random.Random(f"foes {seed}")
    kinds = ("imp", "ogre") if seed % 4 else ("imp", "ogre", "wisp")
    foes = [{"enemy": source.choice(kinds), "stars": source.randint(1, 2)} for _ in range(1 + seed % 4)]
    return BATTLE.decision(
        {"do": "start_battle", "enemies": foes, "source": source.choice(SOURCES), "ambush": source.random() < 0.2}
    )


@lru_cache(maxsize=128)
def battle(seed: int) -> tuple[Step[BattleState], ...]:
    """A battle from its start to its end, or to the round in which it could still be left by a retreat."""
    return tuple(_steps(seed))


def _steps(seed: int) -> Iterator[Step[BattleState]]:
    source, pack = random.Random(f"battle {seed}"), deck(seed % 12)
    state = muster(seed)
    luck = Seeded(f"{seed} start")
    decision = challenge(seed)
    events = BATTLE.decide(state, decision, pack, luck)
    number = 0
    while True:
        after = BATTLE.fold(events, state)
        assert after is not None
        yield Step(state, decision, luck.answers, events, after)
        state, number = after, number + 1
        if BATTLE.outcome(state) is not None or state.round > ROUNDS:
            return
        luck = Seeded(f"{seed} {number}")
        move = fight_on(BATTLE, state, pack, state, pack, luck) if seed % 3 == 2 else None
        move = move or play_on(BATTLE, state, pack, source, policy=(any_option, likely_first)[seed % 2], chance=luck)
        assert move is not None, "nothing is open in a battle that goes on"
        decision, events = move


def wild(source: random.Random, options: Sequence[Option], number: int) -> Iterator[Any]:
    """Decisions, as data, that may well not be allowed: options, blocked or not, with arguments out of place."""
    for option in source.choices(options, k=number) if options else ():
        data = filled(source, option)
        for name in list(data):
            if name != "do" and source.random() < 0.3:
                data[name] = source.choice(_ODD.get(type(data[name]), (data[name],)))
        yield data


_ODD: Final[Mapping[type, tuple[Any, ...]]] = {
    str: ("I", "II", "IV", "VI", *GUARDS[:3], "green_evasion", "odd"),
    dict: ({}, {"black_sword_1": 1}, {"purple_combo": 2, "black_shield_1": 1}, {"green_heart": 1}),
    list: ([], ["I"], ["I", "I"], ["grigory"], ["strike"]),
    int: (0, 1, 7),
}
