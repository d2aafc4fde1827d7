"""The Stonebound Saga as a game of the kernel."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel import Decision, Event, Game, Landmark, Option, player_name
from rules.kernel.players import thinking
from rules.stonebound_saga import (
    abilities,
    attacks,
    checks,
    dice,
    fusing,
    harm,
    movement,
    starting,
    stones,
    teams,
    terrain,
    turns,
)
from rules.stonebound_saga.book import book, team_name
from rules.stonebound_saga.events import FormatChosen, GameEnded, RoundEnded, TeamsConfirmed, TurnStarted
from rules.stonebound_saga.figures import ELEMENTS, STATUS_LIMITS
from rules.stonebound_saga.pack import StoneboundPack
from rules.stonebound_saga.state import Position, living, opponents_of
from rules.stonebound_saga.steward import sensible
from rules.stonebound_saga.stones import stone_name
from rules.stonebound_saga.terrain_cards import CARDS

AREAS = (teams, starting, dice, stones, harm, movement, attacks, abilities, fusing, terrain, turns)
"""The modules that registered with the rulebook."""

REASONS = frozenset({
    "ability_not_available", "action_already_used", "already_acted_this_round", "already_activated", "already_fused",
    "already_moved", "already_used_this_turn", "another_character_active", "asleep", "blocked_by_opponent",
    "cannot_complete_team", "cannot_upgrade", "character_already_taken", "cost_not_met", "element_missing",
    "empty_path", "exceeds_movement", "frozen", "fused_stones_exceed_hand_limit", "game_over", "hand_over_limit",
    "heroes_hall_protected", "incapacitated", "invalid_redirect", "invalid_target", "must_be_first_player",
    "must_be_fused", "no_active_character", "no_heroes_hall", "no_team_mate", "no_terrain_there", "not_fusable",
    "not_fused", "not_in_last_three", "not_incapacitated", "not_nearest_space", "not_on_end_line",
    "not_on_koros_bazaar", "not_on_offer", "not_on_refiners_furnace", "not_orthogonal", "not_roll_winner",
    "not_your_character", "not_your_deployment", "not_your_pick", "not_your_teams_turn", "off_board",
    "one_roller_per_team", "out_of_range", "player_eliminated", "sides_unequal", "silenced", "space_barren",
    "space_blocked_by_ice", "space_has_terrain", "space_occupied", "stars_exceed_cap", "stone_not_in_hand", "stunned",
    "swap_not_allowed", "team_incomplete", "team_stars_above_max", "terrain_not_in_deck",
    "terrain_stars_exceed_limit", "too_many_characters", "used_this_turn", "wrong_character_count", "wrong_element",
    "wrong_end", "wrong_phase", "wrong_reveal_count",
})  # fmt: skip
"""The reason codes of the rules themselves. What the case files call ``roll_missing``, ``unexpected_roll``,
``roll_out_of_range`` and ``wrong_draw_count`` are luck that is missing, unused or impossible: the kernel says so."""

FIELD_WORDS: Mapping[str, str | None] = {
    "acted": "Has acted",
    "active_character": "Active character",
    "active_player": "Whose turn it is",
    "atk": "ATK",
    "characters": "Characters",
    "class": None,
    "crt": "CRT",
    "discard": "Discard pile",
    "extra_mv": "MV more this turn",
    "extra_rng": "RNG more this turn",
    "freeze_served": None,
    "fresh": None,
    "hp": "HP",
    "last_picks": None,
    "max_hp": "Maximum HP",
    "moved": "Moved this turn",
    "mv": "MV",
    "no_blind": "Immune to Blind",
    "pd": "PD",
    "picker": "Who drafts next",
    "pos": "Space",
    "pushed": "On moving ground",
    "red": "Red cubes",
    "refined": None,
    "removed": "Terrain out of the game",
    "rng": "RNG",
    "roll_winner": "Who won the roll",
    "sd": "SD",
    "star_cap": "Star cap",
    "start_pd": None,
    "start_sd": None,
    "stone_deck": "Speaking Stone Deck",
    "stones": None,
    "swapped": None,
    "used": "Abilities used this turn",
    "valley_rolled": None,
    "white": "White cubes",
}
"""What the fields of a position are called."""


class StoneboundSaga(Game[Position, StoneboundPack]):
    """Two sides of trained characters on a grid, with a common deck of Speaking Stones."""

    key = "stonebound_saga"
    title = "The Stonebound Saga"
    version = 1
    reasons = REASONS
    field_words = FIELD_WORDS
    policies = {
        "sensible": thinking("Sensible", "Fights by plain rules of thumb, for both sides at once.", sensible),
    }
    spans = ("round",)
    state_type = Position
    pack_type = StoneboundPack
    rulebook = book

    def set_up_options(self, pack: StoneboundPack) -> list[Option]:
        """The modes in the three formats."""
        return teams.set_up_options()

    def outcome(self, state: Position) -> str | None:
        """``team_A_won``, ``team_B_won`` or ``draw`` (SS-END-001, SS-END-003)."""
        if state.phase != "game_over":
            return None
        return "draw" if state.winner == "draw" else f"team_{str(state.winner).upper()}_won"

    def names(self, pack: StoneboundPack) -> Mapping[str, str]:
        """Names of characters, abilities, terrain, stones, players and teams."""
        things = {name: pack.name_of(name) for part in (pack.characters, pack.abilities, CARDS) for name in part}
        players = {f"p{number}": player_name(f"p{number}") for number in range(1, 7)}
        words = {word: word.capitalize() for word in (*STATUS_LIMITS, *ELEMENTS)}
        return {**words, **things, **self.labels(pack), **players, "a": team_name("a"), "b": team_name("b")}

    def labels(self, pack: StoneboundPack) -> Mapping[str, str]:
        """Names of what luck may bring: stones, also raised ones, and characters."""
        stones_ = {stone: stone_name(stone) for stone in pack.stones}
        raised = {f"{s}_up": stone_name(f"{s}_up") for s in pack.stones if not s.endswith("_inf")}
        return {**stones_, **raised, **{name: card.name for name, card in pack.characters.items()}}

    def seats(self, state: Position) -> tuple[str, ...]:
        """The players, team by team."""
        return tuple(state.players)

    def seat_of(self, state: Position | None, decision: Decision) -> str | None:
        """The player who decides: who is named, who owns the character, whose turn it is."""
        named = getattr(decision, "player", None) or getattr(decision, "by", None)
        if named is not None or state is None:
            return named
        if state.pushed and state.phase != "game_over":
            opponents = opponents_of(state, state.characters[state.pushed].player)
            return opponents[0] if len(opponents) == 1 else None
        if state.phase == "deployment":
            it = state.characters.get(str(getattr(decision, "character", "")))
            return it.player if it else None
        return state.active_player

    def measures(self, state: Position) -> Mapping[str, int]:
        """The round, and of each team the characters that stand and their HP."""
        figures: dict[str, int] = {"Round": state.round}
        for team, members in state.teams.items():
            standing = [name for player in members for name in living(state, player)]
            figures[f"{team_name(team)} standing"] = len(standing)
            figures[f"{team_name(team)} HP"] = sum(state.characters[name].hp for name in standing)
        return figures

    def check(self, state: Position) -> list[str]:
        """What is wrong with a position; see :mod:`rules.stonebound_saga.checks`."""
        return list(checks.problems(state))

    def landmark(self, event: Event) -> Landmark | None:
        """The beginning, rounds as checkpoints, the turns in them, and the end."""
        if isinstance(event, FormatChosen):
            return Landmark("phase", "Team building", checkpoint=True)
        if isinstance(event, TeamsConfirmed):
            return Landmark("round", "Round 1", checkpoint=True)
        if isinstance(event, RoundEnded):
            return Landmark("round", f"Round {event.round + 1}", checkpoint=True)
        if isinstance(event, TurnStarted):
            return Landmark("turn", f"Round {event.round}: {player_name(event.player)}")
        if isinstance(event, GameEnded):
            won = "A draw" if event.winner == "draw" else f"{team_name(event.winner)} wins"
            return Landmark("end", won, checkpoint=True)
        return None


GAME = StoneboundSaga()
