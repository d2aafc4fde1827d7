"""Prestige with cities (ISO-PRE)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.campaign.prestige import objectives_of
from rules.isofarian_guard.content.pack import standard
from tests.rules.isofarian_guard.campaign.world import Table, grigory, table


def finish(game: Table, quest: str) -> list[str]:
    """Take a quest up, go through it and complete it."""
    game.does("start_quest", quest=quest, at=game.state.at)
    game.does("trigger_narrative", quest=quest)
    return game.does("complete_narrative")


def shop(level: int, at: str = "ryba/market", **given: Any) -> Table:
    return table(at=at, prestige={"ryba": level}, **{"sil": 50, **given})


@pytest.mark.rule("ISO-PRE-001")
def test_objectives_open_with_chapter_two() -> None:
    assert table(chapter=1).refuses("start_quest", quest="hunt", at="main/y1") == "chapter_too_low"


@pytest.mark.rule("ISO-PRE-002")
def test_each_inn_posts_one_puzzle_and_two_bounties() -> None:
    pack, state = standard(), table().state
    for city in pack.cities:
        kinds = sorted(pack.quests[quest].kind for quest in objectives_of(state, pack, city))
        assert kinds == ["bounty", "bounty", "puzzle"]


@pytest.mark.rule("ISO-PRE-003", "ISO-PRE-007")
def test_objectives_in_any_order_give_one_two_and_three_and_never_more() -> None:
    game = table()
    assert "PrestigeGained" in finish(game, "trail")
    finish(game, "riddle")
    finish(game, "hunt")
    assert game.state.prestige == {"ryba": 3}
    assert game.refuses("start_quest", quest="hunt", at="main/y1") == "already_completed"


@pytest.mark.rule("ISO-PRE-007")
def test_a_city_without_objectives_left_posts_none() -> None:
    assert table(prestige={"ryba": 3}).refuses("start_quest", quest="hunt", at="main/y1") == "already_completed"


@pytest.mark.rule("ISO-PRE-004")
@pytest.mark.parametrize(("level", "left"), [(0, 44), (1, 46)])
def test_one_lowers_the_inn_fee(level: int, left: int) -> None:
    game = shop(level, at="ryba/inn")
    game.does("rest")
    assert game.state.sil == left


@pytest.mark.rule("ISO-PRE-005")
def test_two_lowers_what_buying_and_crafting_cost_in_sil_and_materials() -> None:
    game = shop(2)
    game.does("buy", card="potion")
    assert game.state.sil == 48
    smith = shop(2, at="ryba/forge", guards=grigory(satchel={"iron_ore": 2, "pine": 2}))
    smith.does("craft", card="volk_blade")
    assert (smith.state.sil, smith.satchel()) == (38, {"volk_blade": 1})


@pytest.mark.rule("ISO-PRE-006")
def test_three_is_a_bonus_of_its_own_that_the_card_states() -> None:
    assert shop(3).pack.prestige_cards["ryba"]["3"].effects == ({"sil": 1},)


@pytest.mark.rule("ISO-PRE-008")
def test_bonuses_of_lower_levels_stay() -> None:
    game = shop(3, at="ryba/inn")
    game.does("rest")
    assert game.state.sil == 46


@pytest.mark.rule("ISO-PRE-008")
def test_what_replaced_cards_take_off_adds_up() -> None:
    cards = {"ryba": {1: {"inn_discount": 2}, 2: {"sil_discount": 1}, 3: {"inn_discount": 1, "sil_discount": 2}}}
    inn = shop(3, at="ryba/inn", content={"prestige_cards": cards})
    inn.does("rest")
    market = shop(3, content={"prestige_cards": cards})
    market.does("buy", card="potion")
    assert (inn.state.sil, market.state.sil) == (47, 48)


@pytest.mark.rule("ISO-PRE-009")
def test_no_price_falls_below_nought_and_selling_prices_stay() -> None:
    cards = {"ryba": {1: {"inn_discount": 99}, 2: {"sil_discount": 99}}}
    game = shop(2, content={"prestige_cards": cards}, guards=grigory(satchel={"potion": 1}))
    game.does("buy", card="tent")
    game.does("sell", card="potion", guard="grigory")
    assert game.state.sil == 52
    inn = shop(2, at="ryba/inn", content={"prestige_cards": cards})
    inn.does("rest")
    assert inn.state.sil == 50


@pytest.mark.rule("ISO-PRE-010")
def test_the_reductions_hold_in_their_own_city_alone() -> None:
    game = shop(2, at="mir/market")
    game.does("buy", card="potion")
    assert game.state.sil == 43


def test_a_printed_price_at_two_goes_before_the_card() -> None:
    cities = {"ryba": {"inn_fee": 6, "market": {"potion": {"buy": 9, "buy_p2": 4}}}}
    game = shop(2, content={"cities": cities})
    game.does("buy", card="potion")
    assert game.state.sil == 46


@pytest.mark.parametrize(("listed", "needed"), [(1, 1), ("none", 4), ("na", 4)])
def test_a_printed_amount_at_two_goes_before_the_card_and_an_open_one_stays_full(listed: object, needed: int) -> None:
    recipe = {"materials": {"iron_ore": 4}, "reduced": {"iron_ore": listed}, "craft": 3}
    cities = {"ryba": {"inn_fee": 6, "smith": {"bomb": recipe}}}
    game = shop(2, at="ryba/forge", content={"cities": cities}, guards=grigory(satchel={"iron_ore": 4}))
    game.does("craft", card="bomb")
    assert game.satchel().get("iron_ore", 0) == 4 - needed
