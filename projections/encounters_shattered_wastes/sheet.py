"""The position of an Encounter in rows. Strength cards that lie face down show their backs (SW-TRK-003)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from projections.views import Row
from rules.encounters_shattered_wastes import strength
from rules.encounters_shattered_wastes.book import PHASES, space_name
from rules.encounters_shattered_wastes.derived import (
    area_limit,
    area_threat,
    attack_damage,
    attack_dice,
    form_of,
    max_hp,
    max_mp,
    modifiers,
    refresh_value,
    side_of,
)
from rules.encounters_shattered_wastes.pack import Ability, WastesPack, back_name, strength_name
from rules.encounters_shattered_wastes.state import (
    AREAS,
    AREAS_DONE,
    THREAT_LIMIT,
    Character,
    Position,
    all_in_wounds,
    is_guarded,
    occupant,
    on_board,
)
from rules.kernel import player_name, words


def sheet(state: Position, pack: WastesPack) -> dict[str, Row]:
    """Rows ``enemy``, ``piles``, ``area.<number>``, ``character.<name>``, and ``revealed`` while a card lies open."""
    rows: dict[str, Row] = {"enemy": _enemy(state, pack), "piles": _piles(state)}
    for area in AREAS:
        rows[f"area.{area}"] = _area(state, pack, area)
    for name in state.characters:
        rows[f"character.{name}"] = _character(state, pack, name)
    if state.revealed is not None:
        who = [pack.name_of(name) for name in dict.fromkeys(state.targets)]
        rows["revealed"] = {"card": strength_name(state.revealed), "targets": who}
    return rows


def summary(state: Position, pack: WastesPack) -> Row:
    """The position in a few words."""
    over = state.outcome is not None
    left = state.stamina.size + len(state.fatigue) + sum(map(len, state.areas.values()))
    return {
        "headline": "The Encounter is over" if over else _headline(state),
        "figures": [["Characters", len(on_board(state))], ["Strength left", left], ["Wounds", len(state.wounds)]],
        "pending": _pending(state, pack),
        "outcome": state.outcome or "",
    }


def _headline(state: Position) -> str:
    return "Set-up" if state.phase == "setup" else f"Round {state.round}, {PHASES[state.phase]}"


def _pending(state: Position, pack: WastesPack) -> str:
    if state.outcome is not None:
        how = "is beaten" if state.outcome == "won" else "has overwhelmed the last Character"
        return f"{_enemy_name(state, pack)} {how} in round {state.round}."
    if state.due is not None:
        who = pack.name_of(state.due.character)
        return f"{who} chooses what the roll brings." if state.due.kind == "recover" else f"{who} looks at the cards."
    if state.pending is not None:
        return "A Reaction may be used."
    if state.phase == "setup":
        return "Choose the enemy and 2 to 4 Characters, draw cards, take your places."
    if state.phase == "refresh":
        return (
            "Strength cards come into the Areas." if state.refresh.filled else "Empty Areas with Characters come first."
        )
    if state.phase == "action":
        return f"{pack.name_of(state.active)} is active." if state.active else "Who activates next?"
    if all_in_wounds(state):
        return "All Strength is in WOUNDS: the Last Gasp, then the end."
    if state.defend.next_area < AREAS_DONE:
        return f"Area {state.defend.next_area} is next."
    return "All Areas are done."


# ---- the enemy


def _enemy_name(state: Position, pack: WastesPack) -> str:
    return pack.name_of(state.enemy.name) if state.enemy else "No enemy yet"


def _enemy(state: Position, pack: WastesPack) -> Row:
    card = pack.enemies.get(state.enemy.name) if state.enemy else None
    form = state.enemy.form if state.enemy else "healthy"
    trait = None if card is None else (card.injured_trait if form == "injured" else card.trait)
    return {
        "name": _enemy_name(state, pack),
        "chosen": state.enemy is not None,
        "form": words(form),
        "guarded": is_guarded(state) or state.phase == "setup",
        "phase": state.phase,
        "round": state.round,
        "refresh": refresh_value(state, pack),
        "refresh_parts": _parts(form_of(state).refresh_value, refresh_value(state, pack)),
        "limit": area_limit(state, pack),
        "limit_parts": _parts(form_of(state).area_limit, area_limit(state, pack)),
        "trait": "" if trait is None else (trait.name or ("read it from the card" if trait.unknown else "")),
        "stand_in": card is not None and card.stand_in,
        "locations": [pack.name_of(place) for place in state.locations],
    }


def _parts(printed: int, total: int) -> list[dict[str, Any]]:
    """The parts of a figure that a Location changes; none where nothing does."""
    if printed == total:
        return []
    return [{"value": printed, "words": "printed"}, {"value": total - printed, "words": "Locations"}]


def _piles(state: Position) -> Row:
    return {
        "stamina": state.stamina.size,
        "fatigue": len(state.fatigue),
        "wounds": len(state.wounds),
        "rage": state.rage_deck.size,
        "afflictions": state.affliction_deck.size,
        "fatigue_top": back_name(state.fatigue[0]) if state.fatigue else "",
        "wounds_top": back_name(state.wounds[0]) if state.wounds else "",
        "rage_known": len(state.rage_deck.known()),
    }


# ---- the board


def _area(state: Position, pack: WastesPack, area: str) -> Row:
    threat, limit = area_threat(state, area), area_limit(state, pack)
    looked_at = state.due is not None and state.due.area == area
    return {
        "area": area,
        "threat": threat,
        "limit": limit,
        "over": threat > limit,
        "next": state.phase == "defend" and str(state.defend.next_area) == area,
        "cards": [_strength(card, open_=looked_at) for card in state.areas[area]],
        "front": _standee(state, pack, f"{area}F"),
        "back": _standee(state, pack, f"{area}B"),
    }


def _strength(card: str, open_: bool) -> dict[str, Any]:
    name = strength_name(card) if open_ else back_name(card)
    return {"intent": strength.intent(card), "threat": strength.back_threat(card), "name": name, "open": open_}


def _standee(state: Position, pack: WastesPack, space: str) -> dict[str, Any] | None:
    name = occupant(state, space)
    if name is None:
        return None
    character = state.characters[name]
    return {
        "id": name,
        "name": pack.name_of(name),
        "hp": character.hp,
        "threat": character.threat,
        "state": character.state,
        "active": state.active == name,
        "activated": character.activated,
        "seat": character.player.removeprefix("p"),
    }


# ---- Characters


def _character(state: Position, pack: WastesPack, name: str) -> Row:
    character = state.characters[name]
    side = side_of(character)
    trait = pack.trait_of(name, character.state)
    dice, damage = attack_dice(state, pack, name, side.dice), attack_damage(state, pack, name)
    return {
        "id": name,
        "name": pack.name_of(name),
        "player": player_name(character.player),
        "seat": character.player.removeprefix("p"),
        "state": words(character.state),
        "on_board": character.on_board,
        "removed": _REMOVED[character.removed_because] if character.removed_because else "",
        "space": space_name(character.space) if character.space else "",
        "active": state.active == name,
        "activated": character.activated,
        "actions_left": character.actions_left,
        "hp": character.hp,
        "max_hp": max_hp(character),
        "mp": character.mp,
        "max_mp": max_mp(character),
        "threat": character.threat,
        "threat_limit": THREAT_LIMIT,
        "corruption": character.corruption,
        "corruption_limit": character.shattered_side.corruption_limit,
        "dice": dice,
        "dice_parts": _attack_parts(state, pack, name, side.dice, "dice"),
        "damage": damage,
        "damage_parts": _attack_parts(state, pack, name, side.damage, "damage"),
        "critical": side.critical,
        "trait": _card(trait.name or "Trait", trait.unknown, trait.note, character.used_trait) if trait else None,
        "abilities": [_ability(pack, character, card) for card in character.abilities],
        "items": [
            _card(
                pack.name_of(item), item in pack.items and pack.items[item].unknown, _note(pack, item), kept == "used"
            )
            for item, kept in character.items.items()
        ],
        "relics": _named(pack, character.relics),
        "afflictions": _named(pack, character.afflictions),
        "stand_in": name in pack.characters and pack.characters[name].stand_in,
    }


_REMOVED = {"zero_hp": "0 HP", "threat": "Threat 12", "corruption": "Corruption"}


def _attack_parts(state: Position, pack: WastesPack, name: str, printed: int, stat: str) -> list[dict[str, Any]]:
    added = sum(getattr(each, stat) for each in modifiers(state, pack, name))
    if not added:
        return []
    return [{"value": printed, "words": "on the card"}, {"value": added, "words": "by other cards"}]


def _named(pack: WastesPack, cards: Iterable[str]) -> list[str]:
    return [pack.name_of(card) for card in cards]


def _note(pack: WastesPack, item: str) -> str:
    return pack.items[item].note if item in pack.items else ""


def _ability(pack: WastesPack, character: Character, ability: str) -> dict[str, Any]:
    card = pack.abilities.get(ability)
    used = ability in (*character.used_active, *character.used_free, *character.used_reactions)
    if card is None:
        return _card(pack.name_of(ability), True, "", used)
    words_of_it = card.note if card.unknown else ability_words(card)
    return {**_card(pack.name_of(ability), card.unknown, words_of_it, used), "deck": words(card.deck)}


def _card(name: str, unknown: bool, note: str, used: bool) -> dict[str, Any]:
    return {"name": name, "unknown": unknown, "note": note, "used": used, "deck": ""}


def ability_words(card: Ability) -> str:
    """What is known of an Ability, in a line: its kind, its cost, its attack."""
    said = [words(card.subtype), f"costs {card.cost}"] if card.subtype != "passive" else ["Passive"]
    if card.trigger:
        said.append(f"when {card.trigger.replace('_', ' ')}")
    if card.attack is not None:
        said.append(f"attack with {card.attack.dice} dice")
        if card.attack.bonus_damage:
            where = "" if card.attack.bonus_if == "always" else f" in the {words(card.attack.bonus_if)}"
            said.append(f"{card.attack.bonus_damage} more damage{where}")
    return ", ".join(said)
