"""Chips on the move: gained, added to a bag, drawn, discarded, and what each does when it becomes active.

A guard owns at most five chips of a type; one that would go over goes to the supply and does nothing (ISO-LIM-001,
ISO-LIM-003, ISO-LIM-004).
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.battle import chips, derived
from rules.isofarian_guard.battle.areas import chips_added, chips_in, chips_taken, owned
from rules.isofarian_guard.battle.book import BattleTurn, book, merely_noted
from rules.isofarian_guard.battle.effects import Negate
from rules.isofarian_guard.battle.events import (
    AllyChipsDrawn,
    BagRefilled,
    BlueCubesDiscarded,
    BlueCubesGained,
    ChipAddedToBag,
    ChipDiscarded,
    ChipDrawn,
    ChipGained,
    ChipIgnored,
    ChipMoved,
    ChipNegated,
    ChipPlacedOnEnemy,
    ChipReturnedToBag,
    ChipReturnedToSupply,
    ChipTaken,
    DrawStopped,
)
from rules.isofarian_guard.battle.harm import heal, lose_hp
from rules.isofarian_guard.battle.interpreter import react, react_to_falls, spend_accessory
from rules.isofarian_guard.battle.luck import drawn_chip
from rules.isofarian_guard.battle.play import Play
from rules.isofarian_guard.battle.points import exhaust, remove
from rules.isofarian_guard.battle.state import (
    AccessoryCard,
    BattleState,
    combatant,
    everyone,
    is_enemy,
    with_combatant,
    with_guard,
)
from rules.kernel import Refused, plus

# ---- into the game


def add_to_bag(turn: BattleTurn, guard: str, chip: str, n: int) -> None:
    """Add chips to a bag, those that fit the limit (ISO-LIM-003); they work when drawn (ISO-CHIP-035)."""
    for _ in range(n):
        if owned(turn.state, guard, chip) < chips.CHIP_LIMIT:
            turn.emit(ChipAddedToBag(who=guard, chip=chip))
        else:
            turn.emit(ChipReturnedToSupply(who=guard, chip=chip, n=1, from_="supply"))


def gain(play: Play, who: str, chip: str, n: int) -> None:
    """Gain chips that work at once, one after the other (ISO-CHIP-035); on an enemy they lie on its card without any
    limit (ISO-ENM-013)."""
    for _ in range(n):
        if is_enemy(who):
            _place_one(play, who, chip)
        elif owned(play.state, who, chip) >= chips.CHIP_LIMIT:
            play.emit(ChipReturnedToSupply(who=who, chip=chip, n=1, from_="supply"))
        else:
            _gain_one(play, who, chip)


def _place_one(play: Play, slot: str, chip: str) -> None:
    negation = _negation(play, slot, chip, wanted=False)
    if negation:
        play.emit(ChipNegated(who=slot, chip=chip, source=negation))
        return
    play.emit(ChipPlacedOnEnemy(who=slot, chip=chip))
    if derived.immune(play.state, play.cards, slot, chip):
        play.emit(ChipIgnored(who=slot, chip=chip))
    else:
        _work_on_enemy(play, slot, chip)


def _gain_one(play: Play, guard: str, chip: str) -> None:
    negation = _negation(play, guard, chip, wanted=False)
    play.emit(ChipGained(who=guard, chip=chip, to="supply" if negation else chips.area_of(chip)))
    if negation:
        _negate(play, guard, chip, negation)
    else:
        _work_on_guard(play, guard, chip)


# ---- what a chip does when it becomes active


def _work_on_enemy(play: Play, slot: str, chip: str) -> None:
    """Poison, Freeze and Stun act at once; Weaken, Break and Upkeep count while they lie there; Fear, Seal and
    Corruption do nothing (ISO-CHIP-020, ISO-CHIP-023, ISO-CHIP-029, ISO-CHIP-039)."""
    if chips.kind(chip) == "poison":
        lose_hp(play.turn, play, slot, 1, chip)
    elif chips.kind(chip) == "freeze":
        remove(play.turn, slot, "green", 1)
    elif chips.kind(chip) == "stun":
        exhaust(play.turn, slot, "green", None)


def _work_on_guard(play: Play, guard: str, chip: str) -> None:
    """Heart, Poison, Freeze and Stun act at once (ISO-CHIP-019, ISO-CHIP-021, ISO-CHIP-022, ISO-CHIP-028), unless the
    guard is immune (ISO-IMM-001)."""
    if not chips.is_resource(chip) and derived.immune(play.state, play.cards, guard, chip):
        play.emit(ChipIgnored(who=guard, chip=chip))
        return
    symbol = chips.kind(chip)
    if symbol == "heart":
        heal(play.turn, guard, 1)
    elif symbol == "poison":
        lose_hp(play.turn, play, guard, 1, chip)
    elif symbol == "freeze":
        remove(play.turn, guard, "green", 1)
    elif symbol == "stun":
        exhaust(play.turn, guard, "green", None)


def _negation(play: Play, who: str, chip: str, *, wanted: bool) -> str | None:
    """The place of the card that negates a chip: automatically, or where it says may, when the players want it
    (ISO-IMM-002, ISO-IMM-005)."""
    if chips.is_resource(chip):
        return None
    for place, static in derived.statics_of(play.state, play.cards, who):
        if isinstance(static, Negate) and chips.matches(static.chips, chip) and (wanted or not static.may):
            return place
    return None


def _negate(play: Play, guard: str, chip: str, place: str) -> None:
    play.emit(ChipNegated(who=guard, chip=chip, source=place))
    if place == "accessory":
        spend_accessory(play.child(guard, "accessory"))


# ---- drawing


def draw(play: Play, guard: str, number: int, *, all_draw: bool = False, step_five: bool = False) -> bool:
    """Draw until so many chips counted: black ones, or with ``all_draw`` every chip (ISO-DRAW-001, ISO-DRAW-002,
    ISO-DRAW-007, ISO-DRAW-010). An empty bag, Fear and a fall end it too (ISO-DRAW-005, ISO-DRAW-008, ISO-DRAW-013).

    :param step_five: it is the draw of step 5, whose number the position keeps
    :returns: whether Fear stopped it
    """
    left = number
    while left > 0 and play.state.guards[guard].bag and play.state.guards[guard].hp > 0:
        chip, feared = draw_one(play, guard, all_draw=all_draw, left=left if step_five else None)
        left -= int(counts(chip, all_draw))
        if feared:
            play.emit(DrawStopped(guard=guard))
            return True
    return False


def counts(chip: str, all_draw: bool) -> bool:
    """Whether a drawn chip counts towards the number of the draw (ISO-DRAW-002, ISO-DRAW-007)."""
    return all_draw or chips.color(chip) == "black"


def draw_one(play: Play, guard: str, *, all_draw: bool = False, left: int | None = None) -> tuple[str, bool]:
    """Draw one chip and resolve it before anything else (ISO-DRAW-004).

    :param left: chips still to count in the draw of step 5
    :returns: the chip, and whether it is a Fear Chip that works
    """
    chip = drawn_chip(play.turn, guard, play.state.guards[guard].bag)
    negation = _negation(play, guard, chip, wanted=_negation_wanted(play, guard, chip))
    counting = counts(chip, all_draw)
    play.emit(
        ChipDrawn(
            who=guard,
            chip=chip,
            to="supply" if negation else chips.area_of(chip),
            counts=counting,
            left=None if left is None else left - int(counting),
        )
    )
    feared = False
    if negation:
        _negate(play, guard, chip, negation)
    else:
        feared = chips.kind(chip) == "fear" and not derived.immune(play.state, play.cards, guard, chip)
        _work_on_guard(play, guard, chip)
    react(play, guard, frozenset({"chip_drawn"}), attacker=guard, victim=guard, chip=chip)
    _enemies_see(play, guard, chip)
    react_to_falls(play)
    return chip, feared


def _enemies_see(play: Play, guard: str, chip: str) -> None:
    for slot in tuple(play.state.enemies):
        react(play, slot, frozenset({"chip_drawn"}), attacker=guard, victim=guard, chip=chip)


def _negation_wanted(play: Play, guard: str, chip: str) -> bool:
    """Whether the players use an optional negation on this chip: named by its place in the draws, or by its kind.

    :raises Refused: ``no_accessory``, ``accessory_exhausted``, ``accessory_not_activatable`` where a chip is named by
        its place and nothing can negate it
    """
    place = play.shared.drawn
    play.shared.drawn += 1
    wanted = getattr(play.given, "negate", ())
    if isinstance(wanted, bool):
        return wanted
    if place in wanted and _negation(play, guard, chip, wanted=True) is None:
        raise _no_negation(play.state.guards[guard].accessory)
    return place in wanted or chip in getattr(play.given, "negate_kinds", ())


def _no_negation(worn: AccessoryCard | None) -> Refused:
    if worn is None:
        return Refused("no_accessory", "No accessory is equipped that could negate it.", rule="ISO-IMM-002")
    if worn.flipped:
        return Refused("accessory_exhausted", "Its uses in this battle are spent.", rule="ISO-IMM-004")
    return Refused("accessory_not_activatable", "The accessory does not negate this chip.", rule="ISO-IMM-002")


def refill(turn: BattleTurn, guard: str) -> None:
    """Put the whole discard area into the bag (ISO-REF-005)."""
    discard = turn.state.guards[guard].discard
    if discard:
        turn.emit(BagRefilled(who=guard, chips=discard))


# ---- out of areas


def send(turn: BattleTurn, who: str, chip: str, n: int, from_: str, to: str) -> None:
    """Move chips of one kind; the fact is named by where they go. ``auto``: where a swept chip goes (ISO-CHIP-036)."""
    if to == "auto":
        to = "supply" if is_enemy(who) else chips.swept_to(chip)
    if to == "supply":
        turn.emit(ChipReturnedToSupply(who=who, chip=chip, n=n, from_=from_))
    elif to == "discard":
        turn.emit(ChipDiscarded(who=who, chip=chip, n=n, from_=from_))
    elif to == "bag":
        turn.emit(ChipReturnedToBag(who=who, chip=chip, n=n, from_=from_))
    else:
        turn.emit(ChipMoved(who=who, chip=chip, n=n, from_=from_, to=to))


def sweep(turn: BattleTurn, who: str, area: str, *, spare: tuple[str, ...] = ()) -> None:
    """Clear an area: each chip to where its color sends it (ISO-CHIP-002 to ISO-CHIP-005).

    :param spare: chips that stay
    """
    for chip, n in chips_in(turn.state, who, area).items():
        if chip not in spare:
            send(turn, who, chip, n, area, "auto")


# ---- blue cubes

BLUE_CUBES = 20
"""Blue cubes in the box (ISO-STAT-012)."""


def blue_cubes_left(state: BattleState) -> int:
    """Blue cubes in the supply."""
    return BLUE_CUBES - sum(figures.blue_cubes for figures in everyone(state))


def gain_blue_cubes(turn: BattleTurn, who: str, n: int) -> None:
    """Gain blue cubes, as far as the supply reaches (ISO-STAT-009, ISO-STAT-012)."""
    gained = min(n, blue_cubes_left(turn.state))
    if gained > 0:
        turn.emit(BlueCubesGained(who=who, n=gained))


def discard_blue_cubes(turn: BattleTurn, who: str, n: int | None) -> None:
    """Discard blue cubes; ``None``: all of them."""
    held = combatant(turn.state, who).blue_cubes
    gone = held if n is None else min(n, held)
    if gone > 0:
        turn.emit(BlueCubesDiscarded(who=who, n=gone))


# ---- facts


@book.evolves(ChipAddedToBag)
def _chip_added(state: BattleState, event: ChipAddedToBag) -> BattleState:
    return chips_added(state, event.who, "bag", {event.chip: 1})


@book.evolves(ChipGained)
def _chip_gained(state: BattleState, event: ChipGained) -> BattleState:
    return chips_added(state, event.who, event.to, {event.chip: 1})


@book.evolves(ChipPlacedOnEnemy)
def _chip_placed(state: BattleState, event: ChipPlacedOnEnemy) -> BattleState:
    return chips_added(state, event.who, "enemy_card", {event.chip: 1})


@book.evolves(ChipDrawn)
def _chip_drawn(state: BattleState, event: ChipDrawn) -> BattleState:
    state = chips_taken(state, event.who, "bag", {event.chip: 1})
    state = chips_added(state, event.who, event.to, {event.chip: 1})
    return state if event.left is None else replace(state, draw_left=event.left)


@book.evolves(ChipReturnedToSupply)
def _chip_to_supply(state: BattleState, event: ChipReturnedToSupply) -> BattleState:
    return chips_taken(state, event.who, event.from_, {event.chip: event.n})


@book.evolves(ChipDiscarded)
def _chip_discarded(state: BattleState, event: ChipDiscarded) -> BattleState:
    return _moved(state, event.who, event.chip, event.n, event.from_, "discard")


@book.evolves(ChipReturnedToBag)
def _chip_to_bag(state: BattleState, event: ChipReturnedToBag) -> BattleState:
    return _moved(state, event.who, event.chip, event.n, event.from_, "bag")


@book.evolves(ChipMoved)
def _chip_moved(state: BattleState, event: ChipMoved) -> BattleState:
    return _moved(state, event.who, event.chip, event.n, event.from_, event.to)


def _moved(state: BattleState, who: str, chip: str, n: int, from_: str, to: str) -> BattleState:
    return chips_added(chips_taken(state, who, from_, {chip: n}), who, to, {chip: n})


@book.evolves(ChipTaken)
def _chip_taken(state: BattleState, event: ChipTaken) -> BattleState:
    return chips_taken(state, event.who, "bag", {event.chip: 1})


@book.evolves(BagRefilled)
def _bag_refilled(state: BattleState, event: BagRefilled) -> BattleState:
    return with_guard(state, event.who, bag=plus(state.guards[event.who].bag, event.chips), discard={})


@book.evolves(BlueCubesGained)
def _blue_cubes_gained(state: BattleState, event: BlueCubesGained) -> BattleState:
    held = combatant(state, event.who).blue_cubes
    return with_combatant(state, event.who, blue_cubes=held + event.n)


@book.evolves(BlueCubesDiscarded)
def _blue_cubes_discarded(state: BattleState, event: BlueCubesDiscarded) -> BattleState:
    held = combatant(state, event.who).blue_cubes
    return with_combatant(state, event.who, blue_cubes=held - event.n)


merely_noted(ChipIgnored, ChipNegated, DrawStopped, AllyChipsDrawn)
