"""Marketplaces (ISO-MKT) and the dials (ISO-ECO)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard import GAME
from rules.isofarian_guard.content.pack import standard
from rules.kernel import Refused, Seeded
from tests.rules.isofarian_guard.campaign.world import COMPASS, FIGHTING, Table, both, grigory, table


def market(**given: Any) -> Table:
    return table(**{"at": "ryba/market", "sil": 30, **given})


@pytest.mark.rule("ISO-MKT-001")
def test_only_what_the_index_lists_is_traded_and_only_in_listed_directions() -> None:
    game = market(guards=grigory(satchel={"oak": 1, "volk_blade": 1}))
    assert game.refuses("buy", card="iron_ore") == "not_offered"
    assert game.refuses("buy", card="oak") == "not_offered"
    assert game.refuses("sell", card="oak", guard="grigory") == "not_offered"
    assert game.refuses("sell", card="volk_blade", guard="grigory") == "not_offered"


@pytest.mark.rule("ISO-MKT-002")
@pytest.mark.pitfall("BL-048")
def test_the_price_is_paid_from_the_dial_or_nothing_is_bought() -> None:
    game = market(sil=24, stash={"sil": 99})
    game.does("buy", card="tent")
    assert game.state.sil == 4
    assert game.refuses("buy", card="potion") == "insufficient_sil"


@pytest.mark.rule("ISO-MKT-003", "ISO-SAT-010")
def test_a_bought_card_goes_into_the_satchel_named_unless_that_is_full() -> None:
    game = market(guards=both({"satchel": {"tent": 4}}, {}))
    assert game.refuses("buy", card="potion", store="grigory") == "satchel_full"
    game.does("buy", card="potion", store="alek")
    assert game.satchel("alek") == {"potion": 1}


@pytest.mark.rule("ISO-MKT-003", "ISO-SAT-006")
def test_with_every_slot_full_the_party_chooses_and_the_price_is_paid() -> None:
    game = market(guards=both({"satchel": {"tent": 4}}, {"satchel": {"potion": 4}}))
    assert "OverflowRaised" in game.does("buy", card="potion")
    game.does("resolve_overflow", drop="tent", guard="grigory")
    assert (game.state.sil, game.satchel()) == (25, {"tent": 3, "potion": 1})


@pytest.mark.rule("ISO-MKT-004")
def test_a_card_is_sold_from_a_satchel_and_its_price_comes_onto_the_dial() -> None:
    game = market(guards=both({"satchel": {"potion": 2}}, {}))
    assert game.does("sell", card="potion", guard="grigory") == ["CardSold", "SilGained"]
    assert (game.state.sil, game.satchel()) == (32, {"potion": 1})
    assert game.refuses("sell", card="potion", guard="alek") == "card_not_in_satchel"
    assert game.refuses("sell", card="potion", guard="grigory", qty=2) == "card_not_in_satchel"


@pytest.mark.rule("ISO-MKT-005")
def test_materials_are_sold_by_the_unit() -> None:
    game = market(guards=grigory(satchel={"pelt": 4}))
    game.does("sell", card="pelt", guard="grigory", qty=3)
    assert (game.state.sil, game.satchel()) == (36, {"pelt": 1})


@pytest.mark.rule("ISO-MKT-006", "ISO-SAT-003")
def test_units_beyond_the_limit_are_refused_not_wasted() -> None:
    game = market(guards=both({"satchel": {"pelt": 3}}, {}))
    assert game.refuses("buy", card="pelt", qty=2, store="alek") == "material_limit"
    game.does("buy", card="pelt", store="alek")
    assert (game.satchel(), game.satchel("alek")) == ({"pelt": 4}, {})


@pytest.mark.rule("ISO-MKT-008")
def test_prices_differ_between_cities() -> None:
    game = market(at="mir/market")
    game.does("buy", card="potion")
    assert game.state.sil == 23


@pytest.mark.rule("ISO-MKT-009", "ISO-SMI-011")
def test_the_printed_samples_are_in_the_real_index() -> None:
    silny = standard().cities["silny"]
    printed = {
        card: (silny.market[card].buy, silny.market[card].sell) for card in ("health_potion", "tent", "metal_fragments")
    }
    assert printed == {"health_potion": (5, 2), "tent": (20, 10), "metal_fragments": (None, 5)}
    volk, staff = silny.smith["volk_blade"], silny.smith["cerulean_staff"]
    assert (volk.materials, volk.craft, volk.sell) == ({"captains_blade": 1, "iron_ore": 2, "pine": 4}, 15, 8)
    assert (staff.materials, staff.craft, staff.sell) == ({"aquamarine": 1, "pine": 4}, 20, 10)
    alloy = standard().cities["ryba"].smith["alloy_short_sword"]
    assert (alloy.materials, alloy.craft, alloy.sell) == (
        {"iron_short_sword": 1, "metal_fragments": 2, "pine": 2},
        12,
        6,
    )


# ---- the dials


@pytest.mark.rule("ISO-ECO-001", "ISO-ECO-002")
def test_what_exceeds_99_on_a_dial_is_lost() -> None:
    game = table(**FIGHTING, sil=97, lux=98)
    game.does("end_battle", outcome="victory", rewards={"sil": 5, "lux": 5})
    assert (game.state.sil, game.state.lux) == (99, 99)
    gained = [event for event in game.events if hasattr(event, "lost")]
    assert [(event.amount, event.lost) for event in gained] == [(2, 3), (1, 4)]


@pytest.mark.rule("ISO-ECO-001", "ISO-ECO-002")
def test_no_correction_brings_a_dial_above_99() -> None:
    game = market()
    decision = GAME.decision({"do": "correct_value", "path": ["sil"], "value": 100, "reason": "miscounted"})
    with pytest.raises(Refused, match="fit") as refused:
        GAME.decide(game.state, decision, game.pack, Seeded(1))
    assert refused.value.code == "value_invalid"


@pytest.mark.rule("ISO-ECO-003")
def test_sil_and_lux_come_from_enemies_sales_and_quests_for_the_whole_party() -> None:
    game = table(**FIGHTING)
    game.does("end_battle", outcome="victory", rewards={"sil": 2, "lux": 3})
    game.does("follow_book", outcome={"sil": 4, "lux": 1})
    assert (game.state.sil, game.state.lux) == (6, 4)


@pytest.mark.rule("ISO-ECO-004")
def test_lux_pays_for_skills_and_for_things_at_the_fort() -> None:
    game = table(at="fort_istra/blacksmith", lux=9, fort={"blacksmith": 1}, guards=grigory(satchel={"iron_ore": 1}))
    game.does("unlock_skill", guard="grigory", node="heart")
    game.does("craft", card="plate")
    assert game.state.lux == 0


@pytest.mark.rule("ISO-ECO-005")
def test_stashed_sil_is_neither_limited_nor_lost_in_a_fall() -> None:
    game = table(**FIGHTING, sil=40, stash={"sil": 500})
    game.does("end_battle", outcome="defeat")
    assert (game.state.sil, game.state.stash.sil) == (0, 500)


def test_a_fort_shop_buys_materials_for_lux() -> None:
    game = table(at="fort_istra/apothecary", fort={"apothecary": 1}, guards=grigory(satchel={"pelt": 3}))
    game.does("sell", card="pelt", guard="grigory", qty=2)
    assert (game.state.lux, game.state.sil) == (6, 0)
    assert game.refuses("buy", card="pelt") == "not_offered"


def test_nothing_is_bought_with_a_chip_in_hand() -> None:
    assert market(**{**COMPASS, "at": "ryba/market"}).refuses("buy", card="potion") == "chip_unresolved"
