"""Harvesting, mining, and what the Lumbermill and Lapidary hand out (ISO-HAR, ISO-FORT-007, ISO-FORT-008,
ISO-FORT-022)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.boat import tool_carried
from rules.isofarian_guard.campaign.decisions.fort import Retrieve
from rules.isofarian_guard.campaign.decisions.journey import Harvest, Mine
from rules.isofarian_guard.campaign.events.cards import MaterialHarvested, MaterialMined, MaterialRetrieved
from rules.isofarian_guard.campaign.facts import PICKAXE, WOOD_AXE
from rules.isofarian_guard.campaign.guarding import without_cards
from rules.isofarian_guard.campaign.markets import not_offered
from rules.isofarian_guard.campaign.money import has_lux, spend
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.satchels import note_facts, receive
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.campaign.timing import exploring, from_chapter, rebuilt, service, upgraded
from rules.isofarian_guard.content.parts import Node
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Refused

Taken = type[MaterialHarvested] | type[MaterialMined] | type[MaterialRetrieved]


@RULES.decides(Harvest)
def harvest(turn: IsofarianTurn, decision: Harvest) -> None:
    """Fill up each wood of this node with the axe in a satchel (ISO-HAR-001 to ISO-HAR-010)."""
    _gather(turn, _here(turn).wood, WOOD_AXE, MaterialHarvested, decision.store)


@RULES.decides(Mine)
def mine(turn: IsofarianTurn, decision: Mine) -> None:
    """Fill up each ore of this node with the pickaxe in a satchel (ISO-HAR-001 to ISO-HAR-010)."""
    _gather(turn, _here(turn).ore, PICKAXE, MaterialMined, decision.store)


def _here(turn: IsofarianTurn) -> Node:
    """The node of the party, if it is a green one as far as anybody knows: no other yields anything (ISO-HAR-002)."""
    here = lookup.node(turn.state, turn.pack, turn.state.at)
    return here if here.color in ("green", "unknown") else lookup.NOWHERE


def _gather(turn: IsofarianTurn, yields: tuple[str, ...], tool: str, taken: Taken, store: Mapping[str, str]) -> None:
    exploring(turn.state)
    from_chapter(turn.state, 2, "Harvesting and mining", "ISO-HAR-001")
    if not yields:
        raise Refused("wrong_place", "This node yields nothing of that kind.", rule="ISO-HAR-002")
    tool_carried(turn.state, tool, "ISO-HAR-003")
    for material in yields:
        _fill_up(turn, material, taken, store.get(material, ""))


def _fill_up(turn: IsofarianTurn, material: str, taken: Taken, store: str) -> None:
    """A card of the same material goes back first, then the full card is taken: never old plus new (ISO-HAR-004,
    ISO-HAR-005)."""
    note_facts(turn, material)
    state = turn.state
    limit = derived.material_limit(state, material)
    returned = {name: held for name in state.party if (held := state.guards[name].satchel.get(material, 0))}
    turn.emit(taken(material=material, qty=limit, returned=returned))
    receive(turn, material, limit, store or next(iter(returned), ""))


@RULES.decides(Retrieve)
def retrieve(turn: IsofarianTurn, decision: Retrieve) -> None:
    """Any wood at the upgraded Lumbermill, any ore at the Lapidary, without a tool; Lux where the fort index asks for
    it (ISO-FORT-007, ISO-FORT-008, ISO-FORT-022)."""
    state, pack = turn.state, turn.pack
    exploring(state)
    building = service(state, pack, "lumbermill", "lapidary")
    rebuilt(state, building)
    if building == "lumbermill":
        upgraded(state, "lumbermill", "ISO-FORT-007")
    offered = lookup.woods(state, pack) if building == "lumbermill" else lookup.ores(state, pack)
    if decision.material not in offered:
        raise not_offered(f"The {named(building)} does not hand out {named(decision.material)}.", "ISO-FORT-022")
    material = lookup.material(state, pack, decision.material)
    price = (material.lux_for_4 if material else None) or 0
    has_lux(state, price, "ISO-ECO-004")
    spend(turn, lux=price)
    _fill_up(turn, decision.material, MaterialRetrieved, decision.store)


# ---- facts


def _given_back(state: Position, event: MaterialHarvested | MaterialMined | MaterialRetrieved) -> Position:
    return without_cards(state, {name: {event.material: count} for name, count in event.returned.items()})


RULES.evolves(MaterialHarvested)(_given_back)
RULES.evolves(MaterialMined)(_given_back)
RULES.evolves(MaterialRetrieved)(_given_back)
