"""Speaking Stones: the deck, paying, drawing, fusing, breaking, discarding."""

from __future__ import annotations

from typing import Any

import pytest

from rules.stonebound_saga.derived import hand_size, max_hand
from rules.stonebound_saga.stones import payments, stone_name
from tests.rules.stonebound_saga.table import COUNTER, Table, bare, evasion, four, fused, scene

HEAL = {"card": "defense", "element": "fire", "cost": 3, "target": "self", "steps": [{"heal": 1}]}
WARD = {"card": "defense", "element": "fire", "cost": 2, "fuse": True, "grants": [{"counter": True}]}


def healing(hand: str, cost: int = 3, **more: Any) -> Table:
    """Ana, wounded, with an ability of fire that heals her."""
    abilities = {"heal": {**HEAL, "cost": cost, "no_action": True}, "ward": WARD}
    return scene(hand=hand, ana={"hp": 1}, abilities=abilities, **more)


def heals(table: Table, stones: str) -> str:
    """The reason why stones do not pay for the healing, or empty."""
    try:
        table.does("use_ability", ability="heal", stones=stones.split(), target="ana")
    except Exception:
        return table.refuses("use_ability", ability="heal", stones=stones.split(), target="ana")
    return ""


# ---- stones


@pytest.mark.rule("SS-STN-004")
def test_all_draw_from_one_deck_and_discard_to_one_pile() -> None:
    table = four("1v1", stone_deck={"fire_1": 3, "wind_1": 3})
    table.does("take_turn", player="p1", cards=["fire_1", "fire_1", "wind_1"])
    for do in ("finish_activations", "finish_breaking"):
        table.does(do)
    table.does("discard", stones=["fire_1"])
    table.does("end_turn")
    table.does("take_turn", player="p2", cards=["fire_1", "wind_1", "wind_1"])
    assert table.state.stone_deck.size == 0
    assert table.state.discard == ("fire_1",)
    for do in ("finish_activations", "finish_breaking"):
        table.does(do)
    table.does("discard", stones=["wind_1"])
    assert table.state.discard == ("fire_1", "wind_1")


@pytest.mark.rule("SS-STN-005", "SS-STN-008")
@pytest.mark.parametrize(
    ("stones", "reason"),
    [("fire_3", ""), ("fire_1 fire_2", ""), ("fire_1 fire_1 fire_1", ""), ("fire_2", "cost_not_met"),
     ("fire_1 fire_1", "cost_not_met"), ("fire_2 fire_2", "")],
)  # fmt: skip
def test_stones_pay_their_stars_and_are_added_up(stones: str, reason: str) -> None:
    assert heals(healing("fire_1 fire_1 fire_1 fire_2 fire_2 fire_3"), stones) == reason


@pytest.mark.rule("SS-STN-006")
def test_an_infinite_stone_pays_any_cost_once() -> None:
    table = healing("fire_inf fire_1", cost=9)
    assert heals(table, "fire_inf") == ""
    assert table.player().hand == ("fire_1",)
    assert heals(table, "fire_inf") == "stone_not_in_hand"
    assert heals(table, "fire_1") == "cost_not_met"


@pytest.mark.rule("SS-STN-006")
def test_an_infinite_stone_stays_on_the_fuse_that_it_paid() -> None:
    table = healing("fire_inf", cost=1)
    table.does("fuse", ability="ward", stones=["fire_inf"])
    assert table.character("ana").fuses == {"ward": ("fire_inf",)}
    assert heals(table, "fire_inf") == "stone_not_in_hand"


@pytest.mark.rule("SS-STN-007")
@pytest.mark.parametrize("stones", ["water_3", "fire_3 water_1", "water_inf"])
def test_only_stones_of_the_element_pay(stones: str) -> None:
    assert heals(healing("fire_3 water_3 water_1 water_inf"), stones) == "wrong_element"


@pytest.mark.rule("SS-STN-009")
def test_what_is_paid_too_much_is_lost() -> None:
    table = healing("fire_3", cost=1)
    assert heals(table, "fire_3") == ""
    assert table.player().hand == ()
    assert table.state.discard == ("fire_3",)
    assert heals(table, "") == "cost_not_met"


