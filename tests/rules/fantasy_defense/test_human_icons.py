"""Icons and spells of the Human deck."""

from __future__ import annotations

import pytest

from rules.fantasy_defense.derived import combat_value, invader_value
from rules.kernel import Deck
from tests.rules.fantasy_defense.table import Table, elves, foe, table, unit


def with_hand(icon: str, **given: object) -> Table:
    """A Defender with an icon in hand."""
    units = {"hero": unit(3, icon), **given.pop("units", {})}  # type: ignore[dict-item]
    cards = {"hand": ["hero"], **given.pop("p1", {})}  # type: ignore[dict-item]
    return table(units=units, p1=cards, **given)  # type: ignore[arg-type]


@pytest.mark.rule("FD-HUM-001", "FD-HUM-002")
def test_pack_attack_adds_the_pack_at_the_gate_to_the_printed_number() -> None:
    units = {**{f"w{n}": unit(n, "pack_attack") for n in range(4)}, "d1": 5}
    game = table(units=units, gates={"g2": {"defenders": ["w0", "w1", "w2", "d1"]}, "g3": {"defenders": ["w3"]}})
    values = {card: combat_value(game.state, game.pack, card, "g2").total for card in ("w0", "w1", "w2", "d1")}
    assert values == {"w0": 3, "w1": 4, "w2": 5, "d1": 5}
    assert combat_value(game.state, game.pack, "w3", "g3").total == 4


@pytest.mark.rule("FD-HUM-003")
def test_arcane_renewal_makes_a_used_spell_ready_and_usable() -> None:
    orc = {"foes": {"orc": 9}, "gates": {"g2": {"invader": "orc"}}}
    game = with_hand("arcane_renewal", p1={"spells": {"psychic_storm": "used"}}, **orc)
    for spell in ("city_shield", None):
        assert game.refuses("deploy", card="hero", gate="g1", effect={"spell": spell}) == "no_used_spell"
    assert "SpellRefreshed" in game.does(
        "deploy", card="hero", gate="g1", effect={"spell": "psychic_storm", "of": "p1"}
    )
    assert "InvaderDiscarded" in game.does("cast", spell="psychic_storm", gate="g2")


@pytest.mark.rule("FD-HUM-004")
def test_arcane_renewal_cannot_refresh_call_of_the_spirit() -> None:
    game = with_hand("arcane_renewal", mode="coop", p2=elves(spells={"call_of_the_spirit": "used"}))
    effect = {"spell": "call_of_the_spirit", "of": "p2"}
    assert game.refuses("deploy", card="hero", gate="a1", effect=effect) == "cannot_refresh"
    assert all("effect.spell" not in option.fixed for option in game.options("deploy"))


@pytest.mark.rule("FD-HUM-005")
def test_arcane_renewal_may_refresh_the_other_players_spell() -> None:
    game = with_hand("arcane_renewal", mode="coop", p2=elves(spells={"spirit_fire": "used"}))
    game.does("deploy", card="hero", gate="a1", effect={"spell": "spirit_fire", "of": "p2"})
    assert game.player("p2").spells["spirit_fire"] == "ready"


@pytest.mark.rule("FD-HUM-006")
def test_sound_the_alarm_draws_the_top_card_of_the_own_deck() -> None:
    game = with_hand("sound_the_alarm", units={"d1": 5, "d2": 6}, p1={"deck": ["d1", "d2"]})
    assert game.does("deploy", card="hero", gate="g1", effect=True) == [
        "DefenderDeployed",
        "EffectTriggered",
        "CardDrawn",
    ]
    assert (game.player().hand, game.deck()) == (("d1",), ("d2",))


@pytest.mark.rule("FD-HUM-007")
def test_sound_the_alarm_draws_nothing_from_an_empty_deck() -> None:
    game = with_hand("sound_the_alarm", p1={"discard": ["d9"]})
    assert game.does("deploy", card="hero", gate="g1", effect=True) == ["DefenderDeployed", "EffectTriggered"]
    assert game.player().hand == ()


@pytest.mark.rule("FD-HUM-008", "FD-HUM-002")
def test_never_yield_adds_the_invaders_before_the_gates() -> None:
    gates = {"g1": {"invader": "orc", "defenders": ["ny"]}, "g4": {"invader": "imp"}, "g5": {}}
    game = table(units={"ny": unit(2, "never_yield")}, foes={"orc": 5, "imp": 4}, gates=gates)
    assert combat_value(game.state, game.pack, "ny", "g1").total == 4
    game.does("cast", spell="psychic_storm", gate="g4")
    parts = combat_value(game.state, game.pack, "ny", "g1").parts
    assert [(part.value, part.rule) for part in parts] == [(2, "FD-BAT-002"), (1, "FD-HUM-008")]


@pytest.mark.rule("FD-HUM-009", "FD-MOV-006")
def test_airlift_fetches_any_number_from_one_other_gate() -> None:
    units = {"d1": 3, "d2": 4, "d3": 5}
    game = with_hand("airlift", units=units, gates={"g1": {"defenders": list(units)}})
    game.does("deploy", card="hero", gate="g6", effect={"from": "g1", "cards": ["d1", "d3"]})
    assert (game.gate("g1").defenders, game.gate("g6").defenders) == (("d2",), ("hero", "d1", "d3"))
    assert game.state.moved == ()


