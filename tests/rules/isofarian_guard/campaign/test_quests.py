"""Side, caravan, puzzle and bounty quests (ISO-QST)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.isofarian_guard.campaign.world import Table, table

TWO_OUT = {
    "markers": {"scrolls": [{"at": "main/y1", "quest": "ring"}, {"at": "main/y2", "quest": "hunt"}]},
    "quests": {"ring": {"status": "active", "scene": 3, "step": 2}, "hunt": {"status": "active"}},
}


def begun(quest: str, **given: Any) -> Table:
    """A quest marked where the party stands, and triggered."""
    game = table(**given)
    game.does("start_quest", quest=quest, at="main/g1")
    game.does("trigger_narrative")
    return game


@pytest.mark.rule("ISO-QST-001")
def test_a_quest_begins_no_earlier_than_its_chapter() -> None:
    assert table(chapter=2).refuses("start_quest", quest="late", at="main/y1") == "chapter_too_low"
    assert table(chapter=3).does("start_quest", quest="late", at="main/y1")


@pytest.mark.rule("ISO-QST-002")
def test_quests_of_earlier_chapters_stay_open() -> None:
    assert table(chapter=4).does("start_quest", quest="ring", at="main/y1") == ["QuestStarted", "MarkerPlaced"]


@pytest.mark.rule("ISO-QST-003")
@pytest.mark.parametrize("quest", ["ring", "riddle", "hunt"])
def test_a_scroll_marks_side_puzzle_and_bounty_quests(quest: str) -> None:
    game = table()
    game.does("start_quest", quest=quest, at="main/y1")
    assert [(scroll.quest, scroll.at) for scroll in game.state.markers.scrolls] == [(quest, "main/y1")]


@pytest.mark.rule("ISO-QST-004", "ISO-QST-003")
def test_a_caravan_chip_marks_the_start_and_a_scroll_what_follows() -> None:
    game = begun("silk")
    assert game.state.markers.caravan is not None
    game.does("complete_scene", next_at="main/y2")
    assert game.state.markers.caravan is None
    assert [scroll.at for scroll in game.state.markers.scrolls] == ["main/y2"]


@pytest.mark.rule("ISO-QST-004")
def test_a_caravan_event_needs_a_free_scroll_when_it_is_triggered() -> None:
    game = table(**TWO_OUT)
    game.does("start_quest", quest="silk", at="main/g1")
    assert game.refuses("trigger_narrative") == "no_scroll_chip"
    assert game.refuses("start_quest", quest="salt", at="main/y1") == "no_caravan_chip"
    game.does("reclaim_scroll", quest="hunt")
    game.does("trigger_narrative")


@pytest.mark.rule("ISO-QST-005")
def test_a_third_quest_finds_no_scroll() -> None:
    assert table(**TWO_OUT).refuses("start_quest", quest="riddle", at="main/y1") == "no_scroll_chip"


@pytest.mark.rule("ISO-QST-006")
def test_a_taken_scroll_costs_the_progress_of_the_scene_and_no_finished_scene() -> None:
    game = table(**TWO_OUT)
    game.does("reclaim_scroll", quest="ring")
    ring = game.state.quests["ring"]
    assert (ring.status, ring.scene, ring.step) == ("suspended", 3, 0)
    assert game.refuses("reclaim_scroll", quest="ring") == "no_scroll_there"
    game.does("start_quest", quest="riddle", at="main/g2")


@pytest.mark.rule("ISO-QST-007")
def test_a_completed_quest_gives_up_its_chip_and_is_never_repeated() -> None:
    game = begun("ring")
    game.does("complete_narrative")
    assert game.state.markers.scrolls == ()
    assert game.refuses("start_quest", quest="ring", at="main/y1") == "already_completed"


@pytest.mark.rule("ISO-QST-008")
def test_a_suspended_quest_starts_again_at_its_scene() -> None:
    game = table(
        quests={"ring": {"status": "suspended", "scene": 3, "step": 0}, "silk": {"status": "suspended", "scene": 2}}
    )
    game.does("start_quest", quest="ring", at="main/y1")
    assert (game.state.quests["ring"].status, game.state.quests["ring"].scene) == ("active", 3)
    game.does("start_quest", quest="silk", at="main/y2")
    assert [scroll.quest for scroll in game.state.markers.scrolls] == ["ring", "silk"]


@pytest.mark.rule("ISO-QST-009")
def test_a_quest_on_the_map_is_not_started_again() -> None:
    game = table()
    game.does("start_quest", quest="silk", at="main/y1")
    assert game.refuses("start_quest", quest="silk", at="main/y2") == "already_active"


@pytest.mark.rule("ISO-QST-010")
def test_quests_may_give_abilities_and_cards_that_nothing_else_gives() -> None:
    game = begun("ring")
    game.does("follow_book", outcome={"cards": {"caravan_bell": 1}})
    game.does("unlock_ability", ability="feint")
    assert (game.satchel(), game.guard().known) == ({"caravan_bell": 1}, ("feint",))


@pytest.mark.rule("ISO-QST-011")
def test_a_caravan_accessory_stays_available_once_it_was_gained() -> None:
    game = begun("silk")
    assert "AccessoryUnlocked" in game.does("follow_book", outcome={"cards": {"caravan_bell": 1}})
    assert "AccessoryUnlocked" not in game.does("follow_book", outcome={"cards": {"caravan_bell": 1}})


def test_the_main_story_is_no_quest_to_take_up() -> None:
    assert table().refuses("start_quest", quest="crown", at="main/y1") == "wrong_kind"


def test_a_quest_that_nobody_recorded_is_recorded_as_it_is_taken_up() -> None:
    game = table()
    events = game.does("start_quest", quest="lost_cat", at="main/g1", kind="bounty", city="mir")
    assert events[0] == "CardRecorded"
    game.does("trigger_narrative")
    assert "PrestigeGained" in game.does("complete_narrative")
    assert game.state.prestige == {"mir": 1}
