"""What a stretch of a campaign brought: days, the log, the map, and what each character gained, lost and suffered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rules.artisans_of_splendent_vale.figures import CHARACTER_NAMES
from rules.artisans_of_splendent_vale.pack import ValePack
from rules.artisans_of_splendent_vale.state import Position, Sheet
from rules.kernel import Bag, minus, words


def recap(before: Position, after: Position, pack: ValePack) -> list[str]:
    """What is different, a sentence each; what stayed as it was is left out."""
    lines = [*_story(before, after)]
    for who in after.players:
        if who in before.characters:
            lines += [
                f"{CHARACTER_NAMES[who]} {told}."
                for told in _sheet(before.characters[who], after.characters[who], pack)
            ]
    return lines


def _story(before: Position, after: Position) -> Iterator[str]:
    if after.day != before.day:
        yield f"The story came to {words(after.day)}."
    for day, phrases in after.log.items():
        for phrase in phrases[len(before.log.get(day, ())) :]:
            yield f"The log says: “{phrase}”."
    found = [name for name in after.locations if name not in before.locations]
    if found:
        yield f"On the map: {_listed(found)}."
    done = [name for name, it in after.locations.items() if it.complete and not _was_complete(before, name)]
    if done:
        yield f"Explored and complete: {_listed(done)}."


def _was_complete(state: Position, name: str) -> bool:
    return name in state.locations and state.locations[name].complete


def _sheet(was: Sheet, now: Sheet, pack: ValePack) -> Iterator[str]:
    cards = [pack.name_of(card) for card in now.cards if card not in was.cards]
    if cards:
        yield f"gained {_listed(cards)}"
    for verb, one, other in (("has more", now, was), ("has fewer", was, now)):
        things = [*_more(one.potions, other.potions, pack.name_of), *_more(one.components, other.components, _plain)]
        if things:
            yield f"{verb}: {_listed(things)}"
    for name, injury in now.injuries.items():
        held = was.injuries.get(name)
        if held is None or injury.times > held.times:
            yield f"was injured: {words(name)} {injury.value}"
        elif held.value and not injury.value:
            yield f"recovered from {words(name)}"
    filled = len(now.grid.filled) - len(was.grid.filled)
    if filled > 0:
        yield f"filled {filled} {'node' if filled == 1 else 'nodes'}"
    learned = [words(rune) for rune in now.runes if rune not in was.runes]
    if learned:
        yield f"learned {_listed(learned)}"
    worn = [pack.name_of(card) for card in now.armor.cards if card not in was.armor.cards]
    if worn:
        yield f"wears {_listed(worn)} for good"
    for verb, complete in (("means to", False), ("is done with", True)):
        changed = [
            phrase for phrase, todo in now.todo.items() if todo.complete == complete and was.todo.get(phrase) != todo
        ]
        if changed:
            yield f"{verb}: {_listed(changed)}"


def _more(one: Bag, other: Bag, named: Callable[[str], str]) -> list[str]:
    """What one holds beyond the other: ``2 Healing Potion``."""
    both = {thing: min(count, other.get(thing, 0)) for thing, count in one.items()}
    return [f"{count} {named(thing)}" for thing, count in minus(one, both).items()]


def _plain(thing: str) -> str:
    return words(thing).lower()


def _listed(things: Iterable[str]) -> str:
    return ", ".join(things)
