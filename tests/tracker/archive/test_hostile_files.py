"""Damaged and hostile files are refused with their place, and nothing of them is kept."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.tracker.archive.test_round_trip import erase, rich
from tests.tracker.timelines.tables import Table
from tracker.archive import lines, unpacking
from tracker.archive.lines import Refused
from tracker.archive.packing import pack_campaign
from tracker.archive.taking_in import take_in
from tracker.eventstore.models import StoredDecision, StoredEvent, Stream
from tracker.timelines.models import Campaign, Membership, Timeline

pytestmark = pytest.mark.django_db(transaction=True)
Change = Callable[[list[dict[str, Any]]], object]


@pytest.fixture
def archive(table: Table) -> list[dict[str, Any]]:
    """The lines of an archive of a campaign that is no longer there."""
    campaign = rich(table)
    data = pack_campaign(campaign)
    erase(campaign)
    return [json.loads(line) for line in gzip.decompress(data).splitlines()]


def packed(found: list[dict[str, Any]]) -> bytes:
    """Lines as a file whose last line fits again."""
    body = b"".join(json.dumps(line).encode() + b"\n" for line in found[:-1])
    decisions = [line for line in found if line["is"] == "decision"]
    end = {
        **found[-1], "sha256": hashlib.sha256(body).hexdigest(), "decisions": len(decisions),
        "events": sum(len(line["events"]) for line in decisions),
        "timelines": sum(line["is"] == "timeline" for line in found),
    }  # fmt: skip
    return gzip.compress(body + json.dumps(end).encode() + b"\n")


def refused(data: bytes, user: User) -> Refused:
    """What taking it in is answered with; nothing of it is there afterwards."""
    with pytest.raises(Refused) as caught:
        take_in(data, user)
    for kind in (Campaign, Timeline, Stream, StoredEvent, StoredDecision, Membership):
        assert not kind.objects.exists(), kind  # type: ignore[attr-defined]
    return caught.value


def line_of(found: list[dict[str, Any]], kind: str, number: int = 0) -> int:
    return [index for index, line in enumerate(found) if line["is"] == kind][number]


@pytest.mark.pitfall("BL-090")
@pytest.mark.parametrize(
    ("data", "words"),
    [(b"PK\x03\x04xlsx", "a spreadsheet or another ZIP archive"), (b"\x89PNG\r\n", "a PNG picture"), (b"", "empty"),
     (b'{"campaign": 1}', "a JSON text"), (b"SQLite format 3\0", "an SQLite database")],
)  # fmt: skip
def test_a_file_of_another_kind_is_named_for_what_it_is(data: bytes, words: str, bob: User) -> None:
    assert words in str(refused(data, bob))


def test_json_that_is_no_archive_is_refused(bob: User) -> None:
    assert refused(gzip.compress(b'{"is": "save"}\n'), bob).line == 1
    assert refused(gzip.compress(b""), bob).line == 0
    assert refused(gzip.compress(b"[" * 100_000 + b"\n"), bob).line == 1


@pytest.mark.parametrize(
    ("change", "kind", "number"),
    [
        (lambda line: line.update(extra=1), "campaign", 0),
        (lambda line: line.update(format=99), "campaign", 0),
        (lambda line: line.update(game="chess"), "campaign", 0),
        (lambda line: line.update(rules=99), "campaign", 0),
        (lambda line: line.update(name="a\0b"), "campaign", 0),
        (lambda line: line.update(undo_by="nobody at all"), "campaign", 0),
        (lambda line: line.update(main="00000000-0000-0000-0000-000000000000"), "campaign", 0),
        (lambda line: line.update(content=line["content"].replace("oak", "ash")), "pack", 0),
        (lambda line: line.update(parent="00000000-0000-0000-0000-000000000000"), "timeline", 0),
        (lambda line: line.update(forked_at=999), "timeline", 1),
        (lambda line: line.update(forked_at=0, half=2), "timeline", 1),
        (lambda line: line.update(hash="0" * 64), "timeline", 0),
        (lambda line: line.update(state="0" * 64), "timeline", 1),
        (lambda line: line.update(half=2), "timeline", 1),
        (lambda line: line.update(packs=[[1, "0" * 64]]), "timeline", 0),
        (lambda line: line.update(id="x"), "timeline", 0),
        (lambda line: line.update(alias="mallory"), "decision", 2),
        (lambda line: line.update(first=7), "decision", 0),
        (lambda line: line.update(digest="0" * 64), "decision", 1),
        (
            lambda line: line["events"][0].__setitem__(2, line["events"][0][2].replace("Ash", "Oak") + " "),
            "decision",
            3,
        ),
        (lambda line: line["events"][0].__setitem__(0, "chess.Moved"), "decision", 3),
        (lambda line: line["events"][0].__setitem__(3, "f" * 64), "decision", 3),
        (lambda line: line.update(events=[]), "decision", 3),
        (lambda line: line.update(at=-1), "decision", 3),
    ],
)
def test_a_changed_line_is_refused_with_its_number(
    change: Change, kind: str, number: int, archive: list[dict[str, Any]], bob: User
) -> None:
    index = line_of(archive, kind, number)
    change(archive[index])  # type: ignore[arg-type]
    assert refused(packed(archive), bob).line == index + 1


@pytest.mark.parametrize("kind", ["pack", "timeline", "decision"])
def test_a_missing_or_doubled_line_is_refused(kind: str, archive: list[dict[str, Any]], bob: User) -> None:
    index = line_of(archive, kind, -1)
    without = archive[:index] + archive[index + 1 :]
    assert refused(packed(without), bob).line > 0
    if kind != "pack":
        assert refused(packed(archive[: index + 1] + archive[index:]), bob).line > 0


def test_lines_out_of_their_order_are_refused(archive: list[dict[str, Any]], bob: User) -> None:
    pack, timeline, decision = (line_of(archive, kind) for kind in ("pack", "timeline", "decision"))
    last = line_of(archive, "decision", -1)
    assert archive[decision]["timeline"] != archive[last]["timeline"]
    for taken, put in ((0, 1), (pack, decision), (timeline, decision), (last, decision), (decision, last)):
        moved = list(archive)
        moved.insert(put, moved.pop(taken))
        assert refused(packed(moved), bob).line > 0
    assert "behind those of a later timeline" in str(refused(packed(moved), bob))
    assert "second campaign" in str(refused(packed([archive[0], *archive]), bob))


def test_a_rewind_to_where_nothing_was_is_refused(archive: list[dict[str, Any]], bob: User) -> None:
    at, events = next((index, line["events"]) for index, line in enumerate(archive) if line.get("name") == "table.undo")
    for to in (-1, 10**6, archive[at]["first"]):
        events[0][2] = json.dumps({"to": to})
        assert refused(packed(archive), bob).line == at + 1


def test_a_last_line_that_does_not_fit_is_refused(archive: list[dict[str, Any]], bob: User) -> None:
    archive[-1]["sha256"] = "0" * 64
    data = gzip.compress(b"".join(json.dumps(line).encode() + b"\n" for line in archive))
    assert refused(data, bob).line == len(archive)


def test_wherever_a_file_is_cut_or_a_byte_is_changed_it_is_refused(table: Table, bob: User) -> None:
    campaign = rich(table)
    data = pack_campaign(campaign)
    erase(campaign)
    source = random.Random(4)
    for _ in range(25):
        at = source.randrange(12, len(data))
        refused(data[:at], bob)
        refused(data[:at] + bytes([data[at] ^ (1 << source.randrange(8))]) + data[at + 1 :], bob)
    refused(data + b"x", bob)
    refused(data + data, bob)


def test_a_bomb_is_refused_before_it_is_unpacked(
    archive: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, bob: User
) -> None:
    monkeypatch.setattr(lines, "LONGEST_LINE", 1 << 18)
    monkeypatch.setattr(lines, "MOST_BYTES", 1 << 20)
    assert "longer than" in str(refused(gzip.compress(b"x" * (1 << 24)), bob))
    first = json.dumps(archive[0]).encode() + b"\n"
    pack = json.dumps(archive[1]).encode() + b"\n"
    asked = []
    monkeypatch.setattr(unpacking._Passed, "take", lambda self, number, line, digest: asked.append(number))
    assert "unpacks to more than" in str(refused(gzip.compress(first + pack * (1 << 18)), bob))
    assert len(asked) * len(pack) <= 1 << 20


@pytest.mark.pitfall("BL-083")
@pytest.mark.parametrize(("limit", "words"), [("MOST_EVENTS", "facts"), ("MOST_TIMELINES", "timelines")])
def test_every_limit_is_said(
    limit: str, words: str, archive: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, bob: User
) -> None:
    monkeypatch.setattr(lines, limit, 2)
    assert f"More than 2 {words}" in str(refused(packed(archive), bob))
    monkeypatch.setattr(lines, "MOST_PACKED", 10)
    assert "archives of up to 10 are read" in str(refused(packed(archive), bob))


@pytest.mark.pitfall("BL-076")
def test_a_campaign_that_is_here_is_never_replaced(table: Table, bob: User) -> None:
    data, version = pack_campaign(rich(table)), table.version
    with pytest.raises(Refused, match="here already"):
        take_in(data, bob)
    assert table.version == version
    assert table.campaign.memberships.get().user == table.user


def test_a_fault_in_the_midst_of_writing_leaves_nothing(
    archive: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, bob: User
) -> None:
    def broken(*args: Any, **kwargs: Any) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(Membership.objects.__class__, "create", broken)
    with pytest.raises(OSError, match="disk"):
        take_in(packed(archive), bob)
    assert not Campaign.objects.exists()
    assert not StoredEvent.objects.exists()
