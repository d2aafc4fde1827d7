"""Players, difficulty, leaving the game (ISO-PLY, ISO-DIFF, ISO-SAVE)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.campaign import derived
from rules.isofarian_guard.campaign.decisions.frame import (
    AddPlayer,
    AssignControl,
    LeaveGame,
    RemovePlayer,
    SetDifficulty,
)
from rules.isofarian_guard.campaign.events.frame import (
    ControlAssigned,
    DifficultyChanged,
    GameLeft,
    PlayerAdded,
    PlayerRemoved,
)
from rules.isofarian_guard.campaign.facts import PLAYERS, TENEBRIS_STONEBOUND
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.state import Position, SaveSheet
from rules.isofarian_guard.campaign.timing import exploring, member, nothing_waits
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Refused


@RULES.decides(AddPlayer)
def add_player(turn: IsofarianTurn, decision: AddPlayer) -> None:
    """A joining player takes over one guard, which changes hands during exploration; a single guard is shared
    (ISO-PLY-001 to ISO-PLY-003, ISO-SET-001)."""
    state = turn.state
    nothing_waits(state)
    if len(state.players) >= PLAYERS or decision.player in state.players:
        raise Refused("player_limit", "One or two people play.", rule="ISO-PLY-001")
    control = dict(state.control)
    if len(state.party) > 1:
        if state.phase != "campaign_over":
            exploring(state)
        taken = decision.guard or state.party[-1]
        member(state, taken)
        control[taken] = decision.player
    turn.emit(PlayerAdded(player=decision.player, control=control))


@RULES.decides(RemovePlayer)
def remove_player(turn: IsofarianTurn, decision: RemovePlayer) -> None:
    """The other player controls both guards; the last one cannot leave (ISO-PLY-004)."""
    state = turn.state
    nothing_waits(state)
    if decision.player not in state.players:
        raise Refused("unknown_player", f"{decision.player} does not play.", rule="ISO-PLY-004")
    if len(state.players) == 1:
        raise Refused("last_player", "The last player cannot be removed.", rule="ISO-PLY-004")
    left = next(player for player in state.players if player != decision.player)
    turn.emit(PlayerRemoved(player=decision.player, control=dict.fromkeys(state.party, left)))


@RULES.decides(AssignControl)
def assign_control(turn: IsofarianTurn, decision: AssignControl) -> None:
    """Control is swapped during exploration; in a pair each has one guard (ISO-PLY-002, ISO-PLY-003)."""
    state = turn.state
    exploring(state)
    for guard, player in decision.control.items():
        member(state, guard)
        if player not in state.players:
            raise Refused("unknown_player", f"{player} does not play.", rule="ISO-PLY-002")
    control = {**state.control, **decision.control}
    if len(state.party) == len(state.players) and len(set(control.values())) < len(state.party):
        raise Refused("one_guard_each", "In a pair each player has one guard.", rule="ISO-PLY-002")
    turn.emit(ControlAssigned(control=control))


@RULES.decides(SetDifficulty)
def set_difficulty(turn: IsofarianTurn, decision: SetDifficulty) -> None:
    """Three levels, chosen during exploration; the one that holds may be chosen again (ISO-DIFF-001, ISO-DIFF-008,
    ISO-DIFF-011)."""
    state = turn.state
    exploring(state)
    if decision.level == "tenebris":
        over = [name for name in state.party if derived.stonebound(state.guards[name]) > TENEBRIS_STONEBOUND]
        if over:
            raise Refused(
                "stonebound_limit",
                f"{named(over[0])} has more than {TENEBRIS_STONEBOUND} stonebound abilities equipped.",
                rule="ISO-DIFF-011",
                remedy="Unequip some first.",
            )
    turn.emit(DifficultyChanged(was=state.difficulty, now=decision.level))


@RULES.decides(LeaveGame)
def leave_game(turn: IsofarianTurn, decision: LeaveGame) -> None:
    """At any time; it writes the save sheet and changes nothing else (ISO-SAVE-001 to ISO-SAVE-004)."""
    turn.emit(GameLeft(sheet=save_sheet(turn.state)))


def save_sheet(state: Position) -> SaveSheet:
    """What the save sheet records (ISO-SAVE-002)."""
    return SaveSheet(
        campaign=state.campaign,
        chapter=state.chapter,
        sil=state.sil,
        lux=state.lux,
        checkpoint=state.checkpoint,
        narrative=state.narrative,
        field_decks={region: deck.size for region, deck in state.field_decks.items()},
        guards={name: derived.sheet_line(state.guards[name]) for name in state.party},
    )


# ---- facts


@RULES.evolves(PlayerAdded)
def _player_added(state: Position, event: PlayerAdded) -> Position:
    return replace(state, players=(*state.players, event.player), control=event.control)


@RULES.evolves(PlayerRemoved)
def _player_removed(state: Position, event: PlayerRemoved) -> Position:
    players = tuple(player for player in state.players if player != event.player)
    return replace(state, players=players, control=event.control)


@RULES.evolves(ControlAssigned)
def _control_assigned(state: Position, event: ControlAssigned) -> Position:
    return replace(state, control=event.control)


@RULES.evolves(DifficultyChanged)
def _difficulty_changed(state: Position, event: DifficultyChanged) -> Position:
    return replace(state, difficulty=event.now)


@RULES.evolves(GameLeft)
def _game_left(state: Position, event: GameLeft) -> Position:
    return replace(state, save_sheet=event.sheet)
