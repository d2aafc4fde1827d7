"""The content of Encounters: Shattered Wastes: Characters, enemies and cards as validated data.

What no source says is marked: ``stand_in`` figures are made up by us so that the game can be played, ``unknown`` cards
have a text that only the table can read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rules.encounters_shattered_wastes import strength as card_codes
from rules.encounters_shattered_wastes.state import HealthySide, HeroicSide, InjuredSide, ShatteredSide
from rules.encounters_shattered_wastes.steps import BonusIf, Op, Reach
from rules.encounters_shattered_wastes.strength import Intent, Kind
from rules.kernel import Bag, Pack, Problem, faulty_ids, size, words

AbilityDeck = Literal["martial", "sorcery", "support", "shattered"]
Subtype = Literal["active", "free", "reaction", "passive"]
Trigger = Literal[
    "enemy_targets_adjacent_character", "own_action_performed", "other_character_moved", "own_die_rolled",
    "own_attack_hit", "own_attack_missed",
]  # fmt: skip
Name = Annotated[str, Meta(min_length=1, max_length=100, pattern=r"\S")]
Amount = Annotated[int, Meta(ge=0)]

CHARACTER_CARDS = 8
ENEMY_CARDS = 8
STRENGTH_PER_INTENT = 50
ABILITIES_PER_DECK = 20
ITEM_CARDS = 20
AFFLICTION_CARDS = 33
RELIC_CARDS = 48
LOCATION_CARDS = 8
RAGE_PER_FORM = 5


class Thing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What all content has in common.

    :param name: what is printed on it; its id in words where left out
    :param stand_in: figures made up by us in place of what no source says
    :param unknown: its text is not known: to be resolved at the table
    :param note: what is known of it all the same
    """

    name: Name | None = None
    stand_in: bool = False
    unknown: bool = False
    note: str = ""


class Modifiers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a card adds as long as it lies there: to damage and dice of attacks, or to the enemy's figures."""

    damage: int = 0
    dice: int = 0
    area_limit: int = 0
    refresh_value: int = 0


