"""Copies of a card: options and choices that differ in nothing else are one."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from rules.kernel import Choice, Field, Option, Refused, Seeded, choices
from rules.kernel.players import filled
from tests.rules.fantasy_defense.playing import random_game
from tests.rules.fantasy_defense.table import GAME, standard
from tracker.web.alike import stacked
from tracker.web.option_forms import option_forms, option_key

KINDS = {"militia_1": "militia", "militia_2": "militia", "knight_1": "knight"}
GATE = Field("gate", "Gate", choices=choices(["a1", "a2"]))
A_GATE = Field("gate", "Gate", choices=choices(["a1"]))


def deploy(card: str, label: str = "Deploy Militia", **more: Any) -> Option:
    return Option("deploy", label, {"card": card}, **{"fields": (GATE,), **more})


def test_options_that_differ_in_the_copy_alone_are_one_with_their_number() -> None:
    first, second, knight = deploy("militia_1"), deploy("militia_2"), deploy("knight_1", "Deploy Knight")
    assert [(each.option, each.count) for each in stacked([first, knight, second], KINDS)] == [(first, 2), (knight, 1)]


OTHERS = {
    "its words": deploy("militia_2", label="Move Militia from Gate A1"),
    "why it is blocked": deploy("militia_2", blocked="It moved."),
    "its note": deploy("militia_2", note="Not besieged"),
    "what may be chosen": deploy("militia_2", fields=(A_GATE,)),
    "the kind of card": deploy("knight_1"),
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_whatever_differs_in_more_is_an_option_of_its_own(other: Option) -> None:
    assert [each.count for each in stacked([deploy("militia_1"), other], KINDS)] == [1, 1]


def test_where_a_game_has_no_copies_nothing_is_put_together() -> None:
    assert [each.count for each in stacked([deploy("militia_1"), deploy("militia_2")], {})] == [1, 1]


def test_each_copy_may_name_the_others_among_its_choices() -> None:
    one = deploy("militia_1", fields=(Field("discard", "Discard", choices=(Choice("militia_2", "Militia"),)),))
    other = deploy("militia_2", fields=(Field("discard", "Discard", choices=(Choice("militia_1", "Militia"),)),))
    assert [each.count for each in stacked([one, other], KINDS)] == [2]


def test_alike_choices_are_one_and_those_told_apart_by_a_detail_are_not() -> None:
    cards = (Choice("militia_1", "Militia"), Choice("knight_1", "Knight"), Choice("militia_2", "Militia"))
    field = Field("card", "Defender", choices=cards)
    (stack,) = stacked([Option("give", "Give", fields=(field,))], KINDS)
    assert [(each.value, each.label) for each in stack.option.fields[0].choices] == [
        ("militia_1", "Militia ×2"), ("knight_1", "Knight"),
    ]  # fmt: skip
    moved = msgspec.structs.replace(field, choices=(cards[0], Choice("militia_2", "Militia", "moved this round")))
    assert stacked([Option("give", "Give", fields=(moved,))], KINDS)[0].option.fields == (moved,)


def test_where_several_are_chosen_each_copy_stays() -> None:
    cards = (Choice("militia_1", "Militia"), Choice("militia_2", "Militia"))
    field = Field("cards", "Defenders", "many", choices=cards)
    assert stacked([Option("fetch", "Fetch", fields=(field,))], KINDS)[0].option.fields == (field,)


@pytest.mark.parametrize("likely", [True, False])
def test_the_form_says_the_number_and_keeps_what_was_sent_for_any_copy(likely: bool) -> None:
    both = [deploy("militia_1", likely=likely), deploy("militia_2", likely=likely)]
    sent = QueryDict(f"do=deploy&option={option_key(both[1])}&f.gate=a2")
    full = Refused("full", "The gate is full.")
    made = option_forms(both, kinds=KINDS, answered=sent, refused=full, action="/decide/")
    html = render_to_string("decide/options.html", {"decisions": made})
    assert len(re.findall(r'class="copies"[^>]*>×2<', html)) == 1
    assert html.count('name="option"') == 1
    assert "The gate is full." in html
    assert made["unplaced"] is None


@pytest.mark.parametrize(("mode", "seed"), [("solo", 5), ("coop", 3), ("solo", 8), ("coop", 11)])
def test_in_fantasy_defense_it_does_not_matter_which_copy_is_taken(mode: str, seed: int) -> None:
    kinds, source, tried = GAME.kinds(standard()), random.Random(seed), 0
    for step in random_game(mode, seed):
        for stack in stacked(GAME.options(step.after, standard()), kinds):
            for one, other in twins(stack.members, kinds, source):
                assert outcome(step.after, one, kinds) == outcome(step.after, other, kinds), (one, other)
                tried += 1
    assert tried


def twins(members: tuple[Option, ...], kinds: Any, source: random.Random) -> Iterator[tuple[Any, Any]]:
    """Decisions for which one form, or one choice of it, stands."""
    first, *others = members
    data = filled(source, first)
    if not first.blocked and "effect" not in data:
        for other in others:
            yield data, {**data, "card": other.fixed["card"]}
    for field in first.fields:
        for choice in field.choices if field.kind == "choice" and field.name == "card" else ():
            for twin in field.choices:
                if (kinds[twin.value], twin.label, twin.detail) == (kinds[choice.value], choice.label, choice.detail):
                    yield {**data, "card": choice.value}, {**data, "card": twin.value}


def outcome(state: Any, data: Any, kinds: Any) -> Any:
    """What comes of a decision, with kinds in the place of copies."""
    try:
        events = GAME.decide(state, GAME.decision(data), standard(), Seeded(1))
    except Refused as refused:
        return refused.code
    return by_kind(msgspec.to_builtins(GAME.fold(events, state)), kinds)


def by_kind(value: Any, kinds: Any) -> Any:
    """Plain data with the kind in the place of each copy, in no order."""
    if isinstance(value, str):
        return kinds.get(value, value)
    if isinstance(value, list | tuple):
        return sorted((by_kind(item, kinds) for item in value), key=repr)
    if isinstance(value, dict):
        return sorted(Counter((kinds.get(key, key), repr(by_kind(item, kinds))) for key, item in value.items()).items())
    return value
