"""Cleanup, victory, defeat, maintenance, and what is carried from battle to battle."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.battle.ending import rewards_of
from rules.isofarian_guard.battle.game import BATTLE
from rules.isofarian_guard.battle.library import library
from tests.rules.isofarian_guard.battle.table import (
    DUMMY,
    Table,
    acting_guard,
    attack,
    block,
    card,
    casts,
    enemies_turn,
    goes,
    stone,
    with_base,
    with_stone,
)

# ---- cleanup

FULL = {
    "drawn": {"black_sword_1": 1, "green_shield_1": 1},
    "positive": {"purple_heart": 1, "green_bolster": 1, "green_evasion": 1, "purple_evasion": 1},
    "negative": {"purple_poison": 1, "red_upkeep": 1},
    "weapon": {"card": "blade", "chips": {"black_sword_2": 1}},
}


def cleaned(guard: Any = None, enemy: Any = None, content: Any = None, **given: Any) -> Table:
    table = Table(
        step="cleanup", guards={"grigory": FULL if guard is None else guard}, enemies={"I": {**DUMMY, **(enemy or {})}},
        content=with_base(content or {}), **given,
    )  # fmt: skip
    table.does("cleanup")
    return table


@pytest.mark.rule("ISO-CLEAN-001")
def test_cleanup_follows_the_enemies_turn_and_goes_through_four_steps() -> None:
    slots = {"I": {"ability": "deed", "chips": {"black_shield_1": 1}}, "II": {"stonebound": "ray", "gem": "active"}}
    content = {"guard_abilities": {"deed": card(flip="chips")}, "stonebound": {"ray": stone()}}
    guard = {"slots": slots, "negative": {"red_seal": 1}}
    table = cleaned(guard, {"chips": {"red_break": 1}}, content)
    told = [(type(event).__name__, getattr(event, "from_", "")) for event in table.events]
    assert told == [
        ("ChipReturnedToSupply", "enemy_card"), ("ChipDiscarded", "card.I"), ("AbilityFlipped", ""),
        ("ChipReturnedToSupply", "negative"), ("GemExhausted", ""), ("CleanupPerformed", ""),
    ]  # fmt: skip
    for step in ("choose_guard", "enemies_turn"):
        assert Table(step=step, guards={"yana": {}}, enemies={"I": DUMMY}).refuses("cleanup") == "wrong_step"


@pytest.mark.rule("ISO-CLEAN-002")
def test_all_chips_leave_the_enemies_except_green_evasion() -> None:
    table = cleaned(enemy={"chips": {"green_evasion": 2, "purple_freeze": 1, "red_break": 3}})
    assert table.enemy()["chips"] == {"green_evasion": 2}


@pytest.mark.rule("ISO-CLEAN-003", "ISO-CLEAN-010")
def test_chips_on_cards_and_unused_ones_go_to_the_discard_area_or_the_supply() -> None:
    guard = cleaned().guard()
    assert (guard["drawn"], guard["weapon"]["chips"], guard["bag"]) == ({}, {}, {})
    assert guard["discard"] | {"black_sword_1": 1, "black_sword_2": 1} == guard["discard"]
    assert "green_shield_1" not in guard["discard"]


@pytest.mark.rule("ISO-CLEAN-004")
def test_a_card_whose_flip_icon_is_met_is_turned_over() -> None:
    slots = {"I": {"ability": "deed", "chips": {"black_shield_1": 1}}, "II": {"ability": "deed"}}
    table = cleaned({"slots": slots}, content={"guard_abilities": {"deed": card(flip="chips")}})
    assert [table.guard()["slots"][slot]["side"] for slot in slots] == ["S", "P"]


@pytest.mark.rule("ISO-CLEAN-005", "ISO-CLEAN-006")
def test_status_areas_are_cleared_except_for_evasion() -> None:
    guard = cleaned().guard()
    assert (guard["positive"], guard["negative"]) == ({"green_evasion": 1, "purple_evasion": 1}, {})
    assert guard["discard"]["purple_heart"] == guard["discard"]["purple_poison"] == 1
    assert not {"red_upkeep", "green_bolster"} & set(guard["discard"])


@pytest.mark.rule("ISO-CLEAN-007")
def test_gems_move_exhausted_first_and_then_those_on_cards() -> None:
    slots = {"I": {"stonebound": "ray", "gem": "active"}, "II": {"stonebound": "ray", "gem": "exhausted"}}
    table = cleaned({"slots": slots}, content={"stonebound": {"ray": stone()}})
    assert [table.guard()["slots"][slot]["gem"] for slot in slots] == ["exhausted", "ready"]


@pytest.mark.rule("ISO-CLEAN-008")
def test_modifiers_of_both_sides_end_with_the_round() -> None:
    plus = [{"stat": "atk", "by": 2, "until": "round"}]
    table = cleaned({"modifiers": plus}, {"modifiers": plus})
    assert (table.guard()["atk_now"], table.enemy()["atk_now"]) == (3, 3)


@pytest.mark.rule("ISO-CLEAN-009")
def test_cleanup_leaves_blue_cubes_of_both_sides() -> None:
    table = cleaned({"blue_cubes": 2}, {"blue_cubes": 3})
    assert (table.guard()["blue_cubes"], table.enemy()["blue_cubes"]) == (2, 3)


@pytest.mark.rule("ISO-CLEAN-011")
def test_the_dashboards_of_a_fallen_guard_are_cleaned_like_the_others() -> None:
    table = Table(
        step="cleanup", guards={"grigory": {"hp": 0, **FULL}, "alek": {}}, enemies={"I": DUMMY}, content=with_base({})
    )
    table.does("cleanup")
    assert (table.guard()["drawn"], table.guard()["negative"]) == ({}, {})


# ---- victory

PELTS = {"drops": {"pelt": 2}, "sil": 3, "lux": 1}
CARDS = {"dummy": {"cards": {1: {"hp": 9, "atk": 3, "def": 1, "ap": 1, "rewards": PELTS}}}}


def won(guards: Any = None, **given: Any) -> Table:
    content = {"enemies": CARDS}
    grigory = (guards or {}).pop("grigory", {})
    given = {"enemies": {"I": {**DUMMY, "hp": 1}}, **given}
    return casts(with_stone(attack(9, "all_enemies"), content=content, guards=guards or {}, **grigory, **given))


@pytest.mark.rule("ISO-END-001", "ISO-END-016")
def test_the_battle_is_won_at_once_when_every_enemy_is_down() -> None:
    one_left = casts(with_stone(attack(9), enemies={"I": DUMMY, "III": DUMMY}), target="I")
    assert one_left.view["outcome"] is None
    table = won()
    assert (table.view["outcome"], table.view["step"]) == ("victory", "rewards")
    assert table.refuses("end_guards_turn") == "wrong_step"


@pytest.mark.rule("ISO-END-002", "ISO-ADD-005")
def test_the_rewards_of_every_defeat_are_collected() -> None:
    table = won(defeat_tally={"dummy_1": 2}, sil=10)
    assert table.view["pending_rewards"] == {"drops": {"pelt": 6}, "sil": 9, "lux": 3}
    table.does("collect_rewards", keep={"pelt": "grigory"})
    assert (table.view["sil"], table.view["lux"], table.view["pending_rewards"]) == (19, 3, None)


def stored(*satchels: Any, drops: Any = None, **given: Any) -> Table:
    named = zip(("vera", "yury"), satchels, strict=False)
    guards = {name: {"satchel": satchel, "satchel_size": 2} for name, satchel in named}
    rewards = {"drops": drops or {"pelt": 1}, "sil": 0, "lux": 0}
    return Table(step="rewards", outcome="victory", guards=guards, pending_rewards=rewards, **given)


def material(name: str, qty: int) -> dict[str, Any]:
    return {"card": name, "kind": "material", "qty": qty}


SWORD = {"card": "old_sword", "kind": "weapon", "qty": 1}


@pytest.mark.rule("ISO-END-003", "ISO-END-019")
def test_a_drop_takes_a_slot_or_raises_the_number_on_the_card_already_held() -> None:
    table = stored([material("pelt", 1)], [])
    table.does("collect_rewards")
    assert (table.guard("vera")["satchel"], table.guard("yury")["satchel"]) == ([material("pelt", 2)], [])
    fresh = stored([], [])
    assert fresh.refuses("collect_rewards") == "reward_choice_required"
    fresh.does("collect_rewards", keep={"pelt": "yury"})
    assert fresh.guard("yury")["satchel"] == [material("pelt", 1)]


@pytest.mark.rule("ISO-END-004")
def test_the_party_holds_at_most_four_of_a_material() -> None:
    table = stored([material("pelt", 3)], [], drops={"pelt": 3})
    assert "MaterialDropped" in table.does("collect_rewards")
    assert table.guard("vera")["satchel"] == [material("pelt", 4)]


@pytest.mark.rule("ISO-END-005")
def test_a_full_satchel_needs_an_old_card_or_the_new_one_dropped() -> None:
    full = [material("pine", 2), SWORD]
    keep = {"keep": {"pelt": "vera"}}
    assert stored(full).refuses("collect_rewards", **keep) == "satchel_full"
    dropped = stored(full)
    dropped.does("collect_rewards", drop=["pelt"])
    assert dropped.guard("vera")["satchel"] == full
    room = [{"guard": "vera", "card": "pine"}]
    table = stored(full)
    table.does("collect_rewards", **keep, make_room=room)
    assert table.guard("vera")["satchel"] == [SWORD, material("pelt", 1)]


@pytest.mark.parametrize(("more", "code"), [
    ({"keep": {"fang": "vera"}}, "choice_not_offered"), ({"keep": {"pelt": "alek"}}, "no_such_target"),
    ({"make_room": [{"guard": "vera", "card": "fang"}]}, "card_not_in_satchel"),
    ({"make_room": [{"guard": "vera", "card": "pickaxe"}]}, "tool_cannot_drop"),
    ({"pick": ["x"]}, "choice_not_offered"),
])  # fmt: skip
def test_rewards_go_only_where_they_can(more: Any, code: str) -> None:
    table = stored([{"card": "pickaxe", "kind": "tool"}])
    assert table.refuses("collect_rewards", **more) == code


@pytest.mark.rule("ISO-END-006")
def test_the_dials_stop_at_99() -> None:
    table = won(sil=98, lux=99)
    table.does("collect_rewards", drop=["pelt"])
    assert (table.view["sil"], table.view["lux"]) == (99, 99)


@pytest.mark.rule("ISO-END-007")
def test_one_fallen_guard_costs_no_reward_and_no_chip() -> None:
    table = won({"alek": {"hp": 0, "bag": {"red_weaken": 1}, "discard": {"black_sword_1": 1}}})
    table.does("collect_rewards", keep={"pelt": "alek"})
    assert (table.guard("alek")["hp"], table.view["sil"]) == (1, 3)
    assert table.guard("alek")["bag"] == {"red_weaken": 1, "black_sword_1": 1}


@pytest.mark.rule("ISO-END-018")
@pytest.mark.parametrize(("source", "phase"), [("skull", "exploration"), ("narrative", "narrative_event")])
def test_play_goes_on_where_the_battle_came_from(source: str, phase: str) -> None:
    table = won(encounter={"source": source, "ambush": False})
    table.does("collect_rewards", drop=["pelt"])
    assert table.view["phase"] == phase


def test_a_drop_may_be_limited_to_nodes_or_need_a_summoner() -> None:
    rewards = {"drops": {"pelt": 1, "tusk": 1}, "only_at": {"pelt": ["main/1"]}, "needs_summoner": {"tusk": ["main/1"]}}
    enemies = {"imp": {"cards": {1: {"hp": 1, "atk": 0, "def": 0, "ap": 0, "rewards": rewards}}}}
    for at, drops in (("main/1", {"pelt": 1}), ("main/2", {"tusk": 1}), (None, {"pelt": 1, "tusk": 1})):
        given = {"location": at, "defeat_tally": {"imp_1": 1}, "guards": {"yana": {}}, "content": {"enemies": enemies}}
        table = Table(**given, enemies={"I": DUMMY})
        assert rewards_of(table.state, library(table.pack)).drops == drops


# ---- defeat

SATCHEL = [
    material("pelt", 3), SWORD, {"card": "pickaxe", "kind": "tool"}, {"card": "potion", "kind": "item"},
    {"card": "ring", "kind": "accessory"}, {"card": "coat", "kind": "armor"},
    {"card": "garnet", "kind": "speaking_stone"},
]  # fmt: skip


def lost(guard: Any = None, **given: Any) -> Table:
    return goes(
        enemies_turn(block({"op": "lose_hp", "who": "all_enemies", "n": 30}), guards={"yana": guard or {}}, **given)
    )


@pytest.mark.rule("ISO-END-008", "ISO-END-020", "ISO-GEN-006")
def test_items_and_materials_stay_in_a_pile_and_everything_else_is_kept() -> None:
    table = lost({"satchel": SATCHEL, "satchel_size": 9, "item": "salve"}, location="main/7")
    pile = table.view["dropped_pile"]
    assert pile["node"] == "main/7"
    assert sorted(entry["card"] for entry in pile["cards"]) == ["pelt", "potion", "salve"]
    kept = [entry["card"] for entry in table.guard("yana")["satchel"]]
    assert sorted(kept) == ["coat", "garnet", "old_sword", "pickaxe", "ring"]
    assert table.guard("yana")["item"] is None


@pytest.mark.rule("ISO-END-009")
def test_a_second_defeat_takes_the_older_pile() -> None:
    old = {"node": "main/3", "cards": [material("pelt", 2)]}
    assert lost(dropped_pile=old).view["dropped_pile"] is None
    table = lost({"satchel": [material("pine", 1)]}, dropped_pile=old, location="main/7")
    assert table.view["dropped_pile"] == {"node": "main/7", "cards": [material("pine", 1)]}
    victorious = won(dropped_pile=old)
    assert victorious.view["dropped_pile"] == old


@pytest.mark.rule("ISO-END-010")
def test_all_sil_is_lost_and_lux_is_kept() -> None:
    table = lost(sil=44, lux=21)
    assert (table.view["sil"], table.view["lux"]) == (0, 21)


@pytest.mark.rule("ISO-END-011", "ISO-END-013")
def test_green_red_and_negative_purple_chips_leave_the_bags_and_five_weaken_come_in() -> None:
    bag = {"green_heart": 1, "red_stun": 2, "purple_freeze": 1, "purple_heart": 1, "black_sword_2": 2, "red_weaken": 1}
    assert lost({"bag": bag}).guard("yana")["bag"] == {"purple_heart": 1, "black_sword_2": 2, "red_weaken": 5}


@pytest.mark.rule("ISO-END-012")
@pytest.mark.parametrize(("checkpoint", "place"), [("main/5", "main/5"), (None, "fort_istra_courtyard")])
def test_the_guards_wake_at_the_checkpoint_with_twenty_hp(checkpoint: str | None, place: str) -> None:
    table = lost({"hp": 3, "max_hp": 26}, location="main/7", checkpoint=checkpoint)
    assert (table.view["location"], table.guard("yana")["hp"]) == (place, 20)


@pytest.mark.rule("ISO-END-014", "ISO-END-015")
def test_maintenance_comes_first_and_the_penalties_after_it() -> None:
    chips = {"negative": {"purple_poison": 1}, "discard": {"purple_combo": 1}}
    guard = {"ap": {"gray": 1, "green": 1}, "exhausted": {"gray": 2}, **chips}
    yana = lost(guard).guard("yana")
    assert (yana["ap"], yana["exhausted"]) == ({"gray": 0, "green": 0}, {"gray": 3, "green": 0})
    assert yana["bag"] == {"purple_combo": 1, "red_weaken": 5}


@pytest.mark.rule("ISO-END-017", "ISO-DIFFB-007")
@pytest.mark.parametrize(("difficulty", "source", "restart"), [
    ("standard", "narrative", True), ("tenebris", "quest", True), ("story", "narrative", False),
    ("standard", "skull", False),
])  # fmt: skip
def test_a_lost_narrative_battle_starts_its_event_over_except_in_story_mode(
    difficulty: str, source: str, restart: bool
) -> None:
    table = lost(difficulty=difficulty, encounter={"source": source, "ambush": False})
    assert [event.restart for event in table.events if type(event).__name__ == "BattleLost"] == [restart]  # type: ignore[attr-defined]
    assert table.view["phase"] == "exploration"


# ---- maintenance


def maintained(guard: Any, content: Any = None) -> dict[str, Any]:
    position = {"content": content or {}, "enemies": {"I": {**DUMMY, "blue_cubes": 1}}, "aggro": "grigory"}
    table = with_stone(attack(9), **position, **guard)
    casts(table, target="I").does("collect_rewards")
    assert (table.view["enemies"], table.view["aggro"]) == (None, None)
    return dict(table.guard())


@pytest.mark.rule("ISO-MAINT-001", "ISO-MAINT-002", "ISO-MAINT-003", "ISO-MAINT-004")
def test_black_and_purple_chips_go_home_and_the_rest_to_the_supply_while_bags_keep_theirs() -> None:
    guard = maintained({**FULL, "bag": {"red_fear": 1, "green_heart": 2}, "ap": {"gray": 2, "green": 2}})
    assert guard["bag"] == {
        "red_fear": 1, "green_heart": 2, "black_sword_1": 1, "black_sword_2": 1, "purple_heart": 1, "purple_evasion": 1,
        "purple_poison": 1,
    }  # fmt: skip
    assert (guard["drawn"], guard["positive"], guard["negative"], guard["ap"]["green"]) == ({}, {}, {}, 0)


@pytest.mark.rule("ISO-MAINT-005", "ISO-MAINT-007")
def test_gray_ap_is_refreshed_and_hp_is_not() -> None:
    guard = maintained({"hp": 7, "ap": {"gray": 0}, "exhausted": {"gray": 3}})
    assert (guard["hp"], guard["ap"]["gray"]) == (7, 3)


@pytest.mark.rule("ISO-MAINT-006")
def test_cards_gems_accessories_and_used_items_are_set_back() -> None:
    content = {"guard_abilities": {"deed": card()}, "accessories": {"ring": {"limit": 1, "effects": []}}}
    guard = maintained({
        "slots": {"I": {"ability": "deed", "side": "S"}}, "accessory": {"card": "ring", "cubes": 1, "flipped": True},
        "item": {"card": "salve", "used": True},
    }, content)  # fmt: skip
    assert (guard["slots"]["I"]["side"], guard["slots"]["IV"]["gem"], guard["item"]) == ("P", "ready", None)
    assert (guard["accessory"]["cubes"], guard["accessory"]["flipped"]) == (0, False)


@pytest.mark.rule("ISO-MAINT-008")
def test_blue_and_yellow_cubes_and_aggro_are_removed() -> None:
    content = {"guard_abilities": {"deed": card()}}
    guard = maintained({"blue_cubes": 3, "slots": {"I": {"ability": "deed", "cubes": 2}}}, content)
    assert (guard["blue_cubes"], guard["slots"]["I"]["cubes"]) == (0, 0)


@pytest.mark.rule("ISO-MAINT-009")
def test_chips_stored_on_accessories_are_treated_like_those_on_the_dashboards() -> None:
    stored_ = {"card": "box", "chips": {"purple_combo": 1, "green_sword_1": 1}}
    guard = maintained({"accessory": stored_}, {"accessories": {"box": {"effects": []}}})
    assert (guard["accessory"]["chips"], guard["bag"]) == ({}, {"purple_combo": 1})


# ---- precedence and memory


@pytest.mark.rule("ISO-GEN-001")
def test_a_card_outranks_the_rulebook() -> None:
    effect = {"op": "set_aggro", "who": "self"}
    table = casts(with_stone(effect, aggro="alek", guards={"alek": {}}))
    assert table.view["aggro"] == "grigory"


@pytest.mark.rule("ISO-GEN-003")
def test_a_standard_attack_is_no_ability() -> None:
    table = acting_guard(weapon="blade", drawn={"black_sword_1": 1}, negative={"purple_corruption": 1, "red_seal": 1})
    assert "DamageDealt" in table.does("standard_attack", guard="grigory", chips=["black_sword_1"], target="I")


@pytest.mark.rule("ISO-GEN-004")
def test_from_battle_to_battle_only_bodies_bags_equipment_and_satchels_are_remembered() -> None:
    guard = maintained({
        "hp": 7, "exhausted": {"gray": 1}, "modifiers": [{"stat": "atk", "by": 2}], "chain": True, "weapon": "blade",
        "satchel": [material("pelt", 2)],
    })  # fmt: skip
    assert (guard["hp"], guard["weapon"]["card"], guard["satchel"]) == (7, "blade", [material("pelt", 2)])
    assert (guard["atk_now"], guard["chain"], guard["modifiers"]) == (3, False, [])


@pytest.mark.rule("ISO-GEN-005")
def test_defeats_are_counted_by_type_and_stars() -> None:
    foes = {"I": DUMMY, "II": {**DUMMY, "stars": 2}, "III": {**DUMMY, "type": "imp"}, "IV": {**DUMMY, "hp": 99}}
    table = casts(with_stone(attack(9, "all_enemies"), enemies=foes))
    assert table.view["defeat_tally"] == {"dummy_1": 1, "dummy_2": 1, "imp_1": 1}


@pytest.mark.rule("ISO-GEN-007")
def test_what_a_round_remembers_is_part_of_the_position_and_gone_with_the_round() -> None:
    content = {"guard_abilities": {"deed": card(keyword={"name": "chain", "effects": []})}}
    table = acting_guard(content=content, slots={"I": {"ability": "deed"}}, drawn={"black_sword_1": 2}, weapon="blade")
    table.does("activate_ability", guard="grigory", slot="I", chips=["black_sword_1"])
    table.does("standard_attack", guard="grigory", chips=["black_sword_1"], target="I")
    kept = table.state.guards["grigory"]
    assert (kept.chain, kept.weapon and kept.weapon.used, table.state.last_attacker) == (True, True, "grigory")
    table.plays(
        ("end_activation", {"guard": "grigory"}), ("end_guards_turn", {}),
        ("activate_enemy", {"slot": "I", "cards": ["card"]}),
    )  # fmt: skip
    assert (table.view["activated"], table.view["enemies_activated"]) == (["grigory"], ["I"])
    assert (table.view["aggro"], table.enemy()["visible"], table.enemy()["ai_deck"]) == ("grigory", "card", [])
    table.plays(("end_enemies_turn", {}), ("cleanup", {}))
    assert (table.view["activated"], table.guard()["chain"], table.guard()["weapon"]["used"]) == ([], False, False)
    assert BATTLE.check(table.state) == []
