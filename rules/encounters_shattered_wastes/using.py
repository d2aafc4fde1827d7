"""Using cards: Abilities, Items and traits (SW-ABL-001 to SW-ABL-014, SW-ITM-001 to SW-ITM-007, SW-TRT-001 to
SW-TRT-013)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from rules.encounters_shattered_wastes import events as e
from rules.encounters_shattered_wastes.acting import judge_active, judge_may_act, take_action
from rules.encounters_shattered_wastes.attacking import ability_attack, target
from rules.encounters_shattered_wastes.book import WastesTurn, a_character, book, in_phase
from rules.encounters_shattered_wastes.decisions import ArrangeArea, Shatter, UseAbility, UseItem, UseTrait
from rules.encounters_shattered_wastes.effects import arrange, judge, judge_everyone
from rules.encounters_shattered_wastes.engine import Result, carries_out, run
from rules.encounters_shattered_wastes.fates import shatter
from rules.encounters_shattered_wastes.luck import Reported, drawn
from rules.encounters_shattered_wastes.moving import way
from rules.encounters_shattered_wastes.pack import Ability, WastesPack
from rules.encounters_shattered_wastes.state import Character, Pending, Position, with_character
from rules.encounters_shattered_wastes.steps import (
    Aims,
    CheckCorruption,
    Cycle,
    DoShatter,
    Effect,
    FinishAction,
    Op,
    Step,
    Window,
)
from rules.encounters_shattered_wastes.trackers import pay
from rules.kernel import Refused


def aims_of(state: Position, decision: Any) -> Aims:
    """What a decision says about the effects of the card that it uses."""
    said = {field: getattr(decision, field) for field in _SAID if hasattr(decision, field)}
    area, draw = said.pop("target_area", None), said.pop("draw", ())
    to = getattr(decision, "to", None)
    if to is not None and decision.character in state.characters:
        said["path"] = way(state, decision.character, said.get("path"), to)
    if isinstance(draw, Mapping):
        draw = tuple(deck for deck, count in draw.items() for _ in range(count))
    rerolls = tuple(int(die) for die in said.pop("rerolls", ()) if str(die).isdecimal())
    return Aims(**said, draw=draw, rerolls=rerolls, target_area=None if area is None else str(area))


_SAID = Aims.__struct_fields__


def effects(name: str, ops: Iterable[Op], aims: Aims) -> list[Step]:
    """The steps of a card's effects."""
    return [Effect(name, op, aims) for op in ops]


# ---- Abilities


@book.decides(UseAbility)
def use_ability(turn: WastesTurn, decision: UseAbility) -> None:
    """Use an Active Ability as an action, once a round, or a Free one beside the actions, once an activation. The cost
    is paid first and stays paid (SW-ABL-003 to SW-ABL-013).

    Luck: ``dice``, and what its effects ask.
    """
    state = in_phase(turn, "action")
    name, ability = decision.character, decision.ability
    character = a_character(state, name)
    _judge_turn(state, name, turn.pack.abilities.get(ability))
    card = equipped(turn.pack, character, ability)
    judge_subtype(card, "active", "free")
    carry_out(turn, name, ability, card, aims_of(state, decision), decision.cycle)


def carry_out(turn: WastesTurn, name: str, ability: str, card: Ability, aims: Aims, cycle: bool | None = None) -> None:
    """Use an Active or Free Ability.

    :param card: what it says
    :raises Refused: ``ability_already_used`` and what its parts refuse
    """
    character = turn.state.characters[name]
    active = card.subtype == "active"
    if ability in (character.used_active if active else character.used_free):
        raise Refused("ability_already_used", "That Ability is used.", rule="SW-ABL-005" if active else "SW-ABL-007")
    steps = card_steps(name, ability, card, aims, cycle)
    if active:
        take_action(turn, name)
        steps.append(FinishAction(name))
    pay(turn, name, card.cost)
    attack = attack_steps(turn, name, card, aims)
    turn.emit(e.AbilityUsed(character=name, ability=ability, subtype="active" if active else "free"))
    judge(turn, name, card.effects, aims)
    run(turn, [*attack, *steps])


def _judge_turn(state: Position, name: str, card: Ability | None) -> None:
    if card is not None and card.subtype == "active":
        judge_may_act(state, name)
    else:
        judge_active(state, name)


