"""What players choose, in the words of the rulebook.

In solo play the player is ``p1`` and may be left out.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.fantasy_defense.state import Mode
from rules.kernel import Decision
from rules.kernel.messages import Message


class SetUp(Decision, frozen=True):
    """Begin a game. Luck says how gates, Invaders and decks lie.

    The cards are those that the pack has for the mode. A table that lays out others (a lost tile, a smaller game)
    names what it uses; the order says nothing.

    :param factions: the Defenders Deck of each player, ``human`` or ``elf``
    :param gates: tiles used, a kind as often as it lies there
    :param decks: the Defenders to shuffle, by player, without the starting cards
    :param start_characters: the Starting Character of each player
    """

    mode: Mode
    factions: Mapping[str, str]
    gates: tuple[str, ...] | None = None
    underlings: tuple[str, ...] | None = None
    elites: tuple[str, ...] | None = None
    bosses: tuple[str, ...] | None = None
    decks: Mapping[str, tuple[str, ...]] = {}
    start_characters: Mapping[str, str] = {}


class DrawInvader(Decision, frozen=True):
    """Draw the next Invader and assign it.

    :param discards: the Defender that each player discards to an Infiltrator: named with the draw where it is known
        that one comes up, otherwise left to :class:`PayInfiltrator` or named beforehand if a player likes
    """

    discards: Mapping[str, str] = {}


class PayInfiltrator(Decision, frozen=True):
    """Discard a Defender from hand to the Infiltrator that was drawn."""

    card: str
    player: str = "p1"


class EndInvasion(Decision, frozen=True):
    """Go on to the Strategy Phase."""


class Effect(Message, frozen=True):
    """What an Immediate effect works on; each icon uses its own fields.

    :param spell: Arcane Renewal: the used spell
    :param of: Arcane Renewal: the player whose spell it is, by default the own
    :param from_: Airlift: the gate to fetch from
    :param cards: Airlift: the Defenders to fetch
    :param take: Foresight: the card to take
    :param card: Rebirth: the discarded Defender; Shifting Winds: the deployed one
    """

    spell: str | None = None
    of: str | None = None
    from_: str | None = None
    cards: tuple[str, ...] = ()
    take: str | None = None
    card: str | None = None


class Deploy(Decision, frozen=True):
    """Deploy a Defender from hand.

    :param effect: trigger its Immediate effect: ``true``, or what it works on; left out, it is forgone
    """

    card: str
    gate: str
    player: str = "p1"
    effect: bool | Effect = False


class Move(Decision, frozen=True):
    """Move a deployed Defender to the neighbouring gate."""

    card: str
    to: str
    player: str = "p1"


class Cast(Decision, frozen=True):
    """Use a spell.

    :param gate: its target
    :param cards: Call of the Spirit: the Defenders to take back
    """

    spell: str
    gate: str | None = None
    cards: tuple[str, ...] = ()
    player: str = "p1"


class Give(Decision, frozen=True):
    """Give a Defender from hand to the other player."""

    card: str
    player: str = "p1"


class FinishStrategy(Decision, frozen=True):
    """Go on to the Battle Phase."""


class Battle(Decision, frozen=True):
    """Resolve a besieged gate.

    :param casualty: the Defender to lose there
    :param casualties: for a Boss between two rows: the Defender to lose at each gate
    """

    gate: str
    casualty: str | None = None
    casualties: Mapping[str, str] = {}


class Skirmish(Decision, frozen=True):
    """Move a Defender with Skirmish after its battle."""

    card: str
    to: str
    player: str = "p1"


class FinishBattles(Decision, frozen=True):
    """Go on to the Reinforcement Phase."""


class Reinforce(Decision, frozen=True):
    """Draw new Defenders and begin the next round."""
