"""The form of a running campaign as its page shows it, made from the sheet and what was found about that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.isofarian_guard.campaign.facts import (
    ABILITY_SLOTS,
    BUILDING_LEVELS,
    BUILDINGS,
    CAMPAIGNS,
    CHIPS,
    DIAL,
    PRESTIGE,
    REGION_CUBES,
    REGION_DECK,
    colour,
)
from rules.isofarian_guard.campaign.opening import DIFFICULTIES
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.workbook.names import key
from rules.isofarian_guard.saves.findings import Finding
from rules.isofarian_guard.saves.judging import Judgement
from rules.isofarian_guard.saves.names import Kind, names_of
from rules.isofarian_guard.saves.sheet import GuardSheet, Line, Sheet
from rules.kernel import words
from tracker.web.adopting_form import ASKED, COLOURS, GEMS, SLOTS, STONE_SLOTS
from tracker.web.adopting_shown import Shown, ShownGuard, ShownLine, place_id

FREE_LINES = 3
"""Empty lines offered beneath those that are filled."""
CHAPTERS = 8
AS_WRITTEN = ("", "As written")
INTO_STASH = ("=stash", "Into the stash")
AS_NOTE = ("=note", "Only as a note")
QUEST_CHIPS = (("", "Scroll on the map"), ("=narrative", "Narrative event chip"), AS_NOTE)
AS_OWN = ("=own", "A card that is not recorded yet")
GEM_CHOICES = (("", "As the ability says"), *((color, words(color)) for color in GEMS))
STATES = (
    ("party", "In the party"),
    ("aside", "Set aside, as written here"),
    ("note", "Not taken over, only as a note"),
)


@dataclass
class SheetView:
    """The whole form."""

    sheet: Sheet
    judgement: Judgement
    pack: IsofarianPack
    by_place: dict[str, list[Finding]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for finding in self.judgement.findings:
            self.by_place.setdefault(finding.place, []).append(finding)

    @property
    def serious(self) -> Sequence[tuple[str, Finding]]:
        """What has to be settled, each with the id of its field."""
        return [(place_id(finding.place), finding) for finding in self.judgement.serious]

    @property
    def others(self) -> Sequence[tuple[str, Finding]]:
        """What may stay as it is."""
        return [(place_id(each.place), each) for each in self.judgement.findings if not each.serious]

    @property
    def where(self) -> Sequence[Shown]:
        """Campaign, chapter, place."""
        sheet = self.sheet
        chapters = [("", "Choose …"), *((str(n), f"Chapter {n}") for n in range(1, CHAPTERS + 1))]
        return [
            self._number("campaign", "Campaign", sheet.campaign, 1, CAMPAIGNS),
            self._choice("chapter", "Chapter", str(sheet.chapter or ""), chapters),
            self._choice("difficulty", "Difficulty", sheet.difficulty, [(c.value, c.label) for c in DIFFICULTIES]),
            self._choice("people", "Who plays", str(sheet.people), [("1", "One person"), ("2", "Two people")]),
            self._text("at", "The party stands at", sheet.at, "nodes"),
            self._text("checkpoint", "Campfire chip (checkpoint) at", sheet.checkpoint, "nodes"),
            self._text("boat_at", "Boat chip at", sheet.boat_at, "nodes"),
        ]

    @property
    def purse(self) -> Sequence[Shown]:
        """Sil and Lux."""
        sheet = self.sheet
        return [
            self._number("sil", "Sil on the dial", sheet.sil, 0, DIAL),
            self._number("lux", "Lux on the dial", sheet.lux, 0, DIAL),
            self._number("stash_sil", "Sil in the stash", sheet.stash_sil, 0, None),
        ]

    @property
    def party_findings(self) -> Sequence[Finding]:
        """What was found about the party as a whole."""
        return self.by_place.get("party", ())

    @property
    def guards(self) -> Sequence[ShownGuard]:
        """The guards, those of the party first."""
        return [self._guard(guard) for guard in self.sheet.guards]

    @property
    def stash(self) -> Sequence[ShownLine]:
        """The cards in the stash."""
        return self._lines("stash", self.sheet.stash, (AS_OWN, AS_NOTE), free=2 * FREE_LINES)

    @property
    def fort(self) -> Sequence[Shown]:
        """The buildings of Fort Istra."""
        levels = {
            found[0].id: line.qty
            for line in self.sheet.fort
            if len(found := names_of(self.pack).found("building", line.name)) == 1
        }
        choices = [(str(level), words(name)) for level, name in enumerate(BUILDING_LEVELS)]
        return [self._choice(f"fort:{name}", words(name), str(levels.get(name, 0)), choices) for name in BUILDINGS]

    @property
    def other_buildings(self) -> Sequence[ShownLine]:
        """Buildings as written that nobody knows, or in a state that nobody knows."""
        return [
            self._line("fort", number, line, (AS_NOTE,))
            for number, line in enumerate(self.sheet.fort)
            if self.by_place.get(f"fort.{number}")
        ]

    @property
    def cities(self) -> Sequence[Shown]:
        """Prestige."""
        told = self.sheet.prestige
        return [
            self._number(f"city:{city}", words(city), told.get(city, 0), 0, PRESTIGE, f"city.{city}")
            for city in self.pack.cities
        ]

    @property
    def cubes(self) -> Sequence[Shown]:
        """Purple cubes on the region covers."""
        told = self.sheet.cubes
        return [
            self._number(f"cubes:{name}", region.label or words(name), told.get(name, 0), 0, REGION_CUBES,
                         f"cubes.{name}")
            for name, region in self.pack.regions.items()
        ]  # fmt: skip

    @property
    def decks(self) -> Sequence[Shown]:
        """Field event cards that are left."""
        told = self.sheet.decks
        return [
            self._number(f"deck:{name}", region.label or words(name), told.get(name, ""), 0, REGION_DECK,
                         f"deck.{name}")
            for name, region in self.pack.regions.items()
        ]  # fmt: skip

    @property
    def completed(self) -> Sequence[ShownLine]:
        """Quests that are crossed off."""
        return self._lines("completed", self.sheet.completed, (AS_NOTE,))

    @property
    def quests(self) -> Sequence[ShownLine]:
        """Quests under way, with the nodes of their scroll chips."""
        filled = [
            ShownLine(
                "quest",
                number,
                quest.name,
                at=quest.at,
                choices=QUEST_CHIPS,
                settled=f"={quest.settled}" if quest.settled else "",
                findings=self.by_place.get(f"quest.{number}", ()),
            )
            for number, quest in enumerate(self.sheet.quests)
        ]
        free = max(0, 2 - len(filled))
        return [*filled, *(ShownLine("quest", len(filled) + n, "", choices=QUEST_CHIPS) for n in range(free))]

    @property
    def unlocked(self) -> Sequence[tuple[str, str, str, Sequence[ShownLine]]]:
        """What is unlocked for everybody: heading, what one line is, what it suggests, and the lines."""
        sheet = self.sheet
        return [
            (
                "Universal abilities",
                "Universal ability",
                "universal_abilities",
                self._lines("universal", sheet.universal, (), free=2),
            ),
            ("Red nodes that the book opened", "Opened node", "nodes", self._lines("opened", sheet.opened, (), free=2)),
            (
                "Accessories that the caravan sells",
                "Accessory of the caravan",
                "accessories",
                self._lines("caravan", sheet.caravan, (AS_OWN, AS_NOTE), free=2),
            ),
            ("People who joined Fort Istra", "Who joined", "none", self._lines("agents", sheet.agents, (), free=2)),
        ]

    @property
    def notes(self) -> str:
        """What is kept in words."""
        return "\n\n".join(self.sheet.notes)

    @property
    def suggestions(self) -> Mapping[str, Iterable[str]]:
        """The lists of names that fields suggest."""
        names = names_of(self.pack)
        kinds: tuple[tuple[str, Kind], ...] = (
            ("cards", "card"), ("nodes", "node"), ("stones", "stone"), ("quests", "quest"), ("abilities", "ability"),
            ("accessories", "accessory"),
        )  # fmt: skip
        listed = {each: [name.label for name in names.all(kind)] for each, kind in kinds}
        anyones = [name.label for name in names.all("ability") if self.pack.abilities[name.id].guard == "any"]
        return {**listed, "universal_abilities": anyones}

    # ----

    def _number(
        self, name: str, label: str, value: object, low: int | None, high: int | None, place: str = ""
    ) -> Shown:
        found = self.by_place.get(place or name, ())
        return Shown(name, label, value, number=True, low=low, high=high, findings=found)

    def _choice(self, name: str, label: str, value: str, choices: Sequence[tuple[str, str]]) -> Shown:
        return Shown(name, label, value, choices=choices, findings=self.by_place.get(name, ()))

    def _text(self, name: str, label: str, value: str, suggests: str) -> Shown:
        return Shown(name, label, value, suggests=suggests, findings=self.by_place.get(name, ()))

    def _lines(
        self, place: str, lines: Sequence[Line], ways: Sequence[tuple[str, str]], free: int = FREE_LINES
    ) -> Sequence[ShownLine]:
        filled = [self._line(place, number, line, ways) for number, line in enumerate(lines)]
        return [*filled, *(ShownLine(place, len(filled) + number, "") for number in range(free))]

    def _line(self, place: str, number: int, line: Line, ways: Sequence[tuple[str, str]]) -> ShownLine:
        """A line offers what may be done with it where something was found about it or about all lines, or was decided
        before."""
        found = self.by_place.get(f"{place}.{number}", ())
        over = self.by_place.get(place, ())
        choices: list[tuple[str, str]] = []
        if found or line.settled or over:
            close = [label for finding in found for label in finding.close]
            choices = [AS_WRITTEN, *((label, f"It is {label}") for label in close), *ways]
        settled = f"={line.settled}" if line.settled else ""
        return ShownLine(place, number, line.name, line.qty, choices=choices, settled=settled, findings=found)

    def _guard(self, guard: GuardSheet) -> ShownGuard:
        place = f"g.{guard.name}"
        facts = self.pack.guards[guard.name]
        mine = {at: found for at, found in self.by_place.items() if at == place or at.startswith(f"{place}.")}
        state = "party" if guard.plays else guard.settled or "aside"
        return ShownGuard(
            name=guard.name,
            label=facts.label or words(guard.name),
            state=Shown(f"{place}.state", "This guard is", state, choices=STATES),
            stats=self._stats(guard),
            worn=[self._worn(guard, slot) for slot in SLOTS],
            stones=[
                (slot, f"Stones under the {slot}", self._lines(f"{place}.{slot}_stones", told, (AS_NOTE,), free=1))
                for slot in STONE_SLOTS
                for told in (getattr(guard, f"{slot}_stones"),)
            ],
            satchel=self._lines(f"{place}.satchel", guard.satchel, (INTO_STASH, AS_OWN, AS_NOTE)),
            bag=[(one, [self._chip(guard, chip) for chip in CHIPS if colour(chip) == one]) for one in COLOURS],
            bag_said=[(one, count) for one, count in guard.bag_said.items() if count],
            bag_settled=guard.bag_settled,
            abilities=list(self._abilities(guard)),
            known=self._lines(f"{place}.known", guard.known, (AS_NOTE,), free=2),
            skills=self._lines(f"{place}.skills", guard.skills, (AS_NOTE,), free=2),
            plays=guard.plays,
            findings=mine,
        )

    def _stats(self, guard: GuardSheet) -> Sequence[Shown]:
        stats = (
            ("hp", "HP now", guard.hp), ("hp_max", "HP at most", guard.hp_max), ("atk", "Base ATK", guard.atk),
            ("def", "Base DEF", guard.def_), ("ap", "AP at most", guard.ap),
            ("ap_exhausted", "AP exhausted", guard.ap_exhausted),
        )  # fmt: skip
        return [
            self._number(f"g.{guard.name}.{stat}", label, "" if value is None else value, 0, None)
            for stat, label, value in stats
        ]

    def _abilities(self, guard: GuardSheet) -> Iterator[Shown]:
        place = f"g.{guard.name}"
        for slot in ABILITY_SLOTS:
            written, gem = guard.abilities.get(slot, ""), guard.gems.get(slot, "")
            yield self._text(f"{place}.ability:{slot}", f"Ability {slot}", written, "abilities")
            yield self._choice(f"{place}.gem:{slot}", f"Gem {slot}", gem, GEM_CHOICES)

    def _chip(self, guard: GuardSheet, chip: str) -> Shown:
        name = f"g.{guard.name}.bag:{chip}"
        return Shown(name, words(chip.partition("_")[2]), guard.bag.get(chip, 0), number=True, low=0, high=5)

    def _worn(self, guard: GuardSheet, slot: str) -> Shown:
        line: Line = getattr(guard, slot)
        name = f"g.{guard.name}.{slot}"
        findings = self.by_place.get(name, ())
        cards = [each for each in names_of(self.pack).all(slot) if self._fits(each.id, guard.name)]  # type: ignore[arg-type]
        label = next((each.label for each in cards if key(each.label) == key(line.name)), "")
        choices = [("", "None"), *((each.label, each.label) for each in cards)]
        if line.name and (line.settled or not label):
            written = f"“{line.name}”"
            choices[1:1] = [
                (ASKED, f"{written}: to be settled"), ("=stash", f"{written} goes into the stash"),
                ("=note", f"{written} only as a note"),
            ]  # fmt: skip
        value = f"={line.settled}" if line.settled else label or (ASKED if line.name else "")
        return Shown(name, words(slot), value, choices=choices, findings=findings, was=line.name)

    def _fits(self, card: str, guard: str) -> bool:
        facts: Any = self.pack.weapons.get(card) or self.pack.armors.get(card)
        item = self.pack.items.get(card)
        return (facts is None or facts.fits(guard)) and not (item is not None and item.tool)
