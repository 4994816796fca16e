"""Small layouts of which everything can be worked out by hand."""

from __future__ import annotations

from paishan.solitaire.layout import Layout


def two_stacks(high: int) -> Layout:
    """Two stacks side by side and apart: only their tops are ever free, so every level must hold a pair."""
    return Layout.build(f"stacks-{high}", "Two stacks", [(x, 0, z) for z in range(high) for x in (0, 4)])
