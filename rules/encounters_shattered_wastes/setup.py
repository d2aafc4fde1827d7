"""Set-up: Characters, enemy, Strength, the first cards (SW-SET-001 to SW-SET-016, SW-ENM-001 to SW-ENM-017)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.encounters_shattered_wastes import events as e
from rules.encounters_shattered_wastes import strength
from rules.encounters_shattered_wastes.book import WastesTurn, a_character, a_space, book, in_phase, not_in_pile
from rules.encounters_shattered_wastes.decisions import (
    AddLocation,
    BeginEncounter,
    BuildStrengthDeck,
    CarryOver,
    ChooseCharacter,
    ChooseEnemy,
    GiveRelic,
    OpenEncounter,
    PlaceCharacter,
    SeedAreas,
)
from rules.encounters_shattered_wastes.luck import Reported, drawn
from rules.encounters_shattered_wastes.pack import EnemyCard, WastesPack
from rules.encounters_shattered_wastes.state import (
    AREAS,
    DECKS,
    FEWEST_CHARACTERS,
    MOST_CHARACTERS,
    Character,
    Enemy,
    HealthySide,
    Position,
    occupant,
    with_area,
    with_character,
)
from rules.kernel import Bag, Deck, Refused, bag, plus, size


@book.decides(OpenEncounter)
def open_encounter(turn: WastesTurn, decision: OpenEncounter) -> None:
    """Lay out decks and supply for 1 to 4 players (SW-SET-001, SW-CMP-003, SW-CMP-004). All decks are shuffled."""
    if turn.started:
        raise Refused("wrong_phase", "The box is open already.", rule="SW-RND-001")
    pack = turn.pack
    afflictions: Bag = {card: facts.copies for card, facts in pack.afflictions.items()}
    turn.emit(
        e.EncounterOpened(
            mode=decision.mode,
            players=decision.players,
            reserve={intent: Deck.shuffled(pack.supply(intent)) for intent in strength.INTENTS},
            decks={deck: Deck.shuffled(pack.deck(deck)) for deck in DECKS},
            affliction_deck=Deck.shuffled(afflictions),
        )
    )


# ---- Characters


@book.decides(ChooseCharacter)
def choose_character(turn: WastesTurn, decision: ChooseCharacter) -> None:
    """Take one of the 8 Character cards; each is there once, and at most 4 play (SW-SET-003, SW-SET-005, SW-CMP-001).
    It starts on its Heroic side with full HP and MP and Threat 0 (SW-SET-006 to SW-SET-009); in the first game its
    cards come with it (SW-DRF-007)."""
    state = in_phase(turn, "setup")
    name = decision.character
    if name in state.characters:
        raise Refused("character_taken", "That Character is chosen already.", rule="SW-SET-005")
    if len(state.characters) >= MOST_CHARACTERS:
        raise Refused("too_many_characters", "At most 4 Characters play.", rule="SW-SET-003")
    loadout = turn.pack.first_game.loadouts.get(name)
    if state.mode == "first_time" and loadout is None:
        who = ", ".join(map(turn.pack.name_of, turn.pack.first_game.loadouts))
        raise Refused("no_first_time_loadout", f"The first game is for {who}.", rule="SW-DRF-007")
    if name not in turn.pack.characters:
        not_in_pile(name, "the Character cards")
    if state.players and decision.player not in seats(state):
        raise Refused("malformed", f"There is no player {decision.player} in this Encounter.")
    if state.players and decision.player not in may_choose(state):
        raise Refused("too_many_characters", "Every player needs a Character of the 4.", rule="SW-SET-004")
    if state.stamina.size:
        raise Refused("wrong_strength_count", "STAMINA is built for those who are there.", rule="SW-ENM-004")
    card = turn.pack.characters[name]
    first = loadout if state.mode == "first_time" and loadout else None
    turn.emit(
        e.CharacterChosen(
            player=decision.player,
            character=name,
            heroic_side=card.heroic_side,
            shattered_side=card.shattered_side,
            draft={} if first else {str(deck): count for deck, count in card.draft.items()},
            abilities=first.abilities if first else (),
            items=first.items if first else (),
        )
    )


def seats(state: Position) -> tuple[str, ...]:
    """The seats of an Encounter."""
    return tuple(f"p{number}" for number in range(1, state.players + 1))


def may_choose(state: Position) -> tuple[str, ...]:
    """The seats that may take one more Character, so that one is left for everybody who has none (SW-SET-004)."""
    waiting = seatless(state)
    left = MOST_CHARACTERS - len(state.characters)
    return waiting if left <= len(waiting) else seats(state)


def seatless(state: Position) -> tuple[str, ...]:
    """The seats that have no Character yet."""
    playing = {character.player for character in state.characters.values()}
    return tuple(seat for seat in seats(state) if seat not in playing)


@book.decides(PlaceCharacter)
def place_character(turn: WastesTurn, decision: PlaceCharacter) -> None:
    """Put a Character on any free space (SW-SET-010, SW-SET-011, SW-BRD-002)."""
    state = in_phase(turn, "setup")
    a_character(state, decision.character)
    a_space(decision.space)
    if occupant(state, decision.space) is not None:
        raise Refused("space_occupied", "Somebody stands there.", rule="SW-SET-011")
    turn.emit(e.CharacterPlaced(character=decision.character, space=decision.space))


@book.decides(GiveRelic)
def give_relic(turn: WastesTurn, decision: GiveRelic) -> None:
    """Give a Character a Relic to make the Encounter easier (SW-DIF-002). Luck: ``relics``, where none is named."""
    state = in_phase(turn, "setup")
    a_character(state, decision.character)
    there = free_relics(state, turn.pack)
    if not there and decision.relic is None:
        raise Refused("card_not_in_pile", "No Relic is left.", rule="SW-TRK-004")
    relic = decision.relic or turn.chance.draw("relics", there)[0]
    if relic not in there:
        not_in_pile(relic, "the Relics")
    turn.emit(e.RelicGiven(character=decision.character, relic=relic))


def free_relics(state: Position, pack: WastesPack) -> Bag:
    """The Relics that nobody has."""
    given = [relic for character in state.characters.values() for relic in character.relics]
    copies = {relic: facts.copies - given.count(relic) for relic, facts in pack.relics.items()}
    return {relic: count for relic, count in copies.items() if count > 0}


@book.decides(CarryOver)
def carry_over(turn: WastesTurn, decision: CarryOver) -> None:
    """Journey Mode: HP, MP and Threat are those of the Encounter before (SW-DIF-004)."""
    state = in_phase(turn, "setup")
    character = a_character(state, decision.character)
    if state.mode != "journey":
        raise Refused("not_journey_mode", "Trackers are carried over in Journey Mode only.", rule="SW-DIF-004")
    side = character.heroic_side
    if decision.hp > side.max_hp or decision.mp > side.max_mp:
        raise Refused("malformed", f"At most {side.max_hp} HP and {side.max_mp} MP fit on the card.")
    carried = e.TrackersCarriedOver(
        character=decision.character, hp=decision.hp, mp=decision.mp, threat=decision.threat
    )
    turn.emit(carried)


# ---- the enemy


@book.decides(ChooseEnemy)
def choose_enemy(turn: WastesTurn, decision: ChooseEnemy) -> None:
    """Choose one of the Enemy cards, or draw one: Healthy side up, both Rage decks shuffled, the Injured one set aside
    (SW-ENM-001 to SW-ENM-003, SW-ENM-009, SW-ENM-013). The first game has its own (SW-ENM-011).

    Luck: ``enemies``, where none is named.
    """
    state = in_phase(turn, "setup")
    if state.stamina.size:
        raise Refused("wrong_strength_count", "STAMINA is built for the enemy that is there.", rule="SW-ENM-004")
    choices = tuple(turn.pack.enemies)
    if state.mode == "first_time":
        choices = tuple(enemy for enemy in choices if enemy == turn.pack.first_game.enemy) or choices
    name = decision.enemy or turn.chance.pick("enemies", choices)
    if name not in choices:
        not_in_pile(name, "the Enemy cards")
    card = turn.pack.enemies[name]
    turn.emit(
        e.EnemyChosen(
            enemy=name,
            healthy_side=_healthy(state, turn.pack, card),
            injured_side=card.injured_side,
            rage_deck=Deck.shuffled(card.rage_healthy),
            injured_rage_deck=Deck.shuffled(card.rage_injured),
        )
    )


def _healthy(state: Position, pack: WastesPack, card: EnemyCard) -> HealthySide:
    """The Healthy side; in the first game with its own number of Strength cards (SW-ENM-011)."""
    if state.mode == "first_time" and pack.first_game.strength:
        return replace(card.healthy_side, strength=dict(pack.first_game.strength))
    return card.healthy_side


def strength_wanted(state: Position) -> Mapping[strength.Intent, int]:
    """Strength cards that STAMINA starts with: the printed number of each intent per Character (SW-ENM-004)."""
    printed = state.enemy.healthy_side.strength if state.enemy else {}
    return {intent: printed.get(intent, 0) * len(state.characters) for intent in strength.INTENTS}


@book.decides(BuildStrengthDeck)
def build_strength_deck(turn: WastesTurn, decision: BuildStrengthDeck) -> None:
    """Build STAMINA from the supply and shuffle it (SW-ENM-004, SW-ENM-005, SW-ENM-017).

    Luck: ``reserve.physical``, ``reserve.magical``, ``stamina_order``.
    """
    state = in_phase(turn, "setup")
    wanted = strength_wanted(state)
    said = {"physical": decision.physical, "magical": decision.magical}
    if any(count is not None and count != wanted[intent] for intent, count in said.items()):  # type: ignore[index]
        raise _wrong_strength(f"{wanted['physical']} Physical and {wanted['magical']} Magical cards are needed.")
    if state.stamina.size:
        raise _wrong_strength("STAMINA is built already.")
    if not any(wanted.values()) or seatless(state):
        raise _wrong_strength("First the enemy is chosen, and everybody takes a Character.")
    cards = {
        intent: drawn(turn, f"reserve.{intent}", state.reserve[intent], count, Reported({}))
        for intent, count in wanted.items()
    }
    stamina = turn.chance.shuffle("stamina_order", plus(bag(cards["physical"]), cards["magical"]))
    turn.emit(e.StrengthDeckBuilt(physical=cards["physical"], magical=cards["magical"], stamina=stamina))


def _wrong_strength(why: str) -> Refused:
    return Refused("wrong_strength_count", why, rule="SW-ENM-004")


@book.decides(SeedAreas)
def seed_areas(turn: WastesTurn, decision: SeedAreas) -> None:
    """Put 1 card of the supply, of either intent, in each Area; in the first game a Physical one (SW-ENM-006 to
    SW-ENM-008, SW-ENM-012).

    Luck: ``seeds``, where none are named.
    """
    state = in_phase(turn, "setup")
    if any(state.areas.values()):
        raise Refused("wrong_area_seed", "Each Area has its card.", rule="SW-ENM-006")
    allowed = strength.INTENTS[:1] if state.mode == "first_time" else strength.INTENTS
    left: Bag = {}
    for intent in allowed:
        left = plus(left, state.reserve[intent].contents)
    if decision.cards is None and size(left) >= len(AREAS):
        cards = dict(zip(AREAS, turn.chance.draw("seeds", left, len(AREAS)), strict=True))
    else:
        cards = dict(decision.cards or {})
        _judge_seeds(cards, left, allowed)
    turn.emit(e.AreasSeeded(cards=cards))


def _judge_seeds(cards: Mapping[str, str], left: Bag, allowed: tuple[strength.Intent, ...]) -> None:
    if set(cards) != set(AREAS):
        raise Refused("wrong_area_seed", "Each of the 5 Areas gets one card.", rule="SW-ENM-006")
    for card in cards.values():
        if strength.is_strength(card) and strength.intent(card) not in allowed:
            why = "The first game starts with Physical cards only."
            raise Refused("wrong_area_seed", why, rule="SW-ENM-012")
        if list(cards.values()).count(card) > left.get(card, 0):
            not_in_pile(card, "the supply")


@book.decides(AddLocation)
def add_location(turn: WastesTurn, decision: AddLocation) -> None:
    """Play at a Location to make the Encounter harder (SW-DIF-001)."""
    state = in_phase(turn, "setup")
    if decision.location not in turn.pack.locations or decision.location in state.locations:
        not_in_pile(decision.location, "the Locations")
    turn.emit(e.LocationAdded(location=decision.location))


# ---- the beginning


def missing(state: Position) -> str:
    """What is still missing before the first round, in words; empty when nothing is (SW-SET-004, SW-SET-016)."""
    if state.enemy is None or not state.stamina.size:
        return "The Strength deck is not built."
    if not all(state.areas.values()):
        return "Not every Area has its Strength card."
    if any(character.space is None for character in state.characters.values()):
        return "Not every Character has a space."
    if any(c.draft and name not in state.setup.kept for name, c in state.characters.items()):
        return "Not every Character has kept its cards."
    if seatless(state):
        return "Not every player has a Character."
    return ""


@book.decides(BeginEncounter)
def begin_encounter(turn: WastesTurn, decision: BeginEncounter) -> None:
    """Begin the first round with 2 to 4 Characters, everything in its place (SW-SET-002, SW-SET-016, SW-DRF-008)."""
    state = in_phase(turn, "setup")
    if len(state.characters) < FEWEST_CHARACTERS:
        raise Refused("too_few_characters", "At least 2 Characters are needed.", rule="SW-SET-002")
    lacking = missing(state)
    if lacking:
        raise Refused("setup_incomplete", lacking, rule="SW-SET-016")
    turn.emit(e.EncounterBegan(enemy=state.enemy.name if state.enemy else ""), e.RoundBegan(round=1))


# ---- what happened


@book.founds(e.EncounterOpened)
def _encounter_opened(event: e.EncounterOpened) -> Position:
    return Position(
        mode=event.mode,
        players=event.players,
        reserve=event.reserve,
        decks=event.decks,
        affliction_deck=event.affliction_deck,
        strength_cards=sum(deck.size for deck in event.reserve.values()),
    )


@book.evolves(e.CharacterChosen)
def _character_chosen(state: Position, event: e.CharacterChosen) -> Position:
    character = Character(
        player=event.player,
        hp=event.heroic_side.max_hp,
        mp=event.heroic_side.max_mp,
        abilities=event.abilities,
        items=dict.fromkeys(event.items, "ready"),
        draft=event.draft,
        heroic_side=event.heroic_side,
        shattered_side=event.shattered_side,
    )
    decks = dict(state.decks)
    for card in (*event.abilities, *event.items):
        for name, deck in decks.items():
            if card in deck.contents:
                decks[name] = deck.without(card)
    return replace(state, decks=decks, characters={**state.characters, event.character: character})


@book.evolves(e.CharacterPlaced)
def _character_placed(state: Position, event: e.CharacterPlaced) -> Position:
    return with_character(state, event.character, space=event.space)


@book.evolves(e.RelicGiven)
def _relic_given(state: Position, event: e.RelicGiven) -> Position:
    held = state.characters[event.character].relics
    return with_character(state, event.character, relics=(*held, event.relic))


@book.evolves(e.TrackersCarriedOver)
def _trackers_carried_over(state: Position, event: e.TrackersCarriedOver) -> Position:
    return with_character(state, event.character, hp=event.hp, mp=event.mp, threat=event.threat)


@book.evolves(e.EnemyChosen)
def _enemy_chosen(state: Position, event: e.EnemyChosen) -> Position:
    enemy = Enemy(name=event.enemy, healthy_side=event.healthy_side, injured_side=event.injured_side)
    return replace(state, enemy=enemy, rage_deck=event.rage_deck, injured_rage_deck=event.injured_rage_deck)


@book.evolves(e.StrengthDeckBuilt)
def _strength_deck_built(state: Position, event: e.StrengthDeckBuilt) -> Position:
    reserve = dict(state.reserve)
    for intent, cards in (("physical", event.physical), ("magical", event.magical)):
        for card in cards:
            reserve[intent] = reserve[intent].without(card)
    return replace(state, reserve=reserve, stamina=event.stamina)


@book.evolves(e.AreasSeeded)
def _areas_seeded(state: Position, event: e.AreasSeeded) -> Position:
    reserve = dict(state.reserve)
    for area, card in event.cards.items():
        intent = strength.intent(card)
        reserve[intent] = reserve[intent].without(card)
        state = with_area(state, area, (card,))
    return replace(state, reserve=reserve)


@book.evolves(e.LocationAdded)
def _location_added(state: Position, event: e.LocationAdded) -> Position:
    return replace(state, locations=(*state.locations, event.location))


@book.evolves(e.EncounterBegan)
def _encounter_began(state: Position, event: e.EncounterBegan) -> Position:
    """The board stands; the round that begins with it sets the phase."""
    return state
