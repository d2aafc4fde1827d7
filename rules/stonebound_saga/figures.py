"""The numbers of the rulebook, by the catalogue ids of the rules that state them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

Mode = Literal["1v1", "2v2", "3v3", "1v2", "2v3"]
Format = Literal["constructed", "draft", "free"]
Element = Literal["wind", "water", "neutral", "fire", "earth", "darkness", "light"]
CharacterClass = Literal["marauder", "tactician", "vanguard", "watchman", "prophet", "remnant", "sentinel"]
DamageType = Literal["physical", "spirit"]
Status = Literal["blind", "break", "burn", "cripple", "freeze", "poison", "shear", "silence", "sleep", "stun", "upkeep"]

ELEMENTS: Final[tuple[Element, ...]] = ("wind", "water", "neutral", "fire", "earth", "darkness", "light")
"""SS-STN-001."""
STONES_PER_ELEMENT: Final[Mapping[str, int]] = {"1": 10, "2": 6, "3": 3, "inf": 1}
"""SS-STN-003: how many stones of each value an element has."""
PHYSICAL: Final = ("marauder", "tactician", "vanguard", "watchman")
SPIRIT: Final = ("prophet", "remnant", "sentinel")
"""SS-CMP-011: the classes by the damage that they deal."""
STATUS_LIMITS: Final[Mapping[str, int | None]] = {
    "blind": 1, "break": 1, "burn": 2, "cripple": 1, "freeze": 1, "poison": 1, "shear": None, "silence": 1,
    "sleep": 1, "stun": 1, "upkeep": 1,
}  # fmt: skip
"""SS-STA-004, SS-STA-005: how often each status is held."""

MOST_CHARACTERS: Final = 12
BASE_DRAW: Final = 1
DRAW_PER_CHARACTER: Final = 2
PILES: Final = ("1", "2", "3")
REVEALED_PER_PILE: Final = 5
FACES: Final = tuple(str(n) for n in range(1, 101))
"""SS-SET-005: what two ten-sided dice show, double zero as 100."""
BLIND_UP_TO: Final = 50
BREAK_CRT: Final = 25
SHEAR_CRT: Final = 5
CRIPPLE_ATK: Final = 1
BURN_HP: Final = 2
POISON_HP: Final = 1
FREEZE_TOKENS: Final = 2
WEAR: Final = 1
CRITICAL_WEAR: Final = 2

TERRAIN_DECK_STARS: Final = 10
TRADE_STARS: Final = 3
MOST_TEAM_STARS: Final = 8

BURNING_FLATS_HP: Final = 1
TORCHES_UP_TO: Final = 50
ACID_RAIN_UP_TO: Final = 25
PARAN_MV: Final = 2
UNSTABLE_UP_TO: Final = 25
FORTIFICATIONS_UP_TO: Final = 50
FORTIFICATIONS_HP: Final = 2
DEN_UP_TO: Final = 50
MARSHES_UP_TO: Final = 50
MARSHES_DEPTH: Final = 3
SANCTUARY: Final = 10
"""What Hallowed Ground and Falmund Lighthouse add to a chance."""
STABLES_MV: Final = 2
ARCHIVES_STONES: Final = 2
WORKSHOP_UP_TO: Final = 50
TRAP_HP: Final = 3
STREAM_UP_TO: Final = 50
KALDR_UP_TO: Final = 25
FOUNTAIN_HP: Final = 2
VALLEY_UP_TO: Final = 50
SAND_STORM_UP_TO: Final = 25
SAND_STORM_REACH: Final = 3
TUNDRA_UP_TO: Final = 50
TUNDRA_CRT: Final = 20

SEATS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "1v1": {"a": ("p1",), "b": ("p2",)},
    "2v2": {"a": ("p1", "p2"), "b": ("p3", "p4")},
    "3v3": {"a": ("p1", "p2", "p3"), "b": ("p4", "p5", "p6")},
    "1v2": {"a": ("p1",), "b": ("p2", "p3")},
    "2v3": {"a": ("p1", "p2"), "b": ("p3", "p4", "p5")},
}
"""The players of each team by mode, in seat order."""

ODD: Final = ("1v2", "2v3")

LINE_UPS: Final[Mapping[str, Mapping[int, tuple[int, int]]]] = {
    "1v1": {1: (3, 5)},
    "2v2": {2: (2, 4)},
    "3v3": {3: (2, 4)},
    "1v2": {1: (4, 8), 2: (2, 4)},
    "2v3": {2: (3, 6), 3: (2, 4)},
}
"""Characters and star cap of each player, by mode and by the number of players on the side (SS-TEAM-001 to 011)."""


def line_up(mode: str, format_: str, side: int) -> tuple[tuple[int, ...], int | None]:
    """How many characters a player may have, and the star cap; ``None`` in free play (SS-FMT-009, SS-TEAM-013).

    :param side: the number of players on the player's side
    """
    count, stars = LINE_UPS[mode][side]
    if format_ != "free":
        return (count,), stars
    return ((2, 3) if mode == "2v2" else (count,)), None
