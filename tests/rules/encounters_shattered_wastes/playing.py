"""Whole Encounters, played by random players, with everything that happened in them."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec

from rules.encounters_shattered_wastes.pack import Ability, CharacterCard, Item, Lasting, Loadout, Trait, WastesPack
from rules.encounters_shattered_wastes.state import Position
from rules.kernel import Chance
from rules.kernel.players import Move, any_option, likely_first, play_on
from tests.rules.encounters_shattered_wastes.table import GAME, standard
from tests.rules.steps import Step, played, to_the_end

LONGEST = 4_000


@cache
def lively() -> WastesPack:
    """The stock pack with cards that do everything a card can do, in place of those whose text nobody knows."""
    cards = msgspec.convert(_CARDS, dict[str, Ability])
    decks = ("martial", "sorcery", "support", "shattered")
    abilities = {
        f"{name}_{deck}": msgspec.structs.replace(card, deck=deck) for name, card in cards.items() for deck in decks
    }
    traits = msgspec.convert(_TRAITS, list[Trait])
    characters = {
        name: msgspec.structs.replace(
            card, trait=traits[n % len(traits)], shattered_trait=traits[(n + 2) % len(traits)]
        )
        for n, (name, card) in enumerate(standard().characters.items())
    }
    weak = {"weak": {"modifiers": {"damage": -1}, "copies": 20}, "slow": {"modifiers": {"dice": -1}, "copies": 13}}
    return msgspec.structs.replace(
        standard(),
        abilities=abilities,
        characters=msgspec.convert(characters, dict[str, CharacterCard]),
        items=msgspec.convert(_ITEMS, dict[str, Item]),
        afflictions=msgspec.convert(weak, dict[str, Lasting]),
        first_game=msgspec.structs.replace(standard().first_game, loadouts=_LOADOUTS),
    )


_LOADOUTS = {
    "lancer": Loadout(abilities=("shield_support", "strike_martial"), items=("potion_0",)),
    "seer": Loadout(abilities=("again_sorcery", "volley_sorcery"), items=("salve_0",)),
    "ronin": Loadout(abilities=("strike_sorcery", "surge_martial"), items=("nectar_0",)),
    "monk": Loadout(abilities=("step_martial", "call_sorcery", "hymn_support")),
}


def _gain(stat: str, amount: int, **more: Any) -> dict[str, Any]:
    return {"op": "gain", "stat": stat, "amount": amount, **more}


_CARDS: dict[str, Any] = {
    "strike": {"deck": "martial", "cost": 1, "attack": {"dice": 2, "bonus_damage": 1, "bonus_if": "front_line"},
               "effects": [_gain("hp", 1, **{"if": "hit"}), _gain("mp", 1, **{"if": "miss"})]},
    "volley": {"deck": "martial", "cost": 2, "attack": {"dice": 3, "area": "any"}, "cycle": "forced"},
    "hymn": {"deck": "martial", "subtype": "free", "cost": 1, "cycle": "optional",
             "effects": [{"op": "take", "stat": "threat", "amount": 2, "from": "target", "to": "self"},
                         {"op": "reduce", "stat": "corruption", "amount": 1}]},
    "call": {"deck": "martial", "cost": 1, "effects": [{"op": "grant_action", "who": "target"},
                                                      {"op": "set", "stat": "mp", "to": "max"}]},
    "redeem": {"deck": "martial", "cost": 3, "effects": [{"op": "reclaim", "who": "target"}]},
    "bleed": {"deck": "martial", "cost": 1, "effects": [{"op": "place", "from": "fatigue_top", "to": "wounds"},
                                                       {"op": "place", "from": "area_top", "to": "stamina"}]},
    "shield": {"deck": "martial", "subtype": "reaction", "cost": 1, "trigger": "enemy_targets_adjacent_character",
               "effects": [{"op": "retarget"}]},
    "again": {"deck": "martial", "subtype": "reaction", "cost": 1, "trigger": "own_die_rolled",
              "effects": [{"op": "reroll", "up_to": 2}]},
    "step": {"deck": "martial", "subtype": "reaction", "cost": 1, "trigger": "other_character_moved",
             "effects": [{"op": "move_action"}]},
    "riposte": {"deck": "martial", "subtype": "reaction", "cost": 1, "trigger": "own_attack_missed",
                "attack": {"dice": 2, "area": "adjacent"}},
    "surge": {"deck": "martial", "subtype": "reaction", "cost": 0, "trigger": "own_attack_hit",
              "effects": [{"op": "reduce", "stat": "hp", "amount": 1}, _gain("mp", 2),
                          {"op": "gain_affliction", "who": "target"}]},
    "echo": {"deck": "martial", "subtype": "passive", "effects": [{"op": "extra_critical", "equals": "corruption"}]},
}  # fmt: skip

_TRAITS: list[Any] = [
    {"subtype": "use", "effects": [{"op": "inspect_area", "to": "fatigue"}]},
    {"subtype": "reaction", "trigger": "own_action_performed", "effects": [{"op": "move", "steps": 1}]},
    {"subtype": "reaction", "trigger": "own_die_rolled", "cost": 1, "effects": [{"op": "change_die", "to": 2}]},
    {"subtype": "standing", "basic_attack_reach": "adjacent"},
    {"subtype": "use", "cost": 1, "effects": [{"op": "place", "from": "stamina_top", "to": "fatigue"}]},
]

_ITEMS: dict[str, Any] = {
    **{f"potion_{n}": {"effects": [_gain("hp", 3)]} for n in range(8)},
    **{f"salve_{n}": {"effects": [{"op": "remove_affliction", "count": "all"}]} for n in range(6)},
    **{f"nectar_{n}": {"effects": [{"op": "no_threat"}]} for n in range(6)},
}


@cache
def random_game(seed: int, stock: bool = False) -> tuple[Step[Position], ...]:
    """An Encounter by a player who takes any open option, or with odd seeds mostly a likely one.

    :param stock: with the stock pack, and with what people tell of its unknown cards
    """
    source, pack = random.Random(seed), standard() if stock else lively()
    policy = likely_first if seed % 2 else any_option
    besides = () if stock else GAME.told_by_people

    def move(state: Position | None, luck: Chance) -> Move | None:
        return play_on(GAME, state, pack, source, policy=policy, chance=luck, besides=besides)

    return to_the_end(GAME, played(GAME, str(seed), LONGEST, move))
