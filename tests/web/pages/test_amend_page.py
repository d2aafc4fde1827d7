"""The amend page: choosing what is to be otherwise, looking what would come of it, settling conflicts, making it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from projections import amended
from projections.catalogue import AdventureLog
from projections.reading import history
from rules.kernel import Observed, Option
from tests.cast import signed_in
from tests.tracker.eventstore.test_append import everything
from tests.web.pages.posting import HTMX, play, text
from tracker.jobs.models import Job
from tracker.jobs.work import advance
from tracker.timelines import drafts
from tracker.timelines.access import Actor
from tracker.timelines.deciding import decide
from tracker.timelines.models import Amendment, Membership, Timeline
from tracker.timelines.positions import at_head, at_version
from tracker.web.option_forms import option_key

pytestmark = pytest.mark.django_db(transaction=True)


def go_on(timeline: Timeline, actor: Actor, do: str, luck: dict[str, list[str]] | None = None, **given: Any) -> int:
    """Take a decision; its first version."""
    expected = at_head(timeline).version
    chance = (lambda: Observed(luck)) if luck else (lambda: Observed({}))
    return decide(timeline, actor, {"do": do, **given}, expected=expected, chance=chance).first_version


@pytest.fixture
def drawn(timeline: Timeline, owner: Actor) -> dict[str, int]:
    """Three Invaders drawn and a Defender deployed: the versions of these decisions."""
    versions = {}
    for number, invader in enumerate(("bog_brute_1", "gutter_rats_1", "gutter_rats_2")):
        versions[f"draw{number}"] = go_on(timeline, owner, "draw_invader", {"invader_deck": [invader]})
    versions["end"] = go_on(timeline, owner, "end_invasion")
    card = at_head(timeline).state.players["p1"].hand[0]  # type: ignore[union-attr]
    versions["deploy"] = go_on(timeline, owner, "deploy", player="p1", card=card, gate="g1")
    versions["deploy2"] = go_on(
        timeline, owner, "deploy", player="p1", card=at_head(timeline).state.players["p1"].hand[0], gate="g2",  # type: ignore[union-attr]
    )  # fmt: skip
    return versions


def url(timeline: Timeline, version: int, name: str = "amend", *more: int) -> str:
    """An address of the amend pages."""
    return reverse(name, args=[timeline.id, version, *more])


def option_before(timeline: Timeline, version: int, do: str, **fixed: Any) -> Option:
    """An option that was offered before a version."""
    position = at_version(timeline, version - 1)
    options = position.game.options(position.state, position.pack)
    return next(each for each in options if each.do == do and fixed.items() <= dict(each.fixed).items())


def planned(client: Client, timeline: Timeline, version: int, **form: Any) -> HttpResponse:
    """Send a form that says what is to be otherwise."""
    answer: HttpResponse = client.post(url(timeline, version, "amend_plan"), form)
    return answer


def settled(client: Client, timeline: Timeline, version: int, **form: Any) -> HttpResponse:
    """Send a form that says what becomes of a conflict."""
    answer: HttpResponse = client.post(url(timeline, version, "amend_settle"), form)
    return answer


def test_the_form_is_filled_with_the_decision_as_it_was(timeline: Timeline, alice: User, drawn: dict[str, int]) -> None:
    page = text(signed_in(alice).get(url(timeline, drawn["deploy"])))
    assert 'value="g1"' in page.split("checked")[0].rsplit("<input", 1)[1]
    assert "It was" in page
    assert "stays exactly as it is" in page


def test_another_version_of_the_same_decision_leads_there_too(
    timeline: Timeline, alice: User, drawn: dict[str, int]
) -> None:
    assert signed_in(alice).get(url(timeline, drawn["draw0"] + 1)).status_code == 200


@pytest.mark.pitfall("BL-056", "BL-176")
def test_change_it_look_and_make_it(timeline: Timeline, alice: User, drawn: dict[str, int]) -> None:
    client, version = signed_in(alice), drawn["deploy"]
    card = at_version(timeline, version - 1).state.players["p1"].hand[0]  # type: ignore[union-attr]
    option = option_before(timeline, version, "deploy", card=card)
    before = everything()
    answer = planned(
        client, timeline, version, do="deploy", option=option_key(option), how="change", **{"f.gate": "g3"}
    )
    assert answer.headers["Location"] == url(timeline, version)
    page = text(client.get(url(timeline, version)))
    assert "1 later decision:" in page
    assert "1 replay as they were" in page
    assert everything() == before
    made = client.post(url(timeline, version, "amend_make"), {"name": "To gate 3", "description": "Why not"})
    timeline_made = Timeline.objects.get(name="To gate 3")
    assert str(timeline_made.id) in made.headers["Location"]
    state: Any = at_head(timeline_made).state
    assert card in state.gates["g3"].defenders
    again = client.post(url(timeline, version, "amend_make"), {"name": "To gate 3", "description": "Why not"})
    assert (again.headers["Location"], Timeline.objects.count()) == (made.headers["Location"], 2)
    assert client.post(url(timeline, version, "amend_make"), {"name": "Another name"}).status_code == 404


def test_leave_it_out_and_settle_the_conflict(timeline: Timeline, alice: User, drawn: dict[str, int]) -> None:
    client, version = signed_in(alice), drawn["draw2"]
    planned(client, timeline, version, how="drop")
    page = text(client.get(url(timeline, version)))
    assert "3 in conflict" in page
    assert "FD-INV-007" in page
    assert " disabled>" in page.split("Make this timeline")[0].rsplit("<button", 1)[1]
    refused = client.post(url(timeline, version, "amend_make"), {"name": "Too early"})
    assert refused.status_code == 422
    assert "no longer possible" in text(refused)
    replace = client.get(url(timeline, version, "amend_replace", drawn["end"]))
    assert "Draw Invader 3 of 3" in text(replace)
    other = Option("draw_invader", "", luck=True)
    settled(client, timeline, version, conflict=drawn["end"], way="replace", do="draw_invader",
            option=option_key(other), luck="app")  # fmt: skip
    settled(client, timeline, version, rest="skip")
    page = text(client.get(url(timeline, version)))
    assert "in conflict" not in page
    client.post(url(timeline, version, "amend_make"), {"name": "Another third Invader"})
    made = Timeline.objects.get(name="Another third Invader")
    assert [row["decision"].partition(".")[2] for _, row in history(AdventureLog(), made)][-1] == "draw_invader"


def test_put_one_before_a_conflict_and_the_rest_replays(timeline: Timeline, alice: User, drawn: dict[str, int]) -> None:
    client, version = signed_in(alice), drawn["draw2"]
    planned(client, timeline, version, how="drop")
    offered = text(client.get(url(timeline, version, "amend_replace", drawn["end"]) + "?way=precede"))
    assert ("Draw Invader 3 of 3" in offered, "What is decided first?" in offered) == (True, True)
    draw = {"conflict": drawn["end"], "way": "precede", "do": "draw_invader",
            "option": option_key(Option("draw_invader", "", luck=True))}  # fmt: skip
    asked = settled(client, timeline, version, **draw, luck="table")
    assert "Say what came up" in text(asked)
    settled(client, timeline, version, **draw, luck="table", **{"luck.invader_deck": "bog_brute_2"})
    page = text(client.get(url(timeline, version)))
    assert ("in conflict" in page, "then as it was" in page, "put before it" in page) == (False, True, True)
    assert settled(client, timeline, version, **draw, luck="app").status_code == 422  # a fourth is one too many
    client.post(url(timeline, version, "amend_make"), {"name": "Another third"})
    said = [
        row["decision"].partition(".")[2]
        for _, row in history(AdventureLog(), Timeline.objects.get(name="Another third"))
    ]
    assert said[-5:] == ["draw_invader", "draw_invader", "end_invasion", "deploy", "deploy"]


def test_each_way_out_can_be_taken_back(timeline: Timeline, alice: User, drawn: dict[str, int]) -> None:
    client, version = signed_in(alice), drawn["draw2"]
    planned(client, timeline, version, how="drop")
    for way, said in (("skip", "left out"), ("stop", "the replay ends before it")):
        settled(client, timeline, version, conflict=drawn["end"], way=way)
        assert said in text(client.get(url(timeline, version)))
        settled(client, timeline, version, conflict=drawn["end"], way="")
        assert Amendment.objects.get().plan.get("settled", {}) == {}
    assert settled(client, timeline, version, conflict=drawn["end"], way="dance").status_code == 422
    assert settled(client, timeline, version, conflict=99999, way="skip").status_code == 422
    assert settled(client, timeline, version, conflict="x", way="skip").status_code == 404


def test_luck_typed_in_asks_for_what_came_up(timeline: Timeline, alice: User, drawn: dict[str, int]) -> None:
    client, version = signed_in(alice), drawn["draw1"]
    option = Option("draw_invader", "", luck=True)
    form = {"do": "draw_invader", "option": option_key(option), "how": "change", "luck": "table"}
    asked = planned(client, timeline, version, **form)
    assert "Say what came up" in text(asked)
    assert not Amendment.objects.exists()
    planned(client, timeline, version, **form, **{"luck.invader_deck": "reaver_1"})
    assert "Reaver" in text(client.get(url(timeline, version)))


def test_what_is_refused_is_said_at_its_form(timeline: Timeline, alice: User, drawn: dict[str, int]) -> None:
    client, version = signed_in(alice), drawn["deploy"]
    option = option_before(timeline, version, "deploy")
    answer = planned(client, timeline, version, do="deploy", option=option_key(option), how="change", **{"f.gate": "x"})
    assert answer.status_code == 422
    assert "not among the choices" in text(answer)
    assert planned(client, timeline, version, how="change").status_code == 422


def test_put_one_before_it(timeline: Timeline, alice: User, drawn: dict[str, int]) -> None:
    client, version = signed_in(alice), drawn["deploy2"]
    card = at_version(timeline, version - 1).state.players["p1"].hand[-1]  # type: ignore[union-attr]
    option = option_before(timeline, version, "deploy", card=card)
    assert "comes after it" in text(client.get(url(timeline, version, "amend_choose") + "?how=insert"))
    planned(client, timeline, version, do="deploy", option=option_key(option), how="insert", **{"f.gate": "g5"})
    page = text(client.get(url(timeline, version)))
    assert ("First" in page, "Then" in page, "1 later decision" in page) == (True, True, True)


def test_the_set_up_is_amended_but_never_left_out(timeline: Timeline, alice: User) -> None:
    client = signed_in(alice)
    page = text(client.get(url(timeline, 1)))
    assert "Leave it out" not in page
    position = at_head(timeline)
    option = next(o for o in position.game.options(None, position.pack) if o.fixed.get("factions.p1") == "elf")
    planned(client, timeline, 1, do="set_up", option=option_key(option), how="change", luck="app")
    assert "Elves" in text(client.get(url(timeline, 1)))
    client.post(url(timeline, 1, "amend_make"), {"name": "Elves"})
    assert at_head(Timeline.objects.get(name="Elves")).state.players["p1"].faction == "elf"  # type: ignore[union-attr]


def test_it_waits_until_one_comes_back_and_can_be_thrown_away(
    timeline: Timeline, owner: Actor, alice: User, bob: User, drawn: dict[str, int]
) -> None:
    client, version = signed_in(alice), drawn["deploy"]
    planned(client, timeline, version, how="drop")
    go_on(timeline, owner, "deploy", player="p1", card=at_head(timeline).state.players["p1"].hand[0], gate="g6")  # type: ignore[union-attr]
    page = text(client.get(url(timeline, version)))
    assert ("1 later decision:" in page, "has gone on since: 1 version later" in page) == (True, True)
    client.post(url(timeline, version, "amend_discard"), {"newest": "yes"})
    assert "2 later decisions:" in text(client.get(url(timeline, version)))
    assert "Change it" in text(signed_in(bob).get(url(timeline, version)))  # it is nobody else's
    client.post(url(timeline, version, "amend_discard"))
    assert "Change it" in text(client.get(url(timeline, version)))


def test_the_story_leads_to_it_and_says_what_was_replayed(
    timeline: Timeline, alice: User, drawn: dict[str, int]
) -> None:
    client, version = signed_in(alice), drawn["draw0"]
    assert url(timeline, version) in text(client.get(reverse("story", args=[timeline.id])))
    planned(client, timeline, drawn["deploy"], how="drop")
    client.post(url(timeline, drawn["deploy"], "amend_make"), {"name": "Without"})
    made = Timeline.objects.get(name="Without")
    assert text(client.get(reverse("story", args=[made.id]))).count(">replayed<") == 1


def test_outsiders_and_spectators(
    timeline: Timeline, alice: User, sara: User, charlie: User, drawn: dict[str, int]
) -> None:
    address = url(timeline, drawn["deploy"])
    assert signed_in(charlie).get(address).status_code == 404
    assert signed_in(sara).get(address).status_code == 403
    assert signed_in(alice).post(address).status_code == 405
    assert signed_in(alice).get(url(timeline, drawn["deploy"], "amend_make")).status_code == 405
    for version in (0, 9999, 10**12):
        assert signed_in(alice).get(url(timeline, version)).status_code == 404
    assert signed_in(alice).post(url(timeline, drawn["deploy"], "amend_make")).status_code == 404


def test_somebody_else_for_a_strict_seat(timeline: Timeline, bob: User, drawn: dict[str, int]) -> None:
    timeline.campaign.strict_seats = True
    timeline.campaign.save(update_fields=["strict_seats"])
    assert Membership.objects.get(user=bob).role == "player"
    option = option_before(timeline, drawn["deploy"], "deploy")
    answer = planned(signed_in(bob), timeline, drawn["deploy"], do="deploy", option=option_key(option), how="change",
                     **{"f.gate": "g5"})  # fmt: skip
    assert answer.status_code == 422
    assert "belongs to whoever plays" in text(answer)


@pytest.fixture
def long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every replay counts as long."""
    monkeypatch.setattr(drafts, "LONG", 0)


