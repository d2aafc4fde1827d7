"""Facts about the game as a whole: its start, campaigns, chapters, guards, players, difficulty, saving."""

from __future__ import annotations

from collections.abc import Mapping

from rules.isofarian_guard.campaign.facts import Difficulty
from rules.isofarian_guard.campaign.state import Guard, Markers, Progress, SaveSheet, Stash
from rules.kernel import Bag, Deck, Event


class GameSetUp(Event, frozen=True):
    """The box was opened: event bag, four shuffled region decks, and the facts about cards that counting needs.

    :param materials: limit by quantity card
    :param tools: added satchel slots by tool item
    """

    players: tuple[str, ...]
    difficulty: Difficulty
    event_bag: Bag
    field_decks: Mapping[str, Deck]
    materials: Bag
    tools: Bag


class PositionAdopted(Event, frozen=True):
    """A campaign that was under way before this tracker kept it: everything as it lies on the table.

    :param reserve: guards who are set aside, as they were left
    :param field_decks: the decks with the cards that are left
    """

    campaign: int
    chapter: int
    party: tuple[str, ...]
    at: str
    guards: Mapping[str, Guard]
    control: Mapping[str, str]
    campaigns_done: tuple[int, ...]
    reserve: Mapping[str, Guard] = {}
    sil: int = 0
    lux: int = 0
    stash: Stash = Stash()
    fort: Bag = {}
    prestige: Bag = {}
    region_cubes: Bag = {}
    field_decks: Mapping[str, Deck] = {}
    checkpoint: str | None = None
    boat_at: str | None = None
    quests: Mapping[str, Progress] = {}
    markers: Markers = Markers()
    universal_abilities: tuple[str, ...] = ()
    caravan_accessories: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    opened_nodes: tuple[str, ...] = ()


class CampaignStarted(Event, frozen=True):
    """A campaign began in its chapter 1.

    :param guards: the guards as they start, by name
    :param boat_at: where the boat lies, or ``None`` while there is none
    """

    campaign: int
    party: tuple[str, ...]
    at: str
    guards: Mapping[str, Guard]
    control: Mapping[str, str]
    boat_at: str | None


class CampaignCompleted(Event, frozen=True):
    """A campaign was played to its end."""

    campaign: int


class GameWon(Event, frozen=True):
    """All five campaigns are completed."""


class ChapterStarted(Event, frozen=True):
    """The next chapter of a campaign began."""

    campaign: int
    chapter: int


class GuardJoined(Event, frozen=True):
    """A guard joined the party.

    :param sheet: as set aside earlier, or at base stats
    :param control: who plays whom from now on
    """

    guard: str
    sheet: Guard
    control: Mapping[str, str]


class GuardSwapped(Event, frozen=True):
    """A guard took the place of another, who is set aside unchanged."""

    leaves: str
    joins: str
    sheet: Guard
    control: Mapping[str, str]


class DifficultyChanged(Event, frozen=True):
    """The group chose the difficulty at which it plays on."""

    was: Difficulty
    now: Difficulty


class PlayerAdded(Event, frozen=True):
    """A player joined.

    :param control: who plays whom from now on, by guard
    """

    player: str
    control: Mapping[str, str]


class PlayerRemoved(Event, frozen=True):
    """A player left.

    :param control: who plays whom from now on, by guard
    """

    player: str
    control: Mapping[str, str]


class ControlAssigned(Event, frozen=True):
    """It was settled who plays whom.

    :param control: who plays whom from now on, by guard
    """

    control: Mapping[str, str]


class GameLeft(Event, frozen=True):
    """The group stopped playing; nothing changed but the save sheet."""

    sheet: SaveSheet
