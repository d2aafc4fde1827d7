"""Players, difficulty, leaving the game (ISO-PLY, ISO-DIFF, ISO-SAVE)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.isofarian_guard import GAME
from rules.isofarian_guard.campaign.state import Position
from tests.rules.isofarian_guard.campaign.world import (
    CHOOSING,
    COMPASS,
    FIGHTING,
    TELLING,
    Table,
    both,
    grigory,
    table,
)

SLASHES = {"weapon": {"card": "long_blade"}, "known": ["slash", "flame", "blaze"]}


def slashing(count: int, **given: Any) -> Table:
    """Grigory with so many stonebound abilities."""
    game = table(guards=grigory(**SLASHES), **given)
    for slot, ability in list(zip(("I", "II", "III"), SLASHES["known"], strict=True))[:count]:
        game.does("equip_stonebound", guard="grigory", ability=ability, slot=slot, stone_in="weapon")
    return game


# ---- players


@pytest.mark.rule("ISO-PLY-001")
def test_one_or_two_people_play() -> None:
    game = table()
    game.does("add_player", player="p2", guard="alek")
    assert game.refuses("add_player", player="p3", guard="grigory") == "player_limit"


@pytest.mark.rule("ISO-PLY-002")
def test_alone_one_plays_both_guards_and_in_a_pair_each_has_one() -> None:
    game = table()
    assert set(game.state.control.values()) == {"p1"}
    game.does("add_player", player="p2", guard="grigory")
    assert game.state.control == {"grigory": "p2", "alek": "p1"}
    assert game.refuses("assign_control", control={"grigory": "p1", "alek": "p1"}) == "one_guard_each"
    assert game.refuses("assign_control", control={"grigory": "p3"}) == "unknown_player"


@pytest.mark.rule("ISO-PLY-003")
def test_control_is_swapped_during_exploration() -> None:
    game = table(players=["p1", "p2"])
    swapped = {"grigory": "p2", "alek": "p1"}
    game.does("assign_control", control=swapped)
    assert game.state.control == swapped
    assert table(**FIGHTING, players=["p1", "p2"]).refuses("assign_control", control=swapped) == "not_in_exploration"


@pytest.mark.rule("ISO-PLY-003")
@pytest.mark.parametrize("phase", [FIGHTING, TELLING], ids=["battle", "narrative"])
def test_whoever_joins_takes_over_a_guard_during_exploration(phase: dict[str, Any]) -> None:
    game = table(**phase)
    assert game.refuses("add_player", player="p2", guard="alek") == "not_in_exploration"
    (joins,) = game.options("add_player")
    assert "exploration" in joins.blocked
    between = table(phase="campaign_over", campaigns_done=[1])
    assert between.does("add_player", player="p2", guard="alek") == ["PlayerAdded"]


@pytest.mark.rule("ISO-PLY-004")
def test_when_one_leaves_the_other_plays_both_and_the_last_stays() -> None:
    game = table(players=["p1", "p2"])
    game.does("remove_player", player="p1")
    assert (game.state.players, set(game.state.control.values())) == (("p2",), {"p2"})
    assert game.refuses("remove_player", player="p2") == "last_player"
    assert game.refuses("remove_player", player="p9") == "unknown_player"


def test_a_single_guard_is_shared_by_a_second_player() -> None:
    game = table(party=["grigory"], chapter=1)
    game.does("add_player", player="p2")
    assert (game.state.players, game.state.control) == (("p1", "p2"), {"grigory": "p1"})


def test_a_decision_about_a_guard_is_its_player_s_and_one_of_the_party_anybody_s() -> None:
    state = table(players=["p1", "p2"]).state
    drop = GAME.decision({"do": "drop", "guard": "alek", "card": "tent"})
    assert GAME.seat_of(state, drop) == "p2"
    assert GAME.seat_of(state, GAME.decision({"do": "draw_event"})) is None
    assert GAME.seats(state) == ("p1", "p2")


# ---- difficulty


@pytest.mark.rule("ISO-DIFF-001")
@pytest.mark.parametrize("phase", [FIGHTING, TELLING], ids=["battle", "narrative"])
def test_difficulty_changes_during_exploration_only(phase: dict[str, Any]) -> None:
    game = table()
    game.does("set_difficulty", level="story")
    assert game.state.difficulty == "story"
    assert table(**phase).refuses("set_difficulty", level="story") == "not_in_exploration"


@pytest.mark.rule("ISO-DIFF-001", "ISO-PLY-002")
def test_what_holds_already_may_be_said_again() -> None:
    game = table()
    assert game.does("set_difficulty", level="standard") == ["DifficultyChanged"]
    assert game.does("assign_control", control={"grigory": "p1", "alek": "p1"}) == ["ControlAssigned"]
    assert game.state == table().state


@pytest.mark.rule("ISO-DIFF-002", "ISO-DIFF-005", "ISO-DIFF-006")
@pytest.mark.parametrize(
    ("level", "one", "two"),
    [
        ("story", "7 HP, ATK 2, DEF 0, 2 AP", "9 HP, ATK 9, DEF 0, 5 AP"),
        ("standard", "7 HP, ATK 2, DEF 1, 2 AP", "9 HP, ATK 9, DEF 0, 5 AP"),
        ("tenebris", "7 HP, ATK 4, DEF 2, 3 AP", "9 HP, ATK 10, DEF 1, 5 AP"),
    ],
)
def test_enemies_are_shown_with_the_figures_of_the_difficulty_within_their_caps(level: str, one: str, two: str) -> None:
    game = table(**{**CHOOSING, "drawn_chip": "skull_2"}, difficulty=level)
    (fight,) = game.options("fight")
    assert fight.note == f"I Wolf ★ ({one}); II Wolf ★★ ({two})"


@pytest.mark.rule("ISO-DIFF-003")
def test_in_story_mode_an_inn_cleans_the_bags() -> None:
    bag = {"black_sword_1": 1, "red_weaken": 5, "purple_freeze": 1, "purple_combo": 1, "purple_heart": 1}
    game = table(difficulty="story", at="ryba/inn", sil=6, guards=grigory(bag=bag))
    game.does("rest")
    assert game.bag() == {"black_sword_1": 1, "purple_combo": 1, "purple_heart": 1}


@pytest.mark.rule("ISO-DIFF-004")
def test_in_story_mode_a_fall_keeps_the_step_of_the_event() -> None:
    quests = {"c1": {"status": "active", "scene": 1, "step": 2}}
    game = table(difficulty="story", **TELLING, quests=quests, checkpoint="ryba/inn")
    game.does("narrative_battle")
    assert "NarrativeReset" not in game.does("end_battle", outcome="defeat")
    assert (game.state.quests["c1"].step, game.state.narrative) == (2, None)


@pytest.mark.rule("ISO-DIFF-007", "ISO-DIFF-010")
def test_in_tenebris_every_battle_but_a_narrative_one_is_an_ambush() -> None:
    tenebris = {"difficulty": "tenebris"}
    hunt = table(**COMPASS, **tenebris)
    hunt.does("compass", choose="hunt", skull="skull_1")
    skull = table(**CHOOSING, **tenebris)
    skull.does("fight")
    field = table(at="main/y1", phase="field_path", drawn_chip="compass", field_card="bandits", **tenebris)
    field.does("choose_path", path="stand")
    yard = table(at="fort_istra/training_yard", fort={"training_yard": 1}, **tenebris)
    yard.does("start_challenge", building="training_yard")
    for game in (hunt, skull, field, yard):
        assert game.refuses("end_battle", outcome="retreat") == "retreat_not_allowed"


@pytest.mark.rule("ISO-DIFF-008")
def test_in_tenebris_a_guard_has_two_stonebound_abilities_at_most() -> None:
    game = slashing(2, difficulty="tenebris")
    bound = {"guard": "grigory", "ability": "blaze", "slot": "III", "stone_in": "weapon"}
    assert game.refuses("equip_stonebound", **bound) == "stonebound_limit"


@pytest.mark.rule("ISO-DIFF-009")
def test_in_tenebris_what_is_dropped_goes_to_the_supply() -> None:
    game = table(**FIGHTING, difficulty="tenebris", guards=grigory(satchel={"tent": 2, "wood_axe": 1}, item="bomb"))
    assert "CardsReturnedToSupply" in game.does("end_battle", outcome="defeat")
    assert (game.state.pile, game.satchel(), game.guard().item) == (None, {"wood_axe": 1}, None)


@pytest.mark.rule("ISO-DIFF-011")
@pytest.mark.parametrize(("count", "code"), [(3, "stonebound_limit"), (2, None)])
def test_tenebris_is_refused_while_a_guard_has_three_stonebound_abilities(count: int, code: str | None) -> None:
    game = slashing(count)
    if code is None:
        game.does("set_difficulty", level="tenebris")
    else:
        assert game.refuses("set_difficulty", level="tenebris") == code


@pytest.mark.rule("ISO-DIFF-012")
def test_tenebris_makes_no_ambush_of_a_narrative_battle() -> None:
    game = table(**TELLING, difficulty="tenebris")
    game.does("narrative_battle")
    assert game.state.battle is not None
    assert (game.state.battle.ambush, game.state.battle.retreat_allowed) == (False, False)


# ---- leaving


@pytest.mark.rule("ISO-SAVE-001", "ISO-SAVE-004")
@pytest.mark.parametrize("phase", [{}, FIGHTING, TELLING, CHOOSING], ids=["exploring", "battle", "narrative", "chip"])
def test_the_game_is_left_at_any_time_and_nothing_changes(phase: dict[str, Any]) -> None:
    game = table(**phase, checkpoint="ryba/inn")
    before = game.state
    assert game.does("leave_game") == ["GameLeft"]
    assert msgspec.structs.replace(game.state, save_sheet=None) == before


@pytest.mark.rule("ISO-SAVE-002")
def test_the_save_sheet_records_stats_dials_scene_checkpoint_and_decks() -> None:
    guards = both({"hp": 9, "base": {"hp": 21}, "weapon": {"card": "volk_blade"}}, {})
    game = table(
        **TELLING, sil=8, lux=3, checkpoint="ryba/inn", field_decks={"forest": ["well", "camp"]}, guards=guards
    )
    game.does("leave_game")
    sheet = game.state.save_sheet
    assert sheet is not None
    assert (sheet.sil, sheet.lux, sheet.checkpoint, sheet.field_decks) == (8, 3, "ryba/inn", {"forest": 2})
    line = sheet.guards["grigory"]
    assert (line.hp, line.hp_max, line.atk, line.def_, line.ap_max) == (9, 21, 5, 2, 2)
    assert sheet.narrative is not None
    assert sheet.narrative.quest == "c1"


@pytest.mark.rule("ISO-SAVE-003")
def test_a_stored_position_keeps_stash_quests_and_skill_trees() -> None:
    given = {"stash": {"sil": 9, "cards": {"pine": 7}}, "quests": {"ring": {"status": "suspended", "scene": 3}}}
    state = table(**given, guards=grigory(skills=["start", "heart"])).state
    stored = msgspec.json.decode(msgspec.json.encode(state), type=Position)
    assert stored == state
    assert (stored.stash.cards, stored.quests["ring"].scene, stored.guards["grigory"].skills[1]) == (
        {"pine": 7},
        3,
        "heart",
    )
