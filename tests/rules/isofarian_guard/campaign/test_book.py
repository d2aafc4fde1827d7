"""What the books order, and campaigns that were played elsewhere before."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard import GAME
from rules.isofarian_guard.campaign import derived
from tests.rules.isofarian_guard.campaign.playing import RICH
from tests.rules.isofarian_guard.campaign.world import CHOOSING, FIGHTING, TELLING, Table, fresh_game, grigory, table

GRIGORY = {"party": ["grigory"], "at": "main/y1"}


def adopted(**told: Any) -> Table:
    game = fresh_game()
    game.does("adopt_position", **{**GRIGORY, **told})
    return game


@pytest.mark.rule("ISO-ECO-003", "ISO-NAR-012")
@pytest.mark.parametrize("phase", [{}, TELLING], ids=["exploring", "story"])
def test_the_book_gives_and_takes_in_exploration_and_in_events(phase: dict[str, Any]) -> None:
    game = table(**phase, sil=3, lux=2, guards=grigory(hp=9, satchel={"tent": 1}, bag={"red_weaken": 2}))
    outcome = {
        "sil": -5,
        "lux": -1,
        "cards": {"potion": 2},
        "hp": {"grigory": -20},
        "chips": {"grigory": {"red_weaken": -1}},
    }
    game.does("follow_book", outcome=outcome, take={"grigory": {"tent": 1}})
    assert (game.state.sil, game.state.lux, game.guard().hp) == (0, 1, 1)
    assert (game.satchel(), game.bag()) == ({"potion": 2}, {"red_weaken": 1})


@pytest.mark.parametrize(("phase", "code"), [(FIGHTING, "not_in_exploration"), (CHOOSING, "chip_unresolved")])
def test_books_wait_for_battles_and_chips(phase: dict[str, Any], code: str) -> None:
    assert table(**phase).refuses("follow_book", outcome={"sil": 1}) == code
    assert table(**phase).refuses("start_chapter", chapter=3) == code


def test_the_book_takes_only_what_is_there() -> None:
    assert table().refuses("follow_book", take={"grigory": {"tent": 1}}) == "card_not_in_satchel"
    assert table().refuses("follow_book") == "no_effect"


@pytest.mark.rule("ISO-NOD-011")
def test_only_red_nodes_are_opened() -> None:
    game = table()
    assert game.refuses("open_node", node="main/y1") == "wrong_kind"
    game.does("open_node", node="main/r1")
    assert game.refuses("open_node", node="main/r1") == "no_effect"


def test_being_placed_elsewhere_is_no_move() -> None:
    game = table(pile={"at": "main/g1", "cards": {"tent": 1}})
    assert game.does("place_party", at="main/y1") == ["PileLost", "PartyPlaced"]
    assert game.refuses("draw_event") == "no_draw_due"
    assert (
        table(at="main/b1", boat={"at": "main/b1", "aboard": True}).refuses("place_party", at="main/y1")
        == "must_leave_boat"
    )


def test_a_respawn_place_is_taken_back_with_an_empty_name() -> None:
    game = table()
    assert game.refuses("name_respawn", at="") == "no_effect"
    game.does("name_respawn", at="caves/3")
    game.does("name_respawn", at="")
    assert game.state.respawn_at is None


# ---- adopting


def test_a_running_campaign_is_taken_over_as_it_lies_on_the_table() -> None:
    game = fresh_game()
    told = {key: value for key, value in RICH.items() if key != "do"}
    assert game.does("adopt_position", **told) == ["GameSetUp", "PositionAdopted"]
    state = game.state
    assert (state.chapter, state.sil, state.stash.sil, state.fort["lapidary"]) == (2, 80, 200, 2)
    assert (derived.hp_max(game.guard()), game.guard().weapon is not None) == (30, True)
    assert GAME.check(state) == []
    game.does("move", to="fort_istra/barracks")
    game.does("rest")


def test_earlier_campaigns_count_as_completed() -> None:
    game = adopted(campaign=4)
    assert game.state.campaigns_done == (1, 2, 3)
    game.does("complete_campaign")
    game.does("start_campaign", campaign=5, party=["pavel", "yana"])


def test_bonus_chips_that_lie_in_the_bag_leave_with_their_source() -> None:
    sheet = {
        "weapon": "volk_blade",
        "weapon_stones": ["garnet"],
        "bag": {"black_sword_1": 3, "black_sword_2": 1},
        "abilities": {"IV": "slash"},
    }
    game = adopted(guards={"grigory": sheet})
    assert (game.guard().gems, derived.bound(game.guard())) == ({"IV": "red"}, {"slash": ("garnet", "weapon")})
    game.does("unequip_ability", guard="grigory", slot="IV")
    game.does("unequip", guard="grigory", slot="weapon")
    assert game.bag() == {"black_sword_1": 2}


def test_quests_and_chips_on_the_map_come_along() -> None:
    game = adopted(
        chapter=2, completed=["ring"], scrolls={"hunt": "main/y2"}, narrative={"c1_08": "main/g1"}, decks={"forest": 12}
    )
    assert game.refuses("start_quest", quest="ring", at="main/y1") == "already_completed"
    assert game.state.field_decks["forest"].size == 12
    game.does("move", to="main/g1")
    game.does("trigger_narrative")


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"party": []}, "unknown_guard"),
        ({"party": ["nobody"]}, "unknown_guard"),
        ({"party": ["grigory", "alek", "vera"]}, "party_full"),
        ({"guards": {"grigory": {"hp": 25}}}, "invariant_broken"),
        ({"guards": {"grigory": {"satchel": {"pine": 5}}}}, "invariant_broken"),
        ({"guards": {"grigory": {"bag": {"black_sword_1": 6}}}}, "invariant_broken"),
        ({"guards": {"grigory": {"weapon": "unheard_of"}}}, "wrong_slot"),
        ({"guards": {"grigory": {"weapon": "short_sword", "abilities": {"I": "slash"}}}}, "no_open_stone_slot"),
        ({"sil": 100}, "malformed"),
    ],
    ids=str,
)
def test_what_the_rules_do_not_allow_is_named_and_not_changed_in_silence(told: dict[str, Any], code: str) -> None:
    assert fresh_game().refuses("adopt_position", **{**GRIGORY, **told}) == code


def test_a_campaign_that_is_kept_is_not_replaced() -> None:
    assert table().refuses("adopt_position", **GRIGORY) == "campaign_not_completed"