@pytest.mark.usefixtures("long_ago")
def test_a_long_replay_goes_on_in_the_background(timeline: Timeline, alice: User, drawn: dict[str, int]) -> None:
    client, version = signed_in(alice), drawn["deploy"]
    planned(client, timeline, version, how="drop")
    waiting = text(client.get(url(timeline, version)))
    assert ("It waits for its turn" in waiting, "Cancel" in waiting) == (True, True)
    advance()
    assert "1 later decision:" in text(client.get(url(timeline, version)))
    client.post(url(timeline, version, "amend_make"), {"name": "Without", "description": ""})
    assert "It waits for its turn" in text(client.get(url(timeline, version)))
    advance()
    made = Timeline.objects.get(name="Without")
    assert str(made.id) in client.get(url(timeline, version) + "?made=1").headers["Location"]
    assert Job.objects.get(kind="amend").result == {"timeline": str(made.id)}


@pytest.mark.usefixtures("long_ago")
def test_a_long_replay_can_be_stopped_and_leaves_nothing(
    timeline: Timeline, alice: User, drawn: dict[str, int]
) -> None:
    client, version = signed_in(alice), drawn["deploy"]
    planned(client, timeline, version, how="drop")
    assert "choose" in client.post(url(timeline, version, "amend_cancel")).headers["Location"]
    client.get(url(timeline, version))
    advance()
    client.post(url(timeline, version, "amend_make"), {"name": "Without", "description": ""})
    client.post(url(timeline, version, "amend_cancel"))
    advance()
    assert (Timeline.objects.count(), Job.objects.filter(state="cancelled").count()) == (1, 2)
    assert client.post(url(timeline, version, "amend_make"), {"name": "main"}).status_code == 422


