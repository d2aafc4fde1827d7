"""The start of the game and of its five campaigns, chapters, and what carries over (ISO-SET, ISO-CAMP, ISO-PHA-008,
ISO-FORT-021)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.isofarian_guard.campaign.decisions.frame import CompleteCampaign, Kit, StartCampaign, StartChapter
from rules.isofarian_guard.campaign.events.cards import CardStashed
from rules.isofarian_guard.campaign.events.frame import (
    CampaignCompleted,
    CampaignStarted,
    ChapterStarted,
    GameSetUp,
    GameWon,
)
from rules.isofarian_guard.campaign.facts import (
    CAMPAIGNS,
    EVENT_BAG,
    FISHING_POLE,
    GUARDS,
    PICKAXE,
    PLAYERS,
    REGION_DECK,
    START_NODE,
    UNKNOWN_CARD,
    WOOD_AXE,
    Difficulty,
)
from rules.isofarian_guard.campaign.falling import boat_home
from rules.isofarian_guard.campaign.fort import grant_tool
from rules.isofarian_guard.campaign.party import between_actions, fresh, shared_out
from rules.isofarian_guard.campaign.state import Boat, Markers, Position, Stash
from rules.isofarian_guard.campaign.timing import exploring
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Bag, Deck, Refused

FIRST_PARTY = ("grigory",)


@RULES.decides(StartCampaign)
def start_campaign(turn: IsofarianTurn, decision: StartCampaign) -> None:
    """Open the box, or begin the next campaign with what carries over (ISO-SET-001 to ISO-SET-012, ISO-CAMP-001 to
    ISO-CAMP-008, ISO-CHK-003)."""
    _in_sequence(turn, decision.campaign)
    if not turn.started:
        open_box(turn, decision.players, decision.difficulty)
    state = turn.state
    party = decision.party or (FIRST_PARTY if decision.campaign == 1 else ())
    _complete(party, decision.campaign)
    guards = {name: fresh(state, turn.pack, name, decision.kits.get(name, Kit())) for name in party}
    turn.emit(
        CampaignStarted(
            campaign=decision.campaign,
            party=party,
            at=decision.at or START_NODE,
            guards=guards,
            control=shared_out(party, state.players),
            boat_at=boat_home(state),
        )
    )


def _in_sequence(turn: IsofarianTurn, campaign: int) -> None:
    """Campaigns are played in order (ISO-SET-012).

    :raises Refused: ``campaign_not_completed`` or ``campaign_order``
    """
    done: tuple[int, ...] = ()
    if turn.started:
        done = turn.state.campaigns_done
        if turn.state.phase != "campaign_over":
            sentence = f"Campaign {turn.state.campaign} is still running."
            raise Refused("campaign_not_completed", sentence, rule="ISO-SET-012")
    following = max(done, default=0) + 1
    if campaign != following or campaign > CAMPAIGNS:
        sentence = f"Campaigns are played in order: next is campaign {following}."
        raise Refused("campaign_order", sentence, rule="ISO-SET-012")


def _complete(party: tuple[str, ...], campaign: int) -> None:
    """One guard in the tutorial, two from campaign 2 on, never three (ISO-SET-001, ISO-SET-008, ISO-CMP-010)."""
    if len(party) > GUARDS:
        raise Refused("party_full", "A party has at most two guards.", rule="ISO-CMP-010")
    if len(set(party)) < len(party):
        raise Refused("already_in_party", "Each guard exists once.", rule="ISO-SET-015")
    if not party or (campaign > 1 and len(party) < GUARDS):
        sentence = f"Campaign {campaign} starts with the two guards that its book names."
        raise Refused("unknown_guard", sentence, rule="ISO-SET-008")


def open_box(turn: IsofarianTurn, told: tuple[str, ...], difficulty: Difficulty | None) -> None:
    """Event bag and four region decks, shuffled each for itself (ISO-SET-003 to ISO-SET-005, ISO-CMP-002,
    ISO-CMP-004, ISO-FLD-012).

    :param told: who plays; empty: one person
    :raises Refused: ``player_limit``
    """
    players = told or ("p1",)
    if len(players) > PLAYERS or len(set(players)) < len(players):
        raise Refused("player_limit", "One or two people play.", rule="ISO-PLY-001")
    pack = turn.pack
    turn.emit(
        GameSetUp(
            players=players,
            difficulty=difficulty or "standard",
            event_bag=EVENT_BAG,
            field_decks={region: Deck.shuffled(cards) for region, cards in region_decks(pack).items()},
            materials={card: material.limit for card, material in pack.materials.items()},
            tools={card: item.extra_slots for card, item in pack.items.items() if item.tool},
        )
    )


def region_decks(pack: IsofarianPack) -> Mapping[str, Bag]:
    """The 40 cards of each region: those that the pack knows, the rest unknown (ISO-CMP-002)."""
    decks: dict[str, dict[str, int]] = {region: {} for region in pack.regions}
    for card, facts in pack.field_events.items():
        if facts.region is not None:
            decks.setdefault(facts.region, {})[card] = 1
    for cards in decks.values():
        if len(cards) < REGION_DECK:
            cards[UNKNOWN_CARD] = REGION_DECK - len(cards)
    return decks


@RULES.decides(CompleteCampaign)
def complete_campaign(turn: IsofarianTurn, decision: CompleteCampaign) -> None:
    """After the fifth, before which all others were completed, the game is won (ISO-SET-012, ISO-SET-013)."""
    exploring(turn.state)
    turn.emit(CampaignCompleted(campaign=turn.state.campaign))
    if turn.state.campaign == CAMPAIGNS:
        turn.emit(GameWon())


# ---- chapters


@RULES.decides(StartChapter)
def start_chapter(turn: IsofarianTurn, decision: StartChapter) -> None:
    """Chapters follow one another; chapter 2 brings the tools and what earlier campaigns unlocked (ISO-PHA-003,
    ISO-PHA-008, ISO-FORT-021, ISO-HAR-001, ISO-WAT-009, ISO-CAMP-004, ISO-TOOL-005)."""
    state = turn.state
    between_actions(state)
    if decision.chapter != state.chapter + 1:
        sentence = f"Next is chapter {state.chapter + 1}."
        raise Refused("chapter_order", sentence, rule="ISO-PHA-008")
    turn.emit(ChapterStarted(campaign=state.campaign, chapter=decision.chapter))
    if decision.chapter == 2:
        _reach_the_fort(turn, decision.store)


def _reach_the_fort(turn: IsofarianTurn, store: Mapping[str, str]) -> None:
    tools = [WOOD_AXE, PICKAXE]
    if turn.state.fort.get("boat_dock"):
        tools.append(FISHING_POLE)
    for tool in tools:
        grant_tool(turn, tool, store.get(tool, ""))
    for accessory in turn.state.caravan_accessories:
        if not _owned(turn.state, accessory):
            turn.emit(CardStashed(card=accessory, qty=1))


def _owned(state: Position, card: str) -> bool:
    guards = [*state.guards.values(), *state.reserve.values()]
    worn = any(guard.accessory is not None and guard.accessory.card == card for guard in guards)
    return worn or bool(state.stash.cards.get(card)) or any(guard.satchel.get(card) for guard in guards)


# ---- facts


@RULES.founds(GameSetUp)
def _game_set_up(event: GameSetUp) -> Position:
    return Position(
        players=event.players,
        difficulty=event.difficulty,
        event_bag=event.event_bag,
        field_decks=event.field_decks,
        materials=event.materials,
        tools=event.tools,
        phase="campaign_over",
    )


@RULES.evolves(CampaignStarted)
def _campaign_started(state: Position, event: CampaignStarted) -> Position:
    """Fort, decks, cubes, universal abilities, caravan accessories, prestige and what is crossed off carry over,
    nothing else (ISO-CAMP-001 to ISO-CAMP-008)."""
    return replace(
        state,
        campaign=event.campaign,
        chapter=1,
        phase="exploration",
        party=event.party,
        control=event.control,
        at=event.at,
        visited=(event.at,),
        boat=Boat(at=event.boat_at),
        checkpoint=None,
        respawn_at=None,
        sil=0,
        lux=0,
        stash=Stash(),
        markers=Markers(),
        narrative=None,
        quests={name: quest for name, quest in state.quests.items() if quest.status == "completed"},
        pile=None,
        pending=(),
        opened_nodes=(),
        fished_here=False,
        agents=(),
        commissions={},
        guards=event.guards,
        reserve={},
        save_sheet=None,
    )


@RULES.evolves(CampaignCompleted)
def _campaign_completed(state: Position, event: CampaignCompleted) -> Position:
    return replace(state, phase="campaign_over", campaigns_done=(*state.campaigns_done, event.campaign))


@RULES.evolves(GameWon)
def _game_won(state: Position, event: GameWon) -> Position:
    return state


@RULES.evolves(ChapterStarted)
def _chapter_started(state: Position, event: ChapterStarted) -> Position:
    return replace(state, chapter=event.chapter)