@pytest.mark.rule("SS-STN-010")
def test_only_the_turn_players_hand_pays() -> None:
    table = healing("fire_2", cost=2, players={"p2": {"hand": ["fire_3"]}})
    assert heals(table, "fire_3") == "stone_not_in_hand"
    table.does("fuse", ability="ward", stones=["fire_2"])
    assert heals(table, "fire_2") == "stone_not_in_hand"


@pytest.mark.rule("SS-STN-011")
def test_an_empty_deck_is_made_of_the_discard_pile_and_both_empty_end_the_draw() -> None:
    given = {"stone_deck": {"fire_1": 1}, "discard": ["wind_1", "wind_3"]}
    table = four("1v1", **given)
    events = table.does("take_turn", player="p1", cards=["fire_1", "wind_3", "wind_1"])
    assert events == ["TurnStarted", "StonesDrawn", "DeckReshuffled", "StonesDrawn"]
    assert table.state.discard == ()
    short = four("1v1", stone_deck={"fire_1": 1}, discard=["wind_1"])
    short.does("take_turn", player="p1", cards=["fire_1", "wind_1"])
    assert short.player().hand == ("fire_1", "wind_1")
    assert four("1v1", stone_deck={}, discard=[]).does("take_turn", player="p1") == ["TurnStarted"]


@pytest.mark.rule("SS-STN-012")
def test_paid_stones_go_to_the_top_of_the_pile_in_the_order_named() -> None:
    table = healing("fire_1 fire_2", given={"discard": ["wind_1"]})
    assert heals(table, "fire_2 fire_1") == ""
    assert table.state.discard == ("wind_1", "fire_2", "fire_1")


def test_payments_leave_out_what_could_be_kept() -> None:
    table = healing("fire_1 fire_1 fire_2 fire_3 fire_inf water_3")
    assert payments(table.state, "p1", "fire", 3) == (
        ("fire_1", "fire_2"), ("fire_3",), ("fire_inf",)
    ) or ("fire_3",) in payments(table.state, "p1", "fire", 3)  # fmt: skip
    assert all("water_3" not in way for way in payments(table.state, "p1", "fire", 3))
    assert payments(table.state, "p1", "earth", 1) == ()
    assert payments(table.state, "p1", "earth", 0) == ((),)


def test_stones_read_as_words() -> None:
    assert [stone_name(s) for s in ("fire_2", "light_inf", "wind_3_up")] == [
        "Fire 2", "Light infinite", "Wind 3 raised to 4",
    ]  # fmt: skip


# ---- the draw


@pytest.mark.rule("SS-DRAW-001", "SS-DRAW-002", "SS-DRAW-003", "SS-DRAW-004")
@pytest.mark.parametrize("fallen", [0, 1])
def test_one_stone_and_two_for_each_character_the_fallen_counted(fallen: int) -> None:
    people = {f"c{n}": {"player": "p1", "pos": [n + 1, 1], "hp": 0 if n < fallen else 5} for n in range(2)}
    table = bare("turn_start", active_player=None, characters={**people, "zed": {"player": "p2", "pos": [9, 9]}})
    for wrong in (3, 4, 6):
        assert table.refuses("take_turn", player="p1", cards=["fire_1"] * wrong) == "wrong_draw_count"
    table.does("take_turn", player="p1", cards=["fire_1"] * 5)
    assert max_hand(table.state, table.pack, "p1") == 5


@pytest.mark.rule("SS-DRAW-005")
def test_the_full_number_is_drawn_whatever_is_held() -> None:
    table = four("1v1", players={"p1": {"hand": ["fire_1"] * 6}})
    table.does("take_turn", player="p1", cards=["wind_1"] * 3)
    assert hand_size(table.state, "p1") == 9


@pytest.mark.rule("SS-DRAW-006")
def test_an_ability_may_raise_the_hand_but_not_the_draw() -> None:
    pockets = {
        "of": "c_p1",
        "card": "defense",
        "element": "wind",
        "cost": 1,
        "fuse": True,
        "grants": [{"hand_size": 2}],
    }
    people = {"c_p1": {"player": "p1", "pos": [1, 1], "fuses": {"pockets": ["wind_1"]}},
              "zed": {"player": "p2", "pos": [9, 9]}}  # fmt: skip
    table = bare("turn_start", active_player=None, characters=people, content={"abilities": {"pockets": pockets}})
    assert table.refuses("take_turn", player="p1", cards=["fire_1"] * 5) == "wrong_draw_count"
    table.does("take_turn", player="p1", cards=["fire_1"] * 3)
    assert max_hand(table.state, table.pack, "p1") == 5


