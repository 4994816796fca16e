"""Draws the tile faces: three sprites of 42 symbols, one of the dominoes, and the grain of the table.

Nothing here runs when the game is played. The drawings are committed under `src/paishan/web/static/faces`,
so that a player needs neither the fonts nor fontTools; `python -m tools.faces` makes them anew.
"""
