"""Spells: used at any moment of the Strategy Phase, on either row, flipped when used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from rules.fantasy_defense import figures
from rules.fantasy_defense.book import FantasyTurn, a_player, book, gate_name, in_phase
from rules.fantasy_defense.decisions import Cast
from rules.fantasy_defense.derived import halved, invader_value
from rules.fantasy_defense.ending import discard_invader
from rules.fantasy_defense.events import DefenderReturned, GateShielded, InvaderHalved, SpellCast
from rules.fantasy_defense.icons import SPELLS
from rules.fantasy_defense.labels import gate_choices, judged, standing_choices
from rules.fantasy_defense.pack import FantasyPack
from rules.fantasy_defense.state import (
    OWNERS,
    Position,
    besieged,
    into_hand,
    place_of,
    with_gate,
    with_player,
    without,
)
from rules.kernel import Field, Option, Refused


@book.decides(Cast)
def cast(turn: FantasyTurn, decision: Cast) -> None:
    """Use a ready spell of the own deck in the Strategy Phase (FD-SPL-002, FD-SPL-003, FD-SPL-006) on a legal target of
    either row; a refused spell stays ready (FD-SPL-005, FD-COOP-013)."""
    state = in_phase(turn, "strategy", rule="FD-SPL-002")
    spells = state.players[a_player(state, decision.player)].spells
    if decision.spell not in spells:
        raise Refused("spell_not_owned", "That is no spell of this player's deck.", rule="FD-SPL-006")
    if spells[decision.spell] == "used":
        raise Refused(
            "spell_used", "That spell was used already.", rule="FD-SPL-003", remedy="An effect may refresh it."
        )
    _SPELLS[decision.spell](turn, decision)


@book.evolves(SpellCast)
def _spell_cast(state: Position, event: SpellCast) -> Position:
    return with_player(state, event.player, spells={**state.players[event.player].spells, event.spell: "used"})


# ---- spells on an Invader or its gate


def target_refusal(state: Position, pack: FantasyPack, spell: str, gate: str | None) -> Refused | None:
    """Why a spell does not work on a gate, if so.

    It needs an Invader (FD-SPL-005) that is no Boss (FD-BOSS-001, FD-BOSS-004); Psychic Storm reaches a current Combat
    Value of 22 (FD-HUM-010, FD-HUM-011); a gate is shielded once.
    """
    invader = state.gates[gate].invader if gate is not None and gate in state.gates else None
    if gate is None or invader is None:
        return Refused("no_valid_target", "That spell needs a besieged gate.", rule="FD-SPL-005")
    if pack.is_boss(invader):
        rule = "FD-BOSS-004" if spell == "city_shield" else "FD-BOSS-001"
        return Refused("boss_immune", "Bosses are immune to spells.", rule=rule)
    if spell == "city_shield" and state.gates[gate].shielded:
        return Refused("no_valid_target", "That gate is shielded already.", rule="FD-SPL-005")
    if spell == "psychic_storm":
        value = invader_value(state, pack, invader).total
        if value > figures.STORM_LIMIT:
            sentence = f"Psychic Storm reaches Combat Value 22; this one has {value}."
            return Refused("too_strong", sentence, rule="FD-HUM-010")
    return None


def _struck(turn: FantasyTurn, decision: Cast) -> tuple[str, str]:
    """Cast the spell on its target: the gate and the Invader before it."""
    gate = decision.gate
    refusal = target_refusal(turn.state, turn.pack, decision.spell, gate)
    if refusal or gate is None:
        raise refusal or Refused("no_valid_target", "That spell needs a gate.", rule="FD-SPL-005")
    turn.emit(SpellCast(player=decision.player, spell=decision.spell, gate=gate))
    return gate, str(turn.state.gates[gate].invader)


def _psychic_storm(turn: FantasyTurn, decision: Cast) -> None:
    """Discard 1 Invader (FD-HUM-010)."""
    _, invader = _struck(turn, decision)
    discard_invader(turn, invader, "psychic_storm")


def _city_shield(turn: FantasyTurn, decision: Cast) -> None:
    """Skip this round's battle at 1 gate (FD-HUM-014, FD-HUM-015)."""
    gate, invader = _struck(turn, decision)
    turn.emit(GateShielded(gate=gate, invader=invader))


