"""Mahjong solitaire: layouts, boards and deals. No clock, no points, no input or output but layout files."""
