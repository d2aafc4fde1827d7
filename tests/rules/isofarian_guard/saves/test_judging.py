"""What has to be settled before a position that was written down elsewhere is adopted."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.isofarian_guard import GAME
from rules.isofarian_guard.campaign import derived
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import standard
from rules.isofarian_guard.content.parts import Ability
from rules.isofarian_guard.saves.judging import Judgement, judge
from rules.isofarian_guard.saves.reading import read_save
from rules.isofarian_guard.saves.sheet import GuardSheet, Line, OpenQuest, Settled, Sheet
from rules.kernel import Seeded
from tests.rules.isofarian_guard.saves.files import sample

PLAIN = Sheet(at="28", guards=(GuardSheet(name="grigory", plays=True),))


def grigory(**more: Any) -> Sheet:
    return replace(PLAIN, guards=(GuardSheet(name="grigory", plays=True, **more),))


def asked(sheet: Sheet) -> list[str]:
    """Where something has to be settled."""
    judgement = judge(sheet, standard())
    assert (judgement.decision is None) == bool(judgement.serious)
    return [finding.place for finding in judgement.serious]


def told(sheet: Sheet) -> str:
    return " ".join(finding.sentence for finding in judge(sheet, standard()).findings)


def adopted(sheet: Sheet) -> Position:
    judgement = judge(sheet, standard())
    assert judgement.decision is not None, judgement.findings
    state = GAME.fold(GAME.decide(None, judgement.decision, standard(), Seeded(0)))
    assert state is not None
    return state


def test_a_plain_sheet_is_adopted() -> None:
    state = adopted(replace(PLAIN, chapter=2, sil=12, lux=3, fort=(Line("Baren's Forge", 2), Line("Boat Dock", 0))))
    assert (state.at, state.chapter, state.sil, state.lux) == ("main/28", 2, 12, 3)
    assert state.fort == {"blacksmith": 2}
    assert GAME.check(state) == []


@pytest.mark.parametrize("text", ["28", "node 28", "main/28"])
def test_a_node_is_named_by_number_or_name(text: str) -> None:
    assert adopted(replace(PLAIN, at=text)).at == "main/28"


def test_a_place_in_free_words_is_matched_by_hand_with_the_gates_among_what_may_be_meant() -> None:
    finding = judge(replace(PLAIN, at="Ryba outskirts"), standard()).serious[0]
    assert finding.place == "at"
    assert {"Node 69 (gate of Ryba)", "Ryba"} <= set(finding.close)


@pytest.mark.parametrize("spelling", ["Bone Frag.", "bone fragments", "BONE  FRAGMENTS"])
def test_shortened_and_odd_spellings_are_known(spelling: str) -> None:
    assert adopted(replace(PLAIN, stash=(Line(spelling, 3),))).stash.cards == {"bone_fragments": 3}


def test_a_typing_error_is_asked_about_with_what_may_be_meant() -> None:
    finding = judge(replace(PLAIN, stash=(Line("Wolf Plet", 3),)), standard()).serious[0]
    assert (finding.place, finding.close[0]) == ("stash.0", "Wolf Pelt")


def test_a_name_of_two_things_is_asked_about() -> None:
    finding = judge(replace(PLAIN, stash=(Line("Diamond"),)), standard()).serious[0]
    assert set(finding.close) == {"Diamond (ore)", "Diamond (stone)"}
    assert adopted(replace(PLAIN, stash=(Line("Diamond (ore)"),))).stash.cards == {"diamond_ore": 1}


@pytest.mark.parametrize(
    ("settled", "cards", "noted"),
    [("own", {"golden_harp": 2}, False), ("note", {}, True)],
)
def test_an_unknown_card_is_kept_under_its_name_or_as_a_note(
    settled: Settled, cards: dict[str, int], noted: bool
) -> None:
    sheet = replace(PLAIN, stash=(Line("Golden Harp", 2, settled),))
    assert adopted(sheet).stash.cards == cards
    assert any("Golden Harp" in note for note in judge(sheet, standard()).notes) == noted


@pytest.mark.rule("ISO-EQP-002")
def test_a_weapon_of_another_guard_is_shown_and_can_go_into_the_stash() -> None:
    assert asked(grigory(weapon=Line("Ryban Glaive"))) == ["g.grigory.weapon"]
    state = adopted(grigory(weapon=Line("Ryban Glaive", 1, "stash")))
    assert (state.guards["grigory"].weapon, state.stash.cards) == (None, {"ryban_glaive": 1})


@pytest.mark.rule("ISO-DASH-001")
def test_hp_above_the_maximum_are_asked_about() -> None:
    assert asked(grigory(hp=25, hp_max=20)) == ["g.grigory.hp"]
    assert adopted(grigory(hp=24, hp_max=24)).guards["grigory"].hp == 24


@pytest.mark.rule("ISO-DASH-006")
def test_action_points_are_told_with_what_equipment_adds() -> None:
    sheet = replace(PLAIN, guards=(GuardSheet(name="catherine", plays=True, ap=3, armor=Line("Scholar's Tunic")),))
    catherine = adopted(sheet).guards["catherine"]
    assert (catherine.base.ap, derived.ap_max(catherine)) == (2, 3)


@pytest.mark.rule("ISO-DASH-004", "ISO-DASH-005", "ISO-DASH-006")
@pytest.mark.parametrize(
    ("stats", "place"),
    [({"atk": 11}, "atk"), ({"def_": -1}, "def"), ({"ap": 6}, "ap"), ({"hp_max": 31}, "hp_max"),
     ({"ap_exhausted": -1}, "ap_exhausted")],
    ids=str,
)  # fmt: skip
def test_stats_beyond_what_a_dashboard_holds_are_asked_about(stats: dict[str, int], place: str) -> None:
    assert asked(grigory(**stats)) == [f"g.grigory.{place}"]


def test_stats_below_the_printed_ones_are_told_and_kept() -> None:
    sheet = replace(PLAIN, guards=(GuardSheet(name="kharzin", plays=True, atk=2),))
    assert "below the 3" in told(sheet)
    assert adopted(sheet).guards["kharzin"].base.atk == 2


@pytest.mark.rule("ISO-SAT-001", "ISO-SAT-003")
@pytest.mark.parametrize(
    ("satchel", "place"),
    [(Line("Health Potion", 5), "satchel"), (Line("Pine", 5), "satchel.0"), (Line("Pine", -1), "satchel.0")],
    ids=["too many cards", "too many units", "fewer than none"],
)
def test_a_satchel_that_cannot_be_is_asked_about(satchel: Line, place: str) -> None:
    assert asked(grigory(satchel=(satchel,))) == [f"g.grigory.{place}"]


def test_cards_go_from_a_satchel_into_the_stash() -> None:
    state = adopted(grigory(satchel=(Line("Tent"), Line("Health Potion", 5, "stash"))))
    assert (state.guards["grigory"].satchel, state.stash.cards) == ({"tent": 1}, {"health_potion": 5})


@pytest.mark.rule("ISO-DASH-011")
def test_chips_told_by_colour_are_told_by_kind_or_the_bag_is_said_to_be_right() -> None:
    said = {"black": 3, "red": 1}
    assert asked(grigory(bag_said=said)) == ["g.grigory.bag"]
    assert asked(grigory(bag_said=said, bag={"black_sword_1": 3})) == ["g.grigory.bag"]
    bag = {"black_sword_1": 2, "black_shield_2": 1, "red_weaken": 1}
    assert adopted(grigory(bag_said=said, bag=bag)).guards["grigory"].bag == bag
    settled = grigory(bag_said=said, bag_settled=True)
    assert adopted(settled).guards["grigory"].bag == {}
    assert any("3 black, 1 red" in note for note in judge(settled, standard()).notes)


@pytest.mark.rule("ISO-SET-015")
def test_guards_who_are_set_aside_come_along_and_return_as_they_were_left() -> None:
    alek = GuardSheet(name="alek", hp=9, satchel=(Line("Tent"),), bag_said={"black": 8})
    sheet = replace(PLAIN, guards=(*PLAIN.guards, alek))
    state = adopted(sheet)
    assert (list(state.guards), state.reserve["alek"].hp, state.reserve["alek"].satchel) == (
        ["grigory"], 9, {"tent": 1},
    )  # fmt: skip
    noted = replace(sheet, guards=(*PLAIN.guards, replace(alek, settled="note")))
    assert adopted(noted).reserve == {}
    assert any(note.startswith("Alek, not taken over: HP 9") for note in judge(noted, standard()).notes)


@pytest.mark.rule("ISO-SKILL-001")
def test_unlocked_abilities_and_upgrades_come_along_under_their_names() -> None:
    known = (Line("Critical Strike"), Line("Whirlwind"), Line("Old trick", 1, "note"))
    skills = (Line("Meditate"), Line("Iron Skin"), Line("Lost", 1, "note"))
    sheet = grigory(known=known, skills=skills, abilities={"I": "Guard"})
    state = adopted(sheet).guards["grigory"]
    assert {"guard", "critical_strike", "whirlwind", "cross_slash"} <= set(state.known)
    assert state.skills == ("start", "meditate", "iron_skin")
    assert state.abilities == {"I": "guard"}
    assert [finding.place for finding in judge(sheet, standard()).findings] == [
        "g.grigory.known.1", "g.grigory.skills.1",
    ]  # fmt: skip
    assert {"Grigory knows “Old trick”.", "Grigory unlocked “Lost”."} <= set(judge(sheet, standard()).notes)


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"chapter": 0}, "chapter"),
        ({"campaign": 6}, "campaign"),
        ({"at": ""}, "at"),
        ({"lux": 120}, "lux"),
        ({"sil": -1}, "sil"),
        ({"stash_sil": -5}, "stash_sil"),
        ({"guards": ()}, "party"),
        ({"prestige": {"mir": 4}}, "city.mir"),
        ({"cubes": {"forest": 4}}, "cubes.forest"),
        ({"decks": {"forest": 41}}, "deck.forest"),
        ({"fort": (Line("Windmill", 1),)}, "fort.0"),
        ({"fort": (Line("Lapidary", -1),)}, "fort.0"),
        ({"fort": (Line("Blacksmith", 1), Line("Baren's Forge", 2))}, "fort.1"),
        ({"quests": (OpenQuest("Missing merchant"),)}, "quest.0"),
        ({"boat_at": "Ryba docks"}, "boat_at"),
    ],
    ids=str,
)
def test_what_the_rules_do_not_allow_is_asked_about_at_its_place(changes: dict[str, Any], place: str) -> None:
    assert asked(replace(PLAIN, **changes)) == [place]


@pytest.mark.rule("ISO-CMP-005")
def test_two_scroll_chips_exist() -> None:
    quests = tuple(OpenQuest(f"Quest {number}", str(number)) for number in (1, 2, 3))
    assert asked(replace(PLAIN, quests=quests)) == ["quest.2"]
    quests = (*quests[:2], replace(quests[2], settled="note"))
    state = adopted(replace(PLAIN, quests=quests))
    assert [(scroll.quest, scroll.at) for scroll in state.markers.scrolls] == [
        ("quest_1", "main/1"), ("quest_2", "main/2"),
    ]  # fmt: skip


def test_completed_quests_are_crossed_off_under_their_own_name_where_nobody_knows_them() -> None:
    sheet = replace(PLAIN, completed=(Line("Puzzle of Mir"), Line("For the king"), Line("Gone", 1, "note")))
    assert set(adopted(sheet).quests) == {"mir_puzzle", "for_the_king"}
    assert "“For the king” is no quest that the content knows" in told(sheet)


def test_what_only_the_whole_position_shows_is_asked_about_without_a_place() -> None:
    both = (
        GuardSheet(name="grigory", plays=True, satchel=(Line("Pine"),)),
        GuardSheet(name="alek", plays=True, satchel=(Line("Pine"),)),
    )
    judgement = judge(replace(PLAIN, guards=both), standard())
    assert [finding.place for finding in judgement.serious] == [""]
    assert "two satchels" in judgement.serious[0].sentence


def settled(name: str) -> Judgement:
    """A real save, settled as somebody would by hand."""
    sheet = read_save(sample(name), standard()).sheet

    def line(slot: str, guard: GuardSheet) -> Line:
        worn: Line = getattr(guard, slot)
        facts = standard().weapons | standard().armors
        owners = next((card.guards for card in facts.values() if card.label == worn.name), ())
        return replace(worn, settled="stash") if owners and guard.name not in owners else worn

    guards = tuple(
        replace(
            guard,
            weapon=line("weapon", guard),
            armor=line("armor", guard),
            satchel=tuple(
                replace(each, name="Diamond (ore)")
                if each.name == "Diamond"
                else replace(each, settled="stash")
                if each.name == "Health Potion"
                else each
                for each in guard.satchel
            ),
            bag_settled=True,
        )
        for guard in sheet.guards
    )
    stash = tuple(replace(each, name="Diamond (ore)") if each.name == "Diamond" else each for each in sheet.stash)
    quests = tuple(replace(quest, settled="note") for quest in sheet.quests)
    changed = replace(sheet, chapter=2, at="69", boat_at="", guards=guards, stash=stash, quests=quests)
    return judge(changed, standard())


@pytest.mark.parametrize(
    "name",
    ["ledger_2026-08.json", "ledger_2026-06b.json", "ledger_2026-05b.json", "ledger_2026-05a.json",
     "companion_2026-04.json"],
)  # fmt: skip
def test_real_saves_are_adopted_once_they_are_settled_and_the_game_goes_on(name: str) -> None:
    judgement = settled(name)
    assert judgement.decision is not None, judgement.serious
    state = GAME.fold(GAME.decide(None, judgement.decision, standard(), Seeded(0)))
    assert state is not None
    assert GAME.check(state) == []
    assert {option.do for option in GAME.options(state, standard())} >= {"move", "leave_game"}


# ---- what is unlocked for everybody, and gems

RICHER = replace(
    standard(),
    abilities={
        **standard().abilities,
        "tide": Ability(label="Tide", type="stonebound", guard="any", element="water", stone="jade"),
        "prism": Ability(label="Prism", type="stonebound", guard="any", element="rainbow", stone="garnet"),
    },
)


def gems(abilities: dict[str, str], gems: dict[str, str]) -> Judgement:
    """A sheet with these abilities and gems, their stones under the armor."""
    stones = tuple(
        Line(stone) for ability, stone in (("Tide", "Jade"), ("Prism", "Garnet")) if ability in abilities.values()
    )
    return judge(grigory(armor=Line("Guard's Tunic"), armor_stones=stones, abilities=abilities, gems=gems), RICHER)


def gems_adopted(judgement: Judgement) -> dict[str, str]:
    assert judgement.decision is not None, judgement.findings
    state = GAME.fold(GAME.decide(None, judgement.decision, RICHER, Seeded(0)))
    assert state is not None
    return dict(state.guards["grigory"].gems)


@pytest.mark.rule("ISO-ABIL-005", "ISO-ABIL-006")
def test_a_gem_follows_from_the_element_and_is_told_for_rainbow() -> None:
    assert gems_adopted(gems({"V": "Tide"}, {})) == {"V": "blue"}
    assert gems_adopted(gems({"V": "Prism"}, {"V": "purple"})) == {"V": "purple"}


@pytest.mark.parametrize(
    ("abilities", "told", "sentence"),
    [
        ({"V": "Prism"}, {}, "Prism takes a gem of any colour: say which."),
        ({"V": "Tide"}, {"V": "red"}, "Tide takes no red gem."),
        ({"V": "Guard"}, {"V": "red"}, "Guard takes no red gem."),
        ({}, {"V": "red"}, "A red gem lies in slot V, but no ability."),
    ],
)
def test_a_gem_that_cannot_lie_there_is_asked_about_at_its_field(
    abilities: dict[str, str], told: dict[str, str], sentence: str
) -> None:
    finding = gems(abilities, told).serious[0]
    assert (finding.place, finding.sentence) == ("g.grigory.gem:V", sentence)


def test_the_gem_of_an_ability_that_nobody_recorded_is_taken_as_told() -> None:
    assert gems_adopted(gems({"V": "Storm of Leaves"}, {"V": "green"})) == {"V": "green"}


@pytest.mark.rule("ISO-ABIL-009")
def test_universal_abilities_are_unlocked_for_everybody() -> None:
    sheet = replace(PLAIN, universal=(Line("tide"), Line("Tide"), Line("Dusk Song")))
    judgement = judge(sheet, RICHER)
    assert judgement.decision is not None
    state = GAME.fold(GAME.decide(None, judgement.decision, RICHER, Seeded(0)))
    assert state is not None
    assert state.universal_abilities == ("tide", "dusk_song")
    assert "“Dusk Song” is no ability that the content knows." in told(sheet)


def test_an_ability_of_one_guard_is_no_universal_one() -> None:
    assert asked(replace(PLAIN, universal=(Line("Meditate"),))) == ["universal.0"]


@pytest.mark.rule("ISO-NOD-011")
def test_red_nodes_that_the_book_opened_are_taken_over() -> None:
    assert adopted(replace(PLAIN, opened=(Line("16"),))).opened_nodes == ("main/16",)
    assert asked(replace(PLAIN, opened=(Line("900"),))) == ["opened.0"]
    assert "not known as a red node" in told(replace(PLAIN, opened=(Line("29"),)))


def test_what_the_caravan_sells_and_who_joined_the_fort_are_taken_over() -> None:
    state = adopted(replace(PLAIN, caravan=(Line("Aegis Shield"),), agents=(Line("Old Mira"),)))
    assert (state.caravan_accessories, state.agents) == (("aegis_shield",), ("old_mira",))


def test_a_quest_may_have_the_narrative_event_chip_of_which_there_is_one() -> None:
    quests = (OpenQuest("The Ring", "28", "narrative"), OpenQuest("The Crown", "29", "narrative"))
    state = adopted(replace(PLAIN, quests=quests[:1]))
    assert state.markers.narrative is not None
    assert (state.markers.narrative.quest, state.markers.narrative.at) == ("the_ring", "main/28")
    assert asked(replace(PLAIN, quests=quests)) == ["quest.1"]
