"""How the game begins."""

from __future__ import annotations

from collections.abc import Iterator

from rules.isofarian_guard.campaign.facts import CHIPS
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
    return [
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


def kit_fields(pack: IsofarianPack, guard: str, path: str) -> Iterator[Field]:
    """What the campaign book lists for a guard: weapon, armor and chips (ISO-SET-009)."""
    for slot, cards in (("weapon", pack.weapons), ("armor", pack.armors)):
        fitting = {card: facts.label or words(card) for card, facts in cards.items() if facts.fits(guard)}
        if fitting:
            label = f"Starting {slot} of {words(guard)}"
            yield Field(f"{path}.{slot}", label, choices=choices(list(fitting), fitting), required=False)
    label = f"Starting chips of {words(guard)}"
    yield Field(f"{path}.bag", label, "counts", choices(CHIPS), minimum=0, maximum=20, required=False)
