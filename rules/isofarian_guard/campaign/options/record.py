"""Recording what the group's books and cards show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from rules.isofarian_guard.battle.amounts import Element
from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.facts import BUILDINGS, SKULL_LABELS, SKULLS
from rules.isofarian_guard.campaign.naming import choices_of, named
from rules.isofarian_guard.campaign.options.forms import any_card, chip_choices, enemy_fields, node_name
from rules.isofarian_guard.campaign.shops import FORT_SHOPS, city_here, fee, stalls_here
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.rulebook import RULES
from rules.kernel import Choice, Field, Option, choices, words

RECORD = "Record"
STATS = ("hp", "atk", "def", "ap")
COLOURS = ("yellow", "green", "blue", "orange", "red")


@RULES.offers_options
def record_options(state: Position, pack: IsofarianPack) -> Iterable[Option]:
    """What is unknown here comes first; recording is open at any time."""
    if not state.party or state.phase == "campaign_over":
        return
    yield from _encounters(state, pack)
    if state.fight is not None:  # the hands are full; cards are entered on a page of their own
        return
    yield from _node(state, pack)
    yield from _shop(state, pack)
    yield from _cards(state, pack)


def _encounters(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """Who stands behind a skull of this node in this chapter (ISO-EVT-008)."""
    if not pack.enemies or lookup.color(state, pack, state.at) not in ("yellow", "blue"):
        return
    known = lookup.encounters(state, pack, state.at)
    for skull in SKULLS:
        drawn = state.drawn_chip in (skull, "compass") and skull not in known
        verb = "Set right" if skull in known else "Record"
        yield Option(
            "learn_encounter",
            f"{verb}: {SKULL_LABELS[skull].lower()} at {node_name(state, pack, state.at)}, chapter {state.chapter}",
            {"node": state.at, "chapter": state.chapter, "skull": skull},
            (*enemy_fields(state, pack, here=True, required=True), Field("ambush", "Printed in red", "flag")),
            RECORD,
            likely=drawn and state.fight is None,
        )


def _node(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """What the printed map shows where the party stands (ISO-NOD-001, ISO-FLD-001, ISO-HAR-007)."""
    here = lookup.node(state, pack, state.at)
    woods = any_card(state, pack, ("materials",))
    fields = [
        Field("color", "Colour", choices=choices(COLOURS), required=False, initial=here.color),
        Field("dock", "Boat icon", "flag", required=False, initial=here.dock),
    ]
    if pack.regions:
        fields.append(Field("region", "Region", choices=choices_of(pack.regions), required=False))
    if woods:
        fields.append(Field("wood", "Wood", "many", woods, 0, 3, required=False))
        fields.append(Field("ore", "Ore", "many", woods, 0, 3, required=False))
    label = f"Record what the map shows at {node_name(state, pack, state.at)}"
    yield Option("learn_node", label, {"node": state.at}, tuple(fields), RECORD)


def _shop(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """Fees, prices, recipes and building costs of the place (ISO-INN-001, ISO-MKT-008, ISO-SMI-001, ISO-FORT-003)."""
    service = lookup.node(state, pack, state.at).service
    cards = any_card(state, pack)
    card = Field("card", "Card", choices=cards)
    if service == "inn":
        city = city_here(state, pack)
        field = Field("fee", "Fee", "number", minimum=0, maximum=99)
        unknown = fee(state, pack, city) is None
        yield Option("learn_inn_fee", "Record the fee of this inn", {"city": city}, (field,), RECORD, likely=unknown)
    if service == "market" and cards:
        place = {"place": city_here(state, pack)}
        yield Option("learn_price", "Record a price of this market", place, (card, *_prices("buy", "sell")), RECORD)
    if service in ("blacksmith", *FORT_SHOPS) and cards:
        for maker in _makers(state, pack, service):
            fields = (card, Field("materials", "Used up", "counts", cards, 0, 20), *_prices("craft", "sell", "lux"))
            yield Option("learn_recipe", f"Record a recipe: {named(maker)}", {"place": maker}, fields, RECORD)
    if state.at.startswith("fort_istra/") and cards:
        fields = (
            Field("building", "Building", choices=choices_of(BUILDINGS)),
            Field("materials", "Materials", "counts", any_card(state, pack, ("materials",)) or cards, 0, 20),
            *_prices("sil", "lux"),
        )
        for level, label in ((1, "rebuilding"), (2, "upgrading")):
            yield Option("learn_build_cost", f"Record the cost of {label}", {"level": level}, fields, RECORD)


def _makers(state: Position, pack: IsofarianPack, service: str) -> Iterable[str]:
    if service == "blacksmith":
        return (city_here(state, pack),)
    return tuple(stalls_here(state, pack, FORT_SHOPS[service])) or (FORT_SHOPS[service],)


def _prices(*names: str) -> Iterator[Field]:
    for name in names:
        yield Field(name, words(name), "number", minimum=0, maximum=99, required=False)


# ---- cards


def _cards(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """A card that nobody has recorded, kind by kind."""
    name = Field("card", "Name", "text", initial="new_card")
    guards = choices_of(pack.guards)
    stats = tuple(_number(f"stats.{stat}", stat.upper(), 9) for stat in STATS)
    chips = (Field("chips", "Chips", "counts", chip_choices(), 0, 5, required=False),)
    forms: dict[str, tuple[Field, ...]] = {
        "items": (
            _flag("compass", "Compass icon"),
            _flag("tool", "Tool item"),
            _number("facts.extra_slots", "Slots", 4),
        ),
        "materials": (Field("facts.kind", "Kind", choices=choices(("drop", "wood", "ore"))),),
        "weapons": (_guards(guards), _number("facts.open_slots", "Open stone slots", 3), *stats, *chips),
        "armors": (_guards(guards), _number("facts.open_slots", "Open stone slots", 3), *stats, *chips),
        "accessories": (_flag("caravan", "Caravan icon"), *stats, *chips),
        "stones": (*stats, *chips),
        "abilities": tuple(_ability(pack)),
    }
    for part, fields in forms.items():
        label = f"Record a card: {words(part).lower()}"
        yield Option("record_card", label, {"part": part, "facts": {}}, (name, *fields), RECORD)
    for guard in state.party:
        yield _upgrade(state, pack, guard, stats, chips)


def _flag(name: str, label: str) -> Field:
    return Field(f"facts.{name}", label, "flag", required=False)


def _number(name: str, label: str, most: int) -> Field:
    return Field(name, label, "number", minimum=0, maximum=most, required=False)


def _guards(guards: tuple[Choice, ...]) -> Field:
    return Field("facts.guards", "Only for", "many", guards, 0, len(guards), required=False)


def _ability(pack: IsofarianPack) -> Iterator[Field]:
    yield Field("facts.type", "Kind", choices=choices(("guard_ability", "stonebound")))
    yield Field("facts.guard", "For", choices=(Choice("any", "Anyone"), *choices_of(pack.guards)))
    yield Field("facts.element", "Element", choices=choices(get_args(Element)), required=False)
    if pack.stones:
        yield Field("facts.stone", "Stone", choices=choices_of(pack.stones), required=False)


def _upgrade(
    state: Position, pack: IsofarianPack, guard: str, stats: tuple[Field, ...], chips: tuple[Field, ...]
) -> Option:
    """An upgrade of a skill tree (ISO-SKILL-001)."""
    nodes = lookup.skill_tree(state, pack, guard)
    tree = choices(list(nodes), {node: upgrade.label for node, upgrade in nodes.items()})
    fields = [
        Field("card", "Name", "text", initial=f"upgrade_{len(tree)}"),
        Field("facts.level", "Level", "number", minimum=1, maximum=12),
        Field("facts.chapter", "Chapter", "number", minimum=1, maximum=8),
        Field("facts.cost", "Lux", "number", minimum=0, maximum=99),
    ]
    if tree:
        fields.append(Field("facts.links", "Connects to", "many", tree, 0, len(tree), required=False))
    label = f"Record an upgrade of {named(guard)}"
    fixed = {"part": "skill_trees", "under": guard}
    return Option("record_card", label, fixed, (*fields, *stats, *chips), RECORD)
