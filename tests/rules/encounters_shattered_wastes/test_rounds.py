"""The board, rounds, Refresh Phase, Guarded and Staggered, winning and losing."""

from __future__ import annotations

from typing import Any

import pytest

from rules.encounters_shattered_wastes.events import RefreshPhaseEnded, RoundBegan
from rules.encounters_shattered_wastes.state import SPACES, adjacent, on_board
from rules.kernel import Seeded
from tests.rules.encounters_shattered_wastes.table import GAME, Table, acting, table

BLANK = {1: ["P1_v"], 2: ["P1_w"], 3: ["P1_x"], 4: ["P1_y"], 5: ["P1_z"]}

# ---- the board


@pytest.mark.rule("SW-BRD-001", "SW-BRD-003", "SW-BRD-004")
def test_five_areas_in_a_row_with_two_lines_and_no_diagonals() -> None:
    assert len(SPACES) == 10
    near = {space: {other for other in SPACES if adjacent(space, other)} for space in SPACES}
    assert near["1F"] == {"1B", "2F"}
    assert near["3B"] == {"3F", "2B", "4B"}
    assert near["5F"] == {"5B", "4F"}
    assert sum(map(len, near.values())) == 2 * (5 + 8)


@pytest.mark.rule("SW-BRD-002")
def test_a_space_holds_one_character() -> None:
    game = acting(others={"siren": {"space": "1B"}})
    assert game.refuses("move", character="ronin", path=["1B"]) == "space_occupied"
    assert GAME.check(table(characters={"ronin": {"space": "1F"}, "siren": {"space": "1F"}}).state) != []


@pytest.mark.rule("SW-BRD-005", "SW-DEF-009")
def test_the_newest_card_of_an_area_lies_on_top() -> None:
    game = table("refresh", refresh={"filled": True}, stamina=["M2_new", "P1_s"], areas={2: ["P1_old"]})
    game.does("refresh_roll", character="ronin", rolls=[2])
    assert game.state.areas["2"] == ("M2_new", "P1_old")


@pytest.mark.rule("SW-BRD-006", "SW-RND-010")
def test_the_enemys_side_has_its_piles_and_the_token_tells_phase_and_status() -> None:
    shown = table("defend", stamina=[], fatigue=["P1_f"], wounds=["P1_w"]).shown()
    assert (shown["phase"], shown["status"]) == ("defend", "staggered")
    assert (shown["fatigue"], shown["wounds"], len(shown["rage_deck"])) == (["P1_f"], ["P1_w"], 5)


@pytest.mark.rule("SW-BRD-007")
def test_the_threat_of_an_area_is_that_of_all_backs_in_it() -> None:
    assert table(areas={1: ["P4.d1_a", "M5.t3_b", "P1_c"]}).shown()["area_threat"]["1"] == 10


# ---- rounds, winning, losing


@pytest.mark.rule("SW-RND-001")
@pytest.mark.parametrize(
    ("phase", "do", "arguments"),
    [
        ("refresh", "activate", {"character": "ronin"}),
        ("defend", "move", {"character": "ronin", "path": []}),
        ("action", "fill_empty_areas", {}),
        ("action", "refresh_roll", {"character": "ronin", "rolls": [1]}),
        ("refresh", "resolve_area", {"area": 1}),
        ("action", "end_defend", {}),
        ("setup", "recover", {"character": "ronin", "roll": 1}),
        ("action", "begin_encounter", {}),
        ("setup", "open_encounter", {}),
    ],
)
def test_a_decision_of_another_phase_is_refused(phase: str, do: str, arguments: dict[str, Any]) -> None:
    assert table(phase).refuses(do, **arguments) == "wrong_phase"


@pytest.mark.rule("SW-RND-001", "SW-RND-002")
def test_a_round_is_refresh_action_defend_and_then_comes_the_next() -> None:
    game = table("refresh", areas=BLANK, stamina=["P1_s", "P1_t", "P1_u"])
    phases = [game.state.phase]
    game.does("fill_empty_areas")
    for name in ("ronin", "siren"):
        game.does("refresh_roll", character=name, rolls=[6])
    phases.append(game.state.phase)
    for name in ("ronin", "siren"):
        game.does("activate", character=name)
        game.does("move", character=name, path=[])
        game.does("move", character=name, path=[])
        game.does("end_activation", character=name)
    phases.append(game.state.phase)
    for area in range(1, 6):
        game.does("resolve_area", area=area)
    game.does("end_defend")
    assert [*phases, game.state.phase] == ["refresh", "action", "defend", "refresh"]
    assert game.state.round == 2


def last_defend(**given: Any) -> Table:
    given = {"enemy": {"form": "injured"}, "stamina": [], "wounds": ["P1_w"], **given}
    return table("defend", **given)


