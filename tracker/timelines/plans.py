"""What somebody wants to have been otherwise: plain data, kept while it is thought over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from rules.kernel import Answer, Chance, Observed, Refused, Replayed, Seeded

How = Literal["change", "drop", "insert"]
Way = Literal["keep", "skip", "reroll", "replace", "stop"]
Rest = Literal["ask", "skip", "reroll", "stop"]


class Luck(msgspec.Struct, frozen=True, omit_defaults=True):
    """How luck is answered.

    :param mode: ``recorded`` as it came up then, ``app`` drawn anew, ``table`` typed in, ``rest`` typed in and the rest
        drawn
    :param seed: what is drawn follows from it, so that what a preview shows is what is written
    :param seen: what was typed in, by source
    """

    mode: Literal["recorded", "app", "table", "rest"] = "recorded"
    seed: int = 0
    seen: Mapping[str, tuple[str, ...]] = {}

    def chance(self, recorded: tuple[Answer, ...], place: int) -> Chance:
        """What answers the questions of one decision.

        :param place: the version of the decision, so that one seed draws differently for each
        """
        if self.mode == "recorded":
            return Replayed(recorded)
        drawn = Seeded(f"{self.seed}:{place}")
        if self.mode == "app":
            return drawn
        return Observed(self.seen, otherwise=drawn if self.mode == "rest" else None)


class Taken(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision that is put in.

    :param decision: as plain data
    """

    decision: Mapping[str, Any]
    luck: Luck = Luck()


class Settled(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is to be done where a later decision is no longer possible.

    :param way: take it as it was, after others that make it possible; leave it out, take it with other luck, take
        another one in its place, or end the replay before it
    :param first: the decisions that are put before it
    :param decision: the other one, as plain data
    :param luck: of ``reroll`` and ``replace``
    """

    way: Way
    decision: Mapping[str, Any] | None = None
    luck: Luck = Luck()
    first: tuple[Taken, ...] = ()

    def after(self, taken: Taken) -> Settled:
        """The same with one more decision put before it, after which it is tried again as it was."""
        return Settled("keep", first=(*self.first, taken))


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """An amendment.

    :param version: the first version of the decision that is amended
    :param how: take it otherwise, leave it out, or take another one before it
    :param decision: how it is taken, as plain data; ``None``: as it was
    :param luck: its luck
    :param settled: what is done about later decisions that are no longer possible, by their first version
    :param rest: what is done about those of which nothing is said; ``ask``: nothing yet
    :param seed: for what ``rest`` draws
    """

    version: int
    how: How
    decision: Mapping[str, Any] | None = None
    luck: Luck = Luck()
    settled: Mapping[str, Settled] = {}
    rest: Rest = "ask"
    seed: int = 0

    def settling(self, version: int) -> Settled | None:
        """What is done about a later decision; ``None`` while nobody has said it."""
        if (said := self.settled.get(str(version))) is not None:
            return said
        return None if self.rest == "ask" else Settled(self.rest, luck=Luck("app", self.seed))

    def settle(self, version: int, settled: Settled | None) -> Plan:
        """The plan with something said about a later decision, or nothing any more."""
        others = {key: value for key, value in self.settled.items() if key != str(version)}
        return msgspec.structs.replace(self, settled=others if settled is None else {**others, str(version): settled})


def plan_of(data: object) -> Plan:
    """A plan from plain data.

    :raises Refused: ``malformed``
    """
    try:
        return msgspec.convert(data, Plan)
    except msgspec.ValidationError as error:
        raise Refused("malformed", f"This is no amendment: {error}") from None


def plan_data(plan: Plan) -> Any:
    """A plan as plain data."""
    return msgspec.to_builtins(plan)
