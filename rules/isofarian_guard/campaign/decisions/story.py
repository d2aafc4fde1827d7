"""What may be chosen in narratives, quests, battles, and what the books order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from rules.isofarian_guard.campaign.decisions.fort import Enemies
from rules.isofarian_guard.campaign.decisions.journey import Outcome
from rules.isofarian_guard.campaign.state import Count, Part
from rules.kernel import Bag, Decision


class AfterBattle(Part, frozen=True, forbid_unknown_fields=True):
    """A guard after a battle, the dashboards cleared into the bag. What is left out is as before.

    :param item: what lies in the item slot; ``None`` or empty: it was used up
    """

    hp: Count | msgspec.UnsetType = msgspec.UNSET
    ap_exhausted: Count | msgspec.UnsetType = msgspec.UNSET
    bag: Bag | msgspec.UnsetType = msgspec.UNSET
    item: str | msgspec.UnsetType | None = msgspec.UNSET
    satchel: Bag | msgspec.UnsetType = msgspec.UNSET


class Rewards(Part, frozen=True, forbid_unknown_fields=True):
    """What the enemies left."""

    sil: Count = 0
    lux: Count = 0
    drops: Mapping[str, Count] = {}


class EndBattle(Decision, frozen=True):
    """Say how a battle ended that was fought at the table."""

    outcome: Literal["victory", "retreat", "defeat"]
    guards: Mapping[str, AfterBattle] = {}
    rewards: Rewards = Rewards()


class Respawn(Decision, frozen=True):
    """Choose where the fallen party wakes."""

    at: Literal["checkpoint", "courtyard"]


class PlaceNarrative(Decision, frozen=True):
    """Put the narrative event chip where the campaign book says."""

    quest: str
    at: str


class StartQuest(Decision, frozen=True):
    """Take up a quest: its chip goes to the node that its book names.

    :param kind: of a quest that nobody has recorded yet
    :param chapter: the same: from which chapter on
    :param city: the same: whose objective it is
    """

    quest: str
    at: str
    kind: Literal["side", "caravan", "puzzle", "bounty"] | None = None
    chapter: Count = 2
    city: str = ""


class ReclaimScroll(Decision, frozen=True):
    """Take the scroll chip off a quest."""

    quest: str


class TriggerNarrative(Decision, frozen=True):
    """Begin the event that is marked here.

    :param quest: which one, where several are
    """

    quest: str = ""


class DeclineNarrative(Decision, frozen=True):
    """Leave the marked event alone: the node acts by its colour."""


class AdvanceNarrative(Decision, frozen=True):
    """Go on to the next step of the scene."""


class NarrativeBattle(Decision, frozen=True):
    """Fight the battle that the book orders."""

    enemies: Enemies = ()
    ambush: bool = False


class CompleteScene(Decision, frozen=True):
    """End the scene; the chip goes to the node of the next one."""

    next_at: str


class CompleteNarrative(Decision, frozen=True):
    """End the event: it is crossed off and its chip removed."""


class FollowBook(Decision, frozen=True):
    """Carry out what a campaign or quests book, a card or an index gives and takes outside battle.

    :param outcome: Sil, Lux, cards, HP and chips that come or go
    :param take: cards taken away, by guard
    """

    outcome: Outcome = Outcome()
    take: Mapping[str, Bag] = {}


class UnlockAbility(Decision, frozen=True):
    """A quest, event or book makes an ability available.

    :param guard: for whom; not needed for a universal one
    """

    ability: str
    guard: str = ""


class OpenNode(Decision, frozen=True):
    """The campaign book opens a red node."""

    node: str


class LendBoat(Decision, frozen=True):
    """The story provides a boat."""

    at: str


class PlaceParty(Decision, frozen=True):
    """The campaign book puts the party on a node."""

    at: str


class NameRespawn(Decision, frozen=True):
    """The campaign book names where the party wakes after its next fall; an empty name takes that back."""

    at: str


class AgentJoins(Decision, frozen=True):
    """Somebody joins the fort."""

    agent: str
