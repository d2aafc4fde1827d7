"""The enemy's piles: cards come and go, the enemy is Guarded or Staggered, and changes its form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from rules.encounters_shattered_wastes import events as e
from rules.encounters_shattered_wastes import strength
from rules.encounters_shattered_wastes.book import WastesTurn, book
from rules.encounters_shattered_wastes.luck import Reported, drawn
from rules.encounters_shattered_wastes.state import Position, is_guarded, on_board, with_area, without
from rules.kernel import Bag, Deck


def tell_status(turn: WastesTurn, was_guarded: bool) -> None:
    """Turn the token when STAMINA became empty, or holds cards again (SW-STG-001, SW-STG-002, SW-STG-009)."""
    now = is_guarded(turn.state)
    if now != was_guarded:
        turn.emit(e.EnemyGuarded() if now else e.EnemyStaggered())


def deal_damage(turn: WastesTurn, name: str, area: str, damage: int, critical: bool) -> int:
    """Take cards off an Area, the top one first, all to one pile: WOUNDS on a Critical Success or from a Staggered
    enemy, else FATIGUE (SW-ATK-008 to SW-ATK-011, SW-ATK-016 to SW-ATK-018, SW-STG-003, SW-STG-004).

    :returns: the Threat symbols on their backs
    """
    state = turn.state
    cards = state.areas[area][:damage]
    if not cards:
        return 0
    guarded = is_guarded(state)
    to: e.Pile = "wounds" if critical or not guarded else "fatigue"
    turn.emit(e.DamageDealt(character=name, area=area, cards=cards, to=to))
    if to == "wounds":
        wound_given(turn)
    tell_status(turn, guarded)
    return strength.total_threat(cards)


def place(turn: WastesTurn, source: e.Place, to: e.Pile, count: int, area: str) -> None:
    """Place cards without any Threat gained (SW-GLO-004, SW-ATK-014); a card placed in WOUNDS is a WOUND given
    (SW-FRM-013).

    Luck: ``stamina``.
    """
    state, guarded = turn.state, is_guarded(turn.state)
    if source == "stamina":
        cards = drawn(turn, "stamina", state.stamina, count, Reported({}))
    else:
        pile = state.areas[area] if source == "area" else getattr(state, source)
        cards = pile[:count]
    if not cards or source == to:
        return
    turn.emit(e.StrengthPlaced(cards=cards, from_=source, to=to, area=area if source == "area" else None))
    if to == "wounds":
        wound_given(turn)
    tell_status(turn, guarded)


def wound_given(turn: WastesTurn) -> None:
    """Change a Healthy enemy's form when STAMINA and FATIGUE are both empty (SW-FRM-002 to SW-FRM-016).

    Luck: ``reserve.physical`` and ``reserve.magical`` for an up arrow, ``removed.physical`` and ``removed.magical`` for
    a down arrow, ``stamina_order``.
    """
    state = turn.state
    enemy = state.enemy
    if enemy is None or enemy.form == "injured" or state.stamina.size or state.fatigue:
        return
    side, heads = enemy.injured_side, len(on_board(state))
    wanted: dict[strength.Intent, int] = {"physical": side.physical * heads, "magical": side.magical * heads}
    added: dict[str, tuple[str, ...]] = {}
    removed: dict[str, tuple[str, ...]] = {}
    pool: tuple[str, ...] = state.wounds
    for intent, count in wanted.items():
        if side.change == "add":
            cards = drawn(turn, f"reserve.{intent}", state.reserve[intent], count, Reported({}))
            added |= {intent: cards} if cards else {}
            pool += cards
        elif side.change == "remove":
            cards = _some(turn, intent, pool, count)
            removed |= {intent: cards} if cards else {}
            pool = without(pool, *cards)
    stamina = turn.chance.shuffle("stamina_order", pool) if pool else Deck()
    turn.emit(e.FormChanged(added=added, removed=removed, stamina=stamina, rage_deck=state.injured_rage_deck))


def _some(turn: WastesTurn, intent: strength.Intent, pool: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Cards of an intent that a down arrow takes: as many as there are (SW-FRM-008)."""
    there: Bag = dict(Counter(card for card in pool if strength.intent(card) == intent))
    return turn.chance.draw(f"removed.{intent}", there, min(count, sum(there.values())))


def _laid(pile: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    """A pile with cards laid on it one by one."""
    return (*reversed(cards), *pile)


def _put(state: Position, to: e.Pile, cards: tuple[str, ...]) -> Position:
    if to == "stamina":
        return replace(state, stamina=state.stamina.on_top(*reversed(cards)))
    if to == "fatigue":
        return replace(state, fatigue=_laid(state.fatigue, cards))
    return replace(state, wounds=_laid(state.wounds, cards))


@book.evolves(e.DamageDealt)
def _damage_dealt(state: Position, event: e.DamageDealt) -> Position:
    state = with_area(state, event.area, state.areas[event.area][len(event.cards) :])
    return _put(state, event.to, event.cards)


@book.evolves(e.StrengthPlaced)
def _strength_placed(state: Position, event: e.StrengthPlaced) -> Position:
    if event.from_ == "area":
        area = str(event.area)
        state = with_area(state, area, without(state.areas[area], *event.cards))
    elif event.from_ == "stamina":
        stamina = state.stamina
        for card in event.cards:
            stamina = stamina.without(card)
        state = replace(state, stamina=stamina)
    else:
        state = replace(state, **{event.from_: getattr(state, event.from_)[len(event.cards) :]})
    return _put(state, event.to, event.cards)


@book.evolves(e.FormChanged)
def _form_changed(state: Position, event: e.FormChanged) -> Position:
    if state.enemy is None:
        return state
    return replace(
        state,
        enemy=replace(state.enemy, form="injured"),
        stamina=event.stamina,
        wounds=(),
        reserve=_supply(state.reserve, event.added, event.removed),
        rage_deck=event.rage_deck,
        injured_rage_deck=Deck(),
    )


def _supply(reserve: Mapping[str, Deck], added: e.ByDeck, removed: e.ByDeck) -> Mapping[str, Deck]:
    changed = dict(reserve)
    for intent, cards in added.items():
        for card in cards:
            changed[intent] = changed[intent].without(card)
    for intent, cards in removed.items():
        changed[intent] = changed[intent].underneath(*cards)
    return changed


@book.evolves(e.EnemyStaggered)
def _enemy_staggered(state: Position, event: e.EnemyStaggered) -> Position:
    """The token mirrors STAMINA (SW-STG-001): nothing else changes."""
    return state


@book.evolves(e.EnemyGuarded)
def _enemy_guarded(state: Position, event: e.EnemyGuarded) -> Position:
    """The token mirrors STAMINA (SW-STG-001): nothing else changes."""
    return state
