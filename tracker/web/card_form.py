"""The card language as a form: lists of operations with their fields, in lists within them as deep as a card goes.

A form posts each field under its place in the card, ``c.actions.1.effects.0.who``, and for each list how long it is,
``c.actions.#``. What is read back is the plain data of a card; whether they mean anything is judged elsewhere
(:mod:`rules.isofarian_guard.content.entering`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, get_args

from django.http import QueryDict
from msgspec import inspect

from rules.isofarian_guard.battle.amounts import CRITERIA, ENEMY_WORDS, GUARD_WORDS
from rules.isofarian_guard.battle.chips import CHIPS, NEGATIVE_KINDS, POSITIVE_KINDS
from rules.isofarian_guard.battle.effects import Effect, Reaction, Static
from rules.kernel import words
from rules.kernel.documents import Unreadable, read_document

PREFIX: Final = "c."
MOST_BLOCKS: Final = 20
LONGEST: Final = 400
LISTS: Final[Mapping[str, str]] = {
    "effects": "effects", "actions": "effects", "on_hit": "effects", "then": "effects", "else": "effects",
    "passive": "statics", "reactive": "reactions",
}  # fmt: skip
"""Fields that hold a list of operations, and of which kind."""

LABELS: Final[Mapping[str, str]] = {
    "who": "Who", "atk": "ATK +", "n": "How much", "by": "By how much", "times": "How often", "count": "How often",
    "chip": "Chip", "chips": "Chips", "stat": "Figure", "reach": "Reach", "on_hit": "If it hits", "until": "Until",
    "from": "From", "to": "To", "random": "Drawn blind", "all_draw": "Every color counts", "color": "Color",
    "which": "Which card", "keyword": "Keyword", "resolve": "And carried out", "name": "Name", "ap": "AP cost",
    "effects": "What happens", "type": "Enemy", "stars": "Stars", "cond": "If", "then": "Then", "else": "Else",
    "pick": "How many", "options": "Options", "needs": "Counts while the card is", "may": "Only if we say so",
    "per_round": "Times in a round", "trigger": "When", "if": "Only if", "op": "What it does",
}  # fmt: skip
HINTS: Final[Mapping[str, str]] = {
    "cond": "such as {has_aggro: target} or {compare: [{stat: {stat: hp}}, '<=', 5]}",
    "if": "such as {has_aggro: self}",
    "options": "a map of labels and effects: {Heal: [{op: heal, who: self, n: 2}], Strike: [...]}",
}
CHOOSE_BY: Final = "by"
"""Of a choice of target ``by`` lists criteria; of a modifier it is an amount."""


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


# ---- the language


@cache
def operations(kind: str) -> Mapping[str, inspect.StructType]:
    """The operations of a list by name; reactions have none and stand under an empty one."""
    if kind == "reactions":
        return {"": _struct(Reaction)}
    union = Effect if kind == "effects" else Static
    found = (_struct(one) for one in get_args(union))
    return {str(one.tag): one for one in found}


def _struct(kind: Any) -> inspect.StructType:
    shown = inspect.type_info(kind)
    assert isinstance(shown, inspect.StructType)  # noqa: S101 (the language is made of structs)
    return shown


def _literals(type_: inspect.Type) -> list[str]:
    options = type_.types if isinstance(type_, inspect.UnionType) else (type_,)
    return [str(value) for one in options if isinstance(one, inspect.LiteralType) for value in one.values]


def _is_flag(type_: inspect.Type) -> bool:
    return isinstance(type_, inspect.BoolType)


# ---- from data to the form


def list_widget(name: str, label: str, kind: str, data: Any, *, enemy: bool) -> Widget:
    """A list of operations as a form."""
    listed = data if isinstance(data, list | tuple) else ()
    blocks = tuple(_block(f"{name}.{place}", kind, one, enemy=enemy) for place, one in enumerate(listed))
    adds = tuple((op, words(op)) for op in operations(kind)) if kind != "reactions" else (("", "Reaction"),)
    return Widget("list", name, label, value=str(len(blocks)), blocks=blocks, adds=adds)


def _block(path: str, kind: str, data: Any, *, enemy: bool) -> Block:
    given = data if isinstance(data, Mapping) else {}
    op = str(given.get("op", ""))
    struct = operations(kind).get(op)
    if struct is None:
        return Block(path, words(op) or "Unknown", op)
    fields = tuple(_widget(path, op, one, given.get(one.encode_name), enemy=enemy) for one in struct.fields)
    return Block(path, words(op) if op else "When something happens", op, fields)


def _widget(path: str, op: str, shown: inspect.Field, value: Any, *, enemy: bool) -> Widget:
    key = shown.encode_name
    name, label, hint = f"{path}.{key}", LABELS.get(key, words(key)), HINTS.get(key, "")
    if key in LISTS:
        return list_widget(name, label, LISTS[key], value, enemy=enemy)
    if op == "choose_target" and key == CHOOSE_BY:
        listed = ", ".join(map(_text, value or ()))
        return Widget("text", name, "First by", listed, hint=f"in this order: {', '.join(sorted(CRITERIA))}")
    if _is_flag(shown.type):
        return Widget("flag", name, label, "on" if value else "")
    options = _choices(key, shown.type, enemy=enemy)
    text = _text(value)
    if options and (not text or text in dict(options)):
        if not shown.required and not text and shown.default not in (None, inspect.NODEFAULT):
            text = _text(shown.default) if _text(shown.default) in dict(options) else text
        return Widget("choice", name, label, text, tuple(options), hint, shown.required)
    return Widget("text", name, label, text, hint=hint, required=shown.required)


def _choices(key: str, type_: inspect.Type, *, enemy: bool) -> list[tuple[str, str]]:
    if key == "who":
        return [(word, who_words(word, enemy=enemy)) for word in sorted(ENEMY_WORDS if enemy else GUARD_WORDS)]
    if key in ("chip", "chips"):
        kinds = (*sorted(POSITIVE_KINDS), *sorted(NEGATIVE_KINDS), "sword", "shield", "combo")
        groups = ("any", "black", "green", "purple", "red", "positive", "negative", "resource", "status", *kinds)
        exact = [(chip, words(chip)) for chip in CHIPS]
        filters = [(group, f"any {group} chip".replace("any any", "any")) for group in groups]
        return exact if isinstance(type_, inspect.StrType) else [*exact, *filters]
    return [(value, words(value)) for value in _literals(type_) if value != "all"]


def who_words(word: str, *, enemy: bool) -> str:
    """A selector in words; on an AI card the enemy speaks."""
    if enemy and word in ("self", "all_enemies"):
        return {"self": "This enemy", "all_enemies": "All guards"}[word]
    return {"self": "You (whose card it is)", "ally": "The other guard", "targets": "Several targets"}.get(
        word, words(word)
    )


def _text(value: Any) -> str:
    """A value as it stands in a text field: maps and lists in the flow style of YAML."""
    if value is None or value is inspect.NODEFAULT:
        return ""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {_text(one)}' for key, one in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_text, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    return f"'{text}'" if re.fullmatch(r"[<>=!]+", text) else text


# ---- from the form to data


def read_list(post: QueryDict, name: str, kind: str) -> list[dict[str, Any]]:
    """A list of operations from what was sent, as plain data; empty fields are left out."""
    number = post.get(f"{name}.#", "0")
    count = min(int(number), MOST_BLOCKS) if number.isdecimal() and len(number) < 4 else 0
    return [_read_block(post, f"{name}.{place}", kind) for place in range(count)]


def _read_block(post: QueryDict, path: str, kind: str) -> dict[str, Any]:
    op = post.get(f"{path}.op", "")
    struct = operations(kind).get(op)
    data: dict[str, Any] = {"op": op} if op else {}
    for shown in struct.fields if struct else ():
        value = _read(post, path, op, shown)
        if value not in (None, "", [], {}):
            data[shown.encode_name] = value
    return data


def _read(post: QueryDict, path: str, op: str, shown: inspect.Field) -> Any:
    key = shown.encode_name
    name = f"{path}.{key}"
    if key in LISTS:
        return read_list(post, name, LISTS[key])
    text = post.get(name, "").strip()[:LONGEST]
    if _is_flag(shown.type):
        return True if text else None
    if op == "choose_target" and key == CHOOSE_BY:
        return [_plain(one) for one in re.split(r"[,\s]+(?![^{]*\})", text) if one]
    return _plain(text)


def _plain(text: str) -> Any:
    """A number, a map, a list, or a word. What cannot be read stays text, and is judged as such."""
    if re.fullmatch(r"[+-]?[0-9]{1,6}", text):
        return int(text)
    if text[:1] in ("{", "["):
        try:
            return _flow(text)
        except Unreadable:
            return text
    return text


def _flow(text: str) -> Any:
    """Flow style: read as the value of a key, since a document that begins with a brace would be taken for JSON."""
    return read_document(f"value: {text}").data["value"]


# ---- changing lists


def changed(data: dict[str, Any], act: str) -> None:
    """Carry out a button of the form on the data: ``add:<list>:<operation>``, ``remove:<block>``, ``up:<block>``."""
    what, _, rest = act.partition(":")
    if what == "add":
        path, _, op = rest.partition(":")
        place = _place(data, path.split("."), make=True)
        if isinstance(place, list) and len(place) < MOST_BLOCKS:
            place.append({"op": op} if op else {})
    elif what in ("remove", "up"):
        path, _, number = rest.rpartition(".")
        place = _place(data, path.split("."), make=False)
        if isinstance(place, list) and number.isdecimal() and int(number) < len(place):
            at = int(number)
            one = place.pop(at)
            if what == "up":
                place.insert(max(at - 1, 0), one)


def _place(data: Any, path: Iterable[str], *, make: bool) -> Any:
    """The list at a path; made where it is not there yet."""
    steps = list(path)
    for at, step in enumerate(steps):
        if isinstance(data, list):
            if not step.isdecimal() or int(step) >= len(data):
                return None
            data = data[int(step)]
        elif isinstance(data, dict):
            if step not in data:
                if not make:
                    return None
                data[step] = [] if at == len(steps) - 1 else {}
            data = data[step]
        else:
            return None
    return data
