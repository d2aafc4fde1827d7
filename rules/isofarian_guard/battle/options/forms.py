"""Pieces of which the battle's options are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rules.isofarian_guard.battle import chips, derived
from rules.isofarian_guard.battle.aiming import judge_enemy
from rules.isofarian_guard.battle.effects import (
    Effects,
)
from rules.isofarian_guard.battle.interpreter import sources
from rules.isofarian_guard.battle.library import Library
from rules.isofarian_guard.battle.options.needs import attack_amount
from rules.isofarian_guard.battle.scene import Scene, meant
from rules.isofarian_guard.battle.state import (
    ABILITY_SLOTS,
    AbilityCard,
    BattleState,
    Enemy,
    Guard,
    is_enemy,
    standing_enemies,
    standing_guards,
)
from rules.isofarian_guard.battle.values import amount
from rules.kernel import Bag, Choice, Field, Refused, words
from rules.kernel.sums import Part


def blocked(judge: Callable[..., object], *arguments: Any, **named: Any) -> str:
    """Why a judge refuses, in one sentence; empty where it does not."""
    try:
        judge(*arguments, **named)
    except Refused as refusal:
        return refusal.sentence
    return ""


def why(refusal: Refused | None) -> str:
    """The sentence of a refusal, or nothing."""
    return refusal.sentence if refusal else ""


def slot_name(cards: Library, slot: str, enemy: Enemy) -> str:
    """An enemy as people call it: ``I Timber Wolf``."""
    return f"{slot} {cards.name(enemy.enemy)}"


# ---- targets, with what an attack would do


def enemy_choices(
    state: BattleState, cards: Library, *, attacked: bool, detail: Callable[[str], str] | None = None
) -> tuple[Choice, ...]:
    """Enemies to aim at; those that cannot be chosen say why."""
    return tuple(
        Choice(
            slot,
            slot_name(cards, slot, enemy),
            detail=f"{enemy.hp} HP. {detail(slot)}" if detail else f"{enemy.hp} HP",
            blocked=blocked(judge_enemy, state, slot, attacked=attacked),
        )
        for slot, enemy in sorted(state.enemies.items())
    )


def guard_choices(state: BattleState, cards: Library, names: Iterable[str] | None = None) -> tuple[Choice, ...]:
    """Guards, by default the standing ones, with their HP."""
    shown = standing_guards(state) if names is None else names
    return tuple(
        Choice(name, cards.name(name), detail=f"{state.guards[name].hp} of {state.guards[name].hp_max} HP")
        for name in shown
    )


def preview(state: BattleState, cards: Library, guard: str, slot: str, effects: Effects | None, target: str) -> str:
    """What the attack of a card would do to its target, with the sum; empty where it does not attack it."""
    modifier = attack_amount(effects, "target")
    if modifier is None:
        return ""
    return attack_words(state, cards, guard, slot, target, amount(_aiming(state, cards, guard, slot, target), modifier))


def group_preview(state: BattleState, cards: Library, guard: str, slot: str, effects: Effects | None) -> str:
    """What an attack on a whole group would do to each of it."""
    for who in ("all_enemies", "front_row", "back_row"):
        modifier = attack_amount(effects, who)
        if modifier is not None:
            group = meant(Scene(state, cards, guard, slot), who)
            told = (
                f"{target}: "
                + attack_words(
                    state,
                    cards,
                    guard,
                    slot,
                    target,
                    amount(_aiming(state, cards, guard, slot, target), modifier),
                )
                for target in group
            )
            return "; ".join(told)
    return ""


def attack_words(state: BattleState, cards: Library, guard: str, slot: str, target: str, modifier: int) -> str:
    """The damage of an attack and its sum in words."""
    part = Part("this attack", modifier, slot, "ISO-DMG-003")
    return derived.damage(state, cards, guard, target, part).words()


def _aiming(state: BattleState, cards: Library, guard: str, slot: str, target: str) -> Scene:
    scene = Scene(state, cards, guard, slot)
    scene.target = scene.victim = target
    return scene


# ---- cards and chips to choose from


def ability_choices(cards: Library, guard: Guard, slots: Iterable[str] | None = None) -> tuple[Choice, ...]:
    """Guard Ability Cards to choose from, by slot."""
    shown = ABILITY_SLOTS if slots is None else tuple(slots)
    return tuple(
        Choice(slot, f"{slot} {derived.card_name(cards, card)}")
        for slot, card in ((slot, guard.slots.get(slot)) for slot in shown)
        if isinstance(card, AbilityCard)
    )


def chip_choices(contents: Bag) -> tuple[Choice, ...]:
    """Chips to choose from, with their number."""
    kinds = sorted(contents, key=chips.ORDER.__getitem__)
    return tuple(Choice(chip, words(chip), detail=str(contents[chip]), most=contents[chip]) for chip in kinds)


def reaction_fields(state: BattleState, cards: Library, guards: Iterable[str]) -> Iterator[Field]:
    """The field for reactions that happen only when the players use them, and for the Evasion Chip that goes first."""
    may = [
        Choice(f"{guard}.{source.place}", f"{cards.name(guard)}: {_source_name(state, cards, guard, source.place)}")
        for guard in guards
        for source in sources(state, cards, guard)
        if any(reaction.may for reaction in source.reactions)
    ]
    if may:
        yield Field("react", "Use if it comes to it", "many", choices=tuple(may), minimum=0, required=False)
    both = [guard for guard in guards if set(chips.EVASIONS) <= set(state.guards[guard].positive)]
    if both:
        shown = tuple(Choice(chip, words(chip)) for chip in chips.EVASIONS)
        yield Field("evasion", "Evasion Chip that goes first", choices=shown, required=False)


def _source_name(state: BattleState, cards: Library, guard: str, place: str) -> str:
    dashboards = state.guards[guard]
    if place == "accessory" and dashboards.accessory:
        return cards.name(dashboards.accessory.card)
    return derived.card_name(cards, dashboards.slots[place]) if place in dashboards.slots else words(place)


# ---- cards read at the table


def deed_fields(state: BattleState, cards: Library) -> tuple[Field, ...]:
    """The fields for what a card did that was read at the table."""
    enemies = tuple(Choice(slot, slot_name(cards, slot, state.enemies[slot])) for slot in standing_enemies(state))
    everyone = (*guard_choices(state, cards), *enemies)
    kinds = tuple(Choice(chip, words(chip)) for chip in chips.CHIPS)
    return (
        Field("deed.who", "It worked on", "many", choices=everyone, minimum=0),
        Field("deed.attack", "It attacked with ATK +", "number", minimum=0, maximum=9, required=False),
        Field("deed.damage", "HP lost, no attack", "number", minimum=0, maximum=9, required=False),
        Field("deed.heal", "HP healed", "number", minimum=0, maximum=9, required=False),
        Field("deed.blue_cubes", "Blue cubes gained", "number", minimum=0, maximum=5, required=False),
        Field("deed.atk", "ATK changes this round by", "number", minimum=-9, maximum=9, required=False),
        Field("deed.def", "DEF changes this round by", "number", minimum=-9, maximum=9, required=False),
        Field("deed.green_ap", "Green AP gained", "number", minimum=0, maximum=5, required=False),
        Field("deed.chips", "Chips gained", "counts", choices=kinds, minimum=0, maximum=5, required=False),
        Field("deed.bag", "Chips added to the bag", "counts", choices=kinds, minimum=0, maximum=5, required=False),
    )


def names(cards: Library, who: Iterable[str]) -> str:
    """Guards and enemies in words."""
    return " and ".join(one if is_enemy(one) else cards.name(one) for one in who)
