"""Terrain: how it is played, and what each card does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.stonebound_saga.table import Table, bare, evasion, fused, negation, scene

BO = {"player": "p1", "pos": [6, 6]}
FAR = {"pos": [9, 9]}


def playing(card: str, hand: str, **more: Any) -> Table:
    """Player 1 holds a terrain card."""
    decks = {"p1": {"terrain_deck": [card], "hand": hand.split()}}
    return scene(active=more.pop("active", None), players=decks, **more)


# ---- playing terrain


@pytest.mark.rule("SS-TER-002", "SS-TER-003")
def test_terrain_is_played_during_the_activations_for_stones_of_its_element() -> None:
    table = playing("hidden_trap", "neutral_1 neutral_2 fire_2", stars={"hidden_trap": 2}, active="ana")
    put = {"card": "hidden_trap", "pos": [6, 6]}
    assert table.refuses("play_terrain", **put, stones=["neutral_1"]) == "cost_not_met"
    assert table.refuses("play_terrain", **put, stones=["fire_2"]) == "wrong_element"
    assert table.does("play_terrain", **put, stones=["neutral_2"]) == ["TerrainPlayed", "StonesDiscarded"]
    assert table.state.terrain["6,6"].owner == "p1"
    assert table.state.discard == ("neutral_2",)
    assert not table.character("ana").acted
    later = playing("hidden_trap", "neutral_2", given={"phase": "break"})
    assert later.refuses("play_terrain", **put, stones=["neutral_2"]) == "wrong_phase"


@pytest.mark.rule("SS-TER-004", "SS-TER-005")
def test_terrain_needs_free_ground() -> None:
    table = playing(
        "acid_rain", "earth_1", terrain={"6,6": "hidden_trap"}, fallen={"player": "p2", "pos": [7, 7], "hp": 0}
    )
    for pos, reason in (([6, 6], "space_has_terrain"), ([3, 4], "space_occupied"), ([0, 4], "off_board")):
        assert table.refuses("play_terrain", card="acid_rain", pos=pos, stones=["earth_1"]) == reason
    table.does("play_terrain", card="acid_rain", pos=[7, 7], stones=["earth_1"])


@pytest.mark.rule("SS-TER-006")
@pytest.mark.parametrize("owner", ["p1", "p2"])
def test_terrain_affects_both_sides_alike(owner: str) -> None:
    table = scene(terrain={"3,2": {"card": "hidden_trap", "owner": owner}})
    table.does("move", path=[[3, 2]])
    assert table.hp("ana") == 7


@pytest.mark.rule("SS-TER-007")
@pytest.mark.parametrize(
    ("at", "near"), [("3,3", True), ("3,5", True), ("4,4", True), ("5,3", True), ("5,4", False), ("3,6", False)]
)
def test_within_two_spaces_is_orthogonal_distance(at: str, near: bool) -> None:
    table = scene(hand="fire_1", zed=FAR, terrain={at: "silent_altar"},
                  abilities={"it": {"cost": 1, "target": "self", "steps": [{"add": "shear"}]}})  # fmt: skip
    if near:
        assert table.refuses("use_ability", ability="it", stones=["fire_1"]) == "silenced"
    else:
        table.does("use_ability", ability="it", stones=["fire_1"])


@pytest.mark.rule("SS-TER-008")
def test_to_occupy_is_to_stand_there_and_not_to_pass() -> None:
    table = scene(zed=FAR, ana={"hp": 5}, terrain={"3,4": "soothing_fountain"})
    table.does("move", path=[[3, 4], [3, 5]])
    table.does("end_activation")
    assert table.hp("ana") == 5


@pytest.mark.rule("SS-TER-010")
def test_a_card_is_played_once_and_a_removed_one_is_out_of_the_game() -> None:
    table = playing("hidden_trap", "neutral_1 neutral_1")
    table.does("play_terrain", card="hidden_trap", pos=[6, 6], stones=["neutral_1"])
    assert table.refuses("play_terrain", card="hidden_trap", pos=[7, 7], stones=["neutral_1"]) == "terrain_not_in_deck"
    removed = playing("barren_wasteland", "earth_1", terrain={"6,6": "hidden_trap"})
    removed.does("play_terrain", card="barren_wasteland", pos=[6, 6], stones=["earth_1"])
    assert removed.state.removed == ("hidden_trap",)


@pytest.mark.rule("SS-TER-011")
def test_terrain_played_near_somebody_is_no_move() -> None:
    table = playing("kaldr_peak", "water_1")
    table.does("play_terrain", card="kaldr_peak", pos=[2, 4], stones=["water_1"])
    assert table.held("zed", "freeze") == 0


@pytest.mark.rule("SS-TER-012")
def test_silence_upkeep_altar_and_portal_do_not_touch_the_playing_of_terrain() -> None:
    table = playing(
        "hidden_trap",
        "neutral_1",
        active="ana",
        ana={"statuses": {"silence": 1, "upkeep": 1}},
        terrain={"3,5": "silent_altar", "9,1": {"card": "tenebris_portal", "element": "neutral"}},
    )
    table.does("play_terrain", card="hidden_trap", pos=[6, 6], stones=["neutral_1"])


@pytest.mark.rule("SS-TER-009")
def test_copies_of_what_does_not_stack_count_once_and_of_the_rest_each() -> None:
    once = scene(ana={"statuses": {"burn": 1}}, terrain={"3,2": "burning_flats", "2,3": "burning_flats"})
    once.does("end_activation")
    assert once.hp("ana") == 7
    each = scene(zed=FAR, terrain={"2,4": "kaldr_peak", "4,4": "kaldr_peak"})
    assert each.refuses("move", "kaldr_peak 90", path=[[3, 4]]) == "roll_missing"


@pytest.mark.rule("SS-TER-013", "SS-TWI-004")
@pytest.mark.parametrize(("rng", "reach"), [(1, 1), (2, 1), (3, 2)])
def test_ilandris_forest_shortens_the_ranged_alone(rng: int, reach: int) -> None:
    forest = {"2,3": "ilandris_forest", "3,1": "ilandris_forest"}
    table = scene(ana={"rng": rng}, zed={"pos": [3, 3 + reach]}, terrain=forest)
    table.does("attack", "crt 90", target="zed")
    beyond = scene(ana={"rng": rng}, zed={"pos": [3, 4 + reach]}, terrain=forest)
    assert beyond.refuses("attack", "crt 90", target="zed") == "out_of_range"
    away = scene(ana={"rng": 2}, zed={"pos": [3, 5]}, terrain={"3,6": "ilandris_forest"})
    away.does("attack", "crt 90", target="zed")


# ---- fire


@pytest.mark.rule("SS-TFI-001")
@pytest.mark.parametrize(("at", "stacks", "hp"), [("3,5", 1, 7), ("3,5", 2, 5), ("3,6", 1, 8), ("3,3", 0, 10)])
def test_burning_flats_take_one_hp_more_from_the_burning(at: str, stacks: int, hp: int) -> None:
    table = scene(ana={"statuses": {"burn": stacks}}, terrain={at: "burning_flats"})
    table.does("end_activation")
    assert table.hp("ana") == hp


@pytest.mark.rule("SS-TFI-002")
@pytest.mark.parametrize(("fire", "healed"), [("4,4", False), ("3,5", False), ("4,5", True)])
def test_forest_fire_silences_terrain_within_two_spaces(fire: str, healed: bool) -> None:
    table = scene(zed=FAR, ana={"hp": 5}, terrain={"3,3": "soothing_fountain", fire: "forest_fire"})
    table.does("end_activation")
    assert table.hp("ana") == (7 if healed else 5)


@pytest.mark.rule("SS-TFI-003", "SS-TFI-004")
@pytest.mark.parametrize(("card", "stone"), [("ice_block", "water_1"), ("barren_wasteland", "earth_1")])
def test_ice_block_and_barren_wasteland_put_a_forest_fire_out(card: str, stone: str) -> None:
    table = playing(card, stone, terrain={"6,6": "forest_fire"})
    events = table.does("play_terrain", card=card, pos=[6, 6], stones=[stone])
    assert events[:2] == ["TerrainRemoved", "TerrainPlayed"]
    assert table.state.terrain["6,6"].card == card


@pytest.mark.rule("SS-TFI-004")
def test_forest_fires_do_not_silence_one_another_and_barren_ground_stays_closed() -> None:
    fires = {"3,4": "soothing_fountain", "3,5": "forest_fire", "3,6": "forest_fire"}
    table = scene(zed=FAR, ana={"hp": 5, "pos": [3, 4]}, terrain=fires)
    table.does("end_activation")
    assert table.hp("ana") == 5
    closed = playing("hidden_trap", "neutral_1", terrain={"6,6": "barren_wasteland", "6,7": "forest_fire"})
    assert closed.refuses("play_terrain", card="hidden_trap", pos=[6, 6], stones=["neutral_1"]) == "space_barren"
    other = playing("hidden_trap", "neutral_1", terrain={"6,6": "forest_fire"})
    assert other.refuses("play_terrain", card="hidden_trap", pos=[6, 6], stones=["neutral_1"]) == "space_has_terrain"


@pytest.mark.rule("SS-TFI-005", "SS-TFI-006")
def test_blazing_torches_roll_for_burn_after_each_attack_that_landed() -> None:
    torches = {"3,3": "blazing_torches"}
    for roll, burn in ((50, 1), (51, 0)):
        table = scene(terrain=torches)
        table.does("attack", f"crt 90, blazing_torches {roll}", target="zed")
        assert table.held("zed", "burn") == burn
    felled = scene(terrain=torches, zed={"hp": 1}, yam={"player": "p2", **FAR})
    felled.does("attack", "crt 90", target="zed")
    evaded = scene(terrain=torches, zed=fused("dodge", "wind_1"), abilities={"dodge": evasion(50)})
    evaded.does("attack", "evasion 50", target="zed")
    blind = scene(terrain=torches, ana={"statuses": {"blind": 1}})
    blind.does("attack", "blind 51", target="zed")
    counter = {"of": "zed", "card": "defense", "fuse": True, "grants": [{"counter": True}]}
    back = scene(terrain={"3,4": "blazing_torches"}, zed={"fuses": {"it": []}}, abilities={"it": counter})
    back.does("attack", "crt 90, crt 91, blazing_torches 9", target="zed")
    assert back.held("ana", "burn") == 1


def refining(hand: str, at: str = "3,3") -> Table:
    """Ana by Refiner's Furnace."""
    ability = {"cost": 4, "target": "self", "no_action": True, "steps": [{"add": "shear"}]}
    return scene(hand=hand, terrain={at: "refiners_furnace"}, abilities={"it": ability})


