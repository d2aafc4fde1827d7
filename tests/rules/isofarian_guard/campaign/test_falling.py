"""When both guards fall (ISO-FALL)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.campaign import derived
from tests.rules.isofarian_guard.campaign.world import FIGHTING, TELLING, Table, both, grigory, table

LOADED = both(
    {
        "base": {"hp": 24, "ap": 3},
        "item": "bomb",
        "weapon": {"card": "volk_blade"},
        "satchel": {"pine": 3, "wood_axe": 1, "spear": 1},
        "bag": {"black_sword_1": 4, "purple_combo": 1, "purple_poison": 1, "green_sword_1": 2, "red_weaken": 3},
    },
    {"satchel": {"tent": 1, "mask": 1, "garnet": 1}, "bag": {"purple_heart": 1, "purple_evasion": 1, "red_upkeep": 1}},
)


def fallen(**given: Any) -> Table:
    """A party that has just fallen at y1 and woke at the inn."""
    game = table(**{**FIGHTING, "checkpoint": "ryba/inn", "guards": LOADED, "sil": 47, "lux": 12, **given})
    game.does("end_battle", outcome="defeat")
    return game


def back(**given: Any) -> Table:
    """A party that comes back to its pile."""
    game = table(**{"pile": {"at": "main/y1", "cards": {"tent": 1, "potion": 2, "pine": 4}}, **given})
    game.does("move", to="main/y1")
    return game


@pytest.mark.rule("ISO-FALL-001")
def test_a_lost_battle_gives_no_rewards() -> None:
    game = table(**FIGHTING)
    game.does("end_battle", outcome="defeat", rewards={"sil": 9, "lux": 9, "drops": {"pelt": 1}})
    assert (game.state.sil, game.state.lux, game.satchel()) == (0, 0, {})


@pytest.mark.rule("ISO-FALL-002", "ISO-FALL-003", "ISO-FALL-017")
def test_items_and_materials_lie_in_a_pile_and_the_rest_is_kept() -> None:
    game = fallen()
    assert game.state.pile is not None
    assert (game.state.pile.at, game.state.pile.cards) == ("main/y1", {"pine": 3, "tent": 1, "bomb": 1})
    assert (game.satchel(), game.satchel("alek")) == ({"wood_axe": 1, "spear": 1}, {"mask": 1, "garnet": 1})
    assert (game.guard().item, game.guard().weapon is not None) == (None, True)


@pytest.mark.rule("ISO-FALL-004")
def test_sil_on_the_dial_is_lost_lux_is_kept() -> None:
    assert (fallen().state.sil, fallen().state.lux) == (0, 12)


@pytest.mark.rule("ISO-FALL-005", "ISO-FALL-006")
def test_bags_are_purged_and_then_five_weaken_chips_come() -> None:
    game = fallen()
    assert game.bag() == {"black_sword_1": 4, "purple_combo": 1, "red_weaken": 5}
    assert game.bag("alek") == {"purple_heart": 1, "purple_evasion": 1, "red_weaken": 5}


@pytest.mark.rule("ISO-FALL-007", "ISO-FALL-008")
def test_both_wake_with_twenty_hp_and_no_active_ap() -> None:
    game = fallen()
    assert [guard.hp for guard in game.state.guards.values()] == [20, 20]
    assert [derived.ap_active(guard) for guard in game.state.guards.values()] == [0, 0]
    assert derived.hp_max(game.guard()) == 24


@pytest.mark.rule("ISO-FALL-009")
def test_the_party_wakes_at_the_checkpoint_or_else_at_the_courtyard() -> None:
    assert fallen().state.at == "ryba/inn"
    assert fallen(checkpoint=None).state.at == "fort_istra/courtyard"


@pytest.mark.rule("ISO-FALL-010")
def test_with_the_courtyard_rebuilt_the_party_chooses_after_the_penalties() -> None:
    game = fallen(fort={"courtyard": 1})
    assert (game.phase, game.state.sil) == ("respawn_choice", 0)
    game.does("respawn", at="checkpoint")
    assert game.state.at == "ryba/inn"
    assert fallen(fort={"courtyard": 1}, checkpoint=None).phase == "exploration"


@pytest.mark.rule("ISO-FALL-011")
def test_the_pile_is_collected_into_open_slots_within_the_material_limit() -> None:
    game = back(guards=both({"satchel": {"wood_axe": 1, "pickaxe": 1, "spear": 1}}, {"satchel": {"pine": 2}}))
    assert game.refuses("collect_pile", take={"grigory": {"tent": 1, "potion": 1}}) == "satchel_full"
    assert game.refuses("collect_pile", take={"alek": {"pine": 3}}) == "material_limit"
    assert game.refuses("collect_pile", take={"alek": {"bomb": 1}}) == "card_not_in_pile"
    game.does("collect_pile", take={"grigory": {"pine": 2, "tent": 1}})
    assert (game.satchel("alek"), game.satchel()["tent"]) == ({"pine": 4}, 1)


@pytest.mark.rule("ISO-FALL-011")
def test_no_more_of_a_card_is_offered_than_lies_in_the_pile() -> None:
    (offered,) = back().options("collect_pile")
    for field in offered.fields:
        assert {choice.value: choice.most for choice in field.choices} == {"tent": 1, "potion": 2, "pine": 4}


@pytest.mark.rule("ISO-FALL-011")
def test_the_pile_is_offered_before_the_draw_with_what_fits_into_the_satchels() -> None:
    full = {"satchel": {"wood_axe": 1, "pickaxe": 1, "spear": 1, "mask": 1}}
    game = back(guards=both(full, {"satchel": {"pine": 2, "spear": 1}}))
    first, *_ = [option for option in game.options() if option.likely]
    assert first.do == "collect_pile"
    proposed = {field.name: {c.value: c.initial for c in field.choices if c.initial} for field in first.fields}
    assert proposed == {"take.grigory": {}, "take.alek": {"pine": 2, "potion": 1, "tent": 1}}
    game.does("collect_pile", take={name.removeprefix("take."): cards for name, cards in proposed.items()})
    assert game.satchel("alek") == {"pine": 4, "potion": 1, "spear": 1, "tent": 1}


@pytest.mark.rule("ISO-FALL-012")
def test_what_is_not_taken_in_the_one_act_goes_to_the_supply() -> None:
    game = back()
    assert game.does("collect_pile", take={"grigory": {"tent": 1}}) == ["PileCollected", "CardsReturnedToSupply"]
    assert game.refuses("collect_pile", take={"grigory": {"potion": 1}}) == "no_pile_here"


@pytest.mark.rule("ISO-FALL-012")
@pytest.mark.parametrize("how", ["draw", "trigger", "leave"])
def test_drawing_triggering_or_leaving_forfeits_the_pile(how: str) -> None:
    marked = {"markers": {"narrative": {"at": "main/y1", "quest": "c1"}}, "quests": {"c1": {"status": "active"}}}
    game = back(**marked) if how == "trigger" else back()
    if how == "draw":
        assert "PileLost" in game.draws("skull_1")
    elif how == "trigger":
        assert "PileLost" in game.does("trigger_narrative")
    else:
        gone = table(at="main/g1", pile={"at": "main/g1", "cards": {"tent": 1}})
        assert gone.does("move", to="main/d1") == ["NodeEntered", "PileLost"]


@pytest.mark.rule("ISO-FALL-013")
def test_falling_again_destroys_the_old_pile() -> None:
    game = fallen(pile={"at": "main/y2", "cards": {"potion": 1}})
    assert game.state.pile is not None
    assert game.state.pile.at == "main/y1"
    assert "potion" not in game.state.pile.cards


@pytest.mark.rule("ISO-FALL-014", "ISO-FALL-015")
def test_waking_where_the_pile_lies_counts_as_returning_and_forces_nothing() -> None:
    game = fallen(checkpoint="main/y1")
    assert game.phase == "exploration"
    assert game.refuses("draw_event") == "no_draw_due"
    game.does("collect_pile", take={"alek": {"tent": 1}})
    assert game.satchel("alek") == {"mask": 1, "garnet": 1, "tent": 1}


@pytest.mark.rule("ISO-FALL-016")
def test_no_refresh_undoes_the_exhaustion_and_no_negative_chip_survives() -> None:
    game = table(**FIGHTING, checkpoint="ryba/inn")
    told = {"grigory": {"bag": {"purple_freeze": 2, "black_sword_1": 1}, "ap_exhausted": 0}}
    events = game.does("end_battle", outcome="defeat", guards=told)
    assert events.index("ChipsPurged") < events.index("WeakenChipsAdded") < events.index("ApExhausted")
    assert "ApRefreshed" not in events
    assert game.bag() == {"black_sword_1": 1, "red_weaken": 5}


@pytest.mark.rule("ISO-FALL-018")
def test_a_narrative_under_way_ends() -> None:
    game = table(**TELLING, quests={"c1": {"status": "active", "scene": 2, "step": 3}}, checkpoint="ryba/inn")
    game.does("narrative_battle")
    game.does("end_battle", outcome="defeat")
    assert (game.state.narrative, game.state.quests["c1"].step, game.state.quests["c1"].scene) == (None, 0, 2)


@pytest.mark.rule("ISO-FALL-019")
def test_the_book_may_name_where_the_party_wakes_once() -> None:
    game = table(at="main/y1", checkpoint="ryba/inn", fort={"courtyard": 1})
    game.does("name_respawn", at="caves/3")
    game.does("place_narrative", quest="c9", at="main/y1")
    game.does("trigger_narrative")
    game.does("narrative_battle")
    game.does("end_battle", outcome="defeat")
    assert (game.state.at, game.state.respawn_at) == ("caves/3", None)


@pytest.mark.rule("ISO-FALL-020")
def test_without_anything_to_drop_no_pile_is_made_and_the_old_one_is_lost() -> None:
    game = table(**FIGHTING, pile={"at": "main/y2", "cards": {"tent": 1}}, guards=grigory(satchel={"wood_axe": 1}))
    events = game.does("end_battle", outcome="defeat")
    assert ("PileLost" in events, "PileLeft" in events) == (True, False)
    assert game.state.pile is None


def test_a_single_guard_falls_alone() -> None:
    game = table(**FIGHTING, chapter=1, party=["grigory"])
    game.does("end_battle", outcome="defeat")
    assert (game.guard().hp, game.bag()) == (20, {"red_weaken": 5})
