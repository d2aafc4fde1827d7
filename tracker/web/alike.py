"""Options and choices that differ in nothing but which copy of a card is meant: one of them stands for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.kernel import Choice, Field, Option

Kinds = Mapping[str, str]
"""The kind of each copy of a card, by its id; see :meth:`rules.kernel.Game.kinds`."""
NO_KINDS: Kinds = {}


@dataclass(frozen=True)
class Stack:
    """Options that are the same but for the copy.

    :param option: the first of them, which is the one that is offered
    :param members: all of them
    """

    option: Option
    members: tuple[Option, ...]

    @property
    def count(self) -> int:
        """How many copies there are."""
        return len(self.members)


def stacked(options: Sequence[Option], kinds: Kinds) -> list[Stack]:
    """Options, those that are alike as one; each with its alike choices as one."""
    if not kinds:
        return [Stack(option, (option,)) for option in options]
    alike: dict[bytes, list[Option]] = {}
    for option in options:
        alike.setdefault(msgspec.json.encode(_plain(option, kinds), order="deterministic"), []).append(option)
    return [Stack(with_stacked_choices(members[0], kinds), tuple(members)) for members in alike.values()]


def with_stacked_choices(option: Option, kinds: Kinds) -> Option:
    """An option whose alike choices are one, with their number. Where several are chosen, each stays."""
    fields = tuple(_stacked_field(field, kinds) for field in option.fields)
    return replace(option, fields=fields) if fields != option.fields else option


def _stacked_field(field: Field, kinds: Kinds) -> Field:
    if field.kind != "choice":
        return field
    alike: dict[Choice, list[Choice]] = {}
    for choice in field.choices:
        alike.setdefault(replace(choice, value=kinds.get(choice.value, choice.value)), []).append(choice)
    return replace(field, choices=tuple(_named(found) for found in alike.values()))


def _named(found: Sequence[Choice]) -> Choice:
    first = found[0]
    return first if len(found) == 1 else replace(first, label=f"{first.label} ×{len(found)}")


def _plain(option: Option, kinds: Kinds) -> Option:
    """An option with the kind of card in the place of each copy."""
    fields = tuple(
        replace(field, choices=tuple(replace(c, value=kinds.get(c.value, c.value)) for c in field.choices))
        for field in option.fields
    )
    return replace(option, fixed={name: _kind(value, kinds) for name, value in option.fixed.items()}, fields=fields)


def _kind(value: Any, kinds: Kinds) -> Any:
    return kinds.get(value, value) if isinstance(value, str) else value
