"""The demonstration campaign of Artisans of Splendent Vale: the first day of Farah and Harinya, read at the table, and
its action scene in the middle of the second round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from rules.artisans_of_splendent_vale.dice import ROLL
from rules.kernel import Observed
from tracker.packs.versions import default_pack
from tracker.timelines.access import actor_for
from tracker.timelines.campaigns import main_timeline, start
from tracker.timelines.deciding import decide
from tracker.timelines.models import Campaign
from tracker.timelines.positions import at_head
from tracker.timelines.table import name_checkpoint, write_note

GAME = "artisans_of_splendent_vale"
NAME = "Raiders in the ruin"
START: Mapping[str, Any] = {"do": "choose_characters", "picks": {"player_1": "farah", "player_2": "harinya"}}
DAY: Sequence[Mapping[str, Any]] = (
    {"do": "elect", "role": "record_keeper", "character": "harinya"},
    {"do": "elect", "role": "narrator", "character": "farah"},
    {"do": "begin_campaign"},
    {"do": "follow_instruction", "effect": {"gain_card": "long_staff", "who": "farah"}},
    {"do": "follow_instruction", "effect": {"gain_card": "rising_kick", "who": "farah"}},
    {"do": "follow_instruction", "effect": {"gain_card": "doggo_fren", "who": "harinya"}},
    {"do": "follow_instruction", "effect": {"gain_potion": {"healing_potion": 2}, "who": "harinya"}},
    {"do": "follow_instruction", "effect": {"gain": {"materia": 2, "newt_tail": 1}, "who": "harinya"}},
    {"do": "discover_location", "name": "Karimi Library", "entry": 194},
    {"do": "record_phrase", "phrase": "Smoke rises from the ruin"},
    {"do": "add_todo", "who": "farah", "phrase": "Show the sketches to the weaver", "entry": 450},
)
"""What the books said, before the scene."""
SET_UP: Sequence[Mapping[str, Any]] = (
    {"do": "begin_scene", "scene": "ruin_raiders"},
    {"do": "equip", "who": "farah", "weapons": ["long_staff"], "skills": ["rising_kick"]},
    {"do": "equip", "who": "harinya", "skills": ["doggo_fren"]},
    {"do": "setup_scene"},
    {"do": "place_meeple", "unit": "farah", "at": "-3,0"},
    {"do": "place_meeple", "unit": "harinya", "at": "-3,1"},
    {"do": "place_meeple", "unit": "rosha", "at": "-4,1"},
)
SCENE: Sequence[Mapping[str, Any]] = (
    {"do": "roll_initial_pool", "rolls": ["boot", "boot", "pow", "pow", "shield", "plus", "wild", "combo"]},
    {"do": "begin_turn", "unit": "arbalist_1"},
    {"do": "activate_mob", "unit": "arbalist_1", "rolled": "pow"},
    {"do": "mob_act", "unit": "arbalist_1", "set": "aim", "action": 0, "path": "3,-2 2,-1"},
    {"do": "end_turn", "unit": "arbalist_1"},
    {"do": "begin_turn", "unit": "harinya", "rolls": ["pow", "boot", "shield"]},
    {
        "do": "perform",
        "unit": "rosha",
        "action": "zoomies",
        "pay": ["boot"],
        "path": "-3,1 -2,1 -1,0",
        "rolls": ["plus"],
    },
    {"do": "perform", "unit": "harinya", "action": "move", "pay": ["boot"], "path": "-2,1 -1,1"},
    {"do": "end_turn", "unit": "harinya"},
    {"do": "begin_turn", "unit": "ruffian_1"},
    {"do": "activate_mob", "unit": "ruffian_1", "rolled": "boot"},
    {"do": "mob_act", "unit": "ruffian_1", "set": "advance", "action": 0, "path": "1,0 0,0"},
    {"do": "mob_act", "unit": "ruffian_1", "set": "advance", "action": 1, "targets": ["rosha"], "rolls": ["pow"]},
    {"do": "react", "unit": "rosha", "reaction": "tail_wag", "pay": ["shield"], "rolls": ["shield"]},
    {"do": "resolve_attack"},
    {"do": "end_turn", "unit": "ruffian_1"},
    {"do": "begin_turn", "unit": "farah", "rolls": ["pow", "plus", "boot"]},
    {"do": "perform", "unit": "farah", "action": "move", "pay": ["boot"], "path": "-2,-1 -1,-1"},
    {
        "do": "perform",
        "unit": "farah",
        "action": "thwap",
        "card": "long_staff",
        "pay": ["pow"],
        "targets": ["ruffian_1"],
        "rolls": ["pow"],
    },
    {"do": "end_turn", "unit": "farah"},
    {"do": "begin_turn", "unit": "ligeia"},
    {"do": "activate_mob", "unit": "ligeia", "rolled": "boot"},
    {"do": "mob_act", "unit": "ligeia", "set": "feint", "action": 0, "path": "2,0 1,0 0,1"},
    {"do": "mob_act", "unit": "ligeia", "set": "feint", "action": 1},
    {"do": "end_turn", "unit": "ligeia"},
    {"do": "begin_turn", "unit": "arbalist_1"},
    {"do": "activate_mob", "unit": "arbalist_1", "rolled": "shield"},
    {"do": "mob_act", "unit": "arbalist_1", "set": "aim", "action": 0, "path": "1,-1"},
    {"do": "mob_act", "unit": "arbalist_1", "set": "aim", "action": 1, "targets": ["harinya"], "rolls": ["wild"]},
    {"do": "resolve_attack"},
    {"do": "end_turn", "unit": "arbalist_1"},
    {"do": "begin_turn", "unit": "harinya", "rolls": ["pow", "boot"]},
    {"do": "perform", "unit": "rosha", "action": "nom", "pay": ["pow"], "targets": ["ruffian_1"], "rolls": ["pow"]},
    {"do": "drink_potion", "who": "harinya", "potion": "healing_potion"},
)
"""The first round, and the second as far as Harinya's turn. ``rolls`` is what lay on the table, ``rolled`` the die of a
mob."""


def raiders(user: AbstractBaseUser) -> Campaign:
    """The demo campaign of an account, made on first use; what people did with it since stays."""
    found = Campaign.objects.filter(created_by_id=user.pk, name=NAME).first()
    return found or _played(user)


def _played(user: AbstractBaseUser) -> Campaign:
    pack_hash = default_pack(GAME).hash
    campaign = start(user, name=NAME, game_key=GAME, pack_hash=pack_hash, set_up=START, chance=lambda: Observed({}))
    timeline = main_timeline(campaign)
    actor = actor_for(campaign.memberships.get())

    def play(told: Sequence[Mapping[str, Any]]) -> None:
        for step in told:
            decision, seen = _split(step)
            luck = Observed(seen)
            decide(timeline, actor, decision, expected=at_head(timeline).version, chance=lambda luck=luck: luck)  # type: ignore[misc]

    play(DAY)
    name_checkpoint(timeline, actor, at_head(timeline).version, "Before the ruin")
    play((*SET_UP, *SCENE))
    write_note(timeline, actor, at_head(timeline).version, "Good dog.")
    return campaign


def _split(step: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """A decision, and what the dice showed by what they were rolled for."""
    decision = {name: value for name, value in step.items() if name not in ("rolls", "rolled")}
    seen = {ROLL: list(step["rolls"])} if "rolls" in step else {}
    return decision, seen | ({"activation": [step["rolled"]]} if "rolled" in step else {})
