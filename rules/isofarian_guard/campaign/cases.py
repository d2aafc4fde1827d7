"""How the case files of the campaign are read; see ``tests/golden``."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, get_args

import msgspec

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.campaigns import open_box
from rules.isofarian_guard.campaign.decisions.journey import ChoosePath
from rules.isofarian_guard.campaign.events.journey import GuardChipsDrawn
from rules.isofarian_guard.campaign.facts import (
    ABILITY_SLOTS,
    EVENT_BAG,
    FISHING_POLE,
    GEM_COLOURS,
    PICKAXE,
    START_NODE,
    STAT_CAPS,
    WOOD_AXE,
    EquipmentSlot,
    StoneSlot,
)
from rules.isofarian_guard.campaign.state import Guard, Position
from rules.isofarian_guard.content.pack import IsofarianPack, basics
from rules.isofarian_guard.content.parts import Bonus
from rules.isofarian_guard.game import IsofarianGuard
from rules.isofarian_guard.rulebook import IsofarianTurn
from rules.kernel import (
    Chance,
    Decision,
    Deck,
    Event,
    LuckNeeded,
    Observed,
    Refused,
    Rule,
    Turn,
    catalogue,
    minus,
)
from rules.kernel.cases import CaseAdapter
from rules.kernel.storable import plain

Given = Mapping[str, Any]

PARTY = ("grigory", "alek")


class _Table(IsofarianGuard):
    """The game as the cases speak of it: chips that a path draws and that were typed in too few, or not at all, are a
    wrong number of chips there, where the game itself asks for the next one or knows it, as only one is left. Before
    the set-up nothing is explored."""

    def decide(self, state: Position | None, decision: Decision, pack: IsofarianPack, chance: Chance) -> list[Event]:
        try:
            events = super().decide(state, decision, pack, chance)
        except LuckNeeded as needed:
            if needed.given or isinstance(decision, ChoosePath):
                raise _too_few_drawn(needed.sentence) from None
            raise
        except Refused as refused:
            if refused.code == "not_set_up":
                raise Refused("not_in_exploration", refused.sentence, rule="ISO-PHA-004") from None
            raise
        drawn = [chip for event in events if isinstance(event, GuardChipsDrawn) for chip in event.chips]
        if isinstance(decision, ChoosePath) and len(drawn) > sum(len(answer.values) for answer in chance.answers):
            raise _too_few_drawn(f"This path draws {len(drawn)} chips.")
        return events

    @property
    def catalogue(self) -> Mapping[str, Rule]:
        """The rules of the game itself."""
        return catalogue(IsofarianGuard.__module__.rpartition(".")[0])


def _too_few_drawn(sentence: str) -> Refused:
    return Refused("draw_count_wrong", sentence, rule="ISO-FLD-009")


GAME = _Table()


class CampaignCases(CaseAdapter[Position, IsofarianPack]):
    """Cases in the vocabulary of ``tests/golden/isofarian_guard/campaign``."""

    game = GAME
    unordered = frozenset({"scrolls"})
    null_is_nothing = True

    def pack(self, given: Given) -> IsofarianPack:
        """The rulebook's chips and guards, and the case's own content."""
        content = given.get("content") or {}
        told = _told({part: _bare(data) if part in _CARDS else data for part, data in content.items()})
        told.setdefault("cities", _cities_named(told))
        told["items"] = {**_TOOLS, **told.get("items", {})}
        told["materials"] = {**_yields(told), **_materials(told.get("materials", ()))}
        content = {key: _CONTENT.get(key, _same)(value) for key, value in told.items()}
        book = msgspec.to_builtins(basics())
        data = {"chips": book["chips"], "guards": _without_slots(book["guards"]), **content}
        return msgspec.convert({"game": GAME.key, "name": "A case", **data}, IsofarianPack)

    def state(self, given: Given, pack: IsofarianPack) -> Position | None:
        """``given`` over the defaults of the vocabulary; in phase ``setup`` nothing, or a box just opened."""
        given = _told(given)
        if given.get("phase") == "setup":
            return _opened(given, pack)
        data = {key: value for key, value in given.items() if key not in ("content", "guards", "reserve")}
        data.setdefault("party", list(PARTY))
        drawn = (data["drawn_chip"],) if data.get("drawn_chip") else ()
        data["event_bag"] = {**minus(EVENT_BAG, drawn), **data.get("event_bag", {})}
        data["field_decks"] = {region: Deck.ordered(cards) for region, cards in (data.get("field_decks") or {}).items()}
        players = data.setdefault("players", ["p1"])
        shared = {name: players[min(at, len(players) - 1)] for at, name in enumerate(data["party"])}
        data["control"] = {**shared, **data.get("control", {})}
        if data.get("phase") == "overflow":
            data["phase"] = "narrative" if data.get("narrative") else "exploration"
        if data.get("phase") == "campaign_over":
            data.setdefault("campaigns_done", list(range(1, data.get("campaign", 1) + 1)))
        guards = given.get("guards") or {}
        data["guards"] = {name: _guard(pack, name, guards.get(name) or {}) for name in data["party"]}
        reserve = given.get("reserve") or {}
        data["reserve"] = {name: _guard(pack, name, sheet) for name, sheet in reserve.items() if sheet}
        data["materials"] = {card: material.limit for card, material in pack.materials.items()}
        data["tools"] = {card: item.extra_slots for card, item in pack.items.items() if item.tool}
        defaults = {"campaign": 1, "chapter": 2, "at": START_NODE}
        return msgspec.convert(msgspec.to_builtins({**defaults, **data}), Position)

    def step(
        self, step: Given, state: Position | None, pack: IsofarianPack
    ) -> tuple[Decision, Mapping[str, Sequence[str]]]:
        """Chips and cards that came up are luck that was seen; everything else is the decision."""
        data = _told(step, but=_NULLABLE)
        do = data["do"]
        seen: dict[str, Sequence[str]] = {}
        if do == "draw_event" and "chip" in data:
            seen["event_bag"] = [data.pop("chip")]
        elif do == "fish" and "chip" in data:
            seen[f"guard_bag.{data['bag']}"] = [data.pop("chip")]
        elif do == "choose_path" and "draws" in data:
            drawer = data.get("guard") or (state.party[0] if state else "")
            seen[f"guard_bag.{drawer}"] = data.pop("draws")
        elif do == "compass" and "card" in data and state is not None:
            region = lookup.region(state, pack, state.at)
            seen[f"field_deck.{region}"] = [data.pop("card")]
        for field, known in _SLOTS.get(do, {}).items():
            if data.get(field) not in known:
                raise Refused("no_such_slot", f"There is no slot {data.get(field)}.", rule="ISO-DASH-010")
        return GAME.decision(data), seen

    def view(self, state: Position | None, pack: IsofarianPack) -> Any:
        """The position in the words of the vocabulary, derived values included."""
        if state is None:
            return {"phase": "setup"}
        shown = plain(state)
        shown["phase"] = derived.phase(state) if state.party else "setup"
        if state.battle is not None:
            shown["battle"]["enemies"] = [
                {"slot": foe.slot, "enemy": foe.enemy, "stars": foe.stars} for foe in state.battle.enemies
            ]
        shown["field_decks"] = {region: _listed(deck) for region, deck in state.field_decks.items()}
        for part, guards in (("guards", state.guards), ("reserve", state.reserve)):
            shown[part] = {name: _shown(state, guard, shown[part][name]) for name, guard in guards.items()}
        return shown


_WORN = frozenset(get_args(EquipmentSlot))
_STONES = frozenset(get_args(StoneSlot))
_ABILITIES = frozenset(ABILITY_SLOTS)
_SLOTS: Mapping[str, Mapping[str, frozenset[str]]] = {
    "equip": {"slot": _WORN},
    "unequip": {"slot": _WORN},
    "attach_stone": {"slot": _STONES},
    "detach_stone": {"slot": _STONES},
    "move_stone": {"from": _STONES, "to": _STONES},
    "equip_ability": {"slot": _ABILITIES},
    "unequip_ability": {"slot": _ABILITIES},
    "equip_stonebound": {"slot": _ABILITIES, "stone_in": _STONES},
}
"""The slots that a decision knows; the cases have a code for any other, the game takes it for no decision at all."""

_NULLABLE = frozenset({"item", "buy", "sell"})
"""What a decision may say is nothing: the item slot after a battle, a price that is not listed."""


# ---- content


_TOOLS: Mapping[str, Any] = {
    WOOD_AXE: {"tool": True},
    PICKAXE: {"tool": True},
    FISHING_POLE: {"tool": True},
    "expanded_satchel": {"tool": True},
}
"""The tool items that the rulebook names; how many slots an Expanded Satchel adds, a case says."""


def _told(value: Any, but: Collection[str] = ()) -> Any:
    """Data without what is null: that is as good as left out.

    :param but: keys where null says something
    """
    if isinstance(value, Mapping):
        return {key: _told(below, but) for key, below in value.items() if below is not None or key in but}
    return [_told(below, but) for below in value] if isinstance(value, list) else value


_CARDS = frozenset({"nodes", "materials", "items", "weapons", "armors", "accessories", "stones"})


def _bare(cards: Any) -> Any:
    """Places and cards of which a case says no more than that they are there."""
    return {name: data or {} for name, data in cards.items()} if isinstance(cards, Mapping) else cards


def _yields(content: Given) -> Given:
    """What nodes yield are quantity cards, whether the case lists them as such or not."""
    nodes = content.get("nodes", {}).values()
    return {card: {} for node in nodes for card in (*node.get("wood", ()), *node.get("ore", ()))}


def _same(value: Any) -> Any:
    return value


def _texts(value: Any) -> Any:
    """The same maps with text keys: chapters and levels are written as numbers."""
    if isinstance(value, Mapping):
        return {str(key): _texts(below) for key, below in value.items()}
    return value


def _materials(value: Any) -> Any:
    return value if isinstance(value, Mapping) else {card: {} for card in value}


def _for_guards(value: Given) -> Given:
    """``guard: any`` means that no guard is named."""
    cards = {}
    for card, data in value.items():
        guard = data.get("guard", "any")
        rest = {key: below for key, below in data.items() if key != "guard"}
        cards[card] = {**rest, "guards": [] if guard == "any" else [guard]}
    return cards


def _cities_named(content: Given) -> Given:
    """The cities that nodes name, as places without fee and trade, for content that tells of no city."""
    named = (node.get("city") for node in content.get("nodes", {}).values())
    return {city: {} for city in named if city}


def _cities(value: Given) -> Given:
    """A night costs nothing unless the case says what it costs, or that nobody knows."""
    return {
        city: ({} if "inn_fee" in data.get("unknown", ()) else {"inn_fee": 0}) | data for city, data in value.items()
    }


_CONTENT = {
    "weapons": _for_guards,
    "armors": _for_guards,
    "encounters": _texts,
    "prestige_cards": _texts,
    "fort_costs": _texts,
    "cities": _cities,
}


def _without_slots(guards: Given) -> Given:
    return {name: {key: value for key, value in data.items() if key != "slots"} for name, data in guards.items()}


# ---- positions


def _opened(given: Given, pack: IsofarianPack) -> Position | None:
    """Nothing before the first decision, unless a case says who sits there, or at which difficulty."""
    if not given.keys() & {"players", "difficulty"}:
        return None
    turn: IsofarianTurn = Turn(GAME, None, pack, Observed({}))
    open_box(turn, tuple(given.get("players", ())), given.get("difficulty"))
    return turn.state


def _guard(pack: IsofarianPack, name: str, given: Given) -> Any:
    """A guard over base stats; equipment carries its bonuses, whose chips lie in the bag already."""
    facts = pack.guards[name]
    printed = {"hp": facts.hp, "atk": facts.atk, "def": facts.def_, "ap": facts.ap}
    base = {**printed, **(given.get("base") or {})}
    data = {key: value for key, value in given.items() if key not in ("base", "bound")}
    data.update(start=base, base=base)
    for slot in ("weapon", "armor"):
        if data.get(slot):
            data[slot] = _worn(pack, data[slot], _bound(given, slot))
    if data.get("accessory"):
        data["accessory"] = _worn(pack, {"card": data["accessory"]}, [])
    known = [*(data.get("known") or ()), *(ability for ability in (data.get("abilities") or {}).values() if ability)]
    data["known"] = list(dict.fromkeys(known))
    for slots in ("abilities", "gems"):
        data[slots] = {slot: there for slot, there in (data.get(slots) or {}).items() if there}
    data["gems"] = {**_gems(pack, data["abilities"]), **data["gems"]}
    for cards in ("bag", "satchel"):
        data[cards] = {card: count for card, count in (data.get(cards) or {}).items() if count}
    if "hp" not in data:
        data["hp"] = 1
        data["hp"] = derived.hp_max(msgspec.convert(msgspec.to_builtins(data), Guard))
    return data


def _bound(given: Given, slot: str) -> list[tuple[str, str]]:
    """Which stones under a card belong to which equipped ability; of one stone there may be several."""
    told = (given.get("bound") or {}).items()
    return [(there["stone"], ability) for ability, there in told if there and there["in"] == slot]


def _gems(pack: IsofarianPack, abilities: Mapping[str, str]) -> Mapping[str, str]:
    """The gems beneath equipped abilities by their element, where a case does not name them."""
    cards = {slot: pack.abilities.get(ability) for slot, ability in abilities.items()}
    gems = {slot: GEM_COLOURS.get(card.element or "") for slot, card in cards.items() if card}
    return {slot: gem for slot, gem in gems.items() if gem}


def _worn(pack: IsofarianPack, given: Given, bound: Sequence[tuple[str, str]]) -> Given:
    """A card that is worn, with what it and its stones bring.

    :param bound: stones that belong to abilities, each to lie under it once
    """
    card, waiting = given["card"], list(bound)
    facts = pack.weapons.get(card) or pack.armors.get(card) or pack.accessories.get(card)
    bonuses = facts.bonuses if facts else ()
    stones: list[dict[str, Any]] = []
    for stone in given.get("stones") or ():
        gives = pack.stones[stone].bonuses if stone in pack.stones else ()
        owner = next((pair for pair in waiting if pair[0] == stone), None)
        if owner is not None:
            waiting.remove(owner)
        ability = owner[1] if owner else None
        stones.append({"stone": stone, "bonuses": gives, "granted": _chips(gives), "ability": ability})
    slots = max(len(stones), getattr(facts, "open_slots", 0))
    return {"card": card, "bonuses": bonuses, "open_slots": slots, "stones": stones, "granted": _chips(bonuses)}


def _chips(bonuses: Sequence[Bonus]) -> Mapping[str, int]:
    return {bonus.chip: bonus.count for bonus in bonuses if bonus.chip is not None}


def _shown(state: Position, guard: Guard, data: dict[str, Any]) -> Any:
    data["bound"] = {ability: {"stone": stone, "in": where} for ability, (stone, where) in derived.bound(guard).items()}
    for slot in ("weapon", "armor"):
        if data[slot]:
            data[slot] = {"card": data[slot]["card"], "stones": [stone["stone"] for stone in data[slot]["stones"]]}
    data["accessory"] = data["accessory"]["card"] if data["accessory"] else None
    data["slots"] = derived.slots(state, guard).value
    data["open_slots"] = derived.open_slots(state, guard)
    data["ap_active"] = derived.ap_active(guard)
    for name, field in (("hp", "hp_max"), ("atk", "atk"), ("def", "def"), ("ap", "ap_max")):
        if name in STAT_CAPS:
            data[field] = derived.stat(guard, name).value  # type: ignore[arg-type]
    return data


def _listed(deck: Deck) -> list[str]:
    """The cards from the top; where their order is not known, sorted."""
    return [card for layer in deck.layers for card in sorted(layer) for _ in range(layer[card])]


ADAPTER = CampaignCases()
