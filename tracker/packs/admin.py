"""Content in the admin: to look at, and to bring by upload. A version is never changed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse

from rules.games import games
from tracker.packs.importing import MAX_BYTES
from tracker.packs.models import PackVersion
from tracker.packs.uploads import import_later


class UploadForm(forms.Form):
    """A file of content, and what lies beside it."""

    game = forms.ChoiceField()
    file = forms.FileField(help_text="A pack in YAML or JSON, or a file of the game's own importer such as a workbook.")
    beside = forms.FileField(
        required=False, label="Second file", help_text="Read beside the first: the map graph of a workbook."
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["game"] = forms.ChoiceField(choices=[(key, game.title) for key, game in games().items()])

    def clean(self) -> dict[str, Any]:
        """Refuse files beyond the limit before they are read."""
        cleaned = super().clean() or {}
        for name in ("file", "beside"):
            file = cleaned.get(name)
            if isinstance(file, UploadedFile) and (file.size or 0) > MAX_BYTES:
                self.add_error(name, f"The file has {file.size:,} bytes; up to {MAX_BYTES:,} are read.")
        return cleaned


@admin.register(PackVersion)
class PackVersionAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for type checkers alone
    """Every version of content. Adding one uploads a file, which a job reads."""

    list_display = ("name", "game", "edition", "shipped", "uploaded_by", "created_at", "hash")
    list_filter = ("game", "shipped")
    list_select_related = ("uploaded_by",)
    search_fields = ("name", "hash")
    fields = ("name", "game", "edition", "hash", "shipped", "source_name", "uploaded_by", "created_at")

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Upload a file and follow the job that reads it."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = UploadForm(request.POST or None, request.FILES or None)
        if request.method == "POST" and form.is_valid():
            file, second = form.cleaned_data["file"], form.cleaned_data["beside"]
            beside = second.read() if second else b""
            job = import_later(
                file.read(),
                file.name or "",
                form.cleaned_data["game"],
                request.user,  # type: ignore[arg-type]
                beside,
            )
            return redirect("job", job.id)
        context = {**self.admin_site.each_context(request), "title": "Bring content", "form": form, "opts": self.opts}
        return TemplateResponse(request, "admin/bring_content.html", context)

    def has_change_permission(self, request: HttpRequest, obj: PackVersion | None = None) -> bool:
        """A version is what its hash says."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: PackVersion | None = None) -> bool:
        """Campaigns name the versions that they are played with."""
        return False
