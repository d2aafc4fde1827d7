"""Playing on many times: the same seed the same plays, every end reached, all plays counted."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from rules.games import game
from rules.kernel import Seeded
from rules.kernel.players import Policy, policies, thinking
from rules.kernel.simulation import (
    DECISIONS,
    GOES_ON,
    LENGTH,
    OVER,
    STUCK,
    Play,
    Until,
    added,
    count,
    counted,
    play,
    untils,
)
from tests.rules.kernel.tiny import GAME, PACK
from tests.rules.kernel.tiny.game import Tiny

START = GAME.fold(GAME.decide(None, GAME.decision({"do": "set_up", "walkers": 1}), PACK, Seeded(1)))
ANY = policies(GAME)["random"]


def plays(until: Until, policy: Policy = ANY, seeds: range = range(12)) -> list[Play]:
    return [play(GAME, START, PACK, policy, until, f"wood:{seed}") for seed in seeds]


def test_the_same_seed_gives_the_same_play() -> None:
    assert plays(Until(OVER)) == plays(Until(OVER))
    assert len({each.decisions for each in plays(Until(OVER))}) > 1


def test_a_play_goes_on_to_the_end_of_the_game() -> None:
    assert {each.ending for each in plays(Until(OVER))} <= {"won", "lost"}


def test_a_play_stops_after_so_many_decisions_unless_the_game_is_over_first() -> None:
    short = plays(Until(DECISIONS, 3))
    assert {(each.ending, each.decisions) for each in short if each.ending == GOES_ON} == {(GOES_ON, 3)}


def test_a_play_stops_after_so_many_rounds() -> None:
    real = game("fantasy_defense")
    pack, state = _fantasy()
    found = play(real, state, pack, real.policies["sensible"], Until("round", 2), "x")
    assert found.ending == GOES_ON
    assert found.measures["Round"] == 3


def _fantasy() -> tuple[object, object]:
    from tests.rules.fantasy_defense.table import standard

    real, pack = game("fantasy_defense"), standard()
    set_up = real.decision({"do": "set_up", "mode": "solo", "factions": {"p1": "human"}})
    return pack, real.fold(real.decide(None, set_up, pack, Seeded(3)))


def test_a_policy_that_finds_nothing_legal_is_counted_as_such() -> None:
    def nothing(state: object, pack: object) -> object:
        raise RuntimeError("no idea")

    lost = thinking("Lost", "Has no idea.", nothing)  # type: ignore[arg-type]
    assert {each.ending for each in plays(Until(OVER), lost)} == {STUCK}


def test_every_play_is_counted_once_and_stretches_add_up() -> None:
    every = plays(Until(OVER), seeds=range(20))
    whole = count(every)
    assert sum(outcome.plays for outcome in whole.values()) == 20
    assert sum(sum(outcome.numbers[LENGTH].values()) for outcome in whole.values()) == 20
    assert added([count(every[:7]), count(every[7:])]) == whole


def test_what_is_true_or_not_is_counted_apart_from_numbers() -> None:
    tally = count([Play("won", {"Alek fell": fell, "HP": 3}, 5) for fell in (True, False, True)])
    assert tally["won"].flags == {"Alek fell": 2}
    assert tally["won"].numbers == {"HP": {3: 3}, LENGTH: {5: 3}}


def test_until_when_may_be_played_is_said_in_words() -> None:
    assert untils(GAME, START)[OVER] == "the game is over"
    assert untils(game("fantasy_defense"), None)["round"] == "rounds have passed"
    assert counted(game("fantasy_defense"), "round")
    assert not counted(GAME, OVER)


@pytest.mark.pitfall("BL-030")
@pytest.mark.parametrize("policy", ["sensible", "likely"])
def test_plays_do_not_depend_on_the_process_in_which_they_are_played(policy: str) -> None:
    program = (
        "from tests.rules.kernel.test_simulation import _fantasy, play, game, Until\n"
        "from rules.kernel.players import policies\n"
        "pack, state = _fantasy(); fd = game('fantasy_defense')\n"
        f"print([play(fd, state, pack, policies(fd)[{policy!r}], Until('over'), str(n)) for n in range(3)])"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1


def test_a_policy_never_says_what_only_people_can_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tiny, "told_by_people", frozenset({"end_day", "name_walker"}))
    moves = [ANY.move(GAME, START, PACK, random.Random(number)) for number in range(60)]
    assert {type(move[0]).__name__ for move in moves if move} == {"TakeCard", "DrawChips", "RollDie"}
    monkeypatch.setattr(Tiny, "told_by_people", frozenset(GAME.decision_kinds))
    assert {each.ending for each in plays(Until(OVER))} == {STUCK}
