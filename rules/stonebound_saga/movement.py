"""Moves, forced moves, and what the ground does to whoever enters it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

from msgspec.structs import replace

from rules.kernel import Choice, Field, Option, Refused, player_name
from rules.stonebound_saga import figures
from rules.stonebound_saga.book import (
    StoneTurn,
    a_space,
    a_way,
    active,
    book,
    space_name,
    until_the_end,
)
from rules.stonebound_saga.decisions import AnySpace, Move, Push
from rules.stonebound_saga.derived import frozen, is_ranged, movement
from rules.stonebound_saga.dice import Dice
from rules.stonebound_saga.events import (
    CharacterMoved,
    CharacterPushed,
    CharacterShifted,
    CharacterTurnEnded,
    PushDeclined,
    PushOffered,
    RangeRaised,
    SpaceEntered,
)
from rules.stonebound_saga.ground import in_force, is_there, stands_on, within
from rules.stonebound_saga.harm import add_status, lose_hp, remove_statuses, standing
from rules.stonebound_saga.pack import StoneboundPack
from rules.stonebound_saga.state import (
    Position,
    Space,
    distance,
    key,
    neighbours,
    on_board,
    opponents_of,
    opposed,
    place,
    roster,
    side_of,
    spaces,
    standing_at,
    with_character,
)

# ---- geometry


def step_cost(state: Position, name: str, start: Space, end: Space) -> int | None:
    """The MV that a step uses: 1, in and near Paran Desert 2 (SS-TEA-006), into Valley of the Wind none (SS-TWI-001,
    SS-TWI-003), between Shiftscapes 1 (SS-TDA-001); ``None`` where there is no such step."""
    if end not in neighbours(state, start):
        shift = is_there(state, start, "shiftscapes", name) and is_there(state, end, "shiftscapes", name)
        return 1 if shift and start != end else None
    if is_there(state, end, "valley_of_the_wind", name):
        return 0
    return figures.PARAN_MV if within(state, end, "paran_desert", 1, name) else 1


def judge_way(state: Position, name: str, start: Space, way: Sequence[Space], *, shifts: bool = True) -> int:
    """Judge the geometry of a way (SS-MOV-002 to SS-MOV-007, SS-MOV-010, SS-TDA-002, SS-TWA-001, SS-TWA-011).

    :param shifts: steps between Shiftscapes count
    :returns: the MV that it uses
    :raises Refused: with what bars it
    """
    at, total = start, 0
    for number, space in enumerate(way, 1):
        if not on_board(state, space):
            raise Refused("off_board", f"{space_name(space)} is not on the board.", rule="SS-MOV-010")
        cost = step_cost(state, name, at, space)
        shifting = space not in neighbours(state, at)
        if cost is None or (shifting and not shifts):
            raise Refused("not_orthogonal", "Steps go to an orthogonal neighbour.", rule="SS-MOV-002")
        if is_there(state, space, "ice_block", name):
            raise Refused("space_blocked_by_ice", "An Ice Block is in the way.", rule="SS-TWA-011")
        other = standing_at(state, space)
        if other not in (None, name):
            if number == len(way):
                raise Refused("space_occupied", "A character stands there.", rule="SS-MOV-005")
            if shifting:
                raise Refused("space_occupied", "That Shiftscape is occupied.", rule="SS-TDA-002")
            if side_of(state, str(other)) != side_of(state, name):
                raise Refused("blocked_by_opponent", "An opponent bars the way.", rule="SS-MOV-004")
        at, total = space, total + cost
    return total


def free_around(state: Position, name: str, at: Space) -> tuple[Space, ...]:
    """The spaces next to one to which a character may be moved by others (SS-MOV-013)."""
    return tuple(space for space in neighbours(state, at) if _passes(state, name, at, (space,)))


def _passes(state: Position, name: str, at: Space, way: Sequence[Space]) -> bool:
    try:
        judge_way(state, name, at, way, shifts=False)
    except Refused:
        return False
    return True


def ways(state: Position, name: str) -> dict[Space, tuple[tuple[Space, ...], int]]:
    """For each space that a move can end on: a way that harms least, then uses least MV, and the MV that it uses."""
    start, limit = place(state, name), movement(state.characters[name])
    best: dict[tuple[Space, int], tuple[int, int]] = {}
    found: dict[Space, tuple[tuple[Space, ...], int]] = {}
    queue: list[tuple[int, int, int, Space, tuple[Space, ...]]] = [(0, 0, 0, start, ())]
    while queue:
        harm, cost, length, at, way = heappop(queue)
        if at != start and at not in found and standing_at(state, at) is None:
            found[at] = (way, cost)
        for space in _steps(state, name, at):
            step = step_cost(state, name, at, space)
            total, risk = cost + (step or 0), harm + danger(state, name, space)
            if step is None or total > limit or best.get((space, total), (risk + 1, 0)) <= (risk, length + 1):
                continue
            best[space, total] = (risk, length + 1)
            heappush(queue, (risk, total, length + 1, space, (*way, space)))
    return found


def _steps(state: Position, name: str, at: Space) -> Iterable[Space]:
    for space in spaces_from(state, name, at):
        other = standing_at(state, space)
        shifting = space not in neighbours(state, at)
        barred = other not in (None, name) and (shifting or side_of(state, str(other)) != side_of(state, name))
        if not barred and not is_there(state, space, "ice_block", name):
            yield space


def spaces_from(state: Position, name: str, at: Space) -> tuple[Space, ...]:
    """The spaces to which one step leads: the neighbours, and from a Shiftscape the other ones."""
    others: tuple[Space, ...] = ()
    if is_there(state, at, "shiftscapes", name):
        others = tuple(s for s in spaces(state) if s != at and is_there(state, s, "shiftscapes", name))
    around = neighbours(state, at)
    return around + tuple(space for space in others if space not in around)


def danger(state: Position, name: str, space: Space) -> int:
    """How much entering a space may hurt: traps, rain, ice and moving ground."""
    trap = 3 if is_there(state, space, "hidden_trap", name) else 0
    reach = (("acid_rain", 2), ("kaldr_peak", 1), ("unstable_terrain", 2))
    return trap + sum(1 for card, far in reach if within(state, space, card, far, name))


# ---- walking


def walk(turn: StoneTurn, dice: Dice, name: str, way: Sequence[Space]) -> bool:
    """Enter spaces one by one: Poison, then the terrain entered, then terrain that reaches it, alphabetically
    (SS-MOV-012, SS-STA-014). Who falls stays there, and the rest of the way is dropped.

    :returns: whether Unstable Terrain reaches the way (SS-TEA-007)
    """
    rolled: set[str] = set()
    shaken = False
    for space in way:
        at = place(turn.state, name)
        if space not in neighbours(turn.state, at):
            turn.emit(CharacterShifted(character=name, from_=at, to=space))
        else:
            turn.emit(SpaceEntered(character=name, pos=space))
        if turn.state.characters[name].has("poison"):
            lose_hp(turn, name, figures.POISON_HP, "poison")
        shaken = shaken or bool(within(turn.state, space, "unstable_terrain", 2, name))
        for card, where in _triggers(turn.state, name, space):
            if standing(turn, name):
                _trigger(turn, dice, name, card, where, rolled)
        if not standing(turn, name):
            break
    return shaken


def _triggers(state: Position, name: str, space: Space) -> list[tuple[str, Space]]:
    entered = in_force(state, space, name)
    here = [(entered.card, space)] if entered else []
    reach = (("acid_rain", 2), ("kaldr_peak", 1))
    around = [(card, at) for card, far in reach for at in within(state, space, card, far, name) if at != space]
    return here + around


def _trigger(turn: StoneTurn, dice: Dice, name: str, card: str, at: Space, rolled: set[str]) -> None:
    """What one terrain does: per-move rolls of what does not stack come once a move (SS-TER-009), of each Kaldr Peak
    once (SS-TWA-006)."""
    if card == "hidden_trap":
        lose_hp(turn, name, figures.TRAP_HP, "hidden_trap")
    elif card == "cooling_stream":
        if dice.succeeds("cooling_stream", name, figures.STREAM_UP_TO):
            remove_statuses(turn, name, "all")
    elif card == "acid_rain" and card not in rolled:
        rolled.add(card)
        if dice.succeeds("acid_rain", name, figures.ACID_RAIN_UP_TO, good=False):
            add_status(turn, name, "poison")
    elif card == "kaldr_peak" and f"kaldr_peak {key(at)}" not in rolled:
        rolled.add(f"kaldr_peak {key(at)}")
        if dice.succeeds("kaldr_peak", name, figures.KALDR_UP_TO, good=False):
            add_status(turn, name, "freeze")


def forced(turn: StoneTurn, dice: Dice, name: str, way: Sequence[Space]) -> bool:
    """Move a character by others (SS-MOV-013): the geometry of a move, but no MV and no move action.

    :returns: whether Unstable Terrain reaches the way
    :raises Refused: with what bars it
    """
    judge_way(turn.state, name, place(turn.state, name), way, shifts=False)
    turn.emit(CharacterPushed(character=name, path=tuple(way)))
    return walk(turn, dice, name, way)


def give_way(turn: StoneTurn, dice: Dice, name: str, to: AnySpace | None, ask: bool) -> None:
    """Roll for Unstable Terrain after a whole move (SS-TEA-007, SS-TEA-008): the opponent may move the character one
    space.

    :param to: where, if the opponent said so
    :param ask: the opponent says so afterwards
    """
    if not standing(turn, name):
        return
    if not dice.succeeds("unstable_terrain", name, figures.UNSTABLE_UP_TO, good=False):
        return
    if to is not None:
        forced(turn, dice, name, (a_space(to),))
    elif ask and free_around(turn.state, name, place(turn.state, name)):
        turn.emit(PushOffered(character=name))


def catch_the_wind(turn: StoneTurn, dice: Dice, name: str) -> None:
    """Roll for the range that Valley of the Wind gives a ranged character that stands there, once in its turn
    (SS-TWI-002, SS-TWI-003)."""
    it = turn.state.characters[name]
    if it.hp and is_ranged(it) and not it.valley_rolled and stands_on(turn.state, name, "valley_of_the_wind"):
        amount = 1 if dice.succeeds("valley_of_the_wind", name, figures.VALLEY_UP_TO) else 0
        turn.emit(RangeRaised(character=name, amount=amount))


def close(turn: StoneTurn) -> None:
    """End the turn of an active character that has fallen (SS-ACT-008)."""
    name = turn.state.active_character
    if name is not None and not standing(turn, name):
        turn.emit(CharacterTurnEnded(character=name, served=False))


# ---- decisions


@book.decides(Move)
@until_the_end
def move(turn: StoneTurn, decision: Move) -> None:
    """Move the active character once, up to its MV (SS-MOV-001 to SS-MOV-012)."""
    name, it = active(turn)
    path = a_way(decision.path)
    if it.has("sleep"):
        raise Refused("asleep", "It sleeps.", rule="SS-STA-018")
    if frozen(it):
        raise Refused("frozen", "It is frozen and may not move this turn.", rule="SS-STA-011")
    if it.moved:
        raise Refused("already_moved", "It has moved this turn.", rule="SS-MOV-008")
    if not path:
        raise Refused("empty_path", "A move has at least one space.", rule="SS-MOV-011")
    spent = judge_way(turn.state, name, place(turn.state, name), path)
    if spent > movement(it):
        raise Refused("exceeds_movement", f"That uses {spent} MV; it has {movement(it)}.", rule="SS-MOV-001")
    if decision.unstable_to is not None:
        judge_way(turn.state, name, path[-1], (a_space(decision.unstable_to),), shifts=False)
    dice = Dice(turn, decision)
    shaken = walk(turn, dice, name, path)
    walked = path[: path.index(place(turn.state, name)) + 1] if not standing(turn, name) else path
    turn.emit(CharacterMoved(character=name, path=walked, spent=spent))
    if shaken:
        give_way(turn, dice, name, decision.unstable_to, decision.ask_opponent)
    if not turn.state.pushed:
        catch_the_wind(turn, dice, name)
    dice.finish()
    close(turn)


@book.decides(Push)
@until_the_end
def push(turn: StoneTurn, decision: Push) -> None:
    """Have the opponent move a character on Unstable Terrain one space, or leave it (SS-TEA-007, SS-TEA-008)."""
    name = turn.state.pushed if turn.started else None
    if turn.started and turn.state.phase == "game_over":
        raise Refused("game_over", "The game is over.", rule="SS-END-002")
    if name is None:
        raise Refused("wrong_phase", "The ground does not move.", rule="SS-TEA-007")
    dice = Dice(turn, decision)
    if decision.to is None:
        turn.emit(PushDeclined(character=name))
    else:
        forced(turn, dice, name, (a_space(decision.to),))
    if name == turn.state.active_character:
        catch_the_wind(turn, dice, name)
    dice.finish()
    close(turn)


@book.evolves(SpaceEntered)
def _space_entered(state: Position, event: SpaceEntered) -> Position:
    return with_character(state, event.character, pos=event.pos)


@book.evolves(CharacterShifted)
def _character_shifted(state: Position, event: CharacterShifted) -> Position:
    return with_character(state, event.character, pos=event.to)


@book.evolves(CharacterMoved)
def _character_moved(state: Position, event: CharacterMoved) -> Position:
    return with_character(state, event.character, moved=True)


@book.evolves(PushOffered)
def _push_offered(state: Position, event: PushOffered) -> Position:
    return replace(state, pushed=event.character)


@book.evolves(PushDeclined)
def _push_declined(state: Position, event: PushDeclined) -> Position:
    return replace(state, pushed=None)


@book.evolves(CharacterPushed)
def _character_pushed(state: Position, event: CharacterPushed) -> Position:
    return replace(state, pushed=None)


@book.evolves(RangeRaised)
def _range_raised(state: Position, event: RangeRaised) -> Position:
    more = state.characters[event.character].extra_rng + event.amount
    return with_character(state, event.character, extra_rng=more, valley_rolled=True)


# ---- what may be decided


@book.offers_options
def options(state: Position, pack: StoneboundPack) -> Iterable[Option]:
    """The opponent's answer to moving ground, and the moves of the active character."""
    if state.pushed:
        yield from _pushes(state, pack, state.pushed)
    name = state.active_character
    if state.phase != "activation" or state.pushed or name is None:
        return
    it = state.characters[name]
    label = f"Move {pack.name_of(name)}"
    blocked = "It sleeps." if it.has("sleep") else "It is frozen this turn." if frozen(it) else ""
    if it.moved or blocked:
        if not it.moved:
            yield Option("move", label, group="Move", blocked=blocked)
        return
    found = sorted(ways(state, name).items(), key=lambda way: (way[1][1], way[0][1], way[0][0]))
    if found:
        choices = tuple(
            Choice(" ".join(map(key, way)), space_name(end), detail=_way_detail(state, pack, name, way, cost))
            for end, (way, cost) in found
        )
        shaken = any(within(state, space, "unstable_terrain", 2, name) for space in spaces(state))
        fixed = {"ask_opponent": True} if shaken else {}
        yield Option(
            "move",
            label,
            fixed,
            (Field("path", "To", choices=choices),),
            group="Move",
            likely=True,
            luck=any(_asks_luck(state, name, way) for _, (way, _) in found),
            note=f"MV {movement(it)}, from {space_name(place(state, name))}",
        )


