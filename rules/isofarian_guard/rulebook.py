"""The one rulebook of The Isofarian Guard: the modules of the campaign and of the battle register here."""

from __future__ import annotations

from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Rulebook, Turn

RULES: Rulebook[Position, IsofarianPack] = Rulebook()

IsofarianTurn = Turn[Position, IsofarianPack]
