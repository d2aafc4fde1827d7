"""The Isofarian Guard as a game of the kernel."""

from __future__ import annotations

import pytest

from rules.isofarian_guard import GAME
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import standard
from tests.rules.isofarian_guard.campaign.world import (
    BATTLE,
    COMPASS,
    FIGHTING,
    Table,
    both,
    fresh_game,
    grigory,
    table,
)


def marks(game: Table) -> list[tuple[str, str, bool]]:
    """The landmarks of what has happened."""
    found = [GAME.landmark(event) for event in game.events]
    return [(mark.kind, mark.label, mark.checkpoint) for mark in found if mark]


@pytest.mark.pitfall("BL-006")
def test_visits_rests_tents_and_battles_are_landmarks() -> None:
    game = table(at="ryba/gate", sil=9, guards=grigory(satchel={"tent": 1}))
    game.does("move", to="ryba/inn")
    game.does("rest")
    game.does("place_party", at="caves/3")
    game.does("use_tent", guard="grigory")
    assert marks(game) == [
        ("turn", "Ryba: Inn", False),
        ("day", "Rest at Ryba: Inn", True),
        ("day", "Tent at Caves: 3", True),
    ]


def test_places_are_written_as_on_the_map() -> None:
    game = table(at="fort_istra/courtyard")
    game.does("move", to="fort_istra/boat_dock")
    game.does("move", to="fort_istra/courtyard")
    game.does("move", to="main/g1")
    assert [mark[1] for mark in marks(game)] == ["Fort Istra: Boat dock", "Fort Istra: Courtyard", "Node g1"]


def test_battles_and_falls_are_landmarks() -> None:
    game = table(**COMPASS)
    game.does("compass", choose="hunt", skull="skull_1")
    game.does("end_battle", outcome="defeat")
    assert [mark[:2] for mark in marks(game)] == [("battle", "Battle"), ("phase", "Fallen at node y1")]


def test_campaigns_and_chapters_are_checkpoints_and_the_end_is_the_end() -> None:
    game = fresh_game()
    game.does("start_campaign", campaign=1)
    game.does("start_chapter", chapter=2)
    assert marks(game) == [("phase", "Campaign 1", True), ("phase", "Campaign 1, chapter 2", True)]
    last = table(campaign=5, campaigns_done=[1, 2, 3, 4])
    last.does("complete_campaign")
    assert [mark[:2] for mark in marks(last)] == [("end", "Campaign 5 completed"), ("end", "All campaigns completed")]


def test_a_narrative_event_is_a_landmark_with_its_name() -> None:
    game = table()
    game.does("place_narrative", quest="old_debt", at="main/g1")
    game.does("trigger_narrative")
    assert marks(game) == [("phase", "Old debt", False)]


def test_every_reason_that_refusals_carry_is_declared() -> None:
    assert {"draw_pending", "overflow_pending", "stone_still_bound", "color_unknown"} <= GAME.reasons
    assert all(reason == reason.lower() for reason in GAME.reasons)


def test_illegal_cases_of_the_catalogue_are_reasons_of_the_game() -> None:
    named = {
        code.strip().partition(":")[0].strip()
        for rule in GAME.catalogue.values()
        if rule.illegal and rule.id.split("-")[1] in ("NOD", "SAT", "EQP", "FORT", "SKILL", "PLY", "WAT")
        for code in rule.illegal.split(";")
    }
    assert named <= GAME.reasons


# ---- what is wrong with a position

FAULTS = [
    ({"event_bag": {"skull_1": 0, "skull_2": 0, "skull_3": 0, "compass": 2}}, "five chips"),
    ({"phase": "skull_choice"}, "No skull"),
    ({"phase": "compass_choice"}, "No compass"),
    ({"phase": "narrative"}, "No narrative"),
    ({"phase": "battle"}, "battle"),
    ({"battle": BATTLE}, "battle"),
    ({"region_cubes": {"forest": 4}}, "4 cubes"),
    ({"prestige": {"ryba": 4}}, "Prestige"),
    ({"boat": {"at": "main/d1", "aboard": True}}, "aboard"),
    ({"control": {"grigory": "p9", "alek": "p1"}}, "plays"),
    ({"players": ["a", "b", "c"]}, "3 people play"),
    ({"party": ["grigory", "grigory"]}, "party"),
    ({"reserve": {"alek": {"hp": 3}}}, "set aside"),
    ({"markers": {"scrolls": [{"at": "a", "quest": q} for q in "abc"]}}, "scroll"),
    ({"guards": grigory(hp=40)}, "40 HP"),
    ({"guards": grigory(ap_exhausted=3)}, "AP exhausted"),
    ({"guards": grigory(bag={"black_sword_1": 6})}, "6 chips"),
    ({"guards": grigory(bag={"pink_sword": 1})}, "no chip"),
    ({"guards": grigory(satchel={"tent": 5})}, "more than it has slots"),
    ({"guards": grigory(satchel={"pine": 5})}, "carries 5"),
    ({"guards": both({"satchel": {"pine": 1}}, {"satchel": {"pine": 1}})}, "two satchels"),
    ({"guards": grigory(item="pickaxe")}, "tool in the item slot"),
    ({"guards": both({"abilities": {"I": "tide"}}, {"abilities": {"I": "tide"}})}, "equipped twice"),
    (
        {"guards": both({"gems": {"I": "red", "II": "red", "III": "red"}}, {"gems": {"I": "red", "II": "red"}})},
        "5 red gems",
    ),
    ({"difficulty": "tenebris", "guards": grigory(gems={"I": "red", "II": "red", "III": "red"})}, "in Tenebris"),
    ({"stash": {"cards": {"pickaxe": 7}}}, "7 tool"),
]


@pytest.mark.parametrize(("given", "words"), FAULTS, ids=[words for _, words in FAULTS])
def test_a_position_that_does_not_add_up_is_found_out(given: dict[str, object], words: str) -> None:
    assert any(words in fault for fault in GAME.check(table(**given).state))


def test_the_things_of_a_pack_are_called_by_their_names() -> None:
    names = GAME.labels(standard())
    assert (names["volk_blade"], names["timber_wolf"], names["mir"]) == ("Volk Blade", "Timber Wolf", "Mir")


def test_a_healthy_position_has_no_fault() -> None:
    assert GAME.check(table(**FIGHTING).state) == []
    assert GAME.check(Position(control={}, event_bag={"skull_1": 1, "skull_2": 1, "skull_3": 1, "compass": 2})) == []


def test_differences_call_places_and_battles_by_their_own_words() -> None:
    assert GAME.names(standard())["fort_istra/boat_dock"] == "Fort Istra: Boat Dock"
    words = [word for word in GAME.field_words.values() if word]
    assert sorted({word for word in words if words.count(word) > 1}) == ["AP"]
    assert "Battle" not in words  # the field that is called so beside them says it of itself
