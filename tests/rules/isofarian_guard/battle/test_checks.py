"""Every invariant of a position: broken it is named, at its very edge it holds."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.isofarian_guard.battle import checks
from rules.isofarian_guard.battle.state import AbilityCard, Ap, BattleState, Enemy, Guard, Holdings

FOE = Enemy(enemy="dummy", hp=9, start_hp=9, atk=3, def_=1)


def position(guard: dict[str, Any] | None = None, enemy: dict[str, Any] | None = None, **more: Any) -> BattleState:
    """Yury before one enemy, between activations."""
    given: dict[str, Any] = {"step": "choose_guard", **more}
    foe = replace(FOE, **(enemy or {}))
    return BattleState(guards={"yury": Guard(**(guard or {}))}, **{"enemies": {"I": foe}, **given})


def faults(*args: Any, **given: Any) -> list[str]:
    return list(checks.faults(position(*args, **given)))


ACTING: dict[str, Any] = {"step": "actions", "active_guard": "yury", "activated": ("yury",)}


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"step": "actions"}, "step actions with active guard None"),
        ({"active_guard": "yury", "activated": ("yury",)}, "step choose_guard with active guard yury"),
        ({**ACTING, "activated": ()}, "the active guard is not among those activated"),
        ({"step": "rewards"}, "rewards without a victory"),
        ({"outcome": "victory"}, "an outcome in step choose_guard"),
        ({**ACTING, "draw_left": 1}, "a draw under way outside the draw step"),
        ({"acting": "I"}, "an AI card waits outside the enemies' turn"),
        ({"aggro": "vera"}, "vera is not in this battle"),
        ({"last_attacker": "vera"}, "vera is not in this battle"),
        ({"activated": ("vera",)}, "vera is not in this battle"),
        ({"enemies": {}}, "a battle without enemies"),
        ({"enemies": {"V": FOE}}, "an enemy in slot V"),
        ({"holdings": Holdings(sil=100)}, "a dial shows more than 99"),
    ],
)
def test_an_order_that_cannot_be_is_named(given: dict[str, Any], fault: str) -> None:
    assert faults(**given) == [fault]


@pytest.mark.parametrize(
    ("guard", "fault"),
    [
        ({"hp": 21}, "yury: 21 of 20 HP"),
        ({"hp": -1}, "yury: -1 of 20 HP"),
        ({"hp": 31, "hp_max": 31}, "yury: 31 of 31 HP"),
        ({"atk": 11}, "yury: base ATK 11, base DEF 0"),
        ({"def_": -1}, "yury: base ATK 0, base DEF -1"),
        ({"ap_active": Ap(gray=6)}, "yury: gray AP 6 active, 0 exhausted"),
        ({"ap_active": Ap(gray=3), "ap_exhausted": Ap(gray=3)}, "yury: gray AP 3 active, 3 exhausted"),
        ({"ap_exhausted": Ap(green=-1)}, "yury: green AP 0 active, -1 exhausted"),
        ({"blue_cubes": 21}, "more than 20 blue cubes are in play"),
        ({"bag": {"red_luck": 1}}, "yury, bag: no chip red_luck"),
        ({"bag": {"red_fear": 0}}, "yury, bag: 0 of red_fear"),
        ({"bag": {"red_fear": 3}, "negative": {"red_fear": 3}}, "yury owns more than five red_fear"),
        ({"positive": {"red_fear": 1}}, "yury: a chip lies in positive that does not belong there"),
        ({"drawn": {"green_heart": 1}}, "yury: a chip lies in drawn that does not belong there"),
        ({"slots": {"VII": AbilityCard(ability="deed")}}, "yury: an ability outside slots I to VI"),
        ({"slots": {"I": AbilityCard(ability="deed", cubes=13)}}, "more than 12 yellow cubes are in play"),
    ],
)
def test_a_guard_that_cannot_be_is_named(guard: dict[str, Any], fault: str) -> None:
    assert faults(guard) == [fault]


@pytest.mark.parametrize(
    ("enemy", "fault"),
    [
        ({"hp": 110}, "I: 110 HP"),
        ({"hp": 0}, "I: 0 HP and not defeated"),
        ({"defeated": True}, "I: 9 HP and defeated"),
        ({"atk": 11}, "I: base ATK 11, base DEF 1"),
        ({"chips": {"red_luck": 1}}, "I: no chip red_luck"),
    ],
)
def test_an_enemy_that_cannot_be_is_named(enemy: dict[str, Any], fault: str) -> None:
    assert faults(None, enemy) == [fault]


def test_more_cubes_than_the_box_holds_are_named() -> None:
    full = Ap(gray=5, green=5)
    enemies = {slot: replace(FOE, ap_active=full) for slot in ("I", "II", "III", "IV")}
    assert faults({"ap_active": Ap(gray=5)}, enemies=enemies) == []
    assert faults({"ap_active": Ap(gray=5, green=1)}, enemies=enemies) == [
        "more green AP is in play than there are cubes"
    ]


def test_everything_at_its_very_edge_is_sound() -> None:
    cards = {slot: AbilityCard(ability="deed", cubes=2) for slot in ("I", "II", "III", "IV", "V", "VI")}
    edge = {"hp": 30, "hp_max": 30, "atk": 10, "def_": 10, "ap_active": Ap(gray=5, green=5), "blue_cubes": 20,
            "bag": {"red_fear": 2}, "negative": {"red_fear": 3}, "slots": cards}  # fmt: skip
    assert faults(edge, {"hp": 109, "atk": 10}, holdings=Holdings(sil=99, lux=99)) == []
    assert faults({"hp": 0}, {"hp": 0, "defeated": True}) == []
    assert faults(step="rewards", outcome="victory", enemies={}) == []
    assert faults(step="over", outcome="defeat", enemies={}) == []
    assert faults(step="enemies_turn", acting="I") == []
    assert faults(step="draw", active_guard="yury", activated=("yury",), draw_left=0) == []
