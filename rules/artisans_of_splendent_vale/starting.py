"""The beginning of the campaign, the two roles, breaks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from msgspec.structs import replace

from rules.artisans_of_splendent_vale.book import ValeTurn, awake, begun, book, played
from rules.artisans_of_splendent_vale.decisions import (
    BeginCampaign,
    ChooseCharacters,
    Elect,
    PauseSession,
    ResumeSession,
)
from rules.artisans_of_splendent_vale.events import (
    CampaignBegan,
    CharactersChosen,
    PauseWarned,
    RoleElected,
    SessionPaused,
    SessionResumed,
)
from rules.artisans_of_splendent_vale.figures import CHARACTER_NAMES, CHARACTERS, FIRST_ENTRY, PLAYERS
from rules.artisans_of_splendent_vale.pack import CharacterSheet, ValePack
from rules.artisans_of_splendent_vale.reading import read
from rules.artisans_of_splendent_vale.state import Companion, Position, Sheet
from rules.kernel import Choice, Field, Option, Refused


@book.decides(ChooseCharacters)
def choose_characters(turn: ValeTurn, decision: ChooseCharacters) -> None:
    """Say who plays whom; for the whole campaign once it began (AV-SET-001 to AV-SET-005)."""
    if turn.started and turn.state.phase != "setup":
        raise Refused("character_locked", "Characters are kept for the whole campaign.", rule="AV-SET-003")
    picks = list(decision.picks.values())
    if not PLAYERS[0] <= len(picks) <= PLAYERS[1]:
        raise Refused("player_count", "Two to four players take part.", rule="AV-SET-001")
    if len(set(picks)) != len(picks):
        raise Refused("character_taken", "A character is taken twice.", rule="AV-SET-002")
    taken = [name for name in CHARACTERS if name in picks]
    companions = {
        name: Companion(owner=card.owner, toughness=card.toughness, heals_per_day=card.heals_per_day)
        for name, card in turn.pack.companion_cards.items()
        if card.owner in taken
    }
    sheets: dict[str, Sheet] = {name: _sheet(turn.pack, name) for name in taken}
    turn.emit(CharactersChosen(seats=decision.picks, characters=sheets, companions=companions))


def _sheet(pack: ValePack, name: str) -> Sheet:
    printed = pack.characters.get(name, CharacterSheet())
    return Sheet(toughness=printed.toughness, deck=printed.deck)


@book.decides(Elect)
def elect(turn: ValeTurn, decision: Elect) -> None:
    """Elect record keeper or narrator (AV-SET-006 to AV-SET-009)."""
    if not turn.started:
        raise Refused("character_not_played", "Nobody plays anybody yet.", rule="AV-SET-009")
    state = awake(turn)
    played(state, decision.character)
    other = state.narrator if decision.role == "record_keeper" else state.record_keeper
    if state.phase == "setup" and other == decision.character:
        raise Refused("roles_must_differ", "Two players take the two roles.", rule="AV-SET-008")
    turn.emit(RoleElected(role=decision.role, character=decision.character))


@book.decides(BeginCampaign)
def begin_campaign(turn: ValeTurn, decision: BeginCampaign) -> None:
    """Start at entry 1 (AV-SET-010, AV-SET-012)."""
    state = awake(turn)
    if state.phase != "setup":
        raise Refused("character_locked", "The campaign has begun.", rule="AV-SET-003")
    if state.record_keeper is None or state.narrator is None:
        raise Refused("setup_incomplete", "Record keeper and narrator are missing.", rule="AV-SET-012")
    turn.emit(CampaignBegan(players=len(state.players)))
    read(turn, FIRST_ENTRY)


@book.decides(PauseSession)
def pause_session(turn: ValeTurn, decision: PauseSession) -> None:
    """Pause and note the entry read last; nothing else changes (AV-SES-001 to AV-SES-004)."""
    state = begun(turn)
    if state.phase in ("action_scene", "scene_setup"):
        turn.emit(PauseWarned(scene=state.scene))
    turn.emit(SessionPaused(entry=decision.entry))


@book.decides(ResumeSession)
def resume_session(turn: ValeTurn, decision: ResumeSession) -> None:
    """Go on where the campaign stood, with this session's roles (AV-SES-005, AV-SES-006)."""
    state = turn.state
    if not state.paused:
        raise Refused("not_paused", "The game is not paused.", rule="AV-SES-006")
    played(state, decision.record_keeper)
    played(state, decision.narrator)
    turn.emit(SessionResumed(record_keeper=decision.record_keeper, narrator=decision.narrator, entry=state.paused_at))


