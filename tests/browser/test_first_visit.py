"""A first visit weighs little: the budget of 80 KB and 12 requests to a board that can be played."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.chuopage import open_match
from tests.browser.conftest import Visit
from tests.browser.visitor import code_of
from tests.browser.weighing import MOST_BYTES, MOST_REQUESTS, Scales

pytestmark = pytest.mark.browser


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


def test_a_first_visit_to_a_match_is_light(visit: Visit) -> None:
    visitor = visit()
    scales = Scales(visitor.context.new_cdp_session(visitor.page))
    match = open_match(visitor)
    match.press("hint")
    match.press("play")
    match.settled()
    weight, requests = scales.first_visit()
    print(f"a match: {weight:,} bytes in {requests} requests")
    assert 20_000 < weight <= MOST_BYTES
    assert requests <= MOST_REQUESTS, sorted(scales.bytes)


def test_a_first_visit_home_and_on_to_a_board_is_light(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    scales = Scales(visitor.context.new_cdp_session(page))
    page.goto("/")
    page.locator(".hello:visible").click()
    page.wait_for_url("**/play/*")
    expect(page.locator("#board .tile")).to_have_count(144)
    page.wait_for_load_state("networkidle")
    weight, requests = scales.first_visit()
    print(f"home and a board: {weight:,} bytes in {requests} requests")
    assert 20_000 < weight <= MOST_BYTES


def test_what_is_needed_without_a_network_comes_after_the_board(visit: Visit) -> None:
    visitor = visit(service_workers="allow")
    scales = Scales(visitor.context.new_cdp_session(visitor.page))
    visitor.open(code_of("turtle"))
    visitor.page.wait_for_function("() => navigator.serviceWorker.controller", timeout=60_000)
    took = visitor.page.evaluate(
        """() => {
          const [page] = performance.getEntriesByType("navigation")
          const files = performance.getEntriesByType("resource")
          return files.find((file) => file.name.endsWith("/js/offline.js")).startTime - page.loadEventEnd
        }"""
    )
    assert took >= 1900
    weight, requests = scales.first_visit()
    print(f"a board that is kept: {weight:,} bytes in {requests} requests")
    assert weight <= MOST_BYTES
