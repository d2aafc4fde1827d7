"""The position of Artisans of Splendent Vale in rows: the day or the scene, the board, characters, units and groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from projections.views import Face, Row
from rules.artisans_of_splendent_vale.book import PHASES, unit_name
from rules.artisans_of_splendent_vale.figures import CHARACTER_NAMES, FACES, INJURY_CARDS
from rules.artisans_of_splendent_vale.hexes import side, size
from rules.artisans_of_splendent_vale.pack import ValePack
from rules.artisans_of_splendent_vale.state import (
    Board,
    Hex,
    Position,
    Sheet,
    Unit,
    available,
    group_of,
    is_mob,
    members,
    standing,
    toughness_of,
)
from rules.artisans_of_splendent_vale.turns import companions_of, due
from rules.kernel import words

DICE: Mapping[str, Face] = {
    "boot": Face("Boot", "boots"),
    "pow": Face("Pow", "strike"),
    "shield": Face("Shield", "shield"),
    "plus": Face("Plus", "plus"),
    "wild": Face("Wild", "star"),
    "combo": Face("Combo", "boots", mark="+"),
}
"""The faces of a die; the combo is a boot with a plus."""


def faces(pack: ValePack) -> dict[str, Face]:
    """The faces of a die and the injury cards."""
    dice: dict[str, Face] = {face: DICE.get(face, Face(face.capitalize())) for face in pack.faces}
    return {**dice, **{card: Face(f"Card {card}", "wound") for card in INJURY_CARDS}}


def sheet(state: Position, pack: ValePack) -> dict[str, Row]:
    """Rows ``table``, ``character.<name>``, ``companion.<name>``, and in scenes ``board``, ``unit.<unit>``,
    ``group.<group>``."""
    scene = _in_scene(state)
    rows: dict[str, Row] = {"table": _table(state, pack)}
    for who in state.players:
        rows[f"character.{who}"] = _character(state, pack, who)
    for name in state.companions:
        rows[f"companion.{name}"] = _companion(state, name)
    if scene:
        rows["board"] = _board(state.board)
        marks = _marks(state, pack)
        for unit in _units(state):
            rows[f"unit.{unit}"] = _unit(state, pack, unit, marks[unit])
        for name in state.groups:
            rows[f"group.{name}"] = _group(state, pack, name)
    return rows


def _in_scene(state: Position) -> bool:
    return state.phase in ("scene_setup", "action_scene")


# ---- the day and the scene


def _table(state: Position, pack: ValePack) -> Row:
    scene = _in_scene(state)
    known = pack.scenes.get(state.scene or "") if scene else None
    return {
        "day": words(state.day),
        "phase": state.phase,
        "phase_words": PHASES[state.phase],
        "scene": pack.name_of(state.scene) if scene and state.scene else "",
        "rules": known.rules if known is not None else "",
        "round": state.round,
        "record_keeper": _who(state.record_keeper),
        "narrator": _who(state.narrator),
        "paused_at": state.paused_at if state.paused else None,
        "day_over": state.day_over,
        "day_off": state.day_off,
        "location_choice": state.location_choice,
        "entry": state.current_entry,
        "entries_read": len(state.entries_read),
        "bookmark": words(state.bookmark) if state.bookmark else "",
        "locations": [
            {"name": name, "entry": place.entry, "grid": place.grid or "", "complete": place.complete}
            for name, place in state.locations.items()
        ],
        "log": [{"day": words(day), "phrases": list(phrases)} for day, phrases in state.log.items() if phrases],
        "day_ends": [{"day": words(day), "entry": entry} for day, entry in state.day_end_entry.items()],
        "interludes": [_interlude(state, pack, who) for who in state.players] if state.phase == "interlude" else [],
        "pool": _dice(state.dice.pool),
        "available": available(state),
        "attack": _attack(state, pack),
        "rule_cards": [pack.name_of(card) for card in state.rule_cards],
        "order": _order(state, pack) if scene else [],
        "characters": list(state.players),
    }


def _who(name: str | None) -> str:
    return CHARACTER_NAMES[name] if name else ""


def _interlude(state: Position, pack: ValePack, who: str) -> dict[str, Any]:
    it = state.characters[who]
    chosen = it.choice
    told = ""
    if chosen is not None:
        told = chosen.phrase or words(chosen.option or "")
        told += "" if chosen.agreed else ", the other has not agreed"
    return {
        "name": CHARACTER_NAMES[who],
        "card": pack.name_of(it.drawn) if it.drawn else "",
        "choice": told,
        "finished": it.finished,
    }


def _dice(counts: Mapping[str, int]) -> list[dict[str, Any]]:
    """Dice by their faces, in the order in which the faces are listed."""
    listed = sorted(counts, key=lambda face: (FACES.index(face) if face in FACES else len(FACES), face))
    found = [(face, DICE.get(face, Face(face.capitalize())), counts[face]) for face in listed if counts[face]]
    return [
        {"face": face, "name": look.label, "icon": look.icon, "mark": look.mark, "count": count}
        for face, look, count in found
    ]


def _attack(state: Position, pack: ValePack) -> dict[str, Any] | None:
    if state.pending is None:
        return None
    return {
        "attacker": unit_name(pack, state.pending.attacker),
        "targets": [unit_name(pack, target) for target in state.pending.targets],
        "value": state.pending.value,
        "pierce": state.pending.pierce,
    }


def _order(state: Position, pack: ValePack) -> list[dict[str, Any]]:
    """The portraits in order with the units that act there, but for characters whom nobody plays, and at the end who
    stands apart from them."""
    order: list[dict[str, Any]] = []
    listed: set[str] = set()
    begun = state.phase == "action_scene"
    for place, portrait in enumerate(state.initiative):
        if portrait in CHARACTER_NAMES and portrait not in state.players:
            continue
        units = _acting(state, portrait)
        listed |= set(units)
        order.append({
            "name": unit_name(pack, portrait),
            "here": begun and place == state.index,
            "group": portrait if portrait in state.groups else "",
            "units": units,
        })  # fmt: skip
    rest = [unit for unit in _units(state) if unit not in listed]
    if rest:
        order.append({"name": "Besides" if order else "Everybody", "here": False, "group": "", "units": rest})
    return order


def _acting(state: Position, portrait: str) -> list[str]:
    if portrait in CHARACTER_NAMES:
        return [name for name in (portrait, *companions_of(state, portrait)) if name in _units(state)]
    return list(members(state, portrait))


# ---- the board


def _board(board: Board) -> Row:
    return {
        "radius": board.radius,
        "difficult": _spaces(board.difficult),
        "pits": _spaces(board.pits),
        "impassable": _spaces(board.impassable),
        "paw": _spaces(board.paw),
        "elevation": [{"high": list(border.high), "low": list(border.low)} for border in board.elevation],
        "glyphs": [
            {"glyph": glyph, "number": number, "at": list(at)}
            for glyph, numbered in board.glyphs.items()
            for number, at in numbered.items()
        ],
    }


def _spaces(spaces: Iterable[Hex]) -> list[list[int]]:
    return [list(space) for space in spaces]


def _units(state: Position) -> list[str]:
    """Who takes part: played characters and companions, on the board or not yet, and the mobs on the board."""
    own = [*state.players, *state.companions]
    return [unit for unit in state.units if unit in own or (unit in standing(state) and is_mob(state, unit))]


def _marks(state: Position, pack: ValePack) -> dict[str, str]:
    """A short mark for each unit: the beginning of its name, as long as it takes to tell it from others, and a mob's
    number: ``S``, ``Ru2``."""
    stems = {unit: group_of(state, unit) if is_mob(state, unit) else unit for unit in _units(state)}
    names = {
        stem: unit_name(pack, stem) for stem in {*stems.values(), *state.players, *state.companions, *state.groups}
    }
    return {unit: _short(names, stem) + unit.removeprefix(stem).removeprefix("_") for unit, stem in stems.items()}


def _short(names: Mapping[str, str], stem: str) -> str:
    others = [name for other, name in names.items() if other != stem]
    beginnings = (names[stem][:length] for length in (1, 2, 3))
    return next((one for one in beginnings if not any(name.startswith(one) for name in others)), names[stem][:3])


def _unit(state: Position, pack: ValePack, unit: str, mark: str) -> Row:
    it = state.units[unit]
    owner = state.companions[unit].owner if unit in state.companions else unit
    return {
        "id": unit,
        "name": unit_name(pack, unit),
        "mark": mark,
        "side": side(state, unit),
        "size": size(state, unit),
        "seat": _seat(state, owner),
        "place": list(it.at) if it.at is not None else None,
        "turn": state.turn is not None and state.turn.unit == unit,
        "due": state.phase == "action_scene" and state.turn is None and unit in due(state),
        "acted": unit in state.acted,
        "tokens": sum(it.conditions.values()),
        "group": group_of(state, unit) if is_mob(state, unit) else "",
        **_condition(it),
    }


def _condition(it: Unit) -> dict[str, Any]:
    return {
        "space": f"{it.at[0]},{it.at[1]}" if it.at is not None else "",
        "conditions": [{"name": words(name), "count": count} for name, count in it.conditions.items() if count],
        "stunned": it.stunned,
        "block": it.block,
        "defeated": it.defeated,
    }


def _seat(state: Position, who: str) -> int:
    """The number of a character's seat; 0 for mobs."""
    return next((number for number, name in enumerate(state.players, 1) if name == who), 0)


