"""Opportunities to craft; Farah's garments, Harinya's brews, Soraya's runes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from rules.artisans_of_splendent_vale.book import ValeTurn, begun, book, listed, played
from rules.artisans_of_splendent_vale.decisions import (
    AddInspiration,
    AllowCraft,
    Brew,
    CraftGarment,
    EndCraft,
    EnhanceItem,
    LearnRune,
)
from rules.artisans_of_splendent_vale.events import (
    ComponentSpent,
    CraftAllowed,
    CraftEnded,
    GarmentCrafted,
    InspirationAdded,
    ItemEnhanced,
    PotionBrewed,
    RecipeRecorded,
    RuneLearned,
)
from rules.artisans_of_splendent_vale.figures import MATERIA
from rules.artisans_of_splendent_vale.pack import ValePack
from rules.artisans_of_splendent_vale.reading import gain_card, read
from rules.artisans_of_splendent_vale.state import Craft, Position, Sheet, counted, with_sheet
from rules.kernel import Refused

TAILOR, BREWER, RUNESMITH = "farah", "harinya", "soraya"


@book.decides(AllowCraft)
def allow_craft(turn: ValeTurn, decision: AllowCraft) -> None:
    """Give an opportunity to craft (AV-CRF-004)."""
    played(begun(turn), decision.who)
    turn.emit(CraftAllowed(who=decision.who))


@book.decides(EndCraft)
def end_craft(turn: ValeTurn, decision: EndCraft) -> None:
    """Close the opportunity (AV-CRF-007)."""
    if played(begun(turn), decision.who).craft is None:
        raise Refused("craft_not_allowed", "There is no opportunity to craft.", rule="AV-CRF-004")
    turn.emit(CraftEnded(who=decision.who))


def _crafter(turn: ValeTurn, who: str, wanted: str) -> tuple[Sheet, Craft]:
    """Judge that the right character crafts and may do so (AV-CRF-004, AV-CRF-006, AV-CRF-007).

    :raises Refused: ``wrong_character``, ``character_not_played`` or ``craft_not_allowed``
    """
    state = begun(turn)
    if who != wanted:
        raise Refused("wrong_character", "That is another character's craft.", rule="AV-CRF-006")
    sheet = played(state, who)
    if sheet.craft is None:
        raise Refused("craft_not_allowed", "There is no opportunity to craft.", rule="AV-CRF-004")
    return sheet, sheet.craft


def _judge_stock(sheet: Sheet, cost: Mapping[str, int]) -> None:
    if any(sheet.components.get(component, 0) < count for component, count in cost.items()):
        raise Refused("cannot_pay", "Components are missing.", rule="AV-CRF-005")


def _spend(turn: ValeTurn, who: str, cost: Mapping[str, int]) -> None:
    for component, count in cost.items():
        if count:
            turn.emit(ComponentSpent(who=who, component=component, count=count))


# ---- Farah


@book.decides(AddInspiration)
def add_inspiration(turn: ValeTurn, decision: AddInspiration) -> None:
    """Add a sticker to Farah's board; completed numbers give their cards at once (AV-FAR-002, AV-FAR-003)."""
    played(begun(turn), TAILOR)
    turn.emit(InspirationAdded(sticker=decision.sticker))
    board = turn.state.characters[TAILOR].inspirations
    for card, stickers in turn.pack.board_numbers.items():
        if decision.sticker in stickers and all(sticker in board for sticker in stickers):
            gain_card(turn, TAILOR, card)


@book.decides(CraftGarment)
def craft_garment(turn: ValeTurn, decision: CraftGarment) -> None:
    """Make or upgrade one piece (AV-FAR-001, AV-FAR-004 to AV-FAR-006)."""
    sheet, craft = _crafter(turn, decision.who, TAILOR)
    if craft.made:
        raise Refused("already_crafted", "One piece per session.", rule="AV-FAR-006")
    if decision.card not in sheet.cards:
        raise Refused("card_not_owned", "That card was not gained yet.", rule="AV-FAR-005")
    garment = turn.pack.garments.get(decision.card)
    if garment is not None:
        if garment.phrase is not None and garment.phrase not in sheet.inspirations:
            raise Refused("requirement_not_met", "The board lacks the phrase.", rule="AV-FAR-004")
        _judge_stock(sheet, garment.cost)
        _spend(turn, TAILOR, garment.cost)
    level = sheet.skill_level.get(decision.card, 1) + int(decision.card in sheet.crafted)
    turn.emit(GarmentCrafted(card=decision.card, level=level))


# ---- Harinya


