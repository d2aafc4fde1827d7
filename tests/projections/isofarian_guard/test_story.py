"""Every event of a campaign has its words, and every decision its sentence."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from types import ModuleType

import pytest

from projections.isofarian_guard import battle_story
from projections.isofarian_guard.story import ALSO, FACTS, LEADS
from rules.isofarian_guard.battle import events as battle
from rules.isofarian_guard.campaign import events as campaign
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
    assert {*LEADS, *ALSO} <= set(FACTS)
