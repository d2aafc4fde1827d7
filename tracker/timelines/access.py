"""Who acts, and what they may do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rules.kernel import Refused, seat_words
from tracker.timelines.models import Campaign, Membership


@dataclass(frozen=True)
class Actor:
    """A person at the table, as the timelines know them.

    :param user_id: how decisions of the campaign name the account, see :func:`named`
    :param alias: the name that they go by at this table
    :param seats: the seats that they play
    """

    user_id: str
    alias: str
    role: str
    seats: frozenset[str] = field(default_factory=frozenset)

    @property
    def is_owner(self) -> bool:
        """Whether the campaign is theirs."""
        return self.role == Membership.Role.OWNER


def named(campaign: Campaign, user_pk: int) -> str:
    """How the decisions of a campaign name an account."""
    return f"{campaign.mark}{user_pk}"


def actor_for(member: Membership) -> Actor:
    """A member as an actor."""
    return Actor(
        named(member.campaign, member.user_id),
        member.alias,
        member.role,
        frozenset(seat.name for seat in member.seats.all()),
    )


def ensure_may_decide(campaign: Campaign, actor: Actor, seat: str | None) -> None:
    """Check that somebody may take a decision, for a seat where the decision names one.

    :raises Refused: ``spectators_watch`` or ``not_your_seat``
    """
    if actor.role == Membership.Role.SPECTATOR:
        raise Refused("spectators_watch", "Spectators watch; they do not decide.", remedy="Ask the owner for a seat.")
    if campaign.strict_seats and seat is not None and seat not in actor.seats:
        raise Refused(
            "not_your_seat",
            f"This decision belongs to whoever plays {seat_words(seat)}.",
            remedy="Take that seat, or let the owner allow everyone to decide for all seats.",
        )


def ensure_may_rewind(campaign: Campaign, actor: Actor, deciders: Callable[[], set[str]]) -> None:
    """Check that somebody who plays may take decisions back.

    :param deciders: finds the accounts whose decisions would be taken back; asked only where it matters
    :raises Refused: ``undo_not_allowed``
    """
    if actor.is_owner or campaign.undo_by == Campaign.UndoBy.ANYONE:
        return
    if campaign.undo_by == Campaign.UndoBy.DECIDER and deciders() <= {actor.user_id}:
        return
    raise Refused(
        "undo_not_allowed",
        f"In this campaign decisions are taken back by: {Campaign.UndoBy(campaign.undo_by).label.lower()}.",
        remedy="Ask them, or branch from the version that you want.",
    )


def ensure_owner(actor: Actor) -> None:
    """Check that somebody owns the campaign.

    :raises Refused: ``owner_only``
    """
    if not actor.is_owner:
        raise Refused("owner_only", "Only the owner of the campaign may do this.")
