"""The terrain cards: element and effect of each, in our own words. Stars are not printed in the rulebook; packs say
them, except for Barren Wasteland, which counts 1 (SS-TEA-004)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules.stonebound_saga.figures import Element


class TerrainCard(NamedTuple):
    """A terrain card.

    :param words: what it does, in a sentence for people
    """

    name: str
    element: Element
    words: str


CARDS: Final[Mapping[str, TerrainCard]] = {
    "burning_flats": TerrainCard("Burning Flats", "fire", "Burn takes 1 HP more within 2 spaces."),
    "forest_fire": TerrainCard("Forest Fire", "fire", "Terrain within 2 spaces has no effect."),
    "blazing_torches": TerrainCard("Blazing Torches", "fire", "Standard attacks from here add Burn on 1-50."),
    "refiners_furnace": TerrainCard("Refiner's Furnace", "fire", "Raise one stone in hand by 1 star, once a turn."),
    "sapping_stones": TerrainCard("Sapping Stones", "fire", "Nothing heals within 2 spaces."),
    "barren_wasteland": TerrainCard("Barren Wasteland", "earth", "Takes the place of any terrain and closes it."),
    "acid_rain": TerrainCard("Acid Rain", "earth", "Moving within 2 spaces adds Poison on 1-25."),
    "paran_desert": TerrainCard("Paran Desert", "earth", "Spaces within 1 use 2 MV."),
    "unstable_terrain": TerrainCard(
        "Unstable Terrain", "earth", "After a move within 2 spaces the opponent may push one space on 1-25."
    ),
    "fortifications": TerrainCard("Fortifications", "earth", "Attacks take 2 HP less on 1-50."),
    "shiftscapes": TerrainCard("Shiftscapes", "darkness", "Go to another free Shiftscape for 1 MV."),
    "thieves_den": TerrainCard("Thieves Den", "darkness", "Turn's end: on 1-50 take a stone from an opponent's hand."),
    "eryndur_grove": TerrainCard("Eryndur Grove", "darkness", "Attackers of who stands here are as if Blind."),
    "ophirian_marshes": TerrainCard(
        "Ophirian Marshes", "darkness", "Turn's end: on 1-50 draw one of the last 3 discards."
    ),
    "tenebris_portal": TerrainCard("Tenebris Portal", "darkness", "Abilities of one element cost 1 more."),
    "silent_altar": TerrainCard("Silent Altar", "light", "No stones are spent within 2 spaces."),
    "hallowed_ground": TerrainCard("Hallowed Ground", "light", "Negation chances are 10 higher within 1 space."),
    "throneroom_of_lux": TerrainCard("Throneroom of Lux", "light", "May swap the two dice of any of its rolls."),
    "falmund_lighthouse": TerrainCard("Falmund Lighthouse", "light", "Evasion is 10 higher within 1 space."),
    "mirror_of_lux": TerrainCard("Mirror of Lux", "light", "Damage of the other type within 2 spaces."),
    "gorland_stables": TerrainCard("Gorland Stables", "neutral", "Turn's start: 2 MV more."),
    "archives_of_cyril": TerrainCard("Archives of Cyril", "neutral", "Turn's end: draw 2 stones."),
    "blacksmiths_workshop": TerrainCard(
        "Blacksmith's Workshop", "neutral", "Turn's end: on 1-50 PD and SD rise by 1, to their start at most."
    ),
    "hidden_trap": TerrainCard("Hidden Trap", "neutral", "Whoever enters loses 3 HP."),
    "heroes_hall": TerrainCard("Heroes Hall", "neutral", "Stands from the start; trades terrain stars for team stars."),
    "ice_block": TerrainCard("Ice Block", "water", "Nobody enters; an attack action removes it."),
    "cooling_stream": TerrainCard("Cooling Stream", "water", "Whoever enters loses all statuses on 1-50."),
    "kaldr_peak": TerrainCard("Kaldr Peak", "water", "Moving within 1 space adds Freeze on 1-25."),
    "the_foglands": TerrainCard("The Foglands", "water", "The terrain beneath works for its player alone."),
    "soothing_fountain": TerrainCard("Soothing Fountain", "water", "Turn's end: heals 2 HP."),
    "valley_of_the_wind": TerrainCard(
        "Valley of the Wind", "wind", "Entering uses no MV; ranged characters gain 1 RNG on 1-50."
    ),
    "ilandris_forest": TerrainCard("Ilandris Forest", "wind", "Ranged characters have 1 RNG less within 2 spaces."),
    "sand_storm": TerrainCard("Sand Storm", "wind", "A ranged standard attack may be turned elsewhere on 1-25."),
    "koros_bazaar": TerrainCard("Koros Bazaar", "wind", "Swap 1 stone with a team mate, once a turn."),
    "argun_tundra": TerrainCard("Argun Tundra", "wind", "Attacks made within 2 spaces have 20 CRT less on 1-50."),
}
