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
from rules.isofarian_guard.campaign.events import frame as f
from rules.isofarian_guard.campaign.events import frame as g
from rules.isofarian_guard.campaign.events import guards as u
from rules.isofarian_guard.campaign.events import learning as known
from rules.isofarian_guard.campaign.state import Narrative, SaveSheet, SheetLine, Stats
from rules.isofarian_guard.content.pack import standard
from rules.isofarian_guard.content.parts import Encounter, Foe
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


def test_an_upgrade_tells_the_base_stats_where_they_change_and_the_ability_where_one_comes() -> None:
    base = Stats(21, 3, 2, 2)
    assert _said(u.SkillUnlocked("grigory", "stout", base, 21)) == (
        "Grigory learned Stout: base HP 21, ATK 3, DEF 2, AP 2."
    )
    assert (
        _said(u.SkillUnlocked("grigory", "meditate", base, 21, "meditate")) == "Grigory learned Meditate, an ability."
    )
    assert _said(u.SkillUnlocked("grigory", "calm", base, 21, "meditate")) == (
        "Grigory learned Calm and may use Meditate."
    )


@pytest.mark.rule("ISO-EVT-008")
def test_who_waits_behind_a_skull_is_told_of_one_and_of_several() -> None:
    wolf, bear = Foe(slot="I", enemy="timber_wolf"), Foe(slot="II", enemy="mountain_bear", stars=2)
    one = known.EncounterLearned("main/30", "1", "skull_1", Encounter(enemies=(wolf,)))
    assert _said(one) == "Written down: behind a single skull at node 30 in chapter 1 waits Timber Wolf ★."
    two = known.EncounterLearned("main/30", "1", "skull_1", Encounter(enemies=(wolf, bear)))
    assert _said(two).endswith("wait Timber Wolf ★ and Mountain Bear ★★.")


def test_a_difficulty_that_was_chosen_again_stays() -> None:
    assert _said(f.DifficultyChanged("story", "tenebris")) == "The difficulty is Tenebris now, it was Story."
    assert _said(f.DifficultyChanged("story", "story")) == "The difficulty stays Story."


@pytest.mark.rule("ISO-SAVE-002")
def test_the_save_sheet_is_told_whole() -> None:
    line = SheetLine(hp=13, hp_max=20, atk=3, def_=2, ap_max=2)
    scene = Narrative("mir_puzzle", "scroll")
    sheet = SaveSheet(1, 2, 40, 28, "silny/inn", scene, {"forest": 40, "sea": 39}, {"grigory": line})
    assert _said(g.GameLeft(sheet)) == (
        "The game was put away in campaign 1, chapter 2: 40 Sil, 28 Lux; Grigory 13 of 20 HP, ATK 3, DEF 2, 2 AP; "
        "the checkpoint is the inn of Silny; in the midst of “Puzzle of Mir”; "
        "field event cards left: Forest 40 and Sea 39."
    )
