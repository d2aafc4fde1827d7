"""Stonebound Ability Cards and their gems: ready, on the card, exhausted, ready again (ISO-STON-004)."""

from __future__ import annotations

from rules.isofarian_guard.battle import derived
from rules.isofarian_guard.battle.abilities import all_choices_used, unread
from rules.isofarian_guard.battle.acting import acting_guard
from rules.isofarian_guard.battle.book import BattleTurn, book, in_battle
from rules.isofarian_guard.battle.decisions import ActivateStonebound
from rules.isofarian_guard.battle.effects import ReadyGem
from rules.isofarian_guard.battle.events import GemExhausted, GemReadied, StoneboundActivated
from rules.isofarian_guard.battle.interpreter import carries_out, run
from rules.isofarian_guard.battle.library import Library, library
from rules.isofarian_guard.battle.luck import all_luck_used
from rules.isofarian_guard.battle.play import Play
from rules.isofarian_guard.battle.state import BattleState, Guard, StoneboundCard, with_card
from rules.kernel import Refused


@in_battle(ActivateStonebound)
def activate_stonebound(turn: BattleTurn, decision: ActivateStonebound) -> None:
    """Move the gem of a Stonebound Ability Card onto it and carry it out; it costs neither chips nor AP (ISO-STON-001,
    ISO-STON-002, ISO-STON-010)."""
    acting_guard(turn.state, decision.guard)
    cards = library(turn.pack)
    card = judged_stonebound(turn.state, cards, decision.guard, decision.slot)
    text = cards.stonebound(card.ability)
    if text is None or text.effects is None:
        raise unread(decision.slot)
    put_gem_on_card(turn, decision.guard, decision.slot, card)
    play = Play(turn, decision.guard, decision.slot, decision)
    run(play, text.effects)
    all_choices_used(play)
    all_luck_used(turn)


def judged_stonebound(state: BattleState, cards: Library, guard: str, slot: str) -> StoneboundCard:
    """The Stonebound Ability Card in a slot, where it may be activated now.

    :raises Refused: ``not_a_stonebound_ability`` (ISO-STON-011), ``sealed`` (ISO-CHIP-024), ``gem_not_ready``
        (ISO-STON-001)
    """
    card = state.guards[guard].slots.get(slot)
    if not isinstance(card, StoneboundCard) or cards.owner(card.ability) not in (guard, "any"):
        sentence = f"Slot {slot} holds no Stonebound Ability of this guard."
        raise Refused("not_a_stonebound_ability", sentence, rule="ISO-STON-011")
    if derived.sealed(state, cards, guard):
        sentence = "Seal: no Stonebound Ability can be used this round."
        raise Refused("sealed", sentence, rule="ISO-CHIP-024", remedy="Guard Ability Cards still work.")
    if card.gem != "ready":
        sentence = f"The gem of slot {slot} is {card.gem}, not ready."
        raise Refused("gem_not_ready", sentence, rule="ISO-STON-001")
    return card


def put_gem_on_card(turn: BattleTurn, guard: str, slot: str, card: StoneboundCard) -> None:
    """Move the gem onto its card."""
    turn.emit(StoneboundActivated(guard=guard, slot=slot, ability=card.ability, element=card.element))


@carries_out(ReadyGem)
def _ready_gem(play: Play, effect: ReadyGem) -> None:
    """An exhausted gem becomes ready (ISO-GEN-002).

    :raises Refused: ``choice_required``, ``gem_not_exhausted``
    """
    exhausted = exhausted_gems(play.state.guards[play.actor])
    slot = play.argument("gem_slot") or (exhausted[0] if len(exhausted) == 1 else None)
    if slot is None and exhausted:
        raise Refused("choice_required", f"Say which gem: {', '.join(exhausted)}.", rule="ISO-GEN-002")
    if slot is None:
        return
    if slot not in exhausted:
        raise Refused("gem_not_exhausted", f"The gem of slot {slot} is not exhausted.", rule="ISO-GEN-002")
    play.emit(GemReadied(guard=play.actor, slot=slot))


def exhausted_gems(guard: Guard) -> tuple[str, ...]:
    """The slots whose gem is exhausted."""
    return tuple(
        slot
        for slot, card in sorted(guard.slots.items())
        if isinstance(card, StoneboundCard) and card.gem == "exhausted"
    )


# ---- facts


@book.evolves(StoneboundActivated)
def _stonebound_activated(state: BattleState, event: StoneboundActivated) -> BattleState:
    return with_card(state, event.guard, event.slot, gem="active")


@book.evolves(GemReadied)
def _gem_readied(state: BattleState, event: GemReadied) -> BattleState:
    return with_card(state, event.guard, event.slot, gem="ready")


@book.evolves(GemExhausted)
def _gem_exhausted(state: BattleState, event: GemExhausted) -> BattleState:
    return with_card(state, event.guard, event.slot, gem="exhausted")
