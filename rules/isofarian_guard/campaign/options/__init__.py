"""What may be decided now, area by area. Importing the package registers all of it, in the order of a page: what is
due first, then what the place offers, then the way on, then cards and guards, then books and table."""

from __future__ import annotations

from importlib import import_module

AREAS = (
    "fight", "due", "here", "shop", "travel", "satchel", "customize", "stone_slots", "fort", "story", "book", "table",
    "record",
)  # fmt: skip

for _area in AREAS:
    import_module(f"{__name__}.{_area}")
