"""Formats, draft and team building."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from rules.kernel import Choice, Deck, Field, Option, Refused, player_name, size
from rules.stonebound_saga import figures
from rules.stonebound_saga.book import StoneTurn, a_player, a_space, book, in_phase, listed, space_name
from rules.stonebound_saga.decisions import ChooseFormat, ConfirmTeams, DraftPick, PickTeam, RevealDraft
from rules.stonebound_saga.events import (
    CharacterDrafted,
    DraftRevealed,
    FormatChosen,
    TeamPicked,
    TeamsConfirmed,
    TerrainPlayed,
)
from rules.stonebound_saga.figures import SEATS, line_up
from rules.stonebound_saga.pack import CharacterCard, StoneboundPack
from rules.stonebound_saga.ready_made import ready_team, ready_terrain
from rules.stonebound_saga.state import (
    Character,
    Player,
    Position,
    Space,
    key,
    on_board,
    standing_at,
    team_of,
    terrain_at,
    without,
)
from rules.stonebound_saga.terrain_cards import CARDS

FORMAT_NAMES: Mapping[str, str] = {"constructed": "constructed play", "draft": "draft play", "free": "free play"}


# ---- the format


@book.decides(ChooseFormat)
def choose_format(turn: StoneTurn, decision: ChooseFormat) -> None:
    """Choose the number of players and the format; the board and the common deck lie ready (SS-FMT-001, SS-TEAM-007,
    SS-STN-003)."""
    if turn.started:
        in_phase(turn, "format", rule="SS-FMT-001")
    teams = SEATS[decision.mode]
    caps = {
        player: line_up(decision.mode, decision.format, len(members))[1]
        for members in teams.values()
        for player in members
    }
    turn.emit(
        FormatChosen(
            mode=decision.mode,
            format=decision.format,
            columns=turn.pack.board.columns,
            rows=turn.pack.board.rows,
            teams=teams,
            caps=caps,
            stone_deck=Deck.shuffled(turn.pack.stones),
        )
    )


@book.founds(FormatChosen)
def _format_chosen(event: FormatChosen) -> Position:
    return Position(
        mode=event.mode,
        format=event.format,
        phase="draft" if event.format == "draft" else "team_building",
        columns=event.columns,
        rows=event.rows,
        teams=event.teams,
        players={player: Player(star_cap=cap) for player, cap in event.caps.items()},
        stone_deck=event.stone_deck,
        stones=size(event.stone_deck.contents),
    )


def set_up_options() -> list[Option]:
    """The modes in the three formats (SS-FMT-001, SS-FMT-010)."""
    notes = {
        "constructed": "teams of one's own choice, or ready-made ones",
        "draft": "best for new players",
        "free": "no star caps",
    }
    return [
        Option(
            "choose_format",
            f"{mode} in {FORMAT_NAMES[format_]}",
            {"mode": mode, "format": format_},
            group=f"{mode}: {sum(map(len, SEATS[mode].values()))} players",
            likely=(mode, format_) == ("1v1", "draft"),
            note=notes[format_],
        )
        for mode in SEATS
        for format_ in FORMAT_NAMES
    ]


# ---- the draft


@book.decides(RevealDraft)
def reveal_draft(turn: StoneTurn, decision: RevealDraft) -> None:
    """Lay 5 characters of each rarity face up (SS-FMT-003); the table names who drafts first (SS-FMT-006). Where nobody
    on offer fits who drafts next, the offer is laid anew from the characters that are left."""
    state = in_phase(turn, "draft")
    first = a_player(state, decision.first)
    again = state.picker is not None
    if again and (first != state.picker or fitting(state, turn.pack)):
        raise Refused("wrong_phase", "The characters lie there already.", rule="SS-FMT-003")
    drafted = {name for player in state.players.values() for name in player.characters}
    cards: list[str] = []
    for pile in figures.PILES:
        there = [name for name in turn.pack.pile(int(pile)) if name not in drafted]
        if len(there) < figures.REVEALED_PER_PILE and not again:
            sentence = f"There are only {len(there)} characters of {pile} stars; 5 are revealed."
            raise Refused("wrong_reveal_count", sentence, rule="SS-FMT-003")
        count = min(figures.REVEALED_PER_PILE, len(there))
        cards += turn.chance.draw(f"pile_{pile}", dict.fromkeys(there, 1), count)
    turn.emit(DraftRevealed(cards=tuple(cards), first=first))


def fitting(state: Position, pack: StoneboundPack) -> tuple[str, ...]:
    """The characters on offer that who drafts next may take."""
    picker = state.picker
    if picker is None:
        return ()
    return tuple(name for name in state.on_offer if pick_refusal(state, pack, picker, name) is None)


@book.evolves(DraftRevealed)
def _draft_revealed(state: Position, event: DraftRevealed) -> Position:
    return replace(state, on_offer=event.cards, picker=event.first)


@book.decides(DraftPick)
def draft_pick(turn: StoneTurn, decision: DraftPick) -> None:
    """Take a character from the offer, in turn (SS-FMT-004 to SS-FMT-008)."""
    state = in_phase(turn, "draft")
    player = a_player(state, decision.player)
    if player != state.picker:
        raise Refused("not_your_pick", "Another player drafts now.", rule="SS-FMT-005")
    refusal = pick_refusal(state, turn.pack, player, decision.character)
    if refusal:
        raise refusal
    stars = turn.pack.characters[decision.character].stars
    team = team_of(state, player)
    turn.emit(
        CharacterDrafted(
            player=player,
            team=team,
            character=decision.character,
            stars=stars,
            picker=_next_picker(state, player),
        )
    )


def pick_refusal(state: Position, pack: StoneboundPack, player: str, character: str) -> Refused | None:
    """Why a player may not draft a character, or ``None`` (SS-FMT-004, SS-FMT-007, SS-FMT-008)."""
    if character not in state.on_offer:
        return Refused("not_on_offer", "That character is not on offer.", rule="SS-FMT-004")
    holder, stars = state.players[player], pack.characters[character].stars
    if holder.star_cap is None:
        return None
    left = holder.star_cap - _stars(pack, holder.characters) - stars
    if left < 0:
        return Refused("stars_exceed_cap", f"The cap is {holder.star_cap} stars.", rule="SS-FMT-007")
    if left < _missing(state, player) - 1:
        sentence = "That leaves less than 1 star for each character still to be drafted."
        return Refused("cannot_complete_team", sentence, rule="SS-FMT-008")
    return None


def _stars(pack: StoneboundPack, characters: Iterable[str]) -> int:
    return sum(pack.characters[name].stars for name in characters)


def team_sizes(state: Position, player: str) -> tuple[int, ...]:
    """How many characters a player's team may have (SS-TEAM-001 to SS-TEAM-013)."""
    return line_up(state.mode, state.format, len(state.teams[team_of(state, player)]))[0]


