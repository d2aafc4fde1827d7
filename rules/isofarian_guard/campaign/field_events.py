"""Field event cards: the region decks, paths, draws from a guard's bag (ISO-FLD)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.decisions.journey import ChoosePath
from rules.isofarian_guard.campaign.effects import carry_out, carry_out_told
from rules.isofarian_guard.campaign.events.journey import (
    EventChipReturned,
    FieldCardDiscarded,
    FieldCardDrawn,
    FieldCardReturnedToDeck,
    FieldPathChosen,
    GuardChipsDrawn,
    GuardChipsReturned,
    PurpleCubesReturned,
)
from rules.isofarian_guard.campaign.facts import COMPASS, REGION_CUBES, UNKNOWN_CARD, colour
from rules.isofarian_guard.campaign.guarding import with_guard
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.campaign.timing import member, nothing_waits
from rules.isofarian_guard.content.parts import FieldDraw, FieldPath
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Bag, Deck, LuckImpossible, LuckUnused, Refused, holds, minus, plus, words


def draw_field_card(turn: IsofarianTurn, name: str) -> None:
    """Return the three cubes and take the top card of the region's deck (ISO-EVT-015, ISO-FLD-001 to ISO-FLD-004,
    ISO-FLD-013, ISO-FLD-014).

    :param name: of the card, where the deck's top card was not known yet
    :raises Refused: ``no_region``, ``cubes_insufficient``, ``field_deck_empty`` or ``not_top_card``
    """
    state = turn.state
    region = lookup.region(state, turn.pack, state.at)
    may_draw(state, region)
    region = region or ""
    deck = state.field_decks[region]
    drawn = _top_card(turn, region, deck)
    card = drawn
    if drawn == UNKNOWN_CARD and name:
        card = name
    elif name and name != drawn:
        raise Refused("not_top_card", f"The top card is {named(drawn)}.", rule="ISO-FLD-004")
    turn.emit(PurpleCubesReturned(region=region), FieldCardDrawn(region=region, card=card, drawn_as=drawn))


def may_draw(state: Position, region: str | None) -> None:
    """Whether a field event may be drawn after the compass in hand.

    :raises Refused: ``no_region``, ``cubes_insufficient`` or ``field_deck_empty``
    """
    if region is None:
        raise Refused("no_region", "No deck cover lists this node.", rule="ISO-FLD-014")
    cubes = state.region_cubes.get(region, 0)
    if cubes < REGION_CUBES:
        sentence = f"The cover of {named(region)} has {cubes} of {REGION_CUBES} cubes."
        raise Refused("cubes_insufficient", sentence, rule="ISO-EVT-015")
    if not state.field_decks.get(region, Deck()).layers:
        raise Refused("field_deck_empty", f"The deck of {named(region)} is used up.", rule="ISO-FLD-013")


def _top_card(turn: IsofarianTurn, region: str, deck: Deck) -> str:
    try:
        (card,), _ = turn.chance.draw_from(f"field_deck.{region}", deck)
    except LuckImpossible as impossible:
        impossible.code, impossible.rule = "not_top_card", "ISO-FLD-004"
        raise
    return card


@RULES.decides(ChoosePath)
def choose_path(turn: IsofarianTurn, decision: ChoosePath) -> None:
    """Choose a path, then carry out what the back says (ISO-FLD-005 to ISO-FLD-011, ISO-FLD-016)."""
    state = turn.state
    nothing_waits(state)
    if state.phase != "field_path" or state.field_card is None:
        raise Refused("no_field_card", "No field event card is being resolved.", rule="ISO-FLD-005")
    card = state.field_card
    facts = lookup.field_event(state, turn.pack, card)
    path = facts.paths.get(decision.path) if facts else None
    if facts is not None and facts.paths and path is None:
        raise Refused("no_such_path", f"{named(card)} has no path {words(decision.path)}.", rule="ISO-FLD-005")
    drawer = _drawer(state, decision.guard)
    turn.emit(FieldPathChosen(card=card, path=decision.path))
    if path is None:
        carry_out_told(turn, decision.outcome)
    else:
        _carry_out_path(turn, path, drawer)
    _put_away(turn, card, returns=facts is not None and facts.returns_to_deck)
    if turn.state.battle is None:
        turn.emit(EventChipReturned(chip=COMPASS))


def _drawer(state: Position, named: str) -> str:
    """The guard whose bag is drawn from, or who alone is meant."""
    name = named or state.party[0]
    member(state, name)
    return name


def _carry_out_path(turn: IsofarianTurn, path: FieldPath, drawer: str) -> None:
    chips = _draw_chips(turn, path.draw, drawer) if path.draw else ()
    _no_more_typed_in(turn, drawer, chips)
    for effect in path.effects:
        carry_out(turn, effect, drawer)
    for chip in chips:
        for effect in path.draw.per_color.get(colour(chip), ()) if path.draw else ():
            carry_out(turn, effect, drawer)


def _draw_chips(turn: IsofarianTurn, draw: FieldDraw, drawer: str) -> tuple[str, ...]:
    """Draw one by one until enough chips count or the bag is empty; all return and none takes effect (ISO-FLD-008 to
    ISO-FLD-011).

    :raises Refused: ``chip_not_in_bag``
    """
    left: Bag = turn.state.guards[drawer].bag
    chips: list[str] = []
    counted = 0
    while left and counted < draw.count:
        chip = _one_chip(turn, drawer, left)
        left = minus(left, (chip,))
        chips.append(chip)
        counted += draw.all_draw or colour(chip) == "black"
    if chips:
        turn.emit(GuardChipsDrawn(guard=drawer, chips=tuple(chips), purpose="field_event"))
        turn.emit(GuardChipsReturned(guard=drawer, chips=tuple(chips)))
    return tuple(chips)


def _one_chip(turn: IsofarianTurn, drawer: str, left: Bag) -> str:
    try:
        return turn.chance.draw(f"guard_bag.{drawer}", left)[0]
    except LuckImpossible as impossible:
        impossible.code, impossible.rule = "chip_not_in_bag", "ISO-FLD-009"
        raise


def _no_more_typed_in(turn: IsofarianTurn, drawer: str, drawn: tuple[str, ...]) -> None:
    """A path draws as many chips as it says, many of them none, and none that the bag does not hold (ISO-FLD-009,
    ISO-FLD-010).

    :raises Refused: ``chip_not_in_bag`` or ``draw_count_wrong``
    """
    try:
        turn.chance.finish()
    except LuckUnused as unused:
        left = minus(turn.state.guards[drawer].bag, drawn)
        if unused.source == f"guard_bag.{drawer}" and not holds(left, unused.values):
            sentence = f"The bag of {named(drawer)} holds no more of these chips."
            raise Refused("chip_not_in_bag", sentence, rule="ISO-FLD-010") from unused
        sentence = "More chips were drawn than this path asks for."
        raise Refused("draw_count_wrong", sentence, rule="ISO-FLD-009") from unused


def _put_away(turn: IsofarianTurn, card: str, *, returns: bool) -> None:
    """The card leaves the game, or goes to the bottom of its deck (ISO-FLD-007, ISO-FLD-016)."""
    if returns:
        region = lookup.region(turn.state, turn.pack, turn.state.at) or ""
        turn.emit(FieldCardReturnedToDeck(region=region, card=card))
    else:
        turn.emit(FieldCardDiscarded(card=card))


# ---- facts


@RULES.evolves(PurpleCubesReturned)
def _purple_cubes_returned(state: Position, event: PurpleCubesReturned) -> Position:
    return replace(state, region_cubes={**state.region_cubes, event.region: 0})


@RULES.evolves(FieldCardDrawn)
def _field_card_drawn(state: Position, event: FieldCardDrawn) -> Position:
    deck = state.field_decks[event.region].without_top(event.drawn_as)
    decks: Mapping[str, Deck] = {**state.field_decks, event.region: deck}
    return replace(state, field_decks=decks, field_card=event.card, phase="field_path")


@RULES.evolves(FieldPathChosen)
def _field_path_chosen(state: Position, event: FieldPathChosen) -> Position:
    return replace(state, phase="exploration")


@RULES.evolves(GuardChipsDrawn)
def _guard_chips_drawn(state: Position, event: GuardChipsDrawn) -> Position:
    return with_guard(state, event.guard, bag=minus(state.guards[event.guard].bag, event.chips))


@RULES.evolves(GuardChipsReturned)
def _guard_chips_returned(state: Position, event: GuardChipsReturned) -> Position:
    return with_guard(state, event.guard, bag=plus(state.guards[event.guard].bag, event.chips))


@RULES.evolves(FieldCardDiscarded)
def _field_card_discarded(state: Position, event: FieldCardDiscarded) -> Position:
    return replace(state, field_card=None, field_removed=(*state.field_removed, event.card))


@RULES.evolves(FieldCardReturnedToDeck)
def _field_card_returned(state: Position, event: FieldCardReturnedToDeck) -> Position:
    deck = state.field_decks.get(event.region, Deck()).underneath(event.card)
    return replace(state, field_decks={**state.field_decks, event.region: deck}, field_card=None)
