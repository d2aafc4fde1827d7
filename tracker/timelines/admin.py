"""Campaigns and timelines in the admin: to look at and to look after. They mirror events, so nothing is edited here."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rules.kernel import Refused
from tracker.eventstore.models import Stream
from tracker.timelines import record_admin  # noqa: F401 (registers the rows of the record)
from tracker.timelines.access import Actor, named
from tracker.timelines.checking import enqueue_verify
from tracker.timelines.forking import fork
from tracker.timelines.models import Campaign, Membership, Seat, Timeline
from tracker.timelines.read_only import ReadOnly
from tracker.timelines.texts import version_of


class _Rows(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # generic for type checkers alone
    extra = 0
    show_change_link = True


class MembersInline(_Rows):
    """The members of a campaign."""

    model = Membership
    fields = ("alias", "user", "role", "joined_at")
    readonly_fields = fields


class SeatsInline(_Rows):
    """Who plays which seat."""

    model = Seat
    fields = ("name", "member")
    readonly_fields = fields


class TimelinesInline(_Rows):
    """The timelines of a campaign."""

    model = Timeline
    fields = ("name", "parent", "forked_at", "created_by", "created_at")
    readonly_fields = fields


@admin.register(Campaign)
class CampaignAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # generic for type checkers alone
    """Every campaign, with what can be done to keep it well."""

    list_display = ("name", "game", "created_by", "created_at", "members", "lines")
    list_filter = ("game", "created_at")
    list_select_related = ("created_by",)
    search_fields = ("name", "id", "created_by__username", "memberships__alias")
    inlines = (MembersInline, SeatsInline, TimelinesInline)
    exclude = ("watch_token", "start_key")
    actions: tuple[Any, ...] = ("verify_record",)
    """More are added by those who keep what is derived from campaigns."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Campaign]:
        """The campaigns with their numbers of members and timelines."""
        members, timelines = Count("memberships", distinct=True), Count("timelines", distinct=True)
        campaigns: QuerySet[Campaign] = super().get_queryset(request)
        return campaigns.annotate(member_count=members, timeline_count=timelines)

    @admin.display(description="members", ordering="member_count")
    def members(self, campaign: Any) -> int:
        """How many people are at the table."""
        return int(campaign.member_count)

    @admin.display(description="timelines", ordering="timeline_count")
    def lines(self, campaign: Any) -> int:
        """How many timelines there are."""
        return int(campaign.timeline_count)

    @admin.action(description="Verify the record", permissions=["view"])
    def verify_record(self, request: HttpRequest, campaigns: QuerySet[Campaign]) -> None:
        """Have the hash chains walked in the background."""
        jobs = [enqueue_verify(campaign, request.user) for campaign in campaigns]  # type: ignore[arg-type]
        self.message_user(request, f"{len(jobs)} to be verified: see the jobs of background work.")


@admin.register(Timeline)
class TimelineAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # generic for type checkers alone
    """Every timeline, and where it stands."""

    list_display = ("name", "campaign", "parent", "forked_at", "version", "created_by", "created_at")
    list_filter = ("campaign__game", "created_at")
    list_select_related = ("campaign", "parent__campaign", "created_by")
    search_fields = ("name", "id", "campaign__name", "campaign__id")
    actions = ("branch",)

    def has_branch_permission(self, request: HttpRequest) -> bool:
        """Branching makes a timeline."""
        return request.user.has_perm("timelines.add_timeline")

    @admin.action(description="Branch from a version…", permissions=["branch"])
    def branch(self, request: HttpRequest, timelines: QuerySet[Timeline]) -> HttpResponse | None:
        """Make a timeline that goes on from a version of another one; a page before asks which, and for a name."""
        if timelines.count() != 1:
            self.message_user(request, "Choose one timeline to branch from.", messages.ERROR)
            return None
        timeline = timelines.get()
        newest = Stream.objects.values_list("version", flat=True).get(id=timeline.id)
        refused = None
        if "apply" in request.POST:
            user: Any = request.user
            actor = Actor(named(timeline.campaign, user.pk), user.get_username(), Membership.Role.OWNER)
            try:
                name = request.POST.get("name", "")
                made = fork(timeline, actor, user, version_of(request.POST.get("version", "")), name=name)
            except Refused as refusal:
                refused = refusal
            else:
                self.message_user(request, f"“{made.name}” goes on from version {made.forked_at} of “{timeline.name}”.")
                return None
        context = {
            **self.admin_site.each_context(request), "title": f"Branch from “{timeline}”", "opts": self.opts,
            "timeline": timeline, "newest": newest, "refused": refused, "given": request.POST,
        }  # fmt: skip
        return render(request, "admin/timelines/branch.html", context)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Timeline]:
        """The timelines with their newest versions."""
        versions = Stream.objects.filter(id=OuterRef("id")).values("version")
        timelines: QuerySet[Timeline] = super().get_queryset(request)
        return timelines.annotate(newest=Subquery(versions))

    @admin.display(description="version", ordering="newest")
    def version(self, timeline: Any) -> int:
        """The newest version."""
        return int(timeline.newest)


@admin.register(Membership)
class MembershipAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # generic for type checkers alone
    """Who is at which table."""

    list_display = ("alias", "user", "campaign", "role", "joined_at")
    list_filter = ("role",)
    list_select_related = ("user", "campaign")
    search_fields = ("alias", "user__username", "user__email", "campaign__name", "campaign__id")
