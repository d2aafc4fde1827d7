"""The map of The Isofarian Guard. Its roads and places are written without a template for each: there are hundreds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from projections.isofarian_guard.atlas import MIDDLES
from projections.isofarian_guard.map_picture import Picture, Spot, picture
from tracker.web.option_forms import OptionForm
from tracker.web.templatetags.pieces import icon_address

register = template.Library()


@register.inclusion_tag("isofarian_guard/map.html", takes_context=True)
def campaign_map(
    context: template.Context, area: str = "", found: Sequence[str] = (), wide: bool = False
) -> dict[str, Any]:
    """The map around the party, with a way to go wherever it may go now.

    :param area: another one than where the party is: ``land``, or a town
    :param found: nodes that are pointed out
    :param wide: much of it is shown at first: around the one that is pointed out, or all of it where there are several
    """
    position, visit = context["position"], context["visit"]
    moves = _moves(context.get("decisions") or {})
    drawn = picture(visit.sees(position), position.pack, area, moves=moves, found=found, wide=wide)
    past = context.get("past_query") or ""
    sheet = reverse("game_page", args=[context["timeline"].id, "map"])
    return {
        "map": drawn,
        "roads": _roads(drawn),
        "spots": format_html_join(
            "\n", "{}", ((_spot(drawn, spot, moves.get(spot.ref), sheet, past),) for spot in drawn.spots)
        ),
        "all_of_it": drawn.in_town or len(found) > 1,
    }


def _moves(decisions: Mapping[str, Any]) -> dict[str, OptionForm]:
    """The forms of the moves that are open now, by where they lead."""
    forms = [*decisions.get("likely", ()), *(form for _, group in decisions.get("groups", ()) for form in group)]
    return {form.option.fixed["to"]: form for form in forms if form.option.do == "move" and not form.option.blocked}


def _roads(drawn: Picture) -> SafeString:
    """All connections of a kind in one stroke; those that the party may take now lie on top of them, one by one."""
    kinds = {kind: "".join(road.path for road in drawn.roads if road.kind == kind) for kind in _KINDS}
    strokes = [("lane", kinds["waterway"]), ("bed", kinds["path"] + kinds["link"]), *kinds.items()]
    strokes += [(f"{road.kind} open", road.path) for road in drawn.roads if road.open]
    return format_html_join("", '<path class="{}" d="{}"/>', ((kind, path) for kind, path in strokes if path))


_KINDS = ("path", "link", "waterway")


def _spot(drawn: Picture, spot: Spot, form: OptionForm | None, sheet: str, past: str) -> SafeString:
    """A place: a link that goes there where the party may, and otherwise tells of it."""
    states = {"seen": spot.seen, "here": spot.here, "open": form is not None, "found": spot.found, "named": spot.town}
    return format_html(
        '<a id="{}" class="{}" data-node="{}" data-near="{}" transform="translate({} {})" {}>'
        '<title>{}</title><circle class="reach" r="62"/>{}</a>',
        spot.id,
        " ".join(("ig-node", *(name for name, holds in states.items() if holds))),
        spot.color,
        " ".join(f"node-{other.replace('/', '-')}" for other in spot.near),
        spot.x,
        spot.y,
        _told(spot, sheet, past) if form is None else _way(spot, form),
        spot.said,
        format_html_join("", "{}", ((mark,) for mark in _marks(drawn, spot, reached=form is not None))),
    )


def _told(spot: Spot, sheet: str, past: str) -> SafeString:
    """The way to what is known of a place. The party's own is a stop for the keyboard, from which arrows lead on."""
    here = format_html(' aria-label="{}: the party is here"', spot.said) if spot.here else SafeString(' tabindex="-1"')
    return format_html('href="{}?node={}{}#of-the-place"{}', sheet, spot.ref, f"&{past}" if past else "", here)


def _way(spot: Spot, form: OptionForm) -> SafeString:
    """The way to go there: at once where nothing else is to be said, else by the form of the move."""
    going = SafeString()
    if form.plain:
        sent = msgspec.json.encode({"do": form.option.do, "option": form.key, **form.hidden}).decode()
        going = format_html(
            ' data-move hx-trigger="map-move" hx-post="{}" hx-vals="{}" hx-sync="#main:drop"', form.action, sent
        )
    return format_html(
        'href="#option-{}" data-panel-link="now"{} aria-label="Go to {}"', form.key, going, spot.said
    )  # fmt: skip


def _marks(drawn: Picture, spot: Spot, *, reached: bool) -> Iterator[SafeString]:
    """What is drawn of a place, from the bottom up."""
    if reached or spot.here or spot.found:
        yield SafeString('<circle class="ring" r="60"/>')
    yield format_html('<use class="shape" href="#ig-{}"/>', spot.color)
    if spot.here:
        yield _symbol("token", "meeple", 68)
    elif not spot.town:
        yield format_html('<text class="number" y="13">{}</text>', spot.label)
    elif drawn.in_town and spot.signs:
        yield _symbol("inside", spot.signs[0], 54)
    elif not drawn.in_town and spot.ref.partition("/")[2] in MIDDLES:
        yield _symbol("inside", "city", 60)
    if spot.town or spot.here:
        yield format_html('<text class="name" y="98">{}</text>', spot.label)
    if not drawn.in_town:
        for place, sign in enumerate(spot.signs):
            yield format_html(
                '<g class="sign {}" transform="translate({} -46)"><circle r="24"/>{}</g>',
                sign, 50 + 52 * place, _symbol("", sign, 32),
            )  # fmt: skip


def _symbol(css: str, name: str, size: int) -> SafeString:
    """A symbol of the sprite around the middle of a place."""
    kind = format_html(' class="{}"', css) if css else ""
    return format_html(
        '<use{} href="{}" x="{}" y="{}" width="{}" height="{}"/>',
        kind, icon_address(name), -size // 2, -size // 2, size, size,
    )  # fmt: skip
