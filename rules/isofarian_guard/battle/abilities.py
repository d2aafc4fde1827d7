"""Guard Ability Cards: activation and payment, both sides, cards that activate or flip others."""

from __future__ import annotations

from rules.isofarian_guard.battle import derived, keywords
from rules.isofarian_guard.battle.acting import acting_guard
from rules.isofarian_guard.battle.areas import chips_added, chips_taken
from rules.isofarian_guard.battle.book import BattleTurn, book, in_battle
from rules.isofarian_guard.battle.chips import is_resource
from rules.isofarian_guard.battle.decisions import ActivateAbility
from rules.isofarian_guard.battle.effects import ActivateCard, FlipCard
from rules.isofarian_guard.battle.events import AbilityActivated, AbilityFlipped, ChipsPlaced
from rules.isofarian_guard.battle.interpreter import carries_out, run
from rules.isofarian_guard.battle.library import Library, SideText, library
from rules.isofarian_guard.battle.luck import all_luck_used
from rules.isofarian_guard.battle.play import Play
from rules.isofarian_guard.battle.points import payment, spend
from rules.isofarian_guard.battle.resources import NO_CHIPS, Cost, cost_words, judge_payment, thriftiest
from rules.isofarian_guard.battle.state import AbilityCard, Ap, BattleState, Guard, with_card, with_guard
from rules.kernel import Bag, Refused, holds, plus, words


@in_battle(ActivateAbility)
def activate_ability(turn: BattleTurn, decision: ActivateAbility) -> None:
    """Activate a Guard Ability Card: chips worth its cost on the card, AP exhausted, then its effects, then its keyword
    (ISO-ABILB-002, ISO-ABILB-011, ISO-KEY-022)."""
    guard = acting_guard(turn.state, decision.guard)
    card, side = usable_card(turn.state, library(turn.pack), decision.guard, decision.slot)
    keywords.judge_keyword(turn.state, decision, side.keyword)
    _pay(turn, decision, side)
    chain = keywords.shows(side, "chain")
    turn.emit(
        AbilityActivated(guard=decision.guard, slot=decision.slot, ability=card.ability, side=card.side, chain=chain)
    )
    play = Play(turn, decision.guard, decision.slot, decision)
    run(play, side.effects or ())
    keywords.after_main_effect(play, decision, side, chained=guard.chain)
    all_choices_used(play)
    all_luck_used(turn)


def _pay(turn: BattleTurn, decision: ActivateAbility, side: SideText) -> None:
    """Pay the cost, and with it [Surge] and [Inspire] where they are bought (ISO-KEY-006, ISO-KEY-008)."""
    guard = turn.state.guards[decision.guard]
    inspire = {chip: n for chip, n in decision.inspire_chips.items() if n}
    free = inspire if decision.chips is None and holds(guard.drawn, inspire) else {}
    chips = chosen_payment(guard, decision.chips, side.cost, taken=free)
    ap = _ap_paid(turn, decision, side)
    if inspire and side.keyword:
        keywords.judge_inspire(guard, inspire, chips, side.keyword)
    if decision.surge and side.keyword:
        bought = keywords.surge_payment(guard, ap, side.keyword)
        ap = Ap(ap.gray, ap.green + bought.green)
    place_chips(turn, decision.guard, f"card.{decision.slot}", plus(chips, inspire))
    spend(turn, decision.guard, ap)


def usable_card(state: BattleState, cards: Library, guard: str, slot: str) -> tuple[AbilityCard, SideText]:
    """The Guard Ability Card in a slot and its face-up side, where it may be activated now.

    :raises Refused: ``not_a_guard_ability`` (ISO-ABILB-012), ``corrupted`` (ISO-CHIP-011),
        ``ability_already_activated`` (ISO-ABILB-003), ``card_unread`` for a card of which the pack knows no effects
    """
    card = judged_card(state, cards, guard, slot)
    side = cards.side(card.ability, card.side)
    if side is None or side.effects is None:
        raise unread(slot)
    return card, side


def judged_card(state: BattleState, cards: Library, guard: str, slot: str) -> AbilityCard:
    """The Guard Ability Card in a slot, where nothing bars its activation; see :func:`usable_card`."""
    card = state.guards[guard].slots.get(slot)
    if not isinstance(card, AbilityCard) or cards.owner(card.ability) not in (guard, "any"):
        sentence = f"Slot {slot} holds no Guard Ability Card of this guard."
        raise Refused("not_a_guard_ability", sentence, rule="ISO-ABILB-012")
    if derived.corrupted(state, cards, guard):
        sentence = "Corruption: no Guard Ability Card can be used this round."
        raise Refused("corrupted", sentence, rule="ISO-CHIP-011", remedy="Stonebound Abilities still work.")
    if card.used:
        sentence = "A Guard Ability Card is activated once per round."
        raise Refused("ability_already_activated", sentence, rule="ISO-ABILB-003")
    return card


def unread(place: str) -> Refused:
    """The refusal for a card whose text nobody has entered."""
    sentence = f"Nobody has entered what the card there does ({place})."
    return Refused("card_unread", sentence, remedy="Read it at the table and say what it did.")


def chosen_payment(guard: Guard, chosen: Bag | None, cost: Cost | None, *, taken: Bag = NO_CHIPS) -> Bag:
    """The chips that pay a cost: those that the players name, or the thriftiest ones.

    :raises Refused: see :func:`~.resources.judge_payment`
    """
    if chosen is None:
        chosen = {} if cost is None else thriftiest(guard, cost, taken=taken)
    if chosen is None:
        sentence = f"That costs {cost_words(cost or {})}; the drawn chips do not reach it."
        raise Refused("resources_insufficient", sentence, rule="ISO-RES-011")
    judge_payment(guard, chosen, cost, taken=taken)
    return {chip: n for chip, n in chosen.items() if n}


