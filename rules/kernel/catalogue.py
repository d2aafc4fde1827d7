"""A game's rules by id, in our own words: what refusals quote and tests name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec
import yaml


class Rule(msgspec.Struct, frozen=True):
    """One atomic rule.

    :param id: ``FD-INV-003``
    :param rule: the rule in one sentence
    :param where: the part of the rulebook that it stands in
    :param kind: data, setup, timing, mechanic, limit, ruling, end, tracking
    :param illegal: reason code and case of what it forbids, or ``None``
    """

    id: str
    rule: str
    where: str = ""
    kind: str = ""
    illegal: str | None = None


@cache
def catalogue(package: str) -> Mapping[str, Rule]:
    """The catalogue that stands in a game's package, by rule id. The file's first document lists the rules."""
    text = (files(package) / "catalogue.yaml").read_text(encoding="utf-8")
    rules = msgspec.convert(next(yaml.load_all(text, Loader=_Loader)), list[Rule])
    return {rule.id: rule for rule in rules}


_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
