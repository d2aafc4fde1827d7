"""Taking a checked archive in: all of it in one transaction, or nothing."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError
from django.db.models import Q

from rules.games import game as game_of
from tracker.archive.checking import Checked, Said, check, contents
from tracker.archive.lines import Refused
from tracker.archive.unpacking import Unpacked, unpack
from tracker.eventstore import store
from tracker.eventstore.models import Stream
from tracker.packs.models import PackVersion
from tracker.timelines.committing import together
from tracker.timelines.models import Campaign, Membership, Seat, Timeline


def take_in(data: bytes, user: AbstractBaseUser, said: Said = lambda done, total: None) -> Campaign:
    """Take an archive in. Whoever does so becomes the owner; hashes, positions and ids stay what they were.

    :raises Refused: with its place, when something is wrong with the file or the campaign is here already
    """
    found = unpack(data)
    _ensure_new(found)
    checked = check(found, said)
    try:
        with together():
            return _written(found, checked, user)
    except IntegrityError:
        raise Refused(0, "Something of this campaign is here already.") from None


def _ensure_new(found: Unpacked) -> None:
    ids = [line.id for _, line in found.timelines]
    here = Q(id=found.campaign.id) | Q(timelines__id__in=ids)
    if Campaign.objects.filter(here).exists() or Stream.objects.filter(
        Q(id__in=ids) | Q(campaign_id=found.campaign.id)
    ):
        raise Refused(1, "This campaign is here already. An import never replaces anything.")


def _written(found: Unpacked, checked: Sequence[Checked], user: AbstractBaseUser) -> Campaign:
    line = found.campaign
    for pack_hash, content in contents(found).items():
        _keep(pack_hash, content, line.game, user)
    campaign = Campaign(
        id=line.id, name=line.name, game=line.game, pack_hash=line.pack, main_id=line.main, created_by_id=user.pk,
        strict_seats=line.strict_seats, undo_by=line.undo_by, spectators=line.spectators,
        mark=f"{secrets.token_hex(3)}:",
    )  # fmt: skip
    campaign.save(force_insert=True)
    campaign.created_at = line.created_at  # saving has set the present time
    campaign.save(update_fields=["created_at"])
    for each in checked:
        _timeline(campaign, each, user)
    Membership.objects.create(campaign=campaign, user_id=user.pk, role=Membership.Role.OWNER, alias=line.owner)
    Seat.objects.bulk_create(Seat(campaign=campaign, name=name) for name in line.seats)
    return campaign


def _timeline(campaign: Campaign, checked: Checked, user: AbstractBaseUser) -> None:
    line = checked.line
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
        store.open_fork(store.head(line.parent), line.id, line.forked_at, *checked.start, version)
    if checked.rows:
        store.write_all_rows(checked.rows)


def _keep(pack_hash: str, content: bytes, game_key: str, user: AbstractBaseUser) -> None:
    data: Any = msgspec.json.decode(content)
    PackVersion.objects.get_or_create(
        hash=pack_hash,
        defaults={"game": game_key, "name": data.get("name", ""), "edition": data.get("edition", ""),
                  "content": content, "uploaded_by_id": user.pk},
    )  # fmt: skip
