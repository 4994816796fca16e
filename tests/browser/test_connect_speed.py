"""A grid is drawn as fast as a board, and a first visit to it weighs little."""

from __future__ import annotations

import statistics

import pytest

from tests.browser.conftest import Visit
from tests.browser.gridpage import WHOLE, open_grid
from tests.browser.timing import clock_taps, count_processor_time, drawn_after, processor_time
from tests.browser.weighing import MOST_BYTES, MOST_REQUESTS, Scales

pytestmark = pytest.mark.browser


def test_a_first_visit_to_a_grid_is_light(visit: Visit) -> None:
    visitor = visit(360, 740)
    scales = Scales(visitor.context.new_cdp_session(visitor.page))
    table = open_grid(visitor, WHOLE)
    table.take(table.dealt.witness[:1])
    table.settled()
    weight, requests = scales.first_visit()
    print(f"a grid: {weight:,} bytes in {requests} requests")
    assert 20_000 < weight <= MOST_BYTES
    assert requests <= MOST_REQUESTS, sorted(scales.bytes)


def test_a_tap_on_a_grid_is_drawn_at_once(visit: Visit) -> None:
    visitor = visit(1440, 900)
    table = open_grid(visitor, WHOLE)
    session = visitor.context.new_cdp_session(table.page)
    pairs = table.dealt.witness[:12]
    table.take(pairs[:2])
    clock_taps(table.page)
    count_processor_time(session)
    before = processor_time(session)
    table.take(pairs[2:])
    worked = (processor_time(session) - before) / 20
    times = drawn_after(table.page, 20)
    assert len(times) == 20
    print(f"a tap on a grid: {statistics.median(times):.0f} ms, worst {max(times):.0f}, {worked:.1f} ms of work")
    assert worked <= 50
