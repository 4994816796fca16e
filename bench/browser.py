"""What a player waits for: the weight of a first visit, the time to a playable board, and from a tap to its frame.

    python -m bench.browser [--quick]

Chromium visits the server that `paishan play` starts, with nothing in its cache. The profile of a slow phone is 1.6
Mbit/s, 150 ms for every request and a processor four times slower; taps are measured with the network cut. A board is
playable in the frame that shows its tiles with their faces, when a tap on one selects it.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, sync_playwright
from tests.browser.serving import Server
from tests.browser.timing import clock_taps, count_processor_time, drawn_after, processor_time
from tests.browser.visitor import Visitor, code_of, launch
from tests.browser.weighing import MOST_BYTES, MOST_REQUESTS, Scales

from paishan.play.ruleset import TAIPEI

PLAYABLE = 2.0
"""Seconds to a playable board on the slow phone."""
DRAWN = 50
"""Milliseconds from a tap to its frame."""
MBIT = 1_000_000 / 8
SLOWER = 4

_WATCH = """addEventListener("DOMContentLoaded", () => {
  const look = () => requestAnimationFrame(() => {
    const sprite = performance.getEntriesByType("resource").find((entry) => entry.name.includes("/faces/pictures"))
    if (!sprite?.responseEnd || !document.querySelector("#board .tile.free")) return look()
    requestAnimationFrame(() => {
      const painted = new MessageChannel()
      painted.port1.onmessage = () => (window.playable = performance.now())
      painted.port2.postMessage(0)
    })
  })
  look()
})"""


def slow_down(session: CDPSession) -> None:
    """The profile of a slow phone on a slow network."""
    session.send("Network.enable")
    conditions = {"offline": False, "latency": 150, "downloadThroughput": 1.6 * MBIT, "uploadThroughput": 1.6 * MBIT}
    session.send("Network.emulateNetworkConditions", conditions)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def measure_weight(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server)
    scales = Scales(visitor.context.new_cdp_session(visitor.page))
    visitor.open(code_of("turtle"))
    visitor.page.wait_for_load_state("networkidle")
    weight, requests = scales.first_visit()
    visitor.context.close()
    print(
        f"visit: {weight:,} bytes in {requests} requests "
        f"(at most {MOST_BYTES:,} and {MOST_REQUESTS}: {weight / MOST_BYTES:.2f} of it)"
    )


def measure_playable(browser: Browser, server: Server, visits: int) -> None:
    times = []
    for _ in range(visits):
        visitor = Visitor(browser, server, 360, 740, has_touch=True, is_mobile=True, device_scale_factor=3)
        visitor.context.add_init_script(_WATCH)
        slow_down(visitor.context.new_cdp_session(visitor.page))
        table = visitor.open(code_of("turtle"))
        visitor.page.wait_for_function("() => window.playable")
        times.append(visitor.page.evaluate("window.playable") / 1000)
        slot = max(table.deal.witness[0])
        table.tap(slot)
        assert table.shown()["selected"] == [slot]
        visitor.context.close()
    middle = statistics.median(times)
    print(
        f"playable: {middle:.2f} s in the middle of {visits} first visits, {max(times):.2f} at worst "
        f"(at most {PLAYABLE}: {middle / PLAYABLE:.2f} of it)"
    )


def measure_taps(
    browser: Browser, server: Server, layout: str, width: int, height: int, pairs: int, slower: int
) -> None:
    phone = {"has_touch": True, "is_mobile": True, "device_scale_factor": 3} if width < 400 else {}
    visitor = Visitor(browser, server, width, height, **phone)
    # With no rank to be won all faces are told at the beginning; none can come while the network is cut.
    table = visitor.open(code_of(layout), TAIPEI)
    table.take(table.deal.witness[:1])
    table.settled()
    visitor.context.set_offline(True)
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    count_processor_time(session)
    clock_taps(visitor.page)
    begun = processor_time(session)
    table.take(table.deal.witness[1 : 1 + pairs])
    spent = (processor_time(session) - begun) / (2 * pairs)
    drawn = drawn_after(visitor.page, 2 * pairs)
    visitor.context.close()
    assert len(drawn) == 2 * pairs
    middle = statistics.median(drawn)
    # What slows the processor down works in the page's own thread, and would be counted as its work.
    own = f"; {spent:.0f} ms of it the page's own work" if slower == 1 else ""
    print(
        f"tap: {middle:.0f} ms in the middle of {len(drawn)}, {min(drawn):.0f} at best, {max(drawn):.0f} at worst "
        f"(at most {DRAWN}: {middle / DRAWN:.2f} of it), {layout} at {width} x {height}, processor / {slower}{own}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer visits and taps")
    quick: bool = parser.parse_args().quick
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = launch(playwright.chromium, whole=True)
        try:
            measure_weight(browser, server)
            measure_playable(browser, server, 3 if quick else 9)
            for slower in (1, SLOWER):
                measure_taps(browser, server, "turtle", 1440, 900, 15 if quick else 60, slower)
                measure_taps(browser, server, "lantern", 360, 740, 15 if quick else 30, slower)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
