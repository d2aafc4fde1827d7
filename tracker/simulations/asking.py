"""Asking what would come of it: many plays from a version of a timeline, in the background."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser

from rules.kernel import Refused
from rules.kernel.players import Policy, policies
from rules.kernel.simulation import OVER, counted, numbered_end, untils
from tracker.eventstore import store
from tracker.jobs.jobs import cancel, enqueue
from tracker.jobs.models import Job
from tracker.simulations.models import Simulation
from tracker.simulations.playing import SIMULATE
from tracker.timelines.access import Actor, ensure_may_decide, named
from tracker.timelines.models import Campaign, Timeline
from tracker.timelines.positions import Position, at_version
from tracker.timelines.rewinding import ensure_whole
from tracker.timelines.texts import optional

MOST_PLAYS = 10_000
MOST_COUNT = 1_000
MOST_AT_ONCE = 3
"""Simulations of a campaign that wait or run at one time."""
LONGEST_SEED = 40


@dataclass(frozen=True)
class Question:
    """What is asked.

    :param plays: how often is played
    :param count: how many rounds, days or decisions, for ends that go with a number
    :param seed: empty: a new one
    """

    policy: str
    until: str = OVER
    count: int = 1
    plays: int = 1000
    seed: str = ""


def policies_at(position: Position) -> dict[str, Policy]:
    """The ways of playing from a position, the best one first."""
    return dict(policies(position.game))


def untils_at(position: Position) -> dict[str, tuple[str, bool]]:
    """Until when may be played from a position: label, and whether a number goes with it."""
    game = position.game
    return {kind: (label, counted(game, kind)) for kind, label in untils(game, position.state).items()}


def ask(timeline: Timeline, actor: Actor, user: AbstractBaseUser, version: int, question: Question) -> Simulation:
    """Have a timeline played on from a version, many times. Nothing of it becomes part of the story.

    :raises Refused: ``spectators_watch``, ``no_such_version``, ``before_set_up``, ``inside_decision``, ``game_over``,
        ``no_such_policy``, ``no_such_end``, ``wrong_number``, ``text_required`` or ``too_many_simulations``
    """
    ensure_may_decide(timeline.campaign, actor, None)
    position = at_version(timeline, version)
    line = store.lineage(timeline.id, position.version)
    ensure_whole(line, position.version)
    policy, label = _judged(position, question)
    _ensure_room(timeline.campaign)
    simulation = Simulation(
        campaign=timeline.campaign, timeline=timeline, version=position.version,
        hash=store.hash_at(line, position.version).hex(), pack_hash=timeline.pack_hash_at(position.version),
        rules_version=position.game.version, policy=question.policy, policy_label=policy.label,
        until=question.until, until_label=label, count=question.count, plays=question.plays,
        seed=optional(question.seed, LONGEST_SEED) or secrets.token_hex(4), created_by_id=user.pk, alias=actor.alias,
    )  # fmt: skip
    simulation.save(force_insert=True)
    _begin(simulation, user)
    return simulation


def may_stop(simulation: Simulation, actor: Actor) -> bool:
    """Whether somebody may stop a simulation: who asked for it, and the owner of the campaign."""
    asked = simulation.created_by_id
    return actor.is_owner or (asked is not None and named(simulation.campaign, asked) == actor.user_id)


def stop(simulation: Simulation, actor: Actor) -> bool:
    """Stop a simulation: whoever asked for it may, and the owner of the campaign.

    :raises Refused: ``not_your_simulation``
    :returns: whether there was something to stop
    """
    if not may_stop(simulation, actor):
        raise Refused("not_your_simulation", "Only who asked for it stops it, or the owner of the campaign.")
    return bool(simulation.job_id) and cancel(simulation.job_id)  # type: ignore[arg-type]


def go_on(simulation: Simulation, actor: Actor, user: AbstractBaseUser) -> None:
    """Play on with a simulation that was stopped or broke off: what was played counts.

    :raises Refused: ``spectators_watch``, ``no_effect`` when all was played or it is under way,
        ``too_many_simulations``
    """
    ensure_may_decide(simulation.campaign, actor, None)
    if simulation.tally is not None or (simulation.job is not None and not simulation.job.finished):
        raise Refused("no_effect", "There is nothing left to play, or it is being played.")
    _ensure_room(simulation.campaign)
    _begin(simulation, user)


def _begin(simulation: Simulation, user: AbstractBaseUser) -> None:
    job = enqueue(SIMULATE, {"simulation": str(simulation.id)}, user=user, key=f"{SIMULATE}:{simulation.id}")
    Simulation.objects.filter(id=simulation.id).update(job=job)
    simulation.job = job


def _judged(position: Position, question: Question) -> tuple[Policy, str]:
    game = position.game
    if game.outcome(position.state) is not None:
        raise Refused("game_over", "The game is over there.", remedy="Choose an earlier version.")
    known, ends = policies_at(position), untils_at(position)
    if question.policy not in known:
        raise Refused("no_such_policy", "There is no such way of playing.", remedy=f"Choose one of {', '.join(known)}.")
    if question.until not in ends:
        raise Refused("no_such_end", "It cannot be played until then.", remedy=f"Choose one of {', '.join(ends)}.")
    _ensure_number("plays", question.plays, MOST_PLAYS)
    label, with_number = ends[question.until]
    if not with_number:
        return known[question.policy], label
    _ensure_number("rounds, days or decisions", question.count, MOST_COUNT)
    return known[question.policy], f"{question.count} {numbered_end(question.until, question.count)}"


def _ensure_number(what: str, number: Any, most: int) -> None:
    if not 1 <= number <= most:
        raise Refused("wrong_number", f"The number of {what} is from 1 to {most:,}; {number:,} was asked for.")


def _ensure_room(campaign: Campaign) -> None:
    going_on = Simulation.objects.filter(campaign=campaign, job__state__in=Job.UNFINISHED).count()
    if going_on >= MOST_AT_ONCE:
        raise Refused(
            "too_many_simulations",
            f"{going_on} simulations of this campaign are under way; {MOST_AT_ONCE} may be at one time.",
            remedy="Wait for one to end, or stop one.",
        )
