"""What a pack must get right beyond its types: names resolve, no fact stands twice."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.content.pack import GAME, IsofarianPack, basics
from rules.isofarian_guard.content.parts import (
    Ability,
    Accessory,
    Bonus,
    Encounter,
    FieldDraw,
    FieldEvent,
    FieldPath,
    Foe,
    Guard,
    Item,
    Keyword,
    Material,
    Node,
    Side,
    SkillNode,
    Stone,
    Weapon,
)
from rules.isofarian_guard.content.trade import (
    AiCard,
    BuildCost,
    City,
    Enemy,
    EnemyCard,
    Price,
    Quest,
    Recipe,
    Rewards,
    Stall,
)
from rules.kernel import PackInvalid, pack_hash, read_pack
from rules.kernel.pack_text import pack_text


def faults(**parts: Any) -> list[str]:
    return [str(problem) for problem in IsofarianPack(game=GAME, name="Test", **parts).problems()]


PINE = {"pine": Material()}
CARD = EnemyCard(hp=1, atk=1, def_=1, ap=1)


@pytest.mark.pitfall("BL-112")
@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        ({"nodes": {"main/1": Node(paths=("main/2",))}}, "nodes.main/1.paths: there is no node 'main/2'"),
        ({"nodes": {"main/1": Node(map_link="ryba/inn")}}, "nodes.main/1.map_link: there is no node 'ryba/inn'"),
        ({"nodes": {"main/1": Node(wood=("pine",))}}, "nodes.main/1.wood: there is no material 'pine'"),
        ({"nodes": {"main/1": Node(region="moor")}}, "nodes.main/1.region: there is no region 'moor'"),
        ({"nodes": {"main/1": Node(city="ryba")}}, "nodes.main/1.city: there is no city 'ryba'"),
        ({"nodes": {"a/1": Node(unflagged=("a/1",))}}, "nodes.a/1.unflagged: there is no waterway 'a/1'"),
        ({"encounters": {"main/1": {}}}, "encounters: there is no node 'main/1'"),
        ({"weapons": {"axe": Weapon(guards=("bob",))}}, "weapons.axe.guards: there is no guard 'bob'"),
        ({"weapons": {"axe": Weapon(chip="mud")}}, "weapons.axe.chip: there is no chip 'mud'"),
        ({"weapons": {"axe": Weapon(unlocks="leap")}}, "weapons.axe.unlocks: there is no ability 'leap'"),
        ({"stones": {"jade": Stone(bonuses=(Bonus(chip="mud"),))}}, "stones.jade.bonuses: there is no chip 'mud'"),
        ({"lapidary": {"ruby": {"jade": 2}}}, "lapidary: there is no stone 'ruby'"),
        (
            {"abilities": {"leap": Ability(type="stonebound", stone="jade")}},
            "abilities.leap.stone: there is no stone 'jade'",
        ),
        (
            {"guards": {"bob": Guard(hp=1, atk=1, def_=1, ap=1, slots={"I": "leap"})}},
            "guards.bob.slots: there is no ability 'leap'",
        ),
        (
            {"skill_trees": {"bob": {"a": SkillNode(level=1, links=("b",))}}},
            "skill_trees.bob.a.links: there is no upgrade 'b'",
        ),
        ({"ai_cards": {"wolf": {"bite": AiCard()}}}, "ai_cards: there is no enemy 'wolf'"),
        ({"cities": {"ryba": City(market={"pie": Price()})}}, "cities.ryba.market: there is no card 'pie'"),
        ({"prestige_cards": {"ryba": {}}}, "prestige_cards: there is no city 'ryba'"),
        ({"quests": {"q": Quest(kind="side", city="ryba")}}, "quests.q.city: there is no city 'ryba'"),
        ({"fort_costs": {"mill": {"1": BuildCost(materials={"oak": 4})}}}, "fort_costs.mill.1: there is no card 'oak'"),
        ({"fort_stalls": {"anvil": Stall(building="mill")}}, "fort_stalls.anvil.building: there is no building 'mill'"),
        ({"fort_recipes": {"anvil": {}}}, "fort_recipes: there is no stall 'anvil'"),
        ({"fort_markets": {"anvil": {}}}, "fort_markets: there is no stall 'anvil'"),
    ],
)
def test_a_name_that_does_not_resolve_is_a_fault(parts: dict[str, Any], fault: str) -> None:
    assert fault in faults(**parts)


@pytest.mark.pitfall("BL-112")
def test_a_card_stands_in_one_part_only() -> None:
    assert faults(items={"pine": Item()}, materials=PINE) == ["items.pine: the card stands in materials and items"]


@pytest.mark.pitfall("BL-112")
def test_a_connection_stands_once() -> None:
    nodes = {"a/1": Node(paths=("a/2",)), "a/2": Node(waterways=("a/1",))}
    assert faults(nodes=nodes) == ["nodes.a/2: the connection to a/1 stands twice"]
    assert faults(nodes={"a/1": Node(paths=("a/1",))}) == ["nodes.a/1: a node is not connected to itself"]


def test_an_encounter_names_known_enemies() -> None:
    encounters = {"main/1": {"1": {"skull_1": Encounter(enemies=(Foe(slot="I", enemy="wolf"),))}}}
    assert faults(nodes={"main/1": Node()}, encounters=encounters) == [
        "encounters.main/1.1.skull_1: there is no enemy 'wolf'"
    ]


def test_rewards_and_places_of_an_enemy_resolve() -> None:
    rewards = Rewards(drops={"pelt": 1}, only_at={"horn": ("main/9",)}, items=("pie",), stone="jade")
    card = EnemyCard(hp=1, atk=1, def_=1, ap=1, rewards=rewards, nodes={"1": ("main/8",)})
    assert faults(enemies={"wolf": Enemy(cards={"1": card})}) == [
        "enemies.wolf.cards.1.rewards.drops: there is no material 'pelt'",
        "enemies.wolf.cards.1.rewards.items: there is no card 'pie'",
        "enemies.wolf.cards.1.rewards.stone: there is no stone 'jade'",
        "enemies.wolf.cards.1.rewards: there is no drop of this enemy 'horn'",
        "enemies.wolf.cards.1.rewards: there is no node 'main/9'",
        "enemies.wolf.cards.1.nodes.1: there is no node 'main/8'",
    ]


def test_a_recipe_reduces_only_what_it_needs() -> None:
    smith = {"pie": Recipe(materials={"pine": 2}, reduced={"oak": 1}, upgrades="axe")}
    assert faults(items={"pie": Item()}, materials=PINE, cities={"ryba": City(smith=smith)}) == [
        "cities.ryba.smith.pie.reduced: there is no material of this recipe 'oak'",
        "cities.ryba.smith.pie.upgrades: there is no material of this recipe 'axe'",
    ]


@pytest.mark.rule("ISO-ABIL-005", "ISO-STON-008")
def test_stones_of_one_element_have_gems_of_one_colour() -> None:
    stones = {"a": Stone(element="fire", gem="red"), "b": Stone(element="fire", gem="blue")}
    assert faults(stones=stones) == ["stones.b.gem: fire has the gem red elsewhere, found blue"]


def test_a_file_with_an_unknown_field_is_refused_with_its_line() -> None:
    text = "game: isofarian_guard\nname: Test\nnodes:\n  main/1: {colour: red}\n"
    with pytest.raises(PackInvalid, match=r"line 4: .*colour"):
        read_pack(text, IsofarianPack, GAME)


def test_an_empty_pack_is_sound_and_a_written_one_is_read_again() -> None:
    assert faults() == []
    assert pack_hash(read_pack(pack_text(basics()), IsofarianPack, GAME)) == pack_hash(basics())


def test_what_is_shared_holds_no_words_of_cards() -> None:
    pack = IsofarianPack(
        game=GAME, name="T", items={"pie": Item(text="Yum.")}, accessories={"hat": Accessory(text="Warm.")}
    )
    shared = pack.shareable()
    assert (shared.items["pie"].text, shared.accessories["hat"].text) == ("", "")


@pytest.mark.pitfall("BL-095")
@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        ({"items": {"pie": Item(effects=({"op": "dance"},))}}, "items.pie.effects.0.op: there is no op 'dance'"),
        (
            {"items": {"pie": Item(effects=({"op": "heal", "n": "much"},))}},
            "items.pie.effects.0.n: a number or a map was expected, found 'much'",
        ),
        (
            {"accessories": {"hat": Accessory(reactive=({"trigger": "sneeze", "effects": []},))}},
            "accessories.hat.reactive.0.trigger: 'sneeze' is not one of",
        ),
        (
            {"abilities": {"leap": Ability(type="guard_ability", primary=Side(passive=({"op": "fly"},)))}},
            "abilities.leap.P.passive.0.op: there is no op 'fly'",
        ),
        (
            {
                "abilities": {
                    "leap": Ability(type="guard_ability", primary=Side(keyword=Keyword(name="chain", effects=({},))))
                }
            },
            "abilities.leap.P.keyword.effects.0.op: op is missing: what it does",
        ),
        (
            {"enemies": {"wolf": Enemy()}, "ai_cards": {"wolf": {"bite": AiCard(actions=({"op": "howl"},))}}},
            "ai_cards.wolf.bite.actions.0.op: there is no op 'howl'",
        ),
        (
            {"field_events": {"well": FieldEvent(paths={"drink": FieldPath(effects=({"luck": 3},))})}},
            "field_events.well.paths.drink: there is no such effect: {'luck': 3}",
        ),
        (
            {
                "field_events": {
                    "well": FieldEvent(
                        paths={"a": FieldPath(draw=FieldDraw(count=1, per_color={"red": ({"sil": "x"},)}))}
                    )
                }
            },
            "field_events.well.paths.a.sil: a number was expected, found 'x'",
        ),
    ],
)
def test_an_effect_that_nobody_can_carry_out_is_a_fault(parts: dict[str, Any], fault: str) -> None:
    assert [line for line in faults(**parts) if line.startswith(fault)] != []


def test_effects_may_be_written_short_where_that_is_allowed() -> None:
    event = FieldEvent(paths={"a": FieldPath(effects=({"heal": 3, "who": "guard"}, {"gain": "pie", "qty": 2}))})
    assert faults(items={"pie": Item(effects=({"heal": 4},))}, field_events={"well": event}) == []
