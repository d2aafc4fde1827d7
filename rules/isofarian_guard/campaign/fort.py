"""Fort Istra: rebuilding and upgrading, commissions, challenges (ISO-FORT)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.battles import begin_battle, lineup
from rules.isofarian_guard.campaign.decisions.fort import (
    Build,
    CompleteCommission,
    SendCommission,
    StartChallenge,
)
from rules.isofarian_guard.campaign.decisions.story import AgentJoins
from rules.isofarian_guard.campaign.events.cards import CardFactsNoted
from rules.isofarian_guard.campaign.events.fort import (
    AgentJoined,
    BuildingRebuilt,
    BuildingUpgraded,
    CommissionCompleted,
    CommissionSent,
    ToolGranted,
)
from rules.isofarian_guard.campaign.events.journey import BoatReturned
from rules.isofarian_guard.campaign.facts import BOAT_DOCK, BUILDINGS, COURTYARD, FISHING_POLE
from rules.isofarian_guard.campaign.guarding import unchanged, without_cards
from rules.isofarian_guard.campaign.markets import not_offered
from rules.isofarian_guard.campaign.money import has_lux, has_sil, spend
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.satchels import note_facts, receive, tool_in_supply
from rules.isofarian_guard.campaign.state import Position, Stash
from rules.isofarian_guard.campaign.timing import at_fort, exploring, nothing_waits, rebuilt, upgraded
from rules.isofarian_guard.campaign.unlocking import gained
from rules.isofarian_guard.content.trade import BuildCost
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Bag, Refused, minus, plus, words

# ---- buildings


@RULES.decides(Build)
def build(turn: IsofarianTurn, decision: Build) -> None:
    """Rebuild, then upgrade, from any fort node; satchels are used up before the stash (ISO-FORT-001 to ISO-FORT-005,
    ISO-FORT-019, ISO-FORT-026, ISO-SMI-012)."""
    state, building = turn.state, decision.building
    exploring(state)
    at_fort(state, "ISO-FORT-026")
    level = state.fort.get(building, 0) + 1
    if level > 2:
        raise Refused("already_upgraded", f"The {named(building)} is upgraded.", rule="ISO-FORT-003")
    cost = lookup.build_cost(state, turn.pack, building, level) if building in BUILDINGS else None
    if cost is None:
        raise not_offered(f"Nobody has said what the {named(building)} costs.", "ISO-FORT-003")
    has_sil(state, cost.sil, "ISO-FORT-003")
    has_lux(state, cost.lux, "ISO-FORT-003")
    used, stashed = materials_for(state, cost)
    spend(turn, cost.sil, cost.lux)
    risen = BuildingRebuilt if level == 1 else BuildingUpgraded
    turn.emit(risen(building=building, used=used, stashed=stashed))
    if building == "boat_dock" and level == 1:
        _equip_dock(turn, decision.store)


def materials_for(state: Position, cost: BuildCost) -> tuple[Mapping[str, Bag], Bag]:
    """Where the materials of a building come from: satchels by guard, then the stash (ISO-FORT-019, ISO-FORT-020).

    :raises Refused: ``material_missing``
    """
    used: dict[str, dict[str, int]] = {}
    stashed: dict[str, int] = {}
    missing = []
    for card, count in cost.materials.items():
        left = count
        for name in state.party:
            taken = min(left, state.guards[name].satchel.get(card, 0))
            if taken:
                used.setdefault(name, {})[card] = taken
            left -= taken
        taken = min(left, state.stash.cards.get(card, 0))
        if taken:
            stashed[card] = taken
        if left > taken:
            missing.append(f"{left - taken} {named(card)}")
    if missing:
        sentence = f"Satchels and stash lack {', '.join(missing)}."
        raise Refused("material_missing", sentence, rule="ISO-FORT-003")
    return used, stashed


def _equip_dock(turn: IsofarianTurn, store: str) -> None:
    """The Boat Dock provides the boat and the fishing pole (ISO-FORT-009, ISO-FORT-021, ISO-WAT-008)."""
    if turn.state.boat.at is None:
        turn.emit(BoatReturned(at=BOAT_DOCK))
    grant_tool(turn, FISHING_POLE, store)


def grant_tool(turn: IsofarianTurn, tool: str, store: str = "") -> None:
    """Hand out a tool item, unless this campaign's party has it (ISO-FORT-021, ISO-CMP-009)."""
    owners = [turn.state.stash.cards, *(guard.satchel for guard in turn.state.guards.values())]
    if any(cards.get(tool) for cards in owners):
        return
    note_facts(turn, tool)
    if tool not in turn.state.tools:
        turn.emit(CardFactsNoted(card=tool, extra_slots=0))
    turn.emit(ToolGranted(tool=tool))
    receive(turn, tool, 1, store)


