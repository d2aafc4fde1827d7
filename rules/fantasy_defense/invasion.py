"""Invasion Phase: Invaders are drawn one by one and assigned to gates; Infiltrators cost a Defender from hand."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.fantasy_defense import figures
from rules.fantasy_defense.book import FantasyTurn, a_player, book, gate_name, in_phase
from rules.fantasy_defense.decisions import DrawInvader, EndInvasion, PayInfiltrator
from rules.fantasy_defense.events import (
    BossHeldBack,
    DefenderDemanded,
    DefenderInfiltrated,
    InvaderAssigned,
    InvaderDrawn,
    InvasionEnded,
)
from rules.fantasy_defense.labels import defender_choices
from rules.fantasy_defense.pack import FantasyPack
from rules.fantasy_defense.state import (
    OWNERS,
    UNSEEN_BOSS,
    Position,
    columns,
    discarded,
    draws_left,
    out_of_hand,
    pile_of,
    row,
    with_gate,
)
from rules.kernel import Choice, Deck, Field, Option, Refused, player_name

# ---- drawing and assigning


@book.decides(DrawInvader)
def draw_invader(turn: FantasyTurn, decision: DrawInvader) -> None:
    """Draw 1 Invader and assign it before the next (FD-INV-001 to FD-INV-005, FD-COOP-006 to FD-COOP-009), then pay an
    Infiltrator (FD-INF-001 to FD-INF-006): with the card that was named, else by a choice that has to come next.

    Luck: ``invader_deck``, and ``boss`` where nobody knows yet which Boss comes first.
    """
    state = in_phase(turn, "invasion")
    blocked = _no_draw(state)
    if blocked:
        raise blocked
    for player in may_pay(state, turn.pack):
        _judge_discard(state, player, decision.discards.get(player))
    invader = _turned_up(turn)
    gates = destination(state, turn.pack, invader)
    if not gates:
        turn.emit(BossHeldBack(invader=invader), InvasionEnded(round=state.round))
        return
    _assign(turn, invader, gates)
    if turn.pack.invaders[invader].infiltrator:
        _infiltrate(turn, invader, gates, decision)


def _no_draw(state: Position) -> Refused | None:
    """Why no Invader may be drawn now, if so."""
    if state.owed:
        return _unpaid(state)
    if not draws_left(state):
        count = figures.INVADERS_PER_ROUND[state.mode]
        rule = "FD-INV-001" if state.mode == "solo" else "FD-COOP-006"
        return Refused("invasion_limit_reached", f"All {count} Invaders of this round are drawn.", rule=rule)
    if not state.invader_deck.layers:
        return Refused("invader_deck_empty", "The Invaders Deck is empty.", rule="FD-INV-005")
    if all(gate.invader for gate in state.gates.values()):
        return Refused("all_gates_besieged", "Every gate is besieged; no more Invaders come.", rule="FD-INV-004")
    return None


def may_draw(state: Position) -> bool:
    """Whether an Invader is to be drawn now."""
    return _no_draw(state) is None


def _turned_up(turn: FantasyTurn) -> str:
    """The next card of the Invaders Deck."""
    state = turn.state
    (card,), _ = turn.chance.draw_from("invader_deck", state.invader_deck)
    return turn.chance.pick("boss", state.unseen_bosses) if card == UNSEEN_BOSS else card


def destination(state: Position, pack: FantasyPack, invader: str) -> tuple[str, ...]:
    """The gate that an Invader would besiege now, two for a Boss in cooperative play, or none.

    It takes the first free gate from the side of its arrow (FD-INV-002, FD-INV-003); Defenders do not matter
    (FD-INV-008). In cooperative play the rows take turns, beginning with the starting player's; a full row is passed
    over (FD-COOP-009), and a Boss needs a column in which both gates are free (FD-COOP-008).
    """
    rightwards = pack.invaders[invader].arrow == "left"
    if state.mode == "coop" and pack.is_boss(invader):
        free = [column for column in columns(state) if not any(state.gates[gate].invader for gate in column)]
        return (free[0] if rightwards else free[-1]) if free else ()
    for player in _rows_in_turn(state):
        open_row = [gate for gate in row(state, player) if state.gates[gate].invader is None]
        if open_row:
            return (open_row[0] if rightwards else open_row[-1],)
    return ()


def _rows_in_turn(state: Position) -> list[str]:
    """The players whose rows an Invader tries, first the one whose turn it is (FD-COOP-006)."""
    players = sorted(state.players, key=lambda player: player != state.starting_player)
    return players if state.drawn_this_round % 2 == 0 else players[::-1]


def _assign(turn: FantasyTurn, invader: str, gates: tuple[str, ...]) -> None:
    state, card = turn.state, turn.pack.invaders[invader]
    boss = state.mode == "coop" and card.tier == "boss"
    first, later = figures.BOSS_VALUES
    turn.emit(
        InvaderDrawn(
            invader=invader,
            tier=card.tier,
            cv=card.cv,
            pillage=card.pillage,
            arrow=card.arrow,
            infiltrator=card.infiltrator,
        ),
        InvaderAssigned(
            invader=invader, gates=gates, boss_value=(later if state.boss_appearances else first) if boss else None
        ),
    )


@book.evolves(InvaderDrawn)
def _invader_drawn(state: Position, event: InvaderDrawn) -> Position:
    state = _told_apart(state, event.invader)
    deck = state.invader_deck.without_top(event.invader)
    return replace(state, invader_deck=deck, arriving=event.invader, drawn_this_round=state.drawn_this_round + 1)


@book.evolves(InvaderAssigned)
def _invader_assigned(state: Position, event: InvaderAssigned) -> Position:
    for gate in event.gates:
        state = with_gate(state, gate, invader=event.invader)
    state = replace(state, arriving=None)
    if event.boss_value is None:
        return state
    values = {**state.boss_values, event.invader: event.boss_value}
    return replace(state, boss_appearances=state.boss_appearances + 1, boss_values=values)


@book.evolves(BossHeldBack)
def _boss_held_back(state: Position, event: BossHeldBack) -> Position:
    state = _told_apart(state, event.invader)
    return replace(state, invader_deck=state.invader_deck.without_top(event.invader).on_top(event.invader))


def _told_apart(state: Position, boss: str) -> Position:
    """The position once the first Boss has shown its face: then the other one is known too."""
    if boss not in state.unseen_bosses:
        return state
    bosses = iter((boss, *(other for other in state.unseen_bosses if other != boss)))
    layers = tuple({next(bosses): 1} if UNSEEN_BOSS in layer else layer for layer in state.invader_deck.layers)
    return replace(state, invader_deck=Deck(layers), unseen_bosses=())


# ---- Infiltrators


def may_come_up(state: Position) -> tuple[str, ...]:
    """The Invaders of which one is drawn next."""
    if not state.invader_deck.layers:
        return ()
    layer = state.invader_deck.layers[0]
    return state.unseen_bosses if UNSEEN_BOSS in layer else tuple(layer)


def may_pay(state: Position, pack: FantasyPack) -> tuple[str, ...]:
    """The players who must discard if the next Invader turns out to be an Infiltrator: whose gate it besieges, for a
    Boss in cooperative play both (FD-COOP-010). Without a Defender in hand nobody pays (FD-INF-003)."""
    spies = [invader for invader in may_come_up(state) if pack.invaders[invader].infiltrator]
    payers = {OWNERS[gate] for spy in spies for gate in destination(state, pack, spy)}
    return tuple(player for player in state.players if player in payers)


def is_known(state: Position) -> bool:
    """Whether everybody knows which Invader is drawn next, so that a discard to it is named with the draw."""
    return len(may_come_up(state)) == 1


def _judge_discard(state: Position, player: str, card: str | None) -> None:
    """Judge the Defender named with a draw. Nothing here depends on what comes up, so a refusal tells nothing of it."""
    hand = state.players[player].hand
    if card is None and hand and is_known(state):
        raise Refused(
            "discard_required",
            f"{player_name(player)} must name a Defender to discard, since an Infiltrator comes up.",
            rule="FD-INF-001",
            remedy="Name a Defender in hand.",
        )
    if card is not None:
        _judge_in_hand(state, player, card)


def _judge_in_hand(state: Position, player: str, card: str) -> None:
    if card not in state.players[player].hand:
        raise Refused("not_in_hand", "The discarded card must be a Defender in that player's hand.", rule="FD-INF-002")


def _infiltrate(turn: FantasyTurn, invader: str, gates: Iterable[str], decision: DrawInvader) -> None:
    for player in dict.fromkeys(OWNERS[gate] for gate in gates):
        card = decision.discards.get(player)
        if card is not None:
            _pay(turn, player, card, invader)
        elif turn.state.players[player].hand:
            turn.emit(DefenderDemanded(player=player, invader=invader))


def _pay(turn: FantasyTurn, player: str, card: str, invader: str) -> None:
    pile = pile_of(turn.state, card, player)
    turn.emit(DefenderInfiltrated(player=player, card=card, invader=invader, pile=pile))


@book.decides(PayInfiltrator)
def pay_infiltrator(turn: FantasyTurn, decision: PayInfiltrator) -> None:
    """Discard a Defender from hand once an Infiltrator was turned up (FD-INF-001, FD-INF-002, FD-COOP-010)."""
    state = in_phase(turn, "invasion")
    player = a_player(state, decision.player)
    if player not in state.owed:
        raise Refused(
            "no_valid_target", f"No Infiltrator asks {player_name(player)} for a Defender.", rule="FD-INF-001"
        )
    _judge_in_hand(state, player, decision.card)
    _pay(turn, player, decision.card, state.owed[player])


def _unpaid(state: Position) -> Refused:
    """Nothing else is decided before the discard (FD-INF-006)."""
    names = " and ".join(map(player_name, state.owed))
    return Refused(
        "discard_required",
        f"{names} must first discard a Defender to the Infiltrator.",
        rule="FD-INF-006",
        remedy="Choose a Defender in hand.",
    )


@book.evolves(DefenderDemanded)
def _defender_demanded(state: Position, event: DefenderDemanded) -> Position:
    return replace(state, owed={**state.owed, event.player: event.invader})


@book.evolves(DefenderInfiltrated)
def _defender_infiltrated(state: Position, event: DefenderInfiltrated) -> Position:
    owed = {player: invader for player, invader in state.owed.items() if player != event.player}
    return discarded(out_of_hand(replace(state, owed=owed), event.player, event.card), event.card, event.pile)


# ---- the end of the phase


@book.decides(EndInvasion)
def end_invasion(turn: FantasyTurn, decision: EndInvasion) -> None:
    """Go on once nothing may be drawn any more (FD-INV-007)."""
    state = in_phase(turn, "invasion")
    if state.owed:
        raise _unpaid(state)
    if _no_draw(state) is None:
        count = draws_left(state)
        raise Refused(
            "invaders_left_to_draw",
            f"{count} more Invader{'s are' if count > 1 else ' is'} to be drawn this round.",
            rule="FD-INV-007",
            remedy="Draw the next Invader.",
        )
    turn.emit(InvasionEnded(round=state.round))


@book.evolves(InvasionEnded)
def _invasion_ended(state: Position, event: InvasionEnded) -> Position:
    return replace(state, phase="strategy")


# ---- what may be decided


@book.offers_options
def options(state: Position, pack: FantasyPack) -> Iterable[Option]:
    """Paying an Infiltrator that was turned up, drawing while Invaders come, going on afterwards; what has to wait says
    why."""
    if state.phase != "invasion":
        return
    yield from _payments(state, pack)
    blocked = _no_draw(state)
    count = figures.INVADERS_PER_ROUND[state.mode]
    candidates = may_come_up(state)
    yield Option(
        "draw_invader",
        f"Draw Invader {min(state.drawn_this_round + 1, count)} of {count}",
        fields=() if blocked else tuple(_discard_fields(state, pack)),
        group="Invasion",
        likely=True,
        luck=len(candidates) > 1,
        note="" if blocked else _draw_note(state, pack, candidates),
        blocked=blocked.sentence if blocked else "",
    )
    yield Option(
        "end_invasion",
        "Go on to the Strategy Phase",
        group="Invasion",
        likely=True,
        blocked=_not_over(state, blocked),
    )


def _not_over(state: Position, no_draw: Refused | None) -> str:
    if state.owed:
        return _unpaid(state).sentence
    return "" if no_draw else "Invaders are left to draw this round."


def _payments(state: Position, pack: FantasyPack) -> Iterable[Option]:
    for player, invader in state.owed.items():
        whose = f" of {player_name(player)}" if state.mode == "coop" else ""
        yield Option(
            "pay_infiltrator",
            f"Discard a Defender{whose} to {pack.name_of(invader)}",
            {"player": player},
            (Field("card", "Defender", choices=_weakest_first(state, pack, player)),),
            group="Invasion",
            likely=True,
            note="It is an Infiltrator.",
        )


def _discard_fields(state: Position, pack: FantasyPack) -> Iterable[Field]:
    """A field for each player whom the next Invader is known to cost a Defender."""
    for player in may_pay(state, pack) if is_known(state) else ():
        cards = _weakest_first(state, pack, player)
        if cards:
            label = "Discard to an Infiltrator" + (f" ({player_name(player)})" if state.mode == "coop" else "")
            yield Field(f"discards.{player}", label, choices=cards, initial=cards[0].value)


def _weakest_first(state: Position, pack: FantasyPack, player: str) -> tuple[Choice, ...]:
    return defender_choices(pack, sorted(state.players[player].hand, key=lambda card: pack.defenders[card].cv))


def _draw_note(state: Position, pack: FantasyPack, candidates: tuple[str, ...]) -> str:
    if len(candidates) > 1:
        spies = sum(1 for invader in candidates if pack.invaders[invader].infiltrator)
        return f"One of {len(candidates)} Invaders" + (f", {spies} of them Infiltrators" if spies else "")
    gates = destination(state, pack, candidates[0])
    where = " and ".join(gate_name(gate) for gate in gates) if gates else "no free pair of gates"
    return f"{pack.name_of(candidates[0])}: {where}"
