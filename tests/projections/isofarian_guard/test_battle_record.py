"""What battles add up to: by round, by guard, by enemy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from projections.isofarian_guard.battle_charts import WIDTH, hp_chart
from projections.isofarian_guard.battle_record import figures, hp_after
from projections.isofarian_guard.battle_totals import Battle, battles, totals
from rules.isofarian_guard.battle import events as e
from tests.projections.isofarian_guard.battles import Played, opened, played

SECOND = 1_000_000


def lines(seed: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """A played battle as lines of the record, one second a decision."""
    version = 1
    for number, step in enumerate(played(seed)):
        yield version, line(step, number, version)
        version += len(step.events)


def line(step: Played, number: int, version: int) -> dict[str, Any]:
    begins = any(isinstance(event, e.BattleOpened) for event in step.events)
    fight = step.after if begins else step.before
    arguments = {name: getattr(step.decision, name, "") for name in ("guard", "slot")}
    return {
        "round": fight.round,
        "opens": opening(step) if begins else None,
        "joins": [],
        "figures": figures(step.events, arguments["guard"] or arguments["slot"]),
        "chips": {},
        "hp": hp_after(fight, step.events),
        "ends": step.after.outcome or "",
        "at": number * SECOND,
        "last": version + len(step.events) - 1,
    }


def opening(step: Played) -> dict[str, Any]:
    guards = [{"id": name, "name": name, "hp": guard.hp} for name, guard in step.after.guards.items()]
    enemies = [
        {"id": slot, "name": enemy.enemy, "type": enemy.enemy, "stars": enemy.stars, "hp": enemy.hp}
        for slot, enemy in step.after.enemies.items()
    ]
    return {"place": "node 1", "ambush": False, "guards": guards, "enemies": enemies}


def battle(seed: int) -> Battle:
    return battles(lines(seed))[0]


@pytest.mark.parametrize("seed", range(5))
def test_hp_lost_and_healed_lead_from_the_first_hp_to_the_last(seed: int) -> None:
    fought = battle(seed)
    for who, start in {**fought.guards, **fought.enemies}.items():
        counted = fought.figures.get(who, {})
        assert start["hp"] - counted.get("taken", 0) + counted.get("healed", 0) == fought.rounds[-1].hp[who]


@pytest.mark.parametrize("seed", range(5))
def test_nobody_deals_more_than_the_other_side_takes(seed: int) -> None:
    fought = battle(seed)
    for side, other in ((fought.guards, fought.enemies), (fought.enemies, fought.guards)):
        assert _sum(fought, side, "dealt") <= _sum(fought, other, "taken")


def test_what_is_dealt_is_told() -> None:
    assert _sum(battle(9), battle(9).guards, "dealt") == 9


def _sum(fought: Battle, side: Iterable[str], figure: str) -> int:
    return sum(fought.figures[who][figure] for who in side if who in fought.figures)


def test_rounds_follow_one_another_and_their_time_adds_up() -> None:
    fought = battle(9)
    assert [one.number for one in fought.rounds] == list(range(1, len(fought.rounds) + 1))
    assert fought.outcome == "victory"
    assert fought.seconds == sum(one.decisions for one in fought.rounds) - 1


def test_totals_count_each_battle_guard_and_enemy() -> None:
    found = battles([*lines(3), *lines(4)])
    sums = totals(found)
    assert len(found) == 2
    assert sums.guards["grigory"].met == 2
    assert sums.enemies["timber_wolf"].met == 4
    assert sums.enemies["timber_wolf"].figures["beaten"] == 4
    assert sums.guards["grigory"].figures["dealt"] == sum(one.figures["grigory"]["dealt"] for one in found)


def test_a_refill_is_paid_and_dealt_by_nobody() -> None:
    counted = figures([e.HpLost(who="alek", n=1, hp=19, cause="refill")], "alek")
    assert counted == {"alek": {"taken": 1}}


def test_an_attack_of_a_reaction_is_dealt_by_who_made_it() -> None:
    events = [
        e.AttackPerformed(who="I", target="alek"),
        e.HpLost(who="alek", n=2, hp=18, cause="attack"),
        e.AttackPerformed(who="alek", target="I"),
        e.HpLost(who="I", n=7, hp=0, cause="attack"),
    ]
    counted = figures(events, "I")
    assert counted["alek"] == {"taken": 2, "attacks": 1, "dealt": 7, "defeats": 1}
    assert counted["I"] == {"attacks": 1, "dealt": 2, "taken": 7}


def test_the_chart_has_a_line_for_everybody_from_the_start_on() -> None:
    fought = battle(9)
    chart = hp_chart(fought)
    assert [shown.values[0] for shown in chart.lines] == [20, 20, 7, 7]
    assert chart.columns == ["start", *(str(one.number) for one in fought.rounds)]
    heights = sorted(shown.at for shown in chart.lines)
    assert all(later - earlier >= 15 for earlier, later in pairwise(heights))


def test_the_chart_has_room_for_the_longest_names_and_cuts_what_is_longer() -> None:
    fought = battle(9)
    enemy = next(iter(fought.enemies.values()))
    for name, label in (("Rat", "Rat"), ("Golden Scythe Soldier", "Golden Scythe Soldier"), ("x" * 100, "x…")):
        enemy["name"] = name
        chart = hp_chart(fought)
        longest = max(len(shown.label) for shown in chart.lines)
        assert 100 < chart.right + 6 <= WIDTH - 6.5 * longest
        assert {shown.points.rpartition(" ")[2].partition(",")[0] for shown in chart.lines} == {str(chart.right)}
        assert any(shown.label.endswith(label) for shown in chart.lines)


def test_a_battle_of_which_only_the_beginning_is_told_has_a_chart() -> None:
    begun = battles([(1, line(opened(), 0, 1))])[0]
    assert hp_chart(begun).lines
    assert begun.outcome == ""