def _group(state: Position, pack: ValePack, name: str) -> Row:
    group = state.groups[name]
    return {
        "name": pack.name_of(name),
        "kind": group.kind,
        "side": group.side,
        "truce": group.truce,
        "dial": group.dial,
        "toughness": toughness_of(state, group),
        "left": len(members(state, name)),
    }


# ---- characters and companions


def _character(state: Position, pack: ValePack, who: str) -> Row:
    it = state.characters[who]
    here = state.units.get(who) if _in_scene(state) else None
    return {
        "id": who,
        "name": CHARACTER_NAMES[who],
        "seat": _seat(state, who),
        "player": next((words(seat) for seat, name in state.seats.items() if name == who), ""),
        "roles": [
            role
            for role, holder in (("record keeper", state.record_keeper), ("narrator", state.narrator))
            if holder == who
        ],
        "turn": _turn(state, who),
        "damage": it.damage,
        "toughness": it.toughness,
        "scene": _condition(here) if here is not None else None,
        "injuries": [
            {"name": words(name), "value": injury.value, "times": injury.times} for name, injury in it.injuries.items()
        ],
        "unread": [opened.drawn[-1] for opened in state.open_injuries if opened.who == who],
        "companions": [name for name, companion in state.companions.items() if companion.owner == who],
        "cards": _cards(state, pack, it),
        "armor": [
            {"slot": words(slot), "name": pack.name_of(card)}
            for slot, card in (
                ("shoulders", it.armor.shoulders),
                ("arms", it.armor.arms),
                ("legs", it.armor.legs),
            )
            if card
        ],
        "experience": it.experience,
        "nodes": [words(node) for node in it.grid.filled],
        "unlocked": [words(path) for path in it.grid.unlocked],
        "potions": _things({pack.name_of(name): count for name, count in it.potions.items()}),
        "components": _things({words(name): count for name, count in it.components.items()}),
        "crafting": _crafting(pack, it),
        "todo": [
            {"phrase": phrase, "entry": todo.entry, "complete": todo.complete} for phrase, todo in it.todo.items()
        ],
        "notes": list(it.notes),
        "interlude_cards": len(it.deck),
    }


