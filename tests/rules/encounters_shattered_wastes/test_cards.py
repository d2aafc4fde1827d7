"""Items, traits, Abilities, cycling, and the operations of the glossary."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.encounters_shattered_wastes.table import GAME, Table, acting, standard, table

CALM = {"op": "reduce", "stat": "threat", "amount": 1}


def ability(*effects: dict[str, Any], **facts: Any) -> dict[str, Any]:
    """The content with one Ability, ``spell``."""
    card = {"deck": "sorcery", "subtype": "active", "cost": 0, "effects": list(effects), **facts}
    return {"abilities": {"spell": card}}


def item(*effects: dict[str, Any], **facts: Any) -> dict[str, Any]:
    """The content with one Item, ``flask``."""
    return {"items": {"flask": {"effects": list(effects), **facts}}}


def casts(*effects: dict[str, Any], said: Any = None, board: Any = None, card: Any = None, **facts: Any) -> Table:
    """The ronin uses an Ability with some effects."""
    content = ability(*effects, **(card or {}))
    game = acting(abilities=["spell"], board={"content": content, **(board or {})}, **facts)
    game.does("use_ability", character="ronin", ability="spell", **(said or {}))
    return game


# ---- Items


@pytest.mark.rule("SW-ITM-001", "SW-ITM-005")
def test_any_number_of_items_without_an_action_each_lies_face_down_then() -> None:
    content = {"items": {name: {"effects": [CALM]} for name in ("one", "two")}}
    game = acting(threat=4, items={"one": "ready", "two": "ready"}, board={"content": content})
    for name in ("one", "two"):
        game.does("use_item", character="ronin", item=name)
        assert game.refuses("use_item", character="ronin", item=name) == "item_face_down"
    assert (game.who("ronin").threat, game.who("ronin").actions_left) == (2, 2)
    assert game.options("use_item") == []


@pytest.mark.rule("SW-ITM-002", "SW-ITM-003")
def test_only_own_items_in_the_own_activation() -> None:
    others = {"siren": {"space": "5B", "items": {"flask": "ready"}}}
    game = acting(others=others, board={"content": item(CALM)})
    assert game.refuses("use_item", character="siren", item="flask") == "not_active_character"
    assert game.refuses("use_item", character="ronin", item="flask") == "not_equipped"


@pytest.mark.rule("SW-ITM-004")
def test_an_item_works_on_its_user_or_on_anybody_on_the_board() -> None:
    gone = {"on_board": False, "removed_because": "zero_hp", "hp": 0}
    others = {"siren": {"space": "5B", "threat": 3}, "seer": gone}
    game = acting(threat=3, items={"flask": "ready"}, others=others, board={"content": item(CALM, reusable=True)})
    game.does("use_item", character="ronin", item="flask")
    game.does("use_item", character="ronin", item="flask", target="siren")
    assert (game.who("ronin").threat, game.who("siren").threat) == (2, 2)
    assert game.refuses("use_item", character="ronin", item="flask", target="seer") == "character_removed"


@pytest.mark.rule("SW-ITM-005", "SW-ABL-002")
def test_an_item_that_says_so_is_not_flipped() -> None:
    game = acting(items={"flask": "ready"}, threat=5, board={"content": item(CALM, reusable=True)})
    for _ in range(2):
        game.does("use_item", character="ronin", item="flask")
    assert game.who("ronin").items == {"flask": "ready"}


@pytest.mark.rule("SW-ITM-006")
def test_a_potion_before_the_end_of_the_activation_saves_a_character() -> None:
    content = item({"op": "gain", "stat": "hp", "amount": 3})
    game = acting(hp=0, actions_left=0, items={"flask": "ready"}, board={"content": content})
    game.does("use_item", character="ronin", item="flask")
    game.does("end_activation", character="ronin")
    assert game.who("ronin").on_board


@pytest.mark.rule("SW-ITM-007")
def test_ghost_nectar_spares_the_threat_of_ability_attacks_until_the_activation_ends() -> None:
    nectar = [{"op": op.op} for op in standard().items["ghost_nectar"].effects]
    content = {**item(*nectar), **ability(attack={"dice": 2})}
    game = acting(
        abilities=["spell"], items={"flask": "ready"}, board={"content": content, "areas": {1: ["P3_a", "P2_b"]}}
    )
    game.does("use_item", character="ronin", item="flask")
    game.does("use_ability", character="ronin", ability="spell", rolls=[4, 4])
    assert game.who("ronin").threat == 0
    game.does("basic_attack", character="ronin", rolls=[5])
    assert game.who("ronin").threat == 2  # a Basic Attack is no Ability
    game.does("end_activation", character="ronin")
    assert game.state.threatless == ()


# ---- traits


def trait(*effects: dict[str, Any], **facts: Any) -> dict[str, Any]:
    return {"traits": {"ronin": {"effects": list(effects), **facts}}}


@pytest.mark.rule("SW-TRT-001")
def test_the_side_in_play_gives_the_trait() -> None:
    content = trait(CALM, subtype="use", side="shattered")
    game = acting(threat=3, board={"content": content})
    assert game.refuses("use_trait", character="ronin") == "not_equipped"
    game = acting(threat=3, state="shattered", board={"content": content})
    game.does("use_trait", character="ronin")
    assert game.who("ronin").threat == 2
    standing = acting(board={"content": trait(subtype="standing")})
    assert standing.refuses("use_trait", character="ronin") == "passive_not_usable"


@pytest.mark.rule("SW-TRT-002", "SW-TRT-004")
def test_a_reaction_trait_is_optional_needs_its_trigger_and_goes_once_an_activation() -> None:
    content = trait(CALM, subtype="reaction", trigger="own_action_performed")
    game = acting(threat=5, board={"content": content})
    assert game.refuses("use_trait", character="ronin") == "trigger_not_met"
    game.does("move", character="ronin", path=[])
    game.does("pass_reactions")
    assert game.who("ronin").threat == 5
    game.does("move", character="ronin", path=[])
    game.does("use_trait", character="ronin")
    assert game.who("ronin").threat == 4
    assert game.refuses("use_trait", character="ronin") == "trait_already_used"
    game.does("end_activation", character="ronin")
    game.does("activate", character="siren")
    assert not game.who("ronin").used_trait


@pytest.mark.rule("SW-TRT-003")
def test_a_reaction_trait_goes_once_in_a_defend_phase() -> None:
    content = trait({"op": "retarget"}, subtype="reaction", trigger="enemy_targets_adjacent_character")
    characters = {"ronin": {"space": "2F"}, "siren": {"space": "1F"}, "seer": {"space": "3F"}}
    game = table("defend", content=content, characters=characters, areas={1: ["P1.d1_a"], 3: ["P1.d1_b"]})
    game.does("resolve_area", area=1)
    game.does("use_trait", character="ronin")
    assert game.who("ronin").hp == 5
    game.does("resolve_area", area=2)
    assert "ReactionsOffered" not in game.does("resolve_area", area=3)
    game.does("resolve_area", area=4)
    game.does("resolve_area", area=5)
    game.does("end_defend")
    assert not game.who("ronin").used_trait


@pytest.mark.rule("SW-TRT-005", "SW-TRT-012")
def test_a_declared_trait_costs_no_action_and_goes_once_in_the_own_activation() -> None:
    content = trait(CALM, subtype="use")
    game = acting(threat=3, board={"content": content})
    game.does("use_trait", character="ronin")
    assert game.who("ronin").actions_left == 2
    assert game.refuses("use_trait", character="ronin") == "trait_already_used"
    assert (
        acting("siren", board={"content": content}, others={"ronin": {"space": "2F"}}).refuses(
            "use_trait", character="ronin"
        )
        == "not_active_character"
    )


@pytest.mark.rule("SW-TRT-006")
def test_marks_of_banishment_moves_the_monk_one_space_after_any_action() -> None:
    facts = standard().characters["monk"].trait
    assert facts is not None
    assert (facts.subtype, facts.trigger, facts.effects[0].op, facts.effects[0].steps) == (
        "reaction",
        "own_action_performed",
        "move",
        1,
    )
    content = {
        "traits": {"monk": {"subtype": "reaction", "trigger": facts.trigger, "effects": [{"op": "move", "steps": 1}]}}
    }
    game = acting("monk", board={"content": content})
    game.does("recover", character="monk", roll=1, choose="reduce_threat")
    assert game.refuses("use_trait", character="monk", path=["2F", "3F"]) == "too_many_steps"
    game.does("use_trait", character="monk", to="2F")
    assert game.who("monk").space == "2F"


@pytest.mark.rule("SW-TRT-007")
def test_mutamancy_changes_a_die_before_it_is_read() -> None:
    facts = standard().characters["arithmagician"].trait
    assert facts is not None
    assert (facts.trigger, facts.effects[0].op, facts.effects[0].to) == ("own_die_rolled", "change_die", 2)
    content = {
        "traits": {
            "ronin": {
                "subtype": "reaction",
                "trigger": "own_die_rolled",
                "cost": 1,
                "effects": [{"op": "change_die", "to": 2}],
            }
        }
    }
    game = acting(threat=9, mp=1, heroic_side={"critical": 2}, board={"content": content, "areas": {1: ["P1_a"]}})
    game.does("basic_attack", character="ronin", rolls=[1])
    assert [option.label for option in game.options("use_trait")] == ["Ronin uses its trait: the 1 becomes 2"]
    assert game.refuses("use_trait", character="ronin", die=4) == "wrong_dice_count"
    happened = game.does("use_trait", character="ronin", die=0)
    assert happened[:3] == ["MpSpent", "TraitUsed", "DieChanged"]
    assert game.state.wounds == ("P1_a",)


SEER = {"traits": {"seer": {"subtype": "use", "effects": [{"op": "inspect_area", "to": "fatigue"}]}}}


@pytest.mark.rule("SW-TRT-008")
def test_broken_visions_looks_at_an_area_places_one_card_and_orders_the_rest() -> None:
    assert standard().characters["seer"].trait.effects[0].op == "inspect_area"  # type: ignore[union-attr]
    game = acting("seer", board={"content": SEER, "areas": {3: ["P2.d3_a", "M4_b", "P1_c"]}})
    said = {"character": "seer", "target_area": 3}
    assert game.refuses("use_trait", **said, place="P9_x", order=[]) == "card_not_in_pile"
    assert game.refuses("use_trait", **said, place="M4_b", order=["P1_c"]) == "malformed"
    assert game.refuses("use_trait", character="seer", target_area=2, place="M4_b") == "no_strength_in_area"
    assert game.refuses("use_trait", character="seer", target_area=7) == "area_not_targetable"
    game.does("use_trait", **said, place="M4_b", order=["P1_c", "P2.d3_a"])
    assert (game.state.areas["3"], game.state.fatigue) == (("P1_c", "P2.d3_a"), ("M4_b",))
    assert (game.who("seer").hp, game.who("seer").threat) == (6, 0)


@pytest.mark.rule("SW-TRT-008")
def test_the_cards_are_looked_at_before_they_are_arranged() -> None:
    game = acting("seer", board={"content": SEER, "areas": {3: ["P2.d3_a", "M4_b"], 1: ["P1.d1_x"]}})
    assert game.does("use_trait", character="seer", target_area=3)[-1] == "ChoiceDue"
    seen = GAME.visible_to(game.state, None)
    assert (seen.areas["3"], seen.areas["1"]) == (("P2.d3_a", "M4_b"), ("P1",))
    assert game.refuses("move", character="seer", path=[]) == "choice_due"
    assert game.refuses("arrange_area", place="P1.d1_x") == "card_not_in_pile"
    assert "Place Physical, Threat 2: 3 Damage into FATIGUE" in [
        option.label for option in game.options("arrange_area")
    ]
    game.does("arrange_area", place="P2.d3_a")
    assert (game.state.fatigue, game.state.due) == (("P2.d3_a",), None)
    assert game.refuses("arrange_area", place="M4_b") == "no_choice_due"


@pytest.mark.rule("SW-TRT-009", "SW-TRT-010")
@pytest.mark.parametrize(("reach", "areas"), [("adjacent", {"1", "2", "3"}), ("any", {"1", "2", "3", "4", "5"})])
def test_a_standing_trait_widens_the_reach_of_basic_attacks(reach: str, areas: set[str]) -> None:
    content = trait(subtype="standing", basic_attack_reach=reach)
    game = acting(space="2F", board={"content": content, "areas": {n: ["P1_a"] for n in range(1, 6)}})
    offered = {choice.value for field in game.options("basic_attack")[0].fields for choice in field.choices}
    assert offered == areas
    assert standard().characters["siren"].trait.basic_attack_reach == "adjacent"  # type: ignore[union-attr]
    assert standard().characters["arrowmancer"].shattered_trait.basic_attack_reach == "any"  # type: ignore[union-attr]


@pytest.mark.rule("SW-TRT-013")
def test_the_ronins_trait_is_a_reaction_with_unknown_words() -> None:
    facts = standard().characters["ronin"].trait
    assert facts is not None
    assert (facts.name, facts.subtype, facts.unknown) == ("Disgraced Wanderer", "reaction", True)
    game = Table(acting().state, standard())
    assert game.refuses("use_trait", character="ronin") == "card_unknown"


# ---- Abilities


@pytest.mark.rule("SW-ABL-001")
def test_abilities_are_of_four_decks_and_four_kinds() -> None:
    assert {card.deck for card in standard().abilities.values()} == {"martial", "sorcery", "support", "shattered"}
    known = {card.subtype for card in standard().abilities.values() if not card.unknown}
    assert known == {"active", "reaction", "passive"}


@pytest.mark.rule("SW-ABL-003", "SW-ABL-004")
def test_an_active_ability_costs_an_action_and_its_mp_in_full() -> None:
    game = casts(CALM, card={"cost": 2}, threat=3, mp=2)
    assert (game.who("ronin").mp, game.who("ronin").actions_left, game.who("ronin").threat) == (0, 1, 2)
    poor = acting(abilities=["spell"], mp=1, board={"content": ability(CALM, cost=2)})
    assert poor.refuses("use_ability", character="ronin", ability="spell") == "not_enough_mp"
    assert poor.options("use_ability") == []


@pytest.mark.rule("SW-ABL-005")
def test_an_active_ability_goes_once_a_round_also_with_a_granted_action() -> None:
    content = {
        "abilities": {
            **ability(CALM)["abilities"],
            "call": {"deck": "support", "subtype": "free", "effects": [{"op": "grant_action"}]},
        }
    }
    game = acting(abilities=["spell", "call"], board={"content": content})
    game.does("use_ability", character="ronin", ability="call")
    game.does("use_ability", character="ronin", ability="spell")
    assert game.refuses("use_ability", character="ronin", ability="spell") == "ability_already_used"


@pytest.mark.rule("SW-ABL-006", "SW-ABL-007", "SW-ABL-008")
@pytest.mark.parametrize("cost", [0, 2])
def test_a_free_ability_costs_no_action_and_goes_once_an_activation(cost: int) -> None:
    game = casts(CALM, card={"subtype": "free", "cost": cost}, threat=3)
    assert (game.who("ronin").mp, game.who("ronin").actions_left) == (6 - cost, 2)
    assert game.refuses("use_ability", character="ronin", ability="spell") == "ability_already_used"
    for _ in range(2):
        game.does("move", character="ronin", path=[])
    game.does("end_activation", character="ronin")
    game.does("activate", character="siren")
    assert game.who("ronin").used_free == ()


@pytest.mark.rule("SW-ABL-009")
def test_abilities_are_for_the_own_activation_and_active_ones_for_a_granted_action_too() -> None:
    spell = {"siren": {"space": "5B", "abilities": ["spell"], "threat": 4}}
    for subtype, granted, code in (
        ("active", 0, "not_active_character"),
        ("free", 1, "not_active_character"),
        ("active", 1, ""),
    ):
        board = {"content": ability(CALM, subtype=subtype), "granted_actions": {"siren": 1} if granted else {}}
        game = acting(others=spell, board=board)
        if code:
            assert game.refuses("use_ability", character="siren", ability="spell") == code
        else:
            game.does("use_ability", character="siren", ability="spell")
            assert game.who("siren").threat == 3


@pytest.mark.rule("SW-ABL-010")
def test_a_passive_is_in_effect_by_itself_and_never_used() -> None:
    content = ability(subtype="passive", modifiers={"damage": 1})
    game = acting(abilities=["spell"], board={"content": content, "areas": {1: ["P1_a", "P1_b"]}})
    assert game.refuses("use_ability", character="ronin", ability="spell") == "passive_not_usable"
    assert game.refuses("use_reaction", character="ronin", ability="spell") == "passive_not_usable"
    game.does("basic_attack", character="ronin", rolls=[5])
    assert game.state.areas["1"] == ()


@pytest.mark.rule("SW-ABL-011")
@pytest.mark.parametrize(("rolls", "critical"), [([2, 3], True), ([3, 4], True), ([1, 5], False)])
def test_a_passive_makes_the_current_corruption_critical_beside_the_printed_value(
    rolls: list[int], critical: bool
) -> None:
    content = ability({"op": "extra_critical", "equals": "corruption"}, subtype="passive", deck="shattered")
    side = {"critical": 7, "corruption_limit": 9}
    board = {"content": content, "areas": {1: ["P1_a", "P1_b"]}}
    game = acting(abilities=["spell"], state="shattered", corruption=5, threat=11, shattered_side=side, board=board)
    game.does("basic_attack", character="ronin", rolls=rolls)
    assert ("CriticalScored" in game.names()) == critical


@pytest.mark.rule("SW-ABL-012")
def test_only_equipped_abilities_are_used() -> None:
    game = acting(board={"content": ability(CALM)})
    assert game.refuses("use_ability", character="ronin", ability="spell") == "not_equipped"
    assert game.refuses("use_reaction", character="ronin", ability="spell") == "not_equipped"
    assert game.refuses("use_ability", character="ronin", ability="nonsense") == "not_equipped"


@pytest.mark.rule("SW-ABL-013")
@pytest.mark.parametrize(("rolls", "threat"), [([6, 6], 4), ([1, 1], 7)])
def test_effects_of_an_attack_may_wait_for_a_hit_or_a_miss(rolls: list[int], threat: int) -> None:
    hit = {"op": "reduce", "stat": "threat", "amount": 4, "if": "hit"}
    miss = {"op": "gain", "stat": "threat", "amount": 1, "if": "miss"}
    board = {"areas": {1: ["P2_a"]}}
    card = {"cost": 1, "attack": {"dice": 2}}
    game = casts(hit, miss, card=card, said={"rolls": rolls}, board=board, threat=6, heroic_side={"critical": 11})
    assert game.who("ronin").threat == threat
    assert game.who("ronin").mp == 5


@pytest.mark.rule("SW-ABL-014", "SW-RCL-005")
def test_the_shattered_pay_with_corruption_and_the_reclaimed_with_mp() -> None:
    card = {"cost": 2, "deck": "shattered"}
    shattered = casts(CALM, card=card, state="shattered", corruption=1)
    assert (shattered.who("ronin").corruption, shattered.who("ronin").mp) == (3, None)
    reclaimed = casts(CALM, card=card, state="reclaimed", mp=3)
    assert (reclaimed.who("ronin").corruption, reclaimed.who("ronin").mp) == (None, 1)


def test_a_refusal_of_a_reaction_used_as_an_action() -> None:
    game = acting(abilities=["spell"], board={"content": ability(subtype="reaction", trigger="own_attack_hit")})
    assert game.refuses("use_ability", character="ronin", ability="spell") == "trigger_not_met"


# ---- cycling


@pytest.mark.rule("SW-CYC-001", "SW-CYC-002", "SW-CYC-004")
@pytest.mark.parametrize(
    ("cycle", "said", "cycled"), [("forced", None, True), ("optional", True, True), ("optional", None, False)]
)
def test_a_card_with_the_symbol_goes_under_its_deck_and_the_top_card_takes_its_place(
    cycle: str, said: Any, cycled: bool
) -> None:
    game = casts(
        card={"cycle": cycle},
        said={} if said is None else {"cycle": said},
        board={"decks": {"sorcery": ["sor_1", "sor_2"]}},
    )
    expected = (("sor_1",), ["sor_2", "spell"]) if cycled else (("spell",), ["sor_1", "sor_2"])
    assert (game.who("ronin").abilities, game.shown()["decks"]["sorcery"]) == expected
    assert GAME.check(game.state) == []
    if cycled:
        assert "sor_1" not in game.who("ronin").used_active


@pytest.mark.rule("SW-CYC-002")
def test_a_card_without_the_symbol_is_not_cycled() -> None:
    game = acting(abilities=["spell"], board={"content": ability()})
    assert game.refuses("use_ability", character="ronin", ability="spell", cycle=True) == "no_cycle_symbol"


@pytest.mark.rule("SW-CYC-003", "SW-CYC-004")
def test_from_an_empty_deck_the_same_card_comes_back_and_stays_used() -> None:
    game = casts(card={"cycle": "forced"}, board={"decks": {"sorcery": []}})
    assert game.who("ronin").abilities == ("spell",)
    assert game.refuses("use_ability", character="ronin", ability="spell") == "ability_already_used"


# ---- the operations of the glossary


@pytest.mark.rule("SW-GLO-001")
def test_gain_and_reduce_stay_in_their_bounds_for_one_or_all() -> None:
    game = casts(
        {"op": "reduce", "stat": "mp", "amount": 9, "who": "all"},
        {"op": "gain", "stat": "threat", "amount": 2, "who": "target"},
        {"op": "gain", "stat": "corruption", "amount": 2},
        said={"target": "siren"},
    )
    assert [game.who(name).mp for name in ("ronin", "siren")] == [0, 0]
    assert (game.who("siren").threat, game.who("ronin").corruption) == (2, None)
    lower = casts({"op": "reduce", "stat": "corruption", "amount": 9}, state="shattered", corruption=3)
    assert lower.who("ronin").corruption == 0
    assert "CorruptionReduced" in lower.names()


@pytest.mark.rule("SW-GLO-002")
def test_change_sets_a_value() -> None:
    game = casts({"op": "set", "stat": "hp", "to": "max"}, {"op": "set", "stat": "mp", "to": 2}, hp=1)
    assert (game.who("ronin").hp, game.who("ronin").mp) == (6, 2)
    assert game.names().count("StatSet") == 2
    brink = casts({"op": "set", "stat": "threat", "to": 12})
    assert brink.who("ronin").state == "shattered"


@pytest.mark.rule("SW-GLO-003")
def test_a_reroll_ignores_the_first_result_and_rolls_a_die_once() -> None:
    reroll = {"op": "reroll", "up_to": 2}
    content = {
        "abilities": {
            "again": {
                "deck": "martial",
                "subtype": "reaction",
                "cost": 1,
                "trigger": "own_die_rolled",
                "effects": [reroll],
            }
        }
    }
    board = {"content": content, "areas": {1: ["P1_a"]}}
    game = acting(abilities=["again"], threat=5, heroic_side={"dice": 3}, board=board)
    game.does("basic_attack", character="ronin", rolls=[1, 1, 2])
    said = {"character": "ronin", "ability": "again"}
    assert (
        game.refuses("use_reaction", **said, rerolls=[{"die": 0, "roll": 6}, {"die": 0, "roll": 5}])
        == "already_rerolled"
    )
    three = [{"die": die, "roll": 6} for die in range(3)]
    assert game.refuses("use_reaction", **said, rerolls=three) == "wrong_dice_count"
    happened = game.does("use_reaction", **said, rerolls=[{"die": 0, "roll": 6}, {"die": 1, "roll": 4}])
    assert happened.count("DieRerolled") == 2
    assert "AttackHit" in happened


@pytest.mark.rule("SW-GLO-005")
def test_take_moves_what_is_there() -> None:
    take = {"op": "take", "stat": "mp", "amount": 4, "from": "target", "to": "self"}
    game = casts(take, said={"target": "siren"}, mp=1, others={"siren": {"space": "5B", "mp": 3}})
    assert (game.who("ronin").mp, game.who("siren").mp) == (4, 0)
    give = {"op": "take", "stat": "mp", "amount": 4, "from": "self", "to": "target"}
    game = casts(give, said={"target": "siren"}, mp=5, others={"siren": {"space": "5B", "mp": 5}})
    assert (game.who("ronin").mp, game.who("siren").mp) == (1, 6)  # no tracker leaves its bounds


@pytest.mark.rule("SW-GLO-006")
def test_search_takes_a_named_card_out_of_a_pile_wherever_it_lies() -> None:
    game = table("refresh", stamina=["P1_a", "M3_b", "P2_c"], refresh={"filled": True})
    game.does("refresh_roll", character="ronin", rolls=[3], cards={"stamina": ["P2_c"]})
    assert game.shown()["stamina"] == ["P1_a", "M3_b"]


@pytest.mark.rule("SW-GLO-007")
def test_what_a_card_does_cannot_be_declined() -> None:
    """Every effect of a used card is carried out: there is no way to leave one out."""
    game = casts({"op": "gain_affliction", "count": 2}, {"op": "gain", "stat": "threat", "amount": 3})
    assert (len(game.who("ronin").afflictions), game.who("ronin").threat) == (2, 3)
    cured = casts({"op": "remove_affliction", "count": "all"}, afflictions=["aff_8", "aff_9"])
    assert cured.who("ronin").afflictions == ()


@pytest.mark.rule("SW-ABL-002")
def test_a_card_is_followed_where_it_contradicts_the_rules() -> None:
    """A longer step than a Move has, on a card; damage that goes by a card to another pile."""
    game = casts({"op": "move", "steps": 4}, said={"path": ["2F", "3F", "4F", "5F"]})
    assert game.who("ronin").space == "5F"
    far = acting(abilities=["spell"], board={"content": ability({"op": "move", "steps": 1})})
    assert far.refuses("use_ability", character="ronin", ability="spell", path=["2F", "3F"]) == "too_many_steps"
