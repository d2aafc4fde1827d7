"""The page of the timelines: the picture, the cards, and what is done from them."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.cast import signed_in
from tests.web.pages.posting import ODD, SHOWN, form_of, options, play, post, text, version_of
from tracker.timelines.access import Actor
from tracker.timelines.forking import archive, fork
from tracker.timelines.models import Amendment, Campaign, Timeline
from tracker.web.timeline_tree import ROW, ordered, shown, tree
from tracker.web.timelines_page import timeline_cards

pytestmark = pytest.mark.django_db


@pytest.fixture
def wood(timeline: Timeline, owner: Actor, alice: User) -> dict[str, Timeline]:
    """A tree: main, an early and a late branch, and one from the early branch below its own fork."""
    play(timeline, owner, 10)
    early = fork(timeline, owner, alice, 8, name="Early", description="Before it went wrong.")
    play(early, owner, 4, seed=2)
    late = fork(timeline, owner, alice, version_of(timeline), name="Late")
    inner = fork(early, owner, alice, version_of(early), name="Inner")
    shared = fork(early, owner, alice, 6, name="Shared")
    return {"main": timeline, "early": early, "late": late, "inner": inner, "shared": shared}


def page(user: User, campaign: Campaign, **query: str) -> str:
    """The page."""
    answer = signed_in(user).get(reverse("timelines", args=[campaign.id]), query)
    assert answer.status_code == 200
    return text(answer)


def test_whatever_branched_last_stands_next_to_where_it_branched(wood: dict[str, Timeline]) -> None:
    names = [(each.name, depth) for each, depth in ordered(list(wood.values()))]
    assert names == [("Main", 0), ("Late", 1), ("Early", 1), ("Inner", 2), ("Shared", 2)]


def test_lanes_begin_where_they_branched_and_end_where_they_are(wood: dict[str, Timeline], campaign: Campaign) -> None:
    lanes = {lane.card.timeline.name: lane for lane in tree(timeline_cards(campaign)).lanes}
    main, early, shared = lanes["Main"], lanes["Early"], lanes["Shared"]
    assert main.start < early.start < early.end
    assert (main.origin, early.origin, lanes["Inner"].origin) == (None, main, early)
    assert shared.origin == main  # it goes on from a version that Early shares with Main
    assert [lane.row for lane in lanes.values()] == list(range(5))
    assert early.drop == f"M0 0V{2 * ROW - 10}q0 10 10 10"
    assert all(lane.end <= 100 for lane in lanes.values())


def test_the_picture_has_real_links_and_says_what_it_shows(wood: dict[str, Timeline], alice: User) -> None:
    early = wood["early"]
    html = page(alice, early.campaign)
    picture = html.split('class="tree-picture"')[1].split("</nav>")[0]
    for each in wood.values():
        assert f'<a href="{reverse("table", args=[each.id])}"' in picture
    assert f'{reverse("table", args=[early.id])}?v=8"' in picture
    assert f'aria-label="Early: branched from Main at version 8, now at version {version_of(early)}"' in picture
    assert html.count('<li class="timeline-card') == 5
    assert re.search(r"\d,\d", picture) is None  # no number is written as another language would


def test_a_name_that_is_long_or_odd_stays_readable(timeline: Timeline, owner: Actor, alice: User) -> None:
    fork(timeline, owner, alice, version_of(timeline), name=ODD)
    fork(timeline, owner, alice, version_of(timeline), name="x" * 100)
    html = page(alice, timeline.campaign)
    assert SHOWN in html
    assert ODD not in html
    assert f"<title>{'x' * 100}</title>{'x' * 31}…" in html


def test_archived_branches_are_folded_up_and_come_back(wood: dict[str, Timeline], bob: User) -> None:
    late = wood["late"]
    asked = page(bob, late.campaign)
    assert reverse("archive_timeline", args=[late.id]) in asked
    assert post(signed_in(bob), "archive_timeline", late, {}).status_code == 302
    folded = page(bob, late.campaign)
    assert f"timeline-{late.id}" not in folded
    assert "Show 1 archived" in folded
    unfolded = page(bob, late.campaign, archived="1")
    assert f"timeline-{late.id}" in unfolded
    table = text(signed_in(bob).get(reverse("table", args=[late.id])))
    assert "“Late” is archived." in table
    assert "data-option" not in table
    back = post(signed_in(bob), "unarchive_timeline", late, {"back": "table"})
    assert back["Location"] == reverse("table", args=[late.id])
    assert "Show 1 archived" not in page(bob, late.campaign)


def test_an_archived_branch_with_a_branch_of_its_own_stays_in_the_picture(
    wood: dict[str, Timeline], owner: Actor
) -> None:
    archive(wood["early"], owner)
    assert len(shown(timeline_cards(wood["main"].campaign))) == 5
    for name in ("inner", "shared"):
        archive(wood[name], owner)
    assert [card.timeline.name for card in shown(timeline_cards(wood["main"].campaign))] == ["Main", "Late"]


def test_nothing_is_decided_on_an_archived_branch(wood: dict[str, Timeline], owner: Actor, alice: User) -> None:
    form = form_of(wood["late"], options_of(wood["late"]))
    archive(wood["late"], owner)
    answer = post(signed_in(alice), "decide", wood["late"], form)
    assert answer.status_code == 422
    assert "is archived" in text(answer)


def options_of(timeline: Timeline) -> str:
    """A kind of decision that is open."""
    return next(each.do for each in options(timeline) if not each.blocked)


def test_spectators_and_players_are_offered_what_they_may(wood: dict[str, Timeline], bob: User, sara: User) -> None:
    late = wood["late"]
    his, hers = page(bob, late.campaign), page(sara, late.campaign)
    assert reverse("rename", args=[late.id]) in his
    assert reverse("promote", args=[late.id]) not in his
    assert "<form" not in hers.split("<main")[1]
    for name in ("archive_timeline", "unarchive_timeline"):
        assert post(signed_in(sara), name, late, {}).status_code == 403


@pytest.mark.pitfall("BL-169")
def test_the_main_timeline_changes_and_nothing_is_lost(wood: dict[str, Timeline], alice: User) -> None:
    late, main = wood["late"], wood["main"]
    post(signed_in(alice), "promote", late, {})
    campaign = Campaign.objects.get()
    assert campaign.main_id == late.id
    assert signed_in(alice).get(reverse("campaign", args=[campaign.id]))["Location"] == reverse("table", args=[late.id])
    for each in (main, late):
        assert signed_in(alice).get(reverse("table", args=[each.id]), {"v": 8}).status_code == 200
    refused = post(signed_in(alice), "archive_timeline", late, {})
    assert (refused.status_code, "The main timeline is not archived." in text(refused)) == (422, True)


def test_what_somebody_is_amending_is_found_again_and_thrown_away(
    wood: dict[str, Timeline], alice: User, bob: User, sara: User
) -> None:
    early, campaign, client = wood["early"], wood["main"].campaign, signed_in(alice)
    client.post(reverse("amend_plan", args=[early.id, version_of(early)]), {"how": "drop"})
    draft = Amendment.objects.get()
    assert draft.timeline == early
    listed = page(alice, campaign).split('class="draft-list"')[1].split("</ul>")[0]
    assert reverse("amend", args=[early.id, draft.version]) in listed
    assert (f"version {draft.version} of Early" in listed, "Without: “" in listed) == (True, True)
    for other in (bob, sara):
        assert "draft-list" not in page(other, campaign)
    thrown = client.post(reverse("amend_discard", args=[early.id, draft.version]), {"back": "timelines"}, follow=True)
    assert (thrown.redirect_chain[-1][0], "draft-list" in text(thrown)) == (
        reverse("timelines", args=[campaign.id]),
        False,
    )
    assert not Amendment.objects.exists()


@pytest.mark.pitfall("BL-139")
def test_two_hundred_branches_cost_no_more_queries_than_two(
    campaign: Campaign, timeline: Timeline, owner: Actor, alice: User
) -> None:
    fork(timeline, owner, alice, version_of(timeline), name="First")

    def queries() -> int:
        client = signed_in(alice)
        with CaptureQueriesContext(connection) as asked:
            client.get(reverse("timelines", args=[campaign.id]))
        return len(asked)

    queries()
    few = queries()
    for number in range(199):
        fork(timeline, owner, alice, version_of(timeline), name=f"What-if {number}")
    assert queries() == few <= 12
    lanes = tree(timeline_cards(campaign)).lanes
    assert len({lane.middle for lane in lanes}) == len(lanes) == 201
