"""The odds told before a draw are those of the draw itself (BL-100)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations

import pytest

from rules.isofarian_guard.battle import chips, odds
from rules.isofarian_guard.battle.game import BATTLE
from rules.isofarian_guard.battle.library import library
from rules.isofarian_guard.battle.odds import FEAR
from rules.kernel import Seeded
from tests.rules.isofarian_guard.battle.table import acting_guard

BAGS: tuple[tuple[Mapping[str, int], int], ...] = (
    ({"black_sword_1": 2, "black_shield_1": 2, "green_sword_1": 1, "purple_combo": 1}, 2),
    ({"black_sword_2": 1, "black_sword_1": 1, "black_shield_2": 2, FEAR: 1, "purple_poison": 1}, 3),
    ({"black_sword_1": 1, "black_shield_1": 1, FEAR: 2, "green_sword_1": 2}, 2),
    ({"black_sword_1": 2, "green_heart": 2, "red_weaken": 1}, 4),
    ({"black_sword_1": 1, FEAR: 2, "green_sword_1": 1}, 3),
    ({FEAR: 1, "green_sword_1": 2}, 1),
)


def drawn(order: tuple[str, ...], number: int, *, fear: bool) -> list[str]:
    """The draw of step 5 from a bag whose order is known, as the rulebook tells it."""
    hand: list[str] = []
    for chip in order:
        if sum(chips.color(one) == "black" for one in hand) == number or (fear and FEAR in hand):
            break
        hand.append(chip)
    return hand


def hands(contents: Mapping[str, int], number: int, *, fear: bool) -> list[list[str]]:
    every = [chip for chip, n in contents.items() for _ in range(n)]
    return [drawn(order, number, fear=fear) for order in permutations(every)]


@pytest.mark.rule("ISO-DRAW-002", "ISO-DRAW-005", "ISO-DRAW-013")
@pytest.mark.parametrize("fear", [True, False])
@pytest.mark.parametrize(("contents", "number"), BAGS)
def test_the_chance_of_chips_is_that_of_all_orders_of_the_bag(
    contents: Mapping[str, int], number: int, *, fear: bool
) -> None:
    every = hands(contents, number, fear=fear)
    for wanted in (["black_sword_1", "green_sword_1"], [FEAR], ["purple_poison", "red_weaken", "green_heart"]):
        for least in (1, 2):
            lucky = sum(sum(chip in wanted for chip in hand) >= least for hand in every)
            assert odds.chips_odds(contents, wanted, least, number, fear=fear) == Fraction(lucky, len(every))


@pytest.mark.rule("ISO-RES-002")
@pytest.mark.parametrize(("contents", "number"), BAGS)
def test_the_chance_of_swords_counts_what_each_chip_gives(contents: Mapping[str, int], number: int) -> None:
    def swords(hand: list[str]) -> int:
        return sum(chips.worth(chip)[0] for chip in hand if chips.is_resource(chip))

    every = hands(contents, number, fear=True)
    for least in (1, 2, 3):
        lucky = sum(swords(hand) >= least for hand in every)
        assert odds.resource_odds(contents, "sword", least, number) == Fraction(lucky, len(every))


def test_all_sums_together_are_certain() -> None:
    for contents, number in BAGS:
        assert sum(odds.totals(contents, {"black_sword_1": 1}, number).values()) == 1


def test_a_table_of_odds_falls_and_ends_with_what_the_bag_can_bring() -> None:
    table = odds.resource_table({"black_sword_1": 2, "black_sword_2": 1, "black_shield_1": 3}, "sword", 3)
    assert list(table) == [1, 2, 3, 4]
    assert sorted(table.values(), reverse=True) == list(table.values())
    assert table[4] == Fraction(1, 20)


def test_nothing_is_drawn_without_active_ap() -> None:
    assert odds.chips_odds({"black_sword_1": 3}, ["black_sword_1"], 1, 0) == 0


def test_the_odds_agree_with_what_the_engine_draws() -> None:
    bag = {"black_sword_1": 3, "black_shield_1": 3, "green_sword_1": 2, FEAR: 1}
    table = acting_guard(step="draw", bag=bag, ap={"gray": 2})
    seen: Counter[bool] = Counter()
    decision = table.option("draw_chips").arguments()

    for seed in range(1500):
        events = BATTLE.decide(table.state, BATTLE.decision(decision), table.pack, Seeded(seed))
        state = BATTLE.fold(events, table.state)
        assert state is not None
        hand = state.guards["grigory"].drawn
        seen[sum(n for chip, n in hand.items() if "sword" in chip) >= 2] += 1
    fear = odds.fear_works(table.state, library(table.pack), "grigory")
    told = odds.chips_odds(table.state.guards["grigory"].bag, ["black_sword_1", "green_sword_1"], 2, 2, fear=fear)
    assert abs(seen[True] / 1500 - float(told)) < 0.04


@pytest.mark.rule("ISO-IMM-001")
def test_fear_ends_no_draw_of_an_immune_guard() -> None:
    worn = {"accessories": {"charm": {"passive": [{"op": "immune", "chips": "fear"}]}}}
    plain, immune = acting_guard(), acting_guard(content=worn, accessory="charm")
    assert odds.fear_works(plain.state, library(plain.pack), "grigory")
    assert not odds.fear_works(immune.state, library(immune.pack), "grigory")
