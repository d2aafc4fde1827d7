"""Guards who start, join and are exchanged, and who plays whom (ISO-SET-007 to ISO-SET-015, ISO-PLY)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, cast

from msgspec.structs import replace

from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.abilities import conflicts
from rules.isofarian_guard.campaign.decisions.frame import GuardJoins, Kit, SwapGuard
from rules.isofarian_guard.campaign.equipment import fits
from rules.isofarian_guard.campaign.events.frame import GuardJoined, GuardSwapped
from rules.isofarian_guard.campaign.facts import ABILITY_SLOTS, CHIPS_PER_TYPE, GEM_COLOURS, GUARDS, AbilitySlot
from rules.isofarian_guard.campaign.fitting import refitted
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.state import Guard, Position, SetStone, Stats, Worn
from rules.isofarian_guard.campaign.timing import exploring, nothing_waits
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.parts import Ability, Bonus
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Bag, Refused, plus

START_SKILL = "start"


# ---- how a guard starts


def fresh(state: Position, pack: IsofarianPack, name: str, kit: Kit) -> Guard:
    """A guard at base stats with the starting upgrade, and with what the campaign book lists (ISO-SET-009 to
    ISO-SET-011, ISO-SKILL-001).

    :param kit: what is left out of it is as the pack says
    :raises Refused: ``unknown_guard``, or as for equipping
    """
    facts = pack.guards.get(name)
    if facts is None:
        raise Refused("unknown_guard", f"There is no guard {named(name)}.", rule="ISO-SET-010")
    stats = Stats(hp=facts.hp, atk=facts.atk, def_=facts.def_, ap=facts.ap)
    guard = Guard(start=stats, base=stats, hp=facts.hp, bag=_capped({}, kit.bag or facts.bag or {}))
    tree = lookup.skill_tree(state, pack, name)
    if START_SKILL in tree:
        guard = _with_upgrade(guard, tree[START_SKILL].bonus)
    for slot, card in (("weapon", kit.weapon), ("armor", kit.armor)):
        if card:
            guard = _with_equipment(state, pack, name, guard, cast(Literal["weapon", "armor"], slot), card)
    for slot, ability in (kit.abilities or facts.slots).items():
        guard = _with_ability(state, pack, name, guard, slot, ability)
    return guard


def _capped(bag: Bag, chips: Bag) -> Bag:
    return {chip: min(CHIPS_PER_TYPE, count) for chip, count in plus(bag, chips).items()}


def _chips(bonuses: Sequence[Bonus]) -> Bag:
    return plus({}, {bonus.chip: bonus.count for bonus in bonuses if bonus.chip is not None})


def _really(guard: Guard, bonuses: Sequence[Bonus]) -> Bag:
    """The bonus chips that still fit into the bag (ISO-EQP-005)."""
    wanted = _chips(bonuses)
    room = {chip: min(count, CHIPS_PER_TYPE - guard.bag.get(chip, 0)) for chip, count in wanted.items()}
    return {chip: count for chip, count in room.items() if count > 0}


def _with_upgrade(guard: Guard, bonus: Bonus) -> Guard:
    known = (bonus.ability,) if bonus.ability else ()
    field = "def_" if bonus.stat == "def" else bonus.stat
    base = replace(guard.base, **{field: getattr(guard.base, field) + bonus.add}) if field else guard.base
    return replace(refitted(guard, base=base), bag=_capped(guard.bag, _chips([bonus])), known=known)


def _with_equipment(
    state: Position, pack: IsofarianPack, name: str, guard: Guard, slot: Literal["weapon", "armor"], card: str
) -> Guard:
    fits(state, pack, name, slot, card)
    facts = lookup.equipment(state, pack, card)
    bonuses = facts.bonuses if facts else ()
    granted = _really(guard, bonuses)
    worn = Worn(card=card, bonuses=bonuses, open_slots=getattr(facts, "open_slots", 0), granted=granted)
    return replace(refitted(guard, **{slot: worn}), bag=plus(guard.bag, granted))


def _with_ability(state: Position, pack: IsofarianPack, name: str, guard: Guard, slot: str, ability: str) -> Guard:
    """A starting ability is unlocked, and slotted where its card and, for a stonebound one, a stone slot are known."""
    known = guard.known if ability in guard.known else (*guard.known, ability)
    guard = replace(guard, known=known)
    facts = lookup.ability(state, pack, ability)
    if facts is None or slot not in ABILITY_SLOTS or facts.guard not in ("any", name):
        return guard
    if facts.type == "guard_ability":
        return replace(guard, abilities={**guard.abilities, slot: ability})
    return _with_stonebound(state, pack, guard, slot, ability, facts)


def _with_stonebound(
    state: Position, pack: IsofarianPack, guard: Guard, slot: AbilitySlot, ability: str, facts: Ability
) -> Guard:
    color = GEM_COLOURS.get(facts.element or "")
    for where in ("weapon", "armor"):
        worn: Worn | None = getattr(guard, where)
        if color is None or worn is None or len(worn.stones) >= worn.open_slots:
            continue
        bonuses = lookup.stone_bonuses(state, pack, facts.stone or ability)
        granted = _really(guard, bonuses)
        stone = SetStone(stone=facts.stone or ability, bonuses=bonuses, granted=granted, ability=ability)
        refit = refitted(guard, **{where: replace(worn, stones=(*worn.stones, stone))})
        return replace(
            refit,
            bag=plus(guard.bag, granted),
            abilities={**guard.abilities, slot: ability},
            gems={**guard.gems, slot: color},
        )
    return guard


# ---- who plays whom


def shared_out(party: Sequence[str], players: Sequence[str]) -> Mapping[str, str]:
    """Guards in party order to players in order, the last player takes the rest (ISO-PLY-002)."""
    return {guard: players[min(index, len(players) - 1)] for index, guard in enumerate(party)}


# ---- joining and exchanging


@RULES.decides(GuardJoins)
def guard_joins(turn: IsofarianTurn, decision: GuardJoins) -> None:
    """A second guard joins; a party never has more than two (ISO-SET-007, ISO-SET-015, ISO-CMP-010)."""
    state = turn.state
    between_actions(state)
    if decision.guard in state.party:
        raise _already(decision.guard)
    if len(state.party) >= GUARDS:
        raise Refused("party_full", "Two guards are in the party already.", rule="ISO-CMP-010")
    sheet = _sheet(turn, decision.guard, decision.kit)
    control = shared_out((*state.party, decision.guard), state.players)
    turn.emit(GuardJoined(guard=decision.guard, sheet=sheet, control=control))


@RULES.decides(SwapGuard)
def swap_guard(turn: IsofarianTurn, decision: SwapGuard) -> None:
    """The leaving guard is set aside unchanged and returns as left (ISO-SET-014, ISO-SET-015)."""
    state = turn.state
    between_actions(state)
    if decision.leaves not in state.party:
        raise Refused("unknown_guard", f"{named(decision.leaves)} is not in the party.", rule="ISO-SET-015")
    if decision.joins in state.party:
        raise _already(decision.joins)
    sheet = _sheet(turn, decision.joins, decision.kit, decision.leaves)
    control = {
        (decision.joins if guard == decision.leaves else guard): player for guard, player in state.control.items()
    }
    turn.emit(GuardSwapped(leaves=decision.leaves, joins=decision.joins, sheet=sheet, control=control))


def _sheet(turn: IsofarianTurn, name: str, kit: Kit, without: str = "") -> Guard:
    """A guard as set aside, or new at base stats (ISO-SET-015)."""
    sheet = turn.state.reserve.get(name) or fresh(turn.state, turn.pack, name, kit)
    conflict = conflicts(turn.state, sheet, without)
    if conflict is not None:
        raise conflict
    return sheet


def between_actions(state: Position) -> None:
    """What the books order happens in exploration or in a narrative event, never in a battle or with a chip in hand.

    :raises Refused: ``overflow_pending``, ``respawn_pending``, ``chip_unresolved`` or ``not_in_exploration``
    """
    if state.phase == "narrative":
        nothing_waits(state)
    else:
        exploring(state)


def _already(name: str) -> Refused:
    return Refused("already_in_party", f"{named(name)} is in the party.", rule="ISO-SET-015")


# ---- facts


@RULES.evolves(GuardJoined)
def _guard_joined(state: Position, event: GuardJoined) -> Position:
    return replace(
        state,
        party=(*state.party, event.guard),
        guards={**state.guards, event.guard: event.sheet},
        reserve={name: sheet for name, sheet in state.reserve.items() if name != event.guard},
        control=event.control,
    )


@RULES.evolves(GuardSwapped)
def _guard_swapped(state: Position, event: GuardSwapped) -> Position:
    party = tuple(event.joins if name == event.leaves else name for name in state.party)
    stay = {name: sheet for name, sheet in state.guards.items() if name != event.leaves}
    reserve = {name: sheet for name, sheet in state.reserve.items() if name != event.joins}
    return replace(
        state,
        party=party,
        guards={**stay, event.joins: event.sheet},
        reserve={**reserve, event.leaves: state.guards[event.leaves]},
        control=event.control,
    )
