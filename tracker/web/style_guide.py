"""The credits, and the living style guide: every piece on one page, made from examples."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from projections.views import Face
from rules.kernel import Answer, Ask, Choice, Field, LuckNeeded, Option, Refused
from tracker.eventstore.lineage import Range
from tracker.web.luck_forms import LuckPalette
from tracker.web.option_forms import option_forms, option_key
from tracker.web.templatetags.pieces import icon_names
from tracker.web.timeline_bar import TimelineBar

GAMES = {
    "fantasy_defense": "Fantasy Defense",
    "isofarian_guard": "The Isofarian Guard",
    "artisans_of_splendent_vale": "Artisans of Splendent Vale",
    "stonebound_saga": "The Stonebound Saga",
    "encounters_shattered_wastes": "Encounters: Shattered Wastes",
}


def credits_page(request: HttpRequest) -> HttpResponse:
    """Whose work the pages are made with."""
    return render(request, "style/credits.html")


def style_page(request: HttpRequest) -> HttpResponse:
    """Every piece with an example. For staff, and for everybody while the site is in debug mode."""
    if not (settings.DEBUG or request.user.is_staff):
        raise Http404
    return render(request, "style/guide.html", examples())


def style_table_page(request: HttpRequest) -> HttpResponse:
    """The frame of the table page with something in every place."""
    if not (settings.DEBUG or request.user.is_staff):
        raise Http404
    return render(request, "style/frame.html", examples())


def examples() -> dict[str, Any]:
    """What the style guide shows."""
    march = example_options()[2]
    post = QueryDict(mutable=True)
    post.update({"do": march.do, "option": option_key(march), "f.to": "29", "f.days": "2"})
    refused = Refused(
        "not_enough_ap",
        "Alek has 1 action point and the ferry costs 2.",
        rule="FD-SET-001",
        remedy="Rest at the inn first.",
    )
    return {
        "games": GAMES.items(),
        "timelines": (("main", "main"), ("Rested first", 1), ("Took the ferry", 2), ("No Volk Blade", 3),
                      ("Bear instead of wolf", 4), ("Without Grigory", 5), ("The long way", 6)),
        "seats": ((1, "Mira"), (2, "Tom"), (3, "Ane"), (4, "Jun"), (5, "Rosa"), (6, "Per")),
        "elements": ("fire", "earth", "water", "wind", "neutral", "darkness", "light"),
        "faces": ((1, "kept"), (3, ""), (6, "spent")),
        "colours": sorted(colour_tokens()),
        "icon_list": sorted(icon_names()),
        "attack": ({"value": 3, "words": "base"}, {"value": 1, "words": "Volk Blade", "href": "#stat"},
                   {"value": 1, "words": "Strengthen", "href": "#stat"}),
        "card_costs": ({"value": 2, "label": "AP", "icon": "bolt"}, {"value": 1, "label": "Lux", "icon": "gem"}),
        "past_bar": example_bar(214),
        "now_bar": example_bar(388),
        "refused": refused,
        "decisions": option_forms(
            example_options(), answered=post, refused=refused, action="", game="fantasy_defense", luck_last="table"
        ),
        "palettes": example_palettes(),
    }  # fmt: skip


def example_bar(version: int) -> TimelineBar:
    """The bar of a timeline of 388 versions."""
    places = ({"version": 61, "name": "Inn at Strofa", "kind": "day"},
              {"version": 148, "name": "Before the bear", "kind": "named"},
              {"version": 260, "name": "Battle", "kind": "battle", "in_force": False},
              {"version": 301, "name": "Session 5", "kind": "session"})  # fmt: skip
    on = version + 3 if version < 388 else None
    return TimelineBar(
        version=version, head=388, url="", now_url="", places=places, back=version - 4, on=on, aside=(Range(240, 281),)
    )


def colour_tokens() -> list[str]:
    """The names of all colour tokens of the shipped stylesheet."""
    path = finders.find("web/tokens.css")
    if path is None:
        return []
    with open(path, encoding="utf-8") as tokens:  # noqa: PTH123 (finders give a plain string)
        return re.findall(r"--([\w-]+): (?:light-dark\(#|#)", tokens.read())


def example_options() -> list[Option]:
    """One option for each kind of field."""
    guards = (Choice("grigory", "Grigory", "5 AP left"), Choice("alek", "Alek", "1 AP left"),
              Choice("catrin", "Catrin", blocked="is resting"))  # fmt: skip
    nodes = tuple(Choice(str(n), f"Node {n}") for n in range(20, 36))
    goods = (Choice("iron", "Iron", "4 in the Stash"), Choice("wood", "Wood", "2 in the Stash"), Choice("hide", "Hide"))
    return [
        Option("draw_event", "Draw an event chip", likely=True, luck=True, note="Three skulls, two compasses."),
        Option("camp", "Set up camp here", likely=True, note="Ends the day, heals 2."),
        Option("walk", "Walk to a node", fields=(
            Field("to", "Node", choices=nodes), Field("who", "Who walks", choices=guards),
            Field("days", "Days", "number", minimum=1, maximum=3)), group="Moving"),
        Option("sail", "Sail the river", group="Moving", blocked="The boat is at node 12."),
        Option("trade", "Trade at the market", fields=(
            Field("sell", "Sell", "counts", goods, minimum=1, maximum=4),
            Field("buy", "Also take along", "many", goods, maximum=2, required=False),
            Field("note", "Say why", "text", required=False),
            Field("haggle", "Haggle for a better price", "flag", required=False)), group="City", luck=True),
        Option("rest", "Rest at the inn", group="City", note="2 Sil"),
    ]  # fmt: skip


def example_palettes() -> list[LuckPalette]:
    """A bag of which one chip is already out, and a die."""
    drawn = Answer("draw", "event_bag", ("skull_3",), observed=True)
    bag = Ask("draw", "event_bag", {"skull_1": 1, "skull_2": 1, "compass": 2}, 2)
    die = Ask("roll", "die.combat", {"hit": 3, "shield": 2, "miss": 1}, 1)
    faces = {
        "skull_1": Face("Single skull", "skull", "black"),
        "skull_2": Face("Double skull", "skull", "black", "2"),
        "skull_3": Face("Triple skull", "skull", "black", "3"),
        "compass": Face("Compass", "compass"),
        "hit": Face("Hit", "sword"),
        "shield": Face("Shield", "shield"),
        "miss": Face("Miss", "cancel"),
    }
    return [
        LuckPalette(LuckNeeded(bag, (drawn,)), QueryDict("do=draw_event"), faces=faces),
        LuckPalette(LuckNeeded(die, ()), QueryDict("do=attack"), faces=faces),
    ]
