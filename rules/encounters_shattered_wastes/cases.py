"""How the case files of Encounters: Shattered Wastes are read; see ``tests/golden``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from rules.encounters_shattered_wastes import checks, strength
from rules.encounters_shattered_wastes.derived import area_limit, area_threat, refresh_value
from rules.encounters_shattered_wastes.game import ShatteredWastes
from rules.encounters_shattered_wastes.pack import WastesPack
from rules.encounters_shattered_wastes.state import DECKS, Position, is_guarded
from rules.kernel import Ask, Chance, Decision, Deck, Event, LuckNeeded, LuckUnused, Refused
from rules.kernel.cases import CaseAdapter
from rules.kernel.chance import Answer
from rules.kernel.storable import plain

Given = Mapping[str, Any]

CHARACTERS: Final = ("lancer", "seer", "ronin", "monk", "siren", "slayer", "arithmagician", "arrowmancer")
LOADOUTS: Final[Mapping[str, Given]] = {
    "lancer": {"abilities": ["reckless_sacrifice", "forbidden_technique"], "items": ["health_potion"]},
    "seer": {"abilities": ["reversing_teleport", "glacial_blade"], "items": ["recovery_serum"]},
    "ronin": {"abilities": ["blade_blossom", "blurring_feint"], "items": ["threshold_breaker"]},
    "monk": {"abilities": ["marks_of_the_valkyrie", "spirit_bond", "commune"]},
}
DEFAULT_DECKS: Final[Mapping[str, Sequence[str]]] = {
    "martial": ("mar_1", "mar_2", "mar_3"),
    "sorcery": ("sor_1", "sor_2", "sor_3"),
    "support": ("sup_1", "sup_2", "sup_3"),
    "shattered": ("sha_1", "sha_2", "sha_3", "sha_4", "sha_5", "sha_6"),
    "item": ("itm_1", "itm_2", "itm_3"),
}
HEALTHY: Final[Given] = {"refresh_value": 1, "area_limit": 9, "strength": {"physical": 1, "magical": 1}}
ENEMY: Final = "guardian"
STAMINA: Final = ("P1_s1", "P1_s2", "P1_s3")
RAGE: Final = ("R_1", "R_2", "R_3", "R_4", "R_5")
INJURED_RAGE: Final = ("R_i1", "R_i2", "R_i3", "R_i4", "R_i5")
AFFLICTIONS: Final = ("aff_1", "aff_2", "aff_3", "aff_4", "aff_5")
SUPPLY: Final = {"setup": 50}
SUPPLY_IN_PLAY: Final = 10

DICE: Final = ("rolls", "roll")


class CaseGame(ShatteredWastes):
    """The game with dice told in the decision, and with the cases' code for a wrong number of them."""

    def decide(self, state: Position | None, decision: Decision, pack: WastesPack, chance: Chance) -> list[Event]:
        try:
            return super().decide(state, decision, pack, _InOrder(chance))
        except LuckNeeded as needed:
            raise _wrong_dice(needed.ask.source, needed) from None
        except LuckUnused as unused:
            raise _wrong_dice(unused.source, unused) from None


def _wrong_dice(source: str, found: Refused) -> Refused:
    if source != "dice":
        return found
    return Refused("wrong_dice_count", "Another number of dice was reported than is rolled.", rule="SW-REF-005")


class _InOrder(Chance):
    """Luck as the cases tell it: dice as they are reported, cards in the order in which they are listed."""

    def __init__(self, inner: Chance) -> None:
        super().__init__()
        self._inner = inner

    def _answer(self, ask: Ask) -> Answer:
        if ask.kind == "roll":
            return self._inner._answer(ask)
        listed = tuple(card for card, count in ask.contents.items() for _ in range(count))
        return Answer(ask.kind, ask.source, listed[: ask.count])

    def _has_answer(self, ask: Ask) -> bool:
        return ask.kind == "shuffle"

    def finish(self) -> None:
        self._inner.finish()


