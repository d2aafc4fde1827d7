"""Potions, sharing, armor."""

from __future__ import annotations

from msgspec.structs import replace

from rules.artisans_of_splendent_vale.book import ValeTurn, begun, book, played
from rules.artisans_of_splendent_vale.decisions import DrinkPotion, EquipArmor, RemoveArmor, Share
from rules.artisans_of_splendent_vale.effects import judge, run
from rules.artisans_of_splendent_vale.events import ArmorEquipped, ItemShared, PotionDrunk
from rules.artisans_of_splendent_vale.figures import MATERIA
from rules.artisans_of_splendent_vale.hexes import adjacent
from rules.artisans_of_splendent_vale.scenes import card_of
from rules.artisans_of_splendent_vale.state import Equipped, Position, Sheet, Work, counted, with_sheet
from rules.kernel import Refused

DOUBLE = "make_it_a_double"

# ---- potions


@book.decides(DrinkPotion)
def drink_potion(turn: ValeTurn, decision: DrinkPotion) -> None:
    """Drink a potion at any time, also inside an attack (AV-POT-001 to AV-POT-005, AV-POT-007).

    Luck: ``dice``.
    """
    state, who = begun(turn), decision.who
    if not played(state, who).potions.get(decision.potion):
        raise Refused("no_potion", "No such potion is left.", rule="AV-POT-002")
    if decision.boost and decision.via != DOUBLE:
        raise Refused("drink_not_boostable", "Only Make It A Double boosts a drink.", rule="AV-POT-005")
    card = card_of(state, turn.pack, decision.potion)
    effects = card.drink if card is not None else ()
    work = Work(user=who, effects=effects, boosted=decision.boost)
    judge(state, work)
    turn.emit(PotionDrunk(who=who, potion=decision.potion))
    run(turn, work)


# ---- sharing


@book.decides(Share)
def share(turn: ValeTurn, decision: Share) -> None:
    """Hand over potions, materia or equipment; in a scene only the first two, to who stands adjacent (AV-SHR-001 to
    AV-SHR-007, AV-CRF-002, AV-CRF-003, AV-ARM-006)."""
    state, giver, taker = begun(turn), decision.from_, decision.to
    sheet = played(state, giver)
    played(state, taker)
    if giver == taker:
        raise Refused("malformed", "Giver and taker are the same.")
    item = MATERIA if decision.kind == "materia" else decision.item or ""
    _judge_kind(state, sheet, decision.kind, item)
    if state.phase == "action_scene" and not adjacent(state, giver, taker):
        raise Refused("not_adjacent", "In a scene only neighbours hand things over.", rule="AV-SHR-003")
    count = 1 if decision.kind == "equipment" else decision.count
    if stock(sheet, decision.kind, item) < count:
        raise Refused("cannot_pay", "There is not so much of it.", rule="AV-SHR-006")
    turn.emit(ItemShared(from_=giver, to=taker, kind=decision.kind, item=item, count=count))


def _judge_kind(state: Position, sheet: Sheet, kind: str, item: str) -> None:
    if kind == "component" and item != MATERIA:
        raise Refused("not_shareable", "Nobody else can use that component.", rule="AV-CRF-003")
    if kind == "equipment" and (state.phase == "action_scene" or item in sheet.armor.cards):
        raise Refused("not_shareable", "That cannot be handed over now.", rule="AV-SHR-002")


def stock(sheet: Sheet, kind: str, item: str) -> int:
    """How much of something a character has."""
    if kind == "potion":
        return sheet.potions.get(item, 0)
    if kind == "equipment":
        return int(item in sheet.cards)
    return sheet.components.get(item, 0)


# ---- armor


@book.decides(EquipArmor)
def equip_armor(turn: ValeTurn, decision: EquipArmor) -> None:
    """Apply a piece of armor to its slot, for good (AV-ARM-001 to AV-ARM-003)."""
    state = begun(turn)
    sheet = played(state, decision.who)
    if decision.card not in sheet.cards:
        raise Refused("card_not_owned", "A character applies only cards of their own.", rule="AV-SCN-008")
    card = card_of(state, turn.pack, decision.card)
    if card is not None and (card.only or decision.who) != decision.who:
        raise Refused("wrong_character", "That card is another character's.", rule="AV-EQP-003")
    slot = card.slot if card is not None and card.slot is not None else decision.slot
    if slot is None or (card is not None and card.type != "armor"):
        raise Refused("wrong_card_type", "That is no armor, or its slot is not known.", rule="AV-ARM-001")
    if getattr(sheet.armor, slot) is not None or decision.card in sheet.armor.cards:
        raise Refused("slot_filled", "That slot is in use.", rule="AV-ARM-003")
    turn.emit(ArmorEquipped(who=decision.who, card=decision.card, slot=slot))


@book.decides(RemoveArmor)
def remove_armor(turn: ValeTurn, decision: RemoveArmor) -> None:
    """Armor is never taken off (AV-ARM-002).

    :raises Refused: ``armor_permanent``, always
    """
    played(begun(turn), decision.who)
    raise Refused("armor_permanent", "Armor stays on for the whole campaign.", rule="AV-ARM-002")


# ---- what the events change


@book.evolves(PotionDrunk)
def _potion_drunk(state: Position, event: PotionDrunk) -> Position:
    return with_sheet(state, event.who, potions=counted(state.characters[event.who].potions, event.potion, -1))


@book.evolves(ItemShared)
def _item_shared(state: Position, event: ItemShared) -> Position:
    state = _handed(state, event.from_, event.kind, event.item, -event.count)
    return _handed(state, event.to, event.kind, event.item, event.count)


def _handed(state: Position, who: str, kind: str, item: str, by: int) -> Position:
    sheet = state.characters[who]
    if kind == "potion":
        return with_sheet(state, who, potions=counted(sheet.potions, item, by))
    if kind != "equipment":
        return with_sheet(state, who, components=counted(sheet.components, item, by))
    if by > 0:
        return with_sheet(state, who, cards=(*sheet.cards, item))
    left = Equipped(
        weapons=_without(sheet.equipped.weapons, item),
        trinkets=_without(sheet.equipped.trinkets, item),
        skills=_without(sheet.equipped.skills, item),
    )
    return with_sheet(state, who, cards=_without(sheet.cards, item), equipped=left)


def _without(cards: tuple[str, ...], item: str) -> tuple[str, ...]:
    return tuple(card for card in cards if card != item)


@book.evolves(ArmorEquipped)
def _armor_equipped(state: Position, event: ArmorEquipped) -> Position:
    armor = state.characters[event.who].armor
    return with_sheet(state, event.who, armor=replace(armor, **{event.slot: event.card}))
