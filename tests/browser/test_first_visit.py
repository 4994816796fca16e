"""A first visit weighs little: the budget of 80 KB and 12 requests to a board that can be played."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.visitor import code_of
from tests.browser.weighing import MOST_BYTES, MOST_REQUESTS, Scales

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def test_a_first_visit_to_a_board_is_light(visit: Visit) -> None:
    visitor = visit()
    scales = Scales(visitor.context.new_cdp_session(visitor.page))
    table = visitor.open(code_of("turtle"))
    table.take(table.deal.witness[:1])
    table.settled()
    weight, requests = scales.first_visit()
    print(f"a board: {weight:,} bytes in {requests} requests")
    assert 20_000 < weight <= MOST_BYTES
    assert requests <= MOST_REQUESTS


def test_a_first_visit_home_and_on_to_a_board_is_light(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    scales = Scales(visitor.context.new_cdp_session(page))
    page.goto("/")
    page.locator(".hello").click()
    page.wait_for_url("**/play/*")
    expect(page.locator("#board .tile")).to_have_count(144)
    page.wait_for_load_state("networkidle")
    weight, requests = scales.first_visit()
    print(f"home and a board: {weight:,} bytes in {requests} requests")
    assert 20_000 < weight <= MOST_BYTES
