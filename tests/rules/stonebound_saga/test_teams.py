"""Formats, draft, teams by player count, and the start of the game."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel import Seeded
from rules.stonebound_saga import GAME
from rules.stonebound_saga.figures import SEATS
from rules.stonebound_saga.teams import fitting
from tests.rules.stonebound_saga.table import Table, bare, standard

ONES = {name: {"stars": 1} for name in ("ana", "bo", "cy", "di", "ed", "fay", "gil", "hal", "ivo", "jo", "kit", "lu")}
CAST = {**ONES, **{f"two_{n}": {"stars": 2} for n in range(5)}, **{f"three_{n}": {"stars": 3} for n in range(5)}}
OFFER = {
    "1": ["ana", "bo", "cy", "di", "ed"],
    "2": [f"two_{n}" for n in range(5)],
    "3": [f"three_{n}" for n in range(5)],
}


def building(mode: str = "1v1", format_: str = "constructed", terrain: dict[str, int] | None = None) -> Table:
    """The beginning of team building."""
    stars = {card: {"stars": count} for card, count in (terrain or {}).items()}
    return bare("team_building", mode=mode, format=format_, content={"characters": CAST, "terrain": stars})


def drafting(mode: str = "1v1", first: str = "p1") -> Table:
    """A draft whose characters lie there."""
    table = bare("draft", mode=mode, format="draft", content={"characters": CAST})
    table.does("reveal_draft", cards=OFFER, first=first)
    return table


# ---- formats


@pytest.mark.rule("SS-FMT-001")
def test_a_game_begins_with_the_choice_of_a_format_and_it_is_chosen_once() -> None:
    table = bare("format", content={"characters": CAST})
    assert table.refuses("pick_team", player="p1", characters=["ana", "bo", "cy"]) == "wrong_phase"
    assert table.does("choose_format", mode="2v2", format="free") == ["FormatChosen"]
    assert (table.state.mode, table.state.format, table.state.phase) == ("2v2", "free", "team_building")
    assert table.refuses("choose_format", mode="1v1", format="free") == "wrong_phase"


@pytest.mark.rule("SS-FMT-002")
def test_in_constructed_play_any_characters_within_count_and_cap_are_chosen() -> None:
    table = building()
    assert table.does("pick_team", player="p2", characters=["three_1", "ana", "lu"]) == ["TeamPicked"]
    assert table.player("p2").characters == ("three_1", "ana", "lu")


@pytest.mark.rule("SS-FMT-003")
def test_a_draft_lays_five_characters_of_each_rarity_face_up() -> None:
    table = bare("draft", format="draft", content={"characters": CAST})
    for wrong in ({**OFFER, "3": OFFER["3"][:4]}, {**OFFER, "1": [*OFFER["1"], "fay"]}, {**OFFER, "2": OFFER["1"]}):
        assert table.refuses("reveal_draft", cards=wrong, first="p1") == "wrong_reveal_count"
    table.does("reveal_draft", cards=OFFER, first="p1")
    assert len(table.state.on_offer) == 15
    assert table.refuses("reveal_draft", cards=OFFER, first="p1") == "wrong_phase"
    small = bare("draft", format="draft", content={"characters": ONES})
    assert small.refuses("reveal_draft", cards=OFFER, first="p1") == "wrong_reveal_count"


@pytest.mark.rule("SS-FMT-003")
def test_the_app_shuffles_the_piles_itself() -> None:
    state = GAME.fold(
        GAME.decide(
            None, GAME.decision({"do": "choose_format", "mode": "1v1", "format": "draft"}), standard(), Seeded(1)
        )
    )
    decision = GAME.decision({"do": "reveal_draft", "first": "p1"})
    offers = [GAME.fold(GAME.decide(state, decision, standard(), Seeded(n)), state) for n in (1, 2)]
    assert offers[0] != offers[1]


@pytest.mark.rule("SS-FMT-004")
def test_a_drafted_character_leaves_the_offer() -> None:
    table = drafting()
    table.does("draft_pick", player="p1", character="ana")
    assert "ana" not in table.state.on_offer
    assert table.refuses("draft_pick", player="p2", character="ana") == "not_on_offer"
    assert table.refuses("draft_pick", player="p2", character="lu") == "not_on_offer"


@pytest.mark.rule("SS-FMT-005")
def test_picks_alternate_one_by_one() -> None:
    table = drafting()
    assert table.refuses("draft_pick", player="p2", character="bo") == "not_your_pick"
    table.does("draft_pick", player="p1", character="ana")
    assert table.refuses("draft_pick", player="p1", character="bo") == "not_your_pick"


@pytest.mark.rule("SS-FMT-006")
@pytest.mark.parametrize(
    ("mode", "first", "order"),
    [
        ("1v1", "p2", ["p2", "p1", "p2", "p1", "p2", "p1"]),
        ("2v2", "p1", ["p1", "p3", "p2", "p4", "p1", "p3", "p2", "p4"]),
        ("2v2", "p2", ["p2", "p3", "p1", "p4", "p2", "p3", "p1", "p4"]),
        ("1v2", "p2", ["p2", "p1", "p3", "p1", "p2", "p1", "p3", "p1"]),
        ("2v3", "p1", ["p1", "p3", "p2", "p4", "p1", "p5", "p2", "p3", "p1", "p4", "p2", "p5"]),
    ],
)
def test_teams_take_turns_and_so_do_their_players(mode: str, first: str, order: list[str]) -> None:
    table, pickers = drafting(mode, first), []
    while table.state.phase == "draft":
        player = str(table.state.picker)
        pickers.append(player)
        strongest = max(fitting(table.state, table.pack), key=lambda name: CAST[name]["stars"])
        table.does("draft_pick", player=player, character=strongest)
    assert pickers == order
    assert table.state.phase == "team_building"
    assert table.does("confirm_teams") == ["TeamsConfirmed"]


@pytest.mark.rule("SS-FMT-007")
def test_a_draft_keeps_the_star_cap() -> None:
    table = drafting("2v2")
    table.does("draft_pick", player="p1", character="three_0")
    for player in ("p3", "p2", "p4"):
        table.does("draft_pick", player=player, character=table.state.on_offer[0])
    assert table.refuses("draft_pick", player="p1", character="three_1") == "stars_exceed_cap"
    assert table.refuses("draft_pick", player="p1", character="two_1") == "stars_exceed_cap"
    table.does("draft_pick", player="p1", character="ed")


@pytest.mark.rule("SS-FMT-008")
def test_a_pick_leaves_a_star_for_each_character_still_to_come() -> None:
    table = drafting()
    table.does("draft_pick", player="p1", character="three_0")
    table.does("draft_pick", player="p2", character="two_0")
    assert table.refuses("draft_pick", player="p1", character="two_1") == "cannot_complete_team"
    table.does("draft_pick", player="p1", character="ana")
    table.does("draft_pick", player="p2", character="two_1")
    assert table.refuses("draft_pick", player="p1", character="two_2") == "stars_exceed_cap"


def test_an_offer_that_fits_nobody_is_laid_anew() -> None:
    threes = [f"three_{n}" for n in range(5)]
    players = {"p1": {"characters": ["three_0"]}, "p2": {"characters": ["ana"]}}
    given = {"mode": "2v2", "format": "draft", "players": players, "content": {"characters": CAST}}
    table = bare("draft", draft={"picker": "p1", "on_offer": threes[1:]}, **given)
    assert fitting(table.state, table.pack) == ()
    assert [option.do for option in GAME.options(table.state, table.pack)] == ["reveal_draft"]
    anew = {"1": ["bo", "cy", "di", "ed", "fay"], "2": OFFER["2"], "3": threes[1:]}
    assert table.refuses("reveal_draft", cards=anew, first="p2") == "wrong_phase"
    table.does("reveal_draft", cards=anew, first="p1")
    table.does("draft_pick", player="p1", character="bo")


@pytest.mark.rule("SS-FMT-009")
def test_free_play_has_no_star_cap() -> None:
    table = building(format_="free")
    table.does("pick_team", player="p1", characters=["three_0", "three_1", "three_2"])
    assert (table.player().stars, table.player().star_cap) == (9, None)
    assert table.refuses("pick_team", player="p2", characters=["three_3", "three_4"]) == "wrong_character_count"


@pytest.mark.rule("SS-FMT-010")
def test_the_draft_is_recommended_to_new_players() -> None:
    notes = {option.label: option.note for option in GAME.set_up_options(standard())}
    assert [label for label, note in notes.items() if "new players" in note] == [f"{m} in draft play" for m in SEATS]


@pytest.mark.rule("SS-FMT-011")
@pytest.mark.parametrize("format_", ["constructed", "free"])
def test_a_character_plays_once_in_a_game(format_: str) -> None:
    table = building(format_=format_)
    assert table.refuses("pick_team", player="p1", characters=["ana", "ana", "bo"]) == "character_already_taken"
    table.does("pick_team", player="p1", characters=["ana", "bo", "cy"])
    assert table.refuses("pick_team", player="p2", characters=["cy", "di", "ed"]) == "character_already_taken"
    table.does("pick_team", player="p1", characters=["ana", "bo", "fay"])
    table.does("pick_team", player="p2", characters=["cy", "di", "ed"])


def test_after_a_draft_only_the_terrain_is_still_chosen() -> None:
    table = drafting()
    while table.state.phase == "draft":
        table.does("draft_pick", player=str(table.state.picker), character=table.state.on_offer[0])
    assert table.refuses("pick_team", player="p1", characters=["fay", "gil", "hal"]) == "not_on_offer"
    own = list(table.player().characters)
    table.does("pick_team", player="p1", characters=own, terrain=["hidden_trap"])
    assert table.player().terrain_deck == ("hidden_trap",)


# ---- teams by player count

CAPS = [
    pytest.param("1v1", "p1", 3, 5, marks=pytest.mark.rule("SS-TEAM-001")),
    pytest.param("2v2", "p3", 2, 4, marks=pytest.mark.rule("SS-TEAM-003")),
    pytest.param("3v3", "p6", 2, 4, marks=pytest.mark.rule("SS-TEAM-005")),
    pytest.param("1v2", "p3", 2, 4, marks=pytest.mark.rule("SS-TEAM-009")),
    pytest.param("1v2", "p1", 4, 8, marks=pytest.mark.rule("SS-TEAM-010")),
    pytest.param("2v3", "p2", 3, 6, marks=pytest.mark.rule("SS-TEAM-011")),
    pytest.param("2v3", "p5", 2, 4, marks=pytest.mark.rule("SS-TEAM-009")),
]


def worth(count: int, stars: int) -> list[str]:
    """So many characters of so many stars."""
    team: list[str] = []
    for number in range(count):
        left = count - number - 1
        rarity = min(3, stars - left)
        team.append(next(n for n, c in CAST.items() if c["stars"] == rarity and n not in team))
        stars -= rarity
    return team


@pytest.mark.parametrize(("mode", "player", "count", "cap"), CAPS)
def test_teams_keep_count_and_cap(mode: str, player: str, count: int, cap: int) -> None:
    table = building(mode)
    assert table.refuses("pick_team", player=player, characters=worth(count, cap + 1)) == "stars_exceed_cap"
    for wrong in (count - 1, count + 1):
        assert table.refuses("pick_team", player=player, characters=worth(wrong, wrong)) == "wrong_character_count"
    table.does("pick_team", player=player, characters=worth(count, cap))
    assert (table.player(player).stars, table.player(player).star_cap) == (cap, cap)


@pytest.mark.rule("SS-TEAM-002", "SS-TEAM-004", "SS-TEAM-006", "SS-TEAM-012", "SS-TEAM-013")
@pytest.mark.parametrize(
    ("mode", "player", "counts"),
    [("1v1", "p1", {3}), ("2v2", "p1", {2, 3}), ("3v3", "p1", {2}), ("1v2", "p1", {4}), ("1v2", "p2", {2}),
     ("2v3", "p1", {3}), ("2v3", "p3", {2})],
)  # fmt: skip
def test_free_play_keeps_the_counts_and_drops_the_caps(mode: str, player: str, counts: set[int]) -> None:
    for count in range(1, 6):
        table = building(mode, "free")
        team = [f"three_{n}" for n in range(count)]
        if count in counts:
            table.does("pick_team", player=player, characters=team)
            assert table.player(player).star_cap is None
        else:
            assert table.refuses("pick_team", player=player, characters=team) == "wrong_character_count"


@pytest.mark.rule("SS-TEAM-007")
def test_odd_games_are_one_against_two_and_two_against_three() -> None:
    modes = [dict(option.fixed)["mode"] for option in GAME.set_up_options(standard())]
    assert sorted(set(modes)) == ["1v1", "1v2", "2v2", "2v3", "3v3"]
    assert [len(members) for members in SEATS["1v2"].values()] == [1, 2]
    assert [len(members) for members in SEATS["2v3"].values()] == [2, 3]


@pytest.mark.rule("SS-TEAM-008")
def test_the_sides_of_an_odd_game_are_equal() -> None:
    players = {"p1": {"characters": ["ana", "bo", "cy"]}, "p2": {"characters": ["di", "ed"]},
               "p3": {"characters": ["fay", "gil"]}}  # fmt: skip
    table = bare("team_building", mode="1v2", players=players, content={"characters": CAST})
    assert table.refuses("confirm_teams") == "sides_unequal"
    players["p1"]["characters"].append("hal")
    table = bare("team_building", mode="1v2", players=players, content={"characters": CAST})
    assert table.does("confirm_teams") == ["TeamsConfirmed"]


@pytest.mark.rule("SS-TEAM-014")
def test_stars_that_one_player_leaves_are_of_no_use_to_the_mate() -> None:
    table = building("2v2")
    table.does("pick_team", player="p1", characters=["ana", "bo"])
    assert table.refuses("pick_team", player="p2", characters=["three_0", "two_0"]) == "stars_exceed_cap"


@pytest.mark.rule("SS-TEAM-015")
def test_the_sides_of_an_odd_game_may_use_different_stars() -> None:
    table = building("1v2")
    table.does("pick_team", player="p1", characters=["three_0", "three_1", "ana", "bo"])
    table.does("pick_team", player="p2", characters=["cy", "di"])
    table.does("pick_team", player="p3", characters=["ed", "fay"])
    assert table.does("confirm_teams") == ["TeamsConfirmed"]


@pytest.mark.rule("SS-TEAM-016")
def test_nobody_rolls_before_every_team_is_complete() -> None:
    table = building()
    assert table.refuses("confirm_teams") == "team_incomplete"
    table.does("pick_team", player="p1", characters=["ana", "bo", "cy"])
    assert table.refuses("confirm_teams") == "team_incomplete"
    assert table.refuses("roll_for_first", rolls={"p1": 1, "p2": 2}) == "wrong_phase"
    players = {"p1": {"characters": ["ana", "bo"]}, "p2": {"characters": ["cy", "di", "ed"]}}
    short = bare("team_building", players=players, content={"characters": CAST})
    assert short.refuses("confirm_teams") == "team_incomplete"


@pytest.mark.rule("SS-CMP-002")
def test_twelve_characters_play_at_most() -> None:
    table = building("2v2", "free")
    for player, team in (("p1", "ana bo cy"), ("p2", "di ed fay"), ("p3", "gil hal ivo"), ("p4", "jo kit lu")):
        table.does("pick_team", player=player, characters=team.split())
    crowd = bare(
        "team_building",
        mode="2v2",
        format="free",
        players={"p1": {"characters": ["ana", "bo", "cy", "three_1"]}, "p2": {"characters": ["di", "ed", "fay"]},
                 "p3": {"characters": ["gil", "hal", "ivo"]}},
        content={"characters": CAST},
    )  # fmt: skip
    assert crowd.refuses("pick_team", player="p4", characters=["jo", "kit", "lu"]) == "too_many_characters"
    crowd.does("pick_team", player="p4", characters=["jo", "kit"])


# ---- terrain decks and Heroes Hall


@pytest.mark.rule("SS-TER-001")
def test_a_terrain_deck_has_ten_stars_at_most() -> None:
    table = building(terrain={"acid_rain": 5, "ice_block": 5, "hidden_trap": 1})
    team = ["ana", "bo", "cy"]
    deck = ["acid_rain", "ice_block"]
    assert table.refuses("pick_team", player="p1", characters=team, terrain=[*deck, "hidden_trap"]) == (
        "terrain_stars_exceed_limit"
    )
    table.does("pick_team", player="p1", characters=team, terrain=deck)


@pytest.mark.rule("SS-TNE-007", "SS-TNE-008", "SS-TNE-009")
def test_heroes_hall_trades_terrain_stars_for_team_stars() -> None:
    table = building(terrain={"heroes_hall": 1, "acid_rain": 7, "ice_block": 1})
    team = ["two_0", "two_1", "two_2"]
    hall: dict[str, Any] = {"player": "p1", "characters": team}
    assert table.refuses("pick_team", **hall, hall_trades=1) == "no_heroes_hall"
    assert table.refuses("pick_team", **hall, terrain=["heroes_hall"], hall_trades=4) == "team_stars_above_max"
    assert table.refuses("pick_team", **hall, terrain=["heroes_hall", "acid_rain"], hall_trades=1) == (
        "terrain_stars_exceed_limit"
    )
    table.does("pick_team", **hall, terrain=["heroes_hall", "ice_block"], hall_trades=1)
    assert table.player().star_cap == 6
    single = building("1v2", terrain={"heroes_hall": 1})
    trade = {"player": "p1", "characters": worth(4, 8), "terrain": ["heroes_hall"], "hall_trades": 1}
    assert single.refuses("pick_team", **trade) == "team_stars_above_max"


@pytest.mark.rule("SS-TNE-009")
def test_a_fourth_trade_is_more_than_a_deck_can_pay() -> None:
    table = building(format_="free")
    hall = {"player": "p1", "characters": ["ana", "bo", "cy"], "terrain": ["heroes_hall"]}
    assert table.refuses("pick_team", **hall, hall_trades=4) == "terrain_stars_exceed_limit"
    table.does("pick_team", **hall, hall_trades=3)


@pytest.mark.rule("SS-TNE-005", "SS-TNE-010")
def test_heroes_hall_stands_from_the_start() -> None:
    table = building()
    table.does("pick_team", player="p1", characters=["ana", "bo", "cy"], terrain=["heroes_hall", "hidden_trap"])
    table.does("pick_team", player="p2", characters=["di", "ed", "fay"], terrain=["heroes_hall"])
    assert table.refuses("confirm_teams", halls={"p1": [3, 3]}) == "team_incomplete"
    assert table.refuses("confirm_teams", halls={"p1": [3, 3], "p2": [3, 3]}) == "space_has_terrain"
    assert table.refuses("confirm_teams", halls={"p1": [3, 13], "p2": [3, 3]}) == "off_board"
    table.does("confirm_teams", halls={"p1": [3, 3], "p2": [4, 4]})
    laid = {at: terrain.card for at, terrain in table.state.terrain.items()}
    assert laid == {
        "3,3": "heroes_hall",
        "4,4": "heroes_hall",
    }
    assert table.player().terrain_deck == ("hidden_trap",)
    assert table.player().hand == ()


@pytest.mark.rule("SS-TNE-010")
def test_who_has_no_heroes_hall_places_none() -> None:
    table = building()
    table.does("pick_team", player="p1", characters=["ana", "bo", "cy"])
    table.does("pick_team", player="p2", characters=["di", "ed", "fay"])
    assert table.refuses("confirm_teams", halls={"p1": [3, 3]}) == "no_heroes_hall"


# ---- the first turn


@pytest.mark.rule("SS-SET-001", "SS-CMP-010")
def test_confirmed_teams_have_their_dashboards_at_the_starting_stats() -> None:
    table = bare(
        "team_building", content={"characters": {**CAST, "ana": {"stars": 1, "class": "prophet", "hp": 7, "pd": 2}}}
    )
    table.does("pick_team", player="p1", characters=["ana", "bo", "cy"])
    table.does("pick_team", player="p2", characters=["di", "ed", "fay"])
    table.does("confirm_teams")
    ana = table.character("ana")
    assert (ana.class_, ana.hp, ana.max_hp, ana.pd, ana.start_pd, ana.player) == ("prophet", 7, 7, 2, 2, "p1")
    assert len(table.state.characters) == 6


def rolling(mode: str = "1v1") -> Table:
    return bare("first_roll", mode=mode)


@pytest.mark.rule("SS-SET-002", "SS-SET-011")
def test_the_highest_roll_decides_and_may_name_the_opponent() -> None:
    table = rolling("2v2")
    table.does("roll_for_first", rolls={"p2": 30, "p3": 31})
    assert table.state.roll_winner == "p3"
    assert table.refuses("choose_first", by="p2", first="p2") == "not_roll_winner"
    assert table.refuses("choose_first", by="p4", first="p4") == "not_roll_winner"
    table.does("choose_first", by="p3", first="p1")
    assert (table.state.first_player, table.state.phase) == ("p1", "deployment")


@pytest.mark.rule("SS-SET-003")
@pytest.mark.parametrize("rollers", [{"p1": 3, "p2": 4}, {"p1": 3}, {"p1": 3, "p2": 9, "p3": 4}])
def test_one_player_of_each_team_rolls(rollers: dict[str, int]) -> None:
    assert rolling("2v2").refuses("roll_for_first", rolls=rollers) == "one_roller_per_team"


@pytest.mark.rule("SS-SET-004", "SS-SET-005")
def test_ties_are_rolled_again_and_double_zero_is_a_hundred() -> None:
    table = rolling()
    assert table.does("roll_for_first", rolls={"p1": 100, "p2": 100}) == ["FirstRollTied"]
    assert table.state.phase == "first_roll"
    assert table.refuses("roll_for_first", rolls={"p1": 101, "p2": 1}) == "roll_out_of_range"
    assert table.does("roll_for_first", rolls={"p1": 100, "p2": 99}) == ["FirstRollWon"]
    assert table.state.roll_winner == "p1"


def deploying(**given: Any) -> Table:
    people = {"ana": {"player": "p1"}, "bo": {"player": "p1"}, "zed": {"player": "p2"}, "yam": {"player": "p2"}}
    return bare("deployment", characters=people, **given)


@pytest.mark.rule("SS-SET-006", "SS-SET-009")
def test_the_first_side_sets_up_anywhere_on_its_end_line() -> None:
    table = deploying()
    for space in ([5, 2], [5, 6], [5, 11]):
        assert table.refuses("deploy", character="ana", pos=space) == "not_on_end_line"
    assert table.refuses("deploy", character="ana", pos=[13, 1]) == "off_board"
    table.does("deploy", character="ana", pos=[12, 12])
    assert table.refuses("deploy", character="bo", pos=[12, 12]) == "space_occupied"
    table.does("deploy", character="bo", pos=[1, 12])


@pytest.mark.rule("SS-SET-007")
def test_the_second_side_sets_up_at_the_other_end() -> None:
    table = deploying()
    table.does("deploy", character="ana", pos=[5, 1])
    assert table.refuses("deploy", character="bo", pos=[5, 12]) == "wrong_end"
    table.does("deploy", character="bo", pos=[6, 1])
    assert table.refuses("deploy", character="zed", pos=[9, 1]) == "wrong_end"
    table.does("deploy", character="zed", pos=[9, 12])


@pytest.mark.rule("SS-SET-008", "SS-SET-011")
def test_the_first_side_is_whole_before_the_second_begins() -> None:
    table = deploying(first_player="p2")
    assert table.refuses("deploy", character="ana", pos=[5, 1]) == "not_your_deployment"
    table.does("deploy", character="zed", pos=[5, 1])
    assert table.refuses("deploy", character="ana", pos=[5, 12]) == "not_your_deployment"
    assert table.refuses("deploy", character="zed", pos=[6, 1]) == "not_your_deployment"
    table.does("deploy", character="yam", pos=[6, 1])
    table.does("deploy", character="ana", pos=[5, 12])


@pytest.mark.rule("SS-SET-010")
def test_turns_begin_when_all_are_on_the_board_and_nobody_holds_stones_yet() -> None:
    table = deploying()
    table.does("deploy", character="ana", pos=[5, 1])
    table.does("deploy", character="bo", pos=[6, 1])
    table.does("deploy", character="zed", pos=[5, 12])
    assert table.refuses("take_turn", player="p1") == "wrong_phase"
    table.does("deploy", character="yam", pos=[6, 12])
    assert table.state.phase == "turn_start"
    assert {player.hand for player in table.state.players.values()} == {()}


@pytest.mark.rule("SS-TNE-008")
def test_three_trades_lift_a_cap_of_five_to_eight() -> None:
    table = building()
    team = {"player": "p1", "characters": ["three_0", "three_1", "two_0"], "terrain": ["heroes_hall"]}
    assert table.refuses("pick_team", **team, hall_trades=2) == "stars_exceed_cap"
    table.does("pick_team", **team, hall_trades=3)
    assert table.player().star_cap == 8


# ---- ready-made teams


def ready_made(table: Table) -> list[dict[str, Any]]:
    """The ready-made teams on offer, as decisions."""
    offered = [o for o in GAME.options(table.state, table.pack) if o.do == "pick_team" and not o.fields]
    return [option.arguments() for option in offered]


@pytest.mark.rule("SS-TER-001")
@pytest.mark.parametrize("mode", SEATS)
@pytest.mark.parametrize("format_", ["constructed", "free"])
def test_ready_made_teams_are_legal_for_everybody_in_turn(mode: str, format_: str) -> None:
    table = bare("team_building", mode=mode, format=format_)
    table.pack = standard()
    for player in table.state.players:
        mine = next(each for each in ready_made(table) if each["player"] == player)
        table.does(**mine)
        picked = table.player(player)
        assert sum(map(table.pack.terrain_stars, picked.terrain_deck)) == 10
        assert picked.star_cap in (None, picked.stars)
        assert player not in [each["player"] for each in ready_made(table)]
    assert table.does("confirm_teams") == ["TeamsConfirmed"]


def test_after_a_draft_only_the_terrain_deck_is_ready_made() -> None:
    players = {"p1": {"characters": ["ana", "bo", "cy"]}, "p2": {"characters": ["di", "ed", "fay"]}}
    stars = {
        "hidden_trap": {"stars": 3},
        "kaldr_peak": {"stars": 3},
        "acid_rain": {"stars": 3},
        "sand_storm": {"stars": 3},
    }
    content = {"characters": CAST, "terrain": stars}
    table = bare("team_building", format="draft", players=players, content=content)
    first, second = ready_made(table)
    assert first["characters"] == ["ana", "bo", "cy"]
    assert second["characters"] == ["di", "ed", "fay"]
    table.does(**first)
    assert [each["player"] for each in ready_made(table)] == ["p2"]
    assert len(table.player("p1").terrain_deck) > 2


def test_where_too_few_characters_are_left_no_team_is_ready_made() -> None:
    cast = {f"two_{n}": {"stars": 2} for n in range(8)}
    table = bare("team_building", content={"characters": cast})
    assert ready_made(table) == []


def test_a_newcomer_is_led_to_the_draft() -> None:
    likely = [option.fixed for option in GAME.set_up_options(standard()) if option.likely]
    assert likely == [{"mode": "1v1", "format": "draft"}]


def test_characters_are_set_up_in_the_middle_unless_somebody_says_otherwise() -> None:
    people = {"ana": {"player": "p1"}, "bo": {"player": "p1"}, "zed": {"player": "p2"}}
    table = bare("deployment", characters=people)
    spaces = []
    for _ in range(3):
        option = table.options("deploy")[0]
        spaces.append(option.fields[0].initial)
        table.does(**option.arguments({"pos": option.fields[0].initial}))
    assert spaces == ["6,1", "7,1", "6,12"]
