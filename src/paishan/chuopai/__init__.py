"""Chuo Pai: dominoes, plays, matches and deals, with a compiled twin for play-outs. No clock, no points but piles."""
