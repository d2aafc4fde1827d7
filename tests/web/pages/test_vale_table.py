"""The table page of Artisans of Splendent Vale."""

from __future__ import annotations

import random
from itertools import count

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from rules.kernel import Seeded
from rules.kernel.players import play_on
from tests.cast import signed_in
from tests.rules.artisans_of_splendent_vale.playing import fighting
from tests.web.pages.posting import form_of, post, text, version_of
from tracker.packs.versions import default_pack
from tracker.timelines.access import actor_for
from tracker.timelines.campaigns import main_timeline, start
from tracker.timelines.deciding import decide
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head

pytestmark = pytest.mark.django_db


def campaign(user: User, decisions: int) -> Timeline:
    """A campaign of two in which so many decisions were taken, most of them in scenes."""
    key, luck, source = "artisans_of_splendent_vale", count(1), random.Random(2)
    set_up = {"do": "choose_characters", "picks": {"ana": "harinya", "ben": "soraya"}}
    begun = start(
        user, name="Vale", game_key=key, pack_hash=default_pack(key).hash, set_up=set_up, chance=lambda: Seeded(9)
    )
    timeline = main_timeline(begun)
    actor = actor_for(begun.memberships.get())
    for _ in range(decisions):
        position, seed = at_head(timeline), next(luck)
        move = play_on(position.game, position.state, position.pack, source, policy=fighting, chance=Seeded(seed))
        assert move is not None
        decide(timeline, actor, move[0], expected=position.version, chance=lambda seed=seed: Seeded(seed))
    return timeline


def page(timeline: Timeline, user: User, query: str = "") -> str:
    return text(signed_in(user).get(reverse("table", args=[timeline.id]) + query))


def test_the_set_up_is_decided_by_forms(alice: User) -> None:
    timeline = campaign(alice, 0)
    shown = page(timeline, alice)
    assert "Harinya" in shown
    assert "Elect the record keeper" in shown
    at = version_of(timeline)
    answer = post(signed_in(alice), "decide", timeline, form_of(timeline, "elect"))
    assert answer.status_code == 302
    assert version_of(timeline) > at


def test_every_version_of_a_campaign_opens_and_tells_dice_and_units(alice: User) -> None:
    timeline = campaign(alice, 60)
    client = signed_in(alice)
    pages = [
        text(client.get(reverse("table", args=[timeline.id]) + f"?v={version}"))
        for version in range(1, version_of(timeline) + 1, 9)
    ]
    assert any("Available:" in shown and "Ruffian 1" in shown for shown in pages)
    assert client.get(reverse("story", args=[timeline.id])).status_code == 200
