"""Archives in the admin: having campaigns packed, and fetching the files."""

from __future__ import annotations

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tracker.archive.jobs import export_later
from tracker.archive.models import ArchiveFile
from tracker.timelines.admin import CampaignAdmin
from tracker.timelines.models import Campaign
from tracker.timelines.read_only import ReadOnly
from tracker.timelines.visits import signed_in


@admin.action(description="Export as files", permissions=["view"])
def export_campaigns(model: CampaignAdmin, request: HttpRequest, campaigns: QuerySet[Campaign]) -> None:
    """Have campaigns packed into files in the background."""
    jobs = [export_later(campaign, signed_in(request)) for campaign in campaigns]
    model.message_user(request, f"{len(jobs)} to be packed: see the archive files.")


CampaignAdmin.actions = (*CampaignAdmin.actions, export_campaigns)


@admin.register(ArchiveFile)
class ArchiveFileAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # generic for type checkers alone
    """Files that were made or brought within the last day."""

    list_display = ("name", "campaign_id", "created_by", "created_at", "fetch")
    list_select_related = ("created_by",)
    search_fields = ("name", "created_by__username")
    fields = ("name", "campaign_id", "created_by", "created_at", "fetch")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[ArchiveFile]:
        """The files without what is in them."""
        files: QuerySet[ArchiveFile] = super().get_queryset(request)
        return files.defer("data")

    def get_urls(self) -> list[URLPattern]:
        """The pages of the admin, and the files themselves."""
        own = path("<uuid:file_id>/fetch/", self.admin_site.admin_view(self.file), name="archive_archivefile_fetch")
        return [own, *super().get_urls()]

    def file(self, request: HttpRequest, file_id: object) -> HttpResponse:
        """A file."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        found = get_object_or_404(ArchiveFile, id=file_id)
        response = HttpResponse(bytes(found.data), content_type="application/gzip")
        response["Content-Disposition"] = f'attachment; filename="{found.name}"'
        return response

    @admin.display(description="file")
    def fetch(self, file: ArchiveFile) -> SafeString:
        """The way to the file."""
        return format_html('<a href="{}">Fetch</a>', reverse("admin:archive_archivefile_fetch", args=[file.id]))
