"""How the case files of Fantasy Defense are read; see ``tests/golden``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.fantasy_defense.derived import invaders_left
from rules.fantasy_defense.figures import START_MORALE
from rules.fantasy_defense.game import GAME
from rules.fantasy_defense.icons import FACTIONS, SPELLS
from rules.fantasy_defense.pack import DefenderCard, FantasyPack, GateTile, InvaderCard, SpellCard
from rules.fantasy_defense.state import OWNERS, ROWS, Gate, Player, Position
from rules.kernel import Decision, Deck
from rules.kernel.cases import CaseAdapter, without_nulls
from rules.kernel.storable import plain

Given = Mapping[str, Any]

RESERVE = {"reserve_boss": InvaderCard(name="Reserve Boss", tier="boss", cv=99, pillage=9, arrow="left")}
"""Lies in the Invaders Deck of every case that names none, so that games do not end by accident."""

_BLANK: Given = {"cv": 0}
_BLANK_INVADER: Given = {"tier": "underling", "cv": 0, "pillage": 0, "arrow": "left"}
_SPELL_CARDS = {name: SpellCard(name=spell.name, faction=spell.faction) for name, spell in SPELLS.items()}  # type: ignore[arg-type]


class FantasyCases(CaseAdapter[Position, FantasyPack]):
    """Cases in the vocabulary of ``tests/golden/fantasy_defense``."""

    game = GAME
    unordered = frozenset({"hand", "defenders", "moved", "skirmished"})

    def pack(self, given: Given) -> FantasyPack:
        """The reserve Boss, the four spells, and the case's own cards; one that is only named has no Combat Value."""
        content = given.get("content") or {}
        holders = _holders(given)
        factions = _factions(given)
        described = {**dict.fromkeys(holders, _BLANK), **(content.get("defenders") or {})}
        defenders = {
            card: {"name": card, "faction": factions[holders.get(card, "p1")], **without_nulls(data or {})}
            for card, data in described.items()
        }
        invaders = {**dict.fromkeys(_sent(given), _BLANK_INVADER), **(content.get("invaders") or {})}
        return FantasyPack(
            game=GAME.key,
            name="A case",
            defenders=msgspec.convert(defenders, dict[str, DefenderCard]),
            invaders={**RESERVE, **_named(invaders, InvaderCard)},
            gates=_named(content.get("gates"), GateTile),
            spells=_SPELL_CARDS,
        )

    def state(self, given: Given, pack: FantasyPack) -> Position | None:
        """``given`` over the defaults of the vocabulary; nothing in phase ``setup``."""
        if given.get("phase") == "setup":
            return None
        given = without_nulls(given)
        mode, factions = given.get("mode", "solo"), _factions(given)
        players = {p: _player(_part(given, "players", p), factions[p], pack) for p in ROWS[mode]}
        gates = {g: _gate(_part(given, "gates", g)) for row in ROWS[mode].values() for g in row}
        data = {
            "mode": mode,
            "phase": given.get("phase", "strategy"),
            "morale": given.get("morale", START_MORALE),
            "invader_deck": Deck.ordered(given.get("invader_deck", list(RESERVE))),
            "gates": gates,
            "players": players,
            "borrowed": _borrowed(given, pack, factions),
            **{key: given[key] for key in _PLAIN if key in given},
        }
        state = msgspec.convert(msgspec.to_builtins(data), Position)
        return msgspec.structs.replace(state, defender_cards=_defenders(state), invader_cards=_invaders(state))

    def step(
        self, step: Given, state: Position | None, pack: FantasyPack
    ) -> tuple[Decision, Mapping[str, Sequence[str]]]:
        """Orders in which cards lie are luck that was seen; everything else is the decision."""
        data = dict(step)
        if data["do"] == "set_up":
            return _set_up(data)
        effect = data.get("effect")
        if isinstance(effect, Mapping) and "order" in effect:
            data["effect"] = {key: value for key, value in effect.items() if key != "order"}
            return GAME.decision(data), {f"cards.{data.get('player', 'p1')}": effect["order"]}
        return GAME.decision(data), {}

    def view(self, state: Position | None, pack: FantasyPack) -> Any:
        """The position in the words of the vocabulary, decks as lists with the top card first."""
        if state is None:
            return {"phase": "setup"}
        shown = plain(state)
        shown["invader_deck"] = _listed(state.invader_deck)
        for player, cards in state.players.items():
            shown["players"][player]["deck"] = _listed(cards.deck)
        return shown


