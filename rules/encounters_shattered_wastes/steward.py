"""A sensible player: plays by plain rules of thumb, for simulations, demonstrations and the balance of packs.

It stands where there is something to hit, attacks while its Threat is low, recovers when it is high, and Shatters when
it would otherwise be lost. It never looks at luck that is still to come, nor at cards that lie face down.
"""

from __future__ import annotations

from rules.encounters_shattered_wastes import strength
from rules.encounters_shattered_wastes.activation import waiting
from rules.encounters_shattered_wastes.decisions import (
    Activate,
    ArrangeArea,
    BasicAttack,
    BeginEncounter,
    BuildStrengthDeck,
    ChooseCharacter,
    ChooseEnemy,
    ChooseRecovery,
    DraftCards,
    EndActivation,
    EndDefend,
    FillEmptyAreas,
    KeepCards,
    LastGasp,
    Move,
    PassReactions,
    PlaceCharacter,
    Recover,
    RefreshRoll,
    ResolveArea,
    SeedAreas,
    Shatter,
    UseReaction,
)
from rules.encounters_shattered_wastes.derived import area_limit, area_threat, basic_reach, side_of, targetable
from rules.encounters_shattered_wastes.pack import WastesPack
from rules.encounters_shattered_wastes.setup import seats
from rules.encounters_shattered_wastes.state import (
    AREAS_DONE,
    FEWEST_CHARACTERS,
    KEPT_CARDS,
    SPACES,
    THREAT_LIMIT,
    Position,
    all_in_wounds,
    area_of,
    occupant,
    on_board,
)
from rules.kernel import Decision


def sensible(state: Position, pack: WastesPack) -> Decision:
    """What the sensible player decides.

    :param state: a position of an Encounter that goes on
    """
    if state.due is not None:
        return _choice(state, pack)
    if state.pending is not None:
        return _reaction(state, pack)
    return {"setup": _setup, "refresh": _refresh, "action": _action, "defend": _defend}[state.phase](state, pack)


def _choice(state: Position, pack: WastesPack) -> Decision:
    due = state.due
    if due is not None and due.kind == "arrange":
        cards = state.areas[str(due.area)]
        return ArrangeArea(place=max(cards, key=strength.back_threat))
    character = state.characters[due.character if due else ""]
    if character.threat == 0 and character.afflictions:
        return ChooseRecovery(choose="remove_affliction")
    return ChooseRecovery(choose="reduce_threat")


def _reaction(state: Position, pack: WastesPack) -> Decision:
    """Take over for a Character that is about to fall, with HP to spare."""
    pending = state.pending
    for each in pending.eligible if pending else ():
        name, _, card = each.partition(".")
        if card in pack.abilities and any(op.op == "retarget" for op in pack.abilities[card].effects):
            weakest = min((state.characters[t].hp for t in state.targets), default=0)
            if state.characters[name].hp > weakest + 2:
                return UseReaction(character=name, ability=card)
    return PassReactions()


def _setup(state: Position, pack: WastesPack) -> Decision:
    if state.enemy is None:
        return ChooseEnemy()
    wanted = max(FEWEST_CHARACTERS, len(seats(state)))
    if len(state.characters) < wanted and not state.stamina.size:
        known = pack.first_game.loadouts if state.mode == "first_time" else pack.characters
        free = next(name for name in known if name not in state.characters)
        return ChooseCharacter(character=free, player=seats(state)[len(state.characters) % len(seats(state))])
    for name, character in state.characters.items():
        drafted = state.setup.drafted.get(name)
        if any(character.draft.values()) and drafted is None:
            return DraftCards(character=name)
        if drafted is not None and name not in state.setup.kept:
            cards = [card for cards in drafted.values() for card in cards]
            best = sorted(cards, key=lambda card: card in pack.abilities and pack.abilities[card].unknown)
            return KeepCards(character=name, keep=tuple(best[:KEPT_CARDS]))
        if character.space is None:
            return PlaceCharacter(character=name, space=next(s for s in SPACES if occupant(state, s) is None))
    if not state.stamina.size:
        return BuildStrengthDeck()
    return BeginEncounter() if all(state.areas.values()) else SeedAreas()


def _refresh(state: Position, pack: WastesPack) -> Decision:
    if not state.refresh.filled:
        return FillEmptyAreas()
    return RefreshRoll(character=next(name for name in on_board(state) if name not in state.refresh.rolled))


def _action(state: Position, pack: WastesPack) -> Decision:
    name = state.active
    if name is None:
        left = [each for each in waiting(state) if state.next_to_activate in (None, each)]
        return Activate(character=min(left, key=lambda each: state.characters[each].threat))
    character = state.characters[name]
    if not character.actions_left:
        return EndActivation(character=name)
    if character.hp == 0 and character.state == "heroic":
        return Shatter(character=name)
    areas = targetable(state, name, basic_reach(state, pack, name))
    if character.threat >= _bold(state, name):
        return Recover(character=name)
    if areas:
        return BasicAttack(character=name, target_area=max(areas, key=lambda area: area_threat(state, area)))
    return Move(character=name, to=_goal(state, pack, name))


def _bold(state: Position, name: str) -> int:
    """The Threat up to which it attacks: half of what its dice bring, and below the brink."""
    side = side_of(state.characters[name])
    return max(1, min((side.dice * 7) // 2, THREAT_LIMIT - 3))


def _goal(state: Position, pack: WastesPack, name: str) -> str:
    """The best free space within 3 steps: where something lies to hit, and not too much of it."""
    here = str(state.characters[name].space)

    def worth(space: str) -> tuple[bool, bool, int]:
        area = area_of(space)
        safe = area_threat(state, area) <= area_limit(state, pack)
        return bool(state.areas[area]), safe, area_threat(state, area)

    near = [s for s in SPACES if _distance(here, s) <= 3 and occupant(state, s) in (None, name)]
    return max(near, key=worth)


def _distance(one: str, other: str) -> int:
    return abs(int(one[0]) - int(other[0])) + (one[1] != other[1])


def _defend(state: Position, pack: WastesPack) -> Decision:
    if all_in_wounds(state) and not state.defend.last_gasp_done:
        return LastGasp()
    if state.defend.next_area < AREAS_DONE and not state.defend.last_gasp_done:
        return ResolveArea(area=state.defend.next_area)
    return EndDefend()
