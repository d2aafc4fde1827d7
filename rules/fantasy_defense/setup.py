"""Set-up: gates, Invaders Deck, Defenders Decks, first hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rules.fantasy_defense import figures
from rules.fantasy_defense.book import FantasyTurn, book, in_phase
from rules.fantasy_defense.decisions import SetUp
from rules.fantasy_defense.events import GameSetUp, GateLaid, Mustered
from rules.fantasy_defense.icons import FACTIONS
from rules.fantasy_defense.pack import FantasyPack, Tier, belongs
from rules.fantasy_defense.state import ROWS, UNSEEN_BOSS, Gate, Mode, Player, Position
from rules.kernel import Bag, Chance, Choice, Deck, Field, Option, Refused, bag, size


@book.decides(SetUp)
def set_up(turn: FantasyTurn, decision: SetUp) -> None:
    """Lay out the game (FD-SET-001 to FD-SET-010, FD-COOP-001 to FD-COOP-005, FD-COOP-026).

    Luck: ``gates``, the shuffled piles ``underlings``, ``elites``, ``bosses`` and ``cards.p1``, the first hand from
    ``deck.p1``, and cooperatively the ``starting_player``.
    """
    if turn.started:
        in_phase(turn, "setup")
    _judge_factions(decision)
    tiles = _tiles(decision, turn.pack)
    underlings, elites = _pile(decision, turn.pack, "underling"), _pile(decision, turn.pack, "elite")
    bosses = _bosses(decision, turn.pack)
    _judge_decks(decision, turn.pack)
    deck, unseen = _invader_deck(turn.chance, underlings, elites, bosses)
    turn.emit(
        GameSetUp(
            mode=decision.mode,
            morale=figures.START_MORALE,
            starting_player=_starting_player(turn.chance, decision.mode),
            gates=_laid_gates(turn.chance, turn.pack, decision.mode, tiles),
            invader_deck=deck,
            unseen_bosses=unseen,
            players={player: _mustered(turn, decision, player) for player in ROWS[decision.mode]},
        )
    )


def _judge_factions(decision: SetUp) -> None:
    players = ROWS[decision.mode]
    if set(decision.factions) != set(players):
        raise Refused("malformed", f"Name the Defenders Deck of {' and '.join(players)}, and of nobody else.")
    for faction in decision.factions.values():
        if faction not in FACTIONS:
            raise Refused("faction_unknown", f"There is no deck {faction}: choose human or elf.", rule="FD-SET-006")
    if len(set(decision.factions.values())) < len(players):
        raise Refused("same_faction", "There is one deck of each kind: choose different ones.", rule="FD-COOP-003")


def _tiles(decision: SetUp, pack: FantasyPack) -> Bag:
    """The gate tiles of the game (FD-SET-001, FD-SET-002, FD-COOP-002)."""
    tiles = pack.tiles(decision.mode) if decision.gates is None else bag(decision.gates)
    for name in tiles:
        if name not in pack.gates or not belongs(pack.gates[name], decision.mode):
            raise _wrong_card(f"The gate tile {name.replace('_', ' ')}", decision.mode)
    wanted = figures.GATE_TILES[decision.mode]
    if size(tiles) != wanted:
        raise Refused("wrong_number", f"{wanted} gate tiles are laid out, not {size(tiles)}.", rule="FD-SET-002")
    return tiles


def _pile(decision: SetUp, pack: FantasyPack, tier: Tier) -> tuple[str, ...]:
    """One pile of Invaders (FD-SET-001, FD-SET-003, FD-COOP-001)."""
    chosen = {"underling": decision.underlings, "elite": decision.elites, "boss": decision.bosses}[tier]
    cards = pack.pile(tier, decision.mode) if chosen is None else chosen
    for card, copies in Counter(cards).items():
        invader = pack.invaders.get(card)
        if invader is None or invader.tier != tier or not belongs(invader, decision.mode) or copies > 1:
            raise _wrong_card(pack.name_of(card), decision.mode)
    return cards


def _bosses(decision: SetUp, pack: FantasyPack) -> tuple[str, ...]:
    cards = _pile(decision, pack, "boss")
    if len(cards) != figures.BOSSES:
        raise Refused("wrong_boss_count", f"The game needs 2 Bosses, not {len(cards)}.", rule="FD-SET-010")
    return cards


def _judge_decks(decision: SetUp, pack: FantasyPack) -> None:
    for player, cards in decision.decks.items():
        named = (*cards, *filter(None, (decision.start_characters.get(player),)))
        for card, copies in Counter(named).items():
            if card not in pack.defenders or copies > 1:
                raise _wrong_card(pack.name_of(card), decision.mode)


def _wrong_card(what: str, mode: Mode) -> Refused:
    rule = "FD-SET-001" if mode == "solo" else "FD-COOP-001"
    return Refused("wrong_cards_for_mode", f"{what} has no place there in a {mode} game.", rule=rule)


def _invader_deck(
    chance: Chance, underlings: tuple[str, ...], elites: tuple[str, ...], bosses: tuple[str, ...]
) -> tuple[Deck, tuple[str, ...]]:
    """The Invaders Deck, from the top Underlings, a Boss, Elites, the other Boss (FD-SET-004), and the Bosses where
    nobody knows which comes first."""
    first_pile, second_pile = chance.shuffle("underlings", underlings), chance.shuffle("elites", elites)
    known = chance.shuffle("bosses", bosses).known()
    first, last = known or (UNSEEN_BOSS, UNSEEN_BOSS)
    deck = first_pile.over(Deck.ordered((first,))).over(second_pile).over(Deck.ordered((last,)))
    return deck, () if known else bosses


def _laid_gates(chance: Chance, pack: FantasyPack, mode: Mode, tiles: Bag) -> Mapping[str, GateLaid]:
    order = chance.draw("gates", tiles, size(tiles))
    names = [gate for row in ROWS[mode].values() for gate in row]
    return {gate: GateLaid(tile, pack.gates[tile].bonus) for gate, tile in zip(names, order, strict=True)}


def _starting_player(chance: Chance, mode: Mode) -> str:
    """Chosen at random in cooperative play (FD-COOP-004)."""
    return chance.pick("starting_player", tuple(ROWS[mode]))


def _mustered(turn: FantasyTurn, decision: SetUp, player: str) -> Mustered:
    """A player's deck, first hand and ready spells (FD-SET-007 to FD-SET-009, FD-COOP-026)."""
    faction = decision.factions[player]
    character = decision.start_characters.get(player) or turn.pack.character_of(faction)
    cards = decision.decks.get(player) or turn.pack.deck_of(faction)
    deck = turn.chance.shuffle(f"cards.{player}", cards)
    drawn, deck = turn.chance.draw_from(f"deck.{player}", deck, figures.INITIAL_HAND)
    spells = turn.pack.spells_of(faction)
    return Mustered(faction, character, (character, *drawn), deck, dict.fromkeys(spells, "ready"))


