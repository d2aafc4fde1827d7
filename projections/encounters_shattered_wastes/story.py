"""The story of an Encounter in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from projections.views import Moment
from rules.encounters_shattered_wastes import events as e
from rules.encounters_shattered_wastes.book import space_name
from rules.encounters_shattered_wastes.pack import WastesPack, back_name, strength_name
from rules.kernel import Event, player_name, words

Teller = Callable[[Any, WastesPack], str]


def sentence(moment: Moment) -> str:
    """What a decision did, in one sentence: its first fact that tells a story, and what came of it in the end."""
    turns = _all(moment, _TURNS)
    first = _all(moment, _HEADLINES)[:1] or _all(moment, _CHANGES)[:1]
    if not first and not turns:
        first = _all(moment, _MOMENTS)[:1] or ["The table was set in order."]
    return " ".join([*first, *turns])


def facts(moment: Moment) -> tuple[str, ...]:
    """Every fact of a decision, one line each."""
    return tuple(_all(moment, _FACTS))


def _all(moment: Moment, tellers: Mapping[type[Event], Teller]) -> list[str]:
    pack: Any = moment.pack
    said = (tellers[type(event)](event, pack) for _, event in moment.events if type(event) in tellers)
    return [text for text in said if text]


# ---- small words


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _list(names: Iterable[str]) -> str:
    *some, last = [*names] or ["nobody"]
    return f"{', '.join(some)} and {last}" if some else last


def _people(pack: WastesPack, names: Iterable[str]) -> str:
    return _list(pack.name_of(name) for name in dict.fromkeys(names))


def _cards(pack: WastesPack, cards: Iterable[str]) -> str:
    return _list(pack.name_of(card) for card in cards)


def _dice(dice: Iterable[int]) -> str:
    return _list(map(str, dice)).replace("nobody", "no dice")


def _stat(stat: str) -> Callable[[Any, WastesPack], str]:
    def told(event: Any, pack: WastesPack) -> str:
        return f"{pack.name_of(event.character)} {stat.format(event.amount)} and is at {event.now}."

    return told


def _by_deck(cards: Mapping[str, tuple[str, ...]], pack: WastesPack) -> str:
    return _list(pack.name_of(card) for each in cards.values() for card in each).replace("nobody", "nothing")


_SYMBOLS = {"damage": "Damage", "affliction": "Affliction", "threat": "Threat", "corruption": "Corruption"}


def _symbols(symbols: Mapping[str, int]) -> str:
    found = [f"{count} {_SYMBOLS[kind]}" for kind, count in symbols.items() if count]
    return _list(found) if found else "nothing"


# ---- whole sentences


def _opened(event: e.EncounterOpened, pack: WastesPack) -> str:
    mode = {"standard": "An Encounter", "first_time": "The first game", "journey": "An Encounter of a journey"}[
        event.mode
    ]
    return f"{mode} is laid out for {_many(event.players, 'player')}."


def _built(event: e.StrengthDeckBuilt, pack: WastesPack) -> str:
    return f"STAMINA was built from {len(event.physical)} Physical and {len(event.magical)} Magical cards."


def _filled(event: e.EmptyAreasFilled, pack: WastesPack) -> str:
    if not event.areas:
        return "No Area had to be filled."
    return f"Area{'' if len(event.areas) == 1 else 's'} {_list(event.areas)} stood empty and had to be filled."


def _moved(event: e.CharacterMoved, pack: WastesPack) -> str:
    way = "stayed in" if event.to == event.from_ else "moved to"
    return f"{pack.name_of(event.character)} {way} {space_name(event.to)}."


def _missed(event: e.AttackMissed, pack: WastesPack) -> str:
    return f"{pack.name_of(event.character)} missed Area {event.area}, {event.total} against Threat {event.threat}."


def _hit(event: e.AttackHit, pack: WastesPack) -> str:
    return f"{pack.name_of(event.character)} hit Area {event.area}, {event.total} against Threat {event.threat}."


def _damage(event: e.DamageDealt, pack: WastesPack) -> str:
    cards = _list(back_name(card) for card in event.cards)
    return f"{cards} went from Area {event.area} to {event.to.upper()}."


def _placed(event: e.StrengthPlaced, pack: WastesPack) -> str:
    source = f"Area {event.area}" if event.area else event.from_.upper()
    return f"{_list(back_name(card) for card in event.cards)} was placed from {source} into {event.to.upper()}."


def _revealed(event: e.StrengthRevealed, pack: WastesPack) -> str:
    why = "is over its limit" if event.over_limit else "strikes"
    return f"Area {event.area} {why}: {strength_name(event.card)}, on {_people(pack, event.targets)}."


def _raged(event: e.RageRevealed, pack: WastesPack) -> str:
    return f"Rage in Area {event.area}: {_rage(event, pack)}."


def _gasped(event: e.LastGaspRevealed, pack: WastesPack) -> str:
    return f"The Last Gasp: {_rage(event, pack)}."


def _rage(event: Any, pack: WastesPack) -> str:
    named = pack.rage_cards.get(event.card)
    name = f"{named.name}, " if named is not None and named.name else ""
    return f"{name}{_symbols(event.symbols)}, on {_people(pack, event.targets)}"


def _shattered(event: e.CharacterShattered, pack: WastesPack) -> str:
    why = "by choice" if event.by == "choice" else "at 12 Threat"
    return f"{pack.name_of(event.character)} Shattered {why} and has {event.hp} HP now."


def _removed(event: e.CharacterRemoved, pack: WastesPack) -> str:
    why = {"zero_hp": "with 0 HP", "threat": "at 12 Threat", "corruption": "lost to Corruption"}[event.because]
    return f"{pack.name_of(event.character)} left the board {why}."


def _reclaimed(event: e.CharacterReclaimed, pack: WastesPack) -> str:
    where = f", in {space_name(event.space)}" if event.space else ""
    return f"{pack.name_of(event.character)} was Reclaimed{where}."


def _form(event: e.FormChanged, pack: WastesPack) -> str:
    return f"The enemy turned to its Injured side; STAMINA holds {_many(event.stamina.size, 'card')}."


def _tied(event: e.OrderTied, pack: WastesPack) -> str:
    names = map(player_name, event.tied) if event.timing else map(pack.name_of, event.tied)
    return f"{_list(names)} are tied and roll."


def _status_set(event: e.StatSet, pack: WastesPack) -> str:
    stat = {"hp": "HP", "mp": "MP"}.get(event.stat, words(event.stat))
    return f"{stat} of {pack.name_of(event.character)} was set from {event.was} to {event.now}."


def _offered(event: e.ReactionsOffered, pack: WastesPack) -> str:
    who = dict.fromkeys(each.partition(".")[0] for each in event.eligible)
    return f"{_people(pack, who)} may react."


def _due(event: e.ChoiceDue, pack: WastesPack) -> str:
    what = "what the roll brings" if event.kind == "recover" else f"how the cards of Area {event.area} lie"
    return f"{pack.name_of(event.character)} is to choose {what}."


def _die(how: str) -> Teller:
    return lambda x, p: f"A die of {p.name_of(x.character)} was {how}: {x.was} became {x.now}."


_HEADLINES: Mapping[type[Event], Teller] = {
    e.EncounterOpened: _opened,
    e.CharacterChosen: lambda x, p: f"{player_name(x.player)} plays {p.name_of(x.character)}.",
    e.CardsDrafted: lambda x, p: f"{p.name_of(x.character)} drew {_by_deck(x.cards, p)}.",
    e.CardsKept: lambda x, p: f"{p.name_of(x.character)} kept {_cards(p, (*x.abilities, *x.items))}.",
    e.CharacterPlaced: lambda x, p: f"{p.name_of(x.character)} takes {space_name(x.space)}.",
    e.EnemyChosen: lambda x, p: f"The enemy is {p.name_of(x.enemy)}.",
    e.StrengthDeckBuilt: _built,
    e.AreasSeeded: lambda x, p: "Each Area has its first Strength card.",
    e.LocationAdded: lambda x, p: f"The Encounter takes place at {p.name_of(x.location)}.",
    e.RelicGiven: lambda x, p: f"{p.name_of(x.character)} was given {p.name_of(x.relic)}.",
    e.TrackersCarriedOver: lambda x, p: (
        f"{p.name_of(x.character)} comes with HP {x.hp}, MP {x.mp} and Threat {x.threat}."
    ),
    e.EncounterBegan: lambda x, p: f"The Encounter with {p.name_of(x.enemy)} begins.",
    e.EmptyAreasFilled: _filled,
    e.RefreshRolled: lambda x, p: f"{p.name_of(x.character)} rolled {_dice(x.dice)} for the enemy's cards.",
    e.ActivationOrderSettled: lambda x, p: f"{p.name_of(x.character)} activates next.",
    e.OrderTied: _tied,
    e.TimingSettled: lambda x, p: f"{player_name(x.player)} decides the order of triggers.",
    e.CharacterActivated: lambda x, p: f"{p.name_of(x.character)} is active.",
    e.AbilityUsed: lambda x, p: f"{p.name_of(x.character)} used {p.name_of(x.ability)}.",
    e.ReactionUsed: lambda x, p: f"{p.name_of(x.character)} reacted with {p.name_of(x.ability)}.",
    e.TraitUsed: lambda x, p: f"{p.name_of(x.character)} used its trait.",
    e.ItemUsed: lambda x, p: (
        f"{p.name_of(x.character)} used {p.name_of(x.item)}"
        + ("." if x.target == x.character else f" on {p.name_of(x.target)}.")
    ),
    e.ResolvedAtTable: lambda x, p: f"{p.name_of(x.card)} was read at the table, for {p.name_of(x.character)}.",
    e.CardTold: lambda x, p: f"On top of Area {x.area} lies {back_name(x.now)}.",
    e.CharacterMoved: _moved,
    e.RecoverRolled: lambda x, p: f"{p.name_of(x.character)} recovers with a {_dice(x.dice)}.",
    e.AttackHit: _hit,
    e.AttackMissed: _missed,
    e.ActivationEnded: lambda x, p: f"The activation of {p.name_of(x.character)} is over.",
    e.StrengthRevealed: _revealed,
    e.RageRevealed: _raged,
    e.LastGaspRevealed: _gasped,
    e.FatigueReturned: lambda x, p: f"FATIGUE became STAMINA, {_many(x.cards, 'card')}.",
    e.AreaInspected: lambda x, p: f"{p.name_of(x.character)} looked at the cards of Area {x.area}.",
    e.RoundEnded: lambda x, p: f"Round {x.round} is over.",
}
"""What a decision is told by: its first such fact."""

_CHANGES: Mapping[type[Event], Teller] = {
    e.AttackRolled: lambda x, p: f"{p.name_of(x.character)} attacks Area {x.area} and rolled {_dice(x.dice)}.",
    e.ThreatGained: _stat("gains {} Threat"),
    e.ThreatReduced: _stat("loses {} Threat"),
    e.MpGained: _stat("gains {} MP"),
    e.ReactionsPassed: lambda x, p: "No Reaction was used.",
    e.AfflictionRemoved: lambda x, p: f"{p.name_of(x.character)} is rid of {_cards(p, x.cards)}.",
}
"""What it is told by where nothing of that happened."""

_MOMENTS: Mapping[type[Event], Teller] = {
    e.AreaResolved: lambda x, p: f"Area {x.area} stayed quiet.",
    e.ChoiceMade: lambda x, p: "The choice was made.",
    e.ActionTaken: lambda x, p: f"{p.name_of(x.character)} stayed in place.",
}
"""And what is left to tell it by."""

_TURNS: Mapping[type[Event], Teller] = {
    e.FormChanged: _form,
    e.CharacterShattered: _shattered,
    e.CharacterRemoved: _removed,
    e.CharacterReclaimed: _reclaimed,
    e.EncounterWon: lambda x, p: f"The enemy is beaten: the Encounter is won in round {x.round}.",
    e.EncounterLost: lambda x, p: "No Character is left: the Encounter is lost.",
}
"""What is told of a decision in any case."""

_FACTS: Mapping[type[Event], Teller] = {
    **_HEADLINES,
    **_CHANGES,
    **_MOMENTS,
    **_TURNS,
    e.ActionTaken: lambda x, p: f"{p.name_of(x.character)} acts" + (", with an action granted." if x.granted else "."),
    e.AreaResolved: lambda x, p: f"Area {x.area} is done.",
    e.UnkeptCardsReturned: lambda x, p: "What nobody kept was shuffled back.",
    e.RoundBegan: lambda x, p: f"Round {x.round} begins.",
    e.AreaRefreshed: lambda x, p: f"{back_name(x.card)} came from {x.from_.upper()} into Area {x.area}.",
    e.EnemyStaggered: lambda x, p: "The enemy is Staggered.",
    e.EnemyGuarded: lambda x, p: "The enemy is Guarded.",
    e.RefreshPhaseEnded: lambda x, p: "The Action Phase begins.",
    e.DefendPhaseBegan: lambda x, p: "The Defend Phase begins.",
    e.CriticalScored: lambda x, p: f"{x.total} is a Critical Success.",
    e.DamageDealt: _damage,
    e.StrengthPlaced: _placed,
    e.ThreatWaived: lambda x, p: f"Ability attacks of {p.name_of(x.character)} gain no Threat this activation.",
    e.MpSpent: _stat("pays {} MP"),
    e.MpReduced: _stat("loses {} MP"),
    e.HpGained: _stat("gains {} HP"),
    e.HpReduced: _stat("loses {} HP"),
    e.CorruptionGained: _stat("gains {} Corruption"),
    e.CorruptionReduced: _stat("loses {} Corruption"),
    e.StatSet: _status_set,
    e.AfflictionGained: lambda x, p: f"{p.name_of(x.character)} gains {_cards(p, x.cards)}.",
    e.AbilityCycled: lambda x, p: f"{p.name_of(x.ability)} was cycled for {p.name_of(x.drawn)}.",
    e.ReactionsOffered: _offered,
    e.ChoiceDue: _due,
    e.DieChanged: _die("changed"),
    e.DieRerolled: _die("rolled again"),
    e.ActionGranted: lambda x, p: f"{p.name_of(x.character)} may perform an action.",
    e.ActionPerformed: lambda x, p: f"{p.name_of(x.character)} has performed an action.",
    e.CharacterSuccumbed: lambda x, p: f"{p.name_of(x.character)} succumbed.",
    e.EnemyRetargeted: lambda x, p: f"{p.name_of(x.character)} stepped in for {p.name_of(x.instead_of)}.",
    e.RevealedPutAway: lambda x, p: f"{back_name(x.card)} went face down on FATIGUE.",
}
