"""Draw the sprite of icons from the sets that it is taken from."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

WEB = Path(__file__).resolve().parent.parent.parent
MANIFEST = WEB / "icons.txt"
SPRITE = WEB / "static" / "web" / "icons.svg"
OWN = (
    # The mark of the site: a road that forks. Drawn for this project.
    '<symbol id="brand" viewBox="0 0 24 24"><g fill="none" stroke="currentColor" stroke-width="2.2" '
    'stroke-linecap="round"><path d="M7 21V3"/><path d="M7 15c0-5 10-3 10-8"/></g>'
    '<circle cx="7" cy="3.6" r="2.4" fill="currentColor"/><circle cx="17" cy="6" r="2.4" fill="currentColor"/>'
    '<circle cx="7" cy="20.4" r="2.4" fill="currentColor"/></symbol>',
)


class Command(BaseCommand):
    help = "Draw static/web/icons.svg from unpacked icon sets in Iconify's JSON form, by the list in icons.txt."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("sets", nargs="+", type=Path, help="icons.json of each set")

    def handle(self, *args: Any, **options: Any) -> None:
        sets = {data["prefix"]: data for data in (json.loads(path.read_text("utf-8")) for path in options["sets"])}
        lines = (line.split() for line in MANIFEST.read_text("utf-8").splitlines())
        symbols = [symbol(sets, *words) for words in lines if words and not words[0].startswith("#")]
        body = "\n".join((*OWN, *symbols))
        SPRITE.write_text(f'<svg xmlns="http://www.w3.org/2000/svg">\n{body}\n</svg>\n', "utf-8")
        self.stdout.write(f"{len(symbols) + len(OWN)} symbols, {SPRITE.stat().st_size // 1024} KiB")


def symbol(sets: dict[str, Any], name: str, prefix: str, original: str) -> str:
    """One icon as an SVG symbol.

    :raises CommandError: when no given set holds it
    """
    try:
        icon = sets[prefix]["icons"][original]
    except KeyError:
        raise CommandError(f"{name}: there is no {original} in {prefix}") from None
    width, height = (icon.get(side, sets[prefix].get(side, 16)) for side in ("width", "height"))
    body = " ".join(icon["body"].split())
    return f'<symbol id="{name}" viewBox="0 0 {width} {height}">{body}</symbol>'
