"""Fort Istra: buildings, supplies, commissions, challenges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.facts import BUILDINGS, COURTYARD
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.options.forms import (
    any_card,
    card_choices,
    enemy_fields,
    exploring,
    refusal,
    store_field,
)
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.trade import BuildCost
from rules.isofarian_guard.rulebook import RULES
from rules.kernel import Choice, Field, Option, words

FORT = "Fort Istra"


@RULES.offers_options
def fort_options(state: Position, pack: IsofarianPack) -> Iterable[Option]:
    """Everything that the fort offers from chapter 2 on (ISO-FORT-001)."""
    if not exploring(state) or state.chapter < 2:
        return
    if derived.at_fort(state):
        for building in BUILDINGS:
            yield from _build(state, pack, building)
        yield from _supplies(state, pack)
        yield from _challenge(state, pack)
        free = [agent for agent in lookup.agents(state, pack) if agent not in state.commissions]
        if free:
            fields = (Field("agent", "Who", choices=_people(free)), Field("task", "Commission", "text"))
            yield Option("send_commission", "Send somebody out", {}, fields, FORT)
    if state.commissions:
        yield _back(state, pack)


def _build(state: Position, pack: IsofarianPack, building: str) -> Iterator[Option]:
    """The next level with its cost and what is there (ISO-FORT-003, ISO-FORT-019)."""
    level = state.fort.get(building, 0) + 1
    if level > 2:
        return
    cost = lookup.build_cost(state, pack, building, level)
    name = lookup.build_label(state, pack, building, level) or named(building)
    verb = "Rebuild" if level == 1 else "Upgrade"
    fields = store_field(state) if (building, level) == ("boat_dock", 1) else ()
    blocked = refusal(state, pack, "build", building=building)
    yield Option(
        "build",
        f"{verb}: {name}",
        {"building": building},
        fields,
        FORT,
        likely=not blocked,
        note=need_line(state, pack, cost) if cost else "",
        blocked=blocked,
    )


def need_line(state: Position, pack: IsofarianPack, cost: BuildCost) -> str:
    """A building's cost with what satchels and stash hold: ``Pine 3 of 4``."""
    parts = [f"{cost.sil} Sil"] if cost.sil else []
    parts += [f"{cost.lux} Lux"] if cost.lux else []
    for card, count in cost.materials.items():
        have = derived.carried(state, card) + state.stash.cards.get(card, 0)
        parts.append(f"{lookup.called(state, pack, card)} {min(have, count)} of {count}")
    return ", ".join(parts) or "free"


def _supplies(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """Wood at the Lumbermill, ore at the Lapidary (ISO-FORT-022)."""
    service = lookup.node(state, pack, state.at).service
    if service not in ("lumbermill", "lapidary"):
        return
    offered = sorted(lookup.woods(state, pack) if service == "lumbermill" else lookup.ores(state, pack))
    found = card_choices(
        state,
        pack,
        offered,
        lambda material: refusal(state, pack, "retrieve", material=material),
        lambda material: _lux(state, pack, material),
    )
    if found:
        blocked = found[0].blocked if all(choice.blocked for choice in found) else ""
        fields = (Field("material", "Material", choices=found), *store_field(state))
        yield Option("retrieve", f"Take supplies at the {named(service)}", {}, fields, FORT, blocked=blocked)


def _lux(state: Position, pack: IsofarianPack, material: str) -> str:
    facts = lookup.material(state, pack, material)
    return f"{facts.lux_for_4} Lux" if facts and facts.lux_for_4 else ""


def _challenge(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """The challenges of the Training Yard and of the Courtyard (ISO-FORT-024)."""
    service = lookup.node(state, pack, state.at).service
    here = "courtyard" if state.at == COURTYARD else service
    if here in ("training_yard", "courtyard"):
        label = "Challenge of the Training Yard" if here == "training_yard" else "Challenge of a spirit boss"
        fields = (*enemy_fields(state, pack, here=False, required=False), Field("ambush", "Ambush", "flag"))
        blocked = refusal(state, pack, "start_challenge", building=here)
        yield Option("start_challenge", label, {"building": here}, fields, FORT, blocked=blocked)


def _back(state: Position, pack: IsofarianPack) -> Option:
    """Who is away on a commission comes back with gains (ISO-FORT-025)."""
    away = _people(state.commissions, state.commissions)
    fields = [
        Field("agent", "Who", choices=away),
        Field("gains.sil", "Sil", "number", minimum=0, required=False, initial=0),
    ]
    cards = any_card(state, pack)
    if cards:
        fields.append(Field("gains.cards", "Cards", "counts", cards, minimum=0, maximum=12, required=False))
    return Option("complete_commission", "Somebody came back from a commission", {}, tuple(fields), FORT)


def _people(agents: Iterable[str], tasks: object = None) -> tuple[Choice, ...]:
    told = tasks if isinstance(tasks, dict) else {}
    return tuple(Choice(agent, named(agent), words(told.get(agent, ""))) for agent in agents)
