"""Weapon, accessory and item: the Standard Attack, activations, and the one change that a battle allows."""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.battle import chips
from rules.isofarian_guard.battle.abilities import all_choices_used, chosen_payment, place_chips, unread
from rules.isofarian_guard.battle.acting import acting_guard
from rules.isofarian_guard.battle.aiming import judge_enemy
from rules.isofarian_guard.battle.book import BattleTurn, book, in_battle
from rules.isofarian_guard.battle.decisions import (
    ActivateAccessory,
    ChangeEquipment,
    MoveItem,
    ReleaseAccessoryChips,
    StandardAttack,
    UseEquippedItem,
)
from rules.isofarian_guard.battle.effects import Effects, Gain
from rules.isofarian_guard.battle.events import (
    AccessoryActivated,
    AccessoryChipsReleased,
    AccessoryFlipped,
    AccessoryUsed,
    EquippedItemUsed,
    ItemMoved,
    ReactionTriggered,
    StandardAttackPerformed,
)
from rules.isofarian_guard.battle.harm import attack
from rules.isofarian_guard.battle.interpreter import flip_if_spent, react_to_falls, run
from rules.isofarian_guard.battle.library import AccessoryText, Library, WeaponText, library
from rules.isofarian_guard.battle.luck import all_luck_used
from rules.isofarian_guard.battle.play import Play
from rules.isofarian_guard.battle.points import payment, spend
from rules.isofarian_guard.battle.state import AccessoryCard, BattleState, Guard, ItemCard, WeaponCard, with_guard
from rules.kernel import Refused, minus, plus, words
from rules.kernel.sums import Part

MOVE_ITEM_AP = 2
"""AP for moving an item into the item slot (ISO-ITEM-004)."""

# ---- Standard Attack


@in_battle(StandardAttack)
def standard_attack(turn: BattleTurn, decision: StandardAttack) -> None:
    """Attack one enemy with the weapon: chips on the weapon card, then ATK and the weapon's modifier against the
    target, and the weapon's chip if it hits (ISO-ATT-001 to ISO-ATT-003, ISO-ATT-005 to ISO-ATT-008)."""
    guard = acting_guard(turn.state, decision.guard)
    weapon = judged_weapon(guard)
    text = library(turn.pack).weapon(weapon.card)
    target = judge_enemy(turn.state, decision.target, attacked=True)
    paid = chosen_payment(guard, decision.chips, text.cost if text else None)
    place_chips(turn, decision.guard, "weapon", paid)
    turn.emit(StandardAttackPerformed(guard=decision.guard, weapon=weapon.card, target=target))
    play = Play(turn, decision.guard, "weapon", decision)
    attack(play, target, weapon_modifier(weapon, text), _weapon_chip(text))
    react_to_falls(play)


def judged_weapon(guard: Guard) -> WeaponCard:
    """The equipped weapon, where a Standard Attack may be made.

    :raises Refused: ``no_weapon`` (ISO-ATT-001), ``standard_attack_used`` (ISO-ATT-004)
    """
    if guard.weapon is None:
        raise Refused("no_weapon", "A Standard Attack needs an equipped weapon.", rule="ISO-ATT-001")
    if guard.weapon.used:
        sentence = "Each guard makes one Standard Attack per round."
        raise Refused("standard_attack_used", sentence, rule="ISO-ATT-004")
    return guard.weapon


def weapon_modifier(weapon: WeaponCard, text: WeaponText | None) -> Part:
    """The attack modifier of a weapon, which counts for its Standard Attack alone (ISO-ATT-002)."""
    label = text.label if text else words(weapon.card)
    return Part(label, text.atk if text else 0, weapon.card, "ISO-ATT-002")


def _weapon_chip(text: WeaponText | None) -> Effects:
    return (Gain(who="victim", chip=text.chip),) if text and text.chip else ()


# ---- accessory


@in_battle(ActivateAccessory)
def activate_accessory(turn: BattleTurn, decision: ActivateAccessory) -> None:
    """Activate the accessory: pay, count the use, carry it out (ISO-ACC-001, ISO-ACC-002, ISO-ACC-006)."""
    guard = acting_guard(turn.state, decision.guard)
    worn, text = judged_accessory(library(turn.pack), guard)
    if text is None or (text.effects is None and not text.known):
        raise unread("accessory")
    if text.effects is None:
        sentence = "This accessory has no effect to activate."
        raise Refused("accessory_not_activatable", sentence, rule="ISO-ACC-006")
    paid = chosen_payment(guard, decision.chips, text.cost)
    ap = payment(guard, text.ap or 0, decision.ap)
    place_chips(turn, decision.guard, "accessory", paid)
    spend(turn, decision.guard, ap)
    count_use(turn, decision.guard, worn, text)
    play = Play(turn, decision.guard, "accessory", decision)
    run(play, text.effects)
    all_choices_used(play)
    all_luck_used(turn)


