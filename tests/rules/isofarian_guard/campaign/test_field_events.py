"""Field event cards (ISO-FLD)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard import GAME
from rules.kernel import LuckNeeded, Observed, Seeded
from tests.rules.isofarian_guard.campaign.world import COMPASS, Table, both, fresh_game, grigory, table

AT_SEA = {"at": "main/b1", "boat": {"at": "main/b1", "aboard": True}}
BAG = {"black_sword_1": 2, "black_shield_1": 1, "green_heart": 1, "red_weaken": 2}


def holding(card: str, **given: Any) -> Table:
    """A field event card in hand."""
    return table(at="main/y1", phase="field_path", drawn_chip="compass", field_card=card, **given)


def ready(**given: Any) -> Table:
    """A compass in hand and three cubes on the covers."""
    cubes = {"forest": 3, "water": 3}
    return table(
        **{**COMPASS, "region_cubes": cubes, "field_decks": {"forest": ["well", "camp"], "water": ["gift"]}, **given}
    )


@pytest.mark.rule("ISO-FLD-001", "ISO-FLD-003", "ISO-FLD-004")
def test_the_cubes_go_back_and_the_top_card_of_the_region_is_taken() -> None:
    game = ready()
    assert game.does("compass", choose="field_event") == ["PurpleCubesReturned", "FieldCardDrawn"]
    assert (game.state.field_card, game.state.region_cubes["forest"], game.state.region_cubes["water"]) == (
        "well",
        0,
        3,
    )
    assert game.state.field_decks["forest"].known() == ("camp",)


@pytest.mark.rule("ISO-FLD-002")
def test_every_blue_node_belongs_to_the_water() -> None:
    nodes_without_region = ready(at="main/b2", boat={"at": "main/b2", "aboard": True})
    nodes_without_region.does("compass", choose="field_event")
    assert nodes_without_region.state.field_card == "gift"


@pytest.mark.rule("ISO-FLD-004")
def test_another_card_than_the_top_one_cannot_have_been_drawn() -> None:
    game = ready()
    assert game.refuses("compass", {"field_deck.forest": ["camp"]}, choose="field_event") == "not_top_card"
    assert game.refuses("compass", choose="field_event", card="camp") == "not_top_card"


@pytest.mark.rule("ISO-FLD-005")
def test_a_path_is_chosen_once_before_the_card_is_turned() -> None:
    game = holding("well")
    assert game.refuses("choose_path", path="fly") == "no_such_path"
    game.does("choose_path", path="drink")
    assert game.refuses("choose_path", path="search") == "no_field_card"


@pytest.mark.rule("ISO-FLD-006", "ISO-FLD-007")
def test_the_outcome_is_carried_out_in_full_and_the_card_leaves_the_game() -> None:
    game = holding("well", guards=both({"hp": 10}, {"hp": 18}))
    game.does("choose_path", path="drink")
    assert (game.guard().hp, game.guard("alek").hp, game.state.lux) == (14, 20, 2)
    assert (game.state.field_removed, game.state.event_bag["compass"], game.phase) == (("well",), 2, "exploration")


@pytest.mark.rule("ISO-FLD-008", "ISO-FLD-011")
def test_every_chip_drawn_returns_and_takes_no_effect() -> None:
    game = holding("well", guards=grigory(hp=11, bag=BAG))
    drawn = ["red_weaken", "green_heart", "black_sword_1", "black_shield_1"]
    events = game.does("choose_path", {"guard_bag.grigory": drawn}, path="search", guard="grigory")
    assert events[1:3] == ["GuardChipsDrawn", "GuardChipsReturned"]
    assert (game.bag(), game.guard().hp, game.state.sil, game.state.lux) == (BAG, 11, 4, 1)


@pytest.mark.rule("ISO-FLD-009")
@pytest.mark.parametrize("path", ["search", "all"])
def test_black_chips_count_alone_unless_the_path_counts_all(path: str) -> None:
    game = holding("well", guards=grigory(bag=BAG))
    game.does("choose_path", path=path, guard="grigory")
    drawn = next(event.chips for event in game.events if hasattr(event, "chips"))
    counted = [chip for chip in drawn if path == "all" or chip.startswith("black")]
    assert len(counted) == 2
    assert drawn[-1] in counted


@pytest.mark.rule("ISO-FLD-009")
def test_a_chip_too_many_is_refused_and_one_too_few_is_asked_for() -> None:
    game = holding("well", guards=grigory(bag=BAG))
    three = {"guard_bag.grigory": ["red_weaken", "green_heart", "red_weaken"]}
    assert game.refuses("choose_path", three, path="all", guard="grigory") == "draw_count_wrong"
    assert (
        game.refuses("choose_path", {"guard_bag.grigory": ["red_stun"]}, path="all", guard="grigory")
        == "chip_not_in_bag"
    )
    assert game.refuses("choose_path", three, path="drink") == "draw_count_wrong"
    empty = holding("well", guards=grigory(bag={"red_weaken": 1}))
    twice = {"guard_bag.grigory": ["red_weaken", "red_weaken"]}
    assert empty.refuses("choose_path", twice, path="search", guard="grigory") == "chip_not_in_bag"
    decision = GAME.decision({"do": "choose_path", "path": "all", "guard": "grigory"})
    with pytest.raises(LuckNeeded):
        GAME.decide(game.state, decision, game.pack, Observed({"guard_bag.grigory": ["red_weaken"]}))


@pytest.mark.rule("ISO-FLD-010")
def test_a_draw_stops_early_only_when_the_bag_is_empty() -> None:
    game = holding("well", guards=grigory(bag={"red_weaken": 2, "black_sword_1": 1}))
    game.does("choose_path", path="search", guard="grigory")
    assert (game.state.sil, game.state.lux, game.bag()) == (2, 2, {"red_weaken": 2, "black_sword_1": 1})
    empty = holding("well")
    empty.does("choose_path", path="search", guard="grigory")
    assert (empty.state.sil, empty.phase) == (0, "exploration")


@pytest.mark.rule("ISO-FLD-013")
def test_an_empty_deck_offers_nothing_though_cubes_lie_there() -> None:
    game = ready(field_decks={"forest": []})
    assert game.refuses("compass", choose="field_event") == "field_deck_empty"
    game.does("compass", choose="continue")


@pytest.mark.rule("ISO-FLD-014")
def test_a_node_of_no_region_places_no_cube_and_offers_no_field_event() -> None:
    game = table(at="caves/3", phase="event_draw")
    assert game.draws("compass") == ["EventChipDrawn"]
    assert game.refuses("compass", choose="field_event") == "no_region"
    game.does("compass", choose="hunt", skull="skull_1")


@pytest.mark.rule("ISO-FLD-015")
@pytest.mark.parametrize(("place", "retreat"), [({}, True), (AT_SEA, False)], ids=["land", "sea"])
def test_a_battle_of_a_field_event_may_be_retreated_from_on_land(place: dict[str, Any], retreat: bool) -> None:
    game = table(**{"at": "main/y1", **place, "phase": "field_path", "drawn_chip": "compass", "field_card": "bandits"})
    game.does("choose_path", path="stand")
    battle = game.state.battle
    assert battle is not None
    assert (battle.source, battle.retreat_allowed, game.state.field_removed) == ("field", retreat, ("bandits",))
    assert "compass" in str(game.state.drawn_chip)
    game.does("end_battle", outcome="victory")
    assert game.state.event_bag["compass"] == 2


@pytest.mark.rule("ISO-FLD-016")
def test_a_card_that_returns_goes_under_its_deck() -> None:
    game = holding("camp", field_decks={"forest": ["well"]})
    game.does("choose_path", path="pass")
    assert game.state.field_decks["forest"].known() == ("well", "camp")
    assert game.state.field_removed == ()


def test_what_a_path_takes_is_limited_to_what_is_there() -> None:
    game = holding("bandits", sil=2)
    game.does("choose_path", path="pay")
    assert game.state.sil == 0


def test_a_card_that_nobody_recorded_is_named_when_it_comes_and_its_outcome_told() -> None:
    game = ready(field_decks={"forest": ["unknown"]})
    game.does("compass", choose="field_event", card="lost_child")
    assert game.state.field_card == "lost_child"
    game.does("choose_path", path="help", outcome={"sil": 3, "cards": {"tent": 1}, "hp": {"grigory": -4}})
    assert (game.state.sil, game.satchel(), game.guard().hp) == (3, {"tent": 1}, 16)
    assert game.state.field_removed == ("lost_child",)


def test_the_order_of_a_shuffled_deck_is_luck() -> None:
    drawn = set()
    for seed in range(30):
        game = fresh_game()
        game.does("start_campaign", campaign=1)
        deck = game.state.field_decks["forest"]
        drawn.add(Seeded(seed).draw_from("field_deck.forest", deck)[0])
    assert ("unknown",) in drawn
    assert len(drawn) > 1
