"""The real workbook against values that were taken from it by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from rules.isofarian_guard.content.atlas import connections
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.records import record
from rules.isofarian_guard.content.trade import EnemyCard, Recipe
from rules.isofarian_guard.content.workbook.report import ImportReport
from tests.rules.isofarian_guard.content.books import real_graph

Real = tuple[IsofarianPack, ImportReport]
SETS = ("encounters", "enemies", "neighbours", "limited_to")


def value(found: Any, field: str) -> Any:
    for name in field.split("."):
        found = found[name]
    return sorted(found) if field.split(".")[0] in SETS else found


def test_every_spot_has_the_value_taken_by_hand(real: Real, expected: Mapping[str, Any]) -> None:
    wrong = []
    for spot in expected["spots"]:
        found = record(*real, **spot["record"])
        if spot.get("absent"):
            wrong += [spot["id"]] if found is not None else []
        elif value(found, spot["field"]) != value(
            {spot["field"].split(".")[0]: spot["value"]}, spot["field"].split(".")[0]
        ):
            wrong.append(spot["id"])
    assert wrong == []


def test_tables_match_row_by_row(real: Real, expected: Mapping[str, Any]) -> None:
    tables = expected["tables"]
    for row in tables["buildings"]:
        assert record(*real, "building", name=row["name"]) == {"cost": row["cost"], "items": row["items"]}
    for row in tables["resources"]:
        found = record(*real, "resource", material=row["material"])
        assert found == {key: row[key] for key in ("kind", "nodes", "lux_for_4")}
    labels = {material.label: material.rarity for material in real[0].materials.values()}
    assert labels == tables["material_rarity"]


def cards(pack: IsofarianPack) -> Iterator[tuple[str, str, EnemyCard]]:
    for kind, enemy in pack.enemies.items():
        for stars, card in enemy.cards.items():
            yield kind, stars, card


def test_enemies_are_counted_as_by_hand(real: Real, expected: Mapping[str, Any]) -> None:
    pack, counts = real[0], expected["counts"]["bestiary"]
    all_cards = list(cards(pack))
    assert len(pack.enemies) == counts["distinct_enemies"]
    assert len(all_cards) == counts["enemy_star_rows"]
    assert Counter(int(stars) for _, stars, _ in all_cards) == counts["rows_by_stars"]
    assert sum(not card.nodes for _, _, card in all_cards) == counts["rows_without_any_node"]
    never_met = [enemy.label for enemy in pack.enemies.values() if not any(c.nodes for c in enemy.cards.values())]
    assert never_met == counts["enemies_without_any_node"]


def test_meetings_are_counted_as_by_hand(real: Real, expected: Mapping[str, Any]) -> None:
    counts = expected["counts"]["bestiary"]
    met = [(chapter, ref) for _, _, card in cards(real[0]) for chapter, refs in card.nodes.items() for ref in refs]
    assert Counter(int(chapter) for chapter, _ in met) == counts["row_node_pairs_by_chapter"]
    assert len(set(met)) == counts["node_chapter_pairs"]
    for chapter, areas in counts["nodes_with_encounters"].items():
        refs = {ref for at, ref in met if chapter in (f"chapter_{at}", "any_chapter")}
        found = Counter(ref.partition("/")[0] for ref in refs)
        assert (len(refs), found["main"]) == (areas["total"], areas["numbered"])
        assert (found["frozen_wastes"], found["ice_caves"]) == (areas["frozen_wastes"], areas["ice_caves"])


def test_drops_are_counted_as_by_hand(real: Real, expected: Mapping[str, Any]) -> None:
    counts, rewards = expected["counts"]["drops"], [card.rewards for _, _, card in cards(real[0])]
    marks = Counter(drop for reward in rewards for drop in reward.drops)
    labels = {material.label: card for card, material in real[0].materials.items()}
    assert {label: marks[labels[label]] for label in counts["rows_by_material"]} == counts["rows_by_material"]
    assert marks.total() == counts["material_marks"]
    assert sum(len(reward.only_at) for reward in rewards) == counts["material_marks_limited_to_nodes"]
    assert sum(bool(reward.drops) for reward in rewards) == counts["rows_with_a_material_drop"]
    kinds = [sum(map(bool, kind)) for kind in zip(*((r.sil, r.items, r.stone) for r in rewards), strict=True)]
    assert kinds == [counts["rows_with_sil"], counts["rows_with_item_drop"], counts["rows_with_stone_drop"]]


def test_markets_are_counted_as_by_hand(real: Real, expected: Mapping[str, Any]) -> None:
    pack, counts = real[0], expected["counts"]["market"]
    places = {city.label: city.market for city in pack.cities.values()}
    places["Ft. Istra (Apothecary)"] = pack.fort_markets["apothecary"]
    assert {place: len(prices) for place, prices in places.items()} == counts["records_by_place"]
    buy = {place: sum(p.buy is not None for p in prices.values()) for place, prices in places.items()}
    sell = {place: sum(p.sell is not None for p in prices.values()) for place, prices in places.items()}
    assert (buy, sell) == (counts["can_buy_by_place"], counts["can_sell_by_place"])
    assert real[1].counts["market_items"] == counts["items"]


def offers(pack: IsofarianPack) -> Iterator[tuple[str, str, Recipe]]:
    for city in pack.cities.values():
        yield from ((city.label, card, recipe) for card, recipe in city.smith.items())
    for stall, recipes in pack.fort_recipes.items():
        label = f"Ft. Istra ({pack.fort_stalls[stall].label})"
        yield from ((label, card, recipe) for card, recipe in recipes.items())


def test_recipes_are_counted_as_by_hand(real: Real, expected: Mapping[str, Any]) -> None:
    pack, counts = real[0], expected["counts"]["recipes"]
    all_offers = list(offers(pack))
    assert (real[1].counts["recipes"], len(all_offers)) == (counts["rows"]["total"], counts["offers"])
    assert Counter(place for place, _, _ in all_offers) == counts["offers_by_place"]
    made = {card for _, card, _ in all_offers}
    worn = {
        card: pack.weapons.get(card) or pack.armors[card] for card in made if card in {**pack.weapons, **pack.armors}
    }
    assert len(worn) == counts["distinct_names"]["armor_weapon"]
    assert len(made - set(worn)) == counts["distinct_names"]["accessory_item"]
    rarities = Counter(card.rarity for card in worn.values())
    assert {stars: rarities[stars] for stars in counts["armor_weapon_rows_by_rarity"]} == counts[
        "armor_weapon_rows_by_rarity"
    ]
    assert Counter(r.lux for _, _, r in all_offers if r.lux) == counts["rows_priced_in_lux"]
    assert sum(not card.guards for card in worn.values()) == counts["unrestricted_armor_weapon_rows"]


def test_what_recipes_need_is_counted_as_by_hand(real: Real, expected: Mapping[str, Any]) -> None:
    pack, counts = real[0], expected["counts"]["recipes"]
    # A row of several cities is one row: all its offers need the same cards.
    rows = {(card, tuple(recipe.materials)): recipe for _, card, recipe in offers(pack)}
    twice = [("leather_gauntlets", 2), ("scale_shield", 3), ("traveling_boots", 2)]
    extra = sum(size for _, size in twice)
    lines = sum(card in pack.materials for recipe in rows.values() for card in recipe.materials)
    assert lines + extra == counts["material_lines"]
    assert sum(recipe.upgrades is not None for recipe in rows.values()) == counts["rows_with_prerequisite"]
    stones = sum(any(card in pack.stones for card in recipe.materials) for recipe in rows.values())
    assert stones == counts["rows_with_stone_requirement"]
    bare = [pack.accessories[card].label for (card, needed) in rows if not needed]
    assert bare == counts["rows_without_any_requirement"]


def test_paths_buildings_and_stones_are_counted_as_by_hand(real: Real, expected: Mapping[str, Any]) -> None:
    pack, report = real
    counts = expected["counts"]
    paths, stones = counts["upgrade_chains"], counts["speaking_stones"]
    ends = [record(pack, report, "chain", ends_with=end) for end in paths["ends"]]
    assert (len(report.chains), sum(map(len, report.chains))) == (paths["chains"], paths["lines"])
    assert all(ends)
    listed = [stone for stone in pack.stones.values() if stone.element]
    assert (len(listed), sum(stone.copies or 0 for stone in listed)) == (stones["kinds"], stones["copies"])
    assert Counter((s.element or "").capitalize() for s in listed) == stones["by_element"]
    assert sorted(s.label for s in pack.stones.values() if not s.element) == stones["named_in_recipes_but_not_listed"]
    assert len(pack.lapidary) == stones["with_exchange"]


def test_the_map_is_counted_as_by_hand(real: Real, expected: Mapping[str, Any]) -> None:
    pack, counts = real[0], expected["counts"]["map"]
    graph = real_graph()
    nodes = [record(*real, "map_node", id=node["id"]) for node in graph["nodes"]]
    assert len(nodes) == counts["nodes"] == len([node for node in nodes if node])
    edges = {
        frozenset({edge["a"], edge["b"]}): record(*real, "edge", a=edge["b"], b=edge["a"]) for edge in graph["edges"]
    }
    assert len(edges) == counts["edges"]
    assert sum(edge is not None and edge["water"] for edge in edges.values()) == counts["edges_by_kind"]["water"]
    assert sum(node is not None and len(node["neighbours"]) == 1 for node in nodes) == counts["dead_ends"]
    blue = [ref.partition("/")[2] for ref, node in pack.nodes.items() if node.color == "blue"]
    assert sorted(blue) == sorted(counts["blue_nodes_by_text_colour"])


def reached(pack: IsofarianPack, start: str, allowed: Callable[[str], bool]) -> set[str]:
    found, waiting = {start}, [start]
    while waiting:
        for other, way in connections(pack)[waiting.pop()].items():
            if allowed(way) and other not in found:
                found.add(other)
                waiting.append(other)
    return found


def test_the_map_hangs_together_on_foot_except_for_the_water(real: Real) -> None:
    pack = real[0]
    dry = reached(pack, "main/28", lambda way: way != "waterway")
    wet = {ref for ref, node in pack.nodes.items() if node.color == "blue"}
    assert set(pack.nodes) - dry == wet
    assert reached(pack, "main/28", lambda way: True) == set(pack.nodes)


def test_nodes_have_the_colours_that_can_be_concluded(real: Real) -> None:
    numbered = [node.color for ref, node in real[0].nodes.items() if ref.partition("/")[2].isdigit()]
    assert Counter(numbered) == {"yellow": 51, "orange": 26, "green": 13, "blue": 12, "unknown": 5, "red": 1}


@pytest.mark.rule("ISO-MKT-009", "ISO-MKT-008")
def test_the_sample_prices_of_the_rulebook_stand_in_the_workbook(real: Real) -> None:
    silny = real[0].cities["silny"].market
    assert (silny["health_potion"].buy, silny["health_potion"].sell) == (5, 2)
    assert (silny["tent"].buy, silny["tent"].sell) == (20, 10)
    assert (silny["metal_fragments"].buy, silny["metal_fragments"].sell) == (None, 5)
    assert real[0].cities["strofa"].market["tent"].buy == 30
