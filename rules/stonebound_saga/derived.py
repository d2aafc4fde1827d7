"""Values that follow from the position: what a character can do now, what things cost, whose turn may come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.stonebound_saga import figures
from rules.stonebound_saga.figures import DamageType
from rules.stonebound_saga.ground import in_force, near, stands_on
from rules.stonebound_saga.pack import Ability, Grant, StoneboundPack
from rules.stonebound_saga.state import (
    Character,
    Position,
    eliminated,
    fused_stones,
    roster,
    space_of,
    team_of,
)

# ---- characters


def movement(character: Character) -> int:
    """MV now: Gorland Stables add (SS-TNE-001), one Freeze token takes 1 (SS-STA-012)."""
    slowed = 1 if character.statuses.get("freeze") == 1 else 0
    return max(0, character.mv + character.extra_mv - slowed)


def is_ranged(character: Character) -> bool:
    """Whether it is a ranged character (SS-TER-013)."""
    return character.rng > 1


def reach(state: Position, name: str) -> int:
    """RNG now: Valley of the Wind adds (SS-TWI-002), Ilandris Forest takes 1 from the ranged (SS-TWI-004)."""
    character = state.characters[name]
    forest = is_ranged(character) and near(state, name, "ilandris_forest", 2)
    return character.rng + character.extra_rng - (1 if forest else 0)


def critical_chance(attacker: Character, target: Character | None = None, tundra: bool = False) -> int:
    """The CRT value of an attack (SS-ATK-010): Shear first, then Break on the target and Argun Tundra."""
    value = max(0, attacker.crt - figures.SHEAR_CRT * attacker.statuses.get("shear", 0))
    value += figures.BREAK_CRT if target and target.has("break") else 0
    value -= figures.TUNDRA_CRT if tundra else 0
    return min(100, max(0, value))


def attack_value(attacker: Character, target: Character) -> int:
    """ATK with red cubes and Cripple on the target, before a critical doubles it (SS-ATK-011, SS-STA-010)."""
    return attacker.atk + attacker.red + (figures.CRIPPLE_ATK if target.has("cripple") else 0)


def class_type(class_: str) -> DamageType:
    """The damage type of a class (SS-CMP-011)."""
    return "physical" if class_ in figures.PHYSICAL else "spirit"


def damage_type(state: Position, name: str, stated: DamageType | None = None) -> DamageType:
    """The type with which a character attacks: of its class, or as an ability states (SS-ATK-006); near a Mirror of Lux
    the opposite of its class (SS-TLI-007, SS-TLI-008)."""
    own = class_type(state.characters[name].class_)
    if near(state, name, "mirror_of_lux", 2):
        return "spirit" if own == "physical" else "physical"
    return stated or own


def may_not_spend(state: Position, name: str) -> str | None:
    """The rule that keeps a character from spending stones (SS-STA-016, SS-TLI-001), if any."""
    if state.characters[name].has("silence"):
        return "SS-STA-016"
    return "SS-TLI-001" if near(state, name, "silent_altar", 2) else None


def frozen(character: Character) -> bool:
    """Whether it may not move because of Freeze (SS-STA-011, SS-STA-026)."""
    return character.statuses.get("freeze", 0) >= figures.FREEZE_TOKENS and "freeze" not in character.fresh


def stunned(character: Character) -> bool:
    """Whether it may not target opponents (SS-STA-023, SS-STA-026)."""
    return character.has("stun") and "stun" not in character.fresh


# ---- abilities


def cost_of(state: Position, name: str, ability: Ability) -> int:
    """What an ability costs a character: Upkeep and Tenebris Portals add up (SS-STA-025, SS-STA-028, SS-TDA-009,
    SS-TDA-010)."""
    portals = any(
        terrain.card == "tenebris_portal"
        and terrain.element == ability.element
        and in_force(state, space_of(at), name) is not None
        for at, terrain in state.terrain.items()
    )
    return ability.cost + (1 if state.characters[name].has("upkeep") else 0) + (1 if portals else 0)


def grants(state: Position, pack: StoneboundPack, name: str) -> Iterator[tuple[str, Grant]]:
    """What fuses give a character, with the ability that gives it: its own in the order in which they were laid, and
    those of others that cover it (SS-EVA-007, SS-EVA-009)."""
    bearers = (name, *(other for other in roster(state) if other != name))
    for bearer in bearers:
        for ability in state.characters[bearer].fuses:
            for grant in pack.abilities[ability].grants if ability in pack.abilities else ():
                covered = grant.for_ or (bearer,)
                if name in covered:
                    yield ability, grant


def evasion_against(state: Position, pack: StoneboundPack, name: str, what: str) -> int:
    """The evasion of a character against a damage type or a status: all chances together (SS-EVA-002, SS-EVA-006), 10
    more near Falmund Lighthouse (SS-TLI-006); none while it sleeps (SS-STA-019)."""
    if state.characters[name].has("sleep"):
        return 0
    total = sum(grant.evasion or 0 for _, grant in grants(state, pack, name) if grant.against == what)
    if total and near(state, name, "falmund_lighthouse", 1):
        total += figures.SANCTUARY
    return min(100, total)


def negations_against(state: Position, pack: StoneboundPack, name: str, what: str) -> tuple[tuple[str, int], ...]:
    """The negation chances of a character with their abilities (SS-EVA-003), each 10 higher near Hallowed Ground
    (SS-TLI-002)."""
    more = figures.SANCTUARY if near(state, name, "hallowed_ground", 1) else 0
    return tuple(
        (ability, min(100, grant.negation + more))
        for ability, grant in grants(state, pack, name)
        if grant.negation and grant.against == what
    )


def as_if_blind(state: Position, name: str, targets: Iterable[str]) -> bool:
    """Whether an action needs the roll of the Blind (SS-STA-006, SS-TDA-005): one roll, whatever the reasons
    (SS-STA-007, SS-TDA-006)."""
    character = state.characters[name]
    blind = character.has("blind") and not character.no_blind
    return blind or any(stands_on(state, target, "eryndur_grove") for target in targets)


# ---- stones


def value_of(stone: str) -> int | None:
    """What a stone pays: its stars, 1 more when it was raised (SS-STN-005); ``None`` for any amount (SS-STN-006)."""
    parts = stone.split("_")
    if parts[1] == "inf":
        return None
    return int(parts[1]) + (1 if parts[-1] == "up" else 0)


def element_of(stone: str) -> str:
    """The element of a stone."""
    return stone.partition("_")[0]


def draw_count(state: Position, player: str) -> int:
    """How many stones a player draws, the fallen counted (SS-DRAW-001, SS-DRAW-004)."""
    return figures.BASE_DRAW + figures.DRAW_PER_CHARACTER * len(state.players[player].characters)


def max_hand(state: Position, pack: StoneboundPack, player: str) -> int:
    """The maximum hand size (SS-DRAW-002, SS-DRAW-003), with what fuses add (SS-DRAW-006)."""
    names = [c for c in state.players[player].characters if c in state.characters]
    fused = [ability for c in names for ability in state.characters[c].fuses if ability in pack.abilities]
    more = sum(grant.hand_size or 0 for ability in fused for grant in pack.abilities[ability].grants)
    return draw_count(state, player) + more


def hand_size(state: Position, player: str) -> int:
    """Stones in hand and on fuses (SS-FUSE-005)."""
    return len(state.players[player].hand) + len(fused_stones(state, player))


# ---- whose turn may come


def next_team(state: Position) -> str | None:
    """The team whose turn comes, or ``None`` at the beginning of a round."""
    if not state.acted:
        return None
    last = team_of(state, state.acted[-1])
    other = next(team for team in state.teams if team != last)
    if state.mode in figures.ODD and not _waiting(state, other):
        return last
    return other


def _waiting(state: Position, team: str) -> list[str]:
    """Players of a team who stand and have not had a turn this round."""
    return [p for p in state.teams[team] if p not in state.acted and not eliminated(state, p)]


def openers(state: Position) -> tuple[str, ...]:
    """Who may open a round: the first player, or once that one is eliminated the team mates (SS-TRN-007)."""
    first = state.first_player
    if first is None:
        return ()
    if not eliminated(state, first):
        return (first,)
    return tuple(p for p in state.teams[team_of(state, first)] if not eliminated(state, p))


def may_play(state: Position) -> tuple[str, ...]:
    """The players who may take the next turn (SS-TRN-001 to SS-TRN-007)."""
    team = next_team(state)
    if team is None:
        return openers(state)
    waiting = _waiting(state, team)
    if waiting or state.mode in figures.ODD:
        return tuple(waiting)
    return tuple(p for p in state.teams[team] if not eliminated(state, p))


def round_is_over(state: Position) -> bool:
    """Whether every player had a turn (SS-TRN-002): in odd games every player who stands (SS-TRN-006), else as many
    turns as there are players (SS-TRN-005)."""
    if state.mode in figures.ODD:
        return not any(_waiting(state, team) for team in state.teams)
    return len(state.acted) >= len(state.players)
