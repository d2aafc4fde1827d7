"""The reason codes of the timelines' own refusals, beside those of the rules: stable, for programs."""

from __future__ import annotations

from collections.abc import Mapping

REASONS: Mapping[str, str] = {
    "before_set_up": "The game is not set up at that version.",
    "busy": "Too many wrote at the same moment; nothing was stored.",
    "conflicts_open": "It was not said what becomes of later decisions that are no longer possible.",
    "content_does_not_fit": "The other content lacks something that is on the table.",
    "inside_decision": "That version is in the midst of a decision.",
    "invitation_revoked": "The invitation was withdrawn.",
    "key_used": "Something else was sent with the same key.",
    "main_stays": "The main timeline is not archived.",
    "malformed": "What was sent cannot be read or kept.",
    "name_required": "A name is missing or too long.",
    "name_taken": "The name belongs to another timeline.",
    "no_conflict": "The decision is possible as it was, or the replay ends before it.",
    "no_effect": "Nothing would change.",
    "no_such_content": "There is no such content for this game.",
    "no_such_game": "There is no such game.",
    "no_such_note": "No note was written at that version.",
    "no_such_role": "Nobody is invited to that role.",
    "no_such_seat": "The game has no such seat.",
    "no_such_session": "That session is not going on, or cannot be.",
    "no_such_setting": "There is no such setting.",
    "no_such_version": "The timeline never was at that version.",
    "not_a_decision": "Nobody decided anything in the game at that version.",
    "not_in_force": "The decision is set aside.",
    "not_your_note": "The note is another member's.",
    "not_your_seat": "The seat is another member's.",
    "nothing_to_redo": "Nothing is set aside that could simply be brought back.",
    "nothing_to_undo": "There is no decision left to take back.",
    "other_campaign": "The timelines belong to different campaigns.",
    "owner_only": "Only the owner of the campaign may do it.",
    "owner_stays": "The owner cannot leave.",
    "seat_taken": "Somebody plays the seat already.",
    "session_open": "Another session is still going on.",
    "set_up_stays": "The set-up cannot be left out, and nothing comes before it.",
    "spectators_watch": "Spectators change nothing.",
    "text_required": "A text is missing or too long.",
    "timeline_archived": "The timeline is archived: it is looked at, not played on.",
    "too_many_members": "The campaign has as many members as it takes.",
    "too_many_timelines": "The campaign has as many timelines as it holds.",
    "undo_not_allowed": "The campaign's settings let others take decisions back.",
    "value_invalid": "That is no value of this setting.",
}
"""Each code with what it means, in general; a refusal says it of the case at hand."""