def judged_accessory(cards: Library, guard: Guard) -> tuple[AccessoryCard, AccessoryText | None]:
    """The equipped accessory and its text, where it has a use left.

    :raises Refused: ``no_accessory``, ``accessory_exhausted`` (ISO-ACC-002), ``accessory_used_this_round``
        (ISO-ACC-009)
    """
    if guard.accessory is None:
        raise Refused("no_accessory", "No accessory is equipped.", rule="ISO-ACC-001")
    if guard.accessory.flipped:
        sentence = "Its uses in this battle are spent."
        raise Refused("accessory_exhausted", sentence, rule="ISO-ACC-002")
    text = cards.accessory(guard.accessory.card)
    if text and text.per_round is not None and guard.accessory.uses >= text.per_round:
        sentence = f"It works {text.per_round} times per round."
        raise Refused("accessory_used_this_round", sentence, rule="ISO-ACC-009")
    return guard.accessory, text


def count_use(turn: BattleTurn, guard: str, worn: AccessoryCard, text: AccessoryText | None) -> None:
    """Count an activation: a purple cube on a limited accessory, which is flipped at its number (ISO-ACC-002)."""
    limited = text is not None and text.limit is not None
    turn.emit(AccessoryActivated(guard=guard, card=worn.card, cube=limited))
    flip_if_spent(turn, guard, worn, text)


@in_battle(ReleaseAccessoryChips)
def release_accessory_chips(turn: BattleTurn, decision: ReleaseAccessoryChips) -> None:
    """Take the stored chips off the accessory, at will (ISO-ACC-008, ISO-CHIP-037).

    :raises Refused: ``no_such_target``, ``no_accessory``, ``chip_not_available``
    """
    guard = turn.state.guards.get(decision.guard)
    if guard is None:
        raise Refused("no_such_target", f"{decision.guard} is not in this battle.")
    if guard.accessory is None:
        raise Refused("no_accessory", "No accessory is equipped.", rule="ISO-ACC-001")
    stored = guard.accessory.chips
    if not stored:
        raise Refused("chip_not_available", "No chip is stored on the accessory.", rule="ISO-ACC-008")
    discarded = {chip: n for chip, n in stored.items() if chips.swept_to(chip) == "discard"}
    turn.emit(AccessoryChipsReleased(guard=decision.guard, discarded=discarded, supplied=minus(stored, discarded)))


# ---- item


@in_battle(UseEquippedItem)
def use_equipped_item(turn: BattleTurn, decision: UseEquippedItem) -> None:
    """Use the item in the item slot, once; it works on its bearer unless it says otherwise (ISO-ITEM-001 to
    ISO-ITEM-003, ISO-ITEM-007)."""
    guard = acting_guard(turn.state, decision.guard)
    item = judged_item(library(turn.pack), guard, decision.card)
    text = library(turn.pack).item(item.card)
    if text is None or text.effects is None:
        raise unread("item")
    turn.emit(EquippedItemUsed(guard=decision.guard, card=item.card))
    play = Play(turn, decision.guard, "item", decision)
    run(play, text.effects)
    all_choices_used(play)
    all_luck_used(turn)


def judged_item(cards: Library, guard: Guard, card: str | None) -> ItemCard:
    """The item in the item slot, where it may be used.

    :raises Refused: ``item_not_equipped`` (ISO-ITEM-001), ``item_used`` (ISO-ITEM-003), ``item_not_usable_in_battle``
        (ISO-ITEM-008)
    """
    if guard.item is None or card not in (None, guard.item.card):
        sentence = "Only the item in the item slot can be used in battle."
        raise Refused("item_not_equipped", sentence, rule="ISO-ITEM-001", remedy="Move it there for 2 AP.")
    if guard.item.used:
        raise Refused("item_used", "An item works once.", rule="ISO-ITEM-003")
    text = cards.item(guard.item.card)
    if text is not None and not text.battle:
        sentence = f"{text.label} cannot be used in battle."
        raise Refused("item_not_usable_in_battle", sentence, rule="ISO-ITEM-008")
    return guard.item


