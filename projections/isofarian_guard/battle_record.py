"""What a decision of a battle counted: who did how much to whom, chips drawn, HP afterwards. One line a decision, kept
as history, from which battles, rounds and totals are added up (:mod:`~projections.isofarian_guard.battle_totals`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

from projections.isofarian_guard.battle_pieces import Row
from projections.isofarian_guard.battle_story import FACTS
from projections.isofarian_guard.battle_words import place_words
from projections.views import Moment
from rules.isofarian_guard.battle import events as e
from rules.isofarian_guard.battle.library import Library, library
from rules.isofarian_guard.battle.state import BattleState, Enemy, is_enemy
from rules.isofarian_guard.campaign.fighting import pack_of
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Event
from rules.kernel.table import TABLE

AT_THE_TABLE: Final = "at the table"
"""How a battle ended that the table finished without the app."""
ENDS: Final[Mapping[type[Event], str]] = {
    e.VictoryDeclared: "victory", e.BattleLost: "defeat", e.RetreatCompleted: "retreat",
}  # fmt: skip

FIGURES: Final = ("dealt", "taken", "healed", "attacks", "evaded", "defeats", "drawn")
"""What is counted of everybody: HP taken off the other side, HP lost, HP healed, attacks made, attacks evaded, others
brought to 0 HP, chips drawn."""


def battle_record(moment: Moment) -> Row | None:
    """The line of a decision that belongs to a battle played round by round; ``None`` of any other."""
    before, after = fight_of(moment.before), fight_of(moment.after)
    fight = before or after
    events = [event for _, event in moment.events if type(event) in FACTS]
    over = before is not None and after is None and before.outcome is None
    if fight is None or not (events or over) or moment.name.startswith(f"{TABLE}."):
        return None
    cards = library(pack_of(cast(Position, moment.after), cast(IsofarianPack, moment.pack)))
    opened = any(isinstance(event, e.BattleOpened) for event in events)
    return {
        "decision": moment.name.rpartition(".")[2],
        "round": fight.round,
        "opens": _opening(cast(Position, moment.after), fight, cards) if opened else None,
        "joins": [_foe(cards, event.slot, event.enemy) for event in events if isinstance(event, e.EnemyAdded)],
        "figures": figures(events, _actor(moment.arguments)),
        "chips": _chips(events),
        "hp": hp_after(fight, events),
        "ends": next((ENDS[type(event)] for event in events if type(event) in ENDS), AT_THE_TABLE if over else ""),
        "at": moment.recorded_at,
        "last": moment.last_version,
    }


def fight_of(state: object) -> BattleState | None:
    """The battle that is played round by round in a position of the campaign."""
    return state.fight if isinstance(state, Position) else None


def _actor(arguments: Any) -> str:
    """Whose card is at work."""
    given = arguments if isinstance(arguments, Mapping) else {}
    return str(given.get("guard") or given.get("slot") or "")


def figures(events: Iterable[Event], actor: str) -> dict[str, dict[str, int]]:
    """What everybody did and suffered, by combatant; see :data:`FIGURES`.

    HP lost to an attack are dealt by the attacker; other HP lost by the other side are dealt by the one whose card is
    at work, and what somebody loses by its own chips or for a refill is dealt by nobody.
    """
    count: dict[str, Counter[str]] = {}
    attacker = actor
    for event in events:
        if isinstance(event, e.AttackPerformed):
            attacker = event.who
            _add(count, event.who, "attacks")
        elif isinstance(event, e.AttackEvaded):
            _add(count, event.target, "evaded")
        elif isinstance(event, e.HpLost):
            by = attacker if event.cause == "attack" else actor
            _add(count, event.who, "taken", event.n)
            if by and is_enemy(by) != is_enemy(event.who):
                _add(count, by, "dealt", event.n)
                _add(count, by, "defeats", int(event.hp == 0))
        elif isinstance(event, e.HpHealed):
            _add(count, event.who, "healed", event.n)
        elif isinstance(event, e.ChipDrawn):
            _add(count, event.who, "drawn")
    return {who: dict(counted) for who, counted in count.items()}


def _add(count: dict[str, Counter[str]], who: str, figure: str, n: int = 1) -> None:
    if n:
        count.setdefault(who, Counter())[figure] += n


def _chips(events: Iterable[Event]) -> dict[str, dict[str, int]]:
    drawn: dict[str, Counter[str]] = {}
    for event in events:
        if isinstance(event, e.ChipDrawn):
            drawn.setdefault(event.who, Counter())[event.chip] += 1
    return {who: dict(chips) for who, chips in drawn.items()}


def hp_after(fight: BattleState, events: Iterable[Event]) -> dict[str, int]:
    """HP of everybody after a decision, from the battle before it; also where the battle is over with it."""
    hp = {who: guard.hp for who, guard in fight.guards.items()}
    hp |= {slot: enemy.hp for slot, enemy in fight.enemies.items()}
    for event in events:
        if isinstance(event, e.HpLost | e.HpHealed | e.EnemyReset):
            hp[event.who] = event.hp
        elif isinstance(event, e.EnemyAdded):
            hp[event.slot] = event.enemy.hp
    return hp


def _opening(position: Position, fight: BattleState, cards: Library) -> Row:
    return {
        "place": place_words(position.at),
        "ambush": fight.ambush,
        # Lists, since a database may keep the keys of a map in an order of its own.
        "guards": [{"id": name, "name": cards.name(name), "hp": guard.hp} for name, guard in fight.guards.items()],
        "enemies": [_foe(cards, slot, enemy) for slot, enemy in fight.enemies.items()],
    }


def _foe(cards: Library, slot: str, enemy: Enemy) -> Row:
    return {"id": slot, "name": cards.name(enemy.enemy), "type": enemy.enemy, "stars": enemy.stars, "hp": enemy.hp}
