"""What a group recorded: shown, downloaded, kept as content, played on with."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Seeded, read_pack
from rules.kernel.pack_text import pack_text
from tests.cast import signed_in
from tests.web.pages.posting import text
from tracker.packs.models import PackVersion
from tracker.packs.versions import default_pack, keep, pack
from tracker.timelines.access import actor_for
from tracker.timelines.campaigns import change_pack, change_settings, invite, join, main_timeline, start
from tracker.timelines.deciding import decide
from tracker.timelines.models import Membership, Timeline
from tracker.timelines.positions import at_head

pytestmark = pytest.mark.django_db
GAME = "isofarian_guard"


@pytest.fixture
def fresh(alice: User, bob: User, sara: User) -> Timeline:
    """Alice's campaign in which nothing was recorded yet, with Bob as a player and Sara as a spectator."""
    made = start(
        alice, name="Our <b>road</b>", game_key=GAME, pack_hash=default_pack(GAME).hash,
        set_up={"do": "start_campaign"}, chance=lambda: Seeded(1),
    )  # fmt: skip
    owner = actor_for(made.memberships.get(user=alice))
    for user, role in ((bob, Membership.Role.PLAYER), (sara, Membership.Role.SPECTATOR)):
        join(invite(made, owner, alice, role), user)
    return main_timeline(made)


def record(timeline: Timeline, owner: User, **decision: Any) -> None:
    actor = actor_for(timeline.campaign.memberships.get(user=owner))
    decide(timeline, actor, decision, expected=at_head(timeline).version)


@pytest.fixture
def learned(fresh: Timeline, alice: User) -> Timeline:
    """The same campaign with two things recorded."""
    record(
        fresh, alice, do="learn_encounter", node="main/7", chapter=1, skull="skull_1", enemies={"I": "timber_wolf/1"}
    )
    record(fresh, alice, do="learn_price", place="mir", card="tent", buy=18, sell=9)
    return fresh


def page(user: User, timeline: Timeline) -> str:
    return text(signed_in(user).get(reverse("learned", args=[timeline.id])))


def test_nothing_recorded_is_said(fresh: Timeline, alice: User) -> None:
    assert "Nothing recorded yet" in page(alice, fresh)
    assert signed_in(alice).get(reverse("learned_file", args=[fresh.id])).status_code == 404
    answer = signed_in(alice).post(reverse("keep_learned", args=[fresh.id]), {"name": "Ours"})
    assert answer.status_code == 422


def test_what_was_recorded_is_listed_by_part(learned: Timeline, alice: User) -> None:
    shown = page(alice, learned)
    assert "Encounters" in shown
    assert "Node 7, chapter 1, single skull: Timber Wolf ★" in shown
    assert "Mir: price of Tent" in shown
    assert "Our &lt;b&gt;road&lt;/b&gt;" in shown
    assert reverse("learned", args=[learned.id]) in text(
        signed_in(alice).get(reverse("people", args=[learned.campaign_id]))
    )


@pytest.mark.pitfall("BL-078")
def test_the_file_is_read_again_as_the_same_content(learned: Timeline, sara: User) -> None:
    answer = signed_in(sara).get(reverse("learned_file", args=[learned.id]), {"name": "Our road"})
    assert answer["Content-Disposition"] == 'attachment; filename="our-road.yaml"'
    read = read_pack(text(answer), IsofarianPack, GAME)
    assert read.name == "Our road"
    assert read.encounters["main/7"]["1"]["skull_1"].enemies[0].enemy == "timber_wolf"
    assert read.cities["mir"].market["tent"].buy == 18


def test_a_passer_by_is_given_no_words_of_cards(learned: Timeline, alice: User, client: Client) -> None:
    owner = actor_for(learned.campaign.memberships.get(user=alice))
    worded = replace(pack(default_pack(GAME).hash), name="With words")
    worded = replace(worded, items={card: replace(item, text="Secret words") for card, item in worded.items.items()})
    words = keep(worded, pack_text(worded).encode(), alice).hash
    change_pack(learned, owner, words, expected=at_head(learned).version)
    change_settings(learned.campaign, owner, spectators="everyone")
    address = reverse("learned_file", args=[learned.id])
    assert "Secret words" in text(signed_in(alice).get(address))
    assert "Secret words" not in text(client.get(address))
    assert read_pack(text(client.get(address)), IsofarianPack, GAME).cities["mir"].market["tent"].buy == 18


def test_kept_content_is_offered_for_the_next_campaign(learned: Timeline, bob: User) -> None:
    client = signed_in(bob)
    client.post(reverse("keep_learned", args=[learned.id]), {"name": "Our road"})
    version = PackVersion.objects.get(uploaded_by=bob)
    assert version.name == "Our road"
    assert version.hash in text(client.get(f"/campaigns/new/{GAME}/"))
    assert at_head(learned).timeline.pack_hash_at(at_head(learned).version) == default_pack(GAME).hash


def test_the_owner_plays_on_with_it_and_the_group_is_offered_it(
    learned: Timeline, alice: User, bob: User, charlie: User
) -> None:
    client = signed_in(alice)
    answer = client.post(reverse("keep_learned", args=[learned.id]), {"name": "Our road", "play_on": "1"})
    assert answer["Location"] == reverse("table", args=[learned.id])
    version = PackVersion.objects.get(name="Our road")
    assert at_head(Timeline.objects.get(id=learned.id)).pack == pack(version.hash)
    assert version.hash in text(signed_in(bob).get(f"/campaigns/new/{GAME}/"))
    assert version.hash not in text(signed_in(charlie).get(f"/campaigns/new/{GAME}/"))


def test_a_player_cannot_change_what_all_play_with_and_a_spectator_keeps_nothing(
    learned: Timeline, bob: User, sara: User, charlie: User
) -> None:
    address = reverse("keep_learned", args=[learned.id])
    assert signed_in(bob).post(address, {"name": "Bob's", "play_on": "1"}).status_code == 422
    assert signed_in(sara).post(address, {"name": "Sara's"}).status_code == 403
    assert signed_in(charlie).post(address, {"name": "Charlie's"}).status_code == 404
    assert signed_in(charlie).get(reverse("learned_file", args=[learned.id])).status_code == 404