@pytest.mark.rule("SS-TFI-007", "SS-TFI-008", "SS-TFI-009")
def test_the_furnace_raises_one_stone_by_one_star_until_it_is_discarded() -> None:
    table = refining("fire_3 fire_1 fire_inf")
    assert table.refuses("use_ability", ability="it", stones=["fire_3"]) == "cost_not_met"
    assert table.refuses("upgrade_stone", stone="fire_inf") == "cannot_upgrade"
    assert table.refuses("upgrade_stone", stone="fire_2") == "stone_not_in_hand"
    table.does("upgrade_stone", stone="fire_3")
    assert table.refuses("upgrade_stone", stone="fire_1") == "already_used_this_turn"
    table.does("use_ability", ability="it", stones=["fire_3_up"])
    assert table.state.discard == ("fire_3",)
    assert refining("fire_3_up").refuses("upgrade_stone", stone="fire_3_up") == "cannot_upgrade"
    assert refining("fire_3", "3,4").refuses("upgrade_stone", stone="fire_3") == "not_on_refiners_furnace"
    idle = scene(active=None, hand="fire_3", terrain={"3,3": "refiners_furnace"})
    assert idle.refuses("upgrade_stone", stone="fire_3") == "not_on_refiners_furnace"


@pytest.mark.rule("SS-TFI-010", "SS-TFI-011")
def test_near_sapping_stones_nothing_heals_but_the_fallen_are_raised() -> None:
    abilities = {"heal": {"target": "self", "no_action": True, "steps": [{"heal": 3}]},
                 "dawn": {"target": "ally", "steps": [{"raise": 4}]}}  # fmt: skip
    table = scene(ana={"hp": 5}, bo={"player": "p1", "pos": [2, 3], "hp": 0}, abilities=abilities,
                  terrain={"3,1": "sapping_stones"})  # fmt: skip
    assert "HealPrevented" in table.does("use_ability", ability="heal")
    table.does("use_ability", ability="dawn", target="bo")
    assert (table.hp("ana"), table.hp("bo")) == (5, 4)
    away = scene(ana={"hp": 5}, abilities=abilities, terrain={"3,6": "sapping_stones"})
    away.does("use_ability", ability="heal")
    assert away.hp("ana") == 8


