"""Bringing an ongoing campaign: from a save, from a form, and what is refused."""

from __future__ import annotations

import html
import re
import uuid
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.urls import reverse

from rules.isofarian_guard.campaign.state import Position
from tests.cast import signed_in
from tests.rules.isofarian_guard.saves.files import guard, save
from tests.web.pages.posting import options, text
from tracker.eventstore.models import StoredEvent
from tracker.packs.models import PackUpload
from tracker.timelines.campaigns import main_timeline
from tracker.timelines.models import Campaign, Timeline
from tracker.timelines.positions import at_head

pytestmark = pytest.mark.django_db
BRING = "/campaigns/new/isofarian_guard/bring/"
ADOPT = "/campaigns/new/isofarian_guard/adopt/"
NOTES = {"log": [{"time": "Campaign 1", "message": "Boris was here"}]}


def bring(user: User, data: bytes, name: str = "save.json") -> HttpResponse:
    """Upload a save."""
    answer: HttpResponse = signed_in(user).post(BRING, {"file": SimpleUploadedFile(name, data)})
    return answer


def filled(page: str) -> dict[str, Any]:
    """What a browser would send of the form as it stands."""
    form: dict[str, list[str]] = {}
    body = page[page.index('class="adopt"') :]
    for tag, attributes, inside in re.findall(
        r"<(input|select|textarea)\b([^>]*)>(?:((?:(?!</?(?:select|textarea)).)*)</(?:select|textarea)>)?",
        body,
        re.DOTALL,
    ):
        told = dict(re.findall(r'([\w-]+)="([^"]*)"', attributes))
        if "name" not in told or (told.get("type") == "checkbox" and " checked" not in attributes):
            continue
        value = told.get("value", "")
        if tag == "textarea":
            value = inside
        if tag == "select":
            chosen = re.findall(r'<option value="([^"]*)" selected', inside) or re.findall(r'value="([^"]*)"', inside)
            value = chosen[0]
        form.setdefault(told["name"], []).append(html.unescape(value))
    return dict(form)


def read(user: User, **more: Any) -> tuple[str, dict[str, Any]]:
    """The address of the form of a save, and what it would send."""
    address = bring(user, save(**more))["Location"]
    return address, filled(text(signed_in(user).get(address)))


def adopt(user: User, address: str, form: dict[str, Any], **changes: Any) -> HttpResponse:
    """Send the form."""
    told = {**form, "chapter": "1", "at": "28", "action": "adopt", **changes}
    answer: HttpResponse = signed_in(user).post(address, told)
    return answer


def adopted(user: User) -> tuple[Timeline, Position]:
    """The campaign that came of it."""
    timeline = main_timeline(Campaign.objects.get(created_by_id=user.pk))
    state = at_head(timeline).state
    assert isinstance(state, Position)
    return timeline, state


def test_a_new_campaign_offers_to_bring_an_ongoing_one_in_place_of_the_plain_form(charlie: User) -> None:
    page = text(signed_in(charlie).get("/campaigns/new/isofarian_guard/"))
    assert BRING in page
    assert "adopt_position" not in page


def test_a_save_is_looked_over_settled_and_played_on(charlie: User) -> None:
    slots = [{"item": "Pine", "qty": 2}, {"item": "Wolf Plet", "qty": 1}]
    address, form = read(
        charlie, sil=120, guards=[guard(hp=15, satchel=slots, equipment={"weapon": "Volk Blade"})], **NOTES
    )
    refused = adopt(charlie, address, form)
    assert refused.status_code == 422
    assert "“Wolf Plet” is not known to the content." in text(refused)
    assert not Campaign.objects.filter(created_by_id=charlie.pk).exists()
    form = filled(text(refused))
    place = form["g.grigory.satchel.name"].index("Wolf Plet")
    form["g.grigory.satchel.settled"][place] = "Wolf Pelt"
    answer = adopt(charlie, address, form, name="Carried on")
    assert answer.status_code == 302
    timeline, state = adopted(charlie)
    grigory = state.guards["grigory"]
    assert (timeline.campaign.name, state.at, state.sil, state.stash.sil) == ("Carried on", "main/28", 99, 21)
    assert (grigory.hp, grigory.satchel) == (15, {"pine": 2, "wolf_pelt": 1})
    assert grigory.weapon is not None
    assert {"move", "leave_game"} <= {option.do for option in options(timeline)}
    story = text(signed_in(charlie).get(reverse("story", args=[timeline.id])))
    assert "Boris was here" in story
    assert "21 in the stash" in story


