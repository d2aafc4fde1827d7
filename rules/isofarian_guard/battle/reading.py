"""Cards that nobody has entered: read at the table, recorded by what they did. Known and unknown cards mix freely,
since what was read is carried out by the same operations."""

from __future__ import annotations

from collections.abc import Iterable

from rules.isofarian_guard.battle.abilities import all_choices_used, chosen_payment, judged_card, place_chips
from rules.isofarian_guard.battle.acting import acting_guard
from rules.isofarian_guard.battle.book import BattleTurn, book, in_battle, merely_noted
from rules.isofarian_guard.battle.chips import CHIPS
from rules.isofarian_guard.battle.decisions import Deed, NameAiCard, ReadAiCard, ReadCard, ReadReaction
from rules.isofarian_guard.battle.effects import (
    AddToBag,
    Attack,
    BlueCubes,
    Effect,
    Gain,
    GainAp,
    Heal,
    LoseHp,
    Modify,
)
from rules.isofarian_guard.battle.enemies_turn import all_used, go_on, judge_acting, nobody_left, turn_over
from rules.isofarian_guard.battle.equipment import count_use, judged_accessory, judged_item, judged_weapon
from rules.isofarian_guard.battle.events import (
    AbilityActivated,
    AiCardNamed,
    CardRead,
    EnemyAbilityUsed,
    EnemyTurnEnded,
    EquippedItemUsed,
    StandardAttackPerformed,
)
from rules.isofarian_guard.battle.interpreter import run, spend_accessory
from rules.isofarian_guard.battle.library import Library, library
from rules.isofarian_guard.battle.luck import all_luck_used
from rules.isofarian_guard.battle.play import Play
from rules.isofarian_guard.battle.points import payment, spend
from rules.isofarian_guard.battle.state import AbilityCard, BattleState, Enemy, combatant, is_enemy, with_enemy
from rules.isofarian_guard.battle.stonebound import judged_stonebound, put_gem_on_card
from rules.kernel import Bag, Refused, words

# ---- guards' cards


@in_battle(ReadCard)
def read_card(turn: BattleTurn, decision: ReadCard) -> None:
    """We read a guard's card at the table and it did this. It is paid with the named chips and AP and counts as used
    like any other; what bars a known card bars it too."""
    acting_guard(turn.state, decision.guard)
    deeds = _judged_deeds(turn.state, decision.deed, decision.more)
    _use(turn, decision)
    turn.emit(CardRead(who=decision.guard, card=decision.card))
    play = Play(turn, decision.guard, decision.card, decision)
    _carry_out(play, deeds)
    all_choices_used(play)
    all_luck_used(turn)


@in_battle(
    ReadReaction, "round_start", "choose_guard", "draw", "actions", "enemies_turn", "cleanup", rule="ISO-ACC-001"
)
def read_reaction(turn: BattleTurn, decision: ReadReaction) -> None:
    """An accessory answered something and did this: told at the moment it acts, whoever's turn it is. It costs nothing;
    its use counts as that of a known one (ISO-ACC-001, ISO-ACC-002).

    :raises Refused: ``no_such_target``, ``guard_fallen``, and what :func:`judged_accessory` raises
    """
    _judge_present(turn.state, decision.guard)
    judged_accessory(library(turn.pack), turn.state.guards[decision.guard])
    deeds = _judged_deeds(turn.state, decision.deed, decision.more)
    turn.emit(CardRead(who=decision.guard, card="accessory"))
    play = Play(turn, decision.guard, "accessory", decision)
    spend_accessory(play)
    _carry_out(play, deeds)
    acting = turn.state.acting
    if acting is not None and nobody_left(turn.state, acting):
        turn.emit(EnemyTurnEnded(who=acting))
    all_choices_used(play)
    all_luck_used(turn)


