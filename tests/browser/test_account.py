"""An account in the browser (A5): from a guest on one device to everything on another, and away again."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.test_accessibility import AXE, violations
from tests.browser.test_statistics import won
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser
PASSWORD = "a mountain of tiles"
REFUSED = (r"status: 40[0134] ", r"console: Failed to load resource: .* 40[0134] ")
numbers = count(1)


def new_name() -> str:
    """A name that no other test has."""
    return f"Player no. {next(numbers)}"


def sign_up(page: Page, name: str) -> list[str]:
    """Make an account on the page; gives the codes that are shown."""
    page.locator("#signup-name").fill(name)
    page.locator("#signup-password").fill(PASSWORD)
    page.get_by_role("button", name="Create the account").click()
    sheet = page.get_by_role("dialog", name="Keep these codes")
    expect(sheet.get_by_role("listitem")).to_have_count(10)
    codes = sheet.get_by_role("listitem").all_inner_texts()
    sheet.get_by_role("button", name="I have kept them").click()
    expect(page.get_by_role("heading", name=name, level=2)).to_be_visible()
    return codes


def log_in(page: Page, name: str, password: str = PASSWORD) -> None:
    page.locator("#login-name").fill(name)
    page.locator("#login-password").fill(password)
    page.get_by_role("button", name="Log in", exact=True).click()


def is_guest(page: Page) -> None:
    expect(page.get_by_role("heading", name="You play as a guest")).to_be_visible()


def games_played(visitor: Visitor) -> int:
    return int(visitor.context.request.get("/api/statistics").json()["total"]["played"])


def test_everything_is_there_on_the_second_device_and_can_be_taken_away(visit: Visit) -> None:
    first, second = visit(1440, 900), visit(360, 740, has_touch=True)
    name = new_name()
    watched = won(first, "first-steps")
    page = first.page
    page.goto("/")
    page.get_by_role("link", name="Account").click()
    page.wait_for_url("**/account")
    is_guest(page)
    sign_up(page, name)
    assert games_played(first) == 1

    other = won(second, "lantern")
    phone = second.page
    phone.goto("/account")
    second.bring_about(*REFUSED)
    log_in(phone, name, "not the password")
    wrong = phone.get_by_role("alert").filter(has_text="This name and this password do not belong together.")
    expect(wrong).to_be_visible()
    is_guest(phone)
    log_in(phone, name.upper())
    expect(phone.get_by_role("heading", name=name, level=2)).to_be_visible()
    assert games_played(first) == games_played(second) == 2
    page.goto("/statistics")
    expect(page.get_by_text(f"Lists show you as {name}.")).to_be_visible()
    expect(page.locator(".lately a")).to_have_count(2)
    page.goto(f"/watch/{other}")
    expect(page.get_by_role("heading", name="Lantern")).to_be_visible()

    page.goto("/account")
    expect(page.locator("#devices li")).to_have_count(2)
    page.get_by_role("button", name="Log out everywhere else").click()
    expect(page.locator("#devices li")).to_have_count(1)
    phone.goto("/account")
    is_guest(phone)

    page.evaluate("caches.open('paishan-games')")
    page.evaluate("for (const key of ['heard.x', 'unsent.x', 'look']) localStorage.setItem(`paishan.${key}`, '{}')")
    page.get_by_role("button", name="Delete everything").click()
    sheet = page.get_by_role("dialog", name="Delete everything?")
    expect(sheet.get_by_label("Your password", exact=True)).to_be_focused()
    first.bring_about(*REFUSED)
    page.keyboard.type("not the password")
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("alert")).to_have_text("That is not the password of this account.")
    sheet.get_by_label("Your password", exact=True).fill(PASSWORD)
    sheet.get_by_role("button", name="Delete everything").click()
    page.wait_for_url(f"{first.server.url}/")
    kept = page.evaluate("caches.keys().then((names) => [...names, ...Object.keys(localStorage)])")
    # The page of the boards notes there again how it is set.
    assert not {"paishan-games", "paishan.heard.x", "paishan.unsent.x", "paishan.look"} & {*kept}
    assert {cookie["name"] for cookie in first.context.cookies()} <= {"paishan-offset", "paishan-table"}
    page.goto(f"/watch/{watched}")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    assert games_played(first) == 0


def test_a_forgotten_password_is_set_anew_by_a_code(visit: Visit) -> None:
    visitor = visit(768, 1024)
    page, name = visitor.page, new_name()
    page.goto("/account")
    code = sign_up(page, name)[4]
    page.get_by_role("button", name="Log out", exact=True).first.click()
    is_guest(page)
    page.get_by_text("The password is forgotten").click()
    page.locator("#recover-name").fill(name)
    page.locator("#recover-code").fill(code.lower())
    page.locator("#recover-password").fill("a valley of dominoes")
    page.get_by_role("button", name="Set the password and log in").click()
    expect(page.get_by_text("9 of 10 codes are left.")).to_be_visible()
    page.get_by_role("button", name="Make 10 new codes").click()
    page.get_by_label("Your password", exact=True).fill("a valley of dominoes")
    page.get_by_role("button", name="Make the codes").click()
    expect(page.get_by_role("dialog", name="Keep these codes").get_by_role("listitem")).to_have_count(10)
    page.keyboard.press("Escape")
    expect(page.get_by_text("10 of 10 codes are left.")).to_be_visible()


def test_the_name_and_the_password_are_changed_on_the_page(visit: Visit) -> None:
    visitor = visit(1440, 900)
    page, name, other = visitor.page, new_name(), new_name()
    page.goto("/account")
    sign_up(page, name)
    visitor.bring_about(*REFUSED)
    page.get_by_label("Name of the account").fill("A\u200bda")
    page.get_by_role("button", name="Rename").click()
    expect(page.locator("#rename-error")).to_have_text("A name is made of characters that can be seen.")
    page.get_by_label("Name of the account").fill(other)
    page.get_by_role("button", name="Rename").click()
    expect(page.locator("#name-said")).to_have_text(f"The account is now called {other}.")
    expect(page.locator("#rename-error")).to_be_hidden()
    page.get_by_label("Lists show my name").uncheck()
    expect(page.locator("#name-said")).to_have_text("Lists show you without a name.")
    page.get_by_label("Present password").fill(PASSWORD)
    page.locator("#new-password").fill("1234567890")
    page.get_by_role("button", name="Change the password").click()
    expect(page.locator("#password-error")).to_contain_text("passwords that are tried first")
    page.locator("#new-password").fill("a valley of dominoes")
    page.get_by_role("button", name="Show the password").nth(1).click()
    expect(page.locator("#new-password")).to_have_attribute("type", "text")
    page.get_by_role("button", name="Change the password").click()
    expect(page.locator("#password-said")).to_contain_text("The password is changed.")
    page.get_by_role("button", name="Log out", exact=True).first.click()
    is_guest(page)
    log_in(page, other, "a valley of dominoes")
    expect(page.get_by_role("heading", name=other, level=2)).to_be_visible()


def test_a_passkey_is_made_and_logs_in_without_a_name(visit: Visit) -> None:
    visitor = visit(1440, 900)
    page, name = visitor.page, new_name()
    session = visitor.context.new_cdp_session(page)
    session.send("WebAuthn.enable", {"enableUI": False})
    keeper: dict[str, Any] = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    added = session.send("WebAuthn.addVirtualAuthenticator", {"options": keeper})
    page.goto(f"http://localhost:{visitor.server.port}/account")
    sign_up(page, name)
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_label("Your password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#passkeys li")).to_have_count(1)
    stored = session.send("WebAuthn.getCredentials", {"authenticatorId": added["authenticatorId"]})["credentials"]
    assert [(one["isResidentCredential"], one["rpId"]) for one in stored] == [(True, "localhost")]
    page.get_by_role("button", name="Log out", exact=True).first.click()
    is_guest(page)
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("heading", name=name, level=2)).to_be_visible()
    # It also shows that it is the owner who asks.
    page.get_by_role("button", name="Make 10 new codes").click()
    page.get_by_role("button", name="Use a passkey instead").click()
    expect(page.get_by_role("dialog", name="Keep these codes").get_by_role("listitem")).to_have_count(10)
    page.keyboard.press("Escape")
    expect(page.get_by_text("10 of 10 codes are left.")).to_be_visible()
    page.get_by_role("button", name="Remove the passkey").click()
    expect(page.locator("#passkeys li")).to_have_count(0)


def test_a_server_without_a_name_offers_no_passkeys(visit: Visit) -> None:
    visitor = visit(1440, 900)
    page = visitor.page
    page.goto("/account")
    expect(page.get_by_role("button", name="Log in with a passkey")).to_be_hidden()
    sign_up(page, new_name())
    expect(page.get_by_role("button", name="Add a passkey")).to_be_hidden()
    expect(page.get_by_text("This browser makes no passkeys for this address.")).to_be_visible()


@pytest.mark.parametrize(("table", "width", "height"), [("felt", 360, 740), ("night", 1440, 900), ("paper", 768, 1024)])
def test_axe_finds_nothing_and_keys_reach_everything(visit: Visit, table: str, width: int, height: int) -> None:
    visitor = visit(width, height)
    visitor.context.add_init_script(AXE)
    visitor.context.add_init_script(f"localStorage.setItem('paishan.look', '{{\"table\": \"{table}\"}}')")
    visitor.bring_about(*REFUSED)
    page = visitor.page
    found: list[str] = []

    def look(where: str) -> None:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where
        found.extend(violations(page, where))

    page.goto("/account")
    log_in(page, "nobody at all")
    expect(page.locator("#login-error")).to_be_visible()
    page.get_by_text("The password is forgotten").click()
    look("a guest")
    sign_up(page, new_name())
    look("an account")
    page.get_by_role("button", name="Delete everything").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Delete everything?")).to_be_visible()
    look("the question")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Delete everything")).to_be_focused()
    assert found == []
