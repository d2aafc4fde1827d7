"""The table page of Encounters: Shattered Wastes."""

from __future__ import annotations

from itertools import count

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from rules.encounters_shattered_wastes.steward import sensible
from rules.kernel import Seeded
from tests.cast import signed_in
from tests.web.pages.posting import form_of, post, text, version_of
from tracker.packs.versions import default_pack
from tracker.timelines.access import actor_for
from tracker.timelines.campaigns import main_timeline, start
from tracker.timelines.deciding import decide
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head

pytestmark = pytest.mark.django_db


def encounter(user: User, decisions: int, mode: str = "standard") -> Timeline:
    """An Encounter of two players in which the sensible player has taken so many decisions."""
    key, luck = "encounters_shattered_wastes", count(1)
    set_up = {"do": "open_encounter", "mode": mode, "players": 2}
    campaign = start(
        user, name="Wastes", game_key=key, pack_hash=default_pack(key).hash, set_up=set_up, chance=lambda: Seeded(9)
    )
    timeline = main_timeline(campaign)
    actor = actor_for(campaign.memberships.get())
    for _ in range(decisions):
        position = at_head(timeline)
        choice = sensible(position.state, position.pack)  # type: ignore[arg-type]
        decide(timeline, actor, choice, expected=position.version, chance=lambda: Seeded(next(luck)))
    return timeline


def page(timeline: Timeline, user: User, query: str = "") -> str:
    return text(signed_in(user).get(reverse("table", args=[timeline.id]) + query))


def test_the_board_shows_enemy_areas_and_characters(alice: User) -> None:
    timeline = encounter(alice, 40, "first_time")
    shown = page(timeline, alice)
    assert "The Guardian" in shown
    for area in range(1, 6):
        assert f'aria-label="Area {area}"' in shown
    for name in ("Lancer", "Monk"):
        assert f'aria-label="{name}"' in shown
    assert "Read it from the card." in shown
    assert "stand-in figures" in shown


@pytest.mark.rule("SW-TRK-003")
@pytest.mark.pitfall("BL-113")
def test_no_face_of_a_card_that_lies_down_leaves_the_server(alice: User) -> None:
    timeline = encounter(alice, 24)
    state = at_head(timeline).state
    assert state is not None
    backs = [card for cards in state.areas.values() for card in cards]  # type: ignore[attr-defined]
    assert backs
    told = text(signed_in(alice).get(reverse("api_state", args=[timeline.id])))
    assert '"areas"' in told
    for card in backs:
        assert card not in page(timeline, alice)
        assert card not in told


def test_the_set_up_is_decided_by_forms_and_the_past_opens(alice: User) -> None:
    timeline = encounter(alice, 0)
    assert "Set-up" in page(timeline, alice)
    at = version_of(timeline)
    answer = post(signed_in(alice), "decide", timeline, form_of(timeline, "choose_character"))
    assert answer.status_code == 302
    assert version_of(timeline) > at
    assert "Nobody has chosen a Character yet." in page(timeline, alice, f"?v={at}")
    assert "Nobody has chosen a Character yet." not in page(timeline, alice)


def test_every_version_of_an_encounter_opens(alice: User) -> None:
    timeline = encounter(alice, 60)
    client = signed_in(alice)
    for version in range(1, version_of(timeline) + 1, 9):
        assert client.get(reverse("table", args=[timeline.id]) + f"?v={version}").status_code == 200
