"""The enemies' turn: enemies in slot order, their AI cards, what a card makes them do."""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.battle import derived
from rules.isofarian_guard.battle.abilities import all_choices_used
from rules.isofarian_guard.battle.aiming import targets
from rules.isofarian_guard.battle.asking import asks
from rules.isofarian_guard.battle.book import BattleTurn, book, in_battle, merely_noted
from rules.isofarian_guard.battle.decisions import ActivateEnemy, EndEnemiesTurn, ResolveAiCard, TurnOverAiCard
from rules.isofarian_guard.battle.effects import AbilityBlock, DrawAi, Effects, EndTurn
from rules.isofarian_guard.battle.events import (
    ActionSkipped,
    AiCardDrawn,
    AiCardResumed,
    AiCardsInterrupted,
    AiDeckReshuffled,
    EndTurnReached,
    EnemiesTurnEnded,
    EnemyAbilityUsed,
    EnemyActivated,
    EnemyTurnEnded,
)
from rules.isofarian_guard.battle.interpreter import carries_out, react, react_to_falls, run
from rules.isofarian_guard.battle.library import AiText, Library
from rules.isofarian_guard.battle.luck import all_luck_used, drawn_ai_card
from rules.isofarian_guard.battle.play import Play
from rules.isofarian_guard.battle.points import payment, refresh, spend
from rules.isofarian_guard.battle.state import BattleState, is_enemy, next_enemy, standing_guards, with_enemy
from rules.kernel import Decision, Refused, bag, minus, plus

CARDS_PER_TURN = 40
"""A turn in which card after card draws the next ends here: no deck does that for long."""


@in_battle(ActivateEnemy, "enemies_turn", rule="ISO-AI-002")
def activate_enemy(turn: BattleTurn, decision: ActivateEnemy) -> None:
    """Steps 2 to 5: the next enemy turns over its top AI card and resolves it (ISO-AI-002, ISO-AI-003). A card that
    nobody has entered stays turned over until the table says what it did."""
    _activate(turn, decision.slot)
    play = _card_play(turn, decision.slot, decision)
    if turn_over(play) or nobody_left(play.state, play.actor):
        _resolve(play)
    all_used(play)


@in_battle(TurnOverAiCard, "enemies_turn", rule="ISO-AI-002")
def turn_over_ai_card(turn: BattleTurn, decision: TurnOverAiCard) -> None:
    """The next enemy turns over its top AI card, which is resolved in a decision of its own: what it asks of the
    players can be seen first (ISO-AI-003)."""
    _activate(turn, decision.slot)
    play = _card_play(turn, decision.slot, decision)
    turn_over(play)
    if nobody_left(play.state, play.actor):
        play.emit(EnemyTurnEnded(who=play.actor))
    all_luck_used(turn)


@in_battle(ResolveAiCard, "enemies_turn", rule="ISO-AI-004")
def resolve_ai_card(turn: BattleTurn, decision: ResolveAiCard) -> None:
    """Resolve the AI card that was turned over.

    :raises Refused: ``enemy_out_of_order``, ``ai_card_required`` (ISO-AI-007), ``card_unread``
    """
    judge_acting(turn.state, decision.slot)
    play = _card_play(turn, decision.slot, decision)
    if card_text(play) is None:
        sentence = "Nobody has entered what this AI card does."
        raise Refused("card_unread", sentence, remedy="Read it at the table and say what it did.")
    _resolve(play)
    all_used(play)


def judge_acting(state: BattleState, slot: str) -> None:
    """Judge that the AI card of this enemy lies turned over and is not carried out.

    :raises Refused: ``no_such_target``, ``ai_card_required``
    """
    if slot not in state.enemies:
        raise Refused("no_such_target", f"There is no enemy in slot {slot}.")
    if state.acting != slot:
        sentence = f"No AI card of slot {slot} waits to be carried out."
        raise Refused("ai_card_required", sentence, rule="ISO-AI-007", remedy="Turn over its AI card first.")


def _activate(turn: BattleTurn, slot: str) -> None:
    refusal = enemy_refusal(turn.state, slot)
    if refusal is not None:
        raise refusal
    turn.emit(EnemyActivated(who=slot))


def enemy_refusal(state: BattleState, slot: str) -> Refused | None:
    """Why an enemy cannot be activated now, or ``None``: ``no_such_target``, ``enemy_defeated``,
    ``enemy_out_of_order`` (ISO-AI-002, ISO-GRID-002)."""
    if slot not in state.enemies:
        return Refused("no_such_target", f"There is no enemy in slot {slot}.")
    if state.enemies[slot].hp == 0:
        return Refused("enemy_defeated", f"The enemy in slot {slot} is defeated.", rule="ISO-AI-002")
    if state.acting is not None:
        sentence = f"The AI card of slot {state.acting} is not carried out yet."
        return Refused("enemy_out_of_order", sentence, rule="ISO-AI-002")
    if slot != next_enemy(state):
        following = next_enemy(state) or "none"
        sentence = f"Enemies act in slot order; next is {following}."
        return Refused("enemy_out_of_order", sentence, rule="ISO-AI-002")
    return None


