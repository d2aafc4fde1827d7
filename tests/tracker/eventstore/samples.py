"""Stored samples of every shape that an event ever had, one file a name space.

``python -m tests.tracker.eventstore.samples`` adds a sample for each event that is new or whose shape changed since its
last one. Older samples stay: events like them are stored out there. ``--forget`` starts the files anew, which is right
only as long as no campaign holds the old shapes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from rules.games import games
from rules.kernel.messages import Event, event_name
from rules.kernel.table import TABLE, TABLE_EVENTS
from tracker.eventstore import codec

FOLDER = Path(__file__).parent / "samples"
COMMAND = "python -m tests.tracker.eventstore.samples"

Samples = dict[str, list[dict[str, Any]]]


def register_all() -> list[str]:
    """Make the name spaces of all games and of the table known; their names."""
    codec.register(TABLE, TABLE_EVENTS, {})
    for game in games().values():
        codec.register(game.key, game.event_kinds, game.upcasts)
    return [TABLE, *games()]


def stored(name_space: str, folder: Path = FOLDER) -> Samples:
    """The samples of a name space by the events' names, oldest first."""
    path = folder / f"{name_space}.json"
    samples: Samples = json.loads(path.read_text()) if path.exists() else {}
    return samples


def schema_of(kind: type[Event]) -> str:
    """A digest of what an event's data look like. Words that describe it do not count."""
    schema = json.dumps(_bare(msgspec.json.schema(kind)), sort_keys=True)
    return hashlib.sha256(schema.encode()).hexdigest()[:16]


def _bare(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {key: _bare(value) for key, value in schema.items() if key != "description" or isinstance(value, dict)}
    return [_bare(value) for value in schema] if isinstance(schema, list) else schema


def sample(name_space: str, kind: type[Event]) -> dict[str, Any]:
    """A sample of an event as it is now."""
    event = msgspec.convert(example(inspect.type_info(kind)), kind)
    encoded = codec.encode(name_space, event)
    return {"shape": encoded.shape, "schema": schema_of(kind), "data": msgspec.json.decode(encoded.payload)}


def read(name_space: str, name: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    """What a stored sample is read as now.

    :raises tracker.eventstore.codec.Undecodable: when it cannot be read
    """
    event = codec.decode(f"{name_space}.{name}", entry["shape"], json.dumps(entry["data"]).encode())
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(event))
    return data


def problems(name_space: str, folder: Path = FOLDER) -> list[str]:
    """What is wrong with a name space's events or samples, in words that say what to do."""
    samples = stored(name_space, folder)
    found = []
    for kind in codec.registered()[name_space]:
        name = event_name(kind)
        if name not in samples:
            found.append(f"{name_space}.{name} has no stored sample. Run: {COMMAND}")
        elif samples[name][-1]["schema"] != schema_of(kind):
            found.append(
                f"{name_space}.{name} changed its shape. Run: {COMMAND} - and where the older samples can no longer be "
                f"read, write the step from shape {samples[name][-1]['shape']} into the game's upcasts"
            )
    return found + list(_unreadable(name_space, samples))


def _unreadable(name_space: str, samples: Samples) -> Iterable[str]:
    for name, entries in samples.items():
        for entry in entries:
            where = f"{name_space}.{name}, sample of shape {entry['shape']} ({entry['schema']})"
            try:
                now = read(name_space, name, entry)
            except codec.Undecodable as error:
                yield f"{where}: stored events of this shape can no longer be read: {error}. Write an upcaster."
                continue
            if now != entry.get("reads_as", entry["data"]):
                yield f"{where}: is read differently now: {now}. If that is meant, run: {COMMAND}"


def renew(name_space: str, folder: Path = FOLDER, forget: bool = False) -> Samples:
    """Add what is missing, and note what older samples are read as now."""
    samples: Samples = {} if forget else stored(name_space, folder)
    for kind in codec.registered()[name_space]:
        entries = samples.setdefault(event_name(kind), [])
        if not entries or entries[-1]["schema"] != schema_of(kind):
            entries.append(sample(name_space, kind))
    for name, entries in samples.items():
        for entry in entries:
            now = read(name_space, name, entry)
            entry.pop("reads_as", None)
            entry.update({} if now == entry["data"] else {"reads_as": now})
    folder.mkdir(exist_ok=True)
    (folder / f"{name_space}.json").write_text(json.dumps(samples, indent=1, sort_keys=True, ensure_ascii=False) + "\n")
    return samples


# ---- values that fit a type


def example(kind: inspect.Type) -> Any:
    """A value of a type, as plain data.

    :raises TypeError: for a type that no event used so far
    """
    for known, make in _EXAMPLES.items():
        if isinstance(kind, known):
            return make(kind)
    raise TypeError(f"no example of a {type(kind).__name__} is known: add one to {__name__}")


def _number(kind: inspect.IntType | inspect.FloatType) -> float:
    value = 1.0 if kind.ge is None or kind.ge <= 1 else kind.ge
    value = value if kind.gt is None or kind.gt < value else kind.gt + 1
    value = value if kind.le is None or kind.le >= value else kind.le
    value = value if kind.lt is None or kind.lt > value else kind.lt - 1
    return int(value) if isinstance(kind, inspect.IntType) else value


def _struct(kind: inspect.StructType) -> dict[str, Any]:
    tag = {kind.tag_field: kind.tag} if kind.tag_field else {}
    return {**tag, **{field.encode_name: example(field.type) for field in kind.fields}}


def _union(kind: inspect.UnionType) -> Any:
    return example(next(member for member in kind.types if not isinstance(member, inspect.NoneType)))


_EXAMPLES: dict[type[inspect.Type] | tuple[type[inspect.Type], ...], Callable[[Any], Any]] = {
    inspect.AnyType: lambda kind: "any",
    inspect.BoolType: lambda kind: True,
    inspect.DictType: lambda kind: {example(kind.key_type): example(kind.value_type)},
    inspect.LiteralType: lambda kind: kind.values[0],
    (inspect.IntType, inspect.FloatType): _number,
    inspect.StrType: lambda kind: "a" * max(kind.min_length or 0, 1),
    inspect.StructType: _struct,
    inspect.TupleType: lambda kind: [example(item) for item in kind.item_types],
    inspect.UnionType: _union,
    (inspect.VarTupleType, inspect.ListType, inspect.FrozenSetType): lambda kind: [
        example(kind.item_type) for _ in range(max(kind.min_length or 0, 1))
    ],
}


def main() -> None:
    """Renew the files of all name spaces."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--forget", action="store_true", help="drop the samples of older shapes")
    forget = parser.parse_args().forget
    for name_space in register_all():
        count = sum(map(len, renew(name_space, forget=forget).values()))
        print(f"{name_space}: {count} samples")  # noqa: T201


if __name__ == "__main__":
    main()
