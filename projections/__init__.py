"""The read side: what pages and the API show, rebuilt from events at any time. A projection never decides anything."""
