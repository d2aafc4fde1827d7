"""The read models that every campaign has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from projections.base import HistoryProjection, Index, Projection, StateProjection
from projections.games import views
from projections.searching import folded
from projections.table_story import session_name, table_facts, table_sentence
from projections.views import Moment, Row
from rules.kernel import Event, Game, Pack, State, TableEvent
from rules.kernel.table import (
    TABLE,
    CheckpointNamed,
    CheckpointRemoved,
    NoteRemoved,
    NoteWritten,
    ReactionGiven,
    ReactionRemoved,
    SessionOpened,
    ValueCorrected,
)


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
        return 1000 * views(game.key).version + 3

    def index(self, entry: Row) -> Index:
        return Index(entry["alias"], entry["area"], folded(" ".join([entry["sentence"], *entry["facts"]])))

    def entry(self, moment: Moment) -> Row | None:
        story, _, decision = moment.name.partition(".")
        return {
            "decision": moment.name,
            "decision_id": moment.decision_id,
            "area": "table" if story == TABLE else decision,
            "sentence": _sentence(moment),
            "facts": list(_facts(moment)),
            "alias": moment.alias,
            "seat": moment.seat,
            "at": moment.recorded_at,
            "last": moment.last_version,
            "luck": [moment.game.luck_in_record(answer) for answer in moment.answers if answer.values],
            "landmarks": list(moment.landmarks.values()),
            **({"replayed_from": moment.replayed_from} if moment.replayed_from else {}),
        }


class Checkpoints(HistoryProjection):
    """Versions with a name: made by the game, by a person, or where a session began."""

    name = "checkpoints"

    def generation(self, game: Game[Any, Any]) -> int:
        return 1000 * views(game.key).version + 3

    def index(self, entry: Row) -> Index:
        by_person = any(mark["by"] for mark in entry["checkpoints"])
        return Index(kind="person" if by_person else "game")

    def entry(self, moment: Moment) -> Row | None:
        """Names given or taken off: ``version``, ``name``, ``by``, ``kind``, and ``told``, what the decision did that
        led to a place of the game."""
        if not (moment.landmarks or moment.kinds & {CheckpointNamed, CheckpointRemoved, SessionOpened}):
            return None
        found = [mark for version, event in moment.events if (mark := _mark(moment, version, event))]
        return {"checkpoints": found} if found else None


class Remarks(HistoryProjection):
    """What people said about versions of the story: notes and signs, and what they took back of it."""

    name = "remarks"

    def generation(self, game: Game[Any, Any]) -> int:
        return 1

    def entry(self, moment: Moment) -> Row | None:
        found = [remark for _, event in moment.events if (remark := _remark(event))]
        return {"remarks": found, "alias": moment.alias, "at": moment.recorded_at} if found else None


def _remark(event: Event) -> dict[str, Any] | None:
    if isinstance(event, NoteWritten):
        return {"kind": "note", "on": event.version, "text": event.text}
    if isinstance(event, NoteRemoved):
        return {"kind": "note_off", "note": event.note}
    if isinstance(event, ReactionGiven | ReactionRemoved):
        kind = "sign" if isinstance(event, ReactionGiven) else "sign_off"
        return {"kind": kind, "on": event.version, "sign": event.sign}
    return None


def _mark(moment: Moment, version: int, event: Event) -> dict[str, Any] | None:
    """The name that a version is given by an event, if any; an empty one takes the name off."""
    if isinstance(event, CheckpointNamed):
        return {"version": event.version, "name": event.name, "by": moment.alias, "kind": "named"}
    if isinstance(event, CheckpointRemoved):
        return {"version": event.version, "name": "", "by": moment.alias, "kind": "named"}
    if isinstance(event, SessionOpened):
        return {"version": version, "name": session_name(event), "by": "", "kind": "session"}
    landmark = moment.landmarks.get(version)
    if landmark is None or not landmark.checkpoint:
        return None
    # The whole decision led there: a game is put back to its end, never into its midst.
    return {"version": moment.last_version, "name": landmark.label, "by": "", "kind": landmark.kind,
            "told": _sentence(moment)}  # fmt: skip


class Battles(HistoryProjection):
    """What each decision of a battle counted, for games in which battles are fought out."""

    name = "battles"

    def generation(self, game: Game[Any, Any]) -> int:
        return 1000 * views(game.key).version + 2

    def entry(self, moment: Moment) -> Row | None:
        battle = views(moment.game.key).battle
        return battle(moment) if battle else None


def _sentence(moment: Moment) -> str:
    if ValueCorrected in moment.kinds:
        return _correction(moment)
    if moment.name.startswith(f"{TABLE}."):
        return table_sentence(moment)
    return views(moment.game.key).sentence(moment)


def _facts(moment: Moment) -> tuple[str, ...]:
    table = table_facts(moment)
    if all(issubclass(kind, TableEvent | ValueCorrected) for kind in moment.kinds):
        return table
    return table + views(moment.game.key).facts(moment)


def _correction(moment: Moment) -> str:
    corrected = next(event for _, event in moment.events if isinstance(event, ValueCorrected))
    place = " ".join(corrected.path).replace("_", " ")
    return f"{moment.alias or 'Somebody'} corrected {place}: {corrected.was} became {corrected.now}. {corrected.reason}"


STATE: tuple[StateProjection, ...] = (Sheet(), Summary())
HISTORY: tuple[HistoryProjection, ...] = (AdventureLog(), Checkpoints(), Battles(), Remarks())


def projections(name: str | None = None) -> tuple[Projection, ...]:
    """All read models, or the one of a name.

    :raises KeyError: when there is none of that name
    """
    every: tuple[Projection, ...] = (*STATE, *HISTORY)
    if name is None:
        return every
    return ({projection.name: projection for projection in every}[name],)