class WastesCases(CaseAdapter[Position, WastesPack]):
    """Cases in the vocabulary of ``tests/golden/encounters_shattered_wastes``."""

    game = CaseGame()
    unordered = frozenset(
        {
            "abilities",
            "afflictions",
            "relics",
            "rolled",
            "tied",
            "eligible",
            "used_active",
            "used_free",
            "used_reactions",
        }
    )

    def pack(self, given: Given) -> WastesPack:
        """The eight Characters, the enemy, blank cards for every id that is only named, and the case's own content."""
        content = given.get("content") or {}
        decks = _decks(given)
        abilities: dict[str, Any] = {
            card: {"deck": deck, "subtype": "passive"} for card, deck in _named_abilities(given, decks).items()
        }
        abilities |= {card: dict(facts or {}) for card, facts in (content.get("abilities") or {}).items()}
        items = _blank(_named_items(given, decks)) | (content.get("items") or {})
        afflictions = _blank(_named_afflictions(given)) | (content.get("afflictions") or {})
        data = {
            "game": self.game.key,
            "name": "A case",
            "characters": _characters(given, content),
            "enemies": _enemies(given, content),
            "rage_cards": content.get("rage_cards") or {},
            "abilities": abilities,
            "items": {card: dict(facts or {}) for card, facts in items.items()},
            "afflictions": afflictions,
            "relics": _blank(_held(given, "relics")) | (content.get("relics") or {}),
            "locations": _blank(given.get("locations") or ()) | (content.get("locations") or {}),
            "first_game": {"enemy": ENEMY, "loadouts": LOADOUTS},
        }
        return msgspec.convert(msgspec.to_builtins(data, str_keys=True), WastesPack)

    def state(self, given: Given, pack: WastesPack) -> Position:
        """``given`` laid over the defaults of the vocabulary."""
        phase = given.get("phase", "action")
        supply = SUPPLY.get(phase, SUPPLY_IN_PLAY)
        reserve = {"physical": supply, "magical": supply} | (given.get("reserve") or {})
        data: dict[str, Any] = {
            "phase": phase,
            "enemy": _enemy(given),
            "stamina": Deck.ordered(given.get("stamina", () if phase == "setup" else STAMINA)),
            "areas": {str(n): [] for n in range(1, 6)} | {str(k): v for k, v in (given.get("areas") or {}).items()},
            "reserve": {intent: _supply(intent, cards) for intent, cards in reserve.items()},
            "rage_deck": Deck.ordered(given.get("rage_deck", RAGE)),
            "injured_rage_deck": Deck.ordered(given.get("injured_rage_deck", INJURED_RAGE)),
            "affliction_deck": Deck.ordered(given.get("affliction_deck", AFFLICTIONS)),
            "decks": {deck: Deck.ordered(cards) for deck, cards in _decks(given).items()},
            "characters": {
                name: _character(facts or {}, active=name == given.get("active"))
                for name, facts in (given.get("characters") or {}).items()
            },
            **{key: given[key] for key in _PLAIN if key in given},
        }
        state = msgspec.convert(msgspec.to_builtins(data, str_keys=True), Position)
        return replace(state, strength_cards=checks.strength_cards(state).total())

    def step(
        self, step: Given, state: Position | None, pack: WastesPack
    ) -> tuple[Decision, Mapping[str, Sequence[str]]]:
        """Dice are luck that was seen; cards that were seen stand in the decision."""
        data = dict(step)
        seen: dict[str, list[str]] = {}
        if data["do"] in ("settle_activation_order", "settle_timing"):
            rolls = data.pop("rolls", None) or {}
            data["who" if data["do"] == "settle_activation_order" else "players"] = list(rolls)
            seen = {f"die.{name}": [str(face)] for name, face in rolls.items()}
        for key in DICE:
            if key in data:
                rolls = data.pop(key)
                seen["dice"] = [str(face) for face in (rolls if isinstance(rolls, list) else [rolls])]
        if data.get("rerolls"):
            seen["reroll"] = [str(each["roll"]) for each in data["rerolls"]]
            data["rerolls"] = [each["die"] for each in data["rerolls"]]
        if data["do"] == "seed_areas" and data.get("cards") is not None:
            data["cards"] = {str(area): card for area, card in data["cards"].items()}
        if data["do"] == "last_gasp" and data.get("symbol_order") is None:
            data.pop("symbol_order", None)
        return self.game.decision(data), seen

    def view(self, state: Position | None, pack: WastesPack) -> Any:
        """The position in the words of the vocabulary, derived values included; piles have the top card first."""
        if state is None:
            return {}
        shown = plain(state)
        for pile in ("stamina", "rage_deck", "injured_rage_deck", "affliction_deck"):
            shown[pile] = _listed(getattr(state, pile))
        shown["decks"] = {name: _listed(deck) for name, deck in state.decks.items()}
        shown["reserve"] = {intent: _listed(deck) for intent, deck in state.reserve.items()}
        shown["status"] = "guarded" if is_guarded(state) else "staggered"
        shown["area_threat"] = {area: area_threat(state, area) for area in state.areas}
        shown["deck_counts"] = {name: deck.size for name, deck in state.decks.items()}
        shown["counts"] = _counts(state)
        if shown["enemy"] is not None:
            shown["enemy"] |= {"refresh_value": refresh_value(state, pack), "area_limit": area_limit(state, pack)}
        return shown


_PLAIN = (
    "round", "mode", "outcome", "fatigue", "wounds", "locations", "setup", "refresh", "defend", "active",
    "next_to_activate", "tied", "timing_decider", "granted_actions", "pending",
)  # fmt: skip
"""Keys of ``given`` that stand in the position as they are."""


