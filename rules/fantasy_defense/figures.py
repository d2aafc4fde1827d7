"""The rulebook's numbers, one name each, so that a person with the rulebook open can check them line by line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

START_MORALE: Final = 20
INITIAL_HAND: Final = 4
"""Cards drawn for the first hand; the Starting Character comes on top."""
HAND_LIMIT: Final = 2
"""Defenders that a player may keep in hand after the Strategy Phase."""
REINFORCEMENTS: Final = 5
BOSSES: Final = 2
INVADERS_PER_ROUND: Final[Mapping[str, int]] = {"solo": 3, "coop": 5}

BOSS_VALUES: Final = (40, 60)
"""Combat Value of a Boss in cooperative play, by its appearance in the game."""
STORM_LIMIT: Final = 22
HEADSHOT_LIMIT: Final = 20
LIGHTS_STEP: Final = 10
"""Fairy Lights round an Invader's Combat Value down to a multiple of this."""
CALLED_BACK: Final = 2
"""Defenders that Call of the Spirit takes back."""

DEFENDERS_PER_DECK: Final = 37
"""Cards of one Defenders Deck: the spells, the Starting Character and those to draw from."""
SPELLS_PER_DECK: Final = 2
INVADER_CARDS: Final = 27
TILE_COPIES: Final = (4, 2, 1)
"""Copies in which the kinds of gate tile come; together the gates of a solo game."""
GATE_TILES: Final[Mapping[str, int]] = {"solo": 7, "coop": 12}
