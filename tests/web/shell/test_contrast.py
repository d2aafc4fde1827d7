"""The shipped stylesheet, read as text: every pair of colours that carries words or meaning can be told apart."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

PAPERS = ("paper", "paper-raised", "paper-sunk")
GAMES = ("site", "fantasy-defense", "isofarian-guard", "artisans-of-splendent-vale", "stonebound-saga",
         "encounters-shattered-wastes")  # fmt: skip
TIMELINES = ("timeline-main", *(f"timeline-{n}" for n in range(1, 7)))
SEATS = tuple(f"seat-{n}" for n in range(1, 7))
MEANINGS = ("good", "warn", "bad", "past")
GEMS = ("fire", "earth", "water", "wind", "neutral", "darkness", "light")

WORDS = [
    *((ink, paper) for ink in ("ink", "ink-soft", *GAMES, *TIMELINES, *SEATS, *MEANINGS) for paper in PAPERS),
    *((ink, f"{meaning}-paper") for meaning in MEANINGS for ink in (meaning, "ink", "ink-soft")),
    *(("on-accent", game) for game in (*GAMES, "past")),
    ("on-bad-solid", "bad-solid"),
    ("bone-ink", "bone"),
    ("bone", "bone-ink"),
    *((f"chip-{colour}", "bone") for colour in ("black", "green", "purple", "red")),
]
"""What is read: 4.5 to 1."""

MARKS = [
    *((mark, paper) for mark in ("line-strong", "focus") for paper in PAPERS),
    *((f"gem-{element}", "paper-raised") for element in GEMS),
]
"""Borders of controls, focus rings, glyphs on gems: 3 to 1."""


def tokens() -> dict[str, tuple[str, str]]:
    """Each colour token with its value in light and in dark."""
    path = finders.find("web/tokens.css")
    assert path is not None
    sheet = Path(path).read_text(encoding="utf-8")
    found = re.findall(r"--([\w-]+):\s*(light-dark\([^;]*\)|#[0-9a-f]{6});", sheet)
    values = {name: re.findall(r"#[0-9a-f]{6}", value) for name, value in found}
    return {name: (shades[0], shades[-1]) for name, shades in values.items() if shades}


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio as WCAG 2 defines it, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white_is_twenty_one_to_one() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.pitfall("BL-145")
@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("pairs", "least"), [(WORDS, 4.5), (MARKS, 3.0)], ids=["words", "marks"])
def test_every_pair_of_tokens_can_be_told_apart(scheme: int, pairs: list[tuple[str, str]], least: float) -> None:
    colours = tokens()
    faint = {
        (front, back): round(ratio, 2)
        for front, back in pairs
        if (ratio := contrast(colours[front][scheme], colours[back][scheme])) < least
    }
    assert faint == {}


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("family", [TIMELINES, SEATS, GAMES], ids=["timelines", "seats", "games"])
def test_no_two_of_a_family_share_a_colour(scheme: int, family: tuple[str, ...]) -> None:
    assert len({tokens()[name][scheme] for name in family}) == len(family)


@pytest.mark.pitfall("BL-145")
def test_each_chip_colour_has_a_ring_of_its_own_shape() -> None:
    from django.template import Context, Template

    def ring(colour: str) -> str:
        drawn = Template("{% load pieces %}{% chip 'x' colour %}").render(Context({"colour": colour}))
        return " ".join(re.findall(r'<circle class="ring"[^>]*>', drawn))

    rings = {ring(colour) for colour in ("black", "green", "purple", "red", "")}
    assert len(rings) == 5
