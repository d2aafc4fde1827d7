"""The pieces of which sentences about cards are made: whom a card means, chips, amounts, conditions.

A voice says whose card speaks: a guard's card calls its bearer "you", an AI card calls the enemy "this enemy".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from msgspec import Struct

from rules.isofarian_guard.battle import chips
from rules.isofarian_guard.battle.amounts import (
    Amount,
    Another,
    ChipInBag,
    ChipsOf,
    Condition,
    Criterion,
    StatOf,
    VisibleAi,
    Who,
)
from rules.isofarian_guard.battle.chips import Filter
from rules.kernel import words

STATS: Final[Mapping[str, str]] = {
    "hp": "HP", "atk": "ATK", "def": "DEF", "blue_cubes": "blue cubes", "active_ap": "active AP", "total_ap": "AP",
    "green_ap": "active green AP",
}  # fmt: skip


class Voice(Struct, frozen=True):
    """Whose card speaks.

    :param enemy: an AI card; else a guard's
    :param ability: it lies in an ability slot, so that modifiers last while it is active
    :param name: what people call a card or enemy by its id
    """

    enemy: bool = False
    ability: bool = False
    name: Callable[[str], str] = words


class Subject(NamedTuple):
    """Somebody in a sentence.

    :param plural: takes verbs without s: "you" and "both guards"
    """

    name: str
    whose: str
    plural: bool = False

    def does(self, verb: str) -> str:
        """The subject with a verb: ``the target loses``."""
        if self.plural:
            return f"{self.name} {verb}"
        return f"{self.name} {'has' if verb == 'have' else 'is' if verb == 'are' else verb + 's'}"


def _one(name: str) -> Subject:
    return Subject(name, f"{name}'s")


def _all(name: str) -> Subject:
    return Subject(name, f"{name}'" if name.endswith("s") else f"{name}'s", plural=True)


_GUARDS_SUBJECTS: Final[Mapping[str, Subject]] = {
    "self": Subject("you", "your", plural=True),
    "ally": _one("the other guard"),
    "both_guards": _all("both guards"),
    "guard_target": _one("the chosen guard"),
    "target": _one("the target"),
    "targets": _one("each target"),
    "all_enemies": _all("all enemies"),
    "front_row": Subject("all enemies in the front row", "the front row's", plural=True),
    "back_row": Subject("all enemies in the back row", "the back row's", plural=True),
    "attacker": _one("the attacker"),
    "victim": _one("that target"),
}
_ENEMYS_SUBJECTS: Final[Mapping[str, Subject]] = {
    "self": _one("this enemy"),
    "target": _one("the target"),
    "all_enemies": _all("both guards"),
    "next_ally": _one("the next enemy"),
    "all_allies": _all("all other enemies"),
    "self_and_all_allies": _all("all enemies"),
    "attacker": _one("the attacker"),
    "victim": _one("that target"),
}


def subject(who: Who, voice: Voice) -> Subject:
    """Whom a selector means, in words."""
    if isinstance(who, Another):
        return _one(f"another {voice.name(who.another)}")
    known = _ENEMYS_SUBJECTS if voice.enemy else _GUARDS_SUBJECTS
    return known.get(who) or _one(words(who).lower())


# ---- chips


def chip_words(wanted: Filter, *, many: bool = True) -> str:
    """Chips that a filter lets through: ``red Fear Chips``, ``black double Sword Chips``, ``negative chips``."""
    if not isinstance(wanted, str):
        return " or ".join(chip_words(one, many=many) for one in wanted)
    if wanted in chips.CHIPS:
        return f"{chips.color(wanted)} {_symbol(wanted)} {'Chips' if many else 'Chip'}"
    if wanted == "any":
        return "chips" if many else "chip"
    if any(wanted == chips.kind(chip) for chip in chips.CHIPS):
        return f"{wanted.capitalize()} {'Chips' if many else 'Chip'}"
    return f"{wanted} {'chips' if many else 'chip'}"


def _symbol(chip: str) -> str:
    size = {"1": "single ", "2": "double "}.get(chip[-1], "") if chips.kind(chip) in ("sword", "shield") else ""
    return f"{size}{chips.kind(chip).capitalize()}"


def so_many_chips(n: Amount | str, wanted: Filter, voice: Voice) -> str:
    """A number of chips: ``2 red Fear Chips``, ``all red chips``."""
    if isinstance(n, str):
        return f"all {chip_words(wanted)}"
    if isinstance(n, int):
        return f"{n} {chip_words(wanted, many=n != 1)}"
    return f"{chip_words(wanted)} ({amount(n, voice)})"


AREAS: Final[Mapping[str, tuple[str, str]]] = {
    "bag": ("in", "bag"), "drawn": ("among", "unused drawn chips"), "positive": ("in", "positive status area"),
    "negative": ("in", "negative status area"), "discard": ("in", "discard area"), "card": ("on", "ability card"),
    "accessory": ("on", "accessory"), "enemy_card": ("on", "enemy card"),
}  # fmt: skip
"""What the areas are called, and how chips lie there."""


def place(who: Who, area: str, voice: Voice) -> str:
    """An area of somebody: ``your bag``."""
    return f"{subject(who, voice).whose} {AREAS[area][1]}"


# ---- amounts


def so_much(n: Amount | str, unit: str, voice: Voice) -> str:
    """A number of something: ``2 HP``, ``all green AP``, ``HP (your ATK)``."""
    if isinstance(n, str):
        return f"all {unit}"
    if isinstance(n, int):
        return f"{n} {unit[:-1] if n == 1 and unit.endswith('cubes') else unit}"
    return f"{unit} ({amount(n, voice)})"


def amount(value: Amount, voice: Voice) -> str:
    """What an amount comes to, in words."""
    if isinstance(value, int):
        return str(value)
    if value.stat is not None:
        return _stat(value.stat, voice)
    if value.chips is not None:
        return _chips(value.chips, voice)
    if value.count is not None:
        return f"the number of {_counted(value.count, voice)}"
    if value.sum is not None:
        return " + ".join(amount(one, voice) for one in value.sum)
    if value.times is not None:
        return " × ".join(_factor(one, voice) for one in value.times)
    return f"the lowest of {listed(amount(one, voice) for one in value.min or ())}"


def _factor(value: Amount, voice: Voice) -> str:
    said = amount(value, voice)
    return f"({said})" if not isinstance(value, int) and value.sum is not None else said


def _stat(wanted: StatOf, voice: Voice) -> str:
    return f"{subject(wanted.who, voice).whose} {STATS[wanted.stat]}"


def _chips(wanted: ChipsOf, voice: Voice) -> str:
    lying = f"{AREAS[wanted.area][0]} {place(wanted.who, wanted.area, voice)}"
    return f"the number of {chip_words(wanted.chip)} {lying}"


def _counted(who: Who, voice: Voice) -> str:
    return f"standing {subject(who, voice).name.removeprefix('all ').removeprefix('both ')}"


def signed(value: Amount, voice: Voice) -> str:
    """A modifier: ``+2``, ``−1``, ``+ your blue cubes``."""
    if isinstance(value, int):
        return f"+{value}" if value >= 0 else f"−{-value}"
    return f"+ {amount(value, voice)}"


# ---- conditions and criteria

COMPARED: Final[Mapping[str, str]] = {
    ">=": "at least", ">": "more than", "==": "exactly", "=": "exactly", "!=": "not", "<=": "at most",
    "<": "less than",
}  # fmt: skip


def condition(cond: Condition, voice: Voice) -> str:
    """A condition in words: ``your HP is at least 5``."""
    if cond.compare is not None:
        left, sign, right = cond.compare
        return f"{amount(left, voice)} is {COMPARED[sign]} {amount(right, voice)}"
    if cond.has_aggro is not None:
        return f"{subject(cond.has_aggro, voice).does('have')} aggro"
    if cond.element_active is not None:
        return f"a {cond.element_active} gem lies on a Stonebound Ability Card"
    if cond.visible_ai is not None:
        return _visible(cond.visible_ai, voice)
    if cond.fallen is not None:
        return f"{subject(cond.fallen, voice).does('have')} no HP left"
    if cond.all_ is not None:
        return " and ".join(condition(one, voice) for one in cond.all_)
    if cond.any_ is not None:
        return " or ".join(condition(one, voice) for one in cond.any_)
    return f"it is not so that {condition(cond.not_, voice)}" if cond.not_ else ""


def _visible(wanted: VisibleAi, voice: Voice) -> str:
    said = []
    if wanted.card is not None:
        said.append(voice.name(wanted.card))
    if wanted.special is not None:
        said.append("a special one (7 or 8)" if wanted.special else "no special one (1 to 6)")
    return f"{subject(wanted.who, voice).whose} visible AI card is {' and '.join(said) or 'open'}"


def criterion(by: Criterion) -> str:
    """A targeting criterion as cards print it: ``highest DEF``."""
    if isinstance(by, ChipInBag):
        return f"most {chip_words(by.chip_in_bag)} in bag"
    end, _, stat = by.partition("_")
    if end in ("highest", "lowest"):
        return f"{end} {STATS.get(stat, stat.upper())}"
    return "most active Speaking Stone Gems" if by == "active_speaking_stone" else words(by).lower()


def listed(said: Iterable[str]) -> str:
    """Several in a row: ``a, b and c``."""
    *first, last = [*said] or [""]
    return f"{', '.join(first)} and {last}" if first else last
