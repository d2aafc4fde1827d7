"""The enemies' turn."""

from __future__ import annotations

from rules.isofarian_guard.battle.state import Enemy
from rules.kernel import Event


class EnemyEvasionDiscarded(Event, frozen=True, kw_only=True):
    """Green Evasion Chips left an enemy at the start of the enemies' turn."""

    who: str
    n: int


class EnemyBlueCubesDiscarded(Event, frozen=True, kw_only=True):
    """Blue cubes left an enemy at the start of the enemies' turn."""

    who: str
    n: int


class EnemyActivated(Event, frozen=True, kw_only=True):
    """An enemy's turn began."""

    who: str


class AiCardDrawn(Event, frozen=True, kw_only=True):
    """An AI card was turned over and is visible."""

    who: str
    card: str


class AiCardNamed(Event, frozen=True, kw_only=True):
    """The visible AI card turned out to be a known one.

    :param was: what it was called until now
    """

    who: str
    card: str
    was: str


class AiCardsInterrupted(Event, frozen=True, kw_only=True):
    """Another card that was turned over waits to be carried out; these go on after it, each from one of its actions."""

    who: str
    cards: tuple[tuple[str, int], ...]


class AiCardResumed(Event, frozen=True, kw_only=True):
    """An AI card goes on where another one had interrupted it."""

    who: str
    card: str


class AiDeckReshuffled(Event, frozen=True, kw_only=True):
    """The discarded AI cards were shuffled into a new deck."""

    who: str


class TargetChosen(Event, frozen=True, kw_only=True):
    """An enemy has a target; ``by`` is the deciding criterion, ``only`` (a single standing guard) or ``players``."""

    who: str
    target: str
    by: str


class EnemyAbilityUsed(Event, frozen=True, kw_only=True):
    """An enemy uses an ability of its card."""

    who: str
    ability: str


class ActionSkipped(Event, frozen=True, kw_only=True):
    """An enemy could not pay for an action."""

    who: str
    ability: str
    cost: int


class EndTurnReached(Event, frozen=True, kw_only=True):
    """The card's logic reached END TURN."""

    who: str


class EnemyTurnEnded(Event, frozen=True, kw_only=True):
    """An enemy's turn is over."""

    who: str


class EnemiesTurnEnded(Event, frozen=True, kw_only=True):
    """The enemies' turn is over."""


class EnemyAdded(Event, frozen=True, kw_only=True):
    """An enemy joined the battle."""

    slot: str
    enemy: Enemy


class EnemyReset(Event, frozen=True, kw_only=True):
    """An enemy has its starting HP again, in place of a new one."""

    who: str
    hp: int