def _turn(state: Position, who: str) -> dict[str, Any] | None:
    """How much a character has done in the turn in progress."""
    if state.turn is None or state.turn.unit != who:
        return None
    return {"actions": state.turn.actions.get(who, 0), "attacks": state.turn.attacks.get(who, 0)}


def _things(counts: Mapping[str, int]) -> list[dict[str, Any]]:
    return [{"name": name, "count": count} for name, count in counts.items() if count]


def _cards(state: Position, pack: ValePack, it: Sheet) -> list[dict[str, Any]]:
    """The cards of a box: first what is equipped, each with the dice that lie on it."""
    equipped = it.equipped.cards
    held = [*equipped, *(card for card in it.cards if card not in equipped and card not in it.armor.cards)]
    return [
        {
            "name": pack.name_of(card),
            "type": _type(state, pack, card),
            "equipped": card in equipped,
            "depleted": card in it.depleted,
            "level": it.skill_level.get(card, 0),
            "dice": _dice(state.dice.cards.get(card, {})),
            "stickers": [words(rune) for rune in it.stickers.get(card, ())],
        }
        for card in held
    ]


def _type(state: Position, pack: ValePack, card: str) -> str:
    known = pack.cards.get(card) or state.told.get(card)
    return words(known.type) if known is not None else ""