@in_battle(MoveItem)
def move_item(turn: BattleTurn, decision: MoveItem) -> None:
    """Move an item from the guard's own satchel into its item slot for 2 AP; an unused one there goes to the satchel, a
    used one to the supply (ISO-ITEM-004 to ISO-ITEM-006, ISO-ITEM-009).

    :raises Refused: ``card_not_in_satchel``, ``tool_not_equippable``, ``not_an_item``, ``not_enough_ap``,
        ``wrong_ap_payment``
    """
    guard = acting_guard(turn.state, decision.guard)
    if not guard.satchel.get(decision.card, 0):
        sentence = f"{library(turn.pack).name(decision.card)} is not in this guard's satchel."
        raise Refused("card_not_in_satchel", sentence, rule="ISO-ITEM-004")
    judge_item_kind(library(turn.pack), decision.card)
    ap = payment(guard, MOVE_ITEM_AP, decision.ap)
    spend(turn, decision.guard, ap)
    back = guard.item.card if guard.item and not guard.item.used else None
    turn.emit(ItemMoved(guard=decision.guard, card=decision.card, back=back))


def judge_item_kind(cards: Library, card: str) -> None:
    """Judge that a card may lie in the item slot.

    :raises Refused: ``tool_not_equippable`` (ISO-ITEM-006), ``not_an_item``
    """
    kind = cards.kind_of(card)
    if kind == "tool":
        sentence = "Tool items do not go into the item slot."
        raise Refused("tool_not_equippable", sentence, rule="ISO-ITEM-006")
    if kind != "item":
        raise Refused("not_an_item", f"{cards.name(card)} is no item.", rule="ISO-ITEM-004")


@in_battle(ChangeEquipment)
def change_equipment(turn: BattleTurn, decision: ChangeEquipment) -> None:
    """Equipment, abilities and stones cannot be changed once a battle has begun (ISO-START-006).

    :raises Refused: ``no_customizing_in_battle``, always
    """
    raise Refused(
        "no_customizing_in_battle",
        "Equipment and abilities cannot be changed in battle.",
        rule="ISO-START-006",
        remedy="An item can be moved into the item slot for 2 AP.",
    )


# ---- facts


@book.evolves(ReactionTriggered)
def _reaction_triggered(state: BattleState, event: ReactionTriggered) -> BattleState:
    return replace(state, reactions=plus(state.reactions, (event.count,))) if event.count else state


@book.evolves(StandardAttackPerformed)
def _standard_attack_performed(state: BattleState, event: StandardAttackPerformed) -> BattleState:
    weapon = state.guards[event.guard].weapon or WeaponCard(card=event.weapon)
    return with_guard(state, event.guard, weapon=replace(weapon, used=True))


@book.evolves(AccessoryActivated)
def _accessory_activated(state: BattleState, event: AccessoryActivated) -> BattleState:
    return _with_use(state, event.guard, event.card, cube=event.cube)


@book.evolves(AccessoryUsed)
def _accessory_used(state: BattleState, event: AccessoryUsed) -> BattleState:
    return _with_use(state, event.guard, event.card, cube=event.cube)


def _with_use(state: BattleState, guard: str, card: str, *, cube: bool) -> BattleState:
    worn = state.guards[guard].accessory or AccessoryCard(card=card)
    used = replace(worn, uses=worn.uses + 1, cubes=worn.cubes + int(cube))
    return with_guard(state, guard, accessory=used)


@book.evolves(AccessoryFlipped)
def _accessory_flipped(state: BattleState, event: AccessoryFlipped) -> BattleState:
    worn = state.guards[event.guard].accessory
    return with_guard(state, event.guard, accessory=replace(worn, flipped=True)) if worn else state


@book.evolves(AccessoryChipsReleased)
def _accessory_chips_released(state: BattleState, event: AccessoryChipsReleased) -> BattleState:
    guard = state.guards[event.guard]
    emptied = replace(guard.accessory, chips={}) if guard.accessory else None
    return with_guard(state, event.guard, accessory=emptied, discard=plus(guard.discard, event.discarded))


@book.evolves(EquippedItemUsed)
def _item_used(state: BattleState, event: EquippedItemUsed) -> BattleState:
    return with_guard(state, event.guard, item=ItemCard(card=event.card, used=True))


@book.evolves(ItemMoved)
def _item_moved(state: BattleState, event: ItemMoved) -> BattleState:
    satchel = minus(state.guards[event.guard].satchel, (event.card,))
    satchel = plus(satchel, (event.back,)) if event.back else satchel
    return with_guard(state, event.guard, satchel=satchel, item=ItemCard(card=event.card))
