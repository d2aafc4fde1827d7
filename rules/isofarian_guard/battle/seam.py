"""Where a battle meets the game around it: how its rules are set into another rulebook, and what a battle hands
back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from msgspec import Struct

from rules.isofarian_guard.battle.book import BattleTurn, book
from rules.isofarian_guard.battle.state import BattleState, Outcome, Rewards
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Bag, Decision, Event, Option, Refused, Rulebook, State, Turn

C = TypeVar("C", bound=State)

Get = Callable[[C], BattleState | None]
Put = Callable[[C, BattleState], C]
PackOf = Callable[[C, IsofarianPack], IsofarianPack]


class GuardResult(Struct, frozen=True, kw_only=True):
    """What a guard looks like after a battle, its dashboards cleared into the bag; ``hp`` 0: it has fallen."""

    hp: int
    ap_exhausted: int
    bag: Bag
    satchel: Bag
    item: str | None


class BattleResult(Struct, frozen=True, kw_only=True):
    """How a battle ended, for what a campaign does afterwards.

    :param rewards: what the enemies left, after a victory
    """

    outcome: Outcome
    guards: Mapping[str, GuardResult]
    rewards: Rewards


def result(state: BattleState) -> BattleResult | None:
    """What a battle inside a campaign hands back, or ``None`` while it goes on. Reviving, rewards and penalties are
    the campaign's (ISO-END-018, ISO-GEN-004)."""
    if state.outcome is None or state.step != "over":
        return None
    return BattleResult(
        outcome=state.outcome,
        guards={
            name: GuardResult(
                hp=guard.hp,
                ap_exhausted=guard.ap_exhausted.gray,
                bag=guard.bag,
                satchel=guard.satchel,
                item=guard.item.card if guard.item else None,
            )
            for name, guard in state.guards.items()
        },
        rewards=state.rewards or Rewards(),
    )


class InnerTurn(Turn[BattleState, IsofarianPack]):
    """A turn of the game around, seen as one of the battle: what is emitted is emitted there.

    :param turn: the turn of the game around
    :param get: the battle within its position
    :param pack: the content that counts there
    """

    def __init__(self, turn: Turn[Any, IsofarianPack], get: Get[Any], pack: IsofarianPack) -> None:
        self._outer = turn
        self._get = get
        self.pack = pack
        self.chance = turn.chance
        self.events = turn.events

    @property
    def started(self) -> bool:
        return self._outer.started and self._get(self._outer.state) is not None

    @property
    def state(self) -> BattleState:
        battle = self._get(self._outer.state)
        if battle is None:
            raise Refused("not_in_battle", "There is no battle under way.", rule="ISO-START-001")
        return battle

    def emit(self, *events: Event) -> None:
        self._outer.emit(*events)


def set_into(
    outer: Rulebook[C, IsofarianPack],
    *,
    get: Get[C],
    put: Put[C],
    pack_of: PackOf[C],
    afterwards: Callable[[Turn[C, IsofarianPack]], None],
    without: Iterable[type[Decision]] = (),
) -> None:
    """Register every rule of the battle with the rulebook of the game around it.

    :param get: the battle within a position, ``None`` while there is none
    :param put: the position with another battle
    :param pack_of: the content that counts in a position: the pack with what the group has entered laid over it
    :param afterwards: called after every decision of the battle; :func:`result` says whether it is over
    :param without: decisions that the game around judges itself
    """
    left_out = set(without)
    for decision, judge in book.deciders.items():
        if decision not in left_out:
            outer.decides(decision)(_judged_within(judge, get, pack_of, afterwards))
    for fact, evolve in book.evolvers.items():
        outer.evolves(fact)(_evolved_within(evolve, get, put))
    for fact, found in book.founders.items():
        outer.evolves(fact)(_founded_within(found, put))
    for maker in book.offers:
        outer.offers_options(_offered_within(maker, get, pack_of))


def _judged_within(
    judge: Callable[[BattleTurn, Any], None],
    get: Get[C],
    pack_of: PackOf[C],
    afterwards: Callable[[Turn[C, IsofarianPack]], None],
) -> Callable[[Turn[C, IsofarianPack], Any], None]:
    def judged(turn: Turn[C, IsofarianPack], decision: Decision) -> None:
        judge(InnerTurn(turn, get, pack_of(turn.state, turn.pack)), decision)
        afterwards(turn)

    return judged


def _evolved_within(
    evolve: Callable[[BattleState, Any], BattleState], get: Get[C], put: Put[C]
) -> Callable[[C, Any], C]:
    def evolved(state: C, event: Event) -> C:
        battle = get(state)
        return state if battle is None else put(state, evolve(battle, event))

    return evolved


def _founded_within(found: Callable[[Any], BattleState], put: Put[C]) -> Callable[[C, Any], C]:
    def founded(state: C, event: Event) -> C:
        return put(state, found(event))

    return founded


def _offered_within(
    maker: Callable[[BattleState, IsofarianPack], Iterable[Option]], get: Get[C], pack_of: PackOf[C]
) -> Callable[[C, IsofarianPack], Iterable[Option]]:
    def offered(state: C, pack: IsofarianPack) -> Iterable[Option]:
        battle = get(state)
        return () if battle is None else maker(battle, pack_of(state, pack))

    return offered