# ---- earth


@pytest.mark.rule("SS-TEA-001", "SS-TEA-002", "SS-TEA-003")
def test_barren_wasteland_takes_the_place_of_terrain_for_its_cost_and_closes_the_space() -> None:
    table = playing("barren_wasteland", "earth_1 earth_2", terrain={"3,4": "acid_rain"}, stars={"acid_rain": 3})
    put = {"card": "barren_wasteland"}
    assert table.refuses("play_terrain", **put, pos=[6, 6], stones=["earth_2"]) == "no_terrain_there"
    assert table.refuses("play_terrain", **put, pos=[3, 4], stones=["earth_2"]) == "cost_not_met"
    table.does("play_terrain", **put, pos=[3, 4], stones=["earth_1", "earth_2"])
    again = playing("barren_wasteland", "earth_1", terrain={"6,6": "barren_wasteland"})
    assert again.refuses("play_terrain", **put, pos=[6, 6], stones=["earth_1"]) == "space_barren"
    fog = playing("the_foglands", "water_1", terrain={"6,6": "barren_wasteland"})
    assert fog.refuses("play_terrain", card="the_foglands", pos=[6, 6], stones=["water_1"]) == "space_barren"


@pytest.mark.rule("SS-TEA-009", "SS-TEA-010")
@pytest.mark.parametrize(("pd", "roll", "hp", "worn"), [(1, 50, 9, 0), (1, 51, 7, 0), (3, 50, 10, 3), (2, 50, 10, 2)])
def test_fortifications_spare_two_hp_after_the_armour(pd: int, roll: int, hp: int, worn: int) -> None:
    table = scene(zed={"pd": pd}, terrain={"3,4": "fortifications"})
    table.does("attack", f"crt 90, fortifications {roll}", target="zed")
    assert (table.hp("zed"), table.character("zed").pd) == (hp, worn)


