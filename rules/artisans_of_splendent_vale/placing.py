"""Placing mobs, characters and companions."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.artisans_of_splendent_vale.book import ValeTurn, a_hex, begun, book, in_phase, played
from rules.artisans_of_splendent_vale.decisions import PlaceMeeple, SetupScene, Spawn
from rules.artisans_of_splendent_vale.events import GroupEntered, MeeplePlaced, MobPlaced, MobsPlaced
from rules.artisans_of_splendent_vale.figures import GLYPHS
from rules.artisans_of_splendent_vale.hexes import apart, fits, passable, spaces
from rules.artisans_of_splendent_vale.pack import Placement
from rules.artisans_of_splendent_vale.state import Group, Hex, Position, Unit, members, number_of, with_unit
from rules.kernel import Refused


def spawn_all(turn: ValeTurn, places: Iterable[Placement]) -> None:
    """Place mobs by a list: counts for two, three and four players, a single one without counts (AV-SCN-009 to
    AV-SCN-012)."""
    for each in places:
        if each.unique:
            spawn_single(turn, each.group, each.glyph)
        else:
            spawn(turn, each.group, each.counts, each.glyph)


def spawn(turn: ValeTurn, group: str, counts: tuple[int, ...], glyph: str) -> None:
    """Place mobs, the lowest numbers that were never placed first, then defeated ones, as many as there are
    (AV-SCN-010, AV-SCN-017, AV-SCN-018)."""
    _enter(turn, group)
    at = min(len(turn.state.players) - 2, len(counts) - 1)
    wanted = counts[at] if counts else 0
    facts = turn.state.groups[group]
    numbers = range(1, facts.meeples + 1)
    there = {number_of(unit) for unit in members(turn.state, group)}
    fresh = [number for number in numbers if number not in facts.placed and number not in there]
    back = [number for number in numbers if number in facts.placed and number not in there]
    for number in (*fresh, *back)[:wanted]:
        _put(turn, f"{group}_{number}", group, number, glyph)


def spawn_single(turn: ValeTurn, group: str, glyph: str) -> None:
    """Place a named single unit on the one space of its glyph (AV-SCN-012)."""
    _enter(turn, group)
    _put(turn, group, group, 1, glyph)


def _enter(turn: ValeTurn, group: str) -> None:
    if group in turn.state.groups:
        return
    mob = turn.pack.mobs.get(group)
    facts = Group()
    if mob is not None:
        facts = Group(
            kind=mob.kind, side=mob.side, toughness=mob.toughness, size=mob.size, meeples=mob.meeples, truce=mob.truce
        )
    turn.emit(GroupEntered(group=group, facts=facts))


def _put(turn: ValeTurn, unit: str, group: str, number: int, glyph: str) -> None:
    turn.emit(MobPlaced(unit=unit, group=group, number=number, at=_space(turn.state, unit, glyph, number)))


def _space(state: Position, unit: str, glyph: str, number: int) -> Hex | None:
    """The numbered space of a glyph, or the nearest free one."""
    marked = state.board.glyphs.get(glyph, {})
    wanted = marked.get(str(number)) or next(iter(marked.values()), None)
    if wanted is None:
        return None
    free = [space for space in spaces(state.board) if passable(state.board, space) and fits(state, unit, space)]
    return min(free, key=lambda space: (apart(space, wanted), space), default=None)


@book.decides(SetupScene)
def setup_scene(turn: ValeTurn, decision: SetupScene) -> None:
    """Place everything of the scene's list (AV-SCN-002, AV-SCN-010)."""
    state = in_setup(turn)
    scene = turn.pack.scenes.get(state.scene or "")
    if state.placed:
        raise Refused("equip_window_closed", "The scene's units stand already.", rule="AV-SCN-002")
    spawn_all(turn, scene.place if scene is not None else ())
    turn.emit(MobsPlaced(scene=state.scene))


@book.decides(Spawn)
def add_mobs(turn: ValeTurn, decision: Spawn) -> None:
    """Add mobs during a scene (AV-SCN-017)."""
    in_phase(turn, "action_scene", "scene_setup")
    if decision.glyph not in GLYPHS:
        raise Refused("malformed", f"One of {', '.join(GLYPHS)} was expected.")
    spawn(turn, decision.group, decision.counts, decision.glyph)


@book.decides(PlaceMeeple)
def place_meeple(turn: ValeTurn, decision: PlaceMeeple) -> None:
    """Place a character or companion on a paw space (AV-SCN-013 to AV-SCN-015); where the board is known only at the
    table, on any space."""
    state, unit, at = in_setup(turn), decision.unit, a_hex(decision.at)
    companion = state.companions.get(unit)
    played(state, companion.owner if companion is not None else unit)
    if companion is not None and companion.damage >= companion.toughness:
        raise Refused("companion_too_hurt", "It is too hurt to come along.", rule="AV-CMP-011")
    if (state.board.paw and at not in state.board.paw) or not passable(state.board, at):
        raise Refused("not_a_paw_space", "Characters start on paw spaces.", rule="AV-SCN-013")
    if not fits(state, unit, at):
        raise Refused("space_occupied", "Another unit stands there.", rule="AV-SCN-013")
    turn.emit(MeeplePlaced(unit=unit, at=at))


def in_setup(turn: ValeTurn) -> Position:
    """Judge that a scene is being set up.

    :raises Refused: ``equip_window_closed``
    """
    state = begun(turn)
    if state.phase != "scene_setup":
        raise Refused("equip_window_closed", "No scene is being set up.", rule="AV-SCN-007")
    return state


def unplaced(state: Position) -> tuple[str, ...]:
    """The characters, and the companions that are brought along, who do not stand on the board yet."""
    named = (*state.players, *state.companions)
    return tuple(name for name in named if name not in state.units or state.units[name].at is None)


# ---- what the events change


@book.evolves(GroupEntered)
def _group_entered(state: Position, event: GroupEntered) -> Position:
    return replace(state, groups={**state.groups, event.group: event.facts})


@book.evolves(MobPlaced)
def _mob_placed(state: Position, event: MobPlaced) -> Position:
    group = state.groups[event.group]
    placed = tuple(dict.fromkeys((*group.placed, event.number)))
    state = replace(state, units={**state.units, event.unit: Unit(at=event.at, group=event.group)})
    return replace(state, groups={**state.groups, event.group: replace(group, placed=placed)})


@book.evolves(MobsPlaced)
def _mobs_placed(state: Position, event: MobsPlaced) -> Position:
    return replace(state, placed=True)


@book.evolves(MeeplePlaced)
def _meeple_placed(state: Position, event: MeeplePlaced) -> Position:
    return with_unit(state, event.unit, at=event.at, defeated=False)
