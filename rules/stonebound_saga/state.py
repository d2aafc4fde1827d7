"""The position of a game, and simple questions to it.

Spaces are ``(column, row)`` from 1; terrain stands under the key ``"column,row"``. Stones are written
``fire_2``, ``fire_inf``, and ``fire_3_up`` for one that Refiner's Furnace raised.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from rules.kernel import Deck, State
from rules.stonebound_saga.figures import Format, Mode

Phase = Literal[
    "draft", "team_building", "first_roll", "choose_first", "deployment", "turn_start", "activation", "break",
    "discard", "game_over",
]  # fmt: skip
Space = tuple[int, int]
Count = Annotated[int, Meta(ge=0)]


class Character(State, frozen=True):
    """One character with its dashboard (SS-TRK-001).

    :param statuses: stacks by status; of Freeze the tokens
    :param freeze_served: its turn without movement is over
    :param fresh: statuses that it received during its own turn that is going on
    :param fuses: the stones on each fused ability, in the order in which the fuses were laid
    :param used: abilities used in its turn, in order
    :param no_blind: an ability cancels Blind for it
    :param extra_mv: MV more until the end of its turn
    :param extra_rng: RNG more until the end of its turn
    :param valley_rolled: Valley of the Wind was rolled for in its turn
    :param refined: a stone was raised in its turn
    :param swapped: a stone was swapped in its turn
    """

    player: str
    class_: str = "vanguard"
    stars: int = 1
    pos: Space | None = None
    hp: Count = 10
    max_hp: Count = 10
    atk: Count = 4
    crt: Count = 10
    mv: Count = 3
    rng: Count = 1
    pd: Count = 1
    sd: Count = 1
    start_pd: Count = 1
    start_sd: Count = 1
    statuses: Mapping[str, Count] = {}
    freeze_served: bool = False
    fresh: tuple[str, ...] = ()
    fuses: Mapping[str, tuple[str, ...]] = {}
    red: Count = 0
    white: Count = 0
    activated: bool = False
    moved: bool = False
    acted: bool = False
    used: tuple[str, ...] = ()
    no_blind: bool = False
    extra_mv: Count = 0
    extra_rng: Count = 0
    valley_rolled: bool = False
    refined: bool = False
    swapped: bool = False

    @property
    def incapacitated(self) -> bool:
        """Whether its HP are gone (SS-INC-001)."""
        return self.hp == 0

    @property
    def blue(self) -> int:
        """HP above the maximum (SS-CUB-004)."""
        return max(0, self.hp - self.max_hp)

    def has(self, status: str) -> bool:
        """Whether it holds a status."""
        return self.statuses.get(status, 0) > 0


class Player(State, frozen=True):
    """One player (SS-TRK-002).

    :param characters: the team, in roster order
    :param stars: the stars of the team
    :param star_cap: how many it may have, after trades at Heroes Hall; ``None`` in free play
    """

    characters: tuple[str, ...] = ()
    stars: int = 0
    star_cap: int | None = None
    hand: tuple[str, ...] = ()
    terrain_deck: tuple[str, ...] = ()


class Terrain(State, frozen=True):
    """A terrain card on the board.

    :param element: what Tenebris Portal makes dearer
    :param fog: the player who covered it with The Foglands
    """

    card: str
    owner: str
    element: str | None = None
    fog: str | None = None


class Position(State, frozen=True):
    """The whole position of a game of The Stonebound Saga (SS-TRK-003).

    :param teams: the players of each team in seat order
    :param acted: players who completed a turn in this round, in order
    :param active_player: whose turn it is
    :param active_character: whose turn as a character it is
    :param roll_winner: who decides who goes first
    :param picker: who drafts next
    :param on_offer: characters that may be drafted
    :param last_picks: who of each team drafted last
    :param stone_deck: the common deck
    :param discard: the common discard pile, its top last
    :param pushed: a character that the opponent may move one space because Unstable Terrain gave way
    :param removed: terrain cards that are out of the game
    :param winner: the team that won, or ``draw``
    :param stones: how many stones the game has, all places together
    """

    mode: Mode
    format: Format
    phase: Phase
    columns: int
    rows: int
    teams: Mapping[str, tuple[str, ...]]
    players: Mapping[str, Player]
    characters: Mapping[str, Character] = {}
    round: int = 1
    first_player: str | None = None
    acted: tuple[str, ...] = ()
    active_player: str | None = None
    active_character: str | None = None
    roll_winner: str | None = None
    picker: str | None = None
    on_offer: tuple[str, ...] = ()
    last_picks: Mapping[str, str] = {}
    stone_deck: Deck = Deck()
    discard: tuple[str, ...] = ()
    terrain: Mapping[str, Terrain] = {}
    pushed: str | None = None
    removed: tuple[str, ...] = ()
    winner: str | None = None
    stones: Count = 0


# ---- where things are


def key(space: Space) -> str:
    """The key of a space: ``"3,4"``."""
    return f"{space[0]},{space[1]}"


def space_of(text: str) -> Space:
    """The space of a key."""
    column, _, row = text.partition(",")
    return int(column), int(row)


def distance(one: Space, other: Space) -> int:
    """Orthogonal distance of two spaces (SS-ATK-002, SS-TER-007)."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def on_board(state: Position, space: Space) -> bool:
    """Whether a space is on the board."""
    return 1 <= space[0] <= state.columns and 1 <= space[1] <= state.rows


