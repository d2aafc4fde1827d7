"""The position of a game, and where its gates lie.

Solo gates are ``g1`` to ``g7`` from left to right. In cooperative play player ``p1`` holds ``a1`` to ``a6`` and ``p2``
holds ``b1`` to ``b6``; ``a1`` faces ``b1``, and left and right are the same for both rows (FD-COOP-024).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Meta
from msgspec.structs import replace

from rules.fantasy_defense.figures import GATE_TILES, INVADERS_PER_ROUND
from rules.kernel import Deck, State

Mode = Literal["solo", "coop"]
Phase = Literal["invasion", "strategy", "battle", "reinforcement", "won", "lost"]
SpellSide = Literal["ready", "used"]
Count = Annotated[int, Meta(ge=0)]

UNSEEN_BOSS: Final = "unseen_boss"
"""Stands in the Invaders Deck for a Boss while nobody knows which of the two it is."""

ROWS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "solo": {"p1": tuple(f"g{n}" for n in range(1, GATE_TILES["solo"] + 1))},
    "coop": {
        "p1": tuple(f"a{n}" for n in range(1, GATE_TILES["coop"] // 2 + 1)),
        "p2": tuple(f"b{n}" for n in range(1, GATE_TILES["coop"] // 2 + 1)),
    },
}
"""The gates of each player by mode, from left to right."""

OWNERS: Final[Mapping[str, str]] = {gate: p for rows in ROWS.values() for p, row in rows.items() for gate in row}
"""The player whose gate it is."""


class Gate(State, frozen=True):
    """One gate.

    :param tile: the tile that lies there
    :param bonus: its Gate Defense Bonus
    :param invader: the Invader that besieges it
    :param fought: a battle took place here this round
    :param resolved: it was fought or pillaged this round
    :param shielded: City Shield skips its battle this round
    """

    tile: str = ""
    bonus: int = 0
    invader: str | None = None
    defenders: tuple[str, ...] = ()
    fought: bool = False
    resolved: bool = False
    shielded: bool = False


class Player(State, frozen=True):
    """One player's cards.

    :param discard: the latest card last
    :param spells: each spell of the own deck, ready or used
    :param gave: has given a Defender to the other player this round
    """

    faction: str
    hand: tuple[str, ...] = ()
    deck: Deck = Deck()
    discard: tuple[str, ...] = ()
    spells: Mapping[str, SpellSide] = {}
    gave: bool = False


class Position(State, frozen=True):
    """The whole position of a game of Fantasy Defense (FD-TRK-003).

    :param unseen_bosses: the two Bosses while nobody knows which comes first, else empty
    :param arriving: an Invader that is turned up and not assigned yet
    :param owed: players who have yet to choose a Defender to discard, and the Infiltrator that asks for it
    :param drawn_this_round: Invaders drawn in this round's Invasion Phase
    :param moved: Defenders that used their move this round
    :param skirmished: Defenders that used Skirmish this round
    :param halved: Spirit Fires in force on an Invader this round
    :param boss_appearances: Bosses that have appeared, counted in cooperative play
    :param boss_values: Combat Value of each Boss that has appeared, in cooperative play
    :param borrowed: given Defenders in play, and the player from whose deck they come
    :param defender_cards: Defenders in the game, all places together
    :param invader_cards: Invaders in the game, all places together
    """

    gates: Mapping[str, Gate]
    players: Mapping[str, Player]
    mode: Mode = "solo"
    phase: Phase = "invasion"
    round: int = 1
    morale: Count = 0
    starting_player: str = "p1"
    invader_deck: Deck = Deck()
    unseen_bosses: tuple[str, ...] = ()
    invader_discard: tuple[str, ...] = ()
    arriving: str | None = None
    owed: Mapping[str, str] = {}
    drawn_this_round: Count = 0
    moved: tuple[str, ...] = ()
    skirmished: tuple[str, ...] = ()
    halved: Mapping[str, Count] = {}
    boss_appearances: Count = 0
    boss_values: Mapping[str, int] = {}
    borrowed: Mapping[str, str] = {}
    defender_cards: Count = 0
    invader_cards: Count = 0


# ---- where things lie


def row(state: Position, player: str) -> tuple[str, ...]:
    """The gates of a player, from left to right."""
    return ROWS[state.mode][player]


def columns(state: Position) -> tuple[tuple[str, ...], ...]:
    """The gates by column from left to right: of one gate in solo play, of two that face each other otherwise."""
    return tuple(zip(*ROWS[state.mode].values(), strict=True))


def adjacent(gate: str, other: str) -> bool:
    """Whether two gates are direct neighbours in one row (FD-MOV-004, FD-MOV-005, FD-COOP-014)."""
    return gate[0] == other[0] and abs(int(gate[1:]) - int(other[1:])) == 1


def neighbours(state: Position, gate: str) -> tuple[str, ...]:
    """The direct neighbours of a gate, the left one first."""
    return tuple(other for other in row(state, OWNERS[gate]) if adjacent(gate, other))


def place_of(state: Position, defender: str) -> str | None:
    """The gate at which a Defender stands, or ``None``."""
    return next((name for name, gate in state.gates.items() if defender in gate.defenders), None)


def besieged_by(state: Position, invader: str) -> tuple[str, ...]:
    """The gates that an Invader besieges: one, or the two of a Boss in cooperative play."""
    return tuple(name for name, gate in state.gates.items() if gate.invader == invader)


def besieged(state: Position, gates: Iterable[str]) -> tuple[str, ...]:
    """Those of some gates before which an Invader stands."""
    return tuple(name for name in gates if state.gates[name].invader is not None)


def open_gates(state: Position) -> tuple[str, ...]:
    """The besieged gates that must still be resolved this round (FD-BAT-009)."""
    return tuple(name for name, gate in state.gates.items() if gate.invader and not gate.resolved and not gate.shielded)


def draws_left(state: Position) -> int:
    """How many more Invaders this round's Invasion Phase asks for (FD-INV-001, FD-COOP-006)."""
    return max(INVADERS_PER_ROUND[state.mode] - state.drawn_this_round, 0)


