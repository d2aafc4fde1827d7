"""Bringing an ongoing campaign in Chromium: a save is read, settled by hand, adopted and played on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.rules.isofarian_guard.saves.files import guard, save
from tracker.timelines.campaigns import main_timeline
from tracker.timelines.models import Campaign
from tracker.timelines.positions import at_head

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BRING = "/campaigns/new/isofarian_guard/bring/"
SAVE = save(
    sil=120,
    guards=[
        guard(hp=15, satchel=[{"item": "Wolf Plet", "qty": 2}], equipment={"weapon": "Ryban Glaive"}),
        guard("Alek", baseAtk=2, baseDef=1, chips={"black": 8}),
    ],
    campaign={"campaignId": 1, "locations": {"party": "Ryba outskirts"}},
)


def read(visitor: Visitor, data: bytes = SAVE) -> Page:
    """Choose the save and have it read."""
    visitor.go(BRING)
    page = visitor.page
    page.set_input_files("[name=file]", {"name": "save.json", "mimeType": "application/json", "buffer": data})
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Read from The Guard's Ledger")
    return page


def test_the_form_of_a_save_is_readable_in_every_look(
    visit: Callable[..., Visitor], look: dict[str, str], axe: Callable[[Page], None], charlie: User
) -> None:
    visitor = visit(**look, user=charlie)
    visitor.go(BRING)
    axe(visitor.page)
    assert visitor.small_targets() == []
    page = read(visitor)
    axe(page)
    assert visitor.overflow() <= 0
    assert visitor.small_targets() == []


@pytest.mark.pitfall("BL-080")
def test_a_file_that_is_no_save_is_refused_within_sight(visit: Callable[..., Visitor], charlie: User) -> None:
    visitor = visit(size="phone", user=charlie)
    visitor.go(BRING)
    page = visitor.page
    page.set_input_files("[name=file]", {"name": "a.json", "mimeType": "application/json", "buffer": b"[1]"})
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("alert")).to_contain_text("This is a JSON list")
    visitor.troubles[:] = [trouble for trouble in visitor.troubles if "422" not in trouble]


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_save_is_settled_by_hand_and_played_on(visit: Callable[..., Visitor], charlie: User, scripts: bool) -> None:
    visitor = visit(size="phone", user=charlie, java_script_enabled=scripts)
    page = read(visitor)
    to_settle = page.get_by_role("alert")
    expect(to_settle.get_by_role("listitem")).to_have_count(4)
    to_settle.get_by_role("link", name="“Ryba outskirts”").click()
    page.get_by_label("The party stands at: what is meant").select_option("Node 69 (gate of Ryba)")
    page.get_by_label("Chapter").select_option("Chapter 1")
    page.get_by_label("Weapon").first.select_option("“Ryban Glaive” goes into the stash")
    page.get_by_label("Wolf Plet: what becomes of it").select_option("It is Wolf Pelt")
    page.get_by_role("button", name="Adopt this position").click()
    expect(page).to_have_url(f"{visitor.address}/t/{_main()}/")
    state: Any = at_head(main_timeline(Campaign.objects.get())).state
    assert (state.at, state.sil, state.stash.sil) == ("main/69", 99, 21)
    assert state.stash.cards == {"ryban_glaive": 1}
    assert state.guards["grigory"].satchel == {"wolf_pelt": 2}
    adopted = at_head(main_timeline(Campaign.objects.get())).version
    page.locator("#now form:has([name=do][value=move]) button[type=submit]").first.click()
    expect(page.locator("[data-live]")).not_to_have_attribute("data-version", str(adopted))
    assert at_head(main_timeline(Campaign.objects.get())).version > adopted


def _main() -> Any:
    return Campaign.objects.get().main_id
