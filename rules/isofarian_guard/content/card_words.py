"""A card in words made from its data: what people see before they enter a card, and beside it afterwards.

The words of the publisher are never in the data, so these sentences are ours throughout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import singledispatch
from typing import Any

import msgspec
from msgspec import Struct

from rules.isofarian_guard.battle.effects import Reactions, Statics
from rules.isofarian_guard.battle.library import effects_of
from rules.isofarian_guard.battle.phrases import Voice, chip_words, listed
from rules.isofarian_guard.battle.resources import cost_words
from rules.isofarian_guard.battle.wording import describe, describe_reactions, describe_statics
from rules.isofarian_guard.content.parts import Ability, Accessory, Bonus, Item, Keyword, Named, Side, Weapon
from rules.isofarian_guard.content.trade import AiCard
from rules.kernel import words


class Paragraph(Struct, frozen=True):
    """Sentences under a heading.

    :param heading: ``Primary side: Guard``; empty for what concerns the whole card
    """

    heading: str
    sentences: tuple[str, ...]


def card_words(card: Named, name: Callable[[str], str] = words) -> tuple[Paragraph, ...]:
    """What a card is and does, in short paragraphs; a paragraph with nothing to say is left out.

    :param card: an ability, AI card, weapon, accessory or item whose effects are valid
    :param name: what people call a card, guard or enemy by its id
    """
    return tuple(part for part in _paragraphs(card, name) if part.sentences)


Name = Callable[[str], str]


@singledispatch
def _paragraphs(card: Named, name: Name) -> Iterator[Paragraph]:
    raise TypeError(f"{type(card).__name__} is no card with effects")


@_paragraphs.register
def _(card: Ability, name: Name) -> Iterator[Paragraph]:
    whose = "Any guard's" if card.guard == "any" else f"{name(card.guard)}'s"
    if card.type == "stonebound":
        element = f" ({card.element})" if card.element else ""
        yield Paragraph("", (f"{whose} Stonebound Ability{element}.", "Costs its gem."))
        yield Paragraph("Effect", _deeds(card, Voice(ability=True, name=name)))
    else:
        yield Paragraph("", (f"{whose} Guard Ability.",))
        for heading, side in (("Primary side", card.primary), ("Secondary side", card.secondary)):
            yield from _side(heading, side, Voice(ability=True, name=name))
    yield Paragraph("Not told yet", _untold(card))


def _side(heading: str, side: Side | None, voice: Voice) -> Iterator[Paragraph]:
    if side is None:
        yield Paragraph(heading, ("Nobody has told this side.",))
        return
    sentences = (*_price(side), *_deeds(side, voice), *_flip(side), *_untold(side))
    yield Paragraph(f"{heading}: {side.label}" if side.label else heading, sentences)
    if side.keyword is not None:
        yield Paragraph(_keyword(side.keyword), _effects(side.keyword.effects, voice))


def _price(side: Side) -> tuple[str, ...]:
    price = [cost_words(side.cost)] if any(side.cost.values()) else []
    price += [f"{side.ap} AP"] if side.ap is not None else []
    if not price and {"cost", "ap"} & set(side.unknown):
        return ()
    return (f"Costs {listed(price) or 'nothing'}.",)


def _flip(side: Side) -> tuple[str, ...]:
    return {
        None: (),
        "chips": ("Flips in the cleanup phase if chips lie on it.",),
        "burst": ("Flips in the cleanup phase if its [Burst] was triggered.",),
    }[side.flip]


def _keyword(keyword: Keyword) -> str:
    told = {
        "surge": f" for {keyword.green_ap} green AP",
        "inspire": f" for {keyword.resources} further resources",
        "burst": f" at {keyword.cubes} yellow cubes",
        "awaken": f" while a {keyword.element} gem lies on a card",
    }
    return f"[{keyword.name.capitalize()}]{told.get(keyword.name, '')}"


@_paragraphs.register
def _(card: AiCard, name: Name) -> Iterator[Paragraph]:
    special = " It is a special one." if card.number in (7, 8) else ""
    yield Paragraph("", (f"AI card {card.number}.{special}",) if card.number else ("AI card without a number.",))
    voice = Voice(enemy=True, name=name)
    yield Paragraph("Actions", _effects(card.actions, voice))
    yield Paragraph("While it is visible", _always(card, voice))
    yield Paragraph("Not told yet", _untold(card))


@_paragraphs.register
def _(card: Weapon, name: Name) -> Iterator[Paragraph]:
    cost = "a price that nobody has told" if card.cost is None else cost_words(card.cost)
    strike = [f"The Standard Attack costs {cost} and adds {card.atk:+d} ATK.".replace("-", "−")]
    if card.chip is not None:
        strike.append(f"On a hit the target gains 1 {chip_words(card.chip, many=False)}.")
    yield Paragraph("Standard Attack", tuple(strike))
    yield Paragraph("While equipped", (*_bonuses(card.bonuses, name), *_stone_slots(card.open_slots)))
    yield Paragraph("Who may use it", (f"{listed(name(guard) for guard in card.guards)}.",) if card.guards else ())
    yield Paragraph("Not told yet", _untold(card))


@_paragraphs.register
def _(card: Accessory, name: Name) -> Iterator[Paragraph]:
    voice = Voice(name=name)
    worn = (*_bonuses(card.bonuses, name), *_stone_slots(card.open_slots), *_always(card, voice))
    yield Paragraph("While equipped", worn)
    if card.effects is not None:
        yield Paragraph("When activated", (*_accessory_price(card), *_effects(card.effects, voice)))
    limits = [f"{card.limit} times in a battle"] if card.limit is not None else []
    limits += [f"{card.per_round} times in a round"] if card.per_round is not None else []
    yield Paragraph("Limit", (f"It works {listed(limits)}.",) if limits else ())
    yield Paragraph("Not told yet", _untold(card))


def _accessory_price(card: Accessory) -> tuple[str, ...]:
    price = [cost_words(card.cost)] if card.cost else []
    price += [f"{card.ap} AP"] if card.ap else []
    return (f"Costs {listed(price)}.",) if price else ()


@_paragraphs.register
def _(card: Item, name: Name) -> Iterator[Paragraph]:
    kind = "A tool: it is never dropped and never lies in the item slot." if card.tool else ""
    where = "" if card.battle or card.tool else "It cannot be used in battle."
    slots = f"It adds {card.extra_slots} satchel slots." if card.extra_slots else ""
    compass = "It may be used straight from a satchel while exploring." if card.compass else ""
    yield Paragraph("", tuple(said for said in (kind, where, slots, compass) if said))
    yield Paragraph("When used", _effects(card.effects or (), Voice(name=name)))
    yield Paragraph("Not told yet", _untold(card))


# ---- what cards share


def _deeds(card: Ability | Side, voice: Voice) -> tuple[str, ...]:
    done = _effects(card.effects, voice) if card.effects is not None else ()
    return (*done, *_always(card, voice))


def _effects(data: Iterable[Mapping[str, Any]], voice: Voice) -> tuple[str, ...]:
    return describe(effects_of(data) or (), voice)


def _always(card: Any, voice: Voice) -> tuple[str, ...]:
    statics = msgspec.convert(card.passive, Statics)
    return (
        *describe_statics(statics, voice),
        *describe_reactions(msgspec.convert(card.reactive, Reactions), voice),
    )


def _bonuses(bonuses: Iterable[Bonus], name: Name) -> Iterator[str]:
    for bonus in bonuses:
        if bonus.stat is not None:
            yield f"{bonus.stat.upper()} {bonus.add:+d}.".replace("-", "−")
        if bonus.chip is not None:
            yield f"{bonus.count} {chip_words(bonus.chip, many=bonus.count != 1)} in the bag."
        if bonus.ability is not None:
            yield f"The ability {name(bonus.ability)}."


def _stone_slots(number: int) -> tuple[str, ...]:
    return (f"{number} slot{'s' if number > 1 else ''} for Speaking Stones.",) if number else ()


def _untold(card: Named) -> tuple[str, ...]:
    """What has to be read at the table; a side that is missing says so itself."""
    untold = ["AP" if field == "ap" else words(field).lower() for field in card.unknown if field not in ("P", "S")]
    return (f"Nobody has told: {listed(untold)}.",) if untold else ()
