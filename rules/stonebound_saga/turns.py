"""Turns: the draw, the turns of the characters, the discard, and the rounds that they make."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rules.kernel import Choice, Field, Option, Refused, player_name
from rules.stonebound_saga import figures
from rules.stonebound_saga.attacks import swap_field
from rules.stonebound_saga.book import (
    StoneTurn,
    a_character,
    a_player,
    active,
    book,
    in_phase,
    listed,
    until_the_end,
)
from rules.stonebound_saga.decisions import Activate, Discard, EndActivation, EndTurn, FinishActivations, TakeTurn
from rules.stonebound_saga.derived import (
    draw_count,
    hand_size,
    is_ranged,
    max_hand,
    may_play,
    next_team,
    openers,
    round_is_over,
)
from rules.stonebound_saga.dice import Dice
from rules.stonebound_saga.events import (
    ActivationsFinished,
    ArmorRestored,
    CharacterActivated,
    CharacterTurnEnded,
    FreezeTokenRemoved,
    MovementRaised,
    RoundEnded,
    StatusRemoved,
    StoneRecovered,
    StonesDiscarded,
    StoneStolen,
    TurnEnded,
    TurnStarted,
)
from rules.stonebound_saga.ground import in_force, near, stands_on
from rules.stonebound_saga.harm import heal, lose_hp, standing
from rules.stonebound_saga.movement import catch_the_wind
from rules.stonebound_saga.pack import StoneboundPack
from rules.stonebound_saga.state import (
    Position,
    eliminated,
    living,
    opponents_of,
    place,
    team_of,
    with_character,
    with_player,
    without,
)
from rules.stonebound_saga.stones import draw, in_hand, stone_name

# ---- the beginning of a turn


@book.decides(TakeTurn)
def take_turn(turn: StoneTurn, decision: TakeTurn) -> None:
    """Begin a player's turn and draw (SS-TRN-001 to SS-TRN-008, SS-DRAW-001, SS-DRAW-005)."""
    state = in_phase(turn, "turn_start")
    player = a_player(state, decision.player)
    if eliminated(state, player):
        raise Refused("player_eliminated", f"{player_name(player)} has nobody left.", rule="SS-TRN-008")
    team = next_team(state)
    if team is None and player not in openers(state):
        raise Refused("must_be_first_player", "The first player opens the round.", rule="SS-TRN-007")
    if team is not None and team_of(state, player) != team:
        raise Refused("not_your_teams_turn", "It is the other team's turn.", rule="SS-TRN-001")
    if player not in may_play(state):
        sentence = f"{player_name(player)} has had a turn this round."
        raise Refused("already_acted_this_round", sentence, rule="SS-TRN-003")
    turn.emit(TurnStarted(player=player, round=state.round))
    draw(turn, player, draw_count(state, player))


@book.evolves(TurnStarted)
def _turn_started(state: Position, event: TurnStarted) -> Position:
    for name in state.players[event.player].characters:
        state = with_character(state, name, activated=False, moved=False, acted=False, used=())
    return replace(state, phase="activation", active_player=event.player)


# ---- the turn of a character


@book.decides(Activate)
def activate(turn: StoneTurn, decision: Activate) -> None:
    """Begin a character's turn (SS-ACT-001 to SS-ACT-007)."""
    state = in_phase(turn, "activation")
    name = decision.character
    it = a_character(state, name)
    if it.player != state.active_player:
        raise Refused("not_your_character", "Only own characters are activated.", rule="SS-ACT-006")
    if state.active_character is not None:
        raise Refused("another_character_active", "Another character's turn goes on.", rule="SS-ACT-007")
    if it.incapacitated:
        raise Refused("incapacitated", "It is incapacitated.", rule="SS-ACT-003")
    if it.activated:
        raise Refused("already_activated", "It has had its turn.", rule="SS-ACT-002")
    dice = Dice(turn, decision)
    turn.emit(CharacterActivated(character=name))
    _thaw(turn, name)
    if stands_on(turn.state, name, "gorland_stables"):
        turn.emit(MovementRaised(character=name, amount=figures.STABLES_MV))
    catch_the_wind(turn, dice, name)
    dice.finish()


