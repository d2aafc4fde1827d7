"""Standard attacks: rolls and their order, damage and armour, evasion and negation, reactions, incapacitation."""

from __future__ import annotations

from typing import Any

import pytest

from rules.stonebound_saga.derived import critical_chance
from rules.stonebound_saga.state import Character
from tests.rules.stonebound_saga.table import COUNTER, Table, evasion, fuse, fused, negation, scene

BO = {"player": "p1", "pos": [6, 6]}
YAM = {"player": "p2", "pos": [9, 9]}


def duel(terrain: dict[str, Any] | None = None, ana: dict[str, Any] | None = None, **zed: Any) -> Table:
    """Ana (ATK 4, CRT 10) before Zed (HP 10, PD 1)."""
    return scene(terrain=terrain, ana=ana or {}, zed=zed)


# ---- who and how far


@pytest.mark.rule("SS-ATK-001", "SS-ATK-002", "SS-ATK-003")
def test_range_is_orthogonal_distance_whatever_stands_between() -> None:
    table = scene(
        ana={"rng": 3}, zed={"pos": [4, 5]}, yam={"player": "p2", "pos": [3, 4]}, terrain={"3,5": "ice_block"}
    )
    table.does("attack", "crt 90", target="zed")
    assert table.hp("zed") == 7
    assert scene(ana={"rng": 2}, zed={"pos": [4, 5]}).refuses("attack", target="zed") == "out_of_range"


@pytest.mark.rule("SS-ATK-004")
def test_there_is_one_attack_or_ability_in_a_turn() -> None:
    table = scene(abilities={"hit": {"steps": [{"standard_attack": True}]}})
    table.does("attack", "crt 90", target="zed")
    assert table.refuses("attack", "crt 90", target="zed") == "action_already_used"
    assert table.refuses("use_ability", "crt 90", ability="hit", target="zed") == "action_already_used"


@pytest.mark.rule("SS-ATK-007")
@pytest.mark.parametrize("target", ["ana", "bo", "fallen", "nobody"])
def test_only_living_opponents_are_attacked(target: str) -> None:
    table = scene(ana={"rng": 9}, bo=BO, fallen={"player": "p2", "pos": [3, 2], "hp": 0})
    assert table.refuses("attack", "crt 90", target=target) == "invalid_target"


# ---- critical attacks


@pytest.mark.rule("SS-ATK-005", "SS-KEY-020")
@pytest.mark.parametrize(("roll", "hp"), [(1, 3), (10, 3), (11, 7), (100, 7)])
def test_a_roll_up_to_crt_doubles_the_attack(roll: int, hp: int) -> None:
    table = duel()
    table.does("attack", f"crt {roll}", target="zed")
    assert table.hp("zed") == hp


@pytest.mark.rule("SS-ATK-006", "SS-KEY-020")
@pytest.mark.parametrize(("class_", "hp", "pd", "sd"), [("marauder", 8, 1, 3), ("prophet", 9, 2, 2)])
def test_the_class_gives_the_damage_type(class_: str, hp: int, pd: int, sd: int) -> None:
    table = duel(ana={"class": class_}, pd=2, sd=3)
    table.does("attack", "crt 90", target="zed")
    zed = table.character("zed")
    assert (zed.hp, zed.pd, zed.sd) == (hp, pd, sd)


@pytest.mark.rule("SS-ATK-008")
def test_at_crt_0_the_roll_is_made_and_never_succeeds() -> None:
    table = duel(ana={"crt": 0})
    assert table.refuses("attack", target="zed") == "roll_missing"
    assert "CriticalHit" not in table.does("attack", "crt 1", target="zed")


@pytest.mark.rule("SS-ATK-009")
def test_rolls_come_in_their_order() -> None:
    table = scene(
        ana={"rng": 2, "statuses": {"blind": 1}},
        zed={"fuses": {"dodge": ["wind_1"], "shell": ["wind_1"], "riposte": ["wind_1"]}, "atk": 5},
        abilities={"dodge": evasion(20), "shell": negation(20), "riposte": COUNTER},
        terrain={"3,4": "sand_storm", "3,3": "blazing_torches", "2,2": "argun_tundra"},
    )
    first = "blind 1, sand_storm 90, evasion 90, negation 90, argun_tundra 90, crt 90, blazing_torches 90"
    swapped = first.replace("evasion 90, negation 90", "negation 90, evasion 90")
    assert table.refuses("attack", f"{swapped}, crt 91", target="zed") == "unexpected_roll"
    table.does("attack", f"{first}, crt 91", target="zed")
    assert (table.hp("zed"), table.hp("ana")) == (7, 6)


