"""Luck typed in as seen at the table."""

import re

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from rules.kernel import LuckNeeded, Observed, Refused, Rolled
from tracker.web.luck_forms import LuckPalette, chance_of, seen

BAG = {"skull": 3, "compass": 2}


def asked(sent: str, count: int = 2) -> LuckPalette:
    """The palette after a form was sent, for a decision that draws from the bag."""
    post = QueryDict(sent)
    with pytest.raises(LuckNeeded) as needed:
        chance_of(post).draw("event_bag", BAG, count)
    return LuckPalette(needed.value, post, action="/decide/", labels={"skull": "Single skull"})


def html_of(palette: LuckPalette) -> str:
    return render_to_string("decide/luck_palette.html", {"palette": palette})


def test_each_way_of_luck_has_its_chance() -> None:
    assert isinstance(chance_of(QueryDict("")), Rolled)
    assert isinstance(chance_of(QueryDict("luck=app&luck.bag=x")), Rolled)
    assert isinstance(chance_of(QueryDict("luck=table")), Observed)


def test_the_rest_is_drawn_once_what_was_seen_is_used_up() -> None:
    chance = chance_of(QueryDict("luck=rest&luck.die=6"))
    assert chance.roll("die", "123456") == ("6",)
    assert chance.draw("event_bag", BAG)[0] in BAG


def test_an_unknown_way_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        chance_of(QueryDict("luck=fate"))
    assert refused.value.code == "malformed"


def test_answers_are_read_by_source_in_order() -> None:
    sent = QueryDict("luck=table&luck.bag=a&luck.die.red=6&luck.bag=b&f.x=1")
    assert seen(sent) == {"bag": ["a", "b"], "die.red": ["6"]}


def test_the_palette_shows_what_is_really_in_the_bag_with_counts() -> None:
    items = asked("luck=table&do=draw").items
    assert [(item.label, item.left, item.share) for item in items] == [("Single skull", 3, 60), ("Compass", 2, 40)]


def test_what_has_run_out_is_greyed_and_says_why() -> None:
    palette = asked("luck=table&luck.event_bag=compass&luck.event_bag=compass", count=3)
    assert [(item.value, item.why_not) for item in palette.items] == [("skull", ""), ("compass", "none left here")]
    assert re.search(r'value="compass"[^>]* disabled', html_of(palette))


def test_a_tap_without_script_sends_the_decision_the_earlier_answers_and_the_new_one() -> None:
    html = html_of(asked("do=draw&option=draw-1&f.who=alek&luck=table&luck.event_bag=skull&csrfmiddlewaretoken=t"))
    form = html.split("</form>")[0]
    assert re.findall(r'<input type="hidden" name="([\w.]+)" value="([\w-]+)">', form) == [
        ("do", "draw"), ("option", "draw-1"), ("f.who", "alek"), ("luck", "table"), ("luck.event_bag", "skull"),
    ]  # fmt: skip
    assert 'name="luck.event_bag" value="compass"' in form


def test_taking_back_sends_everything_but_the_last_answer() -> None:
    html = html_of(asked("do=draw&luck=table&luck.event_bag=compass&luck.event_bag=skull", count=3))
    back = html.split("data-luck-back")[1]
    assert re.findall(r'name="luck\.event_bag" value="(\w+)"', back) == ["compass"]
    assert "Take back “Single skull”" in back


def test_drawing_the_rest_is_offered_until_a_draw_is_half_answered() -> None:
    assert 'value="rest"' in html_of(asked("luck=table"))
    assert 'value="rest"' not in html_of(asked("luck=table&luck.event_bag=skull"))


def test_tapping_through_the_palette_answers_the_draw() -> None:
    palette = asked("luck=table")
    for _ in range(2):
        answers = [*palette.given, (palette.source, palette.items[0].value)]
        sent = "&".join(f"{name}={value}" for name, value in [("luck", "table"), *answers])
        if len(answers) < 2:
            palette = asked(sent)
    assert chance_of(QueryDict(sent)).draw("event_bag", BAG, 2) == ("skull", "skull")


def test_what_could_come_up_one_way_only_is_not_offered_to_be_taken_back() -> None:
    post = QueryDict("do=set_up&luck=table")
    chance = chance_of(post)
    chance.pick("starting_player", ("p1",))
    with pytest.raises(LuckNeeded) as needed:
        chance.draw("event_bag", BAG, 1)
    palette = LuckPalette(needed.value, post, action="/decide/")
    assert (palette.given, palette.last_given) == ([], "")
    assert "Take back “" not in html_of(palette)
    assert "Draw for us" in html_of(palette)