class Attack(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The attack of an Ability."""

    dice: Amount
    area: Reach = "own"
    bonus_damage: Amount = 0
    bonus_if: BonusIf = "always"


class Ability(Thing, frozen=True):
    """An Ability card (SW-ABL-001). ``trigger``: what a Reaction waits for."""

    deck: AbilityDeck
    subtype: Subtype = "active"
    cost: Amount = 0
    trigger: Trigger | None = None
    attack: Attack | None = None
    effects: tuple[Op, ...] = ()
    modifiers: Modifiers = Modifiers()
    cycle: Literal["none", "forced", "optional"] = "none"


class Trait(Thing, frozen=True):
    """A trait of one side of a Character card (SW-TRT-001).

    :param subtype: ``use`` is declared by its player, ``standing`` is always in effect
    """

    subtype: Literal["use", "reaction", "standing"] = "standing"
    cost: Amount = 0
    trigger: Trigger | None = None
    basic_attack_reach: Reach = "own"
    effects: tuple[Op, ...] = ()


class CharacterCard(Thing, frozen=True):
    """A Character card with both sides (SW-CMP-001). ``draft``: cards drawn at set-up, by deck."""

    heroic_side: HeroicSide = HeroicSide()
    shattered_side: ShatteredSide = ShatteredSide()
    draft: Mapping[Literal["martial", "sorcery", "support", "shattered", "item"], Amount] = {}
    trait: Trait | None = None
    shattered_trait: Trait | None = None


class EnemyTrait(Thing, frozen=True):
    """A trait of one side of an Enemy card; its modifiers concern the Characters' attacks (SW-ENM-016)."""

    modifiers: Modifiers = Modifiers()


class EnemyCard(Thing, frozen=True):
    """An Enemy card with both sides and both Rage decks (SW-CMP-002). ``difficulty`` is for people (SW-DIF-005)."""

    healthy_side: HealthySide = HealthySide()
    injured_side: InjuredSide = InjuredSide()
    rage_healthy: tuple[str, ...] = ()
    rage_injured: tuple[str, ...] = ()
    trait: EnemyTrait | None = None
    injured_trait: EnemyTrait | None = None
    difficulty: str = ""


class Item(Thing, frozen=True):
    """An Item card; its effects go to the target of its use."""

    effects: tuple[Op, ...] = ()
    reusable: bool = False


class Lasting(Thing, frozen=True):
    """A card that has its effect while it lies there: an Affliction, a Relic, a Location."""

    modifiers: Modifiers = Modifiers()
    copies: Annotated[int, Meta(ge=1)] = 1


class RageCard(Thing, frozen=True):
    """A Rage card. ``scope``: whom it affects (SW-RAG-001)."""

    scope: Literal["area", "all_characters", "front_line", "back_line"] = "area"
    symbols: Mapping[Kind, Amount] = {}


class Loadout(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The cards of a Character in the first game (SW-DRF-007)."""

    abilities: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


class FirstGame(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first game: its enemy and its Characters' cards (SW-ENM-011)."""

    enemy: str = ""
    loadouts: Mapping[str, Loadout] = {}
    strength: Mapping[Intent, Amount] = {}


class WastesPack(Pack, frozen=True):
    """All content by id. ``strength``: Strength cards by their code, and how often each is there."""

    characters: Mapping[str, CharacterCard] = {}
    enemies: Mapping[str, EnemyCard] = {}
    strength: Mapping[str, Annotated[int, Meta(ge=1)]] = {}
    rage_cards: Mapping[str, RageCard] = {}
    abilities: Mapping[str, Ability] = {}
    items: Mapping[str, Item] = {}
    afflictions: Mapping[str, Lasting] = {}
    relics: Mapping[str, Lasting] = {}
    locations: Mapping[str, Lasting] = {}
    first_game: FirstGame = FirstGame()

    def supply(self, intent: Intent) -> Bag:
        """The Strength cards of an intent."""
        return {card: count for card, count in self.strength.items() if card_codes.intent(card) == intent}

    def deck(self, name: str) -> tuple[str, ...]:
        """The cards of an Ability deck, or of the Item deck."""
        if name == "item":
            return tuple(self.items)
        return tuple(card for card, facts in self.abilities.items() if facts.deck == name)

    def deck_of(self, card: str) -> str:
        """The deck to which an Ability or Item belongs."""
        return self.abilities[card].deck if card in self.abilities else "item"

    def trait_of(self, character: str, state: str) -> Trait | None:
        """The trait of the side in play: the Shattered one while Shattered, else the Heroic one (SW-TRT-001)."""
        card = self.characters.get(character)
        if card is None:
            return None
        return card.shattered_trait if state == "shattered" else card.trait

    def rage(self, card: str) -> RageCard:
        """A Rage card by its id; one that is written as a code says its symbols itself."""
        coded = card_codes.rage_symbols(card)
        return self.rage_cards[card] if coded is None else RageCard(symbols=coded)

    def name_of(self, thing: str) -> str:
        """What anything is called: its name, or its id in words."""
        for part in self.parts():
            if thing in part:
                return part[thing].name or words(thing)
        return strength_name(thing) if card_codes.is_strength(thing) else words(thing)

    def parts(self) -> tuple[Mapping[str, Thing], ...]:
        """All content with names, part by part."""
        return (
            self.characters, self.enemies, self.abilities, self.items, self.afflictions, self.relics, self.locations,
            self.rage_cards,
        )  # fmt: skip

    def problems(self) -> Iterable[Problem]:
        """Where counts or references break the rulebook (SW-CMP-001 to SW-CMP-004)."""
        for part, found in zip(_PARTS, self.parts(), strict=True):
            yield from faulty_ids(part, found)
        yield from _faulty_counts(self)
        yield from _faulty_strength(self)
        yield from _faulty_references(self)
        yield from _faulty_reactions(self)


_PARTS = ("characters", "enemies", "abilities", "items", "afflictions", "relics", "locations", "rage_cards")


def strength_name(card: str) -> str:
    """A Strength card in words: ``Physical, Threat 3: 2 Damage``."""
    face = ", ".join(f"{count} {words(kind)}" for kind, count in card_codes.symbols(card).items()) or "nothing"
    return f"{words(card_codes.intent(card))}, Threat {card_codes.back_threat(card)}: {face}"


def back_name(card: str) -> str:
    """A Strength card as it lies face down: ``Physical 3``."""
    return f"{words(card_codes.intent(card))} {card_codes.back_threat(card)}"


def _faulty_counts(pack: WastesPack) -> Iterator[Problem]:
    most = {
        "characters": (len(pack.characters), CHARACTER_CARDS),
        "enemies": (len(pack.enemies), ENEMY_CARDS),
        "items": (len(pack.items), ITEM_CARDS),
        "afflictions": (sum(card.copies for card in pack.afflictions.values()), AFFLICTION_CARDS),
        "relics": (sum(card.copies for card in pack.relics.values()), RELIC_CARDS),
        "locations": (len(pack.locations), LOCATION_CARDS),
    }
    for part, (found, expected) in most.items():
        if found > expected:
            yield Problem(part, f"at most {expected} cards expected, found {found}")
    decks = Counter(card.deck for card in pack.abilities.values())
    for deck, found in decks.items():
        if found > ABILITIES_PER_DECK:
            yield Problem("abilities", f"at most {ABILITIES_PER_DECK} {deck} cards expected, found {found}")


def _faulty_strength(pack: WastesPack) -> Iterator[Problem]:
    for card in pack.strength:
        if not card_codes.is_strength(card):
            yield Problem(f"strength.{card}", "a code such as P3.d2 or M2.t1.a1 was expected")
            continue
        for kind in card_codes.symbols(card):
            if card_codes.intent(card) not in card_codes.PRINTED_ON[kind]:
                yield Problem(f"strength.{card}", f"{words(kind)} does not stand on {card_codes.intent(card)} cards")
    for intent in card_codes.INTENTS:
        found = size(pack.supply(intent))
        if found != STRENGTH_PER_INTENT:
            yield Problem("strength", f"{STRENGTH_PER_INTENT} {intent} cards expected, found {found}")


def _faulty_references(pack: WastesPack) -> Iterator[Problem]:
    for enemy, card in pack.enemies.items():
        for form in ("rage_healthy", "rage_injured"):
            deck = getattr(card, form)
            if len(deck) != RAGE_PER_FORM or len(set(deck)) != len(deck):
                yield Problem(f"enemies.{enemy}.{form}", f"{RAGE_PER_FORM} different cards expected, found {len(deck)}")
            for rage in deck:
                if rage not in pack.rage_cards:
                    yield Problem(f"enemies.{enemy}.{form}", f"there is no Rage card {rage}")
    first = pack.first_game
    if first.enemy not in pack.enemies:
        yield Problem("first_game.enemy", f"there is no enemy {first.enemy or 'named'}")
    for character, loadout in first.loadouts.items():
        unknown = {character} - set(pack.characters) | set(loadout.abilities) - set(pack.abilities)
        for name in sorted(unknown | set(loadout.items) - set(pack.items)):
            yield Problem(f"first_game.loadouts.{character}", f"there is no {name}")


def _faulty_reactions(pack: WastesPack) -> Iterator[Problem]:
    for name, card in pack.abilities.items():
        if not card.unknown and (card.subtype == "reaction") != (card.trigger is not None):
            yield Problem(f"abilities.{name}.trigger", "a Reaction has a trigger, and nothing else has one")
    for name, character in pack.characters.items():
        for side in ("trait", "shattered_trait"):
            trait = getattr(character, side)
            if trait and not trait.unknown and (trait.subtype == "reaction") != (trait.trigger is not None):
                yield Problem(f"characters.{name}.{side}.trigger", "a Reaction has a trigger, nothing else has one")
