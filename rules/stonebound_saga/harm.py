"""What happens to a character: HP and armour, statuses, healing, incapacitation, and the end that may follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rules.stonebound_saga import figures
from rules.stonebound_saga.book import StoneTurn, Stopped, book
from rules.stonebound_saga.derived import evasion_against, negations_against
from rules.stonebound_saga.dice import Dice
from rules.stonebound_saga.events import (
    ArmorHeld,
    ArmorReduced,
    ArmorRestored,
    AttackRaised,
    CharacterHealed,
    CharacterIncapacitated,
    CharacterRaised,
    DamageDealt,
    EffectNegated,
    ExtraHpGained,
    FuseDiscarded,
    FusesRemoved,
    GameEnded,
    HealPrevented,
    HpLost,
    PlayerEliminated,
    StatusAdded,
    StatusIgnored,
    StatusRemoved,
    StatusReset,
)
from rules.stonebound_saga.figures import DamageType
from rules.stonebound_saga.ground import near, stands_on
from rules.stonebound_saga.state import (
    Character,
    Position,
    Space,
    eliminated,
    opposed,
    printed,
    with_character,
)

TIMED = ("freeze", "sleep", "stun")
"""Statuses with a duration in turns of the bearer: adding them again restarts it (SS-STA-005, SS-STA-013)."""


def standing(turn: StoneTurn, name: str) -> bool:
    """Whether a character stands now."""
    return not turn.state.characters[name].incapacitated


# ---- HP


def lose_hp(turn: StoneTurn, name: str, amount: int, cause: str, by: str | None = None) -> None:
    """Take HP without a damage type: armour is neither met nor worn (SS-DMG-008).

    :param by: the character whose ability does it; that wakes a sleeper (SS-STA-022)
    """
    lost = min(amount, turn.state.characters[name].hp)
    if lost <= 0:
        return
    turn.emit(HpLost(character=name, amount=lost, hp=turn.state.characters[name].hp - lost, cause=cause))
    _after_loss(turn, name, wakes=by is not None)
    _fall(turn, name)


def lose_hp_at_once(turn: StoneTurn, names: Sequence[str], amount: int) -> None:
    """Take HP from several characters by one effect: if it fells the last ones of both sides, the game is a draw
    (SS-END-003). An ability does it, so that it wakes."""
    losses = {name: min(amount, turn.state.characters[name].hp) for name in names}
    for name, lost in losses.items():
        if lost:
            turn.emit(HpLost(character=name, amount=lost, hp=turn.state.characters[name].hp - lost, cause="ability"))
            _after_loss(turn, name, wakes=True)
    fallen = [name for name, lost in losses.items() if lost and not turn.state.characters[name].hp]
    for name in fallen:
        _incapacitate(turn, name)
    if fallen:
        _judge_end(turn)


def hit(
    turn: StoneTurn,
    dice: Dice,
    by: str,
    name: str,
    damage: int,
    kind: DamageType,
    *,
    critical: bool = False,
    attack: bool = True,
) -> None:
    """Deal damage of a type (SS-DMG-001 to SS-DMG-007): less the armour, then Fortifications (SS-TEA-009, SS-TEA-010),
    then the wear of the armour, then incapacitation.

    :param attack: Fortifications help against it
    """
    it = turn.state.characters[name]
    armour = it.pd if kind == "physical" else it.sd
    loss = max(0, damage - armour)
    spared = _spared(turn, dice, name, loss) if attack else 0
    loss -= spared
    if loss:
        lost = min(loss, it.hp)
        turn.emit(
            DamageDealt(
                character=name,
                by=by,
                amount=lost,
                hp=it.hp - lost,
                damage=damage,
                armour=armour,
                type=kind,
                spared=spared,
            )
        )
        _after_loss(turn, name, wakes=True)
    else:
        turn.emit(ArmorHeld(character=name, by=by, damage=damage, armour=armour, type=kind))
    worn = min(armour, figures.CRITICAL_WEAR if critical else figures.WEAR if loss else 0)
    if worn:
        turn.emit(ArmorReduced(character=name, type=kind, was=armour, now=armour - worn))
    _fall(turn, name)


def _spared(turn: StoneTurn, dice: Dice, name: str, loss: int) -> int:
    """HP that Fortifications keep from being lost (SS-TEA-009, SS-TEA-010)."""
    if not loss or not stands_on(turn.state, name, "fortifications"):
        return 0
    holds = dice.succeeds("fortifications", name, figures.FORTIFICATIONS_UP_TO)
    return min(loss, figures.FORTIFICATIONS_HP) if holds else 0


def _after_loss(turn: StoneTurn, name: str, wakes: bool) -> None:
    it = turn.state.characters[name]
    if wakes and it.hp and it.has("sleep"):
        turn.emit(StatusRemoved(character=name, status="sleep"))


def _fall(turn: StoneTurn, name: str) -> None:
    """Incapacitate a character whose HP are gone (SS-INC-001, SS-INC-002), and end the game with the last one of a side
    (SS-END-001 to SS-END-004).

    :raises Stopped: when the game is over
    """
    if not turn.state.characters[name].hp:
        _incapacitate(turn, name)
        _judge_end(turn)


def _incapacitate(turn: StoneTurn, name: str) -> None:
    it = turn.state.characters[name]
    turn.emit(CharacterIncapacitated(character=name))
    if it.fuses:
        fuses = tuple(FuseDiscarded(ability, stones) for ability, stones in it.fuses.items())
        turn.emit(FusesRemoved(character=name, fuses=fuses))
    if eliminated(turn.state, it.player):
        turn.emit(PlayerEliminated(player=it.player))


def _judge_end(turn: StoneTurn) -> None:
    standing_teams = [team for team, members in turn.state.teams.items() if not _wiped_out(turn.state, members)]
    if len(standing_teams) < len(turn.state.teams):
        turn.emit(GameEnded(winner=standing_teams[0] if standing_teams else "draw"))
        raise Stopped


def _wiped_out(state: Position, players: Iterable[str]) -> bool:
    return all(eliminated(state, player) or not state.players[player].characters for player in players)


@book.evolves(HpLost)
def _hp_lost(state: Position, event: HpLost) -> Position:
    return with_character(state, event.character, hp=event.hp)


@book.evolves(DamageDealt)
def _damage_dealt(state: Position, event: DamageDealt) -> Position:
    return with_character(state, event.character, hp=event.hp)


@book.evolves(ArmorHeld)
def _armor_held(state: Position, event: ArmorHeld) -> Position:
    return state


@book.evolves(ArmorReduced)
def _armor_reduced(state: Position, event: ArmorReduced) -> Position:
    changed = {"pd": event.now} if event.type == "physical" else {"sd": event.now}
    return with_character(state, event.character, **changed)


@book.evolves(ArmorRestored)
def _armor_restored(state: Position, event: ArmorRestored) -> Position:
    return with_character(state, event.character, pd=event.pd, sd=event.sd)


@book.evolves(CharacterIncapacitated)
def _character_incapacitated(state: Position, event: CharacterIncapacitated) -> Position:
    """Statuses and cubes go with it (SS-INC-002, SS-INC-008)."""
    return with_character(state, event.character, hp=0, statuses={}, fresh=(), freeze_served=False, red=0, white=0)


@book.evolves(FusesRemoved)
def _fuses_removed(state: Position, event: FusesRemoved) -> Position:
    stones = tuple(printed(stone) for fuse in event.fuses for stone in fuse.stones)
    return replace(with_character(state, event.character, fuses={}), discard=state.discard + stones)


@book.evolves(PlayerEliminated)
def _player_eliminated(state: Position, event: PlayerEliminated) -> Position:
    return state


@book.evolves(GameEnded)
def _game_ended(state: Position, event: GameEnded) -> Position:
    return replace(state, phase="game_over", winner=event.winner, active_character=None, pushed=None)


# ---- healing and raising


def heal(turn: StoneTurn, name: str, amount: int) -> None:
    """Give HP back, to the maximum (SS-CUB-004); near Sapping Stones nothing heals (SS-TFI-010)."""
    if near(turn.state, name, "sapping_stones", 2):
        turn.emit(HealPrevented(character=name))
        return
    it = turn.state.characters[name]
    healed = min(amount, it.max_hp - it.hp)
    if healed > 0:
        turn.emit(CharacterHealed(character=name, amount=healed, hp=it.hp + healed))


def gain_extra_hp(turn: StoneTurn, name: str, amount: int) -> None:
    """Give HP that may go above the maximum, as blue cubes (SS-CUB-003, SS-CUB-004)."""
    if amount:
        turn.emit(ExtraHpGained(character=name, amount=amount, hp=turn.state.characters[name].hp + amount))


def raise_up(turn: StoneTurn, name: str, hp: int, pos: Space) -> None:
    """Turn an incapacitated character face up (SS-INC-003 to SS-INC-006)."""
    turn.emit(CharacterRaised(character=name, hp=hp, pos=pos))


@book.evolves(CharacterHealed)
def _character_healed(state: Position, event: CharacterHealed) -> Position:
    return with_character(state, event.character, hp=event.hp)


@book.evolves(HealPrevented)
def _heal_prevented(state: Position, event: HealPrevented) -> Position:
    return state


@book.evolves(ExtraHpGained)
def _extra_hp_gained(state: Position, event: ExtraHpGained) -> Position:
    return with_character(state, event.character, hp=event.hp)


@book.evolves(AttackRaised)
def _attack_raised(state: Position, event: AttackRaised) -> Position:
    return with_character(state, event.character, red=state.characters[event.character].red + event.amount)


@book.evolves(CharacterRaised)
def _character_raised(state: Position, event: CharacterRaised) -> Position:
    return with_character(state, event.character, hp=event.hp, pos=event.pos)


# ---- statuses


def add_status(turn: StoneTurn, name: str, status: str) -> None:
    """Add a status, up to its limit (SS-STA-001, SS-STA-003 to SS-STA-005)."""
    it = turn.state.characters[name]
    held, limit = it.statuses.get(status, 0), figures.STATUS_LIMITS[status]
    fresh = status in TIMED and name == turn.state.active_character
    if held and status in TIMED:
        stacks = figures.FREEZE_TOKENS if status == "freeze" else held
        turn.emit(StatusReset(character=name, status=status, stacks=stacks, fresh=fresh))
    elif limit is not None and held >= limit:
        turn.emit(StatusIgnored(character=name, status=status))
    else:
        stacks = figures.FREEZE_TOKENS if status == "freeze" else held + 1
        turn.emit(StatusAdded(character=name, status=status, stacks=stacks, fresh=fresh))


def inflict(turn: StoneTurn, dice: Dice, by: str, name: str, status: str, times: int = 1) -> None:
    """Have a character's attack or ability add a status. Of an opponent's it may be evaded or negated by fuses against
    that status (SS-EVA-005, SS-EVA-007); doubled it is added twice where it stacks (SS-KEY-019)."""
    if opposed(turn.state, by, name) and _kept_off(turn, dice, name, status):
        return
    stackable = figures.STATUS_LIMITS[status] != 1
    for _ in range(times if stackable else 1):
        add_status(turn, name, status)


def _kept_off(turn: StoneTurn, dice: Dice, name: str, status: str) -> bool:
    evasion = evasion_against(turn.state, turn.pack, name, status)
    if evasion and dice.succeeds("evasion", name, evasion):
        turn.emit(EffectNegated(character=name, status=status, ability=None))
        return True
    for ability, chance in negations_against(turn.state, turn.pack, name, status):
        if dice.succeeds("negation", name, chance):
            turn.emit(EffectNegated(character=name, status=status, ability=ability))
            return True
    return False


def remove_statuses(turn: StoneTurn, name: str, which: str) -> None:
    """Remove a status with all its stacks, or all of them (SS-STA-002)."""
    for status, stacks in turn.state.characters[name].statuses.items():
        if stacks and which in (status, "all"):
            turn.emit(StatusRemoved(character=name, status=status))


@book.evolves(StatusAdded)
def _status_added(state: Position, event: StatusAdded) -> Position:
    return _with_status(state, event.character, event.status, event.stacks, event.fresh)


@book.evolves(StatusReset)
def _status_reset(state: Position, event: StatusReset) -> Position:
    return _with_status(state, event.character, event.status, event.stacks, event.fresh)


def _with_status(state: Position, name: str, status: str, stacks: int, fresh: bool) -> Position:
    it = state.characters[name]
    others = tuple(each for each in it.fresh if each != status)
    return with_character(
        state,
        name,
        statuses={**it.statuses, status: stacks},
        fresh=(*others, status) if fresh else others,
        freeze_served=it.freeze_served and status != "freeze",
    )


@book.evolves(StatusIgnored)
def _status_ignored(state: Position, event: StatusIgnored) -> Position:
    return state


@book.evolves(EffectNegated)
def _effect_negated(state: Position, event: EffectNegated) -> Position:
    return state


@book.evolves(StatusRemoved)
def _status_removed(state: Position, event: StatusRemoved) -> Position:
    it: Character = state.characters[event.character]
    return with_character(
        state,
        event.character,
        statuses={status: stacks for status, stacks in it.statuses.items() if status != event.status},
        fresh=tuple(status for status in it.fresh if status != event.status),
        freeze_served=it.freeze_served and event.status != "freeze",
    )
