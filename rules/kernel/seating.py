"""For whom an option is, before it is taken: the seat that its decision would be taken for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import fields

from rules.kernel.game import Game
from rules.kernel.messages import Decision, State
from rules.kernel.options import Field, Option


class Seating(NamedTuple):
    """For whom an option is.

    :param seat: the seat that it decides for while nothing that tells is chosen; ``None``: anyone may take it
    :param told: the fields that tell: what is chosen there makes it another seat's. By the field's name, the seat of
        each value
    """

    seat: str | None
    told: Mapping[str, Mapping[str, str | None]]

    def seat_for(self, chosen: Mapping[str, Any]) -> str | None:
        """The seat that it decides for with these values."""
        for name, seats in self.told.items():
            if name in chosen:
                return seats[chosen[name]]
        return self.seat


def seating(game: Game[Any, Any], state: State | None, option: Option) -> Seating:
    """For whom an option is on a position, by what :meth:`Game.seat_of` says of the decisions that come of it."""
    kind = game.decision_kinds[option.do]
    seat = game.seat_of(state, _drafted(kind, option.arguments()))
    told = {}
    for field in _telling(option):
        seats = {
            choice.value: game.seat_of(state, _drafted(kind, option.arguments({field.name: choice.value})))
            for choice in field.choices
        }
        if set(seats.values()) != {seat}:
            told[field.name] = seats
    return Seating(seat, told)


def _telling(option: Option) -> Iterator[Field]:
    """The fields that may tell a seat: one value of the decision's own, not of something within it."""
    return (field for field in option.fields if field.kind == "choice" and field.choices and "." not in field.name)


def _drafted(kind: type[Decision], arguments: Mapping[str, Any]) -> Decision:
    """A decision as far as it is known: what was not chosen yet is ``None``."""
    return kind(**{name: arguments.get(key) for name, key, required in _shape(kind) if required or key in arguments})


@cache
def _shape(kind: type[Decision]) -> tuple[tuple[str, str, bool], ...]:
    """The arguments of a decision: name, name in data, and whether one has to be given."""
    return tuple((field.name, field.encode_name, field.required) for field in fields(kind))
