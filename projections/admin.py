"""The read models in the admin: which are whole, and rebuilding them."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from projections.jobs import enqueue_rebuild
from projections.models import Projected
from tracker.timelines.admin import CampaignAdmin
from tracker.timelines.models import Campaign
from tracker.timelines.read_only import ReadOnly
from tracker.timelines.visits import signed_in


@admin.action(description="Rebuild the read models", permissions=["view"])
def rebuild_read_models(model: CampaignAdmin, request: HttpRequest, campaigns: QuerySet[Campaign]) -> None:
    """Have the read models of campaigns computed anew in the background."""
    jobs = [enqueue_rebuild(campaign, signed_in(request)) for campaign in campaigns]
    model.message_user(request, f"{len(jobs)} to be rebuilt: see the jobs of background work.")


CampaignAdmin.actions = (*CampaignAdmin.actions, rebuild_read_models)


@admin.register(Projected)
class ProjectedAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # generic for type checkers alone
    """How far each timeline's read models are whole, and of which generation."""

    list_display = ("timeline_id", "campaign_id", "version", "generations")
    search_fields = ("timeline_id", "campaign_id")
