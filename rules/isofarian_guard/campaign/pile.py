"""The pile of a fallen party (ISO-FALL-011 to ISO-FALL-014)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.isofarian_guard.campaign import derived
from rules.isofarian_guard.campaign.decisions.journey import CollectPile
from rules.isofarian_guard.campaign.events.battles import CardsReturnedToSupply, PileCollected, PileLost
from rules.isofarian_guard.campaign.guarding import with_cards, with_guard, without_cards
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.satchels import full, note_facts
from rules.isofarian_guard.campaign.state import Pile, Position
from rules.isofarian_guard.campaign.timing import exploring, member
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Bag, Refused, minus, plus


def forfeit_pile(turn: IsofarianTurn) -> None:
    """The pile goes to the supply, if there is one (ISO-FALL-012, ISO-FALL-013)."""
    pile = turn.state.pile
    if pile is not None:
        turn.emit(PileLost(at=pile.at, cards=pile.cards))


def forfeit_if_here(turn: IsofarianTurn) -> None:
    """Drawing or triggering an event without collecting forfeits a pile that lies here (ISO-FALL-012)."""
    if derived.pile_here(turn.state):
        forfeit_pile(turn)


@RULES.decides(CollectPile)
def collect_pile(turn: IsofarianTurn, decision: CollectPile) -> None:
    """One act on arrival: what is taken needs room, the rest goes to the supply at once (ISO-FALL-011, ISO-FALL-012,
    ISO-FALL-014)."""
    exploring(turn.state)
    pile = turn.state.pile
    if pile is None or not derived.pile_here(turn.state):
        raise Refused("no_pile_here", "No pile of the party lies here.", rule="ISO-FALL-011")
    take = {member_name(turn, name): _some(cards) for name, cards in decision.take.items()}
    wanted: Bag = {}
    for cards in take.values():
        wanted = plus(wanted, cards)
    _in_pile(pile, wanted)
    for card in wanted:
        note_facts(turn, card)
    taken = _stored(turn.state, take)
    turn.emit(PileCollected(at=pile.at, taken=taken))
    rest = minus(pile.cards, wanted)
    if rest:
        turn.emit(CardsReturnedToSupply(cards=rest))


def proposed(state: Position, pile: Pile) -> Mapping[str, Bag]:
    """Who may take what of the pile, as much of it as the satchels hold: of each card first whoever has some of it."""
    take: dict[str, Bag] = {name: {} for name in state.party}
    for card, count in pile.cards.items():
        left = count
        for name in sorted(state.party, key=lambda name: card not in state.guards[name].satchel):
            while left and _fits(state, {**take, name: plus(take[name], {card: 1})}):
                take[name], left = plus(take[name], {card: 1}), left - 1
    return take


def _fits(state: Position, take: Mapping[str, Bag]) -> bool:
    try:
        _stored(state, take)
    except Refused:
        return False
    return True


def member_name(turn: IsofarianTurn, name: str) -> str:
    """The name, when it is a guard of the party."""
    member(turn.state, name)
    return name


def _some(cards: Bag) -> Bag:
    return {card: count for card, count in cards.items() if count}


def _in_pile(pile: Pile, wanted: Bag) -> None:
    for card, count in wanted.items():
        if pile.cards.get(card, 0) < count:
            raise Refused("card_not_in_pile", f"The pile does not hold {count} {named(card)}.", rule="ISO-FALL-011")


def _stored(state: Position, take: Mapping[str, Bag]) -> Mapping[str, Bag]:
    """Where the cards really go: units of a material already held join its card (ISO-SAT-004).

    :raises Refused: ``material_limit`` or ``satchel_full``
    """
    satchels = {name: state.guards[name].satchel for name in state.party}
    taken: dict[str, Bag] = {}
    for name, cards in take.items():
        for card, count in cards.items():
            owner = name
            if card in state.materials:
                owner = next((other for other in state.party if satchels[other].get(card)), name)
                if count + sum(satchel.get(card, 0) for satchel in satchels.values()) > state.materials[card]:
                    sentence = f"The party carries at most {state.materials[card]} {named(card)}."
                    raise Refused("material_limit", sentence, rule="ISO-SAT-003")
            satchels[owner] = plus(satchels[owner], {card: count})
            taken[owner] = plus(taken.get(owner, {}), {card: count})
    for name, satchel in satchels.items():
        if derived.used_of(state, satchel) > derived.slots_of(state, satchel):
            raise full(name, "ISO-FALL-011", "Take less, or drop a card first.")
    return taken


@RULES.evolves(PileCollected)
def _pile_collected(state: Position, event: PileCollected) -> Position:
    return replace(with_cards(state, event.taken), pile=None)


@RULES.evolves(PileLost)
def _pile_lost(state: Position, event: PileLost) -> Position:
    return replace(state, pile=None)


@RULES.evolves(CardsReturnedToSupply)
def _cards_returned(state: Position, event: CardsReturnedToSupply) -> Position:
    return dropped(state, event.dropped, event.items)


def dropped(state: Position, cards: Mapping[str, Bag], items: tuple[str, ...]) -> Position:
    """The position after a fall took cards out of satchels and item slots."""
    state = without_cards(state, cards)
    for name in items:
        state = with_guard(state, name, item=None)
    return state
