"""How the rows of The Isofarian Guard lie on its pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django import template

from projections.isofarian_guard.atlas import MIDDLES
from projections.isofarian_guard.map_picture import picture
from tracker.web.option_forms import OptionForm

register = template.Library()


@register.filter
def guards(rows: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The guards of the party in order, as they stand in the battle where one is fought, each with the names under
    which its figures are watched."""
    return [_guard(rows, row) for key, row in rows.items() if key.startswith("guard.")]


def _guard(rows: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
    name = row["guard"]
    fighter = rows.get(f"fighter.{name}")
    now = {"hp": fighter["hp"], "hp_max": fighter["hp_max"], "ap": fighter["ap"]["n"]} if fighter else {}
    return {**row, **now, "watch_hp": f"hp-{name}", "watch_ap": f"ap-{name}"}


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
    return {
        "map": drawn,
        "spots": [(spot, moves.get(spot.ref)) for spot in drawn.spots],
        "timeline": context["timeline"],
        "past_query": context.get("past_query", ""),
        "all_of_it": drawn.in_town or len(found) > 1,
    }


def _moves(decisions: Mapping[str, Any]) -> dict[str, OptionForm]:
    """The forms of the moves that are open now, by where they lead."""
    forms = [*decisions.get("likely", ()), *(form for _, group in decisions.get("groups", ()) for form in group)]
    return {form.option.fixed["to"]: form for form in forms if form.option.do == "move" and not form.option.blocked}


@register.filter
def sent(form: OptionForm) -> str:
    """What a form without fields sends, as JSON."""
    return msgspec.json.encode({"do": form.option.do, "option": form.key, **form.hidden}).decode()


@register.filter
def slugged(ref: str) -> str:
    """A node within an id."""
    return ref.replace("/", "-")


@register.filter
def is_middle(ref: str) -> bool:
    """Whether a node is the middle of a town."""
    return ref.partition("/")[2] in MIDDLES


@register.filter
def beside(place: int) -> int:
    """Where the sign of this number stands, right of the node and on."""
    return 50 + 52 * place


@register.filter
def absolute(value: int) -> int:
    """A number without its sign."""
    return abs(value)
