"""What may be done at Fort Istra."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.isofarian_guard.campaign.state import Count, Part
from rules.isofarian_guard.content.parts import Foe
from rules.kernel import Bag, Decision

Enemies = tuple[Foe, ...] | Mapping[Literal["I", "II", "III", "IV"], str]
"""Enemies as a list, or by slot as ``"timber_wolf/2"``."""


class Gains(Part, frozen=True, forbid_unknown_fields=True):
    """What a commission brought."""

    sil: Count = 0
    cards: Bag = {}


class Build(Decision, frozen=True):
    """Rebuild or upgrade a building.

    :param store: satchel for a tool that comes with it
    """

    building: str
    store: str = ""


class ExchangeStones(Decision, frozen=True):
    """Exchange loose stones for a stronger one at the Lapidary."""

    take: str
    give: Mapping[str, Count]
    guard: str


class SendCommission(Decision, frozen=True):
    """Send a person of the fort out."""

    agent: str
    task: str


class CompleteCommission(Decision, frozen=True):
    """A person came back; the gains go into the stash."""

    agent: str
    gains: Gains = Gains()


class Retrieve(Decision, frozen=True):
    """Take wood at the Lumbermill or ore at the Lapidary."""

    material: str
    store: str = ""


class StartChallenge(Decision, frozen=True):
    """Begin a challenge at the Training Yard or against a spirit boss at the Courtyard."""

    building: Literal["training_yard", "courtyard"]
    enemies: Enemies = ()
    ambush: bool = False
