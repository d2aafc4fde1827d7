"""Battles of The Isofarian Guard, fought to their end by the sensible fighter: what simulations play."""

from __future__ import annotations

import time
from collections.abc import Iterable

from rules.isofarian_guard import GAME as CAMPAIGN
from rules.isofarian_guard.battle.game import BATTLE
from rules.isofarian_guard.battle.state import BattleState
from rules.kernel import Seeded
from rules.kernel.players import policies
from rules.kernel.simulation import Play, Until, play
from tests.benchmarks.harness import QUICK, ROUNDS, Report
from tests.rules.isofarian_guard.battle.arena import challenge, muster
from tests.rules.isofarian_guard.battle.dealing import deck
from tests.rules.isofarian_guard.campaign.world import FIGHTING, table

BATTLES = 20 if QUICK else 60
A_CORE = 25
"""Battles a second that one core fights at the least: fifty on the two cores of a small server."""


def measure(report: Report) -> None:
    """The rows about battles."""
    alone = [_alone(seed) for seed in range(BATTLES)]
    found = [_rate(_fought(alone)) for _ in range(ROUNDS)]
    report.row(
        "battles a second on one core: two guards, one to four enemies, cards of every kind",
        [battles for battles, _ in found], least=A_CORE,
    )  # fmt: skip
    report.row("the same: microseconds a decision, thought of, judged and carried out", [micro for _, micro in found])
    found = [_rate(_within_a_campaign()) for _ in range(ROUNDS)]
    report.row(
        "battles a second on one core: within a campaign, against AI cards that nobody has entered",
        [battles for battles, _ in found], least=A_CORE,
    )  # fmt: skip


def _rate(plays: Iterable[Play]) -> tuple[float, float]:
    """Battles a second and microseconds a decision, by the processor's clock."""
    start = time.process_time()
    decisions = [each.decisions for each in plays]
    taken = time.process_time() - start
    return len(decisions) / taken, 1_000_000 * taken / sum(decisions)


def _alone(seed: int) -> tuple[int, BattleState]:
    state = muster(seed)
    opened = BATTLE.fold(BATTLE.decide(state, challenge(seed), deck(seed % 12), Seeded(seed)), state)
    assert opened is not None
    return seed, opened


def _fought(starts: list[tuple[int, BattleState]]) -> Iterable[Play]:
    policy = policies(BATTLE)["sensible"]
    return (
        play(BATTLE, state, deck(seed % 12), policy, Until(), str(seed))
        for seed, state in starts
        if BATTLE.outcome(state) is None
    )


def _within_a_campaign() -> Iterable[Play]:
    start, policy = table(**FIGHTING), policies(CAMPAIGN)["sensible"]
    start.does("fight_rounds")
    return (play(CAMPAIGN, start.state, start.pack, policy, Until("battle"), str(seed)) for seed in range(BATTLES))
