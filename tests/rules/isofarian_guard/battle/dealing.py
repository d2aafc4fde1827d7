"""Cards dealt at random from the whole card language, for battles in which anything may meet anything."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from rules.isofarian_guard.content.pack import IsofarianPack, basics

GUARDS: Final = ("grigory", "alek", "catherine", "yury", "kharzin", "vera", "pavel", "yana")
Data = Mapping[str, Any]

GUARDS_DEEDS: Final[tuple[Data, ...]] = (
    {"op": "attack", "who": "target", "atk": 2},
    {"op": "attack", "who": "target", "atk": 1, "on_hit": [{"op": "gain", "who": "victim", "chip": "red_break"}]},
    {"op": "attack", "who": "target", "times": 2},
    {"op": "attack", "who": "target", "reach": "any", "atk": {"stat": {"who": "self", "stat": "green_ap"}}},
    {"op": "attack", "who": "all_enemies"},
    {"op": "attack", "who": "targets", "atk": 1},
    {"op": "attack", "who": "front_row", "atk": 1},
    {"op": "lose_hp", "who": "target", "n": 2},
    {"op": "heal", "who": "guard_target", "n": 3},
    {"op": "heal", "who": "both_guards", "n": {"min": [4, {"stat": {"who": "ally", "stat": "hp"}}]}},
    {"op": "blue_cubes", "who": "self", "n": 2},
    {"op": "blue_cubes", "who": "both_guards"},
    {"op": "discard_blue_cubes", "who": "target"},
    {"op": "modify", "who": "self", "stat": "def", "by": 1},
    {"op": "modify", "who": "both_guards", "stat": "atk", "by": 1, "until": "round"},
    {"op": "modify", "who": "target", "stat": "def", "by": -2},
    {"op": "add_to_bag", "who": "self", "chip": "green_sword_1"},
    {"op": "add_to_bag", "who": "ally", "chip": "purple_combo", "n": 2},
    {"op": "gain", "who": "self", "chip": "green_evasion"},
    {"op": "gain", "who": "ally", "chip": "purple_evasion"},
    {"op": "gain", "who": "self", "chip": "black_shield_2"},
    {"op": "gain", "who": "all_enemies", "chip": "purple_poison"},
    {"op": "gain", "who": "target", "chip": "red_weaken", "n": 2},
    {"op": "gain", "who": "back_row", "chip": "red_stun"},
    {"op": "discard_from_bag", "who": "self", "chip": "negative", "n": 2},
    {"op": "discard_from_bag", "who": "ally", "chip": "red", "random": True},
    {"op": "move_chip", "who": "self", "from": "discard", "to": "bag", "chip": "black", "n": 2},
    {"op": "move_chip", "who": "self", "from": "negative", "to": "auto", "n": "all"},
    {"op": "move_chip", "who": "target", "from": "enemy_card", "to": "supply", "chip": "green_evasion", "n": "all"},
    {"op": "draw", "who": "self", "n": 1},
    {"op": "draw", "who": "both_guards", "n": 2, "all_draw": True},
    {"op": "refill", "who": "ally"},
    {"op": "gain_ap", "who": "self"},
    {"op": "gain_ap", "who": "ally", "n": 2},
    {"op": "lose_ap", "who": "target", "color": "any"},
    {"op": "exhaust_ap", "who": "target", "n": 2},
    {"op": "refresh_ap", "who": "self", "color": "gray"},
    {"op": "flip_card"},
    {"op": "flip_card", "which": "chosen"},
    {"op": "activate_card"},
    {"op": "trigger_keyword", "keyword": "empower"},
    {"op": "trigger_keyword", "keyword": "harmonize"},
    {"op": "ready_gem"},
    {"op": "draw_ai", "who": "target"},
    {"op": "set_aggro", "who": "self"},
    {
        "op": "if", "cond": {"compare": [{"stat": {"who": "self", "stat": "hp"}}, "<", 10]},
        "then": [{"op": "heal", "who": "self", "n": 2}], "else": [{"op": "attack", "who": "target", "atk": 1}],
    },
    {
        "op": "if", "cond": {"any": [{"element_active": "fire"}, {"has_aggro": "self"}, {"fallen": "ally"}]},
        "then": [{"op": "gain_ap", "who": "self", "color": "gray"}],
    },
    {
        "op": "for_each", "count": {"chips": {"who": "self", "area": "card"}},
        "effects": [{"op": "lose_hp", "who": "target"}],
    },
    {
        "op": "choose", "options": {
            "strike": [{"op": "attack", "who": "target", "atk": 1}], "guard": [{"op": "blue_cubes", "who": "self"}],
        },
    },
)  # fmt: skip
"""What the dealt cards of guards do: every operation of theirs and every selector."""

ENEMYS_DEEDS: Final[tuple[Data, ...]] = (
    {"op": "attack", "who": "target", "atk": 5},
    {"op": "attack", "who": "target", "atk": 3, "on_hit": [{"op": "add_to_bag", "who": "victim", "chip": "red_fear"}]},
    {"op": "attack", "who": "all_enemies", "atk": 4},
    {"op": "attack", "who": "target", "atk": 1, "times": 2},
    {"op": "lose_hp", "who": "target", "n": 2},
    {"op": "heal", "who": "self", "n": 2},
    {"op": "heal", "who": "next_ally"},
    {"op": "heal", "who": "self_and_all_allies"},
    {"op": "heal", "who": {"another": "imp"}},
    {"op": "blue_cubes", "who": "all_allies"},
    {"op": "gain", "who": "self", "chip": "green_evasion"},
    {"op": "gain", "who": "target", "chip": "red_seal"},
    {"op": "gain", "who": "all_enemies", "chip": "purple_freeze"},
    {"op": "add_to_bag", "who": "target", "chip": "purple_corruption"},
    {"op": "add_to_bag", "who": "all_enemies", "chip": "red_upkeep", "n": 2},
    {"op": "add_to_bag", "who": "target", "chip": "purple_poison", "n": 3},
    {"op": "discard_from_bag", "who": "target", "chip": "sword"},
    {"op": "discard_from_bag", "who": "target", "n": 2, "random": True},
    {"op": "discard_blue_cubes", "who": "target"},
    {"op": "exhaust_ap", "who": "target"},
    {"op": "lose_ap", "who": "target", "color": "green", "n": "all"},
    {"op": "gain_ap", "who": "self"},
    {"op": "gain_ap", "who": "next_ally", "color": "gray"},
    {"op": "modify", "who": "self", "stat": "atk", "by": 1},
    {"op": "move_chip", "who": "target", "from": "card", "to": "auto"},
    {"op": "move_chip", "who": "target", "from": "positive", "to": "supply", "chip": "evasion"},
    {"op": "set_aggro", "who": "target"},
    {"op": "draw_ai", "who": "next_ally"},
    {"op": "draw_ai", "who": "self", "resolve": True},
    {"op": "add_enemy", "type": "imp"},
    {
        "op": "choose", "options": {
            "bag": [{"op": "add_to_bag", "who": "target", "chip": "red_break"}],
            "hurt": [{"op": "lose_hp", "who": "target"}],
        },
    },
    {
        "op": "if", "cond": {"compare": [{"stat": {"who": "target", "stat": "hp"}}, ">", 9]},
        "then": [{"op": "end_turn"}],
    },
)  # fmt: skip

CRITERIA: Final = (
    (), ("aggro",), ("highest_def", "aggro"), ("lowest_hp",), ("highest_ap", "lowest_atk"),
    ({"chip_in_bag": "sword"}, "aggro"), ("active_speaking_stone", "highest_hp"),
)  # fmt: skip

GUARDS_STATICS: Final[tuple[Data, ...]] = (
    {"op": "modify", "stat": "atk", "by": 1},
    {"op": "modify", "who": "ally", "stat": "def", "by": 1, "needs": "equipped"},
    {"op": "immune", "chips": "poison"}, {"op": "immune", "chips": "red_fear", "needs": "equipped"},
    {"op": "negate", "chips": "freeze"}, {"op": "negate", "chips": "red", "may": True},
)  # fmt: skip
GUARDS_REACTIONS: Final[tuple[Data, ...]] = (
    {"trigger": "attacked", "effects": [{"op": "attack", "who": "attacker"}]},
    {"trigger": "hit", "may": True, "effects": [{"op": "blue_cubes", "who": "self"}]},
    {"trigger": "damaged", "per_round": 1, "needs": "equipped", "effects": [{"op": "draw", "who": "self"}]},
    {"trigger": "evaded", "effects": [{"op": "heal", "who": "self"}]},
    {"trigger": "defeated", "effects": [{"op": "attack", "who": "attacker", "atk": 3}]},
    {"trigger": "chip_drawn", "chip": "combo", "effects": [{"op": "gain", "who": "self", "chip": "green_evasion"}]},
    {"trigger": "ai_drawn", "effects": [{"op": "gain_ap", "who": "self"}], "per_round": 2},
)
ENEMYS_REACTIONS: Final[tuple[Data, ...]] = (
    {"trigger": "attacked", "effects": [{"op": "gain", "who": "attacker", "chip": "purple_poison"}]},
    {"trigger": "damaged", "effects": [{"op": "attack", "who": "attacker", "atk": 1}], "per_round": 1},
    {"trigger": "defeated", "effects": [{"op": "lose_hp", "who": "attacker", "n": 2}]},
    {"trigger": "chip_drawn", "chip": "red_fear", "effects": [{"op": "heal", "who": "self"}]},
)
KEYWORDS: Final[Mapping[str, Data]] = {
    "grigory": {"name": "chain"}, "alek": {"name": "empower"}, "catherine": {"name": "harmonize"},
    "yury": {"name": "surge", "green_ap": 1}, "kharzin": {"name": "inspire", "resources": 1},
    "vera": {"name": "burst", "cubes": 1}, "pavel": {"name": "endure"}, "yana": {"name": "awaken", "element": "fire"},
}  # fmt: skip
COSTS: Final[tuple[Data, ...]] = ({"sword": 1}, {"shield": 1}, {"sword": 1, "shield": 1}, {"sword": 2}, {})


# ---- cards


@cache
def deck(seed: int) -> IsofarianPack:
    """A pack whose cards are dealt anew; the numbers on enemies are such that every battle comes to its end."""
    source = random.Random(f"deck {seed}")
    data = {
        "game": "isofarian_guard", "name": f"deck {seed}", "abilities": _abilities(source),
        "weapons": {f"weapon_{n}": _weapon(source) for n in range(4)},
        "accessories": {f"charm_{n}": _accessory(source) for n in range(8)},
        "items": {f"flask_{n}": {"effects": _deeds(source, _ONE_SIDED, 1)} for n in range(4)},
        "materials": {"tooth": {}},
        "enemies": {kind: _enemy(source) for kind in ("imp", "ogre", "wisp")},
        "ai_cards": {kind: _ai_cards(source) for kind in ("imp", "ogre")},
    }  # fmt: skip
    pack = msgspec.convert(data, IsofarianPack)
    guards = {name: msgspec.structs.replace(guard, slots={}) for name, guard in basics().guards.items()}
    return msgspec.structs.replace(pack, guards=guards, chips=basics().chips)


def _deeds(source: random.Random, deeds: Sequence[Data], number: int) -> list[Data]:
    return [source.choice(deeds) for _ in range(number)]


def _abilities(source: random.Random) -> dict[str, Data]:
    cards: dict[str, Data] = {}
    for guard in GUARDS:
        for number in range(4):
            cards[f"{guard}_{number}"] = {
                "type": "guard_ability", "guard": guard, "P": _side(source, guard), "S": _side(source, guard),
            }  # fmt: skip
        cards[f"{guard}_secret"] = {"type": "guard_ability", "guard": guard, "unknown": ["P", "S"]}
        for element in ("fire", "water"):
            effects = _deeds(source, _ONE_SIDED, 1)
            cards[f"{guard}_{element}"] = {
                "type": "stonebound", "guard": guard, "element": element, "effects": effects,
            }  # fmt: skip
    return cards


def _side(source: random.Random, guard: str) -> Data:
    side: dict[str, Any] = {
        "cost": source.choice(COSTS), "ap": source.choice((None, 0, 1, 1, 2)),
        "flip": source.choice((None, "chips", "burst")), "effects": _deeds(source, GUARDS_DEEDS, source.randint(1, 2)),
    }  # fmt: skip
    if source.random() < 0.6:
        side["keyword"] = {**KEYWORDS[guard], "effects": _deeds(source, _PLAIN, 1)}
    if source.random() < 0.3:
        side["passive"] = _deeds(source, GUARDS_STATICS, 1)
    if source.random() < 0.3:
        side["reactive"] = _deeds(source, GUARDS_REACTIONS, 1)
    return side


_ONE_SIDED: Final = tuple(deed for deed in GUARDS_DEEDS if deed != {"op": "flip_card"})
"""Deeds of cards without another side."""
_ASKING: Final = frozenset({"activate_card", "trigger_keyword", "flip_card", "ready_gem", "choose"})
_PLAIN: Final = tuple(deed for deed in GUARDS_DEEDS if deed["op"] not in _ASKING)
"""Deeds of keywords, which do not call for the name of a card that the activated card itself already calls for."""


def _weapon(source: random.Random) -> Data:
    return {"cost": source.choice(COSTS[:4]), "atk": source.randint(0, 2), "chip": source.choice((None, "red_weaken"))}


def _accessory(source: random.Random) -> Data:
    worn: dict[str, Any] = {"limit": source.choice((None, 1, 2))}
    if source.random() < 0.4:
        effects = source.choice(([{"op": "redraw"}], _deeds(source, _ONE_SIDED, 1)))
        worn |= {"per_round": source.choice((None, 1)), "cost": source.choice(COSTS), "effects": effects}
    if source.random() < 0.5:
        worn["passive"] = _deeds(source, GUARDS_STATICS, 1)
    if source.random() < 0.5:
        moments: Sequence[Data] = (
            {"trigger": "battle_start", "effects": [{"op": "add_to_bag", "who": "self", "chip": "green_bolster"}]},
            {"trigger": "round_start", "effects": [{"op": "gain_ap", "who": "self"}]},
            *GUARDS_REACTIONS,
        )
        worn["reactive"] = _deeds(source, moments, 1)
    return worn


def _enemy(source: random.Random) -> Data:
    cards = {
        str(stars): {
            "hp": source.randint(4, 7) + 3 * stars, "atk": 1 + stars, "def": source.randint(0, 1),
            "ap": source.randint(1, 3), "rewards": {"drops": {"tooth": 1}, "sil": 2, "lux": 1},
        }
        for stars in (1, 2)
    }  # fmt: skip
    return {"cards": cards, "copies": {"1": 3, "2": 3}, "ai_deck": 5}


def _ai_cards(source: random.Random) -> dict[str, Data]:
    """Four known cards of a deck of five: one of them hurts for certain, so that no battle drags on."""
    cards: dict[str, Data] = {
        "crush": {"number": 1, "actions": [
            {"op": "choose_target", "by": ["aggro"]},
            {"op": "ability", "name": "crush", "ap": None, "effects": [{"op": "lose_hp", "who": "target", "n": 3}]},
            {"op": "end_turn"},
        ]},
    }  # fmt: skip
    for number in (2, 3, 7):
        blocks = [_block(source, f"deed_{n}") for n in range(source.randint(1, 2))]
        choice = {"op": "choose_target", "by": source.choice(CRITERIA)}
        text: dict[str, Any] = {"number": number, "actions": [choice, *blocks, {"op": "end_turn"}]}
        if source.random() < 0.4:
            text["passive"] = [{"op": "modify", "stat": source.choice(("atk", "def")), "by": 1}]
        if source.random() < 0.5:
            text["reactive"] = _deeds(source, ENEMYS_REACTIONS, 1)
        cards[f"card_{number}"] = text
    return cards


def _block(source: random.Random, name: str) -> Data:
    cost = source.choice((None, 0, 1, 2))
    return {"op": "ability", "name": name, "ap": cost, "effects": _deeds(source, ENEMYS_DEEDS, 1)}
