"""The card language as a form: lists of operations with their fields, in lists within them as deep as a card goes.

A form posts each field under its place in the card, ``c.actions.1.effects.0.who``, and for each list how long it is,
``c.actions.#``. What is read back is the plain data of a card; whether they mean anything is judged elsewhere
(:mod:`rules.isofarian_guard.content.entering`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final, get_args

from django.http import QueryDict
from msgspec import inspect

from rules.isofarian_guard.battle.amounts import CRITERIA
from rules.isofarian_guard.battle.effects import Effect, Reaction, Static
from rules.kernel import words
from tracker.web.card_widgets import (
    LONGEST,
    Block,
    Widget,
    chip_choices,
    chosen,
    single_chips,
    text_of,
    value_of,
    who_choices,
)
from tracker.web.condition_form import condition_widget, read_condition

PREFIX: Final = "c."
MOST_BLOCKS: Final = 20
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
    "options": "a map of labels and effects: {Heal: [{op: heal, who: self, n: 2}], Strike: [...]}",
}
CONDITIONAL: Final = ("cond", "if")
"""Fields that hold a condition."""
CHOOSE_BY: Final = "by"
"""Of a choice of target ``by`` lists criteria; of a modifier it is an amount."""


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
    if key in CONDITIONAL:
        return condition_widget(name, label, value, enemy=enemy, required=shown.required)
    if op == "choose_target" and key == CHOOSE_BY:
        listed = ", ".join(map(text_of, value or ()))
        return Widget("text", name, "First by", listed, hint=f"in this order: {', '.join(sorted(CRITERIA))}")
    if _is_flag(shown.type):
        return Widget("flag", name, label, "on" if value else "")
    options = _choices(key, shown.type, enemy=enemy)
    if not options:
        return Widget("text", name, label, text_of(value), hint=hint, required=shown.required)
    if value is None and not shown.required and text_of(shown.default) in dict(options):
        value = shown.default
    return chosen(name, label, value, options, hint=hint, required=shown.required)


def _choices(key: str, type_: inspect.Type, *, enemy: bool) -> list[tuple[str, str]]:
    if key == "who":
        return who_choices(enemy=enemy)
    if key in ("chip", "chips"):
        return single_chips() if isinstance(type_, inspect.StrType) else chip_choices()
    return [(value, words(value)) for value in _literals(type_) if value != "all"]


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
    if key in CONDITIONAL:
        return read_condition(post, name)
    text = post.get(name, "").strip()[:LONGEST]
    if _is_flag(shown.type):
        return True if text else None
    if op == "choose_target" and key == CHOOSE_BY:
        return [value_of(one) for one in re.split(r"[,\s]+(?![^{]*\})", text) if one]
    return value_of(text)


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
