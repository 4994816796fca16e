"""Random layouts for Hypothesis: half offsets, gaps between layers, tiles that float."""

from __future__ import annotations

from hypothesis import strategies as st

from paishan.solitaire.layout import Layout
from tests.reference import Position, cells

places = st.tuples(st.integers(0, 9), st.integers(0, 7), st.integers(0, 3))


@st.composite
def layouts(draw: st.DrawFn, most: int = 30) -> Layout:
    """A layout of 2 to `most` tiles; what overlaps an earlier tile of its layer is left out."""
    chosen: list[Position] = []
    for place in draw(st.lists(places, min_size=most // 2, max_size=2 * most)):
        if all(place[2] != other[2] or cells(place).isdisjoint(cells(other)) for other in chosen):
            chosen.append(place)
    even = min(most, len(chosen)) // 2 * 2
    return Layout.build("any", "Any", chosen[:even] or [(0, 0, 0), (2, 0, 0)])
