"""From the rules' options to forms."""

import re

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from rules.kernel import Choice, Field, Option, Refused, choices
from tracker.web.option_forms import OptionForm, option_forms, option_key

GOODS = choices(["iron", "wood"])


def drawn(option: Option, **more: object) -> str:
    return render_to_string("decide/option_form.html", {"form": OptionForm(option, action="/decide/", **more)})


def field(**values: object) -> str:
    return drawn(Option("do_it", "Do it", fields=(Field("what", "What", **values),)))  # type: ignore[arg-type]


def test_an_option_without_fields_is_one_button() -> None:
    html = drawn(Option("rest", "Rest here", note="Heals 2."))
    assert re.findall(r"<button[^>]*type=\"submit\"[^>]*><span>Rest here</span><small>Heals 2.</small></button>", html)


def test_the_form_carries_its_key_and_what_the_page_adds_but_no_fixed_argument() -> None:
    option = Option("walk", "Walk", fixed={"to": "node_29"})
    html = drawn(option, hidden={"expected": 214})
    assert f'name="option" value="{option_key(option)}"' in html
    assert '<input type="hidden" name="expected" value="214">' in html
    assert "node_29" not in html


def test_a_choice_is_radio_tiles() -> None:
    html = field(choices=(Choice("a", "Axe", "2 AP"), Choice("b", "Bow", blocked="no arrows")))
    assert html.count('type="radio"') == 2
    assert "2 AP" in html


def test_the_one_thing_to_choose_of_a_likely_decision_is_a_button_each() -> None:
    what = Field("what", "What", choices=(Choice("a", "Axe", "2 AP"), Choice("b", "Bow", blocked="no arrows")))
    extra = Field("n", "How many", "number", required=False)
    html = drawn(Option("do_it", "Do it", likely=True, fields=(what, extra)))
    assert re.search(r'<button type="submit" class="tap" name="f.what" value="a"><span>Axe</span><small>2 AP', html)
    assert re.search(r'value="b" disabled><span>Bow</span><small>no arrows', html)
    assert re.search(r"<details class=\"option-aside\"><summary>How many</summary>", html)
    assert 'type="radio"' not in html


def test_a_likely_decision_with_two_things_to_choose_is_a_whole_form() -> None:
    fields = (Field("what", "What", choices=GOODS), Field("from", "From", choices=GOODS))
    html = drawn(Option("do_it", "Do it", likely=True, fields=fields))
    assert html.count('type="radio"') == 4
    assert 'class="tap"' not in html


def test_where_luck_is_asked_its_two_ways_are_the_buttons() -> None:
    html = drawn(Option("do_it", "Do it", likely=True, luck=True, fields=(Field("what", "What", choices=GOODS),)))
    assert html.count('type="radio"') == 2
    extra = Field("n", "How many", "number", required=False)
    folded = drawn(Option("do_it", "Do it", likely=True, luck=True, fields=(extra,)))
    assert "option-aside" in folded


def test_a_blocked_choice_is_shown_with_its_reason_and_cannot_be_taken() -> None:
    html = field(choices=(Choice("a", "Axe"), Choice("b", "Bow", blocked="no arrows"), Choice("c", "Cup")))
    assert re.search(r'value="b"[^>]* disabled', html)
    assert "no arrows" in html


def test_a_choice_among_more_than_twelve_is_a_select() -> None:
    html = field(choices=choices([f"node_{n}" for n in range(13)]))
    assert "<select" in html
    assert 'type="radio"' not in html


def test_a_field_with_one_possible_value_is_filled() -> None:
    html = field(choices=(Choice("a", "Axe"), Choice("b", "Bow", blocked="no arrows")))
    assert re.search(r'value="a"[^>]* checked', html)


def test_an_optional_choice_can_be_left_out() -> None:
    assert re.search(r'value="" id="[^"]*" checked', field(choices=GOODS, required=False))


@pytest.mark.parametrize("goods", [GOODS, choices([f"good_{n}" for n in range(13)])])
def test_a_choice_that_begins_with_a_value_has_no_none_beside_it(goods: tuple[Choice, ...]) -> None:
    html = field(choices=goods, required=False, initial=goods[1].value)
    assert re.search(rf'value="{goods[1].value}"[^>]* (checked|selected)', html)
    assert 'value=""' not in html
    assert "optional" not in html


def test_a_choice_that_was_left_out_then_shows_the_value_that_it_begins_with() -> None:
    what = Field("what", "What", choices=GOODS, required=False, initial="wood")
    html = drawn(Option("do_it", "Do it", fields=(what,)), posted=QueryDict("do=do_it"))
    assert re.search(r'value="wood"[^>]* checked', html)


def test_a_value_of_no_name_stays_chosen() -> None:
    what = Field("what", "What", choices=(Choice("salve", "Kept"), Choice("", "Used")), required=False, initial="salve")
    option = Option("do_it", "Do it", fields=(what,))
    assert re.findall(r'value="([^"]*)" id="[^"]*" checked', drawn(option)) == ["salve"]
    sent = QueryDict("do=do_it&f.what=")
    assert re.findall(r'value="([^"]*)" id="[^"]*" checked', drawn(option, posted=sent)) == [""]


def test_a_choice_that_begins_with_what_cannot_be_chosen_may_be_left_out() -> None:
    assert 'value="" id=' in field(choices=GOODS, required=False, initial="unknown")


