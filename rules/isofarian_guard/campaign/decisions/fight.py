"""What may be chosen around a battle that is played round by round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.isofarian_guard.battle.decisions import PlacedFoe
from rules.kernel import Decision


class FightRounds(Decision, frozen=True):
    """Play the battle that has begun round by round.

    :param enemies: who stands there, where nobody has recorded it, or where the table knows better: as a list, or by
        slot as ``"timber_wolf/2"``
    """

    enemies: tuple[PlacedFoe, ...] | Mapping[Literal["I", "II", "III", "IV"], str] = ()


class PickRewards(Decision, frozen=True):
    """After a victory: take one card of each set of which one may be taken.

    :param pick: the card taken, by the number of the set
    """

    pick: Mapping[str, str] = {}
