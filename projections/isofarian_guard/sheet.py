"""The position of a campaign in rows, and in a few words."""

from __future__ import annotations

from collections.abc import Mapping

from projections.isofarian_guard.battle import battle_rows, battle_summary
from projections.isofarian_guard.guard_rows import card_rows, guard_row
from projections.isofarian_guard.naming import Names, begin, guard, title
from projections.isofarian_guard.places import place_row
from projections.views import Row
from rules.isofarian_guard.campaign import derived
from rules.isofarian_guard.campaign.facts import CAMPAIGNS, COMPASS, SKULL_LABELS
from rules.isofarian_guard.campaign.fighting import pack_of
from rules.isofarian_guard.campaign.journey import markers_at
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import size, words

DUE: Mapping[str, str] = {
    "exploration": "Move on, or use what this place offers.",
    "event_draw": "A chip is drawn from the event bag here.",
    "skull_choice": "Skip the battle for 1 AP each, or fight.",
    "compass_choice": "Go on, hunt, or draw a field event.",
    "field_path": "Choose a path of the field event card.",
    "narrative_choice": "An event is marked here: begin it, or leave it alone.",
    "narrative": "The party is locked into the event until it ends.",
    "battle": "Fight round by round, or say how it ended at the table.",
    "respawn_choice": "Choose where the party wakes.",
    "campaign_over": "The next campaign waits.",
    "overflow": "A new card waits for a slot: decide what is dropped.",
}


def sheet(state: Position, pack: IsofarianPack) -> dict[str, Row]:
    """Rows ``campaign``, ``here``, ``stash``, ``event_bag``, ``guard.<name>``; and those of the battle, where one is
    played round by round."""
    names = Names(pack, state)
    rows: dict[str, Row] = {
        "campaign": _campaign(state, names),
        "here": place_row(state, pack, state.at),
        "stash": {"sil": state.stash.sil, "cards": card_rows(state, names, state.stash.cards)},
        "event_bag": event_bag_row(state),
    }
    for name in state.party:
        rows[f"guard.{name}"] = guard_row(state, names, name)
    if state.fight is not None:
        rows.update(battle_rows(state.fight, pack_of(state, pack)))
    return rows


def summary(state: Position, pack: IsofarianPack) -> Row:
    """Where the party is and what is due."""
    if state.fight is not None and not state.pending:
        return {**battle_summary(state.fight, pack_of(state, pack)), "board": "Battle"}
    names = Names(pack, state)
    hp = [[guard(name), f"{state.guards[name].hp} HP"] for name in state.party]
    return {
        "headline": _headline(state, names),
        "figures": [*hp, ["Sil", state.sil], ["Lux", state.lux]],
        "pending": _pending(state, names),
        "board": "Map",
    }


def _headline(state: Position, names: Names) -> str:
    if CAMPAIGNS in state.campaigns_done:
        return "All five campaigns are completed"
    if state.phase == "campaign_over":
        return f"Campaign {state.campaign} is completed"
    if not state.at:
        return "The box is open"
    where = names.place(state.at)
    under_way = {
        "battle": f"Battle at {where}",
        "respawn_choice": f"Fallen at {where}",
        "narrative": names.quest(state.narrative.quest) if state.narrative else "",
    }.get(state.phase)
    return under_way or begin(where)


def _pending(state: Position, names: Names) -> str:
    phase = derived.phase(state)
    if phase == "skull_choice" and state.drawn_chip:
        return f"{SKULL_LABELS[state.drawn_chip]}: skip the battle for 1 AP each, or fight."
    if phase == "overflow":
        return f"{names.card(state.pending[0].card)} waits for a slot: decide what is dropped."
    return DUE[phase]


def _campaign(state: Position, names: Names) -> Row:
    return {
        "campaign": state.campaign,
        "chapter": state.chapter,
        "difficulty": title(state.difficulty),
        "sil": state.sil,
        "lux": state.lux,
        "phase": derived.phase(state),
        "place": begin(names.place(state.at)),
        "checkpoint": begin(names.place(state.checkpoint)) if state.checkpoint else "",
        "aboard": state.boat.aboard,
        "boat": begin(names.place(state.boat.at)) if state.boat.at else "",
        "drawn": {"id": state.drawn_chip, "name": SKULL_LABELS[state.drawn_chip]} if state.drawn_chip else None,
        "narrative": names.quest(state.narrative.quest) if state.narrative else "",
        "marked": [{"kind": kind, "quest": names.quest(marker.quest)} for kind, marker in markers_at(state, state.at)],
        "pile": {"at": begin(names.place(state.pile.at)), "cards": names.cards(state.pile.cards)}
        if state.pile
        else None,
    }


def event_bag_row(state: Position) -> Row:
    """The event bag with the exact odds of the next draw."""
    total = size(state.event_bag)
    return {
        "total": total,
        "chips": [
            {"id": chip, "name": SKULL_LABELS.get(chip, words(chip)), "icon": "compass" if chip == COMPASS else "skull",
             "n": count, "share": f"{100 * count / total:.0f} %"}
            for chip, count in state.event_bag.items()
            if count
        ],
        "cubes": [{"region": region, "cubes": cubes} for region, cubes in state.region_cubes.items() if cubes],
    }  # fmt: skip
