"""Whether the effects of a pack's cards can be carried out: each is decoded by the language of the battle, or by the
short forms of field events (BL-095)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

import msgspec

from rules.isofarian_guard.battle.chips import CHIPS, is_resource
from rules.isofarian_guard.battle.effects import Effects, Reactions, Statics
from rules.isofarian_guard.battle.validation import faults, summoned
from rules.isofarian_guard.content.complaints import complaints
from rules.isofarian_guard.content.parts import Effect, Encounter, FieldPath, Keyword, Part, Side
from rules.isofarian_guard.content.trade import AI_NUMBERS
from rules.kernel.packs import Problem

if TYPE_CHECKING:
    from rules.isofarian_guard.content.pack import IsofarianPack

KEYWORDS: Final[Mapping[str, tuple[str, str] | None]] = {
    "chain": None, "empower": None, "harmonize": None, "endure": None, "surge": ("green_ap", "its price in green AP"),
    "inspire": ("resources", "the number of further resources"), "burst": ("cubes", "its number of yellow cubes"),
    "awaken": ("element", "its element"),
}  # fmt: skip
"""The keywords, each with what is printed beside it: the field, and its meaning."""


class _Sil(Part, frozen=True, kw_only=True):
    sil: int


class _Lux(Part, frozen=True, kw_only=True):
    lux: int


class _Gain(Part, frozen=True, kw_only=True):
    gain: str
    qty: int = 1


class _Heal(Part, frozen=True, kw_only=True):
    heal: int
    who: str = "both"


class _AddChip(Part, frozen=True, kw_only=True):
    add_chip: str
    count: int = 1
    who: str = "both"


class _Battle(Part, frozen=True, kw_only=True):
    battle: Encounter


_FIELD: Mapping[str, type[Part]] = {
    "sil": _Sil, "lux": _Lux, "gain": _Gain, "heal": _Heal, "add_chip": _AddChip, "battle": _Battle,
}  # fmt: skip


def problems(pack: IsofarianPack) -> Iterator[Problem]:
    """Effects that nobody could interpret."""
    for card, item in pack.items.items():
        yield from _undecoded(f"items.{card}.effects", _long(item.effects or ()), Effects)
    for card, weapon in pack.weapons.items():
        yield from _price(f"weapons.{card}.cost", weapon.cost or {}, status=True)
    for card, worn in pack.accessories.items():
        yield from _of_card(f"accessories.{card}", worn)
        yield from _price(f"accessories.{card}.cost", worn.cost or {})
    for card, ability in pack.abilities.items():
        yield from _of_card(f"abilities.{card}", ability)
        yield from _of_side(f"abilities.{card}.P", ability.primary)
        yield from _of_side(f"abilities.{card}.S", ability.secondary)
    for enemy, cards in pack.ai_cards.items():
        for card, ai_card in cards.items():
            yield from _undecoded(f"ai_cards.{enemy}.{card}.actions", ai_card.actions, Effects)
            yield from _always(f"ai_cards.{enemy}.{card}", ai_card)
            if ai_card.number is not None and ai_card.number not in AI_NUMBERS:
                yield Problem(f"ai_cards.{enemy}.{card}.number", f"AI cards are numbered 1 to 8, not {ai_card.number}")
    for card, event in pack.field_events.items():
        for name, path in event.paths.items():
            yield from _of_path(f"field_events.{card}.paths.{name}", path)


def strangers(pack: IsofarianPack) -> Iterator[Problem]:
    """Enemies that join a battle by an AI card and that the pack does not know."""
    for enemy, cards in pack.ai_cards.items():
        for card, ai_card in cards.items():
            try:
                joining = list(summoned(msgspec.convert(ai_card.actions, Effects)))
            except msgspec.ValidationError:
                continue
            for name in joining:
                if name not in pack.enemies:
                    yield Problem(f"ai_cards.{enemy}.{card}.actions", f"there is no enemy {name!r}")


def _of_side(place: str, side: Side | None) -> Iterator[Problem]:
    if side is None:
        return
    yield from _of_card(place, side)
    yield from _price(f"{place}.cost", side.cost)
    if side.keyword is not None:
        yield from _undecoded(f"{place}.keyword.effects", side.keyword.effects, Effects)
        yield from _of_keyword(f"{place}.keyword", side.keyword)


def _of_keyword(place: str, keyword: Keyword) -> Iterator[Problem]:
    """A keyword that exists, with the number that it is printed with (ISO-KEY-006, ISO-KEY-008, ISO-KEY-012,
    ISO-KEY-019)."""
    if keyword.name not in KEYWORDS:
        near = get_close_matches(keyword.name, KEYWORDS, n=1)
        meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(KEYWORDS)}"
        yield Problem(f"{place}.name", f"there is no keyword {keyword.name!r}; {meant}")
        return
    needed = KEYWORDS[keyword.name]
    if needed and not getattr(keyword, needed[0]):
        yield Problem(f"{place}.{needed[0]}", f"[{keyword.name.capitalize()}] is printed with {needed[1]}")


def _price(place: str, cost: Mapping[str, int], *, status: bool = False) -> Iterator[Problem]:
    """What a cost can be: Sword and Shield resources, on weapons also status chips by name (ISO-ATT-009)."""
    for kind, n in cost.items():
        chip = kind in CHIPS and not is_resource(kind)
        if kind not in ("sword", "shield") and not (status and chip):
            also = " or a status chip by its id" if status else ""
            yield Problem(f"{place}.{kind}", f"a cost is told in sword and shield{also}, not in {kind!r}")
        elif n < 0:
            yield Problem(f"{place}.{kind}", f"a cost is never below 0, found {n}")


def _of_card(place: str, card: Any) -> Iterator[Problem]:
    yield from _undecoded(f"{place}.effects", card.effects or (), Effects)
    yield from _always(place, card)


def _always(place: str, card: Any) -> Iterator[Problem]:
    yield from _undecoded(f"{place}.passive", card.passive, Statics)
    yield from _undecoded(f"{place}.reactive", card.reactive, Reactions)


def _of_path(place: str, path: FieldPath) -> Iterator[Problem]:
    effects = [*path.effects, *(effect for listed in _drawn(path) for effect in listed)]
    for effect in effects:
        kind = next((kind for key, kind in _FIELD.items() if key in effect), None)
        if kind is None:
            yield Problem(place, f"there is no such effect: {dict(effect)!r}")
        else:
            yield from _undecoded(place, effect, kind)


def _drawn(path: FieldPath) -> Iterable[tuple[Effect, ...]]:
    return path.draw.per_color.values() if path.draw else ()


def _long(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """Items may say ``{heal: 5}`` for healing their bearer."""
    return tuple(
        {"op": "heal", "who": "self", "n": effect["heal"]} if set(effect) == {"heal"} else effect for effect in effects
    )


def _undecoded(place: str, data: Any, kind: Any) -> Iterator[Problem]:
    if not data:
        return
    wrong = list(complaints(data, kind, place))
    yield from wrong
    if not wrong:
        text = msgspec.convert(data, kind)
        enemy, flips = place.startswith("ai_cards."), ".P." in place or ".S." in place
        yield from (Problem(where, fault) for where, fault in faults(text, enemy=enemy, flips=flips, path=place))
