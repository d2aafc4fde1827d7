"""The battle in rows: grid, dashboards, order of the round, what can be used and paid now."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from projections.isofarian_guard.battle import battle_rows, battle_summary
from rules.isofarian_guard.battle import derived
from rules.isofarian_guard.battle.decisions import PlacedFoe
from rules.isofarian_guard.battle.library import library
from rules.isofarian_guard.battle.state import BattleState
from tests.projections.isofarian_guard.battles import PACK, WOLVES, opened, played


def rows(state: BattleState) -> dict[str, Any]:
    return battle_rows(state, PACK)


def at_step(step: str, seed: int = 3, guard: str | None = None) -> BattleState:
    """The first position of a played battle in some step."""
    for one in played(seed):
        if one.after.step == step and (guard is None or one.after.active_guard == guard):
            return one.after
    raise AssertionError(f"the battle never came to {step}")


@pytest.mark.parametrize("seed", range(4))
def test_every_position_of_a_battle_has_plain_rows(seed: int) -> None:
    for one in played(seed):
        shown = rows(one.after)
        assert set(shown) == {
            "fight",
            "fighter.grigory",
            "fighter.alek",
            *(f"foe.{s}" for s in ("I", "II", "III", "IV")),
        }
        msgspec.json.encode(shown)
        summary = battle_summary(one.after, PACK)
        assert summary["headline"]
        assert [step["state"] for step in shown["fight"]["order"]].count("here") <= 1


def test_the_grid_has_four_slots_the_back_row_behind() -> None:
    shown = rows(opened().after)
    assert shown["fight"]["grid"] == [["III", "IV"], ["I", "II"]]
    assert shown["foe.I"]["name"] == "Timber Wolf"
    assert shown["foe.III"] == {"slot": "III", "back": True, "empty": True}


@pytest.mark.rule("ISO-GRID-004")
def test_an_enemy_behind_another_is_sheltered() -> None:
    foes = (PlacedFoe(enemy="timber_wolf", slot="I"), PlacedFoe(enemy="timber_wolf", slot="III"))
    shown = rows(opened(foes).after)
    assert (shown["foe.I"]["sheltered"], shown["foe.III"]["sheltered"]) == (False, True)


def test_the_order_of_the_round_marks_where_it_is() -> None:
    state = at_step("actions", guard="grigory")
    order = {step["label"]: step["state"] for step in rows(state)["fight"]["order"]}
    assert order["Round begins"] == "done"
    assert order["Grigory"] == "here"
    assert order["I Timber Wolf"] == "next"
    assert order["Clean-up"] == "next"


@pytest.mark.rule("ISO-AMB-001")
def test_in_an_ambush_only_the_enemies_stand_in_the_first_round() -> None:
    state = replace(opened().after, ambush=True, step="enemies_turn")
    order = [step["label"] for step in rows(state)["fight"]["order"]]
    assert order == ["I Timber Wolf", "II Timber Wolf", "Clean-up"]


def test_figures_open_to_their_sums() -> None:
    state = opened().after
    atk = rows(state)["fighter.grigory"]["atk"]
    assert atk["n"] == derived.atk_now(state, library(PACK), "grigory") == sum(part["value"] for part in atk["parts"])
    assert atk["words"] == "3 base"


def test_a_card_says_whether_it_can_be_paid_now() -> None:
    state = at_step("actions", guard="grigory")
    cards = {card["slot"]: card for card in rows(state)["fighter.grigory"]["slots"]}
    assert cards["IV"]["open"]  # its gem is ready
    assert "= " in cards["IV"]["previews"][0]["words"]
    poor = replace(state, guards={**state.guards, "grigory": replace(state.guards["grigory"], drawn={})})
    guard = {card["slot"]: card for card in rows(poor)["fighter.grigory"]["slots"]}["I"]
    assert not guard["open"]
    assert guard["why"]


def test_a_guard_who_does_not_act_offers_no_card() -> None:
    state = at_step("actions", guard="grigory")
    assert not rows(state)["fighter.alek"]["weapon"]["open"]


def test_odds_are_told_before_a_draw_and_not_after_it() -> None:
    before = at_step("draw", guard="grigory")
    told = rows(before)["fighter.grigory"]["odds"]
    assert told["number"] == 2
    assert told["columns"][:2] == [1, 2]
    assert {len(table["chances"]) for table in told["tables"]} == {len(told["columns"])}
    assert told["single"][0]["name"] == "Fear"
    assert rows(at_step("actions", guard="grigory"))["fighter.grigory"]["odds"] is None


def test_the_deck_of_an_enemy_says_what_may_come() -> None:
    foe = rows(opened().after)["foe.I"]
    assert foe["deck_size"] == 8
    assert {card["name"] for card in foe["deck"]} == {"Bite", "Swipe", "A card nobody has entered"}
    assert sum(card["n"] for card in foe["deck"]) == 8


def test_the_summary_names_round_and_step() -> None:
    assert battle_summary(opened(WOLVES).after, PACK)["headline"] == "Round 1: the round begins"
