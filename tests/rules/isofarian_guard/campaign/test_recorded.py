"""What a group recorded, in words: no part is left out."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.isofarian_guard.campaign.recorded import recorded
from rules.isofarian_guard.campaign.state import Learned, Position
from rules.isofarian_guard.content.pack import standard

FACTS: dict[str, Any] = {
    "nodes": {"main/7": {"color": "green"}},
    "encounters": {"main/7": {"2": {"skull_3": {"enemies": [{"slot": "I", "enemy": "timber_wolf", "stars": 2}],
                                                  "ambush": True}}}},
    "field_events": {"storm": {}},
    "materials": {"amber": {}},
    "items": {"tonic": {}},
    "weapons": {"club": {}},
    "armors": {"coat": {}},
    "accessories": {"ring": {}},
    "stones": {"onyx": {}},
    "abilities": {"leap": {"type": "guard_ability"}},
    "skill_trees": {"grigory": {"meditate": {"level": 1}}},
    "prices": {"mir": {"tent": {"buy": 18}}},
    "recipes": {"mir": {"tent": {}}},
    "inn_fees": {"silny": 8},
    "prestige_cards": {"mir": {"2": {}}},
    "fort_costs": {"courtyard": {"1": {}}},
    "lapidary": {"onyx": {"jade": 2}},
    "quests": {"hunt": {"kind": "side", "chapter": 2}},
    "enemies": {"ogre": {"cards": {}}},
    "ai_cards": {"beast": {"claws": {}}},
}  # fmt: skip
WORDS = {
    "nodes": "Node 7",
    "encounters": "Node 7, chapter 2, triple skull: Timber Wolf ★★ (ambush)",
    "skill_trees": "Grigory: Meditate",
    "prices": "Mir: price of Tent",
    "inn_fees": "Silny: a night costs 8 Sil",
    "prestige_cards": "Mir: level 2",
    "fort_costs": "Courtyard: cost of level 1",
}


@pytest.mark.parametrize("part", [field.name for field in msgspec.structs.fields(Learned)])
def test_each_part_is_told(part: str) -> None:
    learned = msgspec.convert({part: FACTS[part]}, Learned)
    told = recorded(Position(learned=learned), standard())
    lines = [line for lines in told.values() for line in lines]
    assert len(lines) == 1
    assert lines == [WORDS.get(part, lines[0])]


def test_where_nothing_was_recorded_nothing_is_told() -> None:
    assert recorded(Position(), standard()) == {}
