"""The hash chain: every event's hash covers its content, its decision and its predecessor's hash."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

GENESIS = b""
"""Predecessor of the first event of a campaign."""


class DecisionContent(NamedTuple):
    """What a decision's digest covers."""

    id: UUID
    name: str
    arguments: bytes
    chance: bytes
    actor: str
    alias: str
    seat: str
    key: str | None
    recorded_at: int


def decision_digest(decision: DecisionContent) -> bytes:
    """SHA-256 over a decision as it is stored."""
    return _digest(
        (
            decision.id.bytes,
            decision.name.encode(),
            decision.arguments,
            decision.chance,
            decision.actor.encode(),
            decision.alias.encode(),
            decision.seat.encode(),
            b"" if decision.key is None else b"=" + decision.key.encode(),
            decision.recorded_at.to_bytes(8, "big"),
        )
    )


def event_hash(
    previous: bytes, version: int, kind: str, shape: int, payload: bytes, recorded_at: int, decision: bytes
) -> bytes:
    """SHA-256 over an event as it is stored, the digest of its decision, and the hash before it.

    :param recorded_at: microseconds since 1970
    :param decision: :func:`decision_digest`, or empty where an event has no decision
    """
    return _digest(
        (
            previous,
            version.to_bytes(4, "big"),
            kind.encode(),
            shape.to_bytes(2, "big"),
            payload,
            recorded_at.to_bytes(8, "big"),
            decision,
        )
    )


def head_seal(
    timeline_id: UUID, version: int, last_hash: bytes, state: bytes | None, rules_version: int, advanced_at: int
) -> bytes:
    """SHA-256 over a head as it is stored: the cached state stands in no event's hash."""
    return _digest(
        (
            timeline_id.bytes,
            version.to_bytes(4, "big"),
            last_hash,
            b"" if state is None else b"=" + state,
            rules_version.to_bytes(4, "big"),
            advanced_at.to_bytes(8, "big"),
        )
    )


def _digest(parts: Iterable[bytes]) -> bytes:
    """Framed by length, so that no two different sequences of parts read alike."""
    hasher = hashlib.sha256()
    for part in parts:
        hasher.update(len(part).to_bytes(4, "big"))
        hasher.update(part)
    return hasher.digest()
