"""Set-up: gates, the Invaders Deck in layers, first hands."""

from __future__ import annotations

import pytest

from rules.fantasy_defense.state import UNSEEN_BOSS
from rules.kernel import LuckImpossible, Observed, Refused
from tests.rules.fantasy_defense.table import GAME, Table, new_game, standard

SOLO = {"mode": "solo", "factions": {"p1": "human"}}
COOP = {"mode": "coop", "factions": {"p1": "human", "p2": "elf"}}


def refusal(**arguments: object) -> str:
    return Table(None, standard()).refuses("set_up", **arguments)


@pytest.mark.rule("FD-SET-001")
def test_solo_play_leaves_out_everything_marked_for_two_players() -> None:
    game = new_game("solo")
    cards = game.state.invader_deck.contents.keys() | set(game.state.unseen_bosses)
    assert all(standard().invaders[card].players != 2 for card in cards - {UNSEEN_BOSS})
    assert all(standard().gates[gate.tile].players is None for gate in game.state.gates.values())
    assert refusal(**SOLO, elites=["siege_tower"]) == "wrong_cards_for_mode"
    assert refusal(**SOLO, gates=["wooden_gate"] * 6 + ["postern"]) == "wrong_cards_for_mode"


@pytest.mark.rule("FD-SET-002")
def test_the_seven_solo_gates_lie_in_the_order_in_which_they_came_up() -> None:
    order = ["iron_gate", "stone_gate", *["wooden_gate"] * 3, "stone_gate", "wooden_gate"]
    game = new_game("solo", luck={"gates": order})
    assert list(game.state.gates) == ["g1", "g2", "g3", "g4", "g5", "g6", "g7"]
    assert [gate.tile for gate in game.state.gates.values()] == order
    assert [gate.bonus for gate in game.state.gates.values()] == [2, 1, 0, 0, 0, 1, 0]
    assert refusal(**SOLO, gates=["wooden_gate"] * 6) == "wrong_number"


@pytest.mark.rule("FD-SET-002")
def test_a_gate_tile_that_is_not_there_cannot_have_come_up() -> None:
    with pytest.raises(LuckImpossible):
        new_game("solo", luck={"gates": ["iron_gate", "iron_gate"] + ["wooden_gate"] * 5})


@pytest.mark.rule("FD-SET-003", "FD-SET-004")
def test_the_invaders_deck_has_underlings_on_a_boss_on_elites_on_the_other_boss() -> None:
    layers = new_game("solo").state.invader_deck.layers
    tiers = [{standard().invaders[card].tier for card in layer} for layer in (layers[0], layers[2])]
    assert tiers == [{"underling"}, {"elite"}]
    assert [len(layer) for layer in layers] == [10, 1, 7, 1]
    assert layers[1] == layers[3] == {UNSEEN_BOSS: 1}


@pytest.mark.rule("FD-SET-003")
def test_each_pile_of_invaders_is_shuffled_by_itself() -> None:
    assert refusal(**SOLO, underlings=["marsh_witch"]) == "wrong_cards_for_mode"
    elites = list(standard().pile("elite", "solo"))[::-1]
    layers = new_game("solo", luck={"elites": elites}).state.invader_deck.layers
    assert len(layers[0]) == 10
    assert [next(iter(layer)) for layer in layers[2:9]] == elites


@pytest.mark.rule("FD-SET-004")
def test_nobody_knows_which_boss_comes_first_until_it_is_turned_up() -> None:
    game = new_game("solo", underlings=[], elites=[])
    assert set(game.state.unseen_bosses) == {"pale_queen", "horned_king"}
    game.does("draw_invader", discards={"p1": "watch_captain"}, luck={"boss": ["horned_king"]})
    assert game.gate("g7").invader == "horned_king"
    assert game.state.unseen_bosses == ()
    assert game.state.invader_deck.known() == ("pale_queen",)


@pytest.mark.rule("FD-SET-005", "FD-TRK-001")
def test_city_morale_starts_at_twenty() -> None:
    assert new_game("solo").state.morale == 20


