"""Forms made from the rules' options, and decisions made from what was sent back.

A form posts ``do``, ``option`` (the option's key) and its fields as ``f.<name>``; of ``counts`` each value as
``f.<name>:<value>``. Fixed arguments never travel: they are taken from the option that the rules offer now.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any

import msgspec
from django.http import QueryDict

from rules.kernel import Choice, Field, Option, Refused
from tracker.timelines.offering import Offered
from tracker.web.alike import NO_KINDS, Kinds, Stack, stacked

TILES_AT_MOST = 12
"""A choice among more than this becomes a select."""

TAPS_AT_MOST = 8
"""So many values of the one thing to choose become buttons that send the form."""

COUNTS_AT_MOST = 8
"""Of counts of more things than this those are folded away of which none is given."""

ASIDE_AT_MOST = 3
"""A decision in which nothing has to be said, but more than this may be, is shown whole."""

FETCHED_ABOVE = 20
"""A folded form with more values to choose among than this is fetched when it is opened."""

LONGEST_TEXT = 2_000


def option_key(option: Option) -> str:
    """A short name for an option that survives a change of the list around it: of its decision and fixed arguments."""
    content = msgspec.json.encode((option.do, option.fixed, [f.name for f in option.fields]), order="deterministic")
    return f"{option.do}-{hashlib.sha256(content).hexdigest()[:10]}"


def find_option(options: Iterable[Option], post: QueryDict) -> Option:
    """The option that a form was made from, among those offered now.

    :raises Refused: ``malformed`` when the form names none, ``not_offered`` when it is no longer open
    """
    key = post.get("option", "")
    if not key:
        raise Refused("malformed", "The form did not say which decision it is for.")
    return option_of([option for option in options if option.do == post.get("do", option.do)], key)


def option_of(options: Iterable[Option], key: str) -> Option:
    """The option of a key.

    :raises Refused: ``not_offered`` when it is not among them
    """
    for option in options:
        if option_key(option) == key:
            return option
    raise Refused(
        "not_offered",
        "This decision is not open any more.",
        remedy="Look at what may be decided now; somebody may have decided meanwhile.",
    )


def offered_to(offers: Sequence[Offered], key: str) -> Option:
    """The option of a key, for somebody who may take it.

    :raises Refused: ``not_offered`` when it is not among them, or why it is not theirs
    """
    option = option_of((each.option for each in offers), key)
    refused = next(each.refused for each in offers if each.option is option)
    if refused is not None:
        raise refused
    return option


def chosen(option: Option, post: QueryDict) -> dict[str, Any]:
    """The values of an option's fields, ready for ``option.arguments(...)``. Optional fields left empty are absent.

    A choice that the option shows as blocked passes: ``decide`` refuses it and names the rule.

    :raises Refused: ``malformed`` with a sentence for whoever filled in the form
    """
    _only_known(option, post)
    values = {f.name: _READ[f.kind](f, post) for f in option.fields}
    return {name: value for name, value in values.items() if value is not None}


def _only_known(option: Option, post: QueryDict) -> None:
    names = {_name(f) for f in option.fields}
    names |= {_name(f, c.value) for f in option.fields if f.kind == "counts" for c in f.choices}
    for name in post:
        if name.startswith("f.") and name not in names:
            raise Refused("malformed", f"“{option.label}” does not ask for “{name[2:]}”.")


def _name(field: Field, value: str | None = None) -> str:
    return f"f.{field.name}" if value is None else f"f.{field.name}:{value}"


def _one(field: Field, post: QueryDict) -> str | None:
    values = [value.strip() for value in post.getlist(_name(field)) if value.strip()]
    if len(values) > 1:
        raise Refused("malformed", f"{field.label}: one value, please.")
    if not values and field.required:
        raise Refused("malformed", f"{field.label}: nothing was chosen.")
    return values[0] if values else None


def _known(field: Field, value: str) -> str:
    if value not in {choice.value for choice in field.choices}:
        raise Refused("malformed", f"{field.label}: “{value[:60]}” is not among the choices.")
    return value


def _read_choice(field: Field, post: QueryDict) -> str | None:
    if post.getlist(_name(field)) == [""] and any(choice.value == "" for choice in field.choices):
        return ""
    value = _one(field, post)
    return None if value is None else _known(field, value)


def _read_many(field: Field, post: QueryDict) -> list[str] | None:
    values = [_known(field, value) for value in post.getlist(_name(field)) if value]
    if len(set(values)) != len(values):
        raise Refused("malformed", f"{field.label}: the same thing was chosen twice.")
    if not values and not field.required:
        return None
    _within(field, len(values))
    return values


def _read_counts(field: Field, post: QueryDict) -> dict[str, int] | None:
    counts = {c.value: _whole(field, post.get(_name(field, c.value), "") or "0") for c in field.choices}
    if any(count < 0 for count in counts.values()):
        raise Refused("malformed", f"{field.label}: a count cannot be below zero.")
    for choice in field.choices:
        if choice.most is not None and counts[choice.value] > choice.most:
            raise Refused(
                "malformed", f"{field.label}: {choice.label}: at most {choice.most}, not {counts[choice.value]}."
            )
    counts = {value: count for value, count in counts.items() if count}
    if not counts and not field.required:
        return None
    _within(field, sum(counts.values()))
    return counts


def _read_number(field: Field, post: QueryDict) -> int | None:
    value = _one(field, post)
    if value is None:
        return None
    number = _whole(field, value)
    _within(field, number)
    return number


def _read_text(field: Field, post: QueryDict) -> str | None:
    value = _one(field, post)
    longest = field.maximum or LONGEST_TEXT
    if value is not None and (len(value) > longest or "\x00" in value):
        raise Refused("malformed", f"{field.label}: at most {longest} characters of plain text.")
    return value


def _read_flag(field: Field, post: QueryDict) -> bool:
    return post.get(_name(field), "") in {"on", "true", "1"}


def _whole(field: Field, value: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", value.strip()):
        raise Refused("malformed", f"{field.label}: “{value[:60]}” is not a whole number.")
    return int(value)


def _within(field: Field, amount: int) -> None:
    low, high = field.minimum, field.maximum
    if (low is not None and amount < low) or (high is not None and amount > high):
        raise Refused("malformed", f"{field.label}: {bounds(field)}, not {amount}.")


_READ = {
    "choice": _read_choice,
    "many": _read_many,
    "counts": _read_counts,
    "number": _read_number,
    "text": _read_text,
    "flag": _read_flag,
}


def bounds(field: Field) -> str:
    """What a field's minimum and maximum allow, in words; empty where everything goes."""
    low, high = field.minimum, field.maximum
    if low is not None and low == high:
        return f"exactly {low}"
    if high is None:
        return f"at least {low}" if low else ""
    return f"{low} to {high}" if low is not None and (low or field.kind == "number") else f"at most {high}"


