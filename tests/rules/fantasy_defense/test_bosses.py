"""Aura of Authority: what does and does not work on Bosses."""

from __future__ import annotations

import pytest

from tests.rules.fantasy_defense.table import elves, foe, table, unit

BOSS = {"drake": foe(15, 7, tier="boss")}
AT_G2 = {"g2": {"invader": "drake"}}


@pytest.mark.rule("FD-BOSS-001", "FD-BOSS-004")
@pytest.mark.parametrize("spell", ["psychic_storm", "city_shield", "spirit_fire"])
def test_bosses_are_immune_to_spells_and_cannot_be_shut_out(spell: str) -> None:
    game = table(foes=BOSS, gates=AT_G2, p1=elves() if spell == "spirit_fire" else {})
    refusal = game.refusal("cast", spell=spell, gate="g2")
    assert (refusal.code, refusal.rule) == ("boss_immune", f"FD-BOSS-00{4 if spell == 'city_shield' else 1}")
    assert game.player().spells[spell] == "ready"


@pytest.mark.rule("FD-BOSS-002")
@pytest.mark.parametrize("icon", ["headshot", "you_shall_not_pass"])
def test_effects_of_defenders_do_not_touch_a_boss(icon: str) -> None:
    game = table(units={"d1": unit(3, icon)}, foes=BOSS, gates=AT_G2, p1={"hand": ["d1"]})
    assert game.refuses("deploy", card="d1", gate="g2", effect=True) == "boss_immune"
    assert game.does("deploy", card="d1", gate="g2") == ["DefenderDeployed"]


@pytest.mark.rule("FD-BOSS-002")
def test_fairy_lights_do_not_lower_a_boss() -> None:
    gates = {"g2": {"invader": "drake", "defenders": ["fae", "d1"]}}
    game = table("battle", units={"fae": unit(4, "fairy_lights"), "d1": 8}, foes=BOSS, gates=gates)
    assert game.does("battle", gate="g2", casualty="fae")[0] == "BattleLost"


@pytest.mark.rule("FD-BOSS-003")
def test_defenders_before_a_boss_are_modified_as_anywhere() -> None:
    units = {"w1": unit(4, "pack_attack"), "w2": unit(4, "pack_attack"), "ny": unit(2, "never_yield")}
    gates = {"g2": {"invader": "drake", "defenders": list(units)}}
    game = table("battle", units=units, foes=BOSS, gates=gates)
    assert game.does("battle", gate="g2", casualty="ny")[0] == "BattleWon"


@pytest.mark.rule("FD-BOSS-003")
def test_defenders_are_fetched_to_and_taken_back_from_a_boss() -> None:
    units = {"griffin": unit(5, "airlift"), "d1": 9}
    game = table(units=units, foes=BOSS, gates={**AT_G2, "g6": {"defenders": ["d1"]}}, p1=elves(hand=["griffin"]))
    game.does("deploy", card="griffin", gate="g2", effect={"from": "g6", "cards": ["d1"]})
    game.does("cast", spell="call_of_the_spirit", cards=["d1", "griffin"])
    assert game.player().hand == ("d1", "griffin")


@pytest.mark.rule("FD-BOSS-005")
def test_a_solo_boss_with_infiltrator_costs_one_defender() -> None:
    spy = {"drake": foe(15, 7, tier="boss", infiltrator=True)}
    game = table("invasion", units={"d1": 3, "d2": 3}, foes=spy, invader_deck=["drake"], p1={"hand": ["d1", "d2"]})
    assert game.refuses("draw_invader") == "discard_required"
    game.does("draw_invader", discards={"p1": "d1"})
    assert (game.player().hand, game.player().discard) == (("d2",), ("d1",))