# ---- commissions


@RULES.decides(AgentJoins)
def agent_joins(turn: IsofarianTurn, decision: AgentJoins) -> None:
    """Somebody joins the fort and may be sent on commissions (ISO-FORT-018)."""
    nothing_waits(turn.state)
    if decision.agent in lookup.agents(turn.state, turn.pack):
        raise Refused("already_in_party", f"{named(decision.agent)} has joined.", rule="ISO-FORT-018")
    turn.emit(AgentJoined(agent=decision.agent))


@RULES.decides(SendCommission)
def send_commission(turn: IsofarianTurn, decision: SendCommission) -> None:
    """One commission at a time for each agent (ISO-FORT-018)."""
    state = turn.state
    exploring(state)
    at_fort(state, "ISO-FORT-018")
    if decision.agent not in lookup.agents(state, turn.pack):
        sentence = f"{named(decision.agent)} has not joined the fort."
        raise Refused("agent_not_joined", sentence, rule="ISO-FORT-018")
    if decision.agent in state.commissions:
        task = words(state.commissions[decision.agent])
        raise Refused("agent_busy", f"{named(decision.agent)} is out: {task}.", rule="ISO-FORT-018")
    turn.emit(CommissionSent(agent=decision.agent, task=decision.task))


@RULES.decides(CompleteCommission)
def complete_commission(turn: IsofarianTurn, decision: CompleteCommission) -> None:
    """The gains go into the stash and the agent is free (ISO-FORT-025)."""
    exploring(turn.state)
    if decision.agent not in turn.state.commissions:
        raise Refused("no_commission", f"{named(decision.agent)} is not out.", rule="ISO-FORT-025")
    cards = {card: count for card, count in decision.gains.cards.items() if count}
    for card in cards:
        note_facts(turn, card)
    tools = sum(count for card, count in cards.items() if card in turn.state.tools)
    for card in cards:
        tool_in_supply(turn.state, card, tools)
    turn.emit(CommissionCompleted(agent=decision.agent, sil=decision.gains.sil, cards=cards))
    for card in cards:
        gained(turn, card)


# ---- challenges


@RULES.decides(StartChallenge)
def start_challenge(turn: IsofarianTurn, decision: StartChallenge) -> None:
    """Challenges at the rebuilt Training Yard, spirit bosses at the upgraded Courtyard; no narrative battles
    (ISO-FORT-011, ISO-FORT-024)."""
    state = turn.state
    exploring(state)
    if not challenge_here(turn, decision.building):
        sentence = f"That is done at the {named(decision.building)}."
        raise Refused("wrong_place", sentence, rule="ISO-FORT-024")
    if decision.building == "courtyard":
        upgraded(state, "courtyard", "ISO-FORT-024")
    else:
        rebuilt(state, "training_yard", "ISO-FORT-024")
    begin_battle(turn, "challenge", lineup(decision.enemies), ambush=decision.ambush)


def challenge_here(turn: IsofarianTurn, building: str) -> bool:
    """Whether the party stands where a building's challenges are."""
    here = lookup.node(turn.state, turn.pack, turn.state.at).service
    return here == building or (building == "courtyard" and turn.state.at == COURTYARD)


# ---- facts


def _risen(state: Position, event: BuildingRebuilt | BuildingUpgraded, level: int) -> Position:
    state = without_cards(state, event.used)
    stash = Stash(sil=state.stash.sil, cards=minus(state.stash.cards, event.stashed))
    return replace(state, stash=stash, fort={**state.fort, event.building: level})


@RULES.evolves(BuildingRebuilt)
def _building_rebuilt(state: Position, event: BuildingRebuilt) -> Position:
    return _risen(state, event, 1)


@RULES.evolves(BuildingUpgraded)
def _building_upgraded(state: Position, event: BuildingUpgraded) -> Position:
    return _risen(state, event, 2)


RULES.evolves(ToolGranted)(unchanged)


@RULES.evolves(AgentJoined)
def _agent_joined(state: Position, event: AgentJoined) -> Position:
    return replace(state, agents=(*state.agents, event.agent))


@RULES.evolves(CommissionSent)
def _commission_sent(state: Position, event: CommissionSent) -> Position:
    return replace(state, commissions={**state.commissions, event.agent: event.task})


@RULES.evolves(CommissionCompleted)
def _commission_completed(state: Position, event: CommissionCompleted) -> Position:
    commissions = {agent: task for agent, task in state.commissions.items() if agent != event.agent}
    stash = Stash(sil=state.stash.sil + event.sil, cards=plus(state.stash.cards, event.cards))
    return replace(state, commissions=commissions, stash=stash)
