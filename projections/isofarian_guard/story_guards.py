"""What happens to guards, to the party in battle, and to the game as a whole, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from projections.isofarian_guard.naming import (
    STAT_NAMES,
    Names,
    chip_name,
    chips,
    counted,
    guard,
    guards,
    listed,
    title,
)
from rules.isofarian_guard.campaign.events import battles as b
from rules.isofarian_guard.campaign.events import frame as g
from rules.isofarian_guard.campaign.events import guards as u
from rules.kernel import Event, player_name, size

Teller = Callable[[Any, Names], str]

SOURCES = {
    "skull": "A battle began",
    "hunt": "A hunt began",
    "field": "A battle of the field event began",
    "challenge": "A challenge began",
    "narrative": "A battle of the story began",
}


def _chips(event: Any) -> str:
    return chips({event.chip: event.count})


def _bonus(event: u.BonusChipAdded, names: Names) -> str:
    return f"{_chips(event)} came into the bag of {guard(event.guard)}"


def _equipped(event: u.EquipmentEquipped, names: Names) -> str:
    replaced = f" in place of {names.card(event.replaced)}" if event.replaced else ""
    return f"{guard(event.guard)} equipped {names.card(event.card)}{replaced}"


def _unequipped(event: u.EquipmentUnequipped, names: Names) -> str:
    to = f", which {guard(event.to)} keeps" if event.to and event.to != event.guard else ""
    return f"{guard(event.guard)} took off {names.card(event.card)}{to}"


def _ability_unlocked(event: u.AbilityUnlocked, names: Names) -> str:
    return f"{names.ability(event.ability)} is unlocked for {guard(event.guard) if event.guard else 'everybody'}"


def _skill(event: u.SkillUnlocked, names: Names) -> str:
    skill = names.skill(event.guard, event.node)
    if event.ability:
        ability = names.ability(event.ability)
        return (
            f"{guard(event.guard)} learned {skill}{', an ability' if ability == skill else f' and may use {ability}'}"
        )
    base = event.base
    stats = {"hp": base.hp, "atk": base.atk, "def": base.def_, "ap": base.ap}
    told = ", ".join(f"{STAT_NAMES[name]} {value}" for name, value in stats.items())
    return f"{guard(event.guard)} learned {skill}: base {told}"


def _started(event: b.BattleStarted, names: Names) -> str:
    against = f" against {names.foes(event.enemies)}" if event.enemies else ""
    return f"{SOURCES[event.source]}{against}{'; it is an ambush' if event.ambush else ''}"


def _reported(event: b.GuardReported, names: Names) -> str:
    return f"{guard(event.guard)} came out of it with {event.hp} HP and {size(event.bag)} chips in the bag"


def _rewards(event: b.RewardsCollected, names: Names) -> str:
    found = [f"{event.sil} Sil"] if event.sil else []
    found += [f"{event.lux} Lux"] if event.lux else []
    return f"the party collected {listed([*found, names.cards(event.drops) if event.drops else ''])}"


def _set_up(event: g.GameSetUp, names: Names) -> str:
    difficulty = f"at {event.difficulty.capitalize()} difficulty"
    return f"the box was opened for {counted('player', len(event.players)).replace(' player', ' players')} {difficulty}"


def _control(control: Mapping[str, str]) -> str:
    return listed(f"{guard(name)} is played by {player_name(player)}" for name, player in control.items())


def _campaign(event: g.CampaignStarted, names: Names) -> str:
    return f"campaign {event.campaign} began: {guards(event.party)} at {names.place(event.at)}"


def _adopted(event: g.PositionAdopted, names: Names) -> str:
    where = f"campaign {event.campaign}, chapter {event.chapter}, at {names.place(event.at)}"
    return f"a running campaign was taken over: {guards(event.party)}, {where}"


def _left(event: g.GameLeft, names: Names) -> str:
    """The save sheet in words (ISO-SAVE-002)."""
    sheet = event.sheet
    told = [f"{sheet.sil} Sil, {sheet.lux} Lux"]
    told += [
        f"{guard(name)} {line.hp} of {line.hp_max} HP, ATK {line.atk}, DEF {line.def_}, {line.ap_max} AP"
        for name, line in sheet.guards.items()
    ]
    told += [f"the checkpoint is {names.place(sheet.checkpoint)}"] if sheet.checkpoint else []
    told += [f"in the midst of {names.quest(sheet.narrative.quest)}"] if sheet.narrative else []
    decks = listed(f"{names.region(region)} {left}" for region, left in sheet.field_decks.items())
    told += [f"field event cards left: {decks}"] if sheet.field_decks else []
    return f"the game was put away in campaign {sheet.campaign}, chapter {sheet.chapter}: {'; '.join(told)}"


GUARDS: Mapping[type[Event], Teller] = {
    u.BonusChipAdded: _bonus,
    u.BonusChipRemoved: lambda x, n: f"{_chips(x)} left the bag of {guard(x.guard)}",
    u.ChipOverLimitDiscarded: lambda x, n: f"{guard(x.guard)} has no room for {_chips(x)}: five of a kind at most",
    u.ChipsPutInBag: lambda x, n: f"{guard(x.guard)} put {_chips(x)} into the bag",
    u.ChipsTakenFromBag: lambda x, n: f"{guard(x.guard)} took {_chips(x)} out of the bag",
    u.EquipmentEquipped: _equipped,
    u.EquipmentUnequipped: _unequipped,
    u.StoneAttached: lambda x, n: f"{guard(x.guard)} laid {n.card(x.stone)} under the {x.slot}",
    u.StoneDetached: lambda x, n: f"{guard(x.guard)} took {n.card(x.stone)} from under the {x.slot}",
    u.StoneMoved: lambda x, n: f"{guard(x.guard)} moved {n.card(x.stone)} from the {x.from_} to the {x.to}",
    u.AbilityEquipped: lambda x, n: f"{guard(x.guard)} equipped {n.ability(x.ability)} in slot {x.slot}",
    u.AbilityUnequipped: lambda x, n: f"{guard(x.guard)} took {n.ability(x.ability)} out of slot {x.slot}",
    u.GemPlaced: lambda x, n: f"a {x.color} gem lies in slot {x.slot} of {guard(x.guard)}",
    u.GemReturned: lambda x, n: f"the {x.color} gem of slot {x.slot} of {guard(x.guard)} went back",
    u.AbilityUnlocked: _ability_unlocked,
    u.AccessoryUnlocked: lambda x, n: f"{n.card(x.accessory)} stays available in later campaigns",
    u.SkillUnlocked: _skill,
}

BATTLES: Mapping[type[Event], Teller] = {
    b.BattleStarted: _started,
    b.GuardReported: _reported,
    b.BattleWon: lambda x, n: "the party won the battle",
    b.BattleRetreated: lambda x, n: "the party retreated without rewards",
    b.GuardsFell: lambda x, n: f"the party fell at {n.place(x.at)}",
    b.GuardRevived: lambda x, n: f"{guard(x.guard)} is back with {x.hp} HP",
    b.ApExhausted: lambda x, n: f"{guard(x.guard)} exhausted {x.count} AP",
    b.ApRefreshed: lambda x, n: f"the AP of {guard(x.guard)} is active again",
    b.RewardsCollected: _rewards,
    b.PileLeft: lambda x, n: f"a pile was left at {n.place(x.at)}: {n.cards(x.cards)}",
    b.PileLost: lambda x, n: f"the pile at {n.place(x.at)} is lost: {n.cards(x.cards)}",
    b.PileCollected: lambda x, n: f"the party collected its pile at {n.place(x.at)}: {n.satchels(x.taken)}",
    b.CardsReturnedToSupply: lambda x, n: f"{n.cards(x.cards)} went to the supply",
    b.SilLost: lambda x, n: f"the party lost {x.amount} Sil",
    b.ChipsPurged: lambda x, n: f"{chips(x.chips)} left the bag of {guard(x.guard)}",
    b.WeakenChipsAdded: lambda x, n: f"{x.count} {chip_name('red_weaken')} chips came into the bag of {guard(x.guard)}",
    b.GuardsRespawned: lambda x, n: f"the party woke at {n.place(x.at)}",
}

FRAME: Mapping[type[Event], Teller] = {
    g.GameSetUp: _set_up,
    g.PositionAdopted: _adopted,
    g.CampaignStarted: _campaign,
    g.CampaignCompleted: lambda x, n: f"campaign {x.campaign} is completed",
    g.GameWon: lambda x, n: "all five campaigns are completed",
    g.ChapterStarted: lambda x, n: f"chapter {x.chapter} of campaign {x.campaign} began",
    g.GuardJoined: lambda x, n: f"{guard(x.guard)} joined the party",
    g.GuardSwapped: lambda x, n: f"{guard(x.joins)} took the place of {guard(x.leaves)}",
    g.DifficultyChanged: lambda x, n: (
        f"the difficulty stays {title(x.now)}"
        if x.now == x.was
        else f"the difficulty is {title(x.now)} now, it was {title(x.was)}"
    ),
    g.PlayerAdded: lambda x, n: f"{player_name(x.player)} plays along: {_control(x.control)}",
    g.PlayerRemoved: lambda x, n: f"{player_name(x.player)} plays no longer: {_control(x.control)}",
    g.ControlAssigned: lambda x, n: _control(x.control),
    g.GameLeft: _left,
}
