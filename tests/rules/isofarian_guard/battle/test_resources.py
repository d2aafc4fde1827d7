"""Paying with chips and AP."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.battle.resources import covers, payments, thriftiest
from rules.isofarian_guard.battle.state import Guard
from tests.rules.isofarian_guard.battle.table import Table, acting_guard, card


def paying(cost: dict[str, int], price: int | None = None, **guard: Any) -> Table:
    content = {"guard_abilities": {"deed": card(cost=cost, ap=price)}}
    return acting_guard(content=content, slots={"I": {"ability": "deed"}}, weapon="blade", **guard)


def pays(table: Table, *chips: str, **more: Any) -> Table:
    table.does("activate_ability", guard="grigory", slot="I", chips=list(chips), **more)
    return table


def refusal(table: Table, *chips: str, **more: Any) -> str:
    return table.refuses("activate_ability", guard="grigory", slot="I", chips=list(chips), **more)


@pytest.mark.rule("ISO-RES-001")
def test_two_of_one_kind_stand_in_for_one_of_the_other() -> None:
    assert covers({"black_shield_1": 2}, {"sword": 1})
    assert covers({"black_sword_2": 1}, {"shield": 1})
    assert not covers({"black_shield_1": 1}, {"sword": 1})
    assert covers({"black_sword_2": 2}, {"sword": 2, "shield": 1})


@pytest.mark.rule("ISO-RES-002", "ISO-CHIP-026")
def test_single_chips_give_one_double_chips_two_and_a_combo_one_of_each() -> None:
    assert covers({"green_sword_1": 1}, {"sword": 1})
    assert covers({"black_shield_2": 1}, {"shield": 2})
    assert not covers({"black_shield_2": 1}, {"shield": 3})
    assert covers({"purple_combo": 2}, {"sword": 2, "shield": 2})


@pytest.mark.rule("ISO-RES-003")
def test_a_double_chip_is_not_split_over_two_cards() -> None:
    table = pays(paying({"sword": 1}, drawn={"black_sword_2": 1}), "black_sword_2")
    refused = table.refuses("standard_attack", guard="grigory", chips=["black_sword_2"], target="I")
    assert refused == "chip_not_available"


@pytest.mark.rule("ISO-RES-004", "ISO-RES-008")
def test_one_combo_covers_one_sword_and_one_shield() -> None:
    assert covers({"purple_combo": 1}, {"sword": 1, "shield": 1})
    assert not covers({"purple_combo": 1}, {"sword": 2, "shield": 2})
    assert covers({"black_sword_2": 1, "black_shield_2": 1}, {"sword": 2, "shield": 2})


@pytest.mark.rule("ISO-RES-005")
def test_a_combo_and_a_single_chip_make_two_of_the_other_kind() -> None:
    assert covers({"purple_combo": 1, "black_sword_1": 1}, {"shield": 2})
    assert covers({"purple_combo": 1, "green_shield_1": 1}, {"sword": 2})
    assert not covers({"purple_combo": 1}, {"shield": 2})


@pytest.mark.rule("ISO-RES-006")
def test_the_surplus_of_a_needed_chip_is_lost() -> None:
    table = pays(paying({"sword": 1}, drawn={"black_sword_2": 1}), "black_sword_2")
    assert table.guard()["drawn"] == {}


@pytest.mark.rule("ISO-RES-007")
def test_a_chip_that_is_not_needed_is_refused() -> None:
    table = paying({"sword": 1}, drawn={"black_sword_1": 1, "black_sword_2": 1, "black_shield_1": 1})
    assert refusal(table, "black_sword_1", "black_shield_1") == "chips_exceed_cost"
    assert refusal(table, "black_sword_1", "black_sword_2") == "chips_exceed_cost"


@pytest.mark.rule("ISO-RES-009")
def test_paid_chips_lie_on_the_card_until_cleanup() -> None:
    table = pays(paying({"sword": 1}, drawn={"black_sword_1": 2}), "black_sword_1")
    table.does("standard_attack", guard="grigory", chips=["black_sword_1"], target="I")
    assert table.guard()["slots"]["I"]["chips"] == table.guard()["weapon"]["chips"] == {"black_sword_1": 1}


@pytest.mark.rule("ISO-RES-010")
def test_only_unused_drawn_chips_pay() -> None:
    table = paying({"sword": 1}, bag={"black_sword_1": 2}, discard={"black_sword_1": 1}, drawn={"black_shield_1": 1})
    assert refusal(table, "black_sword_1") == "chip_not_available"


@pytest.mark.rule("ISO-RES-011")
def test_a_payment_below_the_cost_is_refused() -> None:
    table = paying({"sword": 2}, drawn={"black_sword_1": 1, "black_shield_1": 1})
    assert refusal(table, "black_sword_1", "black_shield_1") == "resources_insufficient"
    assert refusal(table) == "resources_insufficient"


@pytest.mark.rule("ISO-RES-012")
@pytest.mark.parametrize(("ap", "code"), [
    ({"gray": 1}, "wrong_ap_payment"), ({"gray": 2, "green": 1}, "wrong_ap_payment"),
    ({"gray": 0, "green": 2}, "not_enough_ap"),
])  # fmt: skip
def test_an_ap_cost_is_paid_exactly(ap: dict[str, int], code: str) -> None:
    table = paying({"sword": 1}, 2, drawn={"black_sword_1": 1}, ap={"gray": 2, "green": 1})
    assert refusal(table, "black_sword_1", ap=ap) == code
    assert pays(table, "black_sword_1", ap={"gray": 1, "green": 1}).guard()["ap"] == {"gray": 1, "green": 0}


@pytest.mark.rule("ISO-RES-013")
def test_status_chips_pay_nothing() -> None:
    table = paying({"sword": 1}, drawn={"black_sword_1": 1}, positive={"green_strengthen": 1})
    assert refusal(table, "green_strengthen") == "not_a_resource_chip"


@pytest.mark.rule("ISO-RES-014")
def test_an_odd_leftover_is_worth_nothing_in_the_other_kind() -> None:
    assert not covers({"black_sword_2": 1, "black_sword_1": 1}, {"shield": 2})
    assert covers({"black_sword_2": 2}, {"shield": 2})


def test_left_out_the_thriftiest_chips_pay() -> None:
    table = paying({"sword": 1}, drawn={"black_sword_2": 1, "black_sword_1": 1, "green_sword_1": 1})
    assert thriftiest(table.state.guards["grigory"], {"sword": 1}) == {"green_sword_1": 1}
    assert thriftiest(Guard(drawn={"black_shield_1": 1}), {"sword": 1}) is None


def test_every_payment_offered_is_one_that_is_taken() -> None:
    hand = {"black_sword_2": 1, "black_sword_1": 1, "purple_combo": 2, "green_shield_1": 2}
    cost = {"sword": 2, "shield": 1}
    offered = payments(Guard(drawn=hand), cost)
    assert len(offered) > 3
    for payment in offered:
        chips = [chip for chip, n in payment.items() for _ in range(n)]
        assert pays(paying(cost, drawn=hand), *chips).guard()["slots"]["I"]["chips"] == payment