def _crafting(pack: ValePack, it: Sheet) -> list[dict[str, Any]]:
    """What belongs to a character's craft, by what it is called on the sheet."""
    craft = it.craft
    pairs = [f"{words(pair.replace('+', ' and '))}: {pack.name_of(potion)}" for pair, potion in it.recipes.items()]
    listed = (
        ("Opportunity to craft", [f"{craft.made} made, {craft.spent} components spent"] if craft is not None else []),
        ("Inspiration board", [words(sticker) for sticker in it.inspirations]),
        ("Pieces made", [pack.name_of(card) for card in it.crafted]),
        ("Recipes", pairs),
        ("Runes", [words(rune) for rune in it.runes]),
    )
    return [{"name": name, "things": things} for name, things in listed if things]


def _companion(state: Position, name: str) -> Row:
    it = state.companions[name]
    here = state.units.get(name) if _in_scene(state) else None
    return {
        "id": name,
        "name": words(name),
        "owner": CHARACTER_NAMES[it.owner],
        "damage": it.damage,
        "toughness": it.toughness,
        "heals_per_day": it.heals_per_day,
        "scene": _condition(here) if here is not None else None,
    }


# ---- in short


def summary(state: Position, pack: ValePack) -> Row:
    """The position in a few words."""
    scene = _in_scene(state)
    figures: list[list[object]] = [["Entries read", len(state.entries_read)], ["Damage", _sum(state)]]
    if scene:
        foes = [unit for unit in standing(state) if group_of(state, unit) in state.groups]
        figures = [["Mobs", len(foes)], ["Dice in the pool", sum(state.dice.pool.values())], *figures[1:]]
    return {
        "headline": _headline(state, pack),
        "figures": figures,
        "pending": _pending(state, pack),
    }


def _headline(state: Position, pack: ValePack) -> str:
    if state.phase == "setup":
        return PHASES[state.phase]
    place = PHASES[state.phase]
    if _in_scene(state) and state.scene:
        when = "set-up" if state.phase == "scene_setup" else f"round {state.round}"
        place = f"{pack.name_of(state.scene)}, {when}"
    return f"{words(state.day)}: {place}"


def _sum(state: Position) -> int:
    return sum(it.damage for it in state.characters.values())


def _pending(state: Position, pack: ValePack) -> str:
    if state.paused:
        return f"Paused at entry {state.paused_at}."
    if state.open_injuries:
        return f"{CHARACTER_NAMES[state.open_injuries[0].who]} reads an injury card."
    if state.pending is not None:
        return f"{_listed(pack, state.pending.targets)} may react to {unit_name(pack, state.pending.attacker)}."
    if state.turn is not None:
        return f"Turn of {unit_name(pack, state.turn.unit)}."
    if state.phase == "interlude":
        waiting = [CHARACTER_NAMES[who] for who in state.players if not state.characters[who].finished]
        return f"Still at their interludes: {', '.join(waiting)}." if waiting else "The interludes are over."
    if state.day_over:
        return "The day is over."
    return "Choose a location." if state.location_choice else _WAITS_FOR[state.phase]


_WAITS_FOR: Mapping[str, str] = {
    "setup": "Say who keeps the record and who narrates, then begin.",
    "exploration": "Read on in the books, and say here what they instruct.",
    "scene_setup": "Equip, place everybody, then roll the first pool.",
    "action_scene": "The next unit begins its turn.",
}
"""What the table does next where nothing else is due."""


def _listed(pack: ValePack, units: Iterable[str]) -> str:
    return ", ".join(unit_name(pack, unit) for unit in units)