_PLAIN = (
    "round",
    "starting_player",
    "invader_discard",
    "drawn_this_round",
    "moved",
    "skirmished",
    "halved",
    "boss_appearances",
    "boss_values",
)
"""Keys of ``given`` that stand in the position as they are."""


def _part(given: Given, kind: str, name: str) -> Given:
    return (given.get(kind) or {}).get(name) or {}


def _named(content: Mapping[str, Given] | None, kind: type[Any]) -> dict[str, Any]:
    data = {name: {"name": name, **without_nulls(values or {})} for name, values in (content or {}).items()}
    return {name: msgspec.convert(values, kind) for name, values in data.items()}


def _factions(given: Given) -> dict[str, str]:
    """The deck of each player: as given, else Human for p1 and the other one for p2."""
    first = _part(given, "players", "p1").get("faction")
    second = _part(given, "players", "p2").get("faction")
    first = first or ("human" if second != "human" else "elf")
    return {"p1": first, "p2": second or next(faction for faction in reversed(FACTIONS) if faction != first)}


def _holders(given: Given) -> dict[str, str]:
    """The player who holds each Defender, in hand, deck, discard pile or at a gate."""
    return {card: player for player, cards in _held(given) for card in cards}


def _held(given: Given) -> Iterator[tuple[str, list[str]]]:
    for player, cards in (given.get("players") or {}).items():
        for place in ("hand", "deck", "discard"):
            yield player, cards.get(place) or []
    for name, gate in (given.get("gates") or {}).items():
        yield OWNERS[name], (gate or {}).get("defenders") or []


def _sent(given: Given) -> set[str]:
    """The Invaders that a case names in the deck, in the discard pile or before a gate."""
    standing = [(gate or {}).get("invader") for gate in (given.get("gates") or {}).values()]
    listed = {*(given.get("invader_deck") or ()), *(given.get("invader_discard") or ()), *filter(None, standing)}
    return listed - set(RESERVE)


def _borrowed(given: Given, pack: FantasyPack, factions: Mapping[str, str]) -> dict[str, str]:
    """Defenders held by a player from whose deck they do not come."""
    players = factions if given.get("mode") == "coop" else {"p1": factions["p1"]}
    owners = {faction: player for player, faction in players.items()}
    return {
        card: owners[pack.defenders[card].faction]
        for card, holder in _holders(given).items()
        if owners.get(pack.defenders[card].faction, holder) != holder
    }


def _player(given: Given, faction: str, pack: FantasyPack) -> Player:
    ready = dict.fromkeys(pack.spells_of(faction), "ready")
    data = {
        **given,
        "faction": faction,
        "deck": Deck.ordered(given.get("deck") or ()),
        "spells": {**ready, **(given.get("spells") or {})},
    }
    return msgspec.convert(msgspec.to_builtins(data), Player)


def _gate(given: Given) -> Gate:
    return msgspec.convert({"resolved": given.get("fought", False), **given}, Gate)


def _defenders(state: Position) -> int:
    held = sum(len(p.hand) + len(p.discard) + p.deck.size for p in state.players.values())
    return held + sum(len(gate.defenders) for gate in state.gates.values())


def _invaders(state: Position) -> int:
    return invaders_left(state) + len(state.invader_discard)


def _set_up(data: dict[str, Any]) -> tuple[Decision, Mapping[str, Sequence[str]]]:
    """The cards on the table go into the decision, the order in which they came up into the luck."""
    decks, gates = data.get("decks") or {}, data.pop("gate_order", None)
    seen: dict[str, Sequence[str]] = {pile: data[pile] for pile in ("underlings", "elites", "bosses") if pile in data}
    seen |= {f"cards.{player}": cards for player, cards in decks.items()}
    if gates is not None:
        seen["gates"] = data["gates"] = gates
    if "starting_player" in data:
        seen["starting_player"] = [data.pop("starting_player")]
    return GAME.decision(data), seen


def _listed(deck: Deck) -> list[str]:
    """The cards from the top; where their order is not known, sorted."""
    return [card for layer in deck.layers for card in sorted(layer) for _ in range(layer[card])]


ADAPTER = FantasyCases()
