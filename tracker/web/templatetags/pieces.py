"""The pieces of which pages are made. The style guide at ``/style/`` shows each of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules.kernel import LuckNeeded, Refused, seat_words, source_words, words
from tracker.web.shell import rule_statement
from tracker.web.timeline_bar import TimelineBar

register = template.Library()
register.filter("words", words)
register.filter("seat_words", seat_words)
register.filter("source_words", source_words)


@register.filter
def words_of_time(since: str) -> str:
    """How long ago, of Django's ``timesince``: its greater unit alone, and "just now" below a minute."""
    longest = since.split(",")[0].replace("\xa0", " ")
    return "just now" if longest.startswith("0 ") else f"{longest} ago"


@register.filter
def of(found: Mapping[Any, Any], key: Any) -> Any:
    """What a map holds under a key; nothing where it holds nothing."""
    return found.get(key)


@register.filter
def signs_of(said: Any, sign: str) -> Sequence[str]:
    """Who gave a sign to a decision."""
    given: Sequence[str] = said.signs.get(sign, ()) if said else ()
    return given


UNKNOWN_ICON = "plain"
CHIP_RINGS = ("black", "green", "purple", "red")
GEM_ICONS = {"darkness": "darkness", "earth": "earth", "fire": "fire", "light": "light", "neutral": "neutral",
             "rainbow": "rainbow", "water": "water", "wind": "wind"}  # fmt: skip


EMBLEMS = {"artisans_of_splendent_vale": "thread", "encounters_shattered_wastes": "dragon", "fantasy_defense": "castle",
           "isofarian_guard": "wolf", "stonebound_saga": "crystal"}  # fmt: skip


@cache
def icon_names() -> frozenset[str]:
    """The symbols of the sprite."""
    path = finders.find("web/icons.svg")
    if path is None:
        return frozenset()
    with open(path, encoding="utf-8") as sprite:  # noqa: PTH123 (finders give a plain string)
        return frozenset(re.findall(r'<symbol id="([\w-]+)"', sprite.read()))


@register.simple_tag
def icon(name: str, label: str = "", css: str = "") -> SafeString:
    """A symbol of the sprite. Without a label it is an ornament that screen readers skip.

    :param name: as in ``icons.txt``; one that the sprite lacks (a pack may name any) becomes a plain disc
    """
    address = icon_address(name)
    if label:
        return format_html(
            '<svg class="icon {}" role="img" aria-label="{}"><use href="{}"/></svg>', css, label, address
        )
    return format_html('<svg class="icon {}" aria-hidden="true"><use href="{}"/></svg>', css, address)


@register.simple_tag
def icon_address(name: str) -> str:
    """Where a symbol stands, for pictures that draw it themselves; see :func:`icon`."""
    return f"{_sprite()}#{name if name in icon_names() else UNKNOWN_ICON}"


@cache
def _sprite() -> str:
    """Where the sprite stands: asked for hundreds of times a page, and the same for as long as the server runs."""
    return static("web/icons.svg")


@register.simple_tag
def game_emblem(game: str) -> SafeString:
    """The picture that stands for a game, for the corner of a card."""
    return format_html('<span class="card-emblem">{}</span>', icon(EMBLEMS.get(game, "die")))


@register.inclusion_tag("pieces/chip.html")
def chip(
    label: str, colour: str = "", icon: str = "", count: int | None = None, size: str = "", mark: str = ""
) -> dict[str, Any]:
    """A disc with a ring: black solid, green double, purple dashed, red dotted; anything else a thin plain ring.

    :param count: how many, shown on the disc's edge
    :param size: ``small`` or nothing
    :param mark: a numeral beside the symbol, such as the worth of a double Sword
    """
    ring = colour if colour in CHIP_RINGS else "plain"
    said = label if count is None else f"{label}, {count}"
    return {"ring": ring, "icon": icon, "count": count, "label": said, "size": size, "mark": mark}


@register.inclusion_tag("pieces/die.html")
def die(label: str, face: object = "", icon: str = "", state: str = "") -> dict[str, Any]:
    """One die as it lies: a numeral or a glyph, and its name beneath.

    :param state: ``kept``, ``spent`` or nothing
    """
    return {"label": label, "face": face, "icon": icon, "state": state}


@register.inclusion_tag("pieces/gem.html")
def gem(element: str, count: int | None = None) -> dict[str, Any]:
    """A gem in its element's colour with the element's glyph; the name shows on hover and is read out."""
    return {"element": element, "icon": GEM_ICONS.get(element, UNKNOWN_ICON), "count": count, "label": words(element)}


@register.inclusion_tag("pieces/badge.html")
def badge(text: str, kind: str = "", icon: str = "") -> dict[str, Any]:
    """A small label. ``kind`` is ``good``, ``warn``, ``bad``, ``past``, ``accent`` or nothing."""
    return {"text": text, "kind": kind, "icon": icon}


@register.inclusion_tag("pieces/track.html")
def track(
    label: str, value: int, maximum: int, minimum: int = 0, marks: Mapping[int, str] | None = None, watch: str = ""
) -> dict[str, Any]:
    """A track of numbered fields with a marker on one of them.

    :param marks: fields that mean something, with what they mean
    :param watch: a name that is the same on every version of the page; a changed value is then marked and announced
    """
    fields = [{"number": n, "mark": (marks or {}).get(n, "")} for n in range(minimum, maximum + 1)]
    return {"label": label, "value": value, "maximum": maximum, "fields": fields, "watch": watch}


