"""What a guard's card asks of the players: the fields for the arguments that it calls for, and those that other cards
call for which it may set off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.isofarian_guard.battle import derived
from rules.isofarian_guard.battle.abilities import activatable
from rules.isofarian_guard.battle.effects import (
    ActivateCard,
    Effect,
    Effects,
    FlipCard,
    MoveChip,
    ReadyGem,
    Redraw,
    TriggerKeyword,
)
from rules.isofarian_guard.battle.keywords import burst_places, face_up, keyword_slots
from rules.isofarian_guard.battle.library import Library
from rules.isofarian_guard.battle.options.forms import (
    ability_choices,
    chip_choices,
    enemy_choices,
    guard_choices,
    preview,
    reaction_fields,
)
from rules.isofarian_guard.battle.options.needs import Needs, flattened, needs_of
from rules.isofarian_guard.battle.state import AbilityCard, BattleState, Guard
from rules.isofarian_guard.battle.stonebound import exhausted_gems
from rules.kernel import Choice, Field, words


class Call(NamedTuple):
    """What a card asks.

    :param luck: it may draw chips or AI cards
    """

    fields: tuple[Field, ...]
    luck: bool


def call(state: BattleState, cards: Library, guard: str, slot: str, effects: Effects, *, burst: bool = False) -> Call:
    """What a guard's card calls for.

    :param effects: its own effects, those of its keyword included
    :param burst: it puts a yellow cube on another card, which may set off that card's [Burst]
    """
    others = _set_off(state, cards, guard, slot, effects, burst=burst)
    whole = needs_of((*effects, *others))
    return Call(tuple(_fields(state, cards, guard, slot, effects, others, whole)), whole.luck)


def _set_off(state: BattleState, cards: Library, name: str, slot: str, effects: Effects, *, burst: bool) -> Effects:
    """The effects of the other cards of a guard that a card may set off, and of those that they set off in turn."""
    seen: set[tuple[str, str]] = set()
    found: list[Effect] = []
    waiting: list[Effect] = list(flattened(effects))
    if burst:
        waiting.extend(_reached(_bursts(state, cards, name, slot), seen, found))
    while waiting:
        effect = waiting.pop()
        if isinstance(effect, ActivateCard):
            waiting.extend(_reached(_activated(state, cards, name), seen, found))
        elif isinstance(effect, TriggerKeyword):
            waiting.extend(_reached(_triggered(state, cards, name, effect.keyword), seen, found))
    return tuple(found)


Reach = Iterator[tuple[tuple[str, str], Effects]]


def _reached(reach: Reach, seen: set[tuple[str, str]], found: list[Effect]) -> Iterator[Effect]:
    for key, effects in reach:
        if key not in seen:
            seen.add(key)
            found.extend(effects)
            yield from flattened(effects)


def _activated(state: BattleState, cards: Library, name: str) -> Reach:
    for slot in activatable(state, cards, name):
        card = state.guards[name].slots[slot]
        side = face_up(cards, card) if isinstance(card, AbilityCard) else None
        if side is not None:
            yield ("card", slot), side.effects or ()


def _triggered(state: BattleState, cards: Library, name: str, keyword: str) -> Reach:
    for slot in _keyword_slots(state, cards, name, keyword):
        card = state.guards[name].slots[slot]
        side = face_up(cards, card) if isinstance(card, AbilityCard) else None
        if side is not None and side.keyword is not None:
            yield ("keyword", slot), side.keyword.effects


def _bursts(state: BattleState, cards: Library, name: str, slot: str) -> Reach:
    for other in burst_places(state.guards[name], slot):
        card = state.guards[name].slots[other]
        side = face_up(cards, card) if isinstance(card, AbilityCard) else None
        if side is not None and side.keyword is not None and side.keyword.name == "burst":
            yield ("keyword", other), side.keyword.effects


def _keyword_slots(state: BattleState, cards: Library, name: str, keyword: str) -> tuple[str, ...]:
    """The slots whose keyword can be triggered: none under Corruption (ISO-CHIP-011)."""
    return () if derived.corrupted(state, cards, name) else keyword_slots(cards, state.guards[name], keyword)


# ---- fields


def _fields(
    state: BattleState, cards: Library, guard: str, slot: str, own: Effects, others: Effects, whole: Needs
) -> Iterator[Field]:
    if "target" in whole.aimed:
        attacked = "target" in whole.attacked

        def shown(target: str) -> str:
            return preview(state, cards, guard, slot, own, target)

        yield Field("target", "Target", choices=enemy_choices(state, cards, attacked=attacked, detail=shown))
    if "targets" in whole.aimed:
        choices = enemy_choices(state, cards, attacked="targets" in whole.attacked)
        yield Field("targets", "Targets", "many", choices=choices, minimum=1)
    if "guard_target" in whole.aimed:
        yield Field("guard_target", "For", choices=guard_choices(state, cards))
    yield from choice_fields(whole, needs_of(own))
    yield from _card_fields(state, cards, guard, (*own, *others))
    yield from reaction_fields(state, cards, (guard,))


def choice_fields(needs: Needs, sure: Needs | None = None) -> Iterator[Field]:
    """The field for labels that the players pick.

    :param sure: what is asked in any case, by default everything
    """
    if needs.choices:
        labels = tuple(dict.fromkeys(label for _, offered in needs.choices for label in offered))
        least = sum(number for number, _ in (needs if sure is None else sure).choices)
        most = sum(number for number, _ in needs.choices)
        shown = tuple(Choice(label, words(label)) for label in labels)
        yield Field(
            "choices", "Choose", "many", shown, minimum=min(least, len(labels)), maximum=most, required=least > 0
        )


def _card_fields(state: BattleState, cards: Library, name: str, effects: Effects) -> Iterator[Field]:
    guard, asked = state.guards[name], tuple(flattened(effects))
    others = activatable(state, cards, name) if _uses(asked, ActivateCard) else ()
    if others:
        yield Field("card_slot", "Which card it activates", choices=ability_choices(cards, guard, others))
    flippable = ability_choices(cards, guard)
    if flippable and any(isinstance(one, FlipCard) and one.which == "chosen" for one in asked):
        yield Field("flip_slot", "Which card is flipped", choices=flippable)
    yield from _keyword_fields(state, cards, name, asked)
    if _uses(asked, ReadyGem) and exhausted_gems(guard):
        shown = tuple(Choice(slot, f"Gem of slot {slot}") for slot in exhausted_gems(guard))
        yield Field("gem_slot", "Which gem becomes ready", choices=shown)
    if _uses(asked, Redraw) and guard.drawn:
        yield Field("return_chip", "Which chip goes back", choices=chip_choices(guard.drawn))
    if any(isinstance(one, MoveChip) and one.from_ == "card" for one in asked):
        yield from _laden_fields(cards, guard)


def _uses(asked: Effects, kind: type) -> bool:
    return any(isinstance(one, kind) for one in asked)


def _keyword_fields(state: BattleState, cards: Library, name: str, asked: Effects) -> Iterator[Field]:
    keywords = dict.fromkeys(one.keyword for one in asked if isinstance(one, TriggerKeyword))
    slots = {keyword: _keyword_slots(state, cards, name, keyword) for keyword in keywords}
    shown = [keyword for keyword, places in slots.items() if places]
    if shown:
        label = f"Whose {' or '.join(f'[{keyword.capitalize()}]' for keyword in shown)}"
        places = dict.fromkeys(slot for keyword in shown for slot in slots[keyword])
        yield Field("keyword_slot", label, choices=ability_choices(cards, state.guards[name], places))


def _laden_fields(cards: Library, guard: Guard) -> Iterator[Field]:
    laden = [slot for slot, card in guard.slots.items() if isinstance(card, AbilityCard) and card.chips]
    if len(laden) > 1:
        yield Field("from_slot", "From which card", choices=ability_choices(cards, guard, laden))