@pytest.mark.rule("SS-TEA-010")
def test_fortifications_are_rolled_only_when_something_gets_through() -> None:
    table = scene(zed={"pd": 4}, terrain={"3,4": "fortifications"})
    table.does("attack", "crt 90", target="zed")
    critical = scene(zed={"pd": 6}, terrain={"3,4": "fortifications"})
    critical.does("attack", "crt 1, fortifications 1", target="zed")
    assert (critical.hp("zed"), critical.character("zed").pd) == (10, 4)


# ---- darkness


@pytest.mark.rule("SS-TDA-003", "SS-TDA-004")
def test_thieves_den_takes_a_stone_from_an_opponents_hand() -> None:
    den = {"3,3": "thieves_den"}
    table = scene(terrain=den, players={"p2": {"hand": ["light_3", "fire_1"]}}, zed=fused("it", "wind_2"))
    assert table.refuses("end_activation", "thieves_den 50", stolen="wind_2") == "stone_not_in_hand"
    table.does("end_activation", "thieves_den 50", stolen="light_3")
    assert (table.player("p1").hand, table.player("p2").hand) == (("light_3",), ("fire_1",))
    missed = scene(terrain=den, players={"p2": {"hand": ["light_3"]}})
    missed.does("end_activation", "thieves_den 51", stolen="light_3")
    assert missed.player("p2").hand == ("light_3",)
    empty = scene(terrain=den, zed=fused("it", "wind_2"))
    assert "StoneStolen" not in empty.does("end_activation", "thieves_den 1")


@pytest.mark.rule("SS-TDA-004")
def test_of_several_opponents_one_is_named() -> None:
    hands = {"p1": {"hand": []}, "p3": {"hand": ["light_3"]}, "p4": {"hand": ["fire_1"]}, "p2": {"hand": ["earth_1"]}}
    people = {"zed": {"player": "p3"}, "bo": {**BO, "player": "p2"}, "yam": {"player": "p4", **FAR}}
    table = scene(given={"mode": "2v2"}, players=hands, terrain={"3,3": "thieves_den"}, **people)
    assert table.refuses("end_activation", "thieves_den 1", steal_from="p2", stolen="earth_1") == "invalid_target"
    table.does("end_activation", "thieves_den 1", steal_from="p4")
    assert table.player().hand == ("fire_1",)


@pytest.mark.rule("SS-TDA-005", "SS-TDA-006")
@pytest.mark.parametrize("ana", [{}, {"no_blind": True}, {"statuses": {"blind": 1}}])
def test_eryndur_grove_blinds_attackers_with_one_roll(ana: dict[str, Any]) -> None:
    table = scene(ana=ana, terrain={"3,4": "eryndur_grove"})
    assert "AttackFailed" in table.does("attack", "blind 51", target="zed")
    seeing = scene(ana=ana, terrain={"3,4": "eryndur_grove"})
    seeing.does("attack", "blind 50, crt 90", target="zed")


@pytest.mark.rule("SS-TDA-007", "SS-TDA-008")
def test_ophirian_marshes_give_back_one_of_the_last_three_discards() -> None:
    given = {"discard": ["light_inf", "fire_1", "water_2", "fire_1"]}
    table = scene(terrain={"3,3": "ophirian_marshes"}, given=given)
    assert table.refuses("end_activation", "ophirian_marshes 1", take="light_inf") == "not_in_last_three"
    table.does("end_activation", "ophirian_marshes 50", take="fire_1")
    assert (table.state.discard, table.player().hand) == (("light_inf", "fire_1", "water_2"), ("fire_1",))
    missed = scene(terrain={"3,3": "ophirian_marshes"}, given=given)
    missed.does("end_activation", "ophirian_marshes 51", take="fire_1")
    assert missed.player().hand == ()
    unnamed = scene(terrain={"3,3": "ophirian_marshes"}, given={"discard": ["fire_1", "water_2"]})
    unnamed.does("end_activation", "ophirian_marshes 50")
    assert unnamed.player().hand == ("water_2",)
    dry = scene(terrain={"3,3": "ophirian_marshes"})
    dry.does("end_activation", "ophirian_marshes 50")


@pytest.mark.rule("SS-TDA-009", "SS-TDA-010")
def test_tenebris_portal_makes_an_element_dearer_for_everyone_and_once() -> None:
    table = playing("tenebris_portal", "darkness_1")
    put = {"card": "tenebris_portal", "pos": [6, 6], "stones": ["darkness_1"]}
    assert table.refuses("play_terrain", **put) == "element_missing"
    table.does("play_terrain", **put, element="fire")
    assert table.state.terrain["6,6"].element == "fire"
    abilities = {name: {"element": name, "cost": 1, "target": "self", "no_action": True, "steps": [{"add": "shear"}]}
                 for name in ("fire", "wind")}  # fmt: skip
    portals = {"9,1": {"card": "tenebris_portal", "element": "fire", "owner": "p1"},
               "9,2": {"card": "tenebris_portal", "element": "fire"}}  # fmt: skip
    dear = scene(hand="fire_1 fire_2 wind_1", abilities=abilities, terrain=portals)
    assert dear.refuses("use_ability", ability="fire", stones=["fire_1"]) == "cost_not_met"
    dear.does("use_ability", ability="fire", stones=["fire_2"])
    dear.does("use_ability", ability="wind", stones=["wind_1"])
    two = scene(hand="fire_2 wind_1", abilities=abilities,
                terrain={**portals, "9,3": {"card": "tenebris_portal", "element": "wind"}})  # fmt: skip
    assert two.refuses("use_ability", ability="wind", stones=["wind_1"]) == "cost_not_met"


