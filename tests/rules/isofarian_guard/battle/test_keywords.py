"""The eight guards' [Keywords]."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.battle.game import BATTLE
from rules.kernel import Seeded, event_name
from tests.rules.isofarian_guard.battle.table import (
    DUMMY,
    Table,
    acting_guard,
    attack,
    card,
    gain,
    stone,
    to_next_round,
    with_base,
    with_stone,
)

HEAL = {"op": "heal", "who": "self", "n": 1}
BIG_HEAL = {"op": "heal", "who": "self", "n": 3}


def keyworded(name: str, *effects: Any, main: Any = (), flip: str | None = None, **price: Any) -> dict[str, Any]:
    keyword = {"name": name, "effects": list(effects) or [BIG_HEAL], **price}
    side = {"cost": {"sword": 1}, "ap": 0, "flip": flip, "effects": list(main), "keyword": keyword}
    return {"owner": "any", "P": side, "S": {**side, "keyword": None}}


def holding(name: str = "grigory", cards: Any = None, slots: Any = None, **guard: Any) -> Table:
    held = slots or {slot: {"ability": card_} for slot, card_ in zip(("I", "II", "III"), cards, strict=False)}
    given = {"hp": 5, "drawn": {"black_sword_1": 3}, **guard}
    return acting_guard(name, content={"guard_abilities": cards, **given.pop("more", {})}, slots=held, **given)


def plays(table: Table, slot: str = "I", name: str = "grigory", **more: Any) -> Table:
    table.does("activate_ability", **{"guard": name, "slot": slot, "chips": ["black_sword_1"], **more})
    return table


@pytest.mark.rule("ISO-KEY-001", "ISO-KEY-002")
def test_the_first_chain_card_gives_its_main_effect_only_and_every_later_one_both() -> None:
    cards = {"a": keyworded("chain"), "b": keyworded("chain"), "c": keyworded("chain", HEAL)}
    table = plays(holding(cards=cards))
    assert table.guard()["hp"] == 5
    assert plays(table, "II").guard()["hp"] == 8
    assert plays(table, "III").guard()["hp"] == 9


@pytest.mark.rule("ISO-KEY-003")
def test_cards_without_chain_neither_start_nor_interrupt_it_and_it_starts_anew_every_round() -> None:
    cards = {"plain": card(owner="any"), "a": keyworded("chain"), "b": keyworded("chain")}
    started = plays(plays(holding(cards=cards), "I"), "II")
    assert started.guard()["hp"] == 5
    between = plays(plays(plays(holding(cards=cards), "II"), "I"), "III")
    assert between.guard()["hp"] == 8
    between.does("end_activation", guard="grigory")
    assert to_next_round(between).guard()["chain"] is False


@pytest.mark.rule("ISO-KEY-004")
def test_empower_is_triggered_by_an_ability_on_a_card_that_need_not_be_activated() -> None:
    trigger = {"op": "trigger_keyword", "keyword": "empower"}
    cards = {"salve": keyworded("empower"), "call": card(trigger, owner="any")}
    table = plays(holding("alek", cards), "II", "alek", keyword_slot="I")
    assert (table.guard("alek")["hp"], table.guard("alek")["slots"]["I"]["used"]) == (8, False)
    held = {"content": {"guard_abilities": cards}, "slots": {"I": {"ability": "salve"}}}
    by_stone = with_stone(trigger, name="alek", hp=5, **held)
    by_stone.does("activate_stonebound", guard="alek", slot="IV")
    assert by_stone.guard("alek")["hp"] == 8
    own = plays(holding("alek", cards), "I", "alek")
    assert own.guard("alek")["hp"] == 5


@pytest.mark.rule("ISO-KEY-005")
def test_harmonize_is_triggered_by_stonebound_abilities() -> None:
    cards = {"hymn": keyworded("harmonize"), "ode": keyworded("harmonize", HEAL)}
    slots = {"I": {"ability": "hymn"}, "II": {"ability": "ode"}}
    table = with_stone(
        {"op": "trigger_keyword", "keyword": "harmonize"}, name="catherine", content={"guard_abilities": cards},
        slots=slots, hp=5,
    )  # fmt: skip
    assert table.refuses("activate_stonebound", guard="catherine", slot="IV") == "choice_required"
    table.does("activate_stonebound", guard="catherine", slot="IV", keyword_slot="II")
    assert table.guard("catherine")["hp"] == 6


@pytest.mark.rule("ISO-CHIP-011")
def test_corruption_bars_keywords_of_guard_ability_cards_too() -> None:
    cards = {"salve": keyworded("empower")}
    table = with_stone(
        {"op": "trigger_keyword", "keyword": "empower"}, content={"guard_abilities": cards},
        slots={"I": {"ability": "salve"}}, negative={"purple_corruption": 1},
    )  # fmt: skip
    assert table.refuses("activate_stonebound", guard="grigory", slot="IV", keyword_slot="I") == "corrupted"
    drawing = {"a": keyworded("chain", main=[{"op": "draw", "who": "self", "n": 1}])}
    drawn = holding(cards=drawing, chain=True, bag={"purple_corruption": 1, "black_shield_1": 1})
    plays(drawn, draws=["purple_corruption", "black_shield_1"])
    assert drawn.guard()["hp"] == 5


SURGE = {"frenzy": keyworded("surge", green_ap=2)}


@pytest.mark.rule("ISO-KEY-006")
def test_surge_is_bought_with_green_ap_only() -> None:
    assert plays(holding("yury", SURGE, ap={"gray": 0, "green": 2}), "I", "yury", surge=1).guard("yury")["hp"] == 8
    poor = holding("yury", SURGE, ap={"gray": 5, "green": 1})
    refused = poor.refuses("activate_ability", guard="yury", slot="I", chips=["black_sword_1"], surge=1)
    assert refused == "not_enough_green_ap"
    assert plays(poor, "I", "yury").guard("yury")["hp"] == 5


@pytest.mark.rule("ISO-KEY-007")
def test_surge_is_bought_once_per_card_and_round() -> None:
    table = holding("yury", SURGE, ap={"green": 5})
    refused = table.refuses("activate_ability", guard="yury", slot="I", chips=["black_sword_1"], surge=2)
    assert refused == "surge_once_per_round"


INSPIRE = {"hold": keyworded("inspire", resources=2)}


def inspired(*chips: str, drawn: Any, pays: Any = ("black_sword_1",)) -> dict[str, Any]:
    table = holding("kharzin", INSPIRE, drawn=drawn)
    table.does("activate_ability", guard="kharzin", slot="I", chips=list(pays), inspire_chips=list(chips))
    return dict(table.guard("kharzin"))


def not_inspired(*chips: str, drawn: Any) -> str:
    table = holding("kharzin", INSPIRE, drawn=drawn)
    given = {"guard": "kharzin", "slot": "I", "chips": ["black_sword_1"]}
    return table.refuses("activate_ability", **given, inspire_chips=list(chips))


@pytest.mark.rule("ISO-KEY-008")
def test_inspire_is_bought_with_further_resources_of_whatever_kind() -> None:
    hand = {"black_sword_1": 1, "black_shield_1": 1, "green_sword_1": 1}
    kharzin = inspired("black_shield_1", "green_sword_1", drawn=hand)
    assert (kharzin["hp"], kharzin["drawn"], kharzin["slots"]["I"]["chips"]) == (8, {}, hand)
    assert not_inspired("black_shield_1", drawn=hand) == "resources_insufficient"
    more = {**hand, "black_shield_2": 1}
    assert not_inspired("black_shield_2", "black_shield_1", drawn=more) == "chips_exceed_cost"


@pytest.mark.rule("ISO-KEY-009")
def test_combo_and_status_chips_do_not_pay_for_inspire() -> None:
    hand = {"black_sword_1": 2, "purple_combo": 2}
    assert not_inspired("purple_combo", "black_sword_1", drawn=hand) == "combo_not_allowed"
    assert not_inspired("green_heart", drawn=hand) == "not_a_resource_chip"


@pytest.mark.rule("ISO-KEY-023")
def test_each_chip_pays_the_card_or_inspire_not_both() -> None:
    assert not_inspired("black_sword_1", "black_shield_1", drawn={"black_sword_1": 1, "black_shield_1": 1}) == (
        "chip_not_available"
    )


def test_left_out_the_card_is_paid_with_what_inspire_does_not_take() -> None:
    table = holding("kharzin", INSPIRE, drawn={"black_sword_1": 1, "black_sword_2": 1})
    decision = {"do": "activate_ability", "guard": "kharzin", "slot": "I", "inspire_chips": {"black_sword_2": 1}}
    assert "KeywordTriggered" in table_decides(table, decision)


def table_decides(table: Table, decision: dict[str, Any]) -> list[str]:
    events = BATTLE.decide(table.state, BATTLE.decision(decision), table.pack, Seeded(1))
    return [event_name(type(event)) for event in events]


BURST = {"jab": keyworded("burst", cubes=3, flip="burst"), "whirl": keyworded("burst", cubes=2, flip="burst")}


def bursting(**cubes: Any) -> Table:
    slots = {
        "I": {"ability": "jab"}, "II": {"ability": "whirl", **cubes}, "IV": {"stonebound": "ray"},
    }  # fmt: skip
    return holding("vera", BURST, slots, more={"stonebound": {"ray": stone(owner="vera")}})


@pytest.mark.rule("ISO-KEY-010")
def test_a_burst_card_puts_a_cube_on_another_card_if_there_is_one() -> None:
    table = bursting()
    refused = table.refuses("activate_ability", guard="vera", slot="I", chips=["black_sword_1"])
    assert refused == "burst_target_required"
    assert plays(table, "I", "vera", burst_on="II").guard("vera")["slots"]["II"]["cubes"] == 1
    alone = plays(holding("vera", {"jab": BURST["jab"]}), "I", "vera")
    assert alone.guard("vera")["slots"]["I"]["cubes"] == 0


@pytest.mark.rule("ISO-KEY-011")
@pytest.mark.parametrize("slot", ["I", "IV", "VI"])
def test_the_cube_goes_neither_on_the_card_itself_nor_on_a_stonebound_one(slot: str) -> None:
    refused = bursting().refuses("activate_ability", guard="vera", slot="I", chips=["black_sword_1"], burst_on=slot)
    assert refused == "burst_same_card"


@pytest.mark.rule("ISO-KEY-012")
def test_at_its_number_a_cards_burst_happens_at_once_activated_or_not() -> None:
    table = plays(bursting(cubes=1), "I", "vera", burst_on="II")
    assert (table.guard("vera")["hp"], table.guard("vera")["slots"]["II"]["used"]) == (8, False)


@pytest.mark.rule("ISO-KEY-013")
def test_a_cards_burst_happens_once_a_round() -> None:
    table = plays(bursting(cubes=2, burst=True), "I", "vera", burst_on="II")
    assert (table.guard("vera")["hp"], table.guard("vera")["slots"]["II"]["cubes"]) == (5, 3)


@pytest.mark.rule("ISO-KEY-014", "ISO-CLEAN-012")
def test_in_cleanup_a_triggered_burst_loses_its_cubes_and_flips_and_other_cubes_stay() -> None:
    slots = {"I": {"ability": "jab", "cubes": 2}, "II": {"ability": "whirl", "cubes": 3, "burst": True}}
    content = with_base({"guard_abilities": BURST})
    table = Table(step="cleanup", guards={"vera": {"slots": slots}}, enemies={"I": DUMMY}, content=content)
    table.does("cleanup")
    after = table.guard("vera")["slots"]
    assert [(after[slot]["side"], after[slot]["cubes"]) for slot in slots] == [("P", 2), ("S", 0)]


@pytest.mark.rule("ISO-STAT-012")
def test_without_a_yellow_cube_in_the_supply_none_is_placed() -> None:
    slots = {"I": {"ability": "jab"}, "II": {"ability": "whirl", "cubes": 12, "burst": True}}
    table = plays(holding("vera", BURST, slots), "I", "vera", burst_on="II")
    assert table.guard("vera")["slots"]["II"]["cubes"] == 12


ENDURE = {"bear": keyworded("endure")}


def endured(*draws: str, ally: Any = None, **pavel: Any) -> Table:
    bag = {chip: draws.count(chip) for chip in draws}
    guards = {"yana": {"bag": {**bag, "black_shield_2": 1}, **(ally or {})}}
    table = holding("pavel", ENDURE, guards=guards, **pavel)
    return plays(table, "I", "pavel", endure_draws=list(draws))


@pytest.mark.rule("ISO-KEY-015")
def test_endure_takes_the_negative_ones_of_three_ally_chips_with_effect_and_keyword_each() -> None:
    table = endured("purple_poison", "green_heart", "red_weaken")
    pavel, yana = table.guard("pavel"), table.guard("yana")
    assert (pavel["hp"], pavel["negative"]) == (5 - 1 + 3 + 3, {"purple_poison": 1, "red_weaken": 1})
    assert (yana["bag"], yana["hp"]) == ({"green_heart": 1, "black_shield_2": 1}, 20)


@pytest.mark.rule("ISO-KEY-016")
@pytest.mark.parametrize("guards", [{}, {"yana": {"hp": 0, "bag": {"red_weaken": 3}}}])
def test_without_a_standing_ally_endure_is_not_triggered(guards: Any) -> None:
    table = plays(holding("pavel", ENDURE, guards=guards), "I", "pavel")
    assert (table.guard("pavel")["hp"], table.guard("pavel")["negative"]) == (5, {})


@pytest.mark.rule("ISO-KEY-017")
def test_endure_draws_three_of_any_color_or_all_and_fear_does_not_stop_it() -> None:
    table = endured("red_fear", "red_fear", "red_seal")
    assert table.guard("pavel")["hp"] == 5 + 9
    few = holding("pavel", ENDURE, guards={"yana": {"bag": {"red_fear": 2}}})
    plays(few, "I", "pavel", endure_draws=["red_fear", "red_fear"])
    assert few.guard("yana")["bag"] == {}


@pytest.mark.rule("ISO-KEY-018")
def test_a_chip_turned_away_by_the_limit_still_gives_the_effect() -> None:
    table = endured("purple_poison", "black_sword_1", "black_sword_1", bag={"purple_poison": 5})
    assert (table.guard("pavel")["hp"], table.guard("pavel")["negative"]) == (8, {})
    assert "purple_poison" not in table.guard("yana")["bag"]


AWAKEN = {"vision": keyworded("awaken", element="water")}


def awoken(gem: str = "ready", element: str = "water", ally: bool = False) -> Table:
    slots = {"I": {"ability": "vision"}}
    wet = {"IV": {"stonebound": "tide", "gem": gem}}
    more = {"stonebound": {"tide": stone(owner="any", element=element)}}
    guards = {"pavel": {"slots": wet}} if ally else {}
    return holding("yana", AWAKEN, slots if ally else {**slots, **wet}, more=more, guards=guards)


@pytest.mark.rule("ISO-KEY-019")
@pytest.mark.parametrize("ally", [True, False])
def test_awaken_happens_if_any_guard_activated_its_element_this_round(ally: bool) -> None:
    assert plays(awoken("active", ally=ally), "I", "yana").guard("yana")["hp"] == 8
    assert plays(awoken("active", "fire", ally=ally), "I", "yana").guard("yana")["hp"] == 5


@pytest.mark.rule("ISO-KEY-020")
def test_a_stonebound_ability_used_later_or_a_round_before_does_not_awaken() -> None:
    assert plays(awoken("exhausted"), "I", "yana").guard("yana")["hp"] == 5
    later = plays(awoken("ready"), "I", "yana")
    later.does("activate_stonebound", guard="yana", slot="IV")
    assert later.guard("yana")["hp"] == 5


@pytest.mark.rule("ISO-KEY-021")
def test_a_rainbow_ability_counts_as_the_element_of_its_gem() -> None:
    for color, hp in (("water", 8), ("light", 5)):
        slots = {"I": {"ability": "vision"}, "IV": {"stonebound": "prism", "gem": "active", "gem_color": color}}
        more = {"stonebound": {"prism": stone(owner="any", element="rainbow")}}
        assert plays(holding("yana", AWAKEN, slots, more=more), "I", "yana").guard("yana")["hp"] == hp


@pytest.mark.rule("ISO-KEY-022")
def test_the_keyword_effect_follows_the_main_effect() -> None:
    cards = {"a": keyworded("chain", attack(2), main=[gain("green_strengthen"), attack(0)])}
    table = holding(cards=cards, chain=True)
    plays(table, target="I")
    names = [type(event).__name__ for event in table.events]
    assert names.index("ChipGained") < names.index("DamageDealt") < names.index("KeywordTriggered")
    assert table.enemy()["hp"] == 9 - (3 + 1 - 1) - (3 + 1 + 2 - 1)


@pytest.mark.rule("ISO-KEY-024")
@pytest.mark.parametrize("argument", [{"surge": 1}, {"burst_on": "II"}, {"inspire_chips": ["black_sword_1"]}])
def test_a_keyword_needs_the_face_up_side_that_shows_it(argument: Any) -> None:
    table = holding(cards={"a": keyworded("chain"), "b": keyworded("chain")})
    given = {"guard": "grigory", "slot": "I", "chips": ["black_sword_1"]}
    assert table.refuses("activate_ability", **given, **argument) == "keyword_not_on_card"
    turned = holding("alek", {"salve": keyworded("empower")}, {"I": {"ability": "salve", "side": "S"}})
    other = with_stone(
        {"op": "trigger_keyword", "keyword": "empower"}, content={"guard_abilities": {"salve": keyworded("empower")}},
        slots={"I": {"ability": "salve", "side": "S"}},
    )  # fmt: skip
    assert other.refuses("activate_stonebound", guard="grigory", slot="IV", keyword_slot="I") == "keyword_not_on_card"
    assert plays(turned, "I", "alek").guard("alek")["hp"] == 5
