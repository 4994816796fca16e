"""How long a tap takes to be drawn: from the moment of the event to the end of the frame after it."""

from __future__ import annotations

from playwright.sync_api import Page

_CLOCK = """() => {
  window.drawnAfter = []
  addEventListener("click", (event) => {
    requestAnimationFrame(() => {
      const painted = new MessageChannel()
      painted.port1.onmessage = () => window.drawnAfter.push(performance.now() - event.timeStamp)
      painted.port2.postMessage(0)
    })
  }, { capture: true })
}"""


def clock_taps(page: Page) -> None:
    """From now on, note every tap of the page."""
    page.evaluate(_CLOCK)


def drawn_after(page: Page) -> list[float]:
    """Milliseconds that every tap since `clock_taps` took, in order."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    found: list[float] = page.evaluate("window.drawnAfter")
    return found
