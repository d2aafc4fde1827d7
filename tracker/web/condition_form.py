"""Conditions of a card as a form: what has to be so is chosen first, then come its fields.

A condition at ``c.effects.0.cond`` posts its kind under ``.kind`` and the rest under the places of its data,
``.compare.0.stat.who``. One that has no such form stands as text, under its own place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_args

from django.http import QueryDict
from msgspec import inspect

from rules.isofarian_guard.battle.amounts import Area, Comparison, Element, StatOf
from rules.isofarian_guard.battle.phrases import COMPARED, STATS
from rules.kernel import words
from tracker.web.card_widgets import (
    LONGEST,
    Block,
    Widget,
    chip_choices,
    chosen,
    id_of,
    text_of,
    value_of,
    who_choices,
)

CONDITIONS: Final[Mapping[str, str]] = {
    "compare": "a number is at least, at most or exactly another",
    "has_aggro": "somebody has aggro",
    "fallen": "somebody has no HP left",
    "element_active": "a gem of an element lies on a Stonebound Ability Card",
    "visible_ai": "an open AI card is a certain one",
    "not": "something is not so",
    "all": "several things, all of them",
    "any": "several things, one of them is enough",
}
AMOUNTS: Final[Mapping[str, str]] = {
    "number": "a number", "stat": "a figure of somebody", "chips": "the number of some chips",
    "count": "how many of somebody stand",
}  # fmt: skip
SPECIAL: Final = (("true", "a special one (7 or 8)"), ("false", "no special one (1 to 6)"))
MOST_CONDITIONS: Final = 20
DEEPEST: Final = 5
"""How many conditions lie within one another at most."""


# ---- from data to the form


def condition_widget(name: str, label: str, data: Any, *, enemy: bool, required: bool = False) -> Widget:
    """A condition as a form."""
    if data is None or data == "":
        data = {}
    if not _has_form(data):
        return Widget("text", name, label, text_of(data), required=required)
    return Widget("group", name, label, fields=_fields(name, data, enemy=enemy, required=required))


def _has_form(data: Any, deep: int = 0) -> bool:
    """Whether the form can show a condition without losing any of it."""
    if not isinstance(data, Mapping) or len(data) > 1 or deep > DEEPEST:
        return False
    kind, told = next(iter(data.items()), ("", None))
    if kind in ("all", "any"):
        return isinstance(told, list | tuple) and all(_has_form(one, deep + 1) for one in told)
    if kind == "compare":
        return isinstance(told, list | tuple) and len(told) == 3
    if kind == "visible_ai":
        return isinstance(told, Mapping) and set(told) <= {"who", "card", "special"}
    return _has_form(told, deep + 1) if kind == "not" else kind == "" or kind in CONDITIONS


def _fields(name: str, data: Mapping[str, Any], *, enemy: bool, required: bool) -> tuple[Widget, ...]:
    kind: str
    told: Any
    kind, told = next(iter(data.items()), ("", None))
    at = f"{name}.{kind}"
    kinds = tuple(CONDITIONS.items())
    first = Widget("choice", f"{name}.kind", "What has to be so", kind, kinds, required=required, refreshes=True)
    if kind == "compare":
        signs = [(sign, COMPARED[sign]) for sign in get_args(Comparison) if sign != "="]
        sign = "==" if told[1] == "=" else told[1]
        return (
            first,
            _amount(f"{at}.0", "The number", told[0], enemy=enemy),
            chosen(f"{at}.1", "It is", sign, signs, required=True),
            _amount(f"{at}.2", "Compared with", told[2], enemy=enemy),
        )
    if kind in ("has_aggro", "fallen"):
        return first, chosen(at, "Who", told, who_choices(enemy=enemy), required=True)
    if kind == "element_active":
        elements = [(element, words(element)) for element in get_args(Element)]
        return first, chosen(at, "Element", told, elements, required=True)
    if kind == "visible_ai":
        return (
            first,
            chosen(f"{at}.who", "Whose AI card", told.get("who", "target"), who_choices(enemy=enemy)),
            chosen(f"{at}.special", "Its number", told.get("special"), list(SPECIAL)),
            Widget("text", f"{at}.card", "Its name", words(text_of(told.get("card"))), hint="empty: any"),
        )
    if kind == "not":
        return first, condition_widget(at, "Not so", told, enemy=enemy, required=True)
    return (first, _list(at, told, enemy=enemy)) if kind else (first,)


def _list(at: str, told: Any, *, enemy: bool) -> Widget:
    blocks = tuple(
        Block(f"{at}.{place}", "Condition", fields=_fields(f"{at}.{place}", one, enemy=enemy, required=True))
        for place, one in enumerate(told)
    )
    return Widget("list", at, "These", value=str(len(blocks)), blocks=blocks, adds=(("", "Condition"),))


def _amount(name: str, label: str, data: Any, *, enemy: bool) -> Widget:
    """A number, or what is counted out; a sum or the like stands as text."""
    if not isinstance(data, Mapping):
        kind, told = "number", data
    elif len(data) == 1 and next(iter(data)) in AMOUNTS:
        kind, told = next(iter(data.items()))
    else:
        return Widget("text", name, label, text_of(data), required=True)
    at = f"{name}.{kind}"
    first = Widget("choice", f"{name}.kind", "What it is", kind, tuple(AMOUNTS.items()), required=True, refreshes=True)
    whose = told if isinstance(told, Mapping) else {}
    who = chosen(f"{at}.who", "Whose", whose.get("who", "self"), who_choices(enemy=enemy))
    fields: tuple[Widget, ...]
    if kind == "stat":
        stats = [(stat, STATS[stat]) for stat in _literals(StatOf, "stat")]
        fields = (who, chosen(f"{at}.stat", "Figure", whose.get("stat"), stats, required=True))
    elif kind == "chips":
        areas = [(area, words(area)) for area in get_args(Area)]
        fields = (
            chosen(f"{at}.chip", "Which chips", whose.get("chip", "any"), chip_choices()),
            who,
            chosen(f"{at}.area", "Where", whose.get("area"), areas, required=True),
        )  # fmt: skip
    elif kind == "count":
        fields = (chosen(at, "Who", told, who_choices(enemy=enemy), required=True),)
    else:
        fields = (Widget("text", at, "Number", text_of(told), required=True),)
    return Widget("group", name, label, fields=(first, *fields))


def _literals(struct: Any, field: str) -> list[str]:
    shown: Any = inspect.type_info(struct)
    found = next(one.type for one in shown.fields if one.name == field)
    return [str(value) for value in found.values]


# ---- from the form to data


def read_condition(post: QueryDict, name: str, deep: int = 0) -> Any:
    """A condition from what was sent, as plain data; empty where nothing was chosen."""
    kind = post.get(f"{name}.kind")
    if kind is None:
        return value_of(_sent(post, name)) or {}
    at = f"{name}.{kind}"
    if kind not in CONDITIONS or deep > DEEPEST:
        return {}
    if kind == "compare":
        return {kind: [_read_amount(post, f"{at}.0"), _sent(post, f"{at}.1"), _read_amount(post, f"{at}.2")]}
    if kind == "visible_ai":
        special = {"true": True, "false": False}.get(_sent(post, f"{at}.special"))
        told = {"who": value_of(_sent(post, f"{at}.who")), "special": special, "card": id_of(_sent(post, f"{at}.card"))}
        return {kind: {key: value for key, value in told.items() if value not in ("", None)}}
    if kind == "not":
        return {kind: read_condition(post, at, deep + 1)}
    if kind in ("all", "any"):
        number = post.get(f"{at}.#", "0")
        count = min(int(number), MOST_CONDITIONS) if number.isdecimal() and len(number) < 4 else 0
        return {kind: [read_condition(post, f"{at}.{place}", deep + 1) for place in range(count)]}
    return {kind: value_of(_sent(post, at))}


def _read_amount(post: QueryDict, name: str) -> Any:
    kind = post.get(f"{name}.kind")
    if kind is None:
        return value_of(_sent(post, name))
    at = f"{name}.{kind}"
    if kind in ("stat", "chips"):
        told = {key: value_of(_sent(post, f"{at}.{key}")) for key in ("who", "stat", "chip", "area")}
        return {kind: {key: value for key, value in told.items() if value != ""}}
    return {kind: value_of(_sent(post, at))} if kind == "count" else value_of(_sent(post, at))


def _sent(post: QueryDict, name: str) -> str:
    return post.get(name, "").strip()[:LONGEST]
