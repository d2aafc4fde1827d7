"""Campaigns: starting one, its settings, and the content that it is played with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError

from rules import games as shelf
from rules.kernel import Chance, Decision, Event, Game, Pack, Refused, Rolled, decision_name
from rules.kernel.table import MemberJoined, PackChanged, SettingChanged
from tracker.eventstore import store
from tracker.packs.versions import PackMissing
from tracker.packs.versions import pack as pack_of
from tracker.timelines.access import Actor, actor_for, ensure_owner
from tracker.timelines.committing import Decided, commit, together
from tracker.timelines.deciding import Submission, again_while_free, record
from tracker.timelines.decisions import PACK_CHANGE
from tracker.timelines.models import Campaign, Membership, Seat, Timeline
from tracker.timelines.people import free_seat, invite, join, leave, main_timeline, remove, revoke, take_seat
from tracker.timelines.positions import Position
from tracker.timelines.texts import key_of, name_of

__all__ = [
    "change_pack", "change_settings", "free_seat", "invite", "join", "leave", "main_timeline", "remove", "revoke",
    "start", "take_seat",
]  # fmt: skip

_SETTINGS: Mapping[str, Callable[[Any], bool]] = {
    "name": lambda value: isinstance(value, str),
    "strict_seats": lambda value: isinstance(value, bool),
    "undo_by": lambda value: value in Campaign.UndoBy.values,
    "spectators": lambda value: value in Campaign.Spectators.values,
}
"""The settings that may be changed, each with what it may be."""


def start(
    user: AbstractBaseUser,
    *,
    name: str,
    game_key: str,
    pack_hash: str,
    set_up: Mapping[str, Any],
    chance: Callable[[], Chance] = Rolled,
    key: str | None = None,
) -> Campaign:
    """Start a campaign: its first timeline, its owner, and the game's set-up as the first decision. All or nothing:
    everything is judged before anything is written.

    :param pack_hash: the content to play with
    :param set_up: the set-up decision as plain data with ``do``
    :param key: makes a repeated start by the same person the same campaign
    :raises Refused: when the name, the game, the content or the set-up does not do
    """
    started = _started(user, key_of(key))
    if started:
        return started
    name = name_of("A campaign", name)
    game, pack = _game(game_key), _content(game_key, pack_hash)
    decision, luck = game.decision(set_up), chance()
    events = game.decide(None, decision, pack, luck)
    campaign = Campaign(
        name=name, game=game_key, pack_hash=pack_hash, main_id=uuid4(), created_by_id=user.pk, start_key=key
    )
    try:
        with together():
            _write(campaign, user, game, pack, decision, events, luck)
    except IntegrityError:
        started = _started(user, key)
        if started is None:
            raise
        return started
    return campaign


def change_settings(campaign: Campaign, actor: Actor, **changes: Any) -> None:
    """Change settings of a campaign: ``name``, ``strict_seats``, ``undo_by``, ``spectators``. Each is recorded.

    :raises Refused: ``owner_only``, ``no_such_setting``, ``value_invalid``, ``name_required``, ``no_effect``
    """
    ensure_owner(actor)
    campaign.refresh_from_db(fields=list(_SETTINGS))
    changes = {field: _setting(field, value) for field, value in changes.items()}
    changes = {field: value for field, value in changes.items() if getattr(campaign, field) != value}
    events = [
        SettingChanged(name=field, was=str(getattr(campaign, field)), now=str(value))
        for field, value in changes.items()
    ]
    if not events:
        raise Refused("no_effect", "That would change nothing.")
    rows = Campaign.objects.filter(id=campaign.id)
    record(main_timeline(campaign), actor, "change_settings", events, also=lambda: rows.update(**changes))
    for field, value in changes.items():
        setattr(campaign, field, value)


def change_pack(timeline: Timeline, actor: Actor, pack_hash: str, *, expected: int, key: str | None = None) -> Decided:
    """Play on with another version of the content, from here on: the past stays what it was.

    :raises Refused: ``owner_only``, ``no_such_content``, ``no_effect``, ``content_does_not_fit``
    :raises tracker.timelines.deciding.Behind: when the game went on in the meantime
    """
    ensure_owner(actor)
    pack = _content(timeline.campaign.game, pack_hash)

    def attempt(position: Position) -> Decided:
        timeline.refresh_from_db(fields=["packs"])
        was = timeline.pack_hash_at(position.version)
        if pack_hash == was:
            raise Refused("no_effect", "It is played with this content already.")
        changed = PackChanged(was=was, now=pack_hash)
        try:
            position.game.options(position.state, pack)
            with together():
                decided = commit(position, actor, PACK_CHANGE, None, [changed], key=key)
                packs = [*timeline.packs, [decided.last_version, pack_hash]]
                Timeline.objects.filter(id=timeline.id).update(packs=packs)
        except LookupError as missing:
            why = f"The game is at a point that this content does not know: {missing} is missing in it."
            raise Refused("content_does_not_fit", why) from None
        timeline.packs = packs
        return decided

    return again_while_free(Submission(timeline, actor, expected, PACK_CHANGE, key), attempt)


def _started(user: AbstractBaseUser, key: str | None) -> Campaign | None:
    return Campaign.objects.filter(created_by_id=user.pk, start_key=key).first() if key else None


def _game(key: str) -> Game[Any, Any]:
    games = shelf.games()
    if key not in games:
        raise Refused("no_such_game", "There is no such game.", remedy=f"Choose one of {', '.join(games)}.")
    return games[key]


def _content(game_key: str, pack_hash: str) -> Pack:
    try:
        pack: Pack = pack_of(pack_hash)
    except PackMissing as missing:
        raise Refused("no_such_content", str(missing)) from None
    if pack.game != game_key:
        raise Refused("no_such_content", f"The content “{pack.name}” belongs to another game.")
    return pack


def _write(
    campaign: Campaign,
    user: AbstractBaseUser,
    game: Game[Any, Any],
    pack: Pack,
    decision: Decision,
    events: list[Event],
    luck: Chance,
) -> None:
    """Store a campaign whose set-up was judged."""
    position, member = _opened(campaign, user, game, pack)
    joined = MemberJoined(member=member.alias, role=member.role)
    opening = [PackChanged(was="", now=campaign.pack_hash), joined, *events]
    name = f"{game.key}.{decision_name(type(decision))}"
    commit(position, actor_for(member), name, decision, opening, answers=luck.answers, key=campaign.start_key)
    lay_seats(campaign, game.seats(game.fold(events)))


def _opened(
    campaign: Campaign, user: AbstractBaseUser, game: Game[Any, Any], pack: Pack
) -> tuple[Position, Membership]:
    """A campaign with its first timeline and its owner, before the set-up."""
    campaign.save(force_insert=True)
    timeline = Timeline.objects.create(
        id=campaign.main_id, campaign=campaign, name="Main", created_by_id=user.pk, packs=[[1, campaign.pack_hash]]
    )
    store.open_stream(campaign.id, timeline.id)
    alias = " ".join(user.get_username()[:100].split())
    member = Membership.objects.create(
        campaign=campaign, user_id=user.pk, role=Membership.Role.OWNER, alias=alias or "Owner"
    )
    return Position(timeline, store.head(timeline.id), 0, None, game, pack), member


def lay_seats(campaign: Campaign, seats: Sequence[str]) -> None:
    """Lay the seats of a game; those that are there stay as they are."""
    Seat.objects.bulk_create([Seat(campaign=campaign, name=seat) for seat in seats], ignore_conflicts=True)


def _setting(field: str, value: Any) -> Any:
    if field not in _SETTINGS:
        raise Refused("no_such_setting", f"There is no setting “{field}”.")
    if not _SETTINGS[field](value):
        raise Refused("value_invalid", f"That is no value for {field.replace('_', ' ')}.")
    return name_of("A campaign", value) if field == "name" else value
