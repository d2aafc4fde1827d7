"""What differs between two renderings of the same part of a page: marked in the newer one, whatever the game.

Elements of the two are paired as they stand in one another. What has another text of its own, other attributes, or no
counterpart is marked ``data-changed="here"``; what only holds other elements and looks different, ``"around"``. The
text around the marks stays as it was rendered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from itertools import pairwise

HERE, AROUND = ' data-changed="here"', ' data-changed="around"'
MOST_IN_A_PICTURE = 12
"""Marks in one drawing; what differs in more places is another drawing."""
VOID = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
PASSED_OVER = frozenset({"script", "style", "template", "form"})
"""Elements in which nothing is marked: forms carry tokens that differ each time."""

_TAG = re.compile(r"""<!--.*?-->|<(/?)([a-zA-Z][\w:-]*)((?:[^"'>]|"[^"]*"|'[^']*')*?)(/?)>""", re.DOTALL)
_ADDRESSES = re.compile(
    r"""\s(?:href|id|for|name|value|aria-[\w-]+|hx-[\w-]+|data-(?!state)[\w-]+)=("[^"]*"|'[^']*')"""
)
"""Attributes by which nothing looks different."""
_SPACE = re.compile(r"\s+")


@dataclass(slots=True)
class _Element:
    """An element, by its places in the text.

    :ivar mark_at: where the mark goes: behind the name of its tag
    """

    tag: str
    attributes: str
    start: int
    mark_at: int
    end: int = 0
    texts: list[str] = field(default_factory=list)
    children: list[_Element] = field(default_factory=list)


class Rendering:
    """A part of a page as it was rendered; its elements are read once, when they are first compared."""

    def __init__(self, html: str) -> None:
        self.html = html

    @cached_property
    def root(self) -> _Element:
        """The elements as a tree."""
        return _read(self.html)


def marked(now: Rendering, before: Rendering) -> str:
    """A rendering in which the elements that differ from an earlier one carry the mark."""
    if now.html == before.html:
        return now.html
    marks = dict(_changes(now.root, before.root, now.html, before.html))
    edges = [0, *sorted(marks), len(now.html)]
    return "".join(now.html[low:high] + marks.get(high, "") for low, high in pairwise(edges))


def _read(html: str) -> _Element:
    """The elements of a text as a tree under one root."""
    root = _Element("", "", 0, 0, len(html))
    open_ones, text_from = [root], 0
    for found in _TAG.finditer(html):
        open_ones[-1].texts.append(html[text_from : found.start()])
        text_from = found.end()
        closing, tag, attributes, empty = found.groups()
        if tag is None:
            continue  # a comment
        if closing:
            _close(open_ones, tag, found.end())
            continue
        element = _Element(tag, attributes, found.start(), found.end(2), found.end())
        open_ones[-1].children.append(element)
        if not empty and tag not in VOID:
            open_ones.append(element)
    return root


def _close(open_ones: list[_Element], tag: str, end: int) -> None:
    """Close the innermost open element of a name, and whatever was left open inside it."""
    for depth in range(len(open_ones) - 1, 0, -1):
        if open_ones[depth].tag == tag:
            for element in open_ones[depth:]:
                element.end = end
            del open_ones[depth:]
            return


def _changes(new: _Element, old: _Element, html: str, before: str) -> Iterator[tuple[int, str]]:
    """Where marks go within an element that has a counterpart, and which."""
    if html[new.start : new.end] == before[old.start : old.end] or new.tag in PASSED_OVER:
        return
    pairs, fresh, gone = _paired(new.children, old.children, html, before)
    if new.tag and _words(new) != _words(old):
        yield new.mark_at, HERE
    elif new.tag and (_looks(new) != _looks(old) or gone > len(fresh)):
        # What is no longer there leaves its mark on what it stood in.
        yield new.mark_at, AROUND if new.children else HERE
    inside = [mark for one, other in pairs for mark in _changes(one, other, html, before)]
    inside += [(element.mark_at, HERE) for element in fresh if element.tag not in PASSED_OVER]
    if new.tag == "svg" and len(inside) > MOST_IN_A_PICTURE:
        yield new.mark_at, AROUND  # another picture: no single thing in it tells more than the others
    else:
        yield from inside


def _paired(
    new: Sequence[_Element], old: Sequence[_Element], html: str, before: str
) -> tuple[list[tuple[_Element, _Element]], list[_Element], int]:
    """The children of two elements that belong together and differ, those that came anew, and how many are gone."""
    ours = [html[element.start : element.end] for element in new]
    theirs = [before[element.start : element.end] for element in old]
    pairs: list[tuple[_Element, _Element]] = []
    fresh: list[_Element] = []
    gone = 0
    for kind, low, high, from_, to in SequenceMatcher(None, theirs, ours, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        left = list(old[low:high])
        for element in new[from_:to]:
            like = next((other for other in left if other.tag == element.tag), None)
            if like is None:
                fresh.append(element)
            else:
                pairs.append((element, like))
                left.remove(like)
        gone += len(left)
    return pairs, fresh, gone


def _looks(element: _Element) -> str:
    return _ADDRESSES.sub("", element.attributes)


def _words(element: _Element) -> list[str]:
    return [words for text in element.texts if (words := _SPACE.sub(" ", text).strip())]
