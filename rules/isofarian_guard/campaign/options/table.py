"""Who plays, how hard it is, and leaving the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.isofarian_guard.campaign.facts import PLAYERS
from rules.isofarian_guard.campaign.opening import DIFFICULTIES
from rules.isofarian_guard.campaign.options.forms import exploring, guard_choices, refusal
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.rulebook import RULES
from rules.kernel import Choice, Field, Option, player_name

TABLE = "Table"


@RULES.offers_options
def table_options(state: Position, pack: IsofarianPack) -> Iterable[Option]:
    """ISO-PLY, ISO-DIFF-001, ISO-SAVE-001."""
    if exploring(state):
        yield _difficulty(state, pack)
        if len(state.players) == PLAYERS and len(state.party) == PLAYERS:
            first, second = state.party
            swapped = {first: state.control[second], second: state.control[first]}
            yield Option("assign_control", "Swap the guards", {"control": swapped}, group=TABLE)
    if not state.pending and state.party:
        yield from _people(state, pack)
    if state.party:
        note = "Writes the save sheet into the story; nothing else changes."
        yield Option("leave_game", "Leave the game", group=TABLE, note=note)


def _difficulty(state: Position, pack: IsofarianPack) -> Option:
    found = tuple(
        Choice(
            level.value,
            level.label,
            level.detail,
            "This is the level that holds."
            if level.value == state.difficulty
            else refusal(state, pack, "set_difficulty", level=level.value),
        )
        for level in DIFFICULTIES
    )
    return Option("set_difficulty", "Change the difficulty", {}, (Field("level", "Level", choices=found),), TABLE)


def _people(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    if len(state.players) < PLAYERS:
        blocked = refusal(state, pack, "add_player", player="?")
        name = Field("player", "Name of the seat", "text", initial="p2" if "p2" not in state.players else "p1")
        guards = (Field("guard", "Takes over", choices=guard_choices(state)),) if len(state.party) > 1 else ()
        yield Option("add_player", "Somebody joins", {}, (name, *guards), TABLE, blocked=blocked)
    else:
        field = Field("player", "Who", choices=tuple(Choice(player, player_name(player)) for player in state.players))
        yield Option("remove_player", "Somebody leaves", {}, (field,), TABLE)
