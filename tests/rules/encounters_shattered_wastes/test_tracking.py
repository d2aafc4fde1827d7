"""What is tracked, what is hidden, what is recorded, and cards that only the table can read."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.encounters_shattered_wastes import strength
from rules.encounters_shattered_wastes.state import Character, Position
from rules.kernel import Deck, Observed, Refused, Seeded
from tests.rules.encounters_shattered_wastes.table import GAME, Table, acting, standard, table


@pytest.mark.rule("SW-TRK-001")
def test_what_is_tracked_of_a_character() -> None:
    assert {
        "state", "space", "hp", "mp", "corruption", "threat", "abilities", "items", "relics", "afflictions",
        "activated", "actions_left", "used_active", "used_free", "used_reactions", "used_trait",
    } <= set(Character.__struct_fields__)  # fmt: skip
    game = acting(items={"flask": "used"})
    stored = msgspec.json.decode(msgspec.json.encode(game.state), type=Position)
    assert stored == game.state


@pytest.mark.rule("SW-TRK-002")
def test_what_is_tracked_of_an_encounter() -> None:
    game = table("defend", fatigue=["P1_a", "P2_b"], wounds=["M1_c"], areas={3: ["P1_d", "P1_e"]}, locations=["ruins"])
    shown = game.shown()
    assert (shown["fatigue"], shown["wounds"], shown["areas"]["3"]) == (["P1_a", "P2_b"], ["M1_c"], ["P1_d", "P1_e"])
    assert (shown["mode"], shown["enemy"]["form"], shown["round"], shown["phase"]) == (
        "standard",
        "healthy",
        1,
        "defend",
    )
    assert (shown["locations"], shown["outcome"]) == (["ruins"], None)


@pytest.mark.rule("SW-TRK-003", "SW-ENM-015")
@pytest.mark.pitfall("BL-113")
def test_backs_are_public_and_faces_are_not() -> None:
    game = table(
        areas={1: ["P3.d2_secret"]}, fatigue=["M5.t3_secret"], wounds=["P1.d1_secret"], stamina=["M2.a1_secret"]
    )
    seen = GAME.visible_to(game.state, "p1")
    assert b"secret" not in msgspec.json.encode(seen)
    assert b".d2" not in msgspec.json.encode(seen)
    assert (seen.areas["1"], seen.fatigue, seen.wounds) == (("P3",), ("M5",), ("P1",))
    assert seen.stamina == Deck.shuffled(["M2"])
    assert strength.total_threat(seen.areas["1"]) == 3
    assert strength.intent(seen.fatigue[0]) == "magical"


@pytest.mark.rule("SW-ENM-015")
@pytest.mark.parametrize(
    ("code", "intent", "threat", "symbols"),
    [
        ("P1", "physical", 1, {}),
        ("P5.d3", "physical", 5, {"damage": 3}),
        ("M2.t1.a2.c1_x", "magical", 2, {"threat": 1, "affliction": 2, "corruption": 1}),
    ],
)
def test_a_strength_card_says_all_by_its_code(code: str, intent: str, threat: int, symbols: dict[str, int]) -> None:
    assert strength.is_strength(code)
    assert (strength.intent(code), strength.back_threat(code), strength.symbols(code)) == (intent, threat, symbols)
    assert not strength.is_strength("P6.d1")
    assert not strength.is_strength("Q1")


@pytest.mark.rule("SW-TRK-004")
def test_dice_and_cards_are_recorded_with_the_decision_and_must_be_possible() -> None:
    opened = GAME.fold(GAME.decide(None, GAME.decision({"do": "open_encounter"}), standard(), Seeded(1)))
    chance = Seeded(2)
    GAME.decide(opened, GAME.decision({"do": "seed_areas"}), standard(), chance)
    assert [(answer.source, len(answer.values)) for answer in chance.answers] == [("seeds", 5)]
    seen = Observed({"seeds": ["P1.d1", "P1.d1", "M5.t3", "P2.d2", "M1.a1"]})
    (event,) = GAME.decide(opened, GAME.decision({"do": "seed_areas"}), standard(), seen)
    assert event.cards["3"] == "M5.t3"  # type: ignore[attr-defined]
    with pytest.raises(Refused) as caught:
        GAME.decide(opened, GAME.decision({"do": "seed_areas"}), standard(), Observed({"seeds": ["M5.t3"] * 5}))
    assert caught.value.code == "luck_impossible"


@pytest.mark.rule("SW-TRK-004")
@pytest.mark.parametrize(
    ("pile", "given", "do"),
    [
        ("stamina", {"refresh": {"filled": True}}, {"do": "refresh_roll", "character": "ronin", "rolls": [3]}),
        (
            "fatigue",
            {"refresh": {"filled": True}, "stamina": [], "fatigue": ["P1_f"]},
            {"do": "refresh_roll", "character": "ronin", "rolls": [3]},
        ),
        ("rage_deck", {}, {"do": "resolve_area", "area": 1}),
        ("affliction_deck", {"areas": {1: ["P1.a1_a"]}}, {"do": "resolve_area", "area": 1}),
    ],
)
def test_a_reported_card_must_be_in_its_pile(pile: str, given: Any, do: Any) -> None:
    game = table("refresh" if do["do"] == "refresh_roll" else "defend", **given)
    assert game.refuses(**do, cards={pile: ["P5_nowhere"]}) == "card_not_in_pile"
    listed = game.shown()[pile]
    game.does(**do, cards={pile: [listed[-1]]})
    assert listed[-1] not in game.shown()[pile][:-1]


# ---- cards that only the table can read


def unread(phase: str = "action", **facts: Any) -> Table:
    """The ronin with a card of the stock pack that nobody entered."""
    ronin = {"space": "1F", "abilities": ["blade_blossom"], **facts}
    given: dict[str, Any] = {"active": "ronin"} if phase == "action" else {}
    game = table(phase, characters={"ronin": ronin, "siren": {"space": "5B"}}, areas={1: ["P2_a", "P1_b"]}, **given)
    return Table(game.state, standard())


@pytest.mark.rule("SW-ABL-002")
def test_an_unknown_card_is_used_as_the_table_reads_it() -> None:
    game = unread(mp=4)
    said = {"character": "ronin", "ability": "blade_blossom"}
    assert game.refuses("use_ability", **said) == "card_unknown"
    assert game.refuses("use_unknown_card", **said, use="active", cost=5) == "not_enough_mp"
    game.does("use_unknown_card", **said, use="active", cost=3, dice=2, bonus_damage=1, rolls=[3, 4])
    assert (game.who("ronin").mp, game.who("ronin").actions_left, game.who("ronin").threat) == (1, 1, 3)
    assert game.refuses("use_unknown_card", **said, use="active") == "ability_already_used"
    game.does("use_unknown_card", **said, use="reaction", cost=1)
    assert game.refuses("use_unknown_card", **said, use="reaction") == "reaction_already_used"
    known = Table(acting(abilities=["terra_strike"]).state, standard())
    assert known.refuses("use_unknown_card", character="ronin", ability="terra_strike", use="free") == "card_known"


@pytest.mark.rule("SW-ABL-002", "SW-THR-002")
@pytest.mark.parametrize(
    ("effect", "said", "found"),
    [
        ({"op": "gain", "stat": "threat", "amount": 12}, {}, lambda g: g.who("ronin").state == "shattered"),
        ({"op": "reduce", "stat": "hp", "amount": 2}, {}, lambda g: g.who("ronin").hp == 4),
        ({"op": "gain_affliction"}, {}, lambda g: g.who("ronin").afflictions == ("affliction",)),
        (
            {"op": "place", "from": "area_top", "to": "fatigue"},
            {"target_area": 1},
            lambda g: g.state.fatigue == ("P2_a",),
        ),
        ({"op": "move", "steps": 9}, {"to": "4B"}, lambda g: g.who("ronin").space == "4B"),
        ({"op": "grant_action"}, {}, lambda g: g.state.granted_actions == {"ronin": 1}),
        (
            {"op": "take", "stat": "mp", "amount": 1, "from": "self", "to": "target"},
            {"target": "siren"},
            lambda g: g.who("ronin").mp == 5,
        ),
    ],
)
def test_what_an_unknown_card_did_is_told_effect_by_effect(effect: Any, said: Any, found: Any) -> None:
    game = unread()
    state = msgspec.structs.replace(game.state, affliction_deck=Deck.shuffled({"affliction": 3}))
    game = Table(state, standard())
    game.does("resolve_at_table", card="blade_blossom", character="ronin", effect=effect, **said)
    assert found(game)
    assert GAME.check(game.state) == []


@pytest.mark.rule("SW-RCL-001")
def test_an_unknown_card_may_reclaim_a_character_that_is_off_the_board() -> None:
    gone = {"on_board": False, "removed_because": "corruption", "state": "shattered", "corruption": 7}
    game = table(active="ronin", characters={"ronin": {"space": "1F", "abilities": ["commune"]}, "siren": gone})
    decks = {deck: Deck.shuffled(standard().deck(deck)) for deck in game.state.decks}
    game = Table(msgspec.structs.replace(game.state, decks=decks), standard())
    said = {"card": "commune", "character": "siren", "effect": {"op": "reclaim"}}
    assert game.refuses("resolve_at_table", **said, draw=["martial"] * 2, space="2F") == "must_draw_three"
    game.does("resolve_at_table", **said, draw=["martial"] * 3, space="2F")
    assert (game.who("siren").state, game.who("siren").space) == ("reclaimed", "2F")


@pytest.mark.rule("SW-ABL-002")
def test_nothing_is_told_of_cards_that_are_known_or_out_of_sight() -> None:
    game = unread()
    said = {"character": "ronin", "effect": {"op": "gain", "stat": "hp", "amount": 1}}
    assert game.refuses("resolve_at_table", card="terra_strike", **said) == "card_known"
    assert game.refuses("resolve_at_table", card="commune", **said) == "card_known"
    other = {"character": "ronin", "effect": {"op": "move_action"}}
    assert game.refuses("resolve_at_table", card="blade_blossom", **other) == "malformed"
    assert GAME.told_by_people == {"use_unknown_card", "resolve_at_table", "tell_card"}
    assert unread("setup").refuses("resolve_at_table", card="blade_blossom", **said) == "wrong_phase"


@pytest.mark.rule("SW-RCT-011")
def test_an_unknown_reaction_may_be_told_beside_an_open_window() -> None:
    characters = {
        "lancer": {"space": "2F", "abilities": ["reckless_sacrifice"]},
        "siren": {"space": "1F", "abilities": ["commune"], "threat": 4},
    }
    game = Table(table("defend", characters=characters, areas={1: ["P1.d2_a"]}).state, standard())
    game.does("resolve_area", area=1)
    game.does("use_unknown_card", character="siren", ability="commune", use="reaction", cost=1)
    game.does(
        "resolve_at_table", card="commune", character="siren", effect={"op": "reduce", "stat": "threat", "amount": 2}
    )
    game.does("pass_reactions")
    assert (game.who("siren").threat, game.who("siren").hp, game.state.defend.next_area) == (2, 4, 2)


def told(game: Table, area: int, back: str, face: str | None = None) -> None:
    """The table says what lies on top of an Area; the face is left to the app where it is not known."""
    luck = Observed({"cards_with_that_back": [face]}) if face else Seeded(3)
    decision = GAME.decision({"do": "tell_card", "area": area, "back": back})
    after = GAME.fold(GAME.decide(game.state, decision, game.pack, luck), game.state)
    assert GAME.check(after) == GAME.check(game.state)
    game.state = after


@pytest.mark.rule("SW-TRK-003", "SW-BRD-005")
def test_a_card_told_by_its_back_changes_places_with_one_of_stamina() -> None:
    game = table(stamina=["M2.t1_a", "P1_b"], areas={3: ["P4.d3_x", "P1_y"]}, reserve={"physical": 0, "magical": 0})
    told(game, 3, "M2")
    assert game.state.areas["3"] == ("M2.t1_a", "P1_y")
    assert game.state.stamina.contents == {"P4.d3_x": 1, "P1_b": 1}


@pytest.mark.rule("SW-TRK-004")
def test_its_face_is_said_once_it_is_turned_and_may_come_from_the_supply() -> None:
    game = table(stamina=["P1_b"], areas={3: ["P4.d3_x"]}, reserve={"physical": ["P4.d2.c1_r"], "magical": ["M1.a1_r"]})
    told(game, 3, "P4", "P4.d2.c1_r")
    assert game.state.areas["3"] == ("P4.d2.c1_r",)
    assert game.state.reserve["physical"].contents == {"P4.d3_x": 1}
    told(game, 3, "M1")
    assert game.state.areas["3"] == ("M1.a1_r",)
    assert game.state.reserve["physical"].contents == {"P4.d3_x": 1, "P4.d2.c1_r": 1}
    assert game.state.reserve["magical"].contents == {}


@pytest.mark.rule("SW-TRK-004")
def test_no_card_is_told_that_has_been_seen_elsewhere_or_where_none_lies() -> None:
    game = table(stamina=["P1_b"], areas={3: ["P4.d3_x"]}, wounds=["M5.t3_w"], reserve={"physical": 0, "magical": 0})
    assert game.refuses("tell_card", area=3, back="M5") == "card_not_in_pile"
    assert game.refuses("tell_card", area=2, back="P4") == "no_strength_in_area"
    assert game.refuses("tell_card", area=6, back="P4") == "area_not_targetable"
    offered = [option for option in GAME.options(game.state, game.pack) if option.do == "tell_card"]
    assert [(option.fixed["area"], [c.value for c in option.fields[0].choices]) for option in offered] == [
        ("3", ["P1", "P4"])
    ]
