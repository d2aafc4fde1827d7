"""Cards whose text the pack does not know: the table reads them and says what they do (SW-ABL-002, SW-TRK-001)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.encounters_shattered_wastes import events as e
from rules.encounters_shattered_wastes.acting import judge_active, judge_may_act
from rules.encounters_shattered_wastes.book import WastesTurn, a_character, book, in_phase
from rules.encounters_shattered_wastes.decisions import ResolveAtTable, UseUnknownCard
from rules.encounters_shattered_wastes.effects import judge
from rules.encounters_shattered_wastes.engine import run
from rules.encounters_shattered_wastes.fates import reclaim
from rules.encounters_shattered_wastes.pack import Attack, WastesPack
from rules.encounters_shattered_wastes.reactions import react
from rules.encounters_shattered_wastes.state import Position
from rules.encounters_shattered_wastes.steps import CheckCorruption, Effect
from rules.encounters_shattered_wastes.using import aims_of, carry_out, equipped
from rules.kernel import Refused


@book.decides(UseUnknownCard)
def use_unknown_card(turn: WastesTurn, decision: UseUnknownCard) -> None:
    """Use an Ability as the table reads it: as an action, beside the actions or as a Reaction, with its cost and its
    attack; what else it does is said with :class:`ResolveAtTable`.

    Luck: ``dice``.
    """
    phases = ("refresh", "action", "defend") if decision.use == "reaction" else ("action",)
    state = in_phase(turn, *phases, reacting=decision.use == "reaction")
    name, ability = decision.character, decision.ability
    character = a_character(state, name)
    if decision.use == "active":
        judge_may_act(state, name)
    elif decision.use == "free":
        judge_active(state, name)
    card = equipped(turn.pack, character, ability)
    if not card.unknown:
        raise Refused("card_known", "What this card says is entered: use it as it stands.", rule="SW-ABL-002")
    attack = None
    if decision.dice:
        attack = Attack(decision.dice, decision.reach, decision.bonus_damage, decision.bonus_if)
    read = replace(card, subtype=decision.use, cost=decision.cost, attack=attack)
    if decision.use == "reaction":
        react(turn, name, ability, read, aims_of(state, decision))
    else:
        carry_out(turn, name, ability, read, aims_of(state, decision))


TOLD = frozenset({
    "gain", "reduce", "set", "take", "gain_affliction", "remove_affliction", "place", "move", "grant_action", "reclaim",
    "retarget", "change_die", "no_threat",
})  # fmt: skip
"""Effects that can be told beside an open Reaction window: none of them opens another one."""


@book.decides(ResolveAtTable)
def resolve_at_table(turn: WastesTurn, decision: ResolveAtTable) -> None:
    """Carry out one effect of a card of unknown text, with everything that follows from it.

    Luck: what the effect asks.
    """
    state = in_phase(turn, "refresh", "action", "defend", reacting=True, choosing=True)
    name, effect = decision.character, decision.effect
    reclaims = effect.op == "reclaim"
    if not reclaims or name not in state.characters:
        a_character(state, name)
    if decision.card not in unknown_cards(state, turn.pack):
        raise Refused("card_known", "No card of unknown text is in sight by that name.", rule="SW-ABL-002")
    if effect.op not in TOLD:
        raise Refused("malformed", f"{effect.op} cannot be told like that.")
    aims = aims_of(state, decision)
    turn.emit(e.ResolvedAtTable(card=decision.card, character=name))
    if reclaims:
        reclaim(turn, name, aims.draw, aims.space)
    else:
        judge(turn, name, (effect,), aims)
        run(turn, [Effect(name, effect, aims), CheckCorruption(name)])


def unknown_cards(state: Position, pack: WastesPack) -> tuple[str, ...]:
    """The cards in sight whose text only the table can read; a trait is named by its Character or enemy."""
    return tuple(dict.fromkeys(_unknown(state, pack)))


def _unknown(state: Position, pack: WastesPack) -> Iterator[str]:
    for name, character in state.characters.items():
        if not character.on_board:
            continue
        parts = (
            (pack.abilities, character.abilities),
            (pack.items, tuple(character.items)),
            (pack.relics, character.relics),
            (pack.afflictions, character.afflictions),
        )
        for part, held in parts:
            yield from (card for card in held if card in part and part[card].unknown)
        trait = pack.trait_of(name, character.state)
        if trait is not None and trait.unknown:
            yield name
    yield from (place for place in state.locations if place in pack.locations and pack.locations[place].unknown)
    enemy = pack.enemies.get(state.enemy.name) if state.enemy else None
    if enemy is not None and state.enemy is not None:
        trait_now = enemy.injured_trait if state.enemy.form == "injured" else enemy.trait
        if trait_now is not None and trait_now.unknown:
            yield state.enemy.name


@book.evolves(e.ResolvedAtTable)
def _resolved_at_table(state: Position, event: e.ResolvedAtTable) -> Position:
    """What changed follows in facts of its own; this one says which card it was."""
    return state
