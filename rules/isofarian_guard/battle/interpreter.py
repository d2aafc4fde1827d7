"""Carries out cards: one function per operation, never one per card. Reactions belong here too, since effects set off
reactions and reactions are effects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

from rules.isofarian_guard.battle import chips
from rules.isofarian_guard.battle.book import BattleTurn
from rules.isofarian_guard.battle.effects import Effects, Reaction, Reactions
from rules.isofarian_guard.battle.events import AccessoryFlipped, AccessoryUsed, ReactionTriggered
from rules.isofarian_guard.battle.library import AccessoryText, Library
from rules.isofarian_guard.battle.play import Play
from rules.isofarian_guard.battle.state import (
    ABILITY_SLOTS,
    AbilityCard,
    AccessoryCard,
    BattleState,
    Card,
    combatant,
    is_enemy,
    standing_guards,
)
from rules.isofarian_guard.battle.values import holds
from rules.kernel import Refused

E = TypeVar("E")
Handler = Callable[[Play, E], None]

MOST_EFFECTS = 2_000
"""Effects that one decision carries out at the most."""

HANDLERS: dict[type, Callable[[Play, Any], None]] = {}
"""How each operation is carried out."""


def carries_out(kind: type[E]) -> Callable[[Handler[E]], Handler[E]]:
    """Register the function that carries out an operation."""

    def register(handler: Handler[E]) -> Handler[E]:
        HANDLERS[kind] = handler
        return handler

    return register


def run(play: Play, effects: Effects) -> None:
    """Carry out effects in order; reactions to one come before the next.

    :raises Refused: ``card_unending`` for cards that nobody would carry out to their end
    """
    for effect in effects:
        if play.ended:
            return
        play.shared.steps += 1
        if play.shared.steps > MOST_EFFECTS:
            sentence = f"What these cards set off goes on and on: {MOST_EFFECTS:,} effects and no end."
            raise Refused("card_unending", sentence, remedy="Look at what was entered for them.")
        HANDLERS[type(effect)](play, effect)
        react_to_falls(play)
        if play.flow:
            stop_where_over(play)


def stop_where_over(play: Play) -> None:
    """End an AI card whose enemy has been defeated (ISO-FALLB-011) or that has nobody left to fight (ISO-AI-020)."""
    play.ability_over()
    if play.state.enemies[play.actor].hp == 0 or not standing_guards(play.state):
        play.ended = True


# ---- reactions


class Source(NamedTuple):
    """A card with reactions.

    :param place: ability slot, ``accessory``, or AI card
    """

    place: str
    active: bool
    reactions: Reactions


def sources(state: BattleState, cards: Library, who: str) -> Iterator[Source]:
    """The cards of a combatant that may react: ability slots in order, then the accessory; the visible AI card."""
    if is_enemy(who):
        enemy = state.enemies[who]
        text = cards.ai_card(enemy.enemy, enemy.visible) if enemy.visible else None
        if text and enemy.visible:
            yield Source(enemy.visible, True, text.reactive)
        return
    guard = state.guards[who]
    for slot in ABILITY_SLOTS:
        card = guard.slots.get(slot)
        if card is not None and card.ability in cards.reactive:
            yield Source(slot, card.active, _reactive(cards, card))
    if guard.accessory and not guard.accessory.flipped:
        worn = cards.accessory(guard.accessory.card)
        yield Source("accessory", True, worn.reactive if worn else ())


def _reactive(cards: Library, card: Card) -> Reactions:
    if isinstance(card, AbilityCard):
        side = cards.side(card.ability, card.side)
        return side.reactive if side else ()
    stone = cards.stonebound(card.ability)
    return stone.reactive if stone else ()


def react(
    play: Play,
    owner: str,
    triggers: frozenset[str],
    *,
    attacker: str | None = None,
    victim: str | None = None,
    chip: str | None = None,
) -> None:
    """Carry out the reactions of one combatant, in slot order (ISO-ABILB-009). A reaction that is under way is not set
    off again by what it leads to."""
    if combatant(play.state, owner).hp == 0 and owner not in play.lingering:
        return
    for source in list(sources(play.state, play.cards, owner)):
        for index, reaction in enumerate(source.reactions):
            if reaction.trigger not in triggers or (source.place, owner, index) in play.shared.reacting:
                continue
            child = play.child(owner, source.place)
            child.reaction, child.attacker, child.victim = True, attacker, victim
            if _reacts(child, source, reaction, index, chip):
                _carry_out(child, source, reaction, index)


def _reacts(play: Play, source: Source, reaction: Reaction, index: int, chip: str | None) -> bool:
    if not source.active and reaction.needs != "equipped":
        return False
    if reaction.chip is not None and (chip is None or not chips.matches(reaction.chip, chip)):
        return False
    named = play.named_sources()
    if reaction.may and source.place not in named and f"{play.actor}.{source.place}" not in named:
        return False
    done = play.state.reactions.get(_key(play, source, index), 0)
    if reaction.per_round is not None and done >= reaction.per_round:
        return False
    return _accessory_usable(play, source) and holds(play, reaction.if_)


def _key(play: Play, source: Source, index: int) -> str:
    return f"{play.actor}.{source.place}.{index}"


def _accessory_usable(play: Play, source: Source) -> bool:
    """Whether a limited accessory has a use left (ISO-ACC-002)."""
    if source.place != "accessory":
        return True
    worn = play.state.guards[play.actor].accessory
    text = play.cards.accessory(worn.card) if worn else None
    if worn is None or text is None or worn.flipped:
        return False
    return text.per_round is None or worn.uses < text.per_round


def _carry_out(play: Play, source: Source, reaction: Reaction, index: int) -> None:
    count = _key(play, source, index) if reaction.per_round is not None else None
    play.emit(ReactionTriggered(who=play.actor, source=source.place, trigger=reaction.trigger, count=count))
    if source.place == "accessory":
        spend_accessory(play)
    mark = (source.place, play.actor, index)
    play.shared.reacting.add(mark)
    run(play, reaction.effects)
    play.shared.reacting.discard(mark)


def spend_accessory(play: Play) -> None:
    """Count a use of the actor's accessory by a reaction or negation, where its uses are counted (ISO-IMM-004)."""
    worn = play.state.guards[play.actor].accessory
    text = play.cards.accessory(worn.card) if worn else None
    if worn and text and (text.limit is not None or text.per_round is not None):
        play.emit(AccessoryUsed(guard=play.actor, card=worn.card, cube=text.limit is not None))
        flip_if_spent(play.turn, play.actor, worn, text)


def flip_if_spent(turn: BattleTurn, guard: str, worn: AccessoryCard, text: AccessoryText | None) -> None:
    """Flip a limited accessory whose number is reached with this use (ISO-ACC-002).

    :param worn: the accessory before it
    """
    if text is not None and text.limit is not None and worn.cubes + 1 >= text.limit:
        turn.emit(AccessoryFlipped(guard=guard))


def react_to_falls(play: Play) -> None:
    """Carry out the reactions of those who just dropped to 0 HP, before the next effect (ISO-FALLB-003)."""
    for who in play.take_fallen():
        react(play, who, frozenset({"defeated"}), attacker=play.attacker or play.actor, victim=who)