# ---- content


def _blank(cards: Iterable[str]) -> dict[str, Any]:
    """Cards of which a case says no more than that they are there."""
    return {card: {} for card in cards}


def _decks(given: Given) -> dict[str, Sequence[str]]:
    return {**DEFAULT_DECKS, **(given.get("decks") or {})}


def _held(given: Given, key: str) -> Iterator[str]:
    for facts in (given.get("characters") or {}).values():
        yield from (facts or {}).get(key) or ()


def _named_abilities(given: Given, decks: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Every Ability that is named anywhere, and the deck to which one that is only named belongs: the deck where it
    lies, else the Shattered deck for who is Shattered, else the Martial one."""
    found = {card: "martial" for loadout in LOADOUTS.values() for card in loadout.get("abilities", ())}
    for facts in (given.get("characters") or {}).values():
        home = "shattered" if (facts or {}).get("state") == "shattered" else "martial"
        found |= dict.fromkeys((facts or {}).get("abilities") or (), home)
    for deck in DECKS[:-1]:
        found |= dict.fromkeys(decks.get(deck) or (), deck)
    return found | {card: deck for card, deck in _set_up_cards(given) if deck != "item"}


def _named_items(given: Given, decks: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield from (card for loadout in LOADOUTS.values() for card in loadout.get("items", ()))
    yield from decks.get("item") or ()
    yield from _held(given, "items")
    yield from (card for card, deck in _set_up_cards(given) if deck == "item")


def _set_up_cards(given: Given) -> Iterator[tuple[str, str]]:
    for drafted in ((given.get("setup") or {}).get("drafted") or {}).values():
        for deck, cards in drafted.items():
            yield from ((card, deck) for card in cards)


def _named_afflictions(given: Given) -> Iterator[str]:
    yield from given.get("affliction_deck", AFFLICTIONS)
    yield from _held(given, "afflictions")


def _characters(given: Given, content: Given) -> dict[str, Any]:
    cards: dict[str, Any] = {name: {} for name in (*CHARACTERS, *(given.get("characters") or {}))}
    cards |= {name: dict(facts or {}) for name, facts in (content.get("characters") or {}).items()}
    for name, trait in (content.get("traits") or {}).items():
        facts = dict(trait or {})
        side = "shattered_trait" if facts.pop("side", "heroic") == "shattered" else "trait"
        cards[name] = {**cards.get(name, {}), side: facts}
    return cards


def _enemy(given: Given) -> dict[str, Any]:
    enemy = given.get("enemy") or {}
    return {
        "name": enemy.get("name", ENEMY),
        "form": enemy.get("form", "healthy"),
        "healthy_side": {**HEALTHY, **(enemy.get("healthy_side") or {})},
        "injured_side": enemy.get("injured_side") or {},
    }


def _enemies(given: Given, content: Given) -> dict[str, Any]:
    enemy = _enemy(given)
    cards = {enemy["name"]: {key: enemy[key] for key in ("healthy_side", "injured_side")}}
    for name, facts in (content.get("enemies") or {}).items():
        cards[name] = {**facts, "healthy_side": {**HEALTHY, **(facts.get("healthy_side") or {})}}
    return cards


# ---- the position


def _supply(intent: str, cards: int | Sequence[str]) -> Deck:
    """A number stands for so many blank cards."""
    if isinstance(cards, int):
        cards = [f"{intent[0].upper()}1_r{number}" for number in range(1, cards + 1)]
    return Deck.ordered(cards)


def _character(given: Given, active: bool) -> dict[str, Any]:
    shattered = given.get("state") == "shattered"
    heroic, other = given.get("heroic_side") or {}, given.get("shattered_side") or {}
    max_hp = other.get("max_hp", 8) if shattered else heroic.get("max_hp", 6)
    defaults = {
        "hp": max_hp,
        "mp": None if shattered else heroic.get("max_mp", 6),
        "corruption": 0 if shattered else None,
        "actions_left": 2 if active else 0,
    }
    return {**defaults, **given}


def _listed(deck: Deck) -> list[str]:
    return [card for layer in deck.layers for card, count in layer.items() for _ in range(count)]


def _counts(state: Position) -> dict[str, Any]:
    piles = {
        "stamina": _listed(state.stamina),
        "fatigue": list(state.fatigue),
        "wounds": list(state.wounds),
        "areas": [card for cards in state.areas.values() for card in cards],
    }
    counted: dict[str, Any] = {name: _count(cards) for name, cards in piles.items()}
    return {**counted, "strength_in_play": sum(map(len, piles.values()))}


def _count(cards: Sequence[str]) -> dict[str, int]:
    physical = sum(strength.intent(card) == "physical" for card in cards)
    return {"physical": physical, "magical": len(cards) - physical, "total": len(cards)}


ADAPTER = WastesCases()
