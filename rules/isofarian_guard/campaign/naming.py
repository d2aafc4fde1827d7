"""What people call things: in the sentences of refusals and options, and where differences of positions are told.

A sentence names a thing by its id, with :func:`named`; where it leaves the rules, :func:`in_words` puts in what people
call it there. So no rule needs the pack in order to refuse.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from operator import is_not
from typing import Any

import msgspec

from rules.isofarian_guard.campaign.lookup import called, labels
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Choice, Field, Option, Refused

FIELD_WORDS: Mapping[str, str | None] = {
    "ap": "AP",
    "ap_active": "AP",
    "ap_exhausted": "AP exhausted",
    "at": "Place",
    "atk": "ATK",
    "base": "Base",
    "campaigns_done": "Campaigns completed",
    "cards": "",
    "control": "Played by",
    "def": "DEF",
    "drawn_chip": "Event chip drawn",
    "fight": "Battle, round by round",
    "hp": "HP",
    "hp_max": "HP at most",
    "known": "Abilities unlocked",
    "learned": None,
    "materials": None,
    "opened_nodes": "Nodes opened",
    "pending": "Cards that wait for a slot",
    "pile": "Pile of dropped cards",
    "region_cubes": "Purple cubes",
    "save_sheet": None,
    "skills": "Skills unlocked",
    "start": None,
    "tools": None,
}
"""What the fields of a position are called where their own words will not do."""


def names(pack: IsofarianPack) -> Mapping[str, str]:
    """Labels of the pack, and nodes by their numbers where they have none."""
    return {ref: called(Position(), pack, ref) for ref in (*pack.nodes, *labels(pack))}


_OPENING = "\u27e8"
_NAMED = re.compile("\u27e8([^\u27e8\u27e9]*)\u27e9")


def named(name: str) -> str:
    """A thing within a sentence, by its id; empty for nothing."""
    return f"\u27e8{name}\u27e9" if name else ""


def choices_of(names: Iterable[str]) -> tuple[Choice, ...]:
    """Things to choose from, by their ids."""
    return tuple(Choice(name, named(name)) for name in names)


def in_words(text: str, call: Callable[[str], str]) -> str:
    """A sentence with the names that people use.

    :param call: what people call a thing
    """
    return _NAMED.sub(lambda found: call(found[1]), text) if _OPENING in text else text


def refused_in_words(refused: Refused, call: Callable[[str], str]) -> None:
    """Put the names that people use into a refusal."""
    refused.sentence, refused.remedy = in_words(refused.sentence, call), in_words(refused.remedy, call)
    refused.args = (refused.sentence,)


def option_in_words(option: Option, call: Callable[[str], str]) -> Option:
    """An option with the names that people use on everything that is read of it."""
    told: Option = _in_words(option, call)
    return told


def _in_words(part: Any, call: Callable[[str], str]) -> Any:
    """Options, fields and choices are few kinds of one shape: texts, and tuples of the next smaller part."""
    changed: dict[str, Any] = {}
    for name in _READ[type(part)]:
        was = getattr(part, name)
        if isinstance(was, str):
            if _OPENING in was:
                changed[name] = in_words(was, call)
            continue
        told = tuple(_in_words(one, call) for one in was)
        if any(map(is_not, told, was)):
            changed[name] = told
    return msgspec.structs.replace(part, **changed) if changed else part


_READ: Mapping[type, tuple[str, ...]] = {
    Option: ("label", "group", "note", "blocked", "fields"),
    Field: ("label", "choices"),
    Choice: ("label", "detail", "blocked"),
}
"""What is read of each: texts, and the smaller parts."""
