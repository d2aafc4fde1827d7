"""The guards of a sheet, judged."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from rules.isofarian_guard.campaign import derived
from rules.isofarian_guard.campaign.abilities import gem_beneath
from rules.isofarian_guard.campaign.facts import ABILITY_SLOTS, STAT_CAPS
from rules.isofarian_guard.campaign.naming import in_words as in_sentence
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.parts import Bonus
from rules.isofarian_guard.content.workbook.names import key
from rules.isofarian_guard.saves.findings import Reading, numbered
from rules.isofarian_guard.saves.sheet import GuardSheet, Line
from rules.kernel import Refused, plus, words

Slot = Literal["weapon", "armor", "accessory"]
WORN: tuple[Slot, ...] = ("weapon", "armor", "accessory")


def judged_guard(judging: Reading, guard: GuardSheet) -> dict[str, Any]:
    """A guard as the decision takes it."""
    place, name, pack = f"g.{guard.name}", words(guard.name), judging.pack
    worn: dict[str, str] = {slot: _worn(judging, guard, slot) for slot in WORN}
    stones = {
        slot: [
            stone
            for at, line in numbered(f"{place}.{slot}_stones", getattr(guard, f"{slot}_stones"))
            if (stone := judging.card(at, line, "stone", f"Under the {slot} of {name}"))
        ]
        for slot in ("weapon", "armor")
    }
    bonuses = [bonus for card in worn.values() for bonus in _bonuses(pack, card)]
    bonuses += [bonus for laid in stones.values() for stone in laid for bonus in pack.stones[stone].bonuses]
    base = _base(judging, guard, bonuses)
    _hp(judging, guard, base["hp"] + _sum(bonuses, "hp"))
    judging.within(f"{place}.ap_exhausted", f"{name}: exhausted AP", guard.ap_exhausted, 0, STAT_CAPS["ap"])
    satchel = _satchel(judging, guard)
    _bag(judging, guard)
    return {
        **({} if guard.hp is None else {"hp": max(0, guard.hp)}),
        "ap_exhausted": max(0, guard.ap_exhausted),
        "base": base,
        **worn,
        "item": _item(judging, guard),
        "weapon_stones": stones["weapon"],
        "armor_stones": stones["armor"],
        "satchel": satchel,
        "bag": dict(guard.bag),
        "known": [*pack.guards[guard.name].slots.values(), *_known(judging, guard)],
        "skills": ["start", *_skills(judging, guard)],
        "abilities": {slot: _ability(judging, text) for slot, text in guard.abilities.items() if text},
        "gems": dict(_gems(judging, guard)),
    }


def in_words(guard: GuardSheet) -> str:
    """A guard who is not taken over, as written."""
    worn = [f"{slot} {line.name}" for slot in (*WORN, "item") if (line := getattr(guard, slot)).name]
    carried = [f"{line.qty} {line.name}" for line in guard.satchel if line.name]
    said = [f"{count} {chip}" for chip, count in {**guard.bag, **guard.bag_said}.items() if count]
    figures = [
        f"{what} {value}" for what, value in (("HP", guard.hp), ("ATK", guard.atk), ("DEF", guard.def_)) if value
    ]
    parts = (", ".join(figures), ", ".join(worn), f"satchel: {', '.join(carried) or 'empty'}")
    chips = f"; chips: {', '.join(said)}" if said else ""
    return f"{words(guard.name)}, not taken over: {'; '.join(part for part in parts if part)}{chips}."


def _bonuses(pack: IsofarianPack, card: str) -> Sequence[Bonus]:
    facts = pack.weapons.get(card) or pack.armors.get(card) or pack.accessories.get(card)
    return facts.bonuses if facts else ()


def _sum(bonuses: Sequence[Bonus], stat: str) -> int:
    return sum(bonus.add for bonus in bonuses if bonus.stat == stat)


def _worn(judging: Reading, guard: GuardSheet, slot: Slot) -> str:
    line: Line = getattr(guard, slot)
    place, pack = f"g.{guard.name}.{slot}", judging.pack
    card = judging.card(place, line, slot, f"{words(slot)} of {words(guard.name)}")
    if line.settled == "stash":
        judging.lay(line, card)
        return ""
    facts = pack.weapons.get(card) or pack.armors.get(card)
    if facts is not None and not facts.fits(guard.name):
        others = " and ".join(words(other) for other in facts.guards)
        judging.ask(place, f"{facts.label or words(card)} is for {others} alone, not for {words(guard.name)}.")
        return ""
    return card


def _item(judging: Reading, guard: GuardSheet) -> str:
    card = judging.card(f"g.{guard.name}.item", guard.item, "item", f"Item slot of {words(guard.name)}")
    if guard.item.settled == "stash":
        judging.lay(guard.item, card)
        return ""
    return card


def _base(judging: Reading, guard: GuardSheet, bonuses: Sequence[Bonus]) -> dict[str, int]:
    """Base stats with upgrades. HP and AP are told with what equipment adds, ATK and DEF without."""
    facts, place, name = judging.pack.guards[guard.name], f"g.{guard.name}", words(guard.name)
    printed = {"hp": facts.hp, "atk": facts.atk, "def": facts.def_, "ap": facts.ap}
    told = {"hp": guard.hp_max, "atk": guard.atk, "def": guard.def_, "ap": guard.ap}
    base = {}
    for stat, least in printed.items():
        value, more = told[stat], _sum(bonuses, stat) if stat in ("hp", "ap") else 0
        field = f"{place}.{'hp_max' if stat == 'hp' else stat}"
        if value is not None:
            judging.within(field, f"{name}: {stat.upper()}", value, 0, STAT_CAPS[stat])
        base[stat] = least if value is None else value - more
        if value is None or base[stat] >= least:
            continue
        if more and value >= least:
            base[stat] = least
            judging.tell(field, f"{name}: {stat.upper()} {least} and {more} from equipment make {least + more}.")
        else:
            sentence = f"{name}: {stat.upper()} {value} is below the {least} that the rulebook prints."
            judging.tell(field, sentence)
    return base


def _hp(judging: Reading, guard: GuardSheet, most: int) -> None:
    if guard.hp is not None and not 0 <= guard.hp <= most:
        judging.ask(f"g.{guard.name}.hp", f"{words(guard.name)}: {guard.hp} HP are not possible, {most} is the most.")


def _satchel(judging: Reading, guard: GuardSheet) -> dict[str, int]:
    place, name, pack = f"g.{guard.name}.satchel", words(guard.name), judging.pack
    cards: Mapping[str, int] = {}
    for at, line in numbered(place, guard.satchel):
        card = judging.card(at, line, "card", f"Satchel of {name}")
        if line.settled == "stash":
            judging.lay(line, card)
        elif card and line.qty > 0:
            cards = plus(cards, {card: line.qty})
            facts = pack.materials.get(card)
            if facts is not None and line.qty > facts.limit:
                judging.ask(at, f"{line.qty} {facts.label or words(card)}: a party carries {facts.limit} at most.")
    counting = Position(
        materials={card: facts.limit for card, facts in pack.materials.items()},
        tools={card: facts.extra_slots for card, facts in pack.items.items() if facts.tool},
    )
    used, slots = derived.used_of(counting, cards), derived.slots_of(counting, cards)
    if used > slots:
        judging.ask(place, f"The satchel of {name} holds {used} cards in {slots} slots: lay some into the stash.")
    return dict(cards)


def _bag(judging: Reading, guard: GuardSheet) -> None:
    """Chips that are told by colour alone have to be told by kind (ISO-DASH-011)."""
    said = {colour: count for colour, count in guard.bag_said.items() if count}
    if not said:
        return
    told = {colour: sum(n for chip, n in guard.bag.items() if chip.startswith(f"{colour}_")) for colour in said}
    names = ", ".join(f"{count} {colour}" for colour, count in said.items())
    if guard.bag_settled or not guard.plays:
        judging.notes.append(f"The save said of the bag of {words(guard.name)}: {names} chips.")
    elif told != said:
        sentence = (
            f"The save says {names} chips for {words(guard.name)}, but not which. Say it, or that the bag is right."
        )
        judging.ask(f"g.{guard.name}.bag", sentence)


def _known(judging: Reading, guard: GuardSheet) -> Iterator[str]:
    """Unlocked abilities; one that nobody recorded is kept under its name."""
    for at, line in numbered(f"g.{guard.name}.known", guard.known):
        if line.settled == "note":
            judging.notes.append(f"{words(guard.name)} knows “{line.name}”.")
        elif line.name:
            yield ability_named(judging, at, line)


def ability_named(judging: Reading, place: str, line: Line) -> str:
    """The ability that a line names; one that nobody recorded is kept under its name."""
    if not line.settled and not judging.names.found("ability", line.name):
        sentence = f"“{line.name}” is no ability that the content knows. It is kept under this name."
        judging.tell(place, sentence, [name.label for name in judging.names.close("ability", line.name)])
    return _ability(judging, line.name)


def _gems(judging: Reading, guard: GuardSheet) -> Iterator[tuple[str, str]]:
    """Gems beneath abilities: told where the element does not settle the colour (ISO-ABIL-004 to ISO-ABIL-006)."""
    for slot in ABILITY_SLOTS:
        place, text, gem = f"g.{guard.name}.gem:{slot}", guard.abilities.get(slot, ""), guard.gems.get(slot, "")
        if not text:
            if gem:
                judging.ask(place, f"A {gem} gem lies in slot {slot}, but no ability.")
            continue
        try:
            told = gem_beneath(judging.pack.abilities.get(_ability(judging, text)), text, gem)
        except Refused as refused:
            judging.ask(place, in_sentence(refused.sentence, str))
            continue
        if told:
            yield slot, told


def _skills(judging: Reading, guard: GuardSheet) -> Iterator[str]:
    """Unlocked upgrades; one that nobody recorded is kept under its name, and can be recorded later."""
    tree = judging.pack.skill_trees.get(guard.name, {})
    by_name = {key(name): id for id, node in tree.items() for name in (id, node.label or id)}
    for at, line in numbered(f"g.{guard.name}.skills", guard.skills):
        if line.settled == "note":
            judging.notes.append(f"{words(guard.name)} unlocked “{line.name}”.")
        elif line.name:
            if not line.settled and key(line.name) not in by_name:
                close = difflib.get_close_matches(key(line.name), by_name)
                sentence = f"“{line.name}” is no upgrade that the content knows. It is kept under this name."
                judging.tell(at, sentence, [words(by_name[name]) for name in close])
            yield by_name.get(key(line.name)) or key(line.name) or "upgrade"


def _ability(judging: Reading, text: str) -> str:
    found = judging.names.found("ability", text)
    return found[0].id if len(found) == 1 else key(text) or "ability"
