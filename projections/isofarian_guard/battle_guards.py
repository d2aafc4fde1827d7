"""The guards of a battle as pages show them: both dashboards, and what each card could do now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from projections.isofarian_guard.battle_pieces import Row, ap_row, chip_rows, cost_row, sum_row
from projections.isofarian_guard.battle_words import gear_words, side_words, stone_words
from rules.isofarian_guard.battle import chips, derived, odds
from rules.isofarian_guard.battle.abilities import ap_cost
from rules.isofarian_guard.battle.library import Library
from rules.isofarian_guard.battle.state import (
    ABILITY_SLOTS,
    AbilityCard,
    AccessoryCard,
    BattleState,
    Guard,
    ItemCard,
    StoneboundCard,
    WeaponCard,
)
from rules.kernel import Bag, Option, size, words

Openings = Mapping[tuple[str, str], Option]
"""What the rules offer now, by guard and the place of the card."""

CHANCES = (
    ("Fear", "fear"), ("Corruption", "corruption"), ("Poison", "poison"), ("Heart", "heart"), ("Evasion", "evasion"),
    ("Strengthen", "strengthen"), ("Bolster", "bolster"), ("Freeze", "freeze"), ("Stun", "stun"), ("Seal", "seal"),
    ("Weaken", "weaken"), ("Break", "break"), ("Upkeep", "upkeep"),
)  # fmt: skip
"""Chips whose chance to come up at all is told before a draw."""

_PLACES = {
    "standard_attack": "weapon", "activate_accessory": "accessory", "use_equipped_item": "item",
}  # fmt: skip


def openings(options: Iterable[Option]) -> Openings:
    """The options of the guards' cards, by guard and place."""
    found: dict[tuple[str, str], Option] = {}
    for option in options:
        guard = option.fixed.get("guard")
        place = option.fixed.get("slot") or _PLACES.get(option.do)
        if option.do == "read_card":
            place = option.fixed.get("card")
        if guard and place:
            found.setdefault((guard, place), option)
    return found


def guard_rows(state: BattleState, cards: Library, open_now: Openings) -> dict[str, Row]:
    """One row for each guard, ``fighter.<guard>``, in party order."""
    return {f"fighter.{name}": _guard(state, cards, name, open_now) for name in state.guards}


def _guard(state: BattleState, cards: Library, name: str, open_now: Openings) -> Row:
    guard = state.guards[name]
    swords, shields = resources(guard.drawn)
    return {
        "guard": name,
        "name": cards.name(name),
        "hp": guard.hp,
        "hp_max": guard.hp_max,
        "fallen": guard.hp == 0,
        "atk": sum_row(derived.attack_value(state, cards, name)),
        "def": sum_row(derived.defense_value(state, cards, name)),
        "ap": ap_row(guard.ap_active, guard.ap_exhausted),
        "blue_cubes": guard.blue_cubes,
        "aggro": state.aggro == name,
        "turn": _turn(state, name),
        "corrupted": derived.corrupted(state, cards, name),
        "sealed": derived.sealed(state, cards, name),
        "bag": chip_rows(guard.bag),
        "bag_size": size(guard.bag),
        "drawn": chip_rows(guard.drawn),
        "swords": swords,
        "shields": shields,
        "positive": chip_rows(guard.positive),
        "negative": chip_rows(guard.negative),
        "discard": chip_rows(guard.discard),
        "slots": [_slot(state, cards, name, slot, open_now) for slot in ABILITY_SLOTS if slot in guard.slots],
        "weapon": _weapon(cards, guard.weapon, _way(open_now, name, "weapon")) if guard.weapon else None,
        "accessory": _accessory(cards, guard.accessory, _way(open_now, name, "accessory")) if guard.accessory else None,
        "item": _item(cards, guard.item, _way(open_now, name, "item")) if guard.item else None,
        "satchel": [{"name": cards.name(card), "n": n} for card, n in sorted(guard.satchel.items())],
        "odds": draw_odds(state, cards, name),
    }


def resources(drawn: Bag) -> tuple[int, int]:
    """Swords and Shields that the drawn chips give, a Combo Chip counted as both."""
    worth = [(chips.worth(chip), n) for chip, n in drawn.items() if chips.is_resource(chip)]
    return sum(each[0] * n for each, n in worth), sum(each[1] * n for each, n in worth)


def _turn(state: BattleState, name: str) -> str:
    """Where a guard stands in the Guards' turn: ``acting``, ``acted`` or nothing."""
    if state.active_guard == name:
        return "acting"
    return "acted" if name in state.activated else ""


# ---- cards


def _way(open_now: Openings, guard: str, place: str) -> Row:
    """Whether a card can be used and paid now, else why not; and what it would do to whom."""
    option = open_now.get((guard, place))
    if option is None:
        return {"open": False, "why": "", "previews": []}
    previews = [
        {"name": choice.label, "words": choice.blocked or choice.detail, "blocked": bool(choice.blocked)}
        for field in option.fields
        if field.name == "target"
        for choice in field.choices
    ]
    return {"open": not option.blocked, "why": option.blocked, "previews": previews or list(_group(option))}


def _group(option: Option) -> Iterator[Row]:
    """What an attack on a whole group would do to each of it."""
    if option.do != "read_card" and option.note:
        for told in option.note.split("; "):
            name, _, sums = told.partition(": ")
            yield {"name": name, "words": sums, "blocked": False}


