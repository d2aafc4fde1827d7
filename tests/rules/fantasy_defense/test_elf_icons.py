"""Icons and spells of the Elf deck."""

from __future__ import annotations

import pytest

from rules.fantasy_defense.derived import halved, invader_value
from tests.rules.fantasy_defense.table import Table, elves, foe, table, unit

LYNX = unit(6, "skirmish")


def with_hand(icon: str, **given: object) -> Table:
    """A Defender with an icon in the hand of an Elf player."""
    units = {"hero": unit(3, icon), **given.pop("units", {})}  # type: ignore[dict-item]
    cards = elves(hand=["hero"], **given.pop("p1", {}))  # type: ignore[arg-type]
    return table(units=units, p1=cards, **given)  # type: ignore[arg-type]


def value(game: Table, invader: str = "orc") -> int:
    return invader_value(game.state, game.pack, invader).total


@pytest.mark.rule("FD-ELF-001", "FD-ELF-002")
@pytest.mark.parametrize(("cv", "lit"), [(17, 10), (20, 20), (29, 20), (9, 0)])
@pytest.mark.parametrize("lights", [1, 2])
def test_fairy_lights_round_down_to_a_multiple_of_ten_once(cv: int, lit: int, lights: int) -> None:
    fairies = {f"fae{n}": unit(1, "fairy_lights") for n in range(lights)}
    gates = {"g2": {"invader": "orc", "defenders": list(fairies)}, "g3": {"invader": "imp"}}
    game = table(units=fairies, foes={"orc": cv, "imp": cv}, gates=gates)
    assert (value(game), value(game, "imp")) == (lit, cv)


@pytest.mark.rule("FD-ELF-002")
def test_fairy_lights_go_out_when_their_defender_leaves_the_gate() -> None:
    gates = {"g2": {"invader": "orc", "defenders": ["fae"]}}
    game = table(units={"fae": unit(1, "fairy_lights")}, foes={"orc": 17}, gates=gates, p1=elves())
    game.does("move", card="fae", to="g3")
    assert value(game) == 17


@pytest.mark.rule("FD-ELF-003")
def test_foresight_takes_a_card_of_choice_and_the_deck_is_shuffled() -> None:
    game = with_hand("foresight", units={"d1": 3, "d2": 9, "d3": 5}, p1={"deck": ["d1", "d2", "d3"]})
    assert game.refuses("deploy", card="hero", gate="g1", effect={"take": "d9"}) == "not_in_deck"
    assert game.refuses("deploy", card="hero", gate="g1", effect=True) == "not_in_deck"
    events = game.does("deploy", card="hero", gate="g1", effect={"take": "d2"})
    assert events[-2:] == ["CardDrawn", "DeckShuffled"]
    assert game.player().hand == ("d2",)
    assert game.player().deck.layers == ({"d1": 1, "d3": 1},)


@pytest.mark.rule("FD-ELF-004")
def test_elves_sound_the_alarm_as_humans_do() -> None:
    game = with_hand("sound_the_alarm", units={"d1": 3}, p1={"deck": ["d1"]})
    game.does("deploy", card="hero", gate="g1", effect=True)
    assert game.player().hand == ("d1",)


def after_a_battle(cv: int = 9, **given: object) -> Table:
    """The Skirmisher and another Defender have fought at gate g2."""
    gates = {
        "g2": {"invader": "orc", "defenders": ["lynx", "d1"]},
        "g3": {"invader": "imp"},
        **given.pop("gates", {}),  # type: ignore[dict-item]
    }
    foes = {"orc": cv, "imp": foe(6, 5)}
    game = table("battle", units={"lynx": LYNX, "d1": 3}, foes=foes, gates=gates, p1=elves(), **given)  # type: ignore[arg-type]
    game.does("battle", gate="g2", casualty="d1")
    return game


@pytest.mark.rule("FD-ELF-005")
def test_a_skirmisher_moves_once_a_round_into_a_second_battle() -> None:
    game = after_a_battle()
    game.does("skirmish", card="lynx", to="g3")
    assert game.refuses("skirmish", card="lynx", to="g2") == "already_skirmished"
    assert game.does("battle", gate="g3", casualty="lynx")[0] == "BattleWon"


@pytest.mark.rule("FD-ELF-005", "FD-RND-001")
def test_other_defenders_do_not_skirmish() -> None:
    gates = {"g2": {"fought": True, "defenders": ["d1"]}}
    assert table("battle", units={"d1": 3}, gates=gates).refuses("skirmish", card="d1", to="g3") == "wrong_phase"


