"""Fantasy Defense: solo and co-operative card defence of a city's gates.

One module per area of the rulebook (``setup``, ``invasion``, ``strategy``, ``effects``, ``spells``, ``battle``,
``reinforcement``, ``ending``); the position in ``state``, counted values in ``derived``, the rules by id in
``catalogue.yaml``.
"""

from rules.fantasy_defense.game import GAME

__all__ = ["GAME"]
