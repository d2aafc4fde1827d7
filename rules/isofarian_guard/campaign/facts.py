"""Figures and lists that the rulebook prints and that no pack changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

Phase = Literal[
    "exploration", "event_draw", "skull_choice", "compass_choice", "field_path", "narrative_choice", "narrative",
    "battle", "respawn_choice", "campaign_over",
]  # fmt: skip
Difficulty = Literal["story", "standard", "tenebris"]
EquipmentSlot = Literal["weapon", "armor", "accessory", "item"]
StoneSlot = Literal["weapon", "armor"]
AbilitySlot = Literal["I", "II", "III", "IV", "V", "VI"]
Skull = Literal["skull_1", "skull_2", "skull_3"]
Source = Literal["skull", "hunt", "field", "challenge", "narrative"]

CAMPAIGNS: Final = 5
GUARDS: Final = 2
PLAYERS: Final = 2
STAT_CAPS: Final[Mapping[str, int]] = {"hp": 30, "atk": 10, "def": 10, "ap": 5}
START_HP: Final = 20
CHIPS_PER_TYPE: Final = 5
MATERIAL_LIMIT: Final = 4
SATCHEL_SLOTS: Final = 4
DIAL: Final = 99
REGION_CUBES: Final = 3
REGION_DECK: Final = 40
PRESTIGE: Final = 3
SCROLLS: Final = 2
GEMS_PER_COLOUR: Final = 4
TOOL_CARDS: Final = 6
TENEBRIS_STONEBOUND: Final = 2
TENT_HEALS: Final = 10
WEAKEN_CHIPS: Final = 5

ABILITY_SLOTS: Final[tuple[AbilitySlot, ...]] = ("I", "II", "III", "IV", "V", "VI")
ENEMY_SLOTS: Final = ("I", "II", "III", "IV")
SKULLS: Final = ("skull_1", "skull_2", "skull_3")
COMPASS: Final = "compass"
EVENT_BAG: Final[Mapping[str, int]] = {"skull_1": 1, "skull_2": 1, "skull_3": 1, "compass": 2}
START_NODE: Final = "main/28"
FORT: Final = "fort_istra/"
COURTYARD: Final = "fort_istra/courtyard"
BOAT_DOCK: Final = "fort_istra/boat_dock"
WATER: Final = "water"
"""The region of every blue node."""
UNKNOWN_CARD: Final = "unknown"
"""A field event card whose name nobody has seen yet."""

CHIPS: Final = (
    "black_sword_1", "black_sword_2", "black_shield_1", "black_shield_2",
    "green_sword_1", "green_shield_1", "green_evasion", "green_heart", "green_strengthen", "green_bolster",
    "purple_combo", "purple_evasion", "purple_heart", "purple_corruption", "purple_freeze", "purple_poison",
    "red_weaken", "red_break", "red_fear", "red_seal", "red_stun", "red_upkeep",
)  # fmt: skip
NEGATIVE_PURPLE: Final = frozenset({"purple_corruption", "purple_freeze", "purple_poison"})
WEAKEN: Final = "red_weaken"
FISH: Final[Mapping[str, str]] = {
    "black": "dusk_tuna",
    "green": "emerald_koi",
    "purple": "amethyst_trout",
    "red": "foxtail_carp",
}
GEM_COLOURS: Final[Mapping[str, str]] = {
    "fire": "red",
    "earth": "orange",
    "water": "blue",
    "wind": "green",
    "neutral": "yellow",
    "darkness": "purple",
    "light": "white",
}
WOOD_AXE: Final = "wood_axe"
PICKAXE: Final = "pickaxe"
FISHING_POLE: Final = "fishing_pole"
TENT: Final = "tent"

SKULL_LABELS: Final[Mapping[str, str]] = {
    "skull_1": "Single skull",
    "skull_2": "Double skull",
    "skull_3": "Triple skull",
    "compass": "Compass",
}
BUILDINGS: Final = (
    "lumbermill", "lapidary", "boat_dock", "barracks", "apothecary", "blacksmith", "training_yard", "courtyard",
)  # fmt: skip
BUILDING_LEVELS: Final = ("in ruins", "rebuilt", "upgraded")


def colour(chip: str) -> str:
    """The colour of a combat chip: black, green, purple or red."""
    return chip.partition("_")[0]


def negative(chip: str) -> bool:
    """Whether a chip is negative: every red one, and Corruption, Freeze and Poison (ISO-GLO-002)."""
    return colour(chip) == "red" or chip in NEGATIVE_PURPLE
