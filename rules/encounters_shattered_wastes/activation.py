"""Action Phase: who activates when, and how an activation ends (SW-ACT-001 to SW-ACT-013, SW-TIM-001 to SW-TIM-003)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.encounters_shattered_wastes import events as e
from rules.encounters_shattered_wastes.acting import judge_active
from rules.encounters_shattered_wastes.book import FACES, WastesTurn, a_character, book, in_phase
from rules.encounters_shattered_wastes.decisions import Activate, EndActivation, SettleActivationOrder, SettleTiming
from rules.encounters_shattered_wastes.engine import finish_phase
from rules.encounters_shattered_wastes.fates import remove
from rules.encounters_shattered_wastes.state import ACTIONS, Position, on_board, with_character, with_everyone
from rules.kernel import Refused


def waiting(state: Position) -> tuple[str, ...]:
    """The Characters that have yet to activate this round."""
    return tuple(name for name in on_board(state) if not state.characters[name].activated)


def foremost(state: Position) -> tuple[str, ...]:
    """Those of them with the highest HP (SW-ACT-002)."""
    left = waiting(state)
    top = max((state.characters[name].hp for name in left), default=0)
    return tuple(name for name in left if state.characters[name].hp == top)


@book.decides(Activate)
def activate(turn: WastesTurn, decision: Activate) -> None:
    """Activate a Character, in any order, once a round (SW-ACT-001, SW-ACT-006, SW-ACT-009)."""
    state = in_phase(turn, "action")
    name = decision.character
    character = a_character(state, name)
    if state.active is not None:
        raise Refused("another_is_active", "First end the activation in progress.", rule="SW-ACT-009")
    if character.activated:
        raise Refused("already_activated", "It has activated this round.", rule="SW-ACT-006")
    if state.next_to_activate not in (None, name):
        raise Refused("not_next", "It is settled who activates next.", rule="SW-ACT-002")
    turn.emit(e.CharacterActivated(character=name))


@book.decides(SettleActivationOrder)
def settle_activation_order(turn: WastesTurn, decision: SettleActivationOrder) -> None:
    """The highest HP among those who wait activates next; those tied roll a die each, and again while they tie
    (SW-ACT-002, SW-ACT-003).

    Luck: ``die.<character>``.
    """
    state = in_phase(turn, "action")
    if state.active is not None:
        raise Refused("another_is_active", "First end the activation in progress.", rule="SW-ACT-009")
    tied = state.tied or foremost(state)
    if decision.who and (set(decision.who) != set(tied) or len(tied) == 1):
        raise Refused("not_tied", "Only those who are tied roll.", rule="SW-ACT-003")
    if len(tied) == 1:
        turn.emit(e.ActivationOrderSettled(character=tied[0]))
    elif state.tied is None and not decision.who:
        turn.emit(e.OrderTied(tied=tied))
    else:
        best = _best(turn, tied)
        turn.emit(e.ActivationOrderSettled(character=best[0]) if len(best) == 1 else e.OrderTied(tied=best))


@book.decides(SettleTiming)
def settle_timing(turn: WastesTurn, decision: SettleTiming) -> None:
    """Each player rolls a die and the highest decides the order of triggers; with an active Character its player
    decides without dice (SW-TIM-001 to SW-TIM-003).

    Luck: ``die.<player>``.
    """
    state = in_phase(turn, "refresh", "action", "defend")
    if state.active is not None:
        why = "The player of the active Character decides."
        raise Refused("active_player_decides", why, rule="SW-TIM-001")
    playing = {character.player for character in state.characters.values()}
    players = tuple(dict.fromkeys(decision.players))
    if not players or not set(players) <= playing or set(players) != set(state.timing_tied or players):
        raise Refused("not_tied", "Those who are tied roll, and nobody else.", rule="SW-TIM-003")
    best = _best(turn, players)
    turn.emit(e.TimingSettled(player=best[0]) if len(best) == 1 else e.OrderTied(tied=best, timing=True))


def _best(turn: WastesTurn, who: tuple[str, ...]) -> tuple[str, ...]:
    rolls = {name: int(turn.chance.roll(f"die.{name}", FACES)[0]) for name in who}
    return tuple(name for name in who if rolls[name] == max(rolls.values()))


@book.decides(EndActivation)
def end_activation(turn: WastesTurn, decision: EndActivation) -> None:
    """Declare the activation complete after both actions; whoever has 0 HP then is removed (SW-ACT-005, SW-ACT-011,
    SW-RMV-001, SW-RMV-004)."""
    state = in_phase(turn, "action")
    name = decision.character
    character = a_character(state, name)
    judge_active(state, name)
    if character.actions_left:
        why = "There are actions left, and both must be performed."
        raise Refused("actions_remaining", why, rule="SW-ACT-005", remedy="A Move of no step is an action too.")
    if character.hp == 0:
        remove(turn, name, "zero_hp")
    else:
        turn.emit(e.ActivationEnded(character=name))
    finish_phase(turn)


@book.evolves(e.CharacterActivated)
def _character_activated(state: Position, event: e.CharacterActivated) -> Position:
    """Each activation opens Reactions and traits again (SW-RCT-005, SW-TRT-002)."""
    state = with_everyone(state, used_reactions=(), used_trait=False, used_free=())
    state = with_character(state, event.character, actions_left=ACTIONS)
    return replace(state, active=event.character, next_to_activate=None, tied=None)


@book.evolves(e.ActivationOrderSettled)
def _activation_order_settled(state: Position, event: e.ActivationOrderSettled) -> Position:
    return replace(state, next_to_activate=event.character, tied=None)


@book.evolves(e.OrderTied)
def _order_tied(state: Position, event: e.OrderTied) -> Position:
    if event.timing:
        return replace(state, timing_tied=event.tied, timing_decider=None)
    return replace(state, tied=event.tied, next_to_activate=None)


@book.evolves(e.TimingSettled)
def _timing_settled(state: Position, event: e.TimingSettled) -> Position:
    return replace(state, timing_tied=None, timing_decider=event.player)
