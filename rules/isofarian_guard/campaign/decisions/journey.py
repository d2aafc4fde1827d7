"""What the party may choose on its way: moving, event bag, field events, boat, rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.isofarian_guard.campaign.facts import Skull
from rules.isofarian_guard.campaign.state import Count, Part
from rules.isofarian_guard.content.parts import Color
from rules.kernel import Bag, Decision


class Outcome(Part, frozen=True, forbid_unknown_fields=True):
    """What a card or book did, told by the table where the pack does not know it. Losses are negative.

    :param hp: by guard; negative: lost
    :param chips: put into bags, by guard and chip; negative: taken out
    """

    sil: int = 0
    lux: int = 0
    cards: Bag = {}
    hp: Mapping[str, int] = {}
    chips: Mapping[str, Mapping[str, int]] = {}


class Move(Decision, frozen=True):
    """Go to a connected node.

    :param color: what the map shows, where nobody has said it yet
    """

    to: str
    color: Color | None = None


class DrawEvent(Decision, frozen=True):
    """Draw a chip from the event bag."""


class AvoidBattle(Decision, frozen=True):
    """Skip the battle of a drawn skull: each guard exhausts 1 AP."""


class Fight(Decision, frozen=True):
    """Take the battle of a drawn skull."""


class Compass(Decision, frozen=True):
    """Choose what follows a compass.

    :param skull: the battle to hunt, by its skull column
    :param card: name of the field event card, where the deck's card was not known yet
    """

    choose: Literal["continue", "hunt", "field_event"]
    skull: Skull | None = None
    card: str = ""


class ChoosePath(Decision, frozen=True):
    """Choose a path of a field event before the card is turned.

    :param guard: whose bag chips are drawn from, where the path asks for it
    :param outcome: what the back of a card says that nobody has recorded
    """

    path: str
    guard: str = ""
    outcome: Outcome = Outcome()


class BoardBoat(Decision, frozen=True):
    """Go aboard the boat."""


class LeaveBoat(Decision, frozen=True):
    """Leave the boat at a dock."""


class Fish(Decision, frozen=True):
    """Draw a chip from a guard's bag; its colour decides the catch."""

    bag: str
    store: str = ""


class Harvest(Decision, frozen=True):
    """Cut wood on a harvesting node.

    :param store: satchel by material; left out: where it fits
    """

    store: Mapping[str, str] = {}


class Mine(Decision, frozen=True):
    """Mine ore on a mining node; see :class:`Harvest`."""

    store: Mapping[str, str] = {}


class Rest(Decision, frozen=True):
    """Rest at an inn or the Barracks."""


class UseTent(Decision, frozen=True):
    """Put up a tent from a guard's satchel."""

    guard: str


class CollectPile(Decision, frozen=True):
    """Take back cards of the pile, by guard. What is not taken goes to the supply."""

    take: Mapping[str, Mapping[str, Count]]
