"""The first page: a board is opened as it was chosen there."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def test_the_board_of_a_code_is_played_as_chosen(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    page.get_by_role("radio", name="Taipei").check()
    page.get_by_text("Options of Taipei").click()
    page.get_by_role("combobox", name="Flowers and seasons").select_option("only the same")
    page.get_by_text("Play a board by its code").click()
    page.get_by_label("The same code gives the same board everywhere.").fill("mj1 l00 aaaaabl")
    page.get_by_label("The same code gives the same board everywhere.").press("Enter")
    expect(page.locator("#left")).to_have_text("144 tiles")
    game = page.evaluate("JSON.parse(document.getElementById('game').textContent)")
    assert (game["code"], game["ruleset"]["id"]) == ("MJ1-L00-AAAAABL", "taipei-identical")