def _slot(state: BattleState, cards: Library, name: str, slot: str, open_now: Openings) -> Row:
    card = state.guards[name].slots[slot]
    way = {"slot": slot, "name": derived.card_name(cards, card), **_way(open_now, name, slot)}
    if isinstance(card, StoneboundCard):
        return {**way, "kind": "stonebound", **_stone(cards, card)}
    return {**way, "kind": "guard_ability", **_ability(state, cards, name, card)}


def _ability(state: BattleState, cards: Library, name: str, card: AbilityCard) -> Row:
    side = cards.side(card.ability, card.side)
    return {
        "ability": card.ability,
        "side": card.side,
        "known": side is not None and side.effects is not None,
        "words": side_words(cards, side),
        "cost": cost_row(side.cost) if side else None,
        "ap": ap_cost(state, cards, name, side) if side and side.ap_known and side.ap is not None else None,
        "ap_known": bool(side and side.ap_known),
        "keyword": side.keyword.name if side and side.keyword else "",
        "flip": side.flip if side else None,
        "chips": chip_rows(card.chips),
        "cubes": card.cubes,
        "state": "used" if card.used else "",
    }


def _stone(cards: Library, card: StoneboundCard) -> Row:
    text = cards.stonebound(card.ability)
    known = text is not None and text.effects is not None
    told = {"known": known, "words": stone_words(cards, text)}
    return {"ability": card.ability, "gem": card.gem, "element": card.element, "state": card.gem, **told}


def _weapon(cards: Library, weapon: WeaponCard, way: Row) -> Row:
    text = cards.weapon(weapon.card)
    return {
        **way,
        "name": cards.name(weapon.card),
        "cost": cost_row(text.cost) if text else None,
        "atk": text.atk if text else 0,
        "chip": words(text.chip) if text and text.chip else "",
        "chips": chip_rows(weapon.chips),
        "used": weapon.used,
    }


def _accessory(cards: Library, worn: AccessoryCard, way: Row) -> Row:
    text = cards.accessory(worn.card)
    return {
        **way,
        "name": cards.name(worn.card),
        "cost": cost_row(text.cost) if text else None,
        "ap": text.ap if text else None,
        "limit": text.limit if text else None,
        "cubes": worn.cubes,
        "flipped": worn.flipped,
        "chips": chip_rows(worn.chips),
        "known": bool(text and text.known),
        "words": gear_words(cards, text),
    }


def _item(cards: Library, item: ItemCard, way: Row) -> Row:
    text = cards.item(item.card)
    known = text is not None and text.effects is not None
    return {**way, "name": cards.name(item.card), "used": item.used, "known": known, "words": gear_words(cards, text)}


# ---- odds


def draw_odds(state: BattleState, cards: Library, name: str) -> dict[str, Any] | None:
    """The exact odds of a guard's next draw, ``None`` where none is to come in this turn: for Swords and Shields the
    chance of at least 1, 2, 3 ..., for other chips the chance that one comes up; all in percent."""
    guard = state.guards[name]
    number = _to_draw(state, name, guard)
    if not number or not guard.bag:
        return None
    fear = odds.fear_works(state, cards, name)
    chances = {kind: _table(guard.bag, kind, number, fear=fear) for kind in ("sword", "shield")}
    most = max(map(len, chances.values()))
    none = [{"words": "–"}]
    return {
        "number": number,
        "columns": list(range(1, most + 1)),
        "tables": [
            {"name": words(kind), "chances": row + none * (most - len(row))} for kind, row in chances.items() if most
        ],
        "single": _single(guard.bag, number, fear=fear),
        "fear_ends": fear and bool(guard.bag.get(odds.FEAR)),
    }


def _to_draw(state: BattleState, name: str, guard: Guard) -> int:
    if guard.hp == 0 or state.step not in ("round_start", "choose_guard", "draw"):
        return 0
    if state.active_guard == name:
        return derived.draw_number(guard) if state.draw_left is None else state.draw_left
    return 0 if name in state.activated else derived.draw_number(guard)


def _table(contents: Bag, kind: Any, number: int, *, fear: bool) -> list[dict[str, Any]]:
    found = odds.resource_table(contents, kind, number, fear=fear) if _gives(contents, kind) else {}
    return [{"least": least, **percent(float(chance))} for least, chance in found.items() if chance]


def _gives(contents: Bag, kind: str) -> bool:
    place = 0 if kind == "sword" else 1
    return any(chips.is_resource(chip) and chips.worth(chip)[place] for chip in contents)


def _single(contents: Bag, number: int, *, fear: bool) -> list[dict[str, Any]]:
    found = []
    for name, kind in CHANCES:
        wanted = [chip for chip in contents if chips.kind(chip) == kind]
        if wanted:
            chance = odds.chips_odds(contents, wanted, 1, number, fear=fear)
            bad = chips.is_negative(wanted[0])
            found.append({"name": name, "bad": bad, **percent(float(chance))})
    return found


def percent(chance: float) -> dict[str, Any]:
    """A chance as people read it: what is possible is never 0 %, what is not sure never 100 %."""
    share = round(100 * chance)
    if chance > 0 and share == 0:
        return {"share": 1, "words": "under 1 %"}
    if chance < 1 and share == 100:
        return {"share": 99, "words": "over 99 %"}
    return {"share": share, "words": f"{share} %"}