def _use(turn: BattleTurn, decision: ReadCard) -> None:
    guard = turn.state.guards[decision.guard]
    paid = chosen_payment(guard, decision.chips, None)
    ap = payment(guard, sum(decision.ap.values()), decision.ap)
    on = decision.card if decision.card in ("weapon", "accessory") else f"card.{decision.card}"
    if decision.card == "weapon":
        weapon = judged_weapon(guard)
        place_chips(turn, decision.guard, on, paid)
        target = next((who for who in _everyone_named(decision) if is_enemy(who)), "")
        turn.emit(StandardAttackPerformed(guard=decision.guard, weapon=weapon.card, target=target))
    elif decision.card == "accessory":
        worn, text = judged_accessory(library(turn.pack), guard)
        place_chips(turn, decision.guard, on, paid)
        count_use(turn, decision.guard, worn, text)
    elif decision.card == "item":
        turn.emit(EquippedItemUsed(guard=decision.guard, card=judged_item(library(turn.pack), guard, None).card))
    else:
        _use_ability(turn, decision, paid)
    spend(turn, decision.guard, ap)


def _use_ability(turn: BattleTurn, decision: ReadCard, paid: Bag) -> None:
    card = turn.state.guards[decision.guard].slots.get(decision.card)
    if card is not None and not isinstance(card, AbilityCard):
        stone = judged_stonebound(turn.state, library(turn.pack), decision.guard, decision.card)
        put_gem_on_card(turn, decision.guard, decision.card, stone)
        return
    ability = judged_card(turn.state, library(turn.pack), decision.guard, decision.card)
    place_chips(turn, decision.guard, f"card.{decision.card}", paid)
    turn.emit(
        AbilityActivated(
            guard=decision.guard, slot=decision.card, ability=ability.ability, side=ability.side, chain=False
        )
    )


def _everyone_named(decision: ReadCard | ReadAiCard) -> tuple[str, ...]:
    deeds = ((decision.deed,) if decision.deed else ()) + decision.more
    return tuple(who for deed in deeds for who in deed.who)


# ---- AI cards


@in_battle(ReadAiCard, "enemies_turn", rule="ISO-TGT-020")
def read_ai_card(turn: BattleTurn, decision: ReadAiCard) -> None:
    """We read the AI card at the table and it did this: its own text decides (ISO-TGT-020). The card may have more to
    it, or make the enemy turn over another one.

    :raises Refused: ``ai_card_required``, ``not_enough_ap``, ``no_such_target``, ``guard_fallen``,
        ``target_defeated``, ``choice_not_offered`` where no card waits to go on
    """
    judge_acting(turn.state, decision.slot)
    if decision.then == "go_on" and not turn.state.unfinished:
        raise Refused("choice_not_offered", "No other card waits to go on.", rule="ISO-AI-007")
    deeds = _judged_deeds(turn.state, decision.deed, decision.more)
    visible = turn.state.enemies[decision.slot].visible or ""
    turn.emit(CardRead(who=decision.slot, card=decision.name or visible))
    if decision.ap:
        spend(turn, decision.slot, payment(turn.state.enemies[decision.slot], decision.ap, None))
        turn.emit(EnemyAbilityUsed(who=decision.slot, ability=decision.name or visible))
    play = Play(turn, decision.slot, visible, decision)
    _carry_out(play, deeds)
    if decision.then == "draw" and not nobody_left(play.state, play.actor):
        turn_over(play)
    if decision.then == "go_on":
        play.flow, play.ended = True, nobody_left(play.state, play.actor)
        go_on(play)
    elif decision.then == "end_turn" or nobody_left(play.state, play.actor):
        turn.emit(EnemyTurnEnded(who=decision.slot))
    all_used(play)


@in_battle(NameAiCard)
def name_ai_card(turn: BattleTurn, decision: NameAiCard) -> None:
    """The visible card is one that has been entered since the deck was laid out: it counts and is carried out as
    such.

    :raises Refused: ``no_such_target``, ``ai_card_required`` where no unread card is visible, ``ai_card_not_in_deck``
        for a card that it cannot be
    """
    if decision.slot not in turn.state.enemies:
        raise Refused("no_such_target", f"There is no enemy in slot {decision.slot}.", rule="ISO-GRID-010")
    enemy = turn.state.enemies[decision.slot]
    if not unread_card(library(turn.pack), enemy):
        sentence = f"No AI card of slot {decision.slot} lies open that nobody has entered."
        raise Refused("ai_card_required", sentence, rule="ISO-AI-010")
    if decision.card not in namesakes(library(turn.pack), enemy):
        sentence = f"{library(turn.pack).ai_name(enemy.enemy, decision.card)} is no AI card that this one could be."
        raise Refused("ai_card_not_in_deck", sentence, rule="ISO-AI-003")
    turn.emit(AiCardNamed(who=decision.slot, card=decision.card, was=enemy.visible or ""))