@pytest.mark.rule("FD-ELF-006")
@pytest.mark.parametrize("cv", [9, 10])
def test_skirmish_follows_a_battle_at_the_own_gate_won_or_lost(cv: int) -> None:
    assert after_a_battle(cv).does("skirmish", card="lynx", to="g1") == ["DefenderSkirmished"]
    idle = table("battle", units={"lynx": LYNX}, gates={"g2": {"defenders": ["lynx"]}}, p1=elves())
    assert idle.refuses("skirmish", card="lynx", to="g3") == "no_battle_fought"


@pytest.mark.rule("FD-ELF-007")
def test_a_skirmish_goes_next_door_and_comes_on_top_of_the_move() -> None:
    game = after_a_battle(moved=["lynx"])
    for far in ("g4", "g2", "g7"):
        assert game.refuses("skirmish", card="lynx", to=far) == "not_adjacent"
    assert game.does("skirmish", card="lynx", to="g1") == ["DefenderSkirmished"]


@pytest.mark.rule("FD-ELF-008")
def test_a_skirmisher_defends_a_gate_that_had_nobody_and_only_stands_at_a_resolved_one() -> None:
    game = after_a_battle()
    game.does("skirmish", card="lynx", to="g3")
    assert game.does("battle", gate="g3", casualty="lynx")[0] == "BattleWon"
    late = after_a_battle()
    late.does("battle", gate="g3")
    late.does("skirmish", card="lynx", to="g3")
    assert late.refuses("battle", gate="g3", casualty="lynx") == "already_fought"


@pytest.mark.rule("FD-ELF-009")
def test_rebirth_puts_a_discarded_defender_under_the_deck() -> None:
    units = {"d1": 3, "d2": 9, "d3": 5}
    game = with_hand("rebirth", units=units, p1={"deck": ["d1"], "discard": ["d2", "d3"]})
    for effect in ({"card": "d1"}, {"card": "hero"}, True):
        assert game.refuses("deploy", card="hero", gate="g1", effect=effect) == "not_in_discard"
    game.does("deploy", card="hero", gate="g1", effect={"card": "d2"})
    assert (game.deck(), game.player().discard) == (("d1", "d2"), ("d3",))


@pytest.mark.rule("FD-ELF-010")
def test_yearning_holds_only_at_its_own_gate() -> None:
    stag = unit(4, "yearning_for_the_wild")
    gates = {"g2": {"invader": "orc", "defenders": ["d1", "d2"]}, "g3": {"defenders": ["stag"]}}
    game = table("battle", units={"d1": 3, "d2": 3, "stag": stag}, foes={"orc": 9}, gates=gates, p1=elves())
    game.does("battle", gate="g2", casualty="d2")
    assert game.gate("g2").defenders == ("d1",)


@pytest.mark.rule("FD-ELF-011")
def test_shifting_winds_fetches_one_deployed_defender() -> None:
    game = with_hand(
        "shifting_winds", units={"d1": 3, "d2": 4}, gates={"g1": {"defenders": ["d1"]}}, p1={"deck": ["d2"]}
    )
    for effect in ({"card": "d2"}, {"card": "d9"}, True):
        assert game.refuses("deploy", card="hero", gate="g5", effect=effect) == "not_deployed"
    assert game.refuses("deploy", card="hero", gate="g1", effect={"card": "d1"}) == "no_valid_target"
    game.does("deploy", card="hero", gate="g5", effect={"card": "d1"})
    assert game.gate("g5").defenders == ("hero", "d1")


@pytest.mark.rule("FD-ELF-012")
def test_spirit_fire_halves_an_invader_rounding_up() -> None:
    game = table(foes={"orc": 23, "imp": 23}, gates={"g2": {"invader": "orc"}, "g3": {"invader": "imp"}}, p1=elves())
    assert game.does("cast", spell="spirit_fire", gate="g2") == ["SpellCast", "InvaderHalved"]
    assert (value(game), value(game, "imp")) == (12, 23)
    assert [halved(number) for number in (0, 1, 22, 23)] == [0, 1, 11, 12]


@pytest.mark.rule("FD-ELF-013")
@pytest.mark.parametrize(("fires", "total"), [(1, 10), (2, 10), (3, 0)])
def test_spirit_fire_works_before_fairy_lights_and_halves_again(fires: int, total: int) -> None:
    gates = {"g2": {"invader": "orc", "defenders": ["fae"]}, "g3": {"invader": "imp"}}
    game = table(
        units={"fae": unit(1, "fairy_lights")},
        foes={"orc": 37, "imp": 37},
        gates=gates,
        halved={"orc": fires, "imp": fires},
    )
    assert value(game) == total
    assert value(game, "imp") == {1: 19, 2: 10, 3: 5}[fires]


