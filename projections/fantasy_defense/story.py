"""The story of Fantasy Defense in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from projections.views import Moment
from rules.fantasy_defense import events as e
from rules.fantasy_defense.book import gate_name
from rules.fantasy_defense.icons import ICONS
from rules.fantasy_defense.pack import FantasyPack
from rules.kernel import Event, player_name


def sentence(moment: Moment) -> str:
    """What a decision did, in one sentence: its first fact that tells a story, and how the game ended."""
    told = [text for _, event in moment.events if (text := _told(event, moment.pack, _HEADLINES))]
    ended = [text for _, event in moment.events if (text := _told(event, moment.pack, _ENDINGS))]
    return " ".join([*(told[:1] or ["The table was set in order."]), *ended])


def facts(moment: Moment) -> tuple[str, ...]:
    """Every fact of a decision, one line each."""
    return tuple(text for _, event in moment.events if (text := _told(event, moment.pack, _FACTS)))


def _told(event: Event, pack: Any, words: Mapping[type[Event], Callable[[Any, FantasyPack], str]]) -> str:
    teller = words.get(type(event))
    return teller(event, pack) if teller else ""


def _at(gates: tuple[str, ...]) -> str:
    return " and ".join(gate_name(gate) for gate in gates)


def _set_up(event: e.GameSetUp, pack: FantasyPack) -> str:
    sides = " and ".join({"human": "Humans", "elf": "Elves"}[player.faction] for player in event.players.values())
    return f"The {sides} man the gates of the city."


def _assigned(event: e.InvaderAssigned, pack: FantasyPack) -> str:
    value = f" with Combat Value {event.boss_value}" if event.boss_value is not None else ""
    return f"{pack.name_of(event.invader)} besieges {_at(event.gates)}{value}."


def _battle(how: str) -> Callable[[Any, FantasyPack], str]:
    def told(event: e.BattleWon | e.BattleLost, pack: FantasyPack) -> str:
        result = f"was {how}, {event.defence} to {event.value}"
        return f"The battle at {_at(event.gates)} against {pack.name_of(event.invader)} {result}."

    return told


def _cast(event: e.SpellCast, pack: FantasyPack) -> str:
    return f"{pack.name_of(event.spell)} was cast" + (f" at {gate_name(event.gate)}." if event.gate else ".")


def _moved(event: e.DefenderMoved, pack: FantasyPack) -> str:
    way = "moved" if event.by == "move" else f"was brought by {ICONS[event.by].name}"
    return f"{pack.name_of(event.card)} {way} from {gate_name(event.from_)} to {gate_name(event.to)}."


def _drawn(event: e.CardsDrawn, pack: FantasyPack) -> str:
    if not event.cards:
        return "The deck is empty: no reinforcements."
    return f"Reinforcements: {', '.join(pack.name_of(card) for card in event.cards)}."


def _mustered(event: e.GameSetUp, pack: FantasyPack) -> str:
    hands = "; ".join(f"{player_name(p)}: {', '.join(map(pack.name_of, m.hand))}" for p, m in event.players.items())
    return f"City Morale {event.morale}. In hand: {hands}."


def _invader_drawn(event: e.InvaderDrawn, pack: FantasyPack) -> str:
    spy = ", an Infiltrator" if event.infiltrator else ""
    figures = f"Combat Value {event.cv}, Pillage Value {event.pillage}, from the {event.arrow}"
    return f"{pack.name_of(event.invader)} was drawn: {event.tier}, {figures}{spy}."


def _infiltrated(event: e.DefenderInfiltrated, pack: FantasyPack) -> str:
    return f"The Infiltrator cost {player_name(event.player)} {pack.name_of(event.card)} from hand."


_HEADLINES: Mapping[type[Event], Callable[[Any, FantasyPack], str]] = {
    e.GameSetUp: _set_up,
    e.InvaderAssigned: _assigned,
    e.BossHeldBack: lambda x, p: f"{p.name_of(x.invader)} found no pair of gates and waits.",
    e.InvasionEnded: lambda x, p: "The invasion of this round is over.",
    e.DefenderDeployed: lambda x, p: f"{p.name_of(x.card)} was deployed at {gate_name(x.gate)}.",
    e.DefenderMoved: _moved,
    e.SpellCast: _cast,
    e.DefenderGiven: lambda x, p: f"{player_name(x.player)} gave {p.name_of(x.card)} to {player_name(x.to)}.",
    e.StrategyEnded: lambda x, p: "The defence stands: to battle.",
    e.BattleWon: _battle("won"),
    e.BattleLost: _battle("lost"),
    e.GatePillaged: lambda x, p: f"{p.name_of(x.invader)} pillaged the undefended {gate_name(x.gate)}.",
    e.DefenderSkirmished: lambda x, p: f"{p.name_of(x.card)} skirmished on to {gate_name(x.to)}.",
    e.BattlesEnded: lambda x, p: "The battles of this round are over.",
    e.CardsDrawn: _drawn,
    e.DefenderInfiltrated: _infiltrated,
}

_ENDINGS: Mapping[type[Event], Callable[[Any, FantasyPack], str]] = {
    e.GameWon: lambda x, p: f"No Invader is left: the city is saved with morale {x.morale}.",
    e.GameLost: lambda x, p: "City Morale is gone: the city has fallen.",
}

_FACTS: Mapping[type[Event], Callable[[Any, FantasyPack], str]] = {
    **_HEADLINES,
    **_ENDINGS,
    e.GameSetUp: _mustered,
    e.InvaderDrawn: _invader_drawn,
    e.DefenderDemanded: lambda x, p: f"The Infiltrator asks {player_name(x.player)} for a Defender from hand.",
    e.EffectTriggered: lambda x, p: f"{p.name_of(x.card)} used {ICONS[x.icon].name}.",
    e.SpellRefreshed: lambda x, p: f"{p.name_of(x.spell)} is ready again.",
    e.DefenderReturned: lambda x, p: f"{p.name_of(x.card)} went back to hand from {gate_name(x.gate)}.",
    e.CardDrawn: lambda x, p: f"{p.name_of(x.card)} came into hand.",
    e.DeckShuffled: lambda x, p: f"The deck of {player_name(x.player)} was shuffled.",
    e.DefenderReborn: lambda x, p: f"{p.name_of(x.card)} went under the deck.",
    e.InvaderReturned: lambda x, p: f"{p.name_of(x.invader)} went back on top of the Invaders Deck.",
    e.InvaderDiscarded: lambda x, p: f"{p.name_of(x.invader)} is gone from {_at(x.gates)}.",
    e.InvaderHalved: lambda x, p: f"The Combat Value of {p.name_of(x.invader)} fell from {x.was} to {x.now}.",
    e.GateShielded: lambda x, p: f"No battle at {gate_name(x.gate)} this round.",
    e.MoraleLost: lambda x, p: f"City Morale fell by {x.amount} to {x.morale}.",
    e.DefenderLost: lambda x, p: f"{p.name_of(x.card)} was the casualty at {gate_name(x.gate)}.",
    e.StartingPlayerSwapped: lambda x, p: f"{player_name(x.player)} begins the next round.",
    e.RoundEnded: lambda x, p: f"Round {x.round} is over.",
}