@pytest.mark.rule("SS-ATK-009")
def test_fortifications_stand_between_the_crt_roll_and_the_loss() -> None:
    table = duel({"3,4": "fortifications"})
    assert table.refuses("attack", "fortifications 20, crt 90", target="zed") == "unexpected_roll"
    table.does("attack", "crt 90, fortifications 20", target="zed")
    assert table.hp("zed") == 9


@pytest.mark.rule("SS-ATK-010", "SS-STA-015")
@pytest.mark.parametrize(
    ("crt", "shear", "broken", "tundra", "value"),
    [(20, 0, False, False, 20), (20, 2, False, False, 10), (10, 4, True, False, 25), (90, 0, True, False, 100),
     (10, 0, False, True, 0), (10, 3, True, True, 5), (30, 1, True, True, 30)],
)  # fmt: skip
def test_the_crt_value_is_shear_then_break_and_tundra(
    crt: int, shear: int, broken: bool, tundra: bool, value: int
) -> None:
    attacker = Character(player="p1", crt=crt, statuses={"shear": shear})
    target = Character(player="p2", statuses={"break": 1} if broken else {})
    assert critical_chance(attacker, target, tundra) == value


@pytest.mark.rule("SS-ATK-011", "SS-STA-010")
def test_additions_come_before_a_critical_doubles() -> None:
    table = duel(ana={"cubes": {"red": 1}}, statuses={"cripple": 1}, hp=20, max_hp=20)
    table.does("attack", "crt 1", target="zed")
    assert table.hp("zed") == 20 - (2 * (4 + 1 + 1) - 1)
    assert table.held("zed", "cripple") == 1


@pytest.mark.rule("SS-ATK-012")
@pytest.mark.parametrize(
    ("rolls", "blind"),
    [("crt 90, crt 90", False), ("evasion 5, crt 90", False), ("blind 51, crt 3", True), ("crt 90, blind 3", True)],
)
def test_a_roll_that_nothing_calls_for_is_refused(rolls: str, blind: bool) -> None:
    table = duel(ana={"statuses": {"blind": 1}} if blind else {})
    assert table.refuses("attack", rolls, target="zed") == "unexpected_roll"


@pytest.mark.rule("SS-ATK-013")
def test_a_roll_that_is_called_for_is_not_left_out() -> None:
    assert duel().refuses("attack", target="zed") == "roll_missing"
    blind = duel(ana={"statuses": {"blind": 1}})
    assert blind.refuses("attack", "blind 20", target="zed") == "roll_missing"


@pytest.mark.rule("SS-SET-005")
@pytest.mark.parametrize("roll", [0, 101])
def test_rolls_are_1_to_100(roll: int) -> None:
    assert duel().refuses("attack", f"crt {roll}", target="zed") == "roll_out_of_range"


# ---- damage and armour


@pytest.mark.rule("SS-DMG-001", "SS-DMG-002", "SS-DMG-006")
@pytest.mark.parametrize(("pd", "hp", "worn"), [(0, 6, 0), (1, 7, 0), (3, 9, 2), (4, 10, 4), (9, 10, 9)])
def test_damage_less_armour_is_lost_and_wears_it_by_one(pd: int, hp: int, worn: int) -> None:
    table = duel(pd=pd)
    table.does("attack", "crt 90", target="zed")
    assert (table.hp("zed"), table.character("zed").pd) == (hp, worn)


@pytest.mark.rule("SS-DMG-003", "SS-DMG-004")
@pytest.mark.parametrize(("pd", "hp", "worn"), [(1, 3, 0), (3, 5, 1), (8, 10, 6), (9, 10, 7)])
def test_a_critical_wears_by_two_even_when_nothing_gets_through(pd: int, hp: int, worn: int) -> None:
    table = duel(pd=pd)
    table.does("attack", "crt 1", target="zed")
    assert (table.hp("zed"), table.character("zed").pd) == (hp, worn)


@pytest.mark.rule("SS-DMG-005")
def test_armour_that_let_nothing_through_stays() -> None:
    table = duel(pd=4)
    assert "ArmorReduced" not in table.does("attack", "crt 90", target="zed")
    assert table.character("zed").pd == 4


@pytest.mark.rule("SS-DMG-007")
def test_only_the_armour_that_was_met_is_worn_and_its_old_value_counts() -> None:
    table = duel(pd=3, sd=3)
    table.does("attack", "crt 1", target="zed")
    zed = table.character("zed")
    assert (zed.hp, zed.pd, zed.sd) == (5, 1, 3)