# ---- light


@pytest.mark.rule("SS-TLI-001")
@pytest.mark.parametrize("owner", ["p1", "p2"])
def test_near_a_silent_altar_no_character_spends_stones(owner: str) -> None:
    ward = {"card": "defense", "cost": 1, "fuse": True, "grants": [{"counter": True}]}
    table = scene(hand="fire_1", abilities={"ward": ward}, terrain={"3,5": {"card": "silent_altar", "owner": owner}})
    assert table.refuses("fuse", ability="ward", stones=["fire_1"]) == "silenced"
    table.does("attack", "crt 90", target="zed")


@pytest.mark.rule("SS-TLI-002")
@pytest.mark.parametrize(
    ("at", "roll", "negated"), [("3,4", 30, True), ("4,4", 30, True), ("4,4", 31, False), ("4,5", 21, False)]
)
def test_hallowed_ground_raises_each_negation(at: str, roll: int, negated: bool) -> None:
    ground = {at: "hallowed_ground"} if at != "4,4" else {"4,4": "hallowed_ground", "2,4": "hallowed_ground"}
    table = scene(zed=fused("shell", "wind_1"), abilities={"shell": negation(20)}, terrain=ground)
    events = table.does("attack", f"negation {roll}" + ("" if negated else ", crt 90"), target="zed")
    assert ("AttackNegated" in events) is negated


@pytest.mark.rule("SS-TLI-003", "SS-TLI-004")
def test_in_the_throneroom_dice_are_swapped_after_they_were_seen() -> None:
    throne = {"3,3": "throneroom_of_lux"}
    table = scene(ana={"crt": 20}, terrain=throne)
    assert "CriticalHit" in table.does("attack", "crt 91 swap", target="zed")
    assert "CriticalHit" not in scene(ana={"crt": 20}, terrain=throne).does("attack", "crt 91", target="zed")
    assert scene(ana={"crt": 20}).refuses("attack", "crt 91 swap", target="zed") == "swap_not_allowed"
    defender = scene(
        zed=fused("dodge", "wind_1"), abilities={"dodge": evasion(20)}, terrain={"3,4": "throneroom_of_lux"}
    )
    assert "AttackEvaded" in defender.does("attack", "evasion 51 swap", target="zed")
    negating = scene(
        zed=fused("shell", "wind_1"), abilities={"shell": negation(20)}, terrain={"3,4": "throneroom_of_lux"}
    )
    assert "AttackNegated" in negating.does("attack", "negation 51 swap", target="zed")
    assert scene(terrain=throne).refuses("attack", "crt 90", target="zed", swaps=[2]) == "swap_not_allowed"


@pytest.mark.rule("SS-TLI-003")
def test_dice_may_be_swapped_wherever_that_helps() -> None:
    throne = {"3,3": "throneroom_of_lux", "3,2": "argun_tundra"}
    table = scene(ana={"crt": 20}, terrain=throne)
    assert "CriticalHit" in table.does("attack", "argun_tundra 16, crt 91", target="zed", swap_if_better=True)
    assert [event.swapped for event in table.events if type(event).__name__ == "DiceRolled"] == [16, 91]  # type: ignore[attr-defined]


@pytest.mark.rule("SS-TLI-005", "SS-TLI-006")
@pytest.mark.parametrize(("at", "roll", "evaded"), [("3,5", 60, True), ("3,5", 61, False), ("3,6", 51, False)])
def test_falmund_lighthouse_adds_ten_once_to_the_sum(at: str, roll: int, evaded: bool) -> None:
    zed = {"fuses": {"one": ["wind_1"], "two": ["wind_1"]}}
    lights = {at: "falmund_lighthouse"} if at == "3,6" else {at: "falmund_lighthouse", "4,4": "falmund_lighthouse"}
    table = scene(zed=zed, abilities={"one": evasion(20), "two": evasion(30)}, terrain=lights)
    events = table.does("attack", f"evasion {roll}" + ("" if evaded else ", crt 90"), target="zed")
    assert ("AttackEvaded" in events) is evaded


