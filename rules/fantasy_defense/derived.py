"""Every value that is counted out from the position, in one place, with its parts.

Judging, options and pages ask here; nobody else adds up Combat Values.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from rules.fantasy_defense import figures
from rules.fantasy_defense.icons import ICONS, SPELLS
from rules.fantasy_defense.pack import FantasyPack
from rules.fantasy_defense.state import OWNERS, Position, besieged, besieged_by, row
from rules.kernel.sums import Part, Sum


class Toll(Struct, frozen=True):
    """What one gate costs when its Invader is not beaten.

    :param defended: Defenders stand there, so it is a lost battle and not a pillage
    """

    gate: str
    morale: int
    defended: bool


class Prospect(Struct, frozen=True):
    """How a battle would go now.

    :param gates: the gate, or both gates of a Boss in cooperative play
    :param fought: those of them at which Defenders stand
    :param won: the Defenders would hold; false too for a mere pillage
    :param tolls: what each gate costs; empty when won
    """

    invader: str
    gates: tuple[str, ...]
    fought: tuple[str, ...]
    defence: Sum
    value: Sum
    won: bool
    tolls: tuple[Toll, ...]

    @property
    def morale(self) -> int:
        """City Morale that it would cost."""
        return sum(toll.morale for toll in self.tolls)


def pack_attack(state: Position, pack: FantasyPack, gate: str) -> int:
    """X of Pack Attack: Defenders with that icon at the gate, the asking one included (FD-HUM-001)."""
    return sum(1 for card in state.gates[gate].defenders if pack.defenders[card].icon == "pack_attack")


def never_yield(state: Position, gate: str) -> int:
    """X of Never Yield: Invaders before the gates of its row, a Boss once (FD-HUM-008, FD-COOP-029)."""
    return len(besieged(state, row(state, OWNERS[gate])))


def combat_value(state: Position, pack: FantasyPack, defender: str, gate: str) -> Sum:
    """What a Defender is worth at a gate: its printed number plus the X of its icon (FD-HUM-002)."""
    return Sum(tuple(_parts_of(state, pack, defender, gate)))


def _parts_of(state: Position, pack: FantasyPack, defender: str, gate: str) -> Iterable[Part]:
    card = pack.defenders[defender]
    yield Part(card.name, card.cv, defender, "FD-BAT-002")
    if card.icon == "pack_attack":
        yield Part(ICONS[card.icon].name, pack_attack(state, pack, gate), defender, "FD-HUM-001")
    elif card.icon == "never_yield":
        yield Part(ICONS[card.icon].name, never_yield(state, gate), defender, "FD-HUM-008")


def defence(state: Position, pack: FantasyPack, gates: Iterable[str]) -> Sum:
    """The defence at a gate, or at both gates of a Boss: all Defenders and the Gate Defense Bonus (FD-BAT-002,
    FD-COOP-015). A bonus counts only with a Defender beside it (FD-BAT-007, FD-COOP-025)."""
    parts: list[Part] = []
    for name in gates:
        gate = state.gates[name]
        for defender in gate.defenders:
            parts += _parts_of(state, pack, defender, name)
        if gate.defenders and gate.bonus:
            parts.append(Part("Gate Defense Bonus", gate.bonus, name, "FD-BAT-002"))
    return Sum(tuple(parts))


def invader_value(state: Position, pack: FantasyPack, invader: str) -> Sum:
    """The current Combat Value of an Invader: what is printed, or a Boss's value by its appearance (FD-COOP-018),
    then Spirit Fire (FD-ELF-012), then Fairy Lights (FD-ELF-001, FD-ELF-013)."""
    card = pack.invaders[invader]
    parts = [_first_part(state, pack, invader)]
    value = parts[0].value
    for _ in range(state.halved.get(invader, 0)):
        parts.append(Part(SPELLS["spirit_fire"].name, halved(value) - value, "spirit_fire", "FD-ELF-012"))
        value = halved(value)
    lights = None if card.tier == "boss" else _fairy_lights(state, pack, invader)
    if lights is not None:
        below = value % figures.LIGHTS_STEP
        parts.append(Part(ICONS["fairy_lights"].name, -below, lights, "FD-ELF-001"))
    return Sum(tuple(parts))


def _first_part(state: Position, pack: FantasyPack, invader: str) -> Part:
    card = pack.invaders[invader]
    if invader in state.boss_values:
        return Part(card.name, state.boss_values[invader], invader, "FD-COOP-018")
    return Part(card.name, card.cv, invader, "FD-CMP-003")


def _fairy_lights(state: Position, pack: FantasyPack, invader: str) -> str | None:
    """A Defender with Fairy Lights at the Invader's gate; several do no more than one (FD-ELF-002)."""
    for gate in besieged_by(state, invader):
        for defender in state.gates[gate].defenders:
            if pack.defenders[defender].icon == "fairy_lights":
                return defender
    return None


def halved(number: int) -> int:
    """Half of a number, rounded up: 23 becomes 12 (FD-BAT-005, FD-ELF-012)."""
    return (number + 1) // 2


def prospect(state: Position, pack: FantasyPack, gate: str) -> Prospect:
    """How the battle at a besieged gate would go now (FD-BAT-003 to FD-BAT-007, FD-COOP-015 to FD-COOP-017).

    :param gate: a gate before which an Invader stands
    """
    invader = state.gates[gate].invader
    assert invader is not None  # noqa: S101 (the callers ask about besieged gates only)
    gates = besieged_by(state, invader)
    fought = tuple(name for name in gates if state.gates[name].defenders)
    strength, value = defence(state, pack, gates), invader_value(state, pack, invader)
    won = bool(fought) and strength.total >= value.total
    pillage = pack.invaders[invader].pillage
    tolls = () if won else tuple(_toll(name, pillage, name in fought) for name in gates)
    return Prospect(invader, gates, fought, strength, value, won, tolls)


def _toll(gate: str, pillage: int, defended: bool) -> Toll:
    return Toll(gate, halved(pillage) if defended else pillage, defended)


def casualty_choices(state: Position, pack: FantasyPack, gate: str) -> tuple[str, ...]:
    """The Defenders at a gate that may be its casualty (FD-CAS-002, FD-CAS-004, FD-CAS-005)."""
    here = state.gates[gate].defenders
    yearning = tuple(card for card in here if pack.defenders[card].icon == "yearning_for_the_wild")
    return yearning or here


def over_limit(state: Position) -> tuple[str, ...]:
    """The players who hold more Defenders than may stay in hand (FD-STR-005, FD-COOP-021)."""
    return tuple(p for p, player in state.players.items() if len(player.hand) > figures.HAND_LIMIT)


def at_large(state: Position) -> frozenset[str]:
    """The Invaders outside deck and discard pile: before a gate, or just turned up."""
    standing = (gate.invader for gate in state.gates.values())
    return frozenset(invader for invader in (*standing, state.arriving) if invader)


def invaders_left(state: Position) -> int:
    """Invaders still to beat, in the deck and outside."""
    return state.invader_deck.size + len(at_large(state))
