"""Players who fight a battle by themselves, for simulations, what-ifs and property tests."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from rules.kernel import Option

ATTACKING: Final = (
    "activate_stonebound",
    "standard_attack",
    "activate_ability",
    "use_equipped_item",
    "activate_accessory",
)
"""What a guard does first, in this order of preference."""

ENDING: Final = ("end_activation",)


def fight_on(source: random.Random, options: Sequence[Option]) -> Option:
    """The policy of somebody who uses what the guards have and never retreats: attacks first, everything that can be
    paid, then the end of the activation; elsewhere the likely option."""
    likely = [option for option in options if option.likely]
    for kind in ATTACKING:
        wanted = [option for option in likely if option.do == kind]
        if wanted:
            return source.choice(wanted)
    going_on = [option for option in likely if option.do not in ENDING]
    return source.choice(going_on or likely or options)
