"""The hot statements, as text, for both databases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.backends.utils import CursorWrapper

STREAM = "eventstore_stream"
EVENT = "eventstore_storedevent"
DECISION = "eventstore_storeddecision"
SNAPSHOT = "eventstore_snapshot"
OFFSET = "eventstore_positionoffset"
APPLICATION_EVENT = "eventstore_applicationevent"
TRACKING = "eventstore_tracking"

Columns = tuple[tuple[str, str], ...]
"""Names of columns with their PostgreSQL types."""

XID_BITS = 20
"""A position is ``offset + (transaction id << XID_BITS) + ordinal within the transaction``."""
WINDOW = 1 << XID_BITS
"""How many positions one transaction has."""
CHANNEL = "eventstore"
"""Where PostgreSQL tells listeners that applications recorded events."""


class Write(NamedTuple):
    """Rows that go with an append, in the same transaction: read models that are kept inline.

    :param table: name of the table
    :param columns: names of the columns, with their PostgreSQL types: ``(("key", "text"), ("data", "jsonb"))``
    :param keys: the columns of the unique key
    :param rows: values in the order of the columns; for a deletion the keys alone
    :param delete: rows are taken away instead of inserted or replaced
    """

    table: str
    columns: Columns
    keys: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]
    delete: bool = False


def is_postgres() -> bool:
    """Whether the default database is PostgreSQL."""
    return connection.vendor == "postgresql"


def stored_id(value: UUID) -> UUID | str:
    """A UUID as the database takes it in raw statements."""
    return value if is_postgres() else value.hex


def loaded_id(value: Any) -> UUID:
    """A UUID as it came out of a raw statement."""
    return value if isinstance(value, UUID) else UUID(hex=value)


EVENT_COLUMNS: Columns = (
    ("campaign_id", "uuid"),
    ("timeline_id", "uuid"),
    ("version", "int"),
    ("type", "text"),
    ("shape", "smallint"),
    ("payload", "bytea"),
    ("decision_id", "uuid"),
    ("recorded_at", "bigint"),
    ("hash", "bytea"),
    ("rewind_to", "int"),
)
DECISION_COLUMNS: Columns = (
    ("campaign_id", "uuid"),
    ("id", "uuid"),
    ("timeline_id", "uuid"),
    ("name", "text"),
    ("arguments", "bytea"),
    ("chance", "bytea"),
    ("actor", "text"),
    ("alias", "text"),
    ("seat", "text"),
    ("key", "text"),
    ("recorded_at", "bigint"),
    ("first_version", "int"),
    ("last_version", "int"),
    ("digest", "bytea"),
)
SNAPSHOT_COLUMNS: Columns = (
    ("campaign_id", "uuid"),
    ("timeline_id", "uuid"),
    ("version", "int"),
    ("rules_version", "int"),
    ("state", "bytea"),
)
APPLICATION_COLUMNS: Columns = (
    ("application", "text"),
    ("originator_id", "text"),
    ("originator_version", "bigint"),
    ("topic", "text"),
    ("state", "bytea"),
)


def names(columns: Iterable[tuple[str, str]]) -> str:
    """The column list of a statement."""
    return ", ".join(f'"{name}"' for name, _ in columns)


# ---- SQLite: one row a parameter list

_STREAM_SETS = "version = %s, hash = %s, state = %s, rules_version = %s, advanced_at = %s, seal = %s"
UPDATE_STREAM = f"UPDATE {STREAM} SET {_STREAM_SETS} WHERE id = %s AND version = %s"


def insert(table: str, columns: Columns) -> str:
    """One row into a table."""
    return f"INSERT INTO {table} ({names(columns)}) VALUES ({', '.join(['%s'] * len(columns))})"


def sqlite_write(write: Write) -> str:
    """One row of a read model, inserted, replaced or deleted."""
    if write.delete:
        where = " AND ".join(f'"{key}" = %s' for key in write.keys)
        return f"DELETE FROM {write.table} WHERE {where}"
    return insert(write.table, write.columns) + _on_conflict(write)


def _on_conflict(write: Write) -> str:
    others = [name for name, _ in write.columns if name not in write.keys]
    keys = ", ".join(f'"{key}"' for key in write.keys)
    sets = ", ".join(f'"{name}" = excluded."{name}"' for name in others)
    return f" ON CONFLICT ({keys}) DO " + (f"UPDATE SET {sets}" if sets else "NOTHING")


# ---- PostgreSQL: the whole append as one statement; several appends as a few

ROWS_AT_ONCE = 5000
"""Rows of one statement where there are many."""

APPEND_PARAMETERS = (
    "uuid", "uuid", "int", "bigint", "bytea", "bytea", "int", "bytea",
    "text[]", "smallint[]", "bytea[]", "bytea[]", "int[]",
    "uuid", "text", "bytea", "bytea", "text", "text", "text", "text", "bytea", "boolean",
)  # fmt: skip
"""What ``eventstore_append`` takes (see the migrations): campaign, timeline, expected version, time; the head's hash,
state, rules version and seal; the events' types, shapes, payloads, hashes and targets of rewinds; the decision's id,
name, arguments, chance, actor, alias, seat, key and digest; whether to keep a snapshot."""
RECORD_PARAMETERS = ("text", "text[]", "bigint[]", "text[]", "bytea[]")
"""What ``eventstore_record`` takes: application, then the events' originators, versions, topics and states."""