@pytest.mark.pitfall("BL-056")
def test_a_form_that_is_sent_twice_begins_one_campaign_with_its_notes_once(charlie: User) -> None:
    address, form = read(charlie, **NOTES)
    first = adopt(charlie, address, form)
    assert adopt(charlie, address, form)["Location"] == first["Location"]
    assert Campaign.objects.filter(created_by_id=charlie.pk).count() == 1
    assert StoredEvent.objects.filter(type="table.NoteWritten").count() == 1


def test_notes_that_a_breakdown_left_unwritten_are_written_when_the_form_is_sent_again(
    charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, form = read(charlie, **NOTES)
    with monkeypatch.context() as broken:
        broken.setattr("tracker.web.adopting_page.write_note", _gone)
        with pytest.raises(OSError, match="gone"):
            adopt(charlie, address, form)
    assert not StoredEvent.objects.filter(type="table.NoteWritten").exists()
    adopt(charlie, address, form)
    assert Campaign.objects.filter(created_by_id=charlie.pk).count() == 1
    assert StoredEvent.objects.filter(type="table.NoteWritten").count() == 1


def _gone(*args: object, **options: object) -> None:
    raise OSError("gone")


def test_checking_again_keeps_what_was_filled_in_and_begins_nothing(charlie: User) -> None:
    address, form = read(charlie)
    page = text(signed_in(charlie).post(address, {**form, "at": "Ryba outskirts", "lux": "130", "action": "look"}))
    assert 'value="Ryba outskirts"' in page
    assert "130 is not possible" in page
    assert "Node 69 (gate of Ryba)" in page
    assert not Campaign.objects.filter(created_by_id=charlie.pk).exists()


def test_a_place_that_is_offered_is_taken(charlie: User) -> None:
    address, form = read(charlie)
    adopt(charlie, address, form, **{"at": "Ryba outskirts", "at.is": "Node 69 (gate of Ryba)"})
    assert adopted(charlie)[1].at == "main/69"


def test_a_campaign_is_brought_by_a_form_alone(charlie: User) -> None:
    client = signed_in(charlie)
    page = text(client.get(f"{ADOPT}?g=grigory&g=alek"))
    form = filled(page)
    assert form["g"] == ["grigory", "alek"]
    told = {
        **form, "chapter": "2", "people": "2", "at": "Fort Istra", "sil": "12", "fort:lumbermill": "2", "city:mir": "1",
        "stash.name": ["Iron", "Tent"], "stash.qty": ["7", "1"], "stash.settled": ["", ""], "cubes:forest": "2",
        "g.alek.hp": "9", "g.grigory.armor": "Guard's Tunic", "action": "adopt",
    }  # fmt: skip
    assert client.post(ADOPT, told).status_code == 302
    state = adopted(charlie)[1]
    assert (state.party, state.players, state.at) == (("grigory", "alek"), ("p1", "p2"), "fort_istra/courtyard")
    assert (state.fort, state.prestige["mir"], state.region_cubes["forest"]) == ({"lumbermill": 2}, 1, 2)
    assert (state.stash.cards, state.guards["alek"].hp) == ({"iron_ore": 7, "tent": 1}, 9)


def test_an_empty_form_finds_no_fault_before_it_is_sent(charlie: User) -> None:
    client = signed_in(charlie)
    page = text(client.get(f"{ADOPT}?g=grigory"))
    assert "Where does the party stand?" not in page
    assert "Where does the party stand?" in text(client.post(ADOPT, {**filled(page), "action": "look"}))


def test_without_guards_the_form_asks_for_them_first(charlie: User) -> None:
    assert signed_in(charlie).get(ADOPT)["Location"] == BRING


@pytest.mark.pitfall("BL-076", "BL-080", "BL-090")
@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(30), "PNG"),
        (b"[]", "JSON list"),
        (b'{"name": "other"}', "no save of"),
        (save(sil="<b>many</b>"), "at sil, line 1"),
    ],
    ids=["picture", "list", "another", "value"],
)
def test_a_file_that_is_no_save_is_refused_and_nothing_is_kept(data: bytes, why: str, charlie: User) -> None:
    answer = bring(charlie, data)
    assert answer.status_code == 422
    assert why in text(answer)
    assert "<b>many" not in text(answer)
    assert not PackUpload.objects.exists()