@dataclass(frozen=True)
class ShownChoice:
    """One value of a field as the form shows it.

    :param count: for ``counts``, the number shown
    """

    choice: Choice
    name: str
    id: str
    chosen: bool = False
    count: int = 0


@dataclass(frozen=True)
class ShownField:
    """One field as the form shows it, with what was sent before or what it begins with."""

    field: Field
    id: str
    posted: QueryDict | None = None

    @property
    def name(self) -> str:
        """The name of its input."""
        return _name(self.field)

    @property
    def widget(self) -> str:
        """Which template of ``decide/fields/`` draws it."""
        if self.field.kind == "choice" and len(self.field.choices) > TILES_AT_MOST:
            return "decide/fields/select.html"
        return f"decide/fields/{self.field.kind}.html"

    @property
    def _long(self) -> bool:
        return not self.field.required and len(self.field.choices) > COUNTS_AT_MOST

    @property
    def counted(self) -> list[ShownChoice]:
        """The counts that are shown at once: of a long list those that are not zero."""
        return [shown for shown in self.choices if shown.count or not self._long]

    @property
    def folded(self) -> list[ShownChoice]:
        """The other counts of a long list that need not be filled in: shown when they are asked for."""
        return [shown for shown in self.choices if self._long and not shown.count]

    @property
    def hint(self) -> str:
        """What is asked for, beside the label."""
        if self.field.kind in ("many", "counts", "number") and bounds(self.field):
            return bounds(self.field)
        return "" if self.field.required or self.field.kind == "flag" or self._left_out else "optional"

    @property
    def _left_out(self) -> str:
        """The value that a choice has where nothing is said: what it begins with; empty where that is none."""
        values = {choice.value for choice in self.field.choices} if self.field.kind == "choice" else set()
        return str(self.field.initial) if not self.field.required and self.field.initial in values else ""

    @property
    def with_none(self) -> bool:
        """A choice that may be left out: "None" stands among its values."""
        return not self.field.required and not self._left_out

    @cached_property
    def value(self) -> str:
        """What was sent before, or what it begins with."""
        if self.posted is not None:
            return self.posted.get(self.name, "") or self._left_out
        first = self.field.initial
        if first is None and self.field.kind == "number" and self.field.required:
            return str(self.field.minimum or 0)
        return "" if first is None else str(first)

    @property
    def on(self) -> bool:
        """Whether a flag is set."""
        return self.value in {"on", "true", "1", "True"}

    @cached_property
    def choices(self) -> list[ShownChoice]:
        """The values with what is chosen. A required field with one possible value is filled."""
        open_ones = [choice.value for choice in self.field.choices if not choice.blocked]
        only = open_ones[0] if self.field.required and len(open_ones) == 1 and self.field.kind == "choice" else None
        picked = (
            set(self.posted.getlist(self.name) or [self.value]) if self.posted is not None else {self.value or only}
        )
        return [
            ShownChoice(
                choice,
                name=_name(self.field, choice.value) if self.field.kind == "counts" else self.name,
                id=f"{self.id}-{number}",
                chosen=choice.value in picked,
                count=self._count(choice),
            )
            for number, choice in enumerate(self.field.choices)
        ]

    def _count(self, choice: Choice) -> int:
        if self.posted is None:
            return choice.initial
        sent = self.posted.get(_name(self.field, choice.value), "")
        return int(sent) if re.fullmatch(r"[0-9]{1,9}", sent) else 0


