"""How a battle ends: victory, defeat, retreat, and the post-battle maintenance."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.isofarian_guard.battle import chips
from rules.isofarian_guard.battle.areas import chips_in, guard_areas
from rules.isofarian_guard.battle.book import BattleTurn, book, settles
from rules.isofarian_guard.battle.events import (
    BattleLost,
    FallenRevived,
    GuardActivationEnded,
    MaintenancePerformed,
    RetreatCompleted,
    VictoryDeclared,
)
from rules.isofarian_guard.battle.library import Library, library
from rules.isofarian_guard.battle.penalties import punish
from rules.isofarian_guard.battle.state import (
    NARRATIVE_SOURCES,
    AbilityCard,
    Ap,
    BattleState,
    Card,
    Guard,
    Rewards,
    with_guard,
)
from rules.kernel import Bag, plus

REVIVED_HP = 1
"""HP with which a fallen guard returns (ISO-FALLB-009)."""


@settles
def settle(turn: BattleTurn) -> None:
    """After every decision: are all enemies beaten, have all guards fallen (the side that was down first has lost,
    ISO-FALLB-012), has the active guard fallen? While retreating, beaten enemies change nothing (ISO-RET-010), but a
    defeat is one (ISO-RET-008)."""
    state = turn.state
    if state.step in ("rewards", "over"):
        return
    guards_down = all(guard.hp == 0 for guard in state.guards.values())
    enemies_down = bool(state.enemies) and all(enemy.hp == 0 for enemy in state.enemies.values())
    if guards_down and (state.retreating or not enemies_down or state.first_down == "guards"):
        lose(turn)
    elif enemies_down and not state.retreating:
        win(turn)
    elif state.active_guard and state.guards[state.active_guard].hp == 0:
        turn.emit(GuardActivationEnded(guard=state.active_guard))


def win(turn: BattleTurn) -> None:
    """All enemies have 0 HP: the battle is won at once (ISO-END-001, ISO-END-016), fallen guards return (ISO-END-007),
    and what the enemies left waits to be collected (ISO-END-002)."""
    turn.emit(VictoryDeclared(rewards=rewards_of(turn.state, library(turn.pack))))
    if turn.state.holdings is None:
        maintain(turn, refresh=True)
    else:
        revive_fallen(turn)


def lose(turn: BattleTurn) -> None:
    """All guards have 0 HP: the battle is lost (ISO-FALLB-006). Maintenance comes first, penalties afterwards
    (ISO-END-015). A Narrative Event is started over (ISO-END-017), in Story Mode not (ISO-DIFFB-007)."""
    narrative = turn.state.source in NARRATIVE_SOURCES
    turn.emit(BattleLost(restart=narrative and turn.state.difficulty != "story"))
    maintain(turn, refresh=True)
    if turn.state.holdings is not None:
        punish(turn, library(turn.pack))


def finish_retreat(turn: BattleTurn) -> None:
    """The guards are away, without rewards (ISO-RET-004): fallen ones return (ISO-RET-007), maintenance follows without
    gray AP (ISO-RET-005). Nobody standing is a defeat, not a retreat (ISO-RET-008)."""
    if all(guard.hp == 0 for guard in turn.state.guards.values()):
        return
    turn.emit(RetreatCompleted())
    if turn.state.holdings is not None:
        revive_fallen(turn)
    maintain(turn, refresh=False)


def revive_fallen(turn: BattleTurn) -> None:
    """Fallen guards return with 1 HP after a victory or a retreat (ISO-FALLB-009). Inside a campaign that is its own
    fact."""
    for name, guard in turn.state.guards.items():
        if guard.hp == 0:
            turn.emit(FallenRevived(guard=name, hp=REVIVED_HP))


# ---- rewards


def rewards_of(state: BattleState, cards: Library) -> Rewards:
    """What all defeats of this battle leave, once per defeat (ISO-ADD-005, ISO-GEN-005)."""
    at = state.holdings.at if state.holdings else state.at
    drops: Bag = {}
    sil = lux = 0
    one_of: list[tuple[str, ...]] = []
    for reward, times in state.defeats.items():
        enemy, _, stars = reward.rpartition("_")
        card = cards.enemy_card(enemy, int(stars))
        if card is None:
            continue
        left = card.rewards
        dropped = {
            drop: n * times
            for drop, n in left.drops.items()
            if _drops_here(at, left.only_at.get(drop), left.needs_summoner.get(drop), summoned=state.summoned)
        }
        drops = plus(plus(drops, dropped), {left.stone: times} if left.stone else {})
        one_of += [left.items] * times if left.items else []
        sil, lux = sil + left.sil * times, lux + left.lux * times
    return Rewards(drops=drops, sil=sil, lux=lux, one_of=tuple(one_of))


def _drops_here(
    at: str | None, only_at: tuple[str, ...] | None, needs_summoner: tuple[str, ...] | None, *, summoned: bool
) -> bool:
    """Whether a drop is left at a node: some are limited to nodes, some need an enemy that summons others."""
    if at is None:
        return True
    if needs_summoner and at in needs_summoner:
        return summoned
    return only_at is None or at in only_at


# ---- maintenance


def maintain(turn: BattleTurn, *, refresh: bool) -> None:
    """Clear the dashboards (ISO-MAINT-001 to ISO-MAINT-009): black and purple chips go back into the bags, everything
    else to the supply; chips in the bags stay.

    :param refresh: gray AP is refreshed, as after everything but a retreat
    """
    bagged = {name: _chips_going_home(turn.state, name) for name in turn.state.guards}
    turn.emit(MaintenancePerformed(bagged=bagged, refreshed=refresh))


def _chips_going_home(state: BattleState, name: str) -> Bag:
    home: Bag = {}
    for area in guard_areas(state.guards[name]):
        if area != "bag":
            lying = chips_in(state, name, area)
            home = plus(home, {chip: n for chip, n in lying.items() if chips.swept_to(chip) == "discard"})
    return home


# ---- facts


@book.evolves(VictoryDeclared)
def _victory_declared(state: BattleState, event: VictoryDeclared) -> BattleState:
    step = "over" if state.holdings is None else "rewards"
    return replace(_ended(state), step=step, outcome="victory", rewards=event.rewards)


@book.evolves(BattleLost)
def _battle_lost(state: BattleState, event: BattleLost) -> BattleState:
    return replace(_ended(state), step="over", outcome="defeat", came_from="exploration")


@book.evolves(RetreatCompleted)
def _retreat_completed(state: BattleState, event: RetreatCompleted) -> BattleState:
    return replace(_ended(state), step="over", outcome="retreat", retreating=False)


def _ended(state: BattleState) -> BattleState:
    return replace(state, active_guard=None, acting=None, unfinished=(), draw_left=None)


@book.evolves(FallenRevived)
def _fallen_revived(state: BattleState, event: FallenRevived) -> BattleState:
    return with_guard(state, event.guard, hp=event.hp)


@book.evolves(MaintenancePerformed)
def _maintenance_performed(state: BattleState, event: MaintenancePerformed) -> BattleState:
    guards = {
        name: cleared(guard, event.bagged[name], refreshed=event.refreshed) for name, guard in state.guards.items()
    }
    return replace(
        state,
        guards=guards,
        enemies={},
        aggro=None,
        last_attacker=None,
        attack_since=False,
        activated=(),
        enemies_activated=(),
        reactions={},
    )


def cleared(guard: Guard, bagged: Bag, *, refreshed: bool) -> Guard:
    """A guard after maintenance: only HP, gray AP, bag, equipment, abilities and satchel are carried on
    (ISO-GEN-004)."""
    gray = guard.ap_active.gray + (guard.ap_exhausted.gray if refreshed else 0)
    return replace(
        ready(guard),
        bag=plus(guard.bag, bagged),
        ap_active=Ap(gray=gray),
        ap_exhausted=Ap(gray=0 if refreshed else guard.ap_exhausted.gray),
        item=None if guard.item and guard.item.used else guard.item,
        drawn={},
        positive={},
        negative={},
        discard={},
        blue_cubes=0,
        modifiers=(),
    )


def ready(guard: Guard) -> Guard:
    """A guard with cards on side P, gems ready, an accessory without purple cubes (ISO-START-003, ISO-MAINT-006,
    ISO-STON-005, ISO-ACC-003)."""
    return replace(
        guard,
        slots=_primary(guard.slots),
        chain=False,
        weapon=replace(guard.weapon, chips={}, used=False) if guard.weapon else None,
        accessory=replace(guard.accessory, cubes=0, flipped=False, uses=0, chips={}) if guard.accessory else None,
    )


def _primary(slots: Mapping[str, Card]) -> Mapping[str, Card]:
    return {
        slot: AbilityCard(ability=card.ability) if isinstance(card, AbilityCard) else replace(card, gem="ready")
        for slot, card in slots.items()
    }
