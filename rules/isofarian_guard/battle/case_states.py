"""The position of a case: what is given, laid over the vocabulary's defaults."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.isofarian_guard.battle.grid import Figures, adjusted, printed
from rules.isofarian_guard.battle.library import Library, library
from rules.isofarian_guard.battle.penalties import COURTYARD
from rules.isofarian_guard.battle.state import (
    NARRATIVE_SOURCES,
    AbilityCard,
    AccessoryCard,
    Ap,
    BattleState,
    Card,
    Enemy,
    Guard,
    Holdings,
    ItemCard,
    Modifier,
    Phase,
    Pile,
    Rewards,
    StoneboundCard,
    WeaponCard,
)
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Bag
from rules.kernel.cases import without_nulls

PLACES: Mapping[str, str] = {"fort_istra_courtyard": COURTYARD}
"""Places by the name that the cases have for them."""


def said(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """A position without what is null: that is as good as left out. A guard of whom nothing is told is there all the
    same, and card data is read elsewhere."""
    guards = {name: data or {} for name, data in (given.get("guards") or {}).items()}
    told = {**given, "guards": guards, "content": None}
    return {**without_nulls(told), "content": given.get("content")}


def bag_of(data: Any) -> Bag:
    """Chips or cards as counts, from a list or a map."""
    counted: dict[str, int] = {}
    items: Iterable[tuple[str, int]] = data.items() if isinstance(data, Mapping) else ((one, 1) for one in data or ())
    for name, n in items:
        counted[name] = counted.get(name, 0) + n
    return {name: n for name, n in counted.items() if n}


def state_of(given: Mapping[str, Any], pack: IsofarianPack) -> BattleState:
    """The position."""
    cards = library(pack)
    encounter = given.get("encounter") or {}
    source, ambush = encounter.get("source", "skull"), encounter.get("ambush", False)
    difficulty = given.get("difficulty", "standard")
    active, aggro, last = given.get("active_guard"), given.get("aggro"), given.get("last_attacker")
    phase: Any = given.get("phase", "battle")
    by_source: Phase = "narrative_event" if source in NARRATIVE_SOURCES else "exploration"
    return BattleState(
        step=given.get("step", "choose_guard" if phase == "battle" else "over"),
        came_from=by_source if phase == "battle" else phase,
        source=source,
        ambush=ambush,
        retreat_allowed=not ambush and difficulty != "tenebris",
        difficulty=difficulty,
        round=given.get("round", 1),
        active_guard=active,
        activated=tuple(given.get("activated") or ((active,) if active else ())),
        enemies_activated=tuple(given.get("enemies_activated") or ()),
        aggro=aggro,
        last_attacker=last,
        attack_since=last is not None and last != aggro,
        retreating=given.get("retreating", False),
        outcome=given.get("outcome"),
        guards={name: _guard(name, data, pack) for name, data in (given.get("guards") or {}).items()},
        enemies={slot: _enemy(data, given, cards) for slot, data in (given.get("enemies") or {}).items()},
        defeats=bag_of(given.get("defeat_tally")),
        rewards=_rewards(given.get("pending_rewards")),
        holdings=_holdings(given),
    )


def _holdings(given: Mapping[str, Any]) -> Holdings:
    pile = given.get("dropped_pile")
    return Holdings(
        sil=given.get("sil", 0),
        lux=given.get("lux", 0),
        at=_place(given.get("location")),
        checkpoint=_place(given.get("checkpoint")),
        pile=Pile(at=_place(pile["node"]), cards=_satchel(pile["cards"])) if pile else None,
    )


def _place(name: str | None) -> str | None:
    return PLACES.get(name, name) if name else None


def _rewards(data: Mapping[str, Any] | None) -> Rewards | None:
    if data is None:
        return None
    return Rewards(drops=bag_of(data.get("drops")), sil=data.get("sil", 0), lux=data.get("lux", 0))


def _guard(name: str, data: Mapping[str, Any], pack: IsofarianPack) -> Guard:
    base = pack.guards[name]
    return Guard(
        hp=data.get("hp", 20),
        hp_max=data.get("max_hp", 20),
        atk=data.get("atk", base.atk),
        def_=data.get("def", base.def_),
        ap_active=_ap(data.get("ap"), gray=base.ap),
        ap_exhausted=_ap(data.get("exhausted")),
        blue_cubes=data.get("blue_cubes", 0),
        **{area: bag_of(data.get(area)) for area in ("bag", "drawn", "positive", "negative", "discard")},
        slots={slot: _card(card, pack) for slot, card in (data.get("slots") or {}).items()},
        chain=data.get("chain", False),
        weapon=_weapon(data.get("weapon")),
        accessory=_accessory(data.get("accessory"), pack),
        item=_item(data.get("item")),
        satchel=_satchel(data.get("satchel") or ()),
        satchel_slots=data.get("satchel_size", 4),
        modifiers=_modifiers(data.get("modifiers")),
    )


def _ap(data: Any, gray: int = 0) -> Ap:
    """AP of both colors; an int is gray AP.

    :param gray: gray AP where none is told
    """
    if isinstance(data, int):
        return Ap(gray=data)
    return Ap(gray=(data or {}).get("gray", gray), green=(data or {}).get("green", 0))


def _card(data: Mapping[str, Any], pack: IsofarianPack) -> Card:
    if "stonebound" in data:
        printed_element = pack.abilities[data["stonebound"]].element or "neutral"
        element = data.get("gem_color", printed_element)
        return StoneboundCard(ability=data["stonebound"], gem=data.get("gem", "ready"), element=element)
    chips = bag_of(data.get("chips"))
    return AbilityCard(
        ability=data["ability"],
        side=data.get("side", "P"),
        chips=chips,
        used=data.get("used", bool(chips)),
        cubes=data.get("cubes", 0),
        burst=data.get("burst", False),
    )


def _named(data: Any) -> Mapping[str, Any]:
    return {"card": data} if isinstance(data, str) else data


def _weapon(data: Any) -> WeaponCard | None:
    if not data:
        return None
    named = _named(data)
    chips = bag_of(named.get("chips"))
    return WeaponCard(card=named["card"], chips=chips, used=named.get("used", bool(chips)))


def _accessory(data: Any, pack: IsofarianPack) -> AccessoryCard | None:
    if not data:
        return None
    named = _named(data)
    known = pack.accessories.get(named["card"])
    spent = known is not None and known.limit is not None and named.get("cubes", 0) >= known.limit
    return AccessoryCard(
        card=named["card"],
        cubes=named.get("cubes", 0),
        flipped=named.get("flipped", spent),
        chips=bag_of(named.get("chips")),
        uses=named.get("used_this_round", 0),
    )


def _item(data: Any) -> ItemCard | None:
    if not data:
        return None
    named = _named(data)
    return ItemCard(card=named["card"], used=named.get("used", False))


def _satchel(entries: Iterable[Mapping[str, Any]]) -> Bag:
    held: dict[str, int] = {}
    for entry in entries:
        held[entry["card"]] = held.get(entry["card"], 0) + entry.get("qty", 1)
    return held


def _modifiers(data: Any) -> tuple[Modifier, ...]:
    return tuple(
        Modifier(
            stat=one["stat"],
            by=one["by"],
            until=one.get("until", "round"),
            guard=one["source"][0] if one.get("source") else None,
            slot=one["source"][1] if one.get("source") else None,
        )
        for one in data or ()
    )


def _enemy(data: Mapping[str, Any], given: Mapping[str, Any], cards: Library) -> Enemy:
    stars = data.get("stars", 1)
    card = printed(cards, data["type"], stars)
    figures = adjusted(card, given.get("difficulty", "standard")) if card else Figures(data.get("hp", 0), 0, 0, 0)
    hp = data.get("hp", 0 if data.get("defeated") else figures.hp)
    return Enemy(
        enemy=data["type"],
        stars=stars,
        hp=hp,
        start_hp=data.get("start_hp", figures.hp),
        atk=data.get("atk", figures.atk),
        def_=data.get("def", figures.def_),
        ap_active=_ap(data.get("ap"), gray=figures.ap),
        ap_exhausted=_ap(data.get("exhausted")),
        blue_cubes=data.get("blue_cubes", 0),
        chips=bag_of(data.get("chips")),
        ai_deck=bag_of(data.get("ai_deck")),
        ai_discard=tuple(data.get("ai_discard") or ()),
        defeated=data.get("defeated", hp == 0),
        modifiers=_modifiers(data.get("modifiers")),
    )
