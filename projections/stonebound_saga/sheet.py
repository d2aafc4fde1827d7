"""The position of The Stonebound Saga in rows: the board, each character with its numbers, each player with stones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from projections.views import Face, Row
from rules.kernel import player_name
from rules.stonebound_saga import derived
from rules.stonebound_saga.book import PHASES, space_name, team_name
from rules.stonebound_saga.fusing import granted
from rules.stonebound_saga.pack import StoneboundPack
from rules.stonebound_saga.state import Character, Position, eliminated, key, living, roster, space_of, team_of
from rules.stonebound_saga.stones import stone_name
from rules.stonebound_saga.terrain_cards import CARDS


def sheet(state: Position, pack: StoneboundPack) -> dict[str, Row]:
    """Rows ``table``, ``player.<player>``, ``character.<character>`` and ``space.<space>`` for each space on which
    something lies or stands."""
    rows: dict[str, Row] = {"table": _table(state, pack)}
    for player in state.players:
        rows[f"player.{player}"] = _player(state, pack, player)
    marks = _marks(state)
    for name in roster(state):
        rows[f"character.{name}"] = _character(state, pack, name, marks[name])
    for at in _used_spaces(state):
        rows[f"space.{at}"] = _space(state, pack, at, marks)
    return rows


def summary(state: Position, pack: StoneboundPack) -> Row:
    """The position in a few words."""
    whose = f", {player_name(state.active_player)}" if state.active_player else ""
    started = state.phase in ("turn_start", "activation", "break", "discard")
    headline = f"Round {state.round}{whose}" if started else PHASES[state.phase].capitalize()
    if state.phase == "game_over":
        headline = "The game is over"
    figures = [
        [f"{team_name(team)} standing", sum(len(living(state, player)) for player in members)]
        for team, members in state.teams.items()
    ]
    return {
        "headline": headline,
        "figures": [["Round", state.round], *figures],
        "pending": _pending(state, pack),
        "board": "The field",
    }


def _pending(state: Position, pack: StoneboundPack) -> str:
    if state.phase == "game_over":
        return "Both sides fell." if state.winner == "draw" else f"{team_name(str(state.winner))} wins."
    if state.pushed:
        return f"The ground moves under {pack.name_of(state.pushed)}."
    if state.active_character:
        it = state.characters[state.active_character]
        left = [word for word, done in (("move", it.moved), ("attack or use an ability", it.acted)) if not done]
        return f"{pack.name_of(state.active_character)} may {' and '.join(left)}." if left else ""
    if state.phase == "turn_start":
        return f"Next: {' or '.join(map(player_name, derived.may_play(state)))}."
    return {
        "draft": f"{player_name(state.picker)} drafts." if state.picker else "Lay out the characters to draft from.",
        "team_building": "Each player chooses a team and a terrain deck, or takes a ready-made one.",
        "first_roll": "One player of each team rolls.",
        "choose_first": f"{player_name(str(state.roll_winner))} names who goes first.",
        "deployment": "Characters are set up on the end lines.",
        "activation": "Activate the characters one after another.",
        "break": "Fuses may be broken.",
        "discard": _discarding(state, pack, str(state.active_player)),
    }[state.phase]


def _discarding(state: Position, pack: StoneboundPack, player: str) -> str:
    if player not in state.players:
        return ""
    over = derived.hand_size(state, player) - derived.max_hand(state, pack, player)
    if over > 0:
        return f"{over} {'stone' if over == 1 else 'stones'} to discard."
    return "End the turn; stones that are not needed may be discarded before."


def _table(state: Position, pack: StoneboundPack) -> Row:
    return {
        "mode": state.mode,
        "format": state.format,
        "round": state.round,
        "phase": state.phase,
        "columns": state.columns,
        "rows": state.rows,
        "deck": state.stone_deck.size,
        "discard": [_stone(stone) for stone in reversed(state.discard)],
        "offer": [_offered(pack, name) for name in state.on_offer] if state.phase == "draft" else [],
        "teams": [
            {"team": team, "name": team_name(team), "players": list(members)} for team, members in state.teams.items()
        ],
        "characters": list(roster(state)),
    }


def _offered(pack: StoneboundPack, name: str) -> dict[str, Any]:
    card = pack.characters[name]
    return {"name": card.name, "stars": card.stars, "class": card.class_}


def _stone(stone: str) -> dict[str, Any]:
    return {"element": derived.element_of(stone), "value": _short(stone), "name": stone_name(stone)}


def _short(stone: str) -> str:
    value = derived.value_of(stone)
    return "∞" if value is None else str(value)


def _player(state: Position, pack: StoneboundPack, name: str) -> Row:
    player = state.players[name]
    held = Counter(sorted(player.hand))
    return {
        "player": name,
        "seat": list(state.players).index(name) + 1,
        "name": player_name(name),
        "team": team_of(state, name),
        "active": name == state.active_player,
        "acted": name in state.acted,
        "eliminated": eliminated(state, name),
        "stars": player.stars,
        "star_cap": player.star_cap,
        "picked": [pack.name_of(character) for character in player.characters],
        "characters": [character for character in player.characters if character in state.characters],
        "hand": [{**_stone(stone), "count": count} for stone, count in held.items()],
        "hand_size": derived.hand_size(state, name),
        "max_hand": derived.max_hand(state, pack, name),
        "terrain": [
            {"name": pack.name_of(card), "element": CARDS[card].element, "words": CARDS[card].words}
            for card in player.terrain_deck
        ],
    }


def _marks(state: Position) -> dict[str, str]:
    """A short mark for each character: its team's letter and a number, ``A2``."""
    marks: dict[str, str] = {}
    for team, members in state.teams.items():
        names = [c for player in members for c in state.players[player].characters if c in state.characters]
        marks |= {name: f"{team.upper()}{number}" for number, name in enumerate(names, 1)}
    return marks


