"""The Stonebound Saga: two sides of trained characters fight on a grid with a common deck of Speaking Stones.

One module per area of the rulebook (``teams``, ``starting``, ``turns``, ``fusing``, ``movement``, ``attacks``,
``abilities``, ``terrain``); the position in ``state``, counted values in ``derived`` and ``ground``, the rules by id in
``catalogue.yaml``.
"""

from rules.stonebound_saga.game import GAME

__all__ = ["GAME"]
