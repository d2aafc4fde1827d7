"""What readers see of Artisans of Splendent Vale: the headline and the story."""

from __future__ import annotations

from typing import Any

import pytest

from projections.artisans_of_splendent_vale import VIEWS
from projections.views import Moment
from rules.artisans_of_splendent_vale.game import GAME
from rules.artisans_of_splendent_vale.state import Position
from rules.kernel import Observed
from tests.rules.artisans_of_splendent_vale.playing import decide, standard


def begun(*more: dict[str, Any]) -> Position:
    """A campaign of Farah and Javi after its beginning and some decisions."""
    state = decide(None, do="choose_characters", picks={"player_1": "farah", "player_2": "javi"})
    for data in (
        {"do": "elect", "role": "record_keeper", "character": "javi"},
        {"do": "elect", "role": "narrator", "character": "farah"},
        {"do": "begin_campaign"},
        *more,
    ):
        state = decide(state, **data)
    return state


def told(state: Position, **data: Any) -> str:
    """The sentence of a decision."""
    decision = GAME.decision(data)
    events = GAME.decide(state, decision, standard(), Observed({}))
    moment = Moment(
        game=GAME, pack=standard(), decision_id="1", name=data["do"], arguments={}, answers=(), alias="", seat="",
        recorded_at=0, events=tuple(enumerate(events, 1)), before=state, after=GAME.fold(events, state),
    )  # fmt: skip
    return VIEWS.sentence(moment)


@pytest.mark.parametrize(
    ("more", "headline", "pending"),
    [
        ((), "Day 1: Exploration", "Read on in the books, and say here what they instruct."),
        (
            ({"do": "begin_scene", "scene": "ruin_raiders"},),
            "Day 1: Ruin Raiders, set-up",
            "Equip, place everybody, then roll the first pool.",
        ),
        (({"do": "draw_interludes"},), "Day 1: Interludes", "Still at their interludes: Farah, Javi."),
        (({"do": "call_day_over"},), "Day 1: Exploration", "The day is over."),
    ],
)
def test_the_headline_says_the_day_and_what_goes_on(
    more: tuple[dict[str, Any], ...], headline: str, pending: str
) -> None:
    summary = VIEWS.summary(begun(*more), standard())
    assert (summary["headline"], summary["pending"]) == (headline, pending)


def test_the_end_of_a_day_is_offered_by_its_name() -> None:
    over = begun({"do": "call_day_over"})
    assert [option.label for option in GAME.options(over, standard()) if option.do == "end_day"] == ["End Day 1"]


def test_before_the_first_day_the_headline_is_the_set_up() -> None:
    state = decide(None, do="choose_characters", picks={"player_1": "farah", "player_2": "javi"})
    summary = VIEWS.summary(state, standard())
    assert summary["headline"] == "Set-up of the campaign"
    assert summary["pending"] == "Say who keeps the record and who narrates, then begin."


def test_healing_without_damage_is_told_as_such() -> None:
    hurt = begun({"do": "suffer_damage", "who": "javi", "amount": 2})
    assert told(hurt, do="heal", who="javi", amount=3) == "Javi healed 2."
    assert told(hurt, do="heal", who="farah", amount=3) == "Farah had nothing to heal."


def test_a_potion_says_what_it_healed() -> None:
    given = {"do": "follow_instruction", "effect": {"gain_potion": {"healing_potion": 1}, "who": "javi"}}
    hurt = begun({"do": "suffer_damage", "who": "javi", "amount": 2}, given)
    assert (
        told(hurt, do="drink_potion", who="javi", potion="healing_potion")
        == "Javi drank Healing Potion. Javi healed 2."
    )
