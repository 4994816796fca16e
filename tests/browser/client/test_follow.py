"""Settings on several devices: setting by setting, the change that the server heard last holds on all of them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser

Step = tuple[str, int, dict[str, Any]]

VALUES: dict[str, list[Any]] = {
    "table": ["felt", "night", None],
    "pace": ["fast", "slow", None],
    "warm": [0.1, 0.9, None],
}
PLAY = """async (runs) => {
  const [{ chosenHere, chosenLook, keepAll }, { changed, send }] =
    await Promise.all(["shell", "follow"].map((name) => import(`/static/js/${name}.js`)))
  const { fetch, setTimeout } = window
  let server, now, online
  const told = () => (server ? { at: ++now, settings: server } : { at: ++now })
  window.setTimeout = () => 0
  window.fetch = async (path, { body }) => {
    if (!online) throw new TypeError("no network")
    const laid = Object.entries({ ...server, ...JSON.parse(body) }).filter(([, value]) => value !== null)
    server = Object.fromEntries(laid)
    return new Response(JSON.stringify(told()))
  }
  const page = (said) => {
    document.documentElement.dataset.told = said
    chosenLook()
  }
  const shown = []
  for (const steps of runs) {
    const devices = [{}, {}, {}]
    let old = [JSON.stringify({ at: 1, settings: { table: "paper", swap: true } })]
    ;[server, now] = [undefined, 1]
    shown.push([])
    for (const [what, device, changes] of steps) {
      localStorage.clear()
      for (const [key, value] of Object.entries(devices[device])) localStorage.setItem(key, value)
      online = what === "send"
      if (what === "change") {
        keepAll({ ...chosenHere(), ...changes })
        changed(changes)
      } else if (what === "page") page(old[old.push(JSON.stringify(told())) - 1])
      else if (what === "kept" && devices[device]["paishan.settings"]) page(old[0])
      else await send()
      devices[device] = { ...localStorage }
      shown.at(-1).push(JSON.parse(JSON.stringify(chosenHere())))
    }
  }
  localStorage.clear()
  Object.assign(window, { fetch, setTimeout })
  return shown
}"""


class Device:
    """A browser, as it should be."""

    def __init__(self) -> None:
        self.met = False
        """Whether the server has told it that it is somebody's."""
        self.shown: dict[str, Any] = {}
        self.unsent: dict[str, Any] = {}


def laid(settings: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in {**settings, **changes}.items() if value is not None}


def expected(steps: list[Step]) -> list[dict[str, Any]]:
    """What the devices of a player show after each step."""
    server: dict[str, Any] | None = None
    devices = [Device(), Device(), Device()]
    found = []
    for what, number, changes in steps:
        device = devices[number]
        if what == "change":
            device.shown = laid(device.shown, changes)
            if device.met:
                device.unsent |= changes
        elif what == "page":
            if server is None:
                device.unsent |= device.shown
            else:
                if not device.met:
                    device.unsent = {}
                device.shown = laid(server, device.unsent)
            device.met = True
        elif what == "send" and device.unsent:
            server = laid(server or {}, device.unsent)
            device.unsent = {}
            device.shown = dict(server)
        found.append(dict(device.shown))
    return found


def some_steps(chance: random.Random) -> list[Step]:
    """A player with three devices, all of which are heard and look at a page at last."""
    steps: list[Step] = []
    for _ in range(chance.randint(0, 25)):
        what = chance.choice(["change", "change", "change", "page", "page", "send", "lost", "kept"])
        name = chance.choice([*VALUES])
        changes = {name: chance.choice(VALUES[name])} if what == "change" else {}
        steps.append((what, chance.randrange(3), changes))
    return [*steps, *((what, device, {}) for what in ("page", "send", "page") for device in range(3))]


@pytest.fixture
def page(visit: Visit) -> Page:
    visitor = visit()
    visitor.page.goto("/offline")
    return visitor.page


def test_all_devices_come_to_show_what_the_server_heard_last_setting_by_setting(page: Page) -> None:
    chance = random.Random(7)
    runs = [some_steps(chance) for _ in range(300)]
    shown = page.evaluate(PLAY, runs)
    for steps, found in zip(runs, shown, strict=True):
        assert found == expected(steps), steps
        assert found[-1] == found[-2] == found[-3]


def test_a_change_that_was_not_heard_holds_over_what_a_page_says(page: Page) -> None:
    night, paper = {"table": "night"}, {"table": "paper"}
    steps: list[Step] = [
        ("page", 0, {}),
        ("page", 1, {}),
        ("change", 0, night),
        ("send", 0, {}),
        ("change", 1, paper),
        ("lost", 1, {}),
        ("page", 1, {}),
        ("kept", 1, {}),
        ("page", 0, {}),
        ("send", 1, {}),
        ("page", 0, {}),
    ]
    assert page.evaluate(PLAY, [steps])[0] == [*({}, {}, night, night, paper, paper, paper, paper, night, paper, paper)]


def test_a_browser_that_refuses_its_storage_meanwhile_is_forgiven(page: Page) -> None:
    told = page.evaluate(
        """async () => {
          const { send } = await import("/static/js/follow.js")
          localStorage.setItem("paishan.settings", JSON.stringify({ at: 1, unsent: { table: "night" } }))
          window.fetch = async () => {
            Storage.prototype.removeItem = () => { throw new DOMException("", "SecurityError") }
            return new Response(JSON.stringify({ at: 2 }))
          }
          return send()
        }"""
    )
    assert told is True
