"""How the battle's worked cases are read: their words as packs, positions and decisions, and positions in their words.

The cases describe a battle as seen by itself. Where the campaign calls a thing otherwise, the code has the campaign's
name and this module translates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from rules.isofarian_guard.battle import case_views
from rules.isofarian_guard.battle.case_content import content_of
from rules.isofarian_guard.battle.case_states import bag_of, said, state_of
from rules.isofarian_guard.battle.decisions import ActivateEnemy, ResolveAiCard
from rules.isofarian_guard.battle.events import AiCardDrawn, ChipDrawn
from rules.isofarian_guard.battle.game import BattleGame
from rules.isofarian_guard.battle.library import library
from rules.isofarian_guard.battle.reading import unread_card
from rules.isofarian_guard.battle.state import BattleState
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Chance, Decision, Event, LuckNeeded, Observed, Refused
from rules.kernel.chance import Answer, Ask

DECISIONS: Final[Mapping[str, str]] = {"use_item": "use_equipped_item", "equip": "change_equipment"}
"""Decisions by the name that the cases have for them."""

ARGUMENTS: Final[Mapping[str, str]] = {"red_text": "ambush", "node_color": "color"}

COUNTED: Final = ("chips", "inspire_chips")
"""Arguments that the cases list and the decisions count."""

PAYING: Final = ("activate_ability", "standard_attack", "activate_accessory")

LUCK: Final[Mapping[str, str]] = {"draws": "bag", "endure_draws": "bag", "cards": "ai"}
"""What luck answered: the argument, and the kind of source. A card draws for its main effect before it draws for
[Endure] (ISO-KEY-022), in whatever order a case names them."""


class CaseGame(BattleGame):
    """The battle with luck that is told in one list per kind, and with the cases' codes for luck that is missing."""

    def decide(self, state: BattleState | None, decision: Decision, pack: IsofarianPack, chance: Chance) -> list[Event]:
        told = _Told(chance)
        try:
            events = super().decide(state, decision, pack, told)
        except LuckNeeded as needed:
            raise _missing(needed.ask.source) from None
        _judge_all_told(events, told)
        return [*events, *self._waiting(self.fold(events, state), decision, pack)]

    def _waiting(self, state: BattleState | None, decision: Decision, pack: IsofarianPack) -> list[Event]:
        """Cases tell an enemy's whole turn at once: a known card that waits is carried out, or it is refused what the
        case has left out."""
        if state is None or state.acting is None or not isinstance(decision, ActivateEnemy):
            return []
        if unread_card(library(pack), state.enemies[state.acting]):
            return []
        return super().decide(state, ResolveAiCard(slot=decision.slot), pack, Observed({}))


class _Told(Chance):
    """Luck as the cases tell it: all chips in one list, all AI cards in another, whoever's they are."""

    def __init__(self, inner: Chance) -> None:
        super().__init__()
        self._inner = inner
        self.told: list[Answer] = []

    def _answer(self, ask: Ask) -> Answer:
        answer = self._inner._answer(_plain(ask))
        self.told.append(answer)
        return answer

    def _has_answer(self, ask: Ask) -> bool:
        return self._inner._has_answer(_plain(ask))

    def finish(self) -> None:
        self._inner.finish()


def _plain(ask: Ask) -> Ask:
    return msgspec.structs.replace(ask, source=ask.source.partition(".")[0])


def _missing(source: str) -> Refused:
    if source.startswith("ai"):
        return Refused("ai_card_required", "An AI card is turned over that was not reported.", rule="ISO-AI-007")
    return Refused("draw_incomplete", "A chip is drawn that was not reported.", rule="ISO-DRAW-003")


def _judge_all_told(events: Sequence[Event], told: _Told) -> None:
    """A case tells every chip and card, also one that could only come up one way."""
    for kind, source in ((ChipDrawn, "bag"), (AiCardDrawn, "ai")):
        reported = sum(len(answer.values) for answer in told.told if answer.source == source)
        if sum(isinstance(event, kind) for event in events) > reported:
            raise _missing(source)


class BattleCases:
    """The adapter of the battle's case files."""

    game = CaseGame()
    unordered = frozenset({"ai_deck", "satchel", "cards"})
    null_is_nothing = True
    named_by = "card"
    event_words: Mapping[str, str] = {
        "BattleOpened": "BattleStarted",
        "VictoryDeclared": "BattleWon",
        "RetreatCompleted": "BattleRetreated",
        "FallenRevived": "GuardRevived",
        "ApSpent": "ApExhausted",
        "ApRestored": "ApRefreshed",
        "EquippedItemUsed": "ItemUsed",
    }

    def pack(self, given: Mapping[str, Any]) -> IsofarianPack:
        """The rulebook's facts with the case's cards laid over them."""
        return content_of(said(given))

    def state(self, given: Mapping[str, Any], pack: IsofarianPack) -> BattleState:
        """The position of a case, left-out keys by the vocabulary's defaults."""
        return state_of(said(given), pack)

    def step(
        self, step: Mapping[str, Any], state: BattleState | None, pack: IsofarianPack
    ) -> tuple[Decision, Mapping[str, Sequence[str]]]:
        """A step as a decision, with the luck that it tells."""
        name = str(step["do"])
        seen: dict[str, list[str]] = {"bag": [], "ai": []}
        data: dict[str, Any] = {"do": DECISIONS.get(name, name)}
        if name in PAYING:
            data["chips"] = {}
        for key, source in LUCK.items():
            _tell(seen[source], step.get(key) or (), data)
        for key, value in step.items():
            if key in COUNTED:
                data[key] = bag_of(value)
            elif key != "do" and key not in LUCK:
                data[ARGUMENTS.get(key, key)] = value
        if name == "start_battle":
            data["enemies"] = [_foe(foe) for foe in data["enemies"]]
        return self.game.decision(data), seen

    def view(self, state: BattleState | None, pack: IsofarianPack) -> Any:
        """A position in the words of the cases, derived values included."""
        return case_views.view(state, pack) if state else None


def _tell(queue: list[str], values: Sequence[Any], data: dict[str, Any]) -> None:
    """Note reported chips or cards; ``{chip, negate: true}`` names the place of an optional negation."""
    for value in values:
        if isinstance(value, Mapping):
            if value.get("negate"):
                data.setdefault("negate", []).append(len(queue))
            queue.append(value["chip"])
        else:
            queue.append(value)


def _foe(foe: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"enemy" if key == "type" else key: value for key, value in foe.items()}


ADAPTER: Final = BattleCases()
