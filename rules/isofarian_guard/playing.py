"""How The Isofarian Guard is played by itself: a sensible fighter in battles, and the end of a battle as a place to
stop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.isofarian_guard.battle.fighters import sensible
from rules.isofarian_guard.battle.state import BattleState
from rules.isofarian_guard.campaign.events.battles import BattleRetreated, BattleWon, GuardsFell
from rules.isofarian_guard.campaign.fighting import pack_of
from rules.isofarian_guard.campaign.state import Position
from rules.kernel import Event
from rules.kernel.players import Policy
from rules.kernel.simulation import End


def _fight(state: Position) -> BattleState | None:
    return state.fight


def _in_battle(state: Position) -> bool:
    return state.battle is not None


_OUTCOMES: Final[Mapping[type[Event], str]] = {BattleWon: "won", BattleRetreated: "retreated", GuardsFell: "lost"}


def _outcome(event: Event) -> str | None:
    return _OUTCOMES.get(type(event))


TOLD_BY_PEOPLE: Final = frozenset({
    "add_player", "adopt_position", "assign_control", "end_battle", "follow_book", "learn_build_cost",
    "learn_encounter", "learn_inn_fee", "learn_node", "learn_price", "learn_recipe", "leave_game", "lend_boat",
    "name_ai_card", "name_respawn", "open_node", "place_party", "read_ai_card", "read_card", "read_reaction",
    "record_card", "remove_player", "set_difficulty",
})  # fmt: skip
"""Decisions by which people say what happened at their table, or what their book and cards say."""
POLICIES: Final[Mapping[str, Policy]] = {"sensible": sensible(_fight, pack_of)}
ENDS: Final[Mapping[str, End]] = {"battle": End("the battle is over", _in_battle, _outcome)}
