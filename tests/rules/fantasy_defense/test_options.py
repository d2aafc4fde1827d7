"""Options: what is offered, how it reads, what is greyed out, and that everything open can be taken."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from rules.kernel import Option, Refused, Seeded
from rules.kernel.players import filled, likely_first, play_on
from tests.rules.fantasy_defense.table import GAME, Table, elves, foe, new_game, standard, table, unit


def option(game: Table, do: str, words: str = "") -> Option:
    return next(found for found in game.options(do) if words in found.label)


def positions(seeds: range) -> Iterator[Table]:
    """Positions along random games of both modes."""
    for seed in seeds:
        source, state = random.Random(seed), None
        while move := play_on(GAME, state, standard(), source, policy=likely_first):
            state = GAME.fold(move[1], state)
            yield Table(state, standard())


def taken(game: Table, chosen: Option, tries: int = 80) -> bool:
    """Whether some filling of an option is accepted."""
    source = random.Random(chosen.label)
    for _ in range(tries):
        try:
            GAME.decide(game.state, GAME.decision(filled(source, chosen)), game.pack, Seeded(1))
        except Refused:
            continue
        return True
    return False


def test_every_open_option_can_be_taken() -> None:
    stuck = [
        (open_option.do, open_option.label)
        for number, game in enumerate(positions(range(4)))
        if number % 5 == 0
        for open_option in GAME.options(game.state, game.pack)
        if not open_option.blocked and not taken(game, open_option)
    ]
    assert stuck == []


def test_a_blocked_option_is_refused_however_it_is_filled() -> None:
    seen = [
        (game, blocked)
        for number, game in enumerate(positions(range(4)))
        if number % 5 == 0
        for blocked in GAME.options(game.state, game.pack)
        if blocked.blocked
    ]
    assert seen
    assert [blocked.label for game, blocked in seen if taken(game, blocked, tries=5)] == []


def test_every_option_has_a_label_and_a_group_and_every_choice_a_label() -> None:
    for game in positions(range(2)):
        for found in GAME.options(game.state, game.pack):
            assert found.label
            assert found.group
            assert all(choice.label for field in found.fields for choice in field.choices)


def test_there_is_always_something_likely_to_do() -> None:
    for game in positions(range(2)):
        open_options = [found for found in GAME.options(game.state, game.pack) if not found.blocked]
        assert GAME.outcome(game.state) or any(found.likely for found in open_options)


@pytest.mark.parametrize(
    ("defenders", "note"),
    [
        (["d1", "d2"], "7 against 14: would be lost, morale -2, 1 casualty"),
        (["d1", "d2", "d3"], "16 against 14: would be won, 1 casualty"),
        ([], "No Defenders: would be pillaged, morale -4"),
    ],
)
def test_a_battle_says_how_it_would_go(defenders: list[str], note: str) -> None:
    units = {"d1": 3, "d2": 4, "d3": 9}
    gates = {"g2": {"invader": "orc", "defenders": defenders}}
    battle = option(table("battle", units=units, foes={"orc": foe(14, 4)}, gates=gates), "battle")
    assert (battle.label, battle.note) == ("Gate 2: battle orc 14", note)


def test_a_boss_battle_says_how_both_gates_would_go() -> None:
    gates = {"a3": {"invader": "boss", "defenders": ["d1"]}, "b3": {"invader": "boss", "defenders": ["f1"]}}
    foes = {"boss": foe(40, 7, tier="boss")}
    game = table("battle", mode="coop", units={"d1": 20, "f1": 5}, foes=foes, gates=gates)
    battles = game.options("battle")
    assert [found.note for found in battles] == ["25 against 40: would be lost, morale -8, 2 casualties"]
    assert [field.name for field in battles[0].fields] == ["casualties.a3", "casualties.b3"]


def test_a_deployment_shows_each_gate_with_and_without_the_defender() -> None:
    gates = {"g1": {"bonus": 2, "invader": "orc", "defenders": ["d2"]}, "g2": {"defenders": ["d3"]}}
    game = table(units={"d1": 3, "d2": 4, "d3": 5}, foes={"orc": 14}, gates=gates, p1={"hand": ["d1"]})
    details = [choice.detail for choice in option(game, "deploy").fields[0].choices]
    assert details[:3] == ["6 → 9 against orc 14", "5 → 8, not besieged", "0 → 3, not besieged"]


def test_fairy_lights_that_would_join_are_counted_against_the_invader() -> None:
    gates = {"g1": {"invader": "orc"}}
    game = table(units={"fae": unit(3, "fairy_lights")}, foes={"orc": 14}, gates=gates, p1=elves(hand=["fae"]))
    assert option(game, "deploy").fields[0].choices[0].detail == "0 → 3 against orc 10"


def test_a_spell_shows_what_stands_at_its_targets() -> None:
    gates = {"g1": {"invader": "orc", "defenders": ["d1"], "bonus": 1, "shielded": True}}
    game = table(units={"d1": 3}, foes={"orc": 14}, gates=gates)
    assert option(game, "cast").fields[0].choices[0].detail == "4 against orc 14, shielded"


def test_a_spell_greys_out_what_it_does_not_reach_and_says_why() -> None:
    foes = {"orc": 23, "boss": foe(20, tier="boss"), "imp": 4}
    game = table(foes=foes, gates={f"g{n}": {"invader": name} for n, name in enumerate(foes, 1)})
    choices = option(game, "cast", "Psychic Storm").fields[0].choices
    assert [choice.blocked for choice in choices] == [
        "Psychic Storm reaches Combat Value 22; this one has 23.",
        "Bosses are immune to spells.",
        "",
    ]


def test_a_used_spell_stays_listed_and_says_so() -> None:
    game = table(foes={"orc": 9}, gates={"g2": {"invader": "orc"}}, p1={"spells": {"psychic_storm": "used"}})
    assert option(game, "cast", "Psychic Storm").blocked == "Used already."


def test_the_end_of_a_phase_says_what_it_waits_for() -> None:
    full = table(p1={"hand": ["d1", "d2", "d3"]})
    assert option(full, "finish_strategy").blocked == "Player 1 holds 3 Defenders; at most 2 stay in hand."
    siege = table("battle", foes={"orc": 9}, gates={"g2": {"invader": "orc"}})
    assert option(siege, "finish_battles").blocked == "Still to be resolved: Gate 2."
    early = table("invasion", foes={"orc": 9}, invader_deck=["orc"])
    assert option(early, "end_invasion").blocked == "Invaders are left to draw this round."


def test_a_draw_says_what_may_come() -> None:
    draw = option(new_game("solo"), "draw_invader")
    assert (draw.label, draw.note, draw.luck) == (
        "Draw Invader 1 of 3",
        "One of 10 Invaders, 2 of them Infiltrators",
        True,
    )
    assert draw.fields == ()


def test_no_draw_beyond_the_last_is_counted() -> None:
    drawn = table("invasion", foes={"orc": 9}, invader_deck=["orc"], drawn_this_round=3)
    assert option(drawn, "draw_invader").label == "Draw Invader 3 of 3"
    assert option(drawn, "draw_invader").blocked == "All 3 Invaders of this round are drawn."


def test_a_known_infiltrator_asks_for_the_weakest_discard_with_the_draw() -> None:
    spy = {"spy": foe(5, infiltrator=True)}
    game = table("invasion", foes=spy, invader_deck=["spy"], units={"d1": 4, "d2": 2}, p1={"hand": ["d1", "d2"]})
    (field,) = option(game, "draw_invader").fields
    assert (field.name, field.initial, [choice.value for choice in field.choices]) == (
        "discards.p1",
        "d2",
        ["d2", "d1"],
    )


def test_a_known_invader_shows_where_it_would_go() -> None:
    game = table("invasion", foes={"orc": foe(9, arrow="right")}, invader_deck=["orc"])
    assert (option(game, "draw_invader").note, option(game, "draw_invader").luck) == ("orc: Gate 7", False)


@pytest.mark.parametrize(
    ("icon", "given", "ways"),
    [
        ("headshot", {"foes": {"orc": 9}, "gates": {"g2": {"invader": "orc"}}}, 1),
        ("airlift", {"gates": {"g1": {"defenders": ["d1"]}, "g3": {"defenders": ["d2"]}}}, 2),
        ("foresight", {"p1": elves(hand=["hero"], deck=["d1", "d2"])}, 1),
        ("arcane_renewal", {"p1": {"hand": ["hero"], "spells": {"city_shield": "used", "psychic_storm": "used"}}}, 2),
    ],
)
def test_each_way_to_use_an_effect_is_offered_beside_forgoing_it(
    icon: str, given: dict[str, object], ways: int
) -> None:
    game = table(units={"hero": unit(3, icon)}, **{"p1": {"hand": ["hero"]}, **given})  # type: ignore[arg-type]
    found = game.options("deploy")
    assert [bool(way.blocked) for way in found] == [False] * (ways + 1)
    assert found[0].note == "Without its effect"


@pytest.mark.parametrize("icon", ["headshot", "airlift", "foresight", "arcane_renewal", "rebirth", "shifting_winds"])
def test_an_effect_with_nothing_to_work_on_says_why(icon: str) -> None:
    game = table(units={"hero": unit(3, icon)}, p1={"hand": ["hero"]})
    assert [bool(way.blocked) for way in game.options("deploy")] == [False, True]


def test_gifts_are_offered_to_two_and_from_hands_that_hold_something() -> None:
    hand = {"p1": {"hand": ["d1"]}}
    assert [gift.label for gift in table(mode="coop", **hand).options("give")] == ["Player 1 gives a Defender"]
    assert table(**hand).options("give") == []
    given = table(mode="coop", p1={"hand": ["d1"], "gave": True}).options("give")
    assert [gift.blocked for gift in given] == ["Player 1 has given a Defender this round."]


def test_options_name_the_player_only_where_there_are_two() -> None:
    hand = {"p1": {"hand": ["d1"]}}
    groups = [table(**mode, **hand).options("deploy")[0].group for mode in ({}, {"mode": "coop"})]
    assert groups == ["Deploy", "Deploy (Player 1)"]


def test_a_game_begins_alone_or_together() -> None:
    found = GAME.options(None, standard())
    assert [choice.fixed.get("mode") for choice in found] == ["solo", "coop", "coop"]
    assert all(taken_at_start(choice) for choice in found)


def taken_at_start(chosen: Option) -> bool:
    decision = GAME.decision(filled(random.Random(1), chosen))
    return bool(GAME.decide(None, decision, standard(), Seeded(1)))
