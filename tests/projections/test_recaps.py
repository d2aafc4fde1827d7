"""What a session of The Stonebound Saga and of Artisans of Splendent Vale brought, in sentences."""

from __future__ import annotations

from projections.artisans_of_splendent_vale import RECAP as VALE
from projections.stonebound_saga import RECAP as STONEBOUND
from rules.artisans_of_splendent_vale.cases import ADAPTER as VALE_CASES
from rules.artisans_of_splendent_vale.state import Position as ValePosition
from tests.rules.artisans_of_splendent_vale.playing import standard as vale
from tests.rules.stonebound_saga.table import bare


def test_a_duel_tells_who_fell_who_was_raised_and_what_came_to_the_field() -> None:
    content = {"terrain": {"hidden_trap": {"stars": 1}}}
    people = {
        "ana": {"player": "p1", "pos": [3, 3]},
        "bo": {"player": "p1", "pos": [4, 4], "hp": 0},
        "zed": {"player": "p2", "pos": [3, 4]},
    }
    before = bare(
        "activation", characters=people, content=content, terrain={"1,1": {"card": "ice_block", "owner": "p2"}}
    )
    people = {**people, "bo": {"player": "p1", "pos": [4, 4], "hp": 3}, "zed": {"player": "p2", "pos": [3, 4], "hp": 0}}
    after = bare(
        "game_over",
        characters=people,
        content=content,
        terrain={"2,2": {"card": "hidden_trap", "owner": "p1"}},
        winner="a",
    )
    assert STONEBOUND(before.state, after.state, after.pack) == [
        "Fallen: Zed.",
        "Raised: Bo.",
        "Terrain that came to the field: Hidden Trap.",
        "Terrain that left it: Ice Block.",
        "Team A won.",
    ]
    assert STONEBOUND(before.state, before.state, before.pack) == []


def test_teams_that_were_chosen_are_told() -> None:
    before, after = (
        bare("team_building", players={"p1": {"characters": names}}) for names in ([], ["ana", "bo", "cy"])
    )
    assert STONEBOUND(before.state, after.state, after.pack) == ["Player 1 fields Ana, Bo, Cy."]


def days(**given: object) -> ValePosition:
    """A position of a campaign of Farah and Harinya."""
    data = {"players": ["farah", "harinya"], **given}
    state = VALE_CASES.state(data, VALE_CASES.pack(data))
    assert state is not None
    return state


def test_a_day_in_the_vale_tells_the_log_the_map_and_each_character() -> None:
    before = days(
        log={"day_1": ["We met"]},
        locations={"Library": {"entry": 194}},
        characters={
            "farah": {"injuries": {"cracked_rib": {"value": 1}}, "todo": {"weave": {"entry": 450}}},
            "harinya": {"potions": {"healing_potion": 1}, "components": {"newt_tail": 2}},
        },
    )
    after = days(
        day="day_2",
        log={"day_1": ["We met", "The bridge fell"]},
        locations={"Library": {"entry": 194, "complete": True}, "Trail": {"entry": 279}},
        characters={
            "farah": {
                "injuries": {"cracked_rib": {"value": 0}, "lasting_scar": {"value": 3}},
                "todo": {"weave": {"entry": 450, "complete": True}, "sleep": {"entry": 7}},
                "cards": ["rising_kick"],
                "grid": {"filled": ["a"]},
                "armor": {"arms": "bladed_bracers"},
            },
            "harinya": {"potions": {"healing_potion": 3}, "components": {"newt_tail": 1, "materia": 1}},
        },
    )
    assert VALE(before, after, vale()) == [
        "The story came to Day 2.",
        "The log says: “The bridge fell”.",
        "On the map: Trail.",
        "Explored and complete: Library.",
        "Farah gained Rising Kick.",
        "Farah recovered from Cracked rib.",
        "Farah was injured: Lasting scar 3.",
        "Farah filled 1 node.",
        "Farah wears Bladed Bracers for good.",
        "Farah means to: sleep.",
        "Farah is done with: weave.",
        "Harinya has more: 2 Healing Potion, 1 materia.",
        "Harinya has fewer: 1 newt tail.",
    ]
    assert VALE(before, before, vale()) == []
