"""The event bag: draws, skulls, compass, hunting (ISO-EVT)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rules.isofarian_guard import GAME
from rules.isofarian_guard.campaign import derived
from rules.isofarian_guard.content.pack import standard
from rules.kernel import LuckImpossible, Seeded
from tests.rules.isofarian_guard.campaign.world import CHOOSING, COMPASS, both, grigory, table

AT_SEA = {"at": "main/b1", "boat": {"at": "main/b1", "aboard": True}}


@pytest.mark.rule("ISO-EVT-001")
def test_a_draw_is_a_skull_or_a_compass_by_the_odds_of_five_chips() -> None:
    game = table(at="main/y1", phase="event_draw")
    decision = GAME.decision({"do": "draw_event"})
    drawn = Counter(
        GAME.fold(GAME.decide(game.state, decision, game.pack, Seeded(seed)), game.state).drawn_chip  # type: ignore[union-attr]
        for seed in range(2_000)
    )
    assert set(drawn) == {"skull_1", "skull_2", "skull_3", "compass"}
    assert 0.36 < drawn["compass"] / 2_000 < 0.44


@pytest.mark.rule("ISO-EVT-001")
@pytest.mark.pitfall("BL-110")
def test_a_chip_that_is_not_in_the_bag_cannot_have_been_drawn() -> None:
    refusal = table(at="main/y1", phase="event_draw").refusal("draw_event", {"event_bag": ["skull_4"]})
    assert isinstance(refusal, LuckImpossible)
    assert refusal.code == "chip_not_in_bag"


@pytest.mark.rule("ISO-EVT-002")
def test_the_drawn_chip_stays_out_until_its_outcome_is_resolved() -> None:
    game = table(at="main/y1", phase="event_draw")
    game.draws("skull_3")
    assert "skull_3" not in game.state.event_bag
    game.does("avoid_battle")
    assert game.state.event_bag == {"skull_1": 1, "skull_2": 1, "skull_3": 1, "compass": 2}


@pytest.mark.rule("ISO-EVT-003")
def test_a_skull_is_skipped_for_one_ap_of_each_guard() -> None:
    game = table(**CHOOSING)
    assert game.does("avoid_battle").count("ApExhausted") == 2
    assert (game.phase, game.guard().ap_exhausted, game.guard("alek").ap_exhausted) == ("exploration", 1, 1)
    assert game.refuses("avoid_battle") == "no_skull_drawn"


@pytest.mark.rule("ISO-EVT-004")
def test_one_exhausted_guard_forbids_skipping() -> None:
    game = table(**CHOOSING, guards=both({"base": {"ap": 5}}, {"ap_exhausted": 2}))
    assert game.refuses("avoid_battle") == "ap_unavailable"


@pytest.mark.rule("ISO-EVT-005", "ISO-EVT-006")
def test_ap_spent_on_skipping_is_missing_when_the_next_battle_begins() -> None:
    game = table(at="main/y1", phase="event_draw", guards=both({"ap_exhausted": 1}, {"ap_exhausted": 1}))
    game.draws("skull_1")
    game.does("avoid_battle")
    game.does("move", to="main/g1")
    game.does("move", to="main/y1")
    game.draws("skull_1")
    game.does("fight")
    assert [derived.ap_active(guard) for guard in game.state.guards.values()] == [0, 0]


@pytest.mark.rule("ISO-EVT-007", "ISO-EVT-008")
@pytest.mark.parametrize(
    ("skull", "enemies", "ambush"), [("skull_1", 1, False), ("skull_2", 2, False), ("skull_3", 2, True)]
)
def test_the_index_lists_the_battle_for_node_chapter_and_skull(skull: str, enemies: int, ambush: bool) -> None:
    game = table(**{**CHOOSING, "drawn_chip": skull})
    game.does("fight")
    battle = game.state.battle
    assert battle is not None
    assert (len(battle.enemies), battle.ambush, battle.retreat_allowed) == (enemies, ambush, not ambush)
    assert (battle.enemies[0].slot, battle.enemies[0].enemy, battle.enemies[0].stars) == ("I", "wolf", 1)


@pytest.mark.rule("ISO-EVT-009")
def test_the_real_index_covers_main_map_nodes_and_two_mini_maps_chapter_by_chapter() -> None:
    met = {
        (chapter, ref.partition("/")[0])
        for enemy in standard().enemies.values()
        for card in enemy.cards.values()
        for chapter, refs in card.nodes.items()
        for ref in refs
    }
    assert met == {(chapter, area) for chapter in "1234" for area in ("main", "frozen_wastes", "ice_caves")}


def test_a_battle_that_nobody_recorded_is_fought_at_the_table() -> None:
    game = table(**{**CHOOSING, "at": "main/y2"})
    game.does("fight")
    assert game.state.battle is not None
    assert game.state.battle.enemies == ()
    game.does("end_battle", outcome="victory", rewards={"sil": 3})
    assert game.state.sil == 3


@pytest.mark.rule("ISO-EVT-010", "ISO-EVT-011")
def test_a_compass_places_a_cube_at_once_unless_three_are_there() -> None:
    game = table(at="main/y1", phase="event_draw", region_cubes={"forest": 2})
    assert game.draws("compass") == ["EventChipDrawn", "PurpleCubePlaced"]
    full = table(at="main/y1", phase="event_draw", region_cubes={"forest": 3})
    assert full.draws("compass") == ["EventChipDrawn"]


@pytest.mark.rule("ISO-EVT-012")
def test_after_a_compass_one_of_three_ways_is_taken() -> None:
    game = table(**COMPASS)
    assert game.does("compass", choose="continue") == ["ExplorationContinued", "EventChipReturned"]
    assert game.refuses("compass", choose="hunt", skull="skull_1") == "no_compass_drawn"


@pytest.mark.rule("ISO-EVT-013", "ISO-EVT-014")
@pytest.mark.parametrize("skull", ["skull_1", "skull_2", "skull_3"])
@pytest.mark.parametrize("place", [{"at": "main/y1"}, AT_SEA], ids=["land", "sea"])
def test_any_listed_battle_may_be_hunted_and_none_is_an_ambush(skull: str, place: dict[str, Any]) -> None:
    game = table(**{**COMPASS, **place})
    game.does("compass", choose="hunt", skull=skull)
    assert game.state.battle is not None
    assert (game.state.battle.source, game.state.battle.ambush, game.state.battle.retreat_allowed) == (
        "hunt",
        False,
        True,
    )


@pytest.mark.rule("ISO-EVT-013")
def test_a_hunt_needs_a_column_that_the_index_lists() -> None:
    encounters = {"main/y1": {2: {"skull_1": {"enemies": []}}}}
    game = table(**COMPASS, content={"encounters": encounters})
    assert game.refuses("compass", choose="hunt", skull="skull_2") == "not_offered"
    assert game.refuses("compass", choose="hunt") == "not_offered"


@pytest.mark.rule("ISO-EVT-015", "ISO-EVT-016")
def test_a_field_event_needs_three_cubes_which_stay_when_it_is_declined() -> None:
    game = table(at="main/y1", phase="event_draw", region_cubes={"forest": 1}, field_decks={"forest": ["well"]})
    game.draws("compass")
    assert game.refuses("compass", choose="field_event") == "cubes_insufficient"
    full = table(**COMPASS, region_cubes={"forest": 3}, field_decks={"forest": ["well"]})
    full.does("compass", choose="continue")
    assert full.state.region_cubes == {"forest": 3}


@pytest.mark.rule("ISO-EVT-017")
@pytest.mark.parametrize("place", [{"at": "main/y1"}, AT_SEA], ids=["red print", "sea"])
def test_ambushes_are_avoided_like_any_skull(place: dict[str, Any]) -> None:
    game = table(**{**CHOOSING, "drawn_chip": "skull_3", **place})
    assert "BattleAvoided" in game.does("avoid_battle")


@pytest.mark.rule("ISO-EVT-018")
def test_a_hunted_battle_cannot_be_skipped() -> None:
    game = table(**COMPASS)
    game.does("compass", choose="hunt", skull="skull_1")
    assert game.refuses("avoid_battle") == "no_skull_drawn"
    assert game.refuses("fight") == "no_skull_drawn"


def test_without_a_skull_in_hand_nobody_fights() -> None:
    assert table(guards=grigory(hp=3)).refuses("fight") == "no_skull_drawn"