def equipped(pack: WastesPack, character: Character, ability: str) -> Ability:
    """A card that a Character has (SW-ABL-012).

    :raises Refused: ``not_equipped``
    """
    if ability not in character.abilities or ability not in pack.abilities:
        raise Refused("not_equipped", "This Character does not have that card.", rule="SW-ABL-012")
    return pack.abilities[ability]


def judge_subtype(card: Ability, *subtypes: str) -> None:
    """Judge that a card is used in the way in which it can be.

    :raises Refused: ``passive_not_usable``, ``card_unknown`` or ``trigger_not_met``
    """
    if card.unknown:
        why = "Nobody has entered what this card says."
        raise Refused("card_unknown", why, rule="SW-ABL-002", remedy="Use it as a card that the table reads.")
    if card.subtype == "passive":
        raise Refused("passive_not_usable", "A Passive is in effect by itself.", rule="SW-ABL-010")
    if card.subtype not in subtypes:
        what = "Reaction" if card.subtype == "reaction" else f"{card.subtype} Ability"
        raise Refused("trigger_not_met", f"That card is a {what}.", rule="SW-RCT-002")


def attack_steps(turn: WastesTurn, name: str, card: Ability, aims: Aims) -> list[Step]:
    """The steps of a card's attack, its target judged."""
    if card.attack is None:
        return []
    return ability_attack(name, card.attack, target(turn.state, name, aims.target_area, card.attack.area))


def card_steps(name: str, ability: str, card: Ability, aims: Aims, cycle: bool | None) -> list[Step]:
    """What follows the attack of a card: its effects, its cycle, and the check of Corruption.

    :raises Refused: ``no_cycle_symbol`` (SW-CYC-002)
    """
    if cycle and card.cycle == "none":
        raise Refused("no_cycle_symbol", "That card has no Cycle symbol.", rule="SW-CYC-002")
    steps = effects(name, card.effects, aims)
    if card.cycle == "forced" or (cycle and card.cycle == "optional"):
        steps.append(Cycle(name, ability))
    return [*steps, CheckCorruption(name)]


@carries_out(CheckCorruption)
def _check_corruption(turn: WastesTurn, step: CheckCorruption) -> Result:
    judge_everyone(turn)
    return None


@carries_out(Cycle)
def _cycle(turn: WastesTurn, step: Cycle) -> Result:
    """The card goes under its deck and the top card takes its place (SW-CYC-001, SW-CYC-003). Luck: ``deck.martial``
    and the like."""
    if step.ability not in turn.state.characters[step.character].abilities:
        return None
    deck = turn.pack.deck_of(step.ability)
    pile = turn.state.decks[deck].underneath(step.ability)
    (card,) = drawn(turn, f"deck.{deck}", pile, 1, Reported({}))
    turn.emit(e.AbilityCycled(character=step.character, ability=step.ability, deck=deck, drawn=card))
    return None


@book.decides(Shatter)
def shatter_by_choice(turn: WastesTurn, decision: Shatter) -> None:
    """Shatter as an action; only a Heroic Character may (SW-SHT-001, SW-RMV-005, SW-RCL-006)."""
    state = in_phase(turn, "action")
    name = decision.character
    character = a_character(state, name)
    take_action(turn, name)
    if character.state != "heroic":
        raise Refused("only_heroic_may_shatter", "Only a Heroic Character may Shatter.", rule="SW-SHT-001")
    run(turn, [DoShatter(name), FinishAction(name)])


@carries_out(DoShatter)
def _shatter(turn: WastesTurn, step: DoShatter) -> Result:
    shatter(turn, step.character, "choice")
    return None


# ---- Items


@book.decides(UseItem)
def use_item(turn: WastesTurn, decision: UseItem) -> None:
    """Use an equipped Item in the own activation, on anybody on the board; it costs no action and lies face down
    afterwards unless it says otherwise (SW-ITM-001 to SW-ITM-006)."""
    state = in_phase(turn, "action")
    name, item = decision.character, decision.item
    character = a_character(state, name)
    judge_active(state, name)
    if item not in character.items:
        raise Refused("not_equipped", "This Character does not have that Item.", rule="SW-ITM-003")
    if character.items[item] == "used":
        raise Refused("item_face_down", "That Item is used.", rule="SW-ITM-005")
    card = turn.pack.items[item]
    aims = replace(aims_of(state, decision), target=decision.target or name)
    ops = tuple(op if op.who else replace(op, who="target") for op in card.effects)
    judge(turn, name, ops, aims)
    turn.emit(e.ItemUsed(character=name, item=item, target=str(aims.target), flipped=not card.reusable))
    run(turn, [*effects(name, ops, aims), CheckCorruption(name)])


