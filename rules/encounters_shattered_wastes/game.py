"""Encounters: Shattered Wastes as a game of the kernel."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.encounters_shattered_wastes import (
    activation,
    at_table,
    attacking,
    checks,
    defending,
    drafting,
    moving,
    offers,
    offers_setup,
    reactions,
    record,
    recovering,
    refreshing,
    setup,
    strength,
    using,
)
from rules.encounters_shattered_wastes.book import PHASES, book, space_name
from rules.encounters_shattered_wastes.events import (
    DefendPhaseBegan,
    EncounterLost,
    EncounterWon,
    FormChanged,
    RefreshPhaseEnded,
    RoundBegan,
)
from rules.encounters_shattered_wastes.pack import WastesPack, back_name, strength_name
from rules.encounters_shattered_wastes.state import SPACES, Position, on_board
from rules.encounters_shattered_wastes.steward import sensible
from rules.kernel import Answer, Decision, Event, Game, Landmark, Option, player_name
from rules.kernel.players import thinking
from rules.kernel.simulation import End

AREAS = (
    setup, drafting, refreshing, activation, moving, attacking, recovering, using, reactions, defending, at_table,
    offers_setup, offers,
)  # fmt: skip
"""The modules that registered with the rulebook, in the order of a round."""

REASONS = frozenset({
    "active_player_decides", "actions_remaining", "ability_already_used", "already_activated", "already_filled",
    "already_rerolled", "already_rolled", "another_is_active", "area_not_targetable", "area_out_of_order",
    "areas_unresolved", "card_known", "card_not_in_pile", "card_unknown", "character_removed", "character_taken",
    "choice_due", "corruption_not_recoverable", "encounter_over", "fill_first", "item_face_down", "last_gasp_done",
    "last_gasp_due", "must_draw_three", "must_keep_three", "no_actions_left", "no_affliction_to_remove",
    "no_choice_due", "no_cycle_symbol", "no_first_time_loadout", "no_reaction_pending", "no_strength_in_area",
    "no_such_space", "not_active_character", "not_adjacent", "not_drafted", "not_enough_mp", "not_equipped",
    "not_journey_mode", "not_next", "not_shattered", "not_tied", "only_heroic_may_shatter", "passive_not_usable",
    "reaction_already_used", "reactions_pending", "setup_incomplete", "shattered_has_no_mp", "space_occupied",
    "strength_remains", "too_few_characters", "too_many_characters", "too_many_steps", "trait_already_used",
    "trigger_not_met", "wrong_area_seed", "wrong_dice_count", "wrong_draw_count", "wrong_phase", "wrong_strength_count",
})  # fmt: skip

FIELD_WORDS: Mapping[str, str | None] = {
    "hp": "HP",
    "mp": "MP",
    "stamina": "STAMINA",
    "fatigue": "FATIGUE",
    "wounds": "WOUNDS",
    "characters": "",
    "affliction_deck": None,
    "actions_left": "Actions left",
    "decks": None,
    "defend": None,
    "draft": None,
    "due": None,
    "granted_actions": "Granted actions",
    "healthy_side": None,
    "heroic_side": None,
    "injured_rage_deck": None,
    "injured_side": None,
    "next_to_activate": "Activates next",
    "on_board": "On the board",
    "pending": None,
    "rage_deck": "Rage deck",
    "refresh": None,
    "removed_because": "Removed because of",
    "reserve": None,
    "revealed": None,
    "roll": None,
    "setup": None,
    "shattered_side": None,
    "strength_cards": None,
    "targets": None,
    "threatless": None,
    "tied": None,
    "timing_decider": None,
    "timing_tied": None,
    "used_active": "Active Abilities used",
    "used_free": None,
    "used_reactions": "Reactions used",
    "used_trait": "Trait used",
}
"""What the fields of a position are called."""


def _is_healthy(state: Position) -> bool:
    return state.enemy is not None and state.enemy.form == "healthy"


def _has_turned(event: Event) -> str | None:
    return "turned" if isinstance(event, FormChanged) else None


class ShatteredWastes(Game[Position, WastesPack]):
    """A co-operative battle against one enemy of two forms."""

    key = "encounters_shattered_wastes"
    title = "Encounters: Shattered Wastes"
    version = 2
    reasons = REASONS
    field_words = FIELD_WORDS
    policies = {"sensible": thinking("Sensible", "Plays by plain rules of thumb, for everybody at once.", sensible)}
    ends = {"form": End("the enemy turns to its Injured side", _is_healthy, _has_turned)}
    told_by_people = frozenset({"use_unknown_card", "resolve_at_table", "tell_card"})
    spans = ("round",)
    state_type = Position
    pack_type = WastesPack
    rulebook = book

    def set_up_options(self, pack: WastesPack) -> list[Option]:
        """A standard Encounter, the first game, or one of a journey."""
        return offers_setup.set_up_options()

    def outcome(self, state: Position) -> str | None:
        """``won`` or ``lost``: the players win or lose together (SW-RND-003, SW-RND-004)."""
        return state.outcome

    def labels(self, pack: WastesPack) -> Mapping[str, str]:
        """Names of cards, Characters, enemies, spaces and players."""
        named = {thing: pack.name_of(thing) for part in pack.parts() for thing in part}
        cards = {card: strength_name(card) for card in pack.strength}
        backs = {strength.back(card): back_name(card) for card in pack.strength}
        spaces = {space: space_name(space) for space in SPACES}
        return {**backs, **cards, **named, **spaces, **{f"p{n}": player_name(f"p{n}") for n in range(1, 5)}}

    def seats(self, state: Position) -> tuple[str, ...]:
        """``p1`` to ``p4``, as many as play."""
        return setup.seats(state)

    def seat_of(self, state: Position | None, decision: Decision) -> str | None:
        """The player whose Character it is; anybody for what concerns the enemy."""
        named = getattr(decision, "character", None)
        if state is not None and isinstance(named, str) and named in state.characters:
            return state.characters[named].player
        player = getattr(decision, "player", None)
        return player if isinstance(player, str) else None

    def plays(self, state: Position, pack: WastesPack, seat: str) -> tuple[str, ...]:
        """The Characters of a player."""
        return tuple(pack.name_of(name) for name, each in state.characters.items() if each.player == seat)

    def measures(self, state: Position) -> Mapping[str, int | bool]:
        """The round, who is left, what the enemy has left, and whether anybody Shattered."""
        left = state.stamina.size + len(state.fatigue) + sum(map(len, state.areas.values()))
        return {
            "Round": state.round,
            "Characters left": len(on_board(state)),
            "Strength outside WOUNDS": left,
            "Enemy Injured": state.enemy is not None and state.enemy.form == "injured",
            "Somebody Shattered": any(each.state != "heroic" for each in state.characters.values()),
        }

    def check(self, state: Position) -> list[str]:
        """What is wrong with a position; see :mod:`rules.encounters_shattered_wastes.checks`."""
        return list(checks.problems(state))

    def landmark(self, event: Event) -> Landmark | None:
        """Rounds as checkpoints, the phases inside them, and the end."""
        if isinstance(event, RoundBegan):
            return Landmark("round", f"Round {event.round}", checkpoint=True)
        if isinstance(event, EncounterWon | EncounterLost):
            return Landmark("end", "Won" if isinstance(event, EncounterWon) else "Lost", checkpoint=True)
        if isinstance(event, RefreshPhaseEnded | DefendPhaseBegan):
            phase = "action" if isinstance(event, RefreshPhaseEnded) else "defend"
            return Landmark("phase", f"Round {event.round}: {PHASES[phase]}")
        return None

    def visible_to(self, state: Position, seat: str | None) -> Position:
        """Strength cards that lie face down show their backs only, and shuffled piles no order (SW-TRK-003). The cards
        of an Area that is being looked at are seen by all, for the players help one another."""
        looked_at = state.due.area if state.due is not None else None
        areas = {area: cards if area == looked_at else _backs(cards) for area, cards in state.areas.items()}
        return replace(
            state,
            areas=areas,
            fatigue=_backs(state.fatigue),
            wounds=_backs(state.wounds),
            stamina=record.hidden(state.stamina),
            reserve={intent: record.hidden(deck) for intent, deck in state.reserve.items()},
        )

    def in_record(self, event: Event) -> Event:
        """Cards that came to lie face down are told by their backs (SW-TRK-003)."""
        return record.in_record(event)

    def luck_in_record(self, answer: Answer) -> Answer:
        """The same of what was drawn."""
        return record.luck_in_record(answer)


def _backs(cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(strength.back, cards))


GAME = ShatteredWastes()
