"""How cards and gates read in options."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.fantasy_defense.book import gate_name
from rules.fantasy_defense.derived import Prospect, defence, invader_value, prospect
from rules.fantasy_defense.icons import ICONS
from rules.fantasy_defense.pack import FantasyPack
from rules.fantasy_defense.state import Position, besieged_by, with_gate
from rules.kernel import Choice, Refused


def defender_label(pack: FantasyPack, card: str) -> str:
    """A Defender with its printed Combat Value: ``Watch Captain (6)``."""
    return f"{pack.defenders[card].name} ({pack.defenders[card].cv})"


def defender_choices(pack: FantasyPack, cards: Iterable[str]) -> tuple[Choice, ...]:
    """Defenders to choose from."""
    return tuple(Choice(card, defender_label(pack, card), detail=_icon_name(pack, card)) for card in cards)


def standing_choices(state: Position, pack: FantasyPack, cards: Iterable[str]) -> tuple[Choice, ...]:
    """Defenders at a gate to choose from, with what they did this round: it tells copies of a card apart."""
    return tuple(
        replace(choice, detail=", ".join(filter(None, [choice.detail, _done(state, choice.value)])))
        for choice in defender_choices(pack, cards)
    )


def _done(state: Position, card: str) -> str:
    return "used Skirmish" if card in state.skirmished else "moved this round" if card in state.moved else ""


def _icon_name(pack: FantasyPack, card: str) -> str:
    icon = pack.defenders[card].icon
    return ICONS[icon].name if icon else ""


def gate_choices(
    state: Position, pack: FantasyPack, gates: Iterable[str], joining: str | None = None
) -> tuple[Choice, ...]:
    """Gates to choose from, with what stands there.

    :param joining: a Defender that would go there; the defence is then shown with and without it
    """
    return tuple(Choice(gate, gate_name(gate), detail=gate_detail(state, pack, gate, joining)) for gate in gates)


def judged(choice: Choice, refusal: Refused | None) -> Choice:
    """A choice, greyed out with the reason where it would be refused."""
    return replace(choice, blocked=refusal.sentence) if refusal else choice


def gate_detail(state: Position, pack: FantasyPack, gate: str, joining: str | None = None) -> str:
    """What a gate holds against what besieges it: ``9 against Rat Pack 12``, or ``9 → 13 against Rat Pack 12`` with a
    Defender that would join."""
    here = state.gates[gate]
    then = with_gate(state, gate, defenders=(*here.defenders, joining)) if joining else state
    gates = besieged_by(state, here.invader) if here.invader else (gate,)
    now, later = (defence(position, pack, gates).total for position in (state, then))
    strength = f"{now} → {later}" if joining else f"{now}"
    if here.invader is None:
        return f"{strength}, not besieged" if here.defenders or joining else "Not besieged"
    return f"{strength} against {invader_label(then, pack, here.invader)}" + (", shielded" if here.shielded else "")


def invader_label(state: Position, pack: FantasyPack, invader: str) -> str:
    """An Invader with its current Combat Value: ``Rat Pack 12``."""
    return f"{pack.name_of(invader)} {invader_value(state, pack, invader).total}"


def battle_note(state: Position, pack: FantasyPack, gate: str) -> str:
    """How a battle would go: ``12 against 14: would be lost, morale -2, 1 casualty``."""
    seen = prospect(state, pack, gate)
    if not seen.fought:
        return f"No Defenders: would be pillaged, morale -{seen.morale}"
    how = "would be won" if seen.won else f"would be lost, morale -{seen.morale}"
    return f"{seen.defence.total} against {seen.value.total}: {how}, {_casualties(seen)}"


def _casualties(seen: Prospect) -> str:
    count = len(seen.fought)
    return f"{count} casualt{'ies' if count > 1 else 'y'}"
