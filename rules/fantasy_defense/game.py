"""Fantasy Defense as a game of the kernel."""

from __future__ import annotations

from collections.abc import Mapping

from rules.fantasy_defense import battle, checks, effects, ending, invasion, reinforcement, setup, spells, strategy
from rules.fantasy_defense.book import OVER, PHASES, book, gate_name
from rules.fantasy_defense.derived import invaders_left
from rules.fantasy_defense.events import (
    BattlesEnded,
    GameLost,
    GameSetUp,
    GameWon,
    InvasionEnded,
    RoundEnded,
    StrategyEnded,
)
from rules.fantasy_defense.pack import DefenderCard, FantasyPack
from rules.fantasy_defense.state import ROWS, Position
from rules.fantasy_defense.steward import sensible
from rules.kernel import Event, Game, Landmark, Option, player_name
from rules.kernel.players import thinking

AREAS = (setup, invasion, strategy, effects, spells, battle, reinforcement, ending)
"""The modules that registered with the rulebook, in the order of a round."""

REASONS = frozenset({
    "airlift_one_gate_only", "all_gates_besieged", "already_fought", "already_gave", "already_moved",
    "already_skirmished", "boss_immune", "cannot_refresh", "casualty_required", "discard_required", "faction_unknown",
    "game_over", "gates_unresolved", "hand_over_limit", "invader_deck_empty", "invaders_left_to_draw",
    "invasion_limit_reached", "no_battle_fought", "no_invader_here", "no_used_spell", "no_valid_target", "not_adjacent",
    "not_at_gate", "not_besieged", "not_deployed", "not_in_deck", "not_in_discard", "not_in_hand", "not_your_gate",
    "same_faction", "spell_not_owned", "spell_used", "too_strong", "wrong_boss_count", "wrong_cards_for_mode",
    "wrong_number", "wrong_phase", "yearning_must_be_casualty",
})  # fmt: skip


FIELD_WORDS: Mapping[str, str | None] = {
    "morale": "City Morale",
    "arriving": "Invader to be assigned",
    "boss_appearances": "Bosses that appeared",
    "boss_values": "Combat Values of Bosses",
    "borrowed": "Given Defenders",
    "defender_cards": None,
    "drawn_this_round": "Invaders drawn this round",
    "fought": "Battle fought this round",
    "gave": "Gave a Defender this round",
    "halved": "Spirit Fires this round",
    "invader_cards": None,
    "invader_deck": "Invaders Deck",
    "invader_discard": "Beaten Invaders",
    "moved": "Defenders moved this round",
    "resolved": "Resolved this round",
    "shielded": "City Shield",
    "skirmished": "Defenders that skirmished this round",
    "unseen_bosses": "Bosses not seen yet",
}
"""What the fields of a position are called."""


class FantasyDefense(Game[Position, FantasyPack]):
    """Solo and co-operative card defence of a city's gates."""

    key = "fantasy_defense"
    title = "Fantasy Defense"
    version = 2
    reasons = REASONS
    field_words = FIELD_WORDS
    policies = {"sensible": thinking("Sensible", "Plays by plain rules of thumb, for all seats at once.", sensible)}
    spans = ("round",)
    state_type = Position
    pack_type = FantasyPack
    rulebook = book

    def set_up_options(self, pack: FantasyPack) -> list[Option]:
        """Alone with one of the decks, or together with both."""
        return setup.set_up_options()

    def outcome(self, state: Position) -> str | None:
        """``won`` or ``lost``: the players win or lose together (FD-COOP-030)."""
        return state.phase if state.phase in OVER else None

    def names(self, pack: FantasyPack) -> Mapping[str, str]:
        """Names of cards, gates, tiles, icons and players."""
        cards = {card: pack.name_of(card) for kind in (pack.defenders, pack.invaders, pack.spells) for card in kind}
        gates = {gate: gate_name(gate) for rows in ROWS.values() for row in rows.values() for gate in row}
        players = {player: player_name(player) for player in ROWS["coop"]}
        return {**cards, **gates, **players, **{tile: facts.name for tile, facts in pack.gates.items()}}

    def kinds(self, pack: FantasyPack) -> Mapping[str, str]:
        """Defenders with the same name, figures and icon are copies of one card (FD-CMP-003)."""
        first: dict[DefenderCard, str] = {}
        return {card: first.setdefault(facts, card) for card, facts in pack.defenders.items()}

    def seats(self, state: Position) -> tuple[str, ...]:
        """``p1``, and ``p2`` in cooperative play."""
        return tuple(ROWS[state.mode])

    def measures(self, state: Position) -> Mapping[str, int]:
        """Morale, the round, and the Invaders that are still to come or stand before the gates."""
        return {"Morale": state.morale, "Round": state.round, "Invaders left": invaders_left(state)}

    def check(self, state: Position) -> list[str]:
        """What is wrong with a position; see :mod:`rules.fantasy_defense.checks`."""
        return list(checks.problems(state))

    def landmark(self, event: Event) -> Landmark | None:
        """Rounds as checkpoints, the phases inside them, and the end."""
        if isinstance(event, GameSetUp):
            return Landmark("round", "Round 1", checkpoint=True)
        if isinstance(event, RoundEnded):
            return Landmark("round", f"Round {event.round + 1}", checkpoint=True)
        if isinstance(event, GameWon | GameLost):
            return Landmark("end", "Won" if isinstance(event, GameWon) else "Lost", checkpoint=True)
        if isinstance(event, InvasionEnded | StrategyEnded | BattlesEnded):
            return Landmark("phase", f"Round {event.round}: {_NEXT[type(event)]}")
        return None


_NEXT: dict[type[Event], str] = {
    InvasionEnded: PHASES["strategy"],
    StrategyEnded: PHASES["battle"],
    BattlesEnded: PHASES["reinforcement"],
}

GAME = FantasyDefense()
