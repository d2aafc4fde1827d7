"""The content: what the rulebook counts, what a pack must hold, and the facts that the rules work on."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec
import pytest
import yaml

from rules.kernel import PackInvalid, read_pack
from rules.stonebound_saga import figures
from rules.stonebound_saga.derived import class_type
from rules.stonebound_saga.pack import Ability, CharacterCard, StoneboundPack, TerrainFacts, printed_deck
from rules.stonebound_saga.teams import dashboard
from rules.stonebound_saga.terrain_cards import CARDS
from tests.rules.stonebound_saga.table import GAME, bare, scene, standard

*_, FACTS = yaml.safe_load_all((files("rules.stonebound_saga") / "catalogue.yaml").read_text(encoding="utf-8"))
FACTS = FACTS["facts"]


def problems(**changes: Any) -> str:
    return "; ".join(problem.message for problem in msgspec.structs.replace(standard(), **changes).problems())


def changed(part: str, name: str, **changes: Any) -> dict[str, Any]:
    things = getattr(standard(), part)
    return {part: {**things, name: msgspec.structs.replace(things[name], **changes)}}


def test_the_stock_pack_is_whole() -> None:
    assert problems() == ""


@pytest.mark.rule("SS-CMP-001")
def test_the_components_are_those_that_the_rules_work_with() -> None:
    box = FACTS["components"]
    assert box["board"] == {"count": 1, "inches": [25, 35]}
    assert box["ability_cards"] == 2 * box["character_cards"] == 140
    assert box["dashboards"] == figures.MOST_CHARACTERS
    assert len(figures.FACES) == len(box["dice"]["faces"]) ** box["dice"]["d10_pairs"]
    assert standard().board.columns == standard().board.rows == 12


@pytest.mark.rule("SS-CMP-003")
def test_pegs_and_tokens_never_run_out() -> None:
    ten = {f"fuse_{n}": ["wind_1"] for n in range(7)}
    table = scene(
        hand="wind_1",
        ana={"fuses": ten, "statuses": {"shear": 150}},
        abilities={
            **{name: {"card": "defense", "fuse": True, "grants": [{"counter": True}]} for name in ten},
            "one_more": {"card": "defense", "element": "wind", "cost": 1, "fuse": True, "grants": [{"counter": True}]},
        },
    )
    table.does("fuse", ability="one_more", stones=["wind_1"])
    assert len(table.character("ana").fuses) == 8
    assert table.held("ana", "shear") == 150


@pytest.mark.rule("SS-CMP-004")
def test_an_ability_stands_on_the_offensive_or_the_defensive_card_of_a_character() -> None:
    assert {ability.card for ability in standard().abilities.values()} == {"offense", "defense"}
    assert "no character is called nobody" in problems(**changed("abilities", _an_offense(), of="nobody"))
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"name": "X", "of": "a", "card": "both", "element": "fire", "cost": 1}, Ability)


@pytest.mark.rule("SS-CMP-005")
@pytest.mark.parametrize(
    ("stars", "offense", "defense", "fits"),
    [(1, 1, 1, True), (1, 2, 1, False), (2, 2, 1, True), (2, 1, 2, True), (2, 2, 2, False), (3, 2, 2, True)],
)
def test_colours_follow_from_stars(stars: int, offense: int, defense: int, fits: bool) -> None:
    elements = figures.ELEMENTS
    card = msgspec.structs.replace(
        standard().characters["vanguard_1"], stars=stars, offense=elements[:offense], defense=elements[3 : 3 + defense]
    )
    told = problems(characters={**standard().characters, "vanguard_1": card})
    assert ("colours expected" in told) is not fits


@pytest.mark.rule("SS-CMP-006")
def test_each_colour_gives_three_abilities() -> None:
    pack = standard()
    for name, card in pack.characters.items():
        assert len(pack.abilities_of(name)) == {1: 6, 2: 9, 3: 12}[card.stars]
    gone = next(iter(pack.abilities))
    assert "3 " in problems(abilities={name: a for name, a in pack.abilities.items() if name != gone})


@pytest.mark.rule("SS-CMP-007")
def test_only_own_abilities_in_own_colours_are_used() -> None:
    table = scene(
        cards={"ana": {"offense": ["wind"], "defense": ["earth"]}},
        abilities={
            "own": {"element": "wind", "steps": [{"add": "burn"}]},
            "other_colour": {"element": "fire", "steps": [{"add": "burn"}]},
            "of_zed": {"of": "zed", "element": "wind", "steps": [{"add": "burn"}]},
        },
    )
    for name in ("of_zed", "unheard_of", "other_colour"):
        assert table.refuses("use_ability", ability=name, target="zed") == "ability_not_available"
    assert "AbilityUsed" in table.does("use_ability", ability="own", target="zed")


@pytest.mark.rule("SS-CMP-008")
def test_there_are_seven_classes() -> None:
    assert {card.class_ for card in standard().characters.values()} == {*figures.PHYSICAL, *figures.SPIRIT}
    assert FACTS["characters"]["classes"] == len(figures.PHYSICAL) + len(figures.SPIRIT) == 7
    assert FACTS["characters"]["count"] == 70
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**msgspec.to_builtins(standard().characters["vanguard_1"]), "class": "wizard"}, CharacterCard)


@pytest.mark.rule("SS-CMP-009")
def test_a_bought_pack_is_no_business_of_the_game_but_characters_have_one_to_three_stars() -> None:
    assert FACTS["pack"] == {"cards": 5, "one_star": 4, "chance_slot": ["two_star", "three_star"]}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**msgspec.to_builtins(standard().characters["vanguard_1"]), "stars": 4}, CharacterCard)


@pytest.mark.rule("SS-CMP-010")
def test_a_dashboard_begins_at_the_printed_stats() -> None:
    it = dashboard(standard().characters["watchman_2"], "p1")
    assert (it.hp, it.atk, it.crt, it.mv, it.rng, it.pd, it.sd) == (11, 4, 25, 3, 4, 1, 1)
    assert (it.max_hp, it.start_pd, it.start_sd, it.fuses) == (11, 1, 1, {})


@pytest.mark.rule("SS-CMP-011")
def test_classes_have_their_damage_type() -> None:
    assert [class_type(name) for name in ("marauder", "tactician", "vanguard", "watchman")] == ["physical"] * 4
    assert [class_type(name) for name in ("prophet", "remnant", "sentinel")] == ["spirit"] * 3
    assert list(figures.PHYSICAL) == FACTS["classes"]["physical"]


@pytest.mark.rule("SS-STN-001", "SS-STN-002", "SS-STN-003")
def test_the_deck_has_140_stones_of_28_designs_in_seven_elements() -> None:
    deck = printed_deck()
    assert sorted(figures.ELEMENTS) == sorted(["wind", "water", "neutral", "fire", "earth", "darkness", "light"])
    assert len(deck) == 28
    assert sum(deck.values()) == 140
    for value, count in (("1", 70), ("2", 42), ("3", 21), ("inf", 7)):
        assert sum(n for stone, n in deck.items() if stone.endswith(f"_{value}")) == count
    assert dict(standard().stones) == deck
    assert "a stone such as" in problems(stones={"mud_2": 3})


def test_a_table_with_more_stones_records_them() -> None:
    assert problems(stones={**printed_deck(), "fire_1": 17}) == ""


@pytest.mark.rule("SS-TEA-004")
def test_barren_wasteland_counts_one_star_in_every_pack() -> None:
    assert standard().terrain_stars("barren_wasteland") == 1
    assert "1 star" in problems(**changed("terrain", "barren_wasteland", stars=3))
    table = bare("team_building", content={"characters": {n: {"stars": 1} for n in "abc"},
                                           "terrain": {"forest_fire": {"stars": 9}}})  # fmt: skip
    table.does("pick_team", player="p1", characters=["a", "b", "c"], terrain=["forest_fire", "barren_wasteland"])


def test_every_terrain_card_of_the_facts_is_there_with_its_element() -> None:
    listed = {card: element for element in figures.ELEMENTS for card in FACTS["terrain"][element]}
    assert {name: card.element for name, card in CARDS.items()} == listed
    assert len(CARDS) == 35
    assert "are missing" in problems(terrain={n: f for n, f in standard().terrain.items() if n != "ice_block"})
    assert "no terrain card" in problems(terrain={**standard().terrain, "swamp": TerrainFacts(stars=1)})


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"fuse": True}, "only defensive"),
        ({"steps": ()}, "steps expected"),
        ({"of": "nobody"}, "no character is called nobody"),
        ({"element": "light"}, "is no offense colour"),
    ],
)
def test_a_faulty_ability_is_refused(changes: dict[str, Any], told: str) -> None:
    assert told in problems(**changed("abilities", _an_offense(), **changes))


def _an_offense() -> str:
    pack = standard()
    return next(n for n, a in pack.abilities.items() if a.card == "offense" and a.element != "light")


def test_a_step_names_one_effect() -> None:
    name = _an_offense()
    for steps in ([{"heal": 1, "damage": 2}], [{"chance": [1, 50]}], [{}]):
        ability = msgspec.convert({**msgspec.to_builtins(standard().abilities[name]), "steps": steps}, Ability)
        assert "one effect" in problems(abilities={**standard().abilities, name: ability})


def test_a_pack_of_another_shape_is_refused_with_its_place() -> None:
    with pytest.raises(PackInvalid, match="characters"):
        read_pack("game: stonebound_saga\nname: X\ncharacters: 3\nabilities: {}\nterrain: {}", StoneboundPack, GAME.key)
