"""How worked cases of the tiny game are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel import Decision, Deck, Game
from rules.kernel.corrections import with_value
from tests.rules.kernel.tiny.game import GAME
from tests.rules.kernel.tiny.messages import PACK, TinyPack, Walker, Wood

LUCK = {"cards": "deck", "chips": "bag", "faces": "die"}


class TinyCases:
    """``given`` is laid over one walker with everything still in deck and bag; ``cards``, ``chips`` and ``faces`` in a
    step are what luck answered; ``deck`` is a list with the top card first."""

    game: Game[Wood, TinyPack] = GAME
    unordered = frozenset({"hand"})

    def pack(self, given: Mapping[str, Any]) -> TinyPack:
        """The standard pack with ``content`` laid over it."""
        return msgspec.convert({**msgspec.to_builtins(PACK), **given.get("content", {})}, TinyPack)

    def state(self, given: Mapping[str, Any], pack: TinyPack) -> Wood | None:
        """Nothing where ``phase: setup`` stands, else a position."""
        if given.get("phase") == "setup":
            return None
        parts = {key: value for key, value in given.items() if key not in ("content", "deck")}
        start = Wood(
            walkers={"p1": Walker()},
            deck=Deck.ordered(given["deck"]) if "deck" in given else Deck.shuffled(pack.cards),
            bag=pack.chips,
            cards=pack.cards,
            chips=pack.chips,
            days=pack.days,
            goal=pack.goal,
        )
        data = msgspec.to_builtins(start)
        for key, value in parts.items():
            data = with_value(data, (key,), value)
        return msgspec.convert(data, Wood)

    def step(
        self, step: Mapping[str, Any], state: Wood | None, pack: TinyPack
    ) -> tuple[Decision, Mapping[str, Sequence[str]]]:
        """The decision and what luck answered; the player may be left out."""
        seen = {LUCK[key]: value for key, value in step.items() if key in LUCK}
        chosen = {key: value for key, value in step.items() if key not in LUCK}
        if step.get("do") not in ("set_up", "end_day"):
            chosen.setdefault("player", "p1")
        return GAME.decision(chosen), seen

    def view(self, state: Wood | None, pack: TinyPack) -> Any:
        """The position, with what ``coins`` all walkers have together."""
        if state is None:
            return {"phase": "setup"}
        coins = sum(walker.coins for walker in state.walkers.values())
        return {**msgspec.json.decode(msgspec.json.encode(state)), "coins": coins}


ADAPTER = TinyCases()