@pytest.mark.rule("SW-RND-003", "SW-RND-007", "SW-RND-008")
def test_the_players_win_at_the_end_of_the_round_with_all_strength_of_the_injured_enemy_in_wounds() -> None:
    game = last_defend()
    game.does("last_gasp")
    assert game.state.outcome is None
    assert game.does("end_defend")[-1] == "EncounterWon"
    assert game.state.outcome == "won"
    assert game.refuses("fill_empty_areas") == "encounter_over"
    assert game.refuses("resolve_at_table", card="x", character="ronin", effect={"op": "gain"}) == "encounter_over"


@pytest.mark.rule("SW-RND-003")
def test_a_healthy_enemy_is_not_beaten_with_all_cards_in_wounds() -> None:
    game = last_defend(enemy={"form": "healthy"}, defend={"next_area": 6})
    game.does("end_defend")
    assert (game.state.outcome, game.state.round) == (None, 2)


@pytest.mark.rule("SW-RND-004", "SW-RND-006")
def test_the_players_lose_at_once_when_the_last_character_leaves_in_any_phase() -> None:
    shattered = {"space": "1F", "state": "shattered", "corruption": 5}
    game = table("defend", areas={1: ["M1.c1_a"], 3: ["P1_b"]}, characters={"ronin": shattered})
    assert game.does("resolve_area", area=1)[-1] == "RevealedPutAway"
    assert (game.state.outcome, game.state.phase) == ("lost", "ended")
    assert "EncounterLost" in game.names()
    assert game.refuses("resolve_area", area=2) == "encounter_over"
    assert GAME.check(game.state) == []


@pytest.mark.rule("SW-RND-005")
def test_both_at_once_is_a_loss() -> None:
    one = {"ronin": {"space": "1F", "state": "shattered", "corruption": 5}}
    game = last_defend(characters=one, rage_deck=["R.c3_a"])
    game.does("last_gasp")
    assert game.state.outcome == "lost"


@pytest.mark.rule("SW-RND-007")
def test_all_strength_in_wounds_in_the_action_phase_does_not_end_the_encounter() -> None:
    board = {"enemy": {"form": "injured"}, "stamina": [], "areas": {1: ["P1_a"]}}
    game = acting(board=board)
    game.does("basic_attack", character="ronin", rolls=[3])
    assert game.state.outcome is None
    assert game.state.wounds == ("P1_a",)


@pytest.mark.rule("SW-RND-009", "SW-ABL-005")
def test_a_new_round_turns_tokens_back_and_opens_active_abilities() -> None:
    used = {"space": "1F", "activated": True, "used_active": ["x"], "used_free": ["y"], "used_reactions": ["z"]}
    game = table("defend", defend={"next_area": 6}, characters={"ronin": {**used, "used_trait": True}})
    game.does("end_defend")
    ronin = game.who("ronin")
    assert (ronin.activated, ronin.used_active, ronin.used_free) == (False, (), ())
    assert (ronin.used_reactions, ronin.used_trait) == ((), False)


# ---- Threat


@pytest.mark.rule("SW-THR-001", "SW-ATK-006")
@pytest.mark.parametrize(("threat", "hit"), [(3, True), (4, False), (5, False)])
def test_an_attack_roll_has_to_exceed_the_threat(threat: int, hit: bool) -> None:
    game = acting(threat=threat, board={"areas": {1: ["P1_a"]}})
    assert ("AttackHit" in game.does("basic_attack", character="ronin", rolls=[4])) == hit


@pytest.mark.rule("SW-THR-002", "SW-THR-003", "SW-THR-004", "SW-THR-006")
@pytest.mark.parametrize(
    ("state", "names", "on_board_after"),
    [
        ("heroic", ["CharacterShattered"], True),
        ("shattered", ["CharacterSuccumbed", "CharacterRemoved"], False),
        ("reclaimed", ["CharacterRemoved"], False),
    ],
)
def test_twelve_threat_shatters_or_removes_at_once(state: str, names: list[str], on_board_after: bool) -> None:
    game = acting(state=state, threat=8, board={"areas": {1: ["P5_a"]}}, heroic_side={"dice": 2})
    happened = game.does("basic_attack", character="ronin", rolls=[5, 6])
    at = happened.index("ThreatGained") + 1
    assert happened[at : at + len(names)] == names
    ronin = game.who("ronin")
    assert ronin.on_board == on_board_after
    assert ronin.threat == (0 if state == "heroic" else 12)  # what is beyond 12 is not carried over