def _character(state: Position, pack: StoneboundPack, name: str, mark: str) -> Row:
    it = state.characters[name]
    return {
        "id": name,
        "mark": mark,
        "name": pack.name_of(name),
        "player": it.player,
        "player_name": player_name(it.player),
        "seat": list(state.players).index(it.player) + 1,
        "team": team_of(state, it.player),
        "class": it.class_,
        "stars": it.stars,
        "stand_in": name in pack.characters and pack.characters[name].stand_in,
        "hp": it.hp,
        "max_hp": it.max_hp,
        "blue": it.blue,
        "white": it.white,
        "fallen": it.incapacitated,
        "active": name == state.active_character,
        "activated": it.activated,
        "moved": it.moved,
        "acted": it.acted,
        "space": space_name(it.pos) if it.pos else "",
        "damage": derived.damage_type(state, name) if it.pos else derived.class_type(it.class_),
        "figures": _figures(state, name, it),
        "statuses": [_status(status, stacks) for status, stacks in it.statuses.items()],
        "fuses": [_fuse(pack, ability, stones) for ability, stones in it.fuses.items()],
    }


def _figures(state: Position, name: str, it: Character) -> list[dict[str, Any]]:
    """ATK, CRT, MV, RNG, PD and SD, each with its parts where it differs from what is printed."""
    shear = -(it.crt - derived.critical_chance(it))
    reach = derived.reach(state, name) if it.pos else it.rng
    forest = reach - it.rng - it.extra_rng
    slowed = derived.movement(it) - it.mv - it.extra_mv
    return [
        _figure("ATK", (it.atk, "printed"), (it.red, "red cubes")),
        _figure("CRT", (it.crt, "printed"), (shear, "Shear")),
        _figure("MV", (it.mv, "printed"), (it.extra_mv, "Gorland Stables"), (slowed, "Freeze")),
        _figure("RNG", (it.rng, "printed"), (it.extra_rng, "Valley of the Wind"), (forest, "Ilandris Forest")),
        _figure("PD", (it.start_pd, "at the start"), (it.pd - it.start_pd, "worn")),
        _figure("SD", (it.start_sd, "at the start"), (it.sd - it.start_sd, "worn")),
    ]


def _figure(label: str, *parts: tuple[int, str]) -> dict[str, Any]:
    changed = [part for part in parts[1:] if part[0]]
    listed = [{"value": value, "words": words} for value, words in (parts[0], *changed)] if changed else []
    return {"label": label, "value": sum(value for value, _ in parts), "parts": listed}


def _status(status: str, stacks: int) -> dict[str, Any]:
    name = status.capitalize()
    return {"name": name, "stacks": stacks, "label": f"{name} ×{stacks}" if stacks > 1 else name}


def _fuse(pack: StoneboundPack, ability: str, stones: Iterable[str]) -> dict[str, Any]:
    gives = granted(pack.abilities[ability]) if ability in pack.abilities else ""
    return {"name": pack.name_of(ability), "gives": gives, "stones": [_stone(stone) for stone in stones]}


def _used_spaces(state: Position) -> list[str]:
    standing = {key(it.pos) for it in state.characters.values() if it.pos}
    return sorted({*state.terrain, *standing}, key=space_of)


def _space(state: Position, pack: StoneboundPack, at: str, marks: Mapping[str, str]) -> Row:
    here = [name for name in roster(state) if state.characters[name].pos == space_of(at)]
    here.sort(key=lambda name: state.characters[name].incapacitated)
    terrain = state.terrain.get(at)
    return {
        "at": at,
        "characters": [
            {
                "mark": marks[name],
                "name": pack.name_of(name),
                "team": team_of(state, state.characters[name].player),
                "hp": state.characters[name].hp,
                "fallen": state.characters[name].incapacitated,
                "active": name == state.active_character,
            }
            for name in here
        ],
        "terrain": {
            "name": pack.name_of(terrain.card),
            "element": CARDS[terrain.card].element,
            "words": CARDS[terrain.card].words,
            "owner": player_name(terrain.owner),
            "chosen": terrain.element or "",
            "fog": player_name(terrain.fog) if terrain.fog else "",
        }
        if terrain
        else None,
    }


def faces(pack: StoneboundPack) -> dict[str, Face]:
    """Stones with the sign of their element."""
    printed = {stone: Face(stone_name(stone), derived.element_of(stone), mark=_short(stone)) for stone in pack.stones}
    raised = [f"{stone}_up" for stone in pack.stones if not stone.endswith("_inf")]
    return printed | {stone: Face(stone_name(stone), derived.element_of(stone), mark=_short(stone)) for stone in raised}
