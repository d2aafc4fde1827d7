"""The campaign of The Isofarian Guard: judging and applying its decisions, reading its content."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from rules.isofarian_guard import GAME
from rules.isofarian_guard.content import pack as content
from rules.isofarian_guard.content.importer import import_workbook
from rules.kernel import Replayed, read_pack
from tests.benchmarks.harness import ROUNDS, Report
from tests.benchmarks.memory import FULL_RULES_ACTIONS
from tests.rules.isofarian_guard.campaign.playing import stretch, worlds
from tests.rules.isofarian_guard.content.books import DATA, real_graph
from tests.rules.isofarian_guard.content.test_standard_pack import FILE

STRETCHES = 8
WORKBOOK = DATA / "index_companion.xlsx"


def measure(report: Report) -> None:
    """The rows about the campaign."""
    for world in worlds():
        report.row(
            f"decisions a second, {world} content / 3,600 actions of 18xx (published, not measured here)",
            [_decisions_a_second(world) / FULL_RULES_ACTIONS for _ in range(ROUNDS)], least=1,
        )  # fmt: skip
    text = FILE.read_text(encoding="utf-8")
    reading = [_taken(lambda: read_pack(text, content.IsofarianPack, content.GAME)) for _ in range(ROUNDS)]
    report.row("seconds to read and validate the shipped pack", reading, most=2)
    if not WORKBOOK.exists():
        print("Left out, since the index workbook does not lie beside this repository: its import.")
        return
    book = WORKBOOK.read_bytes()
    importing = [_taken(lambda: import_workbook(book, real_graph())) for _ in range(ROUNDS)]
    report.row("seconds to import the index workbook with its map", importing, most=10)


def _decisions_a_second(world: str) -> float:
    stretches = [stretch(world, seed) for seed in range(STRETCHES)]
    pack = worlds()[world]

    def replayed() -> None:
        for steps in stretches:
            state = None
            for step in steps:
                state = GAME.fold(GAME.decide(state, step.decision, pack, Replayed(step.answers)), state)

    return sum(map(len, stretches)) / _taken(replayed)


def _taken(work: Callable[[], object]) -> float:
    """Seconds of the processor that a call takes."""
    started = process_time()
    work()
    return process_time() - started