@pytest.mark.rule("SS-TLI-006")
def test_the_lighthouse_alone_gives_no_evasion() -> None:
    scene(terrain={"3,5": "falmund_lighthouse"}).does("attack", "crt 90", target="zed")
    other = scene(
        zed=fused("one", "wind_1"), abilities={"one": evasion(20, "spirit")}, terrain={"3,5": "falmund_lighthouse"}
    )
    other.does("attack", "crt 90", target="zed")


@pytest.mark.rule("SS-TLI-007", "SS-TLI-008")
@pytest.mark.parametrize(
    ("mirrors", "hp", "sd"), [({"3,1": 1}, 9, 2), ({"3,1": 1, "2,3": 1}, 9, 2), ({"3,6": 1}, 7, 3)]
)
def test_mirror_of_lux_gives_the_type_opposite_to_the_class(mirrors: dict[str, Any], hp: int, sd: int) -> None:
    terrain = dict.fromkeys(mirrors, "mirror_of_lux")
    table = scene(zed={"sd": 3}, terrain=terrain)
    table.does("attack", "crt 90", target="zed")
    assert (table.hp("zed"), table.character("zed").sd) == (hp, sd)
    burst = scene(zed={"sd": 3}, terrain=terrain, abilities={"it": {"steps": [{"damage": 4, "type": "physical"}]}})
    burst.does("use_ability", ability="it", target="zed")
    assert (burst.hp("zed"), burst.character("zed").sd) == (hp, sd)


# ---- neutral


@pytest.mark.rule("SS-TNE-002")
def test_archives_of_cyril_give_two_stones() -> None:
    table = scene(terrain={"3,3": "archives_of_cyril"})
    for wrong in (["fire_1"], ["fire_1"] * 3):
        assert table.refuses("end_activation", cards=wrong) == "wrong_draw_count"
    table.does("end_activation", cards=["fire_1", "wind_1"])
    assert table.player().hand == ("fire_1", "wind_1")


@pytest.mark.rule("SS-TNE-003")
@pytest.mark.parametrize(("roll", "pd", "sd"), [(50, 2, 2), (51, 1, 2)])
def test_the_workshop_mends_armour_to_its_start(roll: int, pd: int, sd: int) -> None:
    table = scene(ana={"pd": 1, "start_pd": 3, "sd": 2, "start_sd": 2}, terrain={"3,3": "blacksmiths_workshop"})
    table.does("end_activation", f"blacksmiths_workshop {roll}")
    assert (table.character("ana").pd, table.character("ana").sd) == (pd, sd)


@pytest.mark.rule("SS-TNE-006")
def test_nothing_touches_heroes_hall() -> None:
    hall = {"6,6": "heroes_hall", "6,7": "forest_fire"}
    for card, stone in (("barren_wasteland", "earth_3"), ("the_foglands", "water_3")):
        table = playing(card, stone, terrain=hall)
        assert table.refuses("play_terrain", card=card, pos=[6, 6], stones=[stone]) == "heroes_hall_protected"
    other = playing("hidden_trap", "neutral_1", terrain=hall)
    assert other.refuses("play_terrain", card="hidden_trap", pos=[6, 6], stones=["neutral_1"]) == "space_has_terrain"


# ---- water


@pytest.mark.rule("SS-TWA-002", "SS-TWA-003")
def test_an_attack_action_removes_an_ice_block_in_range() -> None:
    table = scene(ana={"statuses": {"stun": 1}}, terrain={"2,3": "ice_block", "5,3": "ice_block"})
    assert table.refuses("remove_ice_block", pos=[5, 3]) == "out_of_range"
    assert table.refuses("remove_ice_block", pos=[6, 3]) == "no_terrain_there"
    assert table.does("remove_ice_block", pos=[2, 3]) == ["ActionTaken", "TerrainRemoved"]
    assert "2,3" not in table.state.terrain
    spent = scene(terrain={"2,3": "ice_block"})
    spent.does("attack", "crt 90", target="zed")
    assert spent.refuses("remove_ice_block", pos=[2, 3]) == "action_already_used"
    spent = scene(terrain={"2,3": "ice_block"})
    spent.does("remove_ice_block", pos=[2, 3])
    assert spent.refuses("attack", "crt 90", target="zed") == "action_already_used"


@pytest.mark.rule("SS-TWA-007", "SS-TWA-008", "SS-TWA-009")
def test_under_the_foglands_terrain_works_for_its_player_alone() -> None:
    table = playing("the_foglands", "water_1", terrain={"3,3": "soothing_fountain"}, ana={"hp": 5})
    assert table.refuses("play_terrain", card="the_foglands", pos=[6, 6], stones=["water_1"]) == "no_terrain_there"
    table.does("play_terrain", card="the_foglands", pos=[3, 3], stones=["water_1"])
    assert (table.state.terrain["3,3"].card, table.state.terrain["3,3"].fog) == ("soothing_fountain", "p1")
    table.does("activate", character="ana")
    table.does("end_activation")
    assert table.hp("ana") == 7
    fogged = {"3,2": {"card": "hidden_trap", "owner": "p1", "fog": "p2"}}
    spared = scene(terrain=fogged)
    spared.does("move", path=[[3, 2]])
    assert spared.hp("ana") == 10


