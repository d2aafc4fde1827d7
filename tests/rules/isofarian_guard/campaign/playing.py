"""Random play: whole stretches of a campaign by players who roam about, with everything that happened in them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

from rules.isofarian_guard import GAME
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack, standard
from rules.kernel import Chance, Option
from rules.kernel.players import Move, any_option, filled, play_on
from tests.rules.isofarian_guard.campaign.world import small
from tests.rules.steps import Step, played

RARE = frozenset({
    "complete_campaign", "start_campaign", "start_chapter", "place_party", "swap_guard", "leave_game",
    "set_difficulty", "name_respawn", "lend_boat", "drop", "unequip", "unequip_ability", "detach_stone", "add_player",
    "remove_player", "assign_control", "record_card", "move_stone", "learn_node", "agent_joins", "equip",
    "transfer", "follow_book", "learn_build_cost", "learn_encounter",
})  # fmt: skip
"""What would end a stretch of play, undo it or fill it up, if it were chosen as often as the rest."""
HOARD = {"pine": 12, "oak": 8, "iron_ore": 8, "pelt": 8, "long_blade": 2, "garnet": 3, "jade": 2, "oak_mail": 1}
RICH: dict[str, Any] = {
    "do": "adopt_position",
    "campaign": 1,
    "chapter": 2,
    "party": ["grigory", "alek"],
    "at": "fort_istra/courtyard",
    "sil": 80,
    "lux": 60,
    "stash": {"sil": 200, "cards": HOARD},
    "fort": {"boat_dock": 1, "barracks": 1, "apothecary": 1, "training_yard": 1, "lapidary": 2, "lumbermill": 1},
    "boat_at": "fort_istra/boat_dock",
    "region_cubes": {"forest": 2, "water": 2},
    "universal_abilities": ["tide", "prism"],
    "guards": {
        "grigory": {
            "bag": {"black_sword_1": 4, "black_shield_1": 3, "red_weaken": 2, "purple_poison": 1},
            "satchel": {"wood_axe": 1, "fishing_pole": 1, "volk_blade": 1, "tent": 1},
            "weapon": "short_sword",
            "armor": "plate",
            "known": ["guard", "slash", "flame", "blaze"],
        },
        "alek": {
            "bag": {"black_shield_2": 2, "green_heart": 2},
            "satchel": {"pickaxe": 1, "potion": 2, "tonic": 1},
            "weapon": "spear",
            "known": ["brew", "spark", "pyre"],
        },
    },
}


def roaming(source: random.Random, options: Sequence[Option]) -> Option:
    """Mostly what is due or on the way; else any area of the game with equal chance, and rarely what ends it."""
    due = [option for option in options if option.group == "Now"]
    if due and source.random() < 0.6:
        return source.choice(due)
    often = [option for option in options if option.do not in RARE or source.random() < 0.05]
    group = source.choice(sorted({option.group for option in often or options}))
    return source.choice([option for option in often or options if option.group == group])


def worlds() -> dict[str, IsofarianPack]:
    """The packs that are played: the small world, and the one that ships."""
    return {"small": small(), "standard": standard()}


@cache
def stretch(world: str, seed: int, steps: int = 120) -> tuple[Step[Position], ...]:
    """A stretch of play. In the small world even seeds begin rich in chapter 2; all others at the beginning."""
    source, pack = random.Random(f"{world} {seed}"), worlds()[world]
    policy = any_option if seed % 7 == 6 else roaming

    def move(state: Position | None, luck: Chance) -> Move | None:
        if state is None:
            return _begun(pack, rich=world == "small" and seed % 2 == 0, source=source, luck=luck)
        return play_on(GAME, state, pack, source, policy=policy, chance=luck)

    return tuple(played(GAME, f"{world} {seed}", steps, move))


def _begun(pack: IsofarianPack, *, rich: bool, source: random.Random, luck: Chance) -> Move:
    if rich:
        decision = GAME.decision(RICH)
    else:
        option = source.choice([option for option in GAME.options(None, pack) if option.likely])
        decision = GAME.decision(filled(source, option))
    return decision, GAME.decide(None, decision, pack, luck)
