"""The story of a battle in plain words: one sentence a decision, and its facts.

The campaign's story calls :func:`battle_sentence` and :func:`battle_facts` for the decisions of a battle that is played
round by round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from projections.isofarian_guard.battle_words import place_words
from rules.isofarian_guard.battle import events as e
from rules.isofarian_guard.battle.library import UNREAD, Library, library
from rules.isofarian_guard.battle.state import Ap, BattleState
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Bag, Event, size, words


class Names:
    """What people call everybody in a battle.

    :param fights: the battle before and after the decision, where there is one
    """

    def __init__(self, pack: IsofarianPack, *fights: BattleState | None) -> None:
        self.cards: Library = library(pack)
        self._enemies = {
            slot: enemy.enemy for fight in fights if fight is not None for slot, enemy in fight.enemies.items()
        }
        self._slots = {
            (name, slot): (card.ability, getattr(card, "side", ""))
            for fight in reversed(fights)
            if fight is not None
            for name, guard in fight.guards.items()
            for slot, card in guard.slots.items()
        }

    def who(self, name: str) -> str:
        """A guard by name, an enemy by slot and type."""
        if name in self._enemies:
            return f"{name} {self.cards.name(self._enemies[name])}"
        return self.cards.name(name)

    def enemies(self) -> str:
        """All enemies, the same ones together: ``2 × Timber Wolf and Boar``."""
        return _listed(Counter(self.cards.name(enemy) for enemy in self._enemies.values()))

    def card(self, card: str) -> str:
        """A card of any kind."""
        return self.cards.name(card)

    def slot(self, guard: str, slot: str) -> str:
        """The card in an ability slot, by its face-up side."""
        ability, side = self._slots.get((guard, slot), ("", ""))
        text = self.cards.side(ability, side) if side else None
        return text.label if text else self.card(ability) if ability else f"the card in slot {slot}"

    def place(self, guard: str, place: str) -> str:
        """Where a guard's card lies, in words."""
        kind, _, slot = place.partition(".")
        return self.slot(guard, slot) if kind == "card" else f"the {kind}"

    def ai_card(self, slot: str, card: str) -> str:
        """An AI card of an enemy."""
        if card == UNREAD:
            return "a card that nobody has entered"
        return self.cards.ai_name(self._enemies.get(slot, ""), card)


Teller = Callable[[Any, Names], str]


def battle_facts(events: Iterable[Event], names: Names) -> tuple[str, ...]:
    """Every fact of a battle among some events, one line each."""
    return tuple(line for event in events if (line := battle_fact(event, names)))


def battle_fact(event: Event, names: Names) -> str:
    """A fact of a battle in one line; empty for events of other kinds."""
    teller = FACTS.get(type(event))
    return f"{teller(event, names)}." if teller else ""


def battle_sentence(events: Sequence[Event], names: Names) -> str:
    """What a decision in a battle did, in one sentence: what was done, what came of it, and how it ended. Empty where
    none of the events belongs to a battle."""
    lead = next((told for event in events if (told := _lead(event, events, names))), "")
    results = "; ".join(_results(events, names, drawn="drew" not in lead))
    endings = [f"{ENDINGS[type(event)](event, names)}." for event in events if type(event) in ENDINGS]
    if not lead and not results and not endings:
        return next(iter(battle_facts(events, names)), "")
    said = f"{lead}: {results}" if lead and results else lead or results
    return " ".join([*([f"{said[:1].upper()}{said[1:]}."] if said else []), *endings])


# ---- the sentence


def _lead(event: Event, events: Sequence[Event], names: Names) -> str:
    if isinstance(event, e.DrawBegan | e.ChipDrawn):
        guard = event.guard if isinstance(event, e.DrawBegan) else event.who
        drawn = [one.chip for one in events if isinstance(one, e.ChipDrawn) and one.who == guard]
        return f"{names.who(guard)} drew {listed(drawn)}"
    teller = LEADS.get(type(event))
    return teller(event, names) if teller else ""


