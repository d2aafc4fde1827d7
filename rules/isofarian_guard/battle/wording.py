"""What a card does, said in sentences made from its data: previews of cards that people enter, and help beside cards.

:func:`describe` says effects, :func:`describe_statics` what counts without being carried out, and
:func:`describe_reactions` what answers something else. One effect is one sentence; what stands within it follows after
a colon.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from typing import Final

from rules.isofarian_guard.battle.effects import (
    AbilityBlock,
    ActivateCard,
    AddEnemy,
    AddToBag,
    Attack,
    BlueCubes,
    Choose,
    ChooseTarget,
    DiscardBlueCubes,
    DiscardFromBag,
    Draw,
    DrawAi,
    Effects,
    EndTurn,
    ExhaustAp,
    FlipCard,
    ForEach,
    Gain,
    GainAp,
    Heal,
    If,
    Immune,
    LoseAp,
    LoseHp,
    Modify,
    MoveChip,
    Negate,
    Reaction,
    Reactions,
    ReadyGem,
    Redraw,
    Refill,
    RefreshAp,
    SetAggro,
    StaticModify,
    Statics,
    TriggerKeyword,
)
from rules.isofarian_guard.battle.phrases import (
    Voice,
    amount,
    chip_words,
    condition,
    criterion,
    place,
    signed,
    so_many_chips,
    so_much,
    subject,
)
from rules.kernel import words

GUARDS_CARD: Final = Voice()


def describe(effects: Effects, voice: Voice = GUARDS_CARD) -> tuple[str, ...]:
    """What effects do, a sentence each, in the order in which they happen."""
    return tuple(_sentence(clause(effect, voice)) for effect in effects)


def describe_statics(statics: Statics, voice: Voice = GUARDS_CARD) -> tuple[str, ...]:
    """What static effects do, a sentence each."""
    return tuple(_sentence(clause(static, voice)) for static in statics)


def describe_reactions(reactions: Reactions, voice: Voice = GUARDS_CARD) -> tuple[str, ...]:
    """What reactions do and when, a sentence each."""
    return tuple(_sentence(clause(reaction, voice)) for reaction in reactions)


def _sentence(said: str) -> str:
    return f"{said[:1].upper()}{said[1:]}."


def _clauses(effects: Iterable[object], voice: Voice) -> str:
    return ", then ".join(clause(effect, voice) for effect in effects) or "nothing happens"


@singledispatch
def clause(effect: object, voice: Voice) -> str:
    """One effect as a clause without capital and full stop."""
    raise TypeError(f"nobody has said {type(effect).__name__} in words")


# ---- attacks, HP, figures


@clause.register
def _(effect: Attack, voice: Voice) -> str:
    times = "" if effect.times == 1 else f" {amount(effect.times, voice)} times"
    reach = " in any row" if effect.reach == "any" and not voice.enemy else ""
    modifier = "" if effect.atk == 0 else f" with ATK {signed(effect.atk, voice)}"
    said = f"attack {subject(effect.who, voice).name}{reach}{times}{modifier}"
    return f"{said}; on a hit {_clauses(effect.on_hit, voice)}" if effect.on_hit else said


@clause.register
def _(effect: LoseHp, voice: Voice) -> str:
    return f"{subject(effect.who, voice).does('lose')} {so_much(effect.n, 'HP', voice)}"


@clause.register
def _(effect: Heal, voice: Voice) -> str:
    return f"{subject(effect.who, voice).does('heal')} {so_much(effect.n, 'HP', voice)}"


@clause.register
def _(effect: BlueCubes, voice: Voice) -> str:
    return f"{subject(effect.who, voice).does('gain')} {so_much(effect.n, 'blue cubes', voice)}"


@clause.register
def _(effect: DiscardBlueCubes, voice: Voice) -> str:
    return f"{subject(effect.who, voice).does('discard')} {so_much(effect.n, 'blue cubes', voice)}"


@clause.register
def _(effect: Modify, voice: Voice) -> str:
    until = effect.until or ("active" if voice.ability else "round")
    lasts = "while this card is active" if until == "active" and voice.ability else "this round"
    who = subject(effect.who, voice)
    return f"{who.does('have')} {effect.stat.upper()} {signed(effect.by, voice)} {lasts}"


@clause.register
def _(effect: SetAggro, voice: Voice) -> str:
    return f"{subject(effect.who, voice).does('take')} the Aggro Chip"


# ---- chips


@clause.register
def _(effect: AddToBag, voice: Voice) -> str:
    return f"add {so_many_chips(effect.n, effect.chip, voice)} to {place(effect.who, 'bag', voice)}"


@clause.register
def _(effect: Gain, voice: Voice) -> str:
    return f"{subject(effect.who, voice).does('gain')} {so_many_chips(effect.n, effect.chip, voice)} at once"


@clause.register
def _(effect: DiscardFromBag, voice: Voice) -> str:
    blind = " without looking" if effect.random else ""
    said = so_many_chips(effect.n, effect.chip, voice)
    return f"discard {said} from {place(effect.who, 'bag', voice)}{blind}"


@clause.register
def _(effect: MoveChip, voice: Voice) -> str:
    said, from_ = so_many_chips(effect.n, effect.chip, voice), place(effect.who, effect.from_, voice)
    if effect.to == "supply":
        return f"return {said} from {from_} to the supply"
    if effect.to == "auto":
        return f"discard {said} from {from_}"
    return f"move {said} from {from_} to {place(effect.who, effect.to, voice)}"


@clause.register
def _(effect: Draw, voice: Voice) -> str:
    kind = "chips" if effect.all_draw else "black chips"
    every = ", every color counting" if effect.all_draw else ""
    return f"{subject(effect.who, voice).does('draw')} {_drawn(effect, kind, voice)}{every}"


def _drawn(effect: Draw, kind: str, voice: Voice) -> str:
    return f"1 {kind[:-1]}" if effect.n == 1 else so_much(effect.n, kind, voice)


@clause.register
def _(effect: Redraw, voice: Voice) -> str:
    return "put an unused drawn chip back into the bag and draw one of any color"


@clause.register
def _(effect: Refill, voice: Voice) -> str:
    return f"put everything in {place(effect.who, 'discard', voice)} into the bag"


# ---- AP


@clause.register
def _(effect: GainAp, voice: Voice) -> str:
    return f"{subject(effect.who, voice).does('gain')} {so_much(effect.n, f'{effect.color} AP', voice)}"


@clause.register
def _(effect: LoseAp, voice: Voice) -> str:
    return f"{subject(effect.who, voice).does('lose')} {so_much(effect.n, _ap(effect.color), voice)}"


@clause.register
def _(effect: ExhaustAp, voice: Voice) -> str:
    return f"{subject(effect.who, voice).does('exhaust')} {so_much(effect.n, _ap(effect.color), voice)}"


@clause.register
def _(effect: RefreshAp, voice: Voice) -> str:
    return f"{subject(effect.who, voice).does('refresh')} {so_much(effect.n, _ap(effect.color), voice)}"


def _ap(color: str) -> str:
    return "AP" if color == "any" else f"{color} AP"


# ---- cards


@clause.register
def _(effect: FlipCard, voice: Voice) -> str:
    return "flip this card" if effect.which == "this" else "flip a Guard Ability Card of your choice"


@clause.register
def _(effect: ActivateCard, voice: Voice) -> str:
    return "carry out another of your Guard Ability Cards without paying for it"


@clause.register
def _(effect: TriggerKeyword, voice: Voice) -> str:
    return f"trigger [{effect.keyword.capitalize()}] on one of your cards"


@clause.register
def _(effect: ReadyGem, voice: Voice) -> str:
    return "one of your exhausted gems becomes ready"


# ---- enemies


@clause.register
def _(effect: DrawAi, voice: Voice) -> str:
    resolved = "and carry it out" if effect.resolve else "without carrying it out"
    if voice.enemy and effect.who == "self":
        return f"turn over another AI card {resolved}"
    return f"turn over an AI card of {subject(effect.who, voice).name} {resolved}"


@clause.register
def _(effect: ChooseTarget, voice: Voice) -> str:
    if not effect.by:
        return "the players choose the target"
    return f"choose the target: {', then '.join(criterion(by) for by in effect.by)}, else the players choose"


@clause.register
def _(effect: AbilityBlock, voice: Voice) -> str:
    cost = "" if effect.ap is None else f" ({effect.ap} AP)"
    return f"{words(effect.name)}{cost}: {_clauses(effect.effects, voice)}"


@clause.register
def _(effect: EndTurn, voice: Voice) -> str:
    return "its turn ends"


@clause.register
def _(effect: AddEnemy, voice: Voice) -> str:
    return f"a {voice.name(effect.type)} of {effect.stars} star{'s' if effect.stars > 1 else ''} joins the battle"


# ---- steering


@clause.register
def _(effect: If, voice: Voice) -> str:
    said = f"if {condition(effect.cond, voice)}: {_clauses(effect.then, voice)}"
    return f"{said}; otherwise {_clauses(effect.else_, voice)}" if effect.else_ else said


@clause.register
def _(effect: ForEach, voice: Voice) -> str:
    return f"as often as {amount(effect.count, voice)}: {_clauses(effect.effects, voice)}"


@clause.register
def _(effect: Choose, voice: Voice) -> str:
    offered = "; ".join(f"“{words(label)}”, {_clauses(within, voice)}" for label, within in effect.options.items())
    return f"choose {effect.pick} of {len(effect.options)}: {offered}"


# ---- what works without being carried out


@clause.register
def _(static: StaticModify, voice: Voice) -> str:
    who = subject(static.who, voice)
    return f"{who.does('have')} {static.stat.upper()} {signed(static.by, voice)} {_lasting(static.needs, voice)}"


@clause.register
def _(static: Immune, voice: Voice) -> str:
    return f"{subject('self', voice).does('are')} immune to {chip_words(static.chips)} {_lasting(static.needs, voice)}"


@clause.register
def _(static: Negate, voice: Voice) -> str:
    may = "you may negate" if static.may else "negate"
    said = f"{may} {chip_words(static.chips)} that {subject('self', voice).does('draw')} or gain"
    return f"{said} {_lasting(static.needs, voice)}"


def _lasting(needs: str | None, voice: Voice) -> str:
    if voice.enemy:
        return "while this card is visible"
    return "while this card is active" if voice.ability and needs != "equipped" else "while this card is equipped"


_TRIGGERS: Final = {
    "battle_start": "when the battle begins",
    "round_start": "at the start of each round",
    "attacked": "when an attack is made on {self}",
    "hit": "when an attack hits {self}",
    "damaged": "when an attack takes HP off {self}",
    "ai_drawn": "when any enemy turns over an AI card",
}


@clause.register
def _(reaction: Reaction, voice: Voice) -> str:
    said = [_trigger(reaction, voice)]
    if reaction.if_ is not None:
        said.append(f"if {condition(reaction.if_, voice)}")
    if reaction.may:
        said.append("you may use this")
    limit = "" if reaction.per_round is None else f" (at most {reaction.per_round} times a round)"
    idle = " This works while the card is merely equipped" if voice.ability and reaction.needs == "equipped" else ""
    deeds = _clauses(reaction.effects, voice)
    return f"{', '.join(said)}: {deeds}{limit}{'.' if idle else ''}{idle}"


def _trigger(reaction: Reaction, voice: Voice) -> str:
    me = subject("self", voice)
    if reaction.trigger == "chip_drawn":
        drawer = "a guard draws" if voice.enemy else "you draw"
        chip = "any chip" if reaction.chip is None else f"a {chip_words(reaction.chip, many=False)}"
        return f"when {drawer} {chip}"
    if reaction.trigger == "evaded":
        return f"when {me.does('evade')} an attack"
    if reaction.trigger == "defeated":
        return f"when {me.does('drop')} to 0 HP"
    return _TRIGGERS[reaction.trigger].format(self=me.name)
