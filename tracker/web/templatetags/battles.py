"""Words for the pages of battles."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django import template

register = template.Library()

OUTCOMES = {
    "victory": ("Victory", "good"), "defeat": ("Defeat", "bad"), "retreat": ("Retreat", "warn"),
    "at the table": ("Ended at the table", "past"), "": ("Under way", "accent"),
}  # fmt: skip
MINUTE, HOUR = 60, 3600


@register.inclusion_tag("pieces/badge.html")
def outcome_badge(outcome: str) -> dict[str, Any]:
    """How a battle ended, as a badge."""
    text, kind = OUTCOMES[outcome]
    return {"text": text, "kind": kind, "icon": ""}


@register.filter
def outcome_words(outcome: str) -> str:
    """An outcome within a count: ``3 won``."""
    return {"victory": "won", "defeat": "lost", "retreat": "left by retreat"}.get(outcome, outcome)


@register.filter
def duration(seconds: int) -> str:
    """A length of time as people say it: ``1 h 5 min``, ``3 min 20 s``."""
    if seconds >= HOUR:
        return f"{seconds // HOUR} h {seconds % HOUR // MINUTE} min"
    if seconds >= MINUTE:
        return f"{seconds // MINUTE} min {seconds % MINUTE} s"
    return f"{seconds} s"


@register.filter
def against(battle: Any) -> str:
    """Who fought whom: ``Grigory and Alek against 2 × Timber Wolf``."""
    guards = " and ".join(guard["name"] for guard in battle.guards.values())
    foes = Counter(f"{enemy['name']} {'★' * enemy['stars']}" for enemy in battle.enemies.values())
    return f"{guards} against {', '.join(f'{n} × {name}' if n > 1 else name for name, n in foes.items())}"


@register.filter
def before(version: int) -> int:
    """The version before one."""
    return version - 1
