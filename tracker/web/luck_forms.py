"""Luck typed in as seen at the table: what was sent, and the palette that asks for the next answer.

A form posts ``luck`` (``app``: draw for us, ``table``: we drew, ``rest``: what is typed in stands, draw the rest) and
``luck.<source>`` for each answer, in the order in which they came up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.http import QueryDict

from projections.views import Face
from rules.kernel import Answer, Chance, LuckNeeded, Observed, Refused, Rolled, words

PREFIX = "luck."


def chance_of(post: QueryDict) -> Chance:
    """The luck that a form asks for: drawn by the app, typed in, or typed in and the rest drawn.

    :raises Refused: ``malformed`` for any other way
    """
    way = post.get("luck", "app")
    if way == "app":
        return Rolled()
    if way not in ("table", "rest"):
        raise Refused("malformed", f"“{way[:60]}” is no way to ask luck.")
    return Observed(seen(post), otherwise=Rolled() if way == "rest" else None)


def seen(post: QueryDict) -> dict[str, list[str]]:
    """What was typed in so far, for :class:`~rules.kernel.chance.Observed`."""
    return {name[len(PREFIX) :]: post.getlist(name) for name in post if name.startswith(PREFIX)}


@dataclass(frozen=True)
class PaletteItem:
    """One thing that may come up.

    :param left: how many of it are still in the bag, or faces of the die that show it
    :param share: its part of what may come up next, in percent
    :param why_not: why it cannot come up any more, or empty
    """

    value: str
    face: Face
    left: int
    share: int
    why_not: str = ""

    @property
    def label(self) -> str:
        """What people call it."""
        return self.face.label


@dataclass(frozen=True)
class LuckPalette:
    """The question to luck as a form, for ``decide/luck_palette.html``.

    :param needed: what ``decide`` raised
    :param post: the form that asked; everything in it but its luck is sent again
    :param action: where it is sent
    :param labels: names of the values, where their own words will not do
    :param faces: how the values look, where they are more than a name
    :param everything: values that belong there even when none is left, to be shown greyed out
    """

    needed: LuckNeeded
    post: QueryDict
    action: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    faces: Mapping[str, Face] = field(default_factory=dict)
    everything: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """The name of the input that carries the answer."""
        return PREFIX + self.needed.ask.source

    @property
    def count(self) -> int:
        """How many answers are still wanted."""
        return self.needed.ask.count

    @property
    def chosen_here(self) -> list[str]:
        """What was already answered of this source."""
        return [self.label(value) for answer in self._same_source for value in answer.values]

    @property
    def kept(self) -> list[tuple[str, str]]:
        """The hidden inputs that carry the decision on, without its luck."""
        return [
            (name, value)
            for name, values in self.post.lists()
            for value in values
            if name not in ("luck", "csrfmiddlewaretoken") and not name.startswith(PREFIX)
        ]

    @property
    def given(self) -> list[tuple[str, str]]:
        """The answers so far as hidden inputs, in order. What could come up one way only nobody typed in: it comes up
        again by itself."""
        by_hand = self.post.get("luck") == "table"
        answers = [answer for answer in self.needed.given if answer.observed or not by_hand]
        return [(PREFIX + answer.source, value) for answer in answers for value in answer.values]

    @property
    def given_but_last(self) -> list[tuple[str, str]]:
        """The answers that stay when the last one is taken back."""
        return self.given[:-1]

    @property
    def last_given(self) -> str:
        """The answer that "take back" takes back, in words."""
        return self.label(self.given[-1][1]) if self.given else ""

    @property
    def items(self) -> list[PaletteItem]:
        """What may come up, the most frequent as the rules list them; what has run out after it."""
        contents = self.needed.ask.contents
        total = sum(contents.values())
        there = [self._item(value, left, total) for value, left in contents.items()]
        gone = Counter((*self.everything, *(v for a in self._same_source for v in a.values)))
        return there + [self._item(value, 0, total) for value in gone if value not in contents]

    @property
    def _same_source(self) -> list[Answer]:
        return [answer for answer in self.needed.given if answer.source == self.needed.ask.source]

    def _item(self, value: str, left: int, total: int) -> PaletteItem:
        return PaletteItem(
            value,
            self.faces.get(value) or Face(self.label(value)),
            left,
            round(100 * left / total) if total else 0,
            "" if left else "none left here",
        )

    def label(self, value: str) -> str:
        """What people call a value."""
        face = self.faces.get(value)
        return face.label if face else self.labels.get(value) or words(value)
