"""Decisions and events in the admin: to read and to search, as they are stored."""

from __future__ import annotations

import datetime
from contextlib import suppress
from typing import Any
from uuid import UUID

import msgspec
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tracker.eventstore.models import StoredDecision, StoredEvent
from tracker.timelines.models import Timeline
from tracker.timelines.read_only import ReadOnly


class _Recorded(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # generic for type checkers alone
    """Rows of the record. A search for an id finds what belongs to it by index, one for words looks through names."""

    show_full_result_count = False
    list_per_page = 50
    ids: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    search_fields = ("timeline_id",)
    search_help_text = "An id of a campaign, a timeline or a decision, or words of the name"

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """What an id or some words find."""
        term = search_term.strip()
        if not term:
            return queryset, False
        found = Q()
        try:
            for name in self.ids:
                found |= Q(**{name: UUID(term)})
        except ValueError:
            found = Q()
            for name in self.texts:
                found |= Q(**{f"{name}__icontains": term})
        return queryset.filter(found), False

    @admin.display(description="timeline")
    def timeline(self, row: Any) -> str:
        """The timeline by its name."""
        known = Timeline.objects.filter(id=row.timeline_id).select_related("campaign").first()
        return str(known) if known else str(row.timeline_id)

    @admin.display(description="recorded", ordering="recorded_at")
    def recorded(self, row: Any) -> datetime.datetime:
        """When, by the server's clock."""
        return datetime.datetime.fromtimestamp(row.recorded_at / 1_000_000, tz=datetime.UTC)


def _json(data: bytes | memoryview) -> SafeString:
    """Stored JSON, to be read; what is none is shown as it is."""
    text = bytes(data)
    with suppress(msgspec.MsgspecError):
        text = msgspec.json.format(text, indent=2)
    return format_html("<pre>{}</pre>", text.decode(errors="replace"))


@admin.register(StoredDecision)
class StoredDecisionAdmin(_Recorded):
    """Who chose what, with what luck."""

    list_display = ("name", "alias", "seat", "first_version", "last_version", "recorded", "timeline_id")
    ordering = ("-recorded_at",)
    ids = ("id", "timeline_id", "campaign_id")
    texts = ("name", "alias")
    fields = ("id", "name", "campaign_id", "timeline", "first_version", "last_version", "recorded", "actor", "alias",
              "seat", "key", "arguments_", "luck", "digest_")  # fmt: skip
    readonly_fields = fields

    @admin.display(description="arguments")
    def arguments_(self, row: StoredDecision) -> SafeString:
        """What was chosen."""
        return _json(row.arguments)

    @admin.display(description="luck")
    def luck(self, row: StoredDecision) -> SafeString:
        """What luck answered."""
        return _json(row.chance)

    @admin.display(description="digest")
    def digest_(self, row: StoredDecision) -> str:
        """In hexadecimal digits."""
        return bytes(row.digest).hex()


@admin.register(StoredEvent)
class StoredEventAdmin(_Recorded):
    """Every fact."""

    list_display = ("type", "version", "recorded", "timeline_id", "decision_id")
    ordering = ("-position",)
    ids = ("timeline_id", "campaign_id", "decision_id")
    texts = ("type",)
    fields = ("position", "type", "shape", "campaign_id", "timeline", "version", "decision_id", "recorded", "rewind_to",
              "content", "hash_")  # fmt: skip
    readonly_fields = fields

    @admin.display(description="content")
    def content(self, row: StoredEvent) -> SafeString:
        """The fact itself."""
        return _json(row.payload)

    @admin.display(description="hash")
    def hash_(self, row: StoredEvent) -> str:
        """In hexadecimal digits."""
        return bytes(row.hash).hex()
