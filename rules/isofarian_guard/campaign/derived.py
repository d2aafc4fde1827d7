"""Derived values: one function each, with named parts so that a page can show the sum.

Nothing here reads a pack: equipment and stones in the position carry their bonuses. Sums are kept uncapped and capped
when they are read, so that removing a bonus lowers a stat only as far as the new sum falls below the cap
(ISO-DASH-007).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from rules.isofarian_guard.campaign.facts import (
    DIAL,
    ENEMY_SLOTS,
    FORT,
    MATERIAL_LIMIT,
    SATCHEL_SLOTS,
    SCROLLS,
    STAT_CAPS,
    TOOL_CARDS,
)
from rules.isofarian_guard.campaign.state import Guard, Position, SheetLine, Worn
from rules.kernel import words

Stat = Literal["hp", "atk", "def", "ap"]


class Share(msgspec.Struct, frozen=True):
    """One part of a sum.

    :param label: what people read
    :param source: card, stone or ``base`` and ``skills``, for the link to the decision that brought it
    """

    label: str
    value: int
    source: str


class Total(msgspec.Struct, frozen=True):
    """A derived value with its parts.

    :param value: the value in use
    :param cap: the most that it can be, or ``None``
    """

    value: int
    shares: tuple[Share, ...]
    cap: int | None = None


# ---- guards


def stat(guard: Guard, name: Stat) -> Total:
    """A stat of a guard: base, skill upgrades, equipment and stones, within 0 and its cap (ISO-DASH-001, ISO-DASH-004
    to ISO-DASH-007).

    :param name: ``hp`` is the maximum HP, ``ap`` the gray AP
    """
    shares = tuple(_shares(guard, name))
    total = sum(share.value for share in shares)
    return Total(max(0, min(STAT_CAPS[name], total)), shares, STAT_CAPS[name])


def hp_max(guard: Guard) -> int:
    """The maximum HP: 20 at the start, 30 at most (ISO-DASH-001)."""
    return _value(guard, "hp")


def atk(guard: Guard) -> int:
    """Base ATK with equipment, 10 at most (ISO-DASH-004)."""
    return _value(guard, "atk")


def def_(guard: Guard) -> int:
    """Base DEF with equipment, 10 at most (ISO-DASH-005)."""
    return _value(guard, "def")


def ap_max(guard: Guard) -> int:
    """Gray AP, 5 at most (ISO-DASH-006)."""
    return _value(guard, "ap")


def ap_active(guard: Guard) -> int:
    """Gray AP that is not exhausted."""
    return ap_max(guard) - guard.ap_exhausted


def worn(guard: Guard) -> Iterator[tuple[Literal["weapon", "armor", "accessory"], Worn]]:
    """The equipped weapon, armor and accessory."""
    if guard.weapon is not None:
        yield "weapon", guard.weapon
    if guard.armor is not None:
        yield "armor", guard.armor
    if guard.accessory is not None:
        yield "accessory", guard.accessory


def _value(guard: Guard, name: Stat) -> int:
    total: int = getattr(guard.base, "def_" if name == "def" else name)
    for _, card in worn(guard):
        for bonus in card.bonuses:
            total += bonus.add if bonus.stat == name else 0
        for stone in card.stones:
            for bonus in stone.bonuses:
                total += bonus.add if bonus.stat == name else 0
    return max(0, min(STAT_CAPS[name], total))


def _shares(guard: Guard, name: Stat) -> Iterator[Share]:
    field = "def_" if name == "def" else name
    start, base = getattr(guard.start, field), getattr(guard.base, field)
    yield Share("Base", start, "base")
    if base != start:
        yield Share("Skill tree", base - start, "skills")
    for _, card in worn(guard):
        sources = [(card.card, card.bonuses), *((stone.stone, stone.bonuses) for stone in card.stones)]
        for source, bonuses in sources:
            value = sum(bonus.add for bonus in bonuses if bonus.stat == name)
            if value:
                yield Share(words(source), value, source)


def bound(guard: Guard) -> Mapping[str, tuple[str, Literal["weapon", "armor", "accessory"]]]:
    """The stones of equipped stonebound abilities: ability, and its stone and place (ISO-STONE-005)."""
    return {
        stone.ability: (stone.stone, slot)
        for slot, card in worn(guard)
        for stone in card.stones
        if stone.ability is not None
    }


def stonebound(guard: Guard) -> int:
    """How many stonebound abilities are equipped: each has a gem beneath it (ISO-ABIL-004)."""
    return len(guard.gems)


# ---- satchels


def slots(state: Position, guard: Guard) -> Total:
    """Satchel slots: four, and what tool items in the satchel add (ISO-SAT-001, ISO-SAT-008)."""
    extra = [
        Share(words(card), state.tools[card] * count, card)
        for card, count in guard.satchel.items()
        if state.tools.get(card)
    ]
    shares = (Share("Satchel", SATCHEL_SLOTS, "base"), *extra)
    return Total(sum(share.value for share in shares), shares)


def slots_of(state: Position, satchel: Mapping[str, int]) -> int:
    """Slots of a guard who would carry these cards (ISO-SAT-001, ISO-SAT-008)."""
    tools = state.tools
    return SATCHEL_SLOTS + sum(tools[card] * count for card, count in satchel.items() if card in tools)


def used_of(state: Position, satchel: Mapping[str, int]) -> int:
    """Slots that these cards fill: a quantity card one, any other card one a copy (ISO-SAT-001, ISO-SAT-002)."""
    materials = state.materials
    return sum(1 if card in materials else count for card, count in satchel.items() if count)


def open_slots(state: Position, guard: Guard) -> int:
    """Satchel slots that hold no card."""
    return slots_of(state, guard.satchel) - used_of(state, guard.satchel)


def material_limit(state: Position, card: str) -> int:
    """How many units of a material the party may carry, normally four (ISO-SAT-003)."""
    return state.materials.get(card, MATERIAL_LIMIT)


def carried(state: Position, card: str) -> int:
    """How many of a card both satchels hold together."""
    return sum(state.guards[name].satchel.get(card, 0) for name in state.party)


def holder(state: Position, card: str) -> str | None:
    """The first guard of the party whose satchel holds a card."""
    return next((name for name in state.party if state.guards[name].satchel.get(card)), None)


def tools_in_play(state: Position) -> int:
    """Tool item cards outside the supply, of six in the box (ISO-CMP-009)."""
    owners = [state.stash.cards, *(guard.satchel for guard in (*state.guards.values(), *state.reserve.values()))]
    waiting = sum(waiting.qty for waiting in state.pending if waiting.card in state.tools)
    return waiting + sum(count for cards in owners for card, count in cards.items() if card in state.tools)


def tools_left(state: Position) -> int:
    """Tool item cards in the supply."""
    return max(0, TOOL_CARDS - tools_in_play(state))


def gems_in_use(state: Position, color: str) -> int:
    """Gems of a colour on the dashboards of the party (ISO-CMP-007, ISO-ABIL-007)."""
    return sum(gem == color for name in state.party for gem in state.guards[name].gems.values())


# ---- the table


def phase(state: Position) -> str:
    """What is under way: a new card that waits for a slot comes before everything else (ISO-PHA-007)."""
    return "overflow" if state.pending else state.phase


def visited(state: Position, node: str) -> tuple[str, ...]:
    """The nodes where the party has been, with one more."""
    return state.visited if node in state.visited else (*state.visited, node)


def free_scrolls(state: Position) -> int:
    """Scroll chips that lie on no node (ISO-CMP-005)."""
    return SCROLLS - len(state.markers.scrolls)


def dial_room(value: int) -> int:
    """How much more a dial takes (ISO-ECO-001, ISO-ECO-002)."""
    return DIAL - value


def enemy_slots(state: Position) -> tuple[str, ...]:
    """The enemy dashboards on the table: two in the tutorial, where one guard fights alone, else four (ISO-SET-006)."""
    tutorial = state.campaign == 1 and len(state.party) == 1
    return ENEMY_SLOTS[:2] if tutorial else ENEMY_SLOTS


def at_fort(state: Position) -> bool:
    """Whether the party stands on a node of Fort Istra."""
    return state.at.startswith(FORT)


def pile_here(state: Position) -> bool:
    """Whether the party stands where its pile lies."""
    return state.pile is not None and state.pile.at == state.at


def sheet_line(guard: Guard) -> SheetLine:
    """A guard's line on the save sheet (ISO-SAVE-002)."""
    return SheetLine(hp=guard.hp, hp_max=hp_max(guard), atk=atk(guard), def_=def_(guard), ap_max=ap_max(guard))
