"""The cards that are in play and of which the content does not say what they do."""

from __future__ import annotations

from typing import NamedTuple

from rules.isofarian_guard.battle.library import UNREAD, Library, library
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import words


class UnreadCard(NamedTuple):
    """A card by the part of a pack in which it stands.

    :param under: of an AI card the enemy
    :param whose: who has it, in words
    """

    part: str
    card: str
    name: str
    under: str = ""
    whose: str = ""

    @property
    def query(self) -> str:
        """What asks the form for this card."""
        return f"card={self.card}&under={self.under}" if self.under else f"card={self.card}"


def unread_cards(state: Position, pack: IsofarianPack) -> list[UnreadCard]:
    """The cards on the dashboards of the party, and of the enemies of the battle under way, that nobody has entered.

    :param pack: the content that counts
    """
    cards = library(pack)
    found = [one for name in state.party for one in _of_guard(state, cards, name)]
    if state.fight is not None:
        types = dict.fromkeys(enemy.enemy for enemy in state.fight.enemies.values())
        found += [one for enemy in types for one in _of_enemy(cards, enemy)]
    return found


def _of_guard(state: Position, cards: Library, name: str) -> list[UnreadCard]:
    guard, whose = state.guards[name], cards.name(name)
    found = [
        UnreadCard("abilities", ability, cards.name(ability), whose=f"{whose}, slot {slot}")
        for slot, ability in guard.abilities.items()
        if not _ability_known(cards, ability)
    ]
    if guard.weapon is not None and getattr(cards.weapon(guard.weapon.card), "cost", None) is None:
        found.append(UnreadCard("weapons", guard.weapon.card, cards.name(guard.weapon.card), whose=whose))
    worn = cards.accessory(guard.accessory.card) if guard.accessory else None
    if guard.accessory is not None and not (worn and worn.known):
        found.append(UnreadCard("accessories", guard.accessory.card, cards.name(guard.accessory.card), whose=whose))
    item = cards.item(guard.item) if guard.item else None
    if guard.item is not None and (item is None or item.effects is None):
        found.append(UnreadCard("items", guard.item, cards.name(guard.item), whose=whose))
    return found


def _ability_known(cards: Library, ability: str) -> bool:
    stone = cards.stonebound(ability)
    if stone is not None:
        return stone.effects is not None
    sides = (cards.side(ability, "P"), cards.side(ability, "S"))
    return all(side is not None and side.effects is not None for side in sides)


def _of_enemy(cards: Library, enemy: str) -> list[UnreadCard]:
    name = cards.name(enemy)
    deck = cards.ai_deck(enemy)
    missing = sum(number for card, number in deck.items() if not _ai_known(cards, enemy, card))
    if not missing:
        return []
    told = f"{name}: {missing} of {sum(deck.values())} AI cards"
    named = [
        card for card in deck if card != UNREAD and not card.startswith("card_") and not _ai_known(cards, enemy, card)
    ]
    listed = [UnreadCard("ai_cards", card, words(card), enemy, name) for card in named]
    return [*listed, UnreadCard("ai_cards", "", told, enemy, name)]


def _ai_known(cards: Library, enemy: str, card: str) -> bool:
    text = cards.ai_card(enemy, card)
    return text is not None and text.actions is not None
