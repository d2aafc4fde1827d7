"""A small world to play in, and a table set out in the middle of a campaign, for tests that need a corner of it.

Cards, places and positions are given in the words of the case files (``tests/golden/isofarian_guard/campaign``).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.isofarian_guard import GAME
from rules.isofarian_guard.campaign import derived
from rules.isofarian_guard.campaign.cases import ADAPTER
from rules.isofarian_guard.campaign.state import Guard, Position
from rules.isofarian_guard.content.pack import IsofarianPack
from tests.rules import tables

NODES: dict[str, Any] = {
    "main/28": {"color": "yellow", "region": "forest", "paths": ["main/y1"]},
    "main/y1": {"color": "yellow", "region": "forest", "paths": ["main/y2", "main/g1", "main/r1", "main/u1"]},
    "main/y2": {"color": "yellow", "region": "forest", "paths": ["main/g1"]},
    "main/g1": {"color": "green", "wood": ["pine"], "paths": ["main/d1"]},
    "main/g2": {"color": "green", "wood": ["pine", "oak"], "ore": ["iron_ore"], "paths": ["main/y2", "main/o1"]},
    "main/r1": {"color": "red", "paths": ["main/y2"]},
    "main/u1": {"color": "unknown"},
    "main/o1": {"color": "orange", "map_link": "ryba/gate"},
    "main/d1": {"color": "green", "dock": True, "waterways": ["main/b1"]},
    "main/b1": {"color": "blue", "region": "water", "waterways": ["main/b2"]},
    "main/b2": {"color": "blue", "waterways": ["main/d2"]},
    "main/d2": {"color": "green", "dock": True, "paths": ["main/g2"]},
    "ryba/gate": {"color": "orange", "paths": ["ryba/inn", "ryba/market", "ryba/forge"]},
    "ryba/inn": {"color": "green", "service": "inn", "city": "ryba", "paths": ["ryba/market"]},
    "ryba/market": {"color": "green", "service": "market", "city": "ryba", "paths": ["ryba/forge"]},
    "ryba/forge": {"color": "green", "service": "blacksmith", "city": "ryba"},
    "mir/market": {"color": "green", "service": "market", "city": "mir", "paths": ["main/o1"]},
    "caves/3": {"color": "yellow", "paths": ["main/o1"]},
    "fort_istra/courtyard": {"color": "green", "service": "courtyard", "paths": ["main/g1"]},
    **{
        f"fort_istra/{place}": {"color": "green", "service": service, "paths": ["fort_istra/courtyard"]}
        for place, service in {
            "barracks": "barracks",
            "lumbermill": "lumbermill",
            "lapidary": "lapidary",
            "training_yard": "training_yard",
            "blacksmith": "fort_blacksmith",
            "apothecary": "fort_apothecary",
        }.items()
    },
    "fort_istra/boat_dock": {
        "color": "green",
        "dock": True,
        "waterways": ["main/b1"],
        "paths": ["fort_istra/courtyard"],
    },
}
FOE = {"slot": "I", "enemy": "wolf", "stars": 1}
TWO_FOES = [FOE, {"slot": "II", "enemy": "wolf", "stars": 2}]
ENCOUNTERS = {
    node: {
        chapter: {
            "skull_1": {"enemies": [FOE]},
            "skull_2": {"enemies": TWO_FOES},
            "skull_3": {"enemies": TWO_FOES, "ambush": True},
        }
        for chapter in (1, 2, 3)
    }
    for node in ("main/y1", "main/b1")
}
STONEBOUND = {"type": "stonebound", "guard": "grigory", "element": "fire"}
CONTENT: dict[str, Any] = {
    "regions": {"forest": {}, "water": {}},
    "nodes": NODES,
    "encounters": ENCOUNTERS,
    "enemies": {
        "wolf": {
            "cards": {
                "1": {"hp": 7, "atk": 2, "def": 1, "ap": 2, "rewards": {"drops": {"pelt": 1}, "sil": 2, "lux": 1}},
                "2": {"hp": 9, "atk": 9, "def": 0, "ap": 5, "rewards": {"lux": 3, "items": ["potion"]}},
            }
        }
    },
    "materials": {"pine": {"kind": "wood"}, "oak": {"kind": "wood"}, "iron_ore": {"kind": "ore"}, "pelt": {}},
    "items": {
        "tent": {},
        "potion": {"compass": True, "effects": [{"heal": 5}]},
        "tonic": {
            "compass": True,
            "effects": [{"op": "add_to_bag", "who": "both_guards", "chip": "green_heart", "n": 2}],
        },
        "dust": {"compass": True, "effects": [{"op": "discard_from_bag", "who": "ally", "chip": "negative", "n": 2}]},
        "bomb": {},
        "wood_axe": {"tool": True},
        "pickaxe": {"tool": True},
        "fishing_pole": {"tool": True},
        "expanded_satchel": {"tool": True, "extra_slots": 2},
        "dusk_tuna": {},
        "emerald_koi": {},
        "amethyst_trout": {},
        "foxtail_carp": {},
    },
    "weapons": {
        "short_sword": {"guard": "grigory", "open_slots": 1},
        "volk_blade": {
            "guard": "grigory",
            "bonuses": [{"stat": "atk", "add": 2}, {"chip": "black_sword_1"}],
            "open_slots": 2,
        },
        "long_blade": {"guard": "any", "open_slots": 6, "rarity": 7},
        "spear": {"guard": "any"},
        "ember_blade": {
            "guard": "grigory",
            "bonuses": [{"stat": "atk", "add": 1}],
            "open_slots": 1,
            "unlocks": "flame",
        },
    },
    "armors": {
        "oak_mail": {"guard": "grigory", "bonuses": [{"stat": "hp", "add": 2}], "open_slots": 1},
        "coat": {"guard": "any", "bonuses": [{"stat": "ap", "add": 1}]},
        "plate": {"guard": "any", "bonuses": [{"stat": "def", "add": 12}, {"stat": "hp", "add": 15}], "open_slots": 2},
    },
    "accessories": {
        "mask": {"bonuses": [{"chip": "purple_evasion"}]},
        "caravan_bell": {"caravan": True, "bonuses": [{"stat": "atk", "add": 1}]},
    },
    "stones": {
        "garnet": {"bonuses": [{"chip": "black_sword_2"}]},
        "ember": {},
        "jade": {"bonuses": [{"stat": "def", "add": 1}]},
        "heartstone": {"bonuses": [{"stat": "hp", "add": 3}]},
    },
    "abilities": {
        "guard": {"type": "guard_ability", "guard": "grigory"},
        "feint": {"type": "guard_ability", "guard": "grigory"},
        "brew": {"type": "guard_ability", "guard": "alek"},
        "slash": {**STONEBOUND, "stone": "garnet"},
        "flame": {**STONEBOUND, "stone": "ember"},
        "blaze": {**STONEBOUND, "stone": "ember"},
        "spark": {**STONEBOUND, "guard": "alek", "stone": "ember"},
        "pyre": {**STONEBOUND, "guard": "alek", "stone": "ember"},
        "tide": {"type": "stonebound", "guard": "any", "element": "water", "stone": "heartstone"},
        "prism": {"type": "stonebound", "guard": "any", "element": "rainbow", "stone": "jade"},
    },
    "skill_trees": {
        "grigory": {
            "start": {"level": 1},
            "heart": {"level": 1, "cost": 4, "links": ["start"], "bonus": {"stat": "hp", "add": 1}},
            "combo": {"level": 2, "chapter": 2, "cost": 6, "links": ["heart"], "bonus": {"chip": "purple_combo"}},
            "feint": {"level": 2, "chapter": 2, "cost": 5, "links": ["combo"], "bonus": {"ability": "feint"}},
            "might": {"level": 3, "chapter": 3, "cost": 9, "links": ["combo"], "bonus": {"stat": "atk", "add": 1}},
            "low": {"level": 1, "cost": 2, "links": ["feint"], "bonus": {"stat": "def", "add": 1}},
        },
        "alek": {
            "start": {"level": 1},
            "zeal": {"level": 1, "cost": 3, "links": ["start"], "bonus": {"stat": "ap", "add": 1}},
        },
    },
    "cities": {
        "ryba": {
            "inn_fee": 6,
            "market": {
                "potion": {"buy": 5, "sell": 2},
                "tent": {"buy": 20, "sell": 10},
                "pelt": {"buy": 4, "sell": 2},
                "iron_ore": {"buy": None, "sell": 5},
            },
            "smith": {
                "volk_blade": {"materials": {"short_sword": 1, "iron_ore": 2, "pine": 4}, "craft": 15, "sell": 8},
                "ember_blade": {"materials": {"pine": 1}, "craft": 6, "sell": 3},
                "expanded_satchel": {"materials": {"pelt": 2}, "craft": 10},
                "mask": {"materials": {"pelt": 1}, "craft": 3, "sell": 1},
                "bomb": {"materials": {}, "craft": 2, "sell": 1},
                "coat": {"materials": {"pelt": 1}, "craft": 1, "sell": 4},
            },
        },
        "mir": {"inn_fee": 9, "market": {"potion": {"buy": 7, "sell": 3}}},
    },
    "prestige_cards": {
        "ryba": {
            1: {"inn_discount": 2},
            2: {"sil_discount": 3, "material_discount": {"pine": 2, "short_sword": 1}},
            3: {"effects": [{"sil": 1}]},
        }
    },
    "fort_costs": {
        "lumbermill": {1: {"sil": 4, "materials": {"pine": 6}}, 2: {"lux": 3, "materials": {"oak": 2}}},
        "boat_dock": {1: {"materials": {"pine": 2}}, 2: {"materials": {"pine": 2}}},
        "barracks": {1: {"sil": 1}, 2: {"sil": 1}},
        "lapidary": {1: {"sil": 1}, 2: {"sil": 1}},
        "training_yard": {1: {"sil": 1}, 2: {"sil": 1}},
        "courtyard": {1: {"sil": 1}, 2: {"sil": 1}},
        "blacksmith": {1: {"sil": 1}, 2: {"sil": 1}},
        "apothecary": {1: {"sil": 1}, 2: {"sil": 1}},
    },
    "fort_recipes": {
        "apothecary": {"tonic": {"materials": {"pine": 1}, "craft": 4, "sell": 2}},
        "blacksmith": {"plate": {"materials": {"iron_ore": 1}, "lux": 5}},
    },
    "fort_markets": {"apothecary": {"pelt": {"sell": 3}}},
    "lapidary": {"jade": {"garnet": 2}},
    "quests": {
        "ring": {"kind": "side", "chapter": 2},
        "late": {"kind": "side", "chapter": 3},
        "silk": {"kind": "caravan", "chapter": 2},
        "salt": {"kind": "caravan", "chapter": 2},
        "riddle": {"kind": "puzzle", "city": "ryba"},
        "hunt": {"kind": "bounty", "city": "ryba"},
        "trail": {"kind": "bounty", "city": "ryba"},
        "crown": {"kind": "main"},
    },
    "agents": ["mira"],
    "field_events": {
        "well": {
            "region": "forest",
            "paths": {
                "drink": {"effects": [{"heal": 4}, {"lux": 2}]},
                "search": {"draw": {"count": 2, "per_color": {"black": [{"sil": 2}], "red": [{"lux": 1}]}}},
                "all": {"draw": {"count": 2, "all_draw": True, "per_color": {"red": [{"sil": 1}]}}},
            },
        },
        "camp": {
            "region": "forest",
            "returns_to_deck": True,
            "paths": {"train": {"effects": [{"add_chip": "green_sword_1", "count": 2}]}, "pass": {}},
        },
        "bandits": {
            "region": "forest",
            "paths": {"stand": {"effects": [{"battle": {"enemies": [FOE]}}]}, "pay": {"effects": [{"sil": -3}]}},
        },
        "gift": {"region": "water", "paths": {"take": {"effects": [{"gain": "tent"}, {"gain": "pine", "qty": 2}]}}},
    },
}
BATTLE = {"source": "skull", "skull": "skull_1", "ambush": False, "retreat_allowed": True, "enemies": [FOE]}
CHOOSING = {"at": "main/y1", "phase": "skull_choice", "drawn_chip": "skull_1"}
COMPASS = {"at": "main/y1", "phase": "compass_choice", "drawn_chip": "compass"}
FIGHTING = {"at": "main/y1", "phase": "battle", "drawn_chip": "skull_1", "battle": BATTLE}
TELLING = {"phase": "narrative", "narrative": {"quest": "c1", "source": "narrative"}}


@cache
def small() -> IsofarianPack:
    """The pack of this world."""
    return ADAPTER.pack({"content": CONTENT})


class Table(tables.Table[Position, IsofarianPack]):
    """A table in this world."""

    game = GAME

    def guard(self, name: str = "grigory") -> Guard:
        """A guard of the party."""
        return self.state.guards[name]

    def satchel(self, name: str = "grigory") -> dict[str, int]:
        """What a guard carries."""
        return dict(self.guard(name).satchel)

    def bag(self, name: str = "grigory") -> dict[str, int]:
        """The chips of a guard."""
        return dict(self.guard(name).bag)

    @property
    def phase(self) -> str:
        """What is under way."""
        return derived.phase(self.state)

    def draws(self, chip: str) -> list[str]:
        """Draw this chip from the event bag."""
        return self.does("draw_event", {"event_bag": [chip]})


def table(**given: Any) -> Table:
    """A table set out in the words of the cases; ``content`` replaces parts of the small world."""
    content = given.pop("content", {})
    pack = ADAPTER.pack({"content": {**CONTENT, **content}}) if content else small()
    state = ADAPTER.state({"at": "main/g1", **given}, pack)
    return Table(state, pack)


def grigory(**sheet: Any) -> dict[str, Any]:
    """The ``guards`` of a table where only Grigory is said to have something."""
    return {"grigory": sheet}


def both(grigory: Mapping[str, Any], alek: Mapping[str, Any]) -> dict[str, Any]:
    """The ``guards`` of a table."""
    return {"grigory": grigory, "alek": alek}


def fresh_game() -> Table:
    """Nothing has been decided yet."""
    return Table(None, small())
