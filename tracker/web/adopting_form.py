"""The form of a running campaign: a sheet made from what was sent.

A line of cards posts its name, count and what was decided about it as three lists of equal length. What was decided is
a name to take instead, or ``=own``, ``=stash``, ``=note``. Equipment is one choice: a card, nothing, or one of those.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, cast

from django.http import QueryDict

from rules.isofarian_guard.campaign.facts import ABILITY_SLOTS, BUILDINGS, CHIPS, GEM_COLOURS
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.saves.sheet import NOTHING, GuardSheet, Line, OpenQuest, Settled, Sheet
from rules.kernel import Refused, words

SLOTS = ("weapon", "armor", "accessory", "item")
STONE_SLOTS = ("weapon", "armor")
COLOURS = ("black", "green", "purple", "red")
ASKED = "=asked"
"""Nobody decided yet about a card as written."""
MOST_LINES = 1_000
LONGEST_NAME = 500
LONGEST_NOTES = 100_000
GEMS = tuple(GEM_COLOURS.values())
_CHIPS: Mapping[str, Literal["narrative", "note"]] = {"=narrative": "narrative", "=note": "note"}
"""What a quest under way has instead of a scroll chip."""
_SETTLED = {"=own": "own", "=stash": "stash", "=note": "note", "=none": "none"}


def sheet_of(post: QueryDict, pack: IsofarianPack) -> Sheet:
    """The sheet that a form describes.

    :raises Refused: ``malformed`` when something else than numbers and texts of a sensible length was sent
    """
    form = _Form(post)
    return Sheet(
        campaign=form.number("campaign", 1),
        chapter=form.number("chapter", 0),
        difficulty=form.among("difficulty", ("standard", "story", "tenebris")),
        people=2 if post.get("people") == "2" else 1,
        at=form.place("at"),
        checkpoint=form.place("checkpoint"),
        boat_at=form.place("boat_at"),
        sil=form.number("sil", 0),
        lux=form.number("lux", 0),
        stash_sil=form.number("stash_sil", 0),
        guards=tuple(_guard(form, name) for name in dict.fromkeys(post.getlist("g")) if name in pack.guards),
        stash=form.lines("stash"),
        fort=(*_buildings(form), *form.lines("fort")),
        prestige={city: level for city in pack.cities if (level := form.number(f"city:{city}", 0))},
        cubes={region: cubes for region in pack.regions if (cubes := form.number(f"cubes:{region}", 0))},
        decks={region: left for region in pack.regions if (left := form.optional(f"deck:{region}")) is not None},
        completed=form.lines("completed"),
        quests=_quests(form),
        universal=form.lines("universal"),
        opened=form.lines("opened"),
        caravan=form.lines("caravan"),
        agents=form.lines("agents"),
        notes=form.notes(),
    )


class _Form:
    """What was sent, by kind."""

    def __init__(self, post: QueryDict) -> None:
        self.post = post

    def text(self, name: str) -> str:
        return self.short(self.post.get(name, ""))

    def place(self, name: str) -> str:
        """A node: one that was offered, or as it was typed."""
        return self.text(f"{name}.is") or self.text(name)

    def among(self, name: str, allowed: tuple[str, ...]) -> str:
        value = self.post.get(name, "")
        return value if value in allowed else allowed[0]

    def number(self, name: str, default: int) -> int:
        value = self.optional(name)
        return default if value is None else value

    def optional(self, name: str) -> int | None:
        return self._number(name, self.post.get(name, ""))

    def notes(self) -> tuple[str, ...]:
        text = self.post.get("notes", "").replace("\r\n", "\n").strip()
        if len(text) > LONGEST_NOTES or "\0" in text:
            raise Refused("malformed", f"Notes: at most {LONGEST_NOTES:,} characters of plain text.")
        return tuple(note for note in re.split(r"\n{2,}", text) if note)

    def lines(self, place: str) -> tuple[Line, ...]:
        """The lines of cards, those without a name left out."""
        names = self.post.getlist(f"{place}.name")
        counts = self.post.getlist(f"{place}.qty") or ["1"] * len(names)
        decided = self.post.getlist(f"{place}.settled") or [""] * len(names)
        if not len(names) == len(counts) == len(decided) <= MOST_LINES:
            raise Refused("malformed", f"{words(place)}: its lines do not fit together.")
        rows = zip(names, counts, decided, strict=True)
        lines = [self._line(place, name, count, what) for name, count, what in rows]
        return tuple(line for line in lines if line.name)

    def worn(self, place: str) -> Line:
        """A card in a slot of a dashboard: chosen, or still as it was written."""
        chosen, was = self.text(place), self.text(f"{place}.was")
        if chosen == ASKED or chosen in _SETTLED:
            return Line(was, 1, cast(Settled, _SETTLED.get(chosen, ""))) if was else NOTHING
        return Line(chosen)

    def _line(self, place: str, name: str, count: str, what: str) -> Line:
        name, what = self.short(name), self.short(what)
        qty = self._number(place, count)
        if what and not what.startswith("="):
            return Line(what, 1 if qty is None else qty)
        return Line(name, 1 if qty is None else qty, cast(Settled, _SETTLED.get(what, "")))

    def _number(self, name: str, value: str) -> int | None:
        if not value.strip():
            return None
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", value.strip()):
            raise Refused("malformed", f"{name}: “{value[:60]}” is not a whole number.")
        return int(value)

    def short(self, text: str) -> str:
        text = " ".join(text.split())
        if len(text) > LONGEST_NAME or "\0" in text:
            raise Refused("malformed", f"A name has at most {LONGEST_NAME} characters.")
        return text


def _guard(form: _Form, name: str) -> GuardSheet:
    place = f"g.{name}"
    state = form.among(f"{place}.state", ("party", "aside", "note"))
    stats = {stat: form.optional(f"{place}.{stat}") for stat in ("hp", "hp_max", "atk", "def", "ap")}
    worn = {slot: form.worn(f"{place}.{slot}") for slot in SLOTS}
    stones = {slot: form.lines(f"{place}.{slot}_stones") for slot in STONE_SLOTS}
    return GuardSheet(
        name=name,
        plays=state == "party",
        settled="note" if state == "note" else "",
        hp=stats["hp"],
        hp_max=stats["hp_max"],
        atk=stats["atk"],
        def_=stats["def"],
        ap=stats["ap"],
        ap_exhausted=form.number(f"{place}.ap_exhausted", 0),
        weapon=worn["weapon"],
        armor=worn["armor"],
        accessory=worn["accessory"],
        item=worn["item"],
        weapon_stones=stones["weapon"],
        armor_stones=stones["armor"],
        satchel=form.lines(f"{place}.satchel"),
        bag={chip: count for chip in CHIPS if (count := form.number(f"{place}.bag:{chip}", 0))},
        bag_said={colour: count for colour in COLOURS if (count := form.number(f"{place}.said:{colour}", 0))},
        bag_settled=bool(form.text(f"{place}.bag_settled")),
        known=form.lines(f"{place}.known"),
        skills=form.lines(f"{place}.skills"),
        abilities={slot: text for slot in ABILITY_SLOTS if (text := form.text(f"{place}.ability:{slot}"))},
        gems={slot: gem for slot in ABILITY_SLOTS if (gem := form.among(f"{place}.gem:{slot}", ("", *GEMS)))},
    )


def _buildings(form: _Form) -> list[Line]:
    levels = {building: form.number(f"fort:{building}", 0) for building in BUILDINGS}
    return [Line(words(building), level) for building, level in levels.items() if level]


def _quests(form: _Form) -> tuple[OpenQuest, ...]:
    columns = [form.post.getlist(f"quest.{column}") for column in ("name", "at", "settled")]
    quests = [
        OpenQuest(form.short(name), form.short(at), _CHIPS.get(what, ""))
        for name, at, what in zip(*columns, strict=False)
    ]
    return tuple(quest for quest in quests if quest.name)
