"""Cooperative mode: two rows, one city. Boss battles stand in a module of their own."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.fantasy_defense.state import UNSEEN_BOSS
from rules.kernel import Deck
from tests.rules.fantasy_defense.table import GAME, Table, foe, new_game, standard, table, unit

COOP = {"mode": "coop", "factions": {"p1": "human", "p2": "elf"}}
ELF = {"faction": "elf"}


def together(phase: str = "strategy", **given: Any) -> Table:
    return table(phase, mode="coop", **given)


def refusal(**arguments: Any) -> str:
    return Table(None, standard()).refuses("set_up", **{**COOP, **arguments})


# ---- set-up


@pytest.mark.rule("FD-COOP-001")
def test_cards_for_two_join_and_the_bosses_for_one_stay_out() -> None:
    cards = new_game("coop").state.invader_deck.contents.keys()
    assert {"siege_tower", "fen_giant", "hook_gang"} <= cards
    assert set(new_game("coop").state.unseen_bosses) == {"twin_of_ash", "twin_of_frost"}
    assert refusal(bosses=["pale_queen", "twin_of_ash"]) == "wrong_cards_for_mode"


@pytest.mark.rule("FD-COOP-002")
def test_twelve_gates_lie_in_two_rows_of_six() -> None:
    tiles = [tile for tile, copies in standard().tiles("coop").items() for _ in range(copies)]
    game = new_game("coop", luck={"gates": tiles})
    assert list(game.state.gates) == [f"{row}{n}" for row in "ab" for n in range(1, 7)]
    assert [gate.tile for gate in game.state.gates.values()] == tiles
    assert refusal(gates=tiles[:7]) == "wrong_number"


@pytest.mark.rule("FD-COOP-003")
def test_each_player_takes_a_deck_of_its_own() -> None:
    assert refusal(factions={"p1": "elf", "p2": "elf"}) == "same_faction"
    game = new_game("coop", factions={"p1": "elf", "p2": "human"})
    assert [cards.faction for cards in game.state.players.values()] == ["elf", "human"]


@pytest.mark.rule("FD-COOP-004")
@pytest.mark.parametrize("first", ["p1", "p2"])
def test_luck_says_who_starts(first: str) -> None:
    assert new_game("coop", luck={"starting_player": [first]}).state.starting_player == first


@pytest.mark.rule("FD-COOP-005", "FD-COOP-030")
@pytest.mark.parametrize("gate", ["a1", "b1"])
def test_city_morale_is_shared_and_so_is_the_end(gate: str) -> None:
    assert new_game("coop").state.morale == 20
    game = together("battle", foes={"orc": foe(9, 6)}, gates={gate: {"invader": "orc"}}, morale=6)
    game.does("battle", gate=gate)
    assert GAME.outcome(game.state) == "lost"
    assert GAME.seats(game.state) == ("p1", "p2")


@pytest.mark.rule("FD-COOP-026")
def test_each_player_sets_out_as_in_solo_play() -> None:
    for cards, hero in zip(new_game("coop").state.players.values(), ("watch_captain", "moon_warden"), strict=True):
        assert (len(cards.hand), cards.hand[0], cards.deck.size) == (5, hero, 30)
        assert list(cards.spells.values()) == ["ready", "ready"]


# ---- invasion


@pytest.mark.rule("FD-COOP-006")
def test_five_invaders_alternate_beginning_with_the_starting_players_row() -> None:
    names = [f"i{n}" for n in range(1, 7)]
    game = together("invasion", foes=dict.fromkeys(names, 5), invader_deck=names, starting_player="p2")
    for _ in range(5):
        game.does("draw_invader")
    assert [g for name in names[:5] for g in game.state.gates if game.gate(g).invader == name] == [
        "b1",
        "a1",
        "b2",
        "a2",
        "b3",
    ]
    refusal = game.refusal("draw_invader")
    assert (refusal.code, refusal.rule) == ("invasion_limit_reached", "FD-COOP-006")


BOSS = foe(40, 7, tier="boss", arrow="right")


@pytest.mark.rule("FD-COOP-007", "FD-COOP-008", "FD-COOP-024")
@pytest.mark.parametrize(("arrow", "column"), [("left", 2), ("right", 5)])
def test_a_boss_takes_the_first_free_column_from_its_side(arrow: str, column: int) -> None:
    gates = {"a1": {"invader": "orc"}, "b6": {"invader": "imp"}}
    foes = {"boss": foe(40, tier="boss", arrow=arrow), "orc": 5, "imp": 5}
    game = together("invasion", foes=foes, gates=gates, invader_deck=["boss"])
    game.does("draw_invader")
    assert [g for g, gate in game.state.gates.items() if gate.invader == "boss"] == [f"a{column}", f"b{column}"]
    assert GAME.check(game.state) == []


@pytest.mark.rule("FD-COOP-008")
def test_a_boss_without_a_free_column_stays_on_top_and_the_phase_ends() -> None:
    gates = {f"{'ab'[n % 2]}{n}": {"invader": f"x{n}"} for n in range(1, 7)}
    foes = {f"x{n}": 5 for n in range(1, 7)}
    game = together("invasion", foes={**foes, "boss": BOSS}, gates=gates, invader_deck=["boss", "reserve_boss"])
    assert game.does("draw_invader") == ["BossHeldBack", "InvasionEnded"]
    assert game.state.invader_deck.known() == ("boss", "reserve_boss")
    assert (game.state.phase, game.state.drawn_this_round, game.state.boss_appearances) == ("strategy", 0, 0)


@pytest.mark.rule("FD-COOP-008")
def test_a_held_back_boss_has_shown_its_face() -> None:
    gates = {f"a{n}": {"invader": f"x{n}"} for n in range(1, 7)}
    foes = {f"x{n}": 5 for n in range(1, 7)}
    full = together("invasion", foes={**foes, "king": BOSS, "queen": BOSS}, gates=gates)
    hidden = Deck.ordered((UNSEEN_BOSS, UNSEEN_BOSS))
    game = Table(replace(full.state, invader_deck=hidden, unseen_bosses=("king", "queen")), full.pack)
    game.does("draw_invader", luck={"boss": ["queen"]})
    assert (game.state.invader_deck.known(), game.state.unseen_bosses) == (("queen", "king"), ())


@pytest.mark.rule("FD-COOP-009")
def test_a_full_row_is_passed_over_until_all_twelve_are_besieged() -> None:
    gates = {f"a{n}": {"invader": f"x{n}"} for n in range(1, 7)} | {f"b{n}": {"invader": f"y{n}"} for n in range(1, 6)}
    foes = {f"{row}{n}": 5 for row in "xy" for n in range(1, 7)} | {"orc": 5, "imp": 5}
    game = together("invasion", foes=foes, gates=gates, invader_deck=["orc", "imp"])
    game.does("draw_invader")
    assert game.gate("b6").invader == "orc"
    assert game.refuses("draw_invader") == "all_gates_besieged"


@pytest.mark.rule("FD-COOP-009")
def test_a_boss_counts_in_the_alternation() -> None:
    foes = {"boss": BOSS, "orc": 5, "imp": 5}
    game = together("invasion", foes=foes, invader_deck=["orc", "boss", "imp"])
    for _ in range(3):
        game.does("draw_invader")
    assert (game.gate("a1").invader, game.gate("a2").invader, game.gate("b1").invader) == ("orc", "imp", None)


@pytest.mark.rule("FD-COOP-010")
def test_the_player_of_the_besieged_gate_pays_an_infiltrator() -> None:
    spies = {"spy": foe(5, infiltrator=True), "mole": foe(5, infiltrator=True)}
    hands = {"p1": {"hand": ["d1"]}, "p2": {**ELF, "hand": ["f1"]}}
    game = together("invasion", foes=spies, invader_deck=["spy", "mole"], units={"d1": 3, "f1": 3}, **hands)
    assert game.refuses("draw_invader", discards={"p2": "f1"}) == "discard_required"
    game.does("draw_invader", discards={"p1": "d1"})
    assert game.refuses("draw_invader", discards={"p1": "d1"}) == "discard_required"
    game.does("draw_invader", discards={"p2": "f1"})
    assert (game.player("p1").discard, game.player("p2").discard) == (("d1",), ("f1",))


@pytest.mark.rule("FD-COOP-010")
def test_for_a_boss_with_infiltrator_both_players_pay() -> None:
    boss = {"boss": foe(40, tier="boss", infiltrator=True)}
    hands = {"p1": {"hand": ["d1"]}, "p2": {**ELF, "hand": ["f1"]}}
    game = together("invasion", foes=boss, invader_deck=["boss"], units={"d1": 3, "f1": 3}, **hands)
    assert game.refuses("draw_invader", discards={"p1": "d1"}) == "discard_required"
    assert game.does("draw_invader", discards={"p1": "d1", "p2": "f1"}).count("DefenderInfiltrated") == 2


@pytest.mark.rule("FD-COOP-010")
def test_for_a_boss_that_nobody_foresaw_each_player_chooses_afterwards() -> None:
    bosses = {name: foe(40, tier="boss", infiltrator=True) for name in ("boss", "rex")}
    hands = {"p1": {"hand": ["d1"]}, "p2": {**ELF, "hand": ["f1"]}}
    known = together("invasion", foes=bosses, invader_deck=["boss", "rex"], units={"d1": 3, "f1": 3}, **hands)
    game = Table(replace(known.state, invader_deck=Deck.shuffled(["boss", "rex"])), known.pack)
    game.does("draw_invader", luck={"invader_deck": ["rex"]})
    assert game.state.owed == {"p1": "rex", "p2": "rex"}
    assert [option.label for option in game.options("pay_infiltrator")] == [
        "Discard a Defender of Player 1 to rex",
        "Discard a Defender of Player 2 to rex",
    ]
    game.does("pay_infiltrator", player="p2", card="f1")
    assert game.refuses("draw_invader") == "discard_required"
    game.does("pay_infiltrator", player="p1", card="d1")
    assert (game.player("p1").discard, game.player("p2").discard) == (("d1",), ("f1",))


# ---- strategy

HANDS = {"p1": {"hand": ["d1", "d2"]}, "p2": {"faction": "elf", "hand": ["f1"]}}
CARDS = {"d1": unit(5, faction="human"), "d2": unit(4, faction="human"), "f1": unit(3, faction="elf")}


@pytest.mark.rule("FD-COOP-011", "FD-COOP-027")
def test_each_player_gives_one_defender_a_phase_also_one_just_received() -> None:
    game = together(units=CARDS, **HANDS)
    game.does("give", player="p1", card="d1")
    assert game.refuses("give", player="p1", card="d2") == "already_gave"
    game.does("give", player="p2", card="d1")
    assert (game.player("p1").hand, game.player("p2").hand) == (("d2", "d1"), ("f1",))
    assert game.state.borrowed == {}


@pytest.mark.rule("FD-COOP-027")
@pytest.mark.parametrize("card", ["psychic_storm", "d2", "f1"])
def test_only_a_defender_in_the_own_hand_is_given(card: str) -> None:
    game = together(units=CARDS, p1={"hand": ["d1"]}, p2={**ELF, "hand": ["f1"]}, gates={"a1": {"defenders": ["d2"]}})
    assert game.refuses("give", player="p1", card=card) == "not_in_hand"
    assert not game.player("p1").gave


def test_nobody_gives_alone() -> None:
    assert table(units={"d1": 3}, p1={"hand": ["d1"]}).refuses("give", card="d1") == "no_valid_target"


@pytest.mark.rule("FD-COOP-012")
def test_defenders_are_deployed_to_the_own_gates_only() -> None:
    game = together(units=CARDS, **HANDS)
    assert game.refuses("deploy", player="p1", card="d1", gate="b1") == "not_your_gate"
    assert game.refuses("deploy", player="p2", card="d1", gate="b1") == "not_in_hand"
    game.does("give", player="p1", card="d1")
    game.does("deploy", player="p2", card="d1", gate="b1")
    assert game.gate("b1").defenders == ("d1",)


@pytest.mark.rule("FD-COOP-013")
@pytest.mark.parametrize(("player", "spell"), [("p1", "psychic_storm"), ("p1", "city_shield"), ("p2", "spirit_fire")])
@pytest.mark.parametrize("gate", ["a2", "b2"])
def test_spells_reach_either_row(player: str, spell: str, gate: str) -> None:
    game = together(foes={"orc": 16}, gates={gate: {"invader": "orc"}})
    assert game.does("cast", player=player, spell=spell, gate=gate)[0] == "SpellCast"
    assert game.player(player).spells[spell] == "used"


@pytest.mark.rule("FD-COOP-014")
def test_defenders_move_within_their_own_row() -> None:
    game = together(units=CARDS, gates={"a3": {"defenders": ["d1"]}})
    assert game.refuses("move", player="p1", card="d1", to="b3") == "not_adjacent"
    assert game.refuses("move", player="p1", card="d1", to="b4") == "not_adjacent"
    assert game.refuses("move", player="p2", card="d1", to="a4") == "not_your_gate"
    game.does("move", player="p1", card="d1", to="a4")
    assert game.gate("a4").defenders == ("d1",)


@pytest.mark.rule("FD-COOP-014")
def test_defenders_skirmish_within_their_own_row() -> None:
    gates = {"a3": {"defenders": ["lynx"], "fought": True}}
    game = together("battle", units={"lynx": unit(3, "skirmish")}, gates=gates)
    assert game.refuses("skirmish", player="p1", card="lynx", to="b3") == "not_adjacent"
    assert game.refuses("skirmish", player="p2", card="lynx", to="a4") == "not_your_gate"


@pytest.mark.rule("FD-COOP-021")
@pytest.mark.parametrize("full", ["p1", "p2"])
def test_the_hand_limit_applies_to_each_player(full: str) -> None:
    hands = {"p1": {"hand": ["d1"]}, "p2": {**ELF, "hand": ["d2"]}}
    hands[full]["hand"] = ["d3", "d4", "d5"]
    refusal = together(**hands).refusal("finish_strategy")
    assert (refusal.code, refusal.rule) == ("hand_over_limit", "FD-COOP-021")


@pytest.mark.rule("FD-COOP-022")
def test_a_given_defender_falls_into_the_discard_pile_of_its_own_deck() -> None:
    game = together(units=CARDS, foes={"orc": 4}, gates={"b1": {"invader": "orc"}}, **HANDS)
    game.does("give", player="p1", card="d1")
    game.does("deploy", player="p2", card="d1", gate="b1")
    assert game.state.borrowed == {"d1": "p1"}
    game.does("finish_strategy")
    game.does("battle", gate="b1", casualty="d1")
    assert (game.player("p1").discard, game.player("p2").discard, game.state.borrowed) == (("d1",), (), {})


@pytest.mark.rule("FD-COOP-022")
def test_a_given_defender_is_infiltrated_into_its_own_pile_too() -> None:
    spy = {"foes": {"spy": foe(5, infiltrator=True)}, "invader_deck": ["spy"], "starting_player": "p2"}
    game = together("invasion", units=CARDS, p2={**ELF, "hand": ["d1"]}, **spy)
    assert game.state.borrowed == {"d1": "p1"}
    game.does("draw_invader", discards={"p2": "d1"})
    assert (game.player("p1").discard, game.player("p2").discard) == (("d1",), ())


@pytest.mark.rule("FD-COOP-023")
def test_effects_work_on_the_deploying_players_gates_deck_and_discard_pile() -> None:
    gates = {"a1": {"defenders": ["d1"]}, "b1": {"defenders": ["f1"]}}
    units = {**CARDS, "griffin": unit(3, "airlift"), "zephyr": unit(3, "shifting_winds"), "root": unit(3, "rebirth")}
    hands = {"p1": {"hand": ["griffin", "zephyr", "root"]}, "p2": {**ELF, "discard": ["f2"]}}
    game = together(units={**units, "f2": 3}, gates=gates, **hands)
    fetch = {"from": "b1", "cards": ["f1"]}
    assert game.refuses("deploy", player="p1", card="griffin", gate="a2", effect=fetch) == "not_your_gate"
    assert game.refuses("deploy", player="p1", card="zephyr", gate="a2", effect={"card": "f1"}) == "not_deployed"
    assert game.refuses("deploy", player="p1", card="root", gate="a2", effect={"card": "f2"}) == "not_in_discard"


@pytest.mark.rule("FD-COOP-023")
def test_a_given_scout_draws_from_its_new_players_deck() -> None:
    units = {"bell": unit(3, "sound_the_alarm", faction="human"), "f1": unit(3, faction="elf")}
    game = together(units=units, p1={"hand": ["bell"]}, p2={**ELF, "deck": ["f1"]})
    game.does("give", player="p1", card="bell")
    game.does("deploy", player="p2", card="bell", gate="b1", effect=True)
    assert game.player("p2").hand == ("f1",)


@pytest.mark.rule("FD-COOP-028")
def test_call_of_the_spirit_takes_defenders_of_either_row_to_the_hand_of_their_gates_player() -> None:
    gates = {"a1": {"defenders": ["d1"]}, "b4": {"defenders": ["f1"]}}
    game = together(units=CARDS, gates=gates)
    game.does("cast", player="p2", spell="call_of_the_spirit", cards=["d1", "f1"])
    assert (game.player("p1").hand, game.player("p2").hand) == (("d1",), ("f1",))
