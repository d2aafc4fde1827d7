"""Every value that is counted out from the position, in one place.

Judging, options and pages ask here; nobody else adds up dice, damage, costs or limits.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.encounters_shattered_wastes import strength
from rules.encounters_shattered_wastes.pack import Ability, Modifiers, Trait, WastesPack
from rules.encounters_shattered_wastes.state import (
    AREAS,
    Character,
    HealthySide,
    HeroicSide,
    InjuredSide,
    Position,
    ShatteredSide,
    adjacent,
    area_of,
    on_board,
)
from rules.encounters_shattered_wastes.steps import NOBODY, BonusIf, Reach


def side_of(character: Character) -> HeroicSide | ShatteredSide:
    """The side of the card that is in play (SW-SHT-003, SW-RCL-001)."""
    return character.shattered_side if character.state == "shattered" else character.heroic_side


def form_of(state: Position) -> HealthySide | InjuredSide:
    """The side of the Enemy card that is in play (SW-FRM-011); a blank one before the enemy is chosen."""
    if state.enemy is None:
        return HealthySide(refresh_value=0, area_limit=0)
    return state.enemy.injured_side if state.enemy.form == "injured" else state.enemy.healthy_side


def refresh_value(state: Position, pack: WastesPack) -> int:
    """Dice that each Character rolls in the Refresh Phase, Locations counted in (SW-REF-005, SW-DIF-001)."""
    added = sum(pack.locations[each].modifiers.refresh_value for each in state.locations if each in pack.locations)
    return max(form_of(state).refresh_value + added, 0)


def area_limit(state: Position, pack: WastesPack) -> int:
    """The Threat that an Area may hold, Locations counted in (SW-DEF-002, SW-DIF-001)."""
    added = sum(pack.locations[each].modifiers.area_limit for each in state.locations if each in pack.locations)
    return max(form_of(state).area_limit + added, 0)


def area_threat(state: Position, area: str) -> int:
    """The Threat of an Area (SW-BRD-007)."""
    return strength.total_threat(state.areas[area])


def modifiers(state: Position, pack: WastesPack, name: str) -> Iterator[Modifiers]:
    """What is added to a Character's attacks by Passive Abilities, Afflictions, Relics and the enemy's trait
    (SW-REV-011, SW-ABL-010, SW-DIF-003, SW-ENM-016)."""
    character = state.characters[name]
    for ability in character.abilities:
        if ability in pack.abilities and pack.abilities[ability].subtype == "passive":
            yield pack.abilities[ability].modifiers
    for part, held in ((pack.afflictions, character.afflictions), (pack.relics, character.relics)):
        yield from (part[card].modifiers for card in held if card in part)
    trait = enemy_trait(state, pack)
    if trait is not None:
        yield trait


def enemy_trait(state: Position, pack: WastesPack) -> Modifiers | None:
    """What the trait of the form in play adds to attacks."""
    if state.enemy is None or state.enemy.name not in pack.enemies:
        return None
    card = pack.enemies[state.enemy.name]
    trait = card.injured_trait if state.enemy.form == "injured" else card.trait
    return None if trait is None else trait.modifiers


def attack_dice(state: Position, pack: WastesPack, name: str, printed: int) -> int:
    """Dice of an attack: the printed number and what lies by the Character (SW-ATK-004)."""
    return max(printed + sum(each.dice for each in modifiers(state, pack, name)), 0)


def attack_damage(state: Position, pack: WastesPack, name: str, bonus: int = 0, bonus_if: BonusIf = "always") -> int:
    """Cards that a hit removes: the Damage value, what lies by the Character, and a bonus that may ask for a line, read
    from where the attacker stands now (SW-ATK-008, SW-ATK-015, SW-ATK-019)."""
    character = state.characters[name]
    line = {"F": "front_line", "B": "back_line"}[(character.space or "1F")[1]]
    added = bonus if bonus_if in ("always", line) else 0
    return max(side_of(character).damage + added + sum(each.damage for each in modifiers(state, pack, name)), 0)


def is_critical(state: Position, pack: WastesPack, name: str, total: int) -> bool:
    """Whether the total of an attack is a Critical Success: the printed value, or one that a Passive adds (SW-ATK-005,
    SW-ABL-011)."""
    character = state.characters[name]
    if total == side_of(character).critical:
        return True
    passives = (pack.abilities[a] for a in character.abilities if a in pack.abilities)
    equal = any(op.op == "extra_critical" for card in passives if card.subtype == "passive" for op in card.effects)
    return equal and character.corruption is not None and total == character.corruption


def max_hp(character: Character) -> int:
    """The most HP that a Character can have (SW-SET-012)."""
    return side_of(character).max_hp


def max_mp(character: Character) -> int:
    """The most MP (SW-SET-013); none while Shattered."""
    return 0 if character.state == "shattered" else character.heroic_side.max_mp


def can_pay(character: Character, cost: int) -> bool:
    """Whether a cost can be paid: in MP, or without bound in Corruption while Shattered (SW-ABL-004, SW-COR-001)."""
    return character.state == "shattered" or (character.mp or 0) >= cost


def in_reach(reach: Reach, space: str, area: str) -> bool:
    """Whether an attack with a reach can target an Area from a space (SW-ATK-002)."""
    if reach == "any":
        return True
    return abs(int(area_of(space)) - int(area)) <= (1 if reach == "adjacent" else 0)


def targetable(state: Position, name: str, reach: Reach) -> tuple[str, ...]:
    """The Areas that a Character can attack: in reach and with a Strength card (SW-ATK-003)."""
    space = state.characters[name].space
    return tuple(area for area in AREAS if space and state.areas[area] and in_reach(reach, space, area))


def basic_reach(state: Position, pack: WastesPack, name: str) -> Reach:
    """How far a Basic Attack reaches (SW-TRT-009, SW-TRT-010)."""
    trait = pack.trait_of(name, state.characters[name].state)
    return trait.basic_attack_reach if trait is not None and trait.subtype == "standing" else "own"


def reach_of_actions(state: Position, name: str) -> int:
    """Actions that a Character may still perform now: those of its activation, and granted ones (SW-ACT-015)."""
    own = state.characters[name].actions_left if state.active == name else 0
    return own + state.granted_actions.get(name, 0)


# ---- Reactions


def reactions(state: Position, pack: WastesPack, trigger: str, subject: str) -> tuple[str, ...]:
    """The Reactions that may be used to a trigger now: ``character.ability`` and ``character.trait`` (SW-RCT-002 to
    SW-RCT-006)."""
    return tuple(_reactions(state, pack, trigger, subject))


def _reactions(state: Position, pack: WastesPack, trigger: str, subject: str) -> Iterator[str]:
    for name in on_board(state):
        if not concerns(state, trigger, subject, name):
            continue
        character = state.characters[name]
        for ability in character.abilities:
            card = pack.abilities.get(ability)
            used = ability in character.used_reactions
            if card is not None and reacts(card, trigger) and not used and can_pay(character, card.cost):
                yield f"{name}.{ability}"
        trait = pack.trait_of(name, character.state)
        if trait is not None and reacts(trait, trigger) and not character.used_trait and can_pay(character, trait.cost):
            yield f"{name}.trait"


def reacts(card: Ability | Trait, trigger: str) -> bool:
    """Whether a card is a Reaction to a trigger."""
    return card.subtype == "reaction" and card.trigger == trigger and not card.unknown


def concerns(state: Position, trigger: str, subject: str, name: str) -> bool:
    """Whether a trigger is one for a Character's Reactions."""
    if trigger == "enemy_targets_adjacent_character":
        return bool(replaceable(state, name))
    if trigger == "own_die_rolled" and not (state.roll and state.roll.dice):
        return False
    return name != subject if trigger == "other_character_moved" else name == subject


def replaceable(state: Position, name: str) -> tuple[str, ...]:
    """The targets of the revealed card that stand adjacent to a Character (SW-RCT-008)."""
    here = state.characters[name].space
    others = (other for other in dict.fromkeys(state.targets) if other != name and other != NOBODY)
    return tuple(o for o in others if here and (s := state.characters[o].space) is not None and adjacent(here, s))
