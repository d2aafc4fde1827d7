"""What differs between two positions: found part by part, then told in the words of the game.

``Grigory: HP 12 -> 18``, ``Stash: Pine 4 -> 0``. Absent and zero read alike in a bag; a list is told by what came and
what went; a deck by its size, since nobody knows its order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

from rules.kernel.bags import Deck
from rules.kernel.options import words

if TYPE_CHECKING:
    from rules.kernel.game import Game

IDENTITIES = ("id", "key", "name", "card", "stone", "ability", "quest", "enemy")
"""Fields by which the things of a list are told apart, the best one first."""


class Step(NamedTuple):
    """One step into a position: a field of its structure, the key of a map, or the place in a list, from 1."""

    kind: Literal["field", "key", "place"]
    name: str


class Difference(NamedTuple):
    """A part that is not the same.

    :param was: the part on the one side; ``None`` where there is none
    :param now: on the other
    """

    path: tuple[Step, ...]
    was: Any
    now: Any


class Told(msgspec.Struct, frozen=True):
    """A difference in words.

    :param group: what it belongs to: ``Grigory``, ``Stash``; empty: the game as a whole
    :param label: the part: ``HP``, ``Pine``
    :param was: its value on the one side
    :param now: on the other
    :param amounts: both as numbers, where they are numbers
    :param gained: what a list has on the other side alone
    :param lost: what it has on the one side alone
    """

    group: str
    label: str
    was: str = ""
    now: str = ""
    amounts: tuple[int, int] | None = None
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


def differences(was: Any, now: Any) -> list[Difference]:
    """What differs between two positions, or parts of positions, in the order of their fields."""
    return list(_parts((), was, now))


def told(game: Game[Any, Any], was: Any, now: Any, pack: Any) -> list[Told]:
    """What differs between two positions in the words of a game: the game as a whole first, then group by group. Two
    copies of one thing are the same to whoever plays."""
    names = game.names(pack)
    found = [
        text
        for each in differences(was, now)
        if _is_told(game, each.path) and (text := _told(game, names, each)) is not None
    ]
    groups = list(dict.fromkeys(["", *(each.group for each in found)]))
    return sorted(found, key=lambda each: groups.index(each.group))


# ---- finding


def _parts(path: tuple[Step, ...], was: Any, now: Any) -> Iterator[Difference]:
    if was == now:
        return
    if isinstance(was, Deck) and isinstance(now, Deck):
        yield from _decks(path, was, now)
    elif isinstance(was, msgspec.Struct) and type(was) is type(now):
        for field in type(was).__struct_fields__:
            yield from _parts((*path, Step("field", field.rstrip("_"))), getattr(was, field), getattr(now, field))
    elif isinstance(was, Mapping) and isinstance(now, Mapping):
        yield from _maps(path, was, now)
    elif isinstance(was, tuple | list) and isinstance(now, tuple | list):
        yield from _lists(path, was, now)
    else:
        yield Difference(path, was, now)


def _maps(path: tuple[Step, ...], was: Mapping[Any, Any], now: Mapping[Any, Any]) -> Iterator[Difference]:
    counts = all(type(value) is int for value in (*was.values(), *now.values()))
    absent = 0 if counts else None
    for key in dict.fromkeys((*was, *now)):
        yield from _parts((*path, Step("key", str(key))), was.get(key, absent), now.get(key, absent))


def _lists(path: tuple[Step, ...], was: Any, now: Any) -> Iterator[Difference]:
    if not any(isinstance(item, msgspec.Struct | Mapping | tuple) for item in (*was, *now)):
        yield Difference(path, tuple(was), tuple(now))
        return
    one, other = _by_identity(was), _by_identity(now)
    if one is not None and other is not None:
        yield from _maps(path, one, other)
        return
    for place in range(max(len(was), len(now))):
        here, there = (side[place] if place < len(side) else None for side in (was, now))
        yield from _parts((*path, Step("place", str(place + 1))), here, there)


def _by_identity(items: Any) -> dict[str, Any] | None:
    """The things of a list by what tells them apart; ``None`` when nothing does."""
    for field in IDENTITIES:
        found = {name: item for item in items if isinstance(name := getattr(item, field, None), str)}
        if len(found) == len(items):
            return found
    return None


def _decks(path: tuple[Step, ...], was: Deck, now: Deck) -> Iterator[Difference]:
    if was.size != now.size:
        yield Difference(path, was.size, now.size)
    elif was.contents != now.contents:
        cards = tuple(tuple(Counter(deck.contents).elements()) for deck in (was, now))
        yield Difference(path, *cards)


# ---- telling


def _is_told(game: Game[Any, Any], path: tuple[Step, ...]) -> bool:
    return all(step.kind != "field" or game.field_words.get(step.name, step.name) is not None for step in path)


def _told(game: Game[Any, Any], names: Mapping[str, str], found: Difference) -> Told | None:
    group, label = _place(game, names, found.path)
    was, now = found.was, found.now
    if isinstance(was, tuple) and isinstance(now, tuple) and not _one_value(was, now):
        here, there = ([_value(item, names) for item in side] for side in (was, now))
        gained, lost = Counter(there) - Counter(here), Counter(here) - Counter(there)
        if gained or lost:
            return Told(group, label, gained=_counted(gained), lost=_counted(lost))
        if here == there:
            return None
    amounts = (was, now) if type(was) is int and type(now) is int else None
    return Told(group, label, _value(was, names), _value(now, names), amounts)


def _one_value(was: tuple[Any, ...], now: tuple[Any, ...]) -> bool:
    """Whether numbers in a row are one value, such as a space of a board, and no things that come and go."""
    return len(was) == len(now) > 0 and all(type(item) is int for item in (*was, *now))


def _place(game: Game[Any, Any], names: Mapping[str, str], path: tuple[Step, ...]) -> tuple[str, str]:
    """The group and the part that a path leads to.

    A map of things (``players``, then ``p1``, then a field of it) is named by the thing; a map of counts (``stash``,
    then ``pine``) by the map.
    """
    said = []
    for number, step in enumerate(path):
        following = path[number + 1 : number + 3]
        if step.kind == "field" and len(following) == 2 and following[0].kind == "key" and following[1].kind == "field":
            continue  # the thing says it
        word = game.field_words.get(step.name, "") if step.kind == "field" else names.get(step.name, "")
        if step.kind == "field" and step.name in game.field_words:
            said.append(word or "")
        else:
            said.append(word or (f"{step.name}." if step.kind == "place" else words(step.name)))
    said = [word for word in said if word] or [words(path[-1].name)]
    return (said[0], ": ".join(said[1:])) if len(said) > 1 else ("", said[0])


def _counted(items: Counter[str]) -> tuple[str, ...]:
    return tuple(item + (f" \N{MULTIPLICATION SIGN}{count}" if count > 1 else "") for item, count in items.items())


def _value(value: Any, names: Mapping[str, str]) -> str:
    if value is None or value in ((), {}):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return names.get(value) or words(value) or "none"
    if isinstance(value, msgspec.Struct):
        found = (getattr(value, field, None) for field in IDENTITIES)
        identity = next((name for name in found if isinstance(name, str) and name), None)
        return "there" if identity is None else _value(identity, names)
    if isinstance(value, Mapping):
        return ", ".join(_value(key, names) for key in value)
    if isinstance(value, tuple | list):
        return ", ".join(_value(item, names) for item in value)
    return str(value)
