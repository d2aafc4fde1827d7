"""What is due now: a pile that may be lost, a card without a slot, an event chip, a marked event, a battle, waking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from rules.isofarian_guard.battle.grid import Figures, adjusted
from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.facts import COMPASS, SKULL_LABELS, SKULLS, UNKNOWN_CARD
from rules.isofarian_guard.campaign.falling import respawn_places
from rules.isofarian_guard.campaign.journey import markers_at
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.options.forms import (
    NOW,
    any_card,
    card_choices,
    chip_choices,
    exploring,
    guard_choices,
    node_name,
    refusal,
)
from rules.isofarian_guard.campaign.pile import proposed
from rules.isofarian_guard.campaign.state import Pile, Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.parts import Encounter, FieldPath, Foe
from rules.isofarian_guard.content.trade import EnemyCard
from rules.isofarian_guard.rulebook import RULES
from rules.kernel import Choice, Field, Option, size, words

AT_THE_TABLE = "The rest was fought at the table"


@RULES.offers_options
def due_options(state: Position, pack: IsofarianPack) -> Iterable[Option]:
    """The decisions that the position waits for, before everything else."""
    if exploring(state) and state.pile is not None and derived.pile_here(state):
        yield _pile(state, pack, state.pile)
    if state.pending:
        yield from _overflow(state, pack)
    elif state.phase == "event_draw":
        yield _draw(state)
    elif state.phase == "narrative_choice":
        yield Option("decline_narrative", "Leave the marked event alone", group=NOW, note="The node then draws.")
    elif state.phase == "skull_choice":
        yield from _skull(state, pack)
    elif state.phase == "compass_choice":
        yield from _compass(state, pack)
    elif state.phase == "field_path":
        yield from _paths(state, pack)
    elif state.phase == "battle":
        yield from _battle(state, pack)
    elif state.phase == "respawn_choice":
        for place, node in respawn_places(state).items():
            yield Option("respawn", f"Wake at {node_name(state, pack, node)}", {"at": place}, group=NOW, likely=True)


def _overflow(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """Drop the new card or a stored one (ISO-SAT-006)."""
    waiting = state.pending[0]
    new = lookup.called(state, pack, waiting.card)
    tool = f"{new} is a tool item." if waiting.card in state.tools else ""
    yield Option("resolve_overflow", f"Drop the new card: {new}", {"drop": "new"}, group=NOW, likely=True, blocked=tool)
    for name in state.party:
        cards = {card: count for card, count in state.guards[name].satchel.items() if card not in state.tools}
        if cards:
            field = Field("drop", "Drop", choices=card_choices(state, pack, cards))
            label = f"Make room for {new} in the satchel of {named(name)}"
            yield Option("resolve_overflow", label, {"guard": name}, (field,), NOW, likely=True)


def _pile(state: Position, pack: IsofarianPack, pile: Pile) -> Option:
    """One act on arrival, filled with what fits (ISO-FALL-011, ISO-FALL-012)."""
    fields: list[Field] = []
    for name, take in proposed(state, pile).items():
        slots = derived.open_slots(state, state.guards[name])
        label = f"{named(name)} takes ({slots} open slot{'' if slots == 1 else 's'})"
        cards = tuple(
            replace(choice, initial=take.get(choice.value, 0)) for choice in card_choices(state, pack, pile.cards)
        )
        fields.append(Field(f"take.{name}", label, "counts", cards, minimum=0, maximum=size(pile.cards)))
    note = "What is not taken goes to the supply."
    return Option("collect_pile", "Collect the pile", {}, tuple(fields), NOW, likely=True, note=note)


def _draw(state: Position) -> Option:
    skulls = sum(count for chip, count in state.event_bag.items() if chip != COMPASS)
    note = f"{skulls} of {size(state.event_bag)} chips are skulls."
    if derived.pile_here(state):
        note += " The pile here is lost if it is not collected first."
    return Option("draw_event", "Draw an event chip", group=NOW, likely=True, luck=True, note=note)


def _skull(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """Skip the battle or fight (ISO-EVT-003, ISO-EVT-007)."""
    skull = state.drawn_chip or ""
    yield Option(
        "avoid_battle",
        "Skip the battle",
        group=NOW,
        likely=True,
        note="Each guard exhausts 1 AP.",
        blocked=refusal(state, pack, "avoid_battle"),
    )
    note = _against(state, pack, lookup.encounters(state, pack, state.at).get(skull))
    yield Option("fight", f"Fight: {SKULL_LABELS[skull].lower()}", group=NOW, likely=True, note=note)


def _against(state: Position, pack: IsofarianPack, listed: Encounter | None) -> str:
    if listed is None:
        return "Nobody has recorded who waits here; fight at the table, or record it first."
    return enemies_line(state, pack, listed.enemies) + (" (ambush)" if listed.ambush else "")


def enemies_line(state: Position, pack: IsofarianPack, enemies: Iterable[Foe]) -> str:
    """Enemies in words: ``I Timber Wolf ★ (7 HP, ATK 2, DEF 1, 2 AP)``."""
    return "; ".join(_enemy_line(state, pack, foe) for foe in enemies)


def _enemy_line(state: Position, pack: IsofarianPack, foe: Foe) -> str:
    """An enemy with its figures at this difficulty (ISO-DIFF-002, ISO-DIFF-005, ISO-DIFF-006)."""
    line = f"{foe.slot} {named(foe.enemy)} {'★' * foe.stars}"
    card = enemy_card(pack, foe)
    if card is None:
        return line
    now = adjusted(Figures(card.hp, card.atk, card.def_, card.ap), state.difficulty)
    return f"{line} ({now.hp} HP, ATK {now.atk}, DEF {now.def_}, {now.ap} AP)"


def _compass(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """Go on, hunt, or draw a field event (ISO-EVT-012)."""
    yield Option("compass", "Go on without a battle", {"choose": "continue"}, group=NOW, likely=True)
    known = lookup.encounters(state, pack, state.at)
    for skull in known or SKULLS:
        note = _against(state, pack, known.get(skull))
        label = f"Hunt: {SKULL_LABELS[skull].lower()}"
        yield Option("compass", label, {"choose": "hunt", "skull": skull}, group=NOW, likely=bool(known), note=note)
    region = lookup.region(state, pack, state.at)
    deck = state.field_decks.get(region or "")
    top = deck.layers[0] if deck and deck.layers else {}
    name = Field("card", "Name of the card", "text", required=False)
    yield Option(
        "compass",
        "Draw a field event card",
        {"choose": "field_event"},
        (name,) if set(top) == {UNKNOWN_CARD} else (),
        NOW,
        likely=True,
        luck=True,
        blocked=refusal(state, pack, "compass", choose="field_event"),
    )


def _paths(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """A path of the card in hand; what nobody has recorded is told (ISO-FLD-005)."""
    card = state.field_card or ""
    facts = lookup.field_event(state, pack, card)
    for name, path in (facts.paths if facts else {}).items():
        draws = (Field("guard", "Draw from the bag of", choices=guard_choices(state)),) if path.draw else ()
        yield Option(
            "choose_path", words(name), {"path": name}, draws, NOW, likely=True, luck=bool(draws), note=_draw_note(path)
        )
    if facts is None or not facts.paths:
        path_field = Field("path", "Path chosen", "text", initial="as chosen at the table")
        yield Option(
            "choose_path",
            "Choose a path at the table",
            fields=(path_field, *outcome_fields(state, pack)),
            group=NOW,
            likely=True,
            note="Say what the back of the card gave and took.",
        )


def _draw_note(path: FieldPath) -> str:
    if path.draw is None:
        return ""
    which = "chips" if path.draw.all_draw else "black chips"
    return f"Draw until {path.draw.count} {which} are drawn; all of them return."


def outcome_fields(state: Position, pack: IsofarianPack) -> Iterator[Field]:
    """What a card or book gives and takes, as a form."""
    yield Field("outcome.sil", "Sil", "number", minimum=-99, maximum=99, required=False, initial=0)
    yield Field("outcome.lux", "Lux", "number", minimum=-99, maximum=99, required=False, initial=0)
    cards = any_card(state, pack)
    if cards:
        yield Field("outcome.cards", "Cards gained", "counts", cards, minimum=0, maximum=8, required=False)
    for name in state.party:
        label = f"HP of {named(name)}"
        yield Field(f"outcome.hp.{name}", label, "number", minimum=-30, maximum=30, required=False, initial=0)
    for name in state.party:
        label = f"Chips into the bag of {named(name)}"
        yield Field(f"outcome.chips.{name}", label, "counts", chip_choices(), minimum=0, maximum=10, required=False)


# ---- battle


def _battle(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """How a battle ended that was fought at the table (ISO-AFT), also one that was begun round by round."""
    battle = state.battle
    enemies = battle.enemies if battle else ()
    note = enemies_line(state, pack, enemies)
    after = tuple(_after_fields(state))
    rewards = tuple(_reward_fields(state, pack, enemies))
    likely, group = state.fight is None, NOW if state.fight is None else AT_THE_TABLE
    yield Option("end_battle", "We won", {"outcome": "victory"}, (*after, *rewards), group, likely=likely, note=note)
    tired = tuple(_exhausted_fields(state))
    yield Option(
        "end_battle",
        "We retreated",
        {"outcome": "retreat"},
        (*after, *tired),
        group,
        likely=likely,
        note="No rewards; exhausted AP stays exhausted.",
        blocked=refusal(state, pack, "end_battle", outcome="retreat"),
    )
    bags = tuple(_bag_fields(state))
    fallen = "Items and materials are dropped, Sil is lost, five Weaken chips come into each bag."
    yield Option("end_battle", "We fell", {"outcome": "defeat"}, bags, group, likely=likely, note=fallen)


def _after_fields(state: Position) -> Iterator[Field]:
    for name in state.party:
        guard = state.guards[name]
        most = derived.hp_max(guard)
        label = f"HP of {named(name)}"
        yield Field(f"guards.{name}.hp", label, "number", minimum=0, maximum=most, required=False, initial=guard.hp)
    for name in state.party:
        item = state.guards[name].item
        if item:
            label = f"Item of {named(name)}"
            left = (Choice(item, f"Kept: {named(item)}"), Choice("", f"Used: {named(item)}"))
            yield Field(f"guards.{name}.item", label, choices=left, required=False, initial=item)
    yield from _bag_fields(state)


def _bag_fields(state: Position) -> Iterator[Field]:
    for name in state.party:
        label = f"Whole bag of {named(name)}, if it changed"
        yield Field(f"guards.{name}.bag", label, "counts", chip_choices(), minimum=0, maximum=60, required=False)


def _exhausted_fields(state: Position) -> Iterator[Field]:
    for name in state.party:
        guard = state.guards[name]
        label = f"Exhausted AP of {named(name)}"
        most = derived.ap_max(guard)
        yield Field(
            f"guards.{name}.ap_exhausted",
            label,
            "number",
            minimum=0,
            maximum=most,
            required=False,
            initial=guard.ap_exhausted,
        )


def _reward_fields(state: Position, pack: IsofarianPack, enemies: Iterable[Foe]) -> Iterator[Field]:
    """Rewards of the known enemies first (ISO-AFT-001)."""
    cards = [card for foe in enemies if (card := enemy_card(pack, foe)) is not None]
    sil, lux = sum(card.rewards.sil for card in cards), sum(card.rewards.lux for card in cards)
    yield Field("rewards.sil", "Sil", "number", minimum=0, maximum=99, required=False, initial=sil)
    yield Field("rewards.lux", "Lux", "number", minimum=0, maximum=99, required=False, initial=lux)
    drops = _known_drops(cards)
    known = tuple(
        Choice(card, lookup.called(state, pack, card), f"printed: {n}", initial=n) for card, n in drops.items()
    )
    others = tuple(choice for choice in any_card(state, pack) if choice.value not in drops)
    if known or others:
        yield Field(
            "rewards.drops",
            "Cards",
            "counts",
            (*known, *others),
            minimum=0,
            maximum=max(12, size(drops)),
            required=False,
        )


def _known_drops(cards: Iterable[EnemyCard]) -> Mapping[str, int]:
    drops: dict[str, int] = {}
    for card in cards:
        for drop, count in card.rewards.drops.items():
            drops[drop] = drops.get(drop, 0) + count
        for item in (*card.rewards.items, *((card.rewards.stone,) if card.rewards.stone else ())):
            drops[item] = drops.get(item, 0) + 1
    return drops


def enemy_card(pack: IsofarianPack, foe: Foe) -> EnemyCard | None:
    """The card of an enemy, where the pack knows it."""
    known = pack.enemies.get(foe.enemy)
    return known.cards.get(str(foe.stars)) if known else None


@RULES.offers_options
def marked_options(state: Position, pack: IsofarianPack) -> Iterable[Option]:
    """Events that are marked here, whenever they may be triggered (ISO-NAR-002, ISO-NAR-010)."""
    if state.pending or state.phase not in ("exploration", "narrative_choice"):
        return
    for kind, marker in markers_at(state, state.at):
        yield Option(
            "trigger_narrative",
            f"Begin: {named(marker.quest)}",
            {"quest": marker.quest},
            group=NOW,
            likely=True,
            note=f"Marked by the {kind} chip. The party is locked in until it ends.",
            blocked=refusal(state, pack, "trigger_narrative", quest=marker.quest),
        )
