"""Recover: one die, then one of three results (SW-REC-001 to SW-REC-012)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.encounters_shattered_wastes import events as e
from rules.encounters_shattered_wastes.acting import take_action
from rules.encounters_shattered_wastes.book import WastesTurn, a_character, book, in_phase
from rules.encounters_shattered_wastes.decisions import ChooseRecovery, Recover
from rules.encounters_shattered_wastes.derived import max_mp, side_of
from rules.encounters_shattered_wastes.engine import Ask, Result, carries_out, run
from rules.encounters_shattered_wastes.luck import rolled
from rules.encounters_shattered_wastes.state import Character, Position, Roll
from rules.encounters_shattered_wastes.steps import FinishAction, ReadRecovery, Recovery, Window
from rules.encounters_shattered_wastes.trackers import cure, gain, lower
from rules.kernel import Refused


@book.decides(Recover)
def recover(turn: WastesTurn, decision: Recover) -> None:
    """Roll 1 die and take a result, named beforehand or chosen when the die lies there (SW-REC-001, SW-REC-005).

    Luck: ``dice``.
    """
    state = in_phase(turn, "action")
    name = decision.character
    character = a_character(state, name)
    take_action(turn, name)
    if decision.choose is not None:
        _judge(character, decision.choose, decision.affliction)
    turn.emit(e.RecoverRolled(character=name, dice=rolled(turn, 1)))
    read = ReadRecovery(name, decision.choose, decision.affliction, decision.use_critical)
    run(turn, [Window(name, "own_die_rolled"), read, FinishAction(name)])


@book.decides(ChooseRecovery)
def choose_recovery(turn: WastesTurn, decision: ChooseRecovery) -> None:
    """Choose the result of the roll that lies there (SW-REC-001)."""
    state = in_phase(turn, "action", choosing=True)
    due = state.due
    if due is None or due.kind != "recover":
        raise Refused("no_choice_due", "No Recover roll lies there.", rule="SW-REC-001")
    _judge(state.characters[due.character], decision.choose, decision.affliction)
    turn.emit(e.ChoiceMade())
    read = ReadRecovery(due.character, decision.choose, decision.affliction, decision.use_critical)
    run(turn, [read], due.rest)


def _judge(character: Character, choose: Recovery, affliction: str | None) -> None:
    if choose == "reduce_corruption":
        why = "Corruption cannot be recovered from."
        raise Refused("corruption_not_recoverable", why, rule="SW-REC-011")
    if choose == "gain_mp" and character.mp is None:
        raise Refused("shattered_has_no_mp", "A Shattered Character has no MP.", rule="SW-REC-010")
    if choose == "remove_affliction":
        held = character.afflictions
        if not held or (affliction is not None and affliction not in held):
            why = "There is no such Affliction to remove."
            raise Refused("no_affliction_to_remove", why, rule="SW-REC-012")


@carries_out(ReadRecovery)
def _read(turn: WastesTurn, step: ReadRecovery) -> Result:
    if step.choose is None:
        return Ask("recover", step.character)
    name = step.character
    character = turn.state.characters[name]
    _judge(character, step.choose, step.affliction)
    total = sum(turn.state.roll.dice) if turn.state.roll else 0
    critical = step.use_critical and total == side_of(character).critical
    if critical:
        turn.emit(e.CriticalScored(character=name, total=total))
    _TAKEN[step.choose](turn, name, total, critical, step.affliction)
    return None


def _reduce_threat(turn: WastesTurn, name: str, total: int, critical: bool, affliction: str | None) -> None:
    """Lower Threat by the roll, or to 0 with a Critical Success (SW-REC-002, SW-REC-006)."""
    lower(turn, name, "threat", turn.state.characters[name].threat if critical else total)


def _gain_mp(turn: WastesTurn, name: str, total: int, critical: bool, affliction: str | None) -> None:
    """Raise MP by the roll, or to its maximum with a Critical Success (SW-REC-003, SW-REC-007)."""
    gain(turn, name, "mp", max_mp(turn.state.characters[name]) if critical else total)


def _remove_affliction(turn: WastesTurn, name: str, total: int, critical: bool, affliction: str | None) -> None:
    """Remove an Affliction, or all of them with a Critical Success (SW-REC-004, SW-REC-008)."""
    held = turn.state.characters[name].afflictions
    cure(turn, name, held if critical else (affliction or held[0],))


_TAKEN = {"reduce_threat": _reduce_threat, "gain_mp": _gain_mp, "remove_affliction": _remove_affliction}


@book.evolves(e.RecoverRolled)
def _recover_rolled(state: Position, event: e.RecoverRolled) -> Position:
    return replace(state, roll=Roll(character=event.character, dice=event.dice))