def _missing(state: Position, player: str) -> int:
    return max(team_sizes(state, player)) - len(state.players[player].characters)


def _next_picker(state: Position, player: str) -> str | None:
    """Who drafts after a pick of a player: the other team while it lacks somebody, each team's players in turn
    (SS-FMT-005, SS-FMT-006)."""
    lacking = {p: _missing(state, p) - (1 if p == player else 0) for p in state.players}
    own = team_of(state, player)
    last = {**state.last_picks, own: player}
    for team in (*(other for other in state.teams if other != own), own):
        members = state.teams[team]
        at = members.index(last[team]) + 1 if team in last else 0
        cycle = members[at:] + members[:at]
        if team not in last:
            cycle = tuple(sorted(cycle, key=lambda p: -lacking[p]))
        found = next((p for p in cycle if lacking[p] > 0), None)
        if found is not None:
            return found
    return None


@book.evolves(CharacterDrafted)
def _character_drafted(state: Position, event: CharacterDrafted) -> Position:
    holder = state.players[event.player]
    holder = replace(holder, characters=(*holder.characters, event.character), stars=holder.stars + event.stars)
    return replace(
        state,
        players={**state.players, event.player: holder},
        on_offer=without(state.on_offer, (event.character,)),
        last_picks={**state.last_picks, event.team: event.player},
        picker=event.picker,
        phase="draft" if event.picker else "team_building",
    )


# ---- team building


