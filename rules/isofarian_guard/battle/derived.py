"""Every value that is counted out from the position, in one place, with its parts.

Judging, options and pages ask here; nobody else adds up ATK, DEF or damage. Odds are in
:mod:`~rules.isofarian_guard.battle.odds`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rules.isofarian_guard.battle import chips, values
from rules.isofarian_guard.battle.effects import Immune, Static, StaticModify, Statics
from rules.isofarian_guard.battle.library import Library
from rules.isofarian_guard.battle.scene import Scene, meant
from rules.isofarian_guard.battle.state import AbilityCard, BattleState, Card, Guard, combatant, is_enemy
from rules.kernel.sums import Part, Sum

NOBODY_LINGERS: frozenset[str] = frozenset()


class Damage(Struct, frozen=True):
    """What an attack would deal (ISO-DMG-001). Neither ATK nor DEF counts below 0 (ISO-DMG-005, ISO-STAT-005,
    ISO-ENM-006).

    :param evaded: an Evasion Chip would make it miss
    """

    atk: Sum
    def_: Sum
    evaded: bool

    @property
    def n(self) -> int:
        """HP that it would take off, evasion aside; never below 0 (ISO-DMG-002)."""
        return max(self.atk.in_use - self.def_.in_use, 0)

    def words(self) -> str:
        """The sum in words: ``ATK 4 (3 base + 1 Cross Slash) − DEF 1 (1 base) = 3``."""
        sums = f"ATK {self.atk.in_use} ({self.atk.words()}) − DEF {self.def_.in_use} ({self.def_.words()}) = {self.n}"
        return f"{sums}, but it will be evaded" if self.evaded else sums


# ---- what counts without being carried out


def statics_of(
    state: BattleState, cards: Library, who: str, lingering: frozenset[str] = NOBODY_LINGERS
) -> Iterator[tuple[str, Static]]:
    """The static effects of a combatant's cards that count now, each with where it lies: those of ability cards while
    active (or equipped, where they say so), of an accessory that is not flipped (ISO-ACC-001, ISO-ACC-002), of the
    visible AI card of an enemy that stands or lingers (ISO-AI-009, ISO-AI-010, ISO-AI-018)."""
    if is_enemy(who):
        enemy = state.enemies[who]
        if enemy.visible and (enemy.hp > 0 or who in lingering):
            text = cards.ai_card(enemy.enemy, enemy.visible)
            yield from ((enemy.visible, static) for static in (text.passive if text else ()))
        return
    guard, passive = state.guards[who], cards.passive
    for slot, card in guard.slots.items():
        if card.ability in passive:
            for static in _passive(cards, card):
                if card.active or static.needs == "equipped":
                    yield slot, static
    if guard.accessory and not guard.accessory.flipped:
        worn = cards.accessory(guard.accessory.card)
        yield from (("accessory", static) for static in (worn.passive if worn else ()))


def _passive(cards: Library, card: Card) -> Statics:
    if isinstance(card, AbilityCard):
        side = cards.side(card.ability, card.side)
        return side.passive if side else ()
    stone = cards.stonebound(card.ability)
    return stone.passive if stone else ()


def immune(state: BattleState, cards: Library, who: str, chip: str) -> bool:
    """Whether a chip does nothing to somebody (ISO-IMM-001)."""
    return any(
        isinstance(static, Immune) and chips.matches(static.chips, chip) for _, static in statics_of(state, cards, who)
    )


def working(state: BattleState, cards: Library, who: str, chip: str) -> int:
    """How many chips of a kind work on a guard from its status areas, or on an enemy from its card, where only
    negative ones do (ISO-ENM-008); none on whoever is immune."""
    if is_enemy(who):
        lying = state.enemies[who].chips.get(chip, 0) if chips.is_negative(chip) else 0
    else:
        dashboards = state.guards[who]
        lying = dashboards.negative.get(chip, 0) + dashboards.positive.get(chip, 0)
    return 0 if lying and immune(state, cards, who, chip) else lying


# ---- ATK and DEF


def attack_value(
    state: BattleState,
    cards: Library,
    who: str,
    modifier: Part | None = None,
    *,
    lingering: frozenset[str] = NOBODY_LINGERS,
    statics: bool = True,
) -> Sum:
    """ATK in use: base, modifiers, Strengthen and Weaken, static effects, and for one attack its attack modifier
    (ISO-DMG-001, ISO-DMG-003, ISO-CHIP-027, ISO-CHIP-033)."""
    parts = list(_value(state, cards, who, "atk", lingering if statics else None))
    return Sum((*parts, modifier) if modifier else tuple(parts))


def defense_value(
    state: BattleState, cards: Library, who: str, *, lingering: frozenset[str] = NOBODY_LINGERS, statics: bool = True
) -> Sum:
    """DEF in use: base, modifiers, Bolster and Break, blue cubes, static effects (ISO-STAT-009, ISO-ENM-007,
    ISO-CHIP-008, ISO-CHIP-009)."""
    return Sum(tuple(_value(state, cards, who, "def", lingering if statics else None)))


_CHIP_PARTS = {
    "atk": (("green_strengthen", 1, "ISO-CHIP-027"), ("red_weaken", -1, "ISO-CHIP-033")),
    "def": (("green_bolster", 1, "ISO-CHIP-008"), ("red_break", -1, "ISO-CHIP-009")),
}


def _value(state: BattleState, cards: Library, who: str, stat: str, lingering: frozenset[str] | None) -> Iterator[Part]:
    figures = combatant(state, who)
    yield Part("base", figures.atk if stat == "atk" else figures.def_, who, "ISO-DMG-001")
    for modifier in figures.modifiers:
        if modifier.stat == stat:
            yield Part(modifier.source or "modifier", modifier.by, modifier.source, "ISO-DMG-004")
    for chip, sign, rule in _CHIP_PARTS[stat]:
        number = working(state, cards, who, chip)
        if number:
            yield Part(chips.kind(chip).capitalize(), sign * number, chip, rule)
    if stat == "def" and figures.blue_cubes:
        rule = "ISO-STAT-009" if isinstance(figures, Guard) else "ISO-ENM-007"
        yield Part("blue cubes", figures.blue_cubes, who, rule)
    if lingering is not None:
        yield from _static_parts(state, cards, who, stat, lingering)


def _static_parts(state: BattleState, cards: Library, who: str, stat: str, lingering: frozenset[str]) -> Iterator[Part]:
    for owner in (*state.guards, *state.enemies):
        for place, static in statics_of(state, cards, owner, lingering):
            if isinstance(static, StaticModify) and static.stat == stat:
                scene = Scene(state, cards, owner, place)
                scene.plain = True
                if who in meant(scene, static.who):
                    yield Part(
                        _label(state, cards, owner, place), values.amount(scene, static.by), place, "ISO-DMG-004"
                    )


def _label(state: BattleState, cards: Library, owner: str, place: str) -> str:
    if is_enemy(owner):
        return cards.ai_name(state.enemies[owner].enemy, place)
    guard = state.guards[owner]
    if place == "accessory" and guard.accessory:
        return cards.name(guard.accessory.card)
    return card_name(cards, guard.slots[place]) if place in guard.slots else place


def card_name(cards: Library, card: Card) -> str:
    """What people call the card in an ability slot, by its face-up side."""
    side = cards.side(card.ability, card.side) if isinstance(card, AbilityCard) else None
    return side.label if side else cards.name(card.ability)


def atk_now(state: BattleState, cards: Library, who: str) -> int:
    """ATK in use, floored at 0."""
    return attack_value(state, cards, who).in_use


def def_now(state: BattleState, cards: Library, who: str) -> int:
    """DEF in use, blue cubes included, floored at 0."""
    return defense_value(state, cards, who).in_use


def damage(
    state: BattleState,
    cards: Library,
    attacker: str,
    target: str,
    modifier: Part,
    lingering: frozenset[str] = NOBODY_LINGERS,
) -> Damage:
    """What an attack would deal: bonuses and penalties are summed first, then each side is floored at 0, then compared
    (ISO-DMG-001, ISO-DMG-005)."""
    return Damage(
        atk=attack_value(state, cards, attacker, modifier, lingering=lingering),
        def_=defense_value(state, cards, target, lingering=lingering),
        evaded=evasion_of(state, target) is not None,
    )


def evasion_of(state: BattleState, who: str, wanted: str | None = None) -> str | None:
    """The Evasion Chip that the next attack on somebody uses up: the named one, else green before purple
    (ISO-CHIP-013, ISO-CHIP-017)."""
    lying = state.enemies[who].chips if is_enemy(who) else state.guards[who].positive
    order = (wanted, *chips.EVASIONS) if wanted else chips.EVASIONS
    return next((chip for chip in order if chip in chips.EVASIONS and lying.get(chip, 0)), None)


# ---- costs and draws


def upkeep(state: BattleState, cards: Library, who: str) -> int:
    """How much more an ability with an AP cost costs (ISO-CHIP-030, ISO-CHIP-031)."""
    return working(state, cards, who, "red_upkeep")


def corrupted(state: BattleState, cards: Library, guard: str) -> bool:
    """Whether a guard can use no Guard Ability Card (ISO-CHIP-011)."""
    return working(state, cards, guard, "purple_corruption") > 0


def sealed(state: BattleState, cards: Library, guard: str) -> bool:
    """Whether a guard can use no Stonebound Ability (ISO-CHIP-024)."""
    return working(state, cards, guard, "red_seal") > 0


def draw_number(guard: Guard) -> int:
    """How many black chips a guard draws: its active AP of both colors (ISO-DRAW-001)."""
    return guard.ap_active.total


def active_gems(guard: Guard) -> int:
    """Gems that lie on Stonebound Ability Cards (ISO-TGT-013)."""
    return sum(1 for card in guard.slots.values() if not isinstance(card, AbilityCard) and card.active)


def element_active(state: BattleState, element: str) -> bool:
    """Whether any guard activated a Stonebound Ability of an element this round: its gem still lies on the card
    (ISO-KEY-019, ISO-KEY-020)."""
    return any(
        not isinstance(card, AbilityCard) and card.active and card.element == element
        for guard in state.guards.values()
        for card in guard.slots.values()
    )
