"""Decisions about the game as a whole: campaigns, chapters, guards, players, difficulty, saving."""

from __future__ import annotations

from collections.abc import Mapping

from rules.isofarian_guard.campaign.facts import Difficulty
from rules.isofarian_guard.campaign.state import Part
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
