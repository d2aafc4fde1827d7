"""The Isofarian Guard as a game of the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from rules.isofarian_guard.battle.game import REASONS as BATTLE_REASONS
from rules.isofarian_guard.campaign import (
    abilities,
    adopting,
    boat,
    book,
    campaigns,
    checks,
    equipment,
    event_bag,
    exporting,
    falling,
    field_events,
    fighting,
    fort,
    harvesting,
    items,
    journey,
    learning,
    markets,
    naming,
    narrative,
    pile,
    players,
    quests,
    resting,
    satchels,
    skills,
    smiths,
    stash,
    stones,
)
from rules.isofarian_guard.campaign.facts import CAMPAIGNS
from rules.isofarian_guard.campaign.landmarks import landmark
from rules.isofarian_guard.campaign.lookup import called, labels
from rules.isofarian_guard.campaign.opening import set_up_options
from rules.isofarian_guard.campaign.recorded import recorded
from rules.isofarian_guard.campaign.state import Learned, Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.playing import ENDS, POLICIES, TOLD_BY_PEOPLE
from rules.isofarian_guard.rulebook import RULES
from rules.kernel import Chance, Decision, Event, Game, Landmark, Option, Refused, words

AREAS = (
    campaigns, adopting, falling, satchels, pile, field_events, event_bag, narrative, journey, boat, resting,
    harvesting, items, markets, smiths, equipment, stones, abilities, skills, quests, fort, stash, book, players,
    learning, fighting,
)  # fmt: skip
"""The modules of the campaign that registered with the rulebook."""

REASONS = BATTLE_REASONS | frozenset({
    "ability_locked", "agent_busy", "agent_not_joined", "already_aboard", "already_active", "already_completed",
    "already_equipped", "already_fished_here", "already_in_party", "already_recorded", "already_unlocked",
    "already_upgraded", "ap_unavailable", "boat_not_here", "boat_required", "bound_stone", "building_not_rebuilt",
    "building_not_upgraded", "campaign_not_completed", "campaign_order", "card_not_in_pile", "card_not_in_satchel",
    "card_not_in_stash", "chapter_order", "chapter_too_low", "chip_not_in_bag", "chip_unresolved", "choice_pending",
    "color_unknown", "component_exhausted", "cubes_insufficient", "dial_limit", "draw_count_wrong", "draw_pending",
    "enemies_unknown",
    "field_deck_empty", "gem_color_required", "gem_unavailable", "hp_would_reach_zero", "insufficient_lux",
    "insufficient_sil", "last_player", "marker_in_use", "material_limit", "material_missing", "must_leave_boat",
    "no_battle", "no_caravan_chip", "no_choice_due", "no_commission", "no_compass_drawn", "no_compass_icon",
    "no_draw_due", "no_field_card", "no_marker_here", "no_open_stone_slot", "no_overflow", "no_pile_here", "no_region",
    "no_respawn_due", "no_scroll_chip", "no_scroll_there", "no_skull_drawn", "no_such_path", "no_such_skill",
    "no_such_slot", "node_impassable", "not_a_dock", "not_aboard", "not_at_fort", "not_connected", "not_equipped",
    "not_in_exploration", "not_in_narrative", "not_offered", "not_top_card", "not_yellow_node", "one_guard_each",
    "overflow_pending", "party_full", "player_limit", "price_unknown", "respawn_pending", "retreat_not_allowed",
    "satchel_full", "satchel_over_capacity", "skill_level_too_low", "skill_not_connected", "slot_empty",
    "slot_occupied", "stone_not_attached", "stone_still_bound", "stonebound_limit", "tool_cannot_drop", "tool_missing",
    "tool_not_equippable", "unknown_guard", "unknown_player", "wrong_gem", "wrong_guard", "wrong_kind", "wrong_place",
    "wrong_slot",
})  # fmt: skip


class IsofarianGuard(Game[Position, IsofarianPack]):
    """A campaign of exploration and battles for one or two people."""

    key = "isofarian_guard"
    title = "The Isofarian Guard"
    version = 1
    reasons = REASONS
    field_words = naming.FIELD_WORDS
    policies = POLICIES
    ends = ENDS
    told_by_people = TOLD_BY_PEOPLE
    spans = ("day", "round")
    state_type = Position
    pack_type = IsofarianPack
    rulebook = RULES

    def set_up_options(self, pack: IsofarianPack) -> list[Option]:
        """The first campaign, for one or two people."""
        return set_up_options(pack)

    def options(self, state: Position | None, pack: IsofarianPack) -> list[Option]:
        """What may be decided now, with the names that people use."""
        call = partial(called, state or Position(), pack)
        return [naming.option_in_words(option, call) for option in super().options(state, pack)]

    def decide(self, state: Position | None, decision: Decision, pack: IsofarianPack, chance: Chance) -> list[Event]:
        """Judge a decision; a refusal tells it with the names that people use."""
        try:
            return super().decide(state, decision, pack, chance)
        except Refused as refused:
            naming.refused_in_words(refused, partial(called, state or Position(), pack))
            raise

    def outcome(self, state: Position) -> str | None:
        """``won`` when all five campaigns are completed (ISO-SET-013); a fall never ends the game."""
        return "won" if CAMPAIGNS in state.campaigns_done else None

    def seats(self, state: Position) -> tuple[str, ...]:
        """The people who play."""
        return state.players

    def seat_of(self, state: Position | None, decision: Decision) -> str | None:
        """The player of the guard whom a decision is about; decisions of the party are anybody's."""
        guard = getattr(decision, "guard", None)
        return state.control.get(guard) if state is not None and guard in state.party else None

    def plays(self, state: Position, pack: IsofarianPack, seat: str) -> tuple[str, ...]:
        """The guards of a player."""
        guards = [guard for guard in state.party if state.control.get(guard) == seat]
        return tuple(called(state, pack, guard) for guard in guards)

    def measures(self, state: Position) -> Mapping[str, int | bool]:
        """The party's money, and the HP of each guard."""
        hp = {f"{words(name)} HP": state.guards[name].hp for name in state.party}
        return {"Sil": state.sil, "Lux": state.lux, **hp}

    def labels(self, pack: IsofarianPack) -> Mapping[str, str]:
        """Names of guards, nodes, cards, abilities, enemies, quests and places, as far as the pack has them."""
        return labels(pack)

    def learned(self, state: Position, pack: IsofarianPack) -> Mapping[str, Sequence[str]]:
        """What was recorded, part by part; see :mod:`rules.isofarian_guard.campaign.recorded`."""
        return recorded(state, pack)

    def names(self, pack: IsofarianPack) -> Mapping[str, str]:
        """Names of all that stands in a position: what has a label, and nodes by their numbers."""
        return naming.names(pack)

    def learned_pack(self, state: Position, pack: IsofarianPack, name: str) -> IsofarianPack | None:
        """The pack with everything that a campaign learned; see :mod:`rules.isofarian_guard.campaign.exporting`."""
        return exporting.learned_pack(pack, state.learned, name) if state.learned != Learned() else None

    def check(self, state: Position) -> list[str]:
        """What is wrong with a position; see :mod:`rules.isofarian_guard.campaign.checks`."""
        return [naming.in_words(problem, words) for problem in checks.problems(state)]

    def landmark(self, event: Event) -> Landmark | None:
        """Campaigns, chapters, rests, tents and battles as checkpoints; visits to nodes in between."""
        return landmark(event)


GAME = IsofarianGuard()
