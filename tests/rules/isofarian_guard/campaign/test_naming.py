"""One way to name things: refusals call a card what buttons call it, as the pack or the group's own record has it."""

from __future__ import annotations

from typing import Any

from rules.isofarian_guard.campaign.naming import in_words, named
from tests.rules.isofarian_guard.campaign.world import CONTENT, Table, grigory, table

LABELLED: dict[str, Any] = {
    "materials": {**CONTENT["materials"], "iron_ore": {"kind": "ore", "label": "Iron"}},
    "items": {**CONTENT["items"], "potion": {"label": "Health Potion"}},
    "quests": {**CONTENT["quests"], "hunt": {"kind": "bounty", "city": "ryba", "label": "Bounty 1 of Ryba"}},
    "fort_costs": {**CONTENT["fort_costs"], "barracks": {1: {"label": "Old Barracks", "materials": {"iron_ore": 4}}}},
    "guards": {
        "grigory": {"label": "Grigory the Bold", "hp": 20, "atk": 3, "def": 2, "ap": 2},
        "alek": {"hp": 18, "atk": 2, "def": 2, "ap": 2},
    },
}


def labelled(**given: Any) -> Table:
    return table(content=LABELLED, **given)


def test_a_refusal_calls_a_card_and_a_guard_what_buttons_call_them() -> None:
    refused = labelled().refusal("drop", guard="grigory", card="potion")
    assert refused.sentence == str(refused) == "Health Potion is not in the satchel of Grigory the Bold."


def test_an_option_that_is_blocked_names_what_is_lacking_by_its_label() -> None:
    game = labelled(at="fort_istra/courtyard", chapter=2)
    barracks = next(option for option in game.options("build") if option.fixed["building"] == "barracks")
    assert barracks.label == "Rebuild: Old Barracks"
    assert barracks.blocked == "Satchels and stash lack 4 Iron."


def test_a_quest_is_named_by_its_label() -> None:
    game = labelled(at="main/y1", chapter=2, quests={"hunt": {"status": "active"}})
    assert game.refusal("reclaim_scroll", quest="hunt").sentence == "Bounty 1 of Ryba has no scroll chip."


def test_a_card_that_the_group_recorded_is_named_as_it_was_recorded() -> None:
    game = labelled(guards=grigory(satchel={"pine": 1}))
    game.does("record_card", part="items", card="lamp", facts={"label": "Lamp of Dusk"})
    assert game.refusal("use_item", guard="grigory", card="lamp").sentence.startswith("Lamp of Dusk ")


def test_a_node_is_named_by_its_number() -> None:
    game = labelled(at="main/d1", boat={"at": "main/29"})
    assert "Node 29" in game.refusal("board_boat").sentence


def test_a_place_of_the_fort_is_named_as_its_building_is() -> None:
    places = {option.label for option in labelled(at="fort_istra/courtyard").options("move")}
    assert {"Go to Fort Istra: Old Barracks", "Go to Fort Istra: Lapidary"} <= places


def test_people_have_names_of_their_own() -> None:
    game = labelled(at="fort_istra/barracks", chapter=2, fort={"barracks": 1}, agents=["old_mira"])
    sent = next(option for option in game.options("send_commission"))
    assert [choice.label for field in sent.fields if field.name == "agent" for choice in field.choices] == [
        "Mira",
        "Old Mira",
    ]


def test_what_nobody_knows_is_called_by_its_own_words() -> None:
    assert labelled().refusal("drop", guard="grigory", card="odd_thing").sentence.startswith("Odd thing is not")


def test_nothing_has_no_name() -> None:
    assert in_words(f"{named('')}{named('tent')} and {named('axe')}", str.upper) == "TENT and AXE"