def _thaw(turn: StoneTurn, name: str) -> None:
    """Take a Freeze token off at the start of a turn, once the turn without movement is over (SS-STA-012)."""
    it = turn.state.characters[name]
    tokens = it.statuses.get("freeze", 0)
    if tokens and (it.freeze_served or tokens < figures.FREEZE_TOKENS):
        turn.emit(FreezeTokenRemoved(character=name, left=tokens - 1))


@book.evolves(CharacterActivated)
def _character_activated(state: Position, event: CharacterActivated) -> Position:
    return replace(with_character(state, event.character, activated=True), active_character=event.character)


@book.evolves(FreezeTokenRemoved)
def _freeze_token_removed(state: Position, event: FreezeTokenRemoved) -> Position:
    it = state.characters[event.character]
    statuses = {status: stacks for status, stacks in it.statuses.items() if status != "freeze"}
    if event.left:
        statuses["freeze"] = event.left
    return with_character(state, event.character, statuses=statuses, freeze_served=bool(event.left))


@book.evolves(MovementRaised)
def _movement_raised(state: Position, event: MovementRaised) -> Position:
    return with_character(state, event.character, extra_mv=event.amount)


@book.decides(EndActivation)
@until_the_end
def end_activation(turn: StoneTurn, decision: EndActivation) -> None:
    """End the active character's turn (SS-ACT-009)."""
    name, _ = active(turn)
    dice = Dice(turn, decision)
    _end(turn, dice, name, decision.take, decision.steal_from)
    dice.finish()


@book.decides(FinishActivations)
@until_the_end
def finish_activations(turn: StoneTurn, decision: FinishActivations) -> None:
    """Give each living character that was not activated an empty turn, in roster order (SS-ACT-005), and go on."""
    state = in_phase(turn, "activation")
    if state.active_character is not None:
        raise Refused("another_character_active", "A character's turn goes on.", rule="SS-ACT-007")
    dice = Dice(turn, decision)
    for name in living(state, str(state.active_player)):
        if not turn.state.characters[name].activated:
            _thaw(turn, name)
            _end(turn, dice, name, None, None)
    turn.emit(ActivationsFinished())
    dice.finish()


def _end(turn: StoneTurn, dice: Dice, name: str, take: str | None, steal_from: str | None) -> None:
    """The end of a character's turn: Burn, the terrain on its space, then what expires (SS-ACT-009)."""
    stacks = turn.state.characters[name].statuses.get("burn", 0)
    if stacks:
        flats = figures.BURNING_FLATS_HP if near(turn.state, name, "burning_flats", 2) else 0
        lose_hp(turn, name, figures.BURN_HP * stacks + flats, "burn")
    if not standing(turn, name):
        turn.emit(CharacterTurnEnded(character=name, served=False))
        return
    terrain = in_force(turn.state, place(turn.state, name), name)
    if terrain is not None:
        _rest_on(turn, dice, name, terrain.card, take, steal_from)
    it = turn.state.characters[name]
    for status in ("sleep", "stun"):
        if it.has(status) and status not in it.fresh:
            turn.emit(StatusRemoved(character=name, status=status))
    served = it.statuses.get("freeze", 0) >= figures.FREEZE_TOKENS and "freeze" not in it.fresh
    turn.emit(CharacterTurnEnded(character=name, served=served))


def _rest_on(turn: StoneTurn, dice: Dice, name: str, card: str, take: str | None, steal_from: str | None) -> None:
    """What the terrain does to or for a character that ends its turn on it."""
    player = turn.state.characters[name].player
    if card == "archives_of_cyril":
        draw(turn, player, figures.ARCHIVES_STONES)
    elif card == "soothing_fountain":
        heal(turn, name, figures.FOUNTAIN_HP)
    elif card == "blacksmiths_workshop":
        if dice.succeeds("blacksmiths_workshop", name, figures.WORKSHOP_UP_TO):
            _mend(turn, name)
    elif card == "ophirian_marshes":
        _recover(turn, dice, name, player, take)
    elif card == "thieves_den":
        _steal(turn, dice, name, player, steal_from)


