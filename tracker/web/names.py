"""Names of accounts: readable for everybody, and none that looks like another one."""

from __future__ import annotations

import unicodedata
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tracker.web.models import LONGEST_LIKENESS, AccountName

LOOKS_TAKEN = "This name looks like one that is taken. Choose another."
_WRITTEN_TOGETHER = dict.fromkeys(("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"), "EAST ASIAN")
_LATIN_BASES = frozenset("abcdefghijklmnopqrstuvwxyzæœøðþßłđħŧŋəı")
_LOOKS_LIKE: dict[str, str | int | None] = {
    **dict(zip("1iı|0", "lllło", strict=True)),
    **dict(zip("авекмнорстухіјѕһԁԛԝӏьг", "abekmhopctyxljshdqwlbr", strict=True)),
    **dict(zip("αβγεζηικμνορστυχω", "abyezhlkmvopotyxw", strict=True)),
}
"""Letters in lower case by the Latin ones for which they are easily taken, in lower or upper case."""


def readable(name: str) -> str:
    """A name as it is kept: compatible forms of a letter (full width, mathematical) become the letter itself.

    :raises ValidationError: when letters of several scripts, or signs that pass for other letters, stand in it
    """
    name = unicodedata.normalize("NFKC", name)
    scripts = sorted({_script(letter) for letter in name if letter.isalnum() and not letter.isascii()})
    if any(letter.isascii() and letter.isalpha() for letter in name) and "LATIN" not in scripts:
        scripts.append("LATIN")
    if len(scripts) > 1:
        mixed = " and ".join(script.title() for script in scripts)
        raise ValidationError(f"A name has letters of one script; this one mixes {mixed}.")
    for letter in name:
        if letter.isalpha() and scripts == ["LATIN"] and not _is_common(letter):
            raise ValidationError(f"The letter {letter} is too easily taken for another. Choose a name without it.")
    return name


def likeness(name: str) -> str:
    """What all names that look alike have in common, whatever their case and script."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return folded.translate(str.maketrans(_LOOKS_LIKE))[:LONGEST_LIKENESS]


def looks_taken(name: str) -> bool:
    """Whether somebody has this name or one that looks like it."""
    return AccountName.objects.filter(likeness=likeness(name)).exists()


def keep_likeness(user: AbstractBaseUser) -> bool:
    """Note what an account's name looks like.

    :returns: false when another account's name looks the same; theirs stays noted then
    """
    try:
        with transaction.atomic():
            AccountName.objects.update_or_create(user_id=user.pk, defaults={"likeness": likeness(user.get_username())})
    except IntegrityError:
        return False
    return True


def on_user_saved(sender: type[AbstractBaseUser], instance: AbstractBaseUser, raw: bool = False, **more: Any) -> None:
    """Note the likeness of every account, however it came to be. Those who run the site may make any name."""
    fields = more.get("update_fields")
    if not raw and (fields is None or "username" in fields):
        keep_likeness(instance)


def _script(letter: str) -> str:
    """The script of a letter or digit, by the first word of its Unicode name."""
    first = unicodedata.name(letter, "UNKNOWN").partition(" ")[0].partition("-")[0]
    return _WRITTEN_TOGETHER.get(first, first)


def _is_common(letter: str) -> bool:
    """Whether a Latin letter is one of those of living alphabets, marks above and below not counted."""
    return unicodedata.normalize("NFKD", letter)[0].lower() in _LATIN_BASES
