"""What is wrong with a position. Empty in health, after every event."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.isofarian_guard.battle import checks as battle_checks
from rules.isofarian_guard.campaign import derived
from rules.isofarian_guard.campaign.facts import (
    ABILITY_SLOTS,
    CHIPS,
    CHIPS_PER_TYPE,
    COMPASS,
    DIAL,
    EVENT_BAG,
    GEMS_PER_COLOUR,
    GUARDS,
    PLAYERS,
    PRESTIGE,
    REGION_CUBES,
    REGION_DECK,
    SCROLLS,
    TENEBRIS_STONEBOUND,
    TOOL_CARDS,
)
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.state import Guard, Position
from rules.kernel import plus, words


def problems(state: Position) -> Iterator[str]:
    """Everything that does not add up."""
    for check in _CHECKS:
        yield from check(state)


def _table(state: Position) -> Iterator[str]:
    if len(state.party) > GUARDS or len(set(state.party)) < len(state.party):
        yield f"The party is {', '.join(state.party)}."
    if set(state.party) != set(state.guards):
        yield "Party and guards are not the same."
    if set(state.control) != set(state.party) or not set(state.control.values()) <= set(state.players):
        yield "Somebody plays a guard who is not there, or nobody plays one who is."
    if not 1 <= len(state.players) <= PLAYERS:
        yield f"{len(state.players)} people play."
    if set(state.reserve) & set(state.party):
        yield "A guard is in the party and set aside."


def _dials(state: Position) -> Iterator[str]:
    for name, value in (("Sil", state.sil), ("Lux", state.lux)):
        if not 0 <= value <= DIAL:
            yield f"The {name} dial shows {value}."


def _event_bag(state: Position) -> Iterator[str]:
    chips = plus(state.event_bag, (state.drawn_chip,) if state.drawn_chip else ())
    if chips != EVENT_BAG:
        yield "The event bag and the chip in hand are not the five chips."
    if state.phase == "skull_choice" and (state.drawn_chip or COMPASS) == COMPASS:
        yield "No skull is in hand to choose about."
    if state.phase in ("compass_choice", "field_path") and state.drawn_chip != COMPASS:
        yield "No compass is in hand."


def _regions(state: Position) -> Iterator[str]:
    for region, cubes in state.region_cubes.items():
        if cubes > REGION_CUBES:
            yield f"{cubes} cubes lie on the cover of {named(region)}."
    for region, deck in state.field_decks.items():
        if deck.size > REGION_DECK:
            yield f"The deck of {named(region)} has {deck.size} cards."


def _phases(state: Position) -> Iterator[str]:
    if (state.phase == "battle") != (state.battle is not None):
        yield "There is a battle without its phase, or the phase without a battle."
    if (state.phase == "field_path") != (state.field_card is not None and state.phase == "field_path"):
        yield "No field event card is in hand."
    if state.phase == "narrative" and state.narrative is None:
        yield "No narrative event is under way."


def _fight(state: Position) -> Iterator[str]:
    if state.fight is not None:
        if state.battle is None:
            yield "A battle is played that has not begun."
        yield from battle_checks.faults(state.fight)


def _map(state: Position) -> Iterator[str]:
    if state.boat.aboard and state.boat.at != state.at and state.phase != "respawn_choice":
        yield "The party is aboard a boat that lies elsewhere."
    if len(state.markers.scrolls) > SCROLLS:
        yield f"{len(state.markers.scrolls)} scroll chips are on the map."
    for city, level in state.prestige.items():
        if level > PRESTIGE:
            yield f"Prestige with {named(city)} is {level}."


def _guards(state: Position) -> Iterator[str]:
    for name, guard in (*state.guards.items(), *state.reserve.items()):
        yield from (f"{named(name)}: {fault}" for fault in _guard(guard))


def _guard(guard: Guard) -> Iterator[str]:
    if not 0 <= guard.hp <= derived.hp_max(guard):
        yield f"{guard.hp} HP of {derived.hp_max(guard)}."
    if not 0 <= guard.ap_exhausted <= derived.ap_max(guard):
        yield f"{guard.ap_exhausted} AP exhausted of {derived.ap_max(guard)}."
    for chip, count in guard.bag.items():
        if chip not in CHIPS:
            yield f"there is no chip {chip}."
        if not 1 <= count <= CHIPS_PER_TYPE:
            yield f"{count} chips {words(chip)}."
    for _, card in derived.worn(guard):
        if len(card.stones) > card.open_slots:
            yield f"{len(card.stones)} stones under {named(card.card)} with {card.open_slots} open slots."


def _abilities(state: Position) -> Iterator[str]:
    equipped = [ability for name in state.party for ability in state.guards[name].abilities.values()]
    for ability in {ability for ability in equipped if equipped.count(ability) > 1}:
        yield f"{named(ability)} is equipped twice."
    for name in state.party:
        guard = state.guards[name]
        if not {*guard.abilities, *guard.gems} <= set(ABILITY_SLOTS):
            yield f"{named(name)} has an ability outside the six slots."
        if state.difficulty == "tenebris" and derived.stonebound(guard) > TENEBRIS_STONEBOUND:
            yield f"{named(name)} has {derived.stonebound(guard)} stonebound abilities in Tenebris."
    for color in {color for name in state.party for color in state.guards[name].gems.values()}:
        if derived.gems_in_use(state, color) > GEMS_PER_COLOUR:
            yield f"{derived.gems_in_use(state, color)} {color} gems are in use."


def _satchels(state: Position) -> Iterator[str]:
    for name, guard in (*state.guards.items(), *state.reserve.items()):
        if derived.open_slots(state, guard) < 0:
            yield f"The satchel of {named(name)} holds more than it has slots."
        if any(count < 1 for count in guard.satchel.values()):
            yield f"The satchel of {named(name)} lists cards that are not there."
        if guard.item in state.tools:
            yield f"{named(name)} has a tool in the item slot."
    for card in state.materials:
        if derived.carried(state, card) > derived.material_limit(state, card):
            yield f"The party carries {derived.carried(state, card)} {named(card)}."
        if sum(card in state.guards[name].satchel for name in state.party) > 1:
            yield f"{named(card)} lies in two satchels."
    if derived.tools_in_play(state) > TOOL_CARDS:
        yield f"{derived.tools_in_play(state)} tool item cards are in use."


_CHECKS: tuple[Callable[[Position], Iterator[str]], ...] = (
    _table, _dials, _event_bag, _regions, _phases, _fight, _map, _guards, _abilities, _satchels,
)  # fmt: skip