@pytest.mark.usefixtures("long_ago")
def test_a_refusal_in_the_background_is_told(timeline: Timeline, alice: User, drawn: dict[str, int]) -> None:
    client, version = signed_in(alice), drawn["deploy"]
    planned(client, timeline, version, how="drop")
    advance()
    client.post(url(timeline, version, "amend_make"), {"name": "Taken", "description": ""})
    Timeline.objects.filter(id=timeline.id).update(name="Taken")
    advance()
    assert "called “Taken”" in text(client.get(url(timeline, version)))


@pytest.mark.parametrize("background", [False, True])
def test_many_conflicts_are_told_page_by_page(
    timeline: Timeline, alice: User, drawn: dict[str, int], monkeypatch: pytest.MonkeyPatch, background: bool
) -> None:
    monkeypatch.setattr(amended, "LISTED", 1)
    if background:
        monkeypatch.setattr(drafts, "LONG", 0)
    client, version = signed_in(alice), drawn["draw2"]
    planned(client, timeline, version, how="drop")

    def shown(query: str = "") -> tuple[list[str], str]:
        address = url(timeline, version) + query
        client.get(address)
        advance()
        page = text(client.get(address))
        return re.findall(r'id="conflict-(\d+)"', page), page

    conflicts = [str(drawn[name]) for name in ("end", "deploy", "deploy2")]
    found, page = shown()
    assert (found, "Page 1 of 3, 3 in conflict on all" in page) == (conflicts[:1], True)
    assert shown("?page=2")[0] == conflicts[1:2]
    for beyond in ("3", "99"):
        assert shown(f"?page={beyond}")[0] == conflicts[2:]
    assert shown("?page=0")[0] == conflicts[:1]
    replace = text(client.get(url(timeline, version, "amend_replace", drawn["deploy2"]) + "?page=3"))
    assert 'name="page" value="3"' in replace
    assert f"{url(timeline, version)}?page=3#conflict-" in replace
    answer = settled(client, timeline, version, conflict=drawn["deploy2"], way="skip", page="3")
    assert answer.headers["Location"] == f"{url(timeline, version)}?page=3#conflict-{drawn['deploy2']}"
    found, page = shown("?page=3")
    assert (found, "2 in conflict on all" in page) == (conflicts[2:], True)
    settled(client, timeline, version, conflict=drawn["end"], way="skip")
    assert shown()[0] == conflicts[1:2]  # where the first one is of which nothing was said


def test_parts_for_htmx_and_whole_pages_otherwise(timeline: Timeline, alice: User, drawn: dict[str, int]) -> None:
    client, version = signed_in(alice), drawn["deploy"]
    planned(client, timeline, version, how="drop")
    assert "<!doctype html>" in text(client.get(url(timeline, version)))
    assert "<!doctype html>" not in text(client.get(url(timeline, version), headers=HTMX))


def test_queries_do_not_grow_with_the_story(
    timeline: Timeline, owner: Actor, alice: User, drawn: dict[str, int]
) -> None:
    client, version = signed_in(alice), drawn["draw2"]
    planned(client, timeline, version, how="drop")

    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            client.get(url(timeline, version))
        return len(found)

    few = queries()
    play(timeline, owner, 25)
    client.post(url(timeline, version, "amend_discard"), {"newest": "yes"})
    assert queries() <= few + 2
    assert few < 30
