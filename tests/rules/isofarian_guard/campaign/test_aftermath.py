"""What exploration makes of the end of a battle (ISO-AFT)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.campaign import derived
from tests.rules.isofarian_guard.campaign.world import BATTLE, FIGHTING, Table, both, table


def fighting(**given: Any) -> Table:
    return table(**{**FIGHTING, **given})


@pytest.mark.rule("ISO-AFT-001")
@pytest.mark.pitfall("BL-093")
def test_victory_collects_each_reward_once() -> None:
    game = fighting()
    rewards = {"sil": 4, "lux": 2, "drops": {"pelt": 2, "spear": 1}}
    assert game.does("end_battle", outcome="victory", rewards=rewards)[-2:] == ["RewardsCollected", "EventChipReturned"]
    assert (game.state.sil, game.state.lux, game.satchel()) == (4, 2, {"pelt": 2, "spear": 1})


@pytest.mark.rule("ISO-AFT-002", "ISO-SAT-006")
def test_a_drop_without_a_slot_asks_what_is_dropped_and_the_rest_waits() -> None:
    full = both({"satchel": {"tent": 4}}, {"satchel": {"potion": 4}})
    game = fighting(guards=full)
    game.does("end_battle", outcome="victory", rewards={"drops": {"pelt": 1}})
    assert game.phase == "overflow"
    assert game.refuses("move", to="main/y2") == "overflow_pending"


@pytest.mark.rule("ISO-AFT-003")
@pytest.mark.parametrize("outcome", ["victory", "retreat"])
def test_a_fallen_guard_comes_back_with_one_hp_and_the_same_bag(outcome: str) -> None:
    game = fighting(guards=both({"bag": {"red_weaken": 2}}, {}))
    game.does("end_battle", outcome=outcome, guards={"grigory": {"hp": 0}})
    assert (game.guard().hp, game.bag()) == (1, {"red_weaken": 2})


@pytest.mark.rule("ISO-AFT-004", "ISO-AFT-011")
def test_victory_refreshes_ap_and_heals_nobody() -> None:
    game = fighting(guards=both({"hp": 9, "ap_exhausted": 2}, {"ap_exhausted": 1}))
    game.does("end_battle", outcome="victory", guards={"grigory": {"hp": 6}})
    assert [guard.ap_exhausted for guard in game.state.guards.values()] == [0, 0]
    assert game.guard().hp == 6


@pytest.mark.rule("ISO-AFT-005", "ISO-AFT-006")
def test_a_retreat_refreshes_no_ap_gives_nothing_and_stays_on_the_node() -> None:
    game = fighting(guards=both({"ap_exhausted": 1}, {}))
    rewards = {"sil": 4, "drops": {"pelt": 1}}
    told = {"grigory": {"ap_exhausted": 2}}
    assert "RewardsCollected" not in game.does("end_battle", outcome="retreat", guards=told, rewards=rewards)
    assert (derived.ap_active(game.guard()), game.state.sil, game.satchel()) == (0, 0, {})
    assert (game.state.at, game.phase) == ("main/y1", "exploration")


@pytest.mark.rule("ISO-AFT-007")
def test_no_retreat_where_the_battle_forbids_it() -> None:
    game = fighting(battle={**BATTLE, "retreat_allowed": False, "ambush": True})
    assert game.refuses("end_battle", outcome="retreat") == "retreat_not_allowed"


@pytest.mark.rule("ISO-AFT-008")
def test_the_bag_is_what_the_cleared_dashboards_made_of_it_green_and_red_chips_included() -> None:
    game = fighting(guards=both({"bag": {"black_sword_1": 2, "green_heart": 1}}, {}))
    bag = {"black_sword_1": 2, "purple_combo": 1, "green_heart": 1, "red_fear": 2}
    game.does("end_battle", outcome="retreat", guards={"grigory": {"bag": bag}})
    assert game.bag() == bag


@pytest.mark.rule("ISO-AFT-010")
@pytest.mark.parametrize("outcome", ["victory", "retreat", "defeat"])
def test_the_chip_that_led_to_the_battle_goes_back_when_it_is_over(outcome: str) -> None:
    game = fighting()
    assert "skull_1" not in game.state.event_bag
    game.does("end_battle", outcome=outcome)
    assert (game.state.event_bag["skull_1"], game.state.drawn_chip, game.state.battle) == (1, None, None)


def test_without_a_battle_none_ends() -> None:
    assert table().refuses("end_battle", outcome="victory") == "no_battle"


def test_what_is_reported_is_held_within_what_a_guard_can_have() -> None:
    game = fighting()
    game.does("end_battle", outcome="retreat", guards={"grigory": {"hp": 99, "ap_exhausted": 9}})
    assert (game.guard().hp, game.guard().ap_exhausted) == (20, 2)


@pytest.mark.parametrize(("satchel", "code"), [({"pine": 5}, "material_limit"), ({"tent": 5}, "satchel_over_capacity")])
def test_a_satchel_that_cannot_be_is_not_taken_over(satchel: dict[str, int], code: str) -> None:
    assert fighting().refuses("end_battle", outcome="victory", guards={"grigory": {"satchel": satchel}}) == code