@dataclass(frozen=True)
class OptionForm:
    """One option as a form.

    :param action: where it is sent
    :param hidden: further hidden inputs: the expected version, the idempotency key
    :param posted: what was sent before, when it was refused
    :param refused: why
    :param game: the game's key, for the refusal's rule
    :param luck_last: which way of luck this campaign used last, ``app`` or ``table``; its button stands first
    :param luck_recorded: the luck that it had then may be kept
    :param whole: all of its fields are shown, as they are filled in
    :param page: the page that it stands on
    :param inside: where the inside of a form of that key is fetched from; ``None``: all of it is on the page
    :param unfolded: it is shown open
    :param count: for how many options it stands, which differ in nothing but the copy of a card
    """

    option: Option
    action: str = ""
    hidden: Mapping[str, object] = field(default_factory=dict)
    posted: QueryDict | None = None
    refused: Refused | None = None
    game: str = ""
    luck_last: str = "app"
    luck_recorded: bool = False
    whole: bool = False
    page: str = ""
    inside: Callable[[str], str] | None = None
    unfolded: bool = False
    count: int = 1

    @cached_property
    def key(self) -> str:
        """What tells the option from the others of its page."""
        return option_key(self.option)

    @cached_property
    def fields(self) -> list[ShownField]:
        """The fields that the player fills in."""
        return [
            ShownField(f, f"{self.key}-{re.sub(r'[^0-9A-Za-z]+', '-', f.name)}", self.posted)
            for f in self.option.fields
        ]

    @property
    def open(self) -> bool:
        """It is folded, but shown open."""
        return self.unfolded or self.refused is not None

    @property
    def fetched_from(self) -> str:
        """Where its inside is fetched from once it is opened; empty where it is here already: in a short form, one that
        is open, and one that keeps what was filled in."""
        if self.inside is None or self.open or self.posted is not None:
            return ""
        values = sum(len(f.choices) for f in self.option.fields)
        return self.inside(self.key) if values > FETCHED_ABOVE else ""

    @property
    def one_tap(self) -> bool:
        """A likely decision in which at most one thing has to be chosen: one tap takes it, the rest is folded away."""
        required = [f for f in self.option.fields if f.required and f.kind != "flag"]
        if self.whole or not self.option.likely or not self.option.fields or len(required) > int(not self.option.luck):
            return False
        if not required and not self.option.luck and len(self.option.fields) > ASIDE_AT_MOST:
            return False
        return all(f.kind == "choice" and len(f.choices) <= TAPS_AT_MOST for f in required)

    @property
    def tapped(self) -> ShownField | None:
        """The field whose values are buttons that send the form."""
        return next((f for f in self.fields if f.field.required and f.field.kind == "choice"), None)

    @property
    def aside(self) -> list[ShownField]:
        """The fields that are folded away where one tap will do."""
        return [f for f in self.fields if not (f.field.required and f.field.kind == "choice")]

    @property
    def aside_label(self) -> str:
        """What can be chosen besides, in words."""
        return ", ".join(f.field.label for f in self.aside)

    @property
    def bare(self) -> bool:
        """Nothing has to be filled in and no luck is asked: one large button takes it."""
        return self.plain or (self.one_tap and self.tapped is None and not self.option.luck)

    @property
    def plain(self) -> bool:
        """Nothing to fill in and no luck: the whole card is one button."""
        return not self.option.fields and not self.option.luck and not self.option.blocked


