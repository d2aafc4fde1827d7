"""The roll for the first side, and deployment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from rules.kernel import Choice, Field, Option, Refused, player_name
from rules.stonebound_saga.book import (
    StoneTurn,
    a_character,
    a_player,
    a_space,
    book,
    in_phase,
    space_name,
)
from rules.stonebound_saga.decisions import ChooseFirst, Deploy, RollForFirst
from rules.stonebound_saga.events import CharacterDeployed, FirstPlayerChosen, FirstRollTied, FirstRollWon
from rules.stonebound_saga.figures import FACES
from rules.stonebound_saga.pack import StoneboundPack
from rules.stonebound_saga.state import (
    Position,
    Space,
    key,
    on_board,
    roster,
    side_of,
    standing_at,
    team_of,
    with_character,
)

# ---- who goes first


@book.decides(RollForFirst)
def roll_for_first(turn: StoneTurn, decision: RollForFirst) -> None:
    """One player of each team rolls; the highest decides, a tie is rolled again (SS-SET-002 to SS-SET-005)."""
    state = in_phase(turn, "first_roll", rule="SS-TEAM-016")
    teams = Counter(team_of(state, a_player(state, player)) for player in decision.players)
    if teams != Counter(state.teams.keys()):
        raise Refused("one_roller_per_team", "One player of each team rolls.", rule="SS-SET-003")
    rolls = {player: int(turn.chance.roll(f"first.{player}", FACES)[0]) for player in decision.players}
    best = max(rolls.values())
    winners = [player for player, value in rolls.items() if value == best]
    if len(winners) > 1:
        turn.emit(FirstRollTied(rolls=rolls))
    else:
        turn.emit(FirstRollWon(rolls=rolls, winner=winners[0]))


@book.evolves(FirstRollTied)
def _first_roll_tied(state: Position, event: FirstRollTied) -> Position:
    return state


@book.evolves(FirstRollWon)
def _first_roll_won(state: Position, event: FirstRollWon) -> Position:
    return replace(state, roll_winner=event.winner, phase="choose_first")


@book.decides(ChooseFirst)
def choose_first(turn: StoneTurn, decision: ChooseFirst) -> None:
    """Have the winner of the roll name who takes the first turn; that player's team is the first side (SS-SET-002,
    SS-SET-011)."""
    state = in_phase(turn, "choose_first")
    if decision.by != state.roll_winner:
        raise Refused("not_roll_winner", "The winner of the roll decides.", rule="SS-SET-002")
    turn.emit(FirstPlayerChosen(by=decision.by, player=a_player(state, decision.first)))


@book.evolves(FirstPlayerChosen)
def _first_player_chosen(state: Position, event: FirstPlayerChosen) -> Position:
    return replace(state, first_player=event.player, phase="deployment")


# ---- deployment


@book.decides(Deploy)
def deploy(turn: StoneTurn, decision: Deploy) -> None:
    """Set a character up on the end line of its side, all of the first side before the second (SS-SET-006 to
    SS-SET-010)."""
    state = in_phase(turn, "deployment")
    name, space = decision.character, a_space(decision.pos)
    it = a_character(state, name)
    if it.pos is not None or side_of(state, name) != deploying(state):
        raise Refused("not_your_deployment", "The other side sets up now.", rule="SS-SET-008")
    if not on_board(state, space):
        raise Refused("off_board", f"{space_name(space)} is not on the board.", rule="SS-MOV-010")
    if space[1] not in (1, state.rows):
        raise Refused("not_on_end_line", "Characters begin on the end line.", rule="SS-SET-006")
    if space[1] not in end_lines(state, side_of(state, name)):
        raise Refused("wrong_end", "That is the line of the other side.", rule="SS-SET-007")
    if standing_at(state, space) is not None:
        raise Refused("space_occupied", "A character stands there.", rule="SS-SET-009")
    left = [other for other in roster(state) if state.characters[other].pos is None and other != name]
    turn.emit(CharacterDeployed(character=name, pos=space, last=not left))


def deploying(state: Position) -> str:
    """The side that sets up now: the first one, until all of it is on the board."""
    first = team_of(state, str(state.first_player))
    waiting = [n for n in roster(state) if state.characters[n].pos is None]
    if any(side_of(state, name) == first for name in waiting):
        return first
    return next(team for team in state.teams if team != first)


def end_lines(state: Position, side: str) -> tuple[int, ...]:
    """The end lines on which a side may set up: one side keeps to one line, the sides to opposite ones."""
    for name, it in state.characters.items():
        if it.pos is not None:
            other_line = state.rows + 1 - it.pos[1]
            return (it.pos[1],) if side_of(state, name) == side else (other_line,)
    return (1, state.rows)


@book.evolves(CharacterDeployed)
def _character_deployed(state: Position, event: CharacterDeployed) -> Position:
    state = with_character(state, event.character, pos=event.pos)
    return replace(state, phase="turn_start") if event.last else state


# ---- what may be decided


@book.offers_options
def options(state: Position, pack: StoneboundPack) -> Iterable[Option]:
    """The roll, the choice of the first player, the deployments."""
    if state.phase == "first_roll":
        rollers = [members[0] for members in state.teams.values()]
        yield Option(
            "roll_for_first",
            "Roll for the first side",
            {"players": rollers},
            group="Start",
            likely=True,
            luck=True,
            note="the highest roll decides",
        )
    elif state.phase == "choose_first" and state.roll_winner:
        players = tuple(Choice(player, player_name(player)) for player in state.players)
        yield Option(
            "choose_first",
            f"{player_name(state.roll_winner)} names who goes first",
            {"by": state.roll_winner},
            (Field("first", "First player", choices=players),),
            group="Start",
            likely=True,
        )
    elif state.phase == "deployment":
        yield from _deployments(state, pack)


def _deployments(state: Position, pack: StoneboundPack) -> Iterable[Option]:
    side = deploying(state)
    lines = end_lines(state, side)
    ends: list[Space] = [(column, row) for row in lines for column in range(1, state.columns + 1)]
    free = [space for space in ends if standing_at(state, space) is None]
    choices = tuple(Choice(key(space), space_name(space)) for space in free)
    middle = min(free, key=lambda space: abs(2 * space[0] - state.columns - 1))
    for name in roster(state):
        it = state.characters[name]
        if it.pos is None and side_of(state, name) == side:
            yield Option(
                "deploy",
                f"{player_name(it.player)}: set up {pack.name_of(name)}",
                {"character": name},
                (Field("pos", "Space", choices=choices, initial=key(middle)),),
                group="Deployment",
                likely=True,
            )
