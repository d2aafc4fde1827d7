"""Further pages of a game, for whatever links to them."""

from __future__ import annotations

from django import template

from projections.games import views
from projections.pages import Page, pages

register = template.Library()


@register.simple_tag
def game_pages(game_key: str) -> tuple[Page, ...]:
    """The further pages of a game in their order."""
    return pages(game_key)


@register.filter
def keeps_battles(game_key: str) -> bool:
    """Whether a game keeps a record of battles."""
    return views(game_key).battle is not None
