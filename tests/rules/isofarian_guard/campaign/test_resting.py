"""Inns, Barracks, tents and checkpoints (ISO-INN, ISO-CHK)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.campaign import derived
from tests.rules.isofarian_guard.campaign.world import CHOOSING, FIGHTING, Table, both, grigory, table

TIRED = both(
    {"hp": 3, "ap_exhausted": 2, "bag": {"black_sword_1": 2, "red_weaken": 2, "purple_poison": 1, "purple_heart": 1}},
    {"hp": 1, "base": {"hp": 23}},
)


def inn(**given: Any) -> Table:
    return table(**{"at": "ryba/inn", "sil": 20, "guards": TIRED, **given})


@pytest.mark.rule("ISO-INN-001")
def test_a_night_costs_the_fee_of_that_inn_from_the_dial() -> None:
    game = inn()
    game.does("rest")
    assert game.state.sil == 14
    assert inn(sil=5, stash={"sil": 50}).refuses("rest") == "insufficient_sil"


@pytest.mark.rule("ISO-INN-001")
def test_a_fee_that_nobody_recorded_is_asked_for_first() -> None:
    game = inn(content={"cities": {"ryba": {"unknown": ["inn_fee"]}}})
    assert game.refuses("rest") == "price_unknown"
    (asked,) = game.options("learn_inn_fee")
    assert asked.likely
    game.does("learn_inn_fee", city="ryba", fee=4)
    (asked,) = game.options("learn_inn_fee")
    assert not asked.likely
    game.does("rest")
    assert game.state.sil == 16


@pytest.mark.rule("ISO-INN-002")
def test_rest_restores_hp_to_the_maximum_and_all_ap() -> None:
    game = inn()
    game.does("rest")
    assert [guard.hp for guard in game.state.guards.values()] == [20, 23]
    assert [guard.ap_exhausted for guard in game.state.guards.values()] == [0, 0]


@pytest.mark.rule("ISO-INN-003")
def test_rest_at_an_inn_leaves_the_bags_alone() -> None:
    game = inn()
    before = game.bag()
    game.does("rest")
    assert game.bag() == before


@pytest.mark.rule("ISO-INN-004", "ISO-CHK-001")
def test_rest_moves_the_one_checkpoint() -> None:
    game = inn(checkpoint="main/y1")
    assert game.does("rest")[-1] == "CheckpointCreated"
    assert game.state.checkpoint == "ryba/inn"


@pytest.mark.rule("ISO-INN-006")
def test_rest_with_full_hp_and_ap_is_legal() -> None:
    game = inn(guards={})
    game.does("rest")
    assert game.state.checkpoint == "ryba/inn"


@pytest.mark.rule("ISO-INN-007", "ISO-INN-008")
def test_the_barracks_is_free_cleans_the_bags_and_makes_a_checkpoint() -> None:
    game = inn(at="fort_istra/barracks", sil=0, fort={"barracks": 1})
    game.does("rest")
    assert game.bag() == {"black_sword_1": 2, "purple_heart": 1}
    assert (game.state.checkpoint, game.state.sil, game.guard().hp) == ("fort_istra/barracks", 0, 20)
    assert inn(at="fort_istra/barracks").refuses("rest") == "building_not_rebuilt"


@pytest.mark.rule("ISO-INN-009")
def test_maximum_hp_starts_at_20_and_ends_at_30_gray_ap_at_2_and_5() -> None:
    game = table()
    assert (derived.hp_max(game.guard()), derived.ap_max(game.guard())) == (20, 2)
    great = table(guards=grigory(base={"hp": 34, "ap": 7}))
    assert (derived.hp_max(great.guard()), derived.ap_max(great.guard())) == (30, 5)


@pytest.mark.rule("ISO-CHK-002")
def test_a_checkpoint_matters_only_when_both_fall() -> None:
    game = table(**FIGHTING, checkpoint="ryba/inn")
    game.does("end_battle", outcome="victory", guards={"grigory": {"hp": 0}})
    assert game.state.at == "main/y1"
    fallen = table(**FIGHTING, checkpoint="ryba/inn")
    fallen.does("end_battle", outcome="defeat")
    assert fallen.state.at == "ryba/inn"


@pytest.mark.rule("ISO-CHK-004")
@pytest.mark.parametrize("at", ["main/g1", "main/o1", "ryba/inn"])
def test_a_tent_is_put_up_on_yellow_nodes_only(at: str) -> None:
    assert table(at=at, guards=grigory(satchel={"tent": 1})).refuses("use_tent", guard="grigory") == "not_yellow_node"
    assert table(at="caves/3", guards=grigory(satchel={"tent": 1})).does("use_tent", guard="grigory")


@pytest.mark.rule("ISO-CHK-005")
def test_a_tent_comes_after_the_draw_is_resolved() -> None:
    game = table(guards=grigory(satchel={"tent": 1}))
    game.does("move", to="main/y1")
    assert game.refuses("use_tent", guard="grigory") == "draw_pending"
    game.draws("skull_1")
    assert game.refuses("use_tent", guard="grigory") == "chip_unresolved"
    game.does("avoid_battle")
    game.does("use_tent", guard="grigory")
    marked = table(at="main/y1", phase="narrative_choice", guards=grigory(satchel={"tent": 1}))
    assert marked.refuses("use_tent", guard="grigory") == "choice_pending"


@pytest.mark.rule("ISO-CHK-006", "ISO-CHK-007")
def test_a_tent_heals_ten_each_readies_all_ap_leaves_bags_and_is_used_up() -> None:
    guards = both({"hp": 5, "ap_exhausted": 1, "bag": {"red_weaken": 5}}, {"hp": 14, "satchel": {"tent": 2}})
    game = table(**{**CHOOSING, "phase": "exploration", "drawn_chip": None}, guards=guards)
    game.does("use_tent", guard="alek")
    assert [guard.hp for guard in game.state.guards.values()] == [15, 20]
    assert (game.guard().ap_exhausted, game.bag(), game.satchel("alek")) == (0, {"red_weaken": 5}, {"tent": 1})
    assert game.state.checkpoint == "main/y1"


@pytest.mark.rule("ISO-CHK-008")
def test_no_tent_in_battle() -> None:
    assert (
        table(**FIGHTING, guards=grigory(satchel={"tent": 1})).refuses("use_tent", guard="grigory")
        == "not_in_exploration"
    )


@pytest.mark.rule("ISO-CHK-009", "ISO-FALL-015")
def test_a_tent_may_be_used_where_no_draw_is_owed_after_respawning() -> None:
    game = table(**FIGHTING, checkpoint="main/y2")
    game.does("end_battle", outcome="defeat", guards={"grigory": {"satchel": {}}})
    game.does("follow_book", outcome={"cards": {"tent": 1}})
    game.does("use_tent", guard="grigory")


def test_without_a_tent_there_is_none_to_put_up() -> None:
    assert table(at="main/y1").refuses("use_tent", guard="grigory") == "card_not_in_satchel"
