"""Cards that a group enters: judged with helpful sentences, told back in words, then carried out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from rules.isofarian_guard.content.card_words import card_words
from rules.isofarian_guard.content.entering import ENTERED, Entered, entered, entered_text
from rules.isofarian_guard.content.pack import IsofarianPack, standard
from rules.isofarian_guard.content.parts import Ability, Material

GUARD = """
type: guard_ability
guard: grigory
P:
  label: Guard
  cost: {shield: 1}
  ap: 1
  flip: chips
  effects:
  - {op: modify, who: self, stat: def, by: 1}
  - {op: add_to_bag, who: self, chip: green_shield_1}
  keyword: {name: chain, effects: [{op: add_to_bag, who: self, chip: green_shield_1}]}
unknown: [S]
"""


def told(read: Entered) -> dict[str, tuple[str, ...]]:
    assert read.faults == ()
    return {paragraph.heading: paragraph.sentences for paragraph in read.told}


def lines(read: Entered) -> list[str]:
    assert (read.card, read.told) == (None, ())
    return [str(fault) for fault in read.faults]


def test_an_ability_is_told_back_side_by_side() -> None:
    assert told(entered_text("abilities", GUARD)) == {
        "": ("Grigory's Guard Ability.",),
        "Primary side: Guard": (
            "Costs 1 shield and 1 AP.",
            "You have DEF +1 while this card is active.",
            "Add 1 green single Shield Chip to your bag.",
            "Flips in the cleanup phase if chips lie on it.",
        ),
        "[Chain]": ("Add 1 green single Shield Chip to your bag.",),
        "Secondary side": ("Nobody has told this side.",),
    }


def test_a_price_that_nobody_has_told_is_not_said_to_be_nothing() -> None:
    side = {"unknown": ["cost", "ap"], "effects": [{"op": "add_to_bag", "who": "self", "chip": "green_sword_1"}]}
    card = entered("abilities", {"type": "guard_ability", "guard": "grigory", "P": side, "unknown": ["S"]})
    assert told(card)["Primary side"] == ("Add 1 green single Sword Chip to your bag.", "Nobody has told: cost and AP.")


@pytest.mark.parametrize(
    ("part", "facts", "words"),
    [
        (
            "abilities",
            {"type": "stonebound", "guard": "any", "element": "fire", "effects": [{"op": "heal", "who": "self"}]},
            {"": ("Any guard's Stonebound Ability (fire).", "Costs its gem."), "Effect": ("You heal 1 HP.",)},
        ),
        (
            "ai_cards",
            {"number": 7, "actions": [{"op": "end_turn"}], "passive": [{"op": "modify", "stat": "atk", "by": 2}]},
            {
                "": ("AI card 7. It is a special one.",),
                "Actions": ("Its turn ends.",),
                "While it is visible": ("This enemy has ATK +2 while this card is visible.",),
            },
        ),
        (
            "weapons",
            {
                "cost": {"sword": 2}, "atk": 1, "chip": "red_weaken", "guards": ["yana"],
                "bonuses": [{"stat": "atk", "add": 1}],
            },
            {
                "Standard Attack": (
                    "The Standard Attack costs 2 swords and adds +1 ATK.",
                    "On a hit the target gains 1 red Weaken Chip.",
                ),
                "While equipped": ("ATK +1.",),
                "Who may use it": ("Yana.",),
            },
        ),
        (
            "weapons",
            {"open_slots": 2, "unknown": ["cost"]},
            {
                "Standard Attack": ("The Standard Attack costs a price that nobody has told and adds +0 ATK.",),
                "While equipped": ("2 slots for Speaking Stones.",),
                "Not told yet": ("Nobody has told: cost.",),
            },
        ),
        (
            "accessories",
            {
                "limit": 2, "cost": {"shield": 1}, "ap": 1, "effects": [{"op": "redraw"}],
                "bonuses": [{"chip": "purple_heart"}],
            },
            {
                "While equipped": ("1 purple Heart Chip in the bag.",),
                "When activated": (
                    "Costs 1 shield and 1 AP.",
                    "Put an unused drawn chip back into the bag and draw one of any color.",
                ),
                "Limit": ("It works 2 times in a battle.",),
            },
        ),
        (
            "items",
            {"battle": False, "compass": True, "effects": [{"heal": 5}]},
            {
                "": (
                    "It cannot be used in battle.",
                    "It may be used straight from a satchel while exploring.",
                ),
                "When used": ("You heal 5 HP.",),
            },
        ),
    ],
)  # fmt: skip
def test_each_kind_of_card_is_told_back(part: str, facts: Mapping[str, Any], words: Mapping[str, Any]) -> None:
    assert told(entered(part, facts)) == words


@pytest.mark.pitfall("BL-095", "BL-112")
@pytest.mark.parametrize(
    ("part", "text", "faults"),
    [
        ("items", "effects: 5", ["line 1: effects: a list was expected, found 5"]),
        ("weapons", "[1]", ["a card is a map of its fields, such as effects and cost"]),
        (
            "abilities",
            "type: guard_ability\nP:\n  cots: {}\n  ap: one\n",
            [
                "line 3: P.cots: cots means nothing here; did you mean cost?",
                "line 4: P.ap: a number was expected, found 'one'",
            ],
        ),
        (
            "abilities",
            "type: guard_ability\nP:\n  cost: {shields: 1}\n  effects:\n  - {op: add_to_bag, who: self, chip: green}\n"
            "  keyword: {name: surge}\n",
            [
                "line 3: P.cost.shields: a cost is told in sword and shield, not in 'shields'",
                "line 5: P.effects.0.chip: one certain chip has to be named, such as green_sword_1; found 'green'",
                "line 6: P.keyword.green_ap: [Surge] is printed with its price in green AP",
            ],
        ),
        (
            "abilities",
            "type: guard_ability\nP:\n  keyword: {name: chian}\n",
            ["line 3: P.keyword.name: there is no keyword 'chian'; did you mean chain?"],
        ),
        (
            "ai_cards",
            "number: 9\nactions:\n- {op: choose_target, by: [highest_luck]}\n- {op: attack, who: ally}\n",
            [
                "line 1: number: AI cards are numbered 1 to 8, not 9",
                "line 3: actions.0.by: there is no targeting criterion 'highest_luck'",
                "line 4: actions.1.who: nobody is called 'ally' here; possible are all_allies, all_enemies, attacker, "
                "next_ally, self, self_and_all_allies, target, victim",
            ],
        ),
        (
            "items",
            "effects:\n- {op: flip_card}\n- {op: end_turn}\n",
            [
                "line 2: effects.0.op: only a Guard Ability Card has another side; say which: chosen",
                "line 3: effects.1.op: only AI cards do that",
            ],
        ),
        (
            "items",
            "effects:\n- {op: heal, who: self, n: 100}\n- {op: heal, who: self, n: {times: [2, -1000]}}\n",
            [
                "line 2: effects.0.n: no card says more than 99",
                "line 3: effects.1.n.times: no card says more than 99",
            ],
        ),
        ("ai_cards", "actions: [{op: redraw}]", ["line 1: actions.0.op: only cards of guards do that"]),
        (
            "weapons",
            "cost: {green_heart: 1, sword: -1, red: 2}",
            [
                "line 1: cost.sword: a cost is never below 0, found -1",
                "line 1: cost.red: a cost is told in sword and shield or a status chip by its id, not in 'red'",
            ],
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_what_would_be_right(part: str, text: str, faults: list[str]) -> None:
    assert lines(entered_text(part, text)) == faults


def test_a_text_that_is_no_data_is_refused_with_its_line() -> None:
    (fault,) = lines(entered_text("weapons", "atk: 1\ncost: {sword: two\n"))
    assert fault.startswith("line 3: no valid YAML")


def test_names_come_from_whoever_knows_them() -> None:
    summoning = {"actions": [{"op": "add_enemy", "type": "timber_wolf"}]}
    read = entered("ai_cards", summoning, name=lambda word: "Timber Wolf" if word == "timber_wolf" else word)
    assert told(read)["Actions"] == ("A Timber Wolf of 1 star joins the battle.",)


def test_every_card_of_the_shipped_pack_is_told_in_words() -> None:
    pack = standard()
    cards = [card for part in ENTERED if part != "ai_cards" for card in getattr(pack, part).values()]
    cards += [card for deck in pack.ai_cards.values() for card in deck.values()]
    sentences = [sentence for card in cards for paragraph in card_words(card) for sentence in paragraph.sentences]
    assert len(sentences) > len(cards)
    assert [
        sentence for sentence in sentences if "_" in sentence or "{" in sentence or not sentence.endswith(".")
    ] == []


def test_a_card_without_effects_of_its_own_is_none_of_these() -> None:
    with pytest.raises(TypeError, match="Material"):
        card_words(Material())


def test_a_card_that_was_entered_makes_a_sound_pack() -> None:
    card = entered_text("abilities", GUARD).card
    assert isinstance(card, Ability)
    grigory = replace(standard().guards["grigory"], slots={"I": "guard"})
    pack = IsofarianPack(game="isofarian_guard", name="T", guards={"grigory": grigory}, abilities={"guard": card})
    assert list(pack.problems()) == []
