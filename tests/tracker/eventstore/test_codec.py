"""Events as bytes: stable names, old shapes, nothing that could not be read again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.kernel.messages import Event
from rules.kernel.table import NoteWritten
from tests.rules.kernel.tiny import CardTaken
from tests.tracker.eventstore import samples
from tracker.eventstore import codec


class Moved(Event, frozen=True):
    """An event in its third shape: once ``place``, then ``node``, now with a colour."""

    node: str
    colour: str


class Travelled(Event, frozen=True, tag="Moved"):
    """The same event in its second shape."""

    node: str


class Drawn(Event, frozen=True):
    """Once called ``Pulled``."""

    chip: str


def place_to_node(data: dict[str, Any]) -> dict[str, Any]:
    """Shape 1 to 2."""
    return {"event": data["event"], "node": data["place"].lower()}


def with_colour(data: dict[str, Any]) -> dict[str, Any]:
    """Shape 2 to 3."""
    return {**data, "colour": "yellow"}


def pulled_to_drawn(data: dict[str, Any]) -> dict[str, Any]:
    """Shape 1 to 2, with the new name."""
    return {**data, "event": "Drawn"}


UPCASTS = {"Moved": (place_to_node, with_colour), "Pulled": (pulled_to_drawn,)}


@pytest.fixture(autouse=True)
def _journey() -> None:
    codec.register("journey", (Moved, Drawn), UPCASTS)


def test_a_stored_name_is_no_python_path() -> None:
    assert codec.encode("tiny", CardTaken(player="p1", card="oak"))[:2] == ("tiny.CardTaken", 1)


def test_an_event_of_the_table_is_stored_under_the_table() -> None:
    note = NoteWritten(version=3, text="“Well met”, said Zoë")
    encoded = codec.encode("tiny", note)
    assert encoded.type == "table.NoteWritten"
    assert codec.decode(*encoded) == note


@pytest.mark.parametrize(
    ("shape", "payload"),
    [
        (1, b'{"event":"Moved","place":"INN"}'),
        (2, b'{"event":"Moved","node":"inn"}'),
        (3, b'{"event":"Moved","node":"inn","colour":"yellow"}'),
    ],
)
def test_every_past_shape_is_read_as_the_present_one(shape: int, payload: bytes) -> None:
    assert codec.decode("journey.Moved", shape, payload) == Moved(node="inn", colour="yellow")


def test_new_events_are_written_in_the_present_shape() -> None:
    assert codec.encode("journey", Moved(node="inn", colour="red")).shape == 3


def test_a_renamed_event_is_read_under_its_new_name() -> None:
    assert codec.decode("journey.Pulled", 1, b'{"event":"Pulled","chip":"gold"}') == Drawn(chip="gold")


@pytest.mark.parametrize(
    ("kind", "shape", "payload", "why"),
    [
        ("nowhere.Moved", 1, b"{}", "nowhere.Moved: unknown kind of event"),
        ("journey.Sung", 1, b'{"event":"Sung"}', r"journey.Sung \(shape 1\): Invalid value 'Sung'"),
        ("journey.Moved", 3, b'{"event":"Moved","node":"inn"}', "missing required field `colour`"),
        ("journey.Moved", 1, b'{"event":"Moved"}', r"journey.Moved \(shape 1\): 'place'"),
        ("journey.Moved", 3, b"{", r"journey.Moved \(shape 3\): Input data was truncated"),
    ],
)
def test_what_cannot_be_read_says_which_and_why(kind: str, shape: int, payload: bytes, why: str) -> None:
    with pytest.raises(codec.Undecodable, match=why):
        codec.decode(kind, shape, payload)


@pytest.mark.parametrize("text", [5, float("nan"), "half a sign \ud83d"])
def test_what_could_not_be_read_again_is_not_encoded(text: Any) -> None:
    with pytest.raises(codec.Unencodable, match=r"table\.NoteWritten"):
        codec.encode("tiny", NoteWritten(version=1, text=text))


def test_an_event_of_no_name_space_is_not_encoded() -> None:
    with pytest.raises(KeyError, match="Travelled belongs to no registered name space"):
        codec.encode("tiny", Travelled(node="inn"))


# ---- the samples


def test_no_event_changed_its_shape_without_a_stored_sample() -> None:
    assert [problem for space in samples.register_all() for problem in samples.problems(space)] == []


def test_a_new_event_asks_for_a_sample(tmp_path: Path) -> None:
    problem = "journey.Drawn has no stored sample. Run: python -m tests.tracker.eventstore.samples"
    assert problem in samples.problems("journey", tmp_path)
    samples.renew("journey", tmp_path)
    assert samples.problems("journey", tmp_path) == []


def test_a_changed_event_asks_for_a_sample_and_an_upcaster(tmp_path: Path) -> None:
    codec.register("journey", (Travelled,), {"Moved": (place_to_node,)})
    samples.renew("journey", tmp_path)
    codec.register("journey", (Moved,), {"Moved": (place_to_node,)})
    changed, unreadable = samples.problems("journey", tmp_path)
    assert changed.startswith("journey.Moved changed its shape. Run:")
    assert "can no longer be read: journey.Moved (shape 2)" in unreadable
    codec.register("journey", (Moved,), {"Moved": (place_to_node, with_colour)})
    assert len(samples.renew("journey", tmp_path)["Moved"]) == 2
    assert samples.problems("journey", tmp_path) == []


def test_an_upcaster_that_reads_old_events_differently_is_noticed(tmp_path: Path) -> None:
    codec.register("journey", (Travelled,), {"Moved": (place_to_node,)})
    samples.renew("journey", tmp_path)
    codec.register("journey", (Moved,), UPCASTS)
    samples.renew("journey", tmp_path)
    codec.register("journey", (Moved,), {"Moved": (place_to_node, lambda data: {**data, "colour": "red"})})
    (problem,) = samples.problems("journey", tmp_path)
    assert "is read differently now: {'event': 'Moved', 'node': 'a', 'colour': 'red'}" in problem


def test_other_words_about_an_event_change_nothing() -> None:
    described = type("Travelled", (Travelled,), {"__doc__": "Said otherwise."}, frozen=True, tag="Moved")
    assert samples.schema_of(described) == samples.schema_of(Travelled)
