"""Background work in the admin: to watch and to stop, never to edit."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from tracker.jobs.jobs import cancel
from tracker.jobs.models import Job


@admin.register(Job)
class JobAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for type checkers alone
    """Every job with its progress."""

    list_display = ("kind", "state", "progress", "message", "created_by", "created_at", "finished_at", "error")
    list_filter = ("state", "kind")
    list_select_related = ("created_by",)
    actions = ("stop",)

    @admin.display(description="progress")
    def progress(self, job: Job) -> str:
        """Steps done, of how many, where that is known."""
        return f"{job.done} of {job.total} ({job.percent} %)" if job.total else str(job.done or "")

    @admin.action(description="Stop the selected jobs", permissions=["delete"])
    def stop(self, request: HttpRequest, jobs: QuerySet[Job]) -> None:
        """Stop jobs that wait or run."""
        stopped = sum(cancel(job.id) for job in jobs)
        self.message_user(request, f"{stopped} stopped.")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Jobs are asked for by the pages."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Job | None = None) -> bool:
        """Jobs change by their workers alone."""
        return False

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Stopping takes the place of deleting."""
        actions: dict[str, Any] = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions
