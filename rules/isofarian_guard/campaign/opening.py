"""How the game begins."""

from __future__ import annotations

from collections.abc import Iterator

from rules.isofarian_guard.campaign.facts import BUILDINGS, CAMPAIGNS, CHIPS, START_NODE
from rules.isofarian_guard.campaign.naming import choices_of, named
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Choice, Field, Option, choices, words

DIFFICULTIES = (
    Choice("story", "Story", "Enemies DEF -1; inns clean the bags; narrative events go on after a fall"),
    Choice("standard", "Standard", "Everything as printed"),
    Choice("tenebris", "Tenebris", "Enemies ATK +2, DEF +1, AP +1; ambushes; two stonebound abilities; no pile"),
)


def set_up_options(pack: IsofarianPack) -> list[Option]:
    """Campaign 1 for one or for two; Grigory starts alone on node 28 (ISO-SET-001, ISO-SET-002)."""
    fields = (
        Field("difficulty", "Difficulty", choices=DIFFICULTIES, required=False, initial="standard"),
        *kit_fields(pack, "grigory", "kits.grigory"),
    )
    tables = (("One person plays", ["p1"]), ("Two people play", ["p1", "p2"]))
    begin = [
        Option(
            "start_campaign",
            f"Campaign 1: {label.lower()}",
            {"campaign": 1, "players": players},
            fields,
            "Begin",
            likely=True,
            note="The tutorial: Grigory alone, on node 28.",
        )
        for label, players in tables
    ]
    return [*begin, _adopt(pack)]


def _adopt(pack: IsofarianPack) -> Option:
    """A campaign that was played elsewhere so far; what the form does not ask can be set right afterwards."""
    fields = [
        Field("campaign", "Campaign", "number", minimum=1, maximum=CAMPAIGNS),
        Field("chapter", "Chapter", "number", minimum=1, maximum=8),
        Field("party", "The guards", "many", choices_of(pack.guards), 1, 2),
        Field("difficulty", "Difficulty", choices=DIFFICULTIES, required=False, initial="standard"),
        Field("sil", "Sil", "number", minimum=0, maximum=99, required=False, initial=0),
        Field("lux", "Lux", "number", minimum=0, maximum=99, required=False, initial=0),
        Field("stash.sil", "Sil in the stash", "number", minimum=0, required=False, initial=0),
    ]
    nodes = tuple(Choice(ref, node.label or ref.removeprefix("main/")) for ref, node in pack.nodes.items())
    if nodes:
        fields[3:3] = [
            Field("at", "They stand at", choices=nodes, initial=START_NODE),
            Field("checkpoint", "Campfire chip at", choices=nodes, required=False),
        ]
    levels = (("fort", BUILDINGS, 2), ("prestige", tuple(pack.cities), 3))
    for name, places, most in levels:
        for place in places:
            label = f"{named(name)}: {words(place)}"
            fields.append(Field(f"{name}.{place}", label, "number", minimum=0, maximum=most, required=False, initial=0))
    note = "Satchels, equipment and bags are set right afterwards, or taken over from a save."
    return Option("adopt_position", "Go on with a running campaign", {}, tuple(fields), "Begin", note=note)


def kit_fields(pack: IsofarianPack, guard: str, path: str) -> Iterator[Field]:
    """What the campaign book lists for a guard: weapon, armor and chips (ISO-SET-009)."""
    for slot, cards in (("weapon", pack.weapons), ("armor", pack.armors)):
        fitting = {card: named(card) for card, facts in cards.items() if facts.fits(guard)}
        if fitting:
            label = f"Starting {slot} of {named(guard)}"
            yield Field(f"{path}.{slot}", label, choices=choices(list(fitting), fitting), required=False)
    label = f"Starting chips of {named(guard)}"
    yield Field(f"{path}.bag", label, "counts", choices(CHIPS), minimum=0, maximum=20, required=False)
