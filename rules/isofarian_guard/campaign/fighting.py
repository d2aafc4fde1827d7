"""A battle played round by round inside the campaign: how it begins, and what its end hands to exploration.

The rules of the battle are set into the campaign's rulebook; :mod:`battles` stays the one way into a battle and the one
way out of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from rules.isofarian_guard.battle import seam
from rules.isofarian_guard.battle import state as battle
from rules.isofarian_guard.battle.decisions import PlacedFoe
from rules.isofarian_guard.battle.seam import BattleResult, GuardResult
from rules.isofarian_guard.battle.start import open_battle, places
from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.battles import close_battle, lineup
from rules.isofarian_guard.campaign.decisions.fight import FightRounds, PickRewards
from rules.isofarian_guard.campaign.decisions.story import AfterBattle, Rewards
from rules.isofarian_guard.campaign.events.learning import EncounterLearned
from rules.isofarian_guard.campaign.exporting import learned_pack
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.state import Battle, Guard, Learned, Position
from rules.isofarian_guard.campaign.timing import nothing_waits
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.parts import Encounter, Foe
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Refused, plus

# ---- the content that counts


def pack_of(state: Position, pack: IsofarianPack) -> IsofarianPack:
    """The pack as the battle reads it: with the cards that this group has recorded."""
    learned = state.learned
    return pack if learned == NOTHING else _joined(pack, msgspec.msgpack.encode(learned))


NOTHING = Learned()


@lru_cache(maxsize=32)
def _joined(pack: IsofarianPack, encoded: bytes) -> IsofarianPack:
    # By content: a position read from the store is a new object each time, and a pack's cards are decoded only once.
    return learned_pack(pack, msgspec.msgpack.decode(encoded, type=Learned), pack.name)


# ---- the way in


@RULES.decides(FightRounds)
def fight_rounds(turn: IsofarianTurn, decision: FightRounds) -> None:
    """Set up the battle that has begun, to be played round by round (ISO-START-001 to ISO-START-004).

    :raises Refused: ``no_battle``, ``already_in_battle``, ``enemies_unknown`` and what
        :func:`~rules.isofarian_guard.battle.start.open_battle` raises
    """
    nothing_waits(turn.state)
    under_way = turn.state.battle
    if under_way is None:
        raise Refused("no_battle", "No battle is being fought.", rule="ISO-PHA-001")
    if turn.state.fight is not None:
        raise Refused("already_in_battle", "The battle is under way.", rule="ISO-START-001")
    foes = _foes(decision, under_way)
    if not foes:
        sentence = "Nobody has said who stands there."
        raise Refused("enemies_unknown", sentence, rule="ISO-EVT-008", remedy="Name the enemies of the encounter.")
    _learn(turn, under_way, foes)
    state = turn.state
    open_battle(
        seam.InnerTurn(turn, _fight, pack_of(state, turn.pack)),
        guards={name: fighter(state, turn.pack, name) for name in state.party},
        foes=foes,
        source=under_way.source,
        ambush=under_way.ambush,
        retreat_allowed=under_way.retreat_allowed,
        difficulty=state.difficulty,
        came_from="narrative_event" if state.narrative else "exploration",
        at=state.at,
    )
    _afterwards(turn)


def _foes(decision: FightRounds, under_way: Battle) -> tuple[PlacedFoe, ...]:
    if decision.enemies and isinstance(decision.enemies, tuple):
        return decision.enemies
    listed = lineup(decision.enemies) if isinstance(decision.enemies, Mapping) else ()
    return tuple(
        PlacedFoe(enemy=foe.enemy, stars=foe.stars, slot=foe.slot)  # type: ignore[arg-type]
        for foe in listed or under_way.enemies
    )


def _learn(turn: IsofarianTurn, under_way: Battle, foes: Iterable[PlacedFoe]) -> None:
    """Keep who stands behind this skull, where nobody has recorded it yet (ISO-EVT-008). Whether the index prints it in
    red does not follow from an ambush: where it is unknown, the difficulty or the water made it one."""
    skull, state = under_way.skull, turn.state
    if skull is None or under_way.enemies or skull in lookup.encounters(state, turn.pack, state.at):
        return
    placed = tuple(Foe(slot=slot, enemy=foe.enemy, stars=foe.stars) for slot, foe in places(foes).items())
    told = Encounter(enemies=placed)
    turn.emit(EncounterLearned(node=state.at, chapter=str(state.chapter), skull=skull, encounter=told))


def fighter(state: Position, pack: IsofarianPack, name: str) -> battle.Guard:
    """A guard of the party as it enters a battle: everything on its dashboards, derived stats included
    (ISO-START-003, ISO-START-004)."""
    guard = state.guards[name]
    return battle.Guard(
        hp=guard.hp,
        hp_max=derived.hp_max(guard),
        atk=derived.atk(guard),
        def_=derived.def_(guard),
        ap_active=battle.Ap(gray=derived.ap_active(guard)),
        ap_exhausted=battle.Ap(gray=guard.ap_exhausted),
        bag=guard.bag,
        slots={slot: _card(state, pack, guard, slot, ability) for slot, ability in guard.abilities.items()},
        weapon=battle.WeaponCard(card=guard.weapon.card) if guard.weapon else None,
        accessory=battle.AccessoryCard(card=guard.accessory.card) if guard.accessory else None,
        item=battle.ItemCard(card=guard.item) if guard.item else None,
        satchel=guard.satchel,
        satchel_slots=derived.slots(state, guard).value,
    )


def _card(state: Position, pack: IsofarianPack, guard: Guard, slot: str, ability: str) -> battle.Card:
    known = lookup.ability(state, pack, ability)
    gem = guard.gems.get(slot)  # type: ignore[call-overload]
    if gem is not None or (known is not None and known.type == "stonebound"):
        element = gem or (known.element if known else None) or "neutral"
        return battle.StoneboundCard(ability=ability, element=element)
    return battle.AbilityCard(ability=ability)


# ---- the way out


def _afterwards(turn: IsofarianTurn) -> None:
    """Once a battle is over the campaign takes what it hands back; where one of several rewards may be taken, the
    players choose first (ISO-END-002)."""
    fight = turn.state.fight
    ended = seam.result(fight) if fight is not None else None
    if ended is not None and not ended.rewards.one_of:
        _close(turn, ended, ())


@RULES.decides(PickRewards)
def pick_rewards(turn: IsofarianTurn, decision: PickRewards) -> None:
    """One card of each set of which one may be taken; with it the rewards are collected (ISO-END-002).

    :raises Refused: ``no_choice_due``, ``choice_required``, ``choice_not_offered``
    """
    ended = seam.result(turn.state.fight) if turn.state.fight is not None else None
    if ended is None:
        raise Refused("no_choice_due", "No rewards wait to be chosen.", rule="ISO-END-002")
    sets = {str(number): offered for number, offered in enumerate(ended.rewards.one_of, start=1)}
    for number, card in decision.pick.items():
        if card not in sets.get(number, ()):
            raise Refused("choice_not_offered", f"{named(card)} is not among the rewards.", rule="ISO-END-002")
    if len(decision.pick) < len(sets):
        raise Refused("choice_required", f"Take one card of each of {len(sets)} sets.", rule="ISO-END-002")
    _close(turn, ended, decision.pick.values())


def _close(turn: IsofarianTurn, ended: BattleResult, picked: Iterable[str]) -> None:
    left = ended.rewards
    rewards = Rewards(sil=left.sil, lux=left.lux, drops=plus(left.drops, picked))
    close_battle(turn, ended.outcome, {name: _after(guard) for name, guard in ended.guards.items()}, rewards)


def _after(guard: GuardResult) -> AfterBattle:
    return AfterBattle(
        hp=guard.hp, ap_exhausted=guard.ap_exhausted, bag=guard.bag, item=guard.item, satchel=guard.satchel
    )


# ---- facts


def _fight(state: Position) -> battle.BattleState | None:
    return state.fight


def _with_fight(state: Position, fight: battle.BattleState) -> Position:
    return replace(state, fight=fight)


seam.set_into(RULES, get=_fight, put=_with_fight, pack_of=pack_of, afterwards=_afterwards)
