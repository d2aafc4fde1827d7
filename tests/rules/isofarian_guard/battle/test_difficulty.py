"""Difficulty levels in battle."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.battle.game import BATTLE
from rules.isofarian_guard.battle.grid import Figures, adjusted
from rules.isofarian_guard.battle.start import is_ambush
from tests.rules.isofarian_guard.battle.table import Table, block, enemies_turn, goes, stone

WOLF = {"wolf": {"cards": {1: {"hp": 7, "atk": 2, "def": 1, "ap": 2}}}}


def against_a_wolf(difficulty: str, guard: Any = None, **content: Any) -> Table:
    return Table(
        phase="exploration", step="over", difficulty=difficulty, guards={"grigory": guard or {}},
        content={"enemies": WOLF, **content},
    )  # fmt: skip


@pytest.mark.rule("ISO-DIFFB-001", "ISO-DIFFB-002", "ISO-DIFFB-003")
@pytest.mark.parametrize(("difficulty", "figures"), [
    ("story", (7, 2, 0, 2)), ("standard", (7, 2, 1, 2)), ("tenebris", (7, 4, 2, 3)),
])  # fmt: skip
def test_every_enemy_is_adjusted_by_the_difficulty(difficulty: str, figures: tuple[int, ...]) -> None:
    table = against_a_wolf(difficulty)
    table.does("start_battle", source="skull", enemies=[{"type": "wolf"}])
    wolf = table.enemy()
    assert (wolf["hp"], wolf["atk"], wolf["def"], wolf["ap"]["gray"]) == figures


@pytest.mark.rule("ISO-DIFFB-004", "ISO-DIFFB-009")
def test_in_tenebris_every_encounter_that_is_not_narrative_is_an_ambush() -> None:
    for source in ("skull", "hunt", "field", "challenge"):
        assert is_ambush(source, "tenebris", marked=False, blue=False)  # type: ignore[arg-type]
    table = against_a_wolf("tenebris")
    table.does("start_battle", source="hunt", enemies=[{"type": "wolf"}])
    assert table.view["encounter"]["ambush"] is True
    for source in ("narrative", "quest"):
        assert not is_ambush(source, "tenebris", marked=False, blue=True)  # type: ignore[arg-type]


@pytest.mark.rule("ISO-DIFFB-005")
@pytest.mark.parametrize(("difficulty", "allowed"), [("standard", True), ("tenebris", False)])
def test_in_tenebris_a_guard_equips_at_most_two_stonebound_abilities(difficulty: str, allowed: bool) -> None:
    content = {"stonebound": {"ray": stone()}}
    two, three = ({slot: {"stonebound": "ray"} for slot in slots} for slots in (("I", "II"), ("I", "II", "III")))
    battle = {"source": "skull", "enemies": [{"type": "wolf"}]}
    against_a_wolf(difficulty, {"slots": two}, **content).does("start_battle", **battle)
    table = against_a_wolf(difficulty, {"slots": three}, **content)
    if allowed:
        table.does("start_battle", **battle)
    else:
        assert table.refuses("start_battle", **battle) == "stonebound_limit"


@pytest.mark.rule("ISO-DIFFB-006")
def test_in_tenebris_what_a_defeat_takes_goes_to_the_supply() -> None:
    guards = {"yana": {"satchel": [{"card": "pelt", "kind": "material", "qty": 2}], "item": "salve"}}
    loss = block({"op": "lose_hp", "who": "all_enemies", "n": 30})
    table = goes(enemies_turn(loss, guards=guards, difficulty="tenebris", location="main/7"))
    assert (table.view["dropped_pile"], table.guard("yana")["satchel"], table.guard("yana")["item"]) == (None, [], None)


@pytest.mark.rule("ISO-DIFFB-008")
def test_adjusted_figures_stay_within_zero_and_the_limits() -> None:
    assert adjusted(Figures(9, 9, 10, 5), "tenebris") == Figures(9, 10, 10, 5)
    assert adjusted(Figures(3, 0, 0, 0), "story") == Figures(3, 0, 0, 0)


@pytest.mark.rule("ISO-DIFFB-008", "ISO-ADD-006")
def test_an_enemy_added_later_is_adjusted_too() -> None:
    call = block({"op": "add_enemy", "type": "wolf", "stars": 1})
    table = goes(enemies_turn(call, content={"enemies": WOLF}, difficulty="tenebris"))
    assert (table.enemy("II")["atk"], table.enemy("II")["ap"]["gray"]) == (4, 3)


@pytest.mark.rule("ISO-DIFFB-010")
def test_no_decision_of_a_battle_changes_its_difficulty() -> None:
    assert "set_difficulty" not in BATTLE.decision_kinds
    table = against_a_wolf("story")
    table.does("start_battle", source="skull", enemies=[{"type": "wolf"}])
    assert table.state.difficulty == "story"