@pytest.mark.rule("FD-SET-006")
def test_the_player_chooses_the_human_or_the_elf_deck() -> None:
    game = new_game("solo", factions={"p1": "elf"})
    cards = {*game.player().hand, *game.player().deck.contents}
    assert {standard().defenders[card].faction for card in cards} == {"elf"}
    assert refusal(mode="solo", factions={"p1": "dwarf"}) == "faction_unknown"


@pytest.mark.rule("FD-SET-007", "FD-CMP-002")
def test_the_three_starting_cards_are_set_apart_from_the_shuffled_thirty_four() -> None:
    game = new_game("solo")
    drawn = [card for card in game.player().hand if card != "watch_captain"]
    assert len(drawn) + game.player().deck.size == 34
    assert len(game.player().deck.layers) == 1
    assert len(game.player().spells) == 2


@pytest.mark.rule("FD-SET-008")
def test_the_first_hand_is_four_drawn_cards_and_the_starting_character() -> None:
    drawn = ["militia_1", "pikeman_1", "knight_1", "paladin_1"]
    game = new_game("solo", luck={"deck.p1": drawn})
    assert game.player().hand == ("watch_captain", *drawn)
    assert not set(drawn) & set(game.player().deck.contents)


@pytest.mark.rule("FD-SET-009", "FD-TRK-002")
def test_both_spells_start_ready_and_outside_the_hand() -> None:
    cards = new_game("solo").player()
    assert cards.spells == {"psychic_storm": "ready", "city_shield": "ready"}
    assert not set(cards.spells) & set(cards.hand)


@pytest.mark.rule("FD-SET-010")
def test_exactly_two_bosses_are_in_the_deck() -> None:
    assert refusal(**SOLO, bosses=["pale_queen"]) == "wrong_boss_count"
    assert refusal(**COOP, bosses=["twin_of_ash"]) == "wrong_boss_count"
    assert len(new_game("coop").state.unseen_bosses) == 2


def test_a_game_is_set_up_once() -> None:
    assert new_game("solo").refuses("set_up", **SOLO) == "wrong_phase"


def test_everybody_has_a_deck_and_nobody_else_has() -> None:
    assert refusal(mode="coop", factions={"p1": "human"}) == "malformed"
    assert refusal(mode="solo", factions={"p1": "human", "p2": "elf"}) == "malformed"


def test_only_defenders_are_shuffled_into_a_deck() -> None:
    assert refusal(**SOLO, decks={"p1": ["gutter_rats_1"]}) == "wrong_cards_for_mode"
    assert refusal(**SOLO, decks={"p1": ["militia_1", "militia_1"]}) == "wrong_cards_for_mode"
    assert new_game("solo", decks={"p1": ["militia_1", "militia_2"]}).player().deck.size == 0


def test_an_invader_lies_in_its_pile_once() -> None:
    assert refusal(**SOLO, elites=["marsh_witch", "marsh_witch"]) == "wrong_cards_for_mode"
    assert new_game("solo", elites=["marsh_witch"]).state.invader_deck.size == 13


@pytest.mark.parametrize(("setting", "rule"), [(SOLO, "FD-SET-001"), (COOP, "FD-COOP-001")])
def test_a_card_of_the_other_mode_is_refused_by_that_modes_rule(setting: dict[str, object], rule: str) -> None:
    bosses = ["twin_of_ash", "pale_queen"]
    assert Table(None, standard()).refusal("set_up", **setting, bosses=bosses).rule == rule


def test_all_cards_that_were_set_out_are_counted() -> None:
    assert (new_game("solo").state.defender_cards, new_game("solo").state.invader_cards) == (35, 19)
    assert (new_game("coop").state.defender_cards, new_game("coop").state.invader_cards) == (70, 25)


@pytest.mark.pitfall("BL-110")
def test_a_table_with_real_cards_types_in_what_it_saw_and_nothing_more() -> None:
    seen = {
        "gates": ["wooden_gate"] * 4 + ["stone_gate"] * 2 + ["iron_gate"],
        "deck.p1": ["militia_1", "militia_2", "militia_3", "militia_4"],
    }
    decision = GAME.decision({"do": "set_up", **SOLO})
    assert GAME.decide(None, decision, standard(), Observed(seen))
    with pytest.raises(Refused, match="Say what came up"):
        GAME.decide(None, decision, standard(), Observed({}))