def _card_play(turn: BattleTurn, slot: str, decision: Decision) -> Play:
    play = Play(turn, slot, turn.state.enemies[slot].visible or "", decision)
    play.flow = True
    return play


def all_used(play: Play) -> None:
    """Judge that everything that was said beforehand was asked for: targets, choices, luck.

    :raises Refused: ``target_choice_not_open`` (ISO-TGT-019), ``choice_not_offered``, ``ai_cards_left_over``
    """
    if play.shared.targets:
        sentence = "A criterion decides: the players have no choice of target here."
        raise Refused("target_choice_not_open", sentence, rule="ISO-TGT-019")
    all_choices_used(play)
    all_luck_used(play.turn)


# ---- AI cards


def turn_over(play: Play) -> bool:
    """Turn over the top AI card of the acting enemy; with none left the discarded ones are shuffled first (ISO-AI-011,
    ISO-AI-012). Guards' cards may react.

    :returns: whether its text is known
    """
    if not draw_ai_card(play, play.actor):
        raise Refused("ai_card_not_in_deck", "This enemy has no AI cards.", rule="ISO-AI-003")
    play.slot = play.state.enemies[play.actor].visible or ""
    return card_text(play) is not None


def draw_ai_card(play: Play, slot: str) -> bool:
    """Turn over an AI card of an enemy; it is visible from now on (ISO-AI-008, ISO-AI-010).

    :returns: whether there was one
    """
    if not play.state.enemies[slot].ai_deck:
        if not play.state.enemies[slot].ai_discard:
            return False
        play.emit(AiDeckReshuffled(who=slot))
    card = drawn_ai_card(play.turn, slot, play.state.enemies[slot].ai_deck)
    play.emit(AiCardDrawn(who=slot, card=card))
    for guard in standing_guards(play.state):
        react(play, guard, frozenset({"ai_drawn"}), attacker=slot, victim=slot)
    react_to_falls(play)
    return True


def nobody_left(state: BattleState, slot: str) -> bool:
    """Whether the acting enemy is defeated or has nobody to fight: it does nothing more (ISO-FALLB-011,
    ISO-AI-020)."""
    return state.enemies[slot].hp == 0 or not standing_guards(state)


def card_text(play: Play) -> AiText | None:
    """The actions of the acting enemy's visible card, or ``None`` where nobody has entered them."""
    enemy = play.state.enemies[play.actor]
    text = play.cards.ai_card(enemy.enemy, enemy.visible) if enemy.visible else None
    return None if text is None or text.actions is None else text


def _resolve(play: Play) -> None:
    """Carry out the visible card and those that it had interrupted, then end the enemy's turn (ISO-AI-004, ISO-AI-006,
    ISO-AI-016)."""
    run_card(play)
    go_on(play)


def go_on(play: Play) -> None:
    """Carry on with the cards that others interrupted, until the turn ends or another card waits (ISO-AI-007)."""
    while play.state.unfinished and not play.ended:
        card, at = play.state.unfinished[0]
        play.emit(AiCardResumed(who=play.actor, card=card))
        play.slot = card
        run_card(play, at)
    if not play.shared.unread:
        play.emit(EnemyTurnEnded(who=play.actor))
    elif play.shared.interrupted:
        play.emit(AiCardsInterrupted(who=play.actor, cards=tuple(play.shared.interrupted)))


def run_card(play: Play, start: int = 0) -> None:
    """Take the actions of the card in play from top to bottom. Where it turned over one that waits, the rest of it
    comes afterwards.

    :param start: the place of the first of them
    """
    card = play.slot
    actions = actions_of(play.state, play.cards, play.actor, card)
    play.ended = nobody_left(play.state, play.actor)
    for at, action in enumerate(actions[start:], start + 1):
        run(play, (action,))
        if play.shared.unread and at < len(actions):
            play.shared.interrupted.append((card, at))
        if play.ended:
            return


def actions_of(state: BattleState, cards: Library, slot: str, card: str) -> Effects:
    """The actions of an AI card, none where nobody has entered them."""
    text = cards.ai_card(state.enemies[slot].enemy, card)
    return (text.actions or ()) if text else ()


def rest_of(state: BattleState, cards: Library, slot: str) -> Effects:
    """The actions that are left of cards that others interrupted."""
    left = (actions_of(state, cards, slot, card)[at:] for card, at in state.unfinished)
    return tuple(action for actions in left for action in actions)