def _results(events: Sequence[Event], names: Names, *, drawn: bool) -> Iterator[str]:
    """What came of it, summed up by whom it happened to."""
    if drawn:
        for guard in dict.fromkeys(event.who for event in events if isinstance(event, e.ChipDrawn)):
            hand = [one.chip for one in events if isinstance(one, e.ChipDrawn) and one.who == guard]
            yield f"{names.who(guard)} drew {listed(hand)}"
    for kind, told in ((e.HpLost, "lost {} HP"), (e.HpHealed, "healed {} HP")):
        total: Counter[str] = Counter()
        for event in events:
            if isinstance(event, kind):
                total[event.who] += event.n
        yield from (f"{names.who(who)} {told.format(n)}" for who, n in total.items())
    for event in events:
        if isinstance(event, e.DamageDealt) and not event.n:
            yield f"{names.who(event.target)} took no damage"
        elif type(event) in TURNS:
            yield TURNS[type(event)](event, names)


def listed(chips: Iterable[str] | Bag) -> str:
    """Chips in words: ``2 black sword 1 and red fear``."""
    counts = Counter(chips) if not isinstance(chips, Mapping) else chips
    return _listed({_chip(chip): n for chip, n in counts.items()})


def _listed(counts: Mapping[str, int]) -> str:
    parts = [f"{n} × {name}" if n > 1 else name for name, n in counts.items() if n]
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]])) or "nothing"


def _chip(chip: str) -> str:
    return words(chip).lower()


def _ap(ap: Ap) -> str:
    parts = [f"{n} {color}" for color, n in (("gray", ap.gray), ("green", ap.green)) if n]
    return f"{' and '.join(parts) or 'no'} AP"


def _cubes(n: int) -> str:
    return f"{n} blue {'cube' if n == 1 else 'cubes'}"


def _area(place: str) -> str:
    return {"supply": "the supply", "bag": "the bag", "discard": "the discard area", "drawn": "the drawn chips",
            "positive": "the positive area", "negative": "the negative area",
            "enemy_card": "the enemy card"}.get(place, place.replace("card.", "the card in slot "))  # fmt: skip


LEADS: Mapping[type[Event], Teller] = {
    e.BattleOpened: lambda x, n: f"A battle against {n.enemies()} began: the {x.first} go first",
    e.RoundStarted: lambda x, n: f"Round {x.round} began",
    e.RetreatDeclared: lambda x, n: "The guards retreat: the enemies still take their turn",
    e.GuardActivated: lambda x, n: f"It is the turn of {n.who(x.guard)}",
    e.BagRefilled: lambda x, n: f"{n.who(x.who)} refilled the bag with {size(x.chips)} chips",
    e.AbilityActivated: lambda x, n: f"{n.who(x.guard)} used {_side(n, x.ability, x.side)}",
    e.StoneboundActivated: lambda x, n: f"{n.who(x.guard)} used {n.card(x.ability)}",
    e.StandardAttackPerformed: lambda x, n: (
        f"{n.who(x.guard)} attacked {n.who(x.target) if x.target else ''} with {n.card(x.weapon)}".replace("  ", " ")
    ),
    e.AccessoryActivated: lambda x, n: f"{n.who(x.guard)} used {n.card(x.card)}",
    e.AccessoryChipsReleased: lambda x, n: f"{n.who(x.guard)} took the stored chips off the accessory",
    e.EquippedItemUsed: lambda x, n: f"{n.who(x.guard)} used {n.card(x.card)}",
    e.ItemMoved: lambda x, n: f"{n.who(x.guard)} moved {n.card(x.card)} into the item slot",
    e.GuardActivationEnded: lambda x, n: f"{n.who(x.guard)} is done",
    e.GuardsTurnEnded: lambda x, n: "The Guards' turn ended",
    e.AiCardDrawn: lambda x, n: f"{n.who(x.who)} turned over {n.ai_card(x.who, x.card)}",
    e.AiCardNamed: lambda x, n: f"The open card of {n.who(x.who)} is {n.ai_card(x.who, x.card)}",
    e.CardRead: lambda x, n: f"{n.who(x.who)}: {_read(n, x)} was read at the table",
    e.EnemyAbilityUsed: lambda x, n: f"{n.who(x.who)} carried out {words(x.ability)}",
    e.ActionSkipped: lambda x, n: f"{n.who(x.who)} could not pay for {words(x.ability)}",
    e.EnemyTurnEnded: lambda x, n: f"{n.who(x.who)} is done",
    e.EnemiesTurnEnded: lambda x, n: "The enemies' turn ended",
    e.CleanupPerformed: lambda x, n: f"Round {x.round} ended with the clean-up",
    e.RewardsCollected: lambda x, n: f"The rewards were collected: {x.sil} Sil and {x.lux} Lux are there now",
}
"""What a decision is told by: the first of these among its facts."""

