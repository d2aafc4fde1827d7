"""How a battle starts: ambush or not, what is set back, what stays."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.battle.start import is_ambush
from rules.isofarian_guard.battle.state import Difficulty, Source
from tests.rules.isofarian_guard.battle.table import BASE, Table, acting_guard, to_next_round, with_base

IMP: dict[str, Any] = {"imp": {"cards": {1: {"hp": 4, "atk": 3, "def": 1, "ap": 1}}}}
HIT = {"number": 1, "actions": [
    {"op": "choose_target", "by": ["aggro"]},
    {"op": "ability", "name": "hit", "ap": 1, "effects": [{"op": "attack", "who": "target", "atk": 2}]},
    {"op": "end_turn"},
]}  # fmt: skip


def started(guards: Any = None, content: Any = None, **how: Any) -> Table:
    content = with_base({"enemies": IMP, "ai_cards": {"imp": {"hit": HIT}}, **(content or {})})
    table = Table(
        phase=how.pop("phase", "exploration"), step="over", guards=guards or {"vera": {}, "kharzin": {}},
        content=content, difficulty=how.pop("difficulty", "standard"),
    )  # fmt: skip
    table.does("start_battle", **{"source": "skull", "enemies": [{"type": "imp"}], **how})
    return table


@pytest.mark.rule("ISO-START-001")
@pytest.mark.parametrize("source", ["skull", "hunt", "field", "challenge", "narrative", "quest"])
def test_a_battle_begins_from_every_source_and_not_while_another_is_fought(source: str) -> None:
    table = started(source=source)
    assert table.view["encounter"]["source"] == source
    assert table.refuses("start_battle", source=source, enemies=[{"type": "imp"}]) == "already_in_battle"


def test_without_a_battle_nothing_of_it_can_be_done() -> None:
    table = Table(phase="exploration", step="over", guards={"vera": {}})
    assert table.refuses("start_round") == "not_in_battle"


@pytest.mark.rule("ISO-START-002", "ISO-AMB-001")
def test_the_guards_go_first_unless_it_is_an_ambush() -> None:
    assert started().view["step"] == "round_start"
    ambush = started(red_text=True)
    assert (ambush.view["step"], ambush.view["round"]) == ("enemies_turn", 1)
    ambush.plays(
        ("activate_enemy", {"slot": "I", "cards": ["hit"], "targets": ["vera"]}), ("end_enemies_turn", {}),
        ("cleanup", {}), ("start_round", {}),
    )  # fmt: skip
    assert (ambush.view["step"], ambush.view["round"]) == ("choose_guard", 2)


@pytest.mark.rule("ISO-AMB-002")
def test_no_round_of_an_ambush_allows_a_retreat() -> None:
    for round_ in (1, 2, 5):
        table = Table(
            step="choose_guard", round=round_, encounter={"source": "skull", "ambush": True}, guards={"vera": {}},
            enemies={"I": {"type": "imp", "hp": 3}},
        )  # fmt: skip
        assert table.refuses("retreat") == "ambush_no_retreat"


@pytest.mark.rule("ISO-AMB-003")
@pytest.mark.parametrize("source", ["skull", "field"])
def test_red_text_and_blue_nodes_make_an_ambush(source: Source) -> None:
    assert is_ambush(source, "standard", marked=True, blue=False)
    assert is_ambush(source, "standard", marked=False, blue=True)
    assert not is_ambush(source, "standard", marked=False, blue=False)


@pytest.mark.rule("ISO-AMB-003")
@pytest.mark.parametrize("source", ["narrative", "quest"])
@pytest.mark.parametrize("difficulty", ["story", "standard", "tenebris"])
def test_narrative_and_quest_battles_follow_their_book_alone(source: Source, difficulty: Difficulty) -> None:
    assert not is_ambush(source, difficulty, marked=False, blue=True)
    assert is_ambush(source, difficulty, marked=True, blue=False)


@pytest.mark.rule("ISO-AMB-004")
def test_a_battle_chosen_after_a_compass_chip_is_no_ambush_even_on_a_blue_node() -> None:
    table = started(source="hunt", node_color="blue", red_text=True)
    assert table.view["encounter"]["ambush"] is False
    table.plays(("start_round", {}), ("retreat", {}))
    assert table.view["retreating"] is True


@pytest.mark.rule("ISO-AMB-005", "ISO-AGG-005")
def test_in_an_ambush_nobody_has_aggro_and_the_players_choose() -> None:
    table = started(red_text=True)
    assert table.view["aggro"] is None
    assert table.refuses("activate_enemy", slot="I", cards=["hit"]) == "target_choice_required"
    table.does("activate_enemy", slot="I", cards=["hit"], targets=["kharzin"])
    assert (table.guard("kharzin")["hp"], table.guard("vera")["hp"]) == (17, 20)


CHARMS = {
    "drum": {"reactive": [{"trigger": "battle_start", "effects": [{"op": "blue_cubes", "who": "self", "n": 2}]}]},
    "lamp": {"reactive": [{"trigger": "round_start", "effects": [{"op": "heal", "who": "self", "n": 3}]}]},
}


@pytest.mark.rule("ISO-AMB-006", "ISO-ACC-005")
@pytest.mark.parametrize("red_text", [False, True])
def test_an_accessory_for_the_start_of_battle_works_before_anyone_acts(red_text: bool) -> None:
    table = started({"vera": {"accessory": "drum"}}, {"accessories": CHARMS}, red_text=red_text)
    assert table.guard("vera")["blue_cubes"] == 2


@pytest.mark.rule("ISO-AMB-007", "ISO-TURN-002", "ISO-ACC-004")
def test_the_ambush_round_has_no_guards_turn_and_start_of_round_accessories_wait_for_round_two() -> None:
    guards = {"vera": {"hp": 10, "accessory": "lamp", "ap": {"gray": 1}, "exhausted": {"gray": 1}}}
    table = started(guards, {"accessories": CHARMS}, red_text=True)
    table.plays(("activate_enemy", {"slot": "I", "cards": ["hit"]}), ("end_enemies_turn", {}), ("cleanup", {}))
    assert (table.guard("vera")["hp"], table.guard("vera")["exhausted"]["gray"], table.view["aggro"]) == (6, 1, None)
    table.does("start_round")
    assert table.guard("vera")["hp"] == 9


@pytest.mark.rule("ISO-START-003", "ISO-STON-005")
def test_sides_gems_and_accessories_are_set_back() -> None:
    content = {
        "guard_abilities": {"jab": {"owner": "vera", "P": {}, "S": {}}},
        "stonebound": {"ray": {"owner": "vera", "element": "light"}},
        "accessories": {"charm": {"limit": 1, "effects": []}},
    }
    slots = {"I": {"ability": "jab", "side": "S"}, "II": {"stonebound": "ray", "gem": "exhausted"}}
    table = started({"vera": {"slots": slots, "accessory": {"card": "charm", "cubes": 1, "flipped": True}}}, content)
    vera = table.guard("vera")
    assert (vera["slots"]["I"]["side"], vera["slots"]["II"]["gem"]) == ("P", "ready")
    assert (vera["accessory"]["cubes"], vera["accessory"]["flipped"]) == (0, False)


@pytest.mark.rule("ISO-START-004")
def test_ap_exhausted_on_the_road_stays_so_until_step_eight() -> None:
    table = started({"vera": {"ap": {"gray": 0}, "exhausted": {"gray": 2}}})
    assert table.guard("vera")["exhausted"]["gray"] == 2
    table.plays(
        ("start_round", {}), ("activate_guard", {"guard": "vera"}), ("draw_chips", {"guard": "vera", "draws": []}),
        ("end_activation", {"guard": "vera"}),
    )  # fmt: skip
    assert table.guard("vera")["exhausted"]["gray"] == 2
    table.does("end_guards_turn")
    assert table.guard("vera")["ap"]["gray"] == 2


@pytest.mark.rule("ISO-START-005")
def test_without_active_ap_gems_accessories_and_items_still_work() -> None:
    table = acting_guard(
        ap={"gray": 0}, exhausted={"gray": 2}, hp=5, drawn={"green_sword_1": 1}, item="potion", accessory="charm",
        slots={"I": {"ability": "jab"}, "IV": {"stonebound": "ray"}},
        content={
            "items": {"potion": {"effects": [{"op": "heal", "who": "self", "n": 1}]}},
            "accessories": {"charm": {"effects": [{"op": "heal", "who": "self", "n": 2}]}},
            "stonebound": {"ray": {"owner": "grigory", "effects": [{"op": "heal", "who": "self", "n": 4}]}},
            "guard_abilities": {"jab": {"owner": "grigory", "P": {"cost": {"sword": 1}, "ap": 1}, "S": {}}},
        },
    )  # fmt: skip
    refused = table.refuses("activate_ability", guard="grigory", slot="I", chips=["green_sword_1"])
    table.plays(
        ("use_item", {"guard": "grigory", "card": "potion"}), ("activate_accessory", {"guard": "grigory"}),
        ("activate_stonebound", {"guard": "grigory", "slot": "IV"}),
    )  # fmt: skip
    assert (refused, table.guard()["hp"]) == ("not_enough_ap", 12)


@pytest.mark.rule("ISO-START-006")
@pytest.mark.parametrize("what", ["weapon", "armor", "accessory", "item", "ability", "speaking_stone"])
def test_nothing_can_be_equipped_in_a_battle(what: str) -> None:
    table = acting_guard(satchel=[{"card": "thing", "kind": "item"}])
    refusal = table.refusal("equip", guard="grigory", what=what, card="thing")
    assert (refusal.code, refusal.rule) == ("no_customizing_in_battle", "ISO-START-006")


@pytest.mark.rule("ISO-START-007")
def test_a_battle_knows_guards_and_no_players() -> None:
    table = started()
    assert "player" not in {name for kind in (type(event) for event in table.events) for name in kind.__struct_fields__}
    assert table.state.guards.keys() == {"vera", "kharzin"}


@pytest.mark.rule("ISO-START-008")
def test_a_single_guard_fights_alone_and_what_concerns_the_other_is_skipped() -> None:
    effect = {"op": "heal", "who": "ally", "n": 3}
    table = acting_guard(
        content={"stonebound": {"ray": {"owner": "grigory", "effects": [effect]}}}, slots={"IV": {"stonebound": "ray"}},
    )  # fmt: skip
    table.plays(("activate_stonebound", {"guard": "grigory", "slot": "IV"}), ("end_activation", {"guard": "grigory"}))
    assert to_next_round(table).view["round"] == 2


@pytest.mark.rule("ISO-START-009", "ISO-END-018")
def test_battles_of_one_narrative_event_follow_one_another() -> None:
    table = acting_guard(
        weapon="blade", drawn={"black_sword_1": 1}, encounter={"source": "narrative", "ambush": False},
        content={**BASE, "enemies": {"dummy": {"cards": {1: {"hp": 1, "atk": 1, "def": 1, "ap": 1}}}}},
        enemies={"I": {"type": "dummy"}},
    )  # fmt: skip
    table.plays(
        ("standard_attack", {"guard": "grigory", "chips": ["black_sword_1"], "target": "I"}), ("collect_rewards", {})
    )
    assert table.view["phase"] == "narrative_event"
    table.does("start_battle", source="narrative", enemies=[{"type": "dummy"}])
    assert (table.view["phase"], table.view["step"]) == ("battle", "round_start")


def test_an_enemy_whose_card_nobody_entered_needs_its_figures() -> None:
    table = Table(phase="exploration", step="over", guards={"vera": {}})
    assert table.refuses("start_battle", source="skull", enemies=[{"type": "ghost"}]) == "enemy_unread"
    read = {"type": "ghost", "hp": 12, "atk": 2, "def": 1, "ap": 2}
    table.does("start_battle", source="skull", enemies=[read])
    assert (table.enemy()["hp"], table.enemy()["ap"]["gray"]) == (12, 2)


def test_a_battle_without_enemies_is_refused() -> None:
    table = Table(phase="exploration", step="over", guards={"vera": {}})
    assert table.refuses("start_battle", source="skull", enemies=[]) == "malformed"
