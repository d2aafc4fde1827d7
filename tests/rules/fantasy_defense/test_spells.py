"""Spells in general: whose, when, how often, on what. Single spells stand with the icons of their deck."""

from __future__ import annotations

import pytest

from tests.rules.fantasy_defense.table import elves, foe, table, unit

ORC = {"orc": 9}
AT_G2 = {"g2": {"invader": "orc"}}


@pytest.mark.rule("FD-SPL-001")
def test_a_spell_has_no_combat_value_and_is_not_deployed() -> None:
    game = table(units={"d1": 3}, p1={"hand": ["d1"]})
    assert set(game.player().spells) == {"psychic_storm", "city_shield"}
    assert not set(game.player().spells) & set(game.pack.defenders)
    assert game.refuses("deploy", card="city_shield", gate="g1") == "not_in_hand"


@pytest.mark.rule("FD-SPL-002")
@pytest.mark.parametrize("phase", ["invasion", "battle", "reinforcement"])
def test_spells_belong_to_the_strategy_phase(phase: str) -> None:
    game = table(phase, foes=ORC, gates=AT_G2)
    assert game.refuses("cast", spell="psychic_storm", gate="g2") == "wrong_phase"


@pytest.mark.rule("FD-SPL-003", "FD-TRK-002")
def test_a_used_spell_is_flipped() -> None:
    game = table(foes={"orc": 9, "imp": 4}, gates={"g2": {"invader": "orc"}, "g3": {"invader": "imp"}})
    game.does("cast", spell="psychic_storm", gate="g2")
    assert game.player().spells == {"psychic_storm": "used", "city_shield": "ready"}
    assert game.refuses("cast", spell="psychic_storm", gate="g3") == "spell_used"


@pytest.mark.rule("FD-SPL-003")
def test_a_used_spell_stays_used_in_the_next_round() -> None:
    game = table("reinforcement", p1={"spells": {"city_shield": "used"}})
    game.does("reinforce")
    assert game.player().spells["city_shield"] == "used"


@pytest.mark.rule("FD-SPL-005")
@pytest.mark.parametrize("spell", ["psychic_storm", "city_shield"])
@pytest.mark.parametrize("gate", ["g3", "g9", None])
def test_a_spell_without_a_besieged_gate_is_refused_and_stays_ready(spell: str, gate: str | None) -> None:
    game = table(units={"d1": 3}, gates={"g3": {"defenders": ["d1"]}})
    assert game.refuses("cast", spell=spell, gate=gate) == "no_valid_target"
    assert game.player().spells[spell] == "ready"


@pytest.mark.rule("FD-SPL-005")
def test_a_gate_is_not_shielded_twice() -> None:
    units = {"sage": unit(2, "arcane_renewal")}
    game = table(units=units, foes=ORC, gates=AT_G2, p1={"hand": ["sage"]})
    game.does("cast", spell="city_shield", gate="g2")
    game.does("deploy", card="sage", gate="g1", effect={"spell": "city_shield"})
    assert game.refuses("cast", spell="city_shield", gate="g2") == "no_valid_target"


@pytest.mark.rule("FD-SPL-006", "FD-CMP-006")
@pytest.mark.parametrize(("cards", "spell"), [({}, "spirit_fire"), (elves(), "psychic_storm"), ({}, "fireball")])
def test_a_player_has_only_the_spells_of_the_own_deck(cards: dict[str, str], spell: str) -> None:
    game = table(foes={"orc": foe(9)}, gates=AT_G2, p1=cards)
    assert game.refuses("cast", spell=spell, gate="g2") == "spell_not_owned"