TURNS: Mapping[type[Event], Teller] = {
    e.AttackEvaded: lambda x, n: f"{n.who(x.target)} evaded",
    e.DrawStopped: lambda x, n: "Fear ended the draw",
    e.EnemyDefeated: lambda x, n: f"{n.who(x.who)} is defeated",
    e.GuardFell: lambda x, n: f"{n.who(x.who)} fell",
    e.EnemyAdded: lambda x, n: f"{x.slot} {n.card(x.enemy.enemy)} joined the battle",
    e.EnemyReset: lambda x, n: f"{n.who(x.who)} stands at {x.hp} HP again",
    e.AggroMoved: lambda x, n: f"the Aggro Chip is with {n.who(x.guard)}",
    e.KeywordTriggered: lambda x, n: f"[{words(x.keyword)}] worked",
}
"""What is told beside the sums of a decision."""

ENDINGS: Mapping[type[Event], Teller] = {
    e.VictoryDeclared: lambda x, n: "All enemies are beaten",
    e.BattleLost: lambda x, n: "All guards have fallen: the battle is lost",
    e.RetreatCompleted: lambda x, n: "The guards are away",
}


def _side(names: Names, ability: str, side: str) -> str:
    text = names.cards.side(ability, side)
    return text.label if text else names.card(ability)


def _back(at: str | None) -> str:
    return place_words(at) if at else "their checkpoint"


def _read(names: Names, event: e.CardRead) -> str:
    if event.card in ("weapon", "accessory", "item"):
        return f"the {event.card}"
    if event.card.casefold() == UNREAD:
        return "a card"
    named = names.slot(event.who, event.card)
    return words(event.card) if named.startswith("the card in slot") else named


# ---- the facts


def _mustered(event: e.GuardsMustered, names: Names) -> str:
    guards = ", ".join(f"{names.card(name)} {guard.hp}/{guard.hp_max} HP" for name, guard in event.guards.items())
    return f"The guards stand ready: {guards}{'; it is an ambush' if event.ambush else ''}"


def _placed(event: e.EnemyPlaced | e.EnemyAdded, names: Names) -> str:
    enemy = event.enemy
    stars = "★" * enemy.stars
    figures = f"{enemy.hp} HP, ATK {enemy.atk}, DEF {enemy.def_}, {enemy.ap_active.total} AP"
    return f"{names.card(enemy.enemy)} {stars} stands in slot {event.slot}: {figures}"


def _modified(event: e.StatModified, names: Names) -> str:
    change = event.modifier
    until = "for the round" if change.until == "round" else "while its card is active"
    return f"{names.who(event.who)}: {change.stat.upper()} {change.by:+d} {until}".replace("-", "−")


def _chip_drawn(event: e.ChipDrawn, names: Names) -> str:
    where = "" if event.to in ("drawn", "supply") else f", into {_area(event.to)}"
    return f"{names.who(event.who)} drew {_chip(event.chip)}{where}"


def _dealt(event: e.DamageDealt, names: Names) -> str:
    sums = f"ATK {event.atk} − DEF {event.def_}"
    return f"{names.who(event.who)} dealt {event.n} damage to {names.who(event.target)} ({sums})"


def _target(event: e.TargetChosen, names: Names) -> str:
    by = {"only": "the only one standing", "players": "as the players chose"}.get(event.by, words(event.by).lower())
    return f"{names.who(event.who)} aims at {names.who(event.target)} ({by})"


def _maintained(event: e.MaintenancePerformed, names: Names) -> str:
    bagged = "; ".join(f"{names.who(guard)}: {size(bag)} chips" for guard, bag in event.bagged.items())
    return f"The dashboards were cleared into the bags{f' ({bagged})' if bagged else ''}"


