"""Reactions (SW-RCT-001 to SW-RCT-011)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.encounters_shattered_wastes import events as e
from rules.encounters_shattered_wastes.book import WastesTurn, a_character, book, in_phase
from rules.encounters_shattered_wastes.decisions import PassReactions, UseReaction
from rules.encounters_shattered_wastes.effects import judge
from rules.encounters_shattered_wastes.engine import run
from rules.encounters_shattered_wastes.pack import Ability
from rules.encounters_shattered_wastes.state import Position, with_character
from rules.encounters_shattered_wastes.steps import Aims
from rules.encounters_shattered_wastes.trackers import pay
from rules.encounters_shattered_wastes.using import (
    aims_of,
    attack_steps,
    card_steps,
    equipped,
    judge_subtype,
    with_window,
)
from rules.kernel import Refused


@book.decides(UseReaction)
def use_reaction(turn: WastesTurn, decision: UseReaction) -> None:
    """Use a Reaction Ability while its window is open: it costs MP and no action, once an activation and once in a
    Refresh or Defend Phase (SW-RCT-002 to SW-RCT-006).

    Luck: what its effects ask.
    """
    state = in_phase(turn, "refresh", "action", "defend", reacting=True)
    name, ability = decision.character, decision.ability
    character = a_character(state, name)
    card = equipped(turn.pack, character, ability)
    judge_subtype(card, "reaction")
    react(turn, name, ability, card, aims_of(state, decision), decision.cycle)


def react(turn: WastesTurn, name: str, ability: str, card: Ability, aims: Aims, cycle: bool | None = None) -> None:
    """Use a Reaction Ability. Whether the trigger of a card that only the table can read has happened, only the table
    knows.

    :param card: what it says
    :raises Refused: ``reaction_already_used``, ``not_enough_mp``, ``trigger_not_met`` and what its parts refuse
    """
    if ability in turn.state.characters[name].used_reactions:
        raise Refused("reaction_already_used", "That Reaction is used.", rule="SW-RCT-004")
    pending = turn.state.pending
    pay(turn, name, card.cost, rule="SW-RCT-003")
    if not card.unknown and (pending is None or f"{name}.{ability}" not in pending.eligible):
        raise Refused("trigger_not_met", "Its trigger has not happened.", rule="SW-RCT-002")
    turn.emit(e.ReactionUsed(character=name, ability=ability))
    judge(turn, name, card.effects, aims)
    steps = [*attack_steps(turn, name, card, aims), *card_steps(name, ability, card, aims, cycle)]
    run(turn, *with_window(pending, steps))


@book.decides(PassReactions)
def pass_reactions(turn: WastesTurn, decision: PassReactions) -> None:
    """Use no (further) Reaction; it goes on (SW-RCT-011)."""
    state = in_phase(turn, "refresh", "action", "defend", reacting=True)
    if state.pending is None:
        raise Refused("no_reaction_pending", "No Reaction is open.", rule="SW-RCT-011")
    turn.emit(e.ReactionsPassed())
    run(turn, (), state.pending.rest)


@book.evolves(e.ReactionUsed)
def _reaction_used(state: Position, event: e.ReactionUsed) -> Position:
    used = (*state.characters[event.character].used_reactions, event.ability)
    return with_character(replace(state, pending=None), event.character, used_reactions=used)


@book.evolves(e.ReactionsPassed)
def _reactions_passed(state: Position, event: e.ReactionsPassed) -> Position:
    return replace(state, pending=None)
