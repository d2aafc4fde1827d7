"""The hot statements, as text, for both databases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

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
"""Where PostgreSQL tells listeners that events were written."""


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


# ---- PostgreSQL: positions

POSITION_OFFSET = f"(SELECT COALESCE(max(value), 0) FROM {OFFSET})"
HORIZON = f"{POSITION_OFFSET} + (pg_snapshot_xmin(pg_current_snapshot())::text::bigint << {XID_BITS})"
"""Every transaction that could still give a position below this one has ended."""
_OWN = f"own AS MATERIALIZED (SELECT {POSITION_OFFSET} + (pg_current_xact_id()::text::bigint << {XID_BITS}) AS value)"


def _start(table: str, source: str) -> str:
    """The position before the next one that this transaction gives in a table; it may have given some already.

    :param source: the common table expression whose ``value`` is the transaction's first position
    """
    return f"""start AS (SELECT COALESCE((SELECT max(e.position) FROM {table} e WHERE e.position > {source}.value
                               AND e.position < {source}.value + {WINDOW}), {source}.value) AS value FROM {source})"""


# ---- PostgreSQL: the whole append as one statement


def postgres_append(with_decision: bool, with_snapshot: bool, writes: Sequence[Write]) -> str:
    """Head where the version is what was expected, decision, events, snapshot and inline rows: one statement.

    Answers one row: how many heads were updated (0: somebody else was first, and nothing was written). A transaction
    whose id is older than that of the stream's last append is turned away too: its events would be read before that
    one's by those who follow positions.
    """
    parts = [
        _OWN,
        f"""head AS (UPDATE {STREAM} SET {_STREAM_SETS}, position = own.value + {WINDOW - 1} FROM own
                 WHERE id = %s AND version = %s AND position < own.value + {WINDOW} RETURNING own.value)""",
        _start(EVENT, "head"),
        f"""happened AS (INSERT INTO {EVENT} (position, {names(EVENT_COLUMNS)})
                 SELECT start.value + e.n, {_cast(EVENT_COLUMNS, "e")} FROM start, {_unnest(EVENT_COLUMNS, "e")})""",
    ]
    if with_decision:
        parts.append(f"decided AS ({_from_head(DECISION, DECISION_COLUMNS)})")
    if with_snapshot:
        parts.append(f"kept AS ({_from_head(SNAPSHOT, SNAPSHOT_COLUMNS)} ON CONFLICT DO NOTHING)")
    parts += [f"write_{index} AS ({_postgres_write(write)})" for index, write in enumerate(writes)]
    return "WITH " + ", ".join(parts) + " SELECT count(*) FROM head"


def postgres_insert(table: str, columns: Columns) -> str:
    """Rows with positions, no head; whoever listens for the last parameter on :data:`CHANNEL` is told when they are
    committed. Answers the positions in the order of the rows."""
    return (
        f"WITH {_OWN}, {_start(table, 'own')}, inserted AS (INSERT INTO {table} (position, {names(columns)}) "
        f"SELECT start.value + r.n, {_cast(columns, 'r')} FROM start, {_unnest(columns, 'r')} RETURNING position) "
        f"SELECT position, pg_notify('{CHANNEL}', %s) FROM inserted ORDER BY position"
    )


def _from_head(table: str, columns: Columns) -> str:
    values = ", ".join(f"%s::{kind}" for _, kind in columns)
    return f"INSERT INTO {table} ({names(columns)}) SELECT {values} FROM head"


def _postgres_write(write: Write) -> str:
    if write.delete:
        keys = tuple((name, kind) for name, kind in write.columns if name in write.keys)
        where = " AND ".join(f't."{name}" = r."{name}"::{kind}' for name, kind in keys)
        return f"DELETE FROM {write.table} t USING head, {_unnest(keys, 'r')} WHERE {where}"
    return (
        f"INSERT INTO {write.table} ({names(write.columns)}) SELECT {_cast(write.columns, 'r')} "
        f"FROM head, {_unnest(write.columns, 'r')}{_on_conflict(write)}"
    )


def _unnest(columns: Columns, alias: str) -> str:
    """Column-wise arrays as rows. A jsonb array travels as text and is cast afterwards."""
    arrays = ", ".join(f"%s::{'text' if kind == 'jsonb' else kind}[]" for _, kind in columns)
    return f"unnest({arrays}) WITH ORDINALITY AS {alias}({names(columns)}, n)"


def _cast(columns: Columns, alias: str) -> str:
    return ", ".join(f'{alias}."{name}"' + ("::jsonb" if kind == "jsonb" else "") for name, kind in columns)


def columnwise(columns: int, rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    """Rows turned into one list a column."""
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(columns)]


# ---- reading

LINEAGE = f"""
WITH RECURSIVE up(id, parent_id, low, high) AS (
    SELECT id, parent_id, forked_at, {{least}}(version, %s) FROM {STREAM} WHERE id = %s
    UNION ALL
    SELECT s.id, s.parent_id, s.forked_at, {{least}}(up.low, up.high) FROM up JOIN {STREAM} s ON s.id = up.parent_id
)
SELECT id, low, high FROM up WHERE low < high ORDER BY low"""

_IN_RANGE = "x.timeline_id = s.id AND x.version > s.low AND x.version <= s.high"


def events_in(columns: str, condition: str = "") -> str:
    """Events of some segments, in order."""
    return _in_ranges(EVENT, columns, condition, "") + " ORDER BY x.version"


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
