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
    ("more", "headline"),
    [
        ((), "Day 1: Exploration"),
        (({"do": "begin_scene", "scene": "ruin_raiders"},), "Day 1: Ruin Raiders, set-up"),
        (({"do": "draw_interludes"},), "Day 1: Interludes"),
    ],
)
def test_the_headline_says_the_day_and_what_goes_on(more: tuple[dict[str, Any], ...], headline: str) -> None:
    assert VIEWS.summary(begun(*more), standard())["headline"] == headline


def test_before_the_first_day_the_headline_is_the_set_up() -> None:
    state = decide(None, do="choose_characters", picks={"player_1": "farah", "player_2": "javi"})
    assert VIEWS.summary(state, standard())["headline"] == "Set-up of the campaign"


def test_healing_without_damage_is_told_as_such() -> None:
    hurt = begun({"do": "suffer_damage", "who": "javi", "amount": 2})
    assert told(hurt, do="heal", who="javi", amount=3) == "Javi healed 2."
    assert told(hurt, do="heal", who="farah", amount=3) == "Farah had nothing to heal."
