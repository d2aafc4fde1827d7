"""What stays available once it was gained: abilities and caravan accessories (ISO-EQP-013, ISO-ABIL-003,
ISO-CAMP-003, ISO-CAMP-004)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.decisions.story import UnlockAbility
from rules.isofarian_guard.campaign.events.guards import AbilityUnlocked, AccessoryUnlocked
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.state import Guard, Position
from rules.isofarian_guard.campaign.timing import nothing_waits
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Refused


def gained(turn: IsofarianTurn, card: str) -> None:
    """The party gained a card: some weapons unlock an ability for good (ISO-EQP-013), caravan accessories stay
    available in later campaigns (ISO-CAMP-004)."""
    state, pack = turn.state, turn.pack
    weapon = lookup.weapon(state, pack, card)
    if weapon is not None and weapon.unlocks is not None:
        owner = _owner(turn, weapon.unlocks)
        if owner == "any" or owner in state.guards or owner in state.reserve:
            _unlock(turn, weapon.unlocks, owner)
    accessory = lookup.accessory(state, pack, card)
    if accessory is not None and accessory.caravan and card not in state.caravan_accessories:
        turn.emit(AccessoryUnlocked(accessory=card))


def known_to(state: Position, guard: str, name: str, *, universal: bool) -> bool:
    """Whether an ability is unlocked for a guard; a universal one that anybody unlocked is (ISO-ABIL-009)."""
    if universal:
        everyone = (*state.guards.values(), *state.reserve.values())
        return name in state.universal_abilities or any(name in other.known for other in everyone)
    return name in state.guards[guard].known


def _owner(turn: IsofarianTurn, name: str) -> str:
    found = lookup.ability(turn.state, turn.pack, name)
    return found.guard if found else "any"


def _unlock(turn: IsofarianTurn, name: str, owner: str) -> None:
    state = turn.state
    if owner == "any":
        if name not in state.universal_abilities:
            turn.emit(AbilityUnlocked(ability=name))
    elif name not in _sheet(state, owner).known:
        turn.emit(AbilityUnlocked(ability=name, guard=owner))


def _sheet(state: Position, guard: str) -> Guard:
    return state.guards[guard] if guard in state.guards else state.reserve[guard]


@RULES.decides(UnlockAbility)
def unlock_ability(turn: IsofarianTurn, decision: UnlockAbility) -> None:
    """A quest, event or book makes an ability available (ISO-ABIL-003, ISO-QST-010, ISO-CAMP-003)."""
    nothing_waits(turn.state)
    found = lookup.ability(turn.state, turn.pack, decision.ability)
    owner = found.guard if found else decision.guard or "any"
    if found is not None and decision.guard and found.guard not in ("any", decision.guard):
        sentence = f"{named(decision.ability)} belongs to {named(found.guard)}."
        raise Refused("wrong_guard", sentence, rule="ISO-ABIL-002")
    if owner != "any" and owner not in turn.state.guards and owner not in turn.state.reserve:
        raise Refused("unknown_guard", f"{named(owner)} is not in this campaign.", rule="ISO-ABIL-002")
    _unlock(turn, decision.ability, owner)


@RULES.evolves(AbilityUnlocked)
def _ability_unlocked(state: Position, event: AbilityUnlocked) -> Position:
    if event.guard is None:
        return replace(state, universal_abilities=(*state.universal_abilities, event.ability))
    sheet = _sheet(state, event.guard)
    learned = replace(sheet, known=(*sheet.known, event.ability))
    if event.guard in state.guards:
        return replace(state, guards={**state.guards, event.guard: learned})
    return replace(state, reserve={**state.reserve, event.guard: learned})


@RULES.evolves(AccessoryUnlocked)
def _accessory_unlocked(state: Position, event: AccessoryUnlocked) -> Position:
    return replace(state, caravan_accessories=(*state.caravan_accessories, event.accessory))