@pytest.mark.rule("SS-DMG-008")
def test_losses_without_a_type_ignore_armour() -> None:
    table = scene(abilities={"curse": {"steps": [{"lose_hp": 2}]}}, zed={"pd": 5, "sd": 5})
    table.does("use_ability", ability="curse", target="zed")
    zed = table.character("zed")
    assert (zed.hp, zed.pd, zed.sd) == (8, 5, 5)


@pytest.mark.rule("SS-DMG-009", "SS-INC-001")
def test_hp_stop_at_zero_and_the_fallen_stay_on_their_space() -> None:
    table = scene(ana={"atk": 99}, yam=YAM)
    table.does("attack", "crt 90", target="zed")
    zed = table.character("zed")
    assert (zed.hp, zed.incapacitated, zed.pos) == (0, True, (3, 4))


@pytest.mark.rule("SS-DMG-010")
def test_losses_last() -> None:
    table = duel(pd=3)
    table.does("attack", "crt 90", target="zed")
    for do in ("end_activation", "finish_activations", "finish_breaking", "end_turn"):
        table.does(do)
    table.does("take_turn", player="p2", cards=["wind_1"] * 3)
    zed = table.character("zed")
    assert (zed.hp, zed.pd, zed.start_pd, zed.max_hp) == (9, 2, 3, 10)


# ---- incapacitation


@pytest.mark.rule("SS-INC-002", "SS-INC-008")
def test_the_fallen_lose_statuses_fuses_and_cubes() -> None:
    zed = {"hp": 1, "statuses": {"burn": 2, "freeze": 2}, "fuses": {"dodge": ["wind_1"], "riposte": ["fire_2"]},
           "cubes": {"red": 2, "white": 3}, "freeze_served": True}  # fmt: skip
    table = scene(zed=zed, yam=YAM, abilities={"dodge": evasion(5, "spirit"), "riposte": COUNTER})
    events = table.does("attack", "crt 90", target="zed")
    fallen = table.character("zed")
    assert events[-2:] == ["CharacterIncapacitated", "FusesRemoved"]
    assert (fallen.statuses, fallen.fuses, fallen.red, fallen.white) == ({}, {}, 0, 0)
    assert table.state.discard == ("wind_1", "fire_2")


def raising(**more: Any) -> Table:
    """Ana may raise Bo, who fell on 3,5."""
    dawn = {"card": "defense", "target": "ally", "steps": [{"raise": 4}]}
    bo = {"player": "p1", "pos": [3, 5], "hp": 0, "pd": 0, "start_pd": 3, **more.pop("bo", {})}
    return scene(ana={"rng": 3}, bo=bo, abilities={"dawn": dawn}, **more)


@pytest.mark.rule("SS-INC-003", "SS-INC-006")
def test_the_raised_stand_up_on_their_own_space_as_they_fell() -> None:
    table = raising()
    assert table.refuses("use_ability", ability="dawn", target="bo", place=[3, 6]) == "not_nearest_space"
    table.does("use_ability", ability="dawn", target="bo")
    bo = table.character("bo")
    assert (bo.hp, bo.pos, bo.pd, bo.statuses, bo.fuses) == (4, (3, 5), 0, {}, {})


@pytest.mark.rule("SS-INC-004", "SS-INC-005")
def test_where_somebody_stands_on_them_they_go_to_the_nearest_free_space() -> None:
    table = raising(zed={"pos": [3, 5]}, terrain={"2,5": "ice_block"})
    for wrong in ([3, 7], [2, 5], [3, 5]):
        assert table.refuses("use_ability", ability="dawn", target="bo", place=wrong) == "not_nearest_space"
    assert table.refuses("use_ability", ability="dawn", target="bo") == "not_nearest_space"
    table.does("use_ability", ability="dawn", target="bo", place=[4, 5])
    assert table.character("bo").pos == (4, 5)


@pytest.mark.rule("SS-INC-007")
def test_only_the_fallen_are_raised_and_healing_does_not_raise() -> None:
    assert raising(bo={"hp": 3}).refuses("use_ability", ability="dawn", target="bo") == "not_incapacitated"
    heal = {"target": "ally", "any_range": True, "steps": [{"heal": 4}]}
    table = scene(bo={**BO, "hp": 0}, abilities={"heal": heal})
    assert table.refuses("use_ability", ability="heal", target="bo") == "invalid_target"


# ---- evasion and negation


