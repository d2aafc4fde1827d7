"""Taking a checked archive in: all of it in one transaction, or nothing.

What was checked waits in a file of its own, so that the transaction does nothing but write, and no more than a part of
the campaign is ever in memory.
"""

from __future__ import annotations

import pickle
import secrets
import tempfile
from collections.abc import Iterable, Iterator
from typing import IO, Any

import msgspec
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError
from django.db.models import Q

from rules.games import game as game_of
from tracker.archive import lines
from tracker.archive.checking import Archive, Checked, Opened, Said
from tracker.archive.lines import Refused
from tracker.eventstore import store
from tracker.eventstore.appending import Rows
from tracker.eventstore.models import Stream
from tracker.packs.models import PackVersion
from tracker.timelines.committing import together
from tracker.timelines.models import Campaign, Membership, Seat, Timeline

AT_ONCE = 500
"""Decisions that are written at once."""


def take_in(data: bytes, user: AbstractBaseUser, said: Said = lambda done, total: None) -> Campaign:
    """Take an archive in. Whoever does so becomes the owner; hashes, positions and ids stay what they were.

    :raises Refused: with its place, when something is wrong with the file or the campaign is here already
    """
    archive = Archive(data, said)
    _ensure_new(archive)
    with tempfile.TemporaryFile() as aside:
        for part in _parts(archive.checked()):
            pickle.dump(part, aside)
        aside.seek(0)
        try:
            with together():
                return _written(archive, _put_by(aside), user)
        except IntegrityError:
            raise Refused(0, "Something of this campaign is here already.") from None


def _parts(checked: Iterable[Checked]) -> Iterator[list[Checked]]:
    """What is written by itself, or decisions that are written at once."""
    part: list[Checked] = []
    for each in checked:
        if part and not (isinstance(each, Rows) and isinstance(part[0], Rows) and len(part) < AT_ONCE):
            yield part
            part = []
        part.append(each)
    if part:
        yield part


def _put_by(aside: IO[bytes]) -> Iterator[list[Any]]:
    while True:
        try:
            yield pickle.load(aside)  # noqa: S301 (what this process wrote itself)
        except EOFError:
            return


def _ensure_new(archive: Archive) -> None:
    ids = [line.id for line in archive.timelines]
    here = Q(id=archive.campaign.id) | Q(timelines__id__in=ids)
    if Campaign.objects.filter(here).exists() or Stream.objects.filter(
        Q(id__in=ids) | Q(campaign_id=archive.campaign.id)
    ):
        raise Refused(1, "This campaign is here already. An import never replaces anything.")


def _written(archive: Archive, parts: Iterable[list[Any]], user: AbstractBaseUser) -> Campaign:
    line = archive.campaign
    campaign = Campaign(
        id=line.id, name=line.name, game=line.game, pack_hash=line.pack, main_id=line.main, created_by_id=user.pk,
        strict_seats=line.strict_seats, undo_by=line.undo_by, spectators=line.spectators,
        mark=f"{secrets.token_hex(3)}:",
    )  # fmt: skip
    campaign.save(force_insert=True)
    campaign.created_at = line.created_at  # saving has set the present time
    campaign.save(update_fields=["created_at"])
    for part in parts:
        first = part[0]
        if isinstance(first, lines.Pack):
            _keep(first.hash, first.content.encode(), line.game, user)
        elif isinstance(first, Opened):
            _timeline(campaign, first, user)
        else:
            store.write_all_rows(part)
    Membership.objects.create(campaign=campaign, user_id=user.pk, role=Membership.Role.OWNER, alias=line.owner)
    Seat.objects.bulk_create(Seat(campaign=campaign, name=name) for name in line.seats)
    return campaign


def _timeline(campaign: Campaign, opened: Opened, user: AbstractBaseUser) -> None:
    line = opened.line
    made = Timeline(
        id=line.id, campaign=campaign, name=line.name, description=line.description, colour=line.colour,
        archived=line.archived, parent_id=line.parent, forked_at=line.forked_at, half=line.half,
        packs=[list(each) for each in line.packs], created_by_id=user.pk,
    )  # fmt: skip
    made.save(force_insert=True)
    made.created_at = line.created_at  # saving has set the present time
    made.save(update_fields=["created_at"])
    if line.parent is None:
        store.open_stream(campaign.id, line.id)
    else:
        version = game_of(campaign.game).version
        store.open_fork(store.head(line.parent), line.id, line.forked_at, opened.hash, opened.state, version)


def _keep(pack_hash: str, content: bytes, game_key: str, user: AbstractBaseUser) -> None:
    data: Any = msgspec.json.decode(content)
    PackVersion.objects.get_or_create(
        hash=pack_hash,
        defaults={"game": game_key, "name": data.get("name", ""), "edition": data.get("edition", ""),
                  "content": content, "uploaded_by_id": user.pk},
    )  # fmt: skip
