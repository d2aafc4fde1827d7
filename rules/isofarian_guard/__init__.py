"""The Isofarian Guard: a campaign of exploration and battles for one or two people.

``content`` is the pack, ``campaign`` everything outside the battle, ``battle`` the battle itself; all register with the
one rulebook in ``rulebook``, and ``game`` is the game of the kernel.
"""

from rules.isofarian_guard.game import GAME  # isort: skip
from rules.isofarian_guard.campaign import options  # noqa: F401 (registers what may be decided)

__all__ = ["GAME"]
