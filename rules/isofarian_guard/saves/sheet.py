"""A running campaign as somebody wrote it down: names as written, numbers as they stand, right or not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from rules.kernel import Bag

Settled = Literal["", "own", "stash", "note", "none"]
"""What a person decided about a line whose name does not say it: nothing yet, a card that nobody recorded, into the
stash, a note instead, nothing at all."""


class Line(msgspec.Struct, frozen=True):
    """A card, quest or building as written.

    :param settled: what was decided by hand
    """

    name: str
    qty: int = 1
    settled: Settled = ""


NOTHING = Line("")


class GuardSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A guard as written. ``None`` where nothing is said.

    :param plays: in the party, or set aside
    :param settled: ``note`` where a guard who is set aside is written down in words alone, and starts anew when joining
    :param hp_max: the most HP, equipment included
    :param atk: base ATK with upgrades, without equipment; likewise ``def_``
    :param ap: gray AP, equipment included
    :param bag: chips by id, as far as their kinds are known
    :param bag_said: chips by colour, where more is not said
    :param bag_settled: the bag is right as it stands, whatever the counts by colour say
    :param abilities: by ability slot I-VI
    :param gems: colours beneath them, by ability slot; left out: the colour of the ability's element
    :param known: abilities that are unlocked, beside those in the slots
    :param skills: upgrades of the skill tree that are unlocked
    """

    name: str
    plays: bool = False
    settled: Settled = ""
    hp: int | None = None
    hp_max: int | None = None
    atk: int | None = None
    def_: int | None = None
    ap: int | None = None
    ap_exhausted: int = 0
    weapon: Line = NOTHING
    armor: Line = NOTHING
    accessory: Line = NOTHING
    item: Line = NOTHING
    weapon_stones: tuple[Line, ...] = ()
    armor_stones: tuple[Line, ...] = ()
    satchel: tuple[Line, ...] = ()
    bag: Bag = {}
    bag_said: Bag = {}
    bag_settled: bool = False
    abilities: Mapping[str, str] = {}
    gems: Mapping[str, str] = {}
    known: tuple[Line, ...] = ()
    skills: tuple[Line, ...] = ()


class OpenQuest(msgspec.Struct, frozen=True):
    """A quest under way, and where its chip lies.

    :param at: the node as written; empty where it is not said
    :param settled: ``narrative`` where its chip is the narrative event chip and no scroll, ``note`` where it has none
    """

    name: str
    at: str = ""
    settled: Literal["", "narrative", "note"] = ""


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """The whole campaign as written.

    :param people: how many play
    :param fort: buildings with their level 0, 1, 2
    :param prestige: by city; likewise ``cubes`` and ``decks`` by region
    :param decks: field event cards left; a region that is absent has all
    :param universal: universal abilities that are unlocked
    :param opened: red nodes that the campaign book opened
    :param caravan: accessories that the caravan sells
    :param agents: people who joined Fort Istra
    :param notes: what no rule of ours speaks of, in words
    """

    campaign: int = 1
    chapter: int = 1
    difficulty: str = "standard"
    people: int = 1
    at: str = ""
    checkpoint: str = ""
    boat_at: str = ""
    sil: int = 0
    lux: int = 0
    stash_sil: int = 0
    guards: tuple[GuardSheet, ...] = ()
    stash: tuple[Line, ...] = ()
    fort: tuple[Line, ...] = ()
    prestige: Mapping[str, int] = {}
    cubes: Mapping[str, int] = {}
    decks: Mapping[str, int] = {}
    completed: tuple[Line, ...] = ()
    quests: tuple[OpenQuest, ...] = ()
    universal: tuple[Line, ...] = ()
    opened: tuple[Line, ...] = ()
    caravan: tuple[Line, ...] = ()
    agents: tuple[Line, ...] = ()
    notes: tuple[str, ...] = ()
