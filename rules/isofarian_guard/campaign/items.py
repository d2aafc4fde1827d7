"""Items used during exploration (ISO-ITM)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.decisions.cards import UseItem
from rules.isofarian_guard.campaign.effects import change_chips, change_hp
from rules.isofarian_guard.campaign.events.cards import ItemUsed
from rules.isofarian_guard.campaign.facts import TENT, colour, negative
from rules.isofarian_guard.campaign.guarding import without_cards
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.satchels import in_satchel
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.campaign.timing import exploring, member
from rules.isofarian_guard.content.parts import Effect
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Refused


@RULES.decides(UseItem)
def use_item(turn: IsofarianTurn, decision: UseItem) -> None:
    """An item with a compass icon acts straight from a satchel, for the guard who has it unless it says otherwise, and
    is used up (ISO-ITM-001, ISO-ITM-003, ISO-ITM-004)."""
    state = turn.state
    exploring(state)
    guard = member(state, decision.guard)
    in_satchel(decision.guard, guard.satchel, decision.card, 1, "ISO-ITM-001")
    item = lookup.item(state, turn.pack, decision.card)
    if item is None or not item.compass or decision.card == TENT:
        remedy = "A tent is put up instead." if decision.card == TENT else "Record the card, if it has one."
        sentence = f"{named(decision.card)} has no compass icon."
        raise Refused("no_compass_icon", sentence, rule="ISO-ITM-001", remedy=remedy)
    turn.emit(ItemUsed(guard=decision.guard, card=decision.card))
    for effect in item.effects or ():
        apply(turn, decision.guard, effect)


def apply(turn: IsofarianTurn, guard: str, effect: Effect) -> None:
    """What an item's effect does in exploration; effects of battle alone do nothing there."""
    if "heal" in effect:
        change_hp(turn, guard, max(0, effect["heal"]))
        return
    act = _ACTS.get(effect.get("op", ""))
    if act is not None:
        for name in _who(turn.state, guard, effect):
            act(turn, name, effect)


def _who(state: Position, guard: str, effect: Effect) -> tuple[str, ...]:
    """The guards that an effect means; ``ally`` is the partner."""
    who = effect.get("who", "self")
    if who in ("both", "both_guards"):
        return state.party
    return tuple(name for name in state.party if name != guard) if who == "ally" else (guard,)


def _heal(turn: IsofarianTurn, name: str, effect: Effect) -> None:
    change_hp(turn, name, _number(effect))


def _add_to_bag(turn: IsofarianTurn, name: str, effect: Effect) -> None:
    change_chips(turn, name, effect["chip"], _number(effect))


def _number(effect: Effect) -> int:
    """A printed number; one that counts what only a battle has counts nothing here."""
    n = effect.get("n", 1)
    return max(0, n) if isinstance(n, int) else 0


def _discard_from_bag(turn: IsofarianTurn, name: str, effect: Effect) -> None:
    """Chips that match leave the bag: as many as are told, or all of them."""
    wanted = effect.get("n", 1)
    left = wanted if isinstance(wanted, int) else None
    for chip, count in turn.state.guards[name].bag.items():
        if not matches(chip, effect["chip"]):
            continue
        gone = count if left is None else min(left, count)
        change_chips(turn, name, chip, -gone)
        left = None if left is None else left - gone


_ACTS: Mapping[str, Callable[[IsofarianTurn, str, Effect], None]] = {
    "heal": _heal,
    "add_to_bag": _add_to_bag,
    "discard_from_bag": _discard_from_bag,
}


def matches(chip: str, wanted: str | list[str]) -> bool:
    """Whether a chip answers a filter: an id, a colour, a kind, ``negative``, ``any``, or a list of these."""
    if not isinstance(wanted, str):
        return any(matches(chip, one) for one in wanted)
    if wanted == "negative":
        return negative(chip)
    return wanted in ("any", chip, colour(chip), chip.split("_")[1])


@RULES.evolves(ItemUsed)
def _item_used(state: Position, event: ItemUsed) -> Position:
    return without_cards(state, {event.guard: {event.card: 1}})