@register.inclusion_tag("pieces/dial.html")
def dial(label: str, value: int, maximum: int, icon: str = "", watch: str = "") -> dict[str, Any]:
    """A dial with its numeral: hit points, action points. ``watch`` as in :func:`track`."""
    share = max(0, min(100, round(100 * value / maximum))) if maximum else 0
    low = bool(maximum) and value * 4 <= maximum
    return {"label": label, "value": value, "maximum": maximum, "share": share, "icon": icon, "watch": watch,
            "low": low}  # fmt: skip


@register.simple_tag
def bar(share: int) -> SafeString:
    """A small bar in the colour of its timeline, for two figures side by side that stand there as words too.

    :param share: its length in percent
    """
    return format_html(
        '<svg class="small-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">'
        '<rect width="{}" height="6" rx="2"/></svg>',
        max(0, min(100, share)),
    )  # fmt: skip


@register.inclusion_tag("pieces/seat.html")
def seat(number: int, name: str, here: bool = False) -> dict[str, Any]:
    """A seat: its shape and colour, and who sits there. ``here``: that person has the page open."""
    place = (int(number) - 1) % 6 + 1
    return {"number": place, "shape": f"seat-{place}", "name": name, "here": here}


@register.inclusion_tag("pieces/timeline_mark.html")
def timeline_mark(name: str, colour: object = "main") -> dict[str, Any]:
    """A timeline's name with its colour: a solid block for main (``colour="main"``), a striped one for a what-if.

    :param colour: ``main`` or a number; numbers beyond the six colours go round again
    """
    if str(colour) == "main":
        return {"name": name, "colour": "main", "what_if": False}
    return {"name": name, "colour": (int(str(colour)) - 1) % 6 + 1, "what_if": True}


@register.inclusion_tag("pieces/stat.html")
def stat(
    label: str, value: object, parts: Sequence[Mapping[str, Any]] = (), icon: str = "", watch: str = ""
) -> dict[str, Any]:
    """A derived number that opens to its sum: ATK 5 = 3 base + 1 Volk Blade + 1 Strengthen.

    :param parts: maps of ``value``, ``words`` and, where a decision brought it, ``href``
    :param watch: as in :func:`track`
    """
    return {"label": label, "value": value, "parts": parts, "icon": icon, "watch": watch}


@register.inclusion_tag("pieces/game_card.html")
def game_card(
    name: str, kind: str = "", costs: Sequence[Mapping[str, Any]] = (), effect: str = "", icon: str = "",
    value: object = "", note: str = "", state: str = "",
) -> dict[str, Any]:  # fmt: skip
    """A card of the game: name, costs, effect in words made from the data.

    :param kind: the line under the name, such as "Invader, elite"
    :param costs: maps of ``label``, ``value`` and ``icon``
    :param value: the figure in the corner
    :param state: ``spent``, ``facedown`` or nothing
    """
    return {"name": name, "kind": kind, "costs": costs, "effect": effect, "icon": icon, "value": value,
            "note": note, "state": state}  # fmt: skip


@register.inclusion_tag("pieces/refusal.html")
def refusal(refused: Refused, game: str = "") -> dict[str, Any]:
    """What was refused, why, the rule with our own statement of it, and what would make it possible."""
    rule = refused.rule or ""
    return {
        "sentence": refused.sentence,
        "remedy": refused.remedy,
        "rule": rule,
        "statement": rule_statement(game, rule) if rule and game else "",
        "asks_luck": isinstance(refused, LuckNeeded),
    }


@register.inclusion_tag("pieces/progress.html", takes_context=True)
def progress(
    context: template.Context, label: str, done: int, total: int | None = None, cancel_url: str = "", note: str = ""
) -> dict[str, Any]:
    """A progress bar with cancel. Without a total it only shows that something goes on."""
    share = round(100 * done / total) if total else None
    return {"label": label, "done": done, "total": total, "share": share, "cancel_url": cancel_url, "note": note,
            "csrf_token": context.get("csrf_token")}  # fmt: skip


@register.inclusion_tag("pieces/past_band.html")
def past_band(
    version: int, head: int, now_url: str, branch_url: str = "", session: str = "", aside: bool = False
) -> dict[str, Any]:
    """The band that a page of the past wears.

    :param session: the session that it was played in
    :param aside: the version is set aside
    """
    return {"version": version, "head": head, "now_url": now_url, "branch_url": branch_url, "session": session,
            "aside": aside}  # fmt: skip


@register.inclusion_tag("pieces/scrubber.html")
def scrubber(bar: TimelineBar) -> dict[str, Any]:
    """The bar that steps through a timeline."""
    return {"bar": bar}


@register.inclusion_tag("pieces/empty.html")
def empty(title: str, text: str = "", icon: str = "campfire", href: str = "", action: str = "") -> dict[str, Any]:
    """What stands where there is nothing yet, with the next thing to do."""
    return {"title": title, "text": text, "icon": icon, "href": href, "action": action}


@register.inclusion_tag("pieces/undo.html", takes_context=True)
def undo_button(
    context: template.Context, url: str, what: str, hidden: Mapping[str, object] | None = None, blocked: str = ""
) -> Any:
    """The undo button, which says what it undoes.

    :param hidden: expected version and idempotency key
    :param blocked: why this person may not undo
    """
    return {"url": url, "what": what, "hidden": hidden or {}, "blocked": blocked,
            "csrf_token": context.get("csrf_token")}  # fmt: skip