@pytest.mark.rule("SS-TWA-009")
def test_the_foglands_leave_team_mates_out_and_barren_ground_and_heroes_hall_alone() -> None:
    given = {"mode": "2v2"}
    people = {
        "zed": {"player": "p3", **FAR},
        "bo": {"player": "p2", "pos": [8, 8]},
        "yam": {"player": "p4", "pos": [9, 1]},
    }
    mate = scene(given=given, ana={"hp": 5}, terrain={"3,3": {"card": "soothing_fountain", "fog": "p2"}}, **people)
    mate.does("end_activation")
    assert mate.hp("ana") == 5
    for card, reason in (("barren_wasteland", "space_barren"), ("heroes_hall", "heroes_hall_protected")):
        table = playing("the_foglands", "water_1", terrain={"6,6": card})
        assert table.refuses("play_terrain", card="the_foglands", pos=[6, 6], stones=["water_1"]) == reason


@pytest.mark.rule("SS-TWA-010")
def test_a_soothing_fountain_heals_two_hp_at_the_end_of_the_turn() -> None:
    for hp, then in ((5, 7), (9, 10), (10, 10)):
        table = scene(ana={"hp": hp}, terrain={"3,3": "soothing_fountain"})
        table.does("end_activation")
        assert table.hp("ana") == then


# ---- wind


@pytest.mark.rule("SS-TWI-005", "SS-TWI-006")
def test_sand_storm_turns_ranged_attacks_to_somebody_near() -> None:
    people = {"bo": {"player": "p1", "pos": [4, 6]}, "cy": {"player": "p1", "pos": [3, 10]},
              "gone": {"player": "p1", "pos": [3, 6], "hp": 0}}  # fmt: skip
    storm = {"3,5": "sand_storm"}
    table = scene(ana={"rng": 2}, zed={"pos": [3, 5]}, terrain=storm, **people)
    for wrong in ("cy", "gone", "zed", "nobody"):
        assert table.refuses("attack", "sand_storm 25, crt 90", target="zed", redirect_to=wrong) == "invalid_redirect"
    assert "AttackRedirected" in table.does("attack", "sand_storm 25, crt 90", target="zed", redirect_to="bo")
    assert (table.hp("zed"), table.hp("bo")) == (10, 7)
    missed = scene(ana={"rng": 2}, zed={"pos": [3, 5]}, terrain=storm, **people)
    missed.does("attack", "sand_storm 26, crt 90", target="zed", redirect_to="bo")
    assert missed.hp("zed") == 7
    near = scene(zed={"pos": [3, 4]}, terrain={"3,4": "sand_storm"})
    near.does("attack", "crt 90", target="zed")
    own = scene(ana={"rng": 2}, zed={"pos": [3, 5]}, terrain=storm)
    own.does("attack", "sand_storm 1, crt 90", target="zed", redirect_to="ana")
    assert own.hp("ana") == 7


def bazaar(mode: str = "2v2", at: str = "3,3", **more: Any) -> Table:
    """Ana on Koros Bazaar, with mates."""
    hands = {"p1": {"hand": ["fire_1", "fire_2"]}, "p2": {"hand": ["wind_3", "wind_1"]}, "p3": {"hand": ["light_1"]}}
    if mode == "1v1":
        hands.pop("p3")
    people = {"zed": {"player": "p3" if mode == "2v2" else "p2"}}
    if mode == "2v2":
        people |= {"bo": {"player": "p2", "pos": [8, 8]}, "yam": {"player": "p4", "pos": [9, 9]}}  # type: ignore[dict-item]
    return scene(given={"mode": mode}, players=hands, terrain={at: "koros_bazaar"}, **people, **more)


@pytest.mark.rule("SS-TWI-007", "SS-TWI-008")
def test_on_koros_bazaar_one_stone_is_swapped_with_a_mate_once() -> None:
    table = bazaar()
    for mate in ("p1", "p3"):
        assert table.refuses("swap_stone", give="fire_1", with_=mate, take="light_1") == "no_team_mate"
    assert table.refuses("swap_stone", give="earth_1", with_="p2", take="wind_3") == "stone_not_in_hand"
    assert table.refuses("swap_stone", give="fire_1", with_="p2", take="earth_1") == "stone_not_in_hand"
    table.does("swap_stone", give="fire_1", with_="p2", take="wind_3")
    assert (table.player("p1").hand, table.player("p2").hand) == (("fire_2", "wind_3"), ("wind_1", "fire_1"))
    assert table.refuses("swap_stone", give="fire_2", with_="p2", take="wind_1") == "already_used_this_turn"
    away = bazaar(at="3,2")
    assert away.refuses("swap_stone", give="fire_1", with_="p2", take="wind_3") == "not_on_koros_bazaar"
    duel = bazaar("1v1")
    assert duel.refuses("swap_stone", give="fire_1", with_="p2", take="wind_3") == "no_team_mate"
    assert duel.options("swap_stone") == []


