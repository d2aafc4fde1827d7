"""Attacks and the enemy's two forms."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel import Deck
from tests.rules.encounters_shattered_wastes.table import GAME, Table, acting, table

STACK = ["P2_a", "M3_b", "P1_c", "P4_d"]


def attacks(rolls: list[int] | None = None, stack: list[str] | None = None, **facts: Any) -> Table:
    """A Basic Attack of the ronin on Area 1."""
    board = {"areas": {1: STACK if stack is None else stack}, **facts.pop("board", {})}
    game = acting(board=board, **facts)
    game.does("basic_attack", character="ronin", rolls=rolls or [5])
    return game


def strike(**attack: Any) -> dict[str, Any]:
    return {
        "abilities": {"strike": {"deck": "martial", "subtype": "active", "cost": 1, "attack": {"dice": 2, **attack}}}
    }


def strikes(rolls: list[int], stack: list[str] | None = None, attack: Any = None, **facts: Any) -> Table:
    board = {
        "areas": {1: STACK if stack is None else stack},
        "content": strike(**(attack or {})),
        **facts.pop("board", {}),
    }
    game = acting(board=board, abilities=["strike"], **facts)
    game.does("use_ability", character="ronin", ability="strike", rolls=rolls)
    return game


@pytest.mark.rule("SW-ATK-001")
def test_an_attack_is_made_by_the_action_or_by_an_ability_that_says_so() -> None:
    assert "AttackRolled" in attacks().names()
    assert "AttackRolled" in strikes([3, 4]).names()
    content = {"abilities": {"hymn": {"deck": "support", "subtype": "active"}}}
    game = acting(abilities=["hymn"], board={"areas": {1: STACK}, "content": content})
    assert "AttackRolled" not in game.does("use_ability", character="ronin", ability="hymn")


@pytest.mark.rule("SW-ATK-002", "SW-ATK-003")
@pytest.mark.parametrize("space", ["1F", "1B"])
def test_the_own_area_is_attacked_whatever_the_line_and_never_an_empty_one(space: str) -> None:
    game = acting(space=space, board={"areas": {1: ["P1_a"], 2: ["P1_b"]}})
    assert game.refuses("basic_attack", character="ronin", rolls=[5], target_area=2) == "area_not_targetable"
    assert game.refuses("basic_attack", character="ronin", rolls=[5], target_area=9) == "area_not_targetable"
    game.does("basic_attack", character="ronin", rolls=[5])
    assert game.refuses("basic_attack", character="ronin", rolls=[5]) == "no_strength_in_area"
    assert (game.who("ronin").actions_left, game.options("basic_attack")) == (1, [])


@pytest.mark.rule("SW-ATK-004")
def test_the_dice_are_those_of_the_character_card_or_of_the_ability() -> None:
    game = acting(heroic_side={"dice": 3}, abilities=["strike"], board={"areas": {1: STACK}, "content": strike()})
    assert game.refuses("basic_attack", character="ronin", rolls=[5, 5]) == "wrong_dice_count"
    assert game.refuses("use_ability", character="ronin", ability="strike", rolls=[5, 5, 5]) == "wrong_dice_count"
    game.does("basic_attack", character="ronin", rolls=[1, 2, 3])
    game.does("use_ability", character="ronin", ability="strike", rolls=[6, 5])


@pytest.mark.rule("SW-ATK-005", "SW-ATK-011", "SW-ATK-013", "SW-ATK-020")
@pytest.mark.parametrize(("rolls", "critical"), [([2, 4], True), ([6, 1], False), ([6, 6], False), ([1, 5], True)])
def test_only_the_total_that_equals_the_critical_value_is_critical(rolls: list[int], critical: bool) -> None:
    game = attacks(rolls, threat=11, heroic_side={"dice": 2, "critical": 6})
    assert ("CriticalScored" in game.names()) == critical
    if critical:
        assert (game.state.wounds, game.who("ronin").threat) == (("P2_a",), 11)


@pytest.mark.rule("SW-ATK-006", "SW-ATK-007")
def test_a_total_that_is_not_above_the_threat_misses_and_changes_nothing() -> None:
    game = attacks([5], threat=5)
    assert "AttackMissed" in game.names()
    assert (game.state.areas["1"], game.state.fatigue) == (tuple(STACK), ())
    assert (game.who("ronin").threat, game.who("ronin").actions_left) == (5, 1)


@pytest.mark.rule("SW-ATK-008", "SW-ATK-010", "SW-ATK-012", "SW-ATK-018")
def test_a_hit_removes_the_damage_value_in_cards_from_the_top_and_gains_their_threat() -> None:
    game = attacks(heroic_side={"damage": 2}, board={"fatigue": ["P1_f"]})
    assert game.state.areas["1"] == ("P1_c", "P4_d")
    assert game.state.fatigue == ("M3_b", "P2_a", "P1_f")
    assert game.who("ronin").threat == 5


@pytest.mark.rule("SW-ATK-009")
def test_damage_beyond_the_stack_is_lost() -> None:
    game = attacks(stack=["P1_a"], heroic_side={"damage": 3}, board={"areas": {1: ["P1_a"], 2: ["P1_b"]}})
    assert (game.state.areas["1"], game.state.areas["2"], game.who("ronin").threat) == ((), ("P1_b",), 1)


@pytest.mark.rule("SW-ATK-010", "SW-ATK-012")
def test_from_a_staggered_enemy_cards_go_to_wounds_and_threat_is_gained_too() -> None:
    game = attacks(board={"stamina": [], "fatigue": ["P1_f"]})
    assert (game.state.wounds, game.who("ronin").threat) == (("P2_a",), 2)


@pytest.mark.rule("SW-ATK-014", "SW-GLO-004")
def test_a_card_that_is_placed_gains_no_threat() -> None:
    effects = [{"op": "place", "from": "area_top", "to": pile, "count": 1} for pile in ("fatigue", "wounds")]
    content = {"abilities": {"banish": {"deck": "sorcery", "subtype": "active", "effects": effects}}}
    game = acting(abilities=["banish"], board={"areas": {1: STACK}, "content": content})
    game.does("use_ability", character="ronin", ability="banish")
    assert (game.state.fatigue, game.state.wounds, game.who("ronin").threat) == (("P2_a",), ("M3_b",), 0)


@pytest.mark.rule("SW-ATK-015", "SW-ABL-013")
def test_an_ability_attack_deals_the_damage_value_and_a_bonus_and_costs_even_when_it_misses() -> None:
    plain = strikes([4, 4], heroic_side={"damage": 2})
    assert len(plain.state.areas["1"]) == 2
    more = strikes([4, 4], attack={"bonus_damage": 1}, heroic_side={"damage": 2})
    assert len(more.state.areas["1"]) == 1
    missed = strikes([1, 1], threat=9, mp=3)
    assert (missed.who("ronin").mp, len(missed.state.areas["1"])) == (2, 4)


@pytest.mark.rule("SW-ATK-016")
def test_all_cards_of_an_attack_go_to_the_pile_of_the_moment() -> None:
    game = attacks([6], heroic_side={"damage": 2, "critical": 6})
    assert (game.state.wounds, game.state.fatigue) == (("M3_b", "P2_a"), ())


@pytest.mark.rule("SW-ATK-017")
def test_faces_of_removed_cards_do_nothing() -> None:
    game = attacks(stack=["P2.d3.a1_a"])
    assert (game.who("ronin").hp, game.who("ronin").afflictions) == (6, ())


@pytest.mark.rule("SW-ATK-019")
@pytest.mark.parametrize(
    ("space", "bonus_if", "left"), [("1F", "front_line", 2), ("1B", "front_line", 3), ("1B", "back_line", 2)]
)
def test_a_bonus_of_a_line_is_read_from_where_the_attacker_stands(space: str, bonus_if: str, left: int) -> None:
    game = strikes([4, 4], attack={"bonus_damage": 1, "bonus_if": bonus_if}, space=space)
    assert len(game.state.areas["1"]) == left


@pytest.mark.rule("SW-ATK-002")
@pytest.mark.parametrize(("area", "allowed"), [("own", {1}), ("adjacent", {1, 2}), ("any", {1, 2, 3, 4, 5})])
def test_an_ability_reaches_as_far_as_it_says(area: str, allowed: set[int]) -> None:
    reached = set()
    for number in range(1, 6):
        game = acting(
            abilities=["strike"], board={"areas": {n: ["P1_a"] for n in range(1, 6)}, "content": strike(area=area)}
        )
        said = {"character": "ronin", "ability": "strike", "rolls": [3, 3], "target_area": number}
        if number in allowed:
            game.does("use_ability", **said)
            reached.add(number)
        else:
            assert game.refuses("use_ability", **said) == "area_not_targetable"
    assert reached == allowed


# ---- the two forms


def wounding(stack: list[str] | None = None, damage: int = 1, **board: Any) -> Table:
    """A hit on a Staggered enemy without FATIGUE."""
    side = {"damage": damage}
    given = {"stamina": [], "fatigue": [], "injured_rage_deck": ["R_i1", "R_i2"], **board}
    return attacks([5], stack=stack, heroic_side=side, board=given)


@pytest.mark.rule("SW-FRM-001", "SW-FRM-002", "SW-FRM-005", "SW-FRM-009", "SW-FRM-010", "SW-FRM-011")
def test_the_first_wound_with_both_piles_empty_turns_the_enemy() -> None:
    enemy = {"injured_side": {"refresh_value": 3, "area_limit": 4}}
    game = wounding(wounds=["P1_w"], enemy=enemy, areas={1: STACK, 3: ["P1_z"]})
    shown = game.shown()
    assert (shown["enemy"]["form"], shown["enemy"]["refresh_value"], shown["enemy"]["area_limit"]) == ("injured", 3, 4)
    assert sorted(shown["stamina"]) == ["P1_w", "P2_a"]
    assert (shown["wounds"], shown["status"], shown["rage_deck"]) == ([], "guarded", ["R_i1", "R_i2"])
    assert shown["injured_rage_deck"] == []
    assert shown["areas"]["3"] == ["P1_z"]


@pytest.mark.rule("SW-FRM-003")
@pytest.mark.parametrize("board", [{"fatigue": ["P1_f"]}, {"stamina": ["P1_s"]}])
def test_a_wound_while_a_pile_holds_a_card_does_not(board: Any) -> None:
    game = attacks([6], heroic_side={"critical": 6}, board={"stamina": [], "fatigue": [], **board})
    assert game.state.wounds == ("P2_a",)
    assert "FormChanged" not in game.names()


@pytest.mark.rule("SW-FRM-004")
def test_the_form_changes_once() -> None:
    game = wounding(enemy={"form": "injured"}, wounds=["P1_w"])
    assert game.state.wounds == ("P2_a", "P1_w")
    assert "FormChanged" not in game.names()


ARROWS = {"physical": 1, "magical": 1}


@pytest.mark.rule("SW-FRM-006", "SW-FRM-016")
def test_an_up_arrow_adds_cards_for_each_character_on_the_board() -> None:
    gone = {"on_board": False, "removed_because": "zero_hp", "hp": 0}
    others = {"siren": {"space": "5B"}, "seer": gone}
    board = {"stamina": [], "areas": {1: STACK}, "enemy": {"injured_side": {"change": "add", **ARROWS}}}
    game = acting(others=others, board=board)
    game.does("basic_attack", character="ronin", rolls=[5])
    assert game.shown()["counts"]["stamina"] == {"physical": 1 + 2, "magical": 2, "total": 5}
    assert game.state.reserve["physical"].size == 8
    assert GAME.check(game.state) == []


@pytest.mark.rule("SW-FRM-006")
def test_a_short_supply_gives_what_it_has() -> None:
    enemy = {"injured_side": {"change": "add", "physical": 9}}
    game = wounding(enemy=enemy, reserve={"physical": ["P1_r"], "magical": []})
    assert game.state.stamina.size == 2


@pytest.mark.rule("SW-FRM-007", "SW-FRM-008", "SW-FRM-014")
def test_a_down_arrow_removes_what_there_is_and_leaves_the_areas_alone() -> None:
    enemy = {"injured_side": {"change": "remove", "physical": 2, "magical": 0}}
    game = wounding(enemy=enemy, wounds=["M1_w"], areas={1: STACK}, reserve={"physical": [], "magical": []})
    assert game.shown()["stamina"] == ["M1_w"]
    assert game.shown()["reserve"]["physical"] == ["P2_a"]
    assert game.state.areas["1"] == ("M3_b", "P1_c", "P4_d")


@pytest.mark.rule("SW-FRM-012")
def test_all_cards_of_the_attack_are_wounds_first_and_all_their_threat_is_gained_last() -> None:
    game = wounding(damage=3)
    assert sorted(game.shown()["stamina"]) == ["M3_b", "P1_c", "P2_a"]
    assert game.who("ronin").threat == 6
    names = game.names()
    assert (
        names.index("DamageDealt")
        < names.index("FormChanged")
        < names.index("EnemyGuarded")
        < names.index("ThreatGained")
    )


@pytest.mark.rule("SW-FRM-013")
def test_a_placed_card_is_a_wound_given_and_fatigue_is_read_after_it() -> None:
    effect = {"op": "place", "from": "fatigue_top", "to": "wounds"}
    content = {"abilities": {"bleed": {"deck": "sorcery", "subtype": "free", "effects": [effect]}}}
    game = acting(abilities=["bleed"], board={"stamina": [], "fatigue": ["P1_f"], "content": content})
    assert "FormChanged" in game.does("use_ability", character="ronin", ability="bleed")


@pytest.mark.rule("SW-FRM-014")
def test_stamina_is_shuffled_after_the_change() -> None:
    from rules.encounters_shattered_wastes.enemy import wound_given
    from rules.kernel import Seeded, Turn

    game = table(stamina=[], wounds=["P1_a", "P1_b", "P1_c"])
    turn = Turn(GAME, game.state, game.pack, Seeded(1))
    wound_given(turn)
    assert turn.state.stamina == Deck.shuffled(["P1_a", "P1_b", "P1_c"])
    assert turn.chance.answers[-1].source == "stamina_order"


@pytest.mark.rule("SW-FRM-015")
def test_a_down_arrow_that_empties_stamina_leaves_the_enemy_staggered() -> None:
    game = wounding(enemy={"injured_side": {"change": "remove", "physical": 3}})
    assert (game.shown()["status"], game.state.stamina.size) == ("staggered", 0)
    assert "EnemyGuarded" not in game.names()
