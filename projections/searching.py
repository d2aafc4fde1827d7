"""Folding texts, so that a search finds what people mean and not only what they typed."""

from __future__ import annotations

import unicodedata

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_APOSTROPHES = "\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4`"
_QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb"
_SAME = str.maketrans(
    {**dict.fromkeys(_DASHES, "-"), **dict.fromkeys(_APOSTROPHES, "'"), **dict.fromkeys(_QUOTES, '"')}
)


def folded(text: str) -> str:
    """A text without regard to case, kinds of apostrophes, quotes and dashes, accents' encoding, and spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_SAME).casefold().split())
