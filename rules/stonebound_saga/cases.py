"""How the case files of The Stonebound Saga are read; see ``tests/golden``.

Rolls, drawn cards and revealed characters stand in the steps; here they become luck that was seen. Where the kernel
finds luck missing, left over or impossible, the case files have words of their own for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel import Decision, Deck, LuckImpossible, LuckNeeded, LuckUnused, Observed, Refused, words
from rules.kernel.cases import CaseAdapter
from rules.kernel.storable import plain
from rules.stonebound_saga.derived import hand_size, max_hand
from rules.stonebound_saga.figures import SEATS, line_up
from rules.stonebound_saga.game import GAME
from rules.stonebound_saga.pack import (
    Ability,
    Board,
    CharacterCard,
    StoneboundPack,
    TerrainFacts,
    printed_deck,
)
from rules.stonebound_saga.state import Character, Player, Position, Terrain, eliminated, printed
from rules.stonebound_saga.terrain_cards import CARDS

Given = Mapping[str, Any]
Seen = dict[str, list[str]]

_STATS: Given = {
    "class": "vanguard", "stars": 1, "hp": 10, "atk": 4, "crt": 10, "mv": 3, "rng": 1, "pd": 1, "sd": 1,
}  # fmt: skip
_STARTING = (
    "name", "stars", "class", "hp", "max_hp", "atk", "crt", "mv", "rng", "pd", "sd", "offense", "defense",
)  # fmt: skip


class StoneboundCases(CaseAdapter[Position, StoneboundPack]):
    """Cases in the vocabulary of ``tests/golden/stonebound_saga``."""

    game = GAME
    unordered = frozenset({"hand", "terrain_deck", "on_offer", "fuses"})
    absent = "absent"

    def pack(self, given: Given) -> StoneboundPack:
        """The case's own characters, abilities and terrain; terrain that it does not describe has 1 star."""
        content = given.get("content") or {}
        board = given.get("board") or {}
        terrain = {name: {"stars": 1} for name in CARDS} | dict(content.get("terrain") or {})
        described = {**{name: {} for name in _people(given)}, **(content.get("characters") or {})}
        cards = {name: {"name": words(name), **_STATS, **(data or {})} for name, data in described.items()}
        abilities = {name: {"name": words(name), **data} for name, data in (content.get("abilities") or {}).items()}
        return StoneboundPack(
            game=GAME.key,
            name="A case",
            characters={
                name: msgspec.convert({k: v for k, v in data.items() if k in _STARTING}, CharacterCard)
                for name, data in cards.items()
            },
            abilities=msgspec.convert(abilities, dict[str, Ability]),
            terrain=msgspec.convert(terrain, dict[str, TerrainFacts]),
            board=msgspec.convert(dict(board), Board),
        )

    def state(self, given: Given, pack: StoneboundPack) -> Position | None:
        """``given`` over the defaults of the vocabulary; nothing in phase ``format``."""
        if given.get("phase") == "format":
            return None
        characters = {name: _character(data or {}) for name, data in (given.get("characters") or {}).items()}
        teams = given.get("teams") or SEATS[given.get("mode", "1v1")]
        players = {
            player: _player(given, pack, characters, player, len(members))
            for members in teams.values()
            for player in members
        }
        phase = given.get("phase", "activation")
        draft = given.get("draft") or {}
        data = {
            "mode": given.get("mode", "1v1"),
            "format": given.get("format", "constructed"),
            "phase": phase,
            "columns": pack.board.columns,
            "rows": pack.board.rows,
            "teams": teams,
            "first_player": given.get("first_player", None if phase in _BEFORE_FIRST else "p1"),
            "active_player": given.get("active_player", "p1" if phase in ("activation", "break", "discard") else None),
            "picker": draft.get("picker"),
            "on_offer": draft.get("on_offer", []),
            **{key: given[key] for key in ("round", "acted", "active_character", "roll_winner") if key in given},
            "discard": given.get("discard", []),
            "winner": given.get("winner"),
        }
        state = Position(
            **_typed(data),
            players=players,
            characters=characters,
            terrain=msgspec.convert(dict(given.get("terrain") or {}), dict[str, Terrain]),
        )
        active = state.active_character
        if active is not None:
            activated = msgspec.structs.replace(characters[active], activated=True)
            state = msgspec.structs.replace(state, characters={**characters, active: activated})
        deck = Deck.shuffled(_deck(given, state))
        laid = Counter(_named_stones(state))
        return msgspec.structs.replace(state, stone_deck=deck, stones=deck.size + laid.total())

    def step(
        self, step: Given, state: Position | None, pack: StoneboundPack
    ) -> tuple[Decision, Mapping[str, Sequence[str]]]:
        """What was rolled, drawn and revealed is luck that was seen; everything else is the decision.

        :raises Refused: ``roll_missing``, ``unexpected_roll``, ``roll_out_of_range``, ``wrong_draw_count`` or
            ``wrong_reveal_count``, the case files' words for luck that does not fit
        """
        data, seen, order = _split(step)
        decision = GAME.decision(data)
        for _ in range(2):
            chance = Observed({source: list(values) for source, values in seen.items()})
            try:
                GAME.decide(state, decision, pack, chance)
            except LuckUnused as refusal:
                if refusal.source != "stolen_stone":
                    raise _unused(refusal, data["do"]) from None
                del seen["stolen_stone"]  # named beforehand; the roll did not come to it
                continue
            except (LuckNeeded, LuckImpossible) as refusal:
                raise _unfit(refusal, data["do"]) from None
            except Refused:
                break
            asked = [answer.source for answer in chance.answers if answer.source in _ROLLS]
            if asked != order:
                raise Refused("unexpected_roll", f"The rolls come in another order: {', '.join(asked)}.")
            break
        return decision, seen

    def view(self, state: Position | None, pack: StoneboundPack) -> Any:
        """The position in the words of the vocabulary, derived values included."""
        if state is None:
            return {"phase": "format"}
        shown = plain(state)
        shown["stone_deck"] = dict(state.stone_deck.contents)
        shown["board"] = {"columns": state.columns, "rows": state.rows}
        shown["draft"] = {"picker": state.picker, "on_offer": list(state.on_offer)}
        for player in state.players:
            shown["players"][player] |= {
                "max_hand": max_hand(state, pack, player),
                "hand_size": hand_size(state, player),
                "eliminated": eliminated(state, player),
            }
        for name, it in state.characters.items():
            shown["characters"][name]["cubes"] = {"red": it.red, "white": it.white, "blue": it.blue}
            shown["characters"][name]["incapacitated"] = it.incapacitated
        return shown


