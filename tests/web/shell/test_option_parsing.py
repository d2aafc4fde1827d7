"""From a sent form to a decision."""

from typing import Any

import pytest
from django.http import QueryDict

from rules.kernel import Choice, Field, Option, Refused, choices
from tracker.web.option_forms import bounds, chosen, find_option, option_key

GOODS = choices(["iron", "wood", "hide"])
TRADE = Option(
    "trade",
    "Trade",
    fixed={"city": "strofa", "offer.kind": "goods"},
    fields=(
        Field("offer.item", "Item", choices=GOODS),
        Field("sell", "Sell", "counts", GOODS, minimum=1, maximum=4, required=False),
        Field("pick_up", "Pick up", "counts", (Choice("rope", "Rope", most=1), *GOODS), maximum=4, required=False),
        Field("take", "Take along", "many", GOODS, maximum=2, required=False),
        Field("days", "Days", "number", minimum=1, maximum=3, required=False),
        Field("note", "Note", "text", maximum=20, required=False),
        Field("haggle", "Haggle", "flag"),
    ),
)


def parse(sent: str, option: Option = TRADE) -> dict[str, Any]:
    return chosen(option, QueryDict(sent))


def refusal(sent: str, option: Option = TRADE) -> Refused:
    with pytest.raises(Refused) as refused:
        parse(sent, option)
    assert refused.value.code == "malformed"
    return refused.value


def test_each_kind_of_field_gives_its_kind_of_value() -> None:
    sent = "f.offer.item=iron&f.sell:iron=2&f.sell:wood=1&f.take=hide&f.days=3&f.note=+for+Mira+&f.haggle=on"
    assert parse(sent) == {
        "offer.item": "iron",
        "sell": {"iron": 2, "wood": 1},
        "take": ["hide"],
        "days": 3,
        "note": "for Mira",
        "haggle": True,
    }


def test_optional_fields_left_empty_are_absent_and_an_unset_switch_is_off() -> None:
    sent = "f.offer.item=iron&f.sell:iron=0&f.days=&f.note=++"
    assert parse(sent) == {"offer.item": "iron", "haggle": False}


def test_a_value_of_no_name_is_a_value_where_it_is_among_the_choices() -> None:
    item = Field("item", "Item", choices=(Choice("salve", "Kept"), Choice("", "Used")), required=False, initial="salve")
    rest = Option("rest", "Rest", fields=(item,))
    assert parse("f.item=", rest) == {"item": ""}
    assert parse("f.item=salve", rest) == {"item": "salve"}
    assert parse("", rest) == {}


def test_what_was_chosen_joins_the_fixed_arguments_as_a_decision() -> None:
    decision = TRADE.arguments(parse("f.offer.item=wood"))
    assert decision == {
        "do": "trade",
        "city": "strofa",
        "offer": {"kind": "goods", "item": "wood"},
        "haggle": False,
    }


def test_a_fixed_argument_cannot_be_sent() -> None:
    assert "does not ask for “city”" in refusal("f.offer.item=iron&f.city=elsewhere").sentence


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ("", "Item: nothing was chosen."),
        ("f.offer.item=gold", "Item: “gold” is not among the choices."),
        ("f.offer.item=iron&f.offer.item=wood", "Item: one value, please."),
        ("f.offer.item=iron&f.days=4", "Days: 1 to 3, not 4."),
        ("f.offer.item=iron&f.days=two", "Days: “two” is not a whole number."),
        ("f.offer.item=iron&f.days=1.5", "Days: “1.5” is not a whole number."),
        ("f.offer.item=iron&f.days=99999999999999", "Days: “99999999999999” is not a whole number."),
        ("f.offer.item=iron&f.sell:iron=-1", "Sell: a count cannot be below zero."),
        ("f.offer.item=iron&f.sell:iron=5", "Sell: 1 to 4, not 5."),
        ("f.offer.item=iron&f.pick_up:rope=2&f.pick_up:iron=2", "Pick up: Rope: at most 1, not 2."),
        ("f.offer.item=iron&f.sell:gold=1", "“Trade” does not ask for “sell:gold”."),
        ("f.offer.item=iron&f.take=iron&f.take=iron", "Take along: the same thing was chosen twice."),
        ("f.offer.item=iron&f.take=iron&f.take=wood&f.take=hide", "Take along: at most 2, not 3."),
        ("f.offer.item=iron&f.note=" + "x" * 21, "Note: at most 20 characters of plain text."),
        ("f.offer.item=iron&f.note=a%00b", "Note: at most 20 characters of plain text."),
    ],
)
def test_bad_input_is_refused_with_a_sentence(sent: str, sentence: str) -> None:
    assert refusal(sent).sentence == sentence


def test_a_blocked_choice_goes_to_the_rules_which_know_why() -> None:
    option = Option("rest", "Rest", fields=(Field("who", "Who", choices=(Choice("alek", "Alek", blocked="fell"),)),))
    assert parse("f.who=alek", option) == {"who": "alek"}


def test_a_required_list_may_be_empty_where_nothing_is_the_least() -> None:
    option = Option("pay", "Pay", fields=(Field("what", "What", "many", GOODS), Field("how", "How", "counts", GOODS)))
    assert parse("", option) == {"what": [], "how": {}}


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [(None, None, ""), (2, 2, "exactly 2"), (1, None, "at least 1"), (None, 3, "at most 3"), (0, 3, "at most 3"),
     (1, 3, "1 to 3")],
)  # fmt: skip
def test_bounds_are_said_in_words(low: int | None, high: int | None, said: str) -> None:
    assert bounds(Field("x", "X", "counts", GOODS, minimum=low, maximum=high)) == said


def test_an_option_is_found_again_after_the_list_around_it_changed() -> None:
    here, there = Option("walk", "Walk", fixed={"to": "29"}), Option("walk", "Walk", fixed={"to": "30"})
    sent = QueryDict(f"do=walk&option={option_key(there)}")
    assert find_option([TRADE, there, here], sent) is there


def test_an_option_that_is_gone_is_refused_with_a_way_on() -> None:
    with pytest.raises(Refused) as refused:
        find_option([TRADE], QueryDict("do=walk&option=walk-0123456789"))
    assert refused.value.code == "not_offered"
    assert refused.value.remedy


@pytest.mark.parametrize("sent", ["", "do=trade", "option="])
def test_a_form_without_an_option_is_malformed(sent: str) -> None:
    with pytest.raises(Refused) as refused:
        find_option([TRADE], QueryDict(sent))
    assert refused.value.code == "malformed"


def test_the_key_of_an_option_does_not_depend_on_the_order_of_its_arguments() -> None:
    assert option_key(Option("x", "X", fixed={"a": 1, "b": 2})) == option_key(Option("x", "Y", fixed={"b": 2, "a": 1}))
