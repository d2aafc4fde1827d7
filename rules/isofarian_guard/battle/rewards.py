"""Collecting rewards after a victory, where no campaign around the battle does it (ISO-END-002 to ISO-END-006,
ISO-END-019)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.isofarian_guard.battle.book import BattleTurn, aftermath, in_battle
from rules.isofarian_guard.battle.decisions import CollectRewards, Room
from rules.isofarian_guard.battle.ending import maintain
from rules.isofarian_guard.battle.events import MaterialDropped, RewardsCollected, SatchelCardDropped
from rules.isofarian_guard.battle.library import Library, library
from rules.isofarian_guard.battle.state import BattleState, Guard, Holdings, Rewards, satchel_slots_used, with_guard
from rules.kernel import Bag, Refused, minus, plus

DIAL_MAX = 99
"""What the Sil and Lux dials show at most (ISO-END-006)."""


@in_battle(CollectRewards, "rewards", rule="ISO-END-002", rules=aftermath)
def collect_rewards(turn: BattleTurn, decision: CollectRewards) -> None:
    """Store or drop what the enemies left, fill the dials, then maintenance.

    :raises Refused: ``choice_not_offered``, ``choice_required``, ``no_such_target``, ``card_not_in_satchel``,
        ``tool_cannot_drop``, ``reward_choice_required`` (ISO-END-019), ``satchel_full`` (ISO-END-005)
    """
    cards = library(turn.pack)
    rewards = turn.state.rewards or Rewards()
    drops = plus(rewards.drops, _picked(rewards, cards, decision))
    _judge_names(turn.state, cards, drops, decision)
    for room in decision.make_room:
        _make_room(turn, cards, room)
    stored: dict[str, Bag] = {name: {} for name in turn.state.guards}
    for card, n in drops.items():
        _store(turn, cards, decision, stored, card, n)
    holdings = turn.state.holdings or Holdings()
    turn.emit(
        RewardsCollected(
            sil=min(holdings.sil + rewards.sil, DIAL_MAX), lux=min(holdings.lux + rewards.lux, DIAL_MAX), stored=stored
        )
    )
    maintain(turn, refresh=True)


def _picked(rewards: Rewards, cards: Library, decision: CollectRewards) -> Bag:
    """One card of each set of which one may be taken."""
    if len(decision.pick) != len(rewards.one_of):
        sentence = f"Pick one card of each of {len(rewards.one_of)} sets."
        code = "choice_required" if len(decision.pick) < len(rewards.one_of) else "choice_not_offered"
        raise Refused(code, sentence, rule="ISO-END-002")
    for card, offered in zip(decision.pick, rewards.one_of, strict=True):
        if card not in offered:
            raise Refused("choice_not_offered", f"{cards.name(card)} is not among the rewards.", rule="ISO-END-002")
    return plus({}, decision.pick)


def _judge_names(state: BattleState, cards: Library, drops: Bag, decision: CollectRewards) -> None:
    for card in (*decision.keep, *decision.drop):
        if card not in drops:
            raise Refused("choice_not_offered", f"{cards.name(card)} is not among the rewards.", rule="ISO-END-019")
    for guard in (*decision.keep.values(), *(room.guard for room in decision.make_room)):
        if guard not in state.guards:
            raise Refused("no_such_target", f"{guard} was not in this battle.", rule="ISO-END-003")


def _make_room(turn: BattleTurn, cards: Library, room: Room) -> None:
    """Drop a stored card: all units of a material, one copy of any other card (ISO-END-005)."""
    held = turn.state.guards[room.guard].satchel.get(room.card, 0)
    if not held:
        sentence = f"{cards.name(room.card)} is not in this satchel."
        raise Refused("card_not_in_satchel", sentence, rule="ISO-END-005")
    if cards.kind_of(room.card) == "tool":
        raise Refused("tool_cannot_drop", "Tool items are never dropped.", rule="ISO-ITEM-006")
    n = held if room.card in cards.materials else 1
    turn.emit(SatchelCardDropped(guard=room.guard, card=room.card, n=n))


def _store(
    turn: BattleTurn, cards: Library, decision: CollectRewards, stored: dict[str, Bag], card: str, n: int
) -> None:
    """Store one kind of drop: on the card already held (ISO-END-003), within the limit of the party (ISO-END-004),
    else in a free slot of the guard that the players name, or drop it."""
    fitting = n
    if card in cards.materials:
        fitting = min(n, max(cards.limit(card) - _party_holds(turn.state, stored, card), 0))
    guard = _keeper(turn.state, cards, decision, stored, card) if fitting else None
    if guard is None:
        fitting = 0
    elif _slots_needed(turn.state.guards[guard], cards, stored[guard], card, fitting) < 0:
        sentence = f"The satchel of {cards.name(guard)} has no room for {cards.name(card)}."
        raise Refused("satchel_full", sentence, rule="ISO-END-005", remedy="Drop a stored card, or the new one.")
    if guard is not None:
        stored[guard] = plus(stored[guard], {card: fitting})
    if n > fitting:
        turn.emit(MaterialDropped(card=card, n=n - fitting))


def _party_holds(state: BattleState, stored: Mapping[str, Bag], card: str) -> int:
    return sum(guard.satchel.get(card, 0) + stored[name].get(card, 0) for name, guard in state.guards.items())


def _keeper(
    state: BattleState, cards: Library, decision: CollectRewards, stored: Mapping[str, Bag], card: str
) -> str | None:
    """The guard who stores a drop, or ``None`` where it is dropped."""
    if card in decision.drop:
        return None
    if card in cards.materials:
        for name, guard in state.guards.items():
            if guard.satchel.get(card, 0):
                return name
    if card not in decision.keep:
        sentence = f"Say whether and where {cards.name(card)} is stored."
        raise Refused("reward_choice_required", sentence, rule="ISO-END-019")
    return decision.keep[card]


def _slots_needed(guard: Guard, cards: Library, stored: Bag, card: str, n: int) -> int:
    """Satchel slots that stay free after storing; below 0 it does not fit."""
    after = plus(plus(guard.satchel, stored), {card: n})
    return guard.satchel_slots - satchel_slots_used(after, cards.materials)


# ---- facts


@aftermath.evolves(MaterialDropped)
def _material_dropped(state: BattleState, event: MaterialDropped) -> BattleState:
    return state


@aftermath.evolves(SatchelCardDropped)
def _satchel_card_dropped(state: BattleState, event: SatchelCardDropped) -> BattleState:
    return with_guard(state, event.guard, satchel=minus(state.guards[event.guard].satchel, {event.card: event.n}))


@aftermath.evolves(RewardsCollected)
def _rewards_collected(state: BattleState, event: RewardsCollected) -> BattleState:
    guards = {
        name: replace(guard, satchel=plus(guard.satchel, event.stored.get(name, {})))
        for name, guard in state.guards.items()
    }
    holdings = replace(state.holdings or Holdings(), sil=event.sil, lux=event.lux)
    return replace(state, guards=guards, holdings=holdings, rewards=None, step="over")
