"""What players choose, in the words of the rulebook.

Spaces may be given as ``[3, 4]`` or ``"3,4"``, ways and stones as lists or as one text with blanks between.

Two fields stand in every decision that may call for rolls: ``swaps`` names by number, from 1, those of its rolls whose
dice a character in the Throneroom of Lux swaps, after they were seen; ``swap_if_better`` says beforehand that the dice
are swapped wherever that helps.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from rules.kernel import Decision
from rules.stonebound_saga.figures import Element, Format, Mode

AnySpace = tuple[int, int] | str
Way = tuple[AnySpace, ...] | str
Stones = tuple[str, ...] | str


class Rolling(Decision, frozen=True, kw_only=True):
    """A decision that may call for rolls."""

    swaps: tuple[int, ...] = ()
    swap_if_better: bool = False


# ---- before the first turn


class ChooseFormat(Decision, frozen=True):
    """Choose the number of players and the format."""

    mode: Mode
    format: Format


class RevealDraft(Decision, frozen=True):
    """Shuffle the three piles and lay 5 characters of each face up.

    :param first: who drafts first
    """

    first: str


class DraftPick(Decision, frozen=True):
    """Take a character from the offer."""

    player: str
    character: str


class PickTeam(Decision, frozen=True):
    """Choose characters and terrain deck; until the teams are confirmed it may be chosen anew.

    :param hall_trades: how often 3 terrain stars are traded for 1 star of the team's cap at Heroes Hall
    """

    player: str
    characters: tuple[str, ...] | str
    terrain: tuple[str, ...] | str = ()
    hall_trades: Annotated[int, Meta(ge=0)] = 0


class ConfirmTeams(Decision, frozen=True):
    """Go on with the chosen teams.

    :param halls: where each player who has Heroes Hall places it
    """

    halls: Mapping[str, AnySpace] = {}


class RollForFirst(Decision, frozen=True):
    """Roll for who decides who goes first.

    :param players: who rolls, one of each team
    """

    players: tuple[str, ...]


class ChooseFirst(Decision, frozen=True):
    """Name the player who takes the first turn."""

    by: str
    first: str


class Deploy(Decision, frozen=True):
    """Set a character up on the end line."""

    character: str
    pos: AnySpace


# ---- a turn


class TakeTurn(Decision, frozen=True):
    """Begin a turn and draw stones."""

    player: str


class Activate(Rolling, frozen=True, kw_only=True):
    """Begin a character's turn."""

    character: str


class Move(Rolling, frozen=True, kw_only=True):
    """Move the active character.

    :param path: the spaces that it enters, in order
    :param unstable_to: where the opponent moves it, if Unstable Terrain gives way; nowhere when left out
    :param ask_opponent: the opponent says so only after the roll, with :class:`Push`
    """

    path: Way
    unstable_to: AnySpace | None = None
    ask_opponent: bool = False


class Push(Rolling, frozen=True, kw_only=True):
    """Unstable Terrain gave way: the opponent moves the character one space, or leaves it where it is."""

    to: AnySpace | None = None


class Attack(Rolling, frozen=True, kw_only=True):
    """Make a standard attack.

    :param redirect_to: where the target's player turns the attack, if Sand Storm allows it
    """

    target: str
    redirect_to: str | None = None


class UseAbility(Rolling, frozen=True, kw_only=True):
    """Use an ability of the active character.

    :param target: the one target
    :param targets: all targets of an aura; left out, all that it reaches
    :param place: where a raised character goes when its own space is taken
    :param path: the spaces through which the ability moves its target
    :param unstable_to: see :class:`Move`
    :param redirect_to: see :class:`Attack`
    """

    ability: str
    stones: Stones = ()
    target: str | None = None
    targets: tuple[str, ...] | None = None
    place: AnySpace | None = None
    path: Way = ()
    unstable_to: AnySpace | None = None
    ask_opponent: bool = False
    redirect_to: str | None = None


class Fuse(Decision, frozen=True):
    """Fuse an ability of the active character."""

    ability: str
    stones: Stones = ()


class PlayTerrain(Decision, frozen=True):
    """Play a card of the own terrain deck.

    :param element: what Tenebris Portal makes dearer
    """

    card: str
    pos: AnySpace
    stones: Stones = ()
    element: Element | None = None


class RemoveIceBlock(Decision, frozen=True):
    """Remove an Ice Block with the attack action."""

    pos: AnySpace


class UpgradeStone(Decision, frozen=True):
    """Raise a stone in hand on Refiner's Furnace."""

    stone: str


class SwapStone(Decision, frozen=True):
    """Swap a stone in hand with a team mate on Koros Bazaar.

    :param with_: the team mate
    """

    give: str
    with_: str
    take: str


class EndActivation(Rolling, frozen=True, kw_only=True):
    """End the active character's turn.

    :param take: the stone to draw from the last discards on Ophirian Marshes; left out, the uppermost
    :param steal_from: the opponent whose hand Thieves Den reaches into; left out, the only one
    """

    take: str | None = None
    steal_from: str | None = None


class FinishActivations(Rolling, frozen=True, kw_only=True):
    """Let the characters that are left take empty turns and go on to breaking fuses."""


class BreakFuse(Decision, frozen=True):
    """Break a fuse."""

    character: str
    ability: str


class FinishBreaking(Decision, frozen=True):
    """Go on to the discard."""


class Discard(Decision, frozen=True):
    """Discard stones from hand."""

    stones: Stones


class EndTurn(Decision, frozen=True):
    """End the turn."""
