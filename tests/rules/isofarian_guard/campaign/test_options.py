"""What the table page offers."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.content.pack import standard
from rules.kernel import Option
from tests.rules.isofarian_guard.campaign.world import (
    CHOOSING,
    COMPASS,
    FIGHTING,
    TELLING,
    Table,
    both,
    fresh_game,
    grigory,
    table,
)


def one(game: Table, do: str, **fixed: Any) -> Option:
    """The one option of a decision with these fixed arguments."""
    (found,) = [o for o in game.options(do) if fixed.items() <= dict(o.fixed).items()]
    return found


def values(option: Option, field: str) -> dict[str, str]:
    """The values of a field, with why they are blocked."""
    (found,) = [f for f in option.fields if f.name == field]
    return {choice.value: choice.blocked for choice in found.choices}


def groups(game: Table) -> set[str]:
    return {option.group for option in game.options()}


def test_a_game_begins_for_one_or_two_or_goes_on_from_elsewhere() -> None:
    assert [option.do for option in fresh_game().options()] == ["start_campaign", "start_campaign", "adopt_position"]
    names = {field.name for field in fresh_game().options()[-1].fields}
    assert {"campaign", "party", "at", "stash.sil", "fort.barracks", "prestige.ryba"} <= names
    begin = {field.name for field in fresh_game().options()[0].fields}
    assert begin == {"difficulty", "kits.grigory.weapon", "kits.grigory.armor", "kits.grigory.bag"}


def test_what_is_due_is_all_there_is_beside_recording_and_leaving() -> None:
    for phase in (CHOOSING, COMPASS, FIGHTING):
        assert groups(table(**phase)) <= {"Now", "Record", "Table"}
    waiting = table(
        pending=[{"card": "tent", "qty": 1}], guards=both({"satchel": {"potion": 4}}, {"satchel": {"potion": 4}})
    )
    assert groups(waiting) <= {"Now", "Record", "Table"}


def test_the_draw_says_its_odds_and_what_happens_to_the_pile() -> None:
    game = table(at="main/y1", phase="event_draw", pile={"at": "main/y1", "cards": {"tent": 1}})
    draw = one(game, "draw_event")
    assert (draw.luck, draw.likely) == (True, True)
    assert "3 of 5" in draw.note
    assert "pile" in draw.note


def test_skipping_without_ap_is_blocked_and_says_who_is_tired() -> None:
    blocked = one(table(**CHOOSING, guards=both({}, {"ap_exhausted": 2})), "avoid_battle").blocked
    assert "Alek" in blocked


def test_an_unrecorded_battle_offers_to_record_it_first() -> None:
    game = table(**{**CHOOSING, "at": "main/y2"})
    record = one(game, "learn_encounter", skull="skull_1")
    assert record.likely
    assert not one(game, "learn_encounter", skull="skull_2").likely
    assert "wolf/1" in values(record, "enemies.I")


def test_a_compass_offers_the_listed_hunts_and_says_why_no_field_event() -> None:
    game = table(**COMPASS, region_cubes={"forest": 1})
    hunts = [option.fixed["skull"] for option in game.options("compass") if option.fixed["choose"] == "hunt"]
    assert hunts == ["skull_1", "skull_2", "skull_3"]
    assert "1 of 3" in one(game, "compass", choose="field_event").blocked


def test_an_unknown_field_card_asks_for_its_name_and_outcome() -> None:
    game = table(**COMPASS, region_cubes={"forest": 3}, field_decks={"forest": ["unknown"]})
    assert [field.name for field in one(game, "compass", choose="field_event").fields] == ["card"]
    game.does("compass", choose="field_event")
    (path,) = game.options("choose_path")
    assert {"path", "outcome.sil", "outcome.cards", "outcome.hp.grigory"} <= {field.name for field in path.fields}


def test_a_victory_is_prefilled_with_what_the_enemies_leave() -> None:
    (won,) = [option for option in table(**FIGHTING).options("end_battle") if option.fixed["outcome"] == "victory"]
    fields = {field.name: field for field in won.fields}
    assert (fields["rewards.sil"].initial, fields["rewards.lux"].initial) == (2, 1)
    assert fields["guards.grigory.bag"].label.startswith("Whole bag of Grigory")
    first, *others = fields["rewards.drops"].choices
    assert (first.value, first.detail, first.initial) == ("pelt", "printed: 1", 1)
    assert {choice.initial for choice in others} == {0}


def test_each_way_says_what_waits_there_or_why_it_is_closed() -> None:
    game = table(at="main/y1", pile={"at": "main/y2", "cards": {"tent": 1}})
    assert "chip is drawn" in one(game, "move", to="main/y2").note
    assert "pile lies there" in one(game, "move", to="main/y2").note
    assert "safe" in one(game, "move", to="main/g1").note
    assert one(game, "move", to="main/r1").blocked == "Red nodes are closed."
    assert values(one(game, "move", to="main/u1"), "color") == dict.fromkeys(
        ("yellow", "green", "blue", "orange", "red"), ""
    )


def test_a_smith_shows_have_and_need_and_greys_out_what_is_lacking() -> None:
    game = table(at="ryba/forge", sil=9, guards=grigory(satchel={"pelt": 1, "pine": 2}))
    craft = next(option for option in game.options("craft") if not option.fixed)
    details = {choice.value: choice.detail for choice in craft.fields[0].choices}
    assert details["volk_blade"] == "15 Sil, Short sword 0 of 1, Iron ore 0 of 2, Pine 2 of 4"
    blocked = values(craft, "card")
    assert (blocked["mask"], "15 Sil" in blocked["volk_blade"]) == ("", True)


def test_a_market_shows_prices_and_only_what_can_be_sold() -> None:
    game = table(at="ryba/market", sil=6, guards=grigory(satchel={"pelt": 1, "oak": 1}))
    bought = values(one(game, "buy"), "card")
    assert (bought["potion"], bool(bought["tent"])) == ("", True)
    (sold,) = one(game, "sell", guard="grigory").fields[0].choices
    assert (sold.value, sold.detail) == ("pelt", "2 Sil a unit")


def test_a_building_shows_what_is_missing_for_its_next_level() -> None:
    game = table(at="fort_istra/courtyard", sil=9, guards=grigory(satchel={"pine": 4}), stash={"cards": {"pine": 1}})
    mill = one(game, "build", building="lumbermill")
    assert (mill.label, mill.note) == ("Rebuild: Lumbermill", "4 Sil, Pine 5 of 6")
    assert "1 Pine" in mill.blocked


def test_a_skill_tree_shows_cost_bonus_and_what_stands_against_it() -> None:
    game = table(lux=4)
    unlock = one(game, "unlock_skill", guard="grigory")
    details = {choice.value: (choice.detail, choice.blocked) for choice in unlock.fields[0].choices}
    assert details["heart"] == ("4 Lux, chapter 1: +1 HP", "")
    assert details["combo"] == ("6 Lux, chapter 2: Purple combo", "Combo connects to nothing unlocked.")


def test_a_rainbow_ability_asks_for_its_gem_and_others_do_not() -> None:
    long = {"weapon": {"card": "long_blade"}, "known": ["slash"]}
    game = table(guards=grigory(**long), universal_abilities=["prism"])
    named = {
        tuple(values(o, "ability")): [f.name for f in o.fields]
        for o in game.options("equip_stonebound")
        if o.fixed["guard"] == "grigory"
    }
    assert named == {("slash",): ["ability", "slot", "stone_in"], ("prism",): ["ability", "slot", "stone_in", "gem"]}


def test_the_story_under_way_is_all_that_goes_on() -> None:
    game = table(**TELLING, quests={"c1": {"status": "active"}})
    assert {option.do for option in game.options() if option.group == "Story"} == {
        "advance_narrative",
        "narrative_battle",
        "complete_narrative",
        "complete_scene",
    }
    assert game.options("move") == []


def test_a_shop_in_ruins_says_so() -> None:
    (shop,) = [option for option in table(at="fort_istra/apothecary").options() if option.group == "Shop"]
    assert "ruins" in shop.blocked


@pytest.mark.pitfall("BL-021")
def test_options_depend_on_the_position_alone() -> None:
    game = table(at="ryba/forge", sil=30, guards=grigory(satchel={"pelt": 4}))
    before = game.options()
    other = Table(game.state, game.pack)
    other.does("craft", card="mask")
    assert Table(game.state, game.pack).options() == before


def test_the_first_steps_on_the_real_map_need_only_what_is_offered() -> None:
    pack = standard()
    game = Table(None, pack)
    game.does(**dict(game.options()[0].arguments()))
    first = next(option for option in game.options("move") if not option.blocked)
    game.does(**dict(first.arguments()))
    if game.phase == "event_draw":
        game.does("draw_event")
    assert any(option.likely and not option.blocked for option in game.options())


def test_who_leaves_is_chosen_by_the_name_of_the_player() -> None:
    (field,) = one(table(players=["p1", "p2"]), "remove_player").fields
    assert [(choice.value, choice.label) for choice in field.choices] == [("p1", "Player 1"), ("p2", "Player 2")]


@pytest.mark.rule("ISO-NAR-001")
def test_an_event_of_the_campaign_book_is_proposed_by_a_name_that_people_can_read() -> None:
    game = table(campaign=2)
    quest = next(field for field in one(game, "place_narrative").fields if field.name == "quest")
    assert quest.initial == "Event 1 of campaign 2"
    game.does("place_narrative", quest=quest.initial, at=game.state.at)
    (begin,) = game.options("trigger_narrative")
    assert begin.label == "Begin: Event 1 of campaign 2"
