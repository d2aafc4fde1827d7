"""The rulebook object with which every area registers, and the first questions that judging asks."""

from __future__ import annotations

from collections.abc import Iterable

from rules.artisans_of_splendent_vale.figures import CHARACTER_NAMES
from rules.artisans_of_splendent_vale.pack import ValePack
from rules.artisans_of_splendent_vale.state import Group, Hex, Position, Sheet, group_of
from rules.artisans_of_splendent_vale.state import Turn as InTurn
from rules.artisans_of_splendent_vale.words import AnyHex, Path
from rules.kernel import Refused, Rulebook, Turn

book: Rulebook[Position, ValePack] = Rulebook()
ValeTurn = Turn[Position, ValePack]

PHASES: dict[str, str] = {
    "setup": "Set-up of the campaign",
    "exploration": "Exploration",
    "scene_setup": "Set-up of an action scene",
    "action_scene": "Action scene",
    "interlude": "Interludes",
}


def awake(turn: ValeTurn) -> Position:
    """Judge that the campaign began, is not paused (AV-SES-007), and that no injury card waits to be read.

    :returns: the position
    :raises Refused: ``setup_incomplete``, ``session_paused`` or ``injury_open``
    """
    if not turn.started:
        raise Refused("setup_incomplete", "Choose characters first.", rule="AV-SET-012")
    state = turn.state
    if state.paused:
        raise Refused("session_paused", "The game is paused.", rule="AV-SES-007", remedy="Resume it.")
    if state.open_injuries:
        who = CHARACTER_NAMES[state.open_injuries[0].who]
        raise Refused("injury_open", f"{who} has drawn an injury card that is to be read first.", rule="AV-INJ-018")
    return state


def begun(turn: ValeTurn) -> Position:
    """The same, and that characters and roles are settled (AV-SET-012).

    :raises Refused: also ``setup_incomplete``
    """
    state = awake(turn)
    if state.phase == "setup":
        raise Refused("setup_incomplete", "The campaign has not begun.", rule="AV-SET-012", remedy="Begin it.")
    return state


def in_phase(turn: ValeTurn, *phases: str) -> Position:
    """The same, and that the campaign is in one of these phases.

    :raises Refused: also ``wrong_phase``
    """
    state = begun(turn)
    if state.phase not in phases:
        sentence = f"That belongs to: {PHASES[phases[0]]}. It is: {PHASES[state.phase]}."
        raise Refused("wrong_phase", sentence, rule="AV-DAY-001")
    return state


def in_scene(turn: ValeTurn) -> Position:
    """The same for an action scene in which no attack waits (AV-TURN-004).

    :raises Refused: also ``wrong_phase`` or ``attack_pending``
    """
    state = in_phase(turn, "action_scene")
    no_attack_waits(state)
    return state


def whose_turn(turn: ValeTurn, unit: str) -> tuple[Position, InTurn]:
    """The same, and that a unit's turn is in progress and no attack waits (AV-INI-001, AV-TURN-004, AV-TURN-014).

    :returns: the position and the turn
    :raises Refused: also ``not_your_turn`` or ``attack_pending``
    """
    state = begun(turn)
    if state.turn is None or state.turn.unit != unit or state.phase != "action_scene":
        raise Refused("not_your_turn", "It is not that unit's turn.", rule="AV-INI-001")
    no_attack_waits(state)
    return state, state.turn


def no_attack_waits(state: Position) -> None:
    """Judge that no attack waits (AV-TURN-004).

    :raises Refused: ``attack_pending``
    """
    if state.pending is not None:
        raise Refused("attack_pending", "An attack waits to be resolved.", rule="AV-TURN-004", remedy="Resolve it.")


def played(state: Position, who: str) -> Sheet:
    """The sheet of a played character.

    :raises Refused: ``character_not_played``
    """
    if who not in state.players or who not in state.characters:
        name = CHARACTER_NAMES.get(who, who)
        raise Refused("character_not_played", f"Nobody plays {name}.", rule="AV-CHO-006")
    return state.characters[who]


def group_facts(state: Position, unit: str) -> Group:
    """What a mob's group is like."""
    return state.groups.get(group_of(state, unit), Group())


def a_hex(given: AnyHex) -> Hex:
    """A space from a decision.

    :raises Refused: ``malformed``
    """
    if not isinstance(given, str):
        return given
    try:
        q, r = given.split(",")
        return int(q), int(r)
    except ValueError:
        raise Refused("malformed", f"“{given[:40]}” is no space; one is written 1,-1.") from None


def a_path(given: Path | None) -> tuple[Hex, ...] | None:
    """Spaces from a decision; ``None`` where none were named."""
    if given is None:
        return None
    return tuple(a_hex(part) for part in (given.split() if isinstance(given, str) else given))


def listed(given: Iterable[str] | str) -> tuple[str, ...]:
    """Names or faces from a decision, also from one text with blanks."""
    return tuple(given.split() if isinstance(given, str) else given)


def unit_name(pack: ValePack, unit: str) -> str:
    """A unit in words: ``Farah``, ``Arbalist 2``."""
    if unit in CHARACTER_NAMES:
        return CHARACTER_NAMES[unit]
    stem, _, number = unit.rpartition("_")
    return f"{pack.name_of(stem)} {number}" if stem and number.isdigit() else pack.name_of(unit)