@book.decides(Brew)
def brew(turn: ValeTurn, decision: Brew) -> None:
    """Combine two ingredients with one materia, known recipe or not (AV-HAR-001 to AV-HAR-009)."""
    sheet, _ = _crafter(turn, decision.who, BREWER)
    pair = listed(decision.ingredients)
    if MATERIA in pair:
        raise Refused("materia_not_ingredient", "Materia is no ingredient.", rule="AV-HAR-009")
    if len(set(pair)) != 2 or len(pair) != 2:
        raise Refused("ingredients_must_differ", "Two different ingredients.", rule="AV-HAR-003")
    entry = shelf_entry(turn.pack, pair[0], pair[1])
    known = turn.pack.brews.get(str(entry))
    extra = known.extra if known is not None else None
    cost = Counter({MATERIA: 1, pair[0]: 1, pair[1]: 1})
    if decision.extra:
        if extra is None:
            raise Refused("cannot_pay", "That brew has no further helpings.", rule="AV-HAR-006")
        cost.update({component: count * decision.extra for component, count in extra.cost.items()})
    _judge_stock(sheet, cost)
    _spend(turn, BREWER, cost)
    if entry is not None:
        read(turn, entry, (BREWER,), repeat=True)
    if known is not None:
        count = known.count + (extra.count * decision.extra if extra is not None else 0)
        turn.emit(PotionBrewed(potion=known.potion, count=count))
        turn.emit(RecipeRecorded(pair="+".join(sorted(pair)), potion=known.potion))
    turn.emit(CraftEnded(who=BREWER))


def shelf_entry(pack: ValePack, one: str, other: str) -> int | None:
    """The entry at which two ingredients meet on the alchemy shelf."""
    return next((each.entry for each in pack.shelf if set(each.pair) == {one, other}), None)


# ---- Soraya


@book.decides(LearnRune)
def learn_rune(turn: ValeTurn, decision: LearnRune) -> None:
    """Note a rune (AV-SOR-001)."""
    played(begun(turn), RUNESMITH)
    turn.emit(RuneLearned(rune=decision.rune))


@book.decides(EnhanceItem)
def enhance_item(turn: ValeTurn, decision: EnhanceItem) -> None:
    """Apply one option to one weapon or trinket (AV-SOR-002 to AV-SOR-007)."""
    sheet, _ = _crafter(turn, decision.who, RUNESMITH)
    if decision.item not in sheet.cards:
        raise Refused("card_not_owned", "She does not have that item.", rule="AV-SOR-003")
    known = turn.pack.enhance.get(decision.item)
    if known is None:
        raise Refused("item_not_enhanceable", "The card's back names no entry.", rule="AV-SOR-002")
    option = known.options.get(decision.option)
    if option is None:
        raise Refused("option_not_offered", "The entry has no such option.", rule="AV-SOR-003")
    if any(rune not in sheet.runes for rune in option.runes):
        raise Refused("rune_unknown", "A rune is not in the dictionary.", rule="AV-SOR-004")
    _judge_stock(sheet, {MATERIA: option.materia})
    _spend(turn, RUNESMITH, {MATERIA: option.materia})
    turn.emit(ItemEnhanced(item=decision.item, option=decision.option, sticker=option.sticker))
    if option.card is not None:
        gain_card(turn, RUNESMITH, str(option.card))
    turn.emit(CraftEnded(who=RUNESMITH))


# ---- what the events change


@book.evolves(CraftAllowed)
def _craft_allowed(state: Position, event: CraftAllowed) -> Position:
    return with_sheet(state, event.who, craft=Craft())


@book.evolves(CraftEnded)
def _craft_ended(state: Position, event: CraftEnded) -> Position:
    return with_sheet(state, event.who, craft=None)


@book.evolves(InspirationAdded)
def _inspiration_added(state: Position, event: InspirationAdded) -> Position:
    return with_sheet(state, TAILOR, inspirations=(*state.characters[TAILOR].inspirations, event.sticker))


@book.evolves(GarmentCrafted)
def _garment_crafted(state: Position, event: GarmentCrafted) -> Position:
    sheet = state.characters[TAILOR]
    craft = sheet.craft or Craft()
    levels = {**sheet.skill_level, event.card: event.level} if event.level > 1 else sheet.skill_level
    crafted = tuple(dict.fromkeys((*sheet.crafted, event.card)))
    return with_sheet(state, TAILOR, crafted=crafted, skill_level=levels, craft=replace(craft, made=craft.made + 1))


@book.evolves(PotionBrewed)
def _potion_brewed(state: Position, event: PotionBrewed) -> Position:
    potions = counted(state.characters[BREWER].potions, event.potion, event.count)
    return with_sheet(state, BREWER, potions=potions)


@book.evolves(RecipeRecorded)
def _recipe_recorded(state: Position, event: RecipeRecorded) -> Position:
    return with_sheet(state, BREWER, recipes={**state.characters[BREWER].recipes, event.pair: event.potion})


@book.evolves(RuneLearned)
def _rune_learned(state: Position, event: RuneLearned) -> Position:
    runes = tuple(dict.fromkeys((*state.characters[RUNESMITH].runes, event.rune)))
    return with_sheet(state, RUNESMITH, runes=runes)


@book.evolves(ItemEnhanced)
def _item_enhanced(state: Position, event: ItemEnhanced) -> Position:
    if event.sticker is None:
        return state
    held = state.characters[RUNESMITH].stickers
    laid = (*held.get(event.item, ()), event.sticker)
    return with_sheet(state, RUNESMITH, stickers={**held, event.item: laid})
