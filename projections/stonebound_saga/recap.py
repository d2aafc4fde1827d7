"""What a stretch of a game brought: the teams, who fell and who was raised, terrain, the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.kernel import player_name
from rules.stonebound_saga.book import team_name
from rules.stonebound_saga.pack import StoneboundPack
from rules.stonebound_saga.state import Position, roster


def recap(before: Position, after: Position, pack: StoneboundPack) -> list[str]:
    """What is different, a sentence each; what stayed as it was is left out."""
    return [*_teams(before, after, pack), *_falls(before, after, pack), *_ground(before, after, pack), *_end(after)]


def _teams(before: Position, after: Position, pack: StoneboundPack) -> Iterator[str]:
    for player, holder in after.players.items():
        if holder.characters and holder.characters != before.players[player].characters:
            yield f"{player_name(player)} fields {_named(pack, holder.characters)}."


def _falls(before: Position, after: Position, pack: StoneboundPack) -> Iterator[str]:
    down, was = _down(after), _down(before)
    fell = [name for name in down if name not in was]
    rose = [name for name in was if name not in down]
    if fell:
        yield f"Fallen: {_named(pack, fell)}."
    if rose:
        yield f"Raised: {_named(pack, rose)}."


def _down(state: Position) -> list[str]:
    return [name for name in roster(state) if state.characters[name].incapacitated]


def _ground(before: Position, after: Position, pack: StoneboundPack) -> Iterator[str]:
    laid = [it.card for at, it in after.terrain.items() if at not in before.terrain or before.terrain[at] != it]
    gone = [
        it.card for at, it in before.terrain.items() if at not in after.terrain or after.terrain[at].card != it.card
    ]
    if laid:
        yield f"Terrain that came to the field: {_named(pack, laid)}."
    if gone:
        yield f"Terrain that left it: {_named(pack, gone)}."


def _end(after: Position) -> Iterator[str]:
    if after.phase == "game_over":
        yield "Both sides fell." if after.winner == "draw" else f"{team_name(str(after.winner))} won."


def _named(pack: StoneboundPack, names: Iterable[str]) -> str:
    return ", ".join(map(pack.name_of, names))
