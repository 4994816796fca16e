"""Mahjong Connect: grids, boards, lines and deals. No clock, no points, no input or output."""