def ap_cost(state: BattleState, cards: Library, guard: str, side: SideText) -> int:
    """AP that a card costs now: the printed number, 0 included, and Upkeep; nothing without an AP icon (ISO-ABILB-014,
    ISO-CHIP-030, ISO-CHIP-032)."""
    return 0 if side.ap is None else side.ap + derived.upkeep(state, cards, guard)


def _ap_paid(turn: BattleTurn, decision: ActivateAbility, side: SideText) -> Ap:
    guard = turn.state.guards[decision.guard]
    if side.ap_known:
        return payment(guard, ap_cost(turn.state, library(turn.pack), decision.guard, side), decision.ap)
    return payment(guard, sum((decision.ap or {}).values()), decision.ap)


def place_chips(turn: BattleTurn, guard: str, on: str, chips: Bag) -> None:
    """Lay paid chips on the card that they pay for, where they stay until the cleanup phase (ISO-RES-009)."""
    for area, part in (("drawn", True), ("positive", False)):
        paid = {chip: n for chip, n in chips.items() if is_resource(chip) == part}
        if paid:
            turn.emit(ChipsPlaced(guard=guard, on=on, chips=paid, from_=area))


def all_choices_used(play: Play) -> None:
    """Judge that the players picked no more than the card asked.

    :raises Refused: ``choice_not_offered``
    """
    if play.shared.choices:
        label = words(play.shared.choices[0])
        raise Refused("choice_not_offered", f"{label}: the card asks for no further choice.", rule="ISO-ABILB-002")


# ---- cards that work on cards


@carries_out(ActivateCard)
def _activate_card(play: Play, effect: ActivateCard) -> None:
    """The main effects of another of the guard's cards, without payment, chips or keyword, and whether or not it was
    activated this round (ISO-ABILB-004, ISO-ABILB-015). Where there is no such card nothing happens.

    :raises Refused: ``choice_required``, ``not_a_guard_ability``, ``corrupted``, ``card_unread``
    """
    slot = play.argument("card_slot")
    if slot is None and not activatable(play.state, play.cards, play.actor):
        return
    if slot is None:
        raise Refused("choice_required", "Say which card it activates.", rule="ISO-ABILB-004")
    card = play.state.guards[play.actor].slots.get(slot)
    if not isinstance(card, AbilityCard):
        raise Refused("not_a_guard_ability", f"Slot {slot} holds no Guard Ability Card.", rule="ISO-ABILB-012")
    if derived.corrupted(play.state, play.cards, play.actor):
        raise Refused("corrupted", "Corruption bars Guard Ability Cards.", rule="ISO-CHIP-011")
    side = keywords.face_up(play.cards, card)
    mark = (slot, play.actor, -1)
    if side is None or side.effects is None:
        raise unread(slot)
    if mark not in play.shared.reacting:
        play.shared.reacting.add(mark)
        run(play.child(play.actor, slot), side.effects)
        play.shared.reacting.discard(mark)


def activatable(state: BattleState, cards: Library, name: str) -> tuple[str, ...]:
    """The slots of the known Guard Ability Cards that another card may activate: none under Corruption
    (ISO-CHIP-011)."""
    if derived.corrupted(state, cards, name):
        return ()
    slots = sorted(state.guards[name].slots.items())
    return tuple(slot for slot, card in slots if isinstance(card, AbilityCard) and _known(cards, card))


def _known(cards: Library, card: AbilityCard) -> bool:
    side = keywords.face_up(cards, card)
    return side is not None and side.effects is not None


@carries_out(FlipCard)
def _flip_card(play: Play, effect: FlipCard) -> None:
    """A card turned over by an effect shows its other side at once (ISO-ABILB-013). Where there is no card to choose
    nothing happens.

    :raises Refused: ``choice_required``, ``not_a_guard_ability``
    """
    slot = play.slot if effect.which == "this" else play.argument("flip_slot")
    if slot is None and not any(isinstance(card, AbilityCard) for card in play.state.guards[play.actor].slots.values()):
        return
    if slot is None:
        raise Refused("choice_required", "Say which card is flipped.", rule="ISO-ABILB-013")
    card = play.state.guards[play.actor].slots.get(slot)
    if not isinstance(card, AbilityCard):
        raise Refused("not_a_guard_ability", f"Slot {slot} holds no Guard Ability Card.", rule="ISO-ABILB-012")
    play.emit(flipped(play.actor, slot, card))


def flipped(guard: str, slot: str, card: AbilityCard, cubes: int = 0) -> AbilityFlipped:
    """The fact that a card shows its other side."""
    return AbilityFlipped(guard=guard, slot=slot, side="S" if card.side == "P" else "P", cubes=cubes)


# ---- facts


@book.evolves(ChipsPlaced)
def _chips_placed(state: BattleState, event: ChipsPlaced) -> BattleState:
    state = chips_taken(state, event.guard, event.from_, event.chips)
    return chips_added(state, event.guard, event.on, event.chips)


@book.evolves(AbilityActivated)
def _ability_activated(state: BattleState, event: AbilityActivated) -> BattleState:
    state = with_card(state, event.guard, event.slot, used=True)
    return with_guard(state, event.guard, chain=True) if event.chain else state


@book.evolves(AbilityFlipped)
def _ability_flipped(state: BattleState, event: AbilityFlipped) -> BattleState:
    card = state.guards[event.guard].slots[event.slot]
    cubes = card.cubes - event.cubes if isinstance(card, AbilityCard) else 0
    return with_card(state, event.guard, event.slot, side=event.side, cubes=cubes)