# ---- fusing


@pytest.mark.rule("SS-FUSE-001")
def test_only_defensive_abilities_with_the_keyword_are_fused() -> None:
    offense = {"card": "offense", "element": "fire", "cost": 0, "fuse": True, "grants": [{"counter": True}]}
    table = scene(hand="fire_3", abilities={"heal": HEAL, "ward": WARD, "odd": offense})
    assert table.refuses("fuse", ability="heal", stones=["fire_3"]) == "not_fusable"
    assert table.refuses("fuse", ability="odd", stones=[]) == "not_fusable"
    table.does("fuse", ability="ward", stones=["fire_3"])


@pytest.mark.rule("SS-FUSE-002")
def test_fusing_lays_the_stones_by_the_dashboard() -> None:
    table = scene(hand="fire_1 fire_1", abilities={"ward": WARD})
    assert table.refuses("fuse", ability="ward", stones=["fire_1"]) == "cost_not_met"
    assert table.does("fuse", ability="ward", stones=["fire_1", "fire_1"]) == ["AbilityFused"]
    assert table.character("ana").fuses == {"ward": ("fire_1", "fire_1")}
    assert (table.state.discard, table.player().hand) == ((), ())


@pytest.mark.rule("SS-FUSE-003", "SS-FUSE-004")
def test_any_number_of_fuses_uses_neither_move_nor_action() -> None:
    wards = {f"ward_{n}": {**WARD, "cost": 1} for n in range(4)}
    table = scene(hand="fire_1 fire_1 fire_1 fire_1", abilities=wards)
    for name in wards:
        table.does("fuse", ability=name, stones=["fire_1"])
    table.does("attack", "crt 90", target="zed")
    table.does("move", path=[[2, 3]])
    assert list(table.character("ana").fuses) == list(wards)


@pytest.mark.rule("SS-FUSE-005")
def test_stones_on_fuses_count_for_the_hand() -> None:
    table = scene(hand="fire_1 fire_2", abilities={"ward": WARD})
    table.does("fuse", ability="ward", stones=["fire_2"])
    assert hand_size(table.state, "p1") == 2


@pytest.mark.rule("SS-FUSE-006")
def test_a_fused_ability_is_not_fused_again() -> None:
    table = scene(hand="fire_2 fire_2", abilities={"ward": WARD})
    table.does("fuse", ability="ward", stones=["fire_2"])
    assert table.refuses("fuse", ability="ward", stones=["fire_2"]) == "already_fused"


@pytest.mark.rule("SS-FUSE-008")
def test_a_fuse_ability_is_not_used_as_an_action() -> None:
    table = scene(hand="fire_2", abilities={"ward": WARD})
    assert table.refuses("use_ability", ability="ward", stones=["fire_2"]) == "must_be_fused"


@pytest.mark.rule("SS-FUSE-009")
def test_a_fuse_belongs_to_the_turn_of_its_character() -> None:
    bo = {"player": "p1", "pos": [5, 5]}
    table = scene(hand="fire_2", active="bo", bo=bo, abilities={"ward": WARD})
    assert table.refuses("fuse", ability="ward", stones=["fire_2"]) == "ability_not_available"
    idle = scene(hand="fire_2", active=None, abilities={"ward": WARD})
    assert idle.refuses("fuse", ability="ward", stones=["fire_2"]) == "no_active_character"


@pytest.mark.rule("SS-FUSE-010")
def test_a_fuse_stays_over_turns_and_rounds() -> None:
    table = scene(hand="fire_2", abilities={"ward": WARD})
    table.does("fuse", ability="ward", stones=["fire_2"])
    for do in ("end_activation", "finish_activations", "finish_breaking", "end_turn"):
        table.does(do)
    table.does("take_turn", player="p2", cards=["wind_1"] * 3)
    for do in ("finish_activations", "finish_breaking", "end_turn"):
        table.does(do)
    assert table.state.round == 2
    assert table.character("ana").fuses == {"ward": ("fire_2",)}


# ---- breaking