@book.decides(PickTeam)
def pick_team(turn: StoneTurn, decision: PickTeam) -> None:
    """Choose a team within count and cap (SS-TEAM-001 to SS-TEAM-015) and a terrain deck of at most 10 stars
    (SS-TER-001), with trades at Heroes Hall (SS-TNE-007 to SS-TNE-009). After a draft the characters are the drafted
    ones."""
    state, pack = in_phase(turn, "team_building"), turn.pack
    player = a_player(state, decision.player)
    characters, terrain = listed(decision.characters), listed(decision.terrain)
    _judge_characters(state, pack, player, characters)
    cap = line_up(state.mode, state.format, len(state.teams[team_of(state, player)]))[1]
    cap = _traded(terrain, decision.hall_trades, cap)
    stars = _stars(pack, characters)
    if cap is not None and stars > cap:
        raise Refused("stars_exceed_cap", f"{stars} stars; the cap is {cap}.", rule=_cap_rule(state, player))
    _judge_terrain(pack, terrain, decision.hall_trades)
    turn.emit(
        TeamPicked(
            player=player,
            characters=characters,
            stars=stars,
            star_cap=cap,
            terrain=terrain,
            hall_trades=decision.hall_trades,
        )
    )


def _judge_characters(state: Position, pack: StoneboundPack, player: str, characters: Sequence[str]) -> None:
    for name in characters:
        if name not in pack.characters:
            raise Refused("malformed", f"There is no character {name}.")
    if state.format == "draft" and Counter(characters) != Counter(state.players[player].characters):
        raise Refused("not_on_offer", "A drafted team stays as it was drafted.", rule="SS-FMT-004")
    sizes = team_sizes(state, player)
    if len(characters) not in sizes:
        wanted = " or ".join(map(str, sizes))
        raise Refused("wrong_character_count", f"{wanted} characters, please.", rule="SS-TEAM-012")
    others = {name for other, p in state.players.items() if other != player for name in p.characters}
    if len(set(characters)) < len(characters) or others & set(characters):
        raise Refused("character_already_taken", "Each character plays once.", rule="SS-FMT-011")
    if len(others) + len(characters) > figures.MOST_CHARACTERS:
        raise Refused("too_many_characters", "There are 12 dashboards.", rule="SS-CMP-002")


def _cap_rule(state: Position, player: str) -> str:
    side = len(state.teams[team_of(state, player)])
    odd = {("1v2", 1): "SS-TEAM-010", ("2v3", 2): "SS-TEAM-011"}
    even = {"1v1": "SS-TEAM-001", "2v2": "SS-TEAM-003", "3v3": "SS-TEAM-005"}
    return odd.get((state.mode, side), even.get(state.mode, "SS-TEAM-009"))


def _traded(terrain: Sequence[str], trades: int, cap: int | None) -> int | None:
    """The cap after trades at Heroes Hall."""
    if trades and "heroes_hall" not in terrain:
        raise Refused("no_heroes_hall", "Trades need Heroes Hall in the terrain deck.", rule="SS-TNE-007")
    if cap is None:
        return None
    if trades and cap + trades > figures.MOST_TEAM_STARS:
        raise Refused("team_stars_above_max", "A team has 8 stars at most.", rule="SS-TNE-008")
    return cap + trades


def _judge_terrain(pack: StoneboundPack, terrain: Sequence[str], trades: int) -> None:
    for card in terrain:
        if card not in pack.terrain and card != "barren_wasteland":
            raise Refused("malformed", f"There is no terrain card {card}.")
    stars, limit = sum(map(pack.terrain_stars, terrain)), _terrain_limit(trades)
    if stars > limit:
        rule = "SS-TNE-009" if trades else "SS-TER-001"
        raise Refused("terrain_stars_exceed_limit", f"{stars} terrain stars; at most {limit}.", rule=rule)


def _terrain_limit(trades: int) -> int:
    return figures.TERRAIN_DECK_STARS - figures.TRADE_STARS * trades


@book.evolves(TeamPicked)
def _team_picked(state: Position, event: TeamPicked) -> Position:
    holder = replace(
        state.players[event.player],
        characters=event.characters,
        stars=event.stars,
        star_cap=event.star_cap,
        terrain_deck=event.terrain,
    )
    return replace(state, players={**state.players, event.player: holder})


@book.decides(ConfirmTeams)
def confirm_teams(turn: StoneTurn, decision: ConfirmTeams) -> None:
    """Go on once every team is complete and the sides of an odd game are equal (SS-TEAM-008, SS-TEAM-016); dashboards
    are set (SS-SET-001) and Heroes Hall is placed (SS-TNE-005, SS-TNE-010)."""
    state = in_phase(turn, "team_building")
    _judge_sides(state)
    halls = {a_player(state, player): a_space(space) for player, space in decision.halls.items()}
    _judge_halls(state, halls)
    sheets = {
        name: dashboard(turn.pack.characters[name], player)
        for player, holder in state.players.items()
        for name in holder.characters
    }
    turn.emit(TeamsConfirmed(characters=sheets))
    for player, space in halls.items():
        turn.emit(TerrainPlayed(player=player, card="heroes_hall", pos=space))


