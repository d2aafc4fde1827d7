"""Small pure steps on guards and bags that several areas share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rules.isofarian_guard.campaign.facts import CHIPS_PER_TYPE
from rules.isofarian_guard.campaign.state import Guard, Position, Progress
from rules.kernel import Bag, Event, minus, plus


def unchanged(state: Position, event: Event) -> Position:
    """For facts that stand beside others which carry the change."""
    return state


def with_guard(state: Position, name: str, **changes: Any) -> Position:
    """The position with a guard of the party changed."""
    return replace(state, guards={**state.guards, name: replace(state.guards[name], **changes)})


def with_quest(state: Position, quest: str, **changes: Any) -> Position:
    """The position with the progress of a quest changed; one that was unknown is begun."""
    progress = replace(state.quests.get(quest, Progress(status="active")), **changes)
    return replace(state, quests={**state.quests, quest: progress})


def with_satchels(state: Position, satchels: Mapping[str, Bag]) -> Position:
    """The position with other satchels, by guard."""
    changed = {name: replace(state.guards[name], satchel=satchel) for name, satchel in satchels.items()}
    return replace(state, guards={**state.guards, **changed})


def without_cards(state: Position, used: Mapping[str, Bag]) -> Position:
    """The position after cards left the satchels, by guard."""
    return with_satchels(state, {name: minus(state.guards[name].satchel, cards) for name, cards in used.items()})


def with_cards(state: Position, given: Mapping[str, Bag]) -> Position:
    """The position after cards came into the satchels, by guard."""
    return with_satchels(state, {name: plus(state.guards[name].satchel, cards) for name, cards in given.items()})


def chip_room(guard: Guard, chip: str) -> int:
    """How many more chips of a type a guard may have: five in all (ISO-DASH-011, ISO-DASH-012)."""
    return max(0, CHIPS_PER_TYPE - guard.bag.get(chip, 0))


def in_bag(guard: Guard, chips: Bag) -> Bag:
    """Those of some chips that really lie in the bag."""
    found = {chip: min(count, guard.bag.get(chip, 0)) for chip, count in chips.items()}
    return {chip: count for chip, count in found.items() if count}
