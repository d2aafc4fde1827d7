"""Deployments that trigger an Immediate effect, as options: what it may work on now, or why it cannot be used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.fantasy_defense.book import gate_name
from rules.fantasy_defense.effects import headshot_refusal, immediate, return_refusal
from rules.fantasy_defense.icons import ICONS, SPELLS, UNREFRESHABLE
from rules.fantasy_defense.labels import defender_choices, defender_label, gate_choices, judged, standing_choices
from rules.fantasy_defense.pack import FantasyPack
from rules.fantasy_defense.state import Position, row
from rules.kernel import Choice, Field, Option, Refused, player_name


class _Form:
    """Makes the options of one Defender with an Immediate effect."""

    def __init__(self, state: Position, pack: FantasyPack, player: str, card: str) -> None:
        self.state, self.pack, self.player, self.card = state, pack, player, card
        self.icon = str(pack.defenders[card].icon)
        self.cards = state.players[player]

    def option(
        self,
        words: str = "",
        fixed: Mapping[str, Any] | None = None,
        fields: tuple[Field, ...] = (),
        gates: tuple[Choice, ...] | None = None,
        **more: Any,
    ) -> Option:
        """One way to use the effect.

        :param words: what tells it from the other ways
        :param gates: the gates to deploy to, by default all own ones
        """
        places = self.places() if gates is None else gates
        label = f"Deploy {defender_label(self.pack, self.card)} with {ICONS[self.icon].name}"
        return Option(
            "deploy",
            f"{label}: {words}" if words else label,
            {"player": self.player, "card": self.card, **(fixed or {})},
            (Field("gate", "Gate", choices=places), *fields),
            group=f"Deploy ({player_name(self.player)})" if self.state.mode == "coop" else "Deploy",
            **{"likely": True, "note": ICONS[self.icon].words, **more},
        )

    def places(self, but: str = "") -> tuple[Choice, ...]:
        """The own gates, without one of them."""
        gates = (gate for gate in row(self.state, self.player) if gate != but)
        return gate_choices(self.state, self.pack, gates, joining=self.card)

    def deployed(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The own gates at which Defenders stand, and these."""
        gates = ((gate, self.state.gates[gate].defenders) for gate in row(self.state, self.player))
        return tuple((gate, defenders) for gate, defenders in gates if defenders)


def options(state: Position, pack: FantasyPack, player: str, card: str) -> Iterable[Option]:
    """Ways to deploy a Defender from hand with its Immediate effect; none where it has none."""
    if immediate(pack, card):
        form = _Form(state, pack, player, card)
        yield from _FORMS[form.icon](form)


def _arcane_renewal(form: _Form) -> Iterable[Option]:
    used = [
        (owner, spell)
        for owner, cards in form.state.players.items()
        for spell, side in cards.spells.items()
        if side == "used" and spell != UNREFRESHABLE
    ]
    for owner, spell in used:
        yield form.option(SPELLS[spell].name, {"effect.spell": spell, "effect.of": owner})
    if not used:
        yield form.option(fixed={"effect": True}, blocked="No used spell can be made ready again.", likely=False)


def _sound_the_alarm(form: _Form) -> Iterable[Option]:
    deck = form.cards.deck
    note = ICONS[form.icon].words if deck.layers else "The deck is empty: nothing is drawn."
    yield form.option(fixed={"effect": True}, luck=len(deck.next_odds()) > 1, note=note)


def _airlift(form: _Form) -> Iterable[Option]:
    for gate, defenders in form.deployed():
        standing = standing_choices(form.state, form.pack, defenders)
        field = Field("effect.cards", "Defenders to fetch", "many", choices=standing, minimum=1)
        fixed = {"effect.from": gate}
        yield form.option(f"from {gate_name(gate)}", fixed, (field,), gates=form.places(but=gate), likely=False)
    if not form.deployed():
        yield form.option(fixed={"effect": True}, blocked="No Defender stands at your gates.", likely=False)


def _shifting_winds(form: _Form) -> Iterable[Option]:
    for gate, defenders in form.deployed():
        field = Field("effect.card", "Defender to fetch", choices=standing_choices(form.state, form.pack, defenders))
        yield form.option(f"from {gate_name(gate)}", fields=(field,), gates=form.places(but=gate), likely=False)
    if not form.deployed():
        yield form.option(fixed={"effect": True}, blocked="No Defender stands at your gates.", likely=False)


def _foresight(form: _Form) -> Iterable[Option]:
    yield _one_card(form, "effect.take", "Card to take", form.cards.deck.contents, "Your deck is empty.")


def _rebirth(form: _Form) -> Iterable[Option]:
    cards = form.cards.discard
    yield _one_card(form, "effect.card", "Discarded Defender", cards, "Your discard pile is empty.")


def _one_card(form: _Form, name: str, label: str, cards: Iterable[str], nothing: str) -> Option:
    """An effect on one card of a pile, greyed out while the pile has none."""
    found = defender_choices(form.pack, cards)
    if not found:
        return form.option(fixed={"effect": True}, blocked=nothing, likely=False)
    return form.option(fields=(Field(name, label, choices=found),))


def _headshot(form: _Form) -> Iterable[Option]:
    yield _against_invader(form, headshot_refusal)


def _you_shall_not_pass(form: _Form) -> Iterable[Option]:
    yield _against_invader(form, return_refusal)


def _against_invader(form: _Form, refusal: Callable[[Position, FantasyPack, str], Refused | None]) -> Option:
    """At every own gate: possible, or greyed out with the reason."""
    gates = tuple(judged(place, refusal(form.state, form.pack, place.value)) for place in form.places())
    possible = any(not gate.blocked for gate in gates)
    blocked = "" if possible else "There is no Invader before your gates on which it works."
    return form.option(fixed={"effect": True}, gates=gates, blocked=blocked, likely=possible)


_FORMS: Mapping[str, Callable[[_Form], Iterable[Option]]] = {
    "arcane_renewal": _arcane_renewal,
    "sound_the_alarm": _sound_the_alarm,
    "airlift": _airlift,
    "you_shall_not_pass": _you_shall_not_pass,
    "foresight": _foresight,
    "rebirth": _rebirth,
    "shifting_winds": _shifting_winds,
    "headshot": _headshot,
}
