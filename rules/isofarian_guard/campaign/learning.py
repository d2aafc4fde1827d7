"""The tracker learns: what a group reads in its books and on its cards is recorded and known from then on.

Recording is open at any time, says nothing about the position, and may be repeated to set a record right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.battles import lineup
from rules.isofarian_guard.campaign.decisions.learning import (
    LearnBuildCost,
    LearnEncounter,
    LearnInnFee,
    LearnNode,
    LearnPrice,
    LearnRecipe,
    RecordCard,
)
from rules.isofarian_guard.campaign.events.learning import (
    BuildCostLearned,
    CardRecorded,
    EncounterLearned,
    InnFeeLearned,
    NodeLearned,
    PriceLearned,
    RecipeLearned,
)
from rules.isofarian_guard.campaign.facts import BUILDINGS
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.satchels import note_facts
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content import card_language
from rules.isofarian_guard.content.complaints import complaints
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.parts import (
    Ability,
    Accessory,
    Armor,
    Encounter,
    FieldEvent,
    Item,
    Material,
    Node,
    SkillNode,
    Stone,
    Weapon,
)
from rules.isofarian_guard.content.trade import AiCard, BuildCost, Enemy, PrestigeCard, Price, Quest, Recipe
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Problem, Refused
from rules.kernel.storable import plain

PARTS: Mapping[str, Any] = {
    "materials": Material,
    "items": Item,
    "weapons": Weapon,
    "armors": Armor,
    "accessories": Accessory,
    "stones": Stone,
    "abilities": Ability,
    "field_events": FieldEvent,
    "quests": Quest,
    "lapidary": Mapping[str, int],
    "skill_trees": SkillNode,
    "prestige_cards": PrestigeCard,
    "enemies": Enemy,
    "ai_cards": AiCard,
}
UNDER = frozenset({"skill_trees", "prestige_cards", "ai_cards"})
EFFECTS = frozenset({"items", "weapons", "accessories", "abilities", "field_events", "ai_cards"})
SAID = 3
"""How many faults of a card are told at once."""
CARDS = frozenset({"materials", "items", "weapons", "armors", "accessories", "stones"})


@RULES.decides(LearnNode)
def learn_node(turn: IsofarianTurn, decision: LearnNode) -> None:
    """Colour, region, icons and connections of a node (ISO-NOD-001, ISO-HAR-007, ISO-FLD-001)."""
    known = lookup.node(turn.state, turn.pack, decision.node)
    told = {
        name: getattr(decision, name)
        for name in Node.__struct_fields__
        if getattr(decision, name, None) is not None and name in LearnNode.__struct_fields__
    }
    facts = replace(known, **told, unknown=tuple(name for name in known.unknown if name not in told))
    if facts != known:
        turn.emit(NodeLearned(node=decision.node, facts=facts))


@RULES.decides(LearnEncounter)
def learn_encounter(turn: IsofarianTurn, decision: LearnEncounter) -> None:
    """What stands behind a skull: enemies with stars and slots, and whether in red (ISO-EVT-008, ISO-EVT-009)."""
    told = Encounter(enemies=lineup(decision.enemies), ambush=decision.ambush)
    slots = [foe.slot for foe in told.enemies]
    if not slots or len(set(slots)) < len(slots):
        raise Refused("slot_occupied", "Name at least one enemy and each slot once.", rule="ISO-EVT-008")
    chapter = str(decision.chapter)
    there = turn.state.learned.encounters.get(decision.node, {}).get(chapter, {})
    if there.get(decision.skull) != told:
        turn.emit(EncounterLearned(node=decision.node, chapter=chapter, skull=decision.skull, encounter=told))


@RULES.decides(LearnPrice)
def learn_price(turn: IsofarianTurn, decision: LearnPrice) -> None:
    """A price of the city index (ISO-MKT-001, ISO-MKT-008)."""
    told = Price(buy=decision.buy, sell=decision.sell)
    if lookup.market(turn.state, turn.pack, decision.place).get(decision.card) != told:
        turn.emit(PriceLearned(place=decision.place, card=decision.card, price=told))


@RULES.decides(LearnInnFee)
def learn_inn_fee(turn: IsofarianTurn, decision: LearnInnFee) -> None:
    """The fee of an inn without prestige (ISO-INN-001)."""
    if lookup.inn_fee(turn.state, turn.pack, decision.city) != decision.fee:
        turn.emit(InnFeeLearned(city=decision.city, fee=decision.fee))


@RULES.decides(LearnRecipe)
def learn_recipe(turn: IsofarianTurn, decision: LearnRecipe) -> None:
    """A recipe of the city or fort index (ISO-SMI-001)."""
    materials = {card: count for card, count in decision.materials.items() if count}
    told = Recipe(materials=materials, craft=decision.craft, sell=decision.sell, lux=decision.lux)
    if lookup.recipes(turn.state, turn.pack, decision.place).get(decision.card) != told:
        turn.emit(RecipeLearned(place=decision.place, card=decision.card, recipe=told))


@RULES.decides(LearnBuildCost)
def learn_build_cost(turn: IsofarianTurn, decision: LearnBuildCost) -> None:
    """What the fort index asks for a level of a building (ISO-FORT-003)."""
    if decision.building not in BUILDINGS:
        raise Refused("not_offered", f"The fort has no {named(decision.building)}.", rule="ISO-FORT-002")
    materials = {card: count for card, count in decision.materials.items() if count}
    told = BuildCost(sil=decision.sil, lux=decision.lux, materials=materials)
    if lookup.build_cost(turn.state, turn.pack, decision.building, decision.level) != told:
        turn.emit(BuildCostLearned(building=decision.building, level=str(decision.level), cost=told))


@RULES.decides(RecordCard)
def record_card(turn: IsofarianTurn, decision: RecordCard) -> None:
    """A card or upgrade, in the words of a pack.

    :raises Refused: ``malformed`` where the facts are no such card, ``already_recorded`` where a card of another kind
        has the name
    """
    part = decision.part
    if (part in UNDER) != bool(decision.under):
        raise Refused(
            "malformed", "Say whose skill tree, which city or which enemy it belongs to, and nothing elsewhere."
        )
    facts = _converted(part, _with_bonuses(decision))
    _interpretable(part, decision.under, decision.card, facts)
    kind = lookup.kind_of(turn.state, turn.pack, decision.card)
    if part in CARDS and kind not in ("unknown", _kind(part, facts)):
        raise Refused("already_recorded", f"{named(decision.card)} is known as a card of another kind: {kind}.")
    if _known(turn.state, part, decision.under, decision.card) == facts:
        return
    turn.emit(CardRecorded(part=part, card=decision.card, facts=plain(facts), under=decision.under))
    note_facts(turn, decision.card)


def _with_bonuses(decision: RecordCard) -> Mapping[str, Any]:
    """The facts with the bonuses that were told in short."""
    told: list[Mapping[str, Any]] = [{"stat": stat, "add": add} for stat, add in decision.stats.items() if add]
    told += [{"chip": chip, "count": count} for chip, count in decision.chips.items() if count]
    if not told:
        return decision.facts
    if decision.part == "skill_trees":
        return {**decision.facts, "bonus": told[0]}
    return {**decision.facts, "bonuses": [*decision.facts.get("bonuses", ()), *told]}


def _converted(part: str, facts: Mapping[str, Any]) -> Any:
    wrong = tuple(complaints(facts, PARTS[part]))
    if wrong:
        raise Refused("malformed", f"That is no such card: {_said(wrong)}.")
    return msgspec.convert(facts, PARTS[part])


def _said(faults: Sequence[Problem]) -> str:
    """The first faults of a card with their places within it, and how many there are besides."""
    more = len(faults) - SAID
    return "; ".join(str(fault) for fault in faults[:SAID]) + (f"; and {more} more" if more > 0 else "")


def _interpretable(part: str, under: str, card: str, facts: Any) -> None:
    """What a recorded card does can be carried out.

    :raises Refused: ``malformed``
    """
    if part not in EFFECTS:
        return
    content: dict[str, Any] = {part: {under: {card: facts}} if part in UNDER else {card: facts}}
    alone = IsofarianPack(game="isofarian_guard", name=card, **content)
    prefix = ".".join(filter(None, (part, under, card))) + "."
    faults = [replace(fault, path=fault.path.removeprefix(prefix)) for fault in card_language.problems(alone)]
    if faults:
        raise Refused("malformed", f"Nobody could carry that out: {_said(faults)}.")


def _kind(part: str, facts: Any) -> str:
    if part == "items":
        return "tool" if facts.tool else "item"
    return {"materials": "material", "weapons": "weapon", "armors": "armor", "accessories": "accessory"}.get(
        part, "stone"
    )


def _known(state: Position, part: str, under: str, card: str) -> Any:
    there: Mapping[str, Any] = getattr(state.learned, part)
    return there.get(under, {}).get(card) if part in UNDER else there.get(card)


# ---- facts


def _learned(state: Position, part: str, *path: str, facts: Any) -> Position:
    """The position with a record laid at its place; only the maps on the way are copied."""
    return replace(state, learned=replace(state.learned, **{part: _laid(getattr(state.learned, part), path, facts)}))


def _laid(there: Mapping[str, Any], path: tuple[str, ...], facts: Any) -> Mapping[str, Any]:
    step, *rest = path
    return {**there, step: _laid(there.get(step, {}), tuple(rest), facts) if rest else facts}


@RULES.evolves(NodeLearned)
def _node_learned(state: Position, event: NodeLearned) -> Position:
    return _learned(state, "nodes", event.node, facts=event.facts)


@RULES.evolves(EncounterLearned)
def _encounter_learned(state: Position, event: EncounterLearned) -> Position:
    return _learned(state, "encounters", event.node, event.chapter, event.skull, facts=event.encounter)


@RULES.evolves(PriceLearned)
def _price_learned(state: Position, event: PriceLearned) -> Position:
    return _learned(state, "prices", event.place, event.card, facts=event.price)


@RULES.evolves(InnFeeLearned)
def _inn_fee_learned(state: Position, event: InnFeeLearned) -> Position:
    return _learned(state, "inn_fees", event.city, facts=event.fee)


@RULES.evolves(RecipeLearned)
def _recipe_learned(state: Position, event: RecipeLearned) -> Position:
    return _learned(state, "recipes", event.place, event.card, facts=event.recipe)


@RULES.evolves(BuildCostLearned)
def _build_cost_learned(state: Position, event: BuildCostLearned) -> Position:
    return _learned(state, "fort_costs", event.building, event.level, facts=event.cost)


@RULES.evolves(CardRecorded)
def _card_recorded(state: Position, event: CardRecorded) -> Position:
    facts = msgspec.convert(event.facts, PARTS[event.part])
    path = (event.under, event.card) if event.part in UNDER else (event.card,)
    return _learned(state, event.part, *path, facts=facts)
