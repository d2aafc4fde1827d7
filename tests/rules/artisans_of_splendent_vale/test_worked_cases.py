"""Every rule that a worked case tries, by its id: the case goes as written, and goes wrong without the rule."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.golden import adapter, cases_in
from rules.kernel.cases import CaseRun
from tests.golden import test_golden

FOLDER = "artisans_of_splendent_vale"


@cache
def cases() -> Mapping[str, Mapping[str, Any]]:
    """The worked cases by id."""
    folder = Path(test_golden.__file__).parent / FOLDER
    texts = (path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.yaml")))
    return {str(case["id"]): case for text in texts for case in cases_in(text)}


def goes(case: str) -> None:
    """Play a case and compare."""
    run = CaseRun(adapter(FOLDER), cases()[case])
    assert [str(difference) for difference in run.run()] == []


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            "AV-CASE-001", marks=pytest.mark.rule("AV-SET-001", "AV-SET-002", "AV-SET-006", "AV-SET-007", "AV-SET-010")
        ),
        pytest.param("AV-CASE-002", marks=pytest.mark.rule("AV-SET-001")),
        pytest.param("AV-CASE-003", marks=pytest.mark.rule("AV-SET-008")),
        pytest.param("AV-CASE-004", marks=pytest.mark.rule("AV-SES-003", "AV-SES-004", "AV-SES-005", "AV-SES-006")),
        pytest.param("AV-CASE-005", marks=pytest.mark.rule("AV-SES-007")),
        pytest.param("AV-CASE-180", marks=pytest.mark.rule("AV-SET-012")),
        pytest.param("AV-CASE-304", marks=pytest.mark.rule("AV-SET-009")),
        pytest.param("AV-MORE-001", marks=pytest.mark.rule("AV-SET-003")),
        pytest.param("AV-MORE-002", marks=pytest.mark.rule("AV-SET-002")),
        pytest.param("AV-MORE-003", marks=pytest.mark.rule("AV-SET-004", "AV-SET-005", "AV-INT-001", "AV-INT-002")),
        pytest.param("AV-MORE-004", marks=pytest.mark.rule("AV-SES-001", "AV-SES-002")),
        pytest.param("AV-MORE-005", marks=pytest.mark.rule("AV-SES-001")),
        pytest.param("AV-MORE-079", marks=pytest.mark.rule("AV-SET-009", "AV-SET-012")),
    ],
)
def test_campaign(case: str) -> None:
    goes(case)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            "AV-CASE-006",
            marks=pytest.mark.rule("AV-READ-003", "AV-READ-004", "AV-INJ-009", "AV-INJ-010", "AV-HEA-001"),
        ),
        pytest.param("AV-CASE-007", marks=pytest.mark.rule("AV-READ-005", "AV-READ-006")),
        pytest.param("AV-CASE-008", marks=pytest.mark.rule("AV-CHO-005")),
        pytest.param("AV-CASE-009", marks=pytest.mark.rule("AV-CHO-003", "AV-CHO-010", "AV-LOG-007")),
        pytest.param("AV-CASE-010", marks=pytest.mark.rule("AV-CHO-008", "AV-READ-010", "AV-MAP-005")),
        pytest.param("AV-CASE-011", marks=pytest.mark.rule("AV-CHO-002", "AV-CHO-007")),
        pytest.param("AV-CASE-012", marks=pytest.mark.rule("AV-MAP-001", "AV-MAP-004")),
        pytest.param(
            "AV-CASE-013",
            marks=pytest.mark.rule(
                "AV-MAP-001", "AV-MAP-002", "AV-MAP-003", "AV-MAP-004", "AV-MAP-005", "AV-MAP-006", "AV-READ-009"
            ),
        ),
        pytest.param("AV-CASE-014", marks=pytest.mark.rule("AV-MAP-002")),
        pytest.param("AV-CASE-015", marks=pytest.mark.rule("AV-LOG-001", "AV-LOG-002")),
        pytest.param("AV-CASE-016", marks=pytest.mark.rule("AV-WLD-001", "AV-WLD-002", "AV-WLD-003")),
        pytest.param("AV-CASE-017", marks=pytest.mark.rule("AV-WLD-004")),
        pytest.param("AV-CASE-018", marks=pytest.mark.rule("AV-LOG-005")),
        pytest.param("AV-CASE-181", marks=pytest.mark.rule("AV-MAP-007")),
        pytest.param("AV-CASE-182", marks=pytest.mark.rule("AV-WLD-006")),
        pytest.param("AV-CASE-183", marks=pytest.mark.rule("AV-CHO-009")),
        pytest.param("AV-MORE-006", marks=pytest.mark.rule("AV-READ-001", "AV-READ-002", "AV-READ-008")),
        pytest.param("AV-MORE-007", marks=pytest.mark.rule("AV-READ-007", "AV-INT-012", "AV-WLD-007", "AV-TODO-006")),
        pytest.param("AV-MORE-008", marks=pytest.mark.rule("AV-CHO-001", "AV-CHO-004")),
        pytest.param("AV-MORE-009", marks=pytest.mark.rule("AV-CHO-004")),
        pytest.param("AV-MORE-010", marks=pytest.mark.rule("AV-CHO-006")),
        pytest.param("AV-MORE-011", marks=pytest.mark.rule("AV-LOG-003", "AV-LOG-006", "AV-CHO-003")),
        pytest.param("AV-MORE-012", marks=pytest.mark.rule("AV-MAP-008")),
        pytest.param("AV-MORE-013", marks=pytest.mark.rule("AV-WLD-005", "AV-WLD-008", "AV-DAY-006")),
    ],
)
def test_reading(case: str) -> None:
    goes(case)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param("AV-CASE-019", marks=pytest.mark.rule("AV-SCN-009", "AV-SCN-010", "AV-SCN-012")),
        pytest.param("AV-CASE-020", marks=pytest.mark.rule("AV-SCN-009", "AV-SCN-010")),
        pytest.param("AV-CASE-021", marks=pytest.mark.rule("AV-SCN-009", "AV-SCN-010")),
        pytest.param("AV-CASE-022", marks=pytest.mark.rule("AV-SCN-003")),
        pytest.param("AV-CASE-023", marks=pytest.mark.rule("AV-SCN-003", "AV-SCN-004", "AV-SCN-005", "AV-SCN-006")),
        pytest.param("AV-CASE-026", marks=pytest.mark.rule("AV-SCN-013", "AV-SCN-014", "AV-SIZ-002")),
        pytest.param("AV-CASE-027", marks=pytest.mark.rule("AV-SCN-013")),
        pytest.param("AV-CASE-028", marks=pytest.mark.rule("AV-SCN-016", "AV-TURN-001", "AV-TURN-002", "AV-DICE-001")),
        pytest.param("AV-CASE-169", marks=pytest.mark.rule("AV-END-005", "AV-END-002", "AV-CND-011")),
        pytest.param("AV-CASE-179", marks=pytest.mark.rule("AV-END-007")),
        pytest.param("AV-CASE-184", marks=pytest.mark.rule("AV-SCN-007")),
        pytest.param(
            "AV-MORE-014", marks=pytest.mark.rule("AV-SCN-001", "AV-SCN-002", "AV-SCN-019", "AV-END-001", "AV-INI-007")
        ),
        pytest.param("AV-MORE-015", marks=pytest.mark.rule("AV-SCN-008", "AV-EQP-011")),
        pytest.param("AV-MORE-016", marks=pytest.mark.rule("AV-SCN-015")),
        pytest.param("AV-MORE-017", marks=pytest.mark.rule("AV-SCN-017", "AV-SCN-018")),
        pytest.param("AV-MORE-058", marks=pytest.mark.rule("AV-END-003", "AV-END-004", "AV-INJ-008", "AV-DMG-005")),
        pytest.param("AV-MORE-074", marks=pytest.mark.rule("AV-SCN-005")),
        pytest.param("AV-MORE-077", marks=pytest.mark.rule("AV-SCN-002", "AV-SCN-010", "AV-SCN-016", "AV-INI-003")),
    ],
)
def test_scenes(case: str) -> None:
    goes(case)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param("AV-CASE-030", marks=pytest.mark.rule("AV-DICE-004", "AV-DICE-005")),
        pytest.param("AV-CASE-031", marks=pytest.mark.rule("AV-DICE-003", "AV-DICE-005", "AV-DICE-006")),
        pytest.param("AV-CASE-032", marks=pytest.mark.rule("AV-DICE-011", "AV-DICE-013")),
        pytest.param("AV-CASE-033", marks=pytest.mark.rule("AV-DICE-012")),
        pytest.param("AV-CASE-034", marks=pytest.mark.rule("AV-DICE-014")),
        pytest.param("AV-CASE-035", marks=pytest.mark.rule("AV-DICE-015")),
        pytest.param("AV-CASE-036", marks=pytest.mark.rule("AV-DICE-016")),
        pytest.param("AV-CASE-037", marks=pytest.mark.rule("AV-DICE-007", "AV-DICE-029")),
        pytest.param("AV-CASE-039", marks=pytest.mark.rule("AV-DICE-021", "AV-DICE-019")),
        pytest.param("AV-CASE-040", marks=pytest.mark.rule("AV-DICE-020", "AV-TURN-008")),
        pytest.param(
            "AV-CASE-041",
            marks=pytest.mark.rule(
                "AV-DICE-017", "AV-DICE-023", "AV-DICE-024", "AV-DICE-026", "AV-CRT-001", "AV-CRT-002", "AV-EQP-009"
            ),
        ),
        pytest.param("AV-CASE-042", marks=pytest.mark.rule("AV-DICE-030")),
        pytest.param("AV-CASE-043", marks=pytest.mark.rule("AV-DICE-018", "AV-CRT-006")),
        pytest.param(
            "AV-CASE-048", marks=pytest.mark.rule("AV-BOO-001", "AV-BOO-002", "AV-BOO-003", "AV-BOO-007", "AV-CRT-002")
        ),
        pytest.param("AV-CASE-049", marks=pytest.mark.rule("AV-BOO-006", "AV-CRT-001", "AV-CRT-003")),
        pytest.param("AV-CASE-099", marks=pytest.mark.rule("AV-CRT-004", "AV-CRT-003", "AV-CMP-007", "AV-CMP-014")),
        pytest.param("AV-CASE-168", marks=pytest.mark.rule("AV-BOO-002", "AV-BOO-004", "AV-BOO-005", "AV-MOD-018")),
        pytest.param("AV-CASE-185", marks=pytest.mark.rule("AV-DICE-008")),
        pytest.param("AV-CASE-186", marks=pytest.mark.rule("AV-DICE-011")),
        pytest.param("AV-CASE-187", marks=pytest.mark.rule("AV-DICE-024", "AV-DICE-027")),
        pytest.param("AV-CASE-199", marks=pytest.mark.rule("AV-CRT-007", "AV-ATK-017", "AV-FRC-004")),
        pytest.param("AV-CASE-305", marks=pytest.mark.rule("AV-DICE-009", "AV-DICE-010", "AV-DICE-003")),
        pytest.param("AV-CASE-306", marks=pytest.mark.rule("AV-DICE-010")),
        pytest.param("AV-CASE-313", marks=pytest.mark.rule("AV-DICE-031", "AV-TURN-006")),
        pytest.param("AV-MORE-018", marks=pytest.mark.rule("AV-DICE-022")),
        pytest.param("AV-MORE-019", marks=pytest.mark.rule("AV-DICE-025")),
        pytest.param("AV-MORE-082", marks=pytest.mark.rule("AV-DICE-011", "AV-DICE-012", "AV-DICE-013")),
        pytest.param("AV-MORE-083", marks=pytest.mark.rule("AV-DICE-007")),
    ],
)
def test_dice(case: str) -> None:
    goes(case)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param("AV-CASE-029", marks=pytest.mark.rule("AV-TURN-002")),
        pytest.param(
            "AV-CASE-038",
            marks=pytest.mark.rule("AV-TURN-008", "AV-TURN-009", "AV-TURN-016", "AV-BOO-002", "AV-BOO-001"),
        ),
        pytest.param("AV-CASE-044", marks=pytest.mark.rule("AV-TURN-003")),
        pytest.param("AV-CASE-045", marks=pytest.mark.rule("AV-TURN-011", "AV-ATK-003")),
        pytest.param("AV-CASE-046", marks=pytest.mark.rule("AV-TURN-012", "AV-FRC-007", "AV-FRC-008")),
        pytest.param("AV-CASE-047", marks=pytest.mark.rule("AV-TURN-006", "AV-TURN-015", "AV-CRT-001")),
        pytest.param("AV-CASE-050", marks=pytest.mark.rule("AV-TURN-005", "AV-SCN-007")),
        pytest.param(
            "AV-CASE-051", marks=pytest.mark.rule("AV-REA-003", "AV-REA-006", "AV-REA-007", "AV-HEA-004", "AV-ACT-009")
        ),
        pytest.param(
            "AV-CASE-052", marks=pytest.mark.rule("AV-REA-004", "AV-BOO-002", "AV-BOO-003", "AV-CRT-003", "AV-HEA-009")
        ),
        pytest.param("AV-CASE-053", marks=pytest.mark.rule("AV-REA-001")),
        pytest.param("AV-CASE-054", marks=pytest.mark.rule("AV-REA-006")),
        pytest.param(
            "AV-CASE-166",
            marks=pytest.mark.rule(
                "AV-INI-001", "AV-INI-003", "AV-INI-005", "AV-TURN-001", "AV-TURN-010", "AV-MOB-005", "AV-REA-001"
            ),
        ),
        pytest.param("AV-CASE-170", marks=pytest.mark.rule("AV-REA-001", "AV-REA-005", "AV-REA-009", "AV-TURN-003")),
        pytest.param("AV-CASE-188", marks=pytest.mark.rule("AV-TURN-004")),
        pytest.param("AV-CASE-307", marks=pytest.mark.rule("AV-TURN-014")),
        pytest.param("AV-CASE-308", marks=pytest.mark.rule("AV-TURN-013", "AV-DICE-028")),
        pytest.param("AV-MORE-020", marks=pytest.mark.rule("AV-TURN-007")),
        pytest.param("AV-MORE-021", marks=pytest.mark.rule("AV-INI-002", "AV-INI-004", "AV-MOB-015")),
        pytest.param("AV-MORE-022", marks=pytest.mark.rule("AV-INI-006")),
        pytest.param("AV-MORE-023", marks=pytest.mark.rule("AV-INI-008", "AV-INI-009", "AV-MOB-013")),
        pytest.param("AV-MORE-024", marks=pytest.mark.rule("AV-REA-002")),
        pytest.param("AV-MORE-025", marks=pytest.mark.rule("AV-REA-008", "AV-REA-010")),
        pytest.param("AV-MORE-078", marks=pytest.mark.rule("AV-TURN-004", "AV-TURN-014")),
        pytest.param("AV-MORE-080", marks=pytest.mark.rule("AV-INI-001", "AV-INT-004")),
    ],
)
def test_turns(case: str) -> None:
    goes(case)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param("AV-CASE-057", marks=pytest.mark.rule("AV-TER-002", "AV-MOV-001")),
        pytest.param("AV-CASE-058", marks=pytest.mark.rule("AV-TER-002")),
        pytest.param("AV-CASE-059", marks=pytest.mark.rule("AV-MOV-002", "AV-MOV-004")),
        pytest.param("AV-CASE-060", marks=pytest.mark.rule("AV-MOV-002", "AV-MOV-003", "AV-MOV-005")),
        pytest.param("AV-CASE-061", marks=pytest.mark.rule("AV-MOV-006", "AV-MOV-008", "AV-BOO-002")),
        pytest.param("AV-CASE-062", marks=pytest.mark.rule("AV-TER-003")),
        pytest.param("AV-CASE-063", marks=pytest.mark.rule("AV-TER-004")),
        pytest.param("AV-CASE-064", marks=pytest.mark.rule("AV-TER-005")),
        pytest.param("AV-CASE-065", marks=pytest.mark.rule("AV-TER-005", "AV-TER-006", "AV-ATK-015")),
        pytest.param("AV-CASE-066", marks=pytest.mark.rule("AV-TER-007", "AV-TER-008")),
        pytest.param("AV-CASE-067", marks=pytest.mark.rule("AV-MOV-003", "AV-SIZ-002", "AV-SIZ-003", "AV-ATK-004")),
        pytest.param("AV-CASE-068", marks=pytest.mark.rule("AV-TER-009", "AV-TER-010")),
        pytest.param("AV-CASE-082", marks=pytest.mark.rule("AV-FRC-001", "AV-FRC-003", "AV-FRC-009", "AV-CRT-001")),
        pytest.param("AV-CASE-083", marks=pytest.mark.rule("AV-FRC-007", "AV-FRC-008", "AV-FRC-009")),
        pytest.param("AV-CASE-084", marks=pytest.mark.rule("AV-FRC-002")),
        pytest.param("AV-CASE-085", marks=pytest.mark.rule("AV-FRC-007", "AV-FRC-008", "AV-FRC-010")),
        pytest.param("AV-CASE-086", marks=pytest.mark.rule("AV-FRC-011", "AV-FRC-012")),
        pytest.param("AV-CASE-087", marks=pytest.mark.rule("AV-FRC-014", "AV-FRC-015")),
        pytest.param("AV-CASE-088", marks=pytest.mark.rule("AV-FRC-019", "AV-SIZ-006")),
        pytest.param("AV-CASE-089", marks=pytest.mark.rule("AV-FRC-019", "AV-SIZ-006", "AV-ATK-017")),
        pytest.param("AV-CASE-171", marks=pytest.mark.rule("AV-FRC-001", "AV-FRC-020", "AV-FRC-021")),
        pytest.param("AV-CASE-189", marks=pytest.mark.rule("AV-MOV-013")),
        pytest.param("AV-CASE-190", marks=pytest.mark.rule("AV-MOV-012")),
        pytest.param("AV-CASE-312", marks=pytest.mark.rule("AV-TER-013", "AV-TER-002", "AV-TER-008")),
        pytest.param("AV-MORE-026", marks=pytest.mark.rule("AV-MOV-007", "AV-MOV-009", "AV-MOV-010")),
        pytest.param("AV-MORE-027", marks=pytest.mark.rule("AV-MOV-011")),
        pytest.param("AV-MORE-028", marks=pytest.mark.rule("AV-MOV-014", "AV-TER-001")),
        pytest.param("AV-MORE-029", marks=pytest.mark.rule("AV-TER-011", "AV-TER-012")),
        pytest.param("AV-MORE-037", marks=pytest.mark.rule("AV-FRC-005", "AV-FRC-018", "AV-FRC-022")),
        pytest.param("AV-MORE-038", marks=pytest.mark.rule("AV-FRC-022")),
        pytest.param("AV-MORE-039", marks=pytest.mark.rule("AV-FRC-013", "AV-FRC-018")),
        pytest.param("AV-MORE-040", marks=pytest.mark.rule("AV-FRC-016", "AV-SIZ-004")),
        pytest.param("AV-MORE-041", marks=pytest.mark.rule("AV-SIZ-007")),
        pytest.param("AV-MORE-084", marks=pytest.mark.rule("AV-FRC-011", "AV-FRC-012", "AV-FRC-013", "AV-FRC-005")),
        pytest.param("AV-MORE-085", marks=pytest.mark.rule("AV-FRC-014", "AV-FRC-006", "AV-FRC-021")),
        pytest.param("AV-MORE-086", marks=pytest.mark.rule("AV-FRC-003", "AV-FRC-004")),
    ],
)
def test_moving(case: str) -> None:
    goes(case)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param("AV-CASE-055", marks=pytest.mark.rule("AV-HEA-004", "AV-HEA-005", "AV-HEA-007")),
        pytest.param("AV-CASE-056", marks=pytest.mark.rule("AV-HEA-006")),
        pytest.param("AV-CASE-069", marks=pytest.mark.rule("AV-ATK-007", "AV-ATK-001")),
        pytest.param("AV-CASE-070", marks=pytest.mark.rule("AV-ATK-007")),
        pytest.param("AV-CASE-071", marks=pytest.mark.rule("AV-ATK-009", "AV-ATK-011")),
        pytest.param("AV-CASE-072", marks=pytest.mark.rule("AV-ATK-009", "AV-ATK-011", "AV-ACT-003", "AV-ACT-007")),
        pytest.param("AV-CASE-073", marks=pytest.mark.rule("AV-ATK-005", "AV-ATK-006")),
        pytest.param("AV-CASE-074", marks=pytest.mark.rule("AV-ATK-005", "AV-EQP-008")),
        pytest.param("AV-CASE-075", marks=pytest.mark.rule("AV-ATK-002")),
        pytest.param("AV-CASE-076", marks=pytest.mark.rule("AV-ARE-001", "AV-ARE-003", "AV-ARE-005", "AV-ATK-014")),
        pytest.param("AV-CASE-077", marks=pytest.mark.rule("AV-ARE-003")),
        pytest.param(
            "AV-CASE-078", marks=pytest.mark.rule("AV-ARE-001", "AV-ARE-002", "AV-ARE-003", "AV-POT-008", "AV-POT-002")
        ),
        pytest.param("AV-CASE-079", marks=pytest.mark.rule("AV-ARE-004", "AV-ARE-006", "AV-MOB-009")),
        pytest.param("AV-CASE-080", marks=pytest.mark.rule("AV-ARE-007", "AV-ARE-008", "AV-ARE-009")),
        pytest.param("AV-CASE-081", marks=pytest.mark.rule("AV-ARE-007")),
        pytest.param("AV-CASE-090", marks=pytest.mark.rule("AV-MOD-001", "AV-MOD-002")),
        pytest.param("AV-CASE-091", marks=pytest.mark.rule("AV-MOD-003")),
        pytest.param("AV-CASE-092", marks=pytest.mark.rule("AV-MOD-004", "AV-MOD-005")),
        pytest.param("AV-CASE-093", marks=pytest.mark.rule("AV-MOD-004", "AV-MOD-006")),
        pytest.param("AV-CASE-094", marks=pytest.mark.rule("AV-MOD-007", "AV-MOD-011")),
        pytest.param("AV-CASE-095", marks=pytest.mark.rule("AV-MOD-008", "AV-MOD-009", "AV-CND-009")),
        pytest.param("AV-CASE-096", marks=pytest.mark.rule("AV-MOD-010", "AV-CMP-002")),
        pytest.param("AV-CASE-116", marks=pytest.mark.rule("AV-CND-009", "AV-CND-010", "AV-CND-003")),
        pytest.param("AV-CASE-117", marks=pytest.mark.rule("AV-CND-019", "AV-CND-023", "AV-CND-024", "AV-ATK-012")),
        pytest.param("AV-CASE-118", marks=pytest.mark.rule("AV-CND-022")),
        pytest.param("AV-CASE-119", marks=pytest.mark.rule("AV-CND-022", "AV-CND-019", "AV-CND-020")),
        pytest.param("AV-CASE-120", marks=pytest.mark.rule("AV-CND-014", "AV-CND-012")),
        pytest.param(
            "AV-CASE-121", marks=pytest.mark.rule("AV-CND-014", "AV-CND-010", "AV-DMG-002", "AV-INJ-001", "AV-INJ-002")
        ),
        pytest.param("AV-CASE-122", marks=pytest.mark.rule("AV-CND-004", "AV-CND-003")),
        pytest.param("AV-CASE-123", marks=pytest.mark.rule("AV-ATK-012", "AV-ATK-013", "AV-CND-022", "AV-CND-023")),
        pytest.param("AV-CASE-124", marks=pytest.mark.rule("AV-CND-025", "AV-CND-023", "AV-MOD-016")),
        pytest.param("AV-CASE-125", marks=pytest.mark.rule("AV-HEA-008", "AV-CND-019", "AV-CND-020")),
        pytest.param(
            "AV-CASE-126", marks=pytest.mark.rule("AV-CND-011", "AV-CND-013", "AV-CND-008", "AV-END-002", "AV-END-006")
        ),
        pytest.param("AV-CASE-127", marks=pytest.mark.rule("AV-CND-016", "AV-CND-002")),
        pytest.param("AV-CASE-128", marks=pytest.mark.rule("AV-CND-017")),
        pytest.param("AV-CASE-172", marks=pytest.mark.rule("AV-MOD-017", "AV-MOD-008")),
        pytest.param("AV-CASE-177", marks=pytest.mark.rule("AV-ATK-020", "AV-ARM-004", "AV-MOB-009")),
        pytest.param("AV-CASE-191", marks=pytest.mark.rule("AV-ARE-010")),
        pytest.param("AV-CASE-194", marks=pytest.mark.rule("AV-HEA-001", "AV-HEA-002", "AV-DMG-004")),
        pytest.param("AV-MORE-030", marks=pytest.mark.rule("AV-ATK-008")),
        pytest.param("AV-MORE-031", marks=pytest.mark.rule("AV-ATK-010")),
        pytest.param("AV-MORE-032", marks=pytest.mark.rule("AV-ATK-019")),
        pytest.param("AV-MORE-033", marks=pytest.mark.rule("AV-MOD-012")),
        pytest.param("AV-MORE-034", marks=pytest.mark.rule("AV-MOD-013")),
        pytest.param("AV-MORE-035", marks=pytest.mark.rule("AV-MOD-014", "AV-CND-007", "AV-CND-006")),
        pytest.param("AV-MORE-036", marks=pytest.mark.rule("AV-MOD-015", "AV-CND-029")),
        pytest.param("AV-MORE-042", marks=pytest.mark.rule("AV-HEA-003")),
        pytest.param("AV-MORE-053", marks=pytest.mark.rule("AV-CND-005")),
        pytest.param("AV-MORE-054", marks=pytest.mark.rule("AV-CND-015", "AV-CND-018")),
        pytest.param("AV-MORE-055", marks=pytest.mark.rule("AV-CND-021", "AV-CND-030")),
        pytest.param("AV-MORE-056", marks=pytest.mark.rule("AV-CND-026", "AV-CND-028")),
        pytest.param("AV-MORE-057", marks=pytest.mark.rule("AV-CND-027")),
        pytest.param("AV-MORE-087", marks=pytest.mark.rule("AV-ATK-017", "AV-MOD-015", "AV-MOD-016", "AV-CND-025")),
    ],
)
def test_attacks(case: str) -> None:
    goes(case)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param("AV-CASE-101", marks=pytest.mark.rule("AV-MOB-004", "AV-MOB-005", "AV-MOB-006")),
        pytest.param("AV-CASE-102", marks=pytest.mark.rule("AV-MOB-008", "AV-MOB-014")),
        pytest.param("AV-CASE-103", marks=pytest.mark.rule("AV-MOB-008")),
        pytest.param("AV-CASE-104", marks=pytest.mark.rule("AV-MOB-007", "AV-MOB-006")),
        pytest.param("AV-CASE-105", marks=pytest.mark.rule("AV-MOB-016", "AV-ATK-018", "AV-MOB-005")),
        pytest.param("AV-CASE-106", marks=pytest.mark.rule("AV-MOB-009", "AV-MOB-012", "AV-CND-022")),
        pytest.param("AV-CASE-107", marks=pytest.mark.rule("AV-MOB-010", "AV-MOB-011")),
        pytest.param(
            "AV-CASE-108",
            marks=pytest.mark.rule("AV-ACT-001", "AV-ACT-002", "AV-ACT-003", "AV-AIM-001", "AV-AIM-008", "AV-AIM-010"),
        ),
        pytest.param("AV-CASE-109", marks=pytest.mark.rule("AV-ACT-009", "AV-CRT-003", "AV-CRT-005", "AV-ACT-013")),
        pytest.param("AV-CASE-110", marks=pytest.mark.rule("AV-ACT-009", "AV-CRT-002")),
        pytest.param("AV-CASE-111", marks=pytest.mark.rule("AV-ACT-005", "AV-ACT-009")),
        pytest.param("AV-CASE-112", marks=pytest.mark.rule("AV-ACT-010")),
        pytest.param("AV-CASE-113", marks=pytest.mark.rule("AV-ACT-003", "AV-ACT-004")),
        pytest.param("AV-CASE-114", marks=pytest.mark.rule("AV-AIM-003", "AV-AIM-004")),
        pytest.param("AV-CASE-115", marks=pytest.mark.rule("AV-AIM-009", "AV-FRC-006", "AV-FRC-017")),
        pytest.param("AV-CASE-176", marks=pytest.mark.rule("AV-MOB-003", "AV-ATK-016", "AV-ATK-009")),
        pytest.param("AV-CASE-192", marks=pytest.mark.rule("AV-ACT-014")),
        pytest.param("AV-CASE-193", marks=pytest.mark.rule("AV-AIM-002", "AV-MOB-002", "AV-ACT-008")),
        pytest.param("AV-CASE-195", marks=pytest.mark.rule("AV-MOB-017", "AV-MOB-006")),
        pytest.param("AV-CASE-301", marks=pytest.mark.rule("AV-ACT-001")),
        pytest.param("AV-MORE-048", marks=pytest.mark.rule("AV-MOB-001", "AV-AIM-011")),
        pytest.param("AV-MORE-049", marks=pytest.mark.rule("AV-MOB-018")),
        pytest.param("AV-MORE-050", marks=pytest.mark.rule("AV-MOB-019", "AV-CND-031", "AV-MOB-020")),
        pytest.param("AV-MORE-051", marks=pytest.mark.rule("AV-ACT-006", "AV-ACT-011")),
        pytest.param("AV-MORE-052", marks=pytest.mark.rule("AV-AIM-005", "AV-AIM-006", "AV-AIM-007", "AV-AIM-010")),
        pytest.param(
            "AV-MORE-089", marks=pytest.mark.rule("AV-ACT-002", "AV-ACT-003", "AV-ACT-014", "AV-AIM-003", "AV-AIM-004")
        ),
    ],
)
def test_mobs(case: str) -> None:
    goes(case)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            "AV-CASE-097", marks=pytest.mark.rule("AV-CMP-004", "AV-CMP-005", "AV-CMP-014", "AV-CMP-018", "AV-BOO-003")
        ),
        pytest.param("AV-CASE-098", marks=pytest.mark.rule("AV-CMP-002", "AV-CMP-006")),
        pytest.param("AV-CASE-100", marks=pytest.mark.rule("AV-CMP-009", "AV-CMP-010", "AV-CMP-015")),
        pytest.param("AV-CASE-174", marks=pytest.mark.rule("AV-CMP-019", "AV-CMP-010")),
        pytest.param("AV-MORE-043", marks=pytest.mark.rule("AV-CMP-003", "AV-CMP-017")),
        pytest.param("AV-MORE-044", marks=pytest.mark.rule("AV-CMP-008", "AV-CMP-017")),
        pytest.param("AV-MORE-045", marks=pytest.mark.rule("AV-CMP-011", "AV-CMP-012", "AV-CMP-013")),
        pytest.param("AV-MORE-046", marks=pytest.mark.rule("AV-CMP-012", "AV-DAY-004")),
        pytest.param("AV-MORE-047", marks=pytest.mark.rule("AV-CMP-016", "AV-CND-006")),
        pytest.param("AV-MORE-088", marks=pytest.mark.rule("AV-CMP-014", "AV-CMP-002")),
    ],
)
def test_companions(case: str) -> None:
    goes(case)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            "AV-CASE-129",
            marks=pytest.mark.rule(
                "AV-DMG-002",
                "AV-INJ-001",
                "AV-INJ-002",
                "AV-INJ-005",
                "AV-INJ-006",
                "AV-INJ-007",
                "AV-INJ-015",
                "AV-INJ-016",
                "AV-INJ-017",
            ),
        ),
        pytest.param("AV-CASE-130", marks=pytest.mark.rule("AV-DMG-002", "AV-INJ-004")),
        pytest.param("AV-CASE-131", marks=pytest.mark.rule("AV-INJ-009", "AV-INJ-010", "AV-INJ-012", "AV-INJ-013")),
        pytest.param("AV-CASE-132", marks=pytest.mark.rule("AV-INJ-015", "AV-POT-007", "AV-DMG-003")),
        pytest.param("AV-CASE-196", marks=pytest.mark.rule("AV-INJ-014", "AV-INJ-005")),
        pytest.param("AV-CASE-200", marks=pytest.mark.rule("AV-INJ-015", "AV-DMG-003")),
        pytest.param("AV-MORE-059", marks=pytest.mark.rule("AV-DMG-001", "AV-INJ-003", "AV-INJ-020")),
        pytest.param("AV-MORE-060", marks=pytest.mark.rule("AV-INJ-020", "AV-INJ-007")),
        pytest.param("AV-MORE-061", marks=pytest.mark.rule("AV-INJ-011", "AV-INJ-019")),
        pytest.param("AV-MORE-062", marks=pytest.mark.rule("AV-INJ-016")),
        pytest.param("AV-MORE-090", marks=pytest.mark.rule("AV-INJ-012", "AV-CRF-001")),
    ],
)
def test_injuries(case: str) -> None:
    goes(case)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param("AV-CASE-135", marks=pytest.mark.rule("AV-EXP-003", "AV-DAY-002", "AV-DAY-003")),
        pytest.param("AV-CASE-159", marks=pytest.mark.rule("AV-INT-004", "AV-INT-005", "AV-INT-010", "AV-INT-014")),
        pytest.param("AV-CASE-160", marks=pytest.mark.rule("AV-INT-014", "AV-CRF-004")),
        pytest.param("AV-CASE-161", marks=pytest.mark.rule("AV-INT-014", "AV-TODO-002", "AV-TODO-003")),
        pytest.param("AV-CASE-162", marks=pytest.mark.rule("AV-INT-006")),
        pytest.param("AV-CASE-163", marks=pytest.mark.rule("AV-INT-008")),
        pytest.param("AV-CASE-164", marks=pytest.mark.rule("AV-INT-007", "AV-INT-008", "AV-INT-009", "AV-INT-013")),
        pytest.param("AV-CASE-165", marks=pytest.mark.rule("AV-TODO-005")),
        pytest.param(
            "AV-CASE-167",
            marks=pytest.mark.rule(
                "AV-DAY-001", "AV-WLD-002", "AV-MAP-005", "AV-EXP-003", "AV-INT-013", "AV-DAY-005", "AV-LOG-004"
            ),
        ),
        pytest.param("AV-CASE-175", marks=pytest.mark.rule("AV-INT-003", "AV-INT-004", "AV-INT-015", "AV-INT-016")),
        pytest.param("AV-CASE-178", marks=pytest.mark.rule("AV-TODO-001", "AV-TODO-002", "AV-TODO-007")),
        pytest.param("AV-MORE-063", marks=pytest.mark.rule("AV-INT-011", "AV-TODO-004")),
        pytest.param("AV-MORE-064", marks=pytest.mark.rule("AV-EXP-001", "AV-GRD-001", "AV-GRD-010")),
        pytest.param("AV-MORE-096", marks=pytest.mark.rule("AV-INT-008", "AV-INT-009")),
        pytest.param("AV-MORE-097", marks=pytest.mark.rule("AV-TODO-001", "AV-TODO-002", "AV-TODO-003")),
        pytest.param("AV-MORE-098", marks=pytest.mark.rule("AV-INT-003", "AV-INT-010", "AV-INT-016")),
    ],
)
def test_days(case: str) -> None:
    goes(case)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            "AV-CASE-133", marks=pytest.mark.rule("AV-GRD-002", "AV-GRD-004", "AV-GRD-006", "AV-GRD-009", "AV-EXP-002")
        ),
        pytest.param("AV-CASE-134", marks=pytest.mark.rule("AV-GRD-002")),
        pytest.param("AV-CASE-136", marks=pytest.mark.rule("AV-GRD-007", "AV-JAV-010")),
        pytest.param("AV-CASE-137", marks=pytest.mark.rule("AV-GRD-008", "AV-JAV-007", "AV-JAV-010")),
        pytest.param("AV-CASE-138", marks=pytest.mark.rule("AV-GRD-005")),
        pytest.param("AV-CASE-139", marks=pytest.mark.rule("AV-FAR-002", "AV-FAR-003")),
        pytest.param("AV-CASE-140", marks=pytest.mark.rule("AV-FAR-005", "AV-FAR-006")),
        pytest.param("AV-CASE-141", marks=pytest.mark.rule("AV-HAR-004", "AV-HAR-005", "AV-HAR-007", "AV-HAR-008")),
        pytest.param("AV-CASE-142", marks=pytest.mark.rule("AV-HAR-003")),
        pytest.param(
            "AV-CASE-143",
            marks=pytest.mark.rule("AV-JAV-001", "AV-JAV-002", "AV-JAV-004", "AV-JAV-005", "AV-JAV-006", "AV-JAV-007"),
        ),
        pytest.param("AV-CASE-144", marks=pytest.mark.rule("AV-JAV-004")),
        pytest.param("AV-CASE-145", marks=pytest.mark.rule("AV-SOR-001")),
        pytest.param("AV-CASE-146", marks=pytest.mark.rule("AV-SOR-004")),
        pytest.param(
            "AV-CASE-147", marks=pytest.mark.rule("AV-SOR-003", "AV-SOR-004", "AV-SOR-005", "AV-SOR-006", "AV-SOR-007")
        ),
        pytest.param("AV-CASE-148", marks=pytest.mark.rule("AV-CRF-004")),
        pytest.param("AV-CASE-198", marks=pytest.mark.rule("AV-GRD-003")),
        pytest.param("AV-CASE-303", marks=pytest.mark.rule("AV-CRF-006")),
        pytest.param("AV-MORE-065", marks=pytest.mark.rule("AV-JAV-008")),
        pytest.param("AV-MORE-066", marks=pytest.mark.rule("AV-JAV-011")),
        pytest.param("AV-MORE-067", marks=pytest.mark.rule("AV-JAV-009")),
        pytest.param("AV-MORE-068", marks=pytest.mark.rule("AV-CRF-001", "AV-CRF-003")),
        pytest.param("AV-MORE-069", marks=pytest.mark.rule("AV-FAR-001", "AV-FAR-004", "AV-CRF-005")),
        pytest.param(
            "AV-MORE-070", marks=pytest.mark.rule("AV-HAR-001", "AV-HAR-002", "AV-HAR-006", "AV-HAR-009", "AV-CRF-007")
        ),
        pytest.param("AV-MORE-071", marks=pytest.mark.rule("AV-SOR-002")),
        pytest.param("AV-MORE-091", marks=pytest.mark.rule("AV-EXP-002", "AV-GRD-002")),
        pytest.param("AV-MORE-092", marks=pytest.mark.rule("AV-CRF-004", "AV-CRF-007")),
        pytest.param("AV-MORE-093", marks=pytest.mark.rule("AV-SOR-003", "AV-SOR-005", "AV-SOR-006")),
    ],
)
def test_crafting(case: str) -> None:
    goes(case)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param("AV-CASE-024", marks=pytest.mark.rule("AV-EQP-005")),
        pytest.param("AV-CASE-025", marks=pytest.mark.rule("AV-EQP-004")),
        pytest.param("AV-CASE-149", marks=pytest.mark.rule("AV-EQP-006", "AV-EQP-008", "AV-HEA-008", "AV-CND-019")),
        pytest.param("AV-CASE-150", marks=pytest.mark.rule("AV-EQP-006", "AV-EQP-007")),
        pytest.param("AV-CASE-151", marks=pytest.mark.rule("AV-EQP-009", "AV-EQP-010")),
        pytest.param(
            "AV-CASE-152", marks=pytest.mark.rule("AV-POT-002", "AV-POT-003", "AV-POT-004", "AV-POT-007", "AV-INJ-018")
        ),
        pytest.param("AV-CASE-153", marks=pytest.mark.rule("AV-POT-005")),
        pytest.param("AV-CASE-154", marks=pytest.mark.rule("AV-SHR-002", "AV-SHR-003", "AV-SHR-004")),
        pytest.param("AV-CASE-155", marks=pytest.mark.rule("AV-SHR-002")),
        pytest.param("AV-CASE-156", marks=pytest.mark.rule("AV-ARM-001", "AV-ARM-004")),
        pytest.param("AV-CASE-157", marks=pytest.mark.rule("AV-ARM-002", "AV-ARM-003")),
        pytest.param("AV-CASE-158", marks=pytest.mark.rule("AV-ARM-002")),
        pytest.param("AV-CASE-173", marks=pytest.mark.rule("AV-SHR-005")),
        pytest.param("AV-CASE-197", marks=pytest.mark.rule("AV-SHR-001", "AV-ARM-006")),
        pytest.param("AV-CASE-302", marks=pytest.mark.rule("AV-SHR-006", "AV-CRF-002")),
        pytest.param("AV-MORE-072", marks=pytest.mark.rule("AV-EQP-001", "AV-EQP-011")),
        pytest.param("AV-MORE-073", marks=pytest.mark.rule("AV-EQP-002", "AV-EQP-003")),
        pytest.param("AV-MORE-075", marks=pytest.mark.rule("AV-POT-001", "AV-POT-006")),
        pytest.param("AV-MORE-076", marks=pytest.mark.rule("AV-SHR-007", "AV-ARM-005")),
        pytest.param("AV-MORE-081", marks=pytest.mark.rule("AV-ARM-004")),
        pytest.param(
            "AV-MORE-094",
            marks=pytest.mark.rule(
                "AV-POT-002", "AV-POT-003", "AV-POT-004", "AV-POT-007", "AV-SHR-003", "AV-SHR-004", "AV-SHR-006"
            ),
        ),
        pytest.param("AV-MORE-095", marks=pytest.mark.rule("AV-ARM-001", "AV-ARM-003")),
    ],
)
def test_gear(case: str) -> None:
    goes(case)


def test_every_case_is_named() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [case for case in cases() if f'"{case}"' not in text] == []
