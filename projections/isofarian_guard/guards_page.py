"""Guard sheets, to look at and to print: every figure with its parts, every card with its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from projections.isofarian_guard.guard_rows import guard_row
from projections.isofarian_guard.naming import Names, guard
from projections.views import Row
from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.fighting import pack_of
from rules.isofarian_guard.campaign.state import Guard, Position
from rules.isofarian_guard.content.card_words import Paragraph, card_words
from rules.isofarian_guard.content.pack import IsofarianPack


def guards_page(state: Position, pack: IsofarianPack, query: Mapping[str, str]) -> Row:
    """The party's sheets, and who is set aside."""
    names = Names(pack_of(state, pack), state)
    return {
        "guards": [_sheet(state, names, name) for name in state.party],
        "reserve": [guard(name) for name in state.reserve],
        "players": len(state.players),
        "sil": state.sil,
        "lux": state.lux,
        "campaign": state.campaign,
        "chapter": state.chapter,
    }


def _sheet(state: Position, names: Names, name: str) -> Row:
    row = dict(guard_row(state, names, name))
    sheet = state.guards[name]
    row["abilities"] = [{**each, "words": _ability(state, names, each["id"])} for each in row["abilities"]]
    row["equipment"] = [{**each, "words": _gear(state, names, each)} for each in row["equipment"]]
    row["upgrades"] = list(_upgrades(state, names, name, sheet))
    row["others"] = [names.ability(each) for each in sheet.known if each not in sheet.abilities.values()]
    row["watch_hp"], row["watch_ap"] = f"hp-{name}", f"ap-{name}"
    return row


def _ability(state: Position, names: Names, ability: str) -> list[Paragraph]:
    facts = lookup.abilities(state, names.pack).get(ability)
    return list(card_words(facts, names.card)) if facts else []


def _gear(state: Position, names: Names, piece: Mapping[str, str]) -> list[Paragraph]:
    """A weapon, accessory or item in words. What armor gives is said already."""
    card, slot = piece.get("id"), piece["slot"]
    if not card:
        return []
    finders = {"weapon": lookup.weapon, "accessory": lookup.accessory, "item": lookup.item}
    facts = finders[slot](state, names.pack, card) if slot in finders else None
    return list(card_words(facts, names.card)) if facts is not None else []


def _upgrades(state: Position, names: Names, name: str, sheet: Guard) -> Iterator[Row]:
    tree = lookup.skill_tree(state, names.pack, name)
    for node in sheet.skills:
        if node != "start":
            yield {"name": names.skill(name, node), "gives": names.bonus(tree[node].bonus) if node in tree else ""}
