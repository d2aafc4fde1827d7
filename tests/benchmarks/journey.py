"""A journey of four heroes, kept in two ways: by the kernel, and as an aggregate of the eventsourcing library.

Six kinds of events, resources and gear, and a map of visited nodes; both end in the same state.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from eventsourcing.domain import Aggregate, event
from msgspec.structs import replace

from rules.kernel import Event, Game, Option, Pack, Rulebook, State

HEROES = tuple(f"hero_{number}" for number in range(4))
REGION = 32
"""How many nodes a region has where the map is split."""
RESOURCES = ("wood", "stone", "herbs", "coins")
SLOTS = ("head", "body", "hand", "feet")


class Begun(Event, frozen=True):
    """The heroes set out."""

    heroes: tuple[str, ...]


class NodeEntered(Event, frozen=True):
    """A hero entered a node of the map."""

    hero: str
    region: str
    node: str


class Gained(Event, frozen=True):
    """A hero has so much more of a resource."""

    hero: str
    resource: str
    amount: int


class Spent(Event, frozen=True):
    """A hero has so much less of a resource."""

    hero: str
    resource: str
    amount: int


class GearTaken(Event, frozen=True):
    """A hero wears something."""

    hero: str
    slot: str
    item: str


class Hurt(Event, frozen=True):
    """A hero's health after a wound."""

    hero: str
    health: int


class DayEnded(Event, frozen=True):
    """A day is over."""

    day: int


class Hero(msgspec.Struct, frozen=True, kw_only=True):
    """One of the four."""

    node: str = ""
    health: int = 20
    resources: Mapping[str, int] = {}
    gear: Mapping[str, str] = {}


class Journey(State, frozen=True):
    """The heroes, and how often each node was visited, by region."""

    heroes: Mapping[str, Hero]
    visited: Mapping[str, Mapping[str, int]] = {}
    day: int = 1


rulebook: Rulebook[Journey, Pack] = Rulebook()


def _with(state: Journey, name: str, hero: Hero) -> Mapping[str, Hero]:
    return {**state.heroes, name: hero}


@rulebook.founds(Begun)
def _begun(begun: Begun) -> Journey:
    return Journey(heroes={name: Hero() for name in begun.heroes})


@rulebook.evolves(NodeEntered)
def _entered(state: Journey, at: NodeEntered) -> Journey:
    region = state.visited.get(at.region, {})
    visited = {**state.visited, at.region: {**region, at.node: region.get(at.node, 0) + 1}}
    return replace(state, heroes=_with(state, at.hero, replace(state.heroes[at.hero], node=at.node)), visited=visited)


@rulebook.evolves(Gained)
def _gained(state: Journey, gain: Gained) -> Journey:
    return _changed(state, gain.hero, gain.resource, gain.amount)


@rulebook.evolves(Spent)
def _spent(state: Journey, loss: Spent) -> Journey:
    return _changed(state, loss.hero, loss.resource, -loss.amount)


def _changed(state: Journey, name: str, resource: str, amount: int) -> Journey:
    hero = state.heroes[name]
    resources = {**hero.resources, resource: hero.resources.get(resource, 0) + amount}
    return replace(state, heroes=_with(state, name, replace(hero, resources=resources)))


@rulebook.evolves(GearTaken)
def _taken(state: Journey, gear: GearTaken) -> Journey:
    hero = state.heroes[gear.hero]
    return replace(state, heroes=_with(state, gear.hero, replace(hero, gear={**hero.gear, gear.slot: gear.item})))


@rulebook.evolves(Hurt)
def _hurt(state: Journey, wound: Hurt) -> Journey:
    return replace(state, heroes=_with(state, wound.hero, replace(state.heroes[wound.hero], health=wound.health)))


@rulebook.evolves(DayEnded)
def _ended(state: Journey, over: DayEnded) -> Journey:
    return replace(state, day=over.day + 1)


class JourneyGame(Game[Journey, Pack]):
    """The journey as a game of the kernel; nothing in it is decided."""

    key = "journey"
    title = "A journey"
    reasons = frozenset()
    state_type = Journey
    pack_type = Pack
    rulebook = rulebook

    def set_up_options(self, pack: Pack) -> list[Option]:
        """None: its events are made up."""
        return []

    def outcome(self, state: Journey) -> str | None:
        """It never ends."""
        return None


GAME = JourneyGame()


def happenings(count: int, nodes: int, *, split: bool) -> list[Event]:
    """So many events on a map of so many nodes.

    :param split: the map is split into regions; otherwise all of it is one
    """
    return [Begun(heroes=HEROES), *_wanderings(count - 1, nodes, REGION if split else nodes)]


def _wanderings(count: int, nodes: int, region: int) -> Iterator[Event]:
    luck = random.Random(1)
    for number in range(count):
        hero, resource, node = luck.choice(HEROES), luck.choice(RESOURCES), luck.randrange(nodes)
        makers = (
            NodeEntered(hero=hero, region=f"region_{node // region}", node=f"node_{node}"),
            Gained(hero=hero, resource=resource, amount=luck.randint(2, 5)),
            Spent(hero=hero, resource=resource, amount=1),
            GearTaken(hero=hero, slot=luck.choice(SLOTS), item=f"item_{luck.randrange(50)}"),
            Hurt(hero=hero, health=luck.randint(1, 20)),
            DayEnded(day=number),
        )
        yield makers[luck.randrange(len(makers))]


class LibraryJourney(Aggregate):
    """The same as an aggregate of the library, changed in place."""

    def __init__(self, heroes: list[str]) -> None:
        self.heroes: dict[str, Any] = {n: {"node": "", "health": 20, "resources": {}, "gear": {}} for n in heroes}
        self.visited: dict[str, dict[str, int]] = {}
        self.day = 1

    @event("NodeEntered")
    def enter(self, hero: str, region: str, node: str) -> None:
        """A hero enters a node."""
        self.heroes[hero]["node"] = node
        there = self.visited.setdefault(region, {})
        there[node] = there.get(node, 0) + 1

    @event("Gained")
    def gain(self, hero: str, resource: str, amount: int) -> None:
        """A hero gains something."""
        resources = self.heroes[hero]["resources"]
        resources[resource] = resources.get(resource, 0) + amount

    @event("Spent")
    def spend(self, hero: str, resource: str, amount: int) -> None:
        """A hero spends something."""
        resources = self.heroes[hero]["resources"]
        resources[resource] = resources.get(resource, 0) - amount

    @event("GearTaken")
    def take(self, hero: str, slot: str, item: str) -> None:
        """A hero puts something on."""
        self.heroes[hero]["gear"][slot] = item

    @event("Hurt")
    def hurt(self, hero: str, health: int) -> None:
        """A hero is wounded."""
        self.heroes[hero]["health"] = health

    @event("DayEnded")
    def end_day(self, day: int) -> None:
        """A day ends."""
        self.day = day + 1


_COMMANDS = {
    NodeEntered: "enter", Gained: "gain", Spent: "spend", GearTaken: "take", Hurt: "hurt", DayEnded: "end_day",
}  # fmt: skip


def aggregate_of(events: list[Event]) -> LibraryJourney:
    """The library's aggregate to which the same happened."""
    aggregate = LibraryJourney(list(HEROES))
    for happened in events[1:]:
        getattr(aggregate, _COMMANDS[type(happened)])(**msgspec.structs.asdict(happened))
    return aggregate
