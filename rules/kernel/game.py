"""The contract that every game meets, and what all games share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar, Union

import msgspec

from rules.kernel import corrections
from rules.kernel.catalogue import Rule, catalogue
from rules.kernel.chance import Answer, Chance
from rules.kernel.messages import Decision, Event, State, TableEvent, decision_name
from rules.kernel.options import Option
from rules.kernel.packs import Pack
from rules.kernel.refusals import Refused
from rules.kernel.storable import unstorable
from rules.kernel.table import CorrectValue, ValueCorrected
from rules.kernel.turn import Turn

if TYPE_CHECKING:
    from rules.kernel.players import Policy
    from rules.kernel.simulation import End

S = TypeVar("S", bound=State)
P = TypeVar("P", bound=Pack)
D = TypeVar("D", bound=Decision)
E = TypeVar("E", bound=Event)


class Landmark(msgspec.Struct, frozen=True):
    """A place in the story that an event reaches.

    :param kind: the unit that begins there, in which players undo: ``turn``, ``phase``, ``round``, ``day``, ``end``
    :param label: what people call it: ``Round 3``
    :param checkpoint: worth offering as a checkpoint
    """

    kind: Literal["turn", "phase", "round", "battle", "day", "end"]
    label: str
    checkpoint: bool = False


class Rulebook(Generic[S, P]):
    """Collects what the modules of a game register: how each decision is judged, how each event changes the state,
    and what may be decided. One module per area of the rulebook; importing the module registers it."""

    def __init__(self) -> None:
        self.deciders: dict[type[Decision], Callable[[Turn[S, P], Any], None]] = {}
        self.evolvers: dict[type[Event], Callable[[S, Any], S]] = {}
        self.founders: dict[type[Event], Callable[[Any], S]] = {}
        self.offers: list[Callable[[S, P], Iterable[Option]]] = []

    def decides(self, kind: type[D]) -> Callable[[Callable[[Turn[S, P], D], None]], Callable[[Turn[S, P], D], None]]:
        """Register the function that judges and carries out a decision: it emits on the turn, or raises Refused."""
        return _registered(self.deciders, kind)

    def evolves(self, kind: type[E]) -> Callable[[Callable[[S, E], S]], Callable[[S, E], S]]:
        """Register the function that applies an event: it reads the event alone and never refuses."""
        return _registered(self.evolvers, kind)

    def founds(self, kind: type[E]) -> Callable[[Callable[[E], S]], Callable[[E], S]]:
        """Register the function that makes the first state from the set-up event."""
        return _registered(self.founders, kind)

    def offers_options(self, maker: Callable[[S, P], Iterable[Option]]) -> Callable[[S, P], Iterable[Option]]:
        """Register a function that lists options of one area; they are shown in the order of registration."""
        self.offers.append(maker)
        return maker


def _registered(registry: dict[Any, Any], kind: type) -> Callable[[Any], Any]:
    def register(function: Any) -> Any:
        if kind in registry:
            raise TypeError(f"{kind.__name__} is registered twice")
        registry[kind] = function
        return function

    return register


class Game(ABC, Generic[S, P]):
    """A rules engine. Stateless; one instance serves every campaign.

    A subclass names its types and its rulebook and says what is open, whether the game is over, and what is worth a
    landmark. Deciding and evolving are dispatched by type.
    """

    key: ClassVar[str]
    """Stable name: ``isofarian_guard``. Also the name space of the game's events."""
    title: ClassVar[str]
    version: ClassVar[int] = 1
    """Raised whenever the shape or meaning of the state changes, so that stored states are computed anew."""
    reasons: ClassVar[frozenset[str]]
    """Every reason code that the game's own refusals carry."""
    upcasts: ClassVar[Mapping[str, tuple[Callable[[dict[str, Any]], dict[str, Any]], ...]]] = {}
    """For an event whose shape changed, by its name: the steps from shape 1 to 2, 2 to 3, ... Each takes the stored
    data (the key ``event`` included) and returns them in the next shape."""
    policies: ClassVar[Mapping[str, Policy]] = {}
    """The game's own ways of playing by itself, by a stable name, the best one first."""
    ends: ClassVar[Mapping[str, End]] = {}
    """Places besides the end of the game at which a simulation may stop, by a stable name."""
    told_by_people: ClassVar[frozenset[str]] = frozenset()
    """Names of the decisions by which people say what the program cannot know: how a battle at the table ended, what a
    card says, who joins. A policy never takes them: it would make the answer up."""
    spans: ClassVar[tuple[str, ...]] = ()
    """The kinds of landmarks in which a stretch of play is counted: ``round``, ``day``."""
    field_words: ClassVar[Mapping[str, str | None]] = {}
    """What fields of the position are called where their own words will not do: ``{"hp": "HP"}``. Empty: the field goes
    without saying; ``None``: what stands there is not told at all."""
    state_type: type[S]
    pack_type: type[P]
    rulebook: Rulebook[S, P]

    # ---- to be said by each game

    @abstractmethod
    def set_up_options(self, pack: P) -> list[Option]:
        """How a game may begin: the decisions that are allowed before there is a state."""

    @abstractmethod
    def outcome(self, state: S) -> str | None:
        """How the game ended (``won``, ``lost`` ...), or ``None`` while it goes on."""

    def landmark(self, event: Event) -> Landmark | None:
        """The place in the story that this event reaches, if any."""
        return None

    def check(self, state: S) -> list[str]:
        """Invariants that the state breaks, in words; empty in health."""
        return []

    def seats(self, state: S) -> tuple[str, ...]:
        """The seats of this game, in order; empty where seats mean nothing."""
        return ()

    def seat_of(self, state: S | None, decision: Decision) -> str | None:
        """The seat for which a decision is taken, or ``None`` where anyone may take it."""
        return getattr(decision, "player", None)

    def plays(self, state: S, pack: P, seat: str) -> tuple[str, ...]:
        """What a seat plays, by name: its guards, its Characters; empty where a seat is a player and no more."""
        return ()

    def measures(self, state: S) -> Mapping[str, int | bool]:
        """Figures by which plays are told apart, by their labels: numbers, and what is true or not ("Alek fell")."""
        return {}

    def labels(self, pack: P) -> Mapping[str, str]:
        """Names of the pack's things by id, for people; what is absent is called by its identifier's own words."""
        return {}

    def kinds(self, pack: P) -> Mapping[str, str]:
        """Of cards that have an id for each copy: the kind of each copy, by its id. Copies of a kind have the same name
        and figures: of those that are offered in the same words it cannot matter which one is taken."""
        return {}

    def learned(self, state: S, pack: P) -> Mapping[str, Sequence[str]]:
        """What its group recorded while playing, part by part, in words; empty where nothing was."""
        return {}

    def learned_pack(self, state: S, pack: P, name: str) -> P | None:
        """The pack with what its group recorded while playing laid into it, under a name of its own; ``None`` where
        :meth:`learned` is empty."""
        return None

    def names(self, pack: P) -> Mapping[str, str]:
        """Names of all that stands in a position by id, where differences of positions are told."""
        return self.labels(pack)

    def visible_to(self, state: S, seat: str | None) -> S:
        """What a seat (``None``: a spectator) may see. The only border for pages, streams, API and exports."""
        return state

    def in_record(self, event: Event) -> Event:
        """A fact as it is read in the record, by whom ever: without what lies hidden on the table. What is stored stays
        whole. A game that draws when it happens, and hides nothing that was drawn, has nothing to leave out."""
        return event

    def luck_in_record(self, answer: Answer) -> Answer:
        """The same of what luck answered."""
        return answer

    # ---- the same for all games

    def options(self, state: S | None, pack: P) -> list[Option]:
        """Everything that may be decided now. Empty when the game is over."""
        if state is None:
            return self.set_up_options(pack)
        if self.outcome(state) is not None:
            return []
        return [option for maker in self.rulebook.offers for option in maker(state, pack)]

    def decide(self, state: S | None, decision: Decision, pack: P, chance: Chance) -> list[Event]:
        """Judge a decision and say what happens.

        :raises Refused: when the rules do not allow it; nothing has changed then
        """
        turn = Turn(self, state, pack, chance)
        if isinstance(decision, CorrectValue):
            self._correct(turn, decision)
        else:
            self.rulebook.deciders[type(decision)](turn, decision)
        chance.finish()
        if not turn.events:
            raise Refused("no_effect", "That would change nothing.")
        return turn.events

    def evolve(self, state: S | None, event: Event) -> S | None:
        """The state after an event. Reads the event alone, never the pack and never chance."""
        kind, rulebook = type(event), self.rulebook
        if state is not None and kind in rulebook.evolvers:
            return rulebook.evolvers[kind](state, event)
        if isinstance(event, TableEvent):
            return state
        if kind in rulebook.founders:
            return rulebook.founders[kind](event)
        if state is None:
            raise ValueError(f"{kind.__name__} before the set-up")
        if isinstance(event, ValueCorrected):
            return corrections.replaced(state, event.path, event.now)
        raise KeyError(f"nothing evolves {kind.__name__}")

    def fold(self, events: Iterable[Event], state: S | None = None) -> S | None:
        """The state after all events."""
        for event in events:
            state = self.evolve(state, event)
        return state

    def decision(self, data: object) -> Decision:
        """A decision from plain data: a map with the decision's name under ``do``.

        :raises Refused: ``malformed`` with the place and what was expected; also for text and numbers that could not
            be stored
        """
        fault = unstorable(data)
        if fault:
            raise Refused("malformed", f"This is no decision of {self.title}: {fault[1]} (at {fault[0] or 'the top'}).")
        named = data.get("do") if isinstance(data, Mapping) else None
        # The one type by its name: converting to the union of a large game takes twenty times as long.
        kind = self.decision_kinds.get(named, self.decision_type) if isinstance(named, str) else self.decision_type
        try:
            decision: Decision = msgspec.convert(dict(data) if isinstance(data, Mapping) else data, kind)
        except msgspec.ValidationError as error:
            raise Refused("malformed", f"This is no decision of {self.title}: {error}") from None
        return decision

    @cached_property
    def decision_type(self) -> Any:
        """The union of all decisions, for decoding and for schemas."""
        return Union[(*self.rulebook.deciders, CorrectValue)]

    @cached_property
    def decision_kinds(self) -> Mapping[str, type[Decision]]:
        """All decision types by name."""
        kinds: list[type[Decision]] = [*self.rulebook.deciders, CorrectValue]
        return {decision_name(kind): kind for kind in kinds}

    @property
    def event_kinds(self) -> tuple[type[Event], ...]:
        """All event types of the game itself."""
        return (*self.rulebook.founders, *self.rulebook.evolvers)

    @property
    def catalogue(self) -> Mapping[str, Rule]:
        """The game's rules by id."""
        return catalogue(type(self).__module__.rsplit(".", 1)[0])

    def _correct(self, turn: Turn[S, P], decision: CorrectValue) -> None:
        state = turn.state
        if not decision.reason.strip():
            raise Refused("reason_required", "Say why the value is set right.")
        try:
            was = corrections.read(state, decision.path)
            corrected = corrections.replaced(state, decision.path, decision.value)
        except KeyError:
            raise Refused("no_such_value", f"There is no value at {'.'.join(decision.path)}.") from None
        except msgspec.ValidationError as error:
            raise Refused("value_invalid", f"That value does not fit there: {error}") from None
        if corrections.read(corrected, decision.path) == was:
            return
        broken = [problem for problem in self.check(corrected) if problem not in self.check(state)]
        if broken:
            raise Refused("invariant_broken", f"With that value the game would not add up: {broken[0]}")
        turn.emit(ValueCorrected(path=decision.path, was=was, now=decision.value, reason=decision.reason))


def states(game: Game[S, P], events: Iterable[Event], state: S | None = None) -> Iterator[S | None]:
    """The states after each event, sharing what did not change."""
    for event in events:
        state = game.evolve(state, event)
        yield state
