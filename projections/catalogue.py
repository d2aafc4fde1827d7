"""The read models that every campaign has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from projections.base import HistoryProjection, StateProjection
from projections.games import views
from projections.table_story import table_facts, table_sentence
from projections.views import Moment, Row
from rules.kernel import Game, Pack, State, TableEvent
from rules.kernel.table import TABLE, CheckpointNamed, CheckpointRemoved, ValueCorrected


class Sheet(StateProjection):
    """The game sheet: the whole position in rows."""

    name = "sheet"

    def generation(self, game: Game[Any, Any]) -> int:
        return views(game.key).version

    def rows(self, game: Game[Any, Any], state: State, pack: Pack) -> Mapping[str, Row]:
        return views(game.key).sheet(state, pack)


class Summary(StateProjection):
    """One row that says where a campaign stands, for lists."""

    name = "summary"

    def generation(self, game: Game[Any, Any]) -> int:
        return views(game.key).version

    def rows(self, game: Game[Any, Any], state: State, pack: Pack) -> Mapping[str, Row]:
        return {"now": {**views(game.key).summary(state, pack), "outcome": game.outcome(state) or ""}}


class AdventureLog(HistoryProjection):
    """One line a decision in plain words, with its facts, its luck and its landmark."""

    name = "log"

    def generation(self, game: Game[Any, Any]) -> int:
        return 1000 * views(game.key).version + 1

    def entry(self, moment: Moment) -> Row | None:
        story, _, decision = moment.name.partition(".")
        landmarks = [found for _, event in moment.events if (found := moment.game.landmark(event))]
        return {
            "decision": moment.name,
            "decision_id": moment.decision_id,
            "area": "table" if story == TABLE else decision,
            "sentence": _sentence(moment),
            "facts": list(_facts(moment)),
            "alias": moment.alias,
            "seat": moment.seat,
            "at": moment.recorded_at,
            "last": moment.events[-1][0],
            "luck": _plain([answer for answer in moment.answers if answer.values]),
            "landmarks": _plain(landmarks),
        }


class Checkpoints(HistoryProjection):
    """Versions with a name: made by the game, or by a person."""

    name = "checkpoints"

    def generation(self, game: Game[Any, Any]) -> int:
        return 1

    def entry(self, moment: Moment) -> Row | None:
        found: list[dict[str, Any]] = []
        for version, event in moment.events:
            if isinstance(event, CheckpointNamed):
                found.append({"version": event.version, "name": event.name, "by": moment.alias})
            elif isinstance(event, CheckpointRemoved):
                found.append({"version": event.version, "name": "", "by": moment.alias})
            elif (landmark := moment.game.landmark(event)) and landmark.checkpoint:
                found.append({"version": version, "name": landmark.label, "by": ""})
        return {"checkpoints": found} if found else None


def _plain(value: Any) -> Any:
    """A value as JSON gives it back, so that a computed row equals a stored one."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _sentence(moment: Moment) -> str:
    if any(isinstance(event, ValueCorrected) for _, event in moment.events):
        return _correction(moment)
    if moment.name.startswith(f"{TABLE}."):
        return table_sentence(moment)
    return views(moment.game.key).sentence(moment)


def _facts(moment: Moment) -> tuple[str, ...]:
    table = table_facts(moment)
    if all(isinstance(event, TableEvent | ValueCorrected) for _, event in moment.events):
        return table
    return table + views(moment.game.key).facts(moment)


def _correction(moment: Moment) -> str:
    corrected = next(event for _, event in moment.events if isinstance(event, ValueCorrected))
    place = " ".join(corrected.path).replace("_", " ")
    return f"{moment.alias or 'Somebody'} corrected {place}: {corrected.was} became {corrected.now}. {corrected.reason}"


STATE: tuple[StateProjection, ...] = (Sheet(), Summary())
HISTORY: tuple[HistoryProjection, ...] = (AdventureLog(), Checkpoints())
