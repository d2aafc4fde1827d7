"""Every event of an Encounter has its words, and every decision its sentence."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from projections.encounters_shattered_wastes import VIEWS
from projections.encounters_shattered_wastes.story import _FACTS
from projections.views import Moment
from rules.encounters_shattered_wastes.events import CriticalScored, DamageDealt, HpReduced
from rules.kernel import decision_name
from tests.rules.encounters_shattered_wastes.playing import lively, random_game
from tests.rules.encounters_shattered_wastes.table import GAME, Table, acting, table
from tests.rules.steps import Step


def moment_of(step: Step) -> Moment:
    return Moment(
        game=GAME, pack=lively(), decision_id="1", name=decision_name(type(step.decision)), arguments={},
        answers=step.answers, alias="Ann", seat="p1", recorded_at=1,
        events=tuple(enumerate(step.events, 1)), before=step.before, after=step.after,
    )  # fmt: skip


def told(game: Table, do: str, **said: object) -> str:
    """The sentence of a decision."""
    before, since = game.state, len(game.events)
    game.does(do, **said)
    moment = Moment(
        game=GAME, pack=game.pack, decision_id="1", name=do, arguments={}, answers=(), alias="Ann", seat="p1",
        recorded_at=1, events=tuple(enumerate(game.events[since:], 1)), before=before, after=game.state,
    )  # fmt: skip
    return VIEWS.sentence(moment)


def moments() -> Iterator[Moment]:
    for seed in (1, 2, 5):
        for step in random_game(seed):
            yield moment_of(step)


def test_every_event_has_its_words() -> None:
    assert set(GAME.event_kinds) == set(_FACTS)


def test_every_decision_has_a_sentence_and_every_fact_a_line() -> None:
    for moment in moments():
        sentence, facts = VIEWS.sentence(moment), VIEWS.facts(moment)
        assert sentence.endswith(".")
        assert sentence[0].isupper()
        assert "_" not in sentence
        assert "set in order" not in sentence
        assert len(facts) == len(moment.events)
        assert all(line.endswith(".") and "_" not in line for line in facts)


@pytest.mark.parametrize(
    ("do", "said", "expected"),
    [
        ("move", {"path": ["2F"]}, "Ronin moved to Area 2, Front Line."),
        ("move", {"path": []}, "Ronin stayed in place."),
        ("basic_attack", {"rolls": [5]}, "Ronin hit Area 1, 5 against Threat 0."),
        ("recover", {"roll": 3, "choose": "reduce_threat"}, "Ronin recovers with a 3."),
        ("shatter", {}, "Ronin Shattered by choice and has 8 HP now."),
    ],
)
def test_actions_are_told_by_what_they_did(do: str, said: dict[str, object], expected: str) -> None:
    game = acting(board={"areas": {1: ["P1_a"]}})
    assert told(game, do, character="ronin", **said) == expected


def test_a_blow_that_shatters_and_a_reveal_tell_what_came_of_it() -> None:
    game = acting(threat=9, heroic_side={"dice": 2}, board={"areas": {1: ["P5_a"]}})
    sentence = told(game, "basic_attack", character="ronin", rolls=[5, 6])
    assert sentence == "Ronin hit Area 1, 11 against Threat 9. Ronin Shattered at 12 Threat and has 8 HP now."
    game = table("defend", areas={1: ["P2.d1_a"]})
    assert told(game, "resolve_area", area=1) == "Area 1 strikes: Physical, Threat 2: 1 Damage, on Ronin."
    assert told(game, "resolve_area", area=2) == "Area 2 stayed quiet."


def test_a_passed_window_is_told_by_what_went_on() -> None:
    again = {"deck": "martial", "subtype": "reaction", "trigger": "own_die_rolled", "effects": [{"op": "reroll"}]}
    board = {"content": {"abilities": {"again": again}}, "areas": {1: ["P1_a"]}}
    game = acting(abilities=["again"], board=board)
    assert told(game, "basic_attack", character="ronin", rolls=[4]) == "Ronin attacks Area 1 and rolled 4."
    assert told(game, "pass_reactions") == "Ronin hit Area 1, 4 against Threat 0."


def test_facts_are_counted() -> None:
    assert VIEWS.counts(DamageDealt(character="x", area="1", cards=("P1", "P2"), to="fatigue")) == {"Damage dealt": 2}
    assert VIEWS.counts(HpReduced(character="x", amount=3, now=1)) == {"HP lost": 3}
    assert VIEWS.counts(CriticalScored(character="x", total=4)) == {"Critical Successes": 1}
