"""Defend Phase, Last Gasp, and the end of the round (SW-DEF-001 to SW-DEF-015, SW-REV-001 to SW-REV-012, SW-RAG-001 to
SW-RAG-003, SW-LGP-001 to SW-LGP-006)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.encounters_shattered_wastes import events as e
from rules.encounters_shattered_wastes import strength
from rules.encounters_shattered_wastes.book import WastesTurn, book, in_phase
from rules.encounters_shattered_wastes.decisions import EndDefend, LastGasp, ResolveArea
from rules.encounters_shattered_wastes.derived import area_limit, area_threat
from rules.encounters_shattered_wastes.enemy import tell_status
from rules.encounters_shattered_wastes.engine import Result, carries_out, run
from rules.encounters_shattered_wastes.luck import Reported, drawn
from rules.encounters_shattered_wastes.pack import RageCard
from rules.encounters_shattered_wastes.state import (
    AREAS_DONE,
    LINES,
    Defend,
    Position,
    Refresh,
    all_in_wounds,
    occupant,
    occupants,
    on_board,
    with_area,
    with_everyone,
)
from rules.encounters_shattered_wastes.steps import (
    NOBODY,
    AttackArea,
    CheckLimit,
    FinishArea,
    PutAway,
    Suffer,
    Window,
)
from rules.encounters_shattered_wastes.trackers import afflict, gain, judge_corruption, lower
from rules.kernel import Deck, Refused

Orders = Mapping[str, tuple[str, ...]]
_FOR_ALL = ""


@book.decides(ResolveArea)
def resolve_area(turn: WastesTurn, decision: ResolveArea) -> None:
    """Carry out the next Area: first what its Threat brings, then what its Characters meet (SW-DEF-001 to SW-DEF-013).

    Luck: ``rage_deck``, ``affliction_deck``.
    """
    state = in_phase(turn, "defend")
    _judge_last_gasp(state)
    if decision.area != state.defend.next_area or decision.area >= AREAS_DONE:
        why = f"Area {state.defend.next_area} is next." if state.defend.next_area < AREAS_DONE else "All are done."
        raise Refused("area_out_of_order", why, rule="SW-DEF-001")
    area = str(decision.area)
    over, aimed = (_orders(decision.symbol_order.get(step, ()), decision.first) for step in ("over_limit", "target"))
    check = CheckLimit(NOBODY, area, over, decision.affected_order, dict(decision.cards))
    run(turn, [check, AttackArea(NOBODY, area, aimed, dict(decision.cards)), FinishArea(NOBODY, area)])


def _judge_last_gasp(state: Position) -> None:
    if all_in_wounds(state) and not state.defend.last_gasp_done:
        why = "All Strength is in WOUNDS: the enemy's Last Gasp is due."
        raise Refused("last_gasp_due", why, rule="SW-LGP-003")


def _orders(said: tuple[str, ...] | Orders, first: strength.Kind | None) -> Orders:
    """The order of the kinds by Character, or for all."""
    if isinstance(said, Mapping):
        return said
    return {_FOR_ALL: said or ((first,) if first else ())}


@carries_out(CheckLimit)
def _check_limit(turn: WastesTurn, step: CheckLimit) -> Result:
    """Step 1: over the limit, the top card is revealed and affects everybody, wherever they stand. It is checked once
    and needs no Character there (SW-DEF-002 to SW-DEF-004, SW-DEF-011)."""
    state = turn.state
    if area_threat(state, step.area) <= area_limit(state, turn.pack):
        return None
    card, everybody = state.areas[step.area][0], on_board(state)
    first = [name for name in dict.fromkeys(step.affected) if name in everybody]
    targets = (*first, *(name for name in everybody if name not in first))
    turn.emit(e.StrengthRevealed(area=step.area, card=card, targets=targets, over_limit=True))
    return [Suffer(NOBODY, _counted(strength.symbols(card)), step.orders, step.cards), PutAway(NOBODY)]


def _counted(symbols: Mapping[strength.Kind, int]) -> dict[str, int]:
    return {str(kind): count for kind, count in symbols.items()}


@carries_out(AttackArea)
def _attack_area(turn: WastesTurn, step: AttackArea) -> Result:
    """Step 2: the Characters that stand there now meet the top card, or without one a Rage card (SW-DEF-005 to
    SW-DEF-008, SW-DEF-012, SW-DEF-013)."""
    state, here = turn.state, occupants(turn.state, step.area)
    if not here:
        return None
    window = Window(NOBODY, "enemy_targets_adjacent_character")
    if state.areas[step.area]:
        card = state.areas[step.area][0]
        turn.emit(e.StrengthRevealed(area=step.area, card=card, targets=_aimed(state, step.area, card, here)))
        return [window, Suffer(NOBODY, _counted(strength.symbols(card)), step.orders, step.cards), PutAway(NOBODY)]
    reported = Reported(step.cards)
    rage, facts = _rage(turn, reported)
    targets = _raged(state, step.area, facts, here)
    turn.emit(e.RageRevealed(area=step.area, card=rage, symbols=_counted(facts.symbols), targets=targets))
    return [window, Suffer(NOBODY, _counted(facts.symbols), step.orders, reported.rest())]


def _aimed(state: Position, area: str, card: str, here: tuple[str, ...]) -> tuple[str, ...]:
    """One Character takes the card of either intent; of two the Front Line a Physical, the Back Line a Magical one
    (SW-DEF-006, SW-DEF-007)."""
    if len(here) == 1:
        return here
    front, back = LINES
    chosen = occupant(state, f"{area}{front if strength.intent(card) == 'physical' else back}")
    return (chosen,) if chosen else ()


def _rage(turn: WastesTurn, reported: Reported) -> tuple[str, RageCard]:
    """The next Rage card. Luck: ``rage_deck``, until the whole deck was seen once (SW-RAG-002, SW-RAG-003)."""
    cards = drawn(turn, "rage_deck", turn.state.rage_deck, 1, reported)
    return (cards[0], turn.pack.rage(cards[0])) if cards else ("", RageCard())


def _raged(state: Position, area: str, card: RageCard, here: tuple[str, ...]) -> tuple[str, ...]:
    """Whom a Rage card affects: all Characters of the Area unless it says otherwise (SW-RAG-001)."""
    if card.scope == "all_characters":
        return on_board(state)
    if card.scope == "area":
        return here
    chosen = occupant(state, f"{area}{'F' if card.scope == 'front_line' else 'B'}")
    return (chosen,) if chosen else ()


@carries_out(Suffer)
def _suffer(turn: WastesTurn, step: Suffer) -> Result:
    """Each kind of symbol is one total; who changes its state takes the rest in the new one, who is removed takes no
    more (SW-REV-001 to SW-REV-009)."""
    reported = Reported(step.cards)
    for name in turn.state.targets:
        said = step.orders.get(name, step.orders.get(_FOR_ALL, ()))
        kinds = dict.fromkeys((*(kind for kind in said if kind in strength.KINDS), *strength.KINDS))
        for kind in kinds:
            if turn.state.characters[name].on_board and step.symbols.get(kind):
                _apply(turn, name, kind, step.symbols[kind], reported)
    return None


def _apply(turn: WastesTurn, name: str, kind: str, count: int, reported: Reported) -> None:
    if kind == "damage":
        lower(turn, name, "hp", count)
    elif kind == "affliction":
        afflict(turn, name, count, reported)
    elif kind == "threat":
        gain(turn, name, "threat", count)
    else:
        gain(turn, name, "corruption", count)
        judge_corruption(turn, name)


@carries_out(PutAway)
def _put_away(turn: WastesTurn, step: PutAway) -> Result:
    """The card goes face down on FATIGUE (SW-DEF-009)."""
    if turn.state.revealed is not None:
        turn.emit(e.RevealedPutAway(card=turn.state.revealed))
    return None


@carries_out(FinishArea)
def _finish_area(turn: WastesTurn, step: FinishArea) -> Result:
    turn.emit(e.AreaResolved(area=step.area))
    return None


@book.decides(LastGasp)
def last_gasp(turn: WastesTurn, decision: LastGasp) -> None:
    """With all Strength in WOUNDS the enemy reveals one Rage card for everybody, instead of all Areas (SW-LGP-001 to
    SW-LGP-006).

    Luck: ``rage_deck``, ``affliction_deck``.
    """
    state = in_phase(turn, "defend")
    if state.defend.last_gasp_done:
        raise Refused("last_gasp_done", "The enemy has had its Last Gasp.", rule="SW-LGP-001")
    if not all_in_wounds(state):
        raise Refused("strength_remains", "Not all Strength is in WOUNDS.", rule="SW-LGP-001")
    reported = Reported(decision.cards)
    rage, facts = _rage(turn, reported)
    turn.emit(e.LastGaspRevealed(card=rage, symbols=_counted(facts.symbols), targets=on_board(state)))
    run(
        turn, [Suffer(NOBODY, _counted(facts.symbols), _orders(decision.symbol_order, decision.first), reported.rest())]
    )


@book.decides(EndDefend)
def end_defend(turn: WastesTurn, decision: EndDefend) -> None:
    """End the round: FATIGUE becomes STAMINA where that is empty; then the players have won, or the next round begins
    (SW-DEF-014, SW-DEF-015, SW-STG-005 to SW-STG-008, SW-RND-002, SW-RND-003)."""
    state = in_phase(turn, "defend")
    _judge_last_gasp(state)
    if state.defend.next_area < AREAS_DONE and not state.defend.last_gasp_done:
        why = f"Area {state.defend.next_area} is still to be resolved."
        raise Refused("areas_unresolved", why, rule="SW-DEF-014")
    if not state.stamina.size and state.fatigue:
        turn.emit(e.FatigueReturned(cards=len(state.fatigue)))
        tell_status(turn, was_guarded=False)
    turn.emit(e.RoundEnded(round=state.round))
    if all_in_wounds(turn.state):
        turn.emit(e.EncounterWon(round=state.round))
    else:
        turn.emit(e.RoundBegan(round=state.round + 1))


# ---- what happened


@book.evolves(e.StrengthRevealed)
def _strength_revealed(state: Position, event: e.StrengthRevealed) -> Position:
    state = with_area(state, event.area, state.areas[event.area][1:])
    return replace(state, revealed=event.card, targets=event.targets)


@book.evolves(e.RageRevealed)
def _rage_revealed(state: Position, event: e.RageRevealed) -> Position:
    return replace(state, rage_deck=_turned(state.rage_deck, event.card), targets=event.targets)


@book.evolves(e.LastGaspRevealed)
def _last_gasp_revealed(state: Position, event: e.LastGaspRevealed) -> Position:
    defend = replace(state.defend, last_gasp_done=True)
    return replace(state, rage_deck=_turned(state.rage_deck, event.card), targets=event.targets, defend=defend)


def _turned(deck: Deck, card: str) -> Deck:
    return deck.without(card).underneath(card) if card else deck


@book.evolves(e.RevealedPutAway)
def _revealed_put_away(state: Position, event: e.RevealedPutAway) -> Position:
    return replace(state, revealed=None, targets=(), fatigue=(event.card, *state.fatigue))


@book.evolves(e.AreaResolved)
def _area_resolved(state: Position, event: e.AreaResolved) -> Position:
    return replace(state, targets=(), defend=replace(state.defend, next_area=int(event.area) + 1))


@book.evolves(e.FatigueReturned)
def _fatigue_returned(state: Position, event: e.FatigueReturned) -> Position:
    return replace(state, stamina=Deck.ordered(state.fatigue), fatigue=())


@book.evolves(e.RoundEnded)
def _round_ended(state: Position, event: e.RoundEnded) -> Position:
    return replace(with_everyone(state, activated=False), targets=())


@book.evolves(e.RoundBegan)
def _round_began(state: Position, event: e.RoundBegan) -> Position:
    """Tokens turn back, Active Abilities can be used again (SW-RND-009)."""
    state = with_everyone(state, activated=False, used_active=(), used_free=(), used_reactions=(), used_trait=False)
    return replace(
        state,
        phase="refresh",
        round=event.round,
        refresh=Refresh(),
        defend=Defend(),
        timing_tied=None,
        timing_decider=None,
    )


@book.evolves(e.EncounterWon)
def _encounter_won(state: Position, event: e.EncounterWon) -> Position:
    return replace(state, outcome="won", phase="ended")
