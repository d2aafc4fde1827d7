"""Artisans of Splendent Vale: a cooperative campaign of reading, exploring, crafting and action scenes.

One module per area of the rulebook; the position in ``state``, the rules by id in ``catalogue.yaml``.
"""

from rules.artisans_of_splendent_vale.game import GAME

__all__ = ["GAME"]
