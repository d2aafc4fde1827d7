"""Going on with a campaign that was kept elsewhere so far: bring a save or fill in a form, settle, adopt."""

from __future__ import annotations

import uuid
from typing import Any
from uuid import UUID

import msgspec
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from rules.games import game
from rules.isofarian_guard.content.pack import GAME, IsofarianPack
from rules.isofarian_guard.saves.judging import Judgement, judge
from rules.isofarian_guard.saves.reading import MAX_BYTES, Save, read_save
from rules.isofarian_guard.saves.sheet import GuardSheet, Sheet
from rules.kernel import Refused, Seeded, words
from rules.kernel.documents import Unreadable
from tracker.eventstore import store
from tracker.packs.uploads import keep_file, kept_file
from tracker.packs.versions import PackMissing, default_pack, pack
from tracker.timelines.access import actor_for
from tracker.timelines.campaigns import main_timeline, start
from tracker.timelines.models import Campaign
from tracker.timelines.rewinding import set_up_end
from tracker.timelines.table import LONGEST_NOTE, write_note
from tracker.timelines.visits import signed_in
from tracker.web.adopting_form import sheet_of
from tracker.web.adopting_view import SheetView

HOW_READ = "How the save was read:"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest) -> HttpResponse:
    """Choose a save, or the guards for a form."""
    pack_hash, content = _content(request)
    if request.method != "POST":
        return _bring_form(request, pack_hash, content)
    upload = request.FILES.get("file")
    if upload is None or isinstance(upload, list):
        return _bring_form(request, pack_hash, content, "No file was chosen.")
    if (upload.size or 0) > MAX_BYTES:
        return _bring_form(
            request, pack_hash, content, f"The file has {upload.size:,} bytes; a save has at most {MAX_BYTES:,}."
        )
    data = upload.read()
    try:
        read_save(data, content)
    except Unreadable as fault:
        return _bring_form(request, pack_hash, content, _place(fault))
    kept = keep_file(data, upload.name or "", GAME, signed_in(request))
    return redirect(f"{reverse('adopt_save', args=[kept.id])}?pack={pack_hash}")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def adopt(request: HttpRequest, upload_id: UUID | None = None) -> HttpResponse:
    """Look over what was written down, settle it, and begin a campaign with it."""
    pack_hash, content = _content(request)
    save = _save(request, upload_id, content)
    if request.method != "POST":
        if save is None and not request.GET.getlist("g"):
            return redirect("bring_campaign")
        return _form(request, save, pack_hash, content, save.sheet if save else _blank(request, content))
    try:
        sheet = sheet_of(request.POST, content)
    except Refused as refused:
        sheet = save.sheet if save else _blank(request, content)
        return _form(request, save, pack_hash, content, sheet, refused)
    if request.POST.get("action") != "adopt":
        return _form(request, save, pack_hash, content, sheet, checked=True)
    try:
        return _adopted(request, save, pack_hash, content, sheet)
    except Refused as refused:
        return _form(request, save, pack_hash, content, sheet, refused)


def _adopted(
    request: HttpRequest, save: Save | None, pack_hash: str, content: IsofarianPack, sheet: Sheet
) -> HttpResponse:
    judgement = judge(sheet, content)
    if judgement.decision is None:
        return _form(request, save, pack_hash, content, sheet, checked=True, status=422)
    campaign = start(
        signed_in(request),
        name=request.POST.get("name", ""),
        game_key=GAME,
        pack_hash=pack_hash,
        set_up=msgspec.to_builtins(judgement.decision),
        chance=lambda: Seeded(0),  # adopting asks no luck
        key=_key(request),
    )
    remarks = ("\n".join([HOW_READ, *save.remarks]),) if save and save.remarks else ()
    _write_notes(request, campaign, (*remarks, *judgement.notes))
    return redirect("campaign", campaign.id)


