"""Luck: asked in one place, answered in one of several ways, always recorded.

A rule asks ``chance.draw(...)``, ``roll``, ``pick`` or ``shuffle`` and never cares who answers:

* :class:`Rolled`: the app draws, from the system's random source;
* :class:`Seeded`: the same from a seed, for tests and simulations;
* :class:`Observed`: the players typed in what they saw at the table;
* :class:`Replayed`: what was recorded earlier, when later decisions are replayed on a changed past.

Every answer is checked against what was possible and kept in :attr:`Chance.answers`.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from rules.kernel.bags import Bag, Deck, bag, holds, minus, plus, size
from rules.kernel.refusals import LuckImpossible, LuckNeeded, LuckUnused

Kind = Literal["draw", "roll", "pick", "shuffle"]


class Ask(msgspec.Struct, frozen=True):
    """A question to luck.

    :param kind: ``draw`` without replacement, ``roll`` with replacement, ``pick`` one of several, ``shuffle``
    :param source: what is drawn from, a stable name within the decision: ``event_bag``, ``deck.p1``, ``die.combat``
    :param contents: what may come up and how often it is there
    :param count: how many answers are wanted
    """

    kind: Kind
    source: str
    contents: Bag
    count: int = 1

    def words(self) -> str:
        """The question in words, for the people who answer it."""
        name = self.source.replace("_", " ").replace(".", " ")
        many = "" if self.count == 1 else f" {self.count}"
        verbs = {"draw": f"draw{many} from {name}", "roll": f"roll{many} of {name}", "pick": f"pick for {name}"}
        return verbs.get(self.kind, f"the order of {name}")


class Answer(msgspec.Struct, frozen=True):
    """What luck answered.

    :param values: in the order in which they came up; empty for a shuffle whose order nobody knows
    :param observed: typed in by the players (true) or drawn by the app (false)
    """

    kind: Kind
    source: str
    values: tuple[str, ...]
    observed: bool = False


class Chance(ABC):
    """Answers the rules' questions to luck and records every answer in order."""

    def __init__(self) -> None:
        self._answers: list[Answer] = []
        self._used: list[Answer] = []

    @property
    def answers(self) -> tuple[Answer, ...]:
        """All answers so far, in the order in which the rules asked."""
        return tuple(self._answers)

    def draw(self, source: str, contents: Bag, count: int = 1) -> tuple[str, ...]:
        """Draw without putting back, in order. Where only one outcome is possible nobody need be asked.

        :raises ValueError: when the bag holds fewer than ``count`` (a fault of the rules, not of the players)
        :raises LuckImpossible: when the answer is not in the bag
        """
        if count > size(contents):
            raise ValueError(f"{source}: {count} drawn from {size(contents)}")
        return self._ask(Ask("draw", source, contents, count)) if count else ()

    def draw_from(self, source: str, deck: Deck, count: int = 1) -> tuple[tuple[str, ...], Deck]:
        """Draw from the top of a deck, at most what it holds.

        :returns: the cards in order, and the deck without them
        """
        cards: list[str] = []
        while len(cards) < count and deck.layers:
            layer = deck.layers[0]
            for card in self.draw(source, layer, min(count - len(cards), size(layer))):
                deck = deck.without_top(card)
                cards.append(card)
        return tuple(cards), deck

    def roll(self, source: str, faces: Iterable[str] | Bag, count: int = 1) -> tuple[str, ...]:
        """Roll dice. ``faces`` lists the faces of one die, a face that is there twice twice.

        :raises ValueError: when the die has no faces
        """
        return self._ask(Ask("roll", source, plus({}, faces), count)) if count else ()

    def pick(self, source: str, candidates: Iterable[str]) -> str:
        """Choose one of several at random; of one, that one.

        :raises ValueError: when there is nothing to choose from
        """
        return self._ask(Ask("pick", source, bag(candidates)))[0]

    def shuffle(self, source: str, cards: Iterable[str] | Bag) -> Deck:
        """Shuffle cards into a deck. Usually nobody knows its order; where the players typed one in, it is known.

        :param source: another name than that of the draws in the same decision (``discard.p1`` shuffled, ``deck.p1``
            drawn): what players type in is told apart by its source alone
        """
        contents = plus({}, cards)
        order = self._order(Ask("shuffle", source, contents, size(contents)))
        return Deck.ordered(order) if order else Deck.shuffled(contents)

    def forget(self) -> None:
        """Forget what was answered so far: the decision that asked was refused and has not happened."""
        self._answers.clear()
        self._used.clear()

    def finish(self) -> None:  # noqa: B027 (most kinds have nothing to say here)
        """Called when the decision is through.

        :raises LuckUnused: when more was typed in than the decision used
        """

    @abstractmethod
    def _answer(self, ask: Ask) -> Answer: ...

    def _has_answer(self, ask: Ask) -> bool:
        """Whether an answer to this question was given beforehand."""
        return False

    def _ask(self, ask: Ask) -> tuple[str, ...]:
        if not ask.contents:
            raise ValueError(f"{ask.source}: nothing can come up")
        if len(ask.contents) == 1 and not self._has_answer(ask):
            only = tuple(item for item in ask.contents for _ in range(ask.count))
            self._used.append(Answer(ask.kind, ask.source, only))
            return only
        answer = self._answer(ask)
        _check(ask, answer.values)
        return self._recorded_values(answer)

    def _order(self, ask: Ask) -> tuple[str, ...]:
        answer = self._answer(ask) if self._has_answer(ask) else Answer("shuffle", ask.source, ())
        if answer.values:
            _check(ask, answer.values)
        return self._recorded_values(answer)

    def _recorded_values(self, answer: Answer) -> tuple[str, ...]:
        self._answers.append(answer)
        self._used.append(answer)
        return answer.values


