"""The content of Artisans of Splendent Vale as validated data.

What is printed and no source tells stands under ``unknown``; what we made up so that it can be played, under
``stand_in``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

from rules.artisans_of_splendent_vale.figures import CHARACTERS, FACES, TOUGHNESS, Face, Kind, Name, Side, Size, Slot
from rules.artisans_of_splendent_vale.state import Board, PerPlayer
from rules.artisans_of_splendent_vale.words import Ability, Effect, Narrative, Number
from rules.kernel import Pack, Problem, faulty_ids
from rules.kernel.messages import without_underscore


class Part(Struct, frozen=True, forbid_unknown_fields=True, rename=without_underscore):
    """A part of the content."""


class Passive(Part, frozen=True):
    """What a worn card does by itself (AV-ARM-004)."""

    trigger: Literal["reaction_roll"]
    face: Face
    damage: Number


class Card(Part, frozen=True):
    """A card of the index.

    :param source: the character or weapon that a skill belongs to
    :param only: the one character who can equip it
    :param companion: whom it brings along
    """

    type: Literal["weapon", "trinket", "skill", "potion", "armor"]
    name: str = ""
    hands: Number | None = None
    source: str | None = None
    only: Name | None = None
    companion: str | None = None
    slot: Slot | None = None
    abilities: Mapping[str, Ability] = {}
    drink: tuple[Effect, ...] = ()
    passive: Passive | None = None
    unknown: tuple[str, ...] = ()
    stand_in: tuple[str, ...] = ()


class CharacterSheet(Part, frozen=True):
    """What is printed on a character's sheet."""

    toughness: Number = TOUGHNESS
    deck: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    stand_in: tuple[str, ...] = ()


class CompanionCard(Part, frozen=True):
    """A companion."""

    owner: Name
    toughness: Number = TOUGHNESS
    heals_per_day: Number = 0


class MobSet(Part, frozen=True):
    """A set of actions and the results that select it (AV-ACT-012)."""

    name: str
    keys: tuple[Face, ...]
    actions: tuple[Effect | tuple[Effect, ...], ...] = ()


class Mob(Part, frozen=True):
    """The activation rules of a group."""

    sets: tuple[MobSet, ...] = ()
    name: str = ""
    kind: Kind = "regular"
    side: Side = "enemy"
    toughness: int | PerPlayer | None = None
    size: Size = "medium"
    meeples: Number = 6
    truce: bool = False
    unknown: tuple[str, ...] = ()
    stand_in: tuple[str, ...] = ()

    def set(self, name: str) -> tuple[int, MobSet] | None:
        """A set with its place in print."""
        return next(((at, each) for at, each in enumerate(self.sets) if each.name == name), None)


class Placement(Part, frozen=True):
    """Mobs that a scene places (AV-SCN-009, AV-SCN-012)."""

    group: str
    glyph: str
    counts: tuple[Number, ...] = ()
    unique: bool = False


class Scene(Part, frozen=True):
    """An action scene.

    :param end_of_round: mobs that come at the end of every round (AV-INI-006)
    :param rules: its special rules, in our own words
    """

    name: str = ""
    initiative: tuple[str, ...] = ()
    place: tuple[Placement, ...] = ()
    end_of_round: tuple[Placement, ...] = ()
    board: Board | None = None
    rules: str = ""
    unknown: tuple[str, ...] = ()
    stand_in: tuple[str, ...] = ()


class Again(Part, frozen=True):
    """What an injury does when it is gained once more."""

    transfer: Number | Literal["all"] | None = None
    effect: Mapping[str, str | int | bool] | None = None


class InjuryCard(Part, frozen=True):
    """An injury card (AV-INJ-005, AV-INJ-011)."""

    name: str
    transfer: Number | Literal["all"]
    effect: Mapping[str, str | int | bool] | None = None
    again: Again | None = None


class Requires(Part, frozen=True):
    """What an option demands (AV-CHO-003, AV-CHO-004)."""

    log: str | None = None
    note: str | None = None
    spend: Mapping[str, Number] = {}


class EntryOption(Part, frozen=True):
    """An option at the end of an entry."""

    only: Name | None = None
    requires: Requires | None = None
    reads: int | None = None
    effects: tuple[Narrative, ...] = ()


class Entry(Part, frozen=True):
    """The mechanical text of an entry.

    :param repeatable: it gives its benefits every time (AV-READ-007)
    """

    effects: tuple[Narrative, ...] = ()
    options: Mapping[str, EntryOption] = {}
    repeatable: bool = False


class Point(Part, frozen=True):
    """A point of interest; ``only`` where a single book shows it."""

    only: Name | None = None


class Map(Part, frozen=True):
    """A map with its numbers."""

    points: Mapping[str, Point] = {}


