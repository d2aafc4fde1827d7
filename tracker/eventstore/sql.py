"""The hot statements, as text, for both databases. Nothing else of the project writes SQL."""

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

XID_BITS = 20
"""A position is ``offset + (transaction id << XID_BITS) + ordinal within the transaction``."""


class Write(NamedTuple):
    """Rows that go with an append, in the same transaction: read models that are kept inline.

    :param table: name of the table
    :param columns: names of the columns, with their PostgreSQL types: ``(("key", "text"), ("data", "jsonb"))``
    :param keys: the columns of the unique key
    :param rows: values in the order of the columns; for a deletion the keys alone
    :param delete: rows are taken away instead of inserted or replaced
    """

    table: str
    columns: tuple[tuple[str, str], ...]
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


_STREAM_COLUMNS = (("version", "int"), ("hash", "bytea"), ("state", "bytea"), ("rules_version", "int"))
EVENT_COLUMNS = (
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
DECISION_COLUMNS = (
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
)
SNAPSHOT_COLUMNS = (
    ("campaign_id", "uuid"),
    ("timeline_id", "uuid"),
    ("version", "int"),
    ("rules_version", "int"),
    ("state", "bytea"),
)


def names(columns: Iterable[tuple[str, str]]) -> str:
    """The column list of a statement."""
    return ", ".join(f'"{name}"' for name, _ in columns)


# ---- SQLite: one row a parameter list

UPDATE_STREAM = (
    f"UPDATE {STREAM} SET version = %s, hash = %s, state = %s, rules_version = %s, advanced_at = %s "
    "WHERE id = %s AND version = %s"
)


def insert(table: str, columns: tuple[tuple[str, str], ...]) -> str:
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


# ---- PostgreSQL: the whole append as one statement

_POSITION = f"""
    base AS (SELECT (SELECT COALESCE(max(value), 0) FROM {OFFSET})
                    + (pg_current_xact_id()::text::bigint << {XID_BITS}) AS value FROM head),
    start AS (SELECT COALESCE((SELECT max(position) FROM {EVENT}, base
                               WHERE position > base.value AND position < base.value + (1 << {XID_BITS})),
                              (SELECT value FROM base)) AS value FROM head)"""


def postgres_append(with_snapshot: bool, writes: Sequence[Write]) -> str:
    """Head where the version is what was expected, decision, events, snapshot and inline rows: one statement.

    Answers one row: how many heads were updated (0: somebody else was first, and nothing was written).
    """
    parts = [
        f"""head AS (UPDATE {STREAM} SET version = %s, hash = %s::bytea, state = %s::bytea, rules_version = %s,
                 advanced_at = %s WHERE id = %s AND version = %s RETURNING 1)""",
        _POSITION.strip(),
        f"decided AS ({_from_head(DECISION, DECISION_COLUMNS)})",
        f"""happened AS (INSERT INTO {EVENT} (position, {names(EVENT_COLUMNS)})
                 SELECT start.value + e.n, {_cast(EVENT_COLUMNS, "e")} FROM start, {_unnest(EVENT_COLUMNS, "e")})""",
    ]
    if with_snapshot:
        parts.append(f"kept AS ({_from_head(SNAPSHOT, SNAPSHOT_COLUMNS)} ON CONFLICT DO NOTHING)")
    parts += [f"write_{index} AS ({_postgres_write(write)})" for index, write in enumerate(writes)]
    return "WITH " + ", ".join(parts) + " SELECT count(*) FROM head"


def _from_head(table: str, columns: tuple[tuple[str, str], ...]) -> str:
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


def _unnest(columns: Iterable[tuple[str, str]], alias: str) -> str:
    """Column-wise arrays as rows. A jsonb array travels as text and is cast afterwards."""
    columns = tuple(columns)
    arrays = ", ".join(f"%s::{'text' if kind == 'jsonb' else kind}[]" for _, kind in columns)
    return f"unnest({arrays}) WITH ORDINALITY AS {alias}({names(columns)}, n)"


def _cast(columns: Iterable[tuple[str, str]], alias: str) -> str:
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


def ranges_join(columns: str, condition: str) -> str:
    """Events of some segments, by index alone: on PostgreSQL a LATERAL with ``OFFSET 0`` (a plain join makes the
    planner scan the whole table), on SQLite the ranges as JSON."""
    inner = f"SELECT {columns} FROM {EVENT} e WHERE e.timeline_id = s.id AND e.version > s.low AND e.version <= s.high"
    if is_postgres():
        return (
            "SELECT e.* FROM unnest(%s::uuid[], %s::int[], %s::int[]) AS s(id, low, high) "
            f"CROSS JOIN LATERAL ({inner} {condition} OFFSET 0) e ORDER BY e.version"
        )
    return (
        f"SELECT {columns} FROM (SELECT json_extract(value, '$[0]') AS id, json_extract(value, '$[1]') AS low, "
        "json_extract(value, '$[2]') AS high FROM json_each(%s)) s "
        f"CROSS JOIN {EVENT} e ON e.timeline_id = s.id AND e.version > s.low AND e.version <= s.high {condition} "
        "ORDER BY e.version"
    )
