"""Everything outside the battle itself: exploration, cities, crafting, Fort Istra, quests, guards, falling."""
