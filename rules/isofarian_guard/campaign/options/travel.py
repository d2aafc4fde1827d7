"""Ways from here: moves, boarding and leaving the boat."""

from __future__ import annotations

from collections.abc import Iterable

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.journey import due_at, may_go
from rules.isofarian_guard.campaign.options.forms import moving_on, node_name, refusal
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.rulebook import RULES
from rules.kernel import Field, Option, Refused, choices

TRAVEL = "Travel"
COLOURS = ("yellow", "green", "blue", "orange", "red")
ARRIVALS = {
    "event_draw": "an event chip is drawn there",
    "narrative_choice": "an event is marked there",
    "exploration": "safe",
}


@RULES.offers_options
def travel_options(state: Position, pack: IsofarianPack) -> Iterable[Option]:
    """One option for each connected node (ISO-NOD-001)."""
    if not moving_on(state):
        return
    for ref in sorted(lookup.ways(state, pack, state.at)):
        yield _move(state, pack, ref)
    if state.boat.aboard:
        yield Option("leave_boat", "Leave the boat", group=TRAVEL, blocked=refusal(state, pack, "leave_boat"))
    elif lookup.node(state, pack, state.at).dock:
        blocked = refusal(state, pack, "board_boat")
        yield Option("board_boat", "Board the boat", group=TRAVEL, likely=not blocked, blocked=blocked)


def _move(state: Position, pack: IsofarianPack, ref: str) -> Option:
    color = lookup.color(state, pack, ref)
    fields: tuple[Field, ...] = ()
    if color == "unknown":
        note = "Nobody has said which colour it has."
        fields = (Field("color", "The map shows", choices=choices(COLOURS)),)
    else:
        note = f"{color.capitalize()}: {ARRIVALS[due_at(state, ref, color)]}."
    if derived.pile_here(state):
        note += " The pile here is lost."
    elif state.pile is not None and state.pile.at == ref:
        note += " Your pile lies there."
    blocked = _blocked(state, pack, ref)
    label = f"Go to {node_name(state, pack, ref)}"
    return Option("move", label, {"to": ref}, fields, TRAVEL, likely=not blocked, note=note, blocked=blocked)


def _blocked(state: Position, pack: IsofarianPack, ref: str) -> str:
    try:
        may_go(state, pack, ref)
    except Refused as refused:
        return refused.sentence
    return ""
