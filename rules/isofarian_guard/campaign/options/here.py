"""What this node offers: rest, tent, harvest, ore, fish."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.facts import TENT
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.options.forms import exploring, guard_choices, moving_on, refusal
from rules.isofarian_guard.campaign.shops import city_here, fee
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.rulebook import RULES
from rules.kernel import Field, Option

HERE = "Here"


@RULES.offers_options
def here_options(state: Position, pack: IsofarianPack) -> Iterable[Option]:
    """Everything that the node itself offers; what is out of reach says why."""
    if not exploring(state):
        return
    here = lookup.node(state, pack, state.at)
    if here.service in ("inn", "barracks"):
        yield _rest(state, pack, here.service)
    for do, label, yields in (("harvest", "Harvest", here.wood), ("mine", "Mine", here.ore)):
        if yields:
            yield _gather(state, pack, do, label, yields)
    if here.color == "blue" and moving_on(state):
        yield _fish(state, pack)
    yield from _tents(state, pack)


def _rest(state: Position, pack: IsofarianPack, service: str) -> Option:
    """A night at an inn or in the Barracks (ISO-INN-001 to ISO-INN-008)."""
    if service == "barracks":
        note = "Free; also removes negative chips."
    else:
        price = fee(state, pack, city_here(state, pack))
        note = "The fee is not recorded." if price is None else f"{price} Sil."
    blocked = refusal(state, pack, "rest")
    return Option("rest", "Rest", group=HERE, likely=not blocked, note=f"{note} Makes a checkpoint.", blocked=blocked)


def _gather(state: Position, pack: IsofarianPack, do: str, label: str, yields: tuple[str, ...]) -> Option:
    names = ", ".join(lookup.called(state, pack, material) for material in yields)
    blocked = refusal(state, pack, do)
    full = all(derived.carried(state, material) >= derived.material_limit(state, material) for material in yields)
    held = [material for material in yields if not derived.carried(state, material)]
    fields = tuple(_store_for(state, pack, material) for material in held) if not blocked else ()
    note = "The party carries all that it can." if full else ""
    likely = not blocked and not full
    return Option(do, f"{label}: {names}", {}, fields, HERE, likely=likely, note=note, blocked=blocked)


def _store_for(state: Position, pack: IsofarianPack, material: str) -> Field:
    label = f"{lookup.called(state, pack, material)} goes to"
    free = [name for name in state.party if derived.open_slots(state, state.guards[name]) > 0]
    return Field(f"store.{material}", label, choices=guard_choices(state, free or None), required=False)


def _fish(state: Position, pack: IsofarianPack) -> Option:
    """A chip from a bag says what is caught (ISO-WAT-012)."""
    able = [name for name in state.party if state.guards[name].bag]
    fields = (Field("bag", "Draw from the bag of", choices=guard_choices(state, able)),)
    blocked = refusal(state, pack, "fish", bag=able[0]) if able else "Both bags are empty."
    note = "Black: Dusk Tuna, green: Emerald Koi, purple: Amethyst Trout, red: Foxtail Carp."
    return Option("fish", "Fish", {}, fields, HERE, likely=not blocked, luck=True, note=note, blocked=blocked)


def _tents(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """A tent of either guard (ISO-CHK-004 to ISO-CHK-009)."""
    for name in state.party:
        if state.guards[name].satchel.get(TENT):
            yield Option(
                "use_tent",
                f"Put up the tent of {named(name)}",
                {"guard": name},
                group=HERE,
                note="Both heal 10 HP, all AP is active, a checkpoint is made.",
                blocked=refusal(state, pack, "use_tent", guard=name),
            )