@pytest.mark.rule("SS-EVA-001", "SS-EVA-005")
@pytest.mark.parametrize(("roll", "evaded"), [(20, True), (21, False)])
def test_evasion_avoids_the_whole_attack(roll: int, evaded: bool) -> None:
    ember = {"steps": [{"standard_attack": True}, {"chance": [1, 50], "then": [{"add": "burn"}]}]}
    table = scene(zed=fused("dodge", "wind_1", pd=2), abilities={"dodge": evasion(20), "ember": ember})
    rolls = f"evasion {roll}" + ("" if evaded else ", crt 90, on_range 1")
    events = table.does("use_ability", rolls, ability="ember", target="zed")
    assert ("AttackEvaded" in events) is evaded
    zed = table.character("zed")
    assert (zed.hp, zed.pd, table.held("zed", "burn")) == ((10, 2, 0) if evaded else (8, 1, 1))


@pytest.mark.rule("SS-EVA-002", "SS-EVA-006")
@pytest.mark.parametrize(
    ("chances", "roll", "evaded"), [((20, 30), 50, True), ((20, 30), 51, False), ((60, 70), 100, True)]
)
def test_chances_of_evasion_add_up_to_a_hundred_at_most(chances: tuple[int, int], roll: int, evaded: bool) -> None:
    table = scene(zed={"fuses": {"one": ["wind_1"], "two": ["wind_1"]}},
                  abilities={"one": evasion(chances[0]), "two": evasion(chances[1])})  # fmt: skip
    events = table.does("attack", f"evasion {roll}" + ("" if evaded else ", crt 90"), target="zed")
    assert ("AttackEvaded" in events) is evaded


@pytest.mark.rule("SS-EVA-006")
def test_evasion_of_another_type_calls_for_no_roll() -> None:
    table = scene(zed=fused("dodge", "wind_1"), abilities={"dodge": evasion(90, "spirit")})
    table.does("attack", "crt 90", target="zed")
    assert table.hp("zed") == 7


@pytest.mark.rule("SS-EVA-003", "SS-EVA-007")
def test_negations_are_rolled_one_by_one_after_evasion_failed() -> None:
    abilities = {"dodge": evasion(10), "shell": negation(20), "plate": negation(30)}
    zed = {"fuses": {"plate": ["wind_1"], "dodge": ["wind_1"], "shell": ["wind_1"]}}
    table = scene(zed=zed, abilities=abilities)
    table.does("attack", "evasion 11, negation 31, negation 21, crt 90", target="zed")
    assert table.hp("zed") == 7
    table = scene(zed=zed, abilities=abilities)
    assert "AttackNegated" in table.does("attack", "evasion 11, negation 30", target="zed")
    table = scene(zed=zed, abilities=abilities)
    table.does("attack", "evasion 11, negation 31, negation 20", target="zed")
    assert table.hp("zed") == 10


@pytest.mark.rule("SS-EVA-005")
def test_against_an_effect_only_that_effect_is_kept_off_after_its_own_roll() -> None:
    ember = {"steps": [{"standard_attack": True}, {"chance": [1, 50], "then": [{"add": "burn"}, {"add": "shear"}]}]}
    abilities = {"cool": negation(40, "burn"), "slip": evasion(40, "burn"), "ember": ember}
    zed = {"fuses": {"cool": ["wind_1"], "slip": ["wind_1"]}}
    table = scene(zed=zed, abilities=abilities)
    events = table.does("use_ability", "crt 90, on_range 1, evasion 41, negation 40", ability="ember", target="zed")
    assert "EffectNegated" in events
    assert (table.hp("zed"), table.held("zed", "burn"), table.held("zed", "shear")) == (7, 0, 1)
    missed = scene(zed=zed, abilities=abilities)
    missed.does("use_ability", "crt 90, on_range 51", ability="ember", target="zed")
    slipped = scene(zed=zed, abilities=abilities)
    assert "EffectNegated" in slipped.does(
        "use_ability", "crt 90, on_range 1, evasion 40", ability="ember", target="zed"
    )


@pytest.mark.rule("SS-EVA-008")
def test_each_attack_of_a_double_attack_is_avoided_by_its_own_roll() -> None:
    table = scene(zed=fused("dodge", "wind_1"),
                  abilities={"dodge": evasion(20), "flurry": {"steps": [{"double_attack": True}]}})  # fmt: skip
    table.does("use_ability", "evasion 20, evasion 21, crt 90", ability="flurry", target="zed")
    assert table.hp("zed") == 7


@pytest.mark.rule("SS-EVA-009")
def test_evasion_may_cover_a_group() -> None:
    canopy = evasion(30, of="yam", **{"for": ["zed"]})
    table = scene(yam={**YAM, **fused("canopy", "wind_1")}, abilities={"canopy": canopy})
    assert "AttackEvaded" in table.does("attack", "evasion 30", target="zed")
    bare_yam = scene(ana={"rng": 20}, yam={**YAM, **fused("canopy", "wind_1")}, abilities={"canopy": canopy})
    bare_yam.does("attack", "crt 90", target="yam")


