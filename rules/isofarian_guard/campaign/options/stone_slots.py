"""Speaking stones in their slots, and their exchange."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.options.forms import card_choices, exploring, refusal
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.rulebook import RULES
from rules.kernel import Field, Option


@RULES.offers_options
def stone_options(state: Position, pack: IsofarianPack) -> Iterable[Option]:
    """Attach, detach and move (ISO-STONE-001 to ISO-STONE-007)."""
    if not exploring(state):
        return
    for name in state.party:
        for slot, card in derived.worn(state.guards[name]):
            if slot == "accessory":
                continue
            if len(card.stones) < card.open_slots:
                yield from _attach(state, pack, name, slot)
            for stone in dict.fromkeys(stone.stone for stone in card.stones):
                yield from _off(state, pack, name, slot, stone)
    yield from _exchange(state, pack)


def _attach(state: Position, pack: IsofarianPack, name: str, slot: str) -> Iterator[Option]:
    for owner in state.party:
        stones = [card for card in state.guards[owner].satchel if lookup.kind_of(state, pack, card) == "stone"]
        if stones:
            field = Field("stone", "Stone", choices=card_choices(state, pack, stones))
            label = f"{named(name)} lays a stone of {named(owner)} under the {slot}"
            fixed = {"guard": name, "slot": slot, "from": owner}
            yield Option("attach_stone", label, fixed, (field,), named(name))


def _off(state: Position, pack: IsofarianPack, name: str, slot: str, stone: str) -> Iterator[Option]:
    label = lookup.called(state, pack, stone)
    yield Option(
        "detach_stone",
        f"{named(name)} takes {label} from under the {slot}",
        {"guard": name, "slot": slot, "stone": stone},
        group=named(name),
        blocked=refusal(state, pack, "detach_stone", guard=name, slot=slot, stone=stone),
    )
    other = "armor" if slot == "weapon" else "weapon"
    if getattr(state.guards[name], other) is not None:
        fixed = {"guard": name, "stone": stone, "from": slot, "to": other}
        yield Option(
            "move_stone",
            f"{named(name)} moves {label} under the {other}",
            fixed,
            group=named(name),
            blocked=refusal(state, pack, "move_stone", **fixed),
        )


def _exchange(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """The exchanges of the Lapidary (ISO-FORT-008)."""
    if lookup.node(state, pack, state.at).service != "lapidary":
        return
    for stone in sorted({*pack.lapidary, *state.learned.lapidary}):
        give = dict(lookup.exchange(state, pack, stone) or {})
        wanted = ", ".join(f"{count} {lookup.called(state, pack, card)}" for card, count in give.items())
        for name in state.party:
            yield Option(
                "exchange_stones",
                f"{lookup.called(state, pack, stone)} for {named(name)}",
                {"take": stone, "give": give, "guard": name},
                group="Lapidary",
                note=f"For {wanted}.",
                blocked=refusal(state, pack, "exchange_stones", take=stone, give=give, guard=name),
            )
