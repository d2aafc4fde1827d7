"""Narrative events under way, quests and their chips."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.naming import choices_of, named
from rules.isofarian_guard.campaign.options.forms import enemy_fields, exploring, node_choices, node_name, refusal
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.rulebook import RULES
from rules.kernel import Choice, Field, Option, choices

STORY = "Story"
QUEST_KINDS = ("side", "caravan", "puzzle", "bounty")


@RULES.offers_options
def narrative_options(state: Position, pack: IsofarianPack) -> Iterable[Option]:
    """The event that the party is locked into (ISO-NAR-004)."""
    if state.pending or state.phase != "narrative":
        return
    quest = named(state.narrative.quest) if state.narrative else ""
    yield Option("advance_narrative", f"{quest}: go on", group=STORY, likely=True)
    fields = (*enemy_fields(state, pack, here=False, required=False), Field("ambush", "Ambush", "flag"))
    note = "Enemies as the book lists them; there is no retreat."
    yield Option("narrative_battle", f"{quest}: a battle", {}, fields, STORY, likely=True, note=note)
    yield Option("complete_narrative", f"{quest}: completed", group=STORY, likely=True, note="It is crossed off.")
    next_at = Field("next_at", "The next scene is at", choices=node_choices(state, pack))
    if next_at.choices:
        yield Option("complete_scene", f"{quest}: this scene is over", {}, (next_at,), STORY)


@RULES.offers_options
def quest_options(state: Position, pack: IsofarianPack) -> Iterable[Option]:
    """Chips that go on the map and come off it (ISO-NAR-001, ISO-QST)."""
    if not exploring(state):
        return
    at = Field("at", "At", choices=node_choices(state, pack))
    if not at.choices:
        return
    if state.markers.narrative is None:
        fields = (Field("quest", "Event of the campaign book", "text", initial=_next_event(state)), at)
        yield Option("place_narrative", "Place the narrative event chip", {}, fields, STORY)
    yield from _known_quests(state, pack, at)
    if state.chapter >= 2 and len(state.markers.scrolls) < 2:
        told = (
            Field("quest", "Name of the quest", "text"),
            Field("kind", "Kind", choices=choices(QUEST_KINDS)),
            at,
            Field("city", "City that posts it", choices=choices_of(pack.cities), required=False),
        )
        yield Option("start_quest", "Take up a quest that is not recorded", {}, told, STORY)
    for scroll in state.markers.scrolls:
        yield Option(
            "reclaim_scroll",
            f"Take the scroll off {named(scroll.quest)}",
            {"quest": scroll.quest},
            group=STORY,
            note=f"At {node_name(state, pack, scroll.at)}; what it has of its current scene is lost.",
        )


def _next_event(state: Position) -> str:
    return f"Event {len(state.quests) + 1} of campaign {state.campaign}"


def _known_quests(state: Position, pack: IsofarianPack, at: Field) -> Iterator[Option]:
    somewhere = at.choices[0].value
    found = tuple(
        Choice(
            name,
            named(name),
            f"{quest.kind}, chapter {max(2, quest.chapter)}",
            refusal(state, pack, "start_quest", quest=name, at=somewhere),
        )
        for name, quest in lookup.quests(state, pack).items()
        if quest.kind != "main"
    )
    if found:
        blocked = found[0].blocked if all(choice.blocked for choice in found) else ""
        fields = (Field("quest", "Quest", choices=found), at)
        yield Option("start_quest", "Take up a quest", {}, fields, STORY, blocked=blocked)
