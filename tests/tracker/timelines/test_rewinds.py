"""What undo, redo and rewind mean, as a table.

A script is read word by word: a letter is a decision that calls the walker so, ``to:B`` puts the game back to where B
was decided, ``fork:B`` goes on in a branch from there (``fork`` from the newest version), ``up`` goes back to the
timeline that was branched from and ``down`` to the branch again, ``note`` is table talk. What is expected are the
decisions in force, or the refusal's code.
"""

from __future__ import annotations

import pytest

from rules.kernel import Refused
from tests.tracker.timelines.tables import Table

MEANINGS = [
    ("undo takes back the last decision", "A B undo", "A"),
    ("undo goes on taking back one after the other", "A B C undo undo", "A"),
    ("undo after an undo and a decision takes back that decision", "A B undo C undo", "A"),
    ("undo goes on behind what was set aside", "A B undo C undo undo", ""),
    ("undo passes over table talk", "A B note note undo", "A"),
    ("undo stops at the set-up", "undo", "nothing_to_undo"),
    ("undo of everything stops at the set-up", "A undo undo", "nothing_to_undo"),
    ("redo brings back what was undone", "A B undo redo", "A B"),
    ("redo after several undos brings back one at a time", "A B C undo undo redo", "A B"),
    ("redo after several undos brings back all of them", "A B C undo undo redo redo", "A B C"),
    ("redo ends where everything is back", "A B undo redo redo", "nothing_to_redo"),
    ("redo without an undo brings back nothing", "A B redo", "nothing_to_redo"),
    ("redo is still there after table talk", "A B undo note redo", "A B"),
    ("redo ends with the next decision", "A B undo C redo", "nothing_to_redo"),
    ("redo after an undo of a later decision brings that one back", "A B undo C undo redo", "A C"),
    ("redo does not reach behind a decision", "A B undo C undo redo redo", "nothing_to_redo"),
    ("redo can be undone", "A B undo redo undo", "A"),
    ("redo can be undone and done again", "A B undo redo undo redo", "A B"),
    ("redo takes a rewind back, too", "A B C D to:A redo", "A B C D"),
    ("redo of an undo after a rewind goes step by step", "A B C D to:B undo redo redo", "A B C D"),
    ("what an undo and a new decision set aside is brought back by a rewind", "A B undo C to:B", "A B"),
    ("and the new decision in turn", "A B undo C to:B to:C", "A C"),
    ("a rewind leads into an undone stretch", "A B C undo undo D to:B", "A B"),
    ("decisions go on from inside an undone stretch", "A B C undo undo D to:B E", "A B E"),
    ("a rewind is taken back by a rewind", "A B C to:A to:C", "A B C"),
    ("a rewind of a rewind of a rewind", "A B C to:A to:C to:B", "A B"),
    ("undo after a rewind takes back the last decision in force", "A B C D to:B undo", "A"),
    ("undo after many rewinds in a row", "A B C" + " undo redo" * 6 + " undo undo", "A"),
    ("undo in a branch after rewinds before it", "A B C undo D fork undo undo", "A"),
    ("a rewind to where the game is does nothing", "A B to:B", "no_effect"),
    ("a rewind to where the game is again does nothing", "A B undo to:A", "no_effect"),
    ("table talk moves nothing, so a rewind behind it does nothing", "A note to:A", "no_effect"),
    ("a branch has the story up to where it began", "A B C fork:B", "A B"),
    ("a branch goes on by itself", "A B fork:A C D", "A C D"),
    ("the parent does not see the branch's decisions", "A B fork:A C D up", "A B"),
    ("the branch does not see the parent's later decisions", "A fork B up C D down", "A B"),
    ("undo in a branch reaches behind the fork", "A B fork undo", "A"),
    ("undo in a branch leaves the parent alone", "A B fork undo up", "A B"),
    ("undo in a branch takes back its own decisions first", "A fork B C undo undo undo", ""),
    ("redo in a branch brings back what was undone before the fork", "A B undo fork redo", "A B"),
    ("a branch is put back to before the fork and again behind it", "A B fork C to:A to:C", "A B C"),
    ("a branch from an undone stretch has that stretch", "A B undo C fork:B D", "A B D"),
    ("a branch of a branch", "A B fork:A C D fork:C E", "A C E"),
    ("a branch of a branch from below the first fork", "A B C fork:B D E fork:A F", "A F"),
    ("a branch from a rewound branch", "A B fork C to:A fork D", "A D"),
    ("a branch below the fork of a branch of a branch", "A B fork C D fork:C E fork:A F G undo", "A F"),
    ("a parent's rewind after the fork does not reach the branch", "A B fork C up to:A down", "A B C"),
    ("redo in a branch of a branch reaches up the line", "A B undo fork note fork redo", "A B"),
]  # fmt: skip


class Reading:
    """Reads a script."""

    def __init__(self, table: Table) -> None:
        self.here = table
        self.left: list[Table] = []
        self.went_up: list[Table] = []
        self.at: dict[str, int] = {}

    def word(self, word: str) -> None:
        """Do what a word says."""
        verb, _, letter = word.partition(":")
        if verb == "to":
            self.here.rewind(self.at[letter])
        elif verb == "fork":
            self.left.append(self.here)
            self.here = self.here.fork(self.at[letter] if letter else None)
        elif verb == "up":
            self.went_up.append(self.here)
            self.here = self.left.pop()
        elif verb == "down":
            self.here = self.went_up.pop()
        elif verb in ("undo", "redo", "note"):
            getattr(self.here, verb)()
        else:
            self.at[word] = self.here.call(word).last_version


@pytest.mark.pitfall("BL-001", "BL-025", "BL-171", "BL-173", "BL-181")
@pytest.mark.parametrize(("script", "meant"), [row[1:] for row in MEANINGS], ids=[row[0] for row in MEANINGS])
def test_it_means(table: Table, script: str, meant: str) -> None:
    reading = Reading(table)
    *words, last = script.split()
    for word in words:
        reading.word(word)
    if "_" in meant:
        before = reading.here.version
        with pytest.raises(Refused) as refusal:
            reading.word(last)
        assert (refusal.value.code, reading.here.version) == (meant, before)
        return
    reading.word(last)
    assert reading.here.names() == meant.split()
    assert reading.here.name == (meant.split() or [""])[-1]
