"""Cities, Fort Istra and the story of a foreign save."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.workbook.names import key
from rules.isofarian_guard.saves.sheet import Line, OpenQuest, Sheet
from rules.isofarian_guard.saves.taking import Taken
from rules.kernel import words

REGIONS: Mapping[str, str] = {"mountain": "mountain", "forest": "forest", "plains": "plains", "sea": "water"}
STATES: Mapping[str, int] = {"not_owned": 0, "built": 1, "upgraded": 2}
OBJECTIVES: Mapping[str, str] = {"puzzleQuestDone": "puzzle", "bounty1Done": "bounty_1", "bounty2Done": "bounty_2"}


def with_cities(sheet: Sheet, top: Taken, pack: IsofarianPack, remarks: list[str], notes: list[str]) -> Sheet:
    """Prestige, and the objectives that gave it, from the lists of cities of the older forms."""
    prestige: dict[str, int] = {}
    completed: list[Line] = []
    for taken in top.maps("cities"):
        city, written = key(taken.text("id")), taken.text("name")
        if city not in pack.cities:
            remarks.append(
                f"“{written or city}” is no city of this game; what the save says of it stands in the notes."
            )
            notes += [f"{written or city}: {rest}" for rest in taken.rest()]
            continue
        done = [quest for flag, quest in OBJECTIVES.items() if taken.flag(flag)]
        completed += [_quest(pack, f"{city}_{quest}") for quest in done]
        level = taken.number("prestige")
        if level is not None:
            prestige[city] = level
            if level != len(done):
                remarks.append(
                    f"{words(city)}: prestige {level}, but {len(done)} completed objectives, each of which gives one."
                )
        notes += [f"{words(city)}: {rest}" for rest in taken.rest()]
    return replace(sheet, prestige=prestige, completed=tuple(completed))


def with_campaign(sheet: Sheet, taken: Taken, pack: IsofarianPack, remarks: list[str], notes: list[str]) -> Sheet:
    """The campaign, its places and its fort, and the lists of completed quests of the newer forms."""
    tokens = taken.map("eventTokens")
    cubes = {region: count for name, region in REGIONS.items() if (count := tokens.number(name)) is not None}
    places = taken.map("locations")
    changes: dict[str, Any] = {
        "campaign": taken.number("campaignId") or 1,
        "cubes": cubes,
        "at": places.text("party"),
        "boat_at": places.text("boat"),
        "fort": tuple(_fort(taken.map("ftIstraBuildings"))),
        "quests": tuple(_open_quests(places)),
    }
    notes += [f"{what}: {text}." for what, text in _places(places, changes)]
    plans = [f"{'Done' if plan.flag('done') else 'To do'}: {plan.text('text')}" for plan in taken.maps("plans")]
    if plans:
        notes.append("\n".join(["Plans:", *plans]))
    prestige, completed = _objectives(taken, pack, remarks)
    encounters = [Line(words(id.replace("-", "_"))) for id in taken.texts("completedEncounters")]
    changes["prestige"] = {**sheet.prestige, **{city: n for city, n in prestige.items() if city not in sheet.prestige}}
    changes["completed"] = (*sheet.completed, *completed, *encounters)
    notes += [f"Also in the save: {rest}" for part in (taken, tokens, places) for rest in part.rest()]
    return replace(sheet, **changes)


def _places(places: Taken, changes: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    told = (
        ("The party stood at", changes["at"]),
        ("The boat lay at", changes["boat_at"]),
        ("The caravan stood at", places.text("caravan")),
        ("Main quest", places.text("mainQuest")),
    )
    yield from ((what, text) for what, text in told if text)


def _open_quests(places: Taken) -> Iterator[OpenQuest]:
    for name in ("sideQuests", "bounties"):
        for quest in places.maps(name):
            quest.leave("id")
            label = quest.text("label")
            if label:
                yield OpenQuest(label)


def _fort(buildings: Taken) -> Iterator[Line]:
    """A state that nobody knows is told as level -1, which no building has."""
    for name in buildings.names():
        yield Line(name, STATES.get(buildings.text(name), -1))


def _objectives(taken: Taken, pack: IsofarianPack, remarks: list[str]) -> tuple[dict[str, int], list[Line]]:
    """Completed puzzles and bounties, ``mir-c2-puzzle`` and ``mir-c2-name-of-a-bounty``. Each gave its city one
    prestige (ISO-PRE-002). A city's bounties have no names in the content, so they are taken in their order."""
    ids = [*taken.texts("completedPuzzleQuests"), *taken.texts("completedBounties")]
    prestige: dict[str, int] = {}
    bounties: dict[str, int] = {}
    lines: list[Line] = []
    for id in ids:
        city, _, rest = key(id).partition("_")
        name = rest.partition("_")[2] if rest[:1] == "c" and rest[1:2].isdigit() else rest
        if city not in pack.cities:
            lines.append(Line(words(key(id))))
            continue
        prestige[city] = prestige.get(city, 0) + 1
        if name == "puzzle":
            lines.append(_quest(pack, f"{city}_puzzle"))
            continue
        bounties[city] = bounties.get(city, 0) + 1
        known = f"{city}_bounty_{bounties[city]}"
        lines.append(_quest(pack, known) if known in pack.quests else Line(f"{words(city)}: {words(name).lower()}"))
        if known in pack.quests:
            remarks.append(f"{words(city)}: the bounty “{words(name)}” is taken for {_quest(pack, known).name}.")
    if prestige:
        told = ", ".join(f"{words(city)} {level}" for city, level in sorted(prestige.items()))
        remarks.append(f"Prestige follows from the completed puzzles and bounties: {told}.")
    return prestige, lines


def _quest(pack: IsofarianPack, id: str) -> Line:
    facts = pack.quests.get(id)
    return Line(facts.label if facts and facts.label else words(id))