def _judge_sides(state: Position) -> None:
    if not all(player.characters for player in state.players.values()):
        raise Refused("team_incomplete", "A team is missing.", rule="SS-TEAM-016")
    sides = {sum(len(state.players[p].characters) for p in members) for members in state.teams.values()}
    if state.mode in figures.ODD and len(sides) > 1:
        raise Refused("sides_unequal", "Both sides field the same number of characters.", rule="SS-TEAM-008")
    for player, holder in state.players.items():
        if len(holder.characters) not in team_sizes(state, player):
            raise Refused("team_incomplete", f"{player_name(player)} has no whole team.", rule="SS-TEAM-016")


def _judge_halls(state: Position, halls: Mapping[str, Space]) -> None:
    for player, holder in state.players.items():
        owns = "heroes_hall" in holder.terrain_deck
        if player in halls and not owns:
            raise Refused("no_heroes_hall", f"{player_name(player)} has no Heroes Hall.", rule="SS-TNE-010")
        if owns and player not in halls:
            raise Refused("team_incomplete", f"{player_name(player)} has yet to place Heroes Hall.", rule="SS-TNE-005")
    for space in halls.values():
        if not on_board(state, space):
            raise Refused("off_board", f"{space_name(space)} is not on the board.", rule="SS-MOV-010")
        if terrain_at(state, space) is not None or list(halls.values()).count(space) > 1:
            raise Refused("space_has_terrain", "Terrain lies there.", rule="SS-TER-004")


def dashboard(card: CharacterCard, player: str) -> Character:
    """A character's dashboard at its starting stats (SS-CMP-010)."""
    return Character(
        player=player,
        class_=card.class_,
        stars=card.stars,
        hp=card.hp,
        max_hp=card.hp if card.max_hp is None else card.max_hp,
        atk=card.atk,
        crt=card.crt,
        mv=card.mv,
        rng=card.rng,
        pd=card.pd,
        sd=card.sd,
        start_pd=card.pd,
        start_sd=card.sd,
    )


@book.evolves(TeamsConfirmed)
def _teams_confirmed(state: Position, event: TeamsConfirmed) -> Position:
    return replace(state, characters=event.characters, phase="first_roll")


# ---- what may be decided


@book.offers_options
def options(state: Position, pack: StoneboundPack) -> Iterable[Option]:
    """The draft, the teams, and their confirmation."""
    if state.phase == "draft":
        yield from _draft_options(state, pack)
    elif state.phase == "team_building":
        yield from _ready_made(state, pack)
        yield _confirmation(state)
        for player in state.players:
            yield _team_option(state, pack, player)


def _draft_options(state: Position, pack: StoneboundPack) -> Iterable[Option]:
    if state.picker is None:
        players = tuple(Choice(player, player_name(player)) for player in state.players)
        field = Field("first", "Who drafts first", choices=players)
        yield Option("reveal_draft", "Reveal the characters", {}, (field,), group="Draft", likely=True, luck=True)
        return
    if not fitting(state, pack):
        fixed = {"first": state.picker}
        yield Option("reveal_draft", "Lay the offer anew: nobody fits", fixed, group="Draft", likely=True, luck=True)
        return
    choices = tuple(
        Choice(
            name,
            pack.name_of(name),
            detail=character_detail(pack.characters[name]),
            blocked=refusal.sentence if (refusal := pick_refusal(state, pack, state.picker, name)) else "",
        )
        for name in state.on_offer
    )
    holder = state.players[state.picker]
    yield Option(
        "draft_pick",
        f"{player_name(state.picker)} drafts",
        {"player": state.picker},
        (Field("character", "Character", choices=choices),),
        group="Draft",
        likely=True,
        note=f"{_stars(pack, holder.characters)} of {holder.star_cap} stars, {_missing(state, state.picker)} to draft",
    )


def character_detail(card: CharacterCard) -> str:
    """A character in a line: ``2 stars, Vanguard, HP 12, ATK 4``."""
    stars = "1 star" if card.stars == 1 else f"{card.stars} stars"
    return f"{stars}, {card.class_}, HP {card.hp}, ATK {card.atk}, RNG {card.rng}, MV {card.mv}"


