"""Words that people write: trimmed, of a bounded length, and fit for every database."""

from __future__ import annotations

from rules.kernel import Refused
from rules.kernel.storable import unstorable

LONGEST_NAME = 100
LONGEST_KEY = 100
REPLAYED = "replayed:"
"""How the keys of decisions begin that were replayed on an amended timeline; nobody else's key may."""
LONGEST_VERSION = 9
"""Digits of the greatest version that is looked for at all."""


def name_of(what: str, text: str) -> str:
    """A name in one line, with single spaces.

    :param what: the thing that is named, ``A timeline``
    :raises Refused: ``name_required`` when it is empty or too long, ``malformed`` when it could not be stored
    """
    name = " ".join(_storable(text).split())
    if not name or len(name) > LONGEST_NAME:
        raise Refused("name_required", f"{what} needs a name of 1 to {LONGEST_NAME} characters.")
    return name


def passage(text: str, longest: int) -> str:
    """A text of one or several lines.

    :raises Refused: ``text_required`` when it is empty or too long, ``malformed`` when it could not be stored
    """
    if not text.strip():
        raise Refused("text_required", f"Write 1 to {longest} characters.")
    return optional(text, longest)


def optional(text: str, longest: int) -> str:
    """A text that may be left out.

    :raises Refused: ``text_required`` when it is too long, ``malformed`` when it could not be stored
    """
    text = _storable(text).strip()
    if len(text) > longest:
        raise Refused("text_required", f"Write at most {longest} characters; these are {len(text)}.")
    return text


def key_of(key: str | None) -> str | None:
    """The key of a submission.

    :raises Refused: ``malformed`` when it is empty, too long, kept for replays, or could not be stored
    """
    if key is not None and (not 0 < len(_storable(key)) <= LONGEST_KEY or key.startswith(REPLAYED)):
        what = f"The key of a submission has 1 to {LONGEST_KEY} characters and does not begin with “{REPLAYED}”."
        raise Refused("malformed", what)
    return key


def version_of(value: object) -> int:
    """A version: a whole number, or its digits.

    :raises Refused: ``malformed`` when it is neither
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= LONGEST_VERSION:
        return int(value)
    raise Refused("malformed", "A version is a whole number.")


def _storable(text: str) -> str:
    if fault := unstorable(text):
        raise Refused("malformed", f"This text cannot be kept: {fault[1]}.")
    return text