def postgres_append(writes: Sequence[Write]) -> str:
    """Head where the version is what was expected, decision, events, snapshot and inline rows: one statement.

    Answers one row: whether the head was updated; where it was not, nothing was written.
    """
    call = f"SELECT {_call('eventstore_append', APPEND_PARAMETERS)} AS done"
    if not writes:
        return call
    parts = [f"head AS MATERIALIZED ({call})"]
    parts += [f"write_{index} AS ({_postgres_write(write)})" for index, write in enumerate(writes)]
    return f"WITH {', '.join(parts)} SELECT done FROM head"


def postgres_record() -> str:
    """Rows with positions, no head. Answers the position before the first of them."""
    return f"SELECT {_call('eventstore_record', RECORD_PARAMETERS)}"


def _call(function: str, parameters: Sequence[str]) -> str:
    """A call whose arrays of bytes travel as they are, not as digits."""
    return f"{function}({', '.join(('%b::' if kind == 'bytea[]' else '%s::') + kind for kind in parameters)})"


def _postgres_write(write: Write) -> str:
    if write.delete:
        return _delete_by(write, "head, ") + " AND head.done"
    return _insert_from(write, f"head, {_unnest(write.columns, 'r')} WHERE head.done")


def _delete_by(write: Write, besides: str = "") -> str:
    keys = tuple((name, kind) for name, kind in write.columns if name in write.keys)
    where = " AND ".join(f't."{name}" = r."{name}"::{kind}' for name, kind in keys)
    return f"DELETE FROM {write.table} t USING {besides}{_unnest(keys, 'r')} WHERE {where}"


def _insert_from(write: Write, source: str) -> str:
    columns = f"INSERT INTO {write.table} ({names(write.columns)}) SELECT {_cast(write.columns, 'r')}"
    return f"{columns} FROM {source}{_on_conflict(write)}"


def upsert(write: Write) -> None:
    """Insert, replace or delete rows of a read model by themselves, in one statement."""
    if not write.rows:
        return
    with connection.cursor() as cursor:
        if is_postgres() and write.delete:
            cursor.execute(_delete_by(write), columnwise(write.rows))
        elif is_postgres():
            # Without a condition the parser takes ON CONFLICT for a part of a join.
            cursor.execute(_insert_from(write, f"{_unnest(write.columns, 'r')} WHERE true"), columnwise(write.rows))
        else:
            cursor.executemany(sqlite_write(write), write.rows)


def insert_many(cursor: CursorWrapper, table: str, columns: Columns, rows: Sequence[tuple[Any, ...]]) -> None:
    """Rows into a table, some thousand a statement (PostgreSQL)."""
    statement = f"INSERT INTO {table} ({names(columns)}) SELECT {_cast(columns, 'r')} FROM {_unnest(columns, 'r')}"
    for start in range(0, len(rows), ROWS_AT_ONCE):
        cursor.execute(statement, columnwise(rows[start : start + ROWS_AT_ONCE]))


def _unnest(columns: Columns, alias: str) -> str:
    """Column-wise arrays as rows. A jsonb array travels as text, as it is (quoting it would cost as much as writing
    it), and is cast afterwards; bytes travel as they are, not as digits."""
    ways = {"jsonb": "%b::text[]", "bytea": "%b::bytea[]"}
    arrays = ", ".join(ways.get(kind, f"%s::{kind}[]") for _, kind in columns)
    return f"unnest({arrays}) AS {alias}({names(columns)})"


def _cast(columns: Columns, alias: str) -> str:
    return ", ".join(f'{alias}."{name}"' + ("::jsonb" if kind == "jsonb" else "") for name, kind in columns)


