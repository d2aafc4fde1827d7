"""The demonstration: an account with campaigns under way, with something undone, branches and checkpoints to see."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser

from rules.kernel import Decision, Seeded
from rules.kernel.players import likely_first, play_on, policies
from tracker.packs.versions import default_pack, pack
from tracker.timelines.access import Actor, actor_for
from tracker.timelines.campaigns import main_timeline, start
from tracker.timelines.deciding import decide
from tracker.timelines.forking import fork
from tracker.timelines.models import Campaign, Timeline
from tracker.timelines.positions import at_head
from tracker.timelines.rewinding import undo
from tracker.timelines.table import name_checkpoint, write_note
from tracker.web.demo_road import road
from tracker.web.demo_vale import raiders

LOGIN, PASSWORD = "demo", "gates-of-the-city"
SEED = 12
DECISIONS = 24
BRANCH_DECISIONS = 6
DUEL = "A duel at noon"
DUEL_TERRAIN = ["soothing_fountain", "hidden_trap", "kaldr_peak"]
DUEL_DECISIONS = 80
ENCOUNTER = "The Guardian wakes"
ENCOUNTER_DECISIONS = 79


def demo_user() -> AbstractBaseUser:
    """The demo account, made on first use."""
    users = get_user_model()
    found = users.objects.filter(username=LOGIN).first()
    return found or users.objects.create_user(LOGIN, password=PASSWORD)


def demo_campaigns() -> list[Campaign]:
    """The campaigns of the demo account, made on first use; what people did with them since stays."""
    user = demo_user()
    return [_gates(user), road(user), _duel(user), _encounter(user), raiders(user)]


def _gates(user: AbstractBaseUser) -> Campaign:
    found = Campaign.objects.filter(created_by_id=user.pk, name="The northern gates").first()
    return found or _played(user)


def _played(user: AbstractBaseUser) -> Campaign:
    content = default_pack("fantasy_defense")
    source = random.Random(SEED)  # noqa: S311 (a game, not a secret)
    set_up = {"do": "set_up", "mode": "solo", "factions": {"p1": "human"}}
    campaign = start(
        user,
        name="The northern gates",
        game_key="fantasy_defense",
        pack_hash=content.hash,
        set_up=set_up,
        chance=lambda: Seeded(SEED),
    )
    timeline = main_timeline(campaign)
    actor = actor_for(campaign.memberships.get())
    _play(timeline, actor, source, DECISIONS)
    middle = at_head(timeline).version
    name_checkpoint(timeline, actor, middle, "Before the next wave")
    write_note(timeline, actor, middle, "Was the captain worth it here?")
    branch = fork(
        timeline, actor, user, middle, name="What if we had held back", description="The same wave, met with patience."
    )
    _play(branch, actor, random.Random(SEED + 1), BRANCH_DECISIONS)  # noqa: S311
    _play(timeline, actor, source, 3)
    undo(timeline, actor, expected=at_head(timeline).version)
    return campaign


def _duel(user: AbstractBaseUser) -> Campaign:
    """Two sides of The Stonebound Saga in the middle of their fight."""
    teams = {"p1": ["marauder_1", "watchman_1", "vanguard_3"], "p2": ["prophet_1", "sentinel_1", "remnant_3"]}
    picks = [
        {"do": "pick_team", "player": player, "characters": characters, "terrain": DUEL_TERRAIN}
        for player, characters in teams.items()
    ]
    set_up = {"do": "choose_format", "mode": "1v1", "format": "constructed"}
    return _fought(user, DUEL, "stonebound_saga", (set_up, *picks), DUEL_DECISIONS)


def _encounter(user: AbstractBaseUser) -> Campaign:
    """The first game of Encounters: Shattered Wastes, the enemy in its second form."""
    set_up = {"do": "open_encounter", "mode": "first_time", "players": 2}
    return _fought(user, ENCOUNTER, "encounters_shattered_wastes", (set_up,), ENCOUNTER_DECISIONS)


def _fought(
    user: AbstractBaseUser, name: str, game_key: str, first: Sequence[Mapping[str, Any]], decisions: int
) -> Campaign:
    """A campaign that a sensible player took into the thick of a fight.

    :param first: what is decided before, the set-up first
    """
    found = Campaign.objects.filter(created_by_id=user.pk, name=name).first()
    if found is not None:
        return found
    set_up, *more = first
    campaign = start(
        user,
        name=name,
        game_key=game_key,
        pack_hash=default_pack(game_key).hash,
        set_up=set_up,
        chance=lambda: Seeded(SEED),
    )
    timeline = main_timeline(campaign)
    actor = actor_for(campaign.memberships.get())
    for decision in more:
        _decide(timeline, actor, at_head(timeline).game.decision(decision), SEED)
    sensible = policies(at_head(timeline).game)["sensible"]
    source = random.Random(SEED)  # noqa: S311
    for _ in range(decisions):
        position = at_head(timeline)
        seed = source.getrandbits(64)
        move = sensible.move(position.game, position.state, position.pack, random.Random(seed))  # noqa: S311
        if move is None:
            break
        _decide(timeline, actor, move[0], seed)
    name_checkpoint(timeline, actor, at_head(timeline).version, "In the thick of it")
    return campaign


def _decide(timeline: Timeline, actor: Actor, decision: Decision, seed: int) -> None:
    decide(timeline, actor, decision, expected=at_head(timeline).version, chance=lambda: Seeded(seed))


def _play(timeline: Timeline, actor: Actor, source: random.Random, decisions: int) -> None:
    content = pack(timeline.campaign.pack_hash)
    for _ in range(decisions):
        position = at_head(timeline)
        seed = source.getrandbits(32)
        move = play_on(position.game, position.state, content, source, policy=likely_first, chance=Seeded(seed))
        if move is None:
            return
        decide(timeline, actor, move[0], expected=position.version, chance=partial(Seeded, seed))