def _write_notes(request: HttpRequest, campaign: Campaign, notes: tuple[str, ...]) -> None:
    """What the position does not hold, as notes on the adoption. Each has a key: a form that is sent again begins no
    second campaign, and writes only what a breakdown in between left unwritten."""
    timeline = main_timeline(campaign)
    actor = actor_for(campaign.memberships.get(user=signed_in(request)))
    version = set_up_end(store.lineage(timeline.id))
    for number, note in enumerate(_portions(notes)):
        write_note(timeline, actor, version, note, key=f"{_key(request)}-{number}"[:100])


def _portions(notes: tuple[str, ...]) -> list[str]:
    """The notes as they are written: lists for themselves, single lines together, each as long as a note may be."""
    lists = [note for note in notes if "\n" in note]
    lines = "\n".join(note for note in notes if "\n" not in note)
    parts = [*lists, *([lines] if lines else [])]
    return [part[at : at + LONGEST_NOTE] for part in parts for at in range(0, len(part), LONGEST_NOTE)]


def _key(request: HttpRequest) -> str:
    return f"adopt-{request.POST.get('key', '')}"[:90]


def _content(request: HttpRequest) -> tuple[str, IsofarianPack]:
    """The content to play with: the one that was chosen, or the usual one."""
    pack_hash = request.POST.get("pack") or request.GET.get("pack") or default_pack(GAME).hash
    try:
        content = pack(pack_hash)
    except PackMissing:
        raise Http404("There is no such content.") from None
    if not isinstance(content, IsofarianPack):
        raise Http404("This content belongs to another game.")
    return pack_hash, content


def _save(request: HttpRequest, upload_id: UUID | None, content: IsofarianPack) -> Save | None:
    if upload_id is None:
        return None
    kept = kept_file(upload_id, GAME, signed_in(request))
    if kept is None:
        raise Http404("That save is not kept any more.")
    return read_save(bytes(kept.data), content)


def _blank(request: HttpRequest, content: IsofarianPack) -> Sheet:
    """A form for the guards that were named, as they start. A stonebound ability waits for its stone."""
    names = [*request.POST.getlist("g"), *request.GET.getlist("g")]
    return Sheet(guards=tuple(_fresh(content, name) for name in dict.fromkeys(names) if name in content.guards))


def _fresh(content: IsofarianPack, name: str) -> GuardSheet:
    facts = content.guards[name]
    return GuardSheet(
        name=name,
        plays=True,
        hp=facts.hp,
        hp_max=facts.hp,
        atk=facts.atk,
        def_=facts.def_,
        ap=facts.ap,
        bag=facts.bag or {},
        abilities={
            slot: content.abilities[ability].label or words(ability)
            for slot, ability in facts.slots.items()
            if ability in content.abilities and content.abilities[ability].type == "guard_ability"
        },
    )


def _place(fault: Unreadable) -> str:
    place = ", ".join([*([fault.path] if fault.path else []), *([f"line {fault.line}"] if fault.line else [])])
    why = fault.why[:1].upper() + fault.why[1:]
    return f"{why} (at {place})." if place else f"{why}."


def _bring_form(request: HttpRequest, pack_hash: str, content: IsofarianPack, problem: str = "") -> HttpResponse:
    guards = [(name, facts.label or words(name)) for name, facts in content.guards.items()]
    context: dict[str, Any] = {"game": game(GAME), "pack_hash": pack_hash, "guards": guards, "problem": problem}
    return render(request, "adopting/bring.html", context, status=422 if problem else 200)


def _form(
    request: HttpRequest,
    save: Save | None,
    pack_hash: str,
    content: IsofarianPack,
    sheet: Sheet,
    refused: Refused | None = None,
    *,
    checked: bool = False,
    status: int = 200,
) -> HttpResponse:
    checked = checked or save is not None
    judgement = judge(sheet, content) if checked else Judgement((), None, ())  # an empty form has no faults yet
    context = {
        "game": game(GAME),
        "save": save,
        "pack_hash": pack_hash,
        "view": SheetView(sheet, judgement, content),
        "name": request.POST.get("name", f"{game(GAME).title} of {request.user.get_username()}"[:100]),
        "key": request.POST.get("key") or uuid.uuid4().hex,
        "refused": refused,
        "checked": checked,
    }
    return render(request, "adopting/sheet.html", context, status=422 if refused else status)
