"""Equipment, abilities and skill trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.equipment import SLOT_OF_KIND, usable_by
from rules.isofarian_guard.campaign.facts import ABILITY_SLOTS, GEM_COLOURS, EquipmentSlot
from rules.isofarian_guard.campaign.naming import choices_of, named
from rules.isofarian_guard.campaign.options.forms import card_choices, exploring, refusal
from rules.isofarian_guard.campaign.state import Guard, Position
from rules.isofarian_guard.campaign.unlocking import known_to
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.parts import Ability, Bonus
from rules.isofarian_guard.rulebook import RULES
from rules.kernel import Choice, Field, Option, choices, words

SLOTS: tuple[EquipmentSlot, ...] = get_args(EquipmentSlot)


@RULES.offers_options
def customizing_options(state: Position, pack: IsofarianPack) -> Iterable[Option]:
    """Everything that changes a guard, guard by guard (ISO-PHA-006)."""
    if not exploring(state):
        return
    for name in state.party:
        for slot in SLOTS:
            yield from _equip(state, pack, name, slot)
        yield from _unequip(state, pack, name)
        yield from _abilities(state, pack, name)
        yield from _skills(state, pack, name)


# ---- equipment


def _equip(state: Position, pack: IsofarianPack, name: str, slot: EquipmentSlot) -> Iterator[Option]:
    """Cards from either satchel (ISO-EQP-001, ISO-EQP-002, ISO-EQP-007)."""
    for owner in state.party:
        fitting = [
            card
            for card in state.guards[owner].satchel
            if SLOT_OF_KIND.get(lookup.kind_of(state, pack, card)) == slot and usable_by(state, pack, name, card)
        ]
        if not fitting:
            continue
        found = card_choices(
            state,
            pack,
            fitting,
            lambda card, owner=owner: refusal(  # type: ignore[misc]
                state, pack, "equip", guard=name, slot=slot, card=card, **{"from": owner}
            ),
        )
        fields = [Field("card", "Card", choices=found), *_keep(state.guards[name], slot)]
        source = "" if owner == name else f" from the satchel of {named(owner)}"
        label = f"{named(name)} equips {_article(slot)}{source}"
        blocked = found[0].blocked if len(fields) == 1 and all(choice.blocked for choice in found) else ""
        if len(fields) > 1:
            fields[0] = Field("card", "Card", choices=card_choices(state, pack, fitting))
        fixed = {"guard": name, "slot": slot, "from": owner}
        yield Option("equip", label, fixed, tuple(fields), named(name), blocked=blocked)


def _article(slot: str) -> str:
    return f"an {slot}" if slot[0] in "aeiou" else f"a {slot}"


def _keep(guard: Guard, slot: EquipmentSlot) -> Iterator[Field]:
    """Stones that may lie under the new card (ISO-EQP-009)."""
    worn = dict(derived.worn(guard)).get(slot) if slot != "item" else None
    stones = tuple(dict.fromkeys(stone.stone for stone in worn.stones)) if worn else ()
    if stones:
        bound = [stone.stone for stone in worn.stones if stone.ability] if worn else []
        found = tuple(Choice(stone, named(stone), "bound" if stone in bound else "") for stone in stones)
        yield Field("keep", "Keep under the new card", "many", found, 0, len(found), required=bool(bound))


def _unequip(state: Position, pack: IsofarianPack, name: str) -> Iterator[Option]:
    guard = state.guards[name]
    worn: list[tuple[EquipmentSlot, str]] = [(slot, card.card) for slot, card in derived.worn(guard)]
    if guard.item:
        worn.append(("item", guard.item))
    for slot, card in worn:
        for to in state.party:
            where = "" if to == name else f", into the satchel of {named(to)}"
            yield Option(
                "unequip",
                f"{named(name)} takes off {lookup.called(state, pack, card)}{where}",
                {"guard": name, "slot": slot, "to": to},
                group=named(name),
                blocked=refusal(state, pack, "unequip", guard=name, slot=slot, to=to),
            )


# ---- abilities


def _abilities(state: Position, pack: IsofarianPack, name: str) -> Iterator[Option]:
    """Unlocked abilities, each into a free slot (ISO-ABIL-001 to ISO-ABIL-010)."""
    guard = state.guards[name]
    free = choices([slot for slot in ABILITY_SLOTS if slot not in guard.abilities])
    known = _unlocked(state, pack, name)
    plain = [ability for ability, facts in known.items() if facts.type == "guard_ability"]
    if plain and free:
        fields = (Field("ability", "Ability", choices=choices_of(plain)), Field("slot", "Slot", choices=free))
        yield Option("equip_ability", f"{named(name)} equips an ability", {"guard": name}, fields, named(name))
    where = [slot for slot, card in derived.worn(guard) if slot != "accessory" and len(card.stones) < card.open_slots]
    bound = {ability: facts for ability, facts in known.items() if facts.type == "stonebound"}
    if bound and free and where:
        yield from _stonebound(state, pack, name, bound, (Field("slot", "Slot", choices=free), _stone_field(where)))
    if guard.abilities:
        slots = tuple(Choice(slot, f"{slot}: {named(ability)}") for slot, ability in sorted(guard.abilities.items()))
        field = Field("slot", "Slot", choices=slots)
        yield Option("unequip_ability", f"{named(name)} unequips an ability", {"guard": name}, (field,), named(name))


def _stone_field(where: Iterable[str]) -> Field:
    return Field("stone_in", "Its stone lies under the", choices=choices(list(where)))


def _stonebound(
    state: Position, pack: IsofarianPack, name: str, bound: dict[str, Ability], fields: tuple[Field, ...]
) -> Iterator[Option]:
    rainbow = [ability for ability, facts in bound.items() if facts.element not in GEM_COLOURS]
    others = [ability for ability in bound if ability not in rainbow]
    gem = Field("gem", "Gem", choices=_gems(state))
    for abilities, extra in ((others, ()), (rainbow, (gem,))):
        if abilities:
            label = f"{named(name)} equips a stonebound ability" + (" of any colour" if extra else "")
            ability = Field("ability", "Ability", choices=choices_of(abilities))
            yield Option("equip_stonebound", label, {"guard": name}, (ability, *fields, *extra), named(name))


def _gems(state: Position) -> tuple[Choice, ...]:
    return tuple(
        Choice(color, words(color), f"{derived.gems_in_use(state, color)} of 4 in use")
        for color in dict.fromkeys(GEM_COLOURS.values())
    )


def _unlocked(state: Position, pack: IsofarianPack, name: str) -> dict[str, Ability]:
    """The abilities that a guard may equip and that nobody has equipped (ISO-ABIL-002, ISO-ABIL-003, ISO-ABIL-009)."""
    equipped = {ability for guard in state.guards.values() for ability in guard.abilities.values()}
    return {
        ability: facts
        for ability, facts in lookup.abilities(state, pack).items()
        if facts.guard in ("any", name)
        and ability not in equipped
        and known_to(state, name, ability, universal=facts.guard == "any")
        and not (facts.guard == "any" and facts.type == "stonebound" and state.chapter < 2)
    }


# ---- skills


def _skills(state: Position, pack: IsofarianPack, name: str) -> Iterator[Option]:
    """The upgrades that are not unlocked, with cost and what stands against them (ISO-SKILL-002 to ISO-SKILL-005)."""
    tree = lookup.skill_tree(state, pack, name)
    found = tuple(
        Choice(
            node,
            upgrade.label or words(node),
            f"{upgrade.cost} Lux, chapter {upgrade.chapter}: {bonus_line(upgrade.bonus)}",
            refusal(state, pack, "unlock_skill", guard=name, node=node),
        )
        for node, upgrade in tree.items()
        if node not in state.guards[name].skills
    )
    if found:
        blocked = found[0].blocked if all(choice.blocked for choice in found) else ""
        fields = (Field("node", "Upgrade", choices=found),)
        label = f"{named(name)} unlocks an upgrade"
        yield Option(
            "unlock_skill", label, {"guard": name}, fields, named(name), note=f"{state.lux} Lux.", blocked=blocked
        )


def bonus_line(bonus: Bonus) -> str:
    """What a bonus gives, in words: ``+1 HP``, ``Purple combo``, ``Meditate``."""
    if bonus.stat is not None:
        return f"+{bonus.add} {bonus.stat.upper()}"
    if bonus.chip is not None:
        return words(bonus.chip) + (f" ×{bonus.count}" if bonus.count > 1 else "")
    return named(bonus.ability) if bonus.ability else "nothing"