def _collected(event: e.RewardsCollected, names: Names) -> str:
    stored = "; ".join(
        f"{names.who(guard)} stored {', '.join(f'{n} {names.card(card)}' for card, n in bag.items())}"
        for guard, bag in event.stored.items()
        if bag
    )
    return f"{event.sil} Sil and {event.lux} Lux after the rewards{'; ' + stored if stored else ''}"


def _rewards(event: e.VictoryDeclared, names: Names) -> str:
    left = [f"{event.rewards.sil} Sil", f"{event.rewards.lux} Lux"]
    left += [f"{n} {names.card(card)}" for card, n in event.rewards.drops.items()]
    return f"All enemies are beaten and leave {', '.join(left)}"


def _swapped(event: e.ItemMoved, names: Names) -> str:
    back = f"; {names.card(event.back)} went back" if event.back else ""
    return f"{names.who(event.guard)} moved {names.card(event.card)} into the item slot{back}"


def _moved(what: str) -> Teller:
    def told(event: Any, names: Names) -> str:
        return f"{names.who(event.who)}: {event.n} × {_chip(event.chip)} from {_area(event.from_)} to {what}"

    return told


def _put_back(event: e.ChipReturnedToBag, names: Names) -> str:
    if event.from_ == "bag":
        return f"{names.who(event.who)}: {event.n} × {_chip(event.chip)} back into the bag"
    return _moved("the bag")(event, names)


def _returned(event: e.ChipReturnedToSupply, names: Names) -> str:
    if event.from_ == "supply":
        return f"{names.who(event.who)} has no room for another {_chip(event.chip)}: it stays in the supply"
    return _moved("the supply")(event, names)


