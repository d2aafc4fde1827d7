"""Cooperative mode: Bosses between two rows, reinforcements for two, a shared end."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.fantasy_defense.derived import combat_value, prospect
from rules.fantasy_defense.state import ROWS
from rules.kernel import Deck
from tests.rules.fantasy_defense.table import GAME, Table, elves, foe, table, unit

BOSS = foe(40, 7, tier="boss", arrow="right")


def boss_battle(mine: int | None, theirs: int | None, morale: int = 20, bonus: int = 0) -> Table:
    """A Boss with Combat Value 40 and Pillage Value 7 before gates a3 and b3."""
    units = {name: cv for name, cv in (("d1", mine), ("f1", theirs)) if cv is not None}
    gates = {
        "a3": {"invader": "boss", "defenders": ["d1"] if mine is not None else []},
        "b3": {"invader": "boss", "defenders": ["f1"] if theirs is not None else [], "bonus": bonus},
    }
    given = {"gates": gates, "boss_values": {"boss": 40}, "morale": morale}
    return table("battle", mode="coop", units=units, foes={"boss": BOSS}, **given)


FALL = {"a3": "d1", "b3": "f1"}


@pytest.mark.rule("FD-COOP-015", "FD-COOP-016")
@pytest.mark.parametrize("gate", ["a3", "b3"])
def test_a_boss_is_fought_at_both_gates_together(gate: str) -> None:
    game = boss_battle(25, 15)
    events = game.does("battle", gate=gate, casualties=FALL)
    assert events == ["BattleWon", "InvaderDiscarded", "DefenderLost", "DefenderLost"]
    assert all(game.gate(g).resolved and game.gate(g).invader is None for g in ("a3", "b3"))


@pytest.mark.rule("FD-COOP-016", "FD-COOP-017")
def test_a_lost_boss_battle_costs_both_gates_morale_first_then_casualties() -> None:
    game = boss_battle(20, 19)
    events = game.does("battle", gate="a3", casualties=FALL)
    assert events == ["BattleLost", "MoraleLost", "MoraleLost", "DefenderLost", "DefenderLost"]
    assert game.state.morale == 12
    assert game.refuses("battle", gate="b3") == "already_fought"


@pytest.mark.rule("FD-COOP-016")
def test_each_gate_of_a_boss_names_its_own_casualty() -> None:
    game = boss_battle(20, 19)
    assert game.refuses("battle", gate="a3", casualty="d1") == "casualty_required"
    assert game.refuses("battle", gate="a3", casualties={"a3": "f1", "b3": "d1"}) == "not_at_gate"


@pytest.mark.rule("FD-COOP-017")
@pytest.mark.parametrize(
    ("mine", "theirs", "morale", "events"),
    [
        (20, None, 9, ["BattleLost", "MoraleLost", "GatePillaged", "MoraleLost", "DefenderLost"]),
        (None, None, 6, ["GatePillaged", "MoraleLost", "GatePillaged", "MoraleLost"]),
    ],
)
def test_each_gate_of_a_boss_is_judged_by_itself(
    mine: int | None, theirs: int | None, morale: int, events: list[str]
) -> None:
    game = boss_battle(mine, theirs)
    assert game.does("battle", gate="b3", casualties={"a3": "d1"} if mine else {}) == events
    assert game.state.morale == morale
    assert [game.gate(g).fought for g in ("a3", "b3")] == [mine is not None, False]
    assert all(game.gate(g).resolved for g in ("a3", "b3"))


@pytest.mark.rule("FD-COOP-017", "FD-END-003")
def test_the_first_loss_of_morale_may_already_end_the_game() -> None:
    game = boss_battle(20, 19, morale=4)
    assert game.does("battle", gate="a3", casualties=FALL) == ["BattleLost", "MoraleLost", "GameLost"]


@pytest.mark.rule("FD-COOP-018", "FD-TRK-003")
def test_a_boss_has_combat_value_40_at_first_and_60_at_second_appearance() -> None:
    foes = {"boss": BOSS, "rex": foe(40, tier="boss")}
    game = table("invasion", mode="coop", foes=foes, invader_deck=["rex", "boss"])
    game.does("draw_invader")
    game.does("draw_invader")
    assert (game.state.boss_values, game.state.boss_appearances) == ({"rex": 40, "boss": 60}, 2)
    assert prospect(game.state, game.pack, "a6").value.total == 60


@pytest.mark.rule("FD-COOP-018")
def test_a_solo_boss_has_its_printed_value() -> None:
    game = table("invasion", foes={"boss": foe(30, tier="boss")}, invader_deck=["boss"])
    game.does("draw_invader")
    assert (prospect(game.state, game.pack, "g1").value.total, game.state.boss_appearances) == (30, 0)


@pytest.mark.rule("FD-COOP-024")
def test_gate_n_faces_gate_n() -> None:
    pairs = list(zip(*ROWS["coop"].values(), strict=True))
    assert pairs == [(f"a{n}", f"b{n}") for n in range(1, 7)]


@pytest.mark.rule("FD-COOP-025")
@pytest.mark.parametrize(("theirs", "won"), [(1, True), (None, False)])
def test_a_bonus_counts_in_a_boss_battle_only_with_a_defender_beside_it(theirs: int | None, won: bool) -> None:
    game = boss_battle(39, theirs, bonus=9)
    assert prospect(game.state, game.pack, "a3").won == won


@pytest.mark.rule("FD-COOP-029")
def test_never_yield_counts_its_own_row_and_a_boss_once() -> None:
    gates = {
        "a1": {"defenders": ["ny"]},
        "a2": {"invader": "orc"},
        "b2": {"invader": "imp"},
        "a3": {"invader": "boss"},
        "b3": {"invader": "boss"},
    }
    foes = {"orc": 5, "imp": 5, "boss": BOSS}
    game = table(mode="coop", units={"ny": unit(1, "never_yield")}, foes=foes, gates=gates)
    assert combat_value(game.state, game.pack, "ny", "a1").total == 3


@pytest.mark.rule("FD-COOP-030")
def test_the_players_win_together() -> None:
    game = boss_battle(25, 15)
    game = Table(replace(game.state, invader_deck=Deck(), invader_cards=1), game.pack)
    game.does("battle", gate="a3")
    assert GAME.outcome(game.state) == "won"


# ---- reinforcement


@pytest.mark.rule("FD-COOP-019", "FD-COOP-020")
def test_both_players_draw_five_and_the_starting_player_changes() -> None:
    decks = {"p1": {"deck": [f"d{n}" for n in range(6)]}, "p2": elves(deck=[f"f{n}" for n in range(3)])}
    game = table("reinforcement", mode="coop", starting_player="p1", **decks)
    assert game.does("reinforce") == ["CardsDrawn", "CardsDrawn", "StartingPlayerSwapped", "RoundEnded"]
    assert [len(cards.hand) for cards in game.state.players.values()] == [5, 3]
    assert game.state.starting_player == "p2"


@pytest.mark.rule("FD-COOP-019")
def test_nobody_swaps_alone() -> None:
    assert "StartingPlayerSwapped" not in table("reinforcement").does("reinforce")