@pytest.mark.rule("SW-THR-005", "SW-GLO-001")
def test_threat_does_not_fall_below_zero() -> None:
    game = acting(threat=2)
    game.does("recover", character="ronin", roll=5, choose="reduce_threat")
    assert game.who("ronin").threat == 0


# ---- Refresh Phase


def refreshing(**given: Any) -> Table:
    given = {"refresh": {"filled": True}, "areas": BLANK, **given}
    return table("refresh", **given)


@pytest.mark.rule("SW-REF-001", "SW-REF-002", "SW-REF-004")
def test_empty_areas_with_characters_are_filled_from_the_lowest_up_and_others_are_not() -> None:
    game = table(
        "refresh", stamina=["P1_a", "M1_b", "P1_c"], characters={"ronin": {"space": "4F"}, "siren": {"space": "2B"}}
    )
    game.does("fill_empty_areas")
    assert game.state.areas == {"1": (), "2": ("P1_a",), "3": (), "4": ("M1_b",), "5": ()}


@pytest.mark.rule("SW-REF-003")
def test_filling_comes_before_the_dice_and_once() -> None:
    game = table("refresh", areas=BLANK)
    assert game.refuses("refresh_roll", character="ronin", rolls=[1]) == "fill_first"
    game.does("fill_empty_areas")
    assert game.refuses("fill_empty_areas") == "already_filled"


@pytest.mark.rule("SW-REF-005", "SW-CMP-005")
def test_each_character_rolls_the_refresh_value_in_dice_even_more_than_three() -> None:
    game = refreshing(enemy={"healthy_side": {"refresh_value": 4}}, stamina=[f"P1_{n}" for n in range(9)])
    assert game.refuses("refresh_roll", character="ronin", rolls=[1, 2, 3]) == "wrong_dice_count"
    game.does("refresh_roll", character="ronin", rolls=[1, 2, 3, 4])
    assert [len(cards) for cards in game.state.areas.values()] == [2, 2, 2, 2, 1]


@pytest.mark.rule("SW-REF-006", "SW-REF-013", "SW-REF-014", "SW-REF-015")
def test_every_character_on_the_board_rolls_once_in_any_order_and_then_the_action_phase_begins() -> None:
    gone = {"on_board": False, "removed_because": "zero_hp", "hp": 0}
    game = refreshing(characters={"ronin": {"space": "1F"}, "siren": {"space": "2F"}, "seer": gone})
    game.does("refresh_roll", character="siren", rolls=[1])
    assert game.refuses("refresh_roll", character="siren", rolls=[1]) == "already_rolled"
    assert game.refuses("refresh_roll", character="seer", rolls=[1]) == "character_removed"
    assert game.state.areas["1"] == ("P1_s1", "P1_v")  # applied before the next one rolls
    assert "RefreshPhaseEnded" in game.does("refresh_roll", character="ronin", rolls=[6])
    assert game.state.phase == "action"


@pytest.mark.rule("SW-REF-007", "SW-REF-008", "SW-REF-009", "SW-REF-010")
def test_dice_bring_cards_from_the_lowest_area_up_a_six_none_and_doubles_two() -> None:
    game = refreshing(enemy={"healthy_side": {"refresh_value": 4}}, stamina=["P1_a", "P1_b", "P1_c", "P1_d"], areas={})
    game.does("refresh_roll", character="ronin", rolls=[5, 6, 2, 2])
    assert game.state.areas == {"1": (), "2": ("P1_b", "P1_a"), "3": (), "4": (), "5": ("P1_c",)}


@pytest.mark.rule("SW-REF-011", "SW-STG-002")
def test_while_stamina_is_empty_cards_come_from_the_top_of_fatigue_also_when_filling() -> None:
    game = table(
        "refresh",
        stamina=["P1_a"],
        fatigue=["M2_f", "P1_g"],
        characters={"ronin": {"space": "1F"}, "siren": {"space": "2F"}},
    )
    happened = game.does("fill_empty_areas")
    assert happened == ["EmptyAreasFilled", "AreaRefreshed", "EnemyStaggered", "AreaRefreshed"]
    assert (game.state.areas["1"], game.state.areas["2"], game.state.fatigue) == (("P1_a",), ("M2_f",), ("P1_g",))


@pytest.mark.rule("SW-REF-012")
def test_with_both_piles_empty_the_phase_ends_and_the_rest_is_skipped() -> None:
    game = refreshing(enemy={"healthy_side": {"refresh_value": 2}}, stamina=["P1_a"])
    assert game.does("refresh_roll", character="ronin", rolls=[3, 1])[-1] == "RefreshPhaseEnded"
    assert game.state.phase == "action"
    assert game.state.areas["3"] == ("P1_x",)