@pytest.mark.rule("FD-ELF-013")
def test_spirit_fire_records_the_values_without_fairy_lights() -> None:
    gates = {"g2": {"invader": "orc", "defenders": ["fae"]}}
    game = table(units={"fae": unit(1, "fairy_lights")}, foes={"orc": 37}, gates=gates, p1=elves())
    game.does("cast", spell="spirit_fire", gate="g2")
    fire = game.events[-1]
    assert (fire.was, fire.now, value(game)) == (37, 19, 10)  # type: ignore[attr-defined]


@pytest.mark.rule("FD-ELF-014")
def test_the_fire_burns_for_one_round() -> None:
    game = table(
        "reinforcement", foes={"orc": 23}, gates={"g2": {"invader": "orc", "resolved": True}}, halved={"orc": 1}
    )
    assert value(game) == 12
    game.does("reinforce")
    assert value(game) == 23


@pytest.mark.rule("FD-ELF-015")
@pytest.mark.parametrize(("cv", "works"), [(20, True), (21, False)])
def test_headshot_reaches_combat_value_20(cv: int, works: bool) -> None:
    game = with_hand("headshot", foes={"orc": cv}, gates={"g2": {"invader": "orc"}})
    if works:
        assert "InvaderDiscarded" in game.does("deploy", card="hero", gate="g2", effect=True)
        assert game.state.invader_discard == ("orc",)
    else:
        assert game.refuses("deploy", card="hero", gate="g2", effect=True) == "too_strong"
        assert game.player().hand == ("hero",)


@pytest.mark.rule("FD-ELF-016", "FD-ELF-017")
@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (["d1"], "wrong_number"),
        (["d1", "d2", "d3"], "wrong_number"),
        (["d1", "d1"], "wrong_number"),
        (["d1", "d4"], "not_deployed"),
    ],
)
def test_call_of_the_spirit_takes_two_deployed_defenders(cards: list[str], code: str) -> None:
    gates = {"g1": {"defenders": ["d1", "d2"]}, "g5": {"defenders": ["d3"]}}
    game = table(gates=gates, p1=elves(hand=["d4"]))
    assert game.refuses("cast", spell="call_of_the_spirit", cards=cards) == code
    game.does("cast", spell="call_of_the_spirit", cards=["d1", "d3"])
    assert game.player().hand == ("d4", "d1", "d3")
    assert game.player().spells["call_of_the_spirit"] == "used"


@pytest.mark.rule("FD-ELF-017", "FD-SPL-005")
def test_call_of_the_spirit_takes_the_only_defender_but_not_nobody() -> None:
    lone = table(units={"d1": 3}, gates={"g1": {"defenders": ["d1"]}}, p1=elves())
    lone.does("cast", spell="call_of_the_spirit", cards=["d1"])
    assert lone.player().hand == ("d1",)
    assert table(p1=elves()).refuses("cast", spell="call_of_the_spirit", cards=[]) == "no_valid_target"


@pytest.mark.rule("FD-ELF-017")
def test_a_defender_taken_back_triggers_again_and_counts_for_the_hand() -> None:
    foes, gates = (
        {"orc": 8, "imp": 8},
        {"g2": {"invader": "orc"}, "g3": {"invader": "imp"}, "g6": {"defenders": ["d1"]}},
    )
    game = with_hand("headshot", units={"d1": 3, "d2": 3}, foes=foes, gates=gates)
    game.does("deploy", card="hero", gate="g2", effect=True)
    game.does("cast", spell="call_of_the_spirit", cards=["hero", "d1"])
    game.does("deploy", card="hero", gate="g3", effect=True)
    assert game.state.invader_discard == ("orc", "imp")
    full = table(units=dict.fromkeys(("d1", "d2"), 3), gates={"g6": {"defenders": ["d1"]}}, p1=elves(hand=["d2", "d3"]))
    full.does("cast", spell="call_of_the_spirit", cards=["d1"])
    assert full.refuses("finish_strategy") == "hand_over_limit"


@pytest.mark.rule("FD-ELF-018")
@pytest.mark.parametrize("icon", ["headshot", "you_shall_not_pass"])
def test_effects_on_an_invader_need_one_at_their_gate(icon: str) -> None:
    game = with_hand(icon, foes={"orc": 8}, gates={"g3": {"invader": "orc"}})
    assert game.refuses("deploy", card="hero", gate="g2", effect=True) == "no_invader_here"
