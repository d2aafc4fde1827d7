"""What may be decided outside of action scenes: reading, days, injuries, growth, crafting, interludes, gear."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from rules.artisans_of_splendent_vale.book import book
from rules.artisans_of_splendent_vale.crafting import BREWER, RUNESMITH, TAILOR
from rules.artisans_of_splendent_vale.figures import CHARACTER_NAMES, MATERIA, SLOTS
from rules.artisans_of_splendent_vale.growth import judge_cost, judge_node
from rules.artisans_of_splendent_vale.hexes import adjacent
from rules.artisans_of_splendent_vale.interludes import drawer_of, todo_choice
from rules.artisans_of_splendent_vale.pack import Node, ValePack
from rules.artisans_of_splendent_vale.reading import judge_option
from rules.artisans_of_splendent_vale.scenes import card_of
from rules.artisans_of_splendent_vale.starting import people
from rules.artisans_of_splendent_vale.state import Position
from rules.kernel import Choice, Field, Option, Refused, words

COMPONENTS = (MATERIA, "silk", "iron", "brass", "quartz", "wyrmroot", "newt_tail")


def steady(source: random.Random, options: Sequence[Option]) -> Option:
    """Take one of the steps that the table page offers first."""
    likely = [option for option in options if option.likely]
    return source.choice(likely or list(options))


def named(pack: ValePack, things: Iterable[str]) -> tuple[Choice, ...]:
    """Things to choose from, by their names."""
    return tuple(Choice(thing, pack.name_of(thing)) for thing in things)


def text(name: str, label: str, initial: str | None = None) -> Field:
    """A field for words."""
    return Field(name, label, "text", initial=initial)


def count(name: str, label: str, least: int = 1, most: int = 20) -> Field:
    """A field for a number."""
    return Field(name, label, "number", minimum=least, maximum=most, initial=least)


def entry_field() -> Field:
    """A field for the number of an entry."""
    return Field("entry", "Entry", "number", minimum=1, maximum=9999, initial=1)


@book.offers_options
def options(state: Position, pack: ValePack) -> Iterable[Option]:
    """Everything outside of the course of a scene."""
    if state.paused:
        return
    if state.open_injuries:
        yield from _injury_cards(state)
        return
    if state.phase == "setup":
        yield _add_interlude_card(state)
        return
    if state.phase in ("exploration", "interlude"):
        yield from _reading(state, pack)
        yield from _days(state, pack)
        yield from _interludes(state, pack)
    yield from _gear(state, pack)
    if state.phase != "action_scene":
        yield from _growth(state, pack)
        yield from _crafting(state, pack)
    yield from _told(state, pack)


def _injury_cards(state: Position) -> Iterator[Option]:
    opened = state.open_injuries[0]
    sheet = state.characters[opened.who]
    yield Option(
        "read_injury_card",
        f"{CHARACTER_NAMES[opened.who]}: read injury card {opened.drawn[-1]}",
        {"who": opened.who},
        (
            text("injury", "Name of the injury"),
            count("transfer", "Damage that it takes", 1, max(1, sheet.damage)),
            Field("effect", "Its effect", "text", required=False),
        ),
        group="Injury",
        likely=True,
    )


# ---- reading


def _reading(state: Position, pack: ValePack) -> Iterator[Option]:
    everybody = people(state.players)
    known = pack.entries.get(str(state.current_entry))
    for name, option in (known.options if known is not None else {}).items():
        able = []
        for who in (option.only,) if option.only is not None else state.players:
            try:
                judge_option(state, option, who)
            except Refused:
                continue
            able.append(who)
        field = Field("by", "Who chooses", choices=people(able))
        blocked = "" if able else "Nobody can choose that now."
        yield Option("choose_option", words(name), {"option": name}, (field,), "Choices", bool(able), blocked=blocked)
    by = Field("by", "Who reads, if one book alone has it", choices=everybody, required=False)
    yield Option("read_entry", "Read an entry", {}, (entry_field(), by), group="Reading", likely=True)
    fields = (Field("map", "Map", choices=named(pack, pack.maps)),) if pack.maps else (text("map", "Map"),)
    yield Option("explore_map", "Explore a map", {}, fields, group="Reading")
    if state.bookmark is not None:
        shown = pack.maps.get(state.bookmark)
        if shown is None:
            number = Field("number", "Number", "number", minimum=1, maximum=9999, initial=1)
            yield Option("search_point", "Search a point of interest", {}, (number, by), group="Map", likely=True)
        for point, facts in (shown.points if shown is not None else {}).items():
            if facts.only is None or facts.only in state.players:
                able_here = people((facts.only,) if facts.only is not None else state.players)
                yield Option(
                    "search_point",
                    f"Search {point}",
                    {"number": int(point)},
                    (Field("by", "Who reads", choices=able_here),),
                    group="Map",
                    likely=True,
                )


def _days(state: Position, pack: ValePack) -> Iterator[Option]:
    where = (Choice("log", "The adventure log"), *people(state.players))
    fields = (text("phrase", "Phrase"), Field("on", "Where", choices=where))
    yield Option("record_phrase", "Record a phrase", {}, fields, group="Adventure log")
    yield Option(
        "discover_location", "Write a location on the map", {}, (text("name", "Name"), entry_field()), group="World map"
    )
    open_ = [name for name, place in state.locations.items() if not place.complete]
    if open_:
        field = Field("name", "Location", choices=tuple(Choice(name, name) for name in open_))
        yield Option("complete_location", "Mark a location complete", {}, (field,), group="World map")
        if state.location_choice:
            yield Option("explore_location", "Explore a location", {}, (field,), group="World map", likely=True)
    yield Option(
        "set_day_entry",
        "Note the entry for the end of the day",
        {"day": state.day},
        (entry_field(),),
        group="Adventure log",
    )
    if state.day_over:
        yield Option("end_day", f"End {words(state.day)}", group="Day", likely=True)
    else:
        yield Option("call_day_over", "The story says that the day is over", group="Day")
    day = (
        text("day", "Name of the day"),
        Field("location_choice", "Choose a location", "flag", initial=True),
        Field("day_off", "A day off", "flag", initial=False),
    )
    yield Option("begin_day", "Begin a day", {}, day, group="Day", likely=not state.location_choice)


# ---- interludes


def _add_interlude_card(state: Position) -> Option:
    fields = (Field("who", "Whose deck", choices=people(state.players)), text("card", "Card"))
    return Option("add_interlude_card", "Put a card under an interlude deck", {}, fields, group="Interludes")


def _interludes(state: Position, pack: ValePack) -> Iterator[Option]:
    yield _add_interlude_card(state)
    if state.phase == "exploration":
        yield Option("draw_interludes", "Draw interlude cards", group="Interludes", likely=True)
    for who in state.players:
        sheet, name = state.characters[who], CHARACTER_NAMES[who]
        if state.phase == "interlude":
            yield from _interlude(state, pack, who)
        waiting = [phrase for phrase, todo in sheet.todo.items() if not todo.complete]
        if waiting:
            field = Field("phrase", "Phrase", choices=tuple(Choice(phrase, phrase) for phrase in waiting))
            yield Option("complete_todo", f"{name}: mark a phrase complete", {"who": who}, (field,), group="To-do")
            if todo_choice(state, pack, who):
                yield Option(
                    "choose_todo", f"{name}: choose from the list", {"who": who}, (field,), group="To-do", likely=True
                )
    fields = (Field("who", "Whose list", choices=people(state.players)), text("phrase", "Phrase"), entry_field())
    yield Option("add_todo", "Add to a to-do list", {}, fields, group="To-do")


def _interlude(state: Position, pack: ValePack, who: str) -> Iterator[Option]:
    sheet, name = state.characters[who], CHARACTER_NAMES[who]
    if sheet.finished:
        return
    if sheet.choice is None:
        yield from _interlude_choices(state, pack, who)
    elif not sheet.choice.agreed:
        yield Option("withdraw_option", f"{name}: take the choice back", {"who": who}, group="Interludes", likely=True)
        return
    fields = (Field("archive", "The entry says: archive the card", "flag", initial=False),)
    yield Option("finish_interlude", f"{name}: finish", {"who": who}, fields, group="Interludes", likely=True)


def _interlude_choices(state: Position, pack: ValePack, who: str) -> Iterator[Option]:
    name = CHARACTER_NAMES[who]
    cards = [state.characters[each].drawn for each in state.players]
    for card in (card for card in cards if card is not None):
        drawer = drawer_of(state, card)
        known = pack.interludes.get(card)
        if known is None and drawer == who:
            fields = (text("option", "Option"),)
            label = f"{name}: choose from card {card}"
            fixed = {"who": who, "card": card}
            yield Option("choose_interlude_option", label, fixed, fields, group="Interludes", likely=True)
        for option, facts in (known.options if known is not None else {}).items():
            mine = who == drawer or facts.kind == "multi" or (facts.kind == "private" and who == facts.with_)
            if mine and (facts.with_ is None or facts.with_ in state.players):
                fixed = {"who": who, "card": card, "option": option}
                yield Option(
                    "choose_interlude_option", f"{name}: {words(option)}", fixed, group="Interludes", likely=True
                )


# ---- growth and crafting


def _growth(state: Position, pack: ValePack) -> Iterator[Option]:
    fields = (Field("who", "Who", choices=people(state.players)), count("amount", "Experience", 1, 10))
    yield Option("gain_experience", "Gain experience", {}, fields, group="Experience")
    fields = (Field("who", "Whose grid", choices=people(state.players)), text("path", "Path"))
    yield Option("unlock_path", "Open a locked path", {}, fields, group="Experience")
    for who in state.players:
        sheet, grid = state.characters[who], pack.grids.get(who)
        label = f"{CHARACTER_NAMES[who]}: fill a node"
        if grid is None:
            if sheet.experience:
                fresh = f"node_{len(sheet.grid.filled) + 1}"
                yield Option(
                    "fill_nodes", label, {"who": who}, (text("nodes", "Node", fresh),), group="Experience", likely=True
                )
            continue
        able = []
        for node in sorted(
            {name for edge in grid.edges for name in (edge if isinstance(edge, tuple) else edge.between)}
        ):
            try:
                judge_node(grid, sheet, node)
                judge_cost(sheet, grid.nodes.get(node, Node()).cost)
            except Refused:
                continue
            able.append(node)
        if able:
            field = Field("nodes", "Node", choices=tuple(Choice(node, words(node)) for node in able))
            yield Option("fill_nodes", label, {"who": who}, (field,), group="Experience", likely=True)


def _crafting(state: Position, pack: ValePack) -> Iterator[Option]:
    able = people(who for who in state.players if state.characters[who].craft is None)
    if able:
        field = Field("who", "Who", choices=able)
        yield Option("allow_craft", "Allow crafting", {}, (field,), group="Crafting")
    for who in state.players:
        if state.characters[who].craft is not None:
            label = f"{CHARACTER_NAMES[who]}: end crafting"
            yield Option("end_craft", label, {"who": who}, group="Crafting", likely=True)
    if TAILOR in state.players:
        yield from _tailoring(state, pack)
    if BREWER in state.players:
        yield from _brewing(state)
    if RUNESMITH in state.players:
        yield Option("learn_rune", "Soraya: learn a rune", {}, (text("rune", "Rune"),), group="Crafting")
        yield from _runes(state, pack)


def _tailoring(state: Position, pack: ValePack) -> Iterator[Option]:
    yield Option("add_inspiration", "Farah: add an inspiration", {}, (text("sticker", "Sticker"),), group="Crafting")
    sheet = state.characters[TAILOR]
    if sheet.craft is None or sheet.craft.made:
        return
    able = []
    for card in sheet.cards:
        garment = pack.garments.get(card)
        cost = garment.cost if garment is not None else {}
        phrase = garment.phrase if garment is not None else None
        enough = all(sheet.components.get(each, 0) >= need for each, need in cost.items())
        if enough and (phrase is None or phrase in sheet.inspirations):
            able.append(card)
    if able:
        field = Field("card", "Piece", choices=named(pack, able))
        yield Option("craft_garment", "Farah: make a piece", {}, (field,), group="Crafting", likely=True)


def _brewing(state: Position) -> Iterator[Option]:
    sheet = state.characters[BREWER]
    stock = [each for each, held in sheet.components.items() if held and each != MATERIA]
    if sheet.craft is None or not sheet.components.get(MATERIA) or len(stock) < 2:
        return
    choices = tuple(Choice(each, words(each)) for each in stock)
    field = Field("ingredients", "Ingredients", "many", choices, 2, 2)
    yield Option("brew", "Harinya: brew", {}, (field,), group="Crafting", likely=True)


def _runes(state: Position, pack: ValePack) -> Iterator[Option]:
    sheet = state.characters[RUNESMITH]
    if sheet.craft is None:
        return
    for item in sheet.cards:
        known = pack.enhance.get(item)
        for name, option in (known.options if known is not None else {}).items():
            if all(rune in sheet.runes for rune in option.runes) and sheet.components.get(MATERIA, 0) >= option.materia:
                label = f"Soraya: {pack.name_of(item)}, {words(name)}"
                fixed = {"item": item, "option": name}
                yield Option("enhance_item", label, fixed, group="Crafting", likely=True)


# ---- gear


def _gear(state: Position, pack: ValePack) -> Iterator[Option]:
    for who in state.players:
        sheet, name = state.characters[who], CHARACTER_NAMES[who]
        if sheet.potions:
            field = Field("potion", "Potion", choices=named(pack, sheet.potions))
            yield Option("drink_potion", f"{name}: drink a potion", {"who": who}, (field,), group="Potions")
        others = [
            other
            for other in state.players
            if other != who and (state.phase != "action_scene" or adjacent(state, who, other))
        ]
        if others:
            yield from _sharing(state, pack, who, people(others))
        loose = [card for card in sheet.cards if card not in sheet.armor.cards]
        for card in loose if state.phase != "action_scene" else ():
            facts = card_of(state, pack, card)
            slots = [slot for slot in SLOTS if getattr(sheet.armor, slot) is None]
            if facts is not None and facts.type == "armor" and (facts.only or who) == who:
                slots = [slot for slot in slots if slot == facts.slot or facts.slot is None]
                if slots:
                    field = Field("slot", "Slot", choices=tuple(Choice(slot, words(slot)) for slot in slots))
                    label = f"{name}: wear {pack.name_of(card)} for good"
                    yield Option("equip_armor", label, {"who": who, "card": card}, (field,), group="Armor")


def _sharing(state: Position, pack: ValePack, who: str, others: tuple[Choice, ...]) -> Iterator[Option]:
    sheet, to = state.characters[who], Field("to", "To", choices=others)
    name = CHARACTER_NAMES[who]
    for potion, held in sheet.potions.items():
        fixed = {"from": who, "kind": "potion", "item": potion}
        fields = (to, count("count", "How many", 1, held))
        yield Option("share", f"{name}: give {pack.name_of(potion)}", fixed, fields, group="Sharing")
    materia = sheet.components.get(MATERIA, 0)
    if materia:
        fields = (to, count("count", "How many", 1, materia))
        yield Option("share", f"{name}: give materia", {"from": who, "kind": "materia"}, fields, group="Sharing")
    cards = [card for card in sheet.cards if card not in sheet.armor.cards]
    if cards and state.phase != "action_scene":
        fields = (to, Field("item", "Card", choices=named(pack, cards)))
        yield Option("share", f"{name}: give a card", {"from": who, "kind": "equipment"}, fields, group="Sharing")


# ---- what the books and cards say


def _told(state: Position, pack: ValePack) -> Iterator[Option]:
    yield from _harm_told(state)
    yield from _gains_told(state, pack)
    for card in sorted(card for card in _taken(state) if card_of(state, pack, card) is None):
        kinds = tuple(Choice(kind, words(kind)) for kind in ("weapon", "trinket", "skill", "armor"))
        fields = (Field("told.type", "Kind", choices=kinds), count("told.hands", "Hands", 0, 2))
        label = f"Say what {pack.name_of(card)} is"
        yield Option("describe_card", label, {"card": card}, fields, group="By the book")


def _harm_told(state: Position) -> Iterator[Option]:
    who = Field("who", "Who", choices=people(state.players))
    amount = count("amount", "Damage", 1, 10)
    yield Option("suffer_damage", "Suffer damage", {}, (who, amount), group="By the book", luck=True)
    yield Option("heal", "Heal damage", {}, (who, amount), group="By the book")
    for name in state.players:
        held = {injury: each.value for injury, each in state.characters[name].injuries.items() if each.value}
        if held:
            field = Field("injury", "Injury", choices=tuple(Choice(each, words(each)) for each in held))
            label = CHARACTER_NAMES[name]
            yield Option("advance_recovery", f"{label}: advance recovery", {"who": name}, (field,), group="Injuries")
            yield Option("aggravate_injury", f"{label}: aggravate", {"who": name}, (field,), group="Injuries")


def _gains_told(state: Position, pack: ValePack) -> Iterator[Option]:
    stock = {each for sheet in state.characters.values() for each in sheet.components}
    gains = Field(
        "effect.gain",
        "Components",
        "counts",
        tuple(Choice(e, words(e)) for e in (*COMPONENTS, *sorted(stock - {*COMPONENTS}))),
        1,
        9,
    )
    whose = Field("effect.who", "Who", choices=(Choice("each", "Each of us"), *people(state.players)))
    yield Option("follow_instruction", "Gain components", {}, (whose, gains), group="By the book")
    potions = [card for card, facts in pack.cards.items() if facts.type == "potion"]
    if potions:
        field = Field("effect.gain_potion", "Potions", "counts", named(pack, potions), 1, 5)
        yield Option("follow_instruction", "Gain potions", {}, (whose, field), group="By the book")
    taken = _taken(state)
    free = [card for card, facts in pack.cards.items() if facts.type != "potion" and card not in taken]
    one = Field("effect.who", "Who", choices=people(state.players))
    if free:
        field = Field("effect.gain_card", "Card", choices=named(pack, free))
        yield Option("follow_instruction", "Gain a card", {}, (one, field), group="By the book")


def _taken(state: Position) -> set[str]:
    """The cards that somebody has."""
    return {card for sheet in state.characters.values() for card in sheet.cards}
