"""Experience, advancement grids, Javi's circuits."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.artisans_of_splendent_vale.book import ValeTurn, begun, book, listed, played
from rules.artisans_of_splendent_vale.decisions import FillNodes, GainExperience, UnlockPath
from rules.artisans_of_splendent_vale.events import (
    CardArchived,
    CardGained,
    CardUpgraded,
    ComponentSpent,
    ExperienceGained,
    NodeFilled,
    PathUnlocked,
    SkillAdvanced,
)
from rules.artisans_of_splendent_vale.figures import COMPONENTS_PER_SESSION
from rules.artisans_of_splendent_vale.pack import Edge, GridContent, Node
from rules.artisans_of_splendent_vale.state import Craft, Position, Sheet, counted, with_sheet
from rules.kernel import Refused

EXPERIENCE = "experience"


@book.decides(GainExperience)
def gain_experience(turn: ValeTurn, decision: GainExperience) -> None:
    """Gain experience (AV-EXP-001)."""
    played(begun(turn), decision.who)
    turn.emit(ExperienceGained(who=decision.who, amount=decision.amount))


@book.decides(UnlockPath)
def unlock_path(turn: ValeTurn, decision: UnlockPath) -> None:
    """Open a locked path (AV-GRD-008)."""
    played(begun(turn), decision.who)
    turn.emit(PathUnlocked(who=decision.who, path=decision.path))


def paths(grid: GridContent) -> Iterator[tuple[str, str, str | None]]:
    """The edges of a grid, each with what locks it."""
    for edge in grid.edges:
        if isinstance(edge, Edge):
            yield (*edge.between, edge.locked)
        else:
            yield (*edge, None)


def judge_node(grid: GridContent, sheet: Sheet, node: str) -> None:
    """Judge that a node may be filled next (AV-GRD-002, AV-GRD-003, AV-GRD-007, AV-JAV-005, AV-JAV-010).

    :raises Refused: ``node_already_filled``, ``path_locked`` or ``node_not_adjacent``
    """
    if node in sheet.grid.filled or node == grid.start:
        raise Refused("node_already_filled", "That node is filled.", rule="AV-GRD-003")
    reached = {grid.start, *sheet.grid.filled}
    locks = [
        lock
        for one, other, lock in paths(grid)
        if (one == node and other in reached) or (other == node and one in reached)
    ]
    if any(lock is None or lock in sheet.grid.unlocked for lock in locks):
        return
    if locks:
        raise Refused("path_locked", "Only a locked path leads there.", rule="AV-GRD-007")
    raise Refused("node_not_adjacent", "No filled node is next to it.", rule="AV-GRD-002")


def judge_cost(sheet: Sheet, cost: str) -> None:
    """Judge that a node can be paid for (AV-EXP-002, AV-JAV-002, AV-JAV-004, AV-JAV-006, AV-JAV-009, AV-JAV-011).

    :raises Refused: ``not_enough_experience``, ``craft_not_allowed``, ``component_limit`` or ``cannot_pay``
    """
    if cost == EXPERIENCE:
        if not sheet.experience:
            raise Refused("not_enough_experience", "No experience is left.", rule="AV-EXP-002")
        return
    if sheet.craft is None:
        raise Refused("craft_not_allowed", "There is no opportunity to craft.", rule="AV-JAV-009")
    if sheet.craft.spent >= COMPONENTS_PER_SESSION:
        raise Refused("component_limit", "Five components per session.", rule="AV-JAV-004")
    if not sheet.components.get(cost):
        raise Refused("cannot_pay", "That component is missing.", rule="AV-JAV-011")


@book.decides(FillNodes)
def fill_nodes(turn: ValeTurn, decision: FillNodes) -> None:
    """Fill nodes one after the other (AV-GRD-002 to AV-GRD-009, AV-JAV-001 to AV-JAV-011). A grid that the pack does
    not know costs experience and is checked at the table."""
    who = decision.who
    played(begun(turn), who)
    grid = turn.pack.grids.get(who)
    for node in listed(decision.nodes):
        sheet = turn.state.characters[who]
        facts = Node() if grid is None else grid.nodes.get(node, Node())
        if grid is not None:
            judge_node(grid, sheet, node)
        elif node in sheet.grid.filled:
            raise Refused("node_already_filled", "That node is filled.", rule="AV-GRD-003")
        judge_cost(sheet, facts.cost)
        if facts.cost != EXPERIENCE:
            turn.emit(ComponentSpent(who=who, component=facts.cost, count=1))
        turn.emit(NodeFilled(who=who, node=node, cost=facts.cost))
        if facts.card is not None:
            _skill(turn, who, str(facts.card))
        if grid is not None:
            _circuits(turn, who, grid, node)


def _skill(turn: ValeTurn, who: str, card: str) -> None:
    """Gain or advance the skill of a node; the card that says so is archived (AV-GRD-004 to AV-GRD-006,
    AV-GRD-010)."""
    sheet = turn.state.characters[who]
    if card in sheet.cards:
        turn.emit(SkillAdvanced(who=who, card=card, level=sheet.skill_level.get(card, 1) + 1))
    else:
        turn.emit(CardGained(who=who, card=card))
    turn.emit(CardArchived(who=who, card=card))


def _circuits(turn: ValeTurn, who: str, grid: GridContent, node: str) -> None:
    """Gain or upgrade the card of a circuit whose last node was filled (AV-JAV-007, AV-JAV-008)."""
    for card, nodes in grid.circuits.items():
        sheet = turn.state.characters[who]
        if node not in nodes or not all(each in sheet.grid.filled for each in nodes):
            continue
        if card in sheet.cards:
            turn.emit(CardUpgraded(who=who, card=card, level=sheet.skill_level.get(card, 1) + 1))
        else:
            turn.emit(CardGained(who=who, card=card))


# ---- what the events change


@book.evolves(ExperienceGained)
def _experience_gained(state: Position, event: ExperienceGained) -> Position:
    return with_sheet(state, event.who, experience=state.characters[event.who].experience + event.amount)


@book.evolves(PathUnlocked)
def _path_unlocked(state: Position, event: PathUnlocked) -> Position:
    grid = state.characters[event.who].grid
    unlocked = tuple(dict.fromkeys((*grid.unlocked, event.path)))
    return with_sheet(state, event.who, grid=replace(grid, unlocked=unlocked))


@book.evolves(NodeFilled)
def _node_filled(state: Position, event: NodeFilled) -> Position:
    sheet = state.characters[event.who]
    grid = replace(sheet.grid, filled=(*sheet.grid.filled, event.node))
    if event.cost == EXPERIENCE:
        return with_sheet(state, event.who, grid=grid, experience=sheet.experience - 1)
    craft = sheet.craft or Craft()
    return with_sheet(state, event.who, grid=grid, craft=replace(craft, spent=craft.spent + 1))


@book.evolves(ComponentSpent)
def _component_spent(state: Position, event: ComponentSpent) -> Position:
    sheet = state.characters[event.who]
    return with_sheet(state, event.who, components=counted(sheet.components, event.component, -event.count))


def _level(state: Position, who: str, card: str, level: int) -> Position:
    return with_sheet(state, who, skill_level={**state.characters[who].skill_level, card: level})


@book.evolves(SkillAdvanced)
def _skill_advanced(state: Position, event: SkillAdvanced) -> Position:
    return _level(state, event.who, event.card, event.level)


@book.evolves(CardUpgraded)
def _card_upgraded(state: Position, event: CardUpgraded) -> Position:
    return _level(state, event.who, event.card, event.level)
