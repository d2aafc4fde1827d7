"""A battle round by round: its beginning, and the choice among its rewards. What lies between, the battle offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.isofarian_guard.battle import seam
from rules.isofarian_guard.battle.state import BattleState
from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.options.forms import NOW, enemy_fields, refusal
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.rulebook import RULES
from rules.kernel import Choice, Field, Option


@RULES.offers_options
def fight_options(state: Position, pack: IsofarianPack) -> Iterable[Option]:
    """To play the battle round by round, and to choose among its rewards."""
    if state.pending or state.battle is None:
        return
    if state.fight is not None:
        yield from _picks(state, pack, state.fight)
        return
    known = bool(state.battle.enemies)
    fields = () if known else enemy_fields(state, pack, here=True, required=True)
    label = "Fight it here, round by round"
    blocked = refusal(state, pack, "fight_rounds") if known or not fields else ""
    note = "" if known else "Name who stands there, as your book shows it."
    yield Option("fight_rounds", label, {}, fields, NOW, likely=True, note=note, blocked=blocked)


def _picks(state: Position, pack: IsofarianPack, fight: BattleState) -> Iterator[Option]:
    ended = seam.result(fight)
    if ended is None:
        return
    fields = tuple(
        Field(
            f"pick.{number}",
            "Take one" if len(ended.rewards.one_of) == 1 else f"Take one ({number})",
            choices=tuple(Choice(card, lookup.called(state, pack, card)) for card in sorted(set(offered))),
        )
        for number, offered in enumerate(ended.rewards.one_of, start=1)
    )
    yield Option("pick_rewards", "Take the rewards", {}, fields, NOW, likely=True)