FACTS: Mapping[type[Event], Teller] = {
    **LEADS,
    **TURNS,
    **ENDINGS,
    e.GuardsMustered: _mustered,
    e.EnemyPlaced: _placed,
    e.EnemyAdded: _placed,
    e.BattleOpened: lambda x, n: f"The {x.first} go first",
    e.BlueCubesDiscarded: lambda x, n: f"{n.who(x.who)} discarded {_cubes(x.n)}",
    e.EvasionExpired: lambda x, n: f"{n.who(x.who)} lost {x.n} × {_chip(x.chip)} that no attack used up",
    e.StartStepsDone: lambda x, n: "The start of the round is through",
    e.GuardActivated: lambda x, n: f"{n.who(x.guard)} was chosen to act",
    e.GuardActivationEnded: lambda x, n: f"The activation of {n.who(x.guard)} is over",
    e.AggroMoved: lambda x, n: f"The Aggro Chip is with {n.who(x.guard)}",
    e.BagRefilled: lambda x, n: f"{n.who(x.who)} put {listed(x.chips)} into the bag",
    e.DrawBegan: lambda x, n: f"{n.who(x.guard)} draws until {x.number} black chips came up",
    e.ChipDrawn: _chip_drawn,
    e.DrawCompleted: lambda x, n: f"The draw of {n.who(x.guard)} is through",
    e.ChipIgnored: lambda x, n: f"{n.who(x.who)} is immune to {_chip(x.chip)}",
    e.ChipNegated: lambda x, n: f"{n.who(x.who)} negated {_chip(x.chip)}",
    e.ChipAddedToBag: lambda x, n: f"{n.who(x.who)} added {_chip(x.chip)} to the bag",
    e.ChipGained: lambda x, n: f"{n.who(x.who)} gained {_chip(x.chip)}",
    e.ChipPlacedOnEnemy: lambda x, n: f"{_chip(x.chip).capitalize()} was placed on {n.who(x.who)}",
    e.ChipReturnedToSupply: _returned,
    e.ChipDiscarded: _moved("the discard area"),
    e.ChipReturnedToBag: _put_back,
    e.ChipMoved: lambda x, n: _moved(_area(x.to))(x, n),
    e.ChipTaken: lambda x, n: f"{_chip(x.chip).capitalize()} left the bag of {n.who(x.who)}",
    e.AllyChipsDrawn: lambda x, n: f"{n.who(x.guard)} drew {listed(x.chips)} from the bag of {n.who(x.ally)}",
    e.AiCardsInterrupted: lambda x, n: (
        f"{' and '.join(n.ai_card(x.who, card) for card, _ in x.cards)} of {n.who(x.who)} goes on afterwards"
    ),
    e.AiCardResumed: lambda x, n: f"{n.who(x.who)} went on with {n.ai_card(x.who, x.card)}",
    e.ApSpent: lambda x, n: f"{n.who(x.who)} spent {_ap(x.ap)}",
    e.ApRestored: lambda x, n: f"{n.who(x.who)} refreshed {_ap(x.ap)}",
    e.ApGained: lambda x, n: f"{n.who(x.who)} gained {_ap(x.ap)}",
    e.ApRemoved: lambda x, n: (
        f"{n.who(x.who)} lost {_ap(Ap(x.active.gray + x.exhausted.gray, x.active.green + x.exhausted.green))}"
    ),
    e.HpLost: lambda x, n: f"{n.who(x.who)} lost {x.n} HP to {_cause(x.cause)}: {x.hp} left",
    e.HpHealed: lambda x, n: f"{n.who(x.who)} healed {x.n} HP: {x.hp} now",
    e.StatModified: _modified,
    e.EffectsEnded: lambda x, n: f"What {n.slot(x.guard, x.slot)} granted ended",
    e.BlueCubesGained: lambda x, n: f"{n.who(x.who)} gained {_cubes(x.n)}",
    e.GuardFell: lambda x, n: f"{n.who(x.who)} fell",
    e.ChipsPlaced: lambda x, n: f"{n.who(x.guard)} placed {listed(x.chips)} on {n.place(x.guard, x.on)}",
    e.AccessoryUsed: lambda x, n: f"{n.who(x.guard)} used {n.card(x.card)}",
    e.AccessoryFlipped: lambda x, n: f"The accessory of {n.who(x.guard)} has no use left in this battle",
    e.ItemMoved: _swapped,
    e.KeywordTriggered: lambda x, n: f"[{words(x.keyword)}] of {n.slot(x.guard, x.slot)} worked",
    e.BurstCubePlaced: lambda x, n: f"{n.who(x.guard)} placed a yellow cube on {n.slot(x.guard, x.slot)}",
    e.AbilityFlipped: lambda x, n: f"The card in slot {x.slot} of {n.who(x.guard)} shows side {x.side}",
    e.GemReadied: lambda x, n: f"The gem of {n.slot(x.guard, x.slot)} is ready again",
    e.GemExhausted: lambda x, n: f"The gem of {n.slot(x.guard, x.slot)} is exhausted",
    e.AttackPerformed: lambda x, n: f"{n.who(x.who)} attacked {n.who(x.target)}",
    e.AttackEvaded: lambda x, n: f"{n.who(x.target)} evaded {n.who(x.who)} with {_chip(x.chip)}",
    e.DamageDealt: _dealt,
    e.ReactionTriggered: lambda x, n: f"A reaction of {n.who(x.who)} worked ({words(x.trigger).lower()})",
    e.EnemyEvasionDiscarded: lambda x, n: f"{n.who(x.who)} lost {x.n} Evasion",
    e.EnemyBlueCubesDiscarded: lambda x, n: f"{n.who(x.who)} discarded {_cubes(x.n)}",
    e.EnemyActivated: lambda x, n: f"The turn of {n.who(x.who)} began",
    e.AiDeckReshuffled: lambda x, n: f"The AI cards of {n.who(x.who)} were shuffled into a new deck",
    e.TargetChosen: _target,
    e.EndTurnReached: lambda x, n: f"The card of {n.who(x.who)} reached END TURN",
    e.VictoryDeclared: _rewards,
    e.FallenRevived: lambda x, n: f"{n.who(x.guard)} is back with {x.hp} HP",
    e.MaintenancePerformed: _maintained,
    e.MaterialDropped: lambda x, n: f"{x.n} {n.card(x.card)} were left behind",
    e.SatchelCardDropped: lambda x, n: f"{n.who(x.guard)} dropped {x.n} {n.card(x.card)} to make room",
    e.RewardsCollected: _collected,
    e.GuardsRespawned: lambda x, n: (
        f"The guards are back at {place_words(x.holdings.at) if x.holdings.at else 'their checkpoint'}"
    ),
}
"""Every event of a battle in one line."""


def _cause(cause: str) -> str:
    return {"attack": "the attack", "refill": "the refill"}.get(cause, words(cause).lower())