# ---- what the events change


def _chosen(seats: Mapping[str, str], sheets: Mapping[str, Sheet], companions: Mapping[str, Companion]) -> Position:
    players = tuple(name for name in CHARACTERS if name in sheets)
    found = {seat: name for seat, who in seats.items() for name in CHARACTERS if name == who}
    return Position(players=players, phase="setup", seats=found, characters=sheets, companions=companions)


@book.founds(CharactersChosen)
def _founded(event: CharactersChosen) -> Position:
    return _chosen(event.seats, event.characters, event.companions)


@book.evolves(CharactersChosen)
def _chosen_anew(state: Position, event: CharactersChosen) -> Position:
    return _chosen(event.seats, event.characters, event.companions)


@book.evolves(RoleElected)
def _role_elected(state: Position, event: RoleElected) -> Position:
    if event.role == "record_keeper":
        return replace(state, record_keeper=event.character)
    return replace(state, narrator=event.character)


@book.evolves(CampaignBegan)
def _campaign_began(state: Position, event: CampaignBegan) -> Position:
    return replace(state, phase="exploration")


@book.evolves(PauseWarned)
def _pause_warned(state: Position, event: PauseWarned) -> Position:
    return state


@book.evolves(SessionPaused)
def _session_paused(state: Position, event: SessionPaused) -> Position:
    return replace(state, paused=True, paused_at=event.entry)


@book.evolves(SessionResumed)
def _session_resumed(state: Position, event: SessionResumed) -> Position:
    return replace(
        state, paused=False, record_keeper=event.record_keeper, narrator=event.narrator, current_entry=event.entry
    )


# ---- what may be decided


def people(names: Iterable[str]) -> tuple[Choice, ...]:
    """Characters to choose from."""
    return tuple(Choice(name, CHARACTER_NAMES[name]) for name in names)


def set_up_options() -> list[Option]:
    """Every company of two, three or four characters; who of the players takes whom is settled at the table."""
    return [
        Option(
            "choose_characters",
            ", ".join(CHARACTER_NAMES[who] for who in company),
            {f"picks.player_{number}": who for number, who in enumerate(company, 1)},
            group=f"{count} players",
            likely=True,
        )
        for count in range(PLAYERS[0], PLAYERS[1] + 1)
        for company in combinations(CHARACTERS, count)
    ]


@book.offers_options
def options(state: Position, pack: ValePack) -> Iterable[Option]:
    """Roles, the beginning, breaks."""
    if state.open_injuries:
        return
    names = people(state.players)
    if state.paused:
        fields = (Field("record_keeper", "Record keeper", choices=names), Field("narrator", "Narrator", choices=names))
        yield Option("resume_session", "Resume the game", {}, fields, group="Session", likely=True)
        return
    setup = state.phase == "setup"
    for role, holder, other in (
        ("record_keeper", state.record_keeper, state.narrator),
        ("narrator", state.narrator, state.record_keeper),
    ):
        able = people(name for name in state.players if name != holder and not (setup and name == other))
        if able:
            field = Field("character", "Who", choices=able)
            label = "Elect the record keeper" if role == "record_keeper" else "Elect the narrator"
            yield Option("elect", label, {"role": role}, (field,), group="Roles", likely=setup and holder is None)
    if setup:
        missing = state.record_keeper is None or state.narrator is None
        blocked = "Elect record keeper and narrator first." if missing else ""
        yield Option("begin_campaign", "Begin at entry 1", group="Roles", likely=not missing, blocked=blocked)
        return
    last = state.current_entry or (state.entries_read[-1] if state.entries_read else 1)
    field = Field("entry", "Entry read last", "number", minimum=1, maximum=9999, initial=last)
    note = "In the middle of an action scene: better at the end of a day." if state.phase == "action_scene" else ""
    yield Option("pause_session", "Take a break", {}, (field,), group="Session", note=note)
