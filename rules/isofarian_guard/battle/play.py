"""The ability in play: what is being carried out, for whom, and what it has led to so far."""

from __future__ import annotations

from collections.abc import Iterable

from rules.isofarian_guard.battle.book import BattleTurn
from rules.isofarian_guard.battle.library import library
from rules.isofarian_guard.battle.scene import NOBODY, Scene
from rules.isofarian_guard.battle.state import (
    ABILITY_SLOTS,
    BattleState,
    is_enemy,
    standing_enemies,
    standing_guards,
)
from rules.kernel import Decision, Event


class _Shared:
    """What an ability and everything that it sets off have in common: the arguments of the decision that are still
    unused, who stood when it began, who was aimed at, who fell, which reactions are under way, chips drawn, AI cards
    resolved, those that go on later, effects carried out."""

    __slots__ = (
        "cards",
        "choices",
        "drawn",
        "engaged",
        "fallen",
        "given",
        "interrupted",
        "lingering",
        "reacting",
        "steps",
        "stood",
        "targets",
        "unread",
    )

    def __init__(self, given: Decision | None, state: BattleState) -> None:
        self.given = given
        self.stood = frozenset((*standing_guards(state), *standing_enemies(state)))
        self.choices = list(getattr(given, "choices", ()))
        self.targets = list(getattr(given, "targets", ()))
        self.engaged: set[str] = set()
        self.fallen: list[str] = []
        self.lingering: frozenset[str] = frozenset()
        self.reacting: set[tuple[str, str, int]] = set()
        self.interrupted: list[tuple[str, int]] = []
        self.drawn = 0
        self.steps = 0
        self.cards = 1
        self.unread = False


class Play(Scene):
    """One card (or draw) being carried out.

    :param turn: the working position of the decision
    :param actor: guard or enemy slot
    :param slot: where the card lies
    :param given: the decision, whose arguments the card may call for

    ``reaction``: it answers something else. ``flow``: the actions of an AI card, which stop where ``ended`` says so.
    """

    __slots__ = ("ended", "flow", "reaction", "shared", "turn")

    def __init__(
        self,
        turn: BattleTurn,
        actor: str,
        slot: str = "",
        given: Decision | None = None,
        shared: _Shared | None = None,
    ) -> None:
        super().__init__(None, library(turn.pack), actor, slot)
        self.turn = turn
        self.shared = shared or _Shared(given, turn.state)
        self.reaction = False
        self.flow = False
        self.ended = False

    @property
    def state(self) -> BattleState:
        return self.turn.state

    @property
    def lingering(self) -> frozenset[str]:
        return self.shared.lingering

    @property
    def given(self) -> Decision | None:
        """The decision that is carried out."""
        return self.shared.given

    def emit(self, *events: Event) -> None:
        """Record facts and apply them."""
        self.turn.emit(*events)

    def argument(self, name: str) -> str | None:
        """An optional argument of the decision, by name."""
        value: str | None = getattr(self.given, name, None)
        return value

    def aimed(self, word: str) -> tuple[str, ...]:
        if is_enemy(self.actor):
            return super().aimed(word)
        if word == "targets":
            return tuple(self.shared.targets) if hasattr(self.given, "target") else NOBODY
        named = self.argument(word)
        return (named,) if named else NOBODY

    def named_sources(self) -> tuple[str, ...]:
        """The optional reactions that the players use in this decision."""
        named: tuple[str, ...] = getattr(self.given, "react", ())
        return named

    def child(self, actor: str, slot: str) -> Play:
        """Another card that this one sets off."""
        other = Play(self.turn, actor, slot, shared=self.shared)
        other.attacker, other.victim, other.target = self.attacker, self.victim, self.target
        other.reaction = self.reaction
        return other

    @property
    def on_ability_card(self) -> bool:
        """Whether the card that speaks lies in an ability slot of a guard: its modifiers last while it is active."""
        return not is_enemy(self.actor) and self.slot in ABILITY_SLOTS

    def note_fallen(self, who: str) -> None:
        """Somebody dropped to 0 HP: reactions to it are due, and its cards count on until the ability is over
        (ISO-FALLB-003, ISO-AI-018)."""
        self.shared.fallen.append(who)
        self.shared.lingering |= {who}

    def ability_over(self) -> None:
        """The ability in play is through: nobody lingers any more."""
        self.shared.lingering = frozenset()

    def take_fallen(self) -> Iterable[str]:
        """Those who dropped to 0 HP since it was last asked."""
        fallen, self.shared.fallen = self.shared.fallen, []
        return fallen
