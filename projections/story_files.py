"""The story as a file: a table for spreadsheets, one line of JSON a decision for programs, documents for people."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from django.template.loader import render_to_string
from django.utils.text import slugify

from projections.records import Record, records
from projections.story import EVERY_LINE, Filter
from rules.games import game
from tracker.packs.models import PackVersion
from tracker.timelines.models import Timeline

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of cells that a spreadsheet would take for a formula."""
COLUMNS = ("version", "last_version", "in_force", "session", "recorded_at", "person", "seat", "decision", "area",
           "sentence", "facts", "luck", "arguments", "notes", "signs", "id")  # fmt: skip


def as_csv(found: Iterable[Record], timeline: Timeline) -> str:
    """A table. What would be a formula is kept as text."""
    text = io.StringIO()
    text.write("\N{BYTE ORDER MARK}")  # without it spreadsheets take UTF-8 for something else
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for record in found:
        writer.writerow([_cell(value) for value in _row(record).values()])
    return text.getvalue()


def as_json_lines(found: Iterable[Record], timeline: Timeline) -> bytes:
    """One object a line."""
    return b"".join(msgspec.json.encode(record) + b"\n" for record in found)


def as_markdown(found: Iterable[Record], timeline: Timeline) -> str:
    """A document to read or to paste."""
    parts = [f"# {_plain(timeline.campaign.name)}: {_plain(timeline.name)}\n"]
    parts.append(" ".join(map(_plain, played_with(timeline))) + "\n")
    session = None
    for record in found:
        if record.session != session:
            session = record.session
            parts.append(f"\n## {_plain(session or 'Before the first session')}\n")
        parts += _paragraph(record)
    return "\n".join(parts) + "\n"


def as_document(found: Iterable[Record], timeline: Timeline) -> str:
    """A page to print."""
    context = {
        "campaign": timeline.campaign, "timeline": timeline, "played_with": played_with(timeline),
        "records": list(found),
    }  # fmt: skip
    return render_to_string("story/document.html", context)


def played_with(timeline: Timeline) -> list[str]:
    """The game, and with which content of which edition it is played from which version on; a sentence each."""
    versions = PackVersion.objects.in_bulk([pack_hash for _, pack_hash in timeline.packs])
    said = [f"{game(timeline.campaign.game).title}."]
    for since, pack_hash in timeline.packs:
        name = str(versions[pack_hash]) if pack_hash in versions else "Content that is gone"
        said.append(f"{name}, {pack_hash[:10]}{f', from version {since}' if since > 1 else ''}.")
    return said


class StoryFile(NamedTuple):
    """A file of the story.

    :param media: its media type
    :param name: what it is called; empty for what is looked at in the browser
    """

    content: str | bytes
    media: str
    name: str


WRITERS: Mapping[str, tuple[str, Callable[[Iterable[Record], Timeline], str | bytes]]] = {
    "csv": ("text/csv", as_csv),
    "jsonl": ("application/jsonl", as_json_lines),
    "md": ("text/markdown", as_markdown),
    "html": ("text/html", as_document),
}
"""Kinds of files, each with its media type and what writes it."""


def story_file(timeline: Timeline, kind: str, wanted: Filter = EVERY_LINE) -> StoryFile:
    """The decisions that fit, oldest first, as a file.

    :param kind: one of :data:`WRITERS`
    """
    media, write = WRITERS[kind]
    name = slugify(f"{timeline.campaign.name} {timeline.name}") or "story"
    return StoryFile(write(records(timeline, wanted), timeline), media, "" if kind == "html" else f"{name}.{kind}")


def _row(record: Record) -> dict[str, Any]:
    return {
        "version": record.version, "last_version": record.last_version, "in_force": "yes" if record.in_force else "no",
        "session": record.session, "recorded_at": record.recorded_at.isoformat(), "person": record.person,
        "seat": record.seat, "decision": record.decision, "area": record.area, "sentence": record.sentence,
        "facts": "\n".join(record.facts), "luck": "\n".join(map(_luck, record.luck)),
        "arguments": msgspec.json.encode(record.arguments).decode(),
        "notes": "\n".join(f"{note['person']}: {note['text']}" for note in record.notes),
        "signs": " ".join(f"{sign} {len(people)}" for sign, people in record.signs.items()), "id": record.id,
    }  # fmt: skip


def _luck(answer: Mapping[str, Any]) -> str:
    way = "seen at the table" if answer["observed"] else "drawn by the app"
    return f"{answer['source']}: {', '.join(answer['values'])} ({way})"


def _cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _paragraph(record: Record) -> list[str]:
    sentence = _plain(record.sentence)
    said = sentence if record.in_force else f"~~{sentence}~~ (set aside)"
    who = ", ".join(filter(None, [_plain(record.person), record.recorded_at.strftime("%d %b %Y %H:%M UTC")]))
    lines = [f"- **v{record.version}** {said} _({who})_"]
    lines += [f"  - {_plain(fact)}" for fact in record.facts]
    lines += [f"  - {_plain(_luck(answer))}" for answer in record.luck]
    lines += [f"  > {_plain(note['person'])}: {_plain(note['text'])}" for note in record.notes]
    return lines


_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>#|~"} | {"\n": " ", "\r": " "})


def _plain(text: str) -> str:
    """A text of people's, with nothing in it that Markdown would take for its own."""
    return text.translate(_MARKS)
