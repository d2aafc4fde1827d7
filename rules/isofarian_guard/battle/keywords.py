"""The guards' [Keywords]: when each is triggered, and what it costs.

A keyword effect follows the main effect of its card (ISO-KEY-022) and counts for the face-up side only (ISO-KEY-024).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rules.isofarian_guard.battle import chips, derived
from rules.isofarian_guard.battle.bagwork import gain
from rules.isofarian_guard.battle.book import book
from rules.isofarian_guard.battle.decisions import ActivateAbility
from rules.isofarian_guard.battle.effects import TriggerKeyword
from rules.isofarian_guard.battle.events import (
    AllyChipsDrawn,
    BurstCubePlaced,
    ChipReturnedToBag,
    ChipTaken,
    KeywordTriggered,
)
from rules.isofarian_guard.battle.interpreter import carries_out, react_to_falls, run
from rules.isofarian_guard.battle.library import KeywordText, Library, SideText
from rules.isofarian_guard.battle.luck import drawn_chips
from rules.isofarian_guard.battle.play import Play
from rules.isofarian_guard.battle.state import (
    AbilityCard,
    Ap,
    BattleState,
    Guard,
    ally_of,
    with_card,
)
from rules.kernel import Bag, Refused, size

ENDURE_DRAW = 3
KEYWORD = -2
"""Stands for the keyword effect of a card among the marks of what is under way, where reactions have their number."""
YELLOW_CUBES = 12
"""Yellow cubes in the box (ISO-STAT-012)."""


# ---- what a decision may say about the keyword of its card


def judge_keyword(state: BattleState, decision: ActivateAbility, keyword: KeywordText | None) -> None:
    """Judge the arguments of an activation that belong to a keyword.

    :raises Refused: ``keyword_not_on_card`` (ISO-KEY-024), ``surge_once_per_round`` (ISO-KEY-007),
        ``burst_target_required`` (ISO-KEY-010), ``burst_same_card`` (ISO-KEY-011)
    """
    name = keyword.name if keyword else ""
    given = {"surge": decision.surge > 0, "inspire": size(decision.inspire_chips) > 0, "burst": bool(decision.burst_on)}
    for wanted, present in given.items():
        if present and name != wanted:
            sentence = f"The face-up side does not show [{wanted.capitalize()}]."
            raise Refused("keyword_not_on_card", sentence, rule="ISO-KEY-024")
    if decision.surge > 1:
        raise Refused("surge_once_per_round", "[Surge] is bought once per card and round.", rule="ISO-KEY-007")
    if name == "burst":
        _judge_burst(state.guards[decision.guard], decision)


def _judge_burst(guard: Guard, decision: ActivateAbility) -> None:
    others = burst_places(guard, decision.slot)
    if decision.burst_on is None:
        if others:
            sentence = f"Say which other card takes the yellow cube: {', '.join(others)}."
            raise Refused("burst_target_required", sentence, rule="ISO-KEY-010")
    elif decision.burst_on not in others:
        sentence = "The yellow cube goes on another Guard Ability Card of hers."
        raise Refused("burst_same_card", sentence, rule="ISO-KEY-011")


def burst_places(guard: Guard, slot: str) -> tuple[str, ...]:
    """The slots whose card may take the cube of a [Burst] card (ISO-KEY-011)."""
    return tuple(
        other for other, card in sorted(guard.slots.items()) if isinstance(card, AbilityCard) and other != slot
    )


def surge_payment(guard: Guard, paid: Ap, keyword: KeywordText) -> Ap:
    """The green AP that buys a [Surge], left after the card's own cost (ISO-KEY-006).

    :raises Refused: ``not_enough_green_ap``
    """
    left = guard.ap_active.green - paid.green
    if left < keyword.green_ap:
        sentence = f"[Surge] costs {keyword.green_ap} green AP; {left} are left."
        raise Refused("not_enough_green_ap", sentence, rule="ISO-KEY-006", remedy="Pay the card with gray AP.")
    return Ap(green=keyword.green_ap)


def judge_inspire(guard: Guard, chosen: Bag, paid: Bag, keyword: KeywordText) -> None:
    """Judge the chips that pay for [Inspire n]: n further resources of whatever kind, no Combo Chips, none that pays
    the card itself (ISO-KEY-008, ISO-KEY-009, ISO-KEY-023).

    :raises Refused: ``combo_not_allowed``, ``not_a_resource_chip``, ``chip_not_available``,
        ``resources_insufficient``, ``chips_exceed_cost``
    """
    for chip, n in chosen.items():
        if chips.kind(chip) == "combo":
            raise Refused("combo_not_allowed", "Combo Chips do not pay for [Inspire].", rule="ISO-KEY-009")
        if not chips.is_resource(chip):
            raise Refused("not_a_resource_chip", "[Inspire] takes Swords and Shields.", rule="ISO-RES-013")
        if n + paid.get(chip, 0) > guard.drawn.get(chip, 0):
            raise Refused("chip_not_available", "That chip is not there twice.", rule="ISO-KEY-023")
    worth = sum(inspire_worth(chip) * n for chip, n in chosen.items())
    if worth < keyword.resources:
        sentence = f"[Inspire] takes {keyword.resources} resources, not {worth}."
        raise Refused("resources_insufficient", sentence, rule="ISO-KEY-008")
    if any(n and worth - inspire_worth(chip) >= keyword.resources for chip, n in chosen.items()):
        raise Refused("chips_exceed_cost", "One of these chips is not needed.", rule="ISO-RES-007")


def inspire_worth(chip: str) -> int:
    """Resources that a Sword or Shield Chip gives for [Inspire]."""
    return sum(chips.worth(chip))


# ---- after the main effect


def after_main_effect(play: Play, decision: ActivateAbility, side: SideText, *, chained: bool) -> None:
    """Trigger the keyword of an activated card where its condition is met.

    :param chained: a [Chain] card had been activated before, this round
    """
    keyword = side.keyword
    if keyword is None or derived.corrupted(play.state, play.cards, decision.guard):
        return
    wanted = {
        "chain": chained,
        "surge": decision.surge > 0,
        "inspire": size(decision.inspire_chips) > 0,
        "awaken": keyword.element is not None and derived.element_active(play.state, keyword.element),
    }
    if wanted.get(keyword.name):
        trigger(play, decision.slot, keyword)
    elif keyword.name in _SPECIAL:
        _SPECIAL[keyword.name](play, decision, keyword)


def trigger(play: Play, slot: str, keyword: KeywordText) -> None:
    """Carry out a keyword effect of a card; one that is under way is not triggered again by what it leads to."""
    mark = (slot, play.actor, KEYWORD)
    if mark in play.shared.reacting:
        return
    play.emit(KeywordTriggered(guard=play.actor, slot=slot, keyword=keyword.name))
    play.shared.reacting.add(mark)
    run(play.child(play.actor, slot), keyword.effects)
    play.shared.reacting.discard(mark)


def _burst(play: Play, decision: ActivateAbility, keyword: KeywordText) -> None:
    """Put the yellow cube on the other card; at its number that card's [Burst] happens at once, activated or not, once
    a round (ISO-KEY-010, ISO-KEY-012, ISO-KEY-013)."""
    if decision.burst_on is None or yellow_cubes_left(play.state) == 0:
        return
    play.emit(BurstCubePlaced(guard=play.actor, slot=decision.burst_on))
    card = play.state.guards[play.actor].slots[decision.burst_on]
    if not isinstance(card, AbilityCard) or card.burst:
        return
    text = face_up(play.cards, card)
    filled = text.keyword if text else None
    if filled and filled.name == "burst" and card.cubes >= filled.cubes:
        trigger(play, decision.burst_on, filled)


def yellow_cubes_left(state: BattleState) -> int:
    """Yellow cubes in the supply."""
    cards = (card for guard in state.guards.values() for card in guard.slots.values())
    return YELLOW_CUBES - sum(card.cubes for card in cards if isinstance(card, AbilityCard))


def _endure(play: Play, decision: ActivateAbility, keyword: KeywordText) -> None:
    """Draw three chips from the ally's bag, of any color, Fear or not; each negative one is gained by the guard and
    gives the effect once, even one that the limit turns away; the rest go back (ISO-KEY-015 to ISO-KEY-018)."""
    ally = ally_of(play.state, play.actor)
    if ally is None or play.state.guards[ally].hp == 0:
        return
    bag = play.state.guards[ally].bag
    drawn = drawn_chips(play.turn, ally, bag, min(ENDURE_DRAW, size(bag)))
    if not drawn:
        return
    play.emit(AllyChipsDrawn(guard=play.actor, ally=ally, chips=drawn))
    for chip in drawn:
        if chips.is_negative(chip):
            play.emit(ChipTaken(who=ally, chip=chip))
            gain(play, play.actor, chip, 1)
            react_to_falls(play)
            trigger(play, decision.slot, keyword)
    _put_back(play, ally, [chip for chip in drawn if not chips.is_negative(chip)])


def _put_back(play: Play, ally: str, rest: Iterable[str]) -> None:
    """Tell of the chips that go back. In the position they never left the bag, so one that an effect has taken out of
    it meanwhile is not among them."""
    for chip in rest:
        if play.state.guards[ally].bag.get(chip, 0):
            play.emit(ChipReturnedToBag(who=ally, chip=chip, n=1, from_="bag"))


_SPECIAL: Mapping[str, Callable[[Play, ActivateAbility, KeywordText], None]] = {"burst": _burst, "endure": _endure}


# ---- Empower and Harmonize


@carries_out(TriggerKeyword)
def _trigger_keyword(play: Play, effect: TriggerKeyword) -> None:
    """The keyword effect of one of the guard's own cards, which need not be activated (ISO-KEY-004, ISO-KEY-005).
    Where no card shows it, or Corruption bars them all, nothing happens unless a card is named.

    :raises Refused: ``corrupted`` (ISO-CHIP-011), ``keyword_not_on_card`` (ISO-KEY-024), ``choice_required``
    """
    shown = keyword_slots(play.cards, play.state.guards[play.actor], effect.keyword)
    barred = derived.corrupted(play.state, play.cards, play.actor)
    slot = play.argument("keyword_slot")
    if slot is None and (barred or not shown):
        return
    slot = slot or (shown[0] if len(shown) == 1 else None)
    if slot is None:
        sentence = f"Say which card's [{effect.keyword.capitalize()}] is triggered: {', '.join(shown)}."
        raise Refused("choice_required", sentence, rule="ISO-KEY-004")
    if barred:
        raise Refused("corrupted", "Corruption bars the keywords of Guard Ability Cards.", rule="ISO-CHIP-011")
    card = play.state.guards[play.actor].slots.get(slot)
    text = face_up(play.cards, card) if isinstance(card, AbilityCard) else None
    if text is None or text.keyword is None or text.keyword.name != effect.keyword:
        sentence = f"The card in slot {slot} does not show [{effect.keyword.capitalize()}]."
        raise Refused("keyword_not_on_card", sentence, rule="ISO-KEY-024")
    trigger(play, slot, text.keyword)


def keyword_slots(cards: Library, guard: Guard, keyword: str) -> tuple[str, ...]:
    """The slots whose face-up side shows a keyword."""
    return tuple(
        slot
        for slot, card in sorted(guard.slots.items())
        if isinstance(card, AbilityCard) and shows(face_up(cards, card), keyword)
    )


def shows(text: SideText | None, keyword: str) -> bool:
    """Whether a side shows a keyword."""
    return text is not None and text.keyword is not None and text.keyword.name == keyword


def face_up(cards: Library, card: AbilityCard) -> SideText | None:
    """The text that counts: that of the face-up side (ISO-ABILB-005)."""
    return cards.side(card.ability, card.side)


# ---- facts


@book.evolves(KeywordTriggered)
def _keyword_triggered(state: BattleState, event: KeywordTriggered) -> BattleState:
    return with_card(state, event.guard, event.slot, burst=True) if event.keyword == "burst" else state


@book.evolves(BurstCubePlaced)
def _burst_cube_placed(state: BattleState, event: BurstCubePlaced) -> BattleState:
    card = state.guards[event.guard].slots[event.slot]
    cubes = card.cubes if isinstance(card, AbilityCard) else 0
    return with_card(state, event.guard, event.slot, cubes=cubes + 1)
