"""Entering cards: what lies in play that nobody has entered, and a form for each kind of card. What is entered is told
back in words before it counts; entering it is a decision like any other."""

from __future__ import annotations

import uuid
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


@require_http_methods(["GET", "HEAD", "POST"])
def card_view(request: HttpRequest, timeline_id: UUID, part: str) -> HttpResponse:
    """The form for a card of a kind: new, or with what is known of ``?card=``. A button of the form changes its lists,
    shows what it says, or enters the card."""
    if part not in KINDS:
        raise Http404("There is no such kind of card.")
    visit = visit_timeline(request, timeline_id, may="decide")
    position, _, pack = _position(visit)
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
    refused: Refused | None = None
    if act == "save":
        answer = _entered(visit, part, card or id_of(name), under, _facts(part, data, name), said, request)
        if isinstance(answer, HttpResponse):
            return answer
        refused = answer
    context = {
        **frame(visit, position),
        "part": part,
        "kind": KINDS[part],
        "name": name,
        "card": card,
        "under": under,
        "enemies": sorted((enemy, pack.enemies[enemy].label or words(enemy)) for enemy in pack.enemies),
        "widgets": widgets(part, data, pack),
        "said": said,
        "text": yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=100) if data else "",
        "faulty_text": request.POST.get("text", "") if act == "from_text" and said.card is None else "",
        "refused": refused,
        "hidden": {"expected": position.version, "key": uuid.uuid4().hex},
        "asked": act == "save" or act == "preview",
    }
    return render(request, "cards/card.html", context, status=422 if refused else 200)


def _entered(
    visit: Visit, part: str, card: str, under: str, facts: dict[str, Any], said: Entered, request: HttpRequest
) -> HttpResponse | Refused:
    """Enter a card, where nothing is wrong with it."""
    if not card:
        return Refused("malformed", "The card needs a name.")
    if part == "ai_cards" and not under:
        return Refused("malformed", "Say whose AI card it is.")
    if said.card is None:
        return Refused("malformed", "Something on the card does not fit yet.", remedy="It is listed beside the card.")
    data: dict[str, Any] = {"do": "record_card", "part": part, "card": card, "facts": facts}
    if under:
        data["under"] = under
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
