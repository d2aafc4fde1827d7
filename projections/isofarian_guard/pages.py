"""The books and sheets beside the table."""

from __future__ import annotations

from projections.isofarian_guard.places import map_page
from projections.pages import Page

PAGES = (
    Page("map", "Map", "map", "isofarian_guard/pages/map.html", map_page),
)  # fmt: skip
