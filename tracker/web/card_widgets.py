"""The fields that the form of a card is made of, and how a value of the card language stands in one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.isofarian_guard.battle.amounts import ENEMY_WORDS, GUARD_WORDS
from rules.isofarian_guard.battle.chips import CHIPS, NEGATIVE_KINDS, POSITIVE_KINDS
from rules.kernel import words
from rules.kernel.documents import Unreadable, read_document

LONGEST: Final = 400


@dataclass(frozen=True)
class Widget:
    """One field of the form.

    :param kind: ``text``, ``choice``, ``flag``, ``list`` or ``group``
    :param name: its name in the form
    :param blocks: of a list: the operations in it
    :param fields: of a group: what stands in it
    :param adds: of a list: the kinds of operations, for the button that adds one
    :param refreshes: what is chosen decides which other fields there are
    """

    kind: str
    name: str
    label: str
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    required: bool = False
    blocks: tuple[Block, ...] = ()
    fields: tuple[Widget, ...] = ()
    adds: tuple[tuple[str, str], ...] = ()
    refreshes: bool = False

    @property
    def id(self) -> str:
        """The id of its element."""
        return re.sub(r"[^0-9A-Za-z]+", "-", self.name)


@dataclass(frozen=True)
class Block:
    """One operation of a list.

    :param path: its place in the card
    :param title: what it does, in a word or two
    :param op: the same in the card language
    """

    path: str
    title: str
    op: str = ""
    fields: tuple[Widget, ...] = ()


def chosen(name: str, label: str, value: Any, choices: list[tuple[str, str]], **more: Any) -> Widget:
    """A field that offers choices; a text where what stands there is none of them."""
    shown = text_of(value)
    if shown and shown not in dict(choices):
        return Widget("text", name, label, shown, **more)
    return Widget("choice", name, label, shown, tuple(choices), **more)


def who_choices(*, enemy: bool) -> list[tuple[str, str]]:
    """Everybody whom a card may mean; on an AI card the enemy speaks."""
    return [(word, who_words(word, enemy=enemy)) for word in sorted(ENEMY_WORDS if enemy else GUARD_WORDS)]


def who_words(word: str, *, enemy: bool) -> str:
    """A selector in words; on an AI card the enemy speaks."""
    if enemy and word in ("self", "all_enemies"):
        return {"self": "This enemy", "all_enemies": "All guards"}[word]
    return {"self": "You (whose card it is)", "ally": "The other guard", "targets": "Several targets"}.get(
        word, words(word)
    )


def chip_choices() -> list[tuple[str, str]]:
    """The chips, each by itself and by what they have in common."""
    kinds = (*sorted(POSITIVE_KINDS), *sorted(NEGATIVE_KINDS), "sword", "shield", "combo")
    groups = ("any", "black", "green", "purple", "red", "positive", "negative", "resource", "status", *kinds)
    filters = [(group, f"any {group} chip".replace("any any", "any")) for group in groups]
    return [*single_chips(), *filters]


def single_chips() -> list[tuple[str, str]]:
    """The chips, each by itself."""
    return [(chip, words(chip)) for chip in CHIPS]


# ---- values as text


def text_of(value: Any) -> str:
    """A value as it stands in a text field: maps and lists in the flow style of YAML."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {_within(one)}' for key, one in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_within, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _within(value: Any) -> str:
    text = text_of(value)
    return f"'{text}'" if re.fullmatch(r"[<>=!]+", text) else text


def value_of(text: str) -> Any:
    """A number, a map, a list, or a word. What cannot be read stays text, and is judged as such."""
    if re.fullmatch(r"[+-]?[0-9]{1,6}", text):
        return int(text)
    if text[:1] in ("{", "["):
        try:
            return _flow(text)
        except Unreadable:
            return text
    return text


def id_of(name: str) -> str:
    """A card's id from its name: ``Cross Slash`` becomes ``cross_slash``."""
    return re.sub(r"[^a-z0-9]+", "_", name.casefold().replace("’", "").replace("'", "")).strip("_")


def _flow(text: str) -> Any:
    """Flow style: read as the value of a key, since a document that begins with a brace would be taken for JSON."""
    return read_document(f"value: {text}").data["value"]
