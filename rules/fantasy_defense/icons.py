"""The icons and spells of the appendix: what they are called, when they work, in our own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

Icon = Literal[
    "pack_attack",
    "arcane_renewal",
    "sound_the_alarm",
    "never_yield",
    "airlift",
    "you_shall_not_pass",
    "fairy_lights",
    "foresight",
    "skirmish",
    "rebirth",
    "yearning_for_the_wild",
    "shifting_winds",
    "headshot",
]
"""What a Defender may carry."""

FACTIONS: Final = ("human", "elf")
UNREFRESHABLE: Final = "call_of_the_spirit"
"""The spell that Arcane Renewal cannot bring back."""


class IconWords(Struct, frozen=True):
    """An icon for people.

    :param immediate: works only when its Defender is deployed; otherwise as long as it is in play
    :param factions: the decks in which it occurs
    :param rule: catalogue id of its rule
    """

    name: str
    immediate: bool
    factions: tuple[str, ...]
    words: str
    rule: str


class SpellWords(Struct, frozen=True):
    """A spell for people."""

    name: str
    faction: str
    words: str
    rule: str


_HUMAN, _ELF, _BOTH = ("human",), ("elf",), FACTIONS

ICONS: Final[Mapping[str, IconWords]] = {
    "pack_attack": IconWords(
        "Pack Attack", False, _HUMAN, "Stronger by 1 for each Defender with Pack Attack at its gate.", "FD-HUM-001"
    ),
    "arcane_renewal": IconWords("Arcane Renewal", True, _HUMAN, "Makes 1 used spell ready again.", "FD-HUM-003"),
    "sound_the_alarm": IconWords("Sound the Alarm", True, _BOTH, "Draws 1 card from your deck.", "FD-HUM-006"),
    "never_yield": IconWords(
        "Never Yield", False, _HUMAN, "Stronger by 1 for each Invader before your gates.", "FD-HUM-008"
    ),
    "airlift": IconWords(
        "Airlift", True, _HUMAN, "Fetches any number of Defenders from 1 of your other gates.", "FD-HUM-009"
    ),
    "you_shall_not_pass": IconWords(
        "You Shall Not Pass", True, _HUMAN, "Sends the Invader of this gate back on top of its deck.", "FD-HUM-012"
    ),
    "fairy_lights": IconWords(
        "Fairy Lights", False, _ELF, "The Invader here counts as the next lower multiple of 10.", "FD-ELF-001"
    ),
    "foresight": IconWords("Foresight", True, _ELF, "Takes 1 card of your choice from your deck.", "FD-ELF-003"),
    "skirmish": IconWords(
        "Skirmish", False, _ELF, "Once a round, moves to a neighbouring gate after its battle.", "FD-ELF-005"
    ),
    "rebirth": IconWords("Rebirth", True, _ELF, "Puts 1 discarded Defender under your deck.", "FD-ELF-009"),
    "yearning_for_the_wild": IconWords(
        "Yearning for the Wild", False, _ELF, "Is always the casualty of its gate.", "FD-ELF-010"
    ),
    "shifting_winds": IconWords(
        "Shifting Winds", True, _ELF, "Fetches 1 of your deployed Defenders to this gate.", "FD-ELF-011"
    ),
    "headshot": IconWords(
        "Headshot", True, _ELF, "Discards the Invader here if its Combat Value is 20 or less.", "FD-ELF-015"
    ),
}

SPELLS: Final[Mapping[str, SpellWords]] = {
    "psychic_storm": SpellWords(
        "Psychic Storm", "human", "Discards 1 Invader with Combat Value 22 or less.", "FD-HUM-010"
    ),
    "city_shield": SpellWords("City Shield", "human", "Skips this round's battle at 1 gate.", "FD-HUM-014"),
    "spirit_fire": SpellWords(
        "Spirit Fire", "elf", "Halves 1 Invader's Combat Value for this round, rounded up.", "FD-ELF-012"
    ),
    "call_of_the_spirit": SpellWords(
        "Call of the Spirit", "elf", "Takes 2 deployed Defenders back into hand.", "FD-ELF-016"
    ),
}
