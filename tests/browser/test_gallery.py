"""The gallery: filters that stay in the address, facts, starting a board, files of other programs."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Page, expect

from paishan.codes import Code, Dealer
from paishan.solitaire.facts import facts
from paishan.solitaire.formats import write
from paishan.solitaire.gallery import by_id, layouts
from paishan.solitaire.layout import Layout
from tests.browser.conftest import Visit
from tests.browser.test_accessibility import violations
from tests.browser.test_pictures import picture

pytestmark = pytest.mark.browser

HUT = Layout.build("hut", "Hut", [(2 * x, 2 * y, 0) for x in range(5) for y in range(3)] + [(3, 1, 1)])
"""Sixteen tiles: three rows of five, and one on top in the middle of four."""


def shown(page: Page) -> set[str]:
    """The layouts that are to be seen."""
    cards = "[...document.querySelectorAll('#cards > li')]"
    return set(page.evaluate(f"{cards}.filter((card) => card.offsetHeight).map((card) => card.dataset.id)"))


def chip(page: Page, name: str) -> None:
    page.locator("#chips").get_by_role("button", name=name, exact=True).click()


def test_filters_work_at_once_and_stay_in_the_address(visit: Visit) -> None:
    page = visit().page
    page.goto("/layouts")
    assert len(shown(page)) == len(layouts())
    chip(page, "For phones")
    phone = {layout.id for layout in layouts() if layout.phone}
    assert shown(page) == phone
    chip(page, "First boards")
    small = {layout.id for layout in layouts() if layout.phone and len(layout) <= 96}
    assert shown(page) == small
    assert page.url.endswith("/layouts?show=phone,first")
    chip(page, "Up to 72 tiles")
    tiny = {id for id in small if len(by_id(id)) <= 72}
    assert shown(page) == tiny and 0 < len(tiny) < len(small)
    expect(page.locator("#count")).to_have_text(f"{len(tiny)} of {len(layouts())} layouts")
    page.reload()
    assert shown(page) == tiny
    expect(page.get_by_role("button", name="For phones")).to_have_attribute("aria-pressed", "true")
    chip(page, "All")
    assert len(shown(page)) == len(layouts())
    assert page.url.endswith("/layouts")


def test_difficulty_is_what_was_measured(visit: Visit) -> None:
    page = visit().page
    page.goto("/layouts")
    for grade, name in enumerate(("Gentle", "Easy", "Medium", "Hard", "Very hard"), 1):
        chip(page, name)
        expected = {layout.id for layout in layouts() if (known := facts(layout.id)) and known.grade == grade}
        assert shown(page) == expected
        chip(page, name)


def test_a_board_is_started_from_its_sheet(visit: Visit) -> None:
    visitor = visit(360, 740, has_touch=True, is_mobile=True)
    page = visitor.page
    page.goto("/layouts?show=first")
    page.locator("[data-id=first-steps] button").tap()
    expect(page.get_by_role("dialog", name="First steps")).to_be_visible()
    assert page.url.endswith("/layouts?show=first#first-steps")
    expect(page.locator("#l-facts")).to_contain_text("36 tiles, 3 layers, 20 free at the start")
    known = facts("first-steps")
    assert known is not None and not known.hardly_ever
    expect(page.locator("#l-deals")).to_contain_text("of random deals can be cleared")
    page.get_by_label("Taipei", exact=False).nth(0).check()
    page.get_by_label("At random, and proved").check()
    page.locator("#l-play").tap()
    page.wait_for_url("**/play/*")
    game = page.evaluate("JSON.parse(document.getElementById('game').textContent)")
    assert Code.parse(game["code"]).dealer is Dealer.MP1
    assert (game["layout"]["id"], game["ruleset"]["id"]) == ("first-steps", "taipei")
    page.goto("/layouts")
    page.locator("[data-id=turtle] button").tap()
    assert page.locator("[name=ruleset]:checked").get_attribute("value") == "taipei"


def test_where_random_deals_hardly_ever_clear_they_are_not_offered(visit: Visit) -> None:
    page = visit().page
    page.goto("/layouts")
    for layout in layouts():
        known = facts(layout.id)
        if known and known.hardly_ever:
            page.locator(f"[data-id={layout.id}] button").click()
            expect(page.locator("[name=dealer][value=proved]")).to_be_disabled()
            expect(page.locator("#l-random")).to_be_visible()
            expect(page.locator("#l-random")).to_have_text("Not here: random deals of this layout hardly ever clear.")
            page.keyboard.press("Escape")
            break


def test_a_kmahjongg_file_is_brought_measured_played_and_taken_away(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    page = visitor.page
    file = tmp_path / "hut.layout"
    file.write_bytes(write(HUT, "kmahjongg"))
    page.goto("/layouts?show=mine")
    expect(page.locator("#none-mine")).to_be_visible()
    page.locator("#file").set_input_files(file)
    dialog = page.get_by_role("dialog", name="What was in the file")
    expect(dialog).to_contain_text("1 layout was added.")
    expect(dialog).to_contain_text("16 tiles: added")
    dialog.get_by_role("button", name="Show mine").click()
    card = page.locator(f"[data-id={HUT.tag}]")
    expect(card).to_contain_text("16 tiles, 2 layers")
    expect(card).to_contain_text("not measured yet")
    card.locator("button").click()
    page.locator("#l-measure").click()
    expect(page.locator("#l-deals")).to_contain_text("400 were proved")
    with page.expect_download() as download:
        page.get_by_role("link", name="Kyodai").click()
    assert download.value.suggested_filename == "hut.lay"
    page.locator("#l-play").click()
    page.wait_for_url("**/play/*")
    expect(page.locator("#board .tile")).to_have_count(16)
    page.goto("/layouts?show=mine")
    expect(card).to_contain_text("of random deals clear")
    card.locator("button").click()
    expect(page.locator("#l-deals")).to_contain_text("400 were proved")
    page.locator("#l-remove").click()
    expect(card).to_have_count(0)
    assert shown(page) == set()
    page.locator("#toast-act").click()
    expect(card).to_be_visible()


def test_what_the_server_refuses_is_said_in_a_whole_sentence(visit: Visit) -> None:
    visitor = visit()
    visitor.bring_about("404")
    page, asking = visitor.page, visitor.context.request
    id = asking.post("/api/layouts", data={"name": "Hut", "slots": [list(slot) for slot in HUT.slots]}).json()["id"]
    page.goto(f"/layouts#{id}")
    asking.delete(f"/api/layouts/{id}")
    page.locator("#l-remove").click()
    expect(page.locator("#toast-said")).to_have_text("There is no such layout on your shelf.")


def test_an_address_that_names_no_layout_opens_the_gallery(visit: Visit) -> None:
    page = visit().page
    page.goto("/layouts#%E0")
    expect(page.locator("#count")).to_have_text(f"{len(layouts())} layouts")
    expect(page.locator("#sheet-layout")).not_to_be_visible()


def test_a_file_that_cannot_be_read_is_told_of(visit: Visit, tmp_path: Path) -> None:
    page = visit().page
    file = tmp_path / "odd.layout"
    file.write_bytes(b"kmahjongg-layout-v1.0\n12\n43\n..\n..\n" * 1)
    page.goto("/layouts")
    page.locator("#file").set_input_files(file)
    dialog = page.get_by_role("dialog", name="What was in the file")
    expect(dialog).to_contain_text("Nothing was added.")
    expect(dialog.locator(".refused")).to_have_count(1)
    file.write_bytes(b"x" * 10_000_001)
    page.keyboard.press("Escape")
    page.locator("#file").set_input_files(file)
    expect(page.locator("#toast-said")).to_have_text("A layout file has at most 10 MB; this one has more.")


@pytest.mark.parametrize(("table", "width", "height"), [("felt", 1440, 900), ("night", 360, 740), ("paper", 360, 740)])
def test_axe_finds_nothing_in_the_gallery(visit: Visit, table: str, width: int, height: int) -> None:
    visitor = visit(width, height)
    page = visitor.page
    visitor.context.add_init_script(path=AXE_FILE_PATH)
    visitor.context.add_init_script(f"localStorage.setItem('paishan.look', '{{\"table\": \"{table}\"}}')")
    page.goto("/layouts")
    chip(page, "For phones")
    found = violations(page, "gallery")
    page.locator("[data-id=turtle], [data-id=lantern]").locator("button:visible").first.click()
    found += violations(page, "the sheet of a layout")
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 740)])
def test_pictures_of_the_gallery(visit: Visit, width: int, height: int) -> None:
    page = visit(width, height).page
    page.goto("/layouts")
    picture(page, f"gallery-{width}")
    page.locator("[data-id=turtle] button").click()
    expect(page.get_by_role("dialog", name="Turtle")).to_be_visible()
    picture(page, f"gallery-layout-{width}")