@pytest.mark.rule("FD-HUM-009")
@pytest.mark.parametrize(
    ("start", "cards", "code"),
    [
        ("g1", ["d1", "d2"], "airlift_one_gate_only"),
        ("g6", ["hero"], "airlift_one_gate_only"),
        ("g6", ["d3"], "airlift_one_gate_only"),
        ("g1", ["d4"], "not_deployed"),
        (None, ["d1"], "not_your_gate"),
    ],
)
def test_airlift_fetches_from_no_second_gate_and_not_from_its_own(
    start: str | None, cards: list[str], code: str
) -> None:
    gates = {"g1": {"defenders": ["d1"]}, "g2": {"defenders": ["d2"]}, "g6": {"defenders": ["d3"]}}
    game = with_hand("airlift", units={"d1": 3, "d2": 4, "d3": 5, "d4": 5}, gates=gates, p1={"hand": ["hero", "d4"]})
    assert game.refuses("deploy", card="hero", gate="g6", effect={"from": start, "cards": cards}) == code


@pytest.mark.rule("FD-HUM-010")
@pytest.mark.parametrize(("cv", "works"), [(22, True), (23, False)])
def test_psychic_storm_reaches_combat_value_22(cv: int, works: bool) -> None:
    game = table(foes={"orc": cv}, gates={"g2": {"invader": "orc"}})
    if works:
        assert game.does("cast", spell="psychic_storm", gate="g2") == ["SpellCast", "InvaderDiscarded"]
        assert (game.gate("g2").invader, game.state.invader_discard) == (None, ("orc",))
    else:
        assert game.refuses("cast", spell="psychic_storm", gate="g2") == "too_strong"


@pytest.mark.rule("FD-HUM-011")
def test_limits_look_at_the_value_after_spirit_fire_and_fairy_lights() -> None:
    gates = {"a2": {"invader": "orc", "defenders": ["fae"]}, "a3": {"invader": "ogre"}, "a4": {"invader": "imp"}}
    foes = {"orc": 29, "ogre": 44, "imp": 29}
    game = table(units={"fae": unit(4, "fairy_lights")}, foes=foes, gates=gates, mode="coop", halved={"ogre": 1})
    assert game.refuses("cast", spell="psychic_storm", gate="a4") == "too_strong"
    assert [invader_value(game.state, game.pack, name).total for name in foes] == [20, 22, 29]
    game.does("cast", spell="psychic_storm", gate="a3")
    assert game.state.invader_discard == ("ogre",)


@pytest.mark.rule("FD-HUM-012")
def test_you_shall_not_pass_sends_the_invader_back_on_top_of_its_deck() -> None:
    game = with_hand("you_shall_not_pass", foes={"orc": 30}, gates={"g2": {"invader": "orc"}})
    assert game.does("deploy", card="hero", gate="g2", effect=True)[-1] == "InvaderReturned"
    assert game.gate("g2").invader is None
    assert game.state.invader_deck.known() == ("orc", "reserve_boss")


@pytest.mark.rule("FD-HUM-013")
def test_the_returned_invader_comes_first_and_is_assigned_afresh() -> None:
    game = with_hand(
        "you_shall_not_pass", foes={"orc": foe(30, arrow="right"), "imp": 3}, gates={"g2": {"invader": "orc"}}
    )
    game.does("deploy", card="hero", gate="g2", effect=True)
    for do in ("finish_strategy", "finish_battles", "reinforce", "draw_invader"):
        game.does(do)
    assert game.gate("g7").invader == "orc"


@pytest.mark.rule("FD-HUM-014")
def test_city_shield_skips_battle_pillage_and_casualty_at_one_gate() -> None:
    gates = {"g2": {"invader": "orc", "defenders": ["d1"]}, "g3": {"invader": "imp"}}
    game = table(units={"d1": 3}, foes={"orc": 30, "imp": 4}, gates=gates)
    game.does("cast", spell="city_shield", gate="g2")
    game.does("finish_strategy")
    assert game.refuses("finish_battles") == "gates_unresolved"
    game.does("battle", gate="g3")
    game.does("finish_battles")
    assert (game.gate("g2").invader, game.gate("g2").defenders, game.state.morale) == ("orc", ("d1",), 16)


@pytest.mark.rule("FD-HUM-015")
def test_a_shielded_gate_is_not_resolved_even_when_a_skirmisher_comes() -> None:
    gates = {"g2": {"invader": "orc", "defenders": ["lynx", "d1"]}, "g3": {"invader": "imp", "shielded": True}}
    game = table("battle", units={"lynx": unit(9, "skirmish"), "d1": 3}, foes={"orc": 9, "imp": 4}, gates=gates)
    game.does("battle", gate="g2", casualty="d1")
    game.does("skirmish", card="lynx", to="g3")
    assert game.refuses("battle", gate="g3", casualty="lynx") == "already_fought"
    game.does("finish_battles")
    game.does("reinforce")
    assert not game.gate("g3").shielded


def test_the_card_that_sound_the_alarm_draws_comes_from_luck() -> None:
    game = with_hand("sound_the_alarm", units={"d1": 5, "d2": 6}, p1={"deck": ["d1", "d2"]})
    game.does("deploy", card="hero", gate="g1")
    assert Deck.ordered(["d1", "d2"]) == game.player().deck
    option = table(units={"hero": unit(3, "sound_the_alarm")}, p1={"hand": ["hero"]}).options("deploy")[1]
    assert (option.luck, option.note) == (False, "The deck is empty: nothing is drawn.")
