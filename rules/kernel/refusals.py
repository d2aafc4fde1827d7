"""Why a decision is not allowed, in a form that pages, API and tests share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.kernel.chance import Answer, Ask

SHARED_REASONS = frozenset({
    "malformed", "not_set_up", "no_effect", "luck_needed", "luck_impossible", "luck_unused",
    "reason_required", "no_such_value", "value_invalid", "invariant_broken",
})  # fmt: skip
"""The reason codes that the kernel itself gives, for every game; a game's own stand in its ``reasons``."""


class Refused(Exception):
    """A decision that the rules do not allow. Nothing has changed and nothing was emitted.

    :param code: stable reason code, as the game's vocabulary lists it
    :param sentence: why, in one sentence for people
    :param rule: catalogue id of the rule that forbids it, where there is one
    :param remedy: what would make it possible, or empty
    """

    def __init__(self, code: str, sentence: str, *, rule: str | None = None, remedy: str = "") -> None:
        self.sentence = sentence.encode("utf-8", "replace").decode()  # it may quote what no answer could carry
        super().__init__(self.sentence)
        self.code = code
        self.rule = rule
        self.remedy = remedy

    def as_data(self) -> Mapping[str, object]:
        """The refusal as plain data: ``code``, ``sentence``, ``rule``, ``remedy``."""
        return {"code": self.code, "sentence": self.sentence, "rule": self.rule, "remedy": self.remedy}


class LuckNeeded(Refused):
    """Observed luck ran out: the decision needs an answer that nobody has typed in yet.

    :param ask: what is to be drawn, rolled or picked next
    :param given: everything that came up so far, what could only come up one way included: typed in again together
        with the missing answer, the decision goes on from here
    """

    def __init__(self, ask: Ask, given: tuple[Answer, ...]) -> None:
        super().__init__("luck_needed", f"Say what came up: {ask.words()}.")
        self.ask = ask
        self.given = given


class LuckImpossible(Refused):
    """An answer that cannot have happened: a chip that is not in the bag, a face that the die does not have.

    :param ask: what was asked
    :param values: what was answered
    """

    def __init__(self, ask: Ask, values: tuple[str, ...], why: str) -> None:
        super().__init__("luck_impossible", why)
        self.ask = ask
        self.values = values


class LuckUnused(Refused):
    """More luck was given than the decision asked for.

    :param source: what it was given for
    :param values: what nobody asked for
    """

    def __init__(self, source: str, sentence: str, values: tuple[str, ...] = ()) -> None:
        super().__init__("luck_unused", sentence)
        self.source = source
        self.values = values
