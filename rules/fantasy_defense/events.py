"""What happened, each fact with the numbers that it needs.

``gates`` of an event about an Invader names one gate, or both gates of a Boss in cooperative play. ``pile`` is the
player to whose discard pile a Defender goes. ``round`` is the round in which it happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from rules.fantasy_defense.state import Mode, SpellSide
from rules.kernel import Deck, Event

MoveCause = Literal["move", "airlift", "shifting_winds"]
DiscardCause = Literal["battle", "psychic_storm", "headshot"]


class GateLaid(Struct, frozen=True):
    """A gate tile in its place."""

    tile: str
    bonus: int


class Mustered(Struct, frozen=True):
    """A player's cards at the beginning."""

    faction: str
    character: str
    hand: tuple[str, ...]
    deck: Deck
    spells: Mapping[str, SpellSide]


class GameSetUp(Event, frozen=True):
    """The table was set up.

    :param unseen_bosses: the two Bosses, where nobody knows which comes first
    """

    mode: Mode
    morale: int
    starting_player: str
    gates: Mapping[str, GateLaid]
    invader_deck: Deck
    unseen_bosses: tuple[str, ...]
    players: Mapping[str, Mustered]


# ---- Invasion Phase


class InvaderDrawn(Event, frozen=True):
    """The next Invader was turned up."""

    invader: str
    tier: str
    cv: int
    pillage: int
    arrow: str
    infiltrator: bool


class InvaderAssigned(Event, frozen=True):
    """An Invader besieges a gate.

    :param boss_value: in cooperative play, the Combat Value that a Boss has by its appearance
    """

    invader: str
    gates: tuple[str, ...]
    boss_value: int | None = None


class BossHeldBack(Event, frozen=True):
    """A Boss found no two free gates that face each other and stays on top of the deck."""

    invader: str


class DefenderDemanded(Event, frozen=True):
    """An Infiltrator came up and a player has yet to choose the Defender that it costs."""

    player: str
    invader: str


class DefenderInfiltrated(Event, frozen=True):
    """An Infiltrator cost a player a Defender from hand."""

    player: str
    card: str
    invader: str
    pile: str


class InvasionEnded(Event, frozen=True):
    """The Invasion Phase is over."""

    round: int


# ---- Strategy Phase


class DefenderDeployed(Event, frozen=True):
    """A Defender took its place at a gate."""

    player: str
    card: str
    gate: str
    cv: int


class EffectTriggered(Event, frozen=True):
    """A Defender's Immediate effect was used."""

    player: str
    card: str
    gate: str
    icon: str


class DefenderMoved(Event, frozen=True):
    """A Defender went to another gate.

    :param by: its own move, which it has once a round, or an effect
    """

    player: str
    card: str
    from_: str
    to: str
    by: MoveCause


class SpellCast(Event, frozen=True):
    """A spell was used and flipped."""

    player: str
    spell: str
    gate: str | None


class SpellRefreshed(Event, frozen=True):
    """A used spell is ready again.

    :param player: whose spell it is
    """

    player: str
    spell: str


class DefenderGiven(Event, frozen=True):
    """A Defender went from one player's hand to the other's.

    :param owner: the player from whose deck it comes
    """

    player: str
    to: str
    card: str
    owner: str


class DefenderReturned(Event, frozen=True):
    """A deployed Defender went back into the hand of the player at whose gate it stood."""

    player: str
    card: str
    gate: str


class CardDrawn(Event, frozen=True):
    """A single card came into hand.

    :param searched: it was chosen from the whole deck, not drawn from the top
    """

    player: str
    card: str
    searched: bool = False


class DeckShuffled(Event, frozen=True):
    """A Defenders Deck was shuffled."""

    player: str
    deck: Deck


class DefenderReborn(Event, frozen=True):
    """A discarded Defender went under its deck."""

    player: str
    card: str


class InvaderReturned(Event, frozen=True):
    """An Invader went back to the top of its deck."""

    invader: str
    gates: tuple[str, ...]


class InvaderDiscarded(Event, frozen=True):
    """An Invader was beaten or removed."""

    invader: str
    gates: tuple[str, ...]
    by: DiscardCause


class InvaderHalved(Event, frozen=True):
    """Spirit Fire halved an Invader's Combat Value for this round.

    :param was: the Combat Value before, Fairy Lights not counted
    :param now: the Combat Value after, Fairy Lights not counted
    """

    invader: str
    gate: str
    was: int
    now: int


class GateShielded(Event, frozen=True):
    """City Shield skips the battle at a gate this round."""

    gate: str
    invader: str


class StrategyEnded(Event, frozen=True):
    """The Strategy Phase is over."""

    round: int


# ---- Battle Phase


class BattleWon(Event, frozen=True):
    """The Defenders held.

    :param fought: those of the gates at which Defenders stood
    :param defence: the Defenders' Combat Value, bonuses included
    :param value: the Invader's Combat Value
    """

    invader: str
    gates: tuple[str, ...]
    fought: tuple[str, ...]
    defence: int
    value: int


class BattleLost(Event, frozen=True):
    """The Invader was stronger and stays. Fields as in :class:`BattleWon`."""

    invader: str
    gates: tuple[str, ...]
    fought: tuple[str, ...]
    defence: int
    value: int


class GatePillaged(Event, frozen=True):
    """An Invader pillaged an undefended gate and stays."""

    invader: str
    gate: str
    pillage: int


class MoraleLost(Event, frozen=True):
    """City Morale fell.

    :param amount: steps that the tracker moved
    :param morale: where it stands now
    """

    amount: int
    morale: int
    gate: str
    invader: str


class DefenderLost(Event, frozen=True):
    """A Defender was the casualty of a battle."""

    player: str
    card: str
    gate: str
    pile: str


class DefenderSkirmished(Event, frozen=True):
    """A Defender with Skirmish moved after its battle."""

    player: str
    card: str
    from_: str
    to: str


class BattlesEnded(Event, frozen=True):
    """The Battle Phase is over."""

    round: int


# ---- Reinforcement Phase and end


class CardsDrawn(Event, frozen=True):
    """Reinforcements came into hand, in the order in which they were drawn."""

    player: str
    cards: tuple[str, ...]


class StartingPlayerSwapped(Event, frozen=True):
    """The other player begins the next round."""

    player: str


class RoundEnded(Event, frozen=True):
    """A round is over and the next begins: what held for this round is cleared."""

    round: int


class GameWon(Event, frozen=True):
    """No Invader is left."""

    round: int
    morale: int


class GameLost(Event, frozen=True):
    """City Morale fell below 1."""

    round: int
