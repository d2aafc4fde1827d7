"""Ready-made teams and terrain decks, for people who do not know the cards yet."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.stonebound_saga import figures
from rules.stonebound_saga.pack import StoneboundPack

PLAIN_TERRAIN = (
    "soothing_fountain", "hidden_trap", "gorland_stables", "fortifications", "acid_rain", "kaldr_peak",
    "blacksmiths_workshop", "archives_of_cyril", "burning_flats", "sand_storm",
)  # fmt: skip
"""Terrain whose effect is read at a glance, the plainest first."""


def ready_team(
    pack: StoneboundPack, taken: Collection[str], sizes: Sequence[int], cap: int | None
) -> tuple[str, ...] | None:
    """The strongest characters that nobody has, one after another as the cap allows, of different classes where there
    are such.

    :param taken: the characters of the other players
    :param sizes: how many characters the team may have
    :param cap: the star cap; ``None`` in free play
    :returns: ``None`` where the characters that are left make no team
    """
    count = max(sizes)
    team: list[str] = []
    for number in range(count):
        spent = sum(pack.characters[name].stars for name in team)
        most = max(map(int, figures.PILES)) if cap is None else cap - spent - (count - number - 1)
        fitting = [n for n, card in pack.characters.items() if n not in (*taken, *team) and card.stars <= most]
        if not fitting:
            return None
        classes = {pack.characters[name].class_ for name in team}
        team.append(max(fitting, key=lambda n: (pack.characters[n].stars, pack.characters[n].class_ not in classes)))
    return tuple(team)


def ready_terrain(pack: StoneboundPack) -> tuple[str, ...]:
    """A terrain deck of the plainest cards, as many as its stars allow (SS-TER-001)."""
    deck: list[str] = []
    for card in PLAIN_TERRAIN:
        stars = sum(map(pack.terrain_stars, deck))
        if card in pack.terrain and stars + pack.terrain_stars(card) <= figures.TERRAIN_DECK_STARS:
            deck.append(card)
    return tuple(deck)
