"""Fusing abilities, and breaking fuses."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.kernel import Option, Refused
from rules.stonebound_saga.abilities import own_ability, pay, payment_field
from rules.stonebound_saga.book import StoneTurn, a_character, active, book, in_phase, listed
from rules.stonebound_saga.decisions import BreakFuse, FinishBreaking, Fuse
from rules.stonebound_saga.derived import cost_of, max_hand, may_not_spend
from rules.stonebound_saga.events import AbilityFused, BreakingFinished, FuseBroken, StonesDiscarded
from rules.stonebound_saga.pack import Ability, Grant, StoneboundPack
from rules.stonebound_saga.state import Position, fused_stones, living, with_character, with_player, without
from rules.stonebound_saga.stones import payments, stones_name


@book.decides(Fuse)
def fuse(turn: StoneTurn, decision: Fuse) -> None:
    """Fuse a defensive ability of the active character: its stones lie by the dashboard, and it works from now on
    (SS-FUSE-001 to SS-FUSE-010). No action is used."""
    name, it = active(turn)
    ability = own_ability(turn.pack, name, decision.ability)
    if not ability.fuse or ability.card != "defense":
        raise Refused("not_fusable", "Only defensive abilities with Fuse are fused.", rule="SS-FUSE-001")
    if decision.ability in it.fuses:
        raise Refused("already_fused", "It is fused already.", rule="SS-FUSE-006")
    stones = listed(decision.stones)
    pay(turn.state, name, ability, stones)
    turn.emit(AbilityFused(character=name, player=it.player, ability=decision.ability, stones=stones))


@book.evolves(AbilityFused)
def _ability_fused(state: Position, event: AbilityFused) -> Position:
    hand = without(state.players[event.player].hand, event.stones)
    fuses = {**state.characters[event.character].fuses, event.ability: event.stones}
    return with_character(with_player(state, event.player, hand=hand), event.character, fuses=fuses)


@book.decides(BreakFuse)
def break_fuse(turn: StoneTurn, decision: BreakFuse) -> None:
    """Break a fuse of an own character once all have had their turns (SS-BRK-001 to SS-BRK-003)."""
    state = in_phase(turn, "break", rule="SS-BRK-001")
    it = a_character(state, decision.character)
    if it.player != state.active_player:
        raise Refused("not_your_character", "Only fuses of own characters are broken.", rule="SS-BRK-003")
    if decision.ability not in it.fuses:
        raise Refused("not_fused", "That is not fused.", rule="SS-BRK-003")
    turn.emit(FuseBroken(character=decision.character, ability=decision.ability))
    turn.emit(
        StonesDiscarded(
            player=it.player, stones=it.fuses[decision.ability], fuse=(decision.character, decision.ability)
        )
    )


@book.evolves(FuseBroken)
def _fuse_broken(state: Position, event: FuseBroken) -> Position:
    return state


@book.decides(FinishBreaking)
def finish_breaking(turn: StoneTurn, decision: FinishBreaking) -> None:
    """Go on to the discard, with no more stones on fuses than a hand may hold (SS-BRK-004)."""
    in_phase(turn, "break")
    blocked = _too_many(turn.state, turn.pack)
    if blocked:
        raise Refused("fused_stones_exceed_hand_limit", blocked, rule="SS-BRK-004", remedy="Break a fuse.")
    turn.emit(BreakingFinished())


def _too_many(state: Position, pack: StoneboundPack) -> str:
    player = state.active_player
    if player is None:
        return ""
    lying, limit = len(fused_stones(state, player)), max_hand(state, pack, player)
    return f"{lying} stones lie on fuses; the hand holds {limit} at most." if lying > limit else ""


@book.evolves(BreakingFinished)
def _breaking_finished(state: Position, event: BreakingFinished) -> Position:
    return replace(state, phase="discard")


# ---- what may be decided


@book.offers_options
def options(state: Position, pack: StoneboundPack) -> Iterable[Option]:
    """Abilities to fuse, and fuses to break."""
    if state.phase == "activation" and state.active_character and not state.pushed:
        yield from _to_fuse(state, pack, state.active_character)
    if state.phase == "break" and state.active_player:
        for name in living(state, state.active_player):
            for ability, stones in state.characters[name].fuses.items():
                yield Option(
                    "break_fuse",
                    f"Break {pack.name_of(ability)} of {pack.name_of(name)}",
                    {"character": name, "ability": ability},
                    group="Break fuses",
                    note=f"discards {stones_name(stones)}",
                )
        yield Option(
            "finish_breaking",
            "Go on to the discard",
            group="Turn",
            likely=True,
            blocked=_too_many(state, pack),
        )


def _to_fuse(state: Position, pack: StoneboundPack, name: str) -> Iterable[Option]:
    it = state.characters[name]
    for ability_name in pack.abilities_of(name):
        ability = pack.abilities[ability_name]
        cost = cost_of(state, name, ability)
        if not ability.fuse or ability_name in it.fuses or (cost and may_not_spend(state, name)):
            continue
        ways = payments(state, it.player, ability.element, cost)
        if ways:
            yield Option(
                "fuse",
                f"Fuse {ability.name}",
                {"ability": ability_name},
                (payment_field(ways),),
                group="Fuse",
                note=f"{cost} {ability.element}: {granted(ability)}",
            )


def granted(ability: Ability) -> str:
    """What a fuse gives, in words."""
    return ", ".join(_grant(grant) for grant in ability.grants)


def _grant(grant: Grant) -> str:
    if grant.evasion:
        return f"{grant.evasion} evasion against {grant.against}"
    if grant.negation:
        return f"{grant.negation} negation against {grant.against}"
    if grant.retaliate:
        return f"{grant.retaliate} {grant.type} damage to attackers"
    return "Counter" if grant.counter else f"hand size +{grant.hand_size}"
