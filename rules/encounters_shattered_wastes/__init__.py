"""Encounters: Shattered Wastes: a co-operative battle of 2 to 4 Characters against one enemy.

One module per area of the rulebook (``setup``, ``drafting``, ``refreshing``, ``activation``, ``moving``, ``attacking``,
``recovering``, ``using``, ``reactions``, ``defending``); what they share in ``acting``, ``trackers``, ``fates``,
``enemy`` and ``effects``. A decision is carried out in steps (``steps``, ``engine``), so that a Reaction may come
between. Counted values are in ``derived``, the rules by id in ``catalogue.yaml``.
"""

from rules.encounters_shattered_wastes.game import GAME

__all__ = ["GAME"]
