"""Sending the forms of the table page, as a browser would."""

from __future__ import annotations

import random
import uuid
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from rules.kernel import Option, Seeded
from rules.kernel.players import likely_first, play_on
from tests.cast import COOP, campaign_of
from tracker.eventstore import store
from tracker.timelines.access import Actor, actor_for
from tracker.timelines.campaigns import change_settings, main_timeline, take_seat
from tracker.timelines.deciding import decide
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head
from tracker.web.option_forms import option_key

HTMX = {"HX-Request": "true"}
ODD = """<b>"Tom" & 'Ann'</b> 🐺"""
"""A name that breaks whatever escapes twice or not at all."""
SHOWN = "&lt;b&gt;&quot;Tom&quot; &amp; &#x27;Ann&#x27;&lt;/b&gt; 🐺"


def version_of(timeline: Timeline) -> int:
    """Where the timeline is."""
    return store.head(timeline.id).version


def options(timeline: Timeline, do: str = "") -> list[Option]:
    """What may be decided now."""
    position = at_head(timeline)
    return [each for each in position.game.options(position.state, position.pack) if do in ("", each.do)]


def form_of(timeline: Timeline, kind: str = "draw_invader", /, **changes: Any) -> dict[str, Any]:
    """The first form of a kind of decision, as it is sent; a field that is changed to ``None`` is left out."""
    option = options(timeline, kind)[0]
    form = {
        "do": option.do,
        "option": option_key(option),
        "expected": str(version_of(timeline)),
        "key": uuid.uuid4().hex,
        "luck": "app",
        **{f"f.{each.name}": each.choices[0].value for each in option.fields if each.kind == "choice"},
        **changes,
    }
    return {name: value for name, value in form.items() if value is not None}


def post(client: Client, name: str, timeline: Timeline, form: dict[str, Any], **more: Any) -> HttpResponse:
    """Send a form to a page of a timeline."""
    answer: HttpResponse = client.post(reverse(name, args=[timeline.id]), form, **more)
    return answer


def steps(timeline: Timeline, **changes: Any) -> dict[str, Any]:
    """What every form that goes on from a version carries."""
    return {"expected": str(version_of(timeline)), "key": uuid.uuid4().hex, **changes}


def play(timeline: Timeline, actor: Actor, decisions: int, seed: int = 5) -> bool:
    """Decide some times at random; true when the game came to its end."""
    source = random.Random(seed)
    for _ in range(decisions):
        position = at_head(timeline)
        move = play_on(position.game, position.state, position.pack, source, policy=likely_first, chance=Seeded(seed))
        if move is None:
            return True
        decide(timeline, actor, move[0], expected=position.version, chance=lambda: Seeded(seed))
    return False


def deployments(timeline: Timeline) -> list[Option]:
    """The Defenders that may be deployed now."""
    return [option for option in options(timeline, "deploy") if not option.blocked]


def strict_gates(alice: User, bob: User, sara: User) -> Timeline:
    """Two players before the gates, Alice in the first seat and Bob in the second, where both have Defenders to deploy;
    only whoever plays a seat decides for it."""
    campaign = campaign_of(alice, bob, sara, set_up=COOP)
    timeline, members = main_timeline(campaign), campaign.memberships
    owner = actor_for(members.get(user=alice))
    while {option.fixed["player"] for option in deployments(timeline)} != {"p1", "p2"}:
        play(timeline, owner, 1)
    take_seat(members.get(user=alice), "p1")
    take_seat(members.get(user=bob), "p2")
    change_settings(campaign, owner, strict_seats=True)
    return main_timeline(campaign)


def text(response: HttpResponse) -> str:
    """The page as text."""
    return response.content.decode()
