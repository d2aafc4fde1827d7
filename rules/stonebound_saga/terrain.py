"""Playing terrain, and what characters do with the terrain that they stand on."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.kernel import Choice, Field, Option, Refused, player_name
from rules.stonebound_saga.abilities import payment_field
from rules.stonebound_saga.book import (
    StoneTurn,
    a_player,
    a_space,
    active,
    book,
    in_phase,
    listed,
    space_name,
)
from rules.stonebound_saga.decisions import PlayTerrain, RemoveIceBlock, SwapStone, UpgradeStone
from rules.stonebound_saga.derived import reach, value_of
from rules.stonebound_saga.events import (
    ActionTaken,
    StonesDiscarded,
    StonesSwapped,
    StoneUpgraded,
    TerrainPlayed,
    TerrainRemoved,
)
from rules.stonebound_saga.figures import ELEMENTS
from rules.stonebound_saga.ground import stands_on
from rules.stonebound_saga.pack import StoneboundPack
from rules.stonebound_saga.state import (
    Position,
    Space,
    Terrain,
    distance,
    key,
    on_board,
    place,
    space_of,
    spaces,
    standing_at,
    team_of,
    terrain_at,
    with_character,
    with_player,
    without,
)
from rules.stonebound_saga.stones import in_hand, judge_payment, payments, stone_name
from rules.stonebound_saga.terrain_cards import CARDS

# ---- playing terrain


@book.decides(PlayTerrain)
def play_terrain(turn: StoneTurn, decision: PlayTerrain) -> None:
    """Play a card of the own terrain deck during the activations, for stones of its element (SS-TER-002 to SS-TER-005,
    SS-TER-010 to SS-TER-012)."""
    state, pack = in_phase(turn, "activation"), turn.pack
    player, card, space = str(state.active_player), decision.card, a_space(decision.pos)
    if card not in state.players[player].terrain_deck:
        raise Refused("terrain_not_in_deck", "The terrain deck does not hold that card.", rule="SS-TER-010")
    refusal = ground_refusal(state, card, space)
    if refusal:
        raise refusal
    if card == "tenebris_portal" and decision.element is None:
        raise Refused("element_missing", "Name the element that becomes dearer.", rule="SS-TDA-009")
    stones = listed(decision.stones)
    judge_payment(state, player, stones, CARDS[card].element, _cost(state, pack, card, space))
    lying = terrain_at(state, space)
    if lying is not None and card != "the_foglands":
        turn.emit(TerrainRemoved(pos=space, cards=_cards(lying)))
    element = decision.element if card == "tenebris_portal" else None
    turn.emit(TerrainPlayed(player=player, card=card, pos=space, element=element))
    if stones:
        turn.emit(StonesDiscarded(player=player, stones=stones))


def ground_refusal(state: Position, card: str, space: Space) -> Refused | None:
    """Why a card may not be played on a space, if so: Barren Wasteland and The Foglands need terrain there (SS-TEA-001
    to SS-TEA-003, SS-TWA-007, SS-TWA-009), all others free ground (SS-TER-004, SS-TER-005, SS-TFI-004)."""
    if not on_board(state, space):
        return Refused("off_board", f"{space_name(space)} is not on the board.", rule="SS-MOV-010")
    lying = terrain_at(state, space)
    over = card in ("barren_wasteland", "the_foglands")
    if lying is None and over:
        rule = "SS-TEA-001" if card == "barren_wasteland" else "SS-TWA-007"
        return Refused("no_terrain_there", "No terrain lies there.", rule=rule)
    if lying is not None and lying.card == "barren_wasteland":
        return Refused("space_barren", "Nothing is played on a Barren Wasteland.", rule="SS-TEA-002")
    if lying is not None and lying.card == "heroes_hall" and over:
        return Refused("heroes_hall_protected", "Nothing touches Heroes Hall.", rule="SS-TNE-006")
    if lying is not None and not over and not (card == "ice_block" and lying.card == "forest_fire"):
        return Refused("space_has_terrain", "Terrain lies there.", rule="SS-TER-004")
    if not over and standing_at(state, space) is not None:
        return Refused("space_occupied", "A character stands there.", rule="SS-TER-005")
    return None


def _cost(state: Position, pack: StoneboundPack, card: str, space: Space) -> int:
    """The stars of a card; of Barren Wasteland those of what it removes (SS-TEA-001, SS-TEA-004)."""
    lying = terrain_at(state, space)
    if card == "barren_wasteland" and lying is not None:
        return pack.terrain_stars(lying.card)
    return pack.terrain_stars(card)


def _cards(terrain: Terrain) -> tuple[str, ...]:
    return (terrain.card, "the_foglands") if terrain.fog else (terrain.card,)


@book.evolves(TerrainPlayed)
def _terrain_played(state: Position, event: TerrainPlayed) -> Position:
    deck = without(state.players[event.player].terrain_deck, (event.card,))
    state = with_player(state, event.player, terrain_deck=deck)
    at = key(event.pos)
    if event.card == "the_foglands":
        lying = state.terrain[at]
        covered = replace(lying, fog=event.player)
        removed = (*state.removed, "the_foglands") if lying.fog else state.removed
        return replace(state, terrain={**state.terrain, at: covered}, removed=removed)
    laid = Terrain(card=event.card, owner=event.player, element=event.element)
    return replace(state, terrain={**state.terrain, at: laid})


@book.evolves(TerrainRemoved)
def _terrain_removed(state: Position, event: TerrainRemoved) -> Position:
    left = {at: terrain for at, terrain in state.terrain.items() if at != key(event.pos)}
    return replace(state, terrain=left, removed=state.removed + event.cards)


# ---- Ice Block


@book.decides(RemoveIceBlock)
def remove_ice_block(turn: StoneTurn, decision: RemoveIceBlock) -> None:
    """Remove an Ice Block within RNG with the attack action (SS-TWA-002, SS-TWA-003)."""
    name, it = active(turn)
    space = a_space(decision.pos)
    if it.has("sleep"):
        raise Refused("asleep", "It sleeps.", rule="SS-STA-018")
    if it.acted:
        raise Refused("action_already_used", "Its attack action is used.", rule="SS-ATK-004")
    lying = terrain_at(turn.state, space)
    if lying is None or lying.card != "ice_block":
        raise Refused("no_terrain_there", "No Ice Block lies there.", rule="SS-TWA-002")
    if distance(place(turn.state, name), space) > reach(turn.state, name):
        raise Refused("out_of_range", "The Ice Block is beyond RNG.", rule="SS-TWA-003")
    turn.emit(ActionTaken(character=name), TerrainRemoved(pos=space, cards=_cards(lying)))


# ---- Refiner's Furnace and Koros Bazaar


@book.decides(UpgradeStone)
def upgrade_stone(turn: StoneTurn, decision: UpgradeStone) -> None:
    """Raise a stone in hand by 1 star on Refiner's Furnace, once in the character's turn (SS-TFI-007 to SS-TFI-009)."""
    state = in_phase(turn, "activation")
    name = state.active_character
    if name is None or not stands_on(state, name, "refiners_furnace"):
        raise Refused("not_on_refiners_furnace", "That needs Refiner's Furnace.", rule="SS-TFI-007")
    it = state.characters[name]
    if it.refined:
        raise Refused("already_used_this_turn", "One stone is raised a turn.", rule="SS-TFI-009")
    in_hand(state, it.player, (decision.stone,))
    if not _may_rise(decision.stone):
        raise Refused("cannot_upgrade", "That stone cannot be raised.", rule="SS-TFI-008")
    becomes = f"{decision.stone}_up"
    turn.emit(StoneUpgraded(character=name, player=it.player, stone=decision.stone, becomes=becomes))


def _may_rise(stone: str) -> bool:
    return value_of(stone) is not None and not stone.endswith("_up")


@book.evolves(StoneUpgraded)
def _stone_upgraded(state: Position, event: StoneUpgraded) -> Position:
    hand = (*without(state.players[event.player].hand, (event.stone,)), event.becomes)
    return with_character(with_player(state, event.player, hand=hand), event.character, refined=True)


@book.decides(SwapStone)
def swap_stone(turn: StoneTurn, decision: SwapStone) -> None:
    """Swap one stone for one with a team mate on Koros Bazaar, once in the character's turn (SS-TWI-007,
    SS-TWI-008)."""
    state = in_phase(turn, "activation")
    name = state.active_character
    if name is None or not stands_on(state, name, "koros_bazaar"):
        raise Refused("not_on_koros_bazaar", "That needs Koros Bazaar.", rule="SS-TWI-008")
    it = state.characters[name]
    mate = a_player(state, decision.with_)
    if mate == it.player or team_of(state, mate) != team_of(state, it.player):
        raise Refused("no_team_mate", "Stones are swapped with team mates.", rule="SS-TWI-007")
    if it.swapped:
        raise Refused("already_used_this_turn", "One stone is swapped a turn.", rule="SS-TWI-008")
    in_hand(state, it.player, (decision.give,))
    in_hand(state, mate, (decision.take,))
    turn.emit(StonesSwapped(character=name, player=it.player, mate=mate, given=decision.give, taken=decision.take))


@book.evolves(StonesSwapped)
def _stones_swapped(state: Position, event: StonesSwapped) -> Position:
    own = (*without(state.players[event.player].hand, (event.given,)), event.taken)
    other = (*without(state.players[event.mate].hand, (event.taken,)), event.given)
    state = with_player(with_player(state, event.player, hand=own), event.mate, hand=other)
    return with_character(state, event.character, swapped=True)


# ---- what may be decided


@book.offers_options
def options(state: Position, pack: StoneboundPack) -> Iterable[Option]:
    """Terrain to play, Ice Blocks to remove, stones to raise and to swap."""
    if state.phase != "activation" or state.pushed or state.active_player is None:
        return
    for card in dict.fromkeys(state.players[state.active_player].terrain_deck):
        yield from _plays(state, pack, state.active_player, card)
    if state.active_character is not None:
        yield from _deeds(state, state.active_character)


def _plays(state: Position, pack: StoneboundPack, player: str, card: str) -> Iterable[Option]:
    """One option for a card; Barren Wasteland, whose cost is that of what it removes, has one for each space."""
    places = [space for space in spaces(state) if ground_refusal(state, card, space) is None]
    groups = [[space] for space in places] if card == "barren_wasteland" else [places] if places else []
    for group in groups:
        cost = _cost(state, pack, card, group[0])
        ways = payments(state, player, CARDS[card].element, cost)
        if not ways:
            continue
        fields = [payment_field(ways)]
        fixed: dict[str, object] = {"card": card}
        label = f"Play {pack.name_of(card)}"
        if card == "barren_wasteland":
            fixed["pos"] = key(group[0])
            label += f" on {_lying(state, pack, group[0])} at {space_name(group[0])}"
        else:
            choices = tuple(Choice(key(s), space_name(s), detail=_lying(state, pack, s)) for s in group)
            fields.insert(0, Field("pos", "Space", choices=choices))
        if card == "tenebris_portal":
            elements = tuple(Choice(element, element.capitalize()) for element in ELEMENTS)
            fields.append(Field("element", "Element that becomes dearer", choices=elements))
        note = f"{cost} {CARDS[card].element}. {CARDS[card].words}"
        yield Option("play_terrain", label, fixed, tuple(fields), group="Terrain", note=note)


def _lying(state: Position, pack: StoneboundPack, space: Space) -> str:
    lying = terrain_at(state, space)
    return pack.name_of(lying.card) if lying else ""


def _deeds(state: Position, name: str) -> Iterable[Option]:
    it = state.characters[name]
    blocks = [space_of(at) for at, terrain in state.terrain.items() if terrain.card == "ice_block"]
    near = [space for space in blocks if distance(place(state, name), space) <= reach(state, name)]
    if near and not it.acted and not it.has("sleep"):
        choices = tuple(Choice(key(space), space_name(space)) for space in near)
        yield Option("remove_ice_block", "Remove an Ice Block", {}, (Field("pos", "Space", choices=choices),), "Attack")
    hand = tuple(dict.fromkeys(state.players[it.player].hand))
    rising = tuple(Choice(stone, stone_name(stone)) for stone in hand if _may_rise(stone))
    if rising and not it.refined and stands_on(state, name, "refiners_furnace"):
        yield Option(
            "upgrade_stone", "Raise a stone by 1 star", {}, (Field("stone", "Stone", choices=rising),), "Terrain"
        )
    if hand and not it.swapped and stands_on(state, name, "koros_bazaar"):
        yield from _swaps(state, it.player, hand)


def _swaps(state: Position, player: str, hand: Iterable[str]) -> Iterable[Option]:
    for mate in state.teams[team_of(state, player)]:
        theirs = tuple(dict.fromkeys(state.players[mate].hand))
        if mate == player or not theirs:
            continue
        give = Field("give", "Give", choices=tuple(Choice(stone, stone_name(stone)) for stone in hand))
        take = Field("take", "Take", choices=tuple(Choice(stone, stone_name(stone)) for stone in theirs))
        label = f"Swap a stone with {player_name(mate)}"
        yield Option("swap_stone", label, {"with": mate}, (give, take), group="Terrain")
