"""Keeps the read models in the same transaction as the events: only the differences are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec

from projections.base import StateProjection, differences
from projections.catalogue import HISTORY, STATE
from projections.models import Projected
from projections.views import Moment, Row
from rules.kernel import Answer, State
from tracker.eventstore.sql import Write, stored_id
from tracker.timelines.deciding import Change

_STATE_COLUMNS = (
    ("campaign_id", "uuid"), ("timeline_id", "uuid"), ("projection", "text"), ("generation", "int"), ("key", "text"),
    ("data", "jsonb"),
)  # fmt: skip
_STATE_KEYS = ("timeline_id", "projection", "generation", "key")
_STATE_KEY_COLUMNS = tuple(column for column in _STATE_COLUMNS if column[0] in _STATE_KEYS)
_HISTORY_COLUMNS = (
    ("campaign_id", "uuid"), ("timeline_id", "uuid"), ("version", "int"), ("projection", "text"), ("generation", "int"),
    ("data", "jsonb"),
)  # fmt: skip
_HISTORY_KEYS = ("timeline_id", "projection", "generation", "version")
_PROJECTED_COLUMNS = _STATE_COLUMNS[:4]
_PROJECTED_KEYS = _STATE_KEYS[:3]

_answers = msgspec.json.Decoder(tuple[Answer, ...])


def inline_writes(change: Change) -> list[Write]:
    """The rows that go with a decision, in its transaction."""
    known_whole = set() if change.fresh else whole(change.timeline_id)
    state_rows: list[tuple[Any, ...]] = []
    gone: list[tuple[Any, ...]] = []
    now_whole: list[tuple[Any, ...]] = []
    for projection in STATE:
        generation = projection.generation(change.game)
        head = (*_ids(change.campaign_id, change.timeline_id), projection.name, generation)
        known = (projection.name, generation) in known_whole
        before = _rows(projection, change, change.before) if known else {}
        written, taken = differences(before, _rows(projection, change, change.after))
        state_rows += [(*head, key, _json(row)) for key, row in written.items()]
        gone += [(*head[1:], key) for key in taken]
        if not known:
            now_whole.append(head)
    history_rows, history_whole = _history_writes(change)
    return [
        Write("projections_staterow", _STATE_COLUMNS, _STATE_KEYS, state_rows),
        Write("projections_staterow", _STATE_KEY_COLUMNS, _STATE_KEYS, gone, delete=True),
        Write("projections_historyrow", _HISTORY_COLUMNS, _HISTORY_KEYS, history_rows),
        Write("projections_projected", _PROJECTED_COLUMNS, _PROJECTED_KEYS, now_whole + history_whole),
    ]


def _rows(projection: StateProjection, change: Change, state: State | None) -> Mapping[str, Row]:
    return {} if state is None else projection.rows(change.game, state, change.pack)


def _history_writes(change: Change) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    decision = change.decision
    moment = Moment(
        change.game, change.pack, str(decision.id), decision.name, msgspec.json.decode(decision.arguments),
        _answers.decode(decision.chance), decision.alias, decision.seat, change.recorded_at,
        tuple(enumerate(change.events, change.first_version)), change.before, change.after,
    )  # fmt: skip
    campaign, timeline = _ids(change.campaign_id, change.timeline_id)
    rows, now_whole = [], []
    for projection in HISTORY:
        generation = projection.generation(change.game)
        if (entry := projection.entry(moment)) is not None:
            rows.append((campaign, timeline, moment.version, projection.name, generation, _json(entry)))
        if change.fresh:
            now_whole.append((campaign, timeline, projection.name, generation))
    return rows, now_whole


_known_whole: dict[UUID, set[tuple[str, int]]] = {}


def whole(timeline_id: UUID) -> set[tuple[str, int]]:
    """Which projections are whole for a timeline. What is whole stays so, so it is remembered."""
    known = _known_whole.get(timeline_id, set())
    if len(known) < len(STATE) + len(HISTORY):
        rows = Projected.objects.filter(timeline_id=timeline_id).values_list("projection", "generation")
        known = set(rows)
        if len(_known_whole) > 10_000:
            _known_whole.clear()
        _known_whole[timeline_id] = known
    return known


def forget(timeline_id: UUID) -> None:
    """Look again which projections are whole for a timeline."""
    _known_whole.pop(timeline_id, None)


def _ids(*ids: UUID) -> tuple[Any, ...]:
    return tuple(stored_id(value) for value in ids)


def _json(row: Row) -> str:
    return msgspec.json.encode(row).decode()
