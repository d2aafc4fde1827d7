"""The story as a file: a table for spreadsheets, one line of JSON a decision for programs, a document for people."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from uuid import UUID

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from projections.records import Record, records
from tracker.timelines.visits import Visit, visit_timeline
from tracker.web.story_page import EXPORTS, wanted_lines

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of cells that a spreadsheet would take for a formula."""
COLUMNS = ("version", "last_version", "in_force", "session", "recorded_at", "person", "seat", "decision", "area",
           "sentence", "facts", "luck", "arguments", "notes", "signs", "id")  # fmt: skip


@require_GET
def story_export(request: HttpRequest, timeline_id: UUID, kind: str) -> HttpResponse:
    """The lines that fit the filter, oldest first, as a file."""
    visit = visit_timeline(request, timeline_id)
    if kind not in dict(EXPORTS):
        raise Http404("There is no such kind of file.")
    found = records(visit.timeline, wanted_lines(request))
    if kind == "html":
        context = {"visit": visit, "campaign": visit.campaign, "timeline": visit.timeline, "records": list(found)}
        return render(request, "story/document.html", context)
    media, write = _WRITERS[kind]
    response = HttpResponse(write(found, visit), content_type=f"{media}; charset=utf-8")
    name = slugify(f"{visit.campaign.name} {visit.timeline.name}") or "story"
    response["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response


def as_csv(found: Iterable[Record], visit: Visit) -> str:
    """A table. What would be a formula is kept as text."""
    text = io.StringIO()
    text.write("\N{BYTE ORDER MARK}")  # without it spreadsheets take UTF-8 for something else
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for record in found:
        writer.writerow([_cell(value) for value in _row(record).values()])
    return text.getvalue()


def as_json_lines(found: Iterable[Record], visit: Visit) -> bytes:
    """One object a line."""
    return b"".join(msgspec.json.encode(record) + b"\n" for record in found)


def as_markdown(found: Iterable[Record], visit: Visit) -> str:
    """A document to read or to paste."""
    parts = [f"# {_plain(visit.campaign.name)}: {_plain(visit.timeline.name)}\n"]
    session = None
    for record in found:
        if record.session != session:
            session = record.session
            parts.append(f"\n## {_plain(session or 'Before the first session')}\n")
        parts += _paragraph(record)
    return "\n".join(parts) + "\n"


_WRITERS: Mapping[str, tuple[str, Callable[[Iterable[Record], Visit], str | bytes]]] = {
    "csv": ("text/csv", as_csv),
    "jsonl": ("application/jsonl", as_json_lines),
    "md": ("text/markdown", as_markdown),
}


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
