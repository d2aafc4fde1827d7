"""A battle played alone: for worked cases, simulations and what-ifs. Inside a campaign the same rules are set into the
campaign's rulebook (:mod:`~rules.isofarian_guard.battle.seam`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.isofarian_guard.battle import (
    abilities,
    aiming,
    checks,
    cleanup,
    drawing,
    ending,
    enemies_turn,
    equipment,
    guards_turn,
    ops_basic,
    ops_chips,
    penalties,
    reading,
    rewards,
    start,
    stonebound,
)
from rules.isofarian_guard.battle.book import aftermath, book
from rules.isofarian_guard.battle.events import BattleLost, BattleOpened, GuardActivated, RoundStarted, VictoryDeclared
from rules.isofarian_guard.battle.fighters import sensible
from rules.isofarian_guard.battle.options import actions as action_options
from rules.isofarian_guard.battle.options import enemies as enemy_options
from rules.isofarian_guard.battle.options import guards as guard_options
from rules.isofarian_guard.battle.state import BattleState
from rules.isofarian_guard.content.pack import GAME as KEY
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Event, Game, Landmark, Option, Rule, Rulebook, catalogue, words

AREAS: Final = (
    abilities, aiming, cleanup, drawing, ending, enemies_turn, equipment, guards_turn, ops_basic, ops_chips, penalties,
    reading, rewards, start, stonebound, guard_options, action_options, enemy_options,
)  # fmt: skip
"""The modules that register the rules of a battle."""

REASONS: Final = frozenset({
    "not_in_battle", "already_in_battle", "wrong_step", "too_many_enemies", "slot_occupied", "stonebound_limit",
    "not_start_of_round", "narrative_no_retreat", "ambush_no_retreat", "another_guard_active",
    "guard_already_activated", "guard_not_activated", "guard_still_active", "guard_fallen", "not_active_guard",
    "draw_first", "already_drawn", "refill_window_closed", "bag_not_empty", "nothing_to_refill", "hp_would_reach_zero",
    "draw_incomplete", "draw_exceeds_limit", "chip_not_in_bag", "not_a_guard_ability", "not_a_stonebound_ability",
    "ability_already_activated", "corrupted", "sealed", "gem_not_ready", "gem_not_exhausted",
    "resources_insufficient", "chips_exceed_cost", "chip_not_available", "not_a_resource_chip", "not_enough_ap",
    "wrong_ap_payment", "not_enough_green_ap", "surge_once_per_round", "combo_not_allowed", "burst_target_required",
    "burst_same_card", "keyword_not_on_card", "target_required", "no_such_target", "target_defeated",
    "target_not_in_front_row", "no_weapon", "standard_attack_used", "no_accessory", "accessory_not_activatable",
    "accessory_exhausted", "accessory_used_this_round", "item_not_equipped", "item_used", "item_not_usable_in_battle",
    "card_not_in_satchel", "tool_not_equippable", "not_an_item", "no_customizing_in_battle", "enemy_out_of_order",
    "enemy_defeated", "enemy_not_activated", "ai_card_required", "ai_card_not_in_deck", "ai_cards_left_over",
    "target_choice_required", "target_choice_not_open", "choice_required", "choice_not_offered", "tool_cannot_drop",
    "reward_choice_required", "satchel_full",
    # cards that nobody has entered
    "card_unread", "card_unending", "enemy_unread", "no_such_chip",
})  # fmt: skip
"""Every reason for which a battle refuses a decision."""


def landmark(event: Event) -> Landmark | None:
    """The place in the story that a fact of a battle reaches, if any."""
    if isinstance(event, BattleOpened):
        return Landmark("battle", "Battle", checkpoint=True)
    if isinstance(event, RoundStarted):
        return Landmark("round", f"Round {event.round}")
    if isinstance(event, GuardActivated):
        return Landmark("turn", f"{event.guard.capitalize()}'s turn")
    if isinstance(event, VictoryDeclared | BattleLost):
        return Landmark("phase", "Victory" if isinstance(event, VictoryDeclared) else "Defeat")
    return None


def _both() -> Rulebook[BattleState, IsofarianPack]:
    rules: Rulebook[BattleState, IsofarianPack] = Rulebook()
    for part in (book, aftermath):
        rules.deciders.update(part.deciders)
        rules.evolvers.update(part.evolvers)
        rules.founders.update(part.founders)
        rules.offers.extend(part.offers)
    return rules


def _itself(state: BattleState) -> BattleState:
    return state


def _as_it_is(state: BattleState, pack: IsofarianPack) -> IsofarianPack:
    return pack


class BattleGame(Game[BattleState, IsofarianPack]):
    """One battle after another, with nothing around them but what the party holds."""

    key = KEY
    title = "The Isofarian Guard: battle"
    reasons = REASONS
    state_type = BattleState
    pack_type = IsofarianPack
    policies = {"sensible": sensible(_itself, _as_it_is)}
    spans = ("round",)
    rulebook = _both()

    def set_up_options(self, pack: IsofarianPack) -> list[Option]:
        """None: a battle is fought by guards that a campaign, a case or a simulation brings along."""
        return []

    def outcome(self, state: BattleState) -> str | None:
        """How the battle ended, once nothing is left to collect."""
        return state.outcome if state.step == "over" else None

    def measures(self, state: BattleState) -> Mapping[str, int | bool]:
        """Rounds, and the HP of each guard."""
        hp = {f"{words(name)} HP": guard.hp for name, guard in state.guards.items()}
        return {"Rounds": state.round, **hp}

    def landmark(self, event: Event) -> Landmark | None:
        return landmark(event)

    def check(self, state: BattleState) -> list[str]:
        return list(checks.faults(state))

    @property
    def catalogue(self) -> Mapping[str, Rule]:
        return catalogue("rules.isofarian_guard")


BATTLE: Final = BattleGame()
