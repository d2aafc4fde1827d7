"""The position of Fantasy Defense in rows: every number with its parts, every card with its words."""

from __future__ import annotations

from typing import Any

from projections.views import Row
from rules.fantasy_defense import derived, figures
from rules.fantasy_defense.book import PHASES, gate_name
from rules.fantasy_defense.icons import ICONS, SPELLS
from rules.fantasy_defense.pack import FantasyPack
from rules.fantasy_defense.state import Position, besieged_by, draws_left, open_gates, row
from rules.kernel.sums import Sum


def sheet(state: Position, pack: FantasyPack) -> dict[str, Row]:
    """Rows ``city``, ``deck``, ``row.<player>``, ``gate.<gate>`` and ``player.<player>``."""
    rows: dict[str, Row] = {
        "city": {"morale": state.morale, "start": figures.START_MORALE, "round": state.round, "phase": state.phase},
        "deck": {
            "left": state.invader_deck.size,
            "beaten": [_invader_card(pack, card) for card in reversed(state.invader_discard)],
            "draws_left": draws_left(state) if state.phase == "invasion" else 0,
        },
    }
    for player in state.players:
        rows[f"row.{player}"] = {"player": player, "gates": list(row(state, player))}
        rows[f"player.{player}"] = _player(state, pack, player)
    for gate in state.gates:
        rows[f"gate.{gate}"] = _gate(state, pack, gate)
    return rows


def summary(state: Position, pack: FantasyPack) -> Row:
    """The position in a few words."""
    headline = "The game is over" if state.phase in ("won", "lost") else f"Round {state.round}, {PHASES[state.phase]}"
    return {
        "headline": headline,
        "figures": [["Morale", state.morale], ["Invaders left", derived.invaders_left(state)]],
        "pending": _pending(state),
    }


def _pending(state: Position) -> str:
    besieged = len(open_gates(state))
    hands = ", ".join(str(len(player.hand)) for player in state.players.values())
    return {
        "invasion": _invasion(state),
        "strategy": f"Deploy, move and cast. In hand: {hands}; {figures.HAND_LIMIT} may stay.",
        "battle": f"{besieged} besieged gate{'' if besieged == 1 else 's'} to resolve.",
        "reinforcement": "New Defenders come, then the next round begins.",
        "won": f"The city holds with morale {state.morale}, in round {state.round}.",
        "lost": f"The city fell in round {state.round}.",
    }[state.phase]


def _invasion(state: Position) -> str:
    if state.owed:
        return "An Infiltrator came up: choose the Defender that it costs."
    left = draws_left(state)
    if not left:
        return "All Invaders of this round are drawn."
    return f"{left} more Invader{' comes' if left == 1 else 's come'} this round."


def _gate(state: Position, pack: FantasyPack, name: str) -> Row:
    gate = state.gates[name]
    return {
        "gate": name,
        "name": gate_name(name),
        "tile": pack.gates[gate.tile].name if gate.tile in pack.gates else "",
        "bonus": gate.bonus,
        "shielded": gate.shielded,
        "resolved": gate.resolved,
        "fought": gate.fought,
        "defenders": [_defender(state, pack, card, name) for card in gate.defenders],
        "defence": _sum(derived.defence(state, pack, (name,))),
        "invader": _invader(state, pack, gate.invader) if gate.invader else None,
        "prospect": _prospect(state, pack, name) if gate.invader and not gate.resolved else None,
    }


def _prospect(state: Position, pack: FantasyPack, gate: str) -> dict[str, Any]:
    seen = derived.prospect(state, pack, gate)
    return {
        "won": seen.won,
        "fought": bool(seen.fought),
        "defence": seen.defence.total,
        "value": seen.value.total,
        "morale": seen.morale,
    }


def _invader(state: Position, pack: FantasyPack, invader: str) -> dict[str, Any]:
    shared = len(besieged_by(state, invader)) > 1
    return {
        **_invader_card(pack, invader),
        "value": _sum(derived.invader_value(state, pack, invader)),
        "shared": shared,
    }


def _invader_card(pack: FantasyPack, invader: str) -> dict[str, Any]:
    card = pack.invaders[invader]
    return {
        "id": invader, "name": card.name, "tier": card.tier, "cv": card.cv, "pillage": card.pillage,
        "arrow": card.arrow, "infiltrator": card.infiltrator, "stand_in": card.stand_in,
    }  # fmt: skip


def _player(state: Position, pack: FantasyPack, name: str) -> Row:
    player = state.players[name]
    return {
        "player": name,
        "faction": player.faction,
        "hand": [_card(pack, card) for card in player.hand],
        "deck": player.deck.size,
        "discard": [_card(pack, card) for card in reversed(player.discard)],
        "spells": [
            {"id": spell, "name": SPELLS[spell].name, "words": SPELLS[spell].words, "ready": side == "ready"}
            for spell, side in player.spells.items()
        ],
        "gave": player.gave,
    }


def _defender(state: Position, pack: FantasyPack, card: str, gate: str) -> dict[str, Any]:
    worth = _sum(derived.combat_value(state, pack, card, gate))
    return {**_card(pack, card), "worth": worth, "moved": card in state.moved, "skirmished": card in state.skirmished}


def _card(pack: FantasyPack, card: str) -> dict[str, Any]:
    shown = pack.defenders[card]
    icon = ICONS[shown.icon] if shown.icon else None
    return {
        "id": card, "name": shown.name, "cv": shown.cv, "stand_in": shown.stand_in, "icon": shown.icon or "",
        "icon_name": icon.name if icon else "", "words": icon.words if icon else "",
        "immediate": bool(icon and icon.immediate),
    }  # fmt: skip


def _sum(total: Sum) -> dict[str, Any]:
    return {"total": total.total, "parts": [{"value": part.value, "words": part.label} for part in total.parts]}