# ---- traits


@book.decides(UseTrait)
def use_trait(turn: WastesTurn, decision: UseTrait) -> None:
    """Use the trait of the side in play: one that is declared, in the own activation; one with a Reaction symbol, while
    its window is open. Either once an activation, and once in a Refresh or Defend Phase; it costs no action
    (SW-TRT-001 to SW-TRT-005, SW-TRT-012)."""
    name = decision.character
    character = turn.state.characters.get(name)
    trait = turn.pack.trait_of(name, character.state) if character else None
    reaction = trait is not None and trait.subtype == "reaction"
    state = in_phase(turn, "refresh", "action", "defend", reacting=reaction)
    character = a_character(state, name)
    if not reaction:
        judge_active(state, name)
    if trait is None:
        raise Refused("not_equipped", "The side in play has no such trait.", rule="SW-TRT-001")
    if trait.unknown:
        why = "Nobody has entered what this trait does."
        raise Refused("card_unknown", why, rule="SW-TRT-001", remedy="Say at the table what it did.")
    if trait.subtype == "standing":
        raise Refused("passive_not_usable", "That trait is in effect by itself.", rule="SW-TRT-001")
    if character.used_trait:
        raise Refused("trait_already_used", "That trait is used.", rule="SW-TRT-002")
    aims = aims_of(state, decision)
    pending = state.pending
    if reaction and (pending is None or f"{name}.trait" not in pending.eligible):
        pay(turn, name, trait.cost)
        raise Refused("trigger_not_met", "Its trigger has not happened.", rule="SW-TRT-004")
    pay(turn, name, trait.cost)
    turn.emit(e.TraitUsed(character=name))
    judge(turn, name, trait.effects, aims)
    steps: list[Step] = [*effects(name, trait.effects, aims), CheckCorruption(name)]
    run(turn, *with_window(pending, steps))


def with_window(pending: Pending | None, steps: list[Step]) -> tuple[list[Step], tuple[Step, ...]]:
    """After a Reaction the window stays open while another is eligible, then it goes on."""
    if pending is None:
        return steps, ()
    return [*steps, Window(pending.subject, pending.trigger, pending.also)], pending.rest


@book.decides(ArrangeArea)
def arrange_area(turn: WastesTurn, decision: ArrangeArea) -> None:
    """Say which of the cards that were looked at is placed into FATIGUE and how the others lie (SW-TRT-008)."""
    state = in_phase(turn, "refresh", "action", "defend", choosing=True)
    due = state.due
    if due is None or due.kind != "arrange":
        raise Refused("no_choice_due", "No cards are being looked at.", rule="SW-TRT-008")
    arrange(turn, due.character, str(due.area), decision.place, decision.order)
    turn.emit(e.ChoiceMade())
    run(turn, (), due.rest)


@book.evolves(e.AbilityUsed)
def _ability_used(state: Position, event: e.AbilityUsed) -> Position:
    character = state.characters[event.character]
    if event.subtype == "active":
        return with_character(state, event.character, used_active=(*character.used_active, event.ability))
    return with_character(state, event.character, used_free=(*character.used_free, event.ability))


@book.evolves(e.AbilityCycled)
def _ability_cycled(state: Position, event: e.AbilityCycled) -> Position:
    deck = state.decks[event.deck].underneath(event.ability).without(event.drawn)
    held = state.characters[event.character].abilities
    abilities = tuple(event.drawn if card == event.ability else card for card in held)
    return with_character(replace(state, decks={**state.decks, event.deck: deck}), event.character, abilities=abilities)


@book.evolves(e.ItemUsed)
def _item_used(state: Position, event: e.ItemUsed) -> Position:
    if not event.flipped:
        return state
    items = state.characters[event.character].items
    return with_character(state, event.character, items={**items, event.item: "used"})


@book.evolves(e.TraitUsed)
def _trait_used(state: Position, event: e.TraitUsed) -> Position:
    return with_character(replace(state, pending=None), event.character, used_trait=True)
