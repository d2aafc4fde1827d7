"""A sensible player: fights by plain rules of thumb, for simulations, demonstrations and the balance of packs.

It strikes the weakest opponent within reach, spends stones on abilities that hurt, fuses what it can pay, walks towards
the nearest opponent, and keeps the dearest stones. It never looks at luck that is still to come.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.kernel import Decision, Refused
from rules.stonebound_saga import figures
from rules.stonebound_saga.abilities import affectable, judge_use, landing, raises
from rules.stonebound_saga.attacks import targets_in_reach
from rules.stonebound_saga.decisions import (
    Activate,
    Attack,
    BreakFuse,
    ChooseFirst,
    ConfirmTeams,
    Deploy,
    Discard,
    DraftPick,
    EndActivation,
    EndTurn,
    FinishActivations,
    FinishBreaking,
    Fuse,
    Move,
    PickTeam,
    PlayTerrain,
    Push,
    RevealDraft,
    RollForFirst,
    TakeTurn,
    UseAbility,
)
from rules.stonebound_saga.derived import (
    attack_value,
    cost_of,
    damage_type,
    frozen,
    hand_size,
    max_hand,
    may_not_spend,
    may_play,
    stunned,
    value_of,
)
from rules.stonebound_saga.movement import danger, ways
from rules.stonebound_saga.pack import Ability, StoneboundPack, all_steps
from rules.stonebound_saga.ready_made import ready_team
from rules.stonebound_saga.starting import deploying, end_lines
from rules.stonebound_saga.state import (
    Position,
    distance,
    fused_stones,
    living,
    neighbours,
    opponents_of,
    opposed,
    place,
    roster,
    side_of,
    standing_at,
)
from rules.stonebound_saga.stones import payments
from rules.stonebound_saga.teams import fitting, team_sizes
from rules.stonebound_saga.terrain import ground_refusal
from rules.stonebound_saga.terrain_cards import CARDS


def sensible(state: Position, pack: StoneboundPack) -> Decision:
    """What the sensible player decides.

    :param state: a position of a game that goes on
    """
    return Push() if state.pushed else _PHASES[state.phase](state, pack)


# ---- before the first turn


def _draft(state: Position, pack: StoneboundPack) -> Decision:
    picker = state.picker
    if picker is None:
        return RevealDraft(first="p1")
    open_ones = fitting(state, pack)
    if not open_ones:
        return RevealDraft(first=picker)
    return DraftPick(player=picker, character=max(open_ones, key=lambda name: pack.characters[name].stars))


def _build(state: Position, pack: StoneboundPack) -> Decision:
    for player, holder in state.players.items():
        if not holder.characters:
            others = [name for other in state.players.values() for name in other.characters]
            team = ready_team(pack, others, team_sizes(state, player), holder.star_cap)
            return PickTeam(player=player, characters=team or ())
    return ConfirmTeams(
        halls={
            player: (number + 2, state.rows // 2)
            for number, (player, holder) in enumerate(state.players.items())
            if "heroes_hall" in holder.terrain_deck
        }
    )


def _roll(state: Position, pack: StoneboundPack) -> Decision:
    return RollForFirst(players=tuple(members[0] for members in state.teams.values()))


def _first(state: Position, pack: StoneboundPack) -> Decision:
    winner = str(state.roll_winner)
    return ChooseFirst(by=winner, first=winner)


def _deploy(state: Position, pack: StoneboundPack) -> Decision:
    side = deploying(state)
    name = next(n for n in roster(state) if state.characters[n].pos is None and side_of(state, n) == side)
    line = end_lines(state, side)[0]
    middle = (state.columns + 1) / 2
    columns = sorted(range(1, state.columns + 1), key=lambda column: abs(column - middle))
    free = next(column for column in columns if standing_at(state, (column, line)) is None)
    return Deploy(character=name, pos=(free, line))


# ---- a turn


def _begin(state: Position, pack: StoneboundPack) -> Decision:
    return TakeTurn(player=may_play(state)[0])


def _activations(state: Position, pack: StoneboundPack) -> Decision:
    name = state.active_character
    if name is None:
        snare = _lay_snare(state, pack)
        if snare is not None:
            return snare
        waiting = [n for n in living(state, str(state.active_player)) if not state.characters[n].activated]
        return Activate(character=waiting[0], swap_if_better=True) if waiting else FinishActivations()
    for idea in (_strike, _approach, _protect):
        decision = idea(state, pack, name)
        if decision is not None:
            return decision
    return EndActivation(swap_if_better=True)


SNARES = ("hidden_trap", "kaldr_peak", "acid_rain", "unstable_terrain", "paran_desert")
"""Terrain that hurts whoever moves near it."""


def _lay_snare(state: Position, pack: StoneboundPack) -> Decision | None:
    """Terrain that hurts, in the way of an opponent."""
    player = str(state.active_player)
    foes = [name for other in opponents_of(state, player) for name in living(state, other)]
    ahead = [space for name in foes for space in neighbours(state, place(state, name))]
    for card in state.players[player].terrain_deck:
        free = [space for space in ahead if ground_refusal(state, card, space) is None]
        paid = payments(state, player, CARDS[card].element, pack.terrain_stars(card)) if card in SNARES else ()
        if free and paid:
            return PlayTerrain(card=card, pos=free[0], stones=paid[0])
    return None


def _strike(state: Position, pack: StoneboundPack, name: str) -> Decision | None:
    """An ability that hurts or helps and can be paid, else a standard attack on the weakest opponent in reach."""
    it = state.characters[name]
    if it.has("sleep"):
        return None
    for ability_name in pack.abilities_of(name):
        decision = _use(state, pack, name, ability_name)
        if decision is not None:
            return decision
    targets = targets_in_reach(state, name)
    if it.acted or stunned(it) or not targets:
        return None
    return Attack(target=min(targets, key=lambda target: _left_after(state, name, target)), swap_if_better=True)


def _left_after(state: Position, name: str, target: str) -> int:
    """HP that a plain attack would leave."""
    it = state.characters[target]
    armour = it.pd if damage_type(state, name) == "physical" else it.sd
    return it.hp - max(0, attack_value(state.characters[name], it) - armour)


def _use(state: Position, pack: StoneboundPack, name: str, ability_name: str) -> Decision | None:
    try:
        ability = judge_use(state, pack, name, ability_name)
    except Refused:
        return None
    it = state.characters[name]
    cost = cost_of(state, name, ability)
    paid = payments(state, it.player, ability.element, cost)
    if not paid or (cost and may_not_spend(state, name)) or ability_name in it.used:
        return None
    targets = tuple(t for t in affectable(state, name, ability) if _worth(state, ability, name, t))
    if not targets or (stunned(it) and any(opposed(state, name, target) for target in targets)):
        return None
    if ability.aura:
        return UseAbility(ability=ability_name, stones=paid[0], swap_if_better=True)
    target = min(targets, key=lambda t: state.characters[t].hp)
    spot = landing(state, target)[0] if raises(ability) else None
    return UseAbility(ability=ability_name, stones=paid[0], target=target, place=spot, swap_if_better=True)


def _worth(state: Position, ability: Ability, name: str, target: str) -> bool:
    """Whether an ability does anything for or against a target."""
    it = state.characters[target]
    if opposed(state, name, target) or raises(ability):
        return True
    steps = tuple(all_steps(ability.steps))
    heals = any(step.heal for step in steps) and it.hp < it.max_hp
    frees = any(step.remove for step in steps) and bool(it.statuses)
    return heals or frees or any(step.extra_hp or step.atk_up for step in steps)


def _approach(state: Position, pack: StoneboundPack, name: str) -> Decision | None:
    """Walk to where the nearest opponent is in reach, else as near as may be."""
    it = state.characters[name]
    if it.moved or it.acted or it.has("sleep") or frozen(it):
        return None
    foes = [
        place(state, other) for other in roster(state) if opposed(state, name, other) and state.characters[other].hp
    ]
    found = ways(state, name)
    here = place(state, name)
    if not foes or not found:
        return None
    nearness = {end: min(distance(end, foe) for foe in foes) for end in (here, *found)}
    end = min(found, key=lambda space: (max(nearness[space], it.rng), danger(state, name, space), space))
    if max(nearness[end], it.rng) >= max(nearness[here], it.rng):
        return None
    return Move(path=found[end][0], ask_opponent=True, swap_if_better=True)


def _protect(state: Position, pack: StoneboundPack, name: str) -> Decision | None:
    """Fuse what can be paid while half of the hand stays free."""
    it = state.characters[name]
    lying = len(fused_stones(state, it.player))
    for ability_name in pack.abilities_of(name):
        ability = pack.abilities[ability_name]
        if not ability.fuse or ability_name in it.fuses or may_not_spend(state, name):
            continue
        paid = payments(state, it.player, ability.element, cost_of(state, name, ability))
        if paid and 2 * (lying + len(paid[0])) <= max_hand(state, pack, it.player):
            return Fuse(ability=ability_name, stones=paid[0])
    return None


def _break(state: Position, pack: StoneboundPack) -> Decision:
    player = str(state.active_player)
    if len(fused_stones(state, player)) > max_hand(state, pack, player):
        for name in living(state, player):
            for ability in state.characters[name].fuses:
                return BreakFuse(character=name, ability=ability)
    return FinishBreaking()


def _discard(state: Position, pack: StoneboundPack) -> Decision:
    player = str(state.active_player)
    over = hand_size(state, player) - max_hand(state, pack, player)
    if over <= 0:
        return EndTurn()
    useful = {ability.element for name in state.players[player].characters for ability in _own(pack, name)}

    def worth(stone: str) -> tuple[bool, int]:
        return stone.partition("_")[0] in useful, value_of(stone) or figures.MOST_CHARACTERS

    return Discard(stones=tuple(sorted(state.players[player].hand, key=worth)[:over]))


def _own(pack: StoneboundPack, name: str) -> list[Ability]:
    return [pack.abilities[ability] for ability in pack.abilities_of(name)]


_PHASES: Mapping[str, Callable[[Position, StoneboundPack], Decision]] = {
    "draft": _draft,
    "team_building": _build,
    "first_roll": _roll,
    "choose_first": _first,
    "deployment": _deploy,
    "turn_start": _begin,
    "activation": _activations,
    "break": _break,
    "discard": _discard,
}
