"""Artisans of Splendent Vale as a game of the kernel."""

from __future__ import annotations

from collections.abc import Mapping

from rules.artisans_of_splendent_vale import (
    acting,
    checks,
    crafting,
    days,
    dice,
    effects,
    gear,
    growth,
    harm,
    interludes,
    moving,
    offers,
    offers_scene,
    placing,
    reading,
    scenes,
    starting,
    turns,
)
from rules.artisans_of_splendent_vale.book import book, unit_name
from rules.artisans_of_splendent_vale.events import (
    CampaignBegan,
    CharactersChosen,
    DayBegan,
    RoundBegan,
    SceneEnded,
    SceneOpened,
    TurnBegan,
)
from rules.artisans_of_splendent_vale.figures import CHARACTER_NAMES
from rules.artisans_of_splendent_vale.pack import ValePack
from rules.artisans_of_splendent_vale.state import Position
from rules.kernel import Decision, Event, Game, Landmark, Option, words
from rules.kernel.players import picking

AREAS = (
    starting, offers_scene, offers, reading, days, scenes, placing, turns, acting, effects, moving, dice, harm, gear,
    growth, crafting, interludes,
)  # fmt: skip
"""The modules that registered with the rulebook."""

REASONS = frozenset({
    "action_not_available", "action_out_of_order", "activation_set_required", "already_activated", "already_crafted",
    "area_out_of_range", "area_shape_mismatch", "armor_permanent", "attack_already_performed", "attack_pending",
    "cannot_attack_from_pit", "cannot_move_up", "cannot_pay", "card_depleted", "card_known", "card_not_owned",
    "character_locked", "character_not_played", "character_taken", "companion_too_hurt", "component_limit",
    "cost_not_met", "craft_not_allowed", "day_is_over", "day_not_over", "die_does_not_match", "die_not_in_pool",
    "drink_not_boostable", "enemy_adjacent", "equip_window_closed", "impassable", "ingredients_must_differ",
    "injury_not_active", "injury_open", "item_not_enhanceable", "location_complete", "location_unknown",
    "materia_not_ingredient", "movement_ended_in_pit", "must_remove_wild", "no_actions_left", "no_attack_pending",
    "no_dice_on_card", "no_injury_open", "no_location_choice_now", "no_map_bookmarked", "no_potion",
    "node_already_filled", "node_not_adjacent", "not_activated", "not_adjacent", "not_enough_experience",
    "not_enough_movement", "not_equipped", "not_paused", "not_shareable", "not_your_turn", "option_already_chosen",
    "option_not_offered", "option_not_yours", "out_of_range", "out_of_reach", "overpaid", "path_locked",
    "path_not_connected", "player_count", "point_not_on_map", "point_not_visible", "private_not_agreed",
    "pull_must_decrease_distance", "push_must_be_straight", "push_must_increase_distance", "reaction_already_used",
    "requirement_not_met", "roles_must_differ", "rune_unknown", "session_paused", "set_not_selected",
    "setup_incomplete", "slot_filled", "source_weapon_missing", "space_already_left", "space_occupied", "stunned",
    "target_immovable", "throw_not_boostable", "todo_complete", "todo_not_now", "todo_unknown", "too_few_removed",
    "too_many_dice", "too_many_hands", "too_many_skills", "too_many_targets", "too_many_trinkets", "unit_defeated",
    "not_a_paw_space", "wrong_card_type", "wrong_character", "wrong_dice_count", "wrong_phase", "wrong_timing",
})  # fmt: skip
"""The reason codes of the rules themselves. What the case files call ``wrong_roll_count``, ``cards_missing`` and
``card_not_in_deck`` is luck that is missing, unused or impossible: the kernel says so."""

FIELD_WORDS: Mapping[str, str | None] = {
    "acted": None,
    "at": "Space",
    "characters": "",
    "crafted": None,
    "had": None,
    "index": "Initiative tracker",
    "last": None,
    "lying": None,
    "open_injuries": "Injury cards to be read",
    "paw": None,
    "pending": "Attack that waits",
    "placed": None,
    "rest": None,
    "skill_level": "Levels",
    "told": "Described cards",
    "units": "",
}
"""What the fields of a position are called."""


