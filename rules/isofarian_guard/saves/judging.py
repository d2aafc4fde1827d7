"""What a written sheet comes to: the decision that adopts it, and everything that somebody has to settle before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.isofarian_guard import GAME
from rules.isofarian_guard.campaign.facts import (
    CAMPAIGNS,
    DIAL,
    GUARDS,
    PRESTIGE,
    REGION_CUBES,
    REGION_DECK,
    SCROLLS,
)
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.workbook.names import key
from rules.isofarian_guard.saves.findings import Finding, Reading, numbered
from rules.isofarian_guard.saves.judging_guards import ability_named, in_words, judged_guard
from rules.isofarian_guard.saves.sheet import OpenQuest, Sheet
from rules.kernel import Decision, Refused, Seeded, words


class Judgement(msgspec.Struct, frozen=True):
    """What a sheet comes to.

    :param decision: adopts the position; ``None`` while anything serious is to be settled
    :param notes: what is kept in words
    """

    findings: tuple[Finding, ...]
    decision: Decision | None
    notes: tuple[str, ...]

    @property
    def serious(self) -> tuple[Finding, ...]:
        """What has to be settled."""
        return tuple(finding for finding in self.findings if finding.serious)


def judge(sheet: Sheet, pack: IsofarianPack) -> Judgement:
    """Judge a sheet. Nothing on it is changed: what does not do is named."""
    judging = _Judging(sheet, pack)
    arguments = judging.arguments()
    decision = None
    if not any(finding.serious for finding in judging.findings):
        try:
            decision = GAME.decision(arguments)
            GAME.decide(None, decision, pack, Seeded(0))
        except Refused as refused:
            judging.ask("", refused.sentence)
            decision = None
    return Judgement(tuple(judging.findings), decision, tuple(judging.notes))


class _Judging(Reading):
    """The whole sheet."""

    def arguments(self) -> dict[str, Any]:
        """The decision as plain data, as far as the sheet goes."""
        sheet = self.sheet
        self.within("campaign", "Campaign", sheet.campaign, 1, CAMPAIGNS)
        if sheet.chapter < 1:
            self.ask("chapter", "Which chapter of the campaign is it? The save does not say.")
        at = self.node("at", sheet.at, "Where does the party stand?")
        checkpoint = self.node("checkpoint", sheet.checkpoint)
        boat_at = self.node("boat_at", sheet.boat_at)
        for place, what, value in (("sil", "Sil", sheet.sil), ("lux", "Lux", sheet.lux)):
            self.within(place, f"The {what} dial", value, 0, DIAL)
        self.within("stash_sil", "Sil in the stash", sheet.stash_sil, 0, None)
        party = [guard.name for guard in sheet.guards if guard.plays]
        if not 1 <= len(party) <= GUARDS:
            self.ask("party", f"One or two guards are in the party; here it is {len(party)}.")
        taken = [guard for guard in sheet.guards if guard.plays or guard.settled != "note"]
        guards = {guard.name: judged_guard(self, guard) for guard in taken}
        self.notes += [in_words(guard) for guard in sheet.guards if guard.name not in guards]
        for place, line in numbered("stash", sheet.stash):
            self.lay(line, self.card(place, line, "card", "In the stash"))
        return {
            "do": "adopt_position",
            "campaign": sheet.campaign,
            "chapter": max(1, sheet.chapter),
            "difficulty": sheet.difficulty,
            "players": [f"p{number}" for number in range(1, sheet.people + 1)],
            "party": party,
            "guards": guards,
            "at": at,
            "checkpoint": checkpoint,
            "boat_at": boat_at,
            "sil": sheet.sil,
            "lux": sheet.lux,
            "stash": {"sil": sheet.stash_sil, "cards": dict(self.stash)},
            "fort": dict(self._fort()),
            "prestige": self.levels("city", sheet.prestige, PRESTIGE, "Prestige with"),
            "region_cubes": self.levels("cubes", sheet.cubes, REGION_CUBES, "Cubes on"),
            "decks": self.levels("deck", sheet.decks, REGION_DECK, "Cards left of"),
            "completed": list(dict.fromkeys(self._completed())),
            **self._placed(),
            "universal_abilities": list(dict.fromkeys(self._universal())),
            "opened_nodes": list(dict.fromkeys(self._opened())),
            "caravan_accessories": list(dict.fromkeys(self._caravan())),
            "agents": list(dict.fromkeys(key(line.name) or "agent" for line in sheet.agents)),
        }

    def _fort(self) -> Iterator[tuple[str, int]]:
        seen: set[str] = set()
        for place, line in numbered("fort", self.sheet.fort):
            if line.settled == "note":
                self.notes.append(f"Fort Istra: “{line.name}”, kept as a note.")
                continue
            found = {name.id for name in self.names.found("building", line.name)}
            if len(found) != 1:
                close = [name.label for name in self.names.close("building", line.name)]
                self.ask(place, f"“{line.name}” is no building of Fort Istra.", close)
                continue
            building = found.pop()
            if not 0 <= line.qty <= 2:
                self.ask(place, f"{words(building)}: the save has a state that is none of ours.")
            elif building in seen:
                self.ask(place, f"{words(building)} stands there twice.")
            seen.add(building)
            yield building, line.qty

    # ---- the story

    def _completed(self) -> Iterator[str]:
        for place, line in numbered("completed", self.sheet.completed):
            if line.settled == "note" or not line.name:
                self.notes += [f"Completed: “{line.name}”."] if line.name else []
                continue
            found = self.names.found("quest", line.name)
            if len(found) == 1:
                yield found[0].id
                continue
            if not line.settled:
                close = [name.label for name in self.names.close("quest", line.name)]
                sentence = f"“{line.name}” is no quest that the content knows. It is crossed off under this name."
                self.tell(place, sentence, close)
            yield key(line.name) or "quest"

    def _placed(self) -> dict[str, dict[str, str]]:
        """Quests under way by the kind of their chip, each with its node."""
        scrolls: dict[str, str] = {}
        narrative: dict[str, str] = {}
        for number, quest in enumerate(self.sheet.quests):
            place = f"quest.{number}"
            if not quest.name:
                continue
            if quest.settled == "note":
                self.notes.append(f"Open quest: “{quest.name}”.")
                continue
            at = self._chip_at(place, quest)
            if not at:
                continue
            found = self.names.found("quest", quest.name)
            chips = narrative if quest.settled == "narrative" else scrolls
            chips[found[0].id if len(found) == 1 else key(quest.name) or f"quest_{number}"] = at
            if len(scrolls) > SCROLLS:
                self.ask(place, f"Only {SCROLLS} scroll chips exist: keep this quest as a note.")
            if len(narrative) > 1:
                self.ask(place, "Only one narrative event chip exists: keep this quest as a note.")
        return {"scrolls": scrolls, "narrative": narrative}

    def _chip_at(self, place: str, quest: OpenQuest) -> str:
        chip = "the narrative event chip" if quest.settled == "narrative" else "its scroll chip"
        return self.node(place, quest.at, f"“{quest.name}”: where does {chip} lie? Without one, keep it as a note.")

    # ---- what is unlocked for everybody

    def _universal(self) -> Iterator[str]:
        """Universal abilities; one that nobody recorded is kept under its name (ISO-ABIL-009)."""
        for place, line in numbered("universal", self.sheet.universal):
            ability = ability_named(self, place, line)
            facts = self.pack.abilities.get(ability)
            if facts is not None and facts.guard != "any":
                owner = words(facts.guard)
                self.ask(place, f"“{line.name}” is an ability of {owner}: write it down at the guard.")
            yield ability

    def _opened(self) -> Iterator[str]:
        """Red nodes that act as orange ones (ISO-NOD-011)."""
        for place, line in numbered("opened", self.sheet.opened):
            ref = self.node(place, line.name)
            if ref and self.pack.nodes[ref].color != "red":
                self.tell(place, f"“{line.name}” is not known as a red node; only those are opened.")
            if ref:
                yield ref

    def _caravan(self) -> Iterator[str]:
        """Accessories that the caravan sells."""
        for place, line in numbered("caravan", self.sheet.caravan):
            card = self.card(place, line, "accessory", "The caravan sells")
            if card:
                yield card