def columnwise(rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    """Rows, of which there are some, turned into one list a column."""
    return [list(column) for column in zip(*rows, strict=True)]


# ---- reading

POSITION_OFFSET = f"(SELECT COALESCE(max(value), 0) FROM {OFFSET})"
_OWN = f"{POSITION_OFFSET} + (pg_current_xact_id()::text::bigint << {XID_BITS})"
OWN_POSITIONS = f"""
SELECT own, COALESCE((SELECT max(position) FROM {EVENT} WHERE position > own AND position < own + {WINDOW}), own)
  FROM (SELECT {_OWN} AS own) o"""
"""The position before the transaction's first, and the last that it has given (PostgreSQL)."""
UPDATE_STREAM_IN_ORDER = (
    f"UPDATE {STREAM} SET {_STREAM_SETS}, position = %s WHERE id = %s AND version = %s AND position < %s"
)
"""As ``UPDATE_STREAM``, unless the stream's last append came after this transaction began to write (PostgreSQL)."""
HORIZON = f"{POSITION_OFFSET} + (pg_snapshot_xmin(pg_current_snapshot())::text::bigint << {XID_BITS})"
"""Every transaction that could still give a position below this one has ended (PostgreSQL)."""

LINEAGE = f"""
WITH RECURSIVE up(id, parent_id, low, high) AS (
    SELECT id, parent_id, forked_at, {{least}}(version, %s) FROM {STREAM} WHERE id = %s
    UNION ALL
    SELECT s.id, s.parent_id, s.forked_at, {{least}}(up.low, up.high) FROM up JOIN {STREAM} s ON s.id = up.parent_id
)
SELECT id, low, high FROM up WHERE low < high ORDER BY low"""

_IN_RANGE = "x.timeline_id = s.id AND x.version > s.low AND x.version <= s.high"


def events_in(columns: str, condition: str = "", *, sort: bool = True) -> str:
    """Events of some segments, in order, unless the caller sorts them."""
    return _in_ranges(EVENT, columns, condition, "") + (" ORDER BY x.version" if sort else "")


def events_of(columns: str) -> str:
    """Events of one segment, in order."""
    return (
        f"SELECT {columns} FROM {EVENT} x WHERE x.timeline_id = %s AND x.version > %s AND x.version <= %s "
        "ORDER BY x.version"
    )


def answer_in_binary(cursor: CursorWrapper) -> None:
    """Let bytes come as they are, not as digits: of thousands of rows a fifth of the time."""
    if is_postgres():
        from psycopg.pq import Format  # not where there is no PostgreSQL

        cursor.cursor.format = Format.BINARY


NEWEST_SNAPSHOT_CONDITION = "AND x.rules_version = %s"


def newest_snapshot() -> str:
    """The last snapshot in some segments, of given rules."""
    inner = "ORDER BY x.version DESC LIMIT 1" if is_postgres() else ""
    return (
        _in_ranges(SNAPSHOT, "x.version, x.state", NEWEST_SNAPSHOT_CONDITION, inner)
        + " ORDER BY x.version DESC LIMIT 1"
    )


def _in_ranges(table: str, columns: str, condition: str, last: str) -> str:
    """Rows of some segments, by index alone: on PostgreSQL a LATERAL that is never flattened (a plain join makes the
    planner scan the whole table), on SQLite the ranges as JSON.

    :param last: ends the query of one segment, on PostgreSQL alone
    """
    if is_postgres():
        return (
            "SELECT x.* FROM unnest(%s::uuid[], %s::int[], %s::int[]) AS s(id, low, high) CROSS JOIN LATERAL "
            f"(SELECT {columns} FROM {table} x WHERE {_IN_RANGE} {condition} {last or 'OFFSET 0'}) x"
        )
    return (
        f"SELECT {columns} FROM (SELECT json_extract(value, '$[0]') AS id, json_extract(value, '$[1]') AS low, "
        f"json_extract(value, '$[2]') AS high FROM json_each(%s)) s CROSS JOIN {table} x ON {_IN_RANGE} {condition}"
    )


def feed(table: str, columns: str, condition: str = "") -> str:
    """Rows after a position, in order, as far as nothing can appear before them any more.

    Parameters: the position, those of the condition, how many at most.
    """
    return f"SELECT {columns} FROM {table} WHERE position > %s{_settled()} {condition} ORDER BY position LIMIT %s"


def last_position(table: str, condition: str = "") -> str:
    """The greatest position that a reader can have read up to, if any."""
    return f"SELECT max(position) FROM {table} WHERE true{_settled()} {condition}"


def _settled() -> str:
    return f" AND position < {HORIZON}" if is_postgres() else ""


def one_of(column: str, values: Sequence[str]) -> tuple[str, list[Any]]:
    """A condition that a column has one of some values, with its parameters."""
    if is_postgres():
        return f"AND {column} = ANY(%s::text[])", [list(values)]
    return f"AND {column} IN ({', '.join(['%s'] * len(values))})", list(values)
