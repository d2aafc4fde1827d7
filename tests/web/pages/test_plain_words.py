"""What holds for the words of every page: no identifier is left to be read, no time without its zone."""

from __future__ import annotations

import random
import re
from datetime import date

import pytest
from django.contrib.auth.models import User
from django.test import Client

from rules.kernel import Seeded
from rules.kernel.players import filled, likely_first, play_on
from tests.cast import signed_in
from tracker.packs.versions import default_pack
from tracker.packs.versions import pack as pack_of
from tracker.timelines.access import actor_for
from tracker.timelines.campaigns import main_timeline, start
from tracker.timelines.deciding import decide
from tracker.timelines.forking import fork
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head
from tracker.timelines.rewinding import undo
from tracker.timelines.table import name_checkpoint, open_session, write_note

pytestmark = pytest.mark.django_db(transaction=True)
GAMES = ["fantasy_defense", "isofarian_guard", "stonebound_saga", "encounters_shattered_wastes",
         "artisans_of_splendent_vale"]  # fmt: skip
NOT_READ = re.compile(
    r"<(script|style|textarea|datalist)\b.*?</\1>|<details[^>]*><summary>As it is recorded</summary>.*?</details>",
    re.DOTALL,
)


def played(user: User, key: str) -> Timeline:
    """A campaign under way, with a session, a note, something taken back, a checkpoint and a branch."""
    from rules.games import game

    content, source = pack_of(default_pack(key).hash), random.Random(3)
    option = game(key).set_up_options(content)[0]
    campaign = start(user, name="A long way", game_key=key, pack_hash=default_pack(key).hash,
                     set_up=filled(source, option), chance=lambda: Seeded(3))  # fmt: skip
    timeline, actor = main_timeline(campaign), actor_for(campaign.memberships.get())
    open_session(timeline, actor, 1, date(2026, 11, 30), "Rain")
    for number in range(8):
        position = at_head(timeline)
        move = play_on(position.game, position.state, position.pack, source, policy=likely_first, chance=Seeded(number))
        assert move is not None
        decide(timeline, actor, move[0], expected=position.version, chance=lambda seed=number: Seeded(seed))
    undo(timeline, actor, expected=at_head(timeline).version)
    version = at_head(timeline).version
    write_note(timeline, actor, version, "Who spent it?")
    name_checkpoint(timeline, actor, version, "Here")
    fork(timeline, actor, user, version, name="Elsewhere")
    return timeline


def pages(timeline: Timeline, client: Client) -> dict[str, str]:
    """The pages of a campaign, without what is not read: scripts, styles, the record as it is stored."""
    line, campaign, version = f"/t/{timeline.id}/", f"/c/{timeline.campaign_id}/", at_head(timeline).version
    addresses = [
        "/", line, f"{line}?v={version - 5}", f"{line}story/", f"{line}decisions/{version - 5}/", f"{line}places/",
        f"{line}sessions/", f"{line}what-if/", f"{line}amend/{version - 6}/", f"{campaign}timelines/",
        f"{campaign}compare/", f"{campaign}people/", f"{campaign}record/", f"{line}story/html/",
    ]  # fmt: skip
    answers = {address: client.get(address) for address in addresses}
    assert {address: answer.status_code for address, answer in answers.items() if answer.status_code != 200} == {}
    return {address: NOT_READ.sub(" ", answer.content.decode()) for address, answer in answers.items()}


@pytest.mark.pitfall("BL-130", "BL-148")
@pytest.mark.parametrize("key", GAMES)
def test_no_key_is_left_to_be_read_and_no_time_is_without_its_zone(alice: User, key: str) -> None:
    for address, page in pages(played(alice, key), signed_in(alice)).items():
        read = re.sub(r"<[^>]*>", " ", page)
        assert re.findall(r"\b[a-z]+_[a-z_]+\b|\{[{%]|&amp;(?:#\d+|[a-z]+);", read) == [], address
        times = re.findall(r"<time[^>]*>.*?</time>", page, re.DOTALL)
        assert [time for time in times if re.search(r"\d:\d\d", time.split(">", 1)[1]) and "UTC" not in time] == []
        zones = [re.sub(r'datetime="[^"]*"', "", time) for time in times if "ago" in time or "just now" in time]
        assert [time for time in zones if "UTC" not in time] == [], address