def _pushes(state: Position, pack: StoneboundPack, name: str) -> Iterable[Option]:
    player = opponents_of(state, state.characters[name].player)
    who = " or ".join(map(player_name, player))
    around = tuple(Choice(key(s), space_name(s)) for s in free_around(state, name, place(state, name)))
    yield Option(
        "push",
        f"{who} moves {pack.name_of(name)}",
        {},
        (Field("to", "To", choices=around),),
        group="Unstable Terrain",
        likely=True,
        luck=True,
    )
    yield Option("push", f"Leave {pack.name_of(name)} there", {"to": None}, group="Unstable Terrain", likely=True)


def _way_detail(state: Position, pack: StoneboundPack, name: str, way: Sequence[Space], cost: int) -> str:
    terrain = in_force(state, way[-1], name)
    there = [pack.name_of(terrain.card)] if terrain else []
    over = sorted({pack.name_of(t.card) for s in way[:-1] if (t := in_force(state, s, name)) is not None})
    over = [f"over {card}" for card in over]
    poisoned = [f"Poison {len(way)} HP"] if state.characters[name].has("poison") else []
    foes = [
        place(state, other) for other in roster(state) if opposed(state, name, other) and state.characters[other].hp
    ]
    away = [f"opponent {min(distance(way[-1], foe) for foe in foes)} away"] if foes else []
    return ", ".join([f"{cost} MV", *there, *over, *poisoned, *away])


def _asks_luck(state: Position, name: str, way: Sequence[Space]) -> bool:
    wind = is_ranged(state.characters[name]) and is_there(state, way[-1], "valley_of_the_wind", name)
    stream = any(is_there(state, space, "cooling_stream", name) for space in way)
    reach = (("acid_rain", 2), ("kaldr_peak", 1), ("unstable_terrain", 2))
    return wind or stream or any(within(state, s, card, far, name) for s in way for card, far in reach)