def _mend(turn: StoneTurn, name: str) -> None:
    it = turn.state.characters[name]
    pd, sd = max(it.pd, min(it.pd + 1, it.start_pd)), max(it.sd, min(it.sd + 1, it.start_sd))
    if (pd, sd) != (it.pd, it.sd):
        turn.emit(ArmorRestored(character=name, pd=pd, sd=sd))


def _recover(turn: StoneTurn, dice: Dice, name: str, player: str, take: str | None) -> None:
    """Draw one of the last 3 discards (SS-TDA-007, SS-TDA-008); who names none draws the uppermost."""
    last = turn.state.discard[-figures.MARSHES_DEPTH :]
    if take is not None and take not in last:
        raise Refused("not_in_last_three", "That stone lies deeper in the pile.", rule="SS-TDA-008")
    if dice.succeeds("ophirian_marshes", name, figures.MARSHES_UP_TO) and last:
        turn.emit(StoneRecovered(player=player, stone=take or last[-1]))


def _steal(turn: StoneTurn, dice: Dice, name: str, player: str, steal_from: str | None) -> None:
    """Take a random stone from an opponent's hand (SS-TDA-003, SS-TDA-004); who names nobody reaches into the first
    hand that holds one."""
    others = opponents_of(turn.state, player)
    if steal_from is not None and steal_from not in others:
        raise Refused("invalid_target", "Thieves Den takes from opponents.", rule="SS-TDA-004")
    if not dice.succeeds("thieves_den", name, figures.DEN_UP_TO):
        return
    victim = steal_from or next((other for other in others if turn.state.players[other].hand), None)
    if victim is not None and turn.state.players[victim].hand:
        stone = turn.chance.pick("stolen_stone", turn.state.players[victim].hand)
        turn.emit(StoneStolen(player=player, victim=victim, stone=stone))


@book.evolves(StoneRecovered)
def _stone_recovered(state: Position, event: StoneRecovered) -> Position:
    at = len(state.discard) - 1 - state.discard[::-1].index(event.stone)
    state = replace(state, discard=state.discard[:at] + state.discard[at + 1 :])
    return with_player(state, event.player, hand=(*state.players[event.player].hand, event.stone))


@book.evolves(StoneStolen)
def _stone_stolen(state: Position, event: StoneStolen) -> Position:
    state = with_player(state, event.victim, hand=without(state.players[event.victim].hand, (event.stone,)))
    return with_player(state, event.player, hand=(*state.players[event.player].hand, event.stone))


@book.evolves(CharacterTurnEnded)
def _character_turn_ended(state: Position, event: CharacterTurnEnded) -> Position:
    it = state.characters[event.character]
    state = with_character(
        state,
        event.character,
        activated=True,
        fresh=(),
        freeze_served=it.freeze_served or event.served,
        extra_mv=0,
        extra_rng=0,
        valley_rolled=False,
        refined=False,
        swapped=False,
    )
    return replace(state, active_character=None)


@book.evolves(ActivationsFinished)
def _activations_finished(state: Position, event: ActivationsFinished) -> Position:
    return replace(state, phase="break")


# ---- discard and end of turn


@book.decides(Discard)
def discard(turn: StoneTurn, decision: Discard) -> None:
    """Discard stones from hand (SS-DIS-001, SS-DIS-003)."""
    state = in_phase(turn, "discard")
    player, stones = str(state.active_player), listed(decision.stones)
    in_hand(state, player, stones, "SS-DIS-003")
    if stones:
        turn.emit(StonesDiscarded(player=player, stones=stones))


@book.decides(EndTurn)
def end_turn(turn: StoneTurn, decision: EndTurn) -> None:
    """End the turn with no more stones than the hand holds (SS-DIS-002, SS-DIS-004), and the round with it when every
    player has had a turn (SS-TRN-002)."""
    state = in_phase(turn, "discard")
    player = str(state.active_player)
    blocked = _over_limit(state, turn.pack, player)
    if blocked:
        raise Refused("hand_over_limit", blocked, rule="SS-DIS-002", remedy="Discard stones.")
    turn.emit(TurnEnded(player=player))
    if round_is_over(turn.state):
        turn.emit(RoundEnded(round=state.round))