_BEFORE_FIRST = ("draft", "team_building", "first_roll", "choose_first")
_ROLLS = frozenset({
    "blind", "sand_storm", "evasion", "negation", "argun_tundra", "crt", "fortifications", "blazing_torches",
    "on_range", "on_number", "on_crt", "on_doubles", "acid_rain", "kaldr_peak", "cooling_stream", "unstable_terrain",
    "valley_of_the_wind", "blacksmiths_workshop", "ophirian_marshes", "thieves_den",
})  # fmt: skip


# ---- positions


def _people(given: Given) -> list[str]:
    """The characters that a case names, on the table, in teams or on offer."""
    teams = [name for data in (given.get("players") or {}).values() for name in (data or {}).get("characters") or ()]
    return [*(given.get("characters") or {}), *teams, *((given.get("draft") or {}).get("on_offer") or ())]


def _typed(data: Given) -> dict[str, Any]:
    """Lists as tuples, as the position holds them."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()} | {
        "teams": {team: tuple(members) for team, members in data["teams"].items()}
    }


def _character(data: Given) -> Character:
    given = {key: value for key, value in data.items() if key not in ("cubes", "incapacitated")}
    cubes = data.get("cubes") or {}
    hp = 0 if data.get("incapacitated") else data.get("hp", 10)
    pd, sd = data.get("pd", 1), data.get("sd", 1)
    blank = {"start_pd": pd, "start_sd": sd, "red": cubes.get("red", 0), "white": cubes.get("white", 0)}
    return msgspec.convert(msgspec.to_builtins({**blank, **given, "hp": hp}), Character)


def _player(given: Given, pack: StoneboundPack, characters: Mapping[str, Character], name: str, side: int) -> Player:
    data = (given.get("players") or {}).get(name) or {}
    own = [c for c, it in characters.items() if it.player == name]
    team = data.get("characters", own)
    cap = line_up(given.get("mode", "1v1"), given.get("format", "constructed"), side)[1]
    stars = sum(characters[c].stars if c in characters else pack.characters[c].stars for c in team)
    blank = {"characters": team, "star_cap": cap, "stars": stars}
    return msgspec.convert(msgspec.to_builtins({**blank, **data}), Player)


def _named_stones(state: Position) -> Iterator[str]:
    """The stones that lie anywhere but in the deck."""
    yield from state.discard
    for player in state.players.values():
        yield from map(printed, player.hand)
    for it in state.characters.values():
        for stones in it.fuses.values():
            yield from map(printed, stones)


def _deck(given: Given, state: Position) -> dict[str, int]:
    """The deck as given, else the printed one less all stones that lie elsewhere."""
    if "stone_deck" in given:
        return dict(given["stone_deck"] or {})
    left = Counter(printed_deck())
    left.subtract(_named_stones(state))
    return {stone: count for stone, count in left.items() if count > 0}


# ---- luck


def _split(step: Given) -> tuple[dict[str, Any], Seen, list[str]]:
    """A step as decision, luck by source, and the order of its rolls."""
    data, seen = dict(step), Seen()
    order: list[str] = []
    rolls: Any = data.pop("rolls", None) or []
    if data["do"] == "roll_for_first":
        data["players"] = list(rolls)
        return data, {f"first.{player}": [str(value)] for player, value in dict(rolls).items()}, order
    swaps = []
    for number, roll in enumerate(rolls, 1):
        entry = dict(roll)
        if entry.pop("swap", False):
            swaps.append(number)
        ((kind, value),) = entry.items()
        seen.setdefault(str(kind), []).append(str(value))
        order.append(str(kind))
    if swaps:
        data["swaps"] = swaps
    cards = data.pop("cards", None)
    if isinstance(cards, Mapping):
        seen |= {f"pile_{pile}": list(names) for pile, names in cards.items()}
    elif cards is not None:
        seen["stones"] = list(cards)
    if data.get("stolen") is not None:
        seen["stolen_stone"] = [data["stolen"]]
    data.pop("stolen", None)
    return data, seen, order


def _unused(refusal: LuckUnused, do: str) -> Refused:
    if do == "reveal_draft":
        return Refused("wrong_reveal_count", refusal.sentence, rule="SS-FMT-003")
    if refusal.source == "stones":
        return Refused("wrong_draw_count", refusal.sentence, rule="SS-DRAW-001")
    return Refused("unexpected_roll", refusal.sentence, rule="SS-ATK-012")


def _unfit(refusal: LuckNeeded | LuckImpossible, do: str) -> Refused:
    source = refusal.ask.source
    if do == "reveal_draft":
        return Refused("wrong_reveal_count", refusal.sentence, rule="SS-FMT-003")
    if source == "stones" and isinstance(refusal, LuckNeeded):
        return Refused("wrong_draw_count", refusal.sentence, rule="SS-DRAW-001")
    if source == "stolen_stone":
        return Refused("stone_not_in_hand", refusal.sentence, rule="SS-TDA-003")
    if isinstance(refusal, LuckNeeded):
        return Refused("roll_missing", refusal.sentence, rule="SS-ATK-013")
    if source in _ROLLS or source.startswith("first."):
        return Refused("roll_out_of_range", refusal.sentence, rule="SS-SET-005")
    return refusal


ADAPTER = StoneboundCases()
