"""The cast of every test about people: Alice owns a campaign, Bob plays in it, Sara watches it, Charlie is outside."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from rules.kernel import Seeded
from tracker.packs.versions import default_pack
from tracker.timelines.access import Actor, actor_for
from tracker.timelines.campaigns import invite, join, main_timeline, start
from tracker.timelines.models import Campaign, Membership, Timeline

SOLO = {"do": "set_up", "mode": "solo", "factions": {"p1": "human"}}
JOURNEY = {"do": "start_campaign", "players": ["p1"]}
"""The first campaign of The Isofarian Guard."""
COOP = {"do": "set_up", "mode": "coop", "factions": {"p1": "human", "p2": "elf"}}


def _user(name: str) -> User:
    return User.objects.create_user(name, password=f"{name}-opens-the-gate")


@pytest.fixture
def alice(db: None) -> User:
    """The owner."""
    return _user("alice")


@pytest.fixture
def bob(db: None) -> User:
    """A player in Alice's campaign."""
    return _user("bob")


@pytest.fixture
def sara(db: None) -> User:
    """A spectator of Alice's campaign."""
    return _user("sara")


@pytest.fixture
def charlie(db: None) -> User:
    """Somebody who has no business there."""
    return _user("charlie")


@pytest.fixture
def campaign(alice: User, bob: User, sara: User) -> Campaign:
    """A solo game of Fantasy Defense that has just been set up, with Alice, Bob and Sara at the table."""
    return campaign_of(alice, bob, sara, set_up=SOLO)


def campaign_of(
    owner: User, player: User, spectator: User, *, set_up: dict[str, Any], game: str = "fantasy_defense"
) -> Campaign:
    """A campaign, by default of Fantasy Defense, with these people at the table."""
    made = start(
        owner,
        name="The northern gates",
        game_key=game,
        pack_hash=default_pack(game).hash,
        set_up=set_up,
        chance=lambda: Seeded(3),
    )
    master = actor_for(made.memberships.get(user=owner))
    for user, role in ((player, Membership.Role.PLAYER), (spectator, Membership.Role.SPECTATOR)):
        join(invite(made, master, owner, role), user)
    return made


@pytest.fixture
def timeline(campaign: Campaign) -> Timeline:
    """The main timeline of the campaign."""
    return main_timeline(campaign)


@pytest.fixture
def owner(campaign: Campaign, alice: User) -> Actor:
    """Alice, as the timelines know her."""
    return actor_for(campaign.memberships.get(user=alice))


def signed_in(user: User) -> Client:
    """A browser in which somebody is signed in."""
    client = Client()
    client.force_login(user)
    return client
