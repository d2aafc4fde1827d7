"""Versions of content: what ships with a game, what people brought, and the pack that a campaign is played with."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec

from rules.games import game
from rules.kernel import Pack, pack_hash, read_pack
from tracker.packs.models import PackVersion

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

HASH = re.compile("[0-9a-f]{64}")
STANDARD = "standard.yaml"
"""The file of the content with which a game is played unless its group chooses another."""


class PackMissing(LookupError):
    """No version of this hash is stored, or what is stored is no longer what it was."""


@lru_cache(maxsize=32)
def pack(hash: str) -> Any:
    """The content of a version, of its game's own pack type.

    :raises PackMissing: when there is no such version, or its content does not match its hash
    """
    known = HASH.fullmatch(hash)
    row = PackVersion.objects.filter(hash=hash).values("game", "content").first() if known else None
    if row is None:
        raise PackMissing(f"There is no content {hash[:12]}.")
    content = bytes(row["content"])
    if hashlib.sha256(content).hexdigest() != hash:
        raise PackMissing(f"The content {hash[:12]} was altered after it was stored.")
    return msgspec.json.decode(content, type=game(row["game"]).pack_type)


def shipped_packs(game_key: str) -> dict[str, Pack]:
    """The content that ships with a game, by file name, the standard one first.

    :raises KeyError: when there is no such game
    :raises PackInvalid: when a shipped file is faulty
    """
    kind = game(game_key)
    folder = files(type(kind).__module__.rpartition(".")[0]) / "packs"
    names = sorted((entry.name for entry in folder.iterdir()), key=lambda name: (name != STANDARD, name))
    return {
        name: read_pack((folder / name).read_text(encoding="utf-8"), kind.pack_type, game_key)
        for name in names
        if name.endswith(".yaml")
    }


def default_pack(game_key: str) -> PackVersion:
    """The version with which a game is played unless its group chooses another; stored when it is not yet.

    :raises KeyError: when there is no such game
    """
    return _stored(_standard(game_key), shipped=True)


@lru_cache(maxsize=16)
def _standard(game_key: str) -> Pack:
    return shipped_packs(game_key)[STANDARD]


def store_shipped(game_key: str) -> Sequence[PackVersion]:
    """Store all content that ships with a game; what is stored already stays as it is."""
    return [_stored(shipped, shipped=True) for shipped in shipped_packs(game_key).values()]


def store_pack(text: str, game_key: str, user: AbstractBaseUser | None, name: str = "") -> PackVersion:
    """Store content that people bring, as YAML or JSON text. The same content is the same version, whoever brings it.

    :param name: the name of its file, where it has one
    :raises KeyError: when there is no such game
    :raises PackInvalid: with each fault, its line, and what was expected
    """
    return keep(read_pack(text, game(game_key).pack_type, game_key), text.encode(), user, name)


def keep(content: Pack, source: bytes, user: AbstractBaseUser | None, name: str = "") -> PackVersion:
    """Store content that was read already, with the file that it was read from."""
    return _stored(content, source=source, source_name=name[:200], uploaded_by_id=user.pk if user else None)


def _stored(content: Pack, **particulars: Any) -> PackVersion:
    version, _ = PackVersion.objects.get_or_create(
        hash=pack_hash(content),
        defaults={
            "game": content.game,
            "name": content.name,
            "edition": content.edition,
            "content": msgspec.json.encode(content, order="deterministic"),
            **particulars,
        },
    )
    return version