def pile_of(state: Position, defender: str, holder: str) -> str:
    """The player to whose discard pile a Defender goes: the one from whose deck it comes (FD-COOP-022)."""
    return state.borrowed.get(defender, holder)


# ---- changed copies


def with_gate(state: Position, gate: str, **changes: Any) -> Position:
    """The position with one gate changed."""
    return replace(state, gates={**state.gates, gate: replace(state.gates[gate], **changes)})


def with_player(state: Position, player: str, **changes: Any) -> Position:
    """The position with one player's cards changed."""
    return replace(state, players={**state.players, player: replace(state.players[player], **changes)})


def without(cards: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    """Cards without some of them, the order of the others kept."""
    return tuple(card for card in cards if card not in gone)


def into_hand(state: Position, player: str, *cards: str) -> Position:
    """The position with cards added to a hand."""
    return with_player(state, player, hand=state.players[player].hand + cards)


def out_of_hand(state: Position, player: str, card: str) -> Position:
    """The position with a card gone from a hand."""
    return with_player(state, player, hand=without(state.players[player].hand, card))


def discarded(state: Position, card: str, pile: str) -> Position:
    """The position with a Defender on top of a discard pile; on loan it is no longer."""
    state = with_player(state, pile, discard=(*state.players[pile].discard, card))
    if card in state.borrowed:
        state = replace(state, borrowed={c: p for c, p in state.borrowed.items() if c != card})
    return state


def relocated(state: Position, card: str, start: str, end: str) -> Position:
    """The position with a Defender at another gate."""
    there = {
        start: replace(state.gates[start], defenders=without(state.gates[start].defenders, card)),
        end: replace(state.gates[end], defenders=(*state.gates[end].defenders, card)),
    }
    return replace(state, gates={**state.gates, **there})


def invader_gone(state: Position, invader: str) -> Position:
    """The position with an Invader no longer before any gate."""
    freed = {name: replace(state.gates[name], invader=None) for name in besieged_by(state, invader)}
    return replace(state, gates={**state.gates, **freed})
