"""The story of a campaign in plain words: one sentence a decision, with the facts beneath it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from projections.isofarian_guard import battle_story
from projections.isofarian_guard.naming import Names, begin, guards
from projections.isofarian_guard.story_cards import CARDS, FORT
from projections.isofarian_guard.story_guards import BATTLES, FRAME, GUARDS
from projections.isofarian_guard.story_journey import JOURNEY, LEARNING, QUESTS, Teller
from projections.views import Moment
from rules.isofarian_guard.campaign.events import battles as b
from rules.isofarian_guard.campaign.events import cards as c
from rules.isofarian_guard.campaign.events import fort as f
from rules.isofarian_guard.campaign.events import frame as g
from rules.isofarian_guard.campaign.events import guards as u
from rules.isofarian_guard.campaign.events import journey as j
from rules.isofarian_guard.campaign.events import story as s
from rules.isofarian_guard.campaign.fighting import pack_of
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Event

FACTS: Mapping[type[Event], Teller] = {
    **JOURNEY, **QUESTS, **LEARNING, **CARDS, **FORT, **GUARDS, **BATTLES, **FRAME
}  # fmt: skip
"""Every event of a campaign, within a sentence."""

LEADS: Sequence[type[Event]] = (
    g.GameWon, g.CampaignCompleted, g.CampaignStarted, g.PositionAdopted, g.ChapterStarted, g.GuardJoined,
    g.GuardSwapped, g.PlayerAdded, g.PlayerRemoved,
    b.GuardsFell, b.BattleWon, b.BattleRetreated, b.PileCollected,
    j.NodeEntered, j.EventChipDrawn, j.BattleAvoided, j.FieldPathChosen, j.FieldCardDrawn,
    s.NarrativeCompleted, s.SceneCompleted, s.QuestStarted,
    c.CardBought, c.CardSold, c.CardCrafted, c.ItemUsed, c.MaterialHarvested, c.MaterialMined, c.MaterialRetrieved,
    c.FishCaught, c.CardStashed, c.CardUnstashed, c.CardTransferred,
    f.BuildingRebuilt, f.BuildingUpgraded, f.StonesExchanged, f.CommissionCompleted,
    j.Rested, j.TentUsed, u.SkillUnlocked, u.EquipmentEquipped, u.EquipmentUnequipped, u.AbilityEquipped,
    u.AbilityUnequipped, j.PartyPlaced, b.GuardsRespawned,
)  # fmt: skip
"""What a decision is told by: the first of these among its facts, else its first fact."""

ALSO: Sequence[type[Event]] = (
    g.GameWon, j.CheckpointCreated, b.RewardsCollected, b.PileLeft, b.SilLost, b.GuardsRespawned, b.PileLost,
    b.BattleStarted, j.PurpleCubePlaced, s.PrestigeGained, f.ToolGranted, c.OverflowRaised,
)  # fmt: skip
"""What is told behind it: where it led, and what it cost."""

GIVEN: Sequence[type[Event]] = (
    c.SilGained, c.SilSpent, c.LuxGained, c.LuxSpent, c.CardStored, c.CardDropped, c.GuardHealed, c.GuardHurt,
)  # fmt: skip
"""What a book or a card gives and takes. Where nothing leads, each of them is told."""


def sentence(moment: Moment) -> str:
    """What a decision did, in a few short sentences."""
    events = [event for _, event in moment.events]
    names, fighters = _names(moment)
    fought = battle_story.battle_sentence(events, fighters)
    lead = None if fought else _lead(events)
    told = [] if lead is None else [_told(lead, names) + _tired(lead, events)]
    also = (*ALSO, *GIVEN) if type(lead) in GIVEN else ALSO
    told += [_told(event, names) for event in events if type(event) in also and event is not lead]
    return " ".join(filter(None, [fought, *(f"{begin(text)}." for text in told)])) or "The table was set in order."


def facts(moment: Moment) -> tuple[str, ...]:
    """Every fact of a decision, one line each."""
    names, fighters = _names(moment)
    return tuple(line for _, event in moment.events if (line := _fact(event, names, fighters)))


def _names(moment: Moment) -> tuple[Names, battle_story.Names]:
    states = [state for state in (moment.after, moment.before) if isinstance(state, Position)]
    names = Names(cast(IsofarianPack, moment.pack), *states)
    content = pack_of(states[0], names.pack) if states else names.pack
    return names, battle_story.Names(content, *(state.fight for state in reversed(states)))


def _fact(event: Event, names: Names, fighters: battle_story.Names) -> str:
    if type(event) in FACTS:
        return f"{begin(_told(event, names))}."
    return begin(battle_story.battle_fact(event, fighters))


def _lead(events: Sequence[Event]) -> Event | None:
    for kind in LEADS:
        found = next((event for event in events if type(event) is kind), None)
        if found is not None:
            return found
    return next((event for event in events if type(event) in FACTS), None)


def _told(event: Event, names: Names) -> str:
    return FACTS[type(event)](event, names)


def _tired(lead: Event, events: Sequence[Event]) -> str:
    """Who paid for a battle that was skipped."""
    if not isinstance(lead, j.BattleAvoided):
        return ""
    tired = [event.guard for event in events if isinstance(event, b.ApExhausted)]
    return f"; {guards(tired)} exhausted 1 AP{' each' if len(tired) > 1 else ''}"
