"""The content of Fantasy Defense: cards and gate tiles as validated data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rules.fantasy_defense import figures
from rules.fantasy_defense.icons import FACTIONS, ICONS, SPELLS, Icon
from rules.fantasy_defense.state import Mode
from rules.kernel import Bag, Pack, Problem, faulty_ids

Tier = Literal["underling", "elite", "boss"]
Arrow = Literal["left", "right"]
Faction = Literal["human", "elf"]
Number = Annotated[int, Meta(ge=0)]
Mark = Annotated[int, Meta(ge=1, le=2)]
Name = Annotated[str, Meta(min_length=1, max_length=100, pattern=r"\S")]
"""Something to read on a button."""
PLAYERS: Mapping[Mode, int] = {"solo": 1, "coop": 2}


class Card(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all content has in common.

    :param name: what is printed on it; copies of one card share it
    :param stand_in: made up by us in place of a card whose text nobody entered yet
    """

    name: Name
    stand_in: bool = False


class DefenderCard(Card, frozen=True):
    """A Defender (FD-CMP-003).

    :param cv: printed Combat Value; what an X of its icon adds comes on top
    :param start: the Starting Character of its deck
    """

    faction: Faction
    cv: Number
    icon: Icon | None = None
    start: bool = False


class InvaderCard(Card, frozen=True):
    """An Invader (FD-CMP-003).

    :param arrow: the side from which it looks for a gate
    :param players: 1 or 2 where the card is marked for so many players
    """

    tier: Tier
    cv: Number
    pillage: Number
    arrow: Arrow
    infiltrator: bool = False
    players: Mark | None = None


class GateTile(Card, frozen=True):
    """A kind of gate tile (FD-CMP-005).

    :param copies: how many of the kind there are
    :param players: 2 where the tile is marked for cooperative play
    """

    bonus: Number = 0
    copies: Annotated[int, Meta(ge=1)] = 1
    players: Mark | None = None


class SpellCard(Card, frozen=True):
    """A spell of a Defenders Deck."""

    faction: Faction


class FantasyPack(Pack, frozen=True):
    """The cards and tiles of the game, by id. Each copy of a card has an id of its own."""

    defenders: Mapping[str, DefenderCard]
    invaders: Mapping[str, InvaderCard]
    gates: Mapping[str, GateTile]
    spells: Mapping[str, SpellCard]

    def name_of(self, card: str) -> str:
        """What is printed on a Defender, an Invader or a spell; ids that the pack has not are named by themselves."""
        for kind in (self.defenders, self.invaders, self.spells):
            if card in kind:
                return kind[card].name
        return card.replace("_", " ").capitalize()

    def is_boss(self, invader: str) -> bool:
        """Whether an Invader is a Boss, which every Aura of Authority protects."""
        return self.invaders[invader].tier == "boss"

    def deck_of(self, faction: str) -> tuple[str, ...]:
        """The Defenders to draw from, without the Starting Character."""
        return tuple(c for c, card in self.defenders.items() if card.faction == faction and not card.start)

    def character_of(self, faction: str) -> str:
        """The Starting Character of a deck."""
        return next(c for c, card in self.defenders.items() if card.faction == faction and card.start)

    def spells_of(self, faction: str) -> tuple[str, ...]:
        """The spells of a deck."""
        return tuple(s for s, card in self.spells.items() if card.faction == faction)

    def pile(self, tier: Tier, mode: Mode) -> tuple[str, ...]:
        """The Invaders of a tier that belong into a game of this mode."""
        return tuple(i for i, card in self.invaders.items() if card.tier == tier and belongs(card, mode))

    def tiles(self, mode: Mode) -> Bag:
        """The gate tiles of a mode: kinds and copies."""
        return {t: tile.copies for t, tile in self.gates.items() if belongs(tile, mode)}

    def problems(self) -> Iterable[Problem]:
        """Where counts or references break the rulebook (FD-CMP-001 to FD-CMP-006, FD-SET-010)."""
        for part in ("defenders", "invaders", "gates", "spells"):
            yield from faulty_ids(part, getattr(self, part))
        yield from _faults_of_defenders(self)
        yield from _faults_of_invaders(self)
        yield from _faults_of_gates(self)


def belongs(card: InvaderCard | GateTile, mode: Mode) -> bool:
    """Whether a marked card or tile is played in a mode (FD-SET-001, FD-COOP-001): solo leaves out everything marked
    for 2 players, cooperative play leaves out the Bosses marked for 1."""
    if mode == "solo":
        return card.players != PLAYERS["coop"]
    return not (isinstance(card, InvaderCard) and card.tier == "boss" and card.players == PLAYERS["solo"])


def _faults_of_defenders(pack: FantasyPack) -> Iterator[Problem]:
    for faction in FACTIONS:
        starters = [c for c, card in pack.defenders.items() if card.faction == faction and card.start]
        spells = pack.spells_of(faction)
        total = len(pack.deck_of(faction)) + len(starters) + len(spells)
        if len(starters) != 1:
            yield Problem("defenders", f"1 Starting Character of the {faction} deck expected, found {len(starters)}")
        if len(spells) != figures.SPELLS_PER_DECK:
            yield Problem("spells", f"2 spells of the {faction} deck expected, found {len(spells)}")
        if total != figures.DEFENDERS_PER_DECK:
            yield Problem("defenders", f"37 cards of the {faction} deck expected with its spells, found {total}")
    for name, card in pack.defenders.items():
        if card.icon and card.faction not in ICONS[card.icon].factions:
            yield Problem(f"defenders.{name}.icon", f"{card.icon} is no icon of the {card.faction} deck")
    for name, spell in pack.spells.items():
        if name not in SPELLS or SPELLS[name].faction != spell.faction:
            yield Problem(f"spells.{name}", f"the {spell.faction} deck has no such spell")


def _faults_of_invaders(pack: FantasyPack) -> Iterator[Problem]:
    if len(pack.invaders) != figures.INVADER_CARDS:
        yield Problem("invaders", f"27 Invaders expected, found {len(pack.invaders)}")
    for mode in PLAYERS:
        bosses = len(pack.pile("boss", mode))
        if bosses != figures.BOSSES:
            yield Problem("invaders", f"2 Bosses for {mode} play expected, found {bosses}")


def _faults_of_gates(pack: FantasyPack) -> Iterator[Problem]:
    for mode, wanted in figures.GATE_TILES.items():
        laid = sum(pack.tiles("solo" if mode == "solo" else "coop").values())
        if laid != wanted:
            yield Problem("gates", f"{wanted} gate tiles for {mode} play expected, found {laid}")
    copies = Counter(pack.tiles("solo").values())
    if copies != Counter(figures.TILE_COPIES):
        yield Problem("gates", f"kinds of 4, 2 and 1 copies expected for solo play, found {sorted(copies.elements())}")
    for name, tile in pack.gates.items():
        if tile.copies not in figures.TILE_COPIES:
            yield Problem(f"gates.{name}.copies", f"4, 2 or 1 expected, found {tile.copies}")
