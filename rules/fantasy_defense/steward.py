"""A sensible player: plays by plain rules of thumb, for simulations, demonstrations and the balance of packs.

It draws what comes, strengthens the gates that it can hold, weakest card first to lose, and spends spells and effects
where they help at once. It never looks at luck that is still to come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rules.fantasy_defense.decisions import (
    Battle,
    Cast,
    Deploy,
    DrawInvader,
    Effect,
    EndInvasion,
    FinishBattles,
    FinishStrategy,
    Move,
    PayInfiltrator,
    Reinforce,
)
from rules.fantasy_defense.derived import casualty_choices, invader_value, over_limit, prospect
from rules.fantasy_defense.effects import headshot_refusal
from rules.fantasy_defense.invasion import is_known, may_draw, may_pay
from rules.fantasy_defense.pack import FantasyPack
from rules.fantasy_defense.spells import target_refusal
from rules.fantasy_defense.state import Position, besieged, neighbours, open_gates, row
from rules.kernel import Decision

WORTH_A_SPELL = 15
"""Combat Value from which an Invader is worth Psychic Storm."""


def sensible(state: Position, pack: FantasyPack) -> Decision:
    """What the sensible player decides.

    :param state: a position of a game that goes on
    """
    return _PHASES[state.phase](state, pack)


def _invasion(state: Position, pack: FantasyPack) -> Decision:
    for player in state.owed:
        return PayInfiltrator(player=player, card=_weakest(pack, state.players[player].hand))
    if not may_draw(state):
        return EndInvasion()
    payers = [player for player in may_pay(state, pack) if is_known(state) and state.players[player].hand]
    return DrawInvader(discards={player: _weakest(pack, state.players[player].hand) for player in payers})


def _strategy(state: Position, pack: FantasyPack) -> Decision:
    for idea in (_shoot, _strike, _hold, _walk, _spread):
        decision = idea(state, pack)
        if decision is not None:
            return decision
    return FinishStrategy()


def _shoot(state: Position, pack: FantasyPack) -> Decision | None:
    """Headshot at the strongest Invader within reach."""
    for player, cards in state.players.items():
        shooters = [card for card in cards.hand if pack.defenders[card].icon == "headshot"]
        targets = [gate for gate in row(state, player) if headshot_refusal(state, pack, gate) is None]
        if shooters and targets:
            return Deploy(player=player, card=shooters[0], gate=_toughest(state, pack, targets), effect=True)
    return None


def _strike(state: Position, pack: FantasyPack) -> Decision | None:
    """Psychic Storm and Spirit Fire on strong Invaders."""
    for player, cards in state.players.items():
        for spell in ("psychic_storm", "spirit_fire"):
            if cards.spells.get(spell) != "ready":
                continue
            targets = [gate for gate in state.gates if target_refusal(state, pack, spell, gate) is None]
            target = _toughest(state, pack, targets) if targets else None
            if target is not None and _value(state, pack, target) >= WORTH_A_SPELL:
                return Cast(player=player, spell=spell, gate=target)
    return None


def _hold(state: Position, pack: FantasyPack) -> Decision | None:
    """Send the strongest Defender to the dearest gate that the hands can hold."""
    for gate in _dearest_first(state, pack):
        seen = prospect(state, pack, gate)
        missing = seen.value.total - seen.defence.total
        helpers = [(player, place) for player in state.players for place in seen.gates if place in row(state, player)]
        at_hand = {player: state.players[player].hand for player, _ in helpers}
        if not seen.won and _strength(pack, (card for hand in at_hand.values() for card in hand)) >= missing:
            player, place = max(helpers, key=lambda helper: _strength(pack, at_hand[helper[0]]))
            return _deployed(state, pack, player, _best(pack, at_hand[player], missing), place)
    return None


def _walk(state: Position, pack: FantasyPack) -> Decision | None:
    """Move an idle Defender to a neighbouring gate that needs it."""
    for player in state.players:
        for gate in row(state, player):
            if state.gates[gate].invader is not None:
                continue
            needy = [place for place in neighbours(state, gate) if _needy(state, pack, place)]
            fresh = [card for card in state.gates[gate].defenders if card not in state.moved]
            if needy and fresh:
                return Move(player=player, card=fresh[0], to=needy[0])
    return None


def _spread(state: Position, pack: FantasyPack) -> Decision | None:
    """Deploy what may not stay in hand, first to gates that would be pillaged."""
    for player in over_limit(state):
        gates = besieged(state, row(state, player)) or row(state, player)
        gate = min(gates, key=lambda place: len(state.gates[place].defenders))
        return _deployed(state, pack, player, _weakest(pack, state.players[player].hand), gate)
    return None


def _battle(state: Position, pack: FantasyPack) -> Decision:
    for gate in open_gates(state):
        gates = prospect(state, pack, gate).gates
        choices = {place: casualty_choices(state, pack, place) for place in gates}
        return Battle(gate=gate, casualties={place: _weakest(pack, cards) for place, cards in choices.items() if cards})
    return FinishBattles()


def _reinforcement(state: Position, pack: FantasyPack) -> Decision:
    return Reinforce()


_PHASES: Mapping[str, Callable[[Position, FantasyPack], Decision]] = {
    "invasion": _invasion,
    "strategy": _strategy,
    "battle": _battle,
    "reinforcement": _reinforcement,
}


# ---- rules of thumb


def _deployed(state: Position, pack: FantasyPack, player: str, card: str, gate: str) -> Decision:
    return Deploy(player=player, card=card, gate=gate, effect=_effect(state, pack, player, card))


def _effect(state: Position, pack: FantasyPack, player: str, card: str) -> bool | Effect:
    """The effects that help whatever the gate."""
    icon, cards = pack.defenders[card].icon, state.players[player]
    if icon == "sound_the_alarm":
        return True
    if icon == "arcane_renewal" and cards.spells.get("psychic_storm") == "used":
        return Effect(spell="psychic_storm", of=player)
    if icon == "foresight" and cards.deck.layers:
        return Effect(take=_strongest(pack, cards.deck.contents))
    if icon == "rebirth" and cards.discard:
        return Effect(card=_strongest(pack, cards.discard))
    return False


def _dearest_first(state: Position, pack: FantasyPack) -> list[str]:
    return sorted(open_gates(state), key=lambda gate: -prospect(state, pack, gate).morale)


def _needy(state: Position, pack: FantasyPack, gate: str) -> bool:
    return state.gates[gate].invader is not None and not prospect(state, pack, gate).won


def _value(state: Position, pack: FantasyPack, gate: str) -> int:
    return invader_value(state, pack, str(state.gates[gate].invader)).total


def _toughest(state: Position, pack: FantasyPack, gates: Iterable[str]) -> str:
    return max(gates, key=lambda gate: _value(state, pack, gate))


def _strength(pack: FantasyPack, cards: Iterable[str]) -> int:
    return sum(pack.defenders[card].cv for card in cards)


def _weakest(pack: FantasyPack, cards: Iterable[str]) -> str:
    return min(cards, key=lambda card: pack.defenders[card].cv)


def _strongest(pack: FantasyPack, cards: Iterable[str]) -> str:
    return max(cards, key=lambda card: pack.defenders[card].cv)


def _best(pack: FantasyPack, cards: Iterable[str], missing: int) -> str:
    """The weakest card that is enough by itself, else the strongest."""
    hand = tuple(cards)
    enough = [card for card in hand if pack.defenders[card].cv >= missing]
    return _weakest(pack, enough) if enough else _strongest(pack, hand)
