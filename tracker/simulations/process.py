"""A process that plays: told on its first line what to play from, then on each line which plays; it answers each with
a line, the plays counted. It ends with its input, and needs neither Django nor the database."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from rules.games import game as game_of
from rules.kernel.players import policies
from rules.kernel.simulation import Tally, Until, count, play


class Setting(msgspec.Struct, frozen=True):
    """What is played from.

    :param state: encoded
    :param pack: encoded
    """

    game: str
    state: bytes
    pack: bytes
    policy: str
    until: Until
    seed: str


class Stint(msgspec.Struct, frozen=True):
    """Which plays are wanted: so many from a number on."""

    first: int
    plays: int


def played(setting: Setting, position: tuple[Any, Any], stint: Stint) -> Tally:
    """Some plays, counted. Each draws its luck from the seed and its own number.

    :param position: state and pack, decoded
    """
    game = game_of(setting.game)
    policy = policies(game)[setting.policy]
    numbers = range(stint.first, stint.first + stint.plays)
    return count(play(game, *position, policy, setting.until, f"{setting.seed}:{number}") for number in numbers)


def decoded(setting: Setting) -> tuple[Any, Any]:
    """State and pack of a setting."""
    game = game_of(setting.game)
    kinds = ((setting.state, game.state_type), (setting.pack, game.pack_type))
    state, pack = (msgspec.json.decode(data, type=kind) for data, kind in kinds)
    return state, pack


def main() -> None:
    """Play until nobody asks any more."""
    lines = sys.stdin.buffer
    setting = msgspec.json.decode(lines.readline(), type=Setting)
    position = decoded(setting)
    for line in lines:
        tally = played(setting, position, msgspec.json.decode(line, type=Stint))
        sys.stdout.buffer.write(msgspec.json.encode(tally) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
