"""Satchels and tool items (ISO-SAT, ISO-TOOL)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.campaign import derived
from rules.isofarian_guard.content.pack import standard
from tests.rules.isofarian_guard.campaign.world import FIGHTING, Table, both, grigory, table


def carrying(grigory: dict[str, int], alek: dict[str, int] | None = None, **given: Any) -> Table:
    return table(guards=both({"satchel": grigory}, {"satchel": alek or {}}), **given)


@pytest.mark.rule("ISO-SAT-001", "ISO-SAT-002")
def test_four_slots_hold_a_card_each_and_a_quantity_card_takes_one_whatever_its_number() -> None:
    game = carrying({"pine": 4, "pelt": 1, "tent": 2})
    assert derived.slots(game.state, game.guard()).value == 4
    assert derived.open_slots(game.state, game.guard()) == 0
    assert (
        carrying({"tent": 4}, {"potion": 1}).refuses("transfer", card="potion", from_="alek", to="grigory")
        == "satchel_full"
    )


@pytest.mark.rule("ISO-SAT-002", "ISO-SAT-003")
def test_a_quantity_card_is_never_split() -> None:
    game = carrying({"pine": 4})
    assert game.refuses("transfer", card="pine", from_="grigory", to="alek", qty=2) == "material_limit"
    game.does("transfer", card="pine", from_="grigory", to="alek", qty=4)
    assert game.satchel("alek") == {"pine": 4}


@pytest.mark.rule("ISO-SAT-003", "ISO-SAT-004", "ISO-AFT-002")
def test_a_gain_joins_the_card_that_is_there_and_the_rest_is_dropped() -> None:
    game = carrying({"tent": 3, "pelt": 3}, {"potion": 4}, **FIGHTING)
    events = game.does("end_battle", outcome="victory", rewards={"drops": {"pelt": 2}})
    assert "MaterialDroppedOverLimit" in events
    assert (game.satchel(), game.state.pending) == ({"tent": 3, "pelt": 4}, ())


@pytest.mark.rule("ISO-SAT-005")
def test_cards_move_freely_into_open_slots() -> None:
    game = carrying({"tent": 2, "pine": 3}, {"potion": 3})
    game.does("transfer", card="pine", from_="grigory", to="alek")
    assert (game.satchel(), game.satchel("alek")) == ({"tent": 2}, {"potion": 3, "pine": 3})
    assert game.refuses("transfer", card="tent", from_="grigory", to="alek") == "satchel_full"
    assert game.refuses("transfer", card="bomb", from_="grigory", to="alek") == "card_not_in_satchel"
    assert game.refuses("transfer", card="tent", from_="grigory", to="vera") == "unknown_guard"


@pytest.mark.rule("ISO-SAT-006")
def test_cards_that_find_no_slot_are_decided_one_after_the_other() -> None:
    full = {"tent": 4}
    game = carrying(full, {"potion": 4}, **FIGHTING)
    game.does("end_battle", outcome="victory", rewards={"drops": {"bomb": 2, "pine": 2}})
    assert [(waiting.card, waiting.qty) for waiting in game.state.pending] == [("bomb", 1), ("bomb", 1), ("pine", 2)]
    assert game.does("resolve_overflow", drop="tent", guard="grigory") == ["CardDropped", "CardStored"]
    game.does("resolve_overflow", drop="new")
    assert game.refuses("resolve_overflow", drop="bomb", guard="alek") == "card_not_in_satchel"
    assert game.does("resolve_overflow", drop="potion")[-1] == "OverflowResolved"
    assert (game.satchel(), game.satchel("alek")) == ({"tent": 3, "bomb": 1}, {"potion": 3, "pine": 2})
    assert game.refuses("resolve_overflow", drop="new") == "no_overflow"


@pytest.mark.rule("ISO-SAT-006", "ISO-SAT-004")
def test_a_waiting_card_that_fits_by_then_is_stored_by_itself() -> None:
    waiting = [{"card": "pine", "qty": 3}, {"card": "pine", "qty": 2}]
    game = carrying({"tent": 4}, {"potion": 4}, pending=waiting)
    events = game.does("resolve_overflow", drop="tent")
    assert events == ["CardDropped", "CardStored", "CardStored", "MaterialDroppedOverLimit", "OverflowResolved"]
    assert game.satchel() == {"tent": 3, "pine": 4}


@pytest.mark.rule("ISO-SAT-007", "ISO-TOOL-002")
def test_any_card_but_a_tool_is_dropped_for_good() -> None:
    game = carrying({"pine": 3, "tent": 1, "wood_axe": 1})
    game.does("drop", guard="grigory", card="pine")
    game.does("drop", guard="grigory", card="tent")
    assert game.refuses("drop", guard="grigory", card="wood_axe") == "tool_cannot_drop"
    assert game.satchel() == {"wood_axe": 1}
    waiting = carrying({"wood_axe": 1, "tent": 3}, {"potion": 4}, pending=[{"card": "pickaxe", "qty": 1}])
    assert waiting.refuses("resolve_overflow", drop="new") == "tool_cannot_drop"
    assert waiting.refuses("resolve_overflow", drop="wood_axe") == "tool_cannot_drop"


@pytest.mark.rule("ISO-SAT-008")
def test_an_expanded_satchel_adds_its_slots_and_takes_one() -> None:
    game = carrying({"expanded_satchel": 1, "tent": 4})
    total = derived.slots(game.state, game.guard())
    assert {share.label: share.value for share in total.shares} == {"Satchel": 4, "Expanded satchel": 2}
    assert derived.open_slots(game.state, game.guard()) == 1


@pytest.mark.rule("ISO-SAT-009")
def test_an_expanded_satchel_stays_while_its_slots_are_in_use() -> None:
    cards = {"expanded_satchel": 1, "tent": 5}
    game = carrying(cards)
    assert game.refuses("transfer", card="expanded_satchel", from_="grigory", to="alek") == "satchel_over_capacity"
    fort = carrying(cards, at="fort_istra/courtyard")
    assert fort.refuses("stash_put", guard="grigory", card="expanded_satchel") == "satchel_over_capacity"
    smith = {"expanded_satchel": {"craft": 10, "sell": 5}}
    forge = carrying(cards, at="ryba/forge", content={"cities": {"ryba": {"smith": smith}}})
    assert forge.refuses("sell", guard="grigory", card="expanded_satchel") == "satchel_over_capacity"
    game.does("drop", guard="grigory", card="tent")
    game.does("transfer", card="expanded_satchel", from_="grigory", to="alek")
    assert derived.slots(game.state, game.guard("alek")).value == 6


@pytest.mark.rule("ISO-SAT-010")
def test_a_full_satchel_is_not_assigned_a_card_while_the_other_has_room() -> None:
    game = carrying({"tent": 4}, {}, at="ryba/forge", sil=9)
    assert game.refuses("craft", card="bomb", store="grigory") == "satchel_full"


@pytest.mark.rule("ISO-SAT-011")
def test_two_full_satchels_exchange_cards() -> None:
    game = carrying({"tent": 4}, {"potion": 3, "pine": 2})
    game.does("transfer", card="tent", from_="grigory", to="alek", swap="pine")
    assert (game.satchel(), game.satchel("alek")) == ({"tent": 3, "pine": 2}, {"potion": 3, "tent": 1})
    assert game.refuses("transfer", card="tent", from_="grigory", to="alek", swap="bomb") == "card_not_in_satchel"


@pytest.mark.pitfall("BL-022")
def test_handing_a_card_to_its_owner_changes_nothing_and_is_refused() -> None:
    game = carrying({"tent": 1}, {"tent": 1})
    assert game.refuses("transfer", card="tent", from_="grigory", to="grigory") == "no_effect"
    assert game.refuses("transfer", card="tent", from_="grigory", to="alek", swap="tent") == "no_effect"


# ---- tools


@pytest.mark.rule("ISO-TOOL-001")
def test_the_tools_are_axe_pickaxe_pole_and_expanded_satchel() -> None:
    tools = {card for card, item in standard().items.items() if item.tool}
    assert tools == {"wood_axe", "pickaxe", "fishing_pole", "expanded_satchel"}


@pytest.mark.rule("ISO-TOOL-003")
def test_a_tool_is_not_put_into_the_item_slot() -> None:
    assert (
        carrying({"pickaxe": 1}).refuses("equip", guard="grigory", slot="item", card="pickaxe") == "tool_not_equippable"
    )


@pytest.mark.rule("ISO-TOOL-004")
def test_a_tool_may_be_stashed_and_taken_again() -> None:
    game = carrying({"pickaxe": 1}, at="fort_istra/courtyard")
    game.does("stash_put", guard="grigory", card="pickaxe")
    game.does("stash_take", guard="alek", card="pickaxe")
    assert game.satchel("alek") == {"pickaxe": 1}


@pytest.mark.rule("ISO-TOOL-006")
def test_tools_are_not_used_up() -> None:
    game = carrying({"wood_axe": 1})
    game.does("harvest")
    assert game.satchel()["wood_axe"] == 1


def test_a_card_whose_facts_changed_is_counted_by_the_new_ones() -> None:
    game = table(guards=grigory(satchel={"wood_axe": 1}))
    game.does("record_card", part="materials", card="amber", facts={"limit": 2})
    game.does("follow_book", outcome={"cards": {"amber": 3}})
    assert game.satchel() == {"wood_axe": 1, "amber": 2}
    assert derived.open_slots(game.state, game.guard()) == 2
