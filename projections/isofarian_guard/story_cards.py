"""What happens to cards, Sil, Lux and Fort Istra, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from projections.isofarian_guard.naming import Names, chip_name, counted, guard, listed, title
from rules.isofarian_guard.campaign.events import cards as c
from rules.isofarian_guard.campaign.events import fort as f
from rules.kernel import Event

Teller = Callable[[Any, Names], str]


def _amount(event: Any, names: Names) -> str:
    return counted(names.card(event.card), event.qty)


def _gained(currency: str) -> Teller:
    def told(event: c.SilGained | c.LuxGained, names: Names) -> str:
        lost = f"; {event.lost} more were lost at 99" if event.lost else ""
        return f"the party gained {event.amount} {currency}{lost}"

    return told


def _gathered(deed: str) -> Teller:
    def told(event: c.MaterialHarvested | c.MaterialMined | c.MaterialRetrieved, names: Names) -> str:
        return f"the party {deed} {counted(names.card(event.material), event.qty)}"

    return told


def _noted(event: c.CardFactsNoted, names: Names) -> str:
    told = [f"at most {event.limit} are carried"] if event.limit is not None else []
    told += [f"{event.extra_slots} more satchel slots"] if event.extra_slots is not None else []
    return f"of {names.card(event.card)} it counts: {listed(told)}"


def _dropped(event: c.CardDropped, names: Names) -> str:
    if event.guard is None:
        return f"the new card was dropped: {_amount(event, names)}"
    return f"{guard(event.guard)} dropped {_amount(event, names)}"


def _transferred(event: c.CardTransferred, names: Names) -> str:
    swap = f" for {counted(names.card(event.swap), event.swap_qty)}" if event.swap else ""
    return f"{guard(event.from_)} gave {_amount(event, names)} to {guard(event.to)}{swap}"


def _sold(event: c.CardSold, names: Names) -> str:
    currency = event.currency.capitalize()
    return f"{guard(event.guard)} sold {_amount(event, names)} for {event.price} {currency}"


def _crafted(event: c.CardCrafted, names: Names) -> str:
    used = f" from {names.satchels(event.used)}" if event.used else ""
    return f"{names.card(event.card)} was crafted{used}"


def _stashed(event: c.CardStashed, names: Names) -> str:
    who = f"{guard(event.guard)} laid" if event.guard else "the party laid"
    return f"{who} {_amount(event, names)} into the stash"


def _risen(deed: str, level: int) -> Teller:
    def told(event: f.BuildingRebuilt | f.BuildingUpgraded, names: Names) -> str:
        used = names.satchels({**event.used, "stash": event.stashed})
        paid = f" with {used}" if used != "nothing" else ""
        return f"the {names.building(event.building, level)} of Fort Istra was {deed}{paid}"

    return told


def _back(event: f.CommissionCompleted, names: Names) -> str:
    brought = [f"{event.sil} Sil"] if event.sil else []
    brought += [names.cards(event.cards)] if event.cards else []
    return f"{title(event.agent)} came back with {listed(brought)}"


CARDS: Mapping[type[Event], Teller] = {
    c.SilGained: _gained("Sil"),
    c.SilSpent: lambda x, n: f"the party paid {x.amount} Sil",
    c.LuxGained: _gained("Lux"),
    c.LuxSpent: lambda x, n: f"the party paid {x.amount} Lux",
    c.CardFactsNoted: _noted,
    c.CardStored: lambda x, n: f"{guard(x.guard)} stored {_amount(x, n)}",
    c.CardDropped: _dropped,
    c.CardTransferred: _transferred,
    c.MaterialDroppedOverLimit: lambda x, n: f"{_amount(x, n)} went back: the party carries no more of it",
    c.OverflowRaised: lambda x, n: f"{_amount(x, n)} found no open slot",
    c.OverflowResolved: lambda x, n: "no card waits for a slot any more",
    c.MaterialHarvested: _gathered("cut"),
    c.MaterialMined: _gathered("mined"),
    c.MaterialRetrieved: _gathered("fetched"),
    c.FishCaught: lambda x, n: f"with {chip_name(x.chip)} the party caught a {n.card(x.fish)}",
    c.CardBought: lambda x, n: f"the party bought {_amount(x, n)} for {x.price} Sil",
    c.CardSold: _sold,
    c.CardCrafted: _crafted,
    c.ItemUsed: lambda x, n: f"{guard(x.guard)} used {n.card(x.card)}",
    c.GuardHealed: lambda x, n: f"{guard(x.guard)} healed {x.amount} HP",
    c.GuardHurt: lambda x, n: f"{guard(x.guard)} lost {x.amount} HP",
    c.CardsTaken: lambda x, n: f"{n.cards(x.cards)} was taken from {guard(x.guard)}",
    c.CardStashed: _stashed,
    c.CardUnstashed: lambda x, n: f"{guard(x.guard)} took {_amount(x, n)} from the stash",
    c.SilStashed: lambda x, n: f"the party laid {x.amount} Sil into the stash",
    c.SilUnstashed: lambda x, n: f"the party took {x.amount} Sil from the stash",
}

FORT: Mapping[type[Event], Teller] = {
    f.BuildingRebuilt: _risen("rebuilt", 1),
    f.BuildingUpgraded: _risen("upgraded", 2),
    f.ToolGranted: lambda x, n: f"the party was given the {n.card(x.tool)}",
    f.StonesExchanged: lambda x, n: f"{n.satchels(x.given)} became {n.card(x.taken)} for {guard(x.guard)}",
    f.AgentJoined: lambda x, n: f"{title(x.agent)} joined Fort Istra",
    f.CommissionSent: lambda x, n: f"{title(x.agent)} was sent out: {x.task.replace('_', ' ')}",
    f.CommissionCompleted: _back,
}
