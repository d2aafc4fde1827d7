"""Facts about travelling: nodes, boat, event bag, field events, checkpoints."""

from __future__ import annotations

from typing import Literal

from rules.isofarian_guard.campaign.facts import Phase
from rules.kernel import Bag, Event


class NodeEntered(Event, frozen=True):
    """The party arrived on a node.

    :param color: its colour as it counted on arrival; an opened red node counts as orange
    :param phase: what is due there: ``event_draw``, ``narrative_choice`` or ``exploration``
    :param aboard: it came by boat, which is there now too
    """

    node: str
    color: str
    phase: Phase
    aboard: bool = False


class PartyPlaced(Event, frozen=True):
    """The campaign book put the party on a node."""

    node: str


class NodeOpened(Event, frozen=True):
    """The campaign book opened a red node."""

    node: str


class BoatBoarded(Event, frozen=True):
    """The party went aboard the boat where it lies."""

    at: str


class BoatLeft(Event, frozen=True):
    """The party went ashore; the boat stays there."""

    at: str


class BoatReturned(Event, frozen=True):
    """The boat came to the Boat Dock of Fort Istra; to nowhere while the dock is in ruins."""

    at: str | None


class BoatLent(Event, frozen=True):
    """The story put a boat somewhere."""

    at: str


class EventChipDrawn(Event, frozen=True):
    """A chip left the event bag and is being resolved."""

    chip: str
    phase: Phase


class EventChipReturned(Event, frozen=True):
    """The chip that was drawn went back into the event bag."""

    chip: str


class BattleAvoided(Event, frozen=True):
    """The guards exhausted AP, so the skull chip led to no battle."""

    skull: str


class ExplorationContinued(Event, frozen=True):
    """After a compass the party went on without a battle or a field event."""


class PurpleCubePlaced(Event, frozen=True):
    """A compass brought a purple cube to the region; ``cubes`` lie there now."""

    region: str
    cubes: int


class PurpleCubesReturned(Event, frozen=True):
    """All purple cubes of the region went back to the supply."""

    region: str


class FieldCardDrawn(Event, frozen=True):
    """The top card of a region deck was taken.

    :param card: the card as it is known now
    :param drawn_as: what the deck held in its place: itself, or ``unknown``
    """

    region: str
    card: str
    drawn_as: str


class FieldPathChosen(Event, frozen=True):
    """The party chose one of the paths of a field event card."""

    card: str
    path: str


class FieldCardDiscarded(Event, frozen=True):
    """The card left the game for all campaigns."""

    card: str


class FieldCardReturnedToDeck(Event, frozen=True):
    """The card went to the bottom of its deck."""

    region: str
    card: str


class GuardChipsDrawn(Event, frozen=True):
    """Chips were drawn from a guard's bag outside battle; they are held until they return."""

    guard: str
    chips: tuple[str, ...]
    purpose: Literal["field_event", "fishing"]


class GuardChipsReturned(Event, frozen=True):
    """Chips that were held went back into the bag they came from."""

    guard: str
    chips: tuple[str, ...]


class Rested(Event, frozen=True):
    """The party rested: all HP and AP restored."""

    at: str
    fee: int


class NegativeChipsRemoved(Event, frozen=True):
    """Negative chips left a guard's bag in a rest."""

    guard: str
    chips: Bag


class TentUsed(Event, frozen=True):
    """A tent was used up: healing by guard, all AP active."""

    guard: str
    at: str
    healed: Bag


class CheckpointCreated(Event, frozen=True):
    """The campfire chip moved.

    :param by: ``inn``, ``barracks`` or ``tent``
    """

    at: str
    by: Literal["inn", "barracks", "tent"]
