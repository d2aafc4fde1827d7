"""What a stretch of a campaign brought: places, buildings, prestige, quests, skills, cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from projections.isofarian_guard.naming import Names, begin, guard, listed
from rules.isofarian_guard.campaign import derived
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Bag, minus


def recap(before: Position, after: Position, pack: IsofarianPack) -> list[str]:
    """What is different, a sentence each; what stayed as it was is left out."""
    names = Names(pack, after, before)
    return [f"{begin(line)}." for line in _lines(before, after, names)]


def _lines(before: Position, after: Position, names: Names) -> Iterator[str]:
    if after.campaign != before.campaign or after.chapter != before.chapter:
        yield f"campaign {after.campaign}, chapter {after.chapter} is reached"
    seen = [ref for ref in after.visited if ref not in before.visited]
    if seen:
        yield "one new place" if len(seen) == 1 else f"{len(seen)} new places"
    yield from _built(before.fort, after.fort, names)
    for city, level in after.prestige.items():
        if level > before.prestige.get(city, 0):
            yield f"prestige in {names.area(city)} rose to +{level}"
    for quest in _completed(after) - _completed(before):
        yield f"{names.quest(quest)} was completed"
    for name in after.party:
        yield from _guard(before, after, names, name)
    yield from _cards(_held(before), _held(after), names)


def _completed(state: Position) -> set[str]:
    return {quest for quest, progress in state.quests.items() if progress.status == "completed"}


def _built(was: Mapping[str, int], now: Mapping[str, int], names: Names) -> Iterator[str]:
    for building, level in now.items():
        if level > was.get(building, 0):
            yield f"the {names.building(building, level)} was {'rebuilt' if level == 1 else 'upgraded'}"


def _guard(before: Position, after: Position, names: Names, name: str) -> Iterator[str]:
    if name not in before.guards:
        yield f"{guard(name)} joined the party"
        return
    was, now = before.guards[name], after.guards[name]
    learned = [names.skill(name, node) for node in now.skills if node not in was.skills]
    if learned:
        yield f"{guard(name)} learned {listed(learned)}"
    worn = [names.card(card.card) for slot, card in derived.worn(now) if dict(derived.worn(was)).get(slot) != card]
    if worn:
        yield f"{guard(name)} wears {listed(dict.fromkeys(worn))}"


def _held(state: Position) -> Bag:
    """All cards in satchels and stash."""
    held = dict(state.stash.cards)
    for name in state.party:
        for card, count in state.guards[name].satchel.items():
            held[card] = held.get(card, 0) + count
    return held


def _cards(was: Bag, now: Bag, names: Names) -> Iterator[str]:
    both = {card: min(count, was.get(card, 0)) for card, count in now.items()}
    gained, gone = minus(now, both), minus(was, both)
    if gained:
        yield f"gained: {names.cards(gained)}"
    if gone:
        yield f"used or lost: {names.cards(gone)}"
