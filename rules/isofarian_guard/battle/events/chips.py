"""Bag and chips: ``n`` says how many, ``from_`` from where (an area, or ``supply``)."""

from __future__ import annotations

from rules.kernel import Bag, Event


class BagRefilled(Event, frozen=True, kw_only=True):
    """The discard area went into the bag."""

    who: str
    chips: Bag


class DrawBegan(Event, frozen=True, kw_only=True):
    """The draw of step 5 begins; so many chips count towards its end."""

    guard: str
    number: int


class ChipDrawn(Event, frozen=True, kw_only=True):
    """A chip came out of the bag.

    :param to: the area in which it lies now, or ``supply``
    :param counts: it counts towards the number of the draw
    :param left: chips still to count in the draw of step 5, ``None`` in other draws
    """

    who: str
    chip: str
    to: str
    counts: bool
    left: int | None = None


class DrawStopped(Event, frozen=True, kw_only=True):
    """Fear ended the draw."""

    guard: str


class DrawCompleted(Event, frozen=True, kw_only=True):
    """Step 5 is through: actions follow."""

    guard: str


class ChipIgnored(Event, frozen=True, kw_only=True):
    """A chip did nothing, its owner being immune."""

    who: str
    chip: str


class ChipNegated(Event, frozen=True, kw_only=True):
    """A chip was negated and is in the supply."""

    who: str
    chip: str
    source: str


class ChipAddedToBag(Event, frozen=True, kw_only=True):
    """A chip of the supply went into a bag."""

    who: str
    chip: str


class ChipGained(Event, frozen=True, kw_only=True):
    """A chip was gained; it lies in the area ``to``."""

    who: str
    chip: str
    to: str


class ChipPlacedOnEnemy(Event, frozen=True, kw_only=True):
    """A chip was placed on an enemy card."""

    who: str
    chip: str


class ChipReturnedToSupply(Event, frozen=True, kw_only=True):
    """Chips went to the supply; from ``supply``: they would have gone over the limit."""

    who: str
    chip: str
    n: int
    from_: str


class ChipDiscarded(Event, frozen=True, kw_only=True):
    """Chips went to the discard area."""

    who: str
    chip: str
    n: int
    from_: str


class ChipReturnedToBag(Event, frozen=True, kw_only=True):
    """Chips went back into the bag; ``from_`` the bag itself: they had been drawn from it by somebody else."""

    who: str
    chip: str
    n: int
    from_: str


class ChipMoved(Event, frozen=True, kw_only=True):
    """Chips went from one area to another."""

    who: str
    chip: str
    n: int
    from_: str
    to: str


class ChipTaken(Event, frozen=True, kw_only=True):
    """A chip left a bag, taken by the other guard."""

    who: str
    chip: str


class AllyChipsDrawn(Event, frozen=True, kw_only=True):
    """[Endure]: chips were drawn from the ally's bag; all but the negative ones go back."""

    guard: str
    ally: str
    chips: tuple[str, ...]
