from __future__ import annotations

import pytest

from paishan.solitaire.formats import read
from paishan.solitaire.layout import Layout


def test_row_column_and_layer_of_every_tile() -> None:
    text = "# row col lev\n#---\n\t 0\t 1\t0\n2 1 0\n\n\t10 1 0 note\n 0 1 1\t\nsome words\n"
    (found,) = read(text.encode(), "my_bridge")
    assert (found.format, found.name) == ("xmahjongg", "my bridge")
    assert found.layout == Layout.build("x", "x", [(1, 0, 0), (1, 2, 0), (1, 10, 0), (1, 0, 1)])


def test_the_other_formats_that_xmahjongg_knows_are_known_by_their_first_letter() -> None:
    rows = ("12..12" + "." * 26 + "\n") + ("." * 32 + "\n") * 79
    assert read(b"kmahjongg-layout-v1.0\n" + rows.encode())[0].format == "kmahjongg"
    assert read(b"Kyodai 3.0\nA\n" + b"101" + b"0" * 3397)[0].format == "kyodai"


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("0 0 0\n2 0\n", "three numbers, row, column and layer, not '2 0'", 2),
        ("0 0 0\n-2 0 0\n", "never negative", 2),
        ("0 0 0\n0 9000 0\n", "farther out", 2),
        ("0 0 0\n", "this one has 1", None),
        ("0 0 0\n0 0 0\n", "overlap on layer 0: at (0, 0) and (0, 0)", None),
    ],
)
def test_what_cannot_be_read_is_shown(text: str, reason: str, line: int | None) -> None:
    (found,) = read(text.encode())
    assert found.error is not None and reason in found.error
    assert found.line == line
