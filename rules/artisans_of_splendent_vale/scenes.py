"""Opening a scene, equipping, the first pool, rule cards."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.artisans_of_splendent_vale.book import ValeTurn, begun, book, in_phase, played
from rules.artisans_of_splendent_vale.decisions import BeginScene, DescribeCard, DrawRuleCard, Equip, RollInitialPool
from rules.artisans_of_splendent_vale.dice import ROLL
from rules.artisans_of_splendent_vale.events import (
    CardTold,
    EquipmentEquipped,
    PoolRolled,
    RoundBegan,
    RuleCardDrawn,
    SceneOpened,
)
from rules.artisans_of_splendent_vale.figures import CHARACTERS, FIRST_POOL, HANDS, SKILLS, TRINKETS
from rules.artisans_of_splendent_vale.pack import Card, ValePack
from rules.artisans_of_splendent_vale.placing import in_setup
from rules.artisans_of_splendent_vale.state import Dice, Equipped, Position, available, with_sheet
from rules.artisans_of_splendent_vale.turns import settle
from rules.kernel import Refused


def card_of(state: Position, pack: ValePack, card: str) -> Card | None:
    """A card as the pack knows it or the table described it."""
    if card in pack.cards:
        return pack.cards[card]
    told = state.told.get(card)
    if told is None:
        return None
    return Card(type=told.type, hands=told.hands, source=told.source, slot=told.slot, abilities=told.abilities)


@book.decides(BeginScene)
def begin_scene(turn: ValeTurn, decision: BeginScene) -> None:
    """Open a scene: nothing stays equipped but armor, the dice are cleared (AV-SCN-001, AV-SCN-019, AV-END-006)."""
    in_phase(turn, "exploration", "interlude")
    scene = turn.pack.scenes.get(decision.scene)
    initiative = scene.initiative if scene is not None else ()
    board = scene.board if scene is not None else None
    turn.emit(SceneOpened(scene=decision.scene, initiative=initiative, board=board))


@book.decides(Equip)
def equip(turn: ValeTurn, decision: Equip) -> None:
    """Choose what a character takes into the scene (AV-SCN-003 to AV-SCN-008, AV-EQP-003 to AV-EQP-005, AV-CMP-011)."""
    state = in_setup(turn)
    sheet = played(state, decision.who)
    chosen = Equipped(weapons=decision.weapons, trinkets=decision.trinkets, skills=decision.skills)
    if any(card not in sheet.cards for card in chosen.cards) or len(set(chosen.cards)) != len(chosen.cards):
        raise Refused("card_not_owned", "A character equips only cards of their own.", rule="AV-SCN-008")
    for kind, cards in (("weapon", chosen.weapons), ("trinket", chosen.trinkets), ("skill", chosen.skills)):
        _judge_kind(state, turn.pack, decision.who, kind, cards)
    hands = sum(_hands(card_of(state, turn.pack, card)) for card in chosen.weapons)
    if hands > HANDS:
        raise Refused("too_many_hands", "Two hands hold no more.", rule="AV-SCN-003")
    if len(chosen.trinkets) > TRINKETS:
        raise Refused("too_many_trinkets", "Two trinkets at most.", rule="AV-SCN-004")
    if len(chosen.skills) > SKILLS:
        raise Refused("too_many_skills", "Two skills at most.", rule="AV-SCN-005")
    _judge_skills(state, turn.pack, chosen)
    turn.emit(EquipmentEquipped(who=decision.who, equipped=chosen))


def _hands(card: Card | None) -> int:
    return 1 if card is None or card.hands is None else card.hands


def _judge_kind(state: Position, pack: ValePack, who: str, kind: str, cards: Sequence[str]) -> None:
    for name in cards:
        card = card_of(state, pack, name)
        if card is None:
            continue
        if (card.only or who) != who or (card.source in CHARACTERS and card.source != who):
            raise Refused("wrong_character", "That card is another character's.", rule="AV-EQP-004")
        if card.type != kind:
            raise Refused("wrong_card_type", f"{pack.name_of(name)} is no {kind}.", rule="AV-SCN-008")


def _judge_skills(state: Position, pack: ValePack, chosen: Equipped) -> None:
    for name in chosen.skills:
        card = card_of(state, pack, name)
        if card is None:
            continue
        if card.source is not None and card.source not in CHARACTERS and card.source not in chosen.weapons:
            raise Refused("source_weapon_missing", "That skill needs its weapon.", rule="AV-EQP-005")
        companion = state.companions.get(card.companion or "")
        if companion is not None and companion.damage >= companion.toughness:
            raise Refused("companion_too_hurt", "The companion is too hurt.", rule="AV-CMP-011")


@book.decides(RollInitialPool)
def roll_initial_pool(turn: ValeTurn, decision: RollInitialPool) -> None:
    """Roll eight dice; round 1 begins (AV-SCN-016).

    Luck: ``dice``.
    """
    state = in_setup(turn)
    faces = turn.chance.roll(ROLL, turn.pack.faces, min(FIRST_POOL, available(state)))
    turn.emit(PoolRolled(faces=faces), RoundBegan(round=1))
    settle(turn)


@book.decides(DrawRuleCard)
def draw_rule_card(turn: ValeTurn, decision: DrawRuleCard) -> None:
    """Take a rule card from the index (AV-END-007)."""
    in_phase(turn, "action_scene", "scene_setup")
    turn.emit(RuleCardDrawn(card=decision.card))


@book.decides(DescribeCard)
def describe_card(turn: ValeTurn, decision: DescribeCard) -> None:
    """Say what is printed on a card that the pack does not know (AV-EQP-001)."""
    begun(turn)
    if decision.card in turn.pack.cards:
        raise Refused("card_known", "That card is in the pack.", rule="AV-EQP-001")
    turn.emit(CardTold(card=decision.card, told=decision.told))


# ---- what the events change


@book.evolves(SceneOpened)
def _scene_opened(state: Position, event: SceneOpened) -> Position:
    sheets = {who: replace(sheet, equipped=Equipped(), depleted=()) for who, sheet in state.characters.items()}
    return replace(
        state,
        phase="scene_setup",
        scene=event.scene,
        initiative=event.initiative or state.initiative,
        board=state.board if event.board is None else event.board,
        characters=sheets,
        units={},
        groups={name: replace(group, dial=0, placed=()) for name, group in state.groups.items()},
        dice=Dice(),
        rule_cards=(),
        index=0,
        acted=(),
        round=1,
        turn=None,
        pending=None,
        placed=False,
    )


@book.evolves(EquipmentEquipped)
def _equipment_equipped(state: Position, event: EquipmentEquipped) -> Position:
    return with_sheet(state, event.who, equipped=event.equipped)


@book.evolves(RuleCardDrawn)
def _rule_card_drawn(state: Position, event: RuleCardDrawn) -> Position:
    return replace(state, rule_cards=(*state.rule_cards, event.card))


@book.evolves(CardTold)
def _card_told(state: Position, event: CardTold) -> Position:
    return replace(state, told={**state.told, event.card: event.told})
