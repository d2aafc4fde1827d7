"""A battle set out in the middle, for tests that need only a corner of it.

Positions, cards and decisions are given in the words of the case files (``tests/golden/isofarian_guard/battle``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.isofarian_guard.battle.cases import ADAPTER
from rules.isofarian_guard.battle.state import BattleState
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Option
from tests.rules import tables

IDLE: Mapping[str, Any] = {"number": 2, "actions": [{"op": "end_turn"}]}
"""An AI card that does nothing."""

DUMMY: Mapping[str, Any] = {"type": "dummy", "hp": 9, "atk": 3, "def": 1, "ap": 1, "ai_deck": ["card"]}
BASE: Mapping[str, Any] = {
    "weapons": {"blade": {"cost": {"sword": 1}, "atk": 0, "chip": None}},
    "ai_cards": {"dummy": {"card": IDLE}},
}
"""A plain weapon, and the AI card of the dummy."""


class Table(tables.CaseTable[BattleState, IsofarianPack]):
    """A battle on the table, given in the words of the case files."""

    game = ADAPTER.game
    adapter = ADAPTER

    def __init__(self, **given: Any) -> None:
        pack = ADAPTER.pack(given)
        super().__init__(ADAPTER.state(given, pack), pack)

    def does(self, do: str, *told: Any, **arguments: Any) -> list[str]:
        """Carry a decision out; the names of its events in the words of the cases."""
        return [ADAPTER.event_words.get(name, name) for name in super().does(do, *told, **arguments)]

    def plays(self, *decisions: tuple[str, Mapping[str, Any]]) -> Table:
        """Carry several decisions out."""
        for do, arguments in decisions:
            self.does(do, **arguments)
        return self

    def guard(self, name: str = "grigory") -> Mapping[str, Any]:
        """A guard as the cases show it."""
        seen: Mapping[str, Any] = self.view["guards"][name]
        return seen

    def enemy(self, slot: str = "I") -> Mapping[str, Any]:
        """An enemy as the cases show it."""
        seen: Mapping[str, Any] = self.view["enemies"][slot]
        return seen

    @property
    def view(self) -> Mapping[str, Any]:
        """The position as the cases show it."""
        seen: Mapping[str, Any] = self.shown()
        return seen

    def option(self, do: str, **fixed: Any) -> Option:
        """The option of a decision with these settled arguments."""
        found = [
            option
            for option in self.options(do)
            if all(option.fixed.get(name) == value for name, value in fixed.items())
        ]
        assert found, f"{do} is not offered"
        return found[0]


def acting_guard(name: str = "grigory", *, enemies: Mapping[str, Any] | None = None, **given: Any) -> Table:
    """A guard in step 6 before one enemy that does nothing. Keys of the guard and of the position are told apart by
    their names."""
    position = {key: given.pop(key) for key in list(given) if key in _POSITION}
    others = position.pop("guards", {})
    position["content"] = with_base(position.get("content", {}))
    return Table(
        step=position.pop("step", "actions"),
        active_guard=position.pop("active_guard", name),
        guards={name: given, **others},
        enemies=enemies or {"I": DUMMY},
        **position,
    )


def with_base(content: Mapping[str, Any]) -> dict[str, Any]:
    """Content over :data:`BASE`."""
    return {**content, **{part: {**cards, **content.get(part, {})} for part, cards in BASE.items()}}


_POSITION = (
    "step", "active_guard", "content", "guards", "aggro", "last_attacker", "activated", "difficulty", "encounter",
    "round", "sil", "lux", "location", "checkpoint", "defeat_tally", "dropped_pile",
)  # fmt: skip


def enemies_turn(
    *actions: Mapping[str, Any], guards: Mapping[str, Any] | None = None, enemy: Mapping[str, Any] | None = None,
    end: bool = True, **given: Any,
) -> Table:  # fmt: skip
    """The enemies' turn with one enemy whose only AI card, ``card``, has these actions."""
    content = with_base(given.pop("content", {}))
    text = {"number": 1, "actions": [*actions, *([{"op": "end_turn"}] if end else [])]}
    decks = {**content.get("ai_cards", {}), "dummy": {**content.get("ai_cards", {}).get("dummy", {}), "card": text}}
    others = given.pop("enemies", {})
    return Table(
        step="enemies_turn",
        guards=guards or {"grigory": {}},
        enemies={"I": {**DUMMY, "ai_deck": ["card"], **(enemy or {})}, **others},
        content={**content, "ai_cards": decks},
        **given,
    )


def goes(table: Table, **arguments: Any) -> Table:
    """The enemy of :func:`enemies_turn` acts."""
    table.does("activate_enemy", slot="I", cards=["card"], **arguments)
    return table


# ---- cards


def card(
    *effects: Mapping[str, Any], owner: str = "grigory", cost: Any = None, ap: int | None = None, **more: Any
) -> Any:
    """A Guard Ability Card whose sides do the same. It costs one Sword unless told otherwise."""
    side = {"cost": {"sword": 1} if cost is None else cost, "ap": ap, "effects": list(effects), **more}
    return {"owner": owner, "P": side, "S": side}


def stone(*effects: Mapping[str, Any], owner: str = "grigory", element: str = "fire", **more: Any) -> Any:
    """A Stonebound Ability Card."""
    return {"owner": owner, "element": element, "effects": list(effects), **more}


def with_stone(*effects: Mapping[str, Any], name: str = "grigory", **given: Any) -> Table:
    """A guard in step 6 with one Stonebound Ability in slot IV that has these effects."""
    content = {**given.pop("content", {})}
    content["stonebound"] = {**content.get("stonebound", {}), "spell": stone(*effects, owner=name)}
    slots = {**given.pop("slots", {}), "IV": {"stonebound": "spell"}}
    return acting_guard(name, content=content, slots=slots, **given)


def casts(table: Table, name: str = "grigory", **arguments: Any) -> Table:
    """The guard of :func:`with_stone` activates it."""
    table.does("activate_stonebound", guard=name, slot="IV", **arguments)
    return table


def attack(atk: int = 0, who: str = "target", **more: Any) -> dict[str, Any]:
    """An attack."""
    return {"op": "attack", "who": who, "atk": atk, **more}


def gain(chip: str, n: int = 1, who: str = "self") -> dict[str, Any]:
    """Chips gained."""
    return {"op": "gain", "who": who, "chip": chip, "n": n}


def choose(*by: Any) -> dict[str, Any]:
    """Choose Target."""
    return {"op": "choose_target", "by": list(by)}


def block(*effects: Mapping[str, Any], ap: int | None = 1, name: str = "deed") -> dict[str, Any]:
    """A block of an AI card."""
    return {"op": "ability", "name": name, "ap": ap, "effects": list(effects)}


def to_next_round(table: Table, card: str = "card") -> Table:
    """From the end of an activation to the start of the next round's Guards' turn, the enemy turning over a card."""
    return table.plays(
        ("end_guards_turn", {}),
        ("activate_enemy", {"slot": "I", "cards": [card]}),
        ("end_enemies_turn", {}),
        ("cleanup", {}),
    )
