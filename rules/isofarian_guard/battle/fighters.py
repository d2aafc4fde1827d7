"""A sensible fighter: fights a battle by plain rules of thumb, for simulations and what-ifs.

It knows what the players know. It uses what it can pay for, what hurts most first, aims at the enemy that falls first,
heals whoever has the fewest HP, and retreats from a battle that is as good as lost, where the rules allow it
(:mod:`~rules.isofarian_guard.battle.deeds` weighs what a guard can do, :mod:`~rules.isofarian_guard.battle.outlook`
how the battle stands). What an AI card does that nobody has entered, it takes for a plain attack.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeVar

from rules.isofarian_guard.battle import derived
from rules.isofarian_guard.battle.asking import may_ask
from rules.isofarian_guard.battle.decisions import (
    ActivateEnemy,
    ActivateGuard,
    Cleanup,
    Deed,
    DrawChips,
    EndEnemiesTurn,
    EndGuardsTurn,
    ReadAiCard,
    RefillBag,
    ResolveAiCard,
    Retreat,
    StartRound,
    TurnOverAiCard,
)
from rules.isofarian_guard.battle.deeds import actions, labels, needs_in
from rules.isofarian_guard.battle.drawing import refill_refusal
from rules.isofarian_guard.battle.enemies_turn import rest_of
from rules.isofarian_guard.battle.guards_turn import retreat_refusal
from rules.isofarian_guard.battle.interpreter import sources
from rules.isofarian_guard.battle.library import Library, library
from rules.isofarian_guard.battle.options.needs import needs_of
from rules.isofarian_guard.battle.outlook import UNREAD_ATTACK, as_good_as_lost
from rules.isofarian_guard.battle.state import BattleState, next_enemy, standing_guards
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Chance, Decision, Game, Refused, Rolled, State
from rules.kernel.players import Move, Policy, likely_first, play_on

S = TypeVar("S", bound=State)

HEALTHY: Final = 6
"""HP above which a guard pays 1 HP to refill a bag that has run low."""


def sensible(
    battle_of: Callable[[S], BattleState | None], pack_of: Callable[[S, IsofarianPack], IsofarianPack]
) -> Policy:
    """The policy of the sensible fighter; outside a battle it does what is likely.

    :param battle_of: the battle within a position
    :param pack_of: the content that counts there
    """

    def move(game: Game[Any, Any], state: Any, pack: Any, source: random.Random) -> Move | None:
        battle = None if state is None or game.outcome(state) is not None else battle_of(state)
        fought = fight_on(game, state, pack, battle, pack_of(state, pack), Rolled(source)) if battle else None
        return fought or play_on(game, state, pack, source, policy=likely_first, besides=game.told_by_people)

    about = (
        "Fights battles by plain rules of thumb, and retreats where the rules allow it and defeat is as good as "
        f"certain. It takes an enemy's card that nobody has entered for an attack of {UNREAD_ATTACK}, and uses no card "
        "of a guard that nobody has entered."
    )
    return Policy("Sensible", about, move)


def fight_on(
    game: Game[Any, Any], state: Any, pack: Any, battle: BattleState, content: IsofarianPack, luck: Chance
) -> Move | None:
    """What the sensible fighter decides in a battle, with its events; ``None`` where the battle is through.

    :param state: the position around the battle
    :param content: the content that counts in it
    """
    for idea in ideas(battle, library(content)):
        try:
            return idea, game.decide(state, idea, pack, luck)
        except Refused:
            luck.forget()
    return None


def ideas(state: BattleState, cards: Library) -> Iterator[Decision]:
    """What the fighter would decide now, the best first; a card may refuse one, then it takes the next.

    Nothing where the battle is over but for its rewards.
    """
    step = _STEPS.get(state.step)
    return step(state, cards) if step else iter(())


# ---- the round


def _round_start(state: BattleState, cards: Library) -> Iterator[Decision]:
    yield StartRound()


def _choose_guard(state: BattleState, cards: Library) -> Iterator[Decision]:
    """The guard with the most HP comes last, so that the Aggro Chip finds it. Nobody goes on with a battle that is as
    good as lost while there is a way out."""
    if retreat_refusal(state) is None and as_good_as_lost(state, cards):
        yield Retreat()
    waiting = [name for name in standing_guards(state) if name not in state.activated]
    if waiting:
        yield ActivateGuard(guard=min(waiting, key=lambda name: state.guards[name].hp))
    yield EndGuardsTurn()


def _draw(state: BattleState, cards: Library) -> Iterator[Decision]:
    name = state.active_guard or ""
    guard = state.guards[name]
    low = sum(guard.bag.values()) < derived.draw_number(guard)
    if low and guard.hp > HEALTHY and refill_refusal(state, name, pay_hp=True) is None:
        yield RefillBag(guard=name, pay_hp=True)
    yield DrawChips(guard=name)


def _enemies_turn(state: BattleState, cards: Library) -> Iterator[Decision]:
    acting = state.acting
    following: Any = next_enemy(state)
    react = _reactions(state, cards)
    if acting is not None:
        yield from _resolving(state, cards, acting, react)
    elif following is None:
        yield EndEnemiesTurn()
    elif may_ask(state, cards, following):
        yield TurnOverAiCard(slot=following, react=react)
    else:
        yield ActivateEnemy(slot=following, react=react)
        yield TurnOverAiCard(slot=following, react=react)


def _resolving(state: BattleState, cards: Library, slot: Any, react: tuple[str, ...]) -> Iterator[Decision]:
    """Where the players choose, the guard with the most HP takes the blow."""
    enemy = state.enemies[slot]
    sturdy = max(standing_guards(state), key=lambda name: state.guards[name].hp)
    text, rest = cards.ai_card(enemy.enemy, enemy.visible or ""), rest_of(state, cards, slot)
    if text is not None and text.actions is not None:
        needs = needs_in(cards, ("ai", enemy.enemy, enemy.visible or ""), text.actions)
        needs = needs_of((*text.actions, *rest)) if rest else needs
        laden = next((slot for slot, card in state.guards[sturdy].slots.items() if card.active), None)
        said: dict[str, Any] = {"slot": slot, "react": react, "from_slot": laden, "choices": labels(needs)}
        for targets in ((), *((sturdy,) * n for n in range(1, max(needs.choosings, 1) + 1))):
            yield ResolveAiCard(targets=targets, **said)
        yield ResolveAiCard(**{**said, "choices": ()})
    paid = min(1, enemy.ap_active.total)
    target = state.aggro if state.aggro in standing_guards(state) else sturdy
    deed = Deed(who=(target,), attack=UNREAD_ATTACK)
    if rest:
        yield ReadAiCard(slot=slot, ap=paid, deed=deed, then="go_on")
    yield ReadAiCard(slot=slot, ap=paid, deed=deed)


def _reactions(state: BattleState, cards: Library) -> tuple[str, ...]:
    """Every optional reaction of the guards: they are there to be used."""
    return tuple(
        f"{name}.{source.place}"
        for name in standing_guards(state)
        for source in sources(state, cards, name)
        if any(reaction.may for reaction in source.reactions)
    )


def _cleanup(state: BattleState, cards: Library) -> Iterator[Decision]:
    yield Cleanup()


_STEPS: Final[Mapping[str, Callable[[BattleState, Library], Iterator[Decision]]]] = {
    "round_start": _round_start,
    "choose_guard": _choose_guard,
    "draw": _draw,
    "actions": actions,
    "enemies_turn": _enemies_turn,
    "cleanup": _cleanup,
}
