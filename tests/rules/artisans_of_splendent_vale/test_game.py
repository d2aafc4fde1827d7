"""What the game says about itself, the printed figures, the stock content, and what the table tells."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from rules.artisans_of_splendent_vale import figures
from rules.artisans_of_splendent_vale.cases import ADAPTER
from rules.artisans_of_splendent_vale.checks import problems
from rules.artisans_of_splendent_vale.dice import crits, payments
from rules.artisans_of_splendent_vale.game import GAME
from rules.artisans_of_splendent_vale.hexes import has_shape, placements, size
from rules.artisans_of_splendent_vale.pack import ValePack
from rules.artisans_of_splendent_vale.state import Board, Dice, Group, Position, Unit, available
from rules.artisans_of_splendent_vale.words import VERBS, Area, Effect
from rules.games import game
from rules.kernel import Observed, PackInvalid, Refused, Seeded, decision_name, event_name, read_pack
from tests.golden import test_golden
from tests.rules.artisans_of_splendent_vale.playing import begun, decide, standard

GOLDEN = Path(test_golden.__file__).parent / "artisans_of_splendent_vale" / "cases_open.yaml"
VOCABULARY = yaml.safe_load(GOLDEN.read_text(encoding="utf-8"))["vocabulary"]
LUCK = {"wrong_roll_count", "cards_missing", "card_not_in_deck"}
"""What the case files say of luck that is missing, left over or impossible."""


def facts() -> Any:
    """The facts of the catalogue."""
    package = Path(__file__).parents[3] / "rules" / "artisans_of_splendent_vale"
    return list(yaml.safe_load_all((package / "catalogue.yaml").read_text(encoding="utf-8")))[2]["facts"]


def test_the_game_is_offered_by_its_key() -> None:
    assert game("artisans_of_splendent_vale") is GAME


def test_every_word_of_the_vocabulary_is_understood() -> None:
    assert {event_name(kind) for kind in GAME.event_kinds} >= set(VOCABULARY["events"])
    assert {decision_name(kind) for kind in GAME.rulebook.deciders} >= set(VOCABULARY["decisions"])
    assert GAME.reasons >= set(VOCABULARY["reasons"]) - LUCK
    assert set(msgspec.structs.asdict(Position())) >= {key.split(".")[0] for key in VOCABULARY["state"]} - {"content"}
    assert set(VERBS) >= {"attack", "swap", "stun", "add_choice", "convert", "remove_faces"}


# ---- printed figures


@pytest.mark.rule("AV-SET-011", "AV-DICE-002", "AV-SCN-011", "AV-CND-001")
def test_the_figures_are_those_of_the_box() -> None:
    printed = facts()
    assert figures.DICE == printed["components"]["dice"] == available(Position())
    assert list(figures.FACES) == printed["dice"]["faces"]
    assert list(figures.GLYPHS) == printed["spawn_glyphs"]
    assert set(figures.CONDITIONS) == set(printed["conditions"])
    assert len(figures.CONDITIONS) == printed["components"]["condition_tokens"]["types"]
    scene = decide(begun("farah", "javi"), do="begin_scene", scene="ruin_raiders")
    with pytest.raises(Refused, match="expected"):
        decide(scene, do="spawn", group="ruffian", counts=[1, 1, 1], glyph="paw")


@pytest.mark.rule("AV-DICE-032")
def test_a_die_shows_each_result_once_unless_the_pack_says_otherwise() -> None:
    assert sorted(standard().faces) == sorted(figures.FACES)
    only_boots = msgspec.structs.replace(standard(), faces=("boot",))
    scene = decide(begun("farah", "javi"), do="begin_scene", scene="ambush")
    assert decide(scene, Seeded(1), only_boots, do="roll_initial_pool").dice.pool == {"boot": 8}


@pytest.mark.rule("AV-SIZ-001", "AV-SIZ-005", "AV-SIZ-008", "AV-CMP-001")
def test_sizes_of_characters_companions_and_mobs() -> None:
    printed = facts()["sizes"]
    state = begun("harinya", "javi")
    for name in ("farah", "javi", "soraya", "rosha"):
        assert name in printed["medium"]
        assert size(state, name) == "medium"
    for name in ("harinya", "filigree_fennec"):
        assert name in printed["smol"]
    assert size(state, "harinya") == "smol"
    assert state.companions["rosha"].owner == "harinya"
    assert size(Position(companions=state.companions | {"fennec": state.companions["rosha"]}), "fennec") == "smol"
    mobs = Position(groups={"cat": Group(size="large"), "skink": Group(size="smol")})
    assert [size(mobs, unit) for unit in ("cat_1", "skink_2", "iguana_1")] == ["large", "smol", "medium"]


@pytest.mark.rule("AV-CMP-013", "AV-CMP-014", "AV-DMG-006", "AV-EQP-008", "AV-EQP-009")
def test_the_stock_content_holds_what_is_printed() -> None:
    pack = standard()
    assert pack.characters["soraya"].toughness == 6
    assert "toughness" not in pack.characters["soraya"].stand_in
    assert (pack.companion_cards["rosha"].toughness, pack.companion_cards["rosha"].heals_per_day) == (6, 2)
    assert (pack.cards["doggo_fren"].source, pack.cards["doggo_fren"].companion) == ("harinya", "rosha")
    assert pack.companions["rosha"]["tail_wag"].cost == (("shield", "plus"),)
    assert pack.cards["long_staff"].hands == 2
    assert pack.cards["partnership_ring"].only == "javi"
    assert pack.cards["forge_blast"].abilities["forge_blast"].deplete


@pytest.mark.rule("AV-ACT-012")
def test_an_activation_has_two_or_three_sets_with_keys() -> None:
    for mob in standard().mobs.values():
        assert len(mob.sets) in (2, 3)
        assert all(each.keys for each in mob.sets)


@pytest.mark.rule("AV-JAV-003")
def test_a_circuit_may_mix_experience_and_components() -> None:
    text = (
        "game: artisans_of_splendent_vale\nname: Mixed\ngrids: {javi: {edges: [[start, a], [a, b]], "
        "nodes: {b: {cost: iron}}, circuits: {'9': [a, b]}}}\n"
    )
    assert read_pack(text, ValePack, GAME.key).grids["javi"].circuits == {"9": ("a", "b")}


@pytest.mark.parametrize(
    "part",
    [
        "grids: {ana: {}}",
        "cards: {'a b': {type: weapon}}",
        "cards: {knife: {type: weapon, abilities: {cut: {effects: [{dice: 1}]}}}}",
        "entries: {first: {}}",
        "entries: {'1': {effects: [{who: each}]}}",
        "faces: []",
        "companions: {rosha: {nom: {effects: [{}]}}}",
        "cards: {tea: {type: potion, drink: [{n: 2}]}}",
    ],
)
def test_a_faulty_pack_is_refused(part: str) -> None:
    with pytest.raises(PackInvalid):
        read_pack(f"game: artisans_of_splendent_vale\nname: Faulty\n{part}\n", ValePack, GAME.key)


# ---- what the table tells


def test_an_injury_card_that_the_pack_does_not_know_is_read_at_the_table() -> None:
    state = decide(begun("farah", "javi"), do="suffer_damage", who="farah", amount=6)
    assert state.characters["farah"].damage == 3
    state = decide(state, Observed({"injuries.farah": ["204"]}), do="suffer_damage", who="farah", amount=4)
    assert [(each.who, each.drawn) for each in state.open_injuries] == [("farah", ("204",))]
    with pytest.raises(Refused) as refusal:
        decide(state, do="read_entry", entry=7)
    assert refusal.value.code == "injury_open"
    assert {option.do for option in GAME.options(state, standard())} == {"read_injury_card"}
    state = decide(state, do="read_injury_card", who="farah", injury="Sprain", transfer=5, effect="No leaping")
    assert state.open_injuries == ()
    assert state.characters["farah"].damage == 2
    assert state.characters["farah"].injuries["Sprain"].value == 5
    with pytest.raises(Refused) as refusal:
        decide(state, do="read_injury_card", who="farah", injury="Sprain", transfer=5)
    assert refusal.value.code == "no_injury_open"


def test_instructions_of_the_books_are_followed() -> None:
    state = begun("farah", "javi")
    state = decide(state, do="follow_instruction", effect={"gain": {"silk": 2}, "who": "farah"})
    state = decide(state, do="follow_instruction", effect={"experience": 1, "who": "reader"}, by="javi")
    assert state.characters["farah"].components == {"silk": 2}
    assert [state.characters[who].experience for who in state.players] == [0, 1]
    with pytest.raises(Refused) as refusal:
        decide(state, do="follow_instruction", effect={"who": "farah"})
    assert refusal.value.code == "malformed"


def test_a_described_card_can_be_equipped_and_used() -> None:
    state = decide(begun("farah", "javi"), do="follow_instruction", effect={"gain_card": "44", "who": "farah"})
    told = {"type": "weapon", "hands": 1, "abilities": {"cut": {"cost": ["pow"], "effects": [{"attack": 4}]}}}
    state = decide(state, do="describe_card", card="44", told=told)
    state = decide(state, do="begin_scene", scene="Ambush")
    state = decide(state, do="equip", who="farah", weapons=["44"])
    state = decide(state, do="place_meeple", unit="farah", at="0,0")
    state = decide(state, do="setup_scene")
    luck = Observed({"dice": ["pow"] * 8})
    state = decide(state, luck, do="roll_initial_pool")
    state = decide(state, Observed({"dice": ["boot"] * 3}), do="begin_turn", unit="farah")
    foe = msgspec.structs.replace(
        state, units={**state.units, "ruffian_1": Unit(at=(1, 0))}, groups={"ruffian": Group(toughness=8)}
    )
    state = decide(foe, do="perform", unit="farah", action="cut", card="44", pay="pow", targets="ruffian_1")
    assert state.groups["ruffian"].dial == 4
    with pytest.raises(Refused) as refusal:
        decide(state, do="describe_card", card="long_staff", told={})
    assert refusal.value.code == "card_known"


def test_dice_are_laid_on_a_card_and_paid_from_there() -> None:
    state = Position(phase="action_scene", characters=begun("farah", "javi").characters, players=("farah", "javi"))
    state = msgspec.structs.replace(state, dice=Dice(pool={"pow": 2}))
    state = decide(state, do="place_dice", card="crossbow", dice="pow")
    assert (state.dice.pool, state.dice.cards) == ({"pow": 1}, {"crossbow": {"pow": 1}})
    assert available(state) == 10


def test_the_log_names_the_entry_for_the_end_of_the_day() -> None:
    state = decide(begun("farah", "javi"), do="set_day_entry", day="day_1", entry=521)
    state = decide(state, do="call_day_over")
    with pytest.raises(Refused) as refusal:
        decide(state, do="call_day_over")
    assert refusal.value.code == "day_is_over"
    assert decide(state, do="end_day").current_entry == 521


# ---- small things


def test_the_plainest_payment_comes_first() -> None:
    found = payments({"combo": 1, "boot": 1, "plus": 1, "wild": 1}, ("boot", "plus"))
    assert found[0] == ("boot", "plus")
    assert ("combo",) in found
    assert ("plus", "combo") not in found


def test_a_die_without_a_symbol_in_the_cost_is_no_crit() -> None:
    assert crits(("pow", "wild", "combo"), ()) == 0
    assert crits(("combo",), ("boot", "plus")) == 2
    assert crits(("pow", "wild"), ("shield",), honed=True) == 1


def test_a_shape_is_turned_and_flipped() -> None:
    line = Area(cells=((0, 0), (1, 0), (2, 0)))
    assert has_shape(line, ((0, 0), (0, 1), (0, 2)), (5, 5))
    assert not has_shape(line, ((0, 0), (1, 0), (1, 1)), (5, 5))
    hollow = Area(cells=((0, 0), (1, 0)), hollow=(0, 0))
    assert len({frozenset(laid) for laid in placements(hollow, (), (0, 0))}) == 6
    assert Effect(attack=0).verb == "attack"


def test_a_position_that_does_not_add_up_is_told() -> None:
    sheets = begun("farah", "javi").characters
    broken = Position(
        players=("farah", "javi"),
        phase="action_scene",
        characters={**sheets, "farah": msgspec.structs.replace(sheets["farah"], damage=6, cards=("9", "9"))},
        dice=Dice(pool={"boot": 13}),
        board=Board(impassable=((0, 0),)),
        units={"farah": Unit(at=(0, 0)), "javi": Unit(at=(0, 0)), "cur_1": Unit(at=(0, 0), conditions={"woe": 1})},
    )
    assert len(list(problems(broken))) >= 6
    lost = Position(players=("farah", "javi"), characters={"farah": sheets["farah"]})
    assert list(problems(lost)) == ["javi has no sheet"]


def test_an_action_is_offered_with_the_plainest_payment_and_its_boost_is_folded_away() -> None:
    given = {
        "phase": "action_scene",
        "turn": {"unit": "javi"},
        "units": {"javi": {"at": [0, 0]}, "ruffian_1": {"at": [1, 0]}},
        "groups": {"ruffian": {"toughness": 8}},
        "dice": {"pool": {"wild": 1, "pow": 1, "plus": 1}},
    }
    state = ADAPTER.state(given, ADAPTER.pack(given))
    assert state is not None
    punches = [o for o in GAME.options(state, standard()) if o.fixed.get("action") == "punch"]
    shown = [(option.fixed["boost"], option.likely, option.fields[0].initial) for option in punches]
    assert shown == [(False, True, "pow"), (True, False, "pow plus")]
