"""The cards of a pack as the battle reads them: effects decoded, unknown parts marked, decks composed.

``None`` stands for what nobody has told yet: such a card is read at the table (:mod:`~.reading`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import Struct

from rules.isofarian_guard.battle.effects import Effects, Reactions, Statics
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.parts import Ability, Keyword, Named, Side
from rules.isofarian_guard.content.trade import AI_NUMBERS, EnemyCard
from rules.kernel import Bag, words

SPECIAL_NUMBERS: Final = (7, 8)
UNREAD: Final = "unread"
"""An AI card of a known deck whose text nobody has entered; ``card_5`` where its number is known to be free."""

Kind = Literal["item", "material", "tool", "weapon", "armor", "accessory", "speaking_stone", "unknown"]
T = TypeVar("T")


class KeywordText(Struct, frozen=True, kw_only=True):
    """A [Keyword] with its effects and price."""

    name: str
    effects: Effects
    green_ap: int = 0
    resources: int = 0
    cubes: int = 0
    element: str | None = None


class SideText(Struct, frozen=True, kw_only=True):
    """One side of a Guard Ability Card.

    :param cost: Sword and Shield resources, ``None`` where unknown
    :param ap: AP cost, ``None`` without an AP icon
    :param ap_known: false: the AP cost has not been told
    :param effects: ``None`` where unknown
    :param whole: false: there is more on it than has been told
    """

    label: str
    cost: Mapping[str, int] | None
    ap: int | None
    ap_known: bool
    flip: str | None
    effects: Effects | None
    passive: Statics
    reactive: Reactions
    keyword: KeywordText | None
    whole: bool


class StoneText(Struct, frozen=True, kw_only=True):
    """A Stonebound Ability Card; ``effects`` are ``None`` where unknown, and ``whole`` is false where there is more."""

    label: str
    guard: str
    element: str
    effects: Effects | None
    passive: Statics
    reactive: Reactions
    whole: bool


class WeaponText(Struct, frozen=True, kw_only=True):
    """A weapon: price, modifier and chip of its Standard Attack; ``cost`` is ``None`` where unknown."""

    label: str
    cost: Mapping[str, int] | None
    atk: int
    chip: str | None


class AccessoryText(Struct, frozen=True, kw_only=True):
    """An accessory.

    :param effects: ``None``: it cannot be activated
    :param known: false: its effects have not been told
    :param whole: false: there is more on it than has been told
    :param answers: true: what it answers has not been told
    """

    label: str
    limit: int | None
    per_round: int | None
    cost: Mapping[str, int]
    ap: int | None
    effects: Effects | None
    known: bool
    passive: Statics
    reactive: Reactions
    whole: bool
    answers: bool


class ItemText(Struct, frozen=True, kw_only=True):
    """An item; ``effects`` are ``None`` where unknown, and ``whole`` is false where there is more."""

    label: str
    battle: bool
    effects: Effects | None
    whole: bool


class AiText(Struct, frozen=True, kw_only=True):
    """An AI card; ``actions`` are ``None`` where unknown."""

    label: str
    number: int | None
    actions: Effects | None
    passive: Statics
    reactive: Reactions


class Library:
    """The cards of one pack. A card is decoded when it is first asked for.

    :param pack: a pack whose effects are valid
    """

    def __init__(self, pack: IsofarianPack) -> None:
        self._pack = pack
        self._known: dict[tuple[str, ...], Any] = {}

    def side(self, ability: str, side: str) -> SideText | None:
        """A side of a Guard Ability Card, or ``None`` where it is unknown."""
        return self.once(("side", ability, side), lambda: self._side(ability, side))

    def stonebound(self, ability: str) -> StoneText | None:
        """A Stonebound Ability Card, or ``None`` where it is unknown."""
        return self.once(("stonebound", ability), lambda: self._stonebound(ability))

    def owner(self, ability: str) -> str:
        """The guard who may use an ability, or ``any`` (ISO-ABILB-001, ISO-STON-006)."""
        card = self._pack.abilities.get(ability)
        return card.guard if card else "any"

    def weapon(self, card: str) -> WeaponText | None:
        """A weapon, or ``None`` where it is unknown."""
        return self.once(("weapon", card), lambda: self._weapon(card))

    def accessory(self, card: str) -> AccessoryText | None:
        """An accessory, or ``None`` where it is unknown."""
        return self.once(("accessory", card), lambda: self._accessory(card))

    def item(self, card: str) -> ItemText | None:
        """An item, or ``None`` where it is unknown."""
        return self.once(("item", card), lambda: self._item(card))

    def ai_card(self, enemy: str, card: str) -> AiText | None:
        """An AI card of an enemy type, or ``None`` where it is unknown."""
        return self.once(("ai", enemy, card), lambda: self._ai_card(enemy, card))

    def ai_cards(self, enemy: str) -> tuple[str, ...]:
        """The known AI cards of an enemy type."""
        return tuple(self._pack.ai_cards.get(enemy, ()))

    def enemy_card(self, enemy: str, stars: int) -> EnemyCard | None:
        """The enemy card of a star value (ISO-ENM-002), or ``None`` where it is unknown."""
        known = self._pack.enemies.get(enemy)
        return known.cards.get(str(stars)) if known else None

    def copies(self, enemy: str, stars: int) -> int | None:
        """How many enemy cards of this kind there are, or ``None`` where that is unknown."""
        known = self._pack.enemies.get(enemy)
        return known.copies.get(str(stars)) if known else None

    def ai_deck(self, enemy: str) -> Bag:
        """The AI deck of a type: its known cards, and unread ones up to the number of its cards (ISO-ENM-009)."""
        known = self._pack.ai_cards.get(enemy, {})
        type_ = self._pack.enemies.get(enemy)
        total = type_.ai_deck if type_ else len(AI_NUMBERS)
        deck = dict.fromkeys(known, 1)
        free = [number for number in AI_NUMBERS if number not in {card.number for card in known.values()}]
        missing = max(total - len(deck), 0)
        if missing and missing == len(free):
            return {**deck, **{f"card_{number}": 1 for number in free}}
        return {**deck, UNREAD: missing} if missing else deck

    def kind_of(self, card: str) -> Kind:
        """What kind of card lies in a satchel."""
        if card in self._pack.items:
            return "tool" if self._pack.items[card].tool else "item"
        kinds: tuple[tuple[Kind, Mapping[str, Any]], ...] = (
            ("material", self._pack.materials), ("weapon", self._pack.weapons), ("armor", self._pack.armors),
            ("accessory", self._pack.accessories), ("speaking_stone", self._pack.stones),
        )  # fmt: skip
        return next((kind for kind, cards in kinds if card in cards), "unknown")

    def limit(self, material: str) -> int:
        """How many units of a material the party may hold (ISO-END-004)."""
        known = self._pack.materials.get(material)
        return known.limit if known else 4

    @cached_property
    def passive(self) -> frozenset[str]:
        """The abilities with static effects on any side: the others need not be looked at."""
        return self._abilities_with("passive")

    @cached_property
    def reactive(self) -> frozenset[str]:
        """The abilities with reactions on any side."""
        return self._abilities_with("reactive")

    def _abilities_with(self, part: str) -> frozenset[str]:
        return frozenset(
            name
            for name, card in self._pack.abilities.items()
            if any(getattr(text, part, ()) for text in (card, card.primary, card.secondary))
        )

    @cached_property
    def materials(self) -> frozenset[str]:
        """All quantity cards."""
        return frozenset(self._pack.materials)

    def name(self, card: str) -> str:
        """What people call a card, guard, enemy or ability."""
        for part in ("abilities", "weapons", "accessories", "items", "enemies", "guards", "materials", "stones"):
            known = getattr(self._pack, part).get(card)
            if known is not None and known.label:
                return str(known.label)
        return words(card)

    def ai_name(self, enemy: str, card: str) -> str:
        """What people call an AI card of an enemy type."""
        text = self.ai_card(enemy, card)
        return text.label if text else words(card)

    # ---- decoding

    def once(self, key: tuple[str, ...], make: Callable[[], T]) -> T:
        """Something about the cards of this pack, worked out when it is first asked for."""
        if key not in self._known:
            self._known[key] = make()
        known: T = self._known[key]
        return known

    def _side(self, ability: str, side: str) -> SideText | None:
        card = self._pack.abilities.get(ability)
        text = _text_of(card, side) if card and card.type == "guard_ability" else None
        if text is None:
            return None
        return SideText(
            label=text.label or self.name(ability),
            cost=None if "cost" in text.unknown else text.cost,
            ap=text.ap,
            ap_known="ap" not in text.unknown,
            flip=text.flip,
            effects=effects_of(text.effects),
            passive=msgspec.convert(text.passive, Statics),
            reactive=msgspec.convert(text.reactive, Reactions),
            keyword=_keyword(text.keyword) if text.keyword else None,
            whole=_whole(text),
        )

    def _stonebound(self, ability: str) -> StoneText | None:
        card = self._pack.abilities.get(ability)
        if card is None or card.type != "stonebound":
            return None
        return StoneText(
            label=self.name(ability),
            guard=card.guard,
            element=card.element or "neutral",
            effects=effects_of(card.effects),
            passive=msgspec.convert(card.passive, Statics),
            reactive=msgspec.convert(card.reactive, Reactions),
            whole=_whole(card),
        )

    def _weapon(self, card: str) -> WeaponText | None:
        known = self._pack.weapons.get(card)
        return WeaponText(label=self.name(card), cost=known.cost, atk=known.atk, chip=known.chip) if known else None

    def _accessory(self, card: str) -> AccessoryText | None:
        known = self._pack.accessories.get(card)
        if known is None:
            return None
        return AccessoryText(
            label=self.name(card),
            limit=known.limit,
            per_round=known.per_round,
            cost=known.cost or {},
            ap=known.ap,
            effects=effects_of(known.effects),
            known=known.effects is not None or "effects" not in known.unknown,
            passive=msgspec.convert(known.passive, Statics),
            reactive=msgspec.convert(known.reactive, Reactions),
            whole=_whole(known),
            answers="reactive" in known.unknown,
        )

    def _item(self, card: str) -> ItemText | None:
        known = self._pack.items.get(card)
        if known is None:
            return None
        return ItemText(
            label=self.name(card), battle=known.battle, effects=effects_of(known.effects), whole=_whole(known)
        )

    def _ai_card(self, enemy: str, card: str) -> AiText | None:
        known = self._pack.ai_cards.get(enemy, {}).get(card)
        if known is None:
            return None
        unread = not known.actions and "actions" in known.unknown
        return AiText(
            label=known.label or words(card),
            number=known.number,
            actions=None if unread else effects_of(known.actions),
            passive=msgspec.convert(known.passive, Statics),
            reactive=msgspec.convert(known.reactive, Reactions),
        )


def _whole(text: Named) -> bool:
    """Whether everything that a card does has been told."""
    return not {"effects", "passive", "reactive", "keyword"} & set(text.unknown)


def effects_of(data: Any) -> Effects | None:
    """Effects from pack data. Items may say ``{heal: 5}`` for healing their bearer.

    :raises msgspec.ValidationError: for what the card language does not know
    """
    if data is None:
        return None
    plain = [{"op": "heal", "who": "self", "n": one["heal"]} if set(one) == {"heal"} else one for one in data]
    return msgspec.convert(plain, Effects)


def _text_of(card: Ability, side: str) -> Side | None:
    return card.primary if side == "P" else card.secondary


def _keyword(data: Keyword) -> KeywordText:
    return KeywordText(
        name=data.name,
        effects=effects_of(data.effects) or (),
        green_ap=data.green_ap or 0,
        resources=data.resources or 0,
        cubes=data.cubes or 0,
        element=data.element,
    )


@lru_cache(maxsize=64)
def library(pack: IsofarianPack) -> Library:
    """The cards of a pack, decoded once."""
    return Library(pack)