def test_many_are_checkboxes_and_counts_are_steppers() -> None:
    assert field(kind="many", choices=GOODS).count('type="checkbox"') == 2
    html = field(kind="counts", choices=GOODS, maximum=3)
    assert re.findall(r'name="(f\.what:\w+)"', html) == ["f.what:iron", "f.what:wood"]
    assert html.count("data-step=") == 4


def test_how_many_may_be_chosen_and_how_many_are_do_not_run_together() -> None:
    html = field(kind="counts", choices=GOODS, maximum=3)
    assert re.search(r'<small>at most 3<span class="js-only">,</span></small> <output', html)
    assert 'js-only">,<' not in field(kind="counts", choices=GOODS)


def test_counts_begin_with_what_is_usual_and_the_rest_of_a_long_list_stays_folded() -> None:
    many = [f"good_{n}" for n in range(12)]
    goods = (Choice("pelt", "Pelt", initial=2), *choices(many))
    html = field(kind="counts", choices=goods, maximum=12, required=False)
    above, folded = html.split('<details class="option-aside"')
    assert re.search(r'name="f.what:pelt"[^>]* value="2"', above)
    assert "12 more kinds" in folded
    assert "f.what:pelt" not in folded
    assert folded.count('type="number"') == 12


def test_counts_that_were_sent_are_kept_in_place_of_what_is_usual() -> None:
    goods = (Choice("pelt", "Pelt", initial=2), *GOODS)
    what = Field("what", "What", "counts", goods, maximum=12, required=False)
    html = drawn(Option("do_it", "Do it", fields=(what,)), posted=QueryDict("do=do_it&f.what:pelt=0&f.what:iron=1"))
    counts = dict(re.findall(r'name="f\.what:(\w+)"[^>]* value="(\d+)"', html))
    assert counts == {"pelt": "0", "iron": "1", "wood": "0"}


def test_a_stepper_ends_at_what_is_there_of_a_thing_and_at_what_all_of_them_may_be() -> None:
    rows = (Choice("rope", "Rope", most=1), Choice("nail", "Nail", most=9), Choice("axe", "Axe"))
    assert re.findall(r'name="f.what:(\w+)"[^>]* max="(\d+)"', field(kind="counts", choices=rows, maximum=4)) == [
        ("rope", "1"), ("nail", "4"), ("axe", "4"),
    ]  # fmt: skip
    assert re.findall(r'name="f.what:(\w+)"[^>]* max="(\d+)"', field(kind="counts", choices=rows)) == [
        ("rope", "1"), ("nail", "9"),
    ]  # fmt: skip


def test_a_number_starts_at_its_least_and_a_switch_at_its_first_value() -> None:
    assert re.search(r'type="number"[^>]*value="2" min="2" max="5"', field(kind="number", minimum=2, maximum=5))
    assert re.search(r'role="switch"[^>]* checked', field(kind="flag", initial=True))


def test_a_blocked_option_says_why_and_has_no_button() -> None:
    html = drawn(Option("sail", "Sail", blocked="The boat is at node 12."))
    assert "The boat is at node 12." in html
    assert "<button" not in html


def test_luck_is_offered_both_ways_with_the_last_one_first() -> None:
    option = Option("draw", "Draw a chip", luck=True)
    ways = [re.findall(r'name="luck" value="(\w+)"', drawn(option, luck_last=last)) for last in ("app", "table")]
    assert ways == [["app", "table"], ["table", "app"]]


def test_a_refused_form_keeps_what_was_filled_in_and_shows_why_with_the_rule() -> None:
    option = Option("buy", "Buy", fields=(Field("what", "What", choices=GOODS),))
    sent = QueryDict(f"do=buy&option={option_key(option)}&f.what=wood")
    refused = Refused("too_dear", "It costs 4 and you have 2.", rule="FD-SET-001", remedy="Sell something.")
    html = drawn(option, posted=sent, refused=refused, game="fantasy_defense")
    assert re.search(r'value="wood"[^>]* checked', html)
    assert all(said in html for said in ("It costs 4 and you have 2.", "Sell something.", "FD-SET-001", "Solo play"))
    assert "<details" in html
    assert " open" in html


def test_what_people_wrote_is_escaped() -> None:
    html = drawn(Option("say", "<b>Say</b>", likely=True, fields=(Field("t", "T", "text", initial='"><script>'),)))
    assert "<script>" not in html
    assert "<b>Say" not in html


def test_likely_options_come_first_and_the_rest_by_group_in_the_rules_order() -> None:
    options = [
        Option("a", "A", group="Moving"), Option("b", "B", group="City"), Option("c", "C", likely=True),
        Option("d", "D", group="Moving"),
    ]  # fmt: skip
    made = option_forms(options, action="/decide/")
    assert [form.option.do for form in made["likely"]] == ["c"]
    assert [(n, [f.option.do for f in fs]) for n, fs in made["groups"]] == [("Moving", ["a", "d"]), ("City", ["b"])]


def test_a_refusal_whose_option_is_gone_stands_above_the_list() -> None:
    refused = Refused("not_offered", "This decision is not open any more.")
    made = option_forms([Option("a", "A")], answered=QueryDict("option=b-1"), refused=refused)
    assert made["unplaced"] is refused
    assert "not open any more" in render_to_string("decide/options.html", {"decisions": made})
