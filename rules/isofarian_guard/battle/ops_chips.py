"""Operations on chips: gained, added, discarded, moved, drawn."""

from __future__ import annotations

from rules.isofarian_guard.battle import chips
from rules.isofarian_guard.battle.aiming import targets
from rules.isofarian_guard.battle.areas import chips_in
from rules.isofarian_guard.battle.bagwork import add_to_bag, draw, gain, refill, send
from rules.isofarian_guard.battle.effects import AddToBag, DiscardFromBag, Draw, Gain, MoveChip, Redraw, Refill
from rules.isofarian_guard.battle.events import EffectsEnded
from rules.isofarian_guard.battle.interpreter import carries_out
from rules.isofarian_guard.battle.luck import drawn_chips
from rules.isofarian_guard.battle.ops_basic import MANY, number
from rules.isofarian_guard.battle.play import Play
from rules.isofarian_guard.battle.state import AbilityCard, is_enemy
from rules.isofarian_guard.battle.values import amount
from rules.kernel import Bag, Refused, size


@carries_out(AddToBag)
def _add_to_bag(play: Play, effect: AddToBag) -> None:
    n = min(amount(play, effect.n), MANY)
    for who in targets(play, effect.who):
        if not is_enemy(who):
            add_to_bag(play.turn, who, effect.chip, n)


@carries_out(Gain)
def _gain(play: Play, effect: Gain) -> None:
    n = min(amount(play, effect.n), MANY)
    for who in targets(play, effect.who):
        gain(play, who, effect.chip, n)


@carries_out(DiscardFromBag)
def _discard_from_bag(play: Play, effect: DiscardFromBag) -> None:
    """Chips out of a bag, without effect (ISO-CHIP-036); drawn blind, or those that match."""
    n = amount(play, effect.n)
    for who in targets(play, effect.who):
        if is_enemy(who):
            continue
        fitting = chips.matching(play.state.guards[who].bag, effect.chip)
        if effect.random:
            out = list(drawn_chips(play.turn, who, fitting, min(n, size(fitting))))
        else:
            out = _picked(play, fitting, n)
        for chip in out:
            send(play.turn, who, chip, 1, "bag", "auto")


@carries_out(MoveChip)
def _move_chip(play: Play, effect: MoveChip) -> None:
    """Chips from one area to another; those for which there is no place stay where they are. When the last one leaves
    an ability card, what it granted ends (ISO-ABILB-010)."""
    n = number(play, effect.n)
    for who in targets(play, effect.who):
        from_, to = _area(play, who, effect.from_), _destination(play, who, effect.to)
        if from_ is None or to is None:
            continue
        lying = chips.matching(chips_in(play.state, who, from_), effect.chip)
        fitting = {chip: count for chip, count in lying.items() if _belongs(chip, to)}
        for chip in _picked(play, fitting, n):
            send(play.turn, who, chip, 1, from_, to)
        if from_.startswith("card.") and not chips_in(play.state, who, from_):
            play.emit(EffectsEnded(guard=who, slot=from_[5:]))


def _destination(play: Play, who: str, area: str) -> str | None:
    """Where chips go, or ``None`` where somebody has no such place. What leaves an enemy card goes to the supply
    (ISO-CHIP-004)."""
    if is_enemy(who):
        return area if area == "enemy_card" else "supply"
    if area == "enemy_card" or (area == "accessory" and play.state.guards[who].accessory is None):
        return None
    return _area(play, who, area)


def _belongs(chip: str, area: str) -> bool:
    """Whether a chip may lie in an area: among the drawn ones and in the status areas only its own kind does
    (ISO-CHIP-007)."""
    return area not in ("drawn", "positive", "negative") or chips.area_of(chip) == area


def _area(play: Play, who: str, area: str) -> str | None:
    """Where an area word points. A card is named by ``from_slot``, or is the only one with chips on it.

    :raises Refused: ``choice_required`` where several cards have chips and none is named
    """
    if area != "card":
        return area
    if is_enemy(who):
        return None
    slots = play.state.guards[who].slots
    named = play.argument("from_slot")
    if named is not None:
        if not isinstance(slots.get(named), AbilityCard):
            raise Refused("not_a_guard_ability", f"Slot {named} holds no Guard Ability Card.", rule="ISO-ABILB-012")
        return f"card.{named}"
    laden = [slot for slot, card in slots.items() if isinstance(card, AbilityCard) and card.chips]
    if len(laden) > 1:
        raise Refused("choice_required", f"Say from which card: {', '.join(laden)}.", rule="ISO-ABILB-010")
    return f"card.{laden[0]}" if laden else None


def _picked(play: Play, fitting: Bag, n: int | None) -> list[str]:
    """So many of some chips: those that the players pick first, then in the printed order.

    :raises Refused: ``chip_not_available`` for a picked chip that is not there
    """
    lying = chips.in_order(fitting)
    wanted = len(lying) if n is None else min(n, len(lying))
    picks = list(getattr(play.given, "picks", ()))[:wanted]
    for chip in picks:
        if chip not in lying:
            raise Refused("chip_not_available", f"{chip} does not lie there.", rule="ISO-CHIP-036")
        lying.remove(chip)
    return picks + lying[: wanted - len(picks)]


@carries_out(Draw)
def _draw(play: Play, effect: Draw) -> None:
    """A draw by a card follows the rules of the draw (ISO-DRAW-010); an earlier Fear does not bar it (ISO-DRAW-012)."""
    n = amount(play, effect.n)
    for who in targets(play, effect.who):
        if not is_enemy(who):
            draw(play, who, n, all_draw=effect.all_draw)


@carries_out(Redraw)
def _redraw(play: Play, effect: Redraw) -> None:
    """One unused drawn chip goes back into the bag, and one of any color is drawn (ISO-ACC-009).

    :raises Refused: ``choice_required``, ``chip_not_available``
    """
    drawn = play.state.guards[play.actor].drawn
    back = play.argument("return_chip") or (next(iter(drawn)) if len(drawn) == 1 else None)
    if back is None and drawn:
        raise Refused("choice_required", "Say which drawn chip goes back.", rule="ISO-ACC-009")
    if back is None or not drawn.get(back, 0):
        raise Refused("chip_not_available", "Only an unused drawn chip can be drawn again.", rule="ISO-ACC-009")
    send(play.turn, play.actor, back, 1, "drawn", "bag")
    draw(play, play.actor, 1, all_draw=True)


@carries_out(Refill)
def _refill(play: Play, effect: Refill) -> None:
    """A card may refill a bag outside step 4 (ISO-REF-008)."""
    for who in targets(play, effect.who):
        if not is_enemy(who):
            refill(play.turn, who)