@pytest.mark.rule("SW-REF-014")
def test_who_rolls_is_offered_for_everybody_who_has_not() -> None:
    game = refreshing()
    assert [option.fixed["character"] for option in game.options("refresh_roll")] == ["ronin", "siren"]
    game.does("refresh_roll", character="ronin", rolls=[6])
    assert [option.fixed["character"] for option in game.options("refresh_roll")] == ["siren"]


# ---- Guarded and Staggered


@pytest.mark.rule("SW-STG-001", "SW-STG-003", "SW-STG-004")
@pytest.mark.parametrize(("stamina", "status", "pile"), [(["P1_s"], "guarded", "fatigue"), ([], "staggered", "wounds")])
def test_the_enemy_is_guarded_while_stamina_holds_a_card_and_damage_goes_accordingly(
    stamina: list[str], status: str, pile: str
) -> None:
    game = acting(board={"stamina": stamina, "fatigue": ["P1_f"], "areas": {1: ["P1_a"]}})
    assert game.shown()["status"] == status
    game.does("basic_attack", character="ronin", rolls=[3])
    assert game.shown()[pile][0] == "P1_a"


def spell(*effects: dict[str, Any], **facts: Any) -> dict[str, Any]:
    return {"abilities": {"spell": {"deck": "sorcery", "subtype": "free", "effects": list(effects), **facts}}}


@pytest.mark.rule("SW-STG-002", "SW-TRT-011")
def test_the_token_turns_the_moment_stamina_is_empty_in_the_action_phase_too() -> None:
    trait = {"subtype": "use", "effects": [{"op": "place", "from": "stamina_top", "to": "fatigue"}]}
    game = acting("slayer", board={"stamina": ["P1_s"], "content": {"traits": {"slayer": trait}}})
    assert game.does("use_trait", character="slayer") == ["TraitUsed", "StrengthPlaced", "EnemyStaggered"]
    assert game.state.fatigue == ("P1_s",)


@pytest.mark.rule("SW-STG-005", "SW-STG-007")
def test_at_the_end_of_the_defend_phase_fatigue_becomes_stamina_unshuffled() -> None:
    game = table("defend", defend={"next_area": 6}, stamina=[], fatigue=["P2_f", "M1_g"])
    assert game.does("end_defend")[:2] == ["FatigueReturned", "EnemyGuarded"]
    assert (game.shown()["stamina"], game.state.fatigue) == (["P2_f", "M1_g"], ())


@pytest.mark.rule("SW-STG-006")
def test_with_a_card_left_in_stamina_fatigue_stays() -> None:
    game = table("defend", defend={"next_area": 6}, stamina=["P1_s"], fatigue=["P2_f"])
    game.does("end_defend")
    assert game.state.fatigue == ("P2_f",)


@pytest.mark.rule("SW-STG-008")
def test_with_fatigue_empty_too_the_enemy_stays_staggered() -> None:
    game = table("defend", defend={"next_area": 6}, stamina=[], fatigue=[], areas={1: ["P1_a"]})
    assert "EnemyGuarded" not in game.does("end_defend")
    assert game.shown()["status"] == "staggered"


@pytest.mark.rule("SW-STG-009")
def test_a_card_put_into_an_empty_stamina_makes_the_enemy_guarded() -> None:
    back = {"op": "place", "from": "fatigue_top", "to": "stamina"}
    game = acting(abilities=["spell"], board={"stamina": [], "fatigue": ["P1_f"], "content": spell(back)})
    assert "EnemyGuarded" in game.does("use_ability", character="ronin", ability="spell")
    assert game.shown()["stamina"] == ["P1_f"]


# ---- landmarks and seats


def test_rounds_are_checkpoints_and_phases_are_landmarks() -> None:
    round_three = GAME.landmark(RoundBegan(round=3))
    assert round_three is not None
    assert (round_three.kind, round_three.label, round_three.checkpoint) == ("round", "Round 3", True)
    acted = GAME.landmark(RefreshPhaseEnded(round=3))
    assert acted is not None
    assert acted.label == "Round 3: Action Phase"


def test_a_decision_belongs_to_the_player_of_its_character() -> None:
    game = table(characters={"ronin": {"space": "1F", "player": "p2"}, "siren": {"space": "2F"}})
    decision = GAME.decision({"do": "activate", "character": "ronin"})
    assert GAME.seat_of(game.state, decision) == "p2"
    assert GAME.seat_of(game.state, GAME.decision({"do": "end_defend"})) is None
    opened = GAME.fold(GAME.decide(None, GAME.decision({"do": "open_encounter", "players": 3}), game.pack, Seeded(1)))
    assert opened is not None
    assert GAME.seats(opened) == ("p1", "p2", "p3")
    assert on_board(opened) == ()