def neighbours(state: Position, space: Space) -> tuple[Space, ...]:
    """The orthogonal neighbours of a space that are on the board."""
    column, row = space
    around = ((column, row - 1), (column, row + 1), (column - 1, row), (column + 1, row))
    return tuple(other for other in around if on_board(state, other))


def spaces(state: Position) -> Iterator[Space]:
    """All spaces, row by row."""
    return ((column, row) for row in range(1, state.rows + 1) for column in range(1, state.columns + 1))


def terrain_at(state: Position, space: Space) -> Terrain | None:
    """The terrain of a space."""
    return state.terrain.get(key(space))


def standing_at(state: Position, space: Space) -> str | None:
    """The living character on a space."""
    return next((name for name, c in state.characters.items() if c.pos == space and c.hp), None)


def place(state: Position, character: str) -> Space:
    """Where a deployed character is."""
    found = state.characters[character].pos
    if found is None:
        raise ValueError(f"{character} is not on the board")
    return found


# ---- who belongs to whom


def team_of(state: Position, player: str) -> str:
    """The team of a player."""
    return next(team for team, members in state.teams.items() if player in members)


def side_of(state: Position, character: str) -> str:
    """The team of a character."""
    return team_of(state, state.characters[character].player)


def opposed(state: Position, one: str, other: str) -> bool:
    """Whether two characters fight on different sides."""
    return side_of(state, one) != side_of(state, other)


def opponents_of(state: Position, player: str) -> tuple[str, ...]:
    """The players of the other team."""
    own = team_of(state, player)
    return tuple(p for team, members in state.teams.items() if team != own for p in members)


def roster(state: Position) -> tuple[str, ...]:
    """All characters on the table, player by player in roster order."""
    return tuple(c for player in state.players.values() for c in player.characters if c in state.characters)


def living(state: Position, player: str) -> tuple[str, ...]:
    """A player's characters that stand, in roster order."""
    names = state.players[player].characters
    return tuple(c for c in names if c in state.characters and state.characters[c].hp)


def eliminated(state: Position, player: str) -> bool:
    """Whether all characters of a player are incapacitated (SS-TRN-008)."""
    on_table = [c for c in state.players[player].characters if c in state.characters]
    return bool(on_table) and not living(state, player)


def fused_stones(state: Position, player: str) -> tuple[str, ...]:
    """The stones that lie on a player's fuses."""
    names = [c for c in state.players[player].characters if c in state.characters]
    return tuple(stone for c in names for stones in state.characters[c].fuses.values() for stone in stones)


# ---- changed copies


def with_character(state: Position, name: str, **changes: Any) -> Position:
    """The position with one character changed."""
    return replace(state, characters={**state.characters, name: replace(state.characters[name], **changes)})


def with_player(state: Position, name: str, **changes: Any) -> Position:
    """The position with one player changed."""
    return replace(state, players={**state.players, name: replace(state.players[name], **changes)})


def without(items: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    """Items without some of them, each taken out once, the order of the others kept."""
    left = list(items)
    for item in gone:
        left.remove(item)
    return tuple(left)


def printed(stone: str) -> str:
    """A stone at its printed value, as it goes to the discard pile (SS-TFI-009)."""
    return stone.removesuffix("_up")
