"""What may be decided before the first round."""

from __future__ import annotations

from collections.abc import Iterable

from rules.encounters_shattered_wastes import strength
from rules.encounters_shattered_wastes.book import book, space_name
from rules.encounters_shattered_wastes.pack import WastesPack
from rules.encounters_shattered_wastes.setup import free_relics, may_choose, missing, seatless, strength_wanted
from rules.encounters_shattered_wastes.state import (
    FEWEST_CHARACTERS,
    KEPT_CARDS,
    MOST_CHARACTERS,
    SPACES,
    Position,
    occupant,
)
from rules.kernel import Choice, Field, Option, player_name, size, words


def set_up_options() -> list[Option]:
    """How an Encounter may begin: the first game, a standard one, or one of a journey."""
    players = Field("players", "Players", "number", minimum=1, maximum=MOST_CHARACTERS, initial=1)
    modes = {
        "standard": ("Play an Encounter", "Any enemy, any Characters, cards drafted"),
        "first_time": ("Play the first game", "The Guardian, four Characters to choose from, cards dealt"),
        "journey": ("Play on a journey", "HP, MP and Threat carried over from the Encounter before"),
    }
    return [
        Option("open_encounter", label, {"mode": mode}, (players,), group="Set-up", likely=True, note=note)
        for mode, (label, note) in modes.items()
    ]


@book.offers_options
def options(state: Position, pack: WastesPack) -> Iterable[Option]:
    """Enemy, Characters, cards, spaces, Strength, and the beginning."""
    if state.phase != "setup":
        return
    if not state.stamina.size:
        yield from _enemies(state, pack)
        yield from _characters(state, pack)
    for name in state.characters:
        yield from _cards(state, pack, name)
        yield from _space(state, pack, name)
    yield from _strength(state)
    yield from _extras(state, pack)
    blocked = "At least 2 Characters are needed." if len(state.characters) < FEWEST_CHARACTERS else missing(state)
    yield Option("begin_encounter", "Begin the first round", group="Begin", likely=True, blocked=blocked)


def _enemies(state: Position, pack: WastesPack) -> Iterable[Option]:
    first = state.mode == "first_time"
    known = [enemy for enemy in pack.enemies if not first or enemy == pack.first_game.enemy]
    choices = tuple(Choice(enemy, pack.name_of(enemy), pack.enemies[enemy].difficulty) for enemy in known)
    if not choices:
        return
    field = Field("enemy", "Enemy", choices=choices)
    open_ = state.enemy is None
    yield Option("choose_enemy", "Choose the enemy", {}, (field,), group="Enemy", likely=open_)
    if open_ and len(choices) > 1:
        yield Option("choose_enemy", "Draw the enemy at random", group="Enemy", luck=True)


def _characters(state: Position, pack: WastesPack) -> Iterable[Option]:
    if len(state.characters) >= MOST_CHARACTERS:
        return
    known = pack.first_game.loadouts if state.mode == "first_time" else pack.characters
    choices = tuple(Choice(name, pack.name_of(name)) for name in known if name not in state.characters)
    for seat in may_choose(state) if choices else ():
        fields = (Field("character", "Character", choices=choices),)
        label = f"{player_name(seat)} takes a Character"
        yield Option("choose_character", label, {"player": seat}, fields, group="Characters", likely=True)


def _cards(state: Position, pack: WastesPack, name: str) -> Iterable[Option]:
    draft, shown = state.characters[name].draft, pack.name_of(name)
    drafted = state.setup.drafted.get(name)
    if any(draft.values()) and drafted is None:
        note = ", ".join(f"{count} {words(deck)}" for deck, count in draft.items() if count)
        label = f"{shown} draws cards"
        yield Option("draft_cards", label, {"character": name}, group="Cards", likely=True, luck=True, note=note)
    elif drafted is not None and name not in state.setup.kept:
        choices = tuple(
            Choice(card, pack.name_of(card), pack.deck_of(card)) for cards in drafted.values() for card in cards
        )
        keep = Field("keep", "Keep", "many", choices, minimum=KEPT_CARDS, maximum=KEPT_CARDS)
        yield Option("keep_cards", f"{shown} keeps 3 cards", {"character": name}, (keep,), group="Cards", likely=True)


def _space(state: Position, pack: WastesPack, name: str) -> Iterable[Option]:
    free = tuple(Choice(space, space_name(space)) for space in SPACES if occupant(state, space) is None)
    field = Field("space", "Space", choices=free)
    if state.characters[name].space is None:
        label = f"Place {pack.name_of(name)}"
        yield Option("place_character", label, {"character": name}, (field,), group="Spaces", likely=True)


def _strength(state: Position) -> Iterable[Option]:
    wanted = strength_wanted(state)
    enough = len(state.characters) >= FEWEST_CHARACTERS and not seatless(state)
    if not state.stamina.size and any(wanted.values()) and enough:
        note = " and ".join(f"{wanted[intent]} {words(intent)}" for intent in strength.INTENTS)
        yield Option("build_strength_deck", "Build STAMINA", group="Strength", likely=True, luck=True, note=note)
    if not any(state.areas.values()):
        yield Option("seed_areas", "Put a card in each Area", group="Strength", likely=True, luck=True)


def _extras(state: Position, pack: WastesPack) -> Iterable[Option]:
    relics = free_relics(state, pack)
    chosen = tuple(Choice(relic, pack.name_of(relic)) for relic in relics)
    for name in state.characters if relics else ():
        label, fixed = f"Give {pack.name_of(name)} a Relic", {"character": name}
        yield Option("give_relic", label, fixed, (Field("relic", "Relic", choices=chosen),), group="Easier")
        yield Option("give_relic", f"{label} at random", fixed, group="Easier", luck=size(relics) > 1)
    left = tuple(Choice(each, pack.name_of(each)) for each in pack.locations if each not in state.locations)
    if left:
        yield Option(
            "add_location", "Play at a Location", {}, (Field("location", "Location", choices=left),), group="Harder"
        )
    if state.mode == "journey":
        yield from _carried(state, pack)


def _carried(state: Position, pack: WastesPack) -> Iterable[Option]:
    for name, character in state.characters.items():
        side = character.heroic_side
        fields = (
            Field("hp", "HP", "number", minimum=0, maximum=side.max_hp, initial=character.hp),
            Field("mp", "MP", "number", minimum=0, maximum=side.max_mp, initial=character.mp),
            Field("threat", "Threat", "number", minimum=0, maximum=11, initial=character.threat),
        )
        label = f"Carry over the trackers of {pack.name_of(name)}"
        yield Option("carry_over", label, {"character": name}, fields, group="Journey")
