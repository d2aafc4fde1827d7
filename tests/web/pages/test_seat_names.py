"""Pages call players as people do, never by the id of their seat."""

from __future__ import annotations

import random
import re

import pytest
from django.contrib.auth.models import User

from rules.kernel import Seeded
from rules.kernel.players import likely_first, play_on
from tests.cast import signed_in
from tracker.packs.versions import default_pack
from tracker.timelines.access import actor_for
from tracker.timelines.campaigns import main_timeline, start, take_seat
from tracker.timelines.deciding import decide
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def together(alice: User) -> Timeline:
    """A co-operative game of Fantasy Defense under way, somebody at a seat."""
    pack, source = default_pack("fantasy_defense"), random.Random(4)
    set_up = {"do": "set_up", "mode": "coop", "factions": {"p1": "human", "p2": "elf"}}
    campaign = start(alice, name="Both walls", game_key="fantasy_defense", pack_hash=pack.hash, set_up=set_up,
                     chance=lambda: Seeded(4))  # fmt: skip
    timeline, member = main_timeline(campaign), campaign.memberships.get()
    take_seat(member, "p1")
    for _ in range(20):
        position = at_head(timeline)
        move = play_on(position.game, position.state, position.pack, source, policy=likely_first, chance=Seeded(1))
        assert move is not None
        decide(timeline, actor_for(member), move[0], expected=position.version, chance=lambda: Seeded(1))
    return timeline


def words(page: str) -> str:
    """What a page says; the names in its forms and addresses and the record as it is stored are left out."""
    return re.sub(r"<[^>]*>", " ", re.sub(r"<(script|style|pre)\b.*?</\1>", " ", page, flags=re.DOTALL))


@pytest.mark.pitfall("BL-019")
def test_no_page_shows_the_id_of_a_seat(together: Timeline, alice: User) -> None:
    client = signed_in(alice)
    version = at_head(together).version
    pages = [
        f"/t/{together.id}/", f"/t/{together.id}/?v={version - 3}", f"/t/{together.id}/story/",
        f"/t/{together.id}/decisions/{version}/", f"/c/{together.campaign_id}/people/",
        f"/t/{together.id}/amend/{version}/",
    ]  # fmt: skip
    for address in pages:
        said = words(client.get(address).content.decode())
        assert re.findall(r".{30}\bp[12]\b.{20}", said, flags=re.IGNORECASE | re.DOTALL) == [], address
    assert "Player 1" in words(client.get(pages[4]).content.decode())
