"""Saves that something happened to: each is read and judged, or refused with a place; nothing breaks."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rules.isofarian_guard.content.pack import standard
from rules.isofarian_guard.saves.judging import judge
from rules.isofarian_guard.saves.reading import read_save
from rules.kernel.documents import Unreadable
from tests.rules.isofarian_guard.saves.files import guard

SLOTS = [{"item": "Pine", "qty": 2}, {"item": "Bone Frag.", "qty": 1}, {"item": "", "qty": 1}]
WHOLE: dict[str, Any] = {
    "sil": 120,
    "lux": 12,
    "round": 3,
    "activeParty": ["Grigory", "Alek"],
    "guards": [
        guard(satchel=SLOTS, expandedSatchel=True, chips={"black": 8, "weaken": 1}, apGray=3, apTemp=1),
        guard("Alek", equipment={"weapon": "Long Bow"}, stones=[{"state": "ready", "cooldownRound": None}]),
    ],
    "cities": [{"id": "mir", "name": "Mir", "prestige": 2, "puzzleQuestDone": True, "bounty1Done": True}],
    "stash": {"Iron": 4, "Diamond": 1, "Harp": 2},
    "stonebound": {"max": 6, "locations": [{"id": "loc-1", "selection": "Mir", "count": 1}]},
    "campaign": {
        "campaignId": 2,
        "eventTokens": {"forest": 2, "sea": 1},
        "locations": {"party": "Ryba outskirts", "boat": "28", "sideQuests": [{"id": 1, "label": "A merchant"}]},
        "plans": [{"id": 1, "text": "Rest", "done": False}],
        "ftIstraBuildings": {"Lumbermill": "built", "Mill": "upgraded"},
        "completedEncounters": ["for-the-king", {"id": "going-green", "deleted": True}],
        "completedBounties": [{"id": "mir-c2-lurking"}],
    },
    "log": [{"id": 1, "time": "Campaign 1", "message": "We began"}],
}
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**10), 10**10),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=20),
    st.just([]),
    st.just({}),
    st.lists(st.integers(0, 9), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(-3, 9), max_size=3),
)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of everything in a document."""
    below = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for name, value in below for place in places(value, (*path, name)))]


PLACES = [path for path in places(WHOLE) if path]


@example([(("guards", 0), []), (("guards", 0, "equipment", "weapon"), None)])
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(PLACES), st.one_of(VALUES, st.just(...))), min_size=1, max_size=3))
def test_a_changed_save_is_read_or_refused_in_words(changes: list[tuple[tuple[Any, ...], Any]]) -> None:
    data = json.loads(json.dumps(WHOLE))
    for path, value in changes:
        put(data, path, deepcopy(value))
    try:
        save = read_save(json.dumps(data).encode(), standard())
    except Unreadable:
        return
    judgement = judge(save.sheet, standard())
    assert judgement.decision is not None or judgement.serious
    assert all(finding.sentence for finding in judgement.findings)


def put(data: Any, path: tuple[Any, ...], value: Any) -> None:
    """Set a place to a value, or take it out (``...``), where it is still there."""
    *way, last = path
    for name in way:
        if not is_there(data, name):
            return
        data = data[name]
    if isinstance(data, dict) and value is ...:
        data.pop(last, None)
    elif isinstance(data, dict) or is_there(data, last):
        data[last] = None if value is ... else value


def is_there(data: Any, name: Any) -> bool:
    """Whether something stands there; another change may have put a list where names were, or nothing at all."""
    if isinstance(data, list):
        return isinstance(name, int) and name < len(data)
    return isinstance(data, dict) and name in data
