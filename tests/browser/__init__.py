"""Journeys in a real browser against the real server, as a player makes them."""
