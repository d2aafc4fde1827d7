"""Phases, and what is allowed when (ISO-PHA)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.isofarian_guard.campaign.world import CHOOSING, COMPASS, FIGHTING, TELLING, both, grigory, table

CUSTOMIZING: list[dict[str, Any]] = [
    {"do": "equip", "guard": "grigory", "slot": "item", "card": "potion"},
    {"do": "transfer", "card": "potion", "from": "grigory", "to": "alek"},
    {"do": "drop", "guard": "grigory", "card": "potion"},
    {"do": "use_item", "guard": "grigory", "card": "potion"},
    {"do": "unlock_skill", "guard": "grigory", "node": "heart"},
]
SERVICES = [
    ("ryba/inn", {"do": "rest"}),
    ("ryba/market", {"do": "buy", "card": "potion"}),
    ("ryba/forge", {"do": "craft", "card": "bomb"}),
    ("fort_istra/courtyard", {"do": "stash_put", "guard": "grigory", "card": "potion"}),
    ("main/g1", {"do": "harvest"}),
]
CARRYING = {"lux": 9, "guards": grigory(hp=9, satchel={"potion": 1})}


@pytest.mark.rule("ISO-PHA-001", "ISO-AFT-010")
def test_after_a_battle_play_returns_to_the_phase_it_came_from() -> None:
    game = table(**FIGHTING)
    game.does("end_battle", outcome="victory")
    assert (game.phase, game.state.event_bag["skull_1"]) == ("exploration", 1)
    story = table(**TELLING)
    story.does("narrative_battle")
    story.does("end_battle", outcome="victory")
    assert story.phase == "narrative"


@pytest.mark.rule("ISO-PHA-002", "ISO-PHA-006")
@pytest.mark.parametrize("decision", CUSTOMIZING, ids=str)
def test_guards_are_customized_during_exploration(decision: dict[str, Any]) -> None:
    assert table(**CARRYING).does(**decision)


@pytest.mark.rule("ISO-PHA-003")
@pytest.mark.parametrize(
    ("at", "decision"),
    [
        ("main/g1", {"do": "start_quest", "quest": "ring", "at": "main/y1"}),
        ("main/g1", {"do": "start_quest", "quest": "silk", "at": "main/y1"}),
        ("main/g1", {"do": "start_quest", "quest": "riddle", "at": "main/y1"}),
        ("main/g1", {"do": "harvest"}),
        ("main/g2", {"do": "mine"}),
        ("fort_istra/courtyard", {"do": "build", "building": "barracks"}),
    ],
    ids=str,
)
def test_much_opens_with_chapter_two(at: str, decision: dict[str, Any]) -> None:
    assert table(chapter=1, at=at, sil=9).refuses(**decision) == "chapter_too_low"


@pytest.mark.rule("ISO-PHA-004", "ISO-INN-005", "ISO-MKT-007", "ISO-SMI-010", "ISO-SKILL-010")
@pytest.mark.parametrize("phase", [TELLING, FIGHTING], ids=["narrative", "battle"])
def test_exploration_actions_are_refused_in_events_and_battles(phase: dict[str, Any]) -> None:
    for decision in CUSTOMIZING:
        assert table(**{**CARRYING, **phase}).refuses(**decision) == "not_in_exploration"
    for at, service in SERVICES:
        assert table(**{**CARRYING, **phase, "at": at}).refuses(**service) == "not_in_exploration"


@pytest.mark.rule("ISO-PHA-005")
def test_customizing_is_open_from_arrival_to_the_draw_and_after_the_chip_is_resolved() -> None:
    game = table(**CARRYING)
    game.does("move", to="main/y1")
    game.does("transfer", card="potion", from_="grigory", to="alek")
    game.draws("skull_1")
    assert game.refuses("transfer", card="potion", from_="alek", to="grigory") == "chip_unresolved"
    game.does("avoid_battle")
    game.does("transfer", card="potion", from_="alek", to="grigory")


@pytest.mark.rule("ISO-PHA-005")
@pytest.mark.parametrize("phase", [CHOOSING, COMPASS], ids=["skull", "compass"])
def test_nothing_else_is_done_while_a_chip_is_in_hand(phase: dict[str, Any]) -> None:
    for decision in (*CUSTOMIZING, {"do": "move", "to": "main/y2"}, {"do": "draw_event"}):
        assert table(**{**CARRYING, **phase}).refuses(**decision) == "chip_unresolved"


@pytest.mark.rule("ISO-PHA-006")
def test_any_number_of_changes_costs_nothing() -> None:
    game = table(sil=5, lux=5, guards=grigory(satchel={"spear": 1, "long_blade": 1, "mask": 1}))
    for card in ("spear", "long_blade", "spear"):
        game.does("equip", guard="grigory", slot="weapon", card=card)
    game.does("equip", guard="grigory", slot="accessory", card="mask")
    assert (game.state.sil, game.state.lux) == (5, 5)


@pytest.mark.rule("ISO-PHA-007", "ISO-SAT-006")
def test_a_card_without_a_slot_comes_before_everything_else() -> None:
    game = table(at="main/g1", pending=[{"card": "tent", "qty": 1}], guards=both(full(), full()))
    assert game.phase == "overflow"
    for decision in (*CUSTOMIZING, {"do": "move", "to": "main/y1"}, {"do": "trigger_narrative"}, {"do": "harvest"}):
        assert game.refuses(**decision) == "overflow_pending"
    game.does("resolve_overflow", drop="new")
    assert game.phase == "exploration"


def full() -> dict[str, Any]:
    return {"satchel": {"potion": 4}}


@pytest.mark.rule("ISO-PHA-008")
@pytest.mark.parametrize("chapter", [1, 2, 4])
def test_chapters_are_neither_skipped_nor_repeated(chapter: int) -> None:
    game = table(chapter=2)
    assert game.refuses("start_chapter", chapter=chapter) == "chapter_order"
    game.does("start_chapter", chapter=3)
    assert game.state.chapter == 3


def test_nothing_is_explored_between_two_campaigns() -> None:
    game = table()
    game.does("complete_campaign")
    assert game.refuses("move", to="main/y1") == "not_in_exploration"
