"""What may be decided now, as one person is offered it: what is theirs, and whom the rest is left to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from msgspec.structs import replace

from rules.kernel import Choice, Field, Option, Refused, Seating, player_name, seating
from tracker.timelines.access import Actor, ensure_may_decide
from tracker.timelines.positions import Position


@dataclass(frozen=True)
class Offered:
    """An option as somebody is offered it.

    :param option: choices by which it would become somebody else's decision are blocked
    :param refused: why they may not take it, whatever they choose; ``None`` where they may
    :param left_to: who may, in words: ``Bob, who plays Grigory``; empty where it is theirs, and for whoever watches
    """

    option: Option
    refused: Refused | None = None
    left_to: str = ""


def offered(position: Position, actor: Actor, options: Sequence[Option]) -> list[Offered]:
    """Options as somebody is offered them. For which seat each decides, the game says; whether they may decide for it
    is judged where decisions are.

    :param position: where the options are open, whatever of it they see
    """
    bench = _Bench(position, actor)
    if bench.all_open:
        return [Offered(option) for option in options]
    return [bench.offered(option) for option in options]


@dataclass(frozen=True)
class _Bench:
    """The seats of a position, as somebody may decide for them.

    :param judged: the refusals so far, by seat
    """

    position: Position
    actor: Actor
    judged: dict[str | None, Refused | None] = field(default_factory=dict)

    @property
    def all_open(self) -> bool:
        """They may decide for every seat, and where it belongs to none."""
        state = self.position.state
        seats = () if state is None else self.position.game.seats(state)
        return not any(self.refused(seat) for seat in (None, *seats))

    def offered(self, option: Option) -> Offered:
        """An option, judged for each seat that it may come to decide for."""
        whose = seating(self.position.game, self.position.state, option)
        asked = [field.name for field in option.fields if field.required and field.name in whose.told]
        seats = dict.fromkeys(seat for name in asked for seat in whose.told[name].values()) or {whose.seat: None}
        if all(self.refused(seat) for seat in seats):
            return Offered(option, self.refused(next(iter(seats))), " or ".join(filter(None, map(self.who, seats))))
        fields = tuple(self._field(field, whose) for field in option.fields)
        return Offered(replace(option, fields=fields) if whose.told else option)

    def refused(self, seat: str | None) -> Refused | None:
        """Why they may not decide for a seat, if they may not."""
        if seat not in self.judged:
            try:
                ensure_may_decide(self.position.timeline.campaign, self.actor, seat)
            except Refused as refused:
                self.judged[seat] = refused
            else:
                self.judged[seat] = None
        return self.judged[seat]

    def who(self, seat: str | None) -> str:
        """Whoever plays a seat, and what it plays."""
        if seat is None or self.refused(None):
            return ""  # who watches waits for nobody
        game, state = self.position.game, self.position.state
        plays = () if state is None else game.plays(state, self.position.pack, seat)
        named = " and ".join(filter(None, [", ".join(plays[:-1]), *plays[-1:]]))
        if (alias := self._holders.get(seat)) is None:
            return f"whoever takes the seat of {named or player_name(seat)}"
        return f"{alias}, who plays {named}" if named else f"{alias}, who is {player_name(seat)}"

    @cached_property
    def _holders(self) -> Mapping[str, str | None]:
        return dict(self.position.timeline.campaign.seats.values_list("name", "member__alias"))

    def _field(self, field: Field, whose: Seating) -> Field:
        seats = whose.told.get(field.name)
        if seats is None:
            return field
        return replace(field, choices=tuple(self._choice(choice, seats[choice.value]) for choice in field.choices))

    def _choice(self, choice: Choice, seat: str | None) -> Choice:
        return replace(choice, blocked=f"Left to {self.who(seat)}.") if self.refused(seat) else choice
