"""The tour for newcomers: seven steps through a campaign under way, which end with a branch and a comparison."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from tracker.timelines.models import Campaign, Timeline
from tracker.timelines.visits import signed_in
from tracker.web import demo_road

COOKIE = "tour"
"""Holds the number of the step that somebody is at; nothing else is kept of a tour."""
DAYS = 30


@dataclass(frozen=True)
class Step:
    """A step of the tour.

    :param address: the page that it is about
    """

    title: str
    text: str
    address: str


@dataclass(frozen=True)
class Tour:
    """A tour at one of its steps.

    :param number: from 1
    """

    number: int
    steps: tuple[Step, ...]

    @property
    def step(self) -> Step:
        """Where the tour is."""
        return self.steps[self.number - 1]

    @property
    def following(self) -> Step | None:
        """What comes next."""
        return None if self.last else self.steps[self.number]

    @property
    def last(self) -> bool:
        """Whether nothing comes after."""
        return self.number == len(self.steps)


@login_required
@require_GET
def tour(request: HttpRequest) -> HttpResponse:
    """What the tour shows, and its beginning."""
    return render(request, "tour/tour.html", {"has_road": _road(request) is not None, "road": demo_road.NAME})


@login_required
@require_POST
def tour_step(request: HttpRequest) -> HttpResponse:
    """Go to a step, or end the tour. The campaign that it leads through is made on first use."""
    number = request.POST.get("step", "")
    if number == "end":
        answer = redirect("home")
        answer.delete_cookie(COOKIE)
        return answer
    steps = _steps(_road(request) or demo_road.road(signed_in(request)))
    at = max(1, min(int(number), len(steps))) if number.isdecimal() and len(number) < 3 else 1
    answer = redirect(steps[at - 1].address)
    answer.set_cookie(COOKIE, str(at), max_age=DAYS * 86_400, httponly=True, samesite="Lax", secure=request.is_secure())
    return answer


def tour_of(request: HttpRequest) -> Tour | None:
    """The tour that somebody is on, for the strip above every page; ``None`` for everybody else."""
    number = request.COOKIES.get(COOKIE, "")
    user: Any = getattr(request, "user", None)
    if not number.isdecimal() or len(number) > 2:
        return None
    try:
        campaign = _road(request) if user is not None and user.is_authenticated else None
        steps = _steps(campaign) if campaign else ()
    except DatabaseError:  # the page that says so must not break on its strip
        return None
    return Tour(int(number), steps) if 1 <= int(number) <= len(steps) else None


def _road(request: HttpRequest) -> Campaign | None:
    return Campaign.objects.filter(created_by_id=request.user.pk, name=demo_road.NAME).select_related().first()


def _steps(campaign: Campaign) -> tuple[Step, ...]:
    main = campaign.main_id
    table = reverse("table", args=[main])
    branches = list(Timeline.objects.filter(campaign=campaign).exclude(id=main).order_by("created_at"))
    before = branches[0].forked_at if branches else 0
    story = f"{reverse('story', args=[main])}?{urlencode({'text': demo_road.FELL})}"
    return (
        Step("The table", "A campaign under way: the party, the map, what may be decided now, and the story.", table),
        Step(
            "Decide",
            "Rebuild the Lumbermill: the pine is in a satchel. What may be decided stands in the middle, the likely "
            "decisions first.",
            table,
        ),
        Step(
            "Take it back",
            "At the top stands what Undo would take back. Try it: what was taken back stays in the story and can be "
            "brought back.",
            table,
        ),
        Step(
            "The story",
            "Every decision in plain words, with who took it and what the bag gave. This is where they fell.",
            story,
        ),
        Step(
            "The past",
            "The table as it was, just before the bear. Step on with the arrows at the bottom.",
            f"{table}?v={before}" if before else table,
        ),
        Step(
            "Branch",
            "What if they had left the bear alone? Branch from here and skip the battle. The original stays as it is.",
            f"{reverse('branch', args=[main])}?version={before}"
            if before
            else reverse("timelines", args=[campaign.id]),
        ),
        Step(
            "Compare",
            "Two timelines beside one another: what differs, and which decisions led there.",
            reverse("compare", args=[campaign.id]),
        ),
    )
