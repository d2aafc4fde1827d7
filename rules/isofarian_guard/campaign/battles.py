"""The seam to battle: how one begins, and what exploration makes of its end (ISO-AFT, ISO-EVT-005, ISO-DIFF-007).

:func:`begin_battle` is the one way in; :func:`close_battle` the one way out, whoever says how it ended: the table by
``end_battle``, or a battle that was played round by round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.decisions.fort import Enemies
from rules.isofarian_guard.campaign.decisions.story import AfterBattle, EndBattle, Rewards
from rules.isofarian_guard.campaign.events.battles import (
    ApRefreshed,
    BattleRetreated,
    BattleStarted,
    BattleWon,
    GuardReported,
    GuardRevived,
    RewardsCollected,
)
from rules.isofarian_guard.campaign.events.guards import ChipOverLimitDiscarded
from rules.isofarian_guard.campaign.events.journey import EventChipReturned
from rules.isofarian_guard.campaign.facts import CHIPS_PER_TYPE, Source
from rules.isofarian_guard.campaign.falling import fall
from rules.isofarian_guard.campaign.guarding import unchanged, with_guard
from rules.isofarian_guard.campaign.money import gain_lux, gain_sil
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.satchels import holds_its_cards, note_facts, receive
from rules.isofarian_guard.campaign.state import Battle, Position
from rules.isofarian_guard.campaign.timing import member, nothing_waits
from rules.isofarian_guard.content.parts import Foe
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Refused

# ---- the way in


def begin_battle(
    turn: IsofarianTurn, source: Source, enemies: Sequence[Foe], *, ambush: bool = False, skull: str | None = None
) -> None:
    """Begin a battle.

    :param source: what led to it
    :param enemies: empty where nobody has recorded them
    :param ambush: printed so: in red, or in the book
    :param skull: the skull chip that led to it, or whose battle is hunted
    """
    surprised = is_ambush(turn, source, printed=ambush)
    turn.emit(
        BattleStarted(
            source=source,
            skull=skull,
            ambush=surprised,
            retreat_allowed=not surprised and source != "narrative",
            enemies=tuple(enemies),
        )
    )


def is_ambush(turn: IsofarianTurn, source: Source, *, printed: bool) -> bool:
    """Whether the enemies go first and retreat is impossible.

    A narrative battle is one only if its book says so (ISO-NAR-005, ISO-DIFF-012); in Tenebris every other is
    (ISO-DIFF-007, ISO-DIFF-010); a hunt is none (ISO-EVT-014); else red print (ISO-EVT-008) and blue nodes
    (ISO-WAT-006) decide.
    """
    if source == "narrative":
        return printed
    if turn.state.difficulty == "tenebris":
        return True
    if source == "hunt":
        return False
    return printed or lookup.color(turn.state, turn.pack, turn.state.at) == "blue"


def lineup(enemies: Enemies) -> tuple[Foe, ...]:
    """Enemies from either way to write them: a list, or by slot as ``"timber_wolf/2"``.

    :raises Refused: ``malformed``
    """
    if isinstance(enemies, tuple):
        return enemies
    return tuple(_foe(slot, written) for slot, written in sorted(enemies.items()) if written)


def _foe(slot: str, written: str) -> Foe:
    name, _, stars = written.partition("/")
    if not name or (stars and not stars.isdecimal()):
        raise Refused("malformed", f"An enemy is written as timber_wolf/2, not as {written!r}.")
    return Foe(slot=slot, enemy=name, stars=int(stars or 1))


# ---- the way out


@RULES.decides(EndBattle)
def end_battle(turn: IsofarianTurn, decision: EndBattle) -> None:
    """The table says how the battle ended (ISO-AFT-001 to ISO-AFT-011, ISO-FALL)."""
    nothing_waits(turn.state)
    battle = turn.state.battle
    if turn.state.phase != "battle" or battle is None:
        raise Refused("no_battle", "No battle is being fought.", rule="ISO-PHA-001")
    if decision.outcome == "retreat" and not battle.retreat_allowed:
        sentence = "There is no retreat from ambushes and narrative battles."
        raise Refused("retreat_not_allowed", sentence, rule="ISO-AFT-007")
    close_battle(turn, decision.outcome, decision.guards, decision.rewards)


def close_battle(turn: IsofarianTurn, outcome: str, guards: Mapping[str, AfterBattle], rewards: Rewards) -> None:
    """Carry the end of a battle over into exploration.

    :param outcome: ``victory``, ``retreat`` or ``defeat``
    :param guards: the guards after it, dashboards cleared into the bags (ISO-AFT-008); what is left out is as before
    :param rewards: counted after a victory alone (ISO-AFT-006, ISO-FALL-001)
    """
    for name, after in guards.items():
        _report(turn, name, after)
    if outcome == "victory":
        _win(turn, rewards)
    elif outcome == "retreat":
        turn.emit(BattleRetreated())
        _revive(turn)
    else:
        fall(turn)
    if turn.state.drawn_chip is not None:
        turn.emit(EventChipReturned(chip=turn.state.drawn_chip))


def _report(turn: IsofarianTurn, name: str, after: AfterBattle) -> None:
    guard = member(turn.state, name)
    bag = guard.bag if isinstance(after.bag, msgspec.UnsetType) else after.bag
    satchel = guard.satchel if isinstance(after.satchel, msgspec.UnsetType) else after.satchel
    for card in satchel:
        note_facts(turn, card)
    for chip, count in bag.items():
        if count > CHIPS_PER_TYPE:
            turn.emit(ChipOverLimitDiscarded(guard=name, chip=chip, count=count - CHIPS_PER_TYPE))
    report = GuardReported(
        guard=name,
        hp=min(_or(after.hp, guard.hp), derived.hp_max(guard)),
        ap_exhausted=min(_or(after.ap_exhausted, guard.ap_exhausted), derived.ap_max(guard)),
        bag={chip: min(count, CHIPS_PER_TYPE) for chip, count in bag.items() if count},
        satchel={card: count for card, count in satchel.items() if count},
        item=_or(after.item, guard.item) or None,
    )
    holds_its_cards(turn.state, name, report.satchel)
    turn.emit(report)
    _within_limits(turn.state, report)


def _within_limits(state: Position, report: GuardReported) -> None:
    for card in report.satchel:
        if card in state.materials and derived.carried(state, card) > state.materials[card]:
            sentence = f"The party carries at most {state.materials[card]} {named(card)}."
            raise Refused("material_limit", sentence, rule="ISO-SAT-003")


def _or(value: Any, before: Any) -> Any:
    return before if isinstance(value, msgspec.UnsetType) else value


def _win(turn: IsofarianTurn, rewards: Rewards) -> None:
    """Rewards, fallen guards back with 1 HP, gray AP refreshed; HP is not restored (ISO-AFT-001 to ISO-AFT-004,
    ISO-AFT-011)."""
    turn.emit(BattleWon())
    _revive(turn)
    for name in turn.state.party:
        if turn.state.guards[name].ap_exhausted:
            turn.emit(ApRefreshed(guard=name))
    gain_sil(turn, rewards.sil)
    gain_lux(turn, rewards.lux)
    drops = {card: count for card, count in rewards.drops.items() if count}
    for card, count in drops.items():
        receive(turn, card, count)
    turn.emit(RewardsCollected(sil=rewards.sil, lux=rewards.lux, drops=drops))


def _revive(turn: IsofarianTurn) -> None:
    """A guard at 0 HP comes back with 1 when the other wins or retreats (ISO-AFT-003)."""
    for name in turn.state.party:
        if turn.state.guards[name].hp == 0:
            turn.emit(GuardRevived(guard=name, hp=1))


# ---- facts


@RULES.evolves(BattleStarted)
def _battle_started(state: Position, event: BattleStarted) -> Position:
    battle = Battle(
        source=event.source,
        skull=event.skull,
        ambush=event.ambush,
        retreat_allowed=event.retreat_allowed,
        enemies=event.enemies,
    )
    return replace(state, phase="battle", battle=battle)


@RULES.evolves(GuardReported)
def _guard_reported(state: Position, event: GuardReported) -> Position:
    return with_guard(
        state,
        event.guard,
        hp=event.hp,
        ap_exhausted=event.ap_exhausted,
        bag=event.bag,
        satchel=event.satchel,
        item=event.item,
    )


def _over(state: Position) -> Position:
    """After a battle play returns to the phase that it came from (ISO-PHA-001, ISO-NAR-013)."""
    return replace(state, battle=None, fight=None, phase="narrative" if state.narrative else "exploration")


@RULES.evolves(BattleWon)
def _battle_won(state: Position, event: BattleWon) -> Position:
    return _over(state)


@RULES.evolves(BattleRetreated)
def _battle_retreated(state: Position, event: BattleRetreated) -> Position:
    return _over(state)


@RULES.evolves(GuardRevived)
def _guard_revived(state: Position, event: GuardRevived) -> Position:
    return with_guard(state, event.guard, hp=event.hp)


@RULES.evolves(ApRefreshed)
def _ap_refreshed(state: Position, event: ApRefreshed) -> Position:
    return with_guard(state, event.guard, ap_exhausted=0)


RULES.evolves(RewardsCollected)(unchanged)
