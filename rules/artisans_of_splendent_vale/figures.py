"""Numbers and names that the rulebook states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Face = Literal["boot", "pow", "shield", "plus", "wild", "combo"]
Condition = Literal["bleed", "hasten", "protect", "regen", "slow", "strengthen", "threaten", "weaken"]
Side = Literal["enemy", "ally", "neutral"]
Size = Literal["smol", "medium", "large"]
Kind = Literal["regular", "minion", "elite"]
Name = Literal["farah", "harinya", "javi", "soraya"]
Slot = Literal["shoulders", "arms", "legs"]

CHARACTERS: tuple[Name, ...] = ("farah", "harinya", "javi", "soraya")
FACES: tuple[Face, ...] = ("boot", "pow", "shield", "plus", "wild", "combo")
SYMBOLS = ("boot", "pow", "shield", "plus")
COMBO = ("boot", "plus")
CONDITIONS: tuple[Condition, ...] = (
    "bleed", "hasten", "protect", "regen", "slow", "strengthen", "threaten", "weaken",
)  # fmt: skip
GLYPHS = ("spiral", "triangle", "moon", "sun", "square")
SLOTS: tuple[Slot, ...] = ("shoulders", "arms", "legs")

PLAYERS = (2, 4)
DICE = 12
FIRST_POOL = 8
START_OF_TURN = 3
ACTIONS = 2
ATTACKS = 1
REACTIONS = 1
HANDS = 2
TRINKETS = 2
SKILLS = 2
REACH = 2
UNITS_PER_SPACE = 2
SEVERE_BLEED = 4
FALL = 2
PIT = 2
COMPONENTS_PER_SESSION = 5
TOUGHNESS = 6
FIRST_ENTRY = 1

FIRST_INJURY = "17"
LASTING_SCAR = "lasting_scar"
INJURY_CARDS = tuple(str(number) for number in range(201, 213))
STAY_HOME = "Stay Home"
MATERIA = "materia"

SMOL = frozenset({"harinya", "fennec"})
"""The smol characters and companions; all others are medium. The size of a mob stands with its group."""
OWNERS: Mapping[str, Name] = {"rosha": "harinya"}
CHARACTER_NAMES: Mapping[str, str] = {"farah": "Farah", "harinya": "Harinya", "javi": "Javi", "soraya": "Soraya"}
