"""Defend Phase, revealed cards, Rage, Last Gasp."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.encounters_shattered_wastes.table import GAME, Table, standard, table

TWO = {"ronin": {"space": "1F"}, "siren": {"space": "1B"}, "seer": {"space": "4F"}}


def defends(area: int = 1, said: Any = None, **given: Any) -> Table:
    """One Area of the Defend Phase, carried out."""
    game = table("defend", **{"defend": {"next_area": area}, "characters": TWO, **given})
    game.does("resolve_area", area=area, **(said or {}))
    return game


def hp(game: Table) -> dict[str, int]:
    return {name: character.hp for name, character in game.state.characters.items()}


@pytest.mark.rule("SW-DEF-001", "SW-DEF-014")
def test_areas_are_resolved_one_after_the_other_and_all_of_them() -> None:
    game = table("defend")
    for area in range(1, 6):
        assert game.refuses("resolve_area", area=area + 1) == "area_out_of_order"
        assert game.refuses("end_defend") == "areas_unresolved"
        game.does("resolve_area", area=area)
    assert game.refuses("resolve_area", area=6) == "area_out_of_order"
    game.does("end_defend")


@pytest.mark.rule("SW-DEF-002", "SW-DEF-003", "SW-DEF-004", "SW-DEF-010")
@pytest.mark.parametrize(("limit", "hurt"), [(8, True), (9, False)])
def test_an_area_over_its_limit_hurts_everybody_even_without_characters_there(limit: int, hurt: bool) -> None:
    game = defends(2, areas={2: ["P5.d1_a", "M4_b"]}, enemy={"healthy_side": {"area_limit": limit}})
    assert set(hp(game).values()) == ({5} if hurt else {6})
    assert game.state.areas["2"] == (("M4_b",) if hurt else ("P5.d1_a", "M4_b"))


@pytest.mark.rule("SW-DEF-005", "SW-DEF-006")
def test_a_lone_character_meets_the_card_of_either_intent() -> None:
    for card, threat, left in (("M1.t2_a", 2, 6), ("P1.d2_a", 0, 4)):
        game = defends(4, areas={4: [card]})
        assert (game.who("seer").threat, game.who("seer").hp) == (threat, left)


@pytest.mark.rule("SW-DEF-007")
@pytest.mark.parametrize(("card", "met"), [("P1.a1_a", "ronin"), ("M1.a1_a", "siren")])
def test_of_two_the_front_line_meets_physical_and_the_back_line_magical_cards(card: str, met: str) -> None:
    game = defends(areas={1: [card]})
    assert [name for name in TWO if game.who(name).afflictions] == [met]


@pytest.mark.rule("SW-DEF-008", "SW-RAG-001", "SW-RAG-002")
def test_without_a_strength_card_a_rage_card_meets_all_of_the_area_and_goes_under_its_deck() -> None:
    game = defends(rage_deck=["R.d2_a", "R_b"])
    assert hp(game) == {"ronin": 4, "siren": 4, "seer": 6}
    assert game.shown()["rage_deck"] == ["R_b", "R.d2_a"]


@pytest.mark.rule("SW-DEF-009")
def test_a_revealed_card_goes_on_top_of_fatigue_when_its_effects_are_done() -> None:
    game = defends(areas={1: ["P1.d1_a"]}, fatigue=["P1_f"])
    assert game.state.fatigue == ("P1.d1_a", "P1_f")
    assert game.names().index("HpReduced") < game.names().index("RevealedPutAway")


@pytest.mark.rule("SW-DEF-010")
def test_a_quiet_area_without_characters_reveals_nothing() -> None:
    game = defends(2, areas={2: ["P5.d1_a"]})
    assert game.names() == ["AreaResolved"]
    assert [option.note for option in game.options("resolve_area")] == ["nothing happens"]


@pytest.mark.rule("SW-DEF-011")
def test_the_limit_is_checked_once() -> None:
    game = defends(2, areas={2: ["P5.d1_a", "P5.d1_b", "P5.d1_c", "P5.d1_d"]})
    assert set(hp(game).values()) == {5}
    assert len(game.state.areas["2"]) == 3


@pytest.mark.rule("SW-DEF-012")
def test_an_area_emptied_by_its_first_step_meets_rage_in_the_second() -> None:
    side = {"healthy_side": {"area_limit": 3}}
    game = defends(4, areas={4: ["P5.d1_a"]}, rage_deck=["R.d2_a", "R_b"], enemy=side)
    assert hp(game) == {"ronin": 5, "siren": 5, "seer": 3}


@pytest.mark.rule("SW-DEF-013")
def test_who_stands_there_is_read_when_the_second_step_is_reached() -> None:
    near = {"space": "1F", "state": "shattered", "corruption": 5}
    characters = {"ronin": near, "siren": {"space": "1B"}, "seer": {"space": "4F"}}
    side = {"healthy_side": {"area_limit": 3}}
    game = defends(areas={1: ["M5.c1_a", "P1.d2_b"]}, characters=characters, enemy=side)
    assert not game.who("ronin").on_board
    assert game.who("siren").hp == 4  # alone now, so a Physical card meets the Back Line
    alone = defends(areas={1: ["M5.c1_a", "P1.d2_b"]}, characters={"ronin": near, "seer": {"space": "4F"}}, enemy=side)
    assert alone.state.areas["1"] == ("P1.d2_b",)


@pytest.mark.rule("SW-DEF-015")
def test_after_the_last_area_and_the_check_of_fatigue_the_round_ends() -> None:
    game = table("defend", defend={"next_area": 6}, stamina=[], fatigue=["P1_f"])
    assert game.does("end_defend") == ["FatigueReturned", "EnemyGuarded", "RoundEnded", "RoundBegan"]


# ---- what revealed cards do


@pytest.mark.rule("SW-REV-001", "SW-REV-008")
@pytest.mark.parametrize(
    ("said", "hp_after"),
    [
        ({"symbol_order": {"target": ["damage", "threat"]}}, 8),
        ({"symbol_order": {"target": ["threat", "damage"]}}, 6),
        ({"symbol_order": {"target": {"seer": ["threat"]}}}, 6),
        ({"first": "threat"}, 6),
        ({}, 8),
    ],
)
def test_the_players_choose_the_order_of_the_kinds(said: Any, hp_after: int) -> None:
    seer = {"space": "4F", "threat": 11}
    game = defends(4, said, rage_deck=["R.d2.t1_a", "R_b"], characters={"seer": seer, "ronin": {"space": "1F"}})
    assert (game.who("seer").state, game.who("seer").hp) == ("shattered", hp_after)


@pytest.mark.rule("SW-REV-008")
def test_the_order_of_step_one_is_chosen_for_each_affected_character_and_so_is_who_comes_first() -> None:
    side = {"healthy_side": {"area_limit": 3}}
    said = {"affected_order": ["seer", "siren"], "symbol_order": {"over_limit": {"seer": ["threat", "affliction"]}}}
    characters = {**TWO, "seer": {"space": "4F", "threat": 11}}
    game = defends(2, said, areas={2: ["M5.t1.a1_a"]}, characters=characters, enemy=side)
    assert game.who("seer").afflictions == ("aff_1",)  # after Shattering, and the first to draw
    assert game.who("siren").afflictions == ("aff_2",)
    assert game.who("ronin").afflictions == ("aff_3",)


@pytest.mark.rule("SW-REV-002", "SW-REV-003")
def test_damage_costs_hp_down_to_zero() -> None:
    game = defends(4, areas={4: ["P1.d9_a"]})
    assert (game.who("seer").hp, game.who("seer").on_board) == (0, True)


@pytest.mark.rule("SW-REV-004", "SW-REV-012")
def test_each_affliction_symbol_draws_a_card_as_long_as_there_is_one() -> None:
    game = defends(4, areas={4: ["M1.a3_a"]}, affliction_deck=["aff_1", "aff_2"])
    assert game.who("seer").afflictions == ("aff_1", "aff_2")
    assert game.state.affliction_deck.size == 0


@pytest.mark.rule("SW-REV-005")
def test_each_threat_symbol_is_one_threat() -> None:
    assert defends(4, areas={4: ["M1.t3_a"]}).who("seer").threat == 3


@pytest.mark.rule("SW-REV-006", "SW-REV-007")
def test_corruption_touches_the_shattered_alone_one_for_each_symbol() -> None:
    characters = {
        "ronin": {"space": "1F", "state": "shattered"},
        "siren": {"space": "2F", "state": "reclaimed"},
        "seer": {"space": "4F"},
    }
    game = defends(3, areas={3: ["M5.c2_a"]}, characters=characters, enemy={"healthy_side": {"area_limit": 3}})
    assert [game.who(name).corruption for name in characters] == [2, None, None]


@pytest.mark.rule("SW-REV-009")
def test_a_change_of_state_counts_for_the_rest_of_the_card() -> None:
    seer = {"space": "4F", "threat": 11}
    order = {"symbol_order": {"target": ["threat", "corruption"]}}
    game = defends(4, order, areas={4: ["M1.t1.c2_a"]}, characters={"seer": seer, "ronin": {"space": "1F"}})
    assert game.who("seer").corruption == 2
    gone = {"space": "4F", "state": "reclaimed", "threat": 11}
    game = defends(
        4, {"first": "threat"}, areas={4: ["M1.t1.a1_a"]}, characters={"seer": gone, "ronin": {"space": "1F"}}
    )
    assert (game.who("seer").on_board, game.who("seer").afflictions) == (False, ())


@pytest.mark.rule("SW-REV-010")
def test_damage_is_printed_on_physical_and_threat_on_magical_cards() -> None:
    import msgspec

    for code in ("M1.d1", "P1.t1"):
        cards = {**standard().strength, code: 1}
        problems = msgspec.structs.replace(standard(), strength=cards).problems()
        assert [problem.path for problem in problems if "does not stand on" in problem.message] == [f"strength.{code}"]


@pytest.mark.rule("SW-REV-011")
def test_an_affliction_holds_until_it_is_removed() -> None:
    weak = {"afflictions": {"weak": {"modifiers": {"damage": -1, "dice": 1}}}}
    ronin = {"space": "1F", "afflictions": ["weak"], "heroic_side": {"damage": 2}}
    game = table(active="ronin", content=weak, areas={1: ["P1_a", "P1_b", "P1_c"]}, characters={"ronin": ronin})
    game.does("basic_attack", character="ronin", rolls=[3, 3])
    assert len(game.state.areas["1"]) == 2
    free = {**ronin, "afflictions": []}
    game = table(active="ronin", content=weak, areas={1: ["P1_a", "P1_b", "P1_c"]}, characters={"ronin": free})
    game.does("basic_attack", character="ronin", rolls=[3])
    assert len(game.state.areas["1"]) == 1


@pytest.mark.rule("SW-REV-012")
def test_a_removed_affliction_goes_under_its_deck() -> None:
    characters = {"ronin": {"space": "1F", "afflictions": ["aff_9"]}, "siren": {"space": "5F"}}
    game = table(active="ronin", characters=characters)
    game.does("recover", character="ronin", roll=1, choose="remove_affliction")
    assert game.shown()["affliction_deck"][-1] == "aff_9"


# ---- Rage and Last Gasp


@pytest.mark.rule("SW-RAG-001")
@pytest.mark.parametrize(
    ("scope", "hurt"),
    [
        ("area", {"ronin", "siren"}),
        ("front_line", {"ronin"}),
        ("back_line", {"siren"}),
        ("all_characters", {"ronin", "siren", "seer"}),
    ],
)
def test_a_rage_card_may_say_whom_it_affects(scope: str, hurt: set[str]) -> None:
    content = {"rage_cards": {"wild": {"scope": scope, "symbols": {"damage": 1}}}}
    game = defends(content=content, rage_deck=["wild", "R_b"])
    assert {name for name, left in hp(game).items() if left == 5} == hurt


@pytest.mark.rule("SW-RAG-002", "SW-RAG-003")
def test_each_area_reveals_its_own_rage_card_and_the_order_comes_round_again() -> None:
    game = table(
        "defend", rage_deck=["R.d1_a", "R.d2_b"], characters={"ronin": {"space": "1F"}, "siren": {"space": "2F"}}
    )
    for area in (1, 2):
        game.does("resolve_area", area=area)
    assert hp(game) == {"ronin": 5, "siren": 4}
    assert game.shown()["rage_deck"] == ["R.d1_a", "R.d2_b"]
    assert game.state.rage_deck.known() == ("R.d1_a", "R.d2_b")


def gasping(**given: Any) -> Table:
    given = {"enemy": {"form": "injured"}, "stamina": [], "wounds": ["P1_w"], "rage_deck": ["R.d2_a", "R_b"], **given}
    return table("defend", **given)


@pytest.mark.rule("SW-LGP-001", "SW-LGP-002", "SW-LGP-003", "SW-LGP-004")
def test_the_last_gasp_takes_the_place_of_the_areas_and_affects_everybody_once() -> None:
    game = gasping()
    assert game.refuses("resolve_area", area=1) == "last_gasp_due"
    assert game.refuses("end_defend") == "last_gasp_due"
    assert [option.do for option in GAME.options(game.state, game.pack)] == ["last_gasp"]
    game.does("last_gasp")
    assert set(hp(game).values()) == {4}
    assert game.refuses("last_gasp") == "last_gasp_done"
    game.does("end_defend")
    assert game.state.outcome == "won"


@pytest.mark.rule("SW-LGP-001")
@pytest.mark.parametrize(
    "rest", [{"areas": {4: ["P1_z"]}}, {"fatigue": ["P1_f"]}, {"stamina": ["P1_s"]}, {"enemy": {}}]
)
def test_there_is_no_last_gasp_while_strength_remains(rest: Any) -> None:
    assert gasping(**rest).refuses("last_gasp") == "strength_remains"


@pytest.mark.rule("SW-LGP-003")
def test_strength_that_ends_in_the_middle_of_the_phase_skips_the_remaining_areas() -> None:
    game = gasping(defend={"next_area": 3})
    assert game.refuses("resolve_area", area=3) == "last_gasp_due"
    game.does("last_gasp")
    game.does("end_defend")
    assert game.state.outcome == "won"


@pytest.mark.rule("SW-LGP-005")
def test_a_character_at_zero_hp_after_the_last_gasp_is_still_there() -> None:
    game = gasping(characters={"ronin": {"space": "1F", "hp": 1}})
    game.does("last_gasp")
    game.does("end_defend")
    assert (game.who("ronin").hp, game.who("ronin").on_board, game.state.outcome) == (0, True, "won")


@pytest.mark.rule("SW-LGP-006")
def test_a_last_gasp_that_removes_the_last_character_loses_the_game() -> None:
    characters = {"ronin": {"space": "1F", "state": "reclaimed", "threat": 11}}
    game = gasping(characters=characters, rage_deck=["R.t1_a", "R_b"])
    game.does("last_gasp", symbol_order=["threat"])
    assert game.state.outcome == "lost"
