"""What the forms of the amend page say."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, QueryDict

from rules.kernel import Option, Refused
from tracker.packs.versions import pack
from tracker.timelines.amending import before_conflict
from tracker.timelines.drafts import new_seed, way_of
from tracker.timelines.models import Amendment
from tracker.timelines.plans import Luck, Plan, Settled, Taken, plan_of
from tracker.timelines.replaying import Past
from tracker.timelines.rewinding import SET_UP
from tracker.timelines.visits import Visit
from tracker.web.luck_forms import seen
from tracker.web.option_forms import chosen, find_option

HOWS = ("change", "drop", "insert")


def how_of(request: HttpRequest, past: Past) -> str:
    """In which way the decision is amended."""
    how = request.POST.get("how") or request.GET.get("how") or "change"
    return how if how in HOWS and (how == "change" or past.decision.first_version != SET_UP) else "change"


def page_of(request: HttpRequest) -> int | None:
    """Which page of the conflicts a form was sent from or an address asks for, if any."""
    value = request.POST.get("page") or request.GET.get("page", "")
    return max(1, int(value)) if value.isdecimal() and len(value) <= 9 else None


def planned(request: HttpRequest, visit: Visit, past: Past, draft: Amendment | None) -> Plan:
    """The plan that a form asks for; what was settled about later decisions before stays."""
    how, version = how_of(request, past), past.decision.first_version
    settled = plan_of(draft.plan).settled if draft else {}
    if how == "drop":
        return Plan(version, "drop", settled=settled)
    option = find_option(options_at(visit, past.state, past.pack_hash, past), request.POST)
    data = option.arguments(chosen(option, request.POST))
    return Plan(version, how, data, luck_of(request.POST), settled)  # type: ignore[arg-type]


def settled_by(request: HttpRequest, visit: Visit, past: Past, plan: Plan, at: int) -> Settled | None:
    """What a form says about a later decision; ``None`` takes back what was said."""
    if not (word := request.POST.get("way", "")):
        return None
    was = plan.settled.get(str(at)) or Settled("keep")
    if word in ("replace", "precede"):
        _, state, pack_hash = before_conflict(past, visit.actor, plan, at)
        option = find_option(options_at(visit, state, pack_hash, past), request.POST)
        data, luck = option.arguments(chosen(option, request.POST)), luck_of(request.POST)
        return was.after(Taken(data, luck)) if word == "precede" else Settled("replace", data, luck, was.first)
    if word == "typed":
        return Settled("reroll", luck=luck_of(request.POST, "table"), first=was.first)
    way = way_of(word)
    luck = luck_of(request.POST) if way == "reroll" else Luck()
    return Settled(way, luck=luck, first=was.first)


def luck_of(post: QueryDict, usual: str = "app") -> Luck:
    """The luck that a form asks for.

    :param usual: the way where the form names none
    :raises Refused: ``malformed`` for any other way
    """
    mode = post.get("luck", usual)
    if mode not in ("recorded", "app", "table", "rest"):
        raise Refused("malformed", f"“{mode[:60]}” is no way to ask luck.")
    typed_in = {source: tuple(values) for source, values in seen(post).items()} if mode in ("table", "rest") else {}
    return Luck(mode, new_seed() if mode in ("app", "rest") else 0, typed_in)  # type: ignore[arg-type]


def options_at(visit: Visit, state: Any, pack_hash: str, past: Past) -> list[Option]:
    """What may be decided on a position, as far as this person may see it."""
    shown = None if state is None else past.game.visible_to(state, visit.seat)
    return list(past.game.options(shown, pack(pack_hash)))
