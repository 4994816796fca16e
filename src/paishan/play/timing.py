"""When a tap happened: a slow line delays what is said of it, and must not break a combo."""

from __future__ import annotations

__all__ = ["HASTY", "MOST_AGO", "tapped"]

MOST_AGO = 2_000
"""The longest delay, in milliseconds, that is believed."""

HASTY = 240
"""Milliseconds from one pair to the next that hands do not do again and again: two taps, each within 120 ms."""


def tapped(now: int, last: int, ago: int) -> int:
    """The time of a tap that is heard of at `now` and is said to have happened `ago` milliseconds before.

    Never before `last`, the time of the command before it, so whoever moves every tap back gains 2 seconds once.
    """
    return max(last, now - min(max(0, ago), MOST_AGO))
