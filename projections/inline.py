"""Keeps the read models in the same transaction as the events: only the differences are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from projections.base import Rows, StateProjection, differences
from projections.catalogue import HISTORY, STATE
from projections.models import Projected, StateRow
from projections.views import Moment
from rules.kernel import Answer
from tracker.eventstore.sql import Write, stored_id
from tracker.timelines.committing import Change, Inline
from tracker.timelines.decisions import replayed_from
from tracker.timelines.recent import Recent

_STATE_COLUMNS = (
    ("campaign_id", "uuid"), ("timeline_id", "uuid"), ("projection", "text"), ("generation", "int"), ("key", "text"),
    ("data", "jsonb"),
)  # fmt: skip
_STATE_KEYS = ("timeline_id", "projection", "generation", "key")
_STATE_KEY_COLUMNS = tuple(column for column in _STATE_COLUMNS if column[0] in _STATE_KEYS)
HISTORY_COLUMNS = (
    ("campaign_id", "uuid"), ("timeline_id", "uuid"), ("version", "int"), ("projection", "text"), ("generation", "int"),
    ("data", "jsonb"), ("who", "text"), ("kind", "text"), ("words", "text"),
)  # fmt: skip
HISTORY_KEYS = ("timeline_id", "projection", "generation", "version")
_PROJECTED_COLUMNS = (
    ("campaign_id", "uuid"), ("timeline_id", "uuid"), ("version", "int"), ("generations", "jsonb"),
)  # fmt: skip
_PROJECTED_KEYS = ("timeline_id",)

_answers = msgspec.json.Decoder(tuple[Answer, ...])


class Known(NamedTuple):
    """What is known of a timeline's rows at a version.

    :param head: the hash at that version; it names the whole history up to there
    :param generations: the generation that is whole, by projection
    :param rows: the rows of state projections, as far as they are at hand
    """

    head: bytes
    generations: Mapping[str, int]
    rows: Mapping[str, Rows]


_known: Recent[UUID, Known] = Recent(200)


def inline_writes(changes: Sequence[Change]) -> Inline:
    """The rows that go with decisions that follow one another, in their transaction."""
    first, last = changes[0], changes[-1]
    known = _known_before(first)
    whole: dict[str, int] = {}
    rows: dict[str, Rows] = {}
    writes: list[Write] = []
    for projection in STATE:
        generation = whole[projection.name] = projection.generation(last.game)
        rows[projection.name] = after = projection.encoded(last.game, last.after, last.pack)
        writes += _state_writes(first, projection, generation, _rows_before(first, projection, known), after)
    writes.append(_history_write(changes, known, whole))
    mark = (*_ids(last), last.last_version, _json(whole))
    writes.append(Write("projections_projected", _PROJECTED_COLUMNS, _PROJECTED_KEYS, [mark]))
    return Inline(writes, lambda head: _known.put(last.timeline_id, Known(head, whole, rows)))


def forget() -> None:
    """Keep nothing at hand any more: each is looked up anew."""
    _known.clear()


def moment_of(change: Change) -> Moment:
    """A decision as historians see it."""
    decision = change.decision
    return Moment(
        change.game, change.pack, str(decision.id), decision.name, msgspec.json.decode(decision.arguments),
        _answers.decode(decision.chance), decision.alias, decision.seat, change.recorded_at,
        tuple(enumerate(change.events, change.first_version)), change.position.state, change.after,
        str(replayed_from(decision.key) or ""),
    )  # fmt: skip


def _known_before(change: Change) -> Known:
    """What is known of the rows before a decision: at hand where this process wrote the one before, else looked up."""
    head = change.position.head.hash
    known = _known.get(change.timeline_id)
    if known is not None and known.head == head and _is_complete(known, change):
        return known
    row = Projected.objects.filter(timeline_id=change.timeline_id).values_list("version", "generations").first()
    if row is not None and row[0] == change.position.version:
        return Known(head, row[1], {})
    # Of an empty stretch every history is whole.
    empty = {projection.name: projection.generation(change.game) for projection in HISTORY} if change.is_first else {}
    return Known(head, empty, {})


def _is_complete(known: Known, change: Change) -> bool:
    """Whether nothing can be known better: what is not whole, a rebuild may have made whole in the meantime."""
    every = (*STATE, *HISTORY)
    return all(known.generations.get(each.name) == each.generation(change.game) for each in every)


def _rows_before(change: Change, projection: StateProjection, known: Known) -> Rows | None:
    """The stored rows of a state projection before a decision; ``None`` when nobody knows what is stored."""
    if known.generations.get(projection.name) != projection.generation(change.game):
        return None
    if projection.name in known.rows:
        return known.rows[projection.name]
    return projection.encoded(change.game, change.position.state, change.position.pack)


def _state_writes(
    change: Change, projection: StateProjection, generation: int, before: Rows | None, after: Rows
) -> list[Write]:
    head = (*_ids(change), projection.name, generation)
    if before is None:
        stored = StateRow.objects.filter(
            timeline_id=change.timeline_id, projection=projection.name, generation=generation
        )
        written, gone = dict(after), [key for key in stored.values_list("key", flat=True) if key not in after]
    else:
        written, gone = differences(before, after)
    rows = [(*head, key, row.decode()) for key, row in written.items()]
    keys = [(*head[1:], key) for key in gone]
    return [
        Write("projections_staterow", _STATE_COLUMNS, _STATE_KEYS, rows),
        Write("projections_staterow", _STATE_KEY_COLUMNS, _STATE_KEYS, keys, delete=True),
    ]


def _history_write(changes: Sequence[Change], known: Known, whole: dict[str, int]) -> Write:
    """The lines of decisions. A history stays whole if it was; ``whole`` is told so."""
    game, ids = changes[0].game, _ids(changes[0])
    generations = {projection.name: projection.generation(game) for projection in HISTORY}
    whole |= {name: at for name, at in generations.items() if known.generations.get(name) == at}
    rows = []
    for moment in map(moment_of, changes):
        for projection in HISTORY:
            if (line := projection.line(moment)) is not None:
                place = (*ids, moment.version, projection.name, generations[projection.name])
                rows.append((*place, line.data.decode(), *line.found_by))
    return Write("projections_historyrow", HISTORY_COLUMNS, HISTORY_KEYS, rows)


def _ids(change: Change) -> tuple[Any, Any]:
    return stored_id(change.campaign_id), stored_id(change.timeline_id)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
