"""The books and sheets beside the table."""

from __future__ import annotations

from projections.isofarian_guard.bags_page import bags_page
from projections.isofarian_guard.cities_page import cities_page
from projections.isofarian_guard.fort_page import fort_page
from projections.isofarian_guard.guards_page import guards_page
from projections.isofarian_guard.places import map_page
from projections.isofarian_guard.quests_page import quests_page
from projections.isofarian_guard.skills_page import skills_page
from projections.isofarian_guard.stash_page import stash_page
from projections.pages import Page

FOLDER = "isofarian_guard/pages"

PAGES = (
    Page("guards", "Guards", "knight", f"{FOLDER}/guards.html", guards_page),
    Page("map", "Map", "map", f"{FOLDER}/map.html", map_page),
    Page("stash", "Stash", "chest", f"{FOLDER}/stash.html", stash_page),
    Page("cities", "Cities", "city", f"{FOLDER}/cities.html", cities_page),
    Page("fort", "Fort Istra", "castle", f"{FOLDER}/fort.html", fort_page),
    Page("skills", "Skill trees", "magic", f"{FOLDER}/skills.html", skills_page),
    Page("quests", "Quests", "quest", f"{FOLDER}/quests.html", quests_page),
    Page("bags", "Bags and odds", "bag", f"{FOLDER}/bags.html", bags_page),
)
