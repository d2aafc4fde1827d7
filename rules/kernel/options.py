"""What may be decided now: the list from which forms, the API, random players and simulations are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

FieldKind = Literal["choice", "many", "counts", "number", "text", "flag"]


class Choice(msgspec.Struct, frozen=True):
    """One value that a field may take.

    :param value: what the decision receives
    :param label: what people read
    :param detail: a second line, or empty
    :param blocked: why it cannot be chosen now, or empty; shown greyed out, refused when sent
    :param most: for ``counts``: so many of it at most; ``None``: as many as the field allows
    :param initial: for ``counts``: so many of it the form shows first
    """

    value: str
    label: str
    detail: str = ""
    blocked: str = ""
    most: int | None = None
    initial: int = 0


class Field(msgspec.Struct, frozen=True):
    """One argument of a decision.

    :param name: the argument; dots reach into nested arguments (``effect.from``)
    :param kind: ``choice`` one value, ``many`` a list of distinct values, ``counts`` a map value -> number,
        ``number``, ``text``, ``flag``
    :param choices: for ``choice``, ``many`` and ``counts``
    :param minimum: least number (``number``), of values (``many``) or in total (``counts``)
    :param maximum: the same, at most; ``None``: no bound
    :param required: may not be left out
    :param initial: what the form shows first; of a choice that may be left out, also what leaving it out means
    """

    name: str
    label: str
    kind: FieldKind = "choice"
    choices: tuple[Choice, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    required: bool = True
    initial: str | int | bool | None = None


class Option(msgspec.Struct, frozen=True):
    """A decision that may be taken now, with the arguments still open.

    Every combination is judged again by ``decide``; at least one is allowed unless ``blocked`` says why not.

    :param do: the decision's name
    :param label: what the button says
    :param fixed: arguments that are settled, dots as in :class:`Field`
    :param fields: arguments that the player chooses
    :param group: heading under which it stands
    :param likely: one of the few that the table page offers first
    :param luck: it asks luck, so the form offers "draw for us" and "we drew"
    :param note: one line beneath, such as a damage preview
    :param blocked: why it is not possible now, or empty
    """

    do: str
    label: str
    fixed: Mapping[str, Any] = {}
    fields: tuple[Field, ...] = ()
    group: str = ""
    likely: bool = False
    luck: bool = False
    note: str = ""
    blocked: str = ""

    def arguments(self, chosen: Mapping[str, Any] = {}) -> dict[str, Any]:
        """The decision as plain data, from the fixed arguments and the chosen ones (dotted names become maps)."""
        data: dict[str, Any] = {"do": self.do}
        for name, value in {**self.fixed, **chosen}.items():
            place = data
            *path, last = name.split(".")
            for step in path:
                place = place.setdefault(step, {})
            place[last] = value
        return data


def choices(values: Sequence[str], labels: Mapping[str, str] | None = None) -> tuple[Choice, ...]:
    """Choices from plain values, labelled by a map or by their own words."""
    known = labels or {}
    return tuple(Choice(value, known.get(value) or words(value)) for value in values)


def words(identifier: str) -> str:
    """An identifier as words: ``timber_wolf`` becomes ``Timber wolf``."""
    text = identifier.replace("_", " ")
    return text[:1].upper() + text[1:]


def player_name(seat: str) -> str:
    """A player in words, by the seat's id: ``Player 2`` for ``p2``; any other id as it is."""
    number = seat.removeprefix("p")
    return f"Player {number}" if seat != number and number.isdecimal() else seat


def seat_words(seat: str) -> str:
    """A seat in words: ``p1`` becomes ``Player 1``, ``grigory`` becomes ``Grigory``."""
    return words(player_name(seat))


def source_words(source: str) -> str:
    """A source of luck in words: ``deck.p1`` becomes ``Deck Player 1``."""
    return words(" ".join(map(player_name, source.split("."))))
