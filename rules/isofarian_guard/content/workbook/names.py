"""Names as people write them, and the ids that they stand for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

# Spellings of the workbook that must join to another record, and the spelling that is meant.
ALIASES: Mapping[str, str] = {
    "metal_frag": "Metal Fragments",
    "bone_frag": "Bone Fragments",
    "aventuring": "Aventurine",
    "falmundia_rosehips": "Falmundian Rosehips",
    "mira": "Mir",
    "fw_the_broken_lands": "FW - Broken Lands",
    "ic_abandoned_quartes": "IC - Abandoned Quarters",
}
# Cards that the rulebook names otherwise than the workbook.
_RULEBOOK_IDS: Mapping[str, str] = {"bleeding_heart_dagger": "bleeding_heart_daggers"}
_MAPS: Mapping[str, str] = {"fw": "frozen_wastes", "ic": "ice_caves"}
_MAP_NAMES: Mapping[str, str] = {"ice_caves": "IC", "frozen_wastes": "FW"}


def plain(text: str) -> str:
    """A text without variation selectors, with plain spaces, trimmed."""
    bare = text.replace("\ufe0e", "").replace("\ufe0f", "").replace("\u00a0", " ")
    return bare.strip()


def key(name: str) -> str:
    """The id of a name. Case, accents, apostrophes, dashes and spaces of any kind make no difference."""
    without_apostrophes = re.sub("['’‘ʼ`´′]", "", plain(name))
    decomposed = unicodedata.normalize("NFKD", without_apostrophes).casefold()
    letters = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return re.sub(r"[^a-z0-9]+", "_", letters).strip("_")


def canonical(name: str) -> str:
    """The spelling that is meant."""
    return ALIASES.get(key(name), plain(name))


def card_id(name: str) -> str:
    """The id of a card that is no ore."""
    found = key(canonical(name))
    return _RULEBOOK_IDS.get(found, found)


def ore_id(name: str) -> str:
    """The id of an ore: ``diamond_ore``, since ``diamond`` is a speaking stone. ``Iron Ore`` and ``Iron`` are one."""
    found = key(canonical(name))
    return found if found.endswith("_ore") else f"{found}_ore"


def node_ref(name: str) -> str:
    """The reference of a node: ``57`` is ``main/57``; ``IC - Ossuary`` and ``Ice Caves: Ossuary`` are one place.

    :raises ValueError: when the name is none of a node
    """
    area, colon, place = plain(name).partition(":")
    spelled = f"{_MAP_NAMES[key(area)]} {place}" if colon and key(area) in _MAP_NAMES else plain(name)
    found = key(canonical(spelled))
    if re.fullmatch("[1-9][0-9]{0,3}", found):
        return f"main/{found}"
    prefix, _, rest = found.partition("_")
    if prefix in _MAPS and rest:
        return f"{_MAPS[prefix]}/{rest}"
    raise ValueError(f"{name!r} is no node")


def node_id(ref: str) -> str:
    """The id that the map graph gives a node: ``main/57`` is ``57``, any place of a town is the town itself."""
    area, _, place = ref.partition("/")
    prefixes = {name: prefix for prefix, name in _MAPS.items()}
    if area == "main":
        return place.replace("_", " ")
    return f"{prefixes[area]}_{place}" if area in prefixes else area
