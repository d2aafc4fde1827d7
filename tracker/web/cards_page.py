"""Entering cards: what lies in play that nobody has entered, and a form for each kind of card. What is entered is told
back in words before it counts; entering it is a decision like any other."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import yaml
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from projections.isofarian_guard.battle_cards import UnreadCard, unread_cards
from rules.isofarian_guard.campaign.fighting import pack_of
from rules.isofarian_guard.campaign.state import Position as Campaign
from rules.isofarian_guard.content.entering import Entered, entered, entered_text
from rules.isofarian_guard.content.pack import GAME, IsofarianPack
from rules.kernel import Refused, words
from tracker.timelines.deciding import Behind, decide
from tracker.timelines.positions import Position, at_head
from tracker.timelines.visits import Visit, visit_timeline
from tracker.web.card_form import changed
from tracker.web.card_sheet import KINDS, data_of, read_card, tidy, widgets
from tracker.web.card_widgets import id_of
from tracker.web.game_page import frame

LONGEST_NAME = 60


@require_GET
def cards_view(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """The cards in play that nobody has entered, and the way to enter any other."""
    visit = visit_timeline(request, timeline_id)
    position, state, pack = _position(visit)
    context = {
        **frame(visit, position),
        "unread": unread_cards(state, pack),
        "kinds": list(KINDS.items()),
        "recorded": _recorded(state),
    }
    return render(request, "cards/cards.html", context)


@dataclass(frozen=True)
class _Sheet:
    """A card as its form has it.

    :param card: its id where it is known already, or empty
    :param under: whose AI card it is, or empty
    :param data: the form's fields
    :param said: what the fields say, or what is wrong with them
    :param act: the button that was pressed, or empty
    """

    part: str
    card: str
    name: str
    under: str
    data: Any
    said: Entered
    act: str


@require_http_methods(["GET", "HEAD", "POST"])
def card_view(request: HttpRequest, timeline_id: UUID, part: str) -> HttpResponse:
    """The form for a card of a kind: new, or with what is known of ``?card=``. A button of the form changes its lists,
    shows what it says, or enters the card."""
    if part not in KINDS:
        raise Http404("There is no such kind of card.")
    visit = visit_timeline(request, timeline_id, may="decide")
    position, _, pack = _position(visit)
    sheet = _sheet(request, part, pack)
    refused: Refused | None = None
    if sheet.act == "save":
        answer = _entered(visit, sheet, request)
        if isinstance(answer, HttpResponse):
            return answer
        refused = answer
    written = request.POST.get("text", "") if sheet.act == "from_text" and sheet.said.card is None else ""
    context = {
        **frame(visit, position),
        "part": part,
        "kind": KINDS[part],
        "name": sheet.name,
        "card": sheet.card,
        "under": sheet.under,
        "enemies": sorted((enemy, pack.enemies[enemy].label or words(enemy)) for enemy in pack.enemies),
        "widgets": widgets(part, sheet.data, pack),
        "said": sheet.said,
        "text": yaml.safe_dump(sheet.data, sort_keys=False, allow_unicode=True, width=100) if sheet.data else "",
        "faulty_text": written,
        "refused": refused,
        "hidden": {"expected": position.version, "key": uuid.uuid4().hex},
        "asked": sheet.act in ("save", "preview"),
    }
    return render(request, "cards/card.html", context, status=422 if refused else 200)


def _sheet(request: HttpRequest, part: str, pack: IsofarianPack) -> _Sheet:
    """The card that was sent, changed by the button that was pressed; or the one that is asked for, as it is known."""
    sent = request.POST if request.method == "POST" else request.GET
    name, under = sent.get("name", "").strip()[:LONGEST_NAME], sent.get("under", "")[:LONGEST_NAME]
    card = sent.get("card", "")[:LONGEST_NAME]
    act = request.POST.get("act", "")
    if request.method == "POST":
        data = read_card(part, request.POST, pack)
        changed(data, act)
    else:
        data = data_of(_known(pack, part, card, under))
        name = name or _label(pack, part, card, under)
    data = tidy(data)
    said = entered(part, _facts(part, data, name), _names(pack))
    if act == "from_text":
        said = entered_text(part, request.POST.get("text", "")[:20_000], _names(pack))
        data = data_of(said.card) if said.card is not None else data
    return _Sheet(part, card, name, under, data, said, act)


def _entered(visit: Visit, sheet: _Sheet, request: HttpRequest) -> HttpResponse | Refused:
    """Enter a card, where nothing is wrong with it."""
    card, facts = sheet.card or id_of(sheet.name), _facts(sheet.part, sheet.data, sheet.name)
    if not card:
        return Refused("malformed", "The card needs a name.")
    if sheet.part == "ai_cards" and not sheet.under:
        return Refused("malformed", "Say whose AI card it is.")
    if sheet.said.card is None:
        return Refused("malformed", "Something on the card does not fit yet.", remedy="It is listed beside the card.")
    data: dict[str, Any] = {"do": "record_card", "part": sheet.part, "card": card, "facts": facts}
    if sheet.under:
        data["under"] = sheet.under
    expected, key = request.POST.get("expected", ""), request.POST.get("key", "")
    if not expected.isdecimal() or len(expected) > 9 or not 8 <= len(key) <= 100:
        return Refused("malformed", "The form did not say at which version it was made.")
    try:
        decide(visit.timeline, visit.actor, data, expected=int(expected), key=key)
    except Refused as refused:
        return refused
    except Behind as behind:
        sentence = f"The game went on meanwhile: it is at version {behind.version} now."
        return Refused("conflict", sentence, remedy="Look at the card once more and send it again.")
    messages.success(request, f"{facts.get('label') or words(card)} is entered.")
    back = "cards" if request.POST.get("back") == "cards" else "table"
    return redirect(reverse(back, args=[visit.timeline.id]))


# ---- what is known


def _position(visit: Visit) -> tuple[Position, Campaign, IsofarianPack]:
    position = at_head(visit.timeline)
    state = visit.sees(position)
    if position.game.key != GAME or not isinstance(state, Campaign):
        raise Http404("Cards are entered in campaigns of The Isofarian Guard.")
    return position, state, pack_of(state, position.pack)  # type: ignore[arg-type]


def _known(pack: IsofarianPack, part: str, card: str, under: str) -> Any:
    there = getattr(pack, part)
    return there.get(under, {}).get(card) if part == "ai_cards" else there.get(card)


def _label(pack: IsofarianPack, part: str, card: str, under: str) -> str:
    known = _known(pack, part, card, under)
    return (known.label if known is not None else "") or (words(card) if card else "")


def _facts(part: str, data: dict[str, Any], name: str) -> dict[str, Any]:
    """The card as a pack has it; its name is its label."""
    return {"label": name, **data} if name else data


def _names(pack: IsofarianPack) -> Any:
    def name(card: str) -> str:
        for part in (pack.abilities, pack.guards, pack.enemies, pack.items, pack.accessories):
            known = part.get(card)
            if known is not None and known.label:
                return str(known.label)
        return words(card)

    return name


def _recorded(state: Campaign) -> list[UnreadCard]:
    """The cards that this group has entered."""
    learned = state.learned
    found = [
        UnreadCard(part, card, text.label or words(card), "")
        for part in ("abilities", "weapons", "accessories", "items")
        for card, text in getattr(learned, part).items()
    ]
    found += [
        UnreadCard("ai_cards", card, text.label or words(card), enemy)
        for enemy, listed in learned.ai_cards.items()
        for card, text in listed.items()
    ]
    return sorted(found, key=lambda each: (each.part, each.name))
