"""Where a rewind is offered to."""

from __future__ import annotations

import random

import pytest
from django.contrib.auth.models import User

from projections.offers import Offer, rewind_offers
from tests.projections.test_sentences import decisions, random_game
from tests.tracker.timelines.tables import Table
from tracker.timelines.access import actor_for
from tracker.timelines.positions import at_head
from tracker.timelines.rewinding import rewind
from tracker.timelines.table import name_checkpoint

pytestmark = pytest.mark.pitfall("BL-006")


def test_the_set_up_is_not_taken_back(table: Table) -> None:
    table.note()
    assert rewind_offers(table.timeline) == []


def test_the_last_decision_the_day_and_the_checkpoint_are_offered(table: Table) -> None:
    day = table.decide("end_day").last_version
    at = table.call("Ash").last_version
    name_checkpoint(table.timeline, table.actor, at, "Dusk")
    before = table.call("Birch").last_version
    table.call("Cedar")
    assert rewind_offers(table.timeline) == [
        Offer("decision", "", before),
        Offer("checkpoint", "Dusk", at),
        Offer("day", "Day 2", day),
    ]


def test_a_checkpoint_that_was_set_aside_gives_way_to_one_in_force(table: Table) -> None:
    at = table.call("Ash").last_version
    name_checkpoint(table.timeline, table.actor, at, "Dawn")
    aside = table.call("Birch").last_version
    name_checkpoint(table.timeline, table.actor, aside, "Dusk")
    table.undo()
    for name in ("Cedar", "Dogwood"):
        table.call(name)
    assert Offer("checkpoint", "Dawn", at) in rewind_offers(table.timeline)


def test_where_a_day_has_just_begun_the_one_before_is_offered(table: Table) -> None:
    first = table.decide("end_day").last_version
    table.call("Ash")
    second = table.decide("end_day").last_version
    assert rewind_offers(table.timeline) == [Offer("decision", "", second - 1), Offer("day", "Day 2", first)]


def test_what_was_set_aside_is_not_offered(table: Table) -> None:
    table.call("Ash")
    table.decide("end_day")
    table.call("Birch")
    table.rewind(5)
    table.call("Cedar")
    assert [(offer.kind, offer.to) for offer in rewind_offers(table.timeline)] == [("decision", table.version - 1)]


@pytest.mark.parametrize("seed", range(3))
def test_every_offer_can_be_taken(alice: User, seed: int) -> None:
    timeline = random_game(alice, "fantasy_defense", seed, 60)
    actor = actor_for(timeline.campaign.memberships.get())
    offers = rewind_offers(timeline)
    assert {offer.kind for offer in offers} >= {"decision", "round"}
    for offer in offers:
        rewind(timeline, actor, offer.to, expected=at_head(timeline).version)
        assert list(decisions(timeline, random.Random(seed), 3))
        rewind(timeline, actor, offers[0].to, expected=at_head(timeline).version)
