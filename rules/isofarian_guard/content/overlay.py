"""Lays parts of a pack over one another: what a later source tells wins, and what it tells is no longer unknown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from rules.isofarian_guard.content.parts import Named

S = TypeVar("S", bound=msgspec.Struct)


def laid_over(under: S, over: S) -> S:
    """A part with everything that ``over`` says, and from ``under`` whatever ``over`` leaves at its default.

    Mappings are joined key by key.
    """
    changes: dict[str, Any] = {}
    for field in msgspec.structs.fields(over):
        was, now = getattr(under, field.name), getattr(over, field.name)
        if now and isinstance(now, Mapping) and isinstance(was, Mapping):
            changes[field.name] = joined(was, now)
        elif not _is_default(field, now):
            changes[field.name] = now
    if isinstance(under, Named) and isinstance(over, Named):
        changes["unknown"] = _still(under.unknown, changes, over.unknown)
        changes["inferred"] = _still(under.inferred, changes, over.inferred)
    return msgspec.structs.replace(under, **changes)


def joined(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Both mappings in one, in the order of ``over``; where both hold a part or a mapping, those are joined too."""
    result: dict[str, Any] = {}
    for key, now in over.items():
        was: Any = under.get(key)
        if isinstance(now, msgspec.Struct) and isinstance(was, type(now)):
            result[key] = laid_over(was, now)
        elif isinstance(now, Mapping) and isinstance(was, Mapping):
            result[key] = joined(was, now)
        else:
            result[key] = now
    return result | {key: was for key, was in under.items() if key not in result}


def _is_default(field: msgspec.structs.FieldInfo, value: Any) -> bool:
    if field.default is not msgspec.NODEFAULT:
        return bool(value == field.default)
    if field.default_factory is not msgspec.NODEFAULT:
        return bool(value == field.default_factory())
    return False


def _still(before: tuple[str, ...], told: Mapping[str, Any], added: tuple[str, ...]) -> tuple[str, ...]:
    """The names in ``before`` that nobody has told meanwhile, and those that were added."""
    return (*(name for name in before if name not in told and name not in added), *added)
