"""What happens on the way, in plain words: nodes, boat, event bag, field events, rests, quests, what was learned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from projections.isofarian_guard.naming import Names, chips, guard, listed, skull, title
from rules.isofarian_guard.campaign.events import journey as j
from rules.isofarian_guard.campaign.events import learning as known
from rules.isofarian_guard.campaign.events import story as s
from rules.isofarian_guard.campaign.facts import COMPASS, REGION_CUBES, SKULL_LABELS
from rules.isofarian_guard.content.trade import BuildCost, Price, Recipe
from rules.kernel import Event, words

Teller = Callable[[Any, Names], str]


def _entered(event: j.NodeEntered, names: Names) -> str:
    way = "sailed" if event.aboard else "walked"
    return f"the party {way} to {names.place(event.node)}"


def _chip_drawn(event: j.EventChipDrawn, names: Names) -> str:
    what = "the compass" if event.chip == COMPASS else skull(event.chip)
    return f"the party drew {what} from the event bag"


def _guard_chips(event: j.GuardChipsDrawn, names: Names) -> str:
    why = "to fish" if event.purpose == "fishing" else "for the field event"
    return f"{guard(event.guard)} drew {chips(event.chips)} {why}"


def _rested(event: j.Rested, names: Names) -> str:
    fee = f" for {event.fee} Sil" if event.fee else ""
    return f"the party rested at {names.place(event.at)}{fee}: all HP and AP are back"


def _tent(event: j.TentUsed, names: Names) -> str:
    healed = listed(f"{guard(name)} {hp} HP" for name, hp in event.healed.items() if hp)
    return f"{guard(event.guard)} put up a tent at {names.place(event.at)}: healed {healed}, all AP is active"


def _checkpoint(event: j.CheckpointCreated, names: Names) -> str:
    return f"the campfire chip lies at {names.place(event.at)}: a checkpoint"


def _marker(event: s.MarkerPlaced, names: Names) -> str:
    return f"the {event.marker} chip of {names.quest(event.quest)} lies at {names.place(event.at)}"


def _node_learned(event: known.NodeLearned, names: Names) -> str:
    facts = event.facts
    told: list[str] = [facts.color] if facts.color != "unknown" else []
    told += [f"region {names.region(facts.region)}"] if facts.region else []
    told += [names.card(card) for card in (*facts.wood, *facts.ore)]
    told += [words(facts.service).lower()] if facts.service else []
    told += ["a dock"] if facts.dock else []
    return f"written down of {names.place(event.node)}: {listed(told)}"


def _encounter(event: known.EncounterLearned, names: Names) -> str:
    ambush = ", an ambush" if event.encounter.ambush else ""
    where = f"behind {skull(event.skull)} at {names.place(event.node)} in chapter {event.chapter}"
    wait = "waits" if len(event.encounter.enemies) == 1 else "wait"
    return f"written down: {where} {wait} {names.foes(event.encounter.enemies)}{ambush}"


def _price(event: known.PriceLearned, names: Names) -> str:
    price: Price = event.price
    told = [f"costs {price.buy}"] if price.buy is not None else []
    told += [f"brings {price.sell}"] if price.sell is not None else []
    return f"written down: {names.card(event.card)} {listed(told)} at {names.shop(event.place)}"


def _recipe(event: known.RecipeLearned, names: Names) -> str:
    recipe: Recipe = event.recipe
    needs = [f"{recipe.craft} Sil"] if recipe.craft else []
    needs += [f"{recipe.lux} Lux"] if recipe.lux else []
    needs += [names.cards(recipe.materials)] if recipe.materials else []
    return f"written down: {names.card(event.card)} takes {listed(needs)} at {names.shop(event.place)}"


def build_cost(cost: BuildCost, names: Names) -> str:
    """What a level of a building costs, in words."""
    needs = [f"{cost.sil} Sil"] if cost.sil else []
    needs += [f"{cost.lux} Lux"] if cost.lux else []
    return listed([*needs, names.cards(cost.materials) if cost.materials else ""])


def _building(event: known.BuildCostLearned, names: Names) -> str:
    deed = "rebuilding" if event.level == "1" else "upgrading"
    return f"written down: {deed} the {title(event.building)} takes {build_cost(event.cost, names)}"


def _recorded(event: known.CardRecorded, names: Names) -> str:
    part = {"skill_trees": "upgrade", "abilities": "ability"}.get(event.part)
    kind = part or words(event.part).lower().removesuffix("s")
    label = event.facts.get("label") or title(event.card)
    under = f" of {title(event.under)}" if event.under else ""
    return f"written down: {label}, {'an' if kind[0] in 'aeiou' else 'a'} {kind}{under}"


JOURNEY: Mapping[type[Event], Teller] = {
    j.NodeEntered: _entered,
    j.PartyPlaced: lambda x, n: f"the book put the party at {n.place(x.node)}",
    j.NodeOpened: lambda x, n: f"the book opened {n.place(x.node)}",
    j.BoatBoarded: lambda x, n: f"the party boarded the boat at {n.place(x.at)}",
    j.BoatLeft: lambda x, n: f"the party left the boat at {n.place(x.at)}",
    j.BoatReturned: lambda x, n: f"the boat is at {n.place(x.at)}" if x.at else "the boat is gone",
    j.BoatLent: lambda x, n: f"a boat lies at {n.place(x.at)}",
    j.EventChipDrawn: _chip_drawn,
    j.EventChipReturned: lambda x, n: f"the {SKULL_LABELS.get(x.chip, x.chip).lower()} went back into the event bag",
    j.BattleAvoided: lambda x, n: f"the party skipped the battle behind {skull(x.skull)}",
    j.ExplorationContinued: lambda x, n: "the party went on without a battle",
    j.PurpleCubePlaced: lambda x, n: f"a purple cube lies on {n.region(x.region)}: {x.cubes} of {REGION_CUBES}",
    j.PurpleCubesReturned: lambda x, n: f"the purple cubes of {n.region(x.region)} went back",
    j.FieldCardDrawn: lambda x, n: f"the party drew {n.field_event(x.card)} from {n.region(x.region)}",
    j.FieldPathChosen: lambda x, n: f"in {n.field_event(x.card)} the party chose “{words(x.path)}”",
    j.FieldCardDiscarded: lambda x, n: f"{n.field_event(x.card)} left the game",
    j.FieldCardReturnedToDeck: lambda x, n: f"{n.field_event(x.card)} went under the deck of {n.region(x.region)}",
    j.GuardChipsDrawn: _guard_chips,
    j.GuardChipsReturned: lambda x, n: f"{guard(x.guard)} put {chips(x.chips)} back",
    j.Rested: _rested,
    j.NegativeChipsRemoved: lambda x, n: f"{guard(x.guard)} got rid of {chips(x.chips)}",
    j.TentUsed: _tent,
    j.CheckpointCreated: _checkpoint,
}

QUESTS: Mapping[type[Event], Teller] = {
    s.MarkerPlaced: _marker,
    s.MarkerRemoved: lambda x, n: f"the {x.marker} chip of {n.quest(x.quest)} left the map",
    s.QuestStarted: lambda x, n: f"the party took up {n.quest(x.quest)}, scene {x.scene}",
    s.ScrollReclaimed: lambda x, n: f"the scroll chip was taken back from {n.quest(x.quest)}",
    s.NarrativeTriggered: lambda x, n: f"{n.quest(x.quest)} began",
    s.NarrativeDeclined: lambda x, n: "the party left the marked event alone",
    s.NarrativeAdvanced: lambda x, n: f"{n.quest(x.quest)} went on to step {x.step}",
    s.SceneCompleted: lambda x, n: f"{n.quest(x.quest)} goes on with scene {x.scene}",
    s.NarrativeCompleted: lambda x, n: f"{n.quest(x.quest)} was completed",
    s.NarrativeReset: lambda x, n: f"{n.quest(x.quest)} must be begun again",
    s.ObjectiveCompleted: lambda x, n: f"an objective of {n.area(x.city)} was met with {n.quest(x.quest)}",
    s.PrestigeGained: lambda x, n: f"prestige in {n.area(x.city)} rose to +{x.level}",
    s.RespawnNamed: lambda x, n: (
        f"after the next fall the party wakes at {n.place(x.at)}" if x.at else "the next fall is as usual"
    ),
}

LEARNING: Mapping[type[Event], Teller] = {
    known.NodeLearned: _node_learned,
    known.EncounterLearned: _encounter,
    known.PriceLearned: _price,
    known.InnFeeLearned: lambda x, n: f"written down: a night in {n.area(x.city)} costs {x.fee} Sil",
    known.RecipeLearned: _recipe,
    known.BuildCostLearned: _building,
    known.CardRecorded: _recorded,
}
