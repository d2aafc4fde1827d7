"""What the campaign book orders: rewards, chapters, guards, places, the end of a campaign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.facts import FISHING_POLE, PICKAXE, WOOD_AXE
from rules.isofarian_guard.campaign.naming import choices_of, named
from rules.isofarian_guard.campaign.opening import kit_fields
from rules.isofarian_guard.campaign.options.due import outcome_fields
from rules.isofarian_guard.campaign.options.forms import (
    between_actions,
    card_choices,
    exploring,
    guard_choices,
    node_choices,
    node_name,
)
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.rulebook import RULES
from rules.kernel import Choice, Field, Option

BOOK = "The book says"


@RULES.offers_options
def book_options(state: Position, pack: IsofarianPack) -> Iterable[Option]:
    """Orders of the books, between actions."""
    if state.phase == "campaign_over":
        yield from _next_campaign(state, pack)
    if not between_actions(state):
        return
    yield Option("follow_book", "Give and take", {}, tuple(_give_and_take(state, pack)), BOOK)
    yield _next_chapter(state)
    yield from _guards(state, pack)
    yield from _places(state, pack)
    yield from _unlocks(state, pack)
    yield Option("agent_joins", "Somebody joins the fort", {}, (Field("agent", "Who", "text"),), BOOK)
    if exploring(state):
        yield Option("complete_campaign", f"Campaign {state.campaign} is completed", group=BOOK)


def _give_and_take(state: Position, pack: IsofarianPack) -> Iterator[Field]:
    yield from outcome_fields(state, pack)
    for name in state.party:
        satchel = state.guards[name].satchel
        if satchel:
            found = card_choices(state, pack, satchel)
            yield Field(f"take.{name}", f"Taken from {named(name)}", "counts", found, 0, 4, required=False)


def _next_chapter(state: Position) -> Option:
    """The next chapter, and with chapter 2 who takes the tools (ISO-PHA-008, ISO-FORT-021)."""
    chapter = state.chapter + 1
    fields: tuple[Field, ...] = ()
    note = ""
    if chapter == 2:
        tools = [WOOD_AXE, PICKAXE, *([FISHING_POLE] if state.fort.get("boat_dock") else [])]
        free = [name for name in state.party if derived.open_slots(state, state.guards[name]) > 0]
        found = guard_choices(state, free or None)
        fields = tuple(
            Field(f"store.{tool}", f"{named(tool)} goes to", choices=found, required=False) for tool in tools
        )
        note = "Fort Istra, quests, harvesting, mining and fishing open; tools are handed out."
    return Option("start_chapter", f"Chapter {chapter} begins", {"chapter": chapter}, fields, BOOK, note=note)


def _guards(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """Guards join or take the place of others (ISO-SET-007, ISO-SET-015)."""
    others = [name for name in pack.guards if name not in state.party]
    for name in others:
        kit = () if name in state.reserve else tuple(kit_fields(pack, name, "kit"))
        if len(state.party) < 2:
            yield Option("guard_joins", f"{named(name)} joins", {"guard": name}, kit, BOOK)
    if others:
        fields = (
            Field("leaves", "Who leaves", choices=guard_choices(state)),
            Field("joins", "Who joins", choices=choices_of(others)),
        )
        yield Option("swap_guard", "A guard takes the place of another", {}, fields, BOOK)


def _places(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """Nodes, the party and the boat as the book has them (ISO-NOD-011, ISO-WAT-008, ISO-FALL-019)."""
    closed = [ref for ref in pack.nodes if lookup.color(state, pack, ref) == "red"]
    for ref in closed:
        yield Option("open_node", f"{node_name(state, pack, ref)} is open", {"node": ref}, group=BOOK)
    nodes = node_choices(state, pack)
    if not nodes:
        return
    if not state.boat.aboard:
        yield Option("place_party", "The party is somewhere else", {}, (Field("at", "At", choices=nodes),), BOOK)
        docks = [ref for ref in pack.nodes if lookup.node(state, pack, ref).dock]
        if docks:
            field = Field("at", "At", choices=node_choices(state, pack, docks))
            yield Option("lend_boat", "A boat is provided", {}, (field,), BOOK)
    field = Field("at", "At", choices=nodes)
    yield Option("name_respawn", "After the next fall the party wakes elsewhere", {}, (field,), BOOK)


def _unlocks(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """Abilities that nobody may equip yet (ISO-ABIL-003)."""
    known = {ability for guard in (*state.guards.values(), *state.reserve.values()) for ability in guard.known}
    found = tuple(
        Choice(ability, named(ability), "anyone" if facts.guard == "any" else named(facts.guard))
        for ability, facts in lookup.abilities(state, pack).items()
        if ability not in known and ability not in state.universal_abilities
        if facts.guard == "any" or facts.guard in state.guards or facts.guard in state.reserve
    )
    if found:
        field = Field("ability", "Ability", choices=found)
        yield Option("unlock_ability", "An ability is unlocked", {}, (field,), BOOK)


def _next_campaign(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """The next campaign with its two guards (ISO-SET-008, ISO-SET-012)."""
    campaign = max(state.campaigns_done, default=0) + 1
    fields = [Field("party", "The two guards", "many", choices_of(pack.guards), 2, 2)]
    nodes = node_choices(state, pack)
    if nodes:
        fields.append(Field("at", "They start at", choices=nodes))
    note = "Fort, field events, prestige, universal abilities and what is crossed off carry over."
    yield Option(
        "start_campaign",
        f"Campaign {campaign}",
        {"campaign": campaign},
        tuple(fields),
        BOOK,
        likely=True,
        note=note,
    )
