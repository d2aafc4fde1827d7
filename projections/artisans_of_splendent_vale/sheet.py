"""The position of Artisans of Splendent Vale in rows, each with a label and what stands there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from projections.views import Row
from rules.artisans_of_splendent_vale.book import PHASES, unit_name
from rules.artisans_of_splendent_vale.figures import CHARACTER_NAMES
from rules.artisans_of_splendent_vale.pack import ValePack
from rules.artisans_of_splendent_vale.state import Position, available, group_of, standing, toughness_of
from rules.kernel import words


def sheet(state: Position, pack: ValePack) -> dict[str, Row]:
    """Rows ``campaign``, ``character.<name>``, ``companion.<name>``, and in scenes ``dice``, ``unit.<unit>``,
    ``group.<group>``."""
    rows: dict[str, Row] = {"campaign": {"label": "Campaign", "value": _campaign(state)}}
    for who in state.players:
        rows[f"character.{who}"] = {"label": CHARACTER_NAMES[who], "value": _character(state, pack, who)}
    for name, it in state.companions.items():
        rows[f"companion.{name}"] = {"label": words(name), "value": f"Damage {it.damage} of {it.toughness}"}
    if state.phase in ("scene_setup", "action_scene"):
        pool = _counted(state.dice.pool)
        rows["dice"] = {"label": "Dice", "value": f"Pool: {pool or 'empty'}. Available: {available(state)}"}
        for unit in (unit for unit in standing(state) if unit not in state.players):
            rows[f"unit.{unit}"] = {"label": unit_name(pack, unit), "value": _unit(state, unit)}
        for name in dict.fromkeys(group_of(state, unit) for unit in standing(state)):
            if name not in state.groups:
                continue
            group = state.groups[name]
            tough = toughness_of(state, group)
            limit = "unknown" if tough is None else str(tough)
            label = f"{pack.name_of(name)}, damage dial"
            rows[f"group.{name}"] = {"label": label, "value": f"{group.dial}, toughness {limit}"}
    return rows


def _campaign(state: Position) -> str:
    parts = [words(state.day), PHASES[state.phase]]
    if state.current_entry is not None:
        parts.append(f"Entry {state.current_entry}")
    if state.bookmark is not None:
        parts.append(f"Bookmark on {words(state.bookmark)}")
    open_places = [name for name, place in state.locations.items() if not place.complete]
    if open_places:
        parts.append(f"To explore: {', '.join(open_places)}")
    phrases = [phrase for noted in state.log.values() for phrase in noted]
    if phrases:
        parts.append(f"Log: {'; '.join(phrases)}")
    return ". ".join(parts)


def _character(state: Position, pack: ValePack, who: str) -> str:
    it = state.characters[who]
    injuries = {words(name): injury.value for name, injury in it.injuries.items()}
    potions = {pack.name_of(name): count for name, count in it.potions.items()}
    parts = [
        f"Damage {it.damage} of {it.toughness}",
        _unit(state, who).capitalize() if who in state.units and state.phase == "action_scene" else "",
        _part("injuries", _counted(injuries)),
        _part("experience", str(it.experience) if it.experience else ""),
        _part("components", _counted(it.components)),
        _part("potions", _counted(potions)),
        _part("cards", ", ".join(map(pack.name_of, it.cards))),
        _part("equipped", ", ".join(map(pack.name_of, it.equipped.cards))),
        _part("armor", ", ".join(map(pack.name_of, it.armor.cards))),
        _part("to do", ", ".join(phrase for phrase, todo in it.todo.items() if not todo.complete)),
        _part("runes", ", ".join(it.runes)),
        _part("board", ", ".join(it.inspirations)),
        _part("notes", "; ".join(it.notes)),
    ]
    return ". ".join(part[:1].upper() + part[1:] for part in parts if part)


def _unit(state: Position, unit: str) -> str:
    here = state.units[unit]
    parts = [f"on {here.at[0]},{here.at[1]}" if here.at is not None else "off the board", _counted(here.conditions)]
    parts += ["stunned"] if here.stunned else []
    parts += [f"block {here.block}"] if here.block else []
    return ", ".join(part for part in parts if part)


def _part(label: str, value: str) -> str:
    return f"{label}: {value}" if value else ""


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{words(thing)} {count}" for thing, count in counts.items())


def summary(state: Position, pack: ValePack) -> Row:
    """The position in a few words."""
    scene = state.phase in ("scene_setup", "action_scene")
    place = f"{pack.name_of(state.scene)}, round {state.round}" if scene and state.scene else PHASES[state.phase]
    figures: list[list[object]] = [["Entries read", len(state.entries_read)], ["Damage", _sum(state)]]
    if scene:
        foes = [unit for unit in standing(state) if group_of(state, unit) in state.groups]
        figures = [["Mobs", len(foes)], ["Dice in the pool", sum(state.dice.pool.values())], *figures[1:]]
    return {"headline": f"{words(state.day)}: {place}", "figures": figures, "pending": _pending(state, pack)}


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
    return "Choose a location." if state.location_choice else ""


def _listed(pack: ValePack, units: Iterable[str]) -> str:
    return ", ".join(unit_name(pack, unit) for unit in units)
