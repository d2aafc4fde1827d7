"""Going on with a campaign that was played elsewhere so far: the position is adopted as an event, and everything after
it is tracked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast

import msgspec
from msgspec.structs import replace

from rules.isofarian_guard.campaign import checks, derived, lookup
from rules.isofarian_guard.campaign.abilities import gem_beneath
from rules.isofarian_guard.campaign.campaigns import open_box
from rules.isofarian_guard.campaign.decisions.frame import AdoptedGuard, AdoptPosition
from rules.isofarian_guard.campaign.equipment import fits
from rules.isofarian_guard.campaign.events.frame import PositionAdopted
from rules.isofarian_guard.campaign.facts import (
    ABILITY_SLOTS,
    CAMPAIGNS,
    GUARDS,
    UNKNOWN_CARD,
    AbilitySlot,
)
from rules.isofarian_guard.campaign.fitting import refitted
from rules.isofarian_guard.campaign.guarding import in_bag
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.party import shared_out
from rules.isofarian_guard.campaign.satchels import note_facts
from rules.isofarian_guard.campaign.state import (
    Boat,
    Guard,
    Marker,
    Markers,
    Position,
    Progress,
    SetStone,
    Stats,
    Worn,
)
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.parts import Bonus
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Bag, Deck, Refused


@RULES.decides(AdoptPosition)
def adopt_position(turn: IsofarianTurn, decision: AdoptPosition) -> None:
    """Take the position over as it lies on the table; what the rules do not allow is refused and named, never changed
    in silence (ISO-SAVE-001 to ISO-SAVE-003).

    :raises Refused: ``campaign_not_completed`` when a campaign is kept already, ``unknown_guard``, ``party_full``,
        ``no_open_stone_slot``, ``gem_color_required``, ``wrong_gem`` or ``invariant_broken`` with what does not add up
    """
    if turn.started:
        raise Refused("campaign_not_completed", "A campaign is kept here already.", rule="ISO-SET-012")
    open_box(turn, decision.players, decision.difficulty)
    _party(turn.pack, decision)
    for cards in (decision.stash.cards, *(guard.satchel for guard in decision.guards.values())):
        for card in cards:
            note_facts(turn, card)
    state = turn.state
    everybody = dict.fromkeys((*decision.party, *decision.guards))
    guards = {name: adopted(state, turn.pack, name, decision.guards.get(name, AdoptedGuard())) for name in everybody}
    turn.emit(_told(state, decision, guards))
    broken = " ".join(checks.problems(turn.state))
    if broken:
        raise Refused("invariant_broken", f"That position does not add up: {broken}")


def _party(pack: IsofarianPack, decision: AdoptPosition) -> None:
    party = decision.party
    if not party or any(name not in pack.guards for name in (*party, *decision.guards)):
        raise Refused("unknown_guard", "Name the guards of the party.", rule="ISO-SET-010")
    if len(party) > GUARDS:
        raise Refused("party_full", "A party has at most two guards.", rule="ISO-CMP-010")


def _told(state: Position, decision: AdoptPosition, guards: Mapping[str, Guard]) -> PositionAdopted:
    decks = {region: Deck.shuffled({UNKNOWN_CARD: left} if left else {}) for region, left in decision.decks.items()}
    quests = {quest: Progress(status="completed") for quest in decision.completed}
    placed = (*decision.scrolls, *decision.narrative)
    narrative = next((Marker(at=at, quest=quest) for quest, at in decision.narrative.items()), None)
    scrolls = tuple(Marker(at=at, quest=quest) for quest, at in decision.scrolls.items())
    return PositionAdopted(
        campaign=decision.campaign,
        chapter=decision.chapter,
        party=decision.party,
        at=decision.at,
        guards={name: guards[name] for name in decision.party},
        reserve={name: guard for name, guard in guards.items() if name not in decision.party},
        control=shared_out(decision.party, state.players),
        campaigns_done=tuple(range(1, min(decision.campaign, CAMPAIGNS))),
        sil=decision.sil,
        lux=decision.lux,
        stash=decision.stash,
        fort={building: level for building, level in decision.fort.items() if level},
        prestige={city: level for city, level in decision.prestige.items() if level},
        region_cubes=decision.region_cubes,
        field_decks={**state.field_decks, **decks},
        checkpoint=decision.checkpoint or None,
        boat_at=decision.boat_at or None,
        quests={**quests, **{quest: Progress(status="active") for quest in placed}},
        markers=Markers(narrative=narrative, scrolls=scrolls),
        universal_abilities=decision.universal_abilities,
        caravan_accessories=decision.caravan_accessories,
        agents=decision.agents,
        opened_nodes=decision.opened_nodes,
    )


def adopted(state: Position, pack: IsofarianPack, name: str, told: AdoptedGuard) -> Guard:
    """A guard as told. The bag holds the bonus chips of equipment and stones already."""
    facts = pack.guards[name]
    start = Stats(hp=facts.hp, atk=facts.atk, def_=facts.def_, ap=facts.ap)
    bound = _stones_of_abilities(state, pack, told)
    guard = Guard(
        start=start,
        base=told.base or start,
        hp=1,
        bag={chip: count for chip, count in told.bag.items() if count},
        satchel={card: count for card, count in told.satchel.items() if count},
        item=told.item or None,
        abilities={slot: told.abilities[slot] for slot in ABILITY_SLOTS if slot in told.abilities},
        gems=_gems(state, pack, told),
        known=tuple(dict.fromkeys((*told.known, *told.abilities.values()))),
        skills=told.skills,
    )
    worn = (("weapon", told.weapon, told.weapon_stones), ("armor", told.armor, told.armor_stones))
    for slot, card, stones in worn:
        if card:
            guard = _equipped(state, pack, name, guard, cast(Literal["weapon", "armor"], slot), card, stones, bound)
    if told.accessory:
        guard = _equipped(state, pack, name, guard, "accessory", told.accessory, (), bound)
    hp = derived.hp_max(guard) if told.hp is None else told.hp
    return replace(guard, hp=hp, ap_exhausted=told.ap_exhausted)


def _equipped(
    state: Position,
    pack: IsofarianPack,
    name: str,
    guard: Guard,
    slot: Literal["weapon", "armor", "accessory"],
    card: str,
    stones: tuple[str, ...],
    bound: dict[str, str],
) -> Guard:
    fits(state, pack, name, slot, card)
    facts = lookup.equipment(state, pack, card)
    bonuses = facts.bonuses if facts else ()
    laid = []
    for stone in stones:
        gives = lookup.stone_bonuses(state, pack, stone)
        laid.append(
            SetStone(stone=stone, bonuses=gives, granted=_granted(guard, gives), ability=bound.pop(stone, None))
        )
    worn = Worn(
        card=card,
        bonuses=bonuses,
        open_slots=getattr(facts, "open_slots", 0),
        stones=tuple(laid),
        granted=_granted(guard, bonuses),
    )
    return refitted(guard, **{slot: worn})


def _granted(guard: Guard, bonuses: tuple[Bonus, ...]) -> Bag:
    return in_bag(guard, {bonus.chip: bonus.count for bonus in bonuses if bonus.chip is not None})


def _stones_of_abilities(state: Position, pack: IsofarianPack, told: AdoptedGuard) -> dict[str, str]:
    """The stone of each equipped stonebound ability, which lies under weapon or armor (ISO-STONE-005).

    :raises Refused: ``no_open_stone_slot`` when it does not
    """
    stones: dict[str, str] = {}
    laid = [*told.weapon_stones, *told.armor_stones]
    for ability in told.abilities.values():
        facts = lookup.ability(state, pack, ability)
        if facts is None or facts.type != "stonebound":
            continue
        stone = facts.stone or ability
        if stone not in laid:
            sentence = f"{named(stone)}, the stone of {named(ability)}, lies under neither weapon nor armor."
            raise Refused("no_open_stone_slot", sentence, rule="ISO-STONE-005")
        stones[stone] = ability
    return stones


def _gems(state: Position, pack: IsofarianPack, told: AdoptedGuard) -> Mapping[AbilitySlot, str]:
    """The gems beneath abilities.

    :raises Refused: ``gem_color_required``, ``wrong_gem``
    """
    gems = {
        slot: gem_beneath(lookup.ability(state, pack, name), name, told.gems.get(slot, ""))
        for slot in ABILITY_SLOTS
        if (name := told.abilities.get(slot))
    }
    return {slot: gem for slot, gem in gems.items() if gem}


@RULES.evolves(PositionAdopted)
def _position_adopted(state: Position, event: PositionAdopted) -> Position:
    told = {name: getattr(event, name) for name in _AS_TOLD}
    return replace(state, phase="exploration", boat=Boat(at=event.boat_at), visited=(event.at,), **told)


_AS_TOLD = tuple(
    field.name
    for field in msgspec.structs.fields(PositionAdopted)
    if field.name in {known.name for known in msgspec.structs.fields(Position)}
)
"""Parts of the event that stand in the position under the same name."""
