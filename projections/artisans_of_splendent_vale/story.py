"""The story of a campaign in Splendent Vale in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from projections.views import Moment, plain_fact
from rules.artisans_of_splendent_vale import events as e
from rules.artisans_of_splendent_vale.book import unit_name
from rules.artisans_of_splendent_vale.figures import CHARACTER_NAMES
from rules.artisans_of_splendent_vale.pack import ValePack
from rules.kernel import Event, words

Teller = Callable[[Any, ValePack], str]


def sentence(moment: Moment) -> str:
    """What a decision did: its first fact that tells a story, and what it cost or won."""
    told = [text for _, event in moment.events if (text := _told(event, moment.pack, _HEADLINES))]
    after = [text for _, event in moment.events if (text := _told(event, moment.pack, _OUTCOMES))]
    return " ".join([*(told[:1] or ([] if after else ["The table was set in order."])), *after])


def facts(moment: Moment) -> tuple[str, ...]:
    """Every fact of a decision, one line each."""
    return tuple(_told(event, moment.pack, _ALL) or plain_fact(event) for _, event in moment.events)


def _told(event: Event, pack: Any, tellers: Mapping[type[Event], Teller]) -> str:
    teller = tellers.get(type(event))
    return teller(event, pack) if teller else ""


def _names(pack: ValePack, units: Iterable[str]) -> str:
    return ", ".join(unit_name(pack, unit) for unit in units)


def _who(who: str | None) -> str:
    return "The group" if who is None else CHARACTER_NAMES.get(who, words(who))


def _faces(faces: Iterable[str]) -> str:
    return ", ".join(face.capitalize() for face in faces)


def _chosen(event: e.CharactersChosen, pack: ValePack) -> str:
    return "; ".join(f"{words(seat)} plays {CHARACTER_NAMES[who]}" for seat, who in event.seats.items()) + "."


def _read(event: e.EntryRead, pack: ValePack) -> str:
    return f"{' and '.join(map(_who, event.by)) or 'All'} read entry {event.entry}."


def _attack(event: e.AttackDeclared, pack: ValePack) -> str:
    return f"{unit_name(pack, event.attacker)} attacks {_names(pack, event.targets)} with {event.value}."


def _performed(event: e.ActionPerformed, pack: ValePack) -> str:
    card = f" with {pack.name_of(event.card)}" if event.card is not None else ""
    return f"{unit_name(pack, event.unit)}: {words(event.action)}{card}."


def _suffered(event: e.DamageSuffered, pack: ValePack) -> str:
    return f"{unit_name(pack, event.who)} suffered {event.amount}."


def _healed(event: e.DamageHealed, pack: ValePack) -> str:
    told = f"healed {event.amount}" if event.amount else "had nothing to heal"
    return f"{unit_name(pack, event.who)} {told}."


def _recorded(event: e.PhraseRecorded, pack: ValePack) -> str:
    place = "the adventure log" if event.who is None else f"the sheet of {_who(event.who)}"
    return f"On {place} was written: “{event.phrase}”."


def _moved(event: e.UnitMoved | e.UnitPushed | e.UnitPulled | e.UnitDisplaced, pack: ValePack) -> str:
    q, r = event.path[-1]
    return f"{unit_name(pack, event.unit)} came to {q},{r}."


_HEADLINES: Mapping[type[Event], Teller] = {
    e.CharactersChosen: _chosen,
    e.RoleElected: lambda x, p: f"{_who(x.character)} is {words(x.role).lower()}.",
    e.CampaignBegan: lambda x, p: "The campaign began.",
    e.SessionPaused: lambda x, p: f"The table took a break at entry {x.entry}.",
    e.SessionResumed: lambda x, p: "The table sat down again.",
    e.OptionChosen: lambda x, p: f"{_who(x.by)} chose: {words(x.option)}.",
    e.PointSearched: lambda x, p: f"{_who(x.by)} searched {x.number}.",
    e.LocationExplored: lambda x, p: f"The group set out for {x.name}.",
    e.EntryRead: _read,
    e.MapBookmarked: lambda x, p: f"The bookmark lies on {words(x.map)}.",
    e.PhraseRecorded: _recorded,
    e.LocationDiscovered: lambda x, p: f"A location was discovered: {x.name} (entry {x.entry}).",
    e.LocationCompleted: lambda x, p: f"A location is complete: {x.name}.",
    e.DayBegan: lambda x, p: f"{words(x.day)} began.",
    e.DayEnded: lambda x, p: f"{words(x.day)} ended.",
    e.DayCompleted: lambda x, p: f"{words(x.day)} is over.",
    e.SceneOpened: lambda x, p: f"The scene {p.name_of(x.scene)} was opened.",
    e.EquipmentEquipped: lambda x, p: f"{_who(x.who)} took {', '.join(map(p.name_of, x.equipped.cards)) or 'nothing'}.",
    e.MobPlaced: lambda x, p: f"{unit_name(p, x.unit)} came.",
    e.MeeplePlaced: lambda x, p: f"{unit_name(p, x.unit)} stands on {x.at[0]},{x.at[1]}.",
    e.PoolRolled: lambda x, p: f"The first pool: {_faces(x.faces)}.",
    e.TurnBegan: lambda x, p: f"{unit_name(p, x.unit)} began a turn.",
    e.ActionPerformed: _performed,
    e.ReactionPerformed: lambda x, p: f"{unit_name(p, x.unit)} reacted: {words(x.reaction)}.",
    e.MobActivated: lambda x, p: f"{unit_name(p, x.unit)} rolled {x.roll.capitalize()}.",
    e.MobActionPerformed: lambda x, p: f"{unit_name(p, x.unit)}: {words(x.set)}.",
    e.TurnEnded: lambda x, p: f"{unit_name(p, x.unit)} ended the turn.",
    e.AttackResolved: lambda x, p: f"The attack of {unit_name(p, x.attacker)} was resolved.",
    e.SceneEnded: lambda x, p: "The scene is over.",
    e.PotionDrunk: lambda x, p: f"{_who(x.who)} drank {p.name_of(x.potion)}.",
    e.ItemShared: lambda x, p: f"{_who(x.from_)} gave {_who(x.to)} {p.name_of(x.item)} ({x.count}).",
    e.CardGained: lambda x, p: f"{_who(x.who)} gained {p.name_of(x.card)}.",
    e.ComponentGained: lambda x, p: f"{_who(x.who)} gained {words(x.component).lower()} ({x.count}).",
    e.PotionGained: lambda x, p: f"{_who(x.who)} gained {p.name_of(x.potion)} ({x.count}).",
    e.ExperienceGained: lambda x, p: f"{_who(x.who)} gained {x.amount} experience.",
    e.NodeFilled: lambda x, p: f"{_who(x.who)} filled {words(x.node)}.",
    e.GarmentCrafted: lambda x, p: f"Farah made {p.name_of(x.card)}.",
    e.PotionBrewed: lambda x, p: f"Harinya brewed {p.name_of(x.potion)} ({x.count}).",
    e.ItemEnhanced: lambda x, p: f"Soraya enhanced {p.name_of(x.item)}.",
    e.CraftAllowed: lambda x, p: f"{_who(x.who)} may craft.",
    e.InterludeDrawn: lambda x, p: "Interlude cards were drawn.",
    e.InterludeOptionChosen: lambda x, p: f"{_who(x.who)} chose: {words(x.option)}.",
    e.PrivateOptionProposed: lambda x, p: f"{_who(x.who)} proposed: {words(x.option)}.",
    e.PrivateOptionAgreed: lambda x, p: f"{_who(x.who)} and {_who(x.other)} chose: {words(x.option)}.",
    e.InterludeFinished: lambda x, p: f"{_who(x.who)} finished the interlude.",
    e.TodoAdded: lambda x, p: f"{_who(x.who)} means to: {x.phrase}.",
    e.TodoChosen: lambda x, p: f"{_who(x.who)} chose: {x.phrase}.",
    e.TodoCompleted: lambda x, p: f"{_who(x.who)} is done with: {x.phrase}.",
    e.ArmorEquipped: lambda x, p: f"{_who(x.who)} wears {p.name_of(x.card)} for good.",
    e.RuneLearned: lambda x, p: f"Soraya learned the rune {words(x.rune)}.",
    e.InspirationAdded: lambda x, p: f"Farah was inspired: {words(x.sticker)}.",
    e.EffectResolved: lambda x, p: f"An effect: {words(x.verb).lower()}.",
    e.RecoveryAdvanced: lambda x, p: f"{_who(x.who)}: {words(x.injury)} is down to {x.value}.",
    e.InjuryAggravated: lambda x, p: f"{_who(x.who)}: {words(x.injury)} is up to {x.value}.",
}

_OUTCOMES: Mapping[type[Event], Teller] = {
    e.AttackDeclared: _attack,
    e.DamageSuffered: _suffered,
    e.DamageHealed: _healed,
    e.MobDefeated: lambda x, p: f"{unit_name(p, x.unit)} was defeated.",
    e.CompanionDefeated: lambda x, p: f"{unit_name(p, x.unit)} had to leave.",
    e.InjuryGained: lambda x, p: f"{_who(x.who)} was injured: {words(x.injury)}.",
    e.InjuryCardOpened: lambda x, p: f"{_who(x.who)} drew injury card {x.drawn[-1]}.",
    e.RoundEnded: lambda x, p: f"Round {x.round} ended.",
}

_ALL: Mapping[type[Event], Teller] = {
    **_HEADLINES,
    **_OUTCOMES,
    e.UnitMoved: _moved,
    e.UnitPushed: _moved,
    e.UnitPulled: _moved,
    e.UnitDisplaced: _moved,
    e.DiceAdded: lambda x, p: f"Into the pool: {_faces(x.faces)}.",
    e.DiceSpent: lambda x, p: f"Paid: {_faces(x.dice)}.",
    e.DiceRolled: lambda x, p: f"Rolled: {_faces(x.faces)}.",
    e.ConditionGained: lambda x, p: f"{unit_name(p, x.unit)} gained {x.condition} ({x.count}).",
    e.ConditionRemoved: lambda x, p: f"{unit_name(p, x.unit)} lost {x.condition} ({x.count}).",
    e.BlockGained: lambda x, p: f"{unit_name(p, x.unit)} blocks {x.amount}.",
    e.InterludeDrawn: lambda x, p: f"{_who(x.who)} drew {'nothing' if x.card is None else f'card {x.card}'}.",
}
