"""The rules of the tiny game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from rules.kernel import (
    Deck,
    Event,
    Field,
    Game,
    Landmark,
    Option,
    Refused,
    Rulebook,
    Turn,
    choices,
    minus,
    plus,
    size,
)
from tests.rules.kernel.tiny.messages import (
    HIDDEN,
    Brace,
    Braced,
    CardPlayed,
    CardTaken,
    ChipsDrawn,
    CoinsGiven,
    DayEnded,
    DeckShuffled,
    DieRolled,
    DrawChips,
    EndDay,
    GameEnded,
    GameSetUp,
    GiveCoins,
    NameWalker,
    PlayCard,
    RollDie,
    SetUp,
    TakeCard,
    TinyPack,
    Walker,
    WalkerNamed,
    Wood,
)

rulebook: Rulebook[Wood, TinyPack] = Rulebook()
TinyTurn = Turn[Wood, TinyPack]


def _walker(state: Wood, player: str) -> Walker:
    _going_on(state)
    if player not in state.walkers:
        raise Refused("no_such_walker", f"Nobody walks as {player}.", rule="TINY-001")
    return state.walkers[player]


def _going_on(state: Wood) -> None:
    if state.over is not None:
        raise Refused("game_over", "The days in the wood are over.", rule="TINY-004")


@rulebook.decides(SetUp)
def set_up(turn: TinyTurn, decision: SetUp) -> None:
    if turn.started:
        raise Refused("already_set_up", "The game is under way.", rule="TINY-001")
    pack, walkers = turn.pack, ("p1", "p2")[: decision.walkers]
    turn.emit(GameSetUp(walkers=walkers, cards=pack.cards, chips=pack.chips, days=pack.days, goal=pack.goal))
    turn.emit(DeckShuffled(deck=turn.chance.shuffle("deck", pack.cards)))


@rulebook.decides(TakeCard)
def take_card(turn: TinyTurn, decision: TakeCard) -> None:
    _walker(turn.state, decision.player)
    cards, _ = turn.chance.draw_from("deck", turn.state.deck)
    if not cards:
        raise Refused("deck_empty", "The deck is empty.", rule="TINY-002", remedy="End the day to mix it anew.")
    turn.emit(CardTaken(player=decision.player, card=cards[0]))


@rulebook.decides(PlayCard)
def play_card(turn: TinyTurn, decision: PlayCard) -> None:
    if decision.card not in _walker(turn.state, decision.player).hand:
        raise Refused("not_in_hand", f"{decision.card} is not in the hand.", rule="TINY-002")
    turn.emit(CardPlayed(player=decision.player, card=decision.card, coins=turn.pack.worth[decision.card]))


@rulebook.decides(DrawChips)
def draw_chips(turn: TinyTurn, decision: DrawChips) -> None:
    _walker(turn.state, decision.player)
    if not 1 <= decision.count <= size(turn.state.bag):
        raise Refused("wrong_number", f"The bag holds {size(turn.state.bag)} chips.", rule="TINY-003")
    chips = turn.chance.draw("bag", turn.state.bag, decision.count)
    turn.emit(ChipsDrawn(player=decision.player, chips=chips, coins=sum(turn.pack.worth[chip] for chip in chips)))


@rulebook.decides(RollDie)
def roll_die(turn: TinyTurn, decision: RollDie) -> None:
    if _walker(turn.state, decision.player).coins:
        raise Refused("has_coins", "Only who has no coins may roll.", rule="TINY-003")
    face = turn.chance.roll("die", turn.pack.faces)[0]
    turn.emit(DieRolled(player=decision.player, face=face, coins=int(face)))


@rulebook.decides(GiveCoins)
def give_coins(turn: TinyTurn, decision: GiveCoins) -> None:
    giver = _walker(turn.state, decision.player)
    _walker(turn.state, decision.to)
    if decision.to == decision.player or not 1 <= decision.coins <= giver.coins:
        raise Refused("wrong_number", f"There are {giver.coins} coins to give.", rule="TINY-003")
    turn.emit(CoinsGiven(player=decision.player, to=decision.to, coins=decision.coins))


@rulebook.decides(Brace)
def brace(turn: TinyTurn, decision: Brace) -> None:
    coins = _walker(turn.state, decision.player).coins
    if not 1 <= decision.def_ <= coins:
        raise Refused("wrong_number", f"There are {coins} coins to pay with.", rule="TINY-003")
    turn.emit(Braced(player=decision.player, def_=decision.def_, coins=decision.def_))


@rulebook.decides(NameWalker)
def name_walker(turn: TinyTurn, decision: NameWalker) -> None:
    if _walker(turn.state, decision.player).name != decision.name:
        turn.emit(WalkerNamed(player=decision.player, name=decision.name))


@rulebook.decides(EndDay)
def end_day(turn: TinyTurn, decision: EndDay) -> None:
    _going_on(turn.state)
    state = turn.state
    turn.emit(DayEnded(day=state.day))
    if state.day == state.days:
        won = sum(walker.coins for walker in state.walkers.values()) >= state.goal
        turn.emit(GameEnded(outcome="won" if won else "lost"))
    elif state.discard:
        turn.emit(DeckShuffled(deck=turn.chance.shuffle("deck", plus(state.deck.contents, state.discard))))


@rulebook.founds(GameSetUp)
def game_set_up(event: GameSetUp) -> Wood:
    walkers = {seat: Walker() for seat in event.walkers}
    deck = Deck.shuffled(event.cards)
    return Wood(
        walkers=walkers,
        deck=deck,
        bag=event.chips,
        cards=event.cards,
        chips=event.chips,
        days=event.days,
        goal=event.goal,
    )


def _changed(state: Wood, player: str, walker: Walker) -> Mapping[str, Walker]:
    return {**state.walkers, player: walker}


@rulebook.evolves(CardTaken)
def card_taken(state: Wood, event: CardTaken) -> Wood:
    walker = state.walkers[event.player]
    walkers = _changed(state, event.player, replace(walker, hand=tuple(sorted((*walker.hand, event.card)))))
    return replace(state, walkers=walkers, deck=state.deck.without_top(event.card))


@rulebook.evolves(CardPlayed)
def card_played(state: Wood, event: CardPlayed) -> Wood:
    walker = state.walkers[event.player]
    at = walker.hand.index(event.card)
    played = replace(walker, hand=walker.hand[:at] + walker.hand[at + 1 :], coins=walker.coins + event.coins)
    return replace(state, walkers=_changed(state, event.player, played), discard=(*state.discard, event.card))


def _paid(state: Wood, player: str, coins: int) -> Wood:
    walker = state.walkers[player]
    return replace(state, walkers=_changed(state, player, replace(walker, coins=walker.coins + coins)))


@rulebook.evolves(ChipsDrawn)
def chips_drawn(state: Wood, event: ChipsDrawn) -> Wood:
    drawn = replace(state, bag=minus(state.bag, event.chips), drawn=state.drawn + event.chips)
    return _paid(drawn, event.player, event.coins)


@rulebook.evolves(DieRolled)
def die_rolled(state: Wood, event: DieRolled) -> Wood:
    return _paid(state, event.player, event.coins)


@rulebook.evolves(CoinsGiven)
def coins_given(state: Wood, event: CoinsGiven) -> Wood:
    return _paid(_paid(state, event.player, -event.coins), event.to, event.coins)


@rulebook.evolves(Braced)
def braced(state: Wood, event: Braced) -> Wood:
    paid = _paid(state, event.player, -event.coins)
    walker = replace(paid.walkers[event.player], braced=event.def_)
    return replace(paid, walkers=_changed(paid, event.player, walker))


@rulebook.evolves(WalkerNamed)
def walker_named(state: Wood, event: WalkerNamed) -> Wood:
    walker = replace(state.walkers[event.player], name=event.name)
    return replace(state, walkers=_changed(state, event.player, walker))


@rulebook.evolves(DeckShuffled)
def deck_shuffled(state: Wood, event: DeckShuffled) -> Wood:
    return replace(state, deck=event.deck, discard=())


@rulebook.evolves(DayEnded)
def day_ended(state: Wood, event: DayEnded) -> Wood:
    return replace(state, day=event.day + 1, bag=plus(state.bag, state.drawn), drawn=())


@rulebook.evolves(GameEnded)
def game_ended(state: Wood, event: GameEnded) -> Wood:
    return replace(state, over=event.outcome)


@rulebook.offers_options
def walker_options(state: Wood, pack: TinyPack) -> Iterable[Option]:
    for seat, walker in state.walkers.items():
        yield from _own_options(state, seat, walker)
        others = choices([other for other in state.walkers if other != seat])
        if others and walker.coins:
            coins = Field("coins", "Coins", "number", minimum=1, maximum=walker.coins)
            yield Option("give_coins", "Give coins", {"player": seat}, (Field("to", "To", choices=others), coins), seat)


def _own_options(state: Wood, seat: str, walker: Walker) -> Iterable[Option]:
    own = {"player": seat}
    empty = "" if state.deck.size else "The deck is empty."
    yield Option("take_card", "Take a card", own, group=seat, likely=True, luck=True, blocked=empty)
    if walker.hand:
        hand = Field("card", "Card", choices=choices(sorted(set(walker.hand))))
        yield Option("play_card", "Play a card", own, (hand,), seat, likely=True)
    if state.bag:
        count = Field("count", "Chips", "number", minimum=1, maximum=size(state.bag), required=False, initial=1)
        yield Option("draw_chips", "Draw chips", own, (count,), seat, luck=True)
    if walker.coins:
        defence = Field("def", "Defence", "number", minimum=1, maximum=walker.coins)
        yield Option("brace", "Brace", own, (defence,), seat)
    else:
        yield Option("roll_die", "Roll for coins", own, group=seat, luck=True)
    name = Field("name", "Name", "text", initial="Wanderer" if walker.name != "Wanderer" else "Rambler")
    yield Option("name_walker", "Name the walker", own, (name,), seat)


@rulebook.offers_options
def day_options(state: Wood, pack: TinyPack) -> Iterable[Option]:
    yield Option("end_day", "End the day", group="Day", likely=True)


class Tiny(Game[Wood, TinyPack]):
    """The game. Its seats are strict: a decision that names a player is that seat's."""

    key = "tiny"
    title = "A Walk in the Wood"
    reasons = frozenset({
        "already_set_up", "deck_empty", "game_over", "has_coins", "no_such_walker", "not_in_hand", "wrong_number",
    })  # fmt: skip
    state_type = Wood
    pack_type = TinyPack
    rulebook = rulebook

    def set_up_options(self, pack: TinyPack) -> list[Option]:
        """One walker or two."""
        walkers = (Option("set_up", f"{count} at the table", {"walkers": count}, likely=True) for count in (1, 2))
        return list(walkers)

    def outcome(self, state: Wood) -> str | None:
        """Won or lost, after the last day."""
        return state.over

    def landmark(self, event: Event) -> Landmark | None:
        """Each day's end, and the end."""
        if isinstance(event, DayEnded):
            return Landmark("day", f"Day {event.day + 1}", checkpoint=True)
        return Landmark("end", event.outcome.capitalize()) if isinstance(event, GameEnded) else None

    def check(self, state: Wood) -> list[str]:
        """Cards and chips are all there; nobody owes coins."""
        hands = [card for walker in state.walkers.values() for card in walker.hand]
        problems = []
        if plus(plus(state.deck.contents, state.discard), hands) != state.cards:
            problems.append("The cards are not all there.")
        if plus(state.bag, state.drawn) != state.chips:
            problems.append("The chips are not all there.")
        problems += [f"{seat} owes coins." for seat, walker in state.walkers.items() if walker.coins < 0]
        return problems

    def seats(self, state: Wood) -> tuple[str, ...]:
        """``p1``, and ``p2`` where two walk."""
        return tuple(state.walkers)

    def visible_to(self, state: Wood, seat: str | None) -> Wood:
        """Hands are seen by their own seat alone."""
        hidden = {
            owner: walker if owner == seat else replace(walker, hand=(HIDDEN,) * len(walker.hand))
            for owner, walker in state.walkers.items()
        }
        return replace(state, walkers=hidden)


GAME = Tiny()
