"""The pieces: what they say beside how they look."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template import Context, Template

from rules.kernel import Refused
from tracker.eventstore.lineage import Range
from tracker.web.shell import rule_statement
from tracker.web.style_guide import GAMES
from tracker.web.templatetags.pieces import EMBLEMS, icon_names
from tracker.web.timeline_bar import TimelineBar

WEB = Path(settings.BASE_DIR) / "tracker" / "web"


def drawn(source: str, **context: object) -> str:
    return Template("{% load pieces %}" + source).render(Context(context))


def test_every_icon_named_in_a_template_is_in_the_sprite() -> None:
    named = {
        name
        for path in (Path(settings.BASE_DIR) / "templates").rglob("*.html")
        for name in re.findall(r'(?:\{% icon |(?<![\w-])icon=)"([\w-]+)"', path.read_text(encoding="utf-8"))
    }
    assert named <= icon_names()
    assert len(named) > 20


def test_the_sprite_holds_what_its_list_names() -> None:
    lines = [line.split() for line in (WEB / "icons.txt").read_text(encoding="utf-8").splitlines()]
    assert {words[0] for words in lines if words and words[0] != "#"} | {"brand"} == icon_names()


def test_an_icon_is_an_ornament_unless_it_has_a_label() -> None:
    assert 'aria-hidden="true"' in drawn('{% icon "wolf" %}')
    assert 'role="img" aria-label="Wolf"' in drawn('{% icon "wolf" label="Wolf" %}')


def test_an_icon_that_a_pack_names_and_the_sprite_lacks_is_a_plain_disc() -> None:
    assert "#plain" in drawn('{% icon "no-such-thing" %}')


def test_a_chip_says_what_it_is_and_how_many() -> None:
    assert 'aria-label="Wound, 4"' in drawn("{% chip 'Wound' 'red' 'wound' 4 %}")
    assert 'aria-label="Compass"' in drawn("{% chip 'Compass' %}")


@pytest.mark.parametrize(("value", "low"), [(24, False), (7, False), (6, True), (0, True)])
def test_a_dial_warns_in_its_last_quarter(value: int, low: bool) -> None:
    assert ("dial low" in drawn("{% dial 'HP' value 24 %}", value=value)) is low


def test_a_dial_and_a_track_are_meters_for_screen_readers() -> None:
    assert 'role="meter" aria-label="HP" aria-valuemin="0" aria-valuemax="24" aria-valuenow="18"' in drawn(
        "{% dial 'HP' 18 24 %}"
    )
    assert 'aria-valuemin="1" aria-valuemax="3" aria-valuenow="2"' in drawn("{% track 'Day' 2 3 1 %}")


def test_a_sum_names_its_parts_and_the_decisions_behind_them() -> None:
    parts = [{"value": 3, "words": "base"}, {"value": 1, "words": "Volk Blade", "href": "/t/1/?v=9"}]
    text = " ".join(re.sub(r"<[^>]+>", "", drawn("{% stat 'ATK' 4 parts %}", parts=parts)).split())
    assert text == "ATK 4 = 3 base + 1 Volk Blade"
    assert 'href="/t/1/?v=9"' in drawn("{% stat 'ATK' 4 parts %}", parts=parts)


def test_a_what_if_says_so_and_main_does_not() -> None:
    assert "what-if" not in drawn("{% timeline_mark 'main' %}")
    assert "what-if" in drawn("{% timeline_mark 'Rested first' 1 %}")


@pytest.mark.parametrize(("number", "colour"), [(1, 1), (6, 6), (7, 1), (12, 6)])
def test_timelines_and_seats_go_round_the_six_colours(number: int, colour: int) -> None:
    assert f'data-timeline="{colour}"' in drawn("{% timeline_mark 'x' n %}", n=number)
    assert f'data-seat="{colour}"' in drawn("{% seat n 'Mira' %}", n=number)


def bar_at(version: int, **changes: Any) -> TimelineBar:
    """A bar of nine versions, of which 3, 5 and 9 are ends of decisions."""
    steps = {3: (None, 5), 5: (3, 9), 9: (5, None)}[version]
    return TimelineBar(
        version=version, head=9, url="/t/", now_url="/t/", first=3, back=steps[0], on=steps[1], **changes
    )


def test_the_bar_has_no_way_beyond_either_end() -> None:
    start = drawn("{% scrubber bar %}", bar=bar_at(3))
    assert start.count('aria-disabled="true"') == 2
    assert 'href="/t/?v=5" id="step-on"' in start
    end = drawn("{% scrubber bar %}", bar=bar_at(9))
    assert end.count('aria-disabled="true"') == 2
    assert 'href="/t/?v=5" id="step-back"' in end
    assert 'id="step-play"' in end.split(" disabled>")[0]


def test_the_bar_leads_to_the_places_around() -> None:
    places = [{"version": v, "name": f"Place {v}", "kind": "named", "in_force": v != 4} for v in (2, 4, 5, 6)]
    bar = bar_at(5, places=places, aside=[Range(3, 4)])
    assert (bar.place_back, bar.place_on) == (places[0], places[3])
    assert bar.near == [places[3], places[2], places[1], places[0]]
    assert dict(bar.ticks) == {"tall": "M22.22 0V10M55.56 0V10M66.67 0V10", "past": "M44.44 3V10"}
    assert bar.aside_path == "M33.33 5H44.44"
    page = drawn("{% scrubber bar %}", bar=bar)
    assert "<s>Place 4</s>" in page
    assert 'aria-current="true"' in page


def test_the_menu_of_a_long_story_stays_short() -> None:
    places = [{"version": v, "name": f"Place {v}", "kind": "round"} for v in range(1000)]
    bar = TimelineBar(version=500, head=1000, url="/t/", now_url="/t/", places=places)
    assert len(bar.near) == 8
    assert len(drawn("{% scrubber bar %}", bar=bar)) < 20_000


def test_the_past_says_which_version_it_is_and_the_ways_out() -> None:
    band = drawn("{% past_band 214 388 '/now/' '/branch/' 'Session 6' %}")
    assert "Version 214 of 388</b>, Session 6." in band
    assert 'href="/now/"' in band
    assert 'href="/branch/"' in band
    assert "set aside" in drawn("{% past_band 214 388 '/now/' '' '' True %}")


def test_a_refusal_without_a_rule_shows_none() -> None:
    html = drawn("{% refusal refused 'fantasy_defense' %}", refused=Refused("malformed", "Say how many."))
    assert "Say how many." in html
    assert "rule-id" not in html


def test_a_rule_of_an_unknown_game_has_no_statement() -> None:
    assert rule_statement("no_such_game", "XX-1") == ""
    assert rule_statement("fantasy_defense", "FD-NOT-000") == ""
    assert rule_statement("fantasy_defense", "FD-SET-001").startswith("Solo play")


def test_every_game_has_an_accent_and_an_emblem() -> None:
    sheet = (WEB / "static" / "web" / "tokens.css").read_text(encoding="utf-8")
    assert all(f'[data-game="{key}"]' in sheet for key in GAMES)
    assert set(EMBLEMS) == set(GAMES)