def _ready_made(state: Position, pack: StoneboundPack) -> Iterable[Option]:
    """A team with its terrain deck, or after a draft the terrain deck alone, for each player who has chosen none; no
    character is in two of them."""
    drafted, terrain = state.format == "draft", ready_terrain(pack)
    taken = {name for holder in state.players.values() for name in holder.characters}
    for player, holder in state.players.items():
        if holder.terrain_deck or (holder.characters and not drafted) or (drafted and not terrain):
            continue
        sizes = team_sizes(state, player)
        team = holder.characters if drafted else ready_team(pack, taken, sizes, holder.star_cap)
        if team is None:
            return
        taken |= {*team}
        named, cards = (", ".join(map(pack.name_of, names)) for names in (team, terrain))
        yield Option(
            "pick_team",
            f"{player_name(player)}: a ready-made {'terrain deck' if drafted else 'team'}",
            {"player": player, "characters": list(team), "terrain": list(terrain)},
            group="Teams",
            likely=True,
            note=f"{named}. Terrain: {cards or 'none'}.",
        )


def _others(state: Position, player: str) -> tuple[str, ...]:
    """The characters of the other players."""
    return tuple(name for other, p in state.players.items() if other != player for name in p.characters)


def _team_option(state: Position, pack: StoneboundPack, player: str) -> Option:
    holder, sizes = state.players[player], team_sizes(state, player)
    fixed: dict[str, object] = {"player": player}
    fields: list[Field] = []
    if state.format == "draft":
        fixed["characters"] = list(holder.characters)
    else:
        others = _others(state, player)
        open_ones = tuple(
            Choice(name, pack.name_of(name), detail=character_detail(card))
            for name, card in pack.characters.items()
            if name not in others
        )
        fields.append(Field("characters", "Characters", "many", open_ones, min(sizes), max(sizes)))
    terrain = tuple(Choice(card, pack.name_of(card), detail=terrain_detail(pack, card)) for card in pack.terrain)
    fields.append(Field("terrain", "Terrain deck, 10 stars in all", "many", terrain, 0, 10, required=False))
    fields.append(Field("hall_trades", "Trades at Heroes Hall", "number", (), 0, 3, required=False, initial=0))
    return Option(
        "pick_team", _picking(state, holder, player), fixed, tuple(fields), "Teams", note=_picked(state, pack, player)
    )


def _picking(state: Position, holder: Player, player: str) -> str:
    """What a player chooses: ``Player 1: choose the team``."""
    if state.format == "draft":
        return f"{player_name(player)}: choose the terrain deck{' again' if holder.terrain_deck else ''}"
    return f"{player_name(player)}: choose {'again' if holder.characters else 'the team'}"


def _picked(state: Position, pack: StoneboundPack, player: str) -> str:
    """What a player has chosen, or how much may be chosen."""
    holder = state.players[player]
    if holder.characters:
        return ", ".join(map(pack.name_of, (*holder.characters, *holder.terrain_deck)))
    cap = line_up(state.mode, state.format, len(state.teams[team_of(state, player)]))[1]
    return f"{cap} stars at most" if cap is not None else "any stars"


def terrain_detail(pack: StoneboundPack, card: str) -> str:
    """A terrain card in a line: its stars, its element and what it does."""
    stars = pack.terrain_stars(card)
    return f"{stars} {'star' if stars == 1 else 'stars'}, {CARDS[card].element}. {CARDS[card].words}"


def _confirmation(state: Position) -> Option:
    fields = []
    taken: set[str] = set()
    for player, holder in state.players.items():
        if "heroes_hall" in holder.terrain_deck:
            middle = tuple(_free_rows(state, taken))
            fields.append(Field(f"halls.{player}", f"Heroes Hall of {player_name(player)}", choices=middle))
            taken.add(middle[0].value)
    blocked = ""
    try:
        _judge_sides(state)
    except Refused as refusal:
        blocked = refusal.sentence
    return Option("confirm_teams", "Confirm the teams", {}, tuple(fields), group="Teams", likely=True, blocked=blocked)


def _free_rows(state: Position, taken: Iterable[str]) -> Iterable[Choice]:
    """Spaces between the end lines, those in the middle first."""
    centre = (state.rows + 1) / 2
    rows = sorted(range(2, state.rows), key=lambda row: abs(row - centre))
    for row in rows:
        for column in range(1, state.columns + 1):
            space = (column, row)
            if key(space) not in taken and terrain_at(state, space) is None and standing_at(state, space) is None:
                yield Choice(key(space), space_name(space))
