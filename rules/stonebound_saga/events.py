"""What happened, each fact with the numbers that it needs.

``character`` is whom it happened to. ``by`` is the character that did it, or empty where no character did.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rules.kernel import Deck, Event
from rules.stonebound_saga.figures import Format, Mode
from rules.stonebound_saga.state import Character, Space

# ---- before the first turn


class FormatChosen(Event, frozen=True):
    """The game begins: players, format, board and the common deck."""

    mode: Mode
    format: Format
    columns: int
    rows: int
    teams: Mapping[str, tuple[str, ...]]
    caps: Mapping[str, int | None]
    stone_deck: Deck


class DraftRevealed(Event, frozen=True):
    """Characters lie face up to be drafted."""

    cards: tuple[str, ...]
    first: str


class CharacterDrafted(Event, frozen=True):
    """A character was taken from the offer. ``picker`` drafts next; ``None``: the draft is over."""

    player: str
    team: str
    character: str
    stars: int
    picker: str | None


class TeamPicked(Event, frozen=True):
    """A player chose a team."""

    player: str
    characters: tuple[str, ...]
    stars: int
    star_cap: int | None
    terrain: tuple[str, ...]
    hall_trades: int


class TeamsConfirmed(Event, frozen=True):
    """The teams stand; each character has its dashboard."""

    characters: Mapping[str, Character]


class FirstRollTied(Event, frozen=True):
    """The rolls for the first side were equal."""

    rolls: Mapping[str, int]


class FirstRollWon(Event, frozen=True):
    """Somebody rolled highest and decides who goes first."""

    rolls: Mapping[str, int]
    winner: str


class FirstPlayerChosen(Event, frozen=True):
    """The player who takes the first turn was named."""

    by: str
    player: str


class CharacterDeployed(Event, frozen=True):
    """A character was set up. ``last``: it was the last one."""

    character: str
    pos: Space
    last: bool


# ---- turns


class TurnStarted(Event, frozen=True):
    """A player's turn begins."""

    player: str
    round: int


class StonesDrawn(Event, frozen=True):
    """Stones came from the deck into a hand. ``deck`` is what is left."""

    player: str
    stones: tuple[str, ...]
    deck: Deck


class DeckReshuffled(Event, frozen=True):
    """The deck had run out; the discard pile became the new deck."""

    deck: Deck


class CharacterActivated(Event, frozen=True):
    """A character's turn begins."""

    character: str


class FreezeTokenRemoved(Event, frozen=True):
    """A Freeze token left."""

    character: str
    left: int


class MovementRaised(Event, frozen=True):
    """Gorland Stables: MV more for this turn."""

    character: str
    amount: int


class RangeRaised(Event, frozen=True):
    """Valley of the Wind was rolled for. ``amount``: RNG more for this turn, 0 where the roll failed."""

    character: str
    amount: int


class ActionTaken(Event, frozen=True):
    """The attack action of a character's turn is used."""

    character: str


class CharacterTurnEnded(Event, frozen=True):
    """A character's turn is over. ``served``: the turn without movement that Freeze asks for is over with it."""

    character: str
    served: bool


class ActivationsFinished(Event, frozen=True):
    """All characters had their turns."""


class BreakingFinished(Event, frozen=True):
    """No more fuses are broken this turn."""


class TurnEnded(Event, frozen=True):
    """A player's turn is over."""

    player: str


class RoundEnded(Event, frozen=True):
    """Every player had a turn."""

    round: int


class DiceRolled(Event, frozen=True):
    """Two dice were rolled (SS-TRK-003).

    :param kind: what for: ``crt``, ``evasion``
    :param value: 1 to 100, after a swap
    :param up_to: the highest value that succeeds, where there is one
    :param swapped: what they showed before they were swapped
    """

    kind: str
    character: str
    value: int
    up_to: int | None = None
    swapped: int | None = None


# ---- stones


class StonesDiscarded(Event, frozen=True):
    """Stones went to the discard pile, the last one on top. ``fuse``: they lay on that fuse of that character, else
    they were in the player's hand."""

    player: str
    stones: tuple[str, ...]
    fuse: tuple[str, str] | None = None


class FuseDiscarded(Struct, frozen=True):
    """A fuse that came off."""

    ability: str
    stones: tuple[str, ...]


class AbilityFused(Event, frozen=True):
    """An ability was fused."""

    character: str
    player: str
    ability: str
    stones: tuple[str, ...]


class FuseBroken(Event, frozen=True):
    """A player broke a fuse; its stones are discarded with the next fact."""

    character: str
    ability: str


class FusesRemoved(Event, frozen=True):
    """All fuses of a character came off; their stones went to the discard pile."""

    character: str
    fuses: tuple[FuseDiscarded, ...]


class StoneUpgraded(Event, frozen=True):
    """A stone in hand was raised by 1 star."""

    character: str
    player: str
    stone: str
    becomes: str


class StonesSwapped(Event, frozen=True):
    """Two team mates swapped a stone."""

    character: str
    player: str
    mate: str
    given: str
    taken: str


class StoneStolen(Event, frozen=True):
    """Thieves Den took a stone from a hand."""

    player: str
    victim: str
    stone: str


