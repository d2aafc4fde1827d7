"""Saves of other trackers: every form that they ever had, and files that are none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.isofarian_guard.content.pack import standard
from rules.isofarian_guard.saves.reading import COMPANION, LEDGER, MAX_BYTES, Save, read_save
from rules.isofarian_guard.saves.sheet import Line
from rules.kernel.documents import Unreadable
from tests.rules.isofarian_guard.saves.files import guard, sample, save


def read(**more: Any) -> Save:
    return read_save(save(**more), standard())


def refused(data: bytes) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read_save(data, standard())
    return caught.value


@pytest.mark.parametrize(
    ("name", "tracker", "campaign", "sil", "guards", "party"),
    [
        ("ledger_2026-08.json", LEDGER, 2, (99, 1381), 8, ["grigory", "alek"]),
        ("ledger_2026-06b.json", LEDGER, 2, (99, 1381), 8, ["grigory", "alek"]),
        ("ledger_2026-05b.json", LEDGER, 1, (99, 241), 8, ["grigory", "alek"]),
        ("ledger_2026-05a.json", LEDGER, 1, (99, 241), 8, ["grigory", "alek"]),
        ("companion_2026-04.json", COMPANION, 1, (37, 0), 2, ["alek", "grigory"]),
    ],
)
def test_every_form_is_read(
    name: str, tracker: str, campaign: int, sil: tuple[int, int], guards: int, party: list[str]
) -> None:
    found = read_save(sample(name), standard())
    sheet = found.sheet
    assert (found.tracker, sheet.campaign, (sheet.sil, sheet.stash_sil)) == (tracker, campaign, sil)
    assert len(sheet.guards) == guards
    assert [guard.name for guard in sheet.guards if guard.plays] == party
    assert sheet.prestige["mir"] >= 2


def test_the_newest_form_tells_prestige_by_what_is_completed() -> None:
    sheet = read_save(sample("ledger_2026-08.json"), standard()).sheet
    older = read_save(sample("ledger_2026-06b.json"), standard()).sheet
    assert sheet.prestige == {city: level for city, level in older.prestige.items() if level}
    assert {line.name for line in sheet.completed} == {line.name for line in older.completed}


@pytest.mark.parametrize("name", ["ledger_2026-08.json", "ledger_2026-06b.json", "companion_2026-04.json"])
def test_nothing_of_a_real_save_is_dropped(name: str) -> None:
    data = json.loads(sample(name))
    found = read_save(sample(name), standard())
    written = repr(found.sheet) + " ".join(found.remarks)
    words = [*data["stash"], *(slot["item"] for guard in data["guards"] for slot in guard["satchel"] if slot["item"])]
    words += [card for guard in data["guards"] for card in guard["equipment"].values() if card]
    words += [entry["message"] for entry in data["log"]]
    if isinstance(data["campaign"], dict):
        words += [plan["text"] for plan in data["campaign"]["plans"]]
        words += [text for text in data["campaign"]["locations"].values() if isinstance(text, str)]
    assert [word for word in words if word not in written.replace("\\'", "'")] == []


@pytest.mark.rule("ISO-ECO-001")
def test_sil_beyond_the_dial_lies_in_the_stash_and_is_told() -> None:
    found = read(sil=340)
    assert (found.sheet.sil, found.sheet.stash_sil) == (99, 241)
    assert "241 in the stash" in found.remarks[0]


def test_empty_slots_hold_nothing_and_zero_of_a_card_is_none() -> None:
    slots = [{"item": "", "qty": 1}, {"item": " Pine ", "qty": 2}, {"item": "Tent", "qty": 0}, {"item": "Horn"}]
    found = read(guards=[guard(satchel=slots)], stash={"Iron": 0, "Agate": 3})
    assert found.sheet.guards[0].satchel == (Line("Pine", 2), Line("Horn", 1))
    assert found.sheet.stash == (Line("Agate", 3),)


@pytest.mark.rule("ISO-SAT-008")
def test_eight_slots_are_an_expanded_satchel_that_takes_one_itself() -> None:
    assert read(guards=[guard(expandedSatchel=True)]).sheet.guards[0].satchel == (Line("Expanded Satchel"),)


def test_chips_by_colour_stay_what_they_are_and_chips_by_kind_are_known() -> None:
    chips = {"black": 8, "weaken": 2, "poison": 1, "rainbow": 3}
    found = read(guards=[guard(chips=chips)]).sheet
    assert found.guards[0].bag == {"red_weaken": 2, "purple_poison": 1}
    assert found.guards[0].bag_said == {"black": 8, "red": 2, "purple": 1}
    assert "Grigory: other chips: rainbow 3." in found.notes


def test_what_was_taken_back_is_not_completed() -> None:
    done = [{"id": "mir-c2-puzzle", "deleted": True}, {"id": "ryba-c2-puzzle"}]
    sheet = read(campaign={"campaignId": 2, "completedPuzzleQuests": done}).sheet
    assert (sheet.prestige, sheet.completed) == ({"ryba": 1}, (Line("Puzzle of Ryba"),))


def test_what_no_rule_speaks_of_is_kept_in_words() -> None:
    found = read(
        guards=[guard(), guard("Boris", equipment={"weapon": "Club"})],
        cities=[{"id": "atlantis", "name": "Atlantis", "prestige": 2}],
        stonebound={"max": 6, "locations": [{"id": "loc-1", "type": "City", "detail": "Mir", "count": 2}]},
        campaign={"ftIstraBuildings": {"Windmill": "built"}, "weather": "rain"},
        mood={"today": "good"},
        log=[{"id": 1, "time": "Campaign 1", "message": "We began"}],
    )
    notes = "\n".join(found.sheet.notes)
    for told in ("Club", "prestige: 2", "Mir 2", "rain", "good", "Campaign 1: We began"):
        assert told in notes
    assert found.sheet.fort == (Line("Windmill", 1),)
    assert len(found.remarks) == 2


@pytest.mark.pitfall("BL-076", "BL-090")
@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty"),
        (b"[1, 2]", "JSON list"),
        (b'{"name": "a package", "version": "1.0"}', "no save of"),
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"PK\x03\x04", "ZIP"),
        (b"sil: 3\nlux: 2\nguards: []", "a text"),
        (b'{"sil": 1, "lux": 2, "guards": [', "JSON"),
        (b'{"sil": NaN, "lux": 2, "guards": []}', "NaN"),
        (b'{"sil": 1, "sil": 2, "lux": 2, "guards": []}', "twice"),
        (b'{"sil": 1, "lux": 2, "guards": [], "x": ' + b"[" * 5000 + b"]" * 5000 + b"}", "nested"),
        (b'{"sil": 1, "lux": 2, "guards": [], "x": "\\ud800"}', "half"),
        (b'{"sil": 1, "lux": 2, "guards": [], "x": "' + b"a" * MAX_BYTES + b'"}', "bytes"),
        (b'{"sil": 1, "lux": 2, "guards": [], "x": "\xff"}', "UTF-8"),
    ],
    ids=["nothing", "list", "another", "picture", "archive", "yaml", "cut", "nan", "twice", "deep", "half", "large",
         "bytes"],
)  # fmt: skip
def test_a_file_that_is_no_save_is_refused_and_named(data: bytes, why: str) -> None:
    assert why in refused(data).why


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ({"sil": "many"}, "sil"),
        ({"lux": True}, "lux"),
        ({"sil": 1.5}, "sil"),
        ({"sil": 10**12}, "sil"),
        ({"guards": {"name": "Grigory"}}, "guards"),
        ({"guards": ["Grigory"]}, "guards.0"),
        ({"guards": [guard(), guard("grigory")]}, "guards.1.name"),
        ({"guards": [guard(satchel=[{"item": ["Pine"]}])]}, "guards.0.satchel.0.item"),
        ({"guards": [guard(equipment={"weapon": 3})]}, "guards.0.equipment.weapon"),
        ({"guards": [guard(name="x" * 501)]}, "guards.0.name"),
        ({"stash": {f"card {n}": 1 for n in range(1001)}}, "stash"),
        ({"log": [{"message": "."}] * 1001}, "log"),
        ({"campaign": {"completedBounties": [3]}}, "campaign.completedBounties.0"),
    ],
    ids=str,
)
def test_a_value_of_another_kind_is_refused_with_its_place(more: dict[str, Any], path: str) -> None:
    fault = refused(save(**more))
    assert (fault.path, fault.line) == (path, 1)
