"""Saves for tests: small ones made here, and the real ones where they lie beside the repository."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

SAMPLES = Path(__file__).parents[5] / "shared" / "data" / "guards_ledger"


def sample(name: str) -> bytes:
    """A real save; the test is left out where it is not there."""
    path = SAMPLES / name
    if not path.exists():
        pytest.skip(f"{path.name} is not beside the repository")
    return path.read_bytes()


def guard(name: str = "Grigory", **more: Any) -> dict[str, Any]:
    """A guard as The Guard's Ledger writes one."""
    equipment = {"weapon": "", "armor": "", "accessory": "", "item": ""}
    plain = {"name": name, "hp": 20, "maxHp": 20, "baseAtk": 3, "baseDef": 2, "expandedSatchel": False}
    return {**plain, "equipment": {**equipment, **more.pop("equipment", {})}, "satchel": [], **more}


def save(**more: Any) -> bytes:
    """A save of The Guard's Ledger with Grigory alone, as bytes."""
    plain = {"sil": 10, "lux": 2, "activeParty": ["Grigory"], "guards": [guard()], "cities": [], "stash": {}}
    return json.dumps({**plain, **more}, ensure_ascii=False).encode()