class InterludeOption(Part, frozen=True):
    """An option of an interlude card."""

    kind: Literal["own", "multi", "private"] = "own"
    with_: Name | None = None
    reads: int | None = None
    craft: bool = False
    todo: bool = False


class InterludeCard(Part, frozen=True):
    """An interlude card."""

    options: Mapping[str, InterludeOption] = {}


class Node(Part, frozen=True):
    """A node of a grid: the card that it gives and what it costs, experience or a component."""

    card: str | int | None = None
    cost: str = "experience"


class Edge(Part, frozen=True):
    """A path of a grid that is locked at first (AV-GRD-007)."""

    between: tuple[str, str]
    locked: str


class GridContent(Part, frozen=True):
    """An advancement grid (AV-GRD-001)."""

    start: str = "start"
    nodes: Mapping[str, Node] = {}
    edges: tuple[tuple[str, str] | Edge, ...] = ()
    circuits: Mapping[str, tuple[str, ...]] = {}


class Garment(Part, frozen=True):
    """What Farah spends for a piece and the phrase that it needs."""

    cost: Mapping[str, Number] = {}
    phrase: str | None = None


class ShelfPlace(Part, frozen=True):
    """Two ingredients and the entry that they point at."""

    pair: tuple[str, str]
    entry: int


class Extra(Part, frozen=True):
    """One further helping of a potion."""

    cost: Mapping[str, Number]
    count: Number


class Brew(Part, frozen=True):
    """The potions that an entry of the shelf gives."""

    potion: str
    count: Number
    extra: Extra | None = None


class EnhanceOption(Part, frozen=True):
    """A way to enhance an item."""

    runes: tuple[str, ...]
    materia: Number = 0
    sticker: str | None = None
    card: str | int | None = None


class Enhance(Part, frozen=True):
    """The entry on the back of an item and its options."""

    entry: int
    options: Mapping[str, EnhanceOption] = {}


class ValePack(Pack, frozen=True):
    """Cards, sheets, companions, mobs, scenes, entries, grids and crafts.

    :param faces: the faces of a die, for rolls by the app (AV-DICE-032)
    """

    faces: tuple[Face, ...] = FACES
    characters: Mapping[str, CharacterSheet] = {}
    companion_cards: Mapping[str, CompanionCard] = {}
    cards: Mapping[str, Card] = {}
    sheet: Mapping[str, Mapping[str, Ability]] = {}
    companions: Mapping[str, Mapping[str, Ability]] = {}
    mobs: Mapping[str, Mob] = {}
    scenes: Mapping[str, Scene] = {}
    injuries: Mapping[str, InjuryCard] = {}
    entries: Mapping[str, Entry] = {}
    maps: Mapping[str, Map] = {}
    interludes: Mapping[str, InterludeCard] = {}
    grids: Mapping[str, GridContent] = {}
    garments: Mapping[str, Garment] = {}
    board_numbers: Mapping[str, tuple[str, ...]] = {}
    shelf: tuple[ShelfPlace, ...] = ()
    brews: Mapping[str, Brew] = {}
    enhance: Mapping[str, Enhance] = {}

    def name_of(self, thing: str) -> str:
        """What people call a card, mob, scene or anything else."""
        parts: tuple[Mapping[str, Card | Mob | Scene], ...] = (self.cards, self.mobs, self.scenes)
        for part in parts:
            if thing in part and part[thing].name:
                return part[thing].name
        text = thing.replace("_", " ")
        return f"Card {text}" if text.isdigit() else text[:1].upper() + text[1:]

    def problems(self) -> Iterable[Problem]:
        """Ids that are no ids, characters that do not exist, effects that name no or several verbs."""
        for part in ("cards", "mobs", "scenes", "injuries", "maps", "interludes", "garments", "enhance"):
            yield from faulty_ids(part, getattr(self, part))
        for part in ("characters", "sheet", "grids"):
            for name in getattr(self, part):
                if name not in CHARACTERS:
                    yield Problem(f"{part}.{name}", f"one of {', '.join(CHARACTERS)} was expected")
        for name, card in self.cards.items():
            yield from _faults(f"cards.{name}", card.abilities)
            if any(not effect.verb for effect in card.drink):
                yield Problem(f"cards.{name}.drink", "each effect says what it does")
        for part, sheets in (("sheet", self.sheet), ("companions", self.companions)):
            for name, abilities in sheets.items():
                yield from _faults(f"{part}.{name}", abilities)
        for name, entry in self.entries.items():
            if not name.isdigit() or any(not each.verb for each in entry.effects):
                yield Problem(f"entries.{name}", "a number, and effects that say what they do, were expected")
        if not self.faces:
            yield Problem("faces", "a die has at least one face")


def _faults(place: str, abilities: Mapping[str, Ability]) -> Iterable[Problem]:
    for name, ability in abilities.items():
        if any(not effect.verb for effect in ability.effects):
            yield Problem(f"{place}.{name}", "each effect says what it does")
