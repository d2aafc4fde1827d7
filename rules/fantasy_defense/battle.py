"""Battle Phase: every besieged gate is resolved once; battles cost casualties; Skirmishers move on."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.fantasy_defense.book import FantasyTurn, a_player, book, gate_name, in_phase
from rules.fantasy_defense.decisions import Battle, FinishBattles, Skirmish
from rules.fantasy_defense.derived import Prospect, casualty_choices, prospect
from rules.fantasy_defense.ending import discard_invader, lose_morale
from rules.fantasy_defense.events import (
    BattleLost,
    BattlesEnded,
    BattleWon,
    DefenderLost,
    DefenderSkirmished,
    GatePillaged,
)
from rules.fantasy_defense.labels import battle_note, defender_label, gate_choices, invader_label, standing_choices
from rules.fantasy_defense.pack import FantasyPack
from rules.fantasy_defense.state import (
    OWNERS,
    Position,
    besieged_by,
    discarded,
    neighbours,
    open_gates,
    pile_of,
    relocated,
    with_gate,
    without,
)
from rules.fantasy_defense.strategy import own_place, to_neighbour
from rules.kernel import Field, Option, Refused

# ---- battles


@book.decides(Battle)
def battle(turn: FantasyTurn, decision: Battle) -> None:
    """Resolve one besieged gate, in any order, once (FD-BAT-001 to FD-BAT-011); a Boss in cooperative play at both its
    gates at the same time (FD-COOP-015 to FD-COOP-017). The casualties follow at once (FD-CAS-001 to FD-CAS-007),
    unless the game ended with it (FD-END-003)."""
    in_phase(turn, "battle")
    _judge_gate(turn.state, decision.gate)
    seen = prospect(turn.state, turn.pack, decision.gate)
    over = _win(turn, seen) if seen.won else _lose(turn, seen)
    if not over:
        for gate in seen.gates:
            _casualty(turn, gate, decision)


def _judge_gate(state: Position, name: str) -> None:
    gate = state.gates.get(name)
    if gate is not None and gate.resolved:
        raise Refused("already_fought", f"{gate_name(name)} is resolved already this round.", rule="FD-BAT-001")
    if gate is not None and gate.shielded:
        raise Refused("already_fought", f"City Shield skips the battle at {gate_name(name)}.", rule="FD-HUM-015")
    if gate is None or gate.invader is None:
        raise Refused("not_besieged", "No Invader stands before that gate.", rule="FD-BAT-010")


def _win(turn: FantasyTurn, seen: Prospect) -> bool:
    turn.emit(
        BattleWon(
            invader=seen.invader,
            gates=seen.gates,
            fought=seen.fought,
            defence=seen.defence.total,
            value=seen.value.total,
        )
    )
    return discard_invader(turn, seen.invader, "battle")


def _lose(turn: FantasyTurn, seen: Prospect) -> bool:
    """A lost battle, a pillage, or for a Boss both, gate by gate; the Invader stays (FD-BAT-008)."""
    if seen.fought:
        turn.emit(
            BattleLost(
                invader=seen.invader,
                gates=seen.gates,
                fought=seen.fought,
                defence=seen.defence.total,
                value=seen.value.total,
            )
        )
    for toll in seen.tolls:
        if not toll.defended:
            turn.emit(GatePillaged(invader=seen.invader, gate=toll.gate, pillage=toll.morale))
        if lose_morale(turn, toll.morale, toll.gate, seen.invader):
            return True
    return False


def _casualty(turn: FantasyTurn, gate: str, decision: Battle) -> None:
    """The Defender lost at a gate: one that stands there, if need be one that yearns for the wild."""
    named = decision.casualties.get(gate) or (decision.casualty if gate == decision.gate else None)
    here = turn.state.gates[gate].defenders
    if named is None and here:
        raise Refused(
            "casualty_required",
            f"The battle costs {gate_name(gate)} a Defender.",
            rule="FD-CAS-001",
            remedy="Name the Defender to lose.",
        )
    if named is None:
        return
    if named not in here:
        raise Refused("not_at_gate", f"That Defender does not stand at {gate_name(gate)}.", rule="FD-CAS-002")
    if named not in casualty_choices(turn.state, turn.pack, gate):
        raise Refused(
            "yearning_must_be_casualty",
            "A Defender with Yearning for the Wild must be the casualty.",
            rule="FD-CAS-004",
        )
    holder = OWNERS[gate]
    turn.emit(DefenderLost(player=holder, card=named, gate=gate, pile=pile_of(turn.state, named, holder)))


@book.evolves(BattleWon)
def _battle_won(state: Position, event: BattleWon) -> Position:
    return _fought(state, event.gates, event.fought)


@book.evolves(BattleLost)
def _battle_lost(state: Position, event: BattleLost) -> Position:
    return _fought(state, event.gates, event.fought)


def _fought(state: Position, gates: Iterable[str], fought: tuple[str, ...]) -> Position:
    for gate in gates:
        state = with_gate(state, gate, resolved=True, fought=gate in fought)
    return state


@book.evolves(GatePillaged)
def _gate_pillaged(state: Position, event: GatePillaged) -> Position:
    return with_gate(state, event.gate, resolved=True)


@book.evolves(DefenderLost)
def _defender_lost(state: Position, event: DefenderLost) -> Position:
    left = without(state.gates[event.gate].defenders, event.card)
    return discarded(with_gate(state, event.gate, defenders=left), event.card, event.pile)


# ---- Skirmish


@book.decides(Skirmish)
def skirmish(turn: FantasyTurn, decision: Skirmish) -> None:
    """Move a Defender with Skirmish once a round, after the battle at its gate, to the neighbouring gate (FD-ELF-005 to
    FD-ELF-008)."""
    state = in_phase(turn, "battle")
    start = own_place(state, a_player(state, decision.player), decision.card, "FD-ELF-005")
    if turn.pack.defenders[decision.card].icon != "skirmish":
        raise Refused("wrong_phase", "Only Defenders with Skirmish move in the Battle Phase.", rule="FD-ELF-005")
    if decision.card in state.skirmished:
        raise Refused("already_skirmished", "This Defender has skirmished this round.", rule="FD-ELF-005")
    if not state.gates[start].fought:
        raise Refused("no_battle_fought", "Its gate has had no battle this round.", rule="FD-ELF-006")
    to_neighbour(start, decision.to, "FD-ELF-007")
    turn.emit(DefenderSkirmished(player=decision.player, card=decision.card, from_=start, to=decision.to))


@book.evolves(DefenderSkirmished)
def _defender_skirmished(state: Position, event: DefenderSkirmished) -> Position:
    state = relocated(state, event.card, event.from_, event.to)
    return replace(state, skirmished=(*state.skirmished, event.card))


# ---- the end of the phase


@book.decides(FinishBattles)
def finish_battles(turn: FantasyTurn, decision: FinishBattles) -> None:
    """Go on once every besieged gate is resolved, except the shielded ones (FD-BAT-009)."""
    in_phase(turn, "battle")
    blocked = _unresolved(turn.state)
    if blocked:
        raise Refused("gates_unresolved", blocked, rule="FD-BAT-009", remedy="Resolve them in the order you like.")
    turn.emit(BattlesEnded(round=turn.state.round))


def _unresolved(state: Position) -> str:
    names = [gate_name(gate) for gate in open_gates(state)]
    return f"Still to be resolved: {', '.join(names)}." if names else ""


@book.evolves(BattlesEnded)
def _battles_ended(state: Position, event: BattlesEnded) -> Position:
    return replace(state, phase="reinforcement")


# ---- what may be decided


@book.offers_options
def options(state: Position, pack: FantasyPack) -> Iterable[Option]:
    """The battles still to be fought with how they would go, Skirmish moves, and the end of the phase."""
    if state.phase != "battle":
        return
    for gate in open_gates(state):
        if gate == besieged_by(state, str(state.gates[gate].invader))[0]:
            yield _battle(state, pack, gate)
    for gate, here in state.gates.items():
        for card in here.defenders:
            if here.fought and card not in state.skirmished and pack.defenders[card].icon == "skirmish":
                yield _skirmish(state, pack, card, gate)
    yield Option(
        "finish_battles", "Go on to the Reinforcement Phase", group="Phase", likely=True, blocked=_unresolved(state)
    )


def _battle(state: Position, pack: FantasyPack, gate: str) -> Option:
    invader = str(state.gates[gate].invader)
    gates = besieged_by(state, invader)
    fields = (
        Field(
            "casualty" if len(gates) == 1 else f"casualties.{place}",
            f"Casualty at {gate_name(place)}",
            choices=standing_choices(state, pack, casualty_choices(state, pack, place)),
        )
        for place in gates
        if state.gates[place].defenders
    )
    where = " and ".join(gate_name(place) for place in gates)
    return Option(
        "battle",
        f"{where}: battle {invader_label(state, pack, invader)}",
        {"gate": gate},
        tuple(fields),
        group="Battles",
        likely=True,
        note=battle_note(state, pack, gate),
    )


def _skirmish(state: Position, pack: FantasyPack, card: str, gate: str) -> Option:
    return Option(
        "skirmish",
        f"Skirmish with {defender_label(pack, card)} from {gate_name(gate)}",
        {"player": OWNERS[gate], "card": card},
        (Field("to", "To", choices=gate_choices(state, pack, neighbours(state, gate), joining=card)),),
        group="Battles",
    )
