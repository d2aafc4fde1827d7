"""The Isofarian Guard for readers."""
