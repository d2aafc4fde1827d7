"""What a group recorded while playing, as content: to look at, to download, to keep, to play on with."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_GET, require_POST

from rules.kernel import Pack, Problem, Refused, pack_hash
from rules.kernel.pack_text import pack_text
from tracker.packs.versions import keep
from tracker.timelines.campaigns import change_pack
from tracker.timelines.deciding import Behind
from tracker.timelines.positions import Position, at_head
from tracker.timelines.visits import Visit, signed_in, visit_timeline

LONGEST_NAME = 100
PROBLEMS_SHOWN = 20


@require_GET
def learned(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """What was recorded, part by part, and what can be done with it."""
    visit = visit_timeline(request, timeline_id)
    return _page(request, visit)


@require_GET
def learned_file(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """The content with everything recorded, as a YAML file; for whoever merely passes by without the words of cards."""
    visit = visit_timeline(request, timeline_id)
    grown = _grown(visit, at_head(visit.timeline), _name(request.GET.get("name", ""), visit))
    if grown is None:
        raise Http404("Nothing was recorded in this campaign yet.")
    grown = grown if visit.member else grown.shareable()
    answer = HttpResponse(pack_text(grown), content_type="application/yaml; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slugify(grown.name)[:60] or "content"}.yaml"'
    return answer


@login_required
@require_POST
def keep_learned(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """Keep the content as a version of one's own, and play on with it where that is wanted."""
    visit = visit_timeline(request, timeline_id, may="decide")
    position = at_head(visit.timeline)
    grown = _grown(visit, position, _name(request.POST.get("name", ""), visit))
    if grown is None:
        return _page(request, visit, Refused("no_effect", "Nothing was recorded in this campaign yet."))
    if _problems(grown):
        return _page(request, visit, Refused("content_does_not_fit", "What was recorded does not fit together yet."))
    version = keep(grown, pack_text(grown).encode(), signed_in(request), f"{grown.name}.yaml")
    if request.POST.get("play_on"):
        try:
            change_pack(visit.timeline, visit.actor, version.hash, expected=position.version)
        except Refused as refused:
            return _page(request, visit, refused)
        except Behind:
            sentence = "The game went on in the meantime. The content is kept; send it once more to play on with it."
            return _page(request, visit, Refused("behind", sentence))
        messages.success(request, f"“{grown.name}” is kept, and you play on with it.")
        return redirect("table", visit.timeline.id)
    messages.success(request, f"“{grown.name}” is kept. It is offered when you start a campaign.")
    return redirect("learned", visit.timeline.id)


def _page(request: HttpRequest, visit: Visit, refused: Refused | None = None) -> HttpResponse:
    position = at_head(visit.timeline)
    name = _name(request.POST.get("name", ""), visit)
    grown = _grown(visit, position, name)
    seen = visit.sees(position)
    context = {
        "visit": visit,
        "campaign": visit.campaign,
        "timeline": visit.timeline,
        "position": position,
        "content": position.pack,
        "parts": position.game.learned(seen, position.pack).items() if seen is not None else (),
        "problems": _problems(grown)[:PROBLEMS_SHOWN] if grown else [],
        "plays_with_it": grown is not None and pack_hash(grown) == pack_hash(position.pack),
        "name": name,
        "refused": refused,
    }
    return render(request, "learned/learned.html", context, status=422 if refused else 200)


def _grown(visit: Visit, position: Position, name: str) -> Pack | None:
    seen = visit.sees(position)
    return None if seen is None else position.game.learned_pack(seen, position.pack, name)


def _problems(grown: Pack) -> list[Problem]:
    return list(grown.problems())


def _name(told: str, visit: Visit) -> str:
    return " ".join(told.split())[:LONGEST_NAME] or f"Content of {visit.campaign.name}"[:LONGEST_NAME]
