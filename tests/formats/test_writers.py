"""Reading what was written gives the same layout, and writing that gives the same bytes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paishan.solitaire.formats import WRITABLE, LayoutError, read, write
from paishan.solitaire.layout import Layout
from tests.formats.layouts import NAMES, layouts

BOUNDS = {"paishan": (60, 40, 12), "kmahjongg": (60, 40, 12), "kyodai": (34, 20, 5), "mah": (60, 40, 12)}


@pytest.mark.parametrize("format", WRITABLE)
@settings(max_examples=60)
@given(data=st.data())
def test_read_and_write_undo_each_other(format: str, data: st.DataObject) -> None:
    layout = data.draw(layouts(*BOUNDS[format]))
    by, category = data.draw(st.none() | NAMES), data.draw(st.none() | NAMES)
    written = write(layout, format, by=by, category=category)
    (found,) = read(written)
    assert found.error is None
    assert found.layout == layout
    assert (found.format, found.name, found.by, found.category) == (format, layout.name, by, category)
    assert write(found.layout, format, name=found.name, by=by, category=category) == (
        written if format != "paishan" else write(layout, "paishan", by=by, category=category).replace(
            f"id: {layout.id}\n".encode(), f"id: {found.layout.id}\n".encode()
        )
    )  # fmt: skip


def test_a_format_that_is_not_written_is_named() -> None:
    with pytest.raises(ValueError, match="written as paishan, kmahjongg, kyodai, mah, not as 'gnome'"):
        write(Layout.build("a", "A", [(0, 0, 0), (2, 0, 0)]), "gnome")


def test_a_layout_that_would_fill_a_disk_is_not_written() -> None:
    far = Layout.build("a", "A", [(0, 0, 0), (5000, 5000, 100)])
    for format in WRITABLE:
        with pytest.raises(LayoutError, match="too far apart"):
            write(far, format)
