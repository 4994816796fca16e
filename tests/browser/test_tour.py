"""The tour of every page and sheet (`tools.tour`): all of it fits, can be hit, and is in its language; axe is content.

Languages and tables take turns, so that each is met on every third or fifth page; the long form has them all.
"""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Browser
from tools.tour.finding import findings, left_in_english
from tools.tour.stops import STOPS, Stop, Traveller

from tests.browser.conftest import Visit
from tests.browser.test_accessibility import AXE, violations
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

LANGUAGES = ("ro", "fi", "sv", "nb", "en")
TABLES = ("felt", "night", "paper")
LOW = {
    "turtle",
    "level",
    "menu",
    "locked",
    "given-up",
    "won-level",
    "grid",
    "grid-locked",
    "grid-won",
    "beat",
    "over",
    "watch",
    "practice-free",
}
"""The stops that a phone on its side has the least room for."""
COLUMNS = {"home", "campaign", "daily", "statistics", "connect", "chuo", "watch-match", "offline", "layouts", "editor"}
"""The stops that stand in other columns on a tablet."""


def traveller(visit: Visit, width: int, height: int) -> Traveller:
    """Somebody with games behind; pages that are not there are on the way."""
    visitor: Visitor = visit(width, height, reduced_motion="reduce")
    visitor.bring_about("404", "409")
    # A script that is there before the page is not subject to the page's policy.
    visitor.context.add_init_script(AXE)
    found = Traveller(visitor)
    found.prepare()
    return found


def come(to: Stop, sent: Traveller, language: str, table: str, axe: bool = True) -> list[str]:
    """What is wrong at a stop."""
    sent.wear(language, table)
    to.come(sent)
    where = f"{to.name}, {language}, {table}"
    found = [f"{where}: {line}" for line in findings(sent.page, language)]
    return found + (violations(sent.page, where) if axe else [])


@pytest.mark.parametrize("part", [0, 1])
def test_every_page_and_sheet_on_a_phone(visit: Visit, part: int) -> None:
    """In two parts, for two workers; axe comes to other pages in the tests of its own."""
    sent = traveller(visit, 360, 740)
    found: list[str] = []
    for number, stop in enumerate(STOPS):
        if number % 2 == part:
            found += come(stop, sent, LANGUAGES[number % 5], TABLES[number % 3], axe=number % 4 == part)
    assert found == []


def test_the_longest_words_on_a_phone_on_its_side(visit: Visit) -> None:
    sent = traveller(visit, 740, 360)
    found: list[str] = []
    for number, stop in enumerate(stop for stop in STOPS if stop.name in LOW):
        found += come(stop, sent, LANGUAGES[number % 2], "felt", axe=False)
    assert found == []


def test_the_longest_words_on_a_tablet(visit: Visit) -> None:
    sent = traveller(visit, 768, 1024)
    found: list[str] = []
    for number, stop in enumerate(stop for stop in STOPS if stop.name in COLUMNS):
        found += come(stop, sent, LANGUAGES[number % 2], "felt", axe=False)
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(360, 740), (768, 1024), (1440, 900)])
def test_every_page_and_sheet_in_every_language_on_every_table(visit: Visit, width: int, height: int) -> None:
    sent = traveller(visit, width, height)
    found: list[str] = []
    for stop, language, table in product(STOPS, LANGUAGES, TABLES):
        found += come(stop, sent, language, table)
    assert found == []


def test_words_at_an_edge_and_half_a_placeholder_are_noticed(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        """<html lang="en"><style>
          body { font: 16px/20px monospace }
          button { border: 1px solid; height: 44px; font: inherit }
          input { width: 80px; height: 44px; padding: 0 4px; border: 0; font: inherit }
        </style>
        <button style="padding: 0 8px">Deal</button> <button style="padding: 0 1px">Undo</button>
        <input aria-label="a" placeholder="short"> <input aria-label="b" placeholder="much too long a name">"""
    )
    told = [line.split(" | ")[:2] for line in findings(page, "en")]
    page.close()
    assert told == [["at the edge", 'button "Undo"'], ["cut off", 'input "b"']]


def test_half_a_choice_letters_that_are_cut_small_beginnings_and_uneven_cards_are_noticed(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        """<html lang="en"><style>
          body { font: 16px/20px monospace }
          select { height: 44px; padding: 0 4px; border: 0; font: inherit }
          p { margin: 0; overflow: hidden; line-height: 16px }
          ul { display: grid; grid-template-columns: 100px 100px; align-items: start; margin: 0; padding: 0 }
          div { display: flex } div p { overflow: visible; line-height: 20px }
        </style>
        <select style="width: 60px" aria-label="a"><option>Hard</option></select>
        <select style="width: 80px" aria-label="b"><option>Hard</option></select>
        <p id="high">Own</p> <p id="low">Page</p>
        <h2>januari 2027</h2> <h3>Januari 2027</h3>
        <ul class="gal"><li class="card" style="height: 60px">One</li>
        <li class="card" style="height: 50px">Two</li></ul>
        <div><p>Plum</p><p>Bench</p></div> <div style="gap: 8px"><p>Heaven</p><p>Earth</p></div>"""
    )
    told = sorted(line.split(" | ")[:2] for line in findings(page, "en"))
    page.close()
    assert told == [
        ["begins small", 'h2 "januari 2027"'],
        ["cut off", 'select "a"'],
        ["cut off below", 'p#low "Page"'],
        ["run together", "Plum"],
        ["uneven", 'li.card "One"'],
    ]


def test_what_is_left_in_english_is_noticed() -> None:
    assert left_in_english("Continue", "ro")
    assert left_in_english("Play today’s Mahjong Connect", "fi")
    assert not left_in_english("Continuă", "ro")
    # Said alike in both languages.
    assert not left_in_english("Normal", "sv")
    assert not left_in_english("Mahjong Connect", "nb")
