"""A game's rules by id."""

from __future__ import annotations

from rules.kernel import Rule
from tests.rules.kernel.tiny import GAME


def test_the_catalogue_is_the_first_document_of_its_file() -> None:
    assert list(GAME.catalogue) == ["TINY-001", "TINY-002", "TINY-003", "TINY-004"]
    assert GAME.catalogue["TINY-001"] == Rule(
        "TINY-001", "One or two walkers set out.", "Set-up", "setup", "already_set_up"
    )


def test_what_a_rule_forbids_is_a_reason_of_the_game() -> None:
    assert {rule.illegal for rule in GAME.catalogue.values()} <= GAME.reasons
