"""Shares, intervals, distributions, sentences."""

from __future__ import annotations

import pytest

from rules.kernel.simulation import Outcome, Play, Tally, count
from tracker.simulations.figures import MOST_BARS, Share, odds, percent, wilson


def tally(**endings: list[int]) -> Tally:
    return count([Play(ending, {"HP": hp}, 10) for ending, values in endings.items() for hp in values])


@pytest.mark.parametrize(
    ("hits", "plays", "low", "high"),
    [(710, 1000, 0.6811, 0.7373), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634),
     (1, 1, 0.2065, 1.0)],
)  # fmt: skip
def test_the_interval_is_that_of_wilson(hits: int, plays: int, low: float, high: float) -> None:
    assert wilson(hits, plays) == pytest.approx((low, high), abs=1e-4)


def test_the_interval_covers_the_true_share_about_as_often_as_it_says() -> None:
    import random

    source, true, covered = random.Random(7), 0.3, 0
    for _ in range(400):
        low, high = wilson(sum(source.random() < true for _ in range(100)), 100)
        covered += low <= true <= high
    assert covered / 400 == pytest.approx(0.95, abs=0.03)


def test_the_odds_are_said_in_a_sentence_the_good_endings_first() -> None:
    found = odds(tally(lost=[0] * 290, won=[5] * 710))
    assert found.headline == "In 1,000 plays from here you win 71 % (68–74 %); you lose 29 % (26–32 %)."


def test_other_endings_are_said_in_their_own_words() -> None:
    found = odds(tally(goes_on=[5] * 80, truce=[5] * 20))
    assert found.headline == "In 100 plays from here the game goes on in 80 % (71–87 %); truce in 20 % (13–29 %)."


def test_the_middle_of_a_figure_is_said() -> None:
    found = odds(tally(won=list(range(1, 102))))
    assert found.distributions[0].sentence == "HP: 51 in the middle; between 11 and 91 in eight of ten plays."
    assert found.distributions[0].mean == 51


def test_a_figure_that_is_always_the_same_says_so() -> None:
    assert odds(tally(won=[4] * 9)).distributions[0].sentence == "HP: 4 in every play."


@pytest.mark.parametrize("spread", [1, 15, 16, 17, 100, 999])
def test_bars_are_few_and_hold_every_play_once(spread: int) -> None:
    found = odds(tally(won=list(range(spread)), lost=[spread]))
    bars = found.distributions[0].bars
    assert len(bars) <= MOST_BARS
    assert sum(bar.plays for bar in bars) == spread + 1
    assert [bar.low for bar in bars[1:]] == [bar.high + 1 for bar in bars[:-1]]


def test_what_was_true_in_some_plays_has_its_interval() -> None:
    found = odds({"won": Outcome(100, {"Decisions": {3: 100}}, {"Alek fell": 22})})
    assert [flag.words for flag in found.flags] == ["22 % (15–31 %)"]
    assert "Alek fell: in 22 % (15–31 %) of the plays." in found.sentences


@pytest.mark.parametrize(
    ("share", "said"),
    [(0, "0"), (1, "100"), (0.004, "0.4"), (0.996, "99.6"), (0.99999, "100"), (0.0001, "0"), (0.5, "50")],
)
def test_shares_near_the_ends_are_not_rounded_away(share: float, said: str) -> None:
    assert percent(share) == said


def test_a_share_of_nothing_is_not_called_impossible() -> None:
    assert Share("won", "won", 0, 100).words == "0 % (0–4 %)"