@dataclass(frozen=True)
class LeftToOthers:
    """Decisions that somebody else takes.

    :param who: whoever may, in words
    :param options: what they may decide
    """

    who: str
    options: Sequence[Option]

    @property
    def awaited(self) -> bool:
        """The game waits for one of them."""
        return any(option.likely and not option.blocked for option in self.options)


def option_forms(
    offers: Sequence[Offered | Option],
    *,
    answered: QueryDict | None = None,
    refused: Refused | None = None,
    unfolded: Collection[str] = (),
    kinds: Kinds = NO_KINDS,
    **shared: Any,
) -> dict[str, Any]:
    """All options as forms, for ``decide/options.html``: the likely ones first, the rest by group in their order. What
    is left to others is no form, but said.

    :param answered: what was sent, when it was refused; the form that it belongs to keeps it and shows why
    :param unfolded: the keys of those that are shown open
    :param kinds: of cards with an id for each copy; options that differ in nothing but the copy are one form
    :param shared: ``action``, ``hidden``, ``game``, ``luck_last`` and the like of every :class:`OptionForm`
    """
    key = answered.get("option") if answered is not None else None

    def made(stack: Stack) -> OptionForm:
        own = set(map(option_key, stack.members))
        sent: dict[str, Any] = {"posted": answered, "refused": refused} if key in own else {}
        return OptionForm(stack.option, unfolded=not own.isdisjoint(unfolded), count=stack.count, **sent, **shared)

    named = [each if isinstance(each, Offered) else Offered(each) for each in offers]
    options = [each.option for each in named if each.refused is None]
    forms = [made(stack) for stack in stacked(options, kinds)]
    rest = sorted((f for f in forms if not f.option.likely), key=lambda f: _place_of_group(options, f.option))
    return {
        "likely": [f for f in forms if f.option.likely],
        "groups": [(name, list(members)) for name, members in groupby(rest, key=lambda f: f.option.group)],
        "left": _left([each for each in named if each.refused is not None]),
        "unplaced": refused if refused is not None and all(f.refused is None for f in forms) else None,
        "game": shared.get("game", ""),
    }


def _left(offers: Sequence[Offered]) -> list[LeftToOthers]:
    """What is left to others, by whom it is left to, in the order of the options."""
    by = {
        who: [each.option for each in offers if each.left_to == who]
        for who in dict.fromkeys(each.left_to for each in offers)
    }
    return [LeftToOthers(who, options) for who, options in by.items()]


def _place_of_group(options: Sequence[Option], option: Option) -> int:
    return next(place for place, other in enumerate(options) if other.group == option.group and not other.likely)
