"""Boards in a terminal: frames that meet, overlaps and half offsets, exactly."""

from __future__ import annotations

from textwrap import dedent

from paishan.cli.drawing import draw_board, draw_layout
from paishan.solitaire.layout import Layout


def drawn(*positions: tuple[int, int, int], encoding: str = "utf-8") -> str:
    return draw_layout(Layout.build("test", "Test", positions), encoding).plain


def picture(text: str) -> str:
    return dedent(text).lstrip("\n")


def test_a_tile_between_two_others_has_a_light_frame() -> None:
    assert drawn((0, 0, 0), (2, 0, 0), (4, 0, 0), (6, 0, 0)) == picture("""
        ┏━━━┱───┬───┲━━━┓
        ┃ 1 ┃ 1 │ 1 ┃ 1 ┃
        ┗━━━┹───┴───┺━━━┛
    """)


def test_a_tile_on_another_hides_it() -> None:
    assert drawn((0, 0, 0), (0, 0, 1)) == picture("""
        ┏━━━┓
        ┃ 2 ┃
        ┗━━━┛
    """)


def test_a_tile_half_over_two_others_covers_both_and_they_show_no_face() -> None:
    assert drawn((0, 0, 0), (2, 0, 0), (1, 0, 1), (5, 0, 1)) == picture("""
        ┌─┲━━━┱─┐ ┏━━━┓
        │ ┃ 2 ┃ │ ┃ 2 ┃
        └─┺━━━┹─┘ ┗━━━┛
    """)


def test_a_neighbour_half_a_row_down_is_drawn_half_a_row_down() -> None:
    assert drawn((0, 0, 0), (2, 1, 0)) == picture("""
        ┏━━━┓
        ┃ 1 ┣━━━┓
        ┗━━━┫ 1 ┃
            ┗━━━┛
    """)


def test_plain_characters_where_there_are_no_others() -> None:
    assert drawn((0, 0, 0), (2, 0, 0), (4, 0, 0), (6, 0, 0), encoding="ascii") == picture("""
        +===+---+---+===+
        # 1 # 1 | 1 # 1 #
        +===+---+---+===+
    """)


def test_what_is_taken_leaves_a_gap_and_frees_its_neighbour() -> None:
    row = Layout.build("row", "Row", [(0, 0, 0), (2, 0, 0), (4, 0, 0), (6, 0, 0)])
    assert draw_board(row, ("5B", "N", "Wh", "F1"), 0b1101).plain == picture("""
        ┏━━━┓   ┏━━━┳━━━┓
        ┃5B¹┃   ┃Wh¹┃F1¹┃
        ┗━━━┛   ┗━━━┻━━━┛
    """)
