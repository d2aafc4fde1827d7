"""How the case files of Artisans of Splendent Vale are read; see ``tests/golden``.

Rolls and drawn injury cards stand in the steps; here they become luck that was seen. Numbers of cards are numbers in
the files and text in the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.artisans_of_splendent_vale.dice import ROLL
from rules.artisans_of_splendent_vale.figures import CHARACTERS, OWNERS
from rules.artisans_of_splendent_vale.game import GAME
from rules.artisans_of_splendent_vale.pack import ValePack
from rules.artisans_of_splendent_vale.state import Position
from rules.artisans_of_splendent_vale.turns import companions_of, held, lying
from rules.kernel import Decision, LuckImpossible, LuckNeeded, LuckUnused, Observed, Refused
from rules.kernel.cases import CaseAdapter

Given = Mapping[str, Any]
Seen = dict[str, list[str]]

IDS = frozenset({
    "cards", "deck", "depleted", "drawn", "rule_cards", "card", "weapons", "trinkets", "skills", "item", "filled",
    "unlocked", "nodes", "arms", "shoulders", "legs", "node", "path", "day", "runes", "inspirations",
})  # fmt: skip
"""Keys below which numbers name things."""


class ValeCases(CaseAdapter[Position, ValePack]):
    """Cases in the vocabulary of ``tests/golden/artisans_of_splendent_vale``."""

    game = GAME
    unordered: frozenset[str] = frozenset()

    def pack(self, given: Given) -> ValePack:
        """The content of the case alone."""
        content = _texts(given.get("content") or {})
        return msgspec.convert({**content, "game": GAME.key, "name": "A case"}, ValePack)

    def state(self, given: Given, pack: ValePack) -> Position | None:
        """``given`` over the defaults of the vocabulary; nothing in phase ``setup`` unless characters are chosen."""
        if given.get("phase") == "setup" and "players" not in given:
            return None
        data = {key: value for key, value in _texts(given).items() if key != "content"}
        players = [name for name in CHARACTERS if name in data.get("players", CHARACTERS)]
        data["players"] = players
        sheets = data.get("characters") or {}
        data["characters"] = {name: sheets.get(name) or {} for name in players}
        data["companions"] = {
            name: {"owner": OWNERS.get(name, players[0]), **facts}
            for name, facts in (data.get("companions") or {}).items()
        }
        data["board"] = _board(data.get("board") or {})
        data["groups"] = _groups(data)
        turn = data.get("turn")
        state = msgspec.convert(data, Position)
        return state if turn is None else _with_turn(state, turn)

    def step(self, step: Given, state: Position | None, pack: ValePack) -> tuple[Decision, Mapping[str, Sequence[str]]]:
        """What was rolled and drawn is luck that was seen; everything else is the decision.

        :raises Refused: ``wrong_roll_count``, ``cards_missing`` or ``card_not_in_deck``, the case files' words for luck
            that does not fit
        """
        data, seen = _split(_texts(step))
        decision = GAME.decision(data)
        try:
            GAME.decide(state, decision, pack, Observed(seen))
        except LuckUnused as refusal:
            raise _unfit(refusal.source, refusal) from None
        except LuckNeeded as refusal:
            raise _unfit(refusal.ask.source, refusal, missing=True) from None
        except LuckImpossible as refusal:
            raise _unfit(refusal.ask.source, refusal) from None
        except Refused:
            pass  # the runner meets it again
        return decision, seen

    def view(self, state: Position | None, pack: ValePack) -> Any:
        """The position in the words of the vocabulary."""
        if state is None:
            return {"phase": "setup"}
        return _numbers(msgspec.to_builtins(state))


# ---- positions


def _texts(data: Any, key: str = "") -> Any:
    """Data with text for the keys of all maps and for the numbers of cards."""
    if isinstance(data, Mapping):
        return {_key(name): _texts(value, _key(name)) for name, value in data.items()}
    if isinstance(data, list):
        return [_texts(value, "" if isinstance(value, list) else key) for value in data]
    if key in IDS and isinstance(data, int) and not isinstance(data, bool):
        return str(data)
    return data


def _key(name: Any) -> str:
    """A key as text; YAML reads a bare ``on`` as true."""
    return "on" if name is True else str(name)


def _numbers(data: Any) -> Any:
    """Text that is a number as a number."""
    if isinstance(data, dict):
        return {key: _numbers(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_numbers(value) for value in data]
    return int(data) if isinstance(data, str) and data.isdigit() else data


def _board(data: Given) -> dict[str, Any]:
    glyphs = dict(data.get("glyphs") or {})
    paw = glyphs.pop("paw", [])
    return {**data, "glyphs": glyphs, "paw": paw}


def _groups(data: Given) -> dict[str, Any]:
    """The groups as given, and the numbers placed that stand among the units."""
    groups = {name: dict(facts or {}) for name, facts in (data.get("groups") or {}).items()}
    for unit in data.get("units") or {}:
        if unit in CHARACTERS or unit in data["companions"]:
            continue
        stem, _, number = unit.rpartition("_")
        single = not (stem and number.isdigit())
        facts = groups.setdefault((data["units"][unit] or {}).get("group") or (unit if single else stem), {})
        facts.setdefault("placed", [])
        if not single and int(number) not in facts["placed"]:
            facts["placed"] = [*facts["placed"], int(number)]
    return groups


def _with_turn(state: Position, given: Given) -> Position:
    """A turn in progress: what the units hold counts as held at its start, and who lies as lying."""
    units = (given["unit"], *companions_of(state, given["unit"]))
    had = {**held(state, units), **{unit: tuple(types) for unit, types in (given.get("had") or {}).items()}}
    turn = state.turn
    if turn is None:
        return state
    turn = msgspec.structs.replace(turn, had=had, lying=lying(state, units))
    return msgspec.structs.replace(state, turn=turn)


# ---- luck


def _split(step: Given) -> tuple[dict[str, Any], Seen]:
    """A step as decision and luck by source."""
    data, seen = dict(step), Seen()
    if "rolls" in data:
        seen[ROLL] = list(data.pop("rolls") or [])
    if data["do"] == "activate_mob" and "roll" in data:
        seen["activation"] = [data.pop("roll")]
    for who, cards in (data.pop("cards", None) or {}).items():
        seen[f"injuries.{who}"] = [str(card) for card in cards]
    for key, value in data.items():
        if isinstance(value, list) and data["do"] not in ("choose_characters", "resolve_effect", "spawn"):
            data[key] = [tuple(each) if isinstance(each, list) else each for each in value]
    return data, seen


def _unfit(source: str, refusal: Refused, *, missing: bool = False) -> Refused:
    if source in (ROLL, "activation"):
        return Refused("wrong_roll_count", refusal.sentence, rule="AV-TURN-001")
    if source.startswith("injuries."):
        code = "cards_missing" if missing else "card_not_in_deck"
        return Refused(code, refusal.sentence, rule="AV-INJ-004")
    return refusal


ADAPTER = ValeCases()
