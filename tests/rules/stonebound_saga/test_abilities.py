"""Abilities: use, payment, targets, and the keywords."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.stonebound_saga.table import Table, evasion, fused, scene

BO = {"player": "p1", "pos": [6, 6]}
YAM = {"player": "p2", "pos": [9, 9]}
EMBER = {"steps": [{"standard_attack": True}, {"chance": [1, 50], "then": [{"add": "burn"}]}]}


def using(ability: dict[str, Any], rolls: str = "", target: str | None = "zed", hand: str = "", **more: Any) -> Table:
    """The table after Ana used an ability."""
    table = scene(abilities={"it": ability}, hand=hand, **more)
    table.does("use_ability", rolls, ability="it", stones=hand.split(), **({"target": target} if target else {}))
    return table


# ---- use


@pytest.mark.rule("SS-ABL-001", "SS-ABL-002")
def test_an_offensive_or_unfused_defensive_ability_is_paid_and_used() -> None:
    for card in ("offense", "defense"):
        ability = {"card": card, "cost": 2, "target": "self", "steps": [{"heal": 3}]}
        table = using(ability, hand="fire_1 fire_1", target="ana", ana={"hp": 4})
        assert table.hp("ana") == 7
        assert (table.state.discard, table.player().hand) == (("fire_1", "fire_1"), ())
        assert table.character("ana").used == ("it",)


@pytest.mark.rule("SS-ABL-003", "SS-KEY-010", "SS-KEY-017")
def test_an_ability_uses_the_action_unless_it_says_no_action() -> None:
    abilities = {
        "it": {"steps": [{"add": "burn"}]},
        "free": {"no_action": True, "cost": 1, "steps": [{"add": "shear"}]},
    }
    table = scene(abilities=abilities, hand="fire_1 fire_1 fire_1")
    table.does("use_ability", ability="free", stones=["fire_1"], target="zed")
    assert not table.character("ana").acted
    table.does("use_ability", ability="it", target="zed")
    assert table.refuses("attack", "crt 90", target="zed") == "action_already_used"
    assert table.refuses("use_ability", ability="it", target="zed") == "action_already_used"
    table.does("use_ability", ability="free", stones=["fire_1"], target="zed")
    table.does("use_ability", ability="free", stones=["fire_1"], target="zed")
    assert table.held("zed", "shear") == 3


@pytest.mark.rule("SS-ABL-004", "SS-ABL-005")
def test_keywords_come_in_order_each_with_its_own_roll() -> None:
    hit = using(EMBER, "crt 90, on_range 50")
    assert (hit.hp("zed"), hit.held("zed", "burn")) == (7, 1)
    missed = using(EMBER, "crt 90, on_range 51")
    assert (missed.hp("zed"), missed.held("zed", "burn")) == (7, 0)
    table = scene(abilities={"it": EMBER})
    assert table.refuses("use_ability", "on_range 50, crt 90", ability="it", target="zed") == "unexpected_roll"


@pytest.mark.rule("SS-ABL-006")
def test_an_ability_needs_its_target_in_range_unless_it_says_otherwise() -> None:
    far = {"pos": [9, 9]}
    table = scene(abilities={"it": {"steps": [{"add": "burn"}]}}, zed=far)
    assert table.refuses("use_ability", ability="it", target="zed") == "out_of_range"
    assert using({"any_range": True, "steps": [{"add": "burn"}]}, zed=far).held("zed", "burn") == 1


@pytest.mark.rule("SS-ABL-007")
def test_effects_apply_even_when_the_armour_held() -> None:
    table = using(EMBER, "crt 90, on_range 50", zed={"pd": 9})
    assert (table.hp("zed"), table.held("zed", "burn")) == (10, 1)


@pytest.mark.rule("SS-ABL-008")
@pytest.mark.parametrize(("kind", "hp", "pd", "sd"), [("physical", 7, 1, 4), ("spirit", 9, 2, 3), (None, 7, 1, 4)])
def test_typed_damage_meets_and_wears_its_armour_without_a_crt_roll(
    kind: str | None, hp: int, pd: int, sd: int
) -> None:
    table = using({"steps": [{"damage": 5, **({"type": kind} if kind else {})}]}, zed={"pd": 2, "sd": 4})
    zed = table.character("zed")
    assert (zed.hp, zed.pd, zed.sd) == (hp, pd, sd)


@pytest.mark.rule("SS-ABL-008", "SS-EVA-001")
def test_typed_damage_may_be_evaded_with_what_it_carries() -> None:
    burst = {"steps": [{"damage": 5, "type": "physical"}, {"add": "burn"}, {"heal": 1, "to": "self"}]}
    table = scene(abilities={"it": burst, "dodge": evasion(30)}, zed=fused("dodge", "wind_1"), ana={"hp": 5})
    table.does("use_ability", "evasion 30", ability="it", target="zed")
    assert (table.hp("zed"), table.held("zed", "burn"), table.hp("ana")) == (10, 0, 6)


@pytest.mark.rule("SS-ABL-009")
def test_stones_and_action_are_spent_even_when_it_fails() -> None:
    blind = using({"cost": 1, **EMBER}, "blind 51", hand="fire_1", ana={"statuses": {"blind": 1}})
    assert blind.state.discard == ("fire_1",)
    assert blind.character("ana").acted
    table = scene(
        abilities={"it": {"cost": 1, **EMBER}, "dodge": evasion(30)}, zed=fused("dodge", "wind_1"), hand="fire_1"
    )
    table.does("use_ability", "evasion 30", ability="it", stones=["fire_1"], target="zed")
    assert table.state.discard == ("fire_1",)
    assert table.character("ana").acted


@pytest.mark.rule("SS-ABL-010")
def test_what_concerns_a_felled_target_is_skipped_with_its_roll() -> None:
    drain = {"steps": [*EMBER["steps"], {"heal": 2, "to": "self"}]}
    table = using(drain, "crt 90", zed={"hp": 1}, yam=YAM, ana={"hp": 5})
    assert table.held("zed", "burn") == 0
    assert table.hp("ana") == 7


@pytest.mark.rule("SS-ABL-011")
@pytest.mark.parametrize(
    ("aim", "wrong", "right"),
    [("enemy", ["ana", "bo", "fallen"], "zed"), ("ally", ["ana", "zed"], "bo"), ("self", ["bo", "zed"], "ana")],
)
def test_an_ability_is_used_on_its_kind_of_target(aim: str, wrong: list[str], right: str) -> None:
    ability = {"target": aim, "any_range": True, "steps": [{"add": "shear"}]}
    table = scene(abilities={"it": ability}, bo=BO, fallen={**YAM, "hp": 0})
    for target in [*wrong, "nobody"]:
        assert table.refuses("use_ability", ability="it", target=target) == "invalid_target"
    table.does("use_ability", ability="it", target=right)
    assert table.held(right, "shear") == 1


# ---- keywords


@pytest.mark.rule("SS-KEY-001")
def test_an_aura_affects_all_that_it_reaches_and_no_others() -> None:
    quake = {"aura": True, "steps": [{"add": "shear"}]}
    people = {"yam": {"player": "p2", "pos": [4, 3]}, "far": {**YAM}, "bo": {"player": "p1", "pos": [2, 3]}}
    table = scene(abilities={"it": quake}, **people)
    for wrong in (["zed"], ["zed", "yam", "far"], ["zed", "yam", "bo"]):
        assert table.refuses("use_ability", ability="it", targets=wrong) == "invalid_target"
    table.does("use_ability", ability="it", targets=["yam", "zed"])
    assert [table.held(name, "shear") for name in ("zed", "yam", "far", "bo")] == [1, 1, 0, 0]
    alone = scene(abilities={"it": quake}, zed={"pos": [9, 9]})
    assert alone.refuses("use_ability", ability="it") == "out_of_range"


@pytest.mark.rule("SS-KEY-007", "SS-KEY-008")
def test_a_double_attack_is_two_attacks_on_the_armour_that_is_left() -> None:
    flurry = {"steps": [{"double_attack": True}]}
    table = using(flurry, "crt 10, crt 90", zed={"pd": 3, "hp": 20, "max_hp": 20})
    assert (table.hp("zed"), table.character("zed").pd) == (20 - 5 - 3, 0)
    felled = using(flurry, "crt 90", zed={"hp": 1}, yam=YAM)
    assert felled.character("zed").incapacitated


@pytest.mark.rule("SS-KEY-008")
def test_a_felled_attacker_makes_no_second_attack() -> None:
    thorns = {"of": "zed", "card": "defense", "fuse": True, "grants": [{"retaliate": 9}]}
    table = scene(abilities={"it": {"steps": [{"double_attack": True}]}, "thorns": thorns}, ana={"hp": 1}, bo=BO,
                  zed={"fuses": {"thorns": []}})  # fmt: skip
    table.does("use_ability", "crt 90", ability="it", target="zed")
    assert (table.hp("zed"), table.state.active_character) == (7, None)


@pytest.mark.rule("SS-KEY-009", "SS-KEY-021")
def test_a_guaranteed_crt_needs_no_roll_and_no_crt_overrides_it() -> None:
    sure = using({"steps": [{"standard_attack": {"guaranteed_crt": True}}]}, ana={"crt": 0})
    assert sure.hp("zed") == 3
    both = using({"steps": [{"standard_attack": {"guaranteed_crt": True, "no_crt": True}}]})
    assert both.hp("zed") == 7


@pytest.mark.rule("SS-KEY-011")
def test_no_crt_has_no_roll() -> None:
    ability = {"steps": [{"standard_attack": {"no_crt": True}}]}
    assert using(ability, ana={"crt": 100}).hp("zed") == 7
    table = scene(abilities={"it": ability})
    assert table.refuses("use_ability", "crt 5", ability="it", target="zed") == "unexpected_roll"


@pytest.mark.rule("SS-KEY-012", "SS-KEY-019")
@pytest.mark.parametrize(
    ("roll", "hp", "shear", "blind"), [(70, 8, 1, 1), (7, 8, 1, 1), (17, 8, 1, 1), (77, 6, 2, 1), (86, 10, 0, 0)]
)
def test_on_a_number_either_die_does_and_both_double(roll: int, hp: int, shear: int, blind: int) -> None:
    shard = {"steps": [{"number": 7, "then": [{"lose_hp": 2}, {"add": "shear"}, {"add": "blind"}]}]}
    table = using(shard, f"on_number {roll}")
    assert (table.hp("zed"), table.held("zed", "shear"), table.held("zed", "blind")) == (hp, shear, blind)


@pytest.mark.rule("SS-KEY-012")
def test_a_double_zero_shows_two_zeros_and_a_one_digit_roll_one() -> None:
    shard = {"steps": [{"number": 0, "then": [{"lose_hp": 1}]}]}
    assert [using(shard, f"on_number {roll}").hp("zed") for roll in (100, 10, 5, 55)] == [8, 9, 9, 10]


@pytest.mark.rule("SS-KEY-013")
@pytest.mark.parametrize(("roll", "burn"), [(19, 0), (20, 1), (40, 1), (41, 0)])
def test_on_a_range_both_ends_count(roll: int, burn: int) -> None:
    table = using({"steps": [{"chance": [20, 40], "then": [{"add": "burn"}]}]}, f"on_range {roll}")
    assert table.held("zed", "burn") == burn


@pytest.mark.rule("SS-KEY-014")
@pytest.mark.parametrize(("roll", "burn"), [(15, 1), (16, 0)])
def test_on_crt_is_a_roll_of_its_own(roll: int, burn: int) -> None:
    table = using({"steps": [{"crt_roll": True, "then": [{"add": "burn"}]}]}, f"on_crt {roll}", ana={"crt": 15})
    assert table.held("zed", "burn") == burn


@pytest.mark.rule("SS-KEY-018")
@pytest.mark.parametrize(("tundra", "roll", "shear"), [(90, 35, 1), (90, 36, 0), (50, 15, 1), (50, 16, 0)])
def test_on_crt_uses_the_value_of_the_attack_that_it_belongs_to(tundra: int, roll: int, shear: int) -> None:
    ability = {"steps": [{"standard_attack": True}, {"crt_roll": True, "then": [{"add": "shear"}]}]}
    table = using(ability, f"argun_tundra {tundra}, crt 99, on_crt {roll}", zed={"statuses": {"break": 1}},
                  terrain={"3,2": "argun_tundra"})  # fmt: skip
    assert table.held("zed", "shear") == shear


@pytest.mark.rule("SS-KEY-015")
@pytest.mark.parametrize(("roll", "stun"), [(11, 1), (99, 1), (100, 1), (10, 0), (1, 0), (90, 0)])
def test_on_doubles_both_dice_show_the_same(roll: int, stun: int) -> None:
    table = using({"steps": [{"doubles": True, "then": [{"add": "stun"}]}]}, f"on_doubles {roll}")
    assert table.held("zed", "stun") == stun


@pytest.mark.rule("SS-KEY-016")
def test_use_once_is_once_in_a_turn_of_the_character() -> None:
    once = {"no_action": True, "use_once": True, "steps": [{"add": "shear"}]}
    table = using(once)
    assert table.refuses("use_ability", ability="it", target="zed") == "used_this_turn"
    for do in ("end_activation", "finish_activations", "finish_breaking", "end_turn"):
        table.does(do)
    table.does("take_turn", player="p2", cards=["wind_1"] * 3)
    for do in ("finish_activations", "finish_breaking", "end_turn"):
        table.does(do)
    table.does("take_turn", player="p1", cards=["fire_1"] * 3)
    table.does("activate", character="ana")
    table.does("use_ability", ability="it", target="zed")
    assert table.held("zed", "shear") == 2


@pytest.mark.rule("SS-KEY-019")
def test_burn_doubled_is_added_twice() -> None:
    table = using({"steps": [{"number": 3, "then": [{"add": "burn"}]}]}, "on_number 33")
    assert table.held("zed", "burn") == 2


def test_rolls_inside_rolls_are_made_in_turn() -> None:
    nested = {"steps": [{"chance": [1, 50], "then": [{"add": "burn"}, {"doubles": True, "then": [{"add": "stun"}]}]}]}
    table = using(nested, "on_range 20, on_doubles 22")
    assert (table.held("zed", "burn"), table.held("zed", "stun")) == (1, 1)
    assert using(nested, "on_range 51").held("zed", "burn") == 0
