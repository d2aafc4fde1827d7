"""Options: what a form or a random player makes of them."""

from __future__ import annotations

import random

import pytest

from rules.kernel import Choice, Field, Option, Seeded, choices, words
from rules.kernel.players import filled, likely_first, play_on
from tests.rules.kernel.tiny import GAME, PACK, SetUp


def test_dotted_names_nest() -> None:
    option = Option("deploy", "Deploy", {"card": "pikeman", "effect.from": "g1"})
    assert option.arguments({"effect.cards.first": "scout", "gate": "g2"}) == {
        "do": "deploy",
        "card": "pikeman",
        "effect": {"from": "g1", "cards": {"first": "scout"}},
        "gate": "g2",
    }


def test_what_is_chosen_takes_the_place_of_what_is_settled() -> None:
    assert Option("move", "Move", {"to": "g1"}).arguments({"to": "g2"}) == {"do": "move", "to": "g2"}


def test_making_arguments_leaves_the_option_as_it_was() -> None:
    option = Option("move", "Move", {"with.a": 1})
    option.arguments({"with.b": 2})
    assert option.arguments() == {"do": "move", "with": {"a": 1}}


def test_choices_are_labelled_by_a_map_or_by_their_own_words() -> None:
    assert choices(["timber_wolf", "g1"], {"g1": "Gate 1"}) == (
        Choice("timber_wolf", "Timber wolf"),
        Choice("g1", "Gate 1"),
    )
    assert words("") == ""


FIELDS = (
    Field("one", "One", choices=choices(["a", "b"])),
    Field("some", "Some", "many", choices=choices(["a", "b", "c"]), minimum=1, maximum=2),
    Field("pay.each", "Each", "counts", choices=(Choice("a", "A"), Choice("b", "B", blocked="none left")), minimum=2),
    Field("pay.few", "Few", "counts", choices=(Choice("a", "A", most=1), Choice("b", "B", most=2)), maximum=9),
    Field("number", "Number", "number", minimum=2, maximum=3),
    Field("flag", "Flag", "flag", required=False),
    Field("text", "Text", "text"),
)


@pytest.mark.parametrize("seed", range(20))
def test_a_random_player_fills_every_kind_of_field_within_its_bounds(seed: int) -> None:
    data = filled(random.Random(seed), Option("act", "Act", fields=FIELDS))
    assert data["one"] in ("a", "b")
    assert 1 <= len(set(data["some"])) == len(data["some"]) <= 2
    assert set(data["pay"]["each"]) == {"a"}
    assert data["pay"]["few"].get("a", 0) <= 1
    assert data["pay"]["few"].get("b", 0) <= 2
    assert 2 <= data["number"] <= 3
    assert data.get("flag") in (None, True, False)
    assert data["text"] == "at the table"


def test_a_random_player_leaves_out_a_field_that_has_no_choice() -> None:
    assert filled(random.Random(1), Option("act", "Act", fields=(Field("one", "One"),))) == {"do": "act"}


def test_the_likely_policy_mostly_takes_what_the_page_offers_first() -> None:
    options, source = [Option("a", "A"), Option("b", "B", likely=True)], random.Random(1)
    taken = [likely_first(source, options).do for _ in range(200)]
    assert 150 < taken.count("b") < 200


def test_a_position_without_a_legal_decision_is_reported_as_stuck() -> None:
    class Stuck(type(GAME)):  # type: ignore[misc]
        def options(self, state: object, pack: object) -> list[Option]:
            return [Option("end_day", "End the day", {"weather": "wet"})]

    state = GAME.fold(GAME.decide(None, SetUp(), PACK, Seeded(1)))
    with pytest.raises(RuntimeError, match=r"no legal decision .*end_day: malformed"):
        play_on(Stuck(), state, PACK, random.Random(1), tries=3)