def _over_limit(state: Position, pack: StoneboundPack, player: str) -> str:
    size, limit = hand_size(state, player), max_hand(state, pack, player)
    return f"{size} stones in hand and on fuses; at most {limit} stay." if size > limit else ""


@book.evolves(TurnEnded)
def _turn_ended(state: Position, event: TurnEnded) -> Position:
    return replace(
        state, phase="turn_start", active_player=None, active_character=None, acted=(*state.acted, event.player)
    )


@book.evolves(RoundEnded)
def _round_ended(state: Position, event: RoundEnded) -> Position:
    return replace(state, round=event.round + 1, acted=())


# ---- what may be decided


@book.offers_options
def options(state: Position, pack: StoneboundPack) -> Iterable[Option]:
    """Who takes the next turn; who is activated; the ends of turns; what is discarded."""
    if state.phase == "turn_start":
        for player in may_play(state):
            yield Option(
                "take_turn",
                f"{player_name(player)}: begin the turn",
                {"player": player},
                group="Turn",
                likely=True,
                luck=True,
                note=f"draws {draw_count(state, player)} stones",
            )
    elif state.phase == "activation" and not state.pushed:
        yield from _activations(state, pack)
    elif state.phase == "discard":
        yield from _discards(state, pack, str(state.active_player))


def _activations(state: Position, pack: StoneboundPack) -> Iterable[Option]:
    name = state.active_character
    if name is not None:
        yield _ending(state, pack, name)
        return
    waiting = [n for n in living(state, str(state.active_player)) if not state.characters[n].activated]
    for each in waiting:
        wind = is_ranged(state.characters[each]) and stands_on(state, each, "valley_of_the_wind")
        yield Option(
            "activate",
            f"Activate {pack.name_of(each)}",
            {"character": each},
            swap_field(state, (each,)),
            group="Activate",
            likely=True,
            luck=wind,
        )
    asks = any(_ends_with_luck(state, each) for each in waiting)
    many = f"{len(waiting)} characters take empty turns"
    left = many if len(waiting) > 1 else f"{pack.name_of(waiting[0])} takes an empty turn" if waiting else ""
    yield Option("finish_activations", "Finish the activations", group="Turn", likely=True, luck=asks, note=left)


def _ends_with_luck(state: Position, name: str) -> bool:
    cards = ("archives_of_cyril", "blacksmiths_workshop", "ophirian_marshes", "thieves_den")
    return any(stands_on(state, name, card) for card in cards)


def _ending(state: Position, pack: StoneboundPack, name: str) -> Option:
    fields: list[Field] = []
    if stands_on(state, name, "ophirian_marshes") and state.discard:
        last = dict.fromkeys(reversed(state.discard[-figures.MARSHES_DEPTH :]))
        fields.append(Field("take", "Draw", choices=_stone_choices(tuple(last)), required=False))
    others = opponents_of(state, state.characters[name].player)
    if stands_on(state, name, "thieves_den") and len(others) > 1:
        named = tuple(Choice(other, player_name(other)) for other in others)
        fields.append(Field("steal_from", "Take from", choices=named, required=False))
    return Option(
        "end_activation",
        f"End the turn of {pack.name_of(name)}",
        {},
        tuple(fields),
        group="Turn",
        likely=True,
        luck=_ends_with_luck(state, name),
    )


def _stone_choices(stones: Sequence[str]) -> tuple[Choice, ...]:
    return tuple(Choice(stone, stone_name(stone)) for stone in stones)


def _discards(state: Position, pack: StoneboundPack, player: str) -> Iterable[Option]:
    blocked = _over_limit(state, pack, player)
    hand = tuple(dict.fromkeys(sorted(state.players[player].hand)))
    if hand:
        yield Option(
            "discard",
            "Discard a stone",
            {},
            (Field("stones", "Stone", choices=_stone_choices(hand)),),
            group="Discard",
            likely=bool(blocked),
        )
    yield Option("end_turn", "End the turn", group="Turn", likely=True, blocked=blocked)
