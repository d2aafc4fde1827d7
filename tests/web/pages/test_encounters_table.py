"""The table page of Encounters: Shattered Wastes."""

from __future__ import annotations

import json
from itertools import count

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from projections.story_files import WRITERS
from rules.encounters_shattered_wastes.steward import sensible
from rules.kernel import Seeded
from tests.cast import signed_in
from tests.web.pages.posting import form_of, options, post, text, version_of
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


@pytest.mark.rule("SW-TRK-003")
@pytest.mark.pitfall("BL-113")
def test_no_record_names_a_face_that_lies_down(alice: User) -> None:
    timeline, client = encounter(alice, 24), signed_in(alice)
    state = at_head(timeline).state
    lying = {card for cards in state.areas.values() for card in cards}  # type: ignore[union-attr]
    assert any(len(card) > 2 for card in lying)
    events = client.get(reverse("api_events", args=[timeline.id]) + "?limit=500").json()
    feed = [row for row in events if not row["type"].endswith("EncounterOpened")]  # everybody knows what the box holds
    decisions = client.get(reverse("api_decisions", args=[timeline.id]) + "?limit=500").json()
    assert any(answer["source"] == "seeds" for line in decisions for answer in line["luck"])
    pages = [text(client.get(reverse("decision", args=[timeline.id, line["version"]]))) for line in decisions[1:]]
    told = [json.dumps(feed), json.dumps(decisions), *pages]
    told += [text(client.get(reverse("story_export", args=[timeline.id, kind]))) for kind in WRITERS]
    told.append(text(client.get(reverse("story", args=[timeline.id]))))
    for face in {card for card in lying if len(card) > 2}:
        for said in told:
            assert face not in said


@pytest.mark.rule("SW-TRK-003")
def test_the_answer_to_a_decision_names_no_face_that_lies_down(alice: User) -> None:
    timeline = encounter(alice, 0)
    while "seed_areas" not in {option.do for option in options(timeline)}:
        position = at_head(timeline)
        choice = sensible(position.state, position.pack)  # type: ignore[arg-type]
        decide(timeline, actor_for(timeline.campaign.memberships.get()), choice, expected=position.version)
    body = {"decision": {"do": "seed_areas"}, "expected_version": version_of(timeline), "key": "seeds-once"}
    address = reverse("api_decisions", args=[timeline.id])
    answer = signed_in(alice).post(address, body, content_type="application/json")
    (seeded,) = (event for event in answer.json()["events"] if event["event"] == "AreasSeeded")
    lying = at_head(timeline).state.areas  # type: ignore[union-attr]
    assert seeded["cards"] == {area: cards[0][:2] for area, cards in lying.items()}
    assert any(len(cards[0]) > 2 for cards in lying.values())


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
