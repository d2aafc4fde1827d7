"""A whole card as a form, kind by kind: what stands on it besides what it does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

import msgspec
from django.http import QueryDict

from rules.isofarian_guard.battle.amounts import Element
from rules.isofarian_guard.battle.chips import CHIPS, is_negative, is_resource
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import words
from tracker.web.card_form import PREFIX, list_widget, read_list
from tracker.web.card_widgets import Widget

KINDS: Final[Mapping[str, str]] = {
    "abilities": "Ability", "ai_cards": "AI card", "weapons": "Weapon", "accessories": "Accessory", "items": "Item",
}  # fmt: skip
ELEMENTS: Final[tuple[str, ...]] = get_args(Element)
KEYWORDS: Final = ("chain", "empower", "harmonize", "surge", "inspire", "burst", "endure", "awaken")
NOT_ASKED: Final = ("inferred", "unknown", "text", "bonuses", "guards", "open_slots", "rarity", "stone", "unlocks",
                    "caravan")  # fmt: skip
"""What the form does not ask: kept as it is known."""

STATUS: Final = tuple(chip for chip in CHIPS if not is_resource(chip) and not is_negative(chip))
"""Status chips that a cost may name besides Swords and Shields."""
OTHER_COST: Final = "cost_chip"
"""Where the form says such a chip; in the data it stands among the cost."""

_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,4}")


def data_of(card: msgspec.Struct | None) -> dict[str, Any]:
    """A card as plain data, as far as the form asks for it."""
    plain: dict[str, Any] = msgspec.to_builtins(card) if card is not None else {}
    return {key: _asked(value) for key, value in plain.items() if key not in NOT_ASKED and value is not None}


def _asked(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _asked(one) for key, one in value.items() if key not in ("inferred", "unknown")}
    return list(value) if isinstance(value, tuple) else value


# ---- the form


def widgets(part: str, data: Mapping[str, Any], pack: IsofarianPack) -> list[Widget]:
    """The fields of a card of a kind."""
    return list(_FORMS[part](PREFIX.rstrip("."), data, pack))


def _ability(at: str, data: Mapping[str, Any], pack: IsofarianPack) -> Iterator[Widget]:
    kinds = (("guard_ability", "Guard Ability"), ("stonebound", "Stonebound Ability"))
    yield Widget(
        "choice", f"{at}.type", "Kind", _word(data, "type") or "guard_ability", kinds, required=True, refreshes=True
    )
    guards = (("any", "Anyone"), *((name, words(name)) for name in pack.guards))
    yield Widget("choice", f"{at}.guard", "Whose", _word(data, "guard") or "any", guards, required=True)
    if data.get("type") == "stonebound":
        yield Widget("choice", f"{at}.element", "Element", _word(data, "element"), _named(ELEMENTS))
        yield from _deeds(at, data)
    else:
        for side, label in (("P", "Primary side"), ("S", "Secondary side")):
            shown = data.get(side) or {}
            yield Widget("group", f"{at}.{side}", label, fields=tuple(_side(f"{at}.{side}", shown)))


def _side(at: str, data: Mapping[str, Any]) -> Iterator[Widget]:
    yield Widget("text", f"{at}.label", "Name of this side", _word(data, "label"))
    yield from _price(at, data)
    flips = (("chips", "with chips on it"), ("burst", "after its Burst"))
    yield Widget("choice", f"{at}.flip", "Flips in the cleanup", _word(data, "flip"), flips)
    yield from _deeds(at, data)
    keyword, name = data.get("keyword") or {}, f"{at}.keyword"
    fields = [Widget("choice", f"{name}.name", "Keyword", _word(keyword, "name"), _named(KEYWORDS), refreshes=True)]
    if keyword.get("name"):
        fields += [
            Widget("text", f"{name}.{key}", label, _word(keyword, key))
            for key, label, of in (
                ("green_ap", "Green AP", "surge"), ("resources", "Resources", "inspire"), ("cubes", "Cubes", "burst"),
            )
            if keyword["name"] == of
        ]  # fmt: skip
        if keyword["name"] == "awaken":
            fields.append(Widget("choice", f"{name}.element", "Element", _word(keyword, "element"), _named(ELEMENTS)))
        fields.append(list_widget(f"{name}.effects", "Its effects", "effects", keyword.get("effects"), enemy=False))
    yield Widget("group", name, "Keyword", fields=tuple(fields))


def _ai_card(at: str, data: Mapping[str, Any], pack: IsofarianPack) -> Iterator[Widget]:
    numbers = tuple((str(n), f"{n}, a special one" if n in (7, 8) else str(n)) for n in range(1, 9))
    yield Widget("choice", f"{at}.number", "Number", _word(data, "number"), numbers)
    yield list_widget(f"{at}.actions", "Actions, from top to bottom", "effects", data.get("actions"), enemy=True)
    yield from _always(at, data, enemy=True)


def _weapon(at: str, data: Mapping[str, Any], pack: IsofarianPack) -> Iterator[Widget]:
    yield from _cost(at, data)
    yield Widget("text", f"{at}.atk", "ATK + of the Standard Attack", _word(data, "atk"))
    chips = tuple((chip, words(chip)) for chip in CHIPS)
    yield Widget("choice", f"{at}.chip", "Chip that a hit gives", _word(data, "chip"), chips)


def _accessory(at: str, data: Mapping[str, Any], pack: IsofarianPack) -> Iterator[Widget]:
    yield Widget("text", f"{at}.limit", "Uses in a battle", _word(data, "limit"))
    yield Widget("text", f"{at}.per_round", "Uses in a round", _word(data, "per_round"))
    yield from _price(at, data)
    yield list_widget(f"{at}.effects", "When activated", "effects", data.get("effects"), enemy=False)
    yield from _always(at, data)


def _item(at: str, data: Mapping[str, Any], pack: IsofarianPack) -> Iterator[Widget]:
    never = "false" if data.get("battle") is False else ""
    yield Widget("choice", f"{at}.battle", "In battle", never, (("false", "cannot be used"),))
    yield Widget("text", f"{at}.extra_slots", "Satchel slots that it adds", _word(data, "extra_slots"))
    yield Widget("flag", f"{at}.compass", "Compass icon: usable while exploring", _on(data, "compass"))
    yield Widget("flag", f"{at}.tool", "A tool: never dropped, never in the item slot", _on(data, "tool"))
    yield list_widget(f"{at}.effects", "When used", "effects", data.get("effects"), enemy=False)


def _cost(at: str, data: Mapping[str, Any]) -> Iterator[Widget]:
    cost = data.get("cost") or {}
    yield Widget("text", f"{at}.cost.sword", "Swords", _word(cost, "sword"))
    yield Widget("text", f"{at}.cost.shield", "Shields", _word(cost, "shield"))
    other = next((chip for chip in cost if chip in STATUS), "")
    yield Widget("choice", f"{at}.{OTHER_COST}", "And a chip", other, _named(STATUS))


def _price(at: str, data: Mapping[str, Any]) -> Iterator[Widget]:
    yield from _cost(at, data)
    yield Widget("text", f"{at}.ap", "AP", _word(data, "ap"), hint="empty: no AP icon")


def _deeds(at: str, data: Mapping[str, Any]) -> Iterator[Widget]:
    yield list_widget(f"{at}.effects", "What it does", "effects", data.get("effects"), enemy=False)
    yield from _always(at, data)


def _always(at: str, data: Mapping[str, Any], *, enemy: bool = False) -> Iterator[Widget]:
    yield list_widget(f"{at}.passive", "What counts all the time", "statics", data.get("passive"), enemy=enemy)
    yield list_widget(f"{at}.reactive", "What answers something", "reactions", data.get("reactive"), enemy=enemy)


_FORMS: Final[Mapping[str, Any]] = {
    "abilities": _ability, "ai_cards": _ai_card, "weapons": _weapon, "accessories": _accessory, "items": _item,
}  # fmt: skip


def _word(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    return "" if value is None else str(value)


def _on(data: Mapping[str, Any], key: str) -> str:
    return "on" if data.get(key) else ""


def _named(values: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((value, words(value)) for value in values)


# ---- what was sent


def read_card(part: str, post: QueryDict, pack: IsofarianPack) -> dict[str, Any]:
    """The plain data of a card from what was sent. What stands in the form depends on the kind and the keyword chosen
    in it, so it is read as it would be shown."""
    data = _shallow(part, post)
    for shown in widgets(part, data, pack):
        _take(post, shown, data, len(PREFIX))
    return data


def _shallow(part: str, post: QueryDict) -> dict[str, Any]:
    """What decides which fields there are."""
    if part != "abilities":
        return {}
    data: dict[str, Any] = {"type": post.get(f"{PREFIX}type") or "guard_ability"}
    if data["type"] == "guard_ability":
        for side in ("P", "S"):
            name = post.get(f"{PREFIX}{side}.keyword.name", "")
            data[side] = {"keyword": {"name": name}} if name else {}
    return data


def _take(post: QueryDict, shown: Widget, data: dict[str, Any], skip: int) -> None:
    if shown.kind == "group":
        for inner in shown.fields:
            _take(post, inner, data, skip)
        return
    *path, last = shown.name[skip:].split(".")
    if shown.kind == "list":
        value: Any = read_list(post, shown.name, _kind_of(last))
    else:
        text = post.get(shown.name, "").strip()[:200]
        value = True if shown.kind == "flag" and text else int(text) if _WHOLE.fullmatch(text) else text
    if value in ("", [], None):
        return
    place = data
    for step in path:
        place = place.setdefault(step, {})
    place[last] = value


def _kind_of(key: str) -> str:
    return {"passive": "statics", "reactive": "reactions"}.get(key, "effects")


def tidy(data: dict[str, Any]) -> dict[str, Any]:
    """The data without what is empty: a keyword without a name, a side on which nothing stands. A text that works
    without being carried out has no effects, which is not the same as unknown ones."""
    for side in ("P", "S"):
        shown = data.get(side)
        if isinstance(shown, dict):
            if not (shown.get("keyword") or {}).get("name"):
                shown.pop("keyword", None)
            _cost_told(shown)
            _effects_told(shown)
            if not shown:
                data.pop(side)
    _cost_told(data)
    if data.get("battle") == "false":
        data["battle"] = False
    if data.get("type") == "stonebound":
        _effects_told(data)
    return data


def _cost_told(text: dict[str, Any]) -> None:
    chip = text.pop(OTHER_COST, None)
    if chip:
        text["cost"] = {**(text.get("cost") or {}), chip: 1}


def _effects_told(text: dict[str, Any]) -> None:
    if any(text.get(part) for part in ("passive", "reactive", "keyword")):
        text.setdefault("effects", [])
