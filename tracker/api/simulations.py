"""What-if odds over the API."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from rules.kernel.simulation import OVER, Tally
from tracker.api.parsing import Exact, valid
from tracker.api.serializers import RefusalOut
from tracker.simulations.asking import MOST_COUNT, MOST_PLAYS, Question, ask, stop
from tracker.simulations.figures import Odds, Share, odds
from tracker.simulations.models import Simulation
from tracker.timelines.visits import signed_in, visit_timeline


class NewSimulation(Exact):
    """Many plays to ask for: from a version, by a policy, until an end; ``count`` goes with rounds, days, decisions."""

    version = serializers.IntegerField(min_value=1)
    policy = serializers.CharField(max_length=50)
    until = serializers.CharField(max_length=50, default=OVER)
    count = serializers.IntegerField(min_value=1, max_value=MOST_COUNT, default=1)
    plays = serializers.IntegerField(min_value=1, max_value=MOST_PLAYS, default=1000)
    seed = serializers.CharField(max_length=40, required=False, default="", allow_blank=True)


class SimulationOut(serializers.Serializer[Any]):
    """A simulation, how far it is, and once all was played what came of it."""

    id = serializers.UUIDField()
    timeline = serializers.UUIDField()
    version = serializers.IntegerField()
    hash = serializers.CharField()
    policy = serializers.CharField()
    until = serializers.CharField()
    count = serializers.IntegerField()
    plays = serializers.IntegerField()
    seed = serializers.CharField()
    asked_by = serializers.CharField()
    created_at = serializers.DateTimeField()
    state = serializers.CharField()
    done = serializers.IntegerField()
    sentences = serializers.ListField(child=serializers.CharField())
    endings = serializers.ListField(child=serializers.DictField())
    flags = serializers.ListField(child=serializers.DictField())
    distributions = serializers.DictField(child=serializers.DictField())


class Simulations(APIView):
    """The simulations of a timeline."""

    @extend_schema(responses=SimulationOut(many=True))
    def get(self, request: Request, timeline_id: UUID) -> Response:
        """What was asked, the newest first, at most a hundred."""
        timeline = visit_timeline(request._request, timeline_id).timeline
        return Response([_out(each) for each in timeline.simulations.select_related("job")[:100]])

    @extend_schema(request=NewSimulation, responses={202: SimulationOut, 422: RefusalOut})
    def post(self, request: Request, timeline_id: UUID) -> Response:
        """Ask for many plays; they are played in the background."""
        visit = visit_timeline(request._request, timeline_id, may="decide")
        data = valid(NewSimulation, request)
        version = data.pop("version")
        return Response(
            _out(ask(visit.timeline, visit.actor, signed_in(request), version, Question(**data))), status=202
        )


class SimulationDetail(APIView):
    """One simulation."""

    @extend_schema(responses=SimulationOut)
    def get(self, request: Request, simulation_id: UUID) -> Response:
        """How far it is, and what came of it."""
        simulation = _simulation(simulation_id)
        visit_timeline(request._request, simulation.timeline_id)
        return Response(_out(simulation))

    @extend_schema(responses={202: SimulationOut, 422: RefusalOut})
    def delete(self, request: Request, simulation_id: UUID) -> Response:
        """Stop it. What was played is kept, so that it can be played on."""
        simulation = _simulation(simulation_id)
        visit = visit_timeline(request._request, simulation.timeline_id, may="decide")
        stop(simulation, visit.actor)
        return Response(_out(_simulation(simulation_id)), status=202)


def _simulation(simulation_id: UUID) -> Simulation:
    found = Simulation.objects.select_related("job").filter(id=simulation_id).first()
    if found is None:
        raise NotFound("There is no such simulation.")
    return found


def _out(simulation: Simulation) -> dict[str, Any]:
    found = None if simulation.tally is None else odds(msgspec.convert(simulation.tally, Tally, strict=False))
    job = simulation.job
    return {
        "id": simulation.id, "timeline": simulation.timeline_id, "version": simulation.version,
        "hash": simulation.hash, "policy": simulation.policy, "until": simulation.until, "count": simulation.count,
        "plays": simulation.plays, "seed": simulation.seed, "asked_by": simulation.alias,
        "created_at": simulation.created_at,
        "state": "done" if found else job.state if job else "cancelled",
        "done": simulation.plays if found else job.done if job else 0,
        "sentences": found.sentences if found else [], **_figures(found),
    }  # fmt: skip


def _figures(found: Odds | None) -> dict[str, Any]:
    if found is None:
        return {"endings": [], "flags": [], "distributions": {}}
    return {
        "endings": [_share(each) for each in found.endings],
        "flags": [_share(each) for each in found.flags],
        "distributions": {each.label: {str(value): plays for value, plays in each.values.items()}
                          for each in found.distributions},
    }  # fmt: skip


def _share(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {"name": share.name, "plays": share.hits, "share": share.share, "low": low, "high": high}