class StoneRecovered(Event, frozen=True):
    """Ophirian Marshes brought back a discarded stone."""

    player: str
    stone: str


# ---- movement


class SpaceEntered(Event, frozen=True):
    """A character entered a space."""

    character: str
    pos: Space


class CharacterShifted(Event, frozen=True):
    """A character went from one Shiftscape to another."""

    character: str
    from_: Space
    to: Space


class CharacterMoved(Event, frozen=True):
    """A character made its move."""

    character: str
    path: tuple[Space, ...]
    spent: int


class PushOffered(Event, frozen=True):
    """Unstable Terrain gave way; the opponent may move the character one space."""

    character: str


class PushDeclined(Event, frozen=True):
    """The opponent leaves the character where it is."""

    character: str


class CharacterPushed(Event, frozen=True):
    """A character is moved by others."""

    character: str
    path: tuple[Space, ...]


# ---- attacks and what they do


class AttackFailed(Event, frozen=True):
    """An attack or ability failed because its user sees nothing."""

    character: str


class StandardAttackMade(Event, frozen=True):
    """A standard attack was made.

    :param atk: ATK with all additions
    :param counter: it is a Counter
    """

    character: str
    target: str
    atk: int
    type: str
    counter: bool = False


class AttackRedirected(Event, frozen=True):
    """Sand Storm turned an attack to another target."""

    character: str
    target: str
    now: str


class AttackEvaded(Event, frozen=True):
    """An attack was evaded."""

    character: str
    by: str


class AttackNegated(Event, frozen=True):
    """An attack was negated by a fuse."""

    character: str
    by: str
    ability: str


class EffectNegated(Event, frozen=True):
    """A status was kept off. ``ability``: the fuse that negated it; ``None``: it was evaded."""

    character: str
    status: str
    ability: str | None


class CriticalHit(Event, frozen=True):
    """An attack was critical."""

    character: str
    target: str


class DamageDealt(Event, frozen=True):
    """An attack, an ability or a retaliation took HP.

    :param hp: what is left
    :param damage: before the armour
    :param armour: PD or SD that it met
    :param spared: what Fortifications held back
    """

    character: str
    by: str
    amount: int
    hp: int
    damage: int
    armour: int
    type: str
    spared: int = 0


class ArmorHeld(Event, frozen=True):
    """The armour let nothing through."""

    character: str
    by: str
    damage: int
    armour: int
    type: str


class HpLost(Event, frozen=True):
    """HP were lost to something without a damage type.

    :param cause: ``burn``, ``poison``, ``hidden_trap`` or ``ability``
    """

    character: str
    amount: int
    hp: int
    cause: str


class ArmorReduced(Event, frozen=True):
    """Armour was worn down."""

    character: str
    type: str
    was: int
    now: int


class ArmorRestored(Event, frozen=True):
    """Blacksmith's Workshop mended armour."""

    character: str
    pd: int
    sd: int


class CharacterIncapacitated(Event, frozen=True):
    """A character fell and lies on its space, without statuses and cubes."""

    character: str


class PlayerEliminated(Event, frozen=True):
    """All characters of a player are incapacitated."""

    player: str


class GameEnded(Event, frozen=True):
    """The game is over. ``winner``: the team, or ``draw``."""

    winner: str


class StatusAdded(Event, frozen=True):
    """A status was added. ``stacks``: how often it is held now; ``fresh``: in the bearer's own turn."""

    character: str
    status: str
    stacks: int
    fresh: bool


class StatusIgnored(Event, frozen=True):
    """A status that is at its limit changed nothing."""

    character: str
    status: str


class StatusReset(Event, frozen=True):
    """The time of a status begins anew."""

    character: str
    status: str
    stacks: int
    fresh: bool


class StatusRemoved(Event, frozen=True):
    """A status left with all its stacks."""

    character: str
    status: str


class CounterMade(Event, frozen=True):
    """A character strikes back."""

    character: str
    target: str


class RetaliationMade(Event, frozen=True):
    """A fuse hits back."""

    character: str
    target: str
    ability: str


class AbilityUsed(Event, frozen=True):
    """An ability was used. ``action``: it used the attack action."""

    character: str
    ability: str
    targets: tuple[str, ...]
    action: bool


class CharacterHealed(Event, frozen=True):
    """HP came back."""

    character: str
    amount: int
    hp: int


class HealPrevented(Event, frozen=True):
    """Sapping Stones kept a character from being healed."""

    character: str


class ExtraHpGained(Event, frozen=True):
    """HP were gained, above the maximum where need be."""

    character: str
    amount: int
    hp: int


class AttackRaised(Event, frozen=True):
    """Red cubes were added."""

    character: str
    amount: int


class CharacterRaised(Event, frozen=True):
    """An incapacitated character stands again."""

    character: str
    hp: int
    pos: Space


# ---- terrain


class TerrainPlayed(Event, frozen=True):
    """A terrain card was played; The Foglands cover what lies there."""

    player: str
    card: str
    pos: Space
    element: str | None = None


class TerrainRemoved(Event, frozen=True):
    """A terrain card left the board and the game. ``cards``: with The Foglands, both."""

    pos: Space
    cards: tuple[str, ...]
