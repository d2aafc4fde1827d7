"""What is allowed when: phases, chapters, places."""

from __future__ import annotations

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.state import Guard, Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Refused

UNRESOLVED = frozenset({"skull_choice", "compass_choice", "field_path"})


def nothing_waits(state: Position) -> None:
    """A card that waits for a slot comes first (ISO-PHA-007).

    :raises Refused: ``overflow_pending``
    """
    if state.pending:
        card = named(state.pending[0].card)
        raise Refused(
            "overflow_pending",
            f"{card} waits for a slot.",
            rule="ISO-PHA-007",
            remedy="Decide first which card is dropped.",
        )


def exploring(state: Position) -> None:
    """Exploration actions: refused in narrative events and battles, and while a chip is being resolved (ISO-PHA-002,
    ISO-PHA-004, ISO-PHA-005). A draw that is due does not forbid them.

    :raises Refused: ``overflow_pending``, ``respawn_pending``, ``chip_unresolved`` or ``not_in_exploration``
    """
    nothing_waits(state)
    if state.phase == "respawn_choice":
        raise Refused(
            "respawn_pending",
            "The guards have fallen and have not woken yet.",
            rule="ISO-FALL-010",
            remedy="Choose where they wake.",
        )
    if state.phase in UNRESOLVED:
        raise Refused(
            "chip_unresolved",
            "An event chip is being resolved.",
            rule="ISO-PHA-005",
            remedy="Resolve it first; customizing is open again afterwards.",
        )
    if state.phase in ("narrative", "battle", "campaign_over"):
        why = {"narrative": "a narrative event", "battle": "a battle"}.get(state.phase, "the break between campaigns")
        raise Refused("not_in_exploration", f"That is for exploration, not for {why}.", rule="ISO-PHA-004")


def moving_on(state: Position) -> None:
    """What comes after the draw of a node: moving, tents, fishing, boarding (ISO-NOD-004, ISO-NOD-005).

    :raises Refused: as :func:`exploring`, ``choice_pending`` or ``draw_pending``
    """
    exploring(state)
    choice_made(state)
    draw_made(state)


def choice_made(state: Position) -> None:
    """A marked node asks first whether its event is triggered (ISO-NOD-004).

    :raises Refused: ``choice_pending``
    """
    if state.phase == "narrative_choice":
        raise Refused(
            "choice_pending",
            "An event is marked here.",
            rule="ISO-NOD-004",
            remedy="Trigger it or decline it first.",
        )


def draw_made(state: Position) -> None:
    """A draw that is due comes first (ISO-NOD-005).

    :raises Refused: ``draw_pending``
    """
    if state.phase == "event_draw":
        raise Refused(
            "draw_pending",
            "A chip must be drawn from the event bag here.",
            rule="ISO-NOD-005",
            remedy="Draw it first.",
        )


def from_chapter(state: Position, chapter: int, what: str, rule: str) -> None:
    """What opens with a chapter (ISO-PHA-003).

    :raises Refused: ``chapter_too_low``
    """
    if state.chapter < chapter:
        raise Refused(
            "chapter_too_low",
            f"{what} opens with chapter {chapter}; this is chapter {state.chapter}.",
            rule=rule,
        )


def service(state: Position, pack: IsofarianPack, *services: str) -> str:
    """The service of the node where the party stands (ISO-NOD-014).

    :param services: those that will do
    :raises Refused: ``wrong_place``
    """
    found = lookup.node(state, pack, state.at).service
    if found is None or found not in services:
        raise Refused("wrong_place", "That is not offered on this node.", rule="ISO-NOD-014")
    return found


def at_fort(state: Position, rule: str) -> None:
    """What is done on any node of Fort Istra, from chapter 2 on (ISO-FORT-001).

    :raises Refused: ``not_at_fort`` or ``chapter_too_low``
    """
    if not derived.at_fort(state):
        raise Refused("not_at_fort", "That is done at Fort Istra.", rule=rule)
    from_chapter(state, 2, "Fort Istra", "ISO-FORT-001")


def rebuilt(state: Position, building: str, rule: str = "ISO-FORT-006") -> None:
    """A service of the fort needs its building, from chapter 2 on (ISO-FORT-001, ISO-FORT-006).

    :raises Refused: ``chapter_too_low`` or ``building_not_rebuilt``
    """
    from_chapter(state, 2, "Fort Istra", "ISO-FORT-001")
    if not state.fort.get(building):
        raise Refused("building_not_rebuilt", f"The {named(building)} is in ruins.", rule=rule, remedy="Rebuild it.")


def upgraded(state: Position, building: str, rule: str) -> None:
    """What only the upgraded building offers, from chapter 2 on.

    :raises Refused: ``chapter_too_low`` or ``building_not_upgraded``
    """
    from_chapter(state, 2, "Fort Istra", "ISO-FORT-001")
    if state.fort.get(building, 0) < 2:
        sentence = f"The {named(building)} is not upgraded."
        raise Refused("building_not_upgraded", sentence, rule=rule, remedy="Upgrade it.")


def member(state: Position, guard: str) -> Guard:
    """A guard of the party.

    :raises Refused: ``unknown_guard``
    """
    if guard not in state.party:
        raise Refused("unknown_guard", f"{named(guard) or 'Nobody'} is not in the party.", rule="ISO-CMP-010")
    return state.guards[guard]
