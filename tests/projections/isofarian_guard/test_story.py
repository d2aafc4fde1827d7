"""Every event of a campaign has its words, and every decision its sentence."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from types import ModuleType

import pytest

from projections.isofarian_guard import battle_story
from projections.isofarian_guard.story import ALSO, FACTS, GIVEN, LEADS, sentence
from projections.views import Moment
from rules.isofarian_guard.battle import events as battle
from rules.isofarian_guard.campaign import events as campaign
from rules.isofarian_guard.campaign.events import cards as c
from rules.isofarian_guard.content.pack import standard
from rules.isofarian_guard.game import GAME
from rules.kernel import Event, TableEvent, ValueCorrected


def _events(package: ModuleType) -> set[type[Event]]:
    modules = [package, *(importlib.import_module(f"{package.__name__}.{each.name}") for each in _inside(package))]
    return {
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__.startswith(package.__name__)
    }


def _inside(package: ModuleType) -> Iterable[pkgutil.ModuleInfo]:
    return pkgutil.iter_modules(package.__path__)


def test_every_event_of_a_campaign_has_its_words() -> None:
    assert _events(campaign) == set(FACTS)


@pytest.mark.pitfall("BL-019")
def test_no_event_of_the_game_is_without_words() -> None:
    told = {*FACTS, *battle_story.FACTS}
    kinds = {kind for kind in _events(campaign) | _events(battle) if not issubclass(kind, TableEvent | ValueCorrected)}
    assert kinds <= told
    assert GAME.key == "isofarian_guard"


def test_what_leads_a_sentence_and_what_follows_are_events_with_words() -> None:
    assert {*LEADS, *ALSO, *GIVEN} <= set(FACTS)


def _said(*events: Event) -> str:
    numbered = tuple(enumerate(events, start=1))
    return sentence(Moment(GAME, standard(), "", "", {}, (), "ann", "p1", 0, numbered, None, None))


def test_all_that_a_book_gives_is_told() -> None:
    pine, hide = c.CardStored("alek", "pine", 2), c.CardStored("grigory", "animal_hide", 1)
    assert _said(pine, hide, c.SilGained(3)) == (
        "Alek stored 2 Pine. Grigory stored Animal Hide. The party gained 3 Sil."
    )
    assert _said(c.CardBought("pine", 1, 4), pine, c.SilSpent(4)) == "The party bought Pine for 4 Sil."
