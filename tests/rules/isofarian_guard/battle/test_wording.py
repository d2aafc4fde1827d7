"""Cards in words: every operation, from a guard's side and from an enemy's."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
import yaml

from rules.isofarian_guard.battle.amounts import CRITERIA, ENEMY_WORDS, GUARD_WORDS
from rules.isofarian_guard.battle.chips import CHIPS
from rules.isofarian_guard.battle.effects import Effect, Effects, Reactions, Static, Statics, Trigger
from rules.isofarian_guard.battle.phrases import Voice, chip_words, criterion, subject
from rules.isofarian_guard.battle.wording import clause, describe, describe_reactions, describe_statics

CARD = Voice()
ABILITY = Voice(ability=True)
AI = Voice(enemy=True)


def said(effect: Mapping[str, Any], voice: Voice = CARD) -> str:
    """One effect in words."""
    (sentence,) = describe(msgspec.convert([effect], Effects), voice)
    return sentence


HP = {"stat": {"who": "self", "stat": "hp"}}
BREAKS = {"chips": {"who": "target", "area": "enemy_card", "chip": "red_break"}}


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        ({"op": "attack", "who": "target", "atk": 2}, "Attack the target with ATK +2."),
        ({"op": "attack", "who": "target"}, "Attack the target."),
        ({"op": "attack", "who": "target", "atk": -1, "times": 3}, "Attack the target 3 times with ATK −1."),
        ({"op": "attack", "who": "target", "reach": "any"}, "Attack the target in any row."),
        (
            {"op": "attack", "who": "target", "atk": BREAKS},
            "Attack the target with ATK + the number of red Break Chips on the target's enemy card.",
        ),
        (
            {"op": "attack", "who": "all_enemies", "on_hit": [{"op": "gain", "who": "victim", "chip": "red_stun"}]},
            "Attack all enemies; on a hit that target gains 1 red Stun Chip at once.",
        ),
        ({"op": "lose_hp", "who": "self", "n": 2}, "You lose 2 HP."),
        ({"op": "heal", "who": "both_guards", "n": {"sum": [1, HP]}}, "Both guards heal HP (1 + your HP)."),
        ({"op": "blue_cubes", "who": "ally", "n": 1}, "The other guard gains 1 blue cube."),
        ({"op": "discard_blue_cubes", "who": "target"}, "The target discards all blue cubes."),
        ({"op": "modify", "who": "self", "stat": "def", "by": 1}, "You have DEF +1 this round."),
        ({"op": "set_aggro", "who": "guard_target"}, "The chosen guard takes the Aggro Chip."),
        ({"op": "add_to_bag", "who": "self", "chip": "black_sword_2"}, "Add 1 black double Sword Chip to your bag."),
        (
            {"op": "discard_from_bag", "who": "ally", "chip": "negative", "n": 2, "random": True},
            "Discard 2 negative chips from the other guard's bag without looking.",
        ),
        (
            {"op": "move_chip", "who": "self", "from": "discard", "to": "bag", "chip": ["sword", "shield"], "n": "all"},
            "Move all Sword Chips or Shield Chips from your discard area to your bag.",
        ),
        (
            {"op": "move_chip", "who": "target", "from": "enemy_card", "to": "supply"},
            "Return 1 chip from the target's enemy card to the supply.",
        ),
        ({"op": "draw", "who": "self", "n": 2}, "You draw 2 black chips."),
        ({"op": "draw", "who": "self", "all_draw": True}, "You draw 1 chip, every color counting."),
        ({"op": "redraw"}, "Put an unused drawn chip back into the bag and draw one of any color."),
        ({"op": "refill", "who": "self"}, "Put everything in your discard area into the bag."),
        ({"op": "gain_ap", "who": "self", "n": 2}, "You gain 2 green AP."),
        ({"op": "lose_ap", "who": "attacker", "color": "any", "n": "all"}, "The attacker loses all AP."),
        ({"op": "exhaust_ap", "who": "target", "n": 1}, "The target exhausts 1 AP."),
        ({"op": "refresh_ap", "who": "self", "color": "gray"}, "You refresh 1 gray AP."),
        ({"op": "flip_card"}, "Flip this card."),
        ({"op": "flip_card", "which": "chosen"}, "Flip a Guard Ability Card of your choice."),
        ({"op": "activate_card"}, "Carry out another of your Guard Ability Cards without paying for it."),
        ({"op": "trigger_keyword", "keyword": "empower"}, "Trigger [Empower] on one of your cards."),
        ({"op": "ready_gem"}, "One of your exhausted gems becomes ready."),
        ({"op": "draw_ai", "who": "target"}, "Turn over an AI card of the target without carrying it out."),
        (
            {
                "op": "if", "cond": {"all": [{"compare": [HP, "<=", 5]}, {"not": {"has_aggro": "self"}}]},
                "then": [{"op": "heal", "who": "self"}], "else": [{"op": "flip_card"}, {"op": "ready_gem"}],
            },
            "If your HP is at most 5 and it is not so that you have aggro: you heal 1 HP; otherwise flip this card, "
            "then one of your exhausted gems becomes ready.",
        ),
        (
            {"op": "for_each", "count": {"count": "all_enemies"}, "effects": [{"op": "heal", "who": "self"}]},
            "As often as the number of standing enemies: you heal 1 HP.",
        ),
        (
            {"op": "choose", "options": {"mend": [{"op": "heal", "who": "self"}], "wait": []}},
            "Choose 1 of 2: “Mend”, you heal 1 HP; “Wait”, nothing happens.",
        ),
    ],
)  # fmt: skip
def test_a_guards_effect_in_words(effect: Mapping[str, Any], sentence: str) -> None:
    assert said(effect) == sentence


@pytest.mark.rule("ISO-AI-014", "ISO-TGT-001")
@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        (
            {"op": "choose_target", "by": ["highest_def", "aggro"]},
            "Choose the target: highest DEF, then aggro, else the players choose.",
        ),
        ({"op": "choose_target"}, "The players choose the target."),
        (
            {"op": "choose_target", "by": [{"chip_in_bag": "purple_poison"}, "active_speaking_stone"]},
            "Choose the target: most purple Poison Chips in bag, then most active Speaking Stone Gems, "
            "else the players choose.",
        ),
        (
            {"op": "ability", "name": "bite", "ap": 2, "effects": [{"op": "attack", "who": "target", "atk": 3}]},
            "Bite (2 AP): attack the target with ATK +3.",
        ),
        ({"op": "ability", "name": "glare", "effects": []}, "Glare: nothing happens."),
        ({"op": "attack", "who": "all_enemies"}, "Attack both guards."),
        ({"op": "heal", "who": "self", "n": 3}, "This enemy heals 3 HP."),
        ({"op": "heal", "who": "next_ally"}, "The next enemy heals 1 HP."),
        ({"op": "heal", "who": "self_and_all_allies"}, "All enemies heal 1 HP."),
        ({"op": "heal", "who": {"another": "dire_imp"}}, "Another Dire imp heals 1 HP."),
        ({"op": "draw_ai", "who": "self", "resolve": True}, "Turn over another AI card and carry it out."),
        ({"op": "add_enemy", "type": "timber_wolf", "stars": 2}, "A Timber wolf of 2 stars joins the battle."),
        ({"op": "end_turn"}, "Its turn ends."),
        (
            {"op": "if", "cond": {"visible_ai": {"who": "self", "special": True}}, "then": [{"op": "end_turn"}]},
            "If this enemy's visible AI card is a special one (7 or 8): its turn ends.",
        ),
    ],
)
def test_an_enemys_effect_in_words(effect: Mapping[str, Any], sentence: str) -> None:
    assert said(effect, AI) == sentence


def test_modifiers_of_ability_cards_last_while_they_are_active_unless_they_say_otherwise() -> None:
    lasting = {"op": "modify", "who": "self", "stat": "atk", "by": 2}
    assert said(lasting, ABILITY) == "You have ATK +2 while this card is active."
    assert said({**lasting, "until": "round"}, ABILITY) == "You have ATK +2 this round."


@pytest.mark.parametrize(
    ("static", "voice", "sentence"),
    [
        ({"op": "modify", "stat": "def", "by": -1}, AI, "This enemy has DEF −1 while this card is visible."),
        ({"op": "immune", "chips": "poison"}, ABILITY, "You are immune to Poison Chips while this card is active."),
        (
            {"op": "immune", "chips": "red", "needs": "equipped"},
            ABILITY,
            "You are immune to red chips while this card is equipped.",
        ),
        (
            {"op": "negate", "chips": "negative", "may": True},
            CARD,
            "You may negate negative chips that you draw or gain while this card is equipped.",
        ),
    ],
)
def test_what_counts_without_being_carried_out_in_words(static: Any, voice: Voice, sentence: str) -> None:
    assert describe_statics(msgspec.convert([static], Statics), voice) == (sentence,)


@pytest.mark.parametrize(
    ("reaction", "voice", "sentence"),
    [
        (
            {"trigger": "chip_drawn", "chip": "combo", "per_round": 1, "effects": [{"op": "heal", "who": "self"}]},
            CARD,
            "When you draw a Combo Chip: you heal 1 HP (at most 1 times a round).",
        ),
        (
            {"trigger": "attacked", "may": True, "effects": [{"op": "attack", "who": "attacker", "atk": 1}]},
            CARD,
            "When an attack is made on you, you may use this: attack the attacker with ATK +1.",
        ),
        (
            {"trigger": "evaded", "if": {"fallen": "ally"}, "needs": "equipped", "effects": []},
            ABILITY,
            "When you evade an attack, if the other guard has no HP left: nothing happens. "
            "This works while the card is merely equipped.",
        ),
        (
            {"trigger": "defeated", "effects": [{"op": "lose_hp", "who": "attacker"}]},
            AI,
            "When this enemy drops to 0 HP: the attacker loses 1 HP.",
        ),
    ],
)
def test_a_reaction_in_words(reaction: Any, voice: Voice, sentence: str) -> None:
    assert describe_reactions(msgspec.convert([reaction], Reactions), voice) == (sentence,)


def test_every_operation_and_static_effect_can_be_said() -> None:
    unsaid = clause.dispatch(object)
    kinds = (*get_args(Effect), *get_args(Static))
    assert [kind for kind in kinds if clause.dispatch(kind) is unsaid] == []


@pytest.mark.parametrize("voice", [ABILITY, AI])
@pytest.mark.parametrize("trigger", get_args(Trigger))
def test_every_trigger_reads_well(trigger: str, voice: Voice) -> None:
    (sentence,) = describe_reactions(msgspec.convert([{"trigger": trigger, "effects": []}], Reactions), voice)
    assert "{" not in sentence
    assert "you evades" not in sentence
    assert "you drops" not in sentence


def test_every_selector_chip_and_criterion_has_words_of_its_own() -> None:
    for known, voice in ((GUARD_WORDS, CARD), (ENEMY_WORDS, AI)):
        names = [subject(who, voice).name for who in sorted(known)]
        assert [name for name in names if "_" in name] == []
        assert len(set(names)) == len(names)
    assert len({chip_words(chip) for chip in CHIPS}) == len(CHIPS)
    assert len({criterion(by) for by in CRITERIA}) == len(CRITERIA)


def test_the_cards_of_the_worked_cases_are_said_without_a_word_of_code() -> None:
    path = Path(__file__).parents[3] / "golden" / "isofarian_guard" / "battle" / "cases_open.yaml"
    sentences = [*_sentences(yaml.safe_load(path.read_text(encoding="utf-8"))["cases"], CARD)]
    assert len(sentences) > 150
    assert [sentence for sentence in sentences if any(sign in sentence for sign in "_{}")] == []


def _sentences(data: Any, voice: Voice) -> Any:
    if isinstance(data, list):
        for one in data:
            yield from _sentences(one, voice)
    if isinstance(data, dict):
        for key, one in data.items():
            if key in ("effects", "actions") and isinstance(one, list):
                yield from describe(msgspec.convert(one, Effects), voice)
            else:
                yield from _sentences(one, AI if key == "ai_cards" else voice)
