"""Set-up: Characters, drafting, the enemy, the first cards."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.encounters_shattered_wastes.derived import form_of, side_of
from rules.encounters_shattered_wastes.state import SPACES
from rules.kernel import Refused, Seeded
from tests.rules.encounters_shattered_wastes.table import GAME, Table, standard, table


def box(mode: str = "standard", players: int = 1) -> Table:
    """The box of the stock pack, just opened."""
    decision = GAME.decision({"do": "open_encounter", "mode": mode, "players": players})
    state = GAME.fold(GAME.decide(None, decision, standard(), Seeded(1)))
    assert state is not None
    return Table(state, standard())


def ready(**given: Any) -> Table:
    """A set-up that lacks nothing but the word to begin."""
    areas = {1: ["P1_a"], 2: ["P1_b"], 3: ["P1_c"], 4: ["P1_d"], 5: ["M1_e"]}
    return table("setup", **{"stamina": ["P1_s", "M1_s"], "areas": areas, **given})


@pytest.mark.rule("SW-SET-001", "SW-SET-003")
def test_a_fifth_character_and_so_a_fifth_player_cannot_join() -> None:
    game = table("setup", characters={})
    for player, character in zip("abcd", ("monk", "seer", "lancer", "ronin"), strict=True):
        game.does("choose_character", player=player, character=character)
    assert game.refuses("choose_character", player="e", character="siren") == "too_many_characters"
    with pytest.raises(Refused, match="players"):
        GAME.decision({"do": "open_encounter", "players": 5})


@pytest.mark.rule("SW-SET-002")
def test_one_character_alone_cannot_begin_and_two_can() -> None:
    assert ready(characters={"ronin": {"space": "1F"}}).refuses("begin_encounter") == "too_few_characters"
    assert "EncounterBegan" in ready().does("begin_encounter")


@pytest.mark.rule("SW-SET-004")
def test_every_player_has_a_character_and_the_last_ones_are_kept_for_those_without() -> None:
    game = box(players=3)
    for character in ("monk", "seer"):
        game.does("choose_character", player="p1", character=character)
    assert game.refuses("choose_character", player="p1", character="lancer") == "too_many_characters"
    game.does("choose_enemy", enemy="guardian")
    assert game.refusal("build_strength_deck").sentence.endswith("everybody takes a Character.")
    game.does("choose_character", player="p2", character="lancer")
    game.does("choose_character", player="p3", character="ronin")
    assert {each.player for each in game.state.characters.values()} == {"p1", "p2", "p3"}
    assert game.refuses("choose_character", player="p9", character="siren") == "too_many_characters"


@pytest.mark.rule("SW-SET-005", "SW-CMP-001")
def test_there_is_one_card_of_each_of_the_eight_characters() -> None:
    game = box()
    game.does("choose_character", character="monk")
    assert game.refuses("choose_character", character="monk") == "character_taken"
    assert game.refuses("choose_character", character="jester") == "card_not_in_pile"
    assert len(standard().characters) == 8


@pytest.mark.rule("SW-SET-006", "SW-SET-007", "SW-SET-008", "SW-SET-009", "SW-SET-015")
def test_a_character_starts_heroic_with_full_hp_and_mp_without_threat_and_not_activated() -> None:
    game = box()
    game.does("choose_character", character="lancer")
    lancer = game.who("lancer")
    assert (lancer.state, lancer.hp, lancer.mp, lancer.threat) == ("heroic", 10, 4, 0)
    assert not lancer.activated
    assert lancer.corruption is None


@pytest.mark.rule("SW-SET-010", "SW-SET-011")
def test_a_character_starts_on_any_free_space_of_the_ten() -> None:
    for space in SPACES:
        game = table("setup", characters={"ronin": {}, "siren": {}})
        game.does("place_character", character="ronin", space=space)
        assert game.who("ronin").space == space
        assert game.refuses("place_character", character="siren", space=space) == "space_occupied"
    assert game.refuses("place_character", character="siren", space="6F") == "no_such_space"
    assert game.refuses("place_character", character="siren", space="3X") == "no_such_space"


@pytest.mark.rule("SW-SET-012", "SW-SET-013", "SW-GLO-001")
def test_hp_and_mp_do_not_rise_above_the_card() -> None:
    effects = [{"op": "gain", "stat": stat, "amount": 9} for stat in ("hp", "mp")]
    sides = {"heroic_side": {"max_hp": 7, "max_mp": 5}}
    ronin = {"space": "1F", "hp": 1, "mp": 1, "items": {"draught": "ready"}, **sides}
    game = table(active="ronin", content={"items": {"draught": {"effects": effects}}}, characters={"ronin": ronin})
    game.does("use_item", character="ronin", item="draught")
    assert (game.who("ronin").hp, game.who("ronin").mp) == (7, 5)


@pytest.mark.rule("SW-SET-014", "SW-DRF-006")
def test_a_character_card_gives_all_its_figures_and_the_sirens_draft_is_the_rulebooks() -> None:
    siren, seer = standard().characters["siren"], standard().characters["seer"]
    assert siren.draft == {"martial": 1, "support": 3, "sorcery": 2, "item": 2}
    assert siren.trait is not None
    assert siren.trait.name == "Blackpowder Ballad"
    side = seer.heroic_side
    assert (side.dice, side.damage, side.critical) == (1, 1, 4)
    assert side.max_hp > 0
    assert side.max_mp > 0


@pytest.mark.rule("SW-SET-016")
@pytest.mark.parametrize(
    "lacking",
    [{"stamina": []}, {"areas": {1: ["P1_a"]}}, {"characters": {"ronin": {"space": "1F"}, "siren": {}}}],
)
def test_the_first_round_waits_for_stamina_areas_and_spaces(lacking: Any) -> None:
    assert ready(**lacking).refuses("begin_encounter") == "setup_incomplete"


@pytest.mark.rule("SW-SET-016", "SW-DRF-002")
def test_the_first_round_waits_for_cards_that_are_still_to_be_kept() -> None:
    characters = {"ronin": {"space": "1F", "draft": {"martial": 3}}, "siren": {"space": "2F"}}
    game = ready(characters=characters)
    assert game.refuses("begin_encounter") == "setup_incomplete"
    game.does("draft_cards", character="ronin")
    game.does("keep_cards", character="ronin", keep=["mar_1", "mar_2", "mar_3"])
    assert "EncounterBegan" in game.does("begin_encounter")


# ---- drafting


def drafting() -> Table:
    draft = {"martial": 2, "item": 2}
    decks = {"martial": ["m1", "m2", "m3", "m4"], "item": ["i1", "i2", "i3", "i4"]}
    return table("setup", decks=decks, characters={"ronin": {"draft": draft}, "siren": {"draft": draft}})


@pytest.mark.rule("SW-DRF-001")
def test_a_character_draws_what_its_card_says_once() -> None:
    game = drafting()
    one = {"martial": ["m1"], "item": ["i1", "i2"]}
    assert game.refuses("draft_cards", character="ronin", cards=one) == "wrong_draw_count"
    game.does("draft_cards", character="ronin")
    assert game.state.setup.drafted["ronin"] == {"martial": ("m1", "m2"), "item": ("i1", "i2")}
    assert game.refuses("draft_cards", character="ronin") == "wrong_draw_count"


@pytest.mark.rule("SW-DRF-002", "SW-DRF-003", "SW-DRF-005")
def test_three_different_drawn_cards_are_kept_in_any_mix_of_abilities_and_items() -> None:
    game = drafting()
    game.does("draft_cards", character="ronin")
    assert game.refuses("keep_cards", character="ronin", keep=["m1", "m2"]) == "must_keep_three"
    assert game.refuses("keep_cards", character="ronin", keep=["m1", "m1", "m2"]) == "must_keep_three"
    assert game.refuses("keep_cards", character="ronin", keep=["m1", "m2", "m3"]) == "not_drafted"
    game.does("keep_cards", character="ronin", keep=["m2", "i1", "i2"])
    assert game.who("ronin").abilities == ("m2",)
    assert game.who("ronin").items == {"i1": "ready", "i2": "ready"}
    assert game.refuses("keep_cards", character="ronin", keep=["m1", "i1", "i2"]) == "must_keep_three"


@pytest.mark.rule("SW-DRF-004")
def test_what_was_not_kept_goes_back_when_everybody_has_chosen() -> None:
    game = drafting()
    game.does("draft_cards", character="ronin")
    game.does("keep_cards", character="ronin", keep=["m2", "i1", "i2"])
    assert "m1" not in game.state.decks["martial"].contents
    game.does("draft_cards", character="siren")
    assert "UnkeptCardsReturned" in game.does("keep_cards", character="siren", keep=["m3", "m4", "i3"])
    assert set(game.state.decks["martial"].contents) == {"m1"}
    assert set(game.state.decks["item"].contents) == {"i4"}
    assert GAME.check(game.state) == []


@pytest.mark.rule("SW-DRF-007")
def test_the_first_game_deals_named_cards_to_four_named_characters() -> None:
    game = box("first_time")
    assert game.refuses("choose_character", character="siren") == "no_first_time_loadout"
    game.does("choose_character", character="monk")
    game.does("choose_character", character="lancer")
    assert game.who("monk").abilities == ("marks_of_the_valkyrie", "spirit_bond", "commune")
    assert game.who("lancer").items == {"health_potion": "ready"}
    assert "commune" not in game.state.decks["support"].contents
    assert game.options("draft_cards") == []
    assert game.refuses("draft_cards", character="monk") == "wrong_draw_count"
    assert GAME.check(game.state) == []


@pytest.mark.rule("SW-DRF-008")
def test_the_first_game_needs_two_characters_as_well() -> None:
    game = ready(mode="first_time", characters={"monk": {"space": "1F"}})
    assert game.refuses("begin_encounter") == "too_few_characters"


# ---- the enemy


def before_the_enemy(physical: int = 2, magical: int = 1, heads: int = 2, **given: Any) -> Table:
    side = {"strength": {"physical": physical, "magical": magical}}
    names = ("ronin", "siren", "seer", "monk")[:heads]
    return table("setup", enemy={"healthy_side": side}, characters={name: {} for name in names}, **given)


@pytest.mark.rule("SW-ENM-001", "SW-ENM-002", "SW-ENM-009")
def test_the_enemy_is_chosen_or_drawn_and_starts_healthy() -> None:
    game = box()
    game.does("choose_enemy")
    assert game.state.enemy is not None
    assert game.state.enemy.name in standard().enemies
    game.does("choose_enemy", enemy="guardian")
    assert (game.state.enemy.name, game.state.enemy.form) == ("guardian", "healthy")
    assert game.refuses("choose_enemy", enemy="windmill") == "card_not_in_pile"
    game.does("choose_character", character="monk")
    game.does("choose_character", character="seer")
    game.does("build_strength_deck")
    assert game.shown()["status"] == "guarded"


@pytest.mark.rule("SW-ENM-003", "SW-ENM-013", "SW-CMP-002")
def test_five_rage_cards_of_the_form_are_shuffled_and_those_of_the_other_set_aside() -> None:
    game = box()
    game.does("choose_enemy", enemy="guardian")
    assert set(game.state.rage_deck.contents) == {f"guardian_{n}" for n in range(1, 6)}
    assert len(game.state.rage_deck.layers) == 1  # nobody knows the order
    assert set(game.state.injured_rage_deck.contents) == {f"guardian_{n}" for n in range(6, 11)}


@pytest.mark.rule("SW-ENM-004", "SW-ENM-017")
@pytest.mark.parametrize(("heads", "physical", "magical"), [(2, 8, 2), (3, 12, 3), (4, 16, 4)])
def test_stamina_has_the_printed_number_of_each_intent_per_character(heads: int, physical: int, magical: int) -> None:
    game = before_the_enemy(4, 1, heads)
    assert game.refuses("build_strength_deck", physical=physical + 1) == "wrong_strength_count"
    game.does("build_strength_deck")
    counted = game.shown()["counts"]
    assert counted["stamina"] == {"physical": physical, "magical": magical, "total": physical + magical}
    assert game.refuses("build_strength_deck") == "wrong_strength_count"
    assert game.refuses("choose_character", character="lancer") in ("wrong_strength_count", "too_many_characters")
    assert game.refuses("choose_enemy", enemy="guardian") == "wrong_strength_count"


@pytest.mark.rule("SW-ENM-005")
def test_both_intents_are_shuffled_together_into_stamina() -> None:
    game = box()
    game.does("choose_enemy", enemy="guardian")
    for character in ("monk", "seer"):
        game.does("choose_character", character=character)
    decision = GAME.decision({"do": "build_strength_deck"})
    after = GAME.fold(GAME.decide(game.state, decision, standard(), Seeded(1)), game.state)
    assert after is not None
    assert len(after.stamina.layers) == 1
    assert {card[0] for card in after.stamina.contents} == {"P", "M"}


@pytest.mark.rule("SW-ENM-006", "SW-ENM-007", "SW-ENM-008")
def test_each_area_gets_one_card_of_the_supply_that_counts_as_strength() -> None:
    game = before_the_enemy()
    game.does("build_strength_deck")
    seeds = {1: "P1_r9", 2: "M1_r9", 3: "P1_r10", 4: "P1_r11", 5: "M1_r10"}
    assert game.refuses("seed_areas", cards={1: "P1_r9"}) == "wrong_area_seed"
    assert game.refuses("seed_areas", cards={**seeds, 5: "P1_r1"}) == "card_not_in_pile"
    assert game.refuses("seed_areas", cards={**seeds, 5: "P1_r9"}) == "card_not_in_pile"
    game.does("seed_areas", cards=seeds)
    assert game.state.areas["2"] == ("M1_r9",)
    assert game.shown()["counts"]["strength_in_play"] == 6 + 5
    assert game.state.stamina.size == 6
    assert game.refuses("seed_areas", cards=seeds) == "wrong_area_seed"
    other = before_the_enemy()
    other.does("seed_areas")
    assert [len(cards) for cards in other.state.areas.values()] == [1] * 5


@pytest.mark.rule("SW-ENM-010")
def test_the_affliction_deck_is_shuffled() -> None:
    deck = box().state.affliction_deck
    assert (deck.size, len(deck.layers)) == (33, 1)


@pytest.mark.rule("SW-ENM-011")
def test_the_first_game_is_against_the_guardian_with_one_card_of_each_intent_per_character() -> None:
    game = box("first_time")
    assert game.refuses("choose_enemy", enemy="example_enemy") == "card_not_in_pile"
    game.does("choose_enemy")
    assert game.state.enemy is not None
    assert game.state.enemy.name == "guardian"
    for character in ("monk", "seer", "ronin"):
        game.does("choose_character", character=character)
    game.does("build_strength_deck", physical=3, magical=3)
    assert game.state.stamina.size == 6


@pytest.mark.rule("SW-ENM-012")
def test_the_first_game_starts_with_physical_cards_in_the_areas() -> None:
    game = before_the_enemy(mode="first_time")
    seeds = {1: "P1_r9", 2: "P1_r8", 3: "P1_r10", 4: "P1_r11", 5: "M1_r10"}
    assert game.refuses("seed_areas", cards=seeds) == "wrong_area_seed"
    game.does("seed_areas")
    assert all(cards[0].startswith("P") for cards in game.state.areas.values())


@pytest.mark.rule("SW-ENM-014", "SW-DIF-005")
def test_each_side_of_an_enemy_card_gives_its_figures_and_the_difficulty_changes_nothing() -> None:
    card = standard().enemies["guardian"]
    assert (card.healthy_side.refresh_value, card.healthy_side.area_limit) == (1, 9)
    assert card.injured_side.change == "add"
    assert card.trait is not None
    assert card.difficulty
    game = box()
    game.does("choose_enemy", enemy="guardian")
    assert "difficulty" not in GAME.visible_to(game.state, None).enemy.__struct_fields__  # type: ignore[union-attr]


@pytest.mark.rule("SW-ENM-016")
def test_an_enemys_trait_applies_while_its_form_is_in_play() -> None:
    trait = {"name": "Thick hide", "modifiers": {"damage": -1}}
    enemies = {"guardian": {"trait": trait, "injured_trait": {"modifiers": {"damage": 1}}}}
    for form, left in (("healthy", ("P1_b", "P1_c")), ("injured", ())):
        game = table(
            active="ronin",
            enemy={"form": form},
            content={"enemies": enemies},
            areas={1: ["P1_a", "P1_b", "P1_c"]},
            characters={"ronin": {"space": "1F", "heroic_side": {"damage": 2}}, "siren": {"space": "5F"}},
        )
        game.does("basic_attack", character="ronin", rolls=[3])
        assert game.state.areas["1"] == left


# ---- harder, easier, journeys


@pytest.mark.rule("SW-DIF-001")
def test_a_location_holds_for_the_whole_encounter() -> None:
    places = {"ruins": {"modifiers": {"area_limit": -2, "refresh_value": 1}}, "grove": {}}
    game = table("setup", content={"locations": places})
    game.does("add_location", location="ruins")
    assert game.state.locations == ("ruins",)
    assert game.refuses("add_location", location="ruins") == "card_not_in_pile"
    assert (game.shown()["enemy"]["area_limit"], game.shown()["enemy"]["refresh_value"]) == (7, 2)


@pytest.mark.rule("SW-DIF-002")
def test_relics_are_given_before_the_encounter_chosen_or_at_random() -> None:
    game = table("setup", content={"relics": {"crown": {}, "orb": {}}})
    game.does("give_relic", character="ronin", relic="crown")
    assert game.refuses("give_relic", character="siren", relic="crown") == "card_not_in_pile"
    game.does("give_relic", character="siren")
    assert game.who("siren").relics == ("orb",)
    assert game.refuses("give_relic", character="siren") == "card_not_in_pile"
    assert table("action").refuses("give_relic", character="siren", relic="x") == "wrong_phase"


@pytest.mark.rule("SW-DIF-003", "SW-DRF-005")
def test_a_relic_has_its_effect_while_it_is_equipped() -> None:
    game = table(
        active="ronin",
        content={"relics": {"crown": {"modifiers": {"damage": 1, "dice": 1}}}},
        areas={1: ["P1_a", "P1_b", "P1_c"]},
        characters={"ronin": {"space": "1F", "relics": ["crown"]}, "siren": {"space": "5F"}},
    )
    assert game.refuses("basic_attack", character="ronin", rolls=[3]) == "wrong_dice_count"
    game.does("basic_attack", character="ronin", rolls=[3, 4])
    assert game.state.areas["1"] == ("P1_c",)


@pytest.mark.rule("SW-DIF-004")
def test_trackers_are_carried_over_in_journey_mode_only() -> None:
    carried = {"character": "ronin", "hp": 2, "mp": 1, "threat": 3}
    assert table("setup").refuses("carry_over", **carried) == "not_journey_mode"
    game = table("setup", mode="journey")
    game.does("carry_over", **carried)
    assert (game.who("ronin").hp, game.who("ronin").mp, game.who("ronin").threat) == (2, 1, 3)
    assert game.refuses("carry_over", **{**carried, "hp": 60}) == "malformed"


@pytest.mark.rule("SW-CMP-003", "SW-CMP-004")
def test_the_box_holds_so_many_cards_and_none_is_lost_or_added() -> None:
    state = box().state
    assert {intent: deck.size for intent, deck in state.reserve.items()} == {"physical": 50, "magical": 50}
    assert {deck: cards.size for deck, cards in state.decks.items()} == dict.fromkeys(state.decks, 20)
    assert (state.affliction_deck.size, sum(card.copies for card in standard().relics.values())) == (33, 48)
    assert len(standard().locations) == 8
    assert GAME.check(state) == []
    assert GAME.check(replace(state, wounds=("P1_x",))) == ["101 Strength cards are there, 100 were laid out."]
    double = replace(state, decks={**state.decks, "item": state.decks["item"].underneath("ghost_nectar")})
    assert GAME.check(double) == ["ghost_nectar is there 2 times."]


@pytest.mark.rule("SW-CMP-006")
def test_each_of_four_characters_has_a_cube_for_hp_mp_and_threat() -> None:
    game = box(players=4)
    for number, character in enumerate(("monk", "seer", "ronin", "siren"), 1):
        game.does("choose_character", player=f"p{number}", character=character)
    trackers = [(each.hp, each.mp, each.threat) for each in game.state.characters.values()]
    assert trackers == [(7, 5, 0), (6, 8, 0), (7, 5, 0), (6, 9, 0)]


@pytest.mark.rule("SW-CMP-007")
def test_the_side_in_play_is_that_of_the_state_and_of_the_form() -> None:
    characters = {
        name: {"space": f"{n}F", "state": name} for n, name in enumerate(("heroic", "shattered", "reclaimed"), 1)
    }
    game = table(characters=characters, enemy={"form": "injured", "injured_side": {"area_limit": 3}})
    sides = {name: type(side_of(each)).__name__ for name, each in game.state.characters.items()}
    assert sides == {"heroic": "HeroicSide", "shattered": "ShatteredSide", "reclaimed": "HeroicSide"}
    assert form_of(game.state).area_limit == 3