@carries_out(AbilityBlock)
def _ability(play: Play, effect: AbilityBlock) -> None:
    """An ability of an AI card: paid if the active AP reaches, with Upkeep on a printed cost, even if it will do
    nothing (ISO-AI-013, ISO-CHIP-031, ISO-CHIP-032); else skipped without payment (ISO-AI-005). Gray AP goes first,
    and green pays gray costs (ISO-AI-017, ISO-ENM-014)."""
    slot = play.actor
    cost = 0 if effect.ap is None else effect.ap + derived.upkeep(play.state, play.cards, slot)
    enemy = play.state.enemies[slot]
    if enemy.ap_active.total < cost:
        play.emit(ActionSkipped(who=slot, ability=effect.name, cost=cost))
        return
    spend(play.turn, slot, payment(enemy, cost, None))
    play.emit(EnemyAbilityUsed(who=slot, ability=effect.name))
    flow, play.flow = play.flow, False
    run(play, effect.effects)
    play.flow = flow


@carries_out(EndTurn)
def _end_turn(play: Play, effect: EndTurn) -> None:
    play.ended = True
    play.emit(EndTurnReached(who=play.actor))


@carries_out(DrawAi)
def _draw_ai(play: Play, effect: DrawAi) -> None:
    """Turn over AI cards. Only the acting enemy resolves one, and goes on with the rest of its card if that one does
    not end the turn (ISO-AI-007); any other is merely visible (ISO-AI-008)."""
    for who in targets(play, effect.who):
        if is_enemy(who) and draw_ai_card(play, who) and effect.resolve and who == play.actor and not play.reaction:
            _resolve_next(play)


def _resolve_next(play: Play) -> None:
    """Resolve the card that the acting enemy just turned over. One that nobody has entered is left to the table, and
    one that asks what nobody could foresee waits for a decision of its own; the first card goes on after it."""
    play.shared.cards += 1
    play.shared.unread = _waits(play)
    if play.shared.cards >= CARDS_PER_TURN or play.shared.unread:
        play.ended = True
        return
    slot, play.slot = play.slot, play.state.enemies[play.actor].visible or ""
    flow, play.flow = play.flow, True
    run_card(play)
    play.slot, play.flow = slot, flow


def _waits(play: Play) -> bool:
    text = card_text(play)
    foreseen = play.shared.targets or play.shared.choices or play.argument("from_slot")
    return text is None or text.actions is None or (not foreseen and asks(play.state, play.cards, text.actions))


# ---- the end of the enemies' turn


@in_battle(EndEnemiesTurn, "enemies_turn", rule="ISO-AI-015")
def end_enemies_turn(turn: BattleTurn, decision: EndEnemiesTurn) -> None:
    """Step 6: exhausted AP of all enemies is active again (ISO-AI-015, ISO-ENM-011).

    :raises Refused: ``enemy_not_activated``
    """
    refusal = enemies_end_refusal(turn.state)
    if refusal is not None:
        raise refusal
    for slot in turn.state.enemies:
        refresh(turn, slot, "any", None)
    turn.emit(EnemiesTurnEnded())


def enemies_end_refusal(state: BattleState) -> Refused | None:
    """Why the enemies' turn cannot end now, or ``None``."""
    waiting = state.acting or next_enemy(state)
    if waiting is None:
        return None
    sentence = f"The enemy in slot {waiting} has not finished its turn."
    return Refused("enemy_not_activated", sentence, rule="ISO-AI-015")


# ---- facts


@book.evolves(EnemyActivated)
def _enemy_activated(state: BattleState, event: EnemyActivated) -> BattleState:
    return replace(state, enemies_activated=(*state.enemies_activated, event.who), acting=event.who)


@book.evolves(EnemyTurnEnded)
def _enemy_turn_ended(state: BattleState, event: EnemyTurnEnded) -> BattleState:
    return replace(state, acting=None, unfinished=())


@book.evolves(AiCardsInterrupted)
def _ai_cards_interrupted(state: BattleState, event: AiCardsInterrupted) -> BattleState:
    return replace(state, unfinished=(*event.cards, *state.unfinished))


@book.evolves(AiCardResumed)
def _ai_card_resumed(state: BattleState, event: AiCardResumed) -> BattleState:
    return replace(state, unfinished=state.unfinished[1:])


@book.evolves(AiDeckReshuffled)
def _ai_deck_reshuffled(state: BattleState, event: AiDeckReshuffled) -> BattleState:
    enemy = state.enemies[event.who]
    return with_enemy(state, event.who, ai_deck=plus(enemy.ai_deck, bag(enemy.ai_discard)), ai_discard=())


@book.evolves(AiCardDrawn)
def _ai_card_drawn(state: BattleState, event: AiCardDrawn) -> BattleState:
    enemy = state.enemies[event.who]
    discard = (*enemy.ai_discard, event.card)
    return with_enemy(state, event.who, ai_deck=minus(enemy.ai_deck, (event.card,)), ai_discard=discard)


@book.evolves(EnemiesTurnEnded)
def _enemies_turn_ended(state: BattleState, event: EnemiesTurnEnded) -> BattleState:
    return replace(state, step="cleanup")


merely_noted(EnemyAbilityUsed, ActionSkipped, EndTurnReached)
