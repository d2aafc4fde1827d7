"""The story of The Stonebound Saga in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from projections.views import Moment
from rules.kernel import Event, player_name
from rules.stonebound_saga import events as e
from rules.stonebound_saga.book import space_name, team_name
from rules.stonebound_saga.pack import StoneboundPack
from rules.stonebound_saga.stones import stones_name
from rules.stonebound_saga.teams import FORMAT_NAMES

Teller = Callable[[Any, StoneboundPack], str]


def sentence(moment: Moment) -> str:
    """What a decision did: its first fact that tells a story, who fell by it, and how the game ended."""
    told = [text for _, event in moment.events if (text := _told(event, moment.pack, _HEADLINES))]
    after = [text for _, event in moment.events if (text := _told(event, moment.pack, _ENDINGS))]
    return " ".join([*(told[:1] or ["The table was set in order."]), *dict.fromkeys(after)])


def facts(moment: Moment) -> tuple[str, ...]:
    """Every fact of a decision that says more than its sentence, one line each."""
    return tuple(text for _, event in moment.events if (text := _told(event, moment.pack, _FACTS)))


def _told(event: Event, pack: Any, words: Mapping[type[Event], Teller]) -> str:
    teller = words.get(type(event))
    return teller(event, pack) if teller else ""


def _names(pack: StoneboundPack, names: Sequence[str]) -> str:
    return ", ".join(map(pack.name_of, names))


def _format(event: e.FormatChosen, pack: StoneboundPack) -> str:
    return f"A game of {event.mode} began, in {FORMAT_NAMES[event.format]}."


def _team(event: e.TeamPicked, pack: StoneboundPack) -> str:
    cap = "" if event.star_cap is None else f" of {event.star_cap}"
    return f"{player_name(event.player)} fields {_names(pack, event.characters)}, {event.stars}{cap} stars."


def _rolls(rolls: Mapping[str, int]) -> str:
    return ", ".join(f"{player_name(player)} {value}" for player, value in rolls.items())


def _drawn(event: e.StonesDrawn, pack: StoneboundPack) -> str:
    return f"{player_name(event.player)} drew {stones_name(event.stones)}."


def _ability(event: e.AbilityUsed, pack: StoneboundPack) -> str:
    others = [name for name in event.targets if name != event.character]
    at = f" on {_names(pack, others)}" if others else ""
    return f"{pack.name_of(event.character)} used {pack.name_of(event.ability)}{at}."


def _attack(event: e.StandardAttackMade, pack: StoneboundPack) -> str:
    verb = "struck back at" if event.counter else "attacked"
    return f"{pack.name_of(event.character)} {verb} {pack.name_of(event.target)} with ATK {event.atk}, {event.type}."


def _damage(event: e.DamageDealt, pack: StoneboundPack) -> str:
    armour = "PD" if event.type == "physical" else "SD"
    spared = f", Fortifications spared {event.spared}" if event.spared else ""
    sum_ = f"{event.damage} against {armour} {event.armour}{spared}"
    return f"{pack.name_of(event.character)} lost {event.amount} HP ({sum_}): {event.hp} left."


def _held(event: e.ArmorHeld, pack: StoneboundPack) -> str:
    armour = "PD" if event.type == "physical" else "SD"
    return f"Nothing got through to {pack.name_of(event.character)}: {event.damage} against {armour} {event.armour}."


def _lost(event: e.HpLost, pack: StoneboundPack) -> str:
    cause = {"burn": "Burn", "poison": "Poison", "hidden_trap": "Hidden Trap", "ability": "an ability"}[event.cause]
    return f"{pack.name_of(event.character)} lost {event.amount} HP to {cause}: {event.hp} left."


def _worn(event: e.ArmorReduced, pack: StoneboundPack) -> str:
    armour = "PD" if event.type == "physical" else "SD"
    return f"{armour} of {pack.name_of(event.character)} fell from {event.was} to {event.now}."


def _rolled(event: e.DiceRolled, pack: StoneboundPack) -> str:
    what = _KINDS.get(event.kind) or event.kind.replace("_", " ").capitalize()
    wanted = "" if event.up_to is None else f", {event.up_to} or less wanted"
    swapped = "" if event.swapped is None else f", swapped from {event.swapped}"
    return f"{what} of {pack.name_of(event.character)}: {event.value}{swapped}{wanted}."


_KINDS: Mapping[str, str] = {
    "crt": "CRT roll",
    "blind": "Roll of the Blind",
    "on_range": "On-roll",
    "on_number": "On-number roll",
    "on_crt": "On-CRT roll",
    "on_doubles": "Roll for doubles",
}


def _moved(event: e.CharacterMoved, pack: StoneboundPack) -> str:
    return f"{pack.name_of(event.character)} moved to {space_name(event.path[-1])}."


def _pushed(event: e.CharacterPushed, pack: StoneboundPack) -> str:
    return f"{pack.name_of(event.character)} was moved to {space_name(event.path[-1])}."


def _status(what: str) -> Teller:
    def told(event: Any, pack: StoneboundPack) -> str:
        return what.format(status=event.status.capitalize(), name=pack.name_of(event.character))

    return told


def _added(event: e.StatusAdded, pack: StoneboundPack) -> str:
    stacks = f" ({event.stacks})" if event.stacks > 1 and event.status != "freeze" else ""
    return f"{pack.name_of(event.character)} has {event.status.capitalize()}{stacks}."


def _kept_off(event: e.EffectNegated, pack: StoneboundPack) -> str:
    how = "evaded" if event.ability is None else f"kept off with {pack.name_of(event.ability)}"
    return f"{event.status.capitalize()} was {how} by {pack.name_of(event.character)}."


def _fuses_gone(event: e.FusesRemoved, pack: StoneboundPack) -> str:
    return f"The fuses of {pack.name_of(event.character)} came off: {_names(pack, [f.ability for f in event.fuses])}."


def _terrain(event: e.TerrainPlayed, pack: StoneboundPack) -> str:
    dear = f", {event.element} becomes dearer" if event.element else ""
    return f"{player_name(event.player)} played {pack.name_of(event.card)} on {space_name(event.pos)}{dear}."


def _wind(event: e.RangeRaised, pack: StoneboundPack) -> str:
    return f"The wind lengthens the reach of {pack.name_of(event.character)} by 1." if event.amount else ""


_HEADLINES: Mapping[type[Event], Teller] = {
    e.FormatChosen: _format,
    e.DraftRevealed: lambda x, p: f"Face up lie {len(x.cards)} characters; {player_name(x.first)} drafts.",
    e.CharacterDrafted: lambda x, p: f"{player_name(x.player)} drafted {p.name_of(x.character)}.",
    e.TeamPicked: _team,
    e.TeamsConfirmed: lambda x, p: "The teams stand.",
    e.FirstRollTied: lambda x, p: f"The rolls for the first side are tied: {_rolls(x.rolls)}.",
    e.FirstRollWon: lambda x, p: f"{player_name(x.winner)} rolled highest: {_rolls(x.rolls)}.",
    e.FirstPlayerChosen: lambda x, p: f"{player_name(x.player)} takes the first turn.",
    e.CharacterDeployed: lambda x, p: f"{p.name_of(x.character)} was set up on {space_name(x.pos)}.",
    e.TurnStarted: lambda x, p: f"The turn of {player_name(x.player)} began.",
    e.CharacterActivated: lambda x, p: f"{p.name_of(x.character)} was activated.",
    e.CharacterMoved: _moved,
    e.CharacterPushed: _pushed,
    e.PushDeclined: lambda x, p: f"{p.name_of(x.character)} was left where it stood.",
    e.AbilityUsed: _ability,
    e.AbilityFused: lambda x, p: f"{p.name_of(x.character)} fused {p.name_of(x.ability)} with {stones_name(x.stones)}.",
    e.StandardAttackMade: _attack,
    e.AttackFailed: lambda x, p: f"{p.name_of(x.character)} saw nothing and failed.",
    e.AttackEvaded: lambda x, p: f"{p.name_of(x.character)} evaded the attack of {p.name_of(x.by)}.",
    e.AttackNegated: lambda x, p: f"{p.name_of(x.character)} negated the attack of {p.name_of(x.by)}.",
    e.TerrainPlayed: _terrain,
    e.TerrainRemoved: lambda x, p: f"{_names(p, x.cards)} left the board at {space_name(x.pos)}.",
    e.StoneUpgraded: lambda x, p: f"{player_name(x.player)} raised {stones_name((x.stone,))} by 1 star.",
    e.StonesSwapped: lambda x, p: (
        f"{player_name(x.player)} gave {player_name(x.mate)} {stones_name((x.given,))} for {stones_name((x.taken,))}."
    ),
    e.CharacterTurnEnded: lambda x, p: f"The turn of {p.name_of(x.character)} is over.",
    e.ActivationsFinished: lambda x, p: "All characters have had their turns.",
    e.FuseBroken: lambda x, p: f"{p.name_of(x.character)} broke {p.name_of(x.ability)}.",
    e.BreakingFinished: lambda x, p: "No more fuses are broken.",
    e.StonesDiscarded: lambda x, p: f"{player_name(x.player)} discarded {stones_name(x.stones)}.",
    e.TurnEnded: lambda x, p: f"The turn of {player_name(x.player)} is over.",
}

_ENDINGS: Mapping[type[Event], Teller] = {
    e.CharacterIncapacitated: lambda x, p: f"{p.name_of(x.character)} fell.",
    e.RoundEnded: lambda x, p: f"Round {x.round} is over.",
    e.GameEnded: lambda x, p: "Both sides fell: a draw." if x.winner == "draw" else f"{team_name(x.winner)} wins.",
}

_FACTS: Mapping[type[Event], Teller] = {
    **_HEADLINES,
    **_ENDINGS,
    e.DraftRevealed: lambda x, p: f"On offer: {_names(p, x.cards)}.",
    e.StonesDrawn: _drawn,
    e.DeckReshuffled: lambda x, p: "The discard pile became the new deck.",
    e.DiceRolled: _rolled,
    e.FreezeTokenRemoved: lambda x, p: f"A Freeze token left {p.name_of(x.character)}: {x.left} left.",
    e.MovementRaised: lambda x, p: f"{p.name_of(x.character)} has {x.amount} MV more this turn.",
    e.RangeRaised: _wind,
    e.CharacterShifted: lambda x, p: f"{p.name_of(x.character)} shifted to {space_name(x.to)}.",
    e.PushOffered: lambda x, p: f"The ground gave way under {p.name_of(x.character)}.",
    e.AttackRedirected: lambda x, p: f"Sand Storm turned the attack to {p.name_of(x.now)}.",
    e.CriticalHit: lambda x, p: "It was a critical attack.",
    e.DamageDealt: _damage,
    e.ArmorHeld: _held,
    e.HpLost: _lost,
    e.ArmorReduced: _worn,
    e.ArmorRestored: lambda x, p: f"{p.name_of(x.character)} has PD {x.pd} and SD {x.sd} again.",
    e.FusesRemoved: _fuses_gone,
    e.PlayerEliminated: lambda x, p: f"{player_name(x.player)} has nobody left standing.",
    e.StatusAdded: _added,
    e.StatusIgnored: _status("{name} has {status} already."),
    e.StatusReset: _status("{status} of {name} begins anew."),
    e.StatusRemoved: _status("{name} is free of {status}."),
    e.EffectNegated: _kept_off,
    e.CounterMade: lambda x, p: f"{p.name_of(x.character)} counters.",
    e.RetaliationMade: lambda x, p: f"{p.name_of(x.ability)} of {p.name_of(x.character)} hits back.",
    e.CharacterHealed: lambda x, p: f"{p.name_of(x.character)} was healed by {x.amount} to {x.hp} HP.",
    e.HealPrevented: lambda x, p: f"Sapping Stones kept {p.name_of(x.character)} from being healed.",
    e.ExtraHpGained: lambda x, p: f"{p.name_of(x.character)} gained {x.amount} HP: {x.hp}.",
    e.AttackRaised: lambda x, p: f"{p.name_of(x.character)} received red cubes: {x.amount}.",
    e.CharacterRaised: lambda x, p: f"{p.name_of(x.character)} stands again on {space_name(x.pos)} with {x.hp} HP.",
    e.StoneStolen: lambda x, p: (
        f"{player_name(x.player)} took {stones_name((x.stone,))} from the hand of {player_name(x.victim)}."
    ),
    e.StoneRecovered: lambda x, p: f"{player_name(x.player)} drew {stones_name((x.stone,))} from the discard pile.",
}