def test_no_file_and_too_large_a_file_are_refused(charlie: User, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "No file was chosen." in text(signed_in(charlie).post(BRING))
    monkeypatch.setattr("tracker.web.adopting_page.MAX_BYTES", 10)
    assert "a save has at most 10" in text(bring(charlie, save()))


@pytest.mark.parametrize(
    "changes",
    [{"sil": "many"}, {"stash.name": ["Pine"], "stash.qty": ["1", "2"]}, {"at": "x" * 501}, {"notes": "\0"}],
    ids=str,
)
def test_a_form_that_no_browser_sends_is_refused(changes: dict[str, Any], charlie: User) -> None:
    address, form = read(charlie)
    answer = adopt(charlie, address, form, **changes)
    assert answer.status_code == 422
    assert not Campaign.objects.filter(created_by_id=charlie.pk).exists()


def test_names_of_a_file_are_shown_as_they_are(charlie: User) -> None:
    page = text(signed_in(charlie).get(bring(charlie, save(stash={"<b>Tom</b> & 'Ann'": 1}))["Location"]))
    assert "<b>Tom" not in page
    assert "&lt;b&gt;Tom&lt;/b&gt; &amp; &#x27;Ann&#x27;" in page


def test_a_save_is_seen_by_whoever_brought_it_alone(charlie: User, bob: User) -> None:
    address = bring(charlie, save())["Location"]
    assert signed_in(bob).get(address).status_code == 404
    assert signed_in(charlie).get(reverse("adopt_save", args=[uuid.uuid4()])).status_code == 404
    assert signed_in(charlie).get(f"{ADOPT}?pack=nothing&g=grigory").status_code == 404


def test_whoever_is_not_signed_in_is_asked_to(client: Any) -> None:
    assert "/accounts/login/" in client.get(BRING)["Location"]
    assert "/accounts/login/" in client.post(ADOPT)["Location"]


def test_the_form_takes_gems_and_what_is_unlocked_for_everybody(charlie: User) -> None:
    address = f"{ADOPT}?g=grigory"
    form = filled(text(signed_in(charlie).get(address)))
    told = {
        "g.grigory.ability:V": "Storm of Leaves", "g.grigory.gem:V": "green",
        "universal.name": ["Dusk Song"], "universal.qty": [], "universal.settled": [],
        "opened.name": ["16"], "opened.qty": [], "opened.settled": [],
        "quest.name": ["The Ring"], "quest.at": ["28"], "quest.settled": ["=narrative"],
    }  # fmt: skip
    looked_over = filled(text(adopt(charlie, address, form, **told, action="look")))
    assert adopt(charlie, address, looked_over).status_code == 302
    state = adopted(charlie)[1]
    assert state.guards["grigory"].gems == {"V": "green"}
    assert (state.universal_abilities, state.opened_nodes) == (("dusk_song",), ("main/16",))
    assert state.markers.narrative is not None


def test_a_gem_that_does_not_go_with_its_ability_is_asked_about_within_the_form(charlie: User) -> None:
    address = f"{ADOPT}?g=grigory"
    form = filled(text(signed_in(charlie).get(address)))
    refused = adopt(charlie, address, form, **{"g.grigory.ability:V": "Guard", "g.grigory.gem:V": "green"})
    assert refused.status_code == 422
    assert 'href="#at-g-grigory-gem-v"' in text(refused)
    assert text(refused).count('id="at-g-grigory-gem-v"') == 1
