"""The guards of a foreign save."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.isofarian_guard.campaign.facts import GUARDS, SATCHEL_SLOTS, colour
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.workbook.names import key
from rules.isofarian_guard.saves.sheet import GuardSheet, Line
from rules.isofarian_guard.saves.taking import Taken
from rules.kernel import Bag, plus, words

SATCHEL_CARD = "Expanded Satchel"
COLOURS = ("black", "green", "purple", "red")
_KINDS: Mapping[str, str] = {
    "weaken": "red_weaken",
    "break": "red_break",
    "freeze": "purple_freeze",
    "poison": "purple_poison",
    "corrupt": "purple_corruption",
}
"""Chips of which the Companion says the kind."""


def guards(
    several: Sequence[Taken], active: set[str], pack: IsofarianPack, remarks: list[str], notes: list[str]
) -> tuple[GuardSheet, ...]:
    """All guards of a save, those of the party first.

    :param active: the names of those who play, as the save spells them; where it does not say, the only two play
    :raises rules.kernel.documents.Unreadable: with the place
    """
    playing = {key(name) for name in active}
    everybody = not active and len(several) <= GUARDS
    found: dict[str, GuardSheet] = {}
    for taken in several:
        written = taken.text("name")
        name = key(written)
        if name not in pack.guards:
            remarks.append(f"“{written}” is no guard of this game; what the save says of them stands in the notes.")
            notes += [f"{written or 'A guard without a name'}: {rest}" for rest in taken.rest()]
            continue
        if name in found:
            raise taken.fault(f"{taken.path}.name", f"{written} stands there twice")
        found[name] = _guard(taken, name, everybody or name in playing, remarks, notes)
    return tuple(sorted(found.values(), key=lambda guard: not guard.plays))


def _guard(taken: Taken, name: str, plays: bool, remarks: list[str], notes: list[str]) -> GuardSheet:
    bag, said = _bag(taken.map("chips"), name, notes)
    equipment = taken.map("equipment")
    guard = GuardSheet(
        name=name,
        plays=plays,
        hp=taken.number("hp"),
        hp_max=taken.number("maxHp"),
        atk=taken.number("baseAtk"),
        def_=taken.number("baseDef"),
        ap=taken.number("apGray"),
        satchel=_satchel(taken, name, remarks),
        bag=bag,
        bag_said=said,
        weapon=Line(equipment.text("weapon")),
        armor=Line(equipment.text("armor")),
        accessory=Line(equipment.text("accessory")),
        item=Line(equipment.text("item")),
    )
    notes += [f"{words(name)}: {rest}" for rest in (*_in_battle(taken), *_stones(taken))]
    taken.leave("startingBlack")
    notes += [f"{words(name)}: {rest}" for part in (taken, equipment) for rest in part.rest()]
    return guard


def _satchel(taken: Taken, name: str, remarks: list[str]) -> tuple[Line, ...]:
    lines = [
        Line(item, qty)
        for slot in taken.maps("satchel")
        if (item := slot.text("item")) and (qty := _qty(slot.number("qty")))
    ]
    if taken.flag("expandedSatchel") and key(SATCHEL_CARD) not in {key(line.name) for line in lines}:
        lines.append(Line(SATCHEL_CARD))
        remarks.append(
            f"{words(name)} has more than {SATCHEL_SLOTS} slots: that is an {SATCHEL_CARD}, a card which takes a slot "
            "of its own."
        )
    return tuple(lines)


def _qty(told: int | None) -> int:
    return 1 if told is None else told


def _bag(chips: Taken, name: str, notes: list[str]) -> tuple[Bag, Bag]:
    """The chips whose kind is said, and all chips by colour."""
    told = {chip: count for chip, count in chips.counts() if count}
    known = {_KINDS[chip]: count for chip, count in told.items() if chip in _KINDS}
    said = {chip: count for chip, count in told.items() if chip in COLOURS}
    others = ", ".join(f"{chip} {count}" for chip, count in told.items() if chip not in {*_KINDS, *COLOURS})
    if others:
        notes.append(f"{words(name)}: other chips: {others}.")
    for chip, count in known.items():
        said = dict(plus(said, {colour(chip): count}))
    return known, said


def _in_battle(taken: Taken) -> Iterable[str]:
    """Green AP and blue cubes are gone when a battle is over."""
    for field, what in (("apTemp", "green AP"), ("tempDef", "blue cubes")):
        count = taken.number(field)
        if count:
            yield f"{count} {what} from a battle."


def _stones(taken: Taken) -> Iterable[str]:
    """The Companion counts speaking stones without their names."""
    states = []
    for stone in taken.maps("stones"):
        round_ = stone.number("cooldownRound")
        states.append(stone.text("state") + (f" since round {round_}" if round_ else ""))
    if any(state != "ready" for state in states):
        yield f"speaking stones: {', '.join(states)}."
