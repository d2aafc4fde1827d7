"""The compare page: two timelines, or two versions, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from projections.compared import Total, decisions, state_differences, summaries, totals
from rules.kernel import Refused
from rules.kernel.differences import Told
from tracker.timelines.comparing import Comparison, compare
from tracker.timelines.models import Campaign, Timeline
from tracker.timelines.texts import version_of
from tracker.timelines.visits import visit_campaign

SHOWN = 12
"""Differences of one group that are shown at once; the others are folded away."""


@require_GET
def compare_view(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Two timelines side by side: ``?a=&av=&b=&bv=``, each a timeline and a version; without, the newest branch beside
    the main timeline."""
    visit = visit_campaign(request, campaign_id)
    timelines = list(visit.campaign.timelines.select_related("campaign"))
    one, other = _chosen(request, visit.campaign, timelines)
    context: dict[str, Any] = {
        "visit": visit,
        "campaign": visit.campaign,
        "timeline": visit.timeline,
        "timelines": sorted(timelines, key=lambda each: (not each.is_main, each.archived, each.name.casefold())),
        "one": one,
        "other": other,
    }
    try:
        versions = [_version(request, name) for name in ("av", "bv")]
        found = compare(one, other, version=versions[0], other_version=versions[1])
    except Refused as refused:
        return render(request, "compare/compare.html", {**context, "refused": refused}, status=422)
    context |= {
        "found": found,
        "is_same": (one.id, found.one.version) == (other.id, found.other.version),
        "names": _names(found),
        "summaries": summaries(found, visit.sees),
        "groups": _groups(state_differences(found, visit.sees)),
        "totals": [bars_of(total) for total in totals(found)],
        "page": decisions(found, _page(request)),
        "query": _query(request),
    }
    return render(request, "compare/compare.html", context)


def _chosen(request: HttpRequest, campaign: Campaign, timelines: Sequence[Timeline]) -> tuple[Timeline, Timeline]:
    known = {str(each.id): each for each in timelines}
    main = known[str(campaign.main_id)]
    branches = [each for each in timelines if each.id != main.id and not each.archived]
    one = _known(known, request.GET.get("a"), main)
    newest = branches[-1] if branches else main
    return one, _known(known, request.GET.get("b"), newest if newest.id != one.id else main)


def _known(timelines: dict[str, Timeline], named: str | None, otherwise: Timeline) -> Timeline:
    if not named:
        return otherwise
    try:
        return timelines[str(UUID(named))]
    except (KeyError, ValueError):
        raise Http404("There is no such timeline in this campaign.") from None


def _version(request: HttpRequest, name: str) -> int | None:
    value = request.GET.get(name, "")
    return version_of(value) if value else None


def _names(found: Comparison) -> tuple[str, str]:
    """What the two sides are called in short: versions of one timeline by their numbers."""
    if found.one.timeline.id == found.other.timeline.id:
        return f"v{found.one.version}", f"v{found.other.version}"
    return found.one.timeline.name, found.other.timeline.name


def _page(request: HttpRequest) -> int:
    value = request.GET.get("page", "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) <= 6 else 1


def _query(request: HttpRequest) -> str:
    query = request.GET.copy()
    query.pop("page", None)
    return query.urlencode()


def _groups(differences: Sequence[Told]) -> list[dict[str, Any]]:
    """The differences by what they belong to; of long groups the first are shown."""
    shown = []
    for name, members in groupby(differences, key=lambda each: each.group):
        rows = [{"told": each, **_two_bars(*each.amounts)} if each.amounts else {"told": each} for each in members]
        shown.append({"name": name or "The game", "rows": rows[:SHOWN], "more": rows[SHOWN:]})
    return shown


def bars_of(total: Total) -> dict[str, Any]:
    """What adds up differently on two timelines, in words and as two bars."""
    words = _time if total.unit == "seconds" else str
    return {
        "label": total.label,
        "one": words(total.one),
        "other": words(total.other),
        "differs": total.one != total.other,
        **_two_bars(total.one, total.other),
    }


def _two_bars(one: int, other: int) -> dict[str, Any]:
    """How long two bars are, in percent of the longer one."""
    most = max(abs(one), abs(other)) or 1
    return {"bar": round(100 * abs(one) / most), "other_bar": round(100 * abs(other) / most), "by": other - one}


def _time(seconds: int) -> str:
    minutes = round(seconds / 60)
    if minutes < 1:
        return "under a minute" if seconds else "none"
    hours, minutes = divmod(minutes, 60)
    return " ".join([*([f"{hours} h"] if hours else []), *([f"{minutes} min"] if minutes or not hours else [])])