# ---- reactions


def countered(**more: Any) -> Table:
    """Zed, who counters with ATK 3."""
    zed = {"atk": 3, "fuses": {"riposte": ["wind_1"]}, **more.pop("zed", {})}
    return scene(zed=zed, abilities={"riposte": COUNTER, **more.pop("abilities", {})}, **more)


@pytest.mark.rule("SS-KEY-002", "SS-KEY-006")
def test_a_counter_is_a_standard_attack_with_its_own_roll_and_no_action() -> None:
    table = countered()
    events = table.does("attack", "crt 90, crt 10", target="zed")
    assert "CounterMade" in events
    assert (table.hp("ana"), table.character("ana").pd) == (5, 0)
    assert not table.character("zed").acted


@pytest.mark.rule("SS-KEY-006")
def test_a_counter_needs_its_target_in_range_and_comes_before_the_next_keyword() -> None:
    far = countered(ana={"rng": 2, "pos": [3, 2]})
    assert "CounterMade" not in far.does("attack", "crt 90", target="zed")
    ember = {"steps": [{"standard_attack": True}, {"chance": [1, 50], "then": [{"add": "burn"}]}]}
    table = countered(abilities={"ember": ember})
    table.does("use_ability", "crt 90, crt 91, on_range 20", ability="ember", target="zed")
    assert table.held("zed", "burn") == 1
    double = countered(abilities={"flurry": {"steps": [{"double_attack": True}]}})
    double.does("use_ability", "crt 90, crt 91, crt 92, crt 93", ability="flurry", target="zed")
    assert double.hp("ana") == 10 - 2 - 3


@pytest.mark.rule("SS-KEY-003")
def test_a_counter_triggers_no_counter() -> None:
    table = countered(ana=fused("mine", "fire_1"), abilities={"mine": fuse([{"counter": True}], "ana")})
    events = table.does("attack", "crt 90, crt 91", target="zed")
    assert events.count("CounterMade") == 1


@pytest.mark.rule("SS-KEY-004")
def test_the_fallen_do_not_counter() -> None:
    table = countered(zed={"hp": 1}, yam=YAM)
    assert "CounterMade" not in table.does("attack", "crt 90", target="zed")


@pytest.mark.rule("SS-KEY-005")
def test_retaliation_triggers_no_counter() -> None:
    thorns = fuse([{"retaliate": 3, "type": "physical"}])
    table = scene(zed=fused("thorns", "wind_1"), ana=fused("mine", "fire_1"),
                  abilities={"thorns": thorns, "mine": fuse([{"counter": True}], "ana")})  # fmt: skip
    events = table.does("attack", "crt 90", target="zed")
    assert events.count("RetaliationMade") == 1
    assert "CounterMade" not in events
    assert (table.hp("ana"), table.character("ana").pd) == (8, 0)


def test_an_avoided_attack_is_not_answered() -> None:
    table = countered(zed={"fuses": {"riposte": ["wind_1"], "dodge": ["wind_1"]}}, abilities={"dodge": evasion(50)})
    assert "CounterMade" not in table.does("attack", "evasion 50", target="zed")


@pytest.mark.rule("SS-STA-020", "SS-STA-024")
def test_sleepers_do_not_strike_back_and_the_stunned_do() -> None:
    asleep = countered(zed={"statuses": {"sleep": 1}, "pd": 9})
    assert "CounterMade" not in asleep.does("attack", "crt 90", target="zed")
    thorns = scene(zed=fused("thorns", "wind_1", statuses={"sleep": 1}, pd=9),
                   abilities={"thorns": fuse([{"retaliate": 3}])})  # fmt: skip
    assert "RetaliationMade" not in thorns.does("attack", "crt 90", target="zed")
    woken = countered(zed={"statuses": {"sleep": 1}})
    assert "CounterMade" in woken.does("attack", "crt 90, crt 91", target="zed")
    stunned = countered(zed={"statuses": {"stun": 1}})
    assert "CounterMade" in stunned.does("attack", "crt 90, crt 91", target="zed")


@pytest.mark.rule("SS-STA-020")
def test_sleepers_roll_negation() -> None:
    table = scene(zed=fused("shell", "wind_1", statuses={"sleep": 1}), abilities={"shell": negation(30)})
    assert "AttackNegated" in table.does("attack", "negation 30", target="zed")
    assert table.held("zed", "sleep") == 1