def _check(ask: Ask, values: tuple[str, ...]) -> None:
    if len(values) != ask.count:
        raise LuckImpossible(ask, values, f"{ask.count} expected, {len(values)} given: {ask.words()}.")
    wrong = _first_impossible(ask, values)
    if wrong is not None:
        raise LuckImpossible(ask, values, f"“{wrong.replace('_', ' ')}” cannot come up there: {ask.words()}.")


def _first_impossible(ask: Ask, values: tuple[str, ...]) -> str | None:
    """The first value that cannot have come up: a roll may repeat a face, a draw only what is there twice."""
    for index, value in enumerate(values):
        seen = (value,) if ask.kind == "roll" else values[: index + 1]
        if not holds(ask.contents, seen):
            return value
    return None


class Rolled(Chance):
    """The app draws.

    :param source: the random source, by default the operating system's
    """

    def __init__(self, source: random.Random | None = None) -> None:
        super().__init__()
        self._random = source or random.SystemRandom()

    def _answer(self, ask: Ask) -> Answer:
        items = [item for item, count in ask.contents.items() for _ in range(count)]
        drawn = (
            self._random.choices(items, k=ask.count) if ask.kind == "roll" else self._random.sample(items, ask.count)
        )
        return Answer(ask.kind, ask.source, tuple(drawn))


class Seeded(Rolled):
    """The app draws from a seed: the same seed, the same luck."""

    def __init__(self, seed: int | str) -> None:
        super().__init__(random.Random(seed))  # noqa: S311 (games and simulations, not secrets)


class Observed(Chance):
    """What the players saw at the table.

    :param seen: for each source the values in the order in which they came up; a shuffle may be left out
    :param otherwise: answers for a source of which nothing (more) was typed in; without it, and where only a part of
        one answer was typed in, the decision stops with :class:`LuckNeeded`
    """

    def __init__(self, seen: Mapping[str, Sequence[str]], otherwise: Chance | None = None) -> None:
        super().__init__()
        self._seen = {source: deque(values) for source, values in seen.items()}
        self._otherwise = otherwise

    def _answer(self, ask: Ask) -> Answer:
        queue = self._seen.get(ask.source)
        if not queue:
            if self._otherwise is None:
                raise LuckNeeded(ask, tuple(self._used))
            return self._otherwise._answer(ask)
        values = tuple(queue.popleft() for _ in range(min(ask.count, len(queue))))
        if len(values) < ask.count:
            _check(Ask(ask.kind, ask.source, ask.contents, len(values)), values)
            left = ask.contents if ask.kind == "roll" else minus(ask.contents, values)
            raise LuckNeeded(
                msgspec.structs.replace(ask, contents=left, count=ask.count - len(values)),
                (*self._used, Answer(ask.kind, ask.source, values, observed=True)),
            )
        return Answer(ask.kind, ask.source, values, observed=True)

    def _has_answer(self, ask: Ask) -> bool:
        return bool(self._seen.get(ask.source))

    def finish(self) -> None:
        left = [source for source, queue in self._seen.items() if queue]
        if left:
            words = left[0].replace("_", " ")
            sentence = f"More was typed in for {words} than this decision uses."
            raise LuckUnused(left[0], sentence, tuple(self._seen[left[0]]))


class Replayed(Chance):
    """What was recorded earlier, in the same order.

    An answer for another source, or one that is no longer possible, raises :class:`LuckImpossible`; running out of
    answers raises :class:`LuckNeeded`: the replay stops there and asks its people.
    """

    def __init__(self, recorded: Iterable[Answer]) -> None:
        super().__init__()
        self._recorded = deque(recorded)

    def _answer(self, ask: Ask) -> Answer:
        if not self._recorded:
            raise LuckNeeded(ask, tuple(self._used))
        answer = self._recorded[0]
        if (answer.kind, answer.source) != (ask.kind, ask.source):
            raise LuckImpossible(ask, answer.values, f"The recorded luck was of another kind: {ask.words()}.")
        return self._recorded.popleft()

    def _has_answer(self, ask: Ask) -> bool:
        """What can come up one way only is recorded where players typed it in, and never where the app drew: there the
        next answer is that to a later question."""
        if not self._recorded or (self._recorded[0].kind, self._recorded[0].source) != (ask.kind, ask.source):
            return False
        return ask.kind == "shuffle" or self._recorded[0].observed

    def finish(self) -> None:
        if self._recorded:
            source = self._recorded[0].source
            words = source.replace("_", " ")
            raise LuckUnused(source, f"The recorded luck of {words} was not asked for this time.")
