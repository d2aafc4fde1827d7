"""The table page of Artisans of Splendent Vale."""

from __future__ import annotations

import random
import re
from itertools import count

import pytest
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.urls import reverse
from msgspec.structs import replace

from projections.artisans_of_splendent_vale import VIEWS
from rules.artisans_of_splendent_vale.game import GAME
from rules.artisans_of_splendent_vale.state import Group, Pending, Position, Unit, standing
from rules.kernel import Seeded
from rules.kernel.players import play_on
from tests.cast import signed_in
from tests.rules.artisans_of_splendent_vale.playing import begun, fighting, random_game, standard
from tests.rules.artisans_of_splendent_vale.playing import decide as decided
from tests.web.pages.posting import form_of, post, text, version_of
from tracker.packs.versions import default_pack
from tracker.timelines.access import actor_for
from tracker.timelines.campaigns import main_timeline, start
from tracker.timelines.deciding import decide
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head

pytestmark = pytest.mark.django_db


def campaign(user: User, decisions: int) -> Timeline:
    """A campaign of two in which so many decisions were taken, most of them in scenes."""
    key, luck, source = "artisans_of_splendent_vale", count(1), random.Random(2)
    set_up = {"do": "choose_characters", "picks": {"ana": "harinya", "ben": "soraya"}}
    begun = start(
        user, name="Vale", game_key=key, pack_hash=default_pack(key).hash, set_up=set_up, chance=lambda: Seeded(9)
    )
    timeline = main_timeline(begun)
    actor = actor_for(begun.memberships.get())
    for _ in range(decisions):
        position, seed = at_head(timeline), next(luck)
        move = play_on(position.game, position.state, position.pack, source, policy=fighting, chance=Seeded(seed))
        assert move is not None
        decide(timeline, actor, move[0], expected=position.version, chance=lambda seed=seed: Seeded(seed))
    return timeline


def page(timeline: Timeline, user: User, query: str = "") -> str:
    return text(signed_in(user).get(reverse("table", args=[timeline.id]) + query))


def test_the_set_up_is_decided_by_forms(alice: User) -> None:
    timeline = campaign(alice, 0)
    shown = page(timeline, alice)
    assert "Harinya" in shown
    assert "Elect the record keeper" in shown
    at = version_of(timeline)
    answer = post(signed_in(alice), "decide", timeline, form_of(timeline, "elect"))
    assert answer.status_code == 302
    assert version_of(timeline) > at


def test_every_version_of_a_campaign_opens_and_shows_dice_and_units(alice: User) -> None:
    timeline = campaign(alice, 60)
    client = signed_in(alice)
    pages = [
        text(client.get(reverse("table", args=[timeline.id]) + f"?v={version}"))
        for version in range(3, version_of(timeline) + 1, 9)
    ]
    assert "Adventure log" in pages[0]
    assert "av-hexes" not in pages[0]
    boards = [shown for shown in pages if "av-hexes" in shown]
    assert len(boards) > 5
    assert all("more available" in shown and "Initiative" in shown for shown in boards)
    assert any("Ruffian 1 on " in shown and "× " in shown for shown in boards)
    assert client.get(reverse("story", args=[timeline.id])).status_code == 200


def parts(state: Position) -> str:
    """The pieces of the page for a position."""
    rows = VIEWS.sheet(state, standard())
    context = {"rows": rows, "summary": VIEWS.summary(state, standard())}
    return "".join(render_to_string(f"{GAME.key}/{name}.html", context) for name in ("board", "party", "strip", "now"))


def test_each_unit_stands_on_the_board_once_at_every_moment_of_scenes() -> None:
    phases = set()
    for seed in range(3):
        for step in random_game(seed)[::8]:
            state, shown = step.after, parts(step.after)
            phases.add(state.phase)
            assert "<section" in shown
            if state.phase in ("scene_setup", "action_scene"):
                assert shown.count('class="av-token') == len(standing(state))
            else:
                assert "av-hexes" not in shown
    assert phases >= {"setup", "exploration", "scene_setup", "action_scene"}


def test_the_board_tells_sides_conditions_terrain_and_the_attack_that_waits() -> None:
    scene = decided(begun("harinya", "soraya"), do="begin_scene", scene="ruin_raiders")
    state = replace(
        scene,
        phase="action_scene",
        units={
            "harinya": Unit(at=(1, 0), conditions={"bleed": 2}),
            "rosha": Unit(at=(1, 0), stunned=True),
            "ruffian_1": Unit(at=(2, 0), group="ruffian", block=2),
            "rat_1": Unit(at=(0, 1), group="rat"),
            "soraya": Unit(),
        },
        groups={"ruffian": Group(dial=3), "rat": Group(side="neutral", toughness=4)},
        pending=Pending(attacker="ruffian_1", targets=("harinya",), value=4, pierce=True),
    )
    shown = " ".join(parts(state).split())
    marks = re.findall(r'class="av-token (\w+)[^>]*>.*?<text dy="5.5">(\w+)</text>', shown)
    assert sorted(marks) == [("ally", "H"), ("ally", "Ro"), ("enemy", "Ru1"), ("neutral", "Ra1")]
    assert "scale(0.68)" in shown, "two on a space stand side by side"
    assert "<title>Space 1,0, Harinya, Rosha</title>" in shown
    assert "<title>Space 1,-1, difficult terrain</title>" in shown
    assert "Bleed ×2" in shown
    assert "Stunned" in shown
    assert "Block 2" in shown
    assert "not on the board yet" in shown
    assert "toughness unknown" in shown
    assert "with <b>4</b>, piercing" in shown
    assert shown.count("av-edge") == 2, "one border of elevation, and its sign in the legend"
