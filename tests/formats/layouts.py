"""Random layouts to write and read back, within the bounds of a format."""

from __future__ import annotations

from hypothesis import strategies as st

from paishan.solitaire.layout import Layout

NAMES = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=12)
"""One word, in any script."""


@st.composite
def layouts(draw: st.DrawFn, width: int, height: int, layers: int, most: int = 60) -> Layout:
    """A layout of an even number of tiles, all within `width` × `height` half tiles and so many layers."""
    wanted = draw(
        st.lists(
            st.tuples(st.integers(0, width - 2), st.integers(0, height - 2), st.integers(0, layers - 1)),
            min_size=2,
            max_size=most,
        )
    )
    taken: set[tuple[int, int, int]] = set()
    kept = []
    for x, y, z in wanted:
        cells = {(x + dx, y + dy, z) for dx in (0, 1) for dy in (0, 1)}
        if taken.isdisjoint(cells):
            taken |= cells
            kept.append((x, y, z))
    if len(kept) % 2:
        kept.pop()
    if not kept:
        kept = [(0, 0, 0), (width - 2, height - 2, layers - 1)]
    return Layout.build("random", draw(NAMES), kept)
