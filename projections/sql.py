"""Lines of histories out of several stretches of several timelines, by index alone, on both databases."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from projections.base import decoded
from projections.views import Row
from tracker.eventstore.lineage import Segment
from tracker.eventstore.sql import is_postgres

ANY, OF_THE_TABLE, OF_THE_GAME = 0, 1, 2


class Stretch(NamedTuple):
    """Versions of a timeline's own stream.

    :param which: which lines of it: any, those about the table alone, or those of the game alone
    """

    segment: Segment
    which: int = ANY


class Wanted(NamedTuple):
    """Which lines of some stretches; empty: all.

    :param kinds: of one of several kinds; ``None``: of any
    """

    who: str = ""
    kind: str = ""
    words: str = ""
    seat: str = ""
    kinds: Collection[str] | None = None


EVERY = Wanted()


def lines(
    projection: str,
    generation: int,
    stretches: Sequence[Stretch],
    wanted: Wanted = EVERY,
    *,
    newest_first: bool = False,
    limit: int | None = None,
    offset: int = 0,
) -> list[tuple[int, Row]]:
    """Lines with their versions."""
    order = f"ORDER BY x.version {'DESC' if newest_first else 'ASC'}"
    # Of each stretch no more is read than the whole answer can take.
    own = f"{order} LIMIT {int(limit + offset)}" if limit is not None else ""
    statement, parameters = _select("x.version, x.data", projection, generation, stretches, wanted, own)
    statement += f" {order}"
    if limit is not None:
        statement += " LIMIT %s OFFSET %s"
        parameters += [limit, offset]
    return [(version, _row(data)) for version, data in _fetched(statement, parameters)]


def count(projection: str, generation: int, stretches: Sequence[Stretch], wanted: Wanted = EVERY) -> int:
    """How many lines there are."""
    statement, parameters = _select("x.version", projection, generation, stretches, wanted)
    return int(_fetched(f"SELECT count(*) FROM ({statement}) lines", parameters)[0][0])  # noqa: S608


def tally(projection: str, generation: int, stretches: Sequence[Stretch]) -> list[tuple[str, str, int]]:
    """How many lines there are of each person and kind: ``(who, kind, count)``."""
    statement, parameters = _select("x.who, x.kind", projection, generation, stretches, EVERY)
    statement = f"SELECT who, kind, count(*) FROM ({statement}) lines GROUP BY who, kind"  # noqa: S608
    return [(who, kind, int(number)) for who, kind, number in _fetched(statement, parameters)]


def _select(
    columns: str,
    projection: str,
    generation: int,
    stretches: Sequence[Stretch],
    wanted: Wanted,
    own: str = "",
) -> tuple[str, list[Any]]:
    found_in = "strpos(x.words, %s)" if is_postgres() else "instr(x.words, %s)"
    seat = "x.data->>'seat'" if is_postgres() else "json_extract(x.data, '$.seat')"
    each = "jsonb_array_elements_text(%s::jsonb)" if is_postgres() else "json_each(%s)"
    kinds = "" if wanted.kinds is None else json.dumps(sorted(wanted.kinds))
    conditions = [
        ("x.projection = %s", projection), ("x.generation = %s", generation), ("x.who = %s", wanted.who),
        ("x.kind = %s", wanted.kind), (f"{found_in} > 0", wanted.words), (f"{seat} = %s", wanted.seat),
        (f"x.kind IN (SELECT value FROM {each})", kinds),  # noqa: S608 (made from constants alone)
    ]  # fmt: skip
    given = [(condition, value) for condition, value in conditions if value != ""]
    where = " AND ".join(condition for condition, _ in given)
    return f"SELECT {columns} FROM {_joined(where, own)}", [_ranges(stretches), *(value for _, value in given)]  # noqa: S608


def _joined(where: str, own: str) -> str:
    """Each stretch is looked up by itself; the order of the join is fixed, since no planner knows how few they are.

    :param own: order and limit of each stretch, for PostgreSQL
    """
    table = "projections_historyrow x"
    within = (
        "x.timeline_id = s.id AND x.version > s.low AND x.version <= s.high AND "
        "(s.which = 0 OR (s.which = 1) = (x.kind = 'table'))"
    )
    if is_postgres():
        ranges = "jsonb_to_recordset(%s::jsonb) AS s(id uuid, low int, high int, which int)"
        return f"{ranges} CROSS JOIN LATERAL (SELECT * FROM {table} WHERE {within} AND {where} {own or 'OFFSET 0'}) x"  # noqa: S608
    places = ", ".join(f"json_extract(value, '$.{name}') AS {name}" for name in ("id", "low", "high", "which"))
    return f"(SELECT {places} FROM json_each(%s)) s CROSS JOIN {table} ON {within} AND {where}"  # noqa: S608


def _ranges(stretches: Sequence[Stretch]) -> str:
    return json.dumps(
        [{"id": _id(s.timeline_id), "low": s.low, "high": s.high, "which": which} for s, which in stretches]
    )


def _id(timeline_id: UUID) -> str:
    return str(timeline_id) if is_postgres() else timeline_id.hex


def _fetched(statement: str, parameters: Sequence[Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        rows: list[Any] = cursor.fetchall()
        return rows


def _row(data: Any) -> Row:
    """A row as JSON or, on PostgreSQL, as the driver decoded it already."""
    row: Row = decoded(data) if isinstance(data, str | bytes) else data
    return row
