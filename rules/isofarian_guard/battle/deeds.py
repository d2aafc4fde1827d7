"""What a guard can do in step 6, weighed by rules of thumb: HP taken off enemies and given to guards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from rules.isofarian_guard.battle import derived, keywords
from rules.isofarian_guard.battle.abilities import activatable, ap_cost
from rules.isofarian_guard.battle.aiming import out_of_reach
from rules.isofarian_guard.battle.decisions import (
    ActivateAbility,
    ActivateAccessory,
    ActivateStonebound,
    EndActivation,
    StandardAttack,
    UseEquippedItem,
)
from rules.isofarian_guard.battle.effects import Attack, Effects, Heal, LoseHp
from rules.isofarian_guard.battle.library import Library, SideText
from rules.isofarian_guard.battle.options.needs import Needs, needs_of
from rules.isofarian_guard.battle.resources import thriftiest
from rules.isofarian_guard.battle.scene import Scene, meant
from rules.isofarian_guard.battle.state import (
    AbilityCard,
    BattleState,
    Guard,
    StoneboundCard,
    standing_enemies,
    standing_guards,
)
from rules.isofarian_guard.battle.stonebound import exhausted_gems
from rules.isofarian_guard.battle.values import amount
from rules.kernel import Decision


class _Weighed(NamedTuple):
    """Something that a guard can do, and what it is worth: HP taken off enemies or given to guards."""

    worth: float
    decision: Decision


def actions(state: BattleState, cards: Library) -> Iterator[Decision]:
    """What the active guard would do, what is worth most first; being done comes last."""
    name = state.active_guard or ""
    eye = _Eye(state, cards, name)
    deeds = [*_abilities(eye), *_attack(eye), *_gear(eye)]
    yield from (deed.decision for deed in sorted(deeds, key=lambda deed: -deed.worth))
    yield EndActivation(guard=name)


class _Eye:
    """What the active guard sees: whom it aims at, and how hard it hits."""

    def __init__(self, state: BattleState, cards: Library, name: str) -> None:
        self.state, self.cards, self.name = state, cards, name
        self.guard: Guard = state.guards[name]
        self.atk = derived.attack_value(state, cards, name).total
        self.defs = {slot: derived.def_now(state, cards, slot) for slot in standing_enemies(state)}
        reachable = [slot for slot in self.defs if not out_of_reach(state, slot)]
        self.target: Any = min(reachable, key=lambda slot: state.enemies[slot].hp + self.defs[slot], default=None)
        self.targets = tuple(reachable)
        self.weakest = min(standing_guards(state), key=lambda who: state.guards[who].hp)

    def hit(self, slot: str, modifier: int) -> int:
        """HP that an attack would take off an enemy."""
        return min(self.state.enemies[slot].hp, max(max(self.atk + modifier, 0) - self.defs[slot], 0))

    def worth(self, slot: str, effects: Effects) -> float:
        """HP that effects take off enemies and give to guards; a little for whatever else they do."""
        scene = Scene(self.state, self.cards, self.name, slot)
        total = 0.2
        for effect in effects:
            if isinstance(effect, Attack):
                who, modifier = self._meant(scene, effect.who), amount(scene, effect.atk)
                total += amount(scene, effect.times) * sum(self.hit(one, modifier) for one in who if one in self.defs)
            elif isinstance(effect, LoseHp):
                total += amount(scene, effect.n) * sum(one in self.defs for one in self._meant(scene, effect.who))
            elif isinstance(effect, Heal):
                total += min(amount(scene, effect.n), self.guard.hp_max - self.guard.hp) / 2
        return total

    def _meant(self, scene: Scene, who: Any) -> tuple[str, ...]:
        if who in ("target", "targets"):
            return (self.target,) if self.target else ()
        return meant(scene, who)

    def aimed(self, needs: Needs) -> Mapping[str, Any]:
        """The arguments that cards may call for."""
        guard = self.guard
        flippable = next((slot for slot, card in guard.slots.items() if isinstance(card, AbilityCard)), None)
        return {
            "guard": self.name,
            "target": self.target,
            "targets": self.targets if "targets" in needs.aimed else (),
            "guard_target": self.weakest,
            "choices": labels(needs),
            "flip_slot": flippable,
            "from_slot": next((slot for slot, card in guard.slots.items() if card.active), None),
            **(self._other_cards() if needs.uses_cards else {}),
        }

    def _other_cards(self) -> Mapping[str, Any]:
        shown = ("empower", "harmonize")
        keyword = (slot for name in shown for slot in keywords.keyword_slots(self.cards, self.guard, name))
        return {
            "card_slot": next(iter(activatable(self.state, self.cards, self.name)), None),
            "keyword_slot": next(keyword, None),
            "gem_slot": next(iter(exhausted_gems(self.guard)), None),
            "return_chip": next(iter(self.guard.drawn), None),
        }


def labels(needs: Needs) -> tuple[str, ...]:
    """The labels that are picked where a card offers some: the first ones."""
    return tuple(label for number, offered in needs.choices for label in offered[:number])


def needs_in(cards: Library, key: tuple[str, ...], effects: Effects) -> Needs:
    """What the effects of a card ask, worked out once.

    :param key: which card of the pack it is
    """
    return cards.once(("needs", *key), lambda: needs_of(effects))


def _variants(kind: Callable[..., Decision], worth: float, said: Mapping[str, Any]) -> Iterator[_Weighed]:
    """A decision, and where labels are picked that the card may not ask for after all, one without them."""
    yield _Weighed(worth, kind(**said))
    if said["choices"]:
        yield _Weighed(worth - 0.05, kind(**{**said, "choices": ()}))


def _abilities(eye: _Eye) -> Iterator[_Weighed]:
    barred = derived.corrupted(eye.state, eye.cards, eye.name)
    sealed = derived.sealed(eye.state, eye.cards, eye.name)
    for slot, card in eye.guard.slots.items():
        if isinstance(card, StoneboundCard):
            text = eye.cards.stonebound(card.ability)
            if card.gem == "ready" and not sealed and text is not None and text.effects is not None:
                said = {**eye.aimed(needs_in(eye.cards, ("stone", card.ability), text.effects)), "slot": slot}
                yield from _variants(ActivateStonebound, eye.worth(slot, text.effects) + 1, said)
        elif not barred and not card.used:
            side = eye.cards.side(card.ability, card.side)
            if side is not None and side.effects is not None:
                yield from _ability(eye, slot, card, side, side.effects)


def _ability(eye: _Eye, slot: str, card: AbilityCard, side: SideText, effects: Effects) -> Iterator[_Weighed]:
    ap = ap_cost(eye.state, eye.cards, eye.name, side)
    chips = thriftiest(eye.guard, side.cost) if side.cost else {}
    if chips is None or ap > eye.guard.ap_active.total:
        return
    keyword = side.keyword
    needs = needs_in(eye.cards, (card.ability, card.side), (*effects, *(keyword.effects if keyword else ())))
    said: dict[str, Any] = {**eye.aimed(needs), "slot": slot, "chips": chips}
    if keyword is not None and keyword.name == "burst":
        said["burst_on"] = next(iter(keywords.burst_places(eye.guard, slot)), None)
    worth = eye.worth(slot, effects)
    if keyword is not None and keyword.name == "surge" and eye.guard.ap_active.green >= keyword.green_ap:
        yield _Weighed(worth + 0.1, ActivateAbility(**{**said, "surge": 1}))
    yield from _variants(ActivateAbility, worth, said)


def _attack(eye: _Eye) -> Iterator[_Weighed]:
    weapon = eye.guard.weapon
    if weapon is None or weapon.used or eye.target is None:
        return
    text = eye.cards.weapon(weapon.card)
    chips = thriftiest(eye.guard, text.cost) if text and text.cost else {}
    if chips is not None:
        worth = eye.hit(eye.target, text.atk if text else 0) + 0.3
        yield _Weighed(worth, StandardAttack(guard=eye.name, target=eye.target, chips=chips))


def _gear(eye: _Eye) -> Iterator[_Weighed]:
    """The accessory where it can be activated, and the item: once it is worth something."""
    worn = eye.guard.accessory
    text = eye.cards.accessory(worn.card) if worn and not worn.flipped else None
    if (
        worn is not None
        and text is not None
        and text.effects is not None
        and (text.ap or 0) <= eye.guard.ap_active.total
    ):
        chips = thriftiest(eye.guard, text.cost) if text.cost else {}
        worth = eye.worth("accessory", text.effects)
        if chips is not None and worth >= 1:
            said = {**eye.aimed(needs_in(eye.cards, ("worn", worn.card), text.effects)), "chips": chips}
            yield from _variants(ActivateAccessory, worth, said)
    item = eye.guard.item
    held = eye.cards.item(item.card) if item and not item.used else None
    if item is not None and held is not None and held.effects and held.battle:
        worth = eye.worth("item", held.effects)
        if worth >= 2:
            yield from _variants(
                UseEquippedItem, worth, eye.aimed(needs_in(eye.cards, ("item", item.card), held.effects))
            )
