"""0 HP, Shattering, Corruption, Reclaiming."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.encounters_shattered_wastes.table import GAME, Table, acting, table

GONE = {"on_board": False, "removed_because": "corruption", "state": "shattered", "corruption": 7, "hp": 3}


def ability(*effects: dict[str, Any], **facts: Any) -> dict[str, Any]:
    card = {"deck": "shattered", "subtype": "active", "cost": 0, "effects": list(effects), **facts}
    return {"abilities": {"spell": card}}


def stays(game: Table, name: str = "ronin") -> bool:
    """Whether a Character is still there when its activation has ended."""
    for _ in range(game.who(name).actions_left):
        game.does("move", character=name, path=[])
    game.does("end_activation", character=name)
    return game.who(name).on_board


# ---- 0 HP


@pytest.mark.rule("SW-RMV-001", "SW-RMV-002")
def test_at_zero_hp_a_character_has_its_activation_and_leaves_at_its_end() -> None:
    game = acting(hp=0, board={"areas": {1: ["P1_a"]}})
    game.does("basic_attack", character="ronin", rolls=[5])
    assert game.state.fatigue == ("P1_a",)
    assert not stays(game)
    assert (game.who("ronin").removed_because, game.who("ronin").space) == ("zero_hp", None)


@pytest.mark.rule("SW-RMV-003")
def test_who_falls_after_its_activation_stays_until_the_end_of_the_next() -> None:
    characters = {"ronin": {"space": "1F", "hp": 1, "activated": True}, "siren": {"space": "5B", "activated": True}}
    game = table("defend", characters=characters, areas={1: ["P1.d3_a"], 5: ["P1_b"]})
    for area in range(1, 6):
        game.does("resolve_area", area=area)
    game.does("end_defend")
    assert (game.who("ronin").hp, game.who("ronin").on_board) == (0, True)
    game.does("fill_empty_areas")
    game.does("refresh_roll", character="ronin", rolls=[6])
    game.does("refresh_roll", character="siren", rolls=[6])
    game.does("activate", character="ronin")
    assert not stays(game)


@pytest.mark.rule("SW-RMV-004", "SW-RMV-006", "SW-RMV-007", "SW-RMV-008", "SW-COR-007")
@pytest.mark.parametrize("state", ["heroic", "shattered", "reclaimed"])
def test_the_end_of_the_activation_takes_everybody_at_zero_hp(state: str) -> None:
    game = acting(hp=0, state=state)
    assert not stays(game)
    assert ("CharacterSuccumbed" in game.names()) == (state == "shattered")


@pytest.mark.rule("SW-RMV-005", "SW-SHT-001", "SW-RCL-006")
@pytest.mark.parametrize("state", ["shattered", "reclaimed"])
def test_only_the_heroic_shatter_to_escape(state: str) -> None:
    assert acting(hp=0, state=state).refuses("shatter", character="ronin") == "only_heroic_may_shatter"
    game = acting(hp=0)
    game.does("shatter", character="ronin")
    assert stays(game)


@pytest.mark.rule("SW-RMV-006", "SW-RMV-007", "SW-RMV-008")
@pytest.mark.parametrize(
    ("state", "symbols", "there"),
    [
        ("heroic", "t9", True), ("heroic", "c9", True), ("heroic", "d9", True),
        ("shattered", "t9", False), ("shattered", "c9", False), ("shattered", "d9", True),
        ("reclaimed", "t9", False), ("reclaimed", "c9", True), ("reclaimed", "d9", True),
    ],
)  # fmt: skip
def test_what_removes_whom_outside_its_activation(state: str, symbols: str, there: bool) -> None:
    characters = {"ronin": {"space": "1F", "state": state, "threat": 5}, "siren": {"space": "5B"}}
    game = table("defend", characters=characters, rage_deck=[f"R.{symbols}_a", "R_b"])
    game.does("resolve_area", area=1)
    assert game.who("ronin").on_board == there
    assert GAME.check(game.state) == []


@pytest.mark.rule("SW-RMV-009")
def test_the_space_of_a_removed_character_is_free() -> None:
    game = acting(others={"siren": {"space": "5B", "hp": 0}})
    for _ in range(2):
        game.does("move", character="ronin", path=[])
    game.does("end_activation", character="ronin")
    game.does("activate", character="siren")
    assert not stays(game, "siren")
    assert game.state.phase == "defend"
    assert [name for name, each in game.state.characters.items() if each.space == "5B"] == []


# ---- Shattering


def shatters(**facts: Any) -> Table:
    given = {"hp": 1, "mp": 2, "threat": 6, "shattered_side": {"max_hp": 9, "damage": 3, "draws": 2}}
    game = acting(**{**given, **facts})
    game.does("shatter", character="ronin")
    return game


@pytest.mark.rule("SW-SHT-001")
def test_shattering_by_choice_is_an_action() -> None:
    game = shatters()
    assert game.names() == ["ActionTaken", "CharacterShattered", "ActionPerformed"]
    assert game.who("ronin").actions_left == 1


@pytest.mark.rule("SW-SHT-002")
def test_shattering_by_threat_costs_no_action_and_comes_in_any_phase() -> None:
    game = acting(threat=9, board={"areas": {1: ["P5_a"]}}, heroic_side={"dice": 2})
    game.does("basic_attack", character="ronin", rolls=[5, 6])
    assert (game.who("ronin").state, game.who("ronin").actions_left) == ("shattered", 1)
    characters = {"ronin": {"space": "1F", "threat": 11}, "siren": {"space": "5B"}}
    game = table("defend", characters=characters, rage_deck=["R.t1_a", "R_b"])
    game.does("resolve_area", area=1)
    assert game.who("ronin").state == "shattered"


@pytest.mark.rule("SW-SHT-003", "SW-SHT-004", "SW-SHT-005", "SW-SHT-006", "SW-SHT-007")
def test_everything_is_reset_to_the_shattered_side() -> None:
    game = shatters(afflictions=["aff_9"], board={"areas": {1: [f"P1_{n}" for n in range(4)]}})
    ronin = game.who("ronin")
    assert (ronin.state, ronin.hp, ronin.threat) == ("shattered", 9, 0)
    assert (ronin.mp, ronin.corruption, ronin.afflictions) == (None, 0, ())
    assert game.shown()["affliction_deck"][-1] == "aff_9"
    game.does("basic_attack", character="ronin", rolls=[1, 1])
    assert len(game.state.areas["1"]) == 1  # the Shattered Damage value


@pytest.mark.rule("SW-SHT-008", "SW-SHT-009")
def test_abilities_and_items_go_under_their_decks_and_shattered_abilities_are_drawn() -> None:
    game = shatters(abilities=["own"], items={"flask": "used", "salve": "ready"})
    assert game.who("ronin").abilities == ("sha_1", "sha_2")
    assert game.who("ronin").items == {}
    decks = game.shown()["decks"]
    assert (decks["martial"][-1], decks["item"][-2:]) == ("own", ["flask", "salve"])
    assert decks["shattered"] == ["sha_3", "sha_4", "sha_5", "sha_6"]
    assert GAME.check(game.state) == []


@pytest.mark.rule("SW-SHT-010", "SW-SHT-011")
def test_space_actions_and_relics_stay() -> None:
    game = shatters(space="3B", relics=["crown"])
    assert (game.who("ronin").space, game.who("ronin").relics) == ("3B", ("crown",))
    assert game.refuses("end_activation", character="ronin") == "actions_remaining"
    game.does("move", character="ronin", path=["3F"])
    game.does("end_activation", character="ronin")


# ---- Corruption


@pytest.mark.rule("SW-COR-001", "SW-COR-002", "SW-COR-003")
@pytest.mark.parametrize(("cost", "there"), [(1, True), (2, False), (9, False)])
def test_a_cost_up_to_the_limit_is_paid_and_the_ability_resolved_before_succumbing(cost: int, there: bool) -> None:
    content = ability({"op": "reduce", "stat": "threat", "amount": 1, "who": "all"}, cost=cost)
    others = {"siren": {"space": "5B", "threat": 5}}
    side = {"corruption_limit": 6}
    game = acting(
        state="shattered",
        corruption=4,
        abilities=["spell"],
        shattered_side=side,
        others=others,
        board={"content": content},
    )
    game.does("use_ability", character="ronin", ability="spell")
    assert game.who("siren").threat == 4
    assert game.who("ronin").on_board == there
    if not there:
        assert game.who("ronin").removed_because == "corruption"
        assert game.names()[-3:] == ["CharacterSuccumbed", "CharacterRemoved", "ActivationEnded"]


@pytest.mark.rule("SW-COR-004")
def test_corruption_from_a_card_is_checked_at_once() -> None:
    characters = {"ronin": {"space": "1F", "state": "shattered", "corruption": 5}, "siren": {"space": "5B"}}
    game = table("defend", characters=characters, rage_deck=["R.c1.d1_a", "R_b"])
    game.does("resolve_area", area=1, symbol_order={"target": ["corruption", "damage"]})
    assert (game.who("ronin").on_board, game.who("ronin").hp) == (False, 8)


@pytest.mark.rule("SW-COR-005")
def test_corruption_that_the_ability_itself_lowers_is_not_counted() -> None:
    content = ability({"op": "reduce", "stat": "corruption", "amount": 4}, cost=3)
    game = acting(state="shattered", corruption=4, abilities=["spell"], board={"content": content})
    game.does("use_ability", character="ronin", ability="spell")
    assert (game.who("ronin").corruption, game.who("ronin").on_board) == (3, True)


@pytest.mark.rule("SW-COR-006")
def test_twelve_threat_ends_it_in_the_middle_of_an_ability() -> None:
    effects = [{"op": "gain", "stat": "threat", "amount": 9}, {"op": "gain", "stat": "hp", "amount": 1, "who": "all"}]
    others = {"siren": {"space": "5B", "hp": 1}}
    game = acting(state="shattered", threat=5, abilities=["spell"], others=others, board={"content": ability(*effects)})
    game.does("use_ability", character="ronin", ability="spell")
    assert (game.who("ronin").removed_because, game.who("siren").hp) == ("threat", 1)
    heroic = acting(threat=5, abilities=["spell"], others=others, board={"content": ability(*effects)})
    heroic.does("use_ability", character="ronin", ability="spell")
    assert (heroic.who("ronin").state, heroic.who("siren").hp) == ("shattered", 2)  # the Ability goes on


@pytest.mark.rule("SW-COR-007")
def test_the_shattered_succumb_at_zero_hp_and_can_be_reclaimed_by_another() -> None:
    game = acting(hp=0, state="shattered")
    assert not stays(game)
    assert game.who("ronin").removed_because == "zero_hp"
    assert game.who("ronin").state == "shattered"


# ---- Reclaiming


THREE = ["martial", "sorcery", "martial"]


def reclaims(said: Any = None, who: str = "self", others: Any = None, **facts: Any) -> Table:
    content = ability({"op": "reclaim", "who": who}, deck="shattered")
    given: dict[str, Any] = {
        "state": "shattered",
        "hp": 1,
        "corruption": 3,
        "threat": 8,
        "heroic_side": {"max_hp": 7, "max_mp": 5},
    }
    game = acting(abilities=["spell", "sha_9"], others=others, board={"content": content}, **{**given, **facts})
    game.does("use_ability", character="ronin", ability="spell", **{"draw": THREE, **(said or {})})
    return game


@pytest.mark.rule("SW-RCL-001", "SW-RCL-002", "SW-RCL-003", "SW-RCL-004", "SW-RCL-011")
def test_a_reclaimed_character_is_back_on_its_heroic_side_with_three_new_abilities() -> None:
    game = reclaims()
    ronin = game.who("ronin")
    assert (ronin.state, ronin.hp, ronin.mp, ronin.threat, ronin.corruption) == ("reclaimed", 7, 5, 0, None)
    assert sorted(ronin.abilities) == ["mar_1", "mar_2", "sor_1"]
    assert ronin.items == {}
    assert game.shown()["decks"]["shattered"][-2:] == ["spell", "sha_9"]
    assert GAME.check(game.state) == []


@pytest.mark.rule("SW-RCL-001")
def test_nothing_but_an_ability_reclaims() -> None:
    kinds = [kind for kind in GAME.decision_kinds if "reclaim" in kind]
    assert kinds == []


@pytest.mark.rule("SW-RCL-004")
@pytest.mark.parametrize(
    "draw", [["martial"], ["martial"] * 4, ["martial", "martial", "item"], ["sorcery"] * 3 + ["x"]]
)
def test_exactly_three_cards_of_ability_decks_are_drawn(draw: list[str]) -> None:
    content = ability({"op": "reclaim"})
    game = acting(state="shattered", abilities=["spell"], board={"content": content})
    assert game.refuses("use_ability", character="ronin", ability="spell", draw=draw) == "must_draw_three"
    short = acting(state="shattered", abilities=["spell"], board={"content": content, "decks": {"sorcery": ["sor_1"]}})
    assert short.refuses("use_ability", character="ronin", ability="spell", draw=["sorcery"] * 3) == "must_draw_three"
    counted = acting(state="shattered", abilities=["spell"], board={"content": content})
    counted.does("use_ability", character="ronin", ability="spell", draw={"shattered": 1, "support": 2})
    assert sorted(counted.who("ronin").abilities) == ["sha_1", "sup_1", "sup_2"]


@pytest.mark.rule("SW-RCL-006")
def test_the_reclaimed_never_shatter_again() -> None:
    game = acting(state="reclaimed", threat=8, heroic_side={"dice": 2}, board={"areas": {1: ["P5_a"]}})
    game.does("basic_attack", character="ronin", rolls=[5, 6])
    assert "CharacterShattered" not in game.names()
    assert game.who("ronin").removed_because == "threat"


@pytest.mark.rule("SW-RCL-007", "SW-RCL-008")
def test_another_shattered_character_is_reclaimed_even_from_off_the_board() -> None:
    others = {"siren": {"space": "5B"}, "seer": GONE, "monk": {"space": "4F", "state": "reclaimed"}}
    content = ability({"op": "reclaim", "who": "target"})
    for target, said, code in (
        ("siren", {}, "not_shattered"),
        ("monk", {}, "not_shattered"),
        ("seer", {"space": "5B"}, "space_occupied"),
        ("seer", {"space": "7B"}, "no_such_space"),
        ("seer", {}, "no_such_space"),
    ):
        game = acting(abilities=["spell"], others=others, board={"content": content})
        said = {"ability": "spell", "target": target, "draw": THREE, **said}
        assert game.refuses("use_ability", character="ronin", **said) == code
    game.does("use_ability", character="ronin", ability="spell", target="seer", draw=THREE, space="2B")
    seer = game.who("seer")
    assert (seer.on_board, seer.space, seer.state, seer.removed_because) == (True, "2B", "reclaimed", None)
    assert game.options("use_ability") == []


@pytest.mark.rule("SW-RCL-009", "SW-RCL-010")
def test_afflictions_stay_and_so_does_whether_it_has_activated() -> None:
    assert reclaims(afflictions=["aff_9"]).who("ronin").afflictions == ("aff_9",)
    others = {"seer": {**GONE, "activated": True}}
    game = reclaims({"target": "seer", "space": "2B"}, "target", others, state="heroic", corruption=None, hp=6)
    assert game.who("seer").activated
    fresh = reclaims({"target": "seer", "space": "2B"}, "target", {"seer": GONE}, state="heroic", corruption=None, hp=6)
    assert not fresh.who("seer").activated
