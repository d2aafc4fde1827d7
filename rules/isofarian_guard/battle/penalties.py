"""What a defeat costs, where no campaign around the battle settles it (ISO-END-008 to ISO-END-015)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.battle import chips
from rules.isofarian_guard.battle.book import BattleTurn, aftermath
from rules.isofarian_guard.battle.events import GuardsRespawned
from rules.isofarian_guard.battle.library import Library
from rules.isofarian_guard.battle.state import Ap, BattleState, Guard, Holdings, Pile
from rules.kernel import Bag, plus

COURTYARD = "fort_istra/courtyard"
"""Where the guards wake without a checkpoint."""
RESPAWN_HP = 20
WEAKEN_CHIPS = 5


def punish(turn: BattleTurn, cards: Library) -> None:
    """Items and materials are left in a pile, Sil is lost, bags are purged, five Weaken Chips come in, the guards
    wake at the checkpoint with 20 HP and exhausted."""
    holdings = turn.state.holdings or Holdings()
    dropped = {name: lost_cards(guard, cards) for name, guard in turn.state.guards.items()}
    guards = {name: _fallen(guard, dropped[name]) for name, guard in turn.state.guards.items()}
    pile: Bag = {}
    for part in dropped.values():
        pile = plus(pile, part)
    kept = bool(pile) and turn.state.difficulty != "tenebris"
    turn.emit(
        GuardsRespawned(
            guards=guards,
            holdings=replace(
                holdings,
                sil=0,
                at=holdings.checkpoint or COURTYARD,
                pile=Pile(at=holdings.at, cards=pile) if kept else None,
            ),
        )
    )


def lost_cards(guard: Guard, cards: Library) -> Bag:
    """The items and materials that a guard loses, the one in the item slot included; weapons, armor, accessories, tools
    and Speaking Stones are kept (ISO-END-008, ISO-END-020)."""
    lost = {card: n for card, n in guard.satchel.items() if cards.kind_of(card) in ("item", "material")}
    return plus(lost, (guard.item.card,)) if guard.item else lost


def _fallen(guard: Guard, lost: Bag) -> Guard:
    """A guard after a defeat (ISO-END-011 to ISO-END-014): all green, all red and the negative purple chips are
    gone."""
    bag = {chip: n for chip, n in guard.bag.items() if _kept(chip)}
    return replace(
        guard,
        hp=min(RESPAWN_HP, guard.hp_max),
        bag=plus(bag, {"red_weaken": WEAKEN_CHIPS}),
        ap_active=Ap(),
        ap_exhausted=Ap(gray=guard.ap_active.gray + guard.ap_exhausted.gray),
        item=None,
        satchel={card: n for card, n in guard.satchel.items() if card not in lost},
    )


def _kept(chip: str) -> bool:
    color = chips.color(chip)
    return color == "black" or (color == "purple" and not chips.is_negative(chip))


@aftermath.evolves(GuardsRespawned)
def _guards_respawned(state: BattleState, event: GuardsRespawned) -> BattleState:
    return replace(state, guards=event.guards, holdings=event.holdings)
