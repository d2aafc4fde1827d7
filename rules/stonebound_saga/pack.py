"""The content of The Stonebound Saga: characters, abilities, the stars of terrain, board and deck as validated data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from rules.kernel import Bag, Pack, Problem, faulty_ids
from rules.stonebound_saga.figures import (
    ELEMENTS,
    STONES_PER_ELEMENT,
    CharacterClass,
    DamageType,
    Element,
    Status,
)
from rules.stonebound_saga.terrain_cards import CARDS

Number = Annotated[int, Meta(ge=0, le=1000)]
Chance = Annotated[int, Meta(ge=1, le=100)]
Stars = Annotated[int, Meta(ge=1, le=3)]
Size = Annotated[int, Meta(ge=2, le=40)]
Name = Annotated[str, Meta(min_length=1, max_length=100, pattern=r"\S")]
Aim = Literal["enemy", "ally", "self", "anyone"]


class Strike(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a standard attack inside an ability differs from a plain one."""

    guaranteed_crt: bool = False
    no_crt: bool = False
    type: DamageType | None = None


class Step(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One keyword or effect of an ability. Exactly one of its effects is given.

    :param damage: damage of a type, against armour
    :param lose_hp: HP lost without a damage type
    :param raise_: HP with which an incapacitated character stands again
    :param remove: a status, or ``all``
    :param atk_up: red cubes on the user
    :param move_target: spaces at most by which the user's player moves the target
    :param chance: On #-#
    :param number: On #
    :param crt_roll: On CRT
    :param doubles: On Doubles
    :param then: what such a roll brings
    :param to: ``self`` directs the step at the user
    """

    standard_attack: bool | Strike = False
    double_attack: bool | Strike = False
    damage: Number | None = None
    type: DamageType | None = None
    lose_hp: Number | None = None
    heal: Number | None = None
    extra_hp: Number | None = None
    raise_: Annotated[int, Meta(ge=1, le=1000)] | None = field(name="raise", default=None)
    add: Status | None = None
    remove: Status | Literal["all"] | None = None
    atk_up: Number | None = None
    move_target: Number | None = None
    chance: tuple[Chance, Chance] | None = None
    number: Annotated[int, Meta(ge=0, le=9)] | None = None
    crt_roll: bool = False
    doubles: bool = False
    then: tuple[Step, ...] = ()
    to: Literal["self"] | None = None

    @property
    def rolls(self) -> bool:
        """Whether it is a roll with something that follows."""
        return self.chance is not None or self.number is not None or self.crt_roll or self.doubles

    @property
    def strikes(self) -> Strike | None:
        """The way of its standard attacks, if it makes any."""
        given = self.standard_attack or self.double_attack
        return given if isinstance(given, Strike) else Strike() if given else None

    @property
    def effects(self) -> int:
        """How many effects it names; one is right."""
        valued = (
            self.damage, self.lose_hp, self.heal, self.extra_hp, self.raise_, self.add, self.remove, self.atk_up,
            self.move_target, self.chance, self.number,
        )  # fmt: skip
        flags = (self.standard_attack, self.double_attack, self.crt_roll, self.doubles)
        return sum(value is not None for value in valued) + sum(map(bool, flags))


class Grant(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a fuse gives while it is fused.

    :param against: a damage type or a status
    :param for_: the characters that it covers, by default the bearer
    """

    evasion: Chance | None = None
    negation: Chance | None = None
    against: DamageType | Status | None = None
    counter: bool = False
    retaliate: Number | None = None
    type: DamageType = "physical"
    hand_size: Number | None = None
    for_: tuple[str, ...] = field(name="for", default=())


class Ability(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An ability of a character's ability cards (SS-CMP-004).

    :param of: the character
    :param stand_in: made up by us in place of a card whose text nobody entered yet
    """

    name: Name
    of: str
    card: Literal["offense", "defense"]
    element: Element
    cost: Number
    target: Aim = "enemy"
    fuse: bool = False
    no_action: bool = False
    use_once: bool = False
    any_range: bool = False
    aura: bool = False
    steps: tuple[Step, ...] = ()
    grants: tuple[Grant, ...] = ()
    stand_in: bool = False


class CharacterCard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A character with the starting stats of its dashboard (SS-CMP-005, SS-CMP-010).

    :param offense: colours of its offensive abilities; where none is named every ability of its cards is its own
    """

    name: Name
    stars: Stars
    class_: CharacterClass = field(name="class")
    hp: Annotated[int, Meta(ge=1, le=1000)]
    atk: Number
    crt: Number
    mv: Number
    rng: Annotated[int, Meta(ge=1, le=40)]
    pd: Number
    sd: Number
    max_hp: Number | None = None
    offense: tuple[Element, ...] = ()
    defense: tuple[Element, ...] = ()
    stand_in: bool = False


class TerrainFacts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a terrain card says of itself that the rulebook does not.

    :param stars: what it counts in a terrain deck and costs when it is played
    """

    stars: Annotated[int, Meta(ge=1, le=10)]
    stand_in: bool = False


class Board(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The grid (SS-SET-006): the end lines are its first and its last row."""

    columns: Size = 12
    rows: Size = 12


def printed_deck() -> dict[str, int]:
    """The 140 stones of the breakdown (SS-STN-003)."""
    return {f"{element}_{value}": count for element in ELEMENTS for value, count in STONES_PER_ELEMENT.items()}


class StoneboundPack(Pack, frozen=True):
    """Characters, abilities, terrain, board and stones.

    :param stones: the common deck: how often each stone is there
    """

    characters: Mapping[str, CharacterCard]
    abilities: Mapping[str, Ability]
    terrain: Mapping[str, TerrainFacts]
    board: Board = Board()
    stones: Bag = field(default_factory=printed_deck)

    def name_of(self, name: str) -> str:
        """What people call a character, an ability or a terrain card."""
        if name in self.characters:
            return self.characters[name].name
        if name in self.abilities:
            return self.abilities[name].name
        return CARDS[name].name if name in CARDS else name.replace("_", " ").capitalize()

    def abilities_of(self, character: str) -> tuple[str, ...]:
        """The abilities that a character may use or fuse: on its cards, in its colours (SS-CMP-007)."""
        return tuple(name for name, ability in self.abilities.items() if self.owns(character, ability))

    def owns(self, character: str, ability: Ability) -> bool:
        """Whether an ability is one of a character's (SS-CMP-007)."""
        card = self.characters.get(character)
        if ability.of != character or card is None:
            return ability.of == character
        colours = card.offense if ability.card == "offense" else card.defense
        return not (card.offense or card.defense) or ability.element in colours

    def pile(self, stars: int) -> tuple[str, ...]:
        """The characters of a rarity."""
        return tuple(name for name, card in self.characters.items() if card.stars == stars)

    def terrain_stars(self, card: str) -> int:
        """The stars of a terrain card in a deck (SS-TEA-004)."""
        return 1 if card == "barren_wasteland" else self.terrain[card].stars

    def problems(self) -> Iterable[Problem]:
        """Names that do not resolve, colours and abilities that do not fit the stars (SS-CMP-004 to SS-CMP-006)."""
        yield from faulty_ids("characters", self.characters)
        yield from faulty_ids("abilities", self.abilities)
        yield from _faults_of_terrain(self)
        yield from _faults_of_stones(self)
        for name, card in self.characters.items():
            yield from _faults_of_character(self, name, card)
        for name, ability in self.abilities.items():
            yield from _faults_of_ability(self, name, ability)


COLOURS: Mapping[int, tuple[tuple[int, int], ...]] = {1: ((1, 1),), 2: ((2, 1), (1, 2)), 3: ((2, 2),)}
"""Offensive and defensive colours by stars (SS-CMP-005)."""
PER_COLOUR = 3
"""Abilities that a colour gives (SS-CMP-006)."""


def _faults_of_terrain(pack: StoneboundPack) -> Iterator[Problem]:
    for name in CARDS:
        if name not in pack.terrain:
            yield Problem(f"terrain.{name}", "the stars of this terrain card are missing")
    for name in pack.terrain:
        if name not in CARDS:
            yield Problem(f"terrain.{name}", f"no terrain card of that name; there are {', '.join(CARDS)}")
    if "barren_wasteland" in pack.terrain and pack.terrain["barren_wasteland"].stars != 1:
        yield Problem("terrain.barren_wasteland.stars", "1 expected: it counts 1 star whatever it costs")


def _faults_of_stones(pack: StoneboundPack) -> Iterator[Problem]:
    designs = printed_deck()
    for stone in pack.stones:
        if stone not in designs:
            yield Problem(f"stones.{stone}", "a stone such as fire_2 or light_inf was expected")


def _faults_of_character(pack: StoneboundPack, name: str, card: CharacterCard) -> Iterator[Problem]:
    colours = (len(set(card.offense)), len(set(card.defense)))
    if colours not in COLOURS[card.stars]:
        wanted = " or ".join(f"{off} offensive and {own} defensive" for off, own in COLOURS[card.stars])
        yield Problem(f"characters.{name}", f"{wanted} colours expected with {card.stars} stars, found {colours}")
        return
    for kind, elements in (("offense", card.offense), ("defense", card.defense)):
        for element in elements:
            found = sum(a.of == name and a.card == kind and a.element == element for a in pack.abilities.values())
            if found != PER_COLOUR:
                yield Problem(f"characters.{name}", f"3 {kind} abilities of {element} expected, found {found}")


def _faults_of_ability(pack: StoneboundPack, name: str, ability: Ability) -> Iterator[Problem]:
    place = f"abilities.{name}"
    if ability.of not in pack.characters:
        yield Problem(f"{place}.of", f"no character is called {ability.of}")
    elif not pack.owns(ability.of, ability):
        yield Problem(f"{place}.element", f"{ability.element} is no {ability.card} colour of {ability.of}")
    if ability.fuse and ability.card != "defense":
        yield Problem(f"{place}.fuse", "only defensive abilities are fused")
    if ability.fuse == bool(ability.steps):
        yield Problem(place, "steps expected for what is used, grants for what is fused")
    for step in all_steps(ability.steps):
        if step.effects != 1 or bool(step.then) != step.rolls:
            yield Problem(f"{place}.steps", "each step names one effect, and a roll what follows it")
    for grant in ability.grants:
        if (grant.evasion or grant.negation) and grant.against is None:
            yield Problem(f"{place}.grants", "evasion and negation say what they are against")
        for other in grant.for_:
            if other not in pack.characters:
                yield Problem(f"{place}.grants", f"no character is called {other}")


def all_steps(steps: Iterable[Step]) -> Iterator[Step]:
    """Steps and those that follow their rolls."""
    for step in steps:
        yield step
        yield from all_steps(step.then)
