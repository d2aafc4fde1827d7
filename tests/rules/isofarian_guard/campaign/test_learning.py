"""The tracker learns what a group reads, and lays it over its pack."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard import GAME
from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.exporting import learned_pack
from rules.kernel import Seeded
from tests.rules.isofarian_guard.campaign.world import CHOOSING, COMPASS, FIGHTING, TELLING, Table, grigory, table

Y2 = {**CHOOSING, "at": "main/y2"}
PAIR = {"I": "wolf/1", "II": "wolf/2"}


def learns(game: Table, do: str, **arguments: Any) -> Table:
    game.does(do, **arguments)
    return game


def test_what_the_index_shows_is_known_from_the_first_meeting_on() -> None:
    game = table(**Y2)
    game.does("learn_encounter", node="main/y2", chapter=2, skull="skull_1", enemies=PAIR, ambush=True)
    game.does("fight")
    battle = game.state.battle
    assert battle is not None
    assert ([(foe.slot, foe.stars) for foe in battle.enemies], battle.ambush) == ([("I", 1), ("II", 2)], True)


@pytest.mark.parametrize("phase", [CHOOSING, COMPASS, FIGHTING, TELLING], ids=["skull", "compass", "battle", "story"])
def test_recording_is_open_at_any_time(phase: dict[str, Any]) -> None:
    assert table(**phase).does("learn_price", place="ryba", card="oak", buy=3) == ["PriceLearned"]


def test_the_same_record_twice_changes_nothing() -> None:
    told = {"node": "main/y2", "chapter": 2, "skull": "skull_1", "enemies": PAIR}
    game = learns(table(), "learn_encounter", **told)
    assert game.refuses("learn_encounter", **told) == "no_effect"
    assert game.refuses("learn_encounter", **{**told, "enemies": {}}) == "slot_occupied"


def test_a_record_is_set_right_by_a_correction_in_the_open() -> None:
    told = {"node": "main/y2", "chapter": 2, "skull": "skull_1", "enemies": PAIR}
    game = learns(table(), "learn_encounter", **told)
    path = ["learned", "encounters", "main/y2", "2", "skull_1"]
    right = {"enemies": [{"slot": "I", "enemy": "wolf"}], "ambush": True}
    game.does("correct_value", path=path, value=right, reason="it was printed in red")
    assert lookup.encounters(game.state, game.pack, "main/y2")["skull_1"].ambush


def test_a_node_is_learned_icon_by_icon() -> None:
    game = learns(table(at="main/u1"), "learn_node", node="main/u1", color="green", wood=["oak"])
    game.does("learn_node", node="main/u1", dock=True, paths=["main/y2"])
    here = lookup.node(game.state, game.pack, "main/u1")
    assert (here.color, here.wood, here.dock) == ("green", ("oak",), True)
    game.does("move", to="main/y2")
    assert "oak" in lookup.woods(game.state, game.pack)
    assert game.refuses("learn_node", node="main/u1", dock=True) == "no_effect"


def test_a_learned_region_brings_its_field_events() -> None:
    game = learns(table(at="caves/3", phase="event_draw"), "learn_node", node="caves/3", region="forest")
    assert "PurpleCubePlaced" in game.draws("compass")


def test_a_learned_price_is_paid() -> None:
    game = learns(table(at="ryba/market", sil=9), "learn_price", place="ryba", card="oak", buy=3, sell=1)
    game.does("buy", card="oak")
    assert (game.state.sil, game.satchel()) == (6, {"oak": 1})


def test_a_learned_recipe_is_made() -> None:
    game = table(at="ryba/forge", sil=9, guards=grigory(satchel={"oak": 2}))
    game.does("learn_recipe", place="ryba", card="spear", materials={"oak": 2}, craft=4, sell=2)
    game.does("craft", card="spear")
    assert (game.state.sil, game.satchel()) == (5, {"spear": 1})


def test_a_learned_cost_is_what_a_building_takes() -> None:
    game = table(at="fort_istra/courtyard", sil=9, content={"fort_costs": {}})
    assert game.refuses("build", building="courtyard") == "not_offered"
    assert game.refuses("learn_build_cost", building="cathedral", level=1) == "not_offered"
    game.does("learn_build_cost", building="courtyard", level=1, sil=5)
    game.does("build", building="courtyard")
    assert (game.state.sil, game.state.fort) == (4, {"courtyard": 1})


def test_a_recorded_weapon_can_be_equipped_with_its_bonuses() -> None:
    game = table(guards=grigory(satchel={"relic": 1}))
    assert game.refuses("equip", guard="grigory", slot="weapon", card="relic") == "wrong_slot"
    facts = {"guards": ["grigory"], "open_slots": 1}
    game.does("record_card", part="weapons", card="relic", facts=facts, stats={"atk": 3}, chips={"black_sword_1": 1})
    game.does("equip", guard="grigory", slot="weapon", card="relic")
    assert (derived.atk(game.guard()), game.bag()) == (6, {"black_sword_1": 1})


def test_a_recorded_ability_upgrade_and_quest_are_used_like_printed_ones() -> None:
    game = table(lux=9)
    game.does(
        "record_card",
        part="skill_trees",
        under="alek",
        card="vigor",
        facts={"level": 1, "cost": 2, "links": ["start"]},
        stats={"hp": 2},
    )
    game.does("unlock_skill", guard="alek", node="vigor")
    assert derived.hp_max(game.guard("alek")) == 22
    game.does("record_card", part="abilities", card="lunge", facts={"type": "guard_ability", "guard": "alek"})
    game.does("unlock_ability", ability="lunge")
    game.does("equip_ability", guard="alek", ability="lunge", slot="I")


def test_a_recorded_field_event_is_carried_out() -> None:
    game = table(at="main/y1", phase="field_path", drawn_chip="compass", field_card="child")
    game.does(
        "record_card",
        part="field_events",
        card="child",
        facts={"region": "forest", "paths": {"help": {"effects": [{"sil": 4}]}}},
    )
    game.does("choose_path", path="help")
    assert game.state.sil == 4


@pytest.mark.pitfall("BL-095")
@pytest.mark.parametrize(
    ("part", "facts"),
    [
        ("items", {"effects": [{"op": "fly", "n": 1}]}),
        ("field_events", {"paths": {"a": {"effects": [{"dance": 1}]}}}),
        ("items", {"colour": "red"}),
        ("weapons", {"open_slots": "many"}),
        ("skill_trees", {"level": 1}),
    ],
    ids=str,
)
def test_a_card_that_nobody_could_carry_out_is_not_recorded(part: str, facts: dict[str, Any]) -> None:
    assert table().refuses("record_card", part=part, card="oddity", facts=facts) == "malformed"


@pytest.mark.pitfall("BL-112")
@pytest.mark.pitfall("BL-095")
def test_what_is_wrong_with_a_card_is_said_with_its_places_and_what_would_be_right() -> None:
    side = {"cots": {}, "effects": [{"op": "heel"}], "ap": "one", "flip": "chip", "label": 3}
    refused = table().refusal(
        "record_card", part="abilities", card="leap", facts={"type": "guard_ability", "P": {**side, "cots": {}}}
    )
    assert refused.sentence == (
        "That is no such card: P.cots: cots means nothing here; did you mean cost?; "
        "P.ap: a number was expected, found 'one'; P.flip: 'chip' is not one of burst, chips; did you mean chips?; "
        "and 1 more."
    )
    bite = {"number": 1, "actions": [{"op": "attack", "who": "ally"}, {"op": "redraw"}]}
    refused = table().refusal("record_card", part="ai_cards", under="wolf", card="bite", facts=bite)
    assert refused.sentence.startswith("Nobody could carry that out: actions.0.who: nobody is called 'ally' here;")
    assert refused.sentence.endswith("actions.1.op: only cards of guards do that.")
    refused = table().refusal("record_card", part="weapons", card="axe", facts={"cost": {"swords": 1}})
    assert refused.sentence.startswith("Nobody could carry that out: cost.swords: a cost is told in sword and shield")


def test_a_card_has_one_kind() -> None:
    assert table().refuses("record_card", part="weapons", card="potion", facts={}) == "already_recorded"


def test_what_was_learned_makes_a_pack_for_the_next_campaign() -> None:
    game = table(at="ryba/forge", sil=9)
    game.does("learn_encounter", node="main/y2", chapter=2, skull="skull_1", enemies=PAIR)
    game.does("learn_price", place="ryba", card="oak", buy=3)
    game.does("learn_price", place="apothecary", card="oak", sell=2)
    game.does("learn_recipe", place="ryba", card="spear", craft=4)
    game.does("learn_inn_fee", city="mir", fee=11)
    game.does("learn_node", node="main/u1", color="green")
    game.does("record_card", part="items", card="salve", facts={"compass": True, "effects": [{"heal": 3}]})
    pack = learned_pack(game.pack, game.state.learned, "Ours")
    assert (pack.name, pack.cities["mir"].inn_fee, pack.nodes["main/u1"].color) == ("Ours", 11, "green")
    assert (pack.cities["ryba"].market["oak"].buy, pack.fort_markets["apothecary"]["oak"].sell) == (3, 2)
    assert pack.cities["ryba"].smith["spear"].craft == 4
    assert len(pack.encounters["main/y2"]["2"]["skull_1"].enemies) == 2
    assert "salve" in pack.items
    other = GAME.fold(GAME.decide(None, GAME.decision({"do": "start_campaign"}), pack, Seeded(1)))
    assert other is not None
    assert lookup.color(other, pack, "main/u1") == "green"