@book.founds(GameSetUp)
def _game_set_up(event: GameSetUp) -> Position:
    players = {
        name: Player(faction=cards.faction, hand=cards.hand, deck=cards.deck, spells=cards.spells)
        for name, cards in event.players.items()
    }
    return Position(
        mode=event.mode,
        morale=event.morale,
        starting_player=event.starting_player,
        invader_deck=event.invader_deck,
        unseen_bosses=event.unseen_bosses,
        gates={name: Gate(tile=gate.tile, bonus=gate.bonus) for name, gate in event.gates.items()},
        players=players,
        defender_cards=sum(len(player.hand) + player.deck.size for player in players.values()),
        invader_cards=event.invader_deck.size,
    )


DECK_NAMES = {"human": "Humans", "elf": "Elves"}


def set_up_options() -> list[Option]:
    """How a game may begin: alone with one of the decks, or together with both."""
    decks = tuple(Choice(faction, DECK_NAMES[faction]) for faction in FACTIONS)
    field = Field("factions.p1", "Your Defenders Deck", choices=decks)
    alone = Option("set_up", "Play solo", {"mode": "solo"}, (field,), group="Set-up", likely=True, luck=True)
    return [alone, *(_together(one, other) for one in FACTIONS for other in FACTIONS if one != other)]


def _together(first: str, second: str) -> Option:
    label = f"Play together: player 1 with the {DECK_NAMES[first]}, player 2 with the {DECK_NAMES[second]}"
    fixed = {"mode": "coop", "factions.p1": first, "factions.p2": second}
    return Option("set_up", label, fixed, group="Set-up", likely=True, luck=True)
