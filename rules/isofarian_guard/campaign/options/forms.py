"""Pieces of which options are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.facts import CHIPS
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.game import GAME
from rules.kernel import Choice, Field, Refused, Seeded, choices, words

NOW = "Now"
"""The group of what is due."""
HANDS_FREE = ("exploration", "event_draw", "narrative_choice")
"""Phases in which exploration actions are open (ISO-PHA-005)."""


def refusal(state: Position, pack: IsofarianPack, do: str, **arguments: Any) -> str:
    """Why a decision would be refused now, in one sentence; empty where it would not. The judge itself is asked, so
    that page and judge never differ."""
    try:
        GAME.decide(state, GAME.decision({"do": do, **arguments}), pack, Seeded(0))
    except Refused as refused:
        return refused.sentence
    return ""


def exploring(state: Position) -> bool:
    """Whether exploration actions are open now."""
    return not state.pending and state.phase in HANDS_FREE


def moving_on(state: Position) -> bool:
    """Whether the draw of this node is behind the party."""
    return not state.pending and state.phase == "exploration"


def between_actions(state: Position) -> bool:
    """Whether books may order something now."""
    return not state.pending and state.phase in (*HANDS_FREE, "narrative")


def guard_choices(state: Position, names: Iterable[str] | None = None) -> tuple[Choice, ...]:
    """Guards of the party, with HP and AP."""
    shown = state.party if names is None else tuple(names)
    return tuple(Choice(name, named(name), detail=_condition(state, name)) for name in shown)


def _condition(state: Position, name: str) -> str:
    guard = state.guards.get(name)
    if guard is None:
        return ""
    hp, ap = derived.hp_max(guard), derived.ap_max(guard)
    return f"{guard.hp} of {hp} HP, {derived.ap_active(guard)} of {ap} AP"


def store_field(state: Position, label: str = "Into the satchel of") -> tuple[Field, ...]:
    """Whose satchel takes a new card; no field where only one guard has an open slot, or nobody."""
    free = [name for name in state.party if derived.open_slots(state, state.guards[name]) > 0]
    if len(free) < 2:
        return ()
    return (Field("store", label, choices=guard_choices(state, free), required=False),)


def card_choices(
    state: Position,
    pack: IsofarianPack,
    cards: Mapping[str, int] | Iterable[str],
    blocked: Callable[[str], str] = lambda card: "",
    detail: Callable[[str], str] | None = None,
) -> tuple[Choice, ...]:
    """Cards to choose from, with their number where it is given: no more of them can be taken."""
    counts = cards if isinstance(cards, Mapping) else {}

    def told(card: str) -> str:
        if detail is not None:
            return detail(card)
        return str(counts[card]) if counts.get(card, 0) > 1 else ""

    found = ((lookup.called(state, pack, card), card) for card in cards)
    return tuple(Choice(card, label, told(card), blocked(card), counts.get(card)) for label, card in sorted(found))


def any_card(state: Position, pack: IsofarianPack, kinds: Iterable[str] | None = None) -> tuple[Choice, ...]:
    """Every card that the campaign knows, of some kinds or all."""
    parts = kinds or ("materials", "items", "weapons", "armors", "accessories", "stones")
    cards = {card for part in parts for card in (*getattr(pack, part), *getattr(state.learned, part))}
    return card_choices(state, pack, sorted(cards))


def node_choices(state: Position, pack: IsofarianPack, refs: Iterable[str] | None = None) -> tuple[Choice, ...]:
    """Nodes to choose from, in the order of the map."""
    shown = sorted({*pack.nodes, *state.learned.nodes}, key=_in_map_order) if refs is None else refs
    return tuple(Choice(ref, node_name(state, pack, ref)) for ref in shown)


def node_name(state: Position, pack: IsofarianPack, ref: str) -> str:
    """A node with its map where that is not the main one."""
    label = lookup.node_label(state, pack, ref)
    return f"Node {label}" if label.isdecimal() else label


def _in_map_order(ref: str) -> tuple[bool, str, int, str]:
    area, _, name = ref.partition("/")
    return area != "main", area, int(name) if name.isdecimal() else 0, name


def chip_choices(bag: Mapping[str, int] | None = None) -> tuple[Choice, ...]:
    """Combat chips; of a bag with their number."""
    if bag is None:
        return choices(CHIPS)
    return tuple(Choice(chip, words(chip), str(count), most=count) for chip, count in bag.items())


def enemy_fields(state: Position, pack: IsofarianPack, *, here: bool, required: bool) -> tuple[Field, ...]:
    """A field for each slot of the enemy grid.

    :param here: those first that may be met on this node in this chapter
    """
    known = enemy_choices(state, pack, here=here)
    return tuple(
        Field(f"enemies.{slot}", f"Enemy {slot}", choices=known, required=required and slot == "I")
        for slot in derived.enemy_slots(state)
    )


def enemy_choices(state: Position, pack: IsofarianPack, *, here: bool) -> tuple[Choice, ...]:
    """Enemy cards, written ``timber_wolf/2``; those that the index names for this node and chapter come first."""
    met: list[Choice] = []
    others: list[Choice] = []
    for name, enemy in pack.enemies.items():
        for stars, card in enemy.cards.items() or (("1", None),):
            choice = Choice(f"{name}/{stars}", f"{named(name)} {'★' * int(stars)}")
            nodes = card.nodes.get(str(state.chapter), ()) if card else ()
            (met if here and state.at in nodes else others).append(choice)
    return (*met, *others)
