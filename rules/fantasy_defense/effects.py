"""Immediate effects of Defenders, by icon. Each works only when its Defender is deployed (FD-STR-003)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from rules.fantasy_defense import figures
from rules.fantasy_defense.book import FantasyTurn, book
from rules.fantasy_defense.decisions import Deploy, Effect
from rules.fantasy_defense.derived import invader_value
from rules.fantasy_defense.ending import discard_invader
from rules.fantasy_defense.events import (
    CardDrawn,
    DeckShuffled,
    DefenderMoved,
    DefenderReborn,
    EffectTriggered,
    InvaderReturned,
    SpellRefreshed,
)
from rules.fantasy_defense.icons import ICONS, UNREFRESHABLE
from rules.fantasy_defense.pack import FantasyPack
from rules.fantasy_defense.state import (
    OWNERS,
    Position,
    besieged_by,
    into_hand,
    invader_gone,
    place_of,
    row,
    with_player,
    without,
)
from rules.kernel import Refused


@dataclass(frozen=True)
class Use:
    """One use of an effect: who deployed which Defender where, and what was chosen."""

    turn: FantasyTurn
    player: str
    card: str
    gate: str
    chosen: Effect

    @property
    def state(self) -> Position:
        """The position now."""
        return self.turn.state


def immediate(pack: FantasyPack, card: str) -> bool:
    """Whether a Defender has an Immediate effect."""
    icon = pack.defenders[card].icon
    return icon is not None and ICONS[icon].immediate


def trigger(turn: FantasyTurn, decision: Deploy) -> None:
    """Use the Immediate effect of a Defender that was just deployed.

    :raises Refused: ``no_valid_target`` when it has none, otherwise as its icon says
    """
    icon = turn.pack.defenders[decision.card].icon
    if icon is None or not ICONS[icon].immediate:
        raise Refused("no_valid_target", "This Defender has no Immediate effect.", rule="FD-STR-003")
    chosen = decision.effect if isinstance(decision.effect, Effect) else Effect()
    turn.emit(EffectTriggered(player=decision.player, card=decision.card, gate=decision.gate, icon=icon))
    _EFFECTS[icon](Use(turn, decision.player, decision.card, decision.gate, chosen))


# ---- spells and cards


def _arcane_renewal(use: Use) -> None:
    """Refresh 1 used spell, cooperatively of either player (FD-HUM-003 to FD-HUM-005)."""
    spell, owner = use.chosen.spell, use.chosen.of or use.player
    if spell == UNREFRESHABLE:
        raise Refused("cannot_refresh", "Call of the Spirit cannot be refreshed.", rule="FD-HUM-004")
    if owner not in use.state.players or use.state.players[owner].spells.get(spell or "") != "used":
        raise Refused("no_used_spell", "Arcane Renewal needs a used spell.", rule="FD-HUM-003")
    use.turn.emit(SpellRefreshed(player=owner, spell=str(spell)))


def _sound_the_alarm(use: Use) -> None:
    """Draw 1 card from the own deck, nothing from an empty one (FD-HUM-006, FD-HUM-007, FD-ELF-004)."""
    deck = use.state.players[use.player].deck
    cards, _ = use.turn.chance.draw_from(f"deck.{use.player}", deck)
    use.turn.emit(*(CardDrawn(player=use.player, card=card) for card in cards))


def _foresight(use: Use) -> None:
    """Take a card of choice from the own deck, then shuffle the deck (FD-ELF-003).

    Luck: the shuffle ``cards.p1``.
    """
    deck, card = use.state.players[use.player].deck, use.chosen.take
    if card is None or card not in deck.contents:
        raise Refused("not_in_deck", "Foresight takes a card of the own Defenders Deck.", rule="FD-ELF-003")
    shuffled = use.turn.chance.shuffle(f"cards.{use.player}", deck.without(card).contents)
    use.turn.emit(
        CardDrawn(player=use.player, card=card, searched=True), DeckShuffled(player=use.player, deck=shuffled)
    )


def _rebirth(use: Use) -> None:
    """Put a discarded Defender under the own deck (FD-ELF-009)."""
    card = use.chosen.card
    if card is None or card not in use.state.players[use.player].discard:
        raise Refused("not_in_discard", "Rebirth takes a Defender of the own discard pile.", rule="FD-ELF-009")
    use.turn.emit(DefenderReborn(player=use.player, card=card))


# ---- Defenders brought here


def _airlift(use: Use) -> None:
    """Fetch any number of Defenders from 1 other own gate (FD-HUM-009, FD-COOP-023)."""
    start = use.chosen.from_
    if start is None or start not in row(use.state, use.player):
        raise Refused("not_your_gate", "Airlift fetches from 1 of your own gates.", rule="FD-COOP-023")
    for card in use.chosen.cards:
        place = place_of(use.state, card)
        if place is None:
            raise Refused("not_deployed", "Airlift fetches Defenders that stand at a gate.", rule="FD-HUM-009")
        if place != start or start == use.gate:
            raise Refused("airlift_one_gate_only", "Airlift fetches from 1 other gate.", rule="FD-HUM-009")
    for card in dict.fromkeys(use.chosen.cards):
        use.turn.emit(DefenderMoved(player=use.player, card=card, from_=start, to=use.gate, by="airlift"))


def _shifting_winds(use: Use) -> None:
    """Fetch 1 own deployed Defender (FD-ELF-011)."""
    card = use.chosen.card
    place = place_of(use.state, card) if card else None
    if card is None or place is None or OWNERS[place] != use.player:
        raise Refused("not_deployed", "Shifting Winds fetches a Defender of your own gates.", rule="FD-ELF-011")
    if place == use.gate:
        raise Refused("no_valid_target", "That Defender stands here already.", rule="FD-ELF-011")
    use.turn.emit(DefenderMoved(player=use.player, card=card, from_=place, to=use.gate, by="shifting_winds"))


# ---- the Invader at this gate


def _you_shall_not_pass(use: Use) -> None:
    """Send the Invader back on top of its deck (FD-HUM-012, FD-HUM-013)."""
    _judge(return_refusal(use.state, use.turn.pack, use.gate))
    invader = str(use.state.gates[use.gate].invader)
    use.turn.emit(InvaderReturned(invader=invader, gates=besieged_by(use.state, invader)))


def _headshot(use: Use) -> None:
    """Discard the Invader if its current Combat Value is 20 or less (FD-ELF-015, FD-HUM-011)."""
    _judge(headshot_refusal(use.state, use.turn.pack, use.gate))
    discard_invader(use.turn, str(use.state.gates[use.gate].invader), "headshot")


def return_refusal(state: Position, pack: FantasyPack, gate: str) -> Refused | None:
    """Why You Shall Not Pass does not work at a gate, if so: it needs an Invader (FD-ELF-018) that is no Boss
    (FD-BOSS-002)."""
    invader = state.gates[gate].invader
    if invader is None:
        return Refused("no_invader_here", "No Invader stands before this gate.", rule="FD-ELF-018")
    if pack.is_boss(invader):
        return Refused("boss_immune", "Bosses are immune to Defender effects.", rule="FD-BOSS-002")
    return None


def headshot_refusal(state: Position, pack: FantasyPack, gate: str) -> Refused | None:
    """Why Headshot does not work at a gate, if so: as above, and the Invader must not be too strong (FD-ELF-015)."""
    refusal = return_refusal(state, pack, gate)
    invader = state.gates[gate].invader
    if refusal or invader is None:
        return refusal
    value = invader_value(state, pack, invader).total
    if value <= figures.HEADSHOT_LIMIT:
        return None
    return Refused("too_strong", f"Headshot reaches Combat Value 20; this one has {value}.", rule="FD-ELF-015")


def _judge(refusal: Refused | None) -> None:
    if refusal:
        raise refusal


_EFFECTS: Mapping[str, Callable[[Use], None]] = {
    "arcane_renewal": _arcane_renewal,
    "sound_the_alarm": _sound_the_alarm,
    "airlift": _airlift,
    "you_shall_not_pass": _you_shall_not_pass,
    "foresight": _foresight,
    "rebirth": _rebirth,
    "shifting_winds": _shifting_winds,
    "headshot": _headshot,
}


# ---- what the events change


@book.evolves(EffectTriggered)
def _effect_triggered(state: Position, event: EffectTriggered) -> Position:
    return state


@book.evolves(SpellRefreshed)
def _spell_refreshed(state: Position, event: SpellRefreshed) -> Position:
    return with_player(state, event.player, spells={**state.players[event.player].spells, event.spell: "ready"})


@book.evolves(CardDrawn)
def _card_drawn(state: Position, event: CardDrawn) -> Position:
    deck = state.players[event.player].deck
    left = deck.without(event.card) if event.searched else deck.without_top(event.card)
    return into_hand(with_player(state, event.player, deck=left), event.player, event.card)


@book.evolves(DeckShuffled)
def _deck_shuffled(state: Position, event: DeckShuffled) -> Position:
    return with_player(state, event.player, deck=event.deck)


@book.evolves(DefenderReborn)
def _defender_reborn(state: Position, event: DefenderReborn) -> Position:
    player = state.players[event.player]
    return with_player(
        state, event.player, discard=without(player.discard, event.card), deck=player.deck.underneath(event.card)
    )


@book.evolves(InvaderReturned)
def _invader_returned(state: Position, event: InvaderReturned) -> Position:
    return replace(invader_gone(state, event.invader), invader_deck=state.invader_deck.on_top(event.invader))
