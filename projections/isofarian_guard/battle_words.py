"""What the cards of a battle do, in words made from their data."""

from __future__ import annotations

from typing import Final

from rules.isofarian_guard.battle.effects import Effects
from rules.isofarian_guard.battle.library import AccessoryText, AiText, ItemText, Library, SideText, StoneText
from rules.isofarian_guard.battle.phrases import Voice
from rules.isofarian_guard.battle.wording import describe, describe_reactions, describe_statics
from rules.kernel import words

UNKNOWN: Final = ""
"""What is said of a card that nobody has entered."""


def place_words(ref: str) -> str:
    """A node in words: ``node 29``, ``Courtyard``."""
    node = ref.rpartition("/")[2]
    return f"node {node}" if node.isdecimal() else words(node)


def ai_words(cards: Library, text: AiText | None) -> str:
    """An AI card: its actions from top to bottom, and what counts while it is visible."""
    if text is None or text.actions is None:
        return UNKNOWN
    return _said(text.actions, text, Voice(enemy=True, name=cards.name))


def side_words(cards: Library, side: SideText | None) -> str:
    """The face-up side of a Guard Ability Card with its keyword."""
    if side is None or side.effects is None:
        return UNKNOWN
    voice = Voice(ability=True, name=cards.name)
    keyword = side.keyword
    told = _said(side.effects, side, voice)
    return f"{told} [{keyword.name.capitalize()}] {' '.join(describe(keyword.effects, voice))}" if keyword else told


def stone_words(cards: Library, text: StoneText | None) -> str:
    """A Stonebound Ability Card."""
    if text is None or text.effects is None:
        return UNKNOWN
    return _said(text.effects, text, Voice(ability=True, name=cards.name))


def gear_words(cards: Library, text: AccessoryText | ItemText | None) -> str:
    """An accessory or item."""
    if text is None:
        return UNKNOWN
    voice = Voice(name=cards.name)
    if isinstance(text, ItemText):
        return " ".join(describe(text.effects or (), voice))
    return _said(text.effects or (), text, voice)


def _said(effects: Effects, text: AiText | SideText | StoneText | AccessoryText, voice: Voice) -> str:
    sentences = (
        *describe(effects, voice),
        *describe_statics(text.passive, voice),
        *describe_reactions(text.reactive, voice),
    )
    return " ".join(sentences)