def unread_card(cards: Library, enemy: Enemy) -> bool:
    """Whether the visible AI card of an enemy is one that nobody has entered."""
    return enemy.visible is not None and cards.ai_card(enemy.enemy, enemy.visible) is None


def namesakes(cards: Library, enemy: Enemy) -> tuple[str, ...]:
    """The known AI cards that the unread visible one may be: those of the type that lie nowhere else, with its number
    where that is known (ISO-ENM-009)."""
    number = (enemy.visible or "").rpartition("_")[2]
    return tuple(
        card
        for card in cards.ai_cards(enemy.enemy)
        if card not in enemy.ai_deck
        and card not in enemy.ai_discard
        and (not number.isdigit() or _number(cards, enemy, card) in (None, int(number)))
    )


def _number(cards: Library, enemy: Enemy, card: str) -> int | None:
    text = cards.ai_card(enemy.enemy, card)
    return text.number if text else None


# ---- deeds


def _judged_deeds(state: BattleState, deed: Deed | None, more: Iterable[Deed]) -> tuple[Deed, ...]:
    """The deeds of a card, each against somebody who is there and stands.

    :raises Refused: ``target_required`` where it did something to nobody, ``no_such_target``, ``guard_fallen``,
        ``target_defeated``, ``no_such_chip``
    """
    deeds = ((deed,) if deed else ()) + tuple(more)
    for one in deeds:
        if not one.who and one != Deed():
            raise Refused("target_required", "Say whom it worked on.", rule="ISO-GRID-010")
        for who in one.who:
            _judge_present(state, who)
        for chip in (*one.chips, *one.bag):
            if chip not in CHIPS:
                raise Refused("no_such_chip", f"There is no chip {words(chip)}.", rule="ISO-CHIP-001")
    return deeds


def _judge_present(state: BattleState, who: str) -> None:
    if who not in state.guards and who not in state.enemies:
        raise Refused("no_such_target", f"{who} is not in this battle.", rule="ISO-GRID-010")
    if combatant(state, who).hp == 0:
        if is_enemy(who):
            raise Refused("target_defeated", f"The enemy in slot {who} is defeated.", rule="ISO-FALLB-004")
        raise Refused("guard_fallen", f"{words(who)} has fallen.", rule="ISO-FALLB-004")


def _carry_out(play: Play, deeds: Iterable[Deed]) -> None:
    for deed in deeds:
        for who in deed.who:
            play.victim = who
            run(play, tuple(_effects(deed)))


def _effects(deed: Deed) -> Iterable[Effect]:
    """What was read, in the words of the card language."""
    if deed.attack is not None:
        yield Attack(who="victim", atk=deed.attack, reach="any")
    if deed.damage:
        yield LoseHp(who="victim", n=deed.damage)
    if deed.heal:
        yield Heal(who="victim", n=deed.heal)
    if deed.blue_cubes:
        yield BlueCubes(who="victim", n=deed.blue_cubes)
    yield from (Modify(who="victim", stat="atk", by=deed.atk, until="round") for _ in range(bool(deed.atk)))
    yield from (Modify(who="victim", stat="def", by=deed.def_, until="round") for _ in range(bool(deed.def_)))
    if deed.green_ap:
        yield GainAp(who="victim", color="green", n=deed.green_ap)
    yield from (Gain(who="victim", chip=chip, n=n) for chip, n in deed.chips.items() if n)
    yield from (AddToBag(who="victim", chip=chip, n=n) for chip, n in deed.bag.items() if n)


# ---- facts


@book.evolves(AiCardNamed)
def _ai_card_named(state: BattleState, event: AiCardNamed) -> BattleState:
    discard = (*state.enemies[event.who].ai_discard[:-1], event.card)
    return with_enemy(state, event.who, ai_discard=discard)


merely_noted(CardRead)
