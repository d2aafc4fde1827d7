"""What changed between two renderings: found by itself, whatever the game."""

from __future__ import annotations

import re

import pytest

from tracker.web.changes import Rendering, marked

PIECES = {
    "a text": ("<p>Morale <b>14</b></p>", "<p>Morale <b>16</b></p>", ["b here"]),
    "a text beside an element": ("<p>Morale <b>14</b> fell</p>", "<p>Morale <b>14</b></p>", ["p here"]),
    "space alone": ("<p>Morale\n  <b>14</b></p>", "<p>Morale <b>14</b></p>", []),
    "an element that came": ("<ul><li>A</li><li>B</li></ul>", "<ul><li>A</li></ul>", ["li here"]),
    "one that came first": ("<ul><li>B</li><li>A</li></ul>", "<ul><li>A</li></ul>", ["li here"]),
    "an element that went": ("<ul><li>A</li></ul>", "<ul><li>A</li><li>B</li></ul>", ["ul around"]),
    "the last that went": ("<ul></ul>", "<ul><li>A</li></ul>", ["ul here"]),
    "other looks of a container": ('<div class="a b"><i>x</i></div>', '<div class="a"><i>x</i></div>', ["div around"]),
    "other looks of a leaf": ('<i class="spent">x</i>', '<i class="ready">x</i>', ["i here"]),
    "other looks of a drawing": ('<svg><path d="M0 1"/></svg>', '<svg><path d="M0 0"/></svg>', ["path here"]),
    "an address": ('<a href="/t/?v=4">x</a>', '<a href="/t/?v=3">x</a>', []),
    "what only screen readers are told": ('<p aria-valuenow="4">x</p>', '<p aria-valuenow="3">x</p>', []),
    "a form": ('<form><input value="1"><b>1</b></form>', '<form><input value="2"><b>2</b></form>', []),
    "deep inside": ("<div><p><b>1</b></p><p>2</p></div>", "<div><p><b>1</b></p><p>3</p></div>", ["p here"]),
    "a sign in an attribute": ('<b title="1 > 0">2</b>', '<b title="1 > 0">3</b>', ["b here"]),
    "an element without an end": ("<p>1<br>2</p><b>3</b>", "<p>1<br>2</p><b>4</b>", ["b here"]),
    "a comment": ("<p><!-- <b>x</b> -->1</p>", "<p>1</p>", []),
    "another element in its place": ("<div><h3>Orc</h3></div>", "<div><p>No siege</p></div>", ["h3 here"]),
}


@pytest.mark.parametrize(("html", "before", "marks"), PIECES.values(), ids=PIECES)
def test_what_differs_is_marked(html: str, before: str, marks: list[str]) -> None:
    found = marked(Rendering(html), Rendering(before))
    assert [" ".join(pair) for pair in re.findall(r'<(\w+) data-changed="(\w+)"', found)] == marks
    assert re.sub(r' data-changed="\w+"', "", found) == html


@pytest.mark.parametrize(
    "html", ["", "<", "<p", "</p>", "<p><b>1</p></b>", "a < b > c", '<p class="', "<br/>", "&lt;p&gt;"]
)
def test_whatever_is_given_comes_back_whole(html: str) -> None:
    assert re.sub(r' data-changed="\w+"', "", marked(Rendering(html), Rendering("<p>other</p>"))) == html
    assert marked(Rendering(html), Rendering(html)) == html
