"""Action Phase: who activates, actions, Move, Recover, ties and timing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.encounters_shattered_wastes.table import GAME, Table, acting, table

STAY: dict[str, Any] = {"path": []}


def three(**facts: Any) -> Table:
    characters = {
        name: {"space": f"{n}F", **facts.get(name, {})} for n, name in enumerate(("ronin", "siren", "seer"), 1)
    }
    return table(characters=characters)


def plays_out(game: Table, name: str) -> None:
    """An activation that does nothing."""
    game.does("activate", character=name)
    for _ in range(2):
        game.does("move", character=name, **STAY)
    game.does("end_activation", character=name)


@pytest.mark.rule("SW-ACT-001", "SW-ACT-013")
@pytest.mark.parametrize("order", [("ronin", "siren", "seer"), ("seer", "ronin", "siren")])
def test_characters_activate_in_any_order_and_none_is_skipped(order: tuple[str, ...]) -> None:
    game = three()
    for name in order:
        assert game.state.phase == "action"
        plays_out(game, name)
    assert game.state.phase == "defend"
    assert game.names()[-1] == "DefendPhaseBegan"


@pytest.mark.rule("SW-ACT-002")
def test_when_nobody_agrees_the_highest_hp_of_those_who_wait_activates() -> None:
    game = three(ronin={"hp": 6, "activated": True}, siren={"hp": 4}, seer={"hp": 5})
    assert game.does("settle_activation_order") == ["ActivationOrderSettled"]
    assert game.state.next_to_activate == "seer"
    assert game.refuses("activate", character="siren") == "not_next"
    assert [option.fixed["character"] for option in game.options("activate")] == ["seer"]
    game.does("activate", character="seer")
    assert game.state.next_to_activate is None


@pytest.mark.rule("SW-ACT-003")
def test_a_tie_of_hp_is_rolled_off_and_again_among_the_tied() -> None:
    game = three(ronin={"hp": 5}, siren={"hp": 5}, seer={"hp": 5})
    game.does("settle_activation_order")
    assert set(game.state.tied or ()) == {"ronin", "siren", "seer"}
    assert game.refuses("settle_activation_order", rolls={"ronin": 1, "siren": 2}) == "not_tied"
    game.does("settle_activation_order", rolls={"ronin": 6, "siren": 6, "seer": 2})
    assert game.refuses("settle_activation_order", rolls={"ronin": 1, "siren": 2, "seer": 3}) == "not_tied"
    game.does("settle_activation_order", rolls={"ronin": 1, "siren": 2})
    assert game.state.next_to_activate == "siren"
    assert three(seer={"hp": 5}, ronin={"hp": 4}).refuses("settle_activation_order", rolls={"ronin": 3}) == "not_tied"


@pytest.mark.rule("SW-ACT-004", "SW-ACT-005", "SW-ACT-007", "SW-ACT-008")
@pytest.mark.parametrize(
    ("do", "arguments"),
    [
        ("move", {"path": ["2F"]}),
        ("basic_attack", {"rolls": [5]}),
        ("recover", {"roll": 2, "choose": "reduce_threat"}),
        ("use_ability", {"ability": "chant"}),
        ("shatter", {}),
    ],
)
def test_five_kinds_of_actions_of_which_two_are_performed_no_fewer_and_no_more(do: str, arguments: Any) -> None:
    content = {"abilities": {"chant": {"deck": "support", "subtype": "active"}}}
    game = acting(abilities=["chant"], board={"content": content, "areas": {1: ["P1_a", "P1_b"]}})
    assert game.does(do, character="ronin", **arguments)[-1] in ("ActionPerformed", "CharacterRemoved")
    assert game.who("ronin").actions_left == 1
    assert game.refuses("end_activation", character="ronin") == "actions_remaining"
    game.does("move", character="ronin", **STAY)
    assert game.refuses(do, character="ronin", **arguments) == "no_actions_left"
    game.does("end_activation", character="ronin")


@pytest.mark.rule("SW-ACT-007")
def test_the_same_action_may_be_performed_twice() -> None:
    game = acting(threat=5)
    for _ in range(2):
        game.does("recover", character="ronin", roll=2, choose="reduce_threat")
    assert game.who("ronin").threat == 1


@pytest.mark.rule("SW-ACT-006", "SW-ACT-009")
def test_one_character_is_active_at_a_time_and_each_once_a_round() -> None:
    game = three()
    game.does("activate", character="ronin")
    assert game.refuses("activate", character="siren") == "another_is_active"
    assert game.refuses("settle_activation_order") == "another_is_active"
    for _ in range(2):
        game.does("move", character="ronin", **STAY)
    game.does("end_activation", character="ronin")
    assert game.refuses("activate", character="ronin") == "already_activated"


@pytest.mark.rule("SW-ACT-010")
@pytest.mark.parametrize(
    ("do", "arguments"),
    [
        ("move", STAY),
        ("basic_attack", {"rolls": [1]}),
        ("recover", {"roll": 1}),
        ("shatter", {}),
        ("end_activation", {}),
    ],
)
def test_only_the_active_character_acts(do: str, arguments: Any) -> None:
    game = acting(board={"areas": {5: ["P1_a"]}})
    assert game.refuses(do, character="siren", **arguments) == "not_active_character"


@pytest.mark.rule("SW-ACT-011", "SW-RMV-001")
def test_at_the_end_of_an_activation_first_the_removal_then_the_token() -> None:
    game = acting(hp=0, actions_left=0)
    assert game.does("end_activation", character="ronin")[:2] == ["CharacterRemoved", "ActivationEnded"]
    game = acting(hp=1, actions_left=0)
    assert game.does("end_activation", character="ronin") == ["ActivationEnded"]
    assert game.who("ronin").activated


@pytest.mark.rule("SW-ACT-012")
def test_items_and_free_abilities_go_before_between_and_after_the_actions() -> None:
    free = {"deck": "support", "subtype": "free", "effects": [{"op": "gain", "stat": "hp", "amount": 1}]}
    content = {
        "abilities": {"one": free, "two": free},
        "items": {"flask": {"effects": [{"op": "gain", "stat": "hp", "amount": 1}]}},
    }
    game = acting(hp=1, abilities=["one", "two"], items={"flask": "ready"}, board={"content": content})
    game.does("use_ability", character="ronin", ability="one")
    game.does("move", character="ronin", **STAY)
    game.does("use_item", character="ronin", item="flask")
    game.does("move", character="ronin", **STAY)
    game.does("use_ability", character="ronin", ability="two")
    assert game.who("ronin").hp == 4
    game.does("end_activation", character="ronin")
    assert game.refuses("use_item", character="ronin", item="flask") == "not_active_character"


@pytest.mark.rule("SW-ACT-014")
def test_a_character_removed_in_its_activation_loses_the_rest_of_it() -> None:
    game = acting(state="reclaimed", threat=7, heroic_side={"dice": 2}, board={"areas": {1: ["P5_a"]}})
    happened = game.does("basic_attack", character="ronin", rolls=[5, 5])
    assert happened[-2:] == ["CharacterRemoved", "ActivationEnded"]
    assert "ActionPerformed" not in happened
    assert (game.state.active, game.who("ronin").actions_left) == (None, 0)
    assert game.state.phase == "action"


@pytest.mark.rule("SW-ACT-013", "SW-ACT-014")
def test_the_phase_ends_when_the_last_who_waited_is_removed() -> None:
    others = {"siren": {"space": "5B", "activated": True}}
    side = {"dice": 2}
    game = acting(state="reclaimed", threat=7, heroic_side=side, others=others, board={"areas": {1: ["P5_a"]}})
    assert game.does("basic_attack", character="ronin", rolls=[5, 5])[-1] == "DefendPhaseBegan"


@pytest.mark.rule("SW-ACT-015")
def test_a_granted_action_is_beside_the_two_and_falls_away_with_the_activation() -> None:
    call = {"deck": "support", "subtype": "free", "effects": [{"op": "grant_action", "who": "target"}]}
    game = acting(abilities=["call"], board={"content": {"abilities": {"call": call}}})
    game.does("use_ability", character="ronin", ability="call", target="siren")
    assert [option.fixed["character"] for option in game.options("move")] == ["ronin", "siren"]
    game.does("move", character="siren", path=["4B"])
    assert game.refuses("move", character="siren", **STAY) == "not_active_character"
    assert (game.who("siren").activated, game.who("ronin").actions_left) == (False, 2)
    unused = acting(abilities=["call"], actions_left=0, board={"content": {"abilities": {"call": call}}})
    unused.does("use_ability", character="ronin", ability="call", target="siren")
    unused.does("end_activation", character="ronin")
    assert unused.state.granted_actions == {}


@pytest.mark.rule("SW-ACT-016", "SW-RMV-009")
def test_a_removed_character_does_nothing_and_its_space_is_free() -> None:
    gone = {"on_board": False, "removed_because": "zero_hp", "hp": 0}
    game = table(characters={"ronin": {"space": "1F"}, "siren": {"space": "2F"}, "seer": gone})
    assert game.refuses("activate", character="seer") == "character_removed"
    game.does("activate", character="ronin")
    assert game.refuses("move", character="seer", **STAY) == "character_removed"
    assert game.refuses("activate", character="nobody") == "malformed"
    assert "seer" not in [choice.value for field in game.options("move")[0].fields for choice in field.choices]


# ---- Move


@pytest.mark.rule("SW-MOV-001", "SW-MOV-002", "SW-MOV-007")
@pytest.mark.parametrize(
    ("path", "code"),
    [
        (["2F", "3F", "4F", "5F"], "too_many_steps"),
        (["3F"], "not_adjacent"),
        (["2B"], "not_adjacent"),
        (["1F"], "not_adjacent"),
        (["0F"], "no_such_space"),
        (["2F", "9B"], "no_such_space"),
    ],
)
def test_a_move_has_up_to_three_steps_each_to_an_adjacent_space_of_the_board(path: list[str], code: str) -> None:
    assert acting().refuses("move", character="ronin", path=path) == code
    game = acting()
    game.does("move", character="ronin", path=["2F", "2B", "3B"])
    assert game.who("ronin").space == "3B"


@pytest.mark.rule("SW-MOV-003", "SW-MOV-004", "SW-MOV-005")
def test_others_are_passed_but_their_space_is_no_end() -> None:
    others = {"siren": {"space": "2F"}, "seer": {"space": "3B"}}
    game = acting(others=others)
    assert game.refuses("move", character="ronin", path=["2F"]) == "space_occupied"
    game.does("move", character="ronin", path=["2F", "3F"])
    assert game.who("ronin").space == "3F"
    assert game.who("siren").space == "2F"


@pytest.mark.rule("SW-MOV-006")
def test_no_step_at_all_and_a_way_back_are_moves() -> None:
    game = acting()
    game.does("move", character="ronin", path=[])
    game.does("move", character="ronin", path=["1B", "1F"])
    assert (game.who("ronin").space, game.who("ronin").actions_left) == ("1F", 0)


@pytest.mark.rule("SW-MOV-002")
@pytest.mark.parametrize(("to", "path"), [("3F", ("2F", "3F")), ("2B", ("2F", "2B")), ("1B", ("1B",))])
def test_a_space_is_reached_by_the_shortest_way(to: str, path: tuple[str, ...]) -> None:
    game = acting()
    game.does("move", character="ronin", to=to)
    assert [event.path for event in game.events if hasattr(event, "path")] == [path]
    assert acting().refuses("move", character="ronin", to="5F") == "too_many_steps"
    assert acting().refuses("move", character="ronin", to="7F") == "no_such_space"


# ---- Recover


@pytest.mark.rule("SW-REC-001", "SW-REC-002")
def test_recover_rolls_one_die_and_reduces_threat() -> None:
    game = acting(threat=7)
    assert game.refuses("recover", character="ronin", choose="reduce_threat", rolls=[1, 2]) == "wrong_dice_count"
    game.does("recover", character="ronin", roll=3, choose="reduce_threat")
    assert game.who("ronin").threat == 4


@pytest.mark.rule("SW-REC-003")
def test_recover_gains_mp_up_to_the_maximum() -> None:
    game = acting(mp=1, heroic_side={"max_mp": 6})
    game.does("recover", character="ronin", roll=4, choose="gain_mp")
    assert game.who("ronin").mp == 5
    game.does("recover", character="ronin", roll=4, choose="gain_mp")
    assert game.who("ronin").mp == 6


@pytest.mark.rule("SW-REC-004")
def test_recover_removes_one_affliction_whatever_the_roll() -> None:
    game = acting(afflictions=["aff_8", "aff_9"])
    assert game.refuses("recover", character="ronin", roll=1, choose="remove_affliction", affliction="aff_1") != ""
    game.does("recover", character="ronin", roll=1, choose="remove_affliction", affliction="aff_9")
    assert game.who("ronin").afflictions == ("aff_8",)


@pytest.mark.rule("SW-REC-005", "SW-REC-006", "SW-REC-007", "SW-REC-008", "SW-REC-009")
def test_a_critical_recover_may_do_the_whole_or_the_plain_result() -> None:
    side = {"critical": 2, "max_mp": 6}
    for choose, key, whole, plain in (("reduce_threat", "threat", 0, 7), ("gain_mp", "mp", 6, 2)):
        for use, value in ((True, whole), (False, plain)):
            game = acting(threat=9, mp=0, heroic_side=side)
            happened = game.does("recover", character="ronin", roll=2, choose=choose, use_critical=use)
            assert getattr(game.who("ronin"), key) == value
            assert ("CriticalScored" in happened) == use
    for use, left in ((True, ()), (False, ("aff_9",))):
        game = acting(afflictions=["aff_8", "aff_9"], heroic_side=side)
        game.does("recover", character="ronin", roll=2, choose="remove_affliction", use_critical=use)
        assert game.who("ronin").afflictions == left


@pytest.mark.rule("SW-REC-005")
def test_a_critical_value_above_six_does_not_come_up_on_recover() -> None:
    game = acting(threat=9, heroic_side={"critical": 7})
    game.does("recover", character="ronin", roll=6, choose="reduce_threat")
    assert game.who("ronin").threat == 3


@pytest.mark.rule("SW-REC-010", "SW-REC-011", "SW-REC-012")
def test_what_recover_does_not_do() -> None:
    game = acting(state="shattered", corruption=4, threat=0)
    choose = {"character": "ronin", "roll": 3}
    assert game.refuses("recover", **choose, choose="gain_mp") == "shattered_has_no_mp"
    assert game.refuses("recover", **choose, choose="reduce_corruption") == "corruption_not_recoverable"
    assert game.refuses("recover", **choose, choose="remove_affliction") == "no_affliction_to_remove"
    game.does("recover", **choose, choose="reduce_threat")  # may change nothing
    assert game.who("ronin").corruption == 4


@pytest.mark.rule("SW-REC-001")
@pytest.mark.pitfall("BL-071")
def test_the_result_is_chosen_when_the_die_lies_there() -> None:
    game = acting(threat=5, mp=1)
    assert game.does("recover", character="ronin", roll=3)[-1] == "ChoiceDue"
    assert game.refuses("move", character="ronin", **STAY) == "choice_due"
    assert game.refuses("choose_recovery", choose="remove_affliction") == "no_affliction_to_remove"
    labels = [option.label for option in game.options("choose_recovery")]
    assert labels == ["Reduce Threat from 5 to 2", "Gain MP from 1 to 4"]
    assert game.does("choose_recovery", choose="gain_mp")[-1] == "ActionPerformed"
    assert (game.who("ronin").mp, game.state.due) == (4, None)
    assert game.refuses("choose_recovery", choose="gain_mp") == "no_choice_due"


# ---- ties and timing


@pytest.mark.rule("SW-TIM-001")
def test_with_an_active_character_its_player_decides() -> None:
    assert acting().refuses("settle_timing", rolls={"p1": 3}) == "active_player_decides"


@pytest.mark.rule("SW-TIM-002", "SW-TIM-003")
def test_without_one_the_players_agree_or_roll_and_the_tied_again() -> None:
    players = {
        "ronin": {"space": "1F", "player": "a"},
        "siren": {"space": "2F", "player": "b"},
        "seer": {"space": "3F", "player": "c"},
    }
    game = table("defend", characters=players)
    game.does("settle_timing", rolls={"a": 5, "b": 5, "c": 1})
    assert game.state.timing_decider is None
    assert game.refuses("settle_timing", rolls={"a": 5, "c": 5}) == "not_tied"
    assert game.refuses("settle_timing", rolls={"z": 5}) == "not_tied"
    game.does("settle_timing", rolls={"a": 2, "b": 4})
    assert game.state.timing_decider == "b"
    agreed = table("defend", characters=players)  # nothing has to be rolled
    agreed.does("resolve_area", area=1)


def test_the_position_is_healthy_after_an_activation() -> None:
    game = three()
    plays_out(game, "ronin")
    assert GAME.check(game.state) == []
