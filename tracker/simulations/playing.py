"""The job that plays a simulation. What was played is kept stretch by stretch: begun again it goes on where it was."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec

from rules.kernel.simulation import Tally, Until, added
from tracker.jobs.clock import fair
from tracker.jobs.jobs import job_kind
from tracker.jobs.running import Running
from tracker.simulations.models import Simulation, Stretch
from tracker.simulations.players import Players, most_players
from tracker.simulations.process import Setting, Stint
from tracker.timelines.committing import together
from tracker.timelines.positions import at_version, encoded

SIMULATE = "simulate"
STINT = 10
"""Plays that are asked of a process at once."""
PATIENCE = 0.5
"""Seconds without an answer after which is looked whether somebody stopped it."""


class Changed(Exception):
    """The rules or the record are no longer those that the simulation was asked for."""


@job_kind(SIMULATE)
def simulate(job: Running) -> dict[str, Any]:
    """Play what is not played yet, and count it all."""
    simulation = Simulation.objects.select_related("timeline__campaign").get(id=UUID(job.arguments["simulation"]))
    if simulation.tally is None:
        done = set(simulation.stretches.values_list("first", flat=True))
        stints = [stint for stint in _stints(simulation) if stint.first not in done]
        if stints:
            _play(job, simulation, stints)
        _finish(simulation)
    job.progress(simulation.plays, simulation.plays, "Done")
    return {"simulation": str(simulation.id)}


def _stints(simulation: Simulation) -> list[Stint]:
    return [Stint(first, min(STINT, simulation.plays - first)) for first in range(0, simulation.plays, STINT)]


def _play(job: Running, simulation: Simulation, stints: list[Stint]) -> None:
    played = simulation.plays - sum(stint.plays for stint in stints)
    job.progress(played, simulation.plays, "Playing on")
    with Players(_setting(simulation), min(most_players(), len(stints))) as players:
        for answer in players.play(stints, PATIENCE):
            if answer is None:
                job.check_cancelled()
                continue
            stint, tally = answer
            with fair():
                Stretch.objects.bulk_create(
                    [
                        Stretch(
                            simulation=simulation, first=stint.first, tally=msgspec.to_builtins(tally, str_keys=True)
                        )
                    ],
                    ignore_conflicts=True,
                )
            played += stint.plays
            job.progress(played, simulation.plays, "Playing on")


def _setting(simulation: Simulation) -> Setting:
    """What is played from.

    :raises Changed: when the rules changed since it was asked for
    """
    position = at_version(simulation.timeline, simulation.version)
    if position.game.version != simulation.rules_version:
        raise Changed("The rules were changed since this was asked for. Ask again.")
    state = encoded(position.state) or b"null"
    pack = msgspec.json.encode(position.pack)
    until = Until(simulation.until, simulation.count)
    return Setting(position.game.key, state, pack, simulation.policy, until, simulation.seed)


def _finish(simulation: Simulation) -> None:
    stretches = [
        msgspec.convert(tally, Tally, strict=False) for tally in simulation.stretches.values_list("tally", flat=True)
    ]
    total = msgspec.to_builtins(added(stretches), str_keys=True)
    with together():
        Simulation.objects.filter(id=simulation.id).update(tally=total)
        simulation.stretches.all().delete()
