"""Every decision of every game is told in a sentence of its own."""

from __future__ import annotations

import datetime
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User

import rules.games
from projections.catalogue import AdventureLog
from projections.moments import moments
from projections.reading import history
from projections.table_story import _SAID
from rules.kernel import Refused, Seeded, TableEvent
from rules.kernel.players import filled, play_on
from rules.kernel.table import TABLE_EVENTS
from tests.tracker.timelines.tables import Table, other_pack
from tracker.packs.versions import default_pack
from tracker.packs.versions import pack as pack_of
from tracker.timelines import table as talk
from tracker.timelines.access import actor_for
from tracker.timelines.campaigns import (
    change_pack,
    change_settings,
    free_seat,
    invite,
    join,
    leave,
    main_timeline,
    start,
    take_seat,
)
from tracker.timelines.deciding import decide
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head

GAMES = [*rules.games.games(), "tiny"]


def random_game(user: User, key: str, seed: int, most: int = 400) -> Timeline:
    """A campaign of any game, begun and played at random, at most so many decisions."""
    source, game, pack = random.Random(seed), rules.games.game(key), default_pack(key)
    option = source.choice(game.options(None, pack_of(pack.hash)))
    campaign = start(
        user, name=f"{key} {seed}", game_key=key, pack_hash=pack.hash, set_up=_set_up(option, source),
        chance=lambda: Seeded(seed),
    )  # fmt: skip
    timeline = main_timeline(campaign)
    for _ in decisions(timeline, source, most):
        pass
    return timeline


def _set_up(option: Any, source: random.Random) -> dict[str, Any]:
    return {**filled(source, option), "do": option.do}


def decisions(timeline: Timeline, source: random.Random, most: int) -> Iterator[int]:
    """Random decisions; the version after each."""
    actor = actor_for(timeline.campaign.memberships.get())
    for _ in range(most):
        position = at_head(timeline)
        move = play_on(position.game, position.state, position.pack, source, chance=Seeded(source.random()))
        if move is None:
            return
        luck = source.random()
        try:
            yield decide(
                timeline, actor, move[0], expected=position.version, chance=lambda luck=luck: Seeded(luck)
            ).last_version
        except Refused:
            continue


def is_sentence(text: str) -> bool:
    """Begins like one (or with a person's name), ends like one, shows no identifier and nothing that was left open."""
    begins = text[:1].isupper() or text.startswith(("alice ", "bob "))
    return begins and text.rstrip("”")[-1:] in ".!?" and "_" not in text and "{" not in text


@pytest.mark.pitfall("BL-019", "BL-106")
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("key", GAMES)
def test_every_decision_of_every_game_is_told(alice: User, key: str, seed: int) -> None:
    timeline = random_game(alice, key, seed)
    lines = dict(history(AdventureLog(), timeline))
    for moment in moments(timeline):
        line = lines[moment.version]
        assert line["decision_id"] == moment.decision_id
        assert is_sentence(line["sentence"]), line["sentence"]
        assert all(fact.strip() for fact in line["facts"])
        assert line["last"] == moment.last_version
    assert len(lines) > 10


@pytest.mark.pitfall("BL-019")
@pytest.mark.parametrize("key", rules.games.games())
def test_nobody_is_called_by_the_id_of_a_seat(alice: User, key: str) -> None:
    for seed in range(2):
        timeline = random_game(alice, key, seed, most=60)
        told = [text for _, line in history(AdventureLog(), timeline) for text in (line["sentence"], *line["facts"])]
        assert [text for text in told if re.search(r"\bp\d\b", text)] == []


@pytest.mark.pitfall("BL-015", "BL-019")
def test_whatever_happens_around_the_table_is_told(alice: User, bob: User) -> None:
    table = Table.opened(alice, walkers=2)
    timeline, actor = table.timeline, table.actor
    member = join(invite(table.campaign, actor, alice, "player"), bob)
    take_seat(member, "p1")
    free_seat(member, actor, "p1")
    change_settings(table.campaign, actor, strict_seats=False, undo_by="owner")
    leave(member)
    table.call("Ash")
    for deed in (
        lambda: talk.open_session(timeline, actor, 1, datetime.date(2026, 11, 30), "First light"),
        lambda: talk.name_checkpoint(timeline, actor, 4, "Dawn"),
        lambda: talk.remove_checkpoint(timeline, actor, 4),
        lambda: talk.react(timeline, actor, 4, "🐺"),
        lambda: talk.take_sign_back(timeline, actor, 4, "🐺"),
        lambda: talk.remove_note(timeline, actor, table.note().first_version),
        lambda: talk.close_session(timeline, actor, 1),
        lambda: change_pack(timeline, actor, other_pack(), expected=table.version),
        lambda: table.decide("correct_value", path=["walkers", "p1", "coins"], value=2, reason="Miscounted."),
        lambda: table.undo(reason="Wrong walker."),
        table.redo,
        lambda: table.rewind(4),
    ):
        deed()
    told = [data for _, data in history(AdventureLog(), timeline)]
    assert [line["sentence"] for line in told if not is_sentence(line["sentence"])] == []
    assert {"bob plays Player 1.", "bob gave up Player 1."} <= {line["sentence"] for line in told}
    kinds = {type(event) for moment in moments(timeline) for _, event in moment.events}
    assert {kind for kind in TABLE_EVENTS if issubclass(kind, TableEvent)} <= kinds


def test_every_event_of_the_table_has_its_words() -> None:
    assert set(_SAID) == {kind for kind in TABLE_EVENTS if issubclass(kind, TableEvent)}


@pytest.mark.pitfall("BL-015")
def test_an_undo_says_who_and_why(table: Table) -> None:
    table.call("Ash")
    table.undo(reason="Wrong tree.")
    sentence = history(AdventureLog(), table.timeline)[-1][1]["sentence"]
    assert sentence == "alice took back the last decision: the game is again where it was at version 4. Wrong tree."


def test_a_correction_says_what_and_why(table: Table) -> None:
    table.decide("correct_value", path=["walkers", "p1", "coins"], value=2, reason="Miscounted.")
    line = history(AdventureLog(), table.timeline)[-1][1]
    assert line["sentence"] == "alice corrected walkers p1 coins: 0 became 2. Miscounted."


@pytest.mark.pitfall("BL-013", "BL-110")
def test_luck_that_was_taken_back_stays_in_the_story(table: Table) -> None:
    table.decide("roll_die", luck=Seeded(1))
    table.undo()
    table.decide("roll_die", luck=Seeded(2))
    rolled = [data["luck"] for _, data in history(AdventureLog(), table.timeline) if data["area"] == "roll_die"]
    assert [[answer["source"] for answer in luck] for luck in rolled] == [["die"], ["die"]]
    assert [answer["observed"] for luck in rolled for answer in luck] == [False, False]
