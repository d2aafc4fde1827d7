"""What the commands for content files share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rules.games import games
from rules.kernel import PackInvalid


@contextmanager
def content_of(file: Path, game_key: str, say: Callable[[str], object]) -> Iterator[bytes]:
    """The bytes of a file. Bad input ends the command with code 2, faults of the content, one a line, with code 1."""
    if game_key not in games():
        say(f"There is no game {game_key}; there are {', '.join(games())}.")
        sys.exit(2)
    try:
        data = file.read_bytes()
    except OSError as error:
        say(f"{file}: {error.strerror}")
        sys.exit(2)
    try:
        yield data
    except PackInvalid as invalid:
        for problem in invalid.problems:
            say(f"{file}: {problem}")
        sys.exit(1)
