"""The line between two tiles is seen whole, where it is to run, on every size of screen (reports N8)."""

from __future__ import annotations

import base64
import re
from itertools import pairwise
from math import dist

import pytest
from playwright.sync_api import Page

from paishan.connect.board import Board
from paishan.connect.line import line
from paishan.pairs import Pair
from paishan.play.ruleset import CONNECT_STANDARD
from tests.browser.conftest import Visit
from tests.browser.gridpage import SMALL, WHOLE, GridPage, open_grid
from tests.browser.visitor import stop_time

pytestmark = pytest.mark.browser

SIZES = [(360, 740), (740, 360), (768, 1024), (1440, 900)]
YELLOW = (0xFF, 0xD4, 0x5E)

_COLOURS = """async ([picture, points]) => {
  const image = new Image()
  image.src = `data:image/png;base64,${picture}`
  await image.decode()
  const canvas = new OffscreenCanvas(image.width, image.height)
  const pen = canvas.getContext("2d", { willReadFrequently: true })
  pen.drawImage(image, 0, 0)
  return points.map(([x, y]) => [...pen.getImageData(Math.floor(x), Math.floor(y), 1, 1).data].slice(0, 3))
}"""


def longest(board: Board, outside: bool) -> Pair:
    """The pair with the longest line of three parts, or the longest that stays inside."""

    def size(pair: Pair) -> tuple[int, int]:
        points = line(board, pair.a, pair.b)
        assert points is not None
        off = any(not (0 <= x < board.grid.width and 0 <= y < board.grid.height) for x, y in points)
        steps = sum(abs(x - u) + abs(y - v) for (x, y), (u, v) in pairwise(points))
        return (len(points), steps) if off == outside else (0, steps)

    return max(board.pairs(), key=size)


def middle_of(table: GridPage, slot: int) -> tuple[float, float]:
    left, top, width, height = table.boxes()[slot]
    return left + width / 2, top + height / 2


def drawn(page: Page) -> list[tuple[float, float]]:
    """The points of the line on the page, in the coordinates of the window."""
    path, left, top = page.evaluate(
        """() => {
          const { left, top } = document.querySelector("#traces .joint").getBoundingClientRect()
          return [document.querySelector("#traces .over").getAttribute("d"), left, top]
        }"""
    )
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path)]
    return [(left + x, top + y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


@pytest.mark.parametrize("still", [False, True])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_part_of_the_line_is_seen(visit: Visit, width: int, height: int, still: bool) -> None:
    visitor = visit(width, height, reduced_motion="reduce" if still else "no-preference")
    page = visitor.page
    page.clock.install()
    table = open_grid(visitor, SMALL if still else WHOLE, CONNECT_STANDARD)
    board = table.dealt.board()
    for pair in table.dealt.witness[:9]:
        board.push(pair)
    table.take(board.taken)
    page.clock.run_for(2000)
    pair = longest(board, outside=not still)
    points = line(board, pair.a, pair.b)
    assert points is not None
    ends = middle_of(table, pair.a), middle_of(table, pair.b)
    # From here on no time passes, so that the line stays.
    stop_time(page)
    table.take([pair])
    page.evaluate("document.getAnimations().forEach((running) => { running.pause(); running.currentTime = 0 })")
    found = drawn(page)
    assert len(found) == len(points)
    assert found[0] == pytest.approx(ends[0], abs=1)
    assert found[-1] == pytest.approx(ends[1], abs=1)

    # Each part runs along a row or a column, as long as it is on the grid, and is seen all along.
    upright = height > width
    for (start, end), (p, q) in zip(pairwise(found), pairwise(points), strict=True):
        along_row = (p[1] == q[1]) != upright
        assert (abs(start[1] - end[1]) < 0.2) == along_row
        assert (abs(start[0] - end[0]) < 0.2) == (not along_row)
    for x, y in found:
        assert 2 <= x <= width - 2
        assert 2 <= y <= height - 2
    seen = [
        (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
        for start, end in pairwise(found)
        for share in (0.2, 0.35, 0.5, 0.65, 0.8)
    ]
    # At its ends the line is covered by its dots.
    seen = [point for point in seen if min(dist(point, found[0]), dist(point, found[-1])) > 10]
    assert len(seen) > 4
    picture = base64.b64encode(page.screenshot(animations="allow")).decode()
    blank = visitor.context.new_page()
    colours = blank.evaluate(_COLOURS, [picture, seen])
    assert all(max(abs(a - b) for a, b in zip(colour, YELLOW, strict=True)) < 40 for colour in colours), colours


def test_the_line_goes_by_itself_and_is_not_in_the_way(visit: Visit) -> None:
    table = open_grid(visit(1440, 900))
    first, second = table.dealt.witness[:2]
    table.take([first, second])
    table.page.wait_for_function("() => !document.querySelector('#traces > *')")
    assert table.agreed()["left"] == 80
