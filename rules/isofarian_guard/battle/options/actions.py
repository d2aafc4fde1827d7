"""Options of step 6: abilities, Stonebound Abilities, Standard Attack, accessory, item, and being done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.isofarian_guard.battle import derived, keywords
from rules.isofarian_guard.battle.abilities import ap_cost, judged_card, usable_card
from rules.isofarian_guard.battle.book import book
from rules.isofarian_guard.battle.effects import Effects, Redraw
from rules.isofarian_guard.battle.equipment import (
    MOVE_ITEM_AP,
    judge_item_kind,
    judged_accessory,
    judged_item,
    judged_weapon,
    weapon_modifier,
)
from rules.isofarian_guard.battle.keywords import shows
from rules.isofarian_guard.battle.library import AccessoryText, KeywordText, Library, SideText, library
from rules.isofarian_guard.battle.options.calls import Call, call
from rules.isofarian_guard.battle.options.forms import (
    ability_choices,
    attack_words,
    blocked,
    chip_choices,
    deed_fields,
    enemy_choices,
    group_preview,
    reaction_fields,
)
from rules.isofarian_guard.battle.options.needs import flattened
from rules.isofarian_guard.battle.points import payment
from rules.isofarian_guard.battle.resources import cost_words, payments, thriftiest
from rules.isofarian_guard.battle.state import ABILITY_SLOTS, AbilityCard, BattleState, Guard, ally_of, standing_guards
from rules.isofarian_guard.battle.stonebound import judged_stonebound
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Bag, Choice, Field, Option, size, words

NOTHING = Call((), luck=False)
ABILITIES, EQUIPMENT, TABLE = "Abilities", "Weapon, accessory, item", "Read at the table"


@book.offers_options
def action_options(state: BattleState, pack: IsofarianPack) -> Iterable[Option]:
    """Everything that the active guard may do after its draw."""
    if state.step == "actions" and state.active_guard is not None:
        cards, name = library(pack), state.active_guard
        yield from _abilities(state, cards, name)
        yield from _standard_attack(state, cards, name)
        yield from _accessory(state, cards, name)
        yield from _item(state, cards, name)
        yield Option(
            "end_activation", f"{cards.name(name)} is done", {"guard": name}, group="Guards' turn", likely=True
        )
    yield from _releases(state, library(pack))
    yield from _answers(state, library(pack))


# ---- abilities


def _abilities(state: BattleState, cards: Library, name: str) -> Iterator[Option]:
    guard = state.guards[name]
    for slot in ABILITY_SLOTS:
        card = guard.slots.get(slot)
        if isinstance(card, AbilityCard):
            side = cards.side(card.ability, card.side)
            known = side is not None and side.effects is not None
            if side is not None and known:
                yield _ability(state, cards, name, slot, side)
            if side is None or not known or not side.whole:
                refusal = blocked(judged_card, state, cards, name, slot)
                yield _reading(state, cards, name, slot, derived.card_name(cards, card), refusal, pays=True)
        elif card is not None:
            yield from _stonebound(state, cards, name, slot)


def _ability(state: BattleState, cards: Library, name: str, slot: str, side: SideText) -> Option:
    guard = state.guards[name]
    effects = (side.effects or ()) + (side.keyword.effects if side.keyword else ())
    cost = ap_cost(state, cards, name, side)
    refusal = _ability_refusal(state, cards, name, slot, side, cost)
    asked = NOTHING if refusal else call(state, cards, name, slot, effects, burst=shows(side, "burst"))
    return Option(
        "activate_ability",
        f"{side.label} ({_price(side, cost)})",
        {"guard": name, "slot": slot},
        ()
        if refusal
        else (
            *asked.fields,
            *_keyword_fields(cards, guard, slot, side),
            *_payment_fields(guard, side.cost, cost),
        ),
        group=ABILITIES,
        likely=not refusal,
        luck=asked.luck or _endures(state, name, side.keyword),
        note=group_preview(state, cards, name, slot, effects),
        blocked=refusal,
    )


def _price(side: SideText, ap: int) -> str:
    """What a side costs, as far as somebody has told it."""
    price = [cost_words(side.cost)] if side.cost else []
    price += [f"{ap} AP"] if side.ap is not None else []
    if side.cost is None or not side.ap_known:
        price.append("the rest as the card says" if price else "as the card says")
    return ", ".join(price) or "free"


def _endures(state: BattleState, name: str, keyword: KeywordText | None) -> bool:
    return keyword is not None and keyword.name == "endure" and ally_of(state, name) is not None


def _ability_refusal(state: BattleState, cards: Library, name: str, slot: str, side: SideText, cost: int) -> str:
    guard = state.guards[name]
    barred = blocked(usable_card, state, cards, name, slot) or blocked(payment, guard, cost, None)
    if not barred and side.cost and thriftiest(guard, side.cost) is None:
        return f"That costs {cost_words(side.cost)}; the drawn chips do not reach it."
    return barred


def _keyword_fields(cards: Library, guard: Guard, slot: str, side: SideText) -> Iterator[Field]:
    keyword = side.keyword
    if keyword is None:
        return
    if keyword.name == "surge" and guard.ap_active.green >= keyword.green_ap:
        yield Field("surge", f"[Surge] for {keyword.green_ap} green AP", "number", minimum=0, maximum=1, required=False)
    if keyword.name == "inspire":
        usable = {chip: n for chip, n in guard.drawn.items() if chip != "purple_combo"}
        if sum(keywords.inspire_worth(chip) * n for chip, n in usable.items()) >= keyword.resources:
            yield Field(
                "inspire_chips",
                f"[Inspire] for {keyword.resources} more resources",
                "counts",
                choices=chip_choices(usable),
                minimum=0,
                maximum=keyword.resources,
                required=False,
            )
    others = keywords.burst_places(guard, slot)
    if keyword.name == "burst" and others:
        yield Field("burst_on", "The yellow cube goes on", choices=ability_choices(cards, guard, others))


def _payment_fields(guard: Guard, cost: Bag | None, ap: int) -> Iterator[Field]:
    """How it is paid, where there is a choice; left out, the thriftiest chips and gray AP go first."""
    if cost and len(guard.drawn) > 1:
        yield Field(
            "chips", "Pay with", "counts", choices=chip_choices(guard.drawn), minimum=1, maximum=4, required=False
        )
    if ap and guard.ap_active.gray and guard.ap_active.green:
        active = guard.ap_active
        colors = (Choice("gray", "Gray AP", most=active.gray), Choice("green", "Green AP", most=active.green))
        yield Field("ap", "AP", "counts", choices=colors, minimum=ap, maximum=ap, required=False)


def _stonebound(state: BattleState, cards: Library, name: str, slot: str) -> Iterator[Option]:
    card = state.guards[name].slots[slot]
    text = cards.stonebound(card.ability)
    refusal = blocked(judged_stonebound, state, cards, name, slot)
    if text is None or text.effects is None or not text.whole:
        yield _reading(state, cards, name, slot, cards.name(card.ability), refusal, pays=False)
    if text is None or text.effects is None:
        return
    asked = NOTHING if refusal else call(state, cards, name, slot, text.effects)
    yield Option(
        "activate_stonebound",
        f"{text.label} (gem)",
        {"guard": name, "slot": slot},
        asked.fields,
        group=ABILITIES,
        likely=not refusal,
        luck=asked.luck,
        note=group_preview(state, cards, name, slot, text.effects),
        blocked=refusal,
    )


# ---- weapon, accessory, item


def _standard_attack(state: BattleState, cards: Library, name: str) -> Iterator[Option]:
    guard = state.guards[name]
    if guard.weapon is None:
        return
    weapon, text = guard.weapon, cards.weapon(guard.weapon.card)
    cost = text.cost if text else None
    refusal = blocked(judged_weapon, guard)
    if not refusal and cost is not None and thriftiest(guard, cost) is None:
        refusal = f"That costs {cost_words(cost)}; the drawn chips do not reach it."
    modifier = weapon_modifier(weapon, text)

    def shown(target: str) -> str:
        return attack_words(state, cards, name, "weapon", target, modifier.value)

    fields = (
        Field("target", "Target", choices=enemy_choices(state, cards, attacked=True, detail=shown)),
        *reaction_fields(state, cards, (name,)),
        *_payment_fields(guard, cost, 0),
    )
    label = f"Standard Attack with {modifier.label} ({cost_words(cost) if cost else 'as the card says'})"
    yield Option(
        "standard_attack",
        label,
        {"guard": name},
        () if refusal else fields,
        group=EQUIPMENT,
        likely=not refusal,
        blocked=refusal,
    )


def _accessory(state: BattleState, cards: Library, name: str) -> Iterator[Option]:
    guard = state.guards[name]
    if guard.accessory is None:
        return
    text = cards.accessory(guard.accessory.card)
    refusal = blocked(judged_accessory, cards, guard)
    if text is None or not text.whole:
        yield _reading(state, cards, name, "accessory", cards.name(guard.accessory.card), refusal, pays=True)
    if text is not None and text.effects is not None:
        yield _accessory_option(state, cards, name, text, refusal)


def _accessory_option(state: BattleState, cards: Library, name: str, text: AccessoryText, refusal: str) -> Option:
    guard = state.guards[name]
    effects = text.effects or ()
    refusal = refusal or blocked(payment, guard, text.ap or 0, None) or _accessory_price(guard, text, effects)
    asked = NOTHING if refusal else call(state, cards, name, "accessory", effects)
    price = [cost_words(text.cost)] if text.cost else []
    price += [f"{text.ap} AP"] if text.ap else []
    return Option(
        "activate_accessory",
        f"{text.label}{' (' + ', '.join(price) + ')' if price else ''}",
        {"guard": name} if text.cost else {"guard": name, "chips": {}},
        ()
        if refusal
        else (
            *asked.fields,
            *_payment_fields(guard, text.cost, text.ap or 0),
        ),
        group=EQUIPMENT,
        luck=asked.luck,
        note=group_preview(state, cards, name, "accessory", effects),
        blocked=refusal,
    )


def _accessory_price(guard: Guard, text: AccessoryText, effects: Effects) -> str:
    if text.cost and thriftiest(guard, text.cost) is None:
        return f"That costs {cost_words(text.cost)}; the drawn chips do not reach it."
    if any(isinstance(effect, Redraw) for effect in flattened(effects)):
        paid = payments(guard, text.cost)
        if not any(size(chips) < size(guard.drawn) for chips in paid):
            return "There is no unused drawn chip left to draw again."
    return ""


def _releases(state: BattleState, cards: Library) -> Iterator[Option]:
    """Stored chips may be taken off an accessory at will."""
    if state.step in ("over", "rewards"):
        return
    for name, guard in state.guards.items():
        if guard.accessory and guard.accessory.chips:
            stored = size(guard.accessory.chips)
            label = f"{cards.name(name)} takes {stored} stored chips off {cards.name(guard.accessory.card)}"
            yield Option("release_accessory_chips", label, {"guard": name}, group=EQUIPMENT)


def _answers(state: BattleState, cards: Library) -> Iterator[Option]:
    """An accessory that nobody has entered may answer something at any moment."""
    if state.step in ("over", "rewards"):
        return
    for name in standing_guards(state):
        guard = state.guards[name]
        text = cards.accessory(guard.accessory.card) if guard.accessory else None
        if guard.accessory and (text is None or text.answers):
            label = f"{cards.name(guard.accessory.card)} of {cards.name(name)} answered something, and it did this"
            refusal = blocked(judged_accessory, cards, guard)
            fields = () if refusal else deed_fields(state, cards)
            note = "We read the card at the table. It costs nothing."
            yield Option("read_reaction", label, {"guard": name}, fields, TABLE, note=note, blocked=refusal)


def _item(state: BattleState, cards: Library, name: str) -> Iterator[Option]:
    guard = state.guards[name]
    if guard.item is not None:
        text = cards.item(guard.item.card)
        refusal = blocked(judged_item, cards, guard, None)
        if text is None or text.effects is None or not text.whole:
            yield _reading(state, cards, name, "item", cards.name(guard.item.card), refusal, pays=False)
        if text is not None and text.effects is not None:
            asked = NOTHING if refusal else call(state, cards, name, "item", text.effects)
            fixed = {"guard": name, "card": guard.item.card}
            label = f"Use {text.label}"
            yield Option(
                "use_equipped_item",
                label,
                fixed,
                asked.fields,
                group=EQUIPMENT,
                luck=asked.luck,
                blocked=refusal,
            )
    movable = [card for card in guard.satchel if not blocked(judge_item_kind, cards, card)]
    for card in movable:
        refusal = blocked(payment, guard, MOVE_ITEM_AP, None)
        label = f"Move {cards.name(card)} into the item slot ({MOVE_ITEM_AP} AP)"
        yield Option("move_item", label, {"guard": name, "card": card}, group=EQUIPMENT, blocked=refusal)


# ---- cards that nobody has entered


def _reading(
    state: BattleState, cards: Library, name: str, card: str, label: str, refusal: str, *, pays: bool
) -> Option:
    guard = state.guards[name]
    paid: list[Field] = []
    if pays and guard.drawn:
        most = min(size(guard.drawn), 4)
        shown = chip_choices(guard.drawn)
        paid.append(Field("chips", "Paid with", "counts", choices=shown, minimum=0, maximum=most, required=False))
    if pays and guard.ap_active.gray:
        gray = guard.ap_active.gray
        paid.append(Field("ap.gray", "Gray AP paid", "number", minimum=0, maximum=gray, required=False))
    return Option(
        "read_card",
        f"{label}: we read the card, and it did this",
        {"guard": name, "card": card},
        () if refusal else (*paid, *deed_fields(state, cards)),
        group=TABLE,
        note=f"Nobody has entered all that {words(label)} does.",
        blocked=refusal,
    )
