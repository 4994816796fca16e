"""The settings of the look: each works at once, is kept, and can be put back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.browser.visitor import code_of

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

CODE = code_of("first-steps")


def look(page: Page) -> dict[str, Any]:
    """What the browser keeps of the look."""
    kept: dict[str, Any] = page.evaluate("JSON.parse(localStorage.getItem('paishan.look') ?? '{}')")
    return kept


def sprites(page: Page) -> set[str]:
    """The drawings out of which the board's tiles come."""
    uses = "[...document.querySelectorAll('#board use')].map((use) => use.getAttribute('href'))"
    return {re.sub(r".*/|#.*", "", href) for href in page.evaluate(uses)}


def choose(page: Page, name: str) -> None:
    """Press a setting that stands beside others."""
    page.locator("#sheet-settings label", has=page.get_by_role("radio", name=name, exact=True)).click()


def test_simple_faces_are_drawn_at_once_and_kept(visit: Visit) -> None:
    table = visit().open(CODE)
    page = table.page
    assert sprites(page) == {"pictures.svg"}
    table.press("menu")
    table.press("m-settings")
    choose(page, "Simple")
    assert sprites(page) == {"simple.svg"}
    assert look(page) == {"labels": "simple"}
    page.reload()
    page.wait_for_selector("#board[aria-busy=false]")
    assert sprites(page) == {"simple.svg"}
    answer = page.request.get(page.evaluate("document.documentElement.dataset.simple"))
    drawn = re.findall(r'<symbol id="(\w+)"', answer.text())
    assert len(drawn) == 42