def breaking(**more: Any) -> Table:
    """The breaking step of player 1, with a fuse of Ana's."""
    ana = fused("ward", "fire_2", activated=True)
    return scene(active=None, ana=ana, abilities={"ward": WARD}, given={"phase": "break"}, **more)


@pytest.mark.rule("SS-BRK-001")
def test_fuses_are_broken_only_after_all_turns_of_characters() -> None:
    table = scene(active=None, ana=fused("ward", "fire_2"), abilities={"ward": WARD})
    assert table.refuses("break_fuse", character="ana", ability="ward") == "wrong_phase"
    table.does("finish_activations")
    table.does("break_fuse", character="ana", ability="ward")


@pytest.mark.rule("SS-BRK-002", "SS-FUSE-007")
def test_a_broken_fuse_discards_its_stones() -> None:
    table = breaking()
    assert table.does("break_fuse", character="ana", ability="ward") == ["FuseBroken", "StonesDiscarded"]
    assert table.character("ana").fuses == {}
    assert table.state.discard == ("fire_2",)


@pytest.mark.rule("SS-BRK-003")
def test_any_own_fuses_are_broken_and_no_others() -> None:
    zed = fused("guard", "wind_1")
    table = breaking(zed=zed)
    assert table.refuses("break_fuse", character="zed", ability="guard") == "not_your_character"
    assert table.refuses("break_fuse", character="ana", ability="guard") == "not_fused"
    table.does("break_fuse", character="ana", ability="ward")
    assert table.refuses("break_fuse", character="ana", ability="ward") == "not_fused"


@pytest.mark.rule("SS-BRK-004")
def test_fuses_alone_do_not_exceed_the_hand() -> None:
    ana = {"fuses": {"ward": ["fire_1", "fire_2"], "more": ["fire_1", "fire_2"]}, "activated": True}
    table = scene(active=None, ana=ana, abilities={"ward": WARD, "more": WARD}, given={"phase": "break"})
    assert table.refuses("finish_breaking") == "fused_stones_exceed_hand_limit"
    table.does("break_fuse", character="ana", ability="more")
    table.does("finish_breaking")


# ---- discarding


def discarding(hand: str, **ana: Any) -> Table:
    """The discard step of player 1, whose hand holds 3 stones at most."""
    return scene(active=None, hand=hand, ana={"activated": True, **ana}, abilities={"ward": WARD},
                 given={"phase": "discard"})  # fmt: skip


@pytest.mark.rule("SS-DIS-001", "SS-DIS-002")
def test_stones_are_discarded_down_to_the_hand_and_below_at_will() -> None:
    table = discarding("fire_1 fire_1 wind_1 wind_2 wind_3")
    assert table.refuses("end_turn") == "hand_over_limit"
    table.does("discard", stones=["wind_1"])
    assert table.refuses("end_turn") == "hand_over_limit"
    table.does("discard", stones=["fire_1", "fire_1"])
    assert table.state.discard == ("wind_1", "fire_1", "fire_1")
    table.does("end_turn")


@pytest.mark.rule("SS-DIS-003")
def test_only_stones_in_hand_are_discarded() -> None:
    table = discarding("wind_1", **fused("ward", "fire_2"))
    assert table.refuses("discard", stones=["fire_2"]) == "stone_not_in_hand"
    assert table.refuses("discard", stones=["wind_1", "wind_1"]) == "stone_not_in_hand"
    table.does("discard", stones=["wind_1"])


@pytest.mark.rule("SS-DIS-004")
def test_nobody_discards_before_the_discard_step() -> None:
    table = scene(hand="fire_1 fire_1 fire_1 fire_1", players={"p2": {"hand": ["wind_1"] * 6}}, active=None)
    assert table.refuses("discard", stones=["fire_1"]) == "wrong_phase"
    table.does("finish_activations")
    table.does("finish_breaking")
    assert table.refuses("end_turn") == "hand_over_limit"
    assert len(table.player("p2").hand) == 6


@pytest.mark.rule("SS-EVA-004")
def test_a_fused_evasion_shows_on_its_character() -> None:
    table = scene(zed=fused("dodge", "wind_1"), abilities={"dodge": evasion(30), "riposte": COUNTER})
    assert list(table.character("zed").fuses) == ["dodge"]
    assert "AttackEvaded" in table.does("attack", "evasion 30", target="zed")