def _spirit_fire(turn: FantasyTurn, decision: Cast) -> None:
    """Halve 1 Invader's Combat Value for this round (FD-ELF-012 to FD-ELF-014)."""
    gate, invader = _struck(turn, decision)
    parts = invader_value(turn.state, turn.pack, invader).parts
    was = sum(part.value for part in parts if part.rule != "FD-ELF-001")
    turn.emit(InvaderHalved(invader=invader, gate=gate, was=was, now=halved(was)))


@book.evolves(GateShielded)
def _gate_shielded(state: Position, event: GateShielded) -> Position:
    return with_gate(state, event.gate, shielded=True)


@book.evolves(InvaderHalved)
def _invader_halved(state: Position, event: InvaderHalved) -> Position:
    return replace(state, halved={**state.halved, event.invader: state.halved.get(event.invader, 0) + 1})


# ---- Call of the Spirit


def _call_of_the_spirit(turn: FantasyTurn, decision: Cast) -> None:
    """Take 2 deployed Defenders of either row back into the hand of the player at whose gate each stood, or the only
    one (FD-ELF-016, FD-ELF-017, FD-COOP-028)."""
    wanted = called_back(turn.state)
    if not wanted:
        raise Refused("no_valid_target", "No Defender is deployed.", rule="FD-SPL-005")
    cards = tuple(dict.fromkeys(decision.cards))
    places = [(card, place_of(turn.state, card)) for card in cards]
    if any(place is None for _, place in places):
        raise Refused("not_deployed", "The spell takes back Defenders that stand at a gate.", rule="FD-ELF-016")
    if len(cards) != wanted:
        raise Refused("wrong_number", f"The spell takes back {wanted} Defenders.", rule="FD-ELF-016")
    turn.emit(SpellCast(player=decision.player, spell=decision.spell, gate=None))
    for card, place in places:
        gate = str(place)
        turn.emit(DefenderReturned(player=OWNERS[gate], card=card, gate=gate))


def called_back(state: Position) -> int:
    """How many Defenders Call of the Spirit takes back now: 2, or as many as are deployed (FD-ELF-017)."""
    return min(figures.CALLED_BACK, sum(len(gate.defenders) for gate in state.gates.values()))


@book.evolves(DefenderReturned)
def _defender_returned(state: Position, event: DefenderReturned) -> Position:
    gone = without(state.gates[event.gate].defenders, event.card)
    return into_hand(with_gate(state, event.gate, defenders=gone), event.player, event.card)


_SPELLS: Mapping[str, Callable[[FantasyTurn, Cast], None]] = {
    "psychic_storm": _psychic_storm,
    "city_shield": _city_shield,
    "spirit_fire": _spirit_fire,
    "call_of_the_spirit": _call_of_the_spirit,
}


# ---- what may be decided


@book.offers_options
def options(state: Position, pack: FantasyPack) -> Iterable[Option]:
    """Each spell with its targets, or why it cannot be used."""
    if state.phase != "strategy":
        return
    for player, cards in state.players.items():
        for spell in cards.spells:
            yield _recall(state, pack, player) if spell == "call_of_the_spirit" else _strike(state, pack, player, spell)


def _strike(state: Position, pack: FantasyPack, player: str, spell: str) -> Option:
    gates = tuple(
        judged(choice, target_refusal(state, pack, spell, choice.value))
        for choice in gate_choices(state, pack, besieged(state, state.gates))
    )
    possible = any(not gate.blocked for gate in gates)
    blocked = _used(state, player, spell) or ("" if possible else "There is no Invader on which it works.")
    return _casting(player, spell, (Field("gate", "Gate", choices=gates),), blocked)


def _recall(state: Position, pack: FantasyPack, player: str) -> Option:
    count = called_back(state)
    deployed = (
        replace(choice, detail=", ".join(filter(None, [gate_name(gate), choice.detail])))
        for gate, here in state.gates.items()
        for choice in standing_choices(state, pack, here.defenders)
    )
    field = Field(
        "cards",
        "Defenders to take back",
        "many",
        choices=tuple(deployed),
        minimum=count,
        maximum=count,
    )
    spell = "call_of_the_spirit"
    blocked = _used(state, player, spell) or ("" if count else "No Defender is deployed.")
    return _casting(player, spell, (field,), blocked)


def _casting(player: str, spell: str, fields: tuple[Field, ...], blocked: str) -> Option:
    words = SPELLS[spell]
    fixed = {"player": player, "spell": spell}
    return Option("cast", f"Cast {words.name}", fixed, fields, group="Spells", note=words.words, blocked=blocked)


def _used(state: Position, player: str, spell: str) -> str:
    return "Used already." if state.players[player].spells[spell] == "used" else ""
