"""Campaigns and their timelines: starting, deciding, rewinding, forking, and what happens around the table."""