class SplendentVale(Game[Position, ValePack]):
    """A cooperative campaign of two to four artisans."""

    key = "artisans_of_splendent_vale"
    title = "Artisans of Splendent Vale"
    version = 1
    reasons = REASONS
    field_words = FIELD_WORDS
    policies = {
        "steady": picking("Steady", "Plays the steps that the table page offers first.", offers.steady),
    }
    told_by_people = frozenset({
        "read_injury_card", "follow_instruction", "resolve_effect", "suffer_damage", "heal", "describe_card",
        "place_dice", "spawn", "draw_rule_card",
    })  # fmt: skip
    spans = ("round", "day")
    state_type = Position
    pack_type = ValePack
    rulebook = book

    def set_up_options(self, pack: ValePack) -> list[Option]:
        """Two, three or four players choose characters."""
        return starting.set_up_options()

    def outcome(self, state: Position) -> str | None:
        """``None``: the story ends in its books, not by a rule."""
        return None

    def labels(self, pack: ValePack) -> Mapping[str, str]:
        """Names of cards, mobs and scenes, and of injury cards by their number."""
        named = {thing: pack.name_of(thing) for part in (pack.cards, pack.mobs, pack.scenes) for thing in part}
        return {**named, **{f"{number}": f"Card {number}" for number in range(201, 213)}}

    def names(self, pack: ValePack) -> Mapping[str, str]:
        """Names of all that stands in a position."""
        units = {
            f"{group}_{number}": unit_name(pack, f"{group}_{number}") for group in pack.mobs for number in range(1, 7)
        }
        return {**self.labels(pack), **units, **CHARACTER_NAMES}

    def seats(self, state: Position) -> tuple[str, ...]:
        """The played characters."""
        return state.players

    def seat_of(self, state: Position | None, decision: Decision) -> str | None:
        """The character that decides, its owner for a companion; anybody where no one is named."""
        for name in ("who", "by", "unit", "from_"):
            found = getattr(decision, name, None)
            if isinstance(found, str) and state is not None:
                owner = state.companions[found].owner if found in state.companions else found
                return owner if owner in state.players else None
        return None

    def plays(self, state: Position, pack: ValePack, seat: str) -> tuple[str, ...]:
        """The character: each is a seat of its own."""
        return (CHARACTER_NAMES[seat],) if seat in state.players else ()

    def measures(self, state: Position) -> Mapping[str, int]:
        """Entries read, damage and injuries."""
        sheets = state.characters.values()
        return {
            "Entries read": len(state.entries_read),
            "Damage": sum(sheet.damage for sheet in sheets),
            "Injuries": sum(injury.times for sheet in sheets for injury in sheet.injuries.values()),
        }

    def check(self, state: Position) -> list[str]:
        """What is wrong with a position; see :mod:`rules.artisans_of_splendent_vale.checks`."""
        return list(checks.problems(state))

    def landmark(self, event: Event) -> Landmark | None:
        """The beginning, days, scenes, their rounds and turns."""
        if isinstance(event, CharactersChosen):
            return Landmark("phase", "Characters")
        if isinstance(event, CampaignBegan):
            return Landmark("day", "The campaign begins", checkpoint=True)
        if isinstance(event, DayBegan):
            return Landmark("day", event.day, checkpoint=True)
        if isinstance(event, SceneOpened):
            return Landmark("phase", f"Scene: {words(event.scene)}", checkpoint=True)
        if isinstance(event, RoundBegan):
            return Landmark("round", f"Round {event.round}", checkpoint=True)
        if isinstance(event, TurnBegan):
            name = CHARACTER_NAMES.get(event.unit, event.unit.replace("_", " ").capitalize())
            return Landmark("turn", f"Turn of {name}")
        if isinstance(event, SceneEnded):
            return Landmark("phase", "The scene ends", checkpoint=True)
        return None


GAME = SplendentVale()