@pytest.mark.rule("SS-TWI-009", "SS-TWI-010")
@pytest.mark.parametrize(
    ("at", "roll", "crt", "critical"), [("3,1", 50, 10, True), ("3,1", 50, 11, False), ("3,1", 51, 30, True)]
)
def test_argun_tundra_takes_twenty_crt_from_attacks_made_near_it(at: str, roll: int, crt: int, critical: bool) -> None:
    table = scene(ana={"crt": 30}, terrain={at: "argun_tundra", "2,2": "argun_tundra"})
    events = table.does("attack", f"argun_tundra {roll}, crt {crt}", target="zed")
    assert ("CriticalHit" in events) is critical


@pytest.mark.rule("SS-TWI-010")
def test_the_tundra_is_rolled_for_each_attack_that_has_a_crt_roll() -> None:
    abilities = {"double": {"steps": [{"double_attack": True}]},
                 "sure": {"steps": [{"standard_attack": {"guaranteed_crt": True}}]}}  # fmt: skip
    tundra = {"3,1": "argun_tundra"}
    table = scene(abilities=abilities, terrain=tundra)
    table.does("use_ability", "argun_tundra 90, crt 90, argun_tundra 90, crt 90", ability="double", target="zed")
    scene(abilities=abilities, terrain=tundra).does("use_ability", ability="sure", target="zed")
    scene(terrain={"3,6": "argun_tundra"}).does("attack", "crt 90", target="zed")


# ---- what is tracked


@pytest.mark.rule("SS-TRK-001", "SS-TRK-002", "SS-TRK-003")
def test_everything_on_the_table_is_tracked() -> None:
    table = bare("team_building", content={"characters": {n: {"stars": 1} for n in ("a", "b", "c")}})
    table.does("pick_team", player="p1", characters=["a", "b", "c"], terrain=["hidden_trap"])
    shown = table.shown()
    assert shown["players"]["p1"] == {
        "characters": ["a", "b", "c"], "stars": 3, "star_cap": 5, "hand": [], "terrain_deck": ["hidden_trap"],
        "max_hand": 7, "hand_size": 0, "eliminated": False,
    }  # fmt: skip
    duel = scene(
        zed=fused("dodge", "wind_1", statuses={"burn": 2}),
        abilities={"dodge": evasion(10)},
        terrain={"9,9": {"card": "tenebris_portal", "element": "fire"}},
        given={"discard": ["fire_1"]},
    )
    duel.does("attack", "evasion 80, crt 90", target="zed")
    shown = duel.shown()
    zed = shown["characters"]["zed"]
    assert (zed["hp"], zed["pos"], zed["statuses"], zed["fuses"], zed["pd"], zed["start_pd"]) == (
        7, [3, 4], {"burn": 2}, {"dodge": ["wind_1"]}, 0, 1,
    )  # fmt: skip
    assert shown["characters"]["ana"]["acted"]
    assert (shown["discard"], shown["round"], shown["first_player"], shown["acted"]) == (["fire_1"], 1, "p1", [])
    assert shown["terrain"]["9,9"] == {"card": "tenebris_portal", "owner": "p2", "element": "fire", "fog": None}
    rolls = [(e.kind, e.character, e.value) for e in duel.events if type(e).__name__ == "DiceRolled"]  # type: ignore[attr-defined]
    assert rolls == [("evasion", "zed", 80), ("crt", "ana", 90)]


@pytest.mark.rule("SS-TDA-008")
def test_the_third_stone_from_the_top_is_within_reach_of_the_marshes() -> None:
    table = scene(terrain={"3,3": "ophirian_marshes"}, given={"discard": ["wind_1", "fire_3", "water_2", "earth_1"]})
    table.does("end_activation", "ophirian_marshes 50", take="fire_3")
    assert table.player().hand == ("fire_3",)


@pytest.mark.rule("SS-TWA-005")
@pytest.mark.parametrize(("roll", "tokens"), [(25, 2), (26, 0)])
def test_kaldr_peak_freezes_on_25_at_most(roll: int, tokens: int) -> None:
    table = scene(zed=FAR, terrain={"3,5": "kaldr_peak"})
    table.does("move", f"kaldr_peak {roll}", path=[[3, 4]])
    assert table.held("ana", "freeze") == tokens


@pytest.mark.rule("SS-TWI-006")
def test_sand_storm_reaches_three_spaces() -> None:
    people = {"near": {"player": "p1", "pos": [5, 6]}, "far": {"player": "p1", "pos": [5, 7]}}
    table = scene(ana={"rng": 2}, zed={"pos": [3, 5]}, terrain={"3,5": "sand_storm"}, **people)
    assert table.refuses("attack", "sand_storm 1, crt 90", target="zed", redirect_to="far") == "invalid_redirect"
    table.does("attack", "sand_storm 1, crt 90", target="zed", redirect_to="near")
    assert table.hp("near") == 7
