"""Decisions about the game as a whole: campaigns, chapters, guards, players, difficulty, saving."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from rules.isofarian_guard.campaign.facts import START_NODE, Difficulty
from rules.isofarian_guard.campaign.state import Count, Dial, Level, Part, Stash, Stats
from rules.kernel import Bag, Decision


class Kit(Part, frozen=True, forbid_unknown_fields=True):
    """What a guard starts a campaign with, as the campaign book lists it. Left out: as the pack says.

    :param abilities: guard and stonebound abilities by ability slot
    """

    weapon: str = ""
    armor: str = ""
    bag: Bag = {}
    abilities: Mapping[str, str] = {}


class StartCampaign(Decision, frozen=True):
    """Begin a campaign.

    :param party: the guards that the campaign book names; not needed for campaign 1
    :param at: where they start; not needed for campaign 1
    :param kits: starting cards and chips by guard
    :param players: who plays; before the first campaign only
    :param difficulty: before the first campaign only
    """

    campaign: int = 1
    party: tuple[str, ...] = ()
    at: str = ""
    kits: Mapping[str, Kit] = {}
    players: tuple[str, ...] = ()
    difficulty: Difficulty | None = None


class AdoptedGuard(Part, frozen=True, forbid_unknown_fields=True):
    """A guard as everything lies on the dashboards, in the bag (bonus chips included) and in the satchel.

    :param hp: left out: full
    :param base: base stats with upgrades; left out: as the rulebook prints them
    :param gems: colours for rainbow abilities, by slot
    """

    hp: Count | None = None
    ap_exhausted: Count = 0
    base: Stats | None = None
    bag: Bag = {}
    satchel: Bag = {}
    weapon: str = ""
    weapon_stones: tuple[str, ...] = ()
    armor: str = ""
    armor_stones: tuple[str, ...] = ()
    accessory: str = ""
    item: str = ""
    abilities: Mapping[str, str] = {}
    gems: Mapping[str, str] = {}
    known: tuple[str, ...] = ()
    skills: tuple[str, ...] = ("start",)


class AdoptPosition(Decision, frozen=True):
    """Go on with a campaign that was played elsewhere so far.

    :param guards: those of the party, and those who are set aside as they were left
    :param decks: field event cards left, by region; left out: all
    :param completed: narratives and quests that are crossed off
    :param scrolls: nodes of scroll chips, by quest
    :param narrative: the quest of the narrative event chip and its node, or nothing
    """

    campaign: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1
    chapter: Annotated[int, msgspec.Meta(ge=1)] = 1
    party: tuple[str, ...] = ()
    at: str = START_NODE
    players: tuple[str, ...] = ()
    difficulty: Difficulty | None = None
    guards: Mapping[str, AdoptedGuard] = {}
    sil: Dial = 0
    lux: Dial = 0
    stash: Stash = Stash()
    fort: Mapping[str, Level] = {}
    prestige: Mapping[str, Annotated[int, msgspec.Meta(ge=0, le=3)]] = {}
    region_cubes: Mapping[str, Annotated[int, msgspec.Meta(ge=0, le=3)]] = {}
    decks: Mapping[str, Annotated[int, msgspec.Meta(ge=0, le=40)]] = {}
    checkpoint: str = ""
    boat_at: str = ""
    completed: tuple[str, ...] = ()
    scrolls: Mapping[str, str] = {}
    narrative: Mapping[str, str] = {}
    universal_abilities: tuple[str, ...] = ()
    caravan_accessories: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    opened_nodes: tuple[str, ...] = ()


class CompleteCampaign(Decision, frozen=True):
    """The campaign is over."""


class StartChapter(Decision, frozen=True):
    """The campaign book opens the next chapter.

    :param store: satchels for the tools of chapter 2, by tool
    """

    chapter: int
    store: Mapping[str, str] = {}


class GuardJoins(Decision, frozen=True):
    """A guard joins a party of one."""

    guard: str
    kit: Kit = Kit()


class SwapGuard(Decision, frozen=True):
    """The campaign book exchanges a guard for another."""

    leaves: str
    joins: str
    kit: Kit = Kit()


class SetDifficulty(Decision, frozen=True):
    """Change the level of difficulty."""

    level: Difficulty


class AddPlayer(Decision, frozen=True):
    """Somebody joins and takes over a guard; a single guard is shared."""

    player: str
    guard: str = ""


class RemovePlayer(Decision, frozen=True):
    """Somebody leaves; the other plays both guards."""

    player: str


class AssignControl(Decision, frozen=True):
    """Say who plays whom."""

    control: Mapping[str, str]


class LeaveGame(Decision, frozen=True):
    """Stop playing and write the save sheet."""
