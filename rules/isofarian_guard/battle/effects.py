"""The language in which cards are written: effects, static effects, reactions, amounts, conditions.

One operation is one struct, told apart by ``op``; reading data into :data:`Effect` refuses an unknown operation, a
missing argument and a superfluous one. Nothing here knows the state: :mod:`~rules.isofarian_guard.battle.interpreter`
carries the effects out, :mod:`~rules.isofarian_guard.battle.wording` says them in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.isofarian_guard.battle.amounts import Amount, Area, Condition, Criterion, Who, Words
from rules.isofarian_guard.battle.chips import Filter

Stat = Literal["atk", "def"]
Color = Literal["green", "gray"]
AnyColor = Literal["green", "gray", "any"]
Until = Literal["round", "active"]
Needs = Literal["active", "equipped"]
Trigger = Literal[
    "battle_start", "round_start", "chip_drawn", "attacked", "hit", "damaged", "evaded", "defeated", "ai_drawn"
]  # fmt: skip


# ---- operations


class _Op(Words, frozen=True, kw_only=True, tag_field="op"):
    """One operation of a card."""


class Attack(_Op, frozen=True, kw_only=True, tag="attack"):
    """The only operation that can be evaded; ``on_hit`` is evaded with it (ISO-DMG-008).

    :param atk: the attack modifier; 0 is one too (ISO-DMG-010)
    :param reach: ``front`` heeds the rows (guards only), ``any`` does not
    :param times: how often each target is attacked
    """

    who: Who
    atk: Amount = 0
    reach: Literal["front", "any"] = "front"
    times: Amount = 1
    on_hit: tuple[Effect, ...] = ()


class LoseHp(_Op, frozen=True, kw_only=True, tag="lose_hp"):
    """HP lost without an attack: neither DEF nor Evasion help."""

    who: Who
    n: Amount = 1


class Heal(_Op, frozen=True, kw_only=True, tag="heal"):
    """HP healed, up to the maximum."""

    who: Who
    n: Amount = 1


class BlueCubes(_Op, frozen=True, kw_only=True, tag="blue_cubes"):
    """Blue defense cubes gained."""

    who: Who
    n: Amount = 1


class DiscardBlueCubes(_Op, frozen=True, kw_only=True, tag="discard_blue_cubes"):
    """Blue defense cubes taken off."""

    who: Who
    n: Amount | Literal["all"] = "all"


class Modify(_Op, frozen=True, kw_only=True, tag="modify"):
    """A modifier of ATK or DEF.

    :param until: by default ``active`` on ability cards, ``round`` elsewhere
    """

    who: Who
    stat: Stat
    by: Amount
    until: Until | None = None


class AddToBag(_Op, frozen=True, kw_only=True, tag="add_to_bag"):
    """Chips into the bag, working when drawn."""

    who: Who
    chip: str
    n: Amount = 1


class Gain(_Op, frozen=True, kw_only=True, tag="gain"):
    """Chips that work at once; on an enemy they lie on its card."""

    who: Who
    chip: str
    n: Amount = 1


class DiscardFromBag(_Op, frozen=True, kw_only=True, tag="discard_from_bag"):
    """Chips out of the bag, without effect; ``random``: drawn blind."""

    who: Who
    chip: Filter = "any"
    n: Amount = 1
    random: bool = False


class MoveChip(_Op, frozen=True, kw_only=True, tag="move_chip"):
    """Chips from one area to another; ``auto``: to where a swept chip goes."""

    who: Who
    from_: Area
    to: Area | Literal["supply", "auto"]
    chip: Filter = "any"
    n: Amount | Literal["all"] = 1


class Draw(_Op, frozen=True, kw_only=True, tag="draw"):
    """Draw until so many black chips came up; ``all_draw``: every color counts."""

    who: Who
    n: Amount = 1
    all_draw: bool = False


class Redraw(_Op, frozen=True, kw_only=True, tag="redraw"):
    """One unused drawn chip goes back, one of any color is drawn."""


class Refill(_Op, frozen=True, kw_only=True, tag="refill"):
    """The discard area goes into the bag."""

    who: Who


class GainAp(_Op, frozen=True, kw_only=True, tag="gain_ap"):
    """AP gained, active at once."""

    who: Who
    color: Color = "green"
    n: Amount = 1


class LoseAp(_Op, frozen=True, kw_only=True, tag="lose_ap"):
    """AP back to the supply, active cubes first."""

    who: Who
    color: AnyColor = "green"
    n: Amount | Literal["all"] = 1


class ExhaustAp(_Op, frozen=True, kw_only=True, tag="exhaust_ap"):
    """Active AP exhausted."""

    who: Who
    color: AnyColor = "any"
    n: Amount | Literal["all"] = 1


class RefreshAp(_Op, frozen=True, kw_only=True, tag="refresh_ap"):
    """Exhausted AP active again."""

    who: Who
    color: AnyColor = "any"
    n: Amount | Literal["all"] = 1


class FlipCard(_Op, frozen=True, kw_only=True, tag="flip_card"):
    """A Guard Ability Card turned over at once; ``chosen`` by the argument ``flip_slot``."""

    which: Literal["this", "chosen"] = "this"


class ActivateCard(_Op, frozen=True, kw_only=True, tag="activate_card"):
    """The main effects of the card in ``card_slot`` happen without payment."""


class TriggerKeyword(_Op, frozen=True, kw_only=True, tag="trigger_keyword"):
    """The keyword effect of the card in ``keyword_slot`` happens."""

    keyword: Literal["empower", "harmonize"]


class ReadyGem(_Op, frozen=True, kw_only=True, tag="ready_gem"):
    """The exhausted gem of ``gem_slot`` becomes ready."""


class DrawAi(_Op, frozen=True, kw_only=True, tag="draw_ai"):
    """An AI card is turned over; ``resolve``: and resolved, for the acting enemy itself."""

    who: Who
    resolve: bool = False


class ChooseTarget(_Op, frozen=True, kw_only=True, tag="choose_target"):
    """The first criterion that singles out a guard decides."""

    by: tuple[Criterion, ...] = ()


class AbilityBlock(_Op, frozen=True, kw_only=True, tag="ability"):
    """A block of an AI card with its AP cost; ``ap`` none: no AP icon."""

    name: str
    ap: int | None = None
    effects: tuple[Effect, ...] = ()


class EndTurn(_Op, frozen=True, kw_only=True, tag="end_turn"):
    """END TURN."""


class AddEnemy(_Op, frozen=True, kw_only=True, tag="add_enemy"):
    """Another enemy joins the battle."""

    type: str
    stars: int = 1


class SetAggro(_Op, frozen=True, kw_only=True, tag="set_aggro"):
    """The Aggro Chip moves at once."""

    who: Who


class If(_Op, frozen=True, kw_only=True, tag="if"):
    """One of two branches."""

    cond: Condition
    then: tuple[Effect, ...] = ()
    else_: tuple[Effect, ...] = ()


class ForEach(_Op, frozen=True, kw_only=True, tag="for_each"):
    """Effects repeated."""

    count: Amount
    effects: tuple[Effect, ...]


class Choose(_Op, frozen=True, kw_only=True, tag="choose"):
    """The players pick some of the labelled options."""

    pick: int = 1
    options: Mapping[str, tuple[Effect, ...]]


Effect = (
    Attack
    | LoseHp
    | Heal
    | BlueCubes
    | DiscardBlueCubes
    | Modify
    | AddToBag
    | Gain
    | DiscardFromBag
    | MoveChip
    | Draw
    | Redraw
    | Refill
    | GainAp
    | LoseAp
    | ExhaustAp
    | RefreshAp
    | FlipCard
    | ActivateCard
    | TriggerKeyword
    | ReadyGem
    | DrawAi
    | ChooseTarget
    | AbilityBlock
    | EndTurn
    | AddEnemy
    | SetAggro
    | If
    | ForEach
    | Choose
)
Effects = tuple[Effect, ...]


# ---- what works without being carried out


class StaticModify(_Op, frozen=True, kw_only=True, tag="modify"):
    """A modifier that is there while the card counts.

    :param needs: ability cards: while active, or while merely equipped
    """

    who: Who = "self"
    stat: Stat
    by: Amount
    needs: Needs | None = None


class Immune(_Op, frozen=True, kw_only=True, tag="immune"):
    """The named chips do nothing to the owner (ISO-IMM-001)."""

    chips: Filter
    needs: Needs | None = None


class Negate(_Op, frozen=True, kw_only=True, tag="negate"):
    """The named chips go to the supply at once (ISO-IMM-002); ``may``: only when the players say so."""

    chips: Filter
    may: bool = False
    needs: Needs | None = None


Static = StaticModify | Immune | Negate
Statics = tuple[Static, ...]


class Reaction(Words, frozen=True, kw_only=True):
    """What happens when something else happens.

    :param chip: for ``chip_drawn``: which chip
    :param may: only when the players name its source
    :param per_round: how often in one round
    """

    trigger: Trigger
    chip: Filter | None = None
    if_: Condition | None = None
    may: bool = False
    per_round: int | None = None
    needs: Needs | None = None
    effects: tuple[Effect, ...]


Reactions = tuple[Reaction, ...]
