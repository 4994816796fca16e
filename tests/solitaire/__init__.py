"""Layouts, boards and deals of Mahjong solitaire."""
