"""A group enters a card: its data are judged, and told back in words before they count. First everything that does not
fit a card is said at once, then everything that fits and means nothing.

The data are those of a pack, as a map or as YAML: what a form sends, what a file holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.isofarian_guard.content import card_language
from rules.isofarian_guard.content.card_words import Paragraph, card_words
from rules.isofarian_guard.content.complaints import complaints
from rules.isofarian_guard.content.pack import GAME, IsofarianPack
from rules.isofarian_guard.content.parts import Ability, Accessory, Item, Named, Weapon
from rules.isofarian_guard.content.trade import AiCard
from rules.kernel import Problem, words
from rules.kernel.documents import Unreadable, read_document

ENTERED: Final[Mapping[str, type[Named]]] = {
    "abilities": Ability, "ai_cards": AiCard, "weapons": Weapon, "accessories": Accessory, "items": Item,
}  # fmt: skip
"""The kinds of cards with effects, by the part of the pack in which they stand."""


class Entered(Struct, frozen=True):
    """A card that somebody enters.

    :param card: the card, or ``None`` while something is wrong
    :param faults: everything that is wrong, with its place within the card
    :param told: the card in words, empty while something is wrong
    """

    card: Named | None = None
    faults: tuple[Problem, ...] = ()
    told: tuple[Paragraph, ...] = ()


def entered(part: str, facts: Mapping[str, Any], name: Callable[[str], str] = words) -> Entered:
    """A card from plain data, judged and told back.

    :param part: a key of :data:`ENTERED`
    :param name: what people call a card, guard or enemy by its id
    """
    kind = ENTERED[part]
    faults = tuple(complaints(facts, kind))
    if faults:
        return Entered(faults=faults)
    card = msgspec.convert(facts, kind)
    faults = tuple(_without_meaning(part, card))
    return Entered(faults=faults) if faults else Entered(card=card, told=card_words(card, name))


def entered_text(part: str, text: str, name: Callable[[str], str] = words) -> Entered:
    """A card from YAML or JSON text; faults carry the line of the text. See :func:`entered`."""
    try:
        document = read_document(text)
    except Unreadable as fault:
        return Entered(faults=(Problem(fault.path, fault.why, fault.line),))
    if not isinstance(document.data, Mapping):
        return Entered(faults=(Problem("", "a card is a map of its fields, such as effects and cost"),))
    read = entered(part, document.data, name)
    faults = [replace(fault, line=document.line(fault.path)) for fault in read.faults]
    return replace(read, faults=tuple(sorted(faults, key=lambda fault: fault.line)))


def _without_meaning(part: str, card: Named) -> list[Problem]:
    """What can be read but never carried out: the same faults as those of a pack, with places within the card."""
    under = {"enemy": {"card": card}} if part == "ai_cards" else {"card": card}
    alone = IsofarianPack(game=GAME, name="card", **{part: under})  # type: ignore[arg-type]
    prefix = f"{part}.enemy.card." if part == "ai_cards" else f"{part}.card."
    return [replace(fault, path=fault.path.removeprefix(prefix)) for fault in card_language.problems(alone)]
