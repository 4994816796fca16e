"""How long a tap takes to be drawn: from the moment of the event to the end of the frame after it.

That is what a player waits, and a busy machine adds to it. The processor time of the page is its own share of it.
"""

from __future__ import annotations

from playwright.sync_api import CDPSession, Page

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


def drawn_after(page: Page, taps: int) -> list[float]:
    """Milliseconds that every tap since `clock_taps` took, in order, once so many were drawn."""
    page.wait_for_function("(taps) => window.drawnAfter.length >= taps", arg=taps)
    found: list[float] = page.evaluate("window.drawnAfter")
    return found


def count_processor_time(session: CDPSession) -> None:
    """From now on, count the processor time of the page's main thread."""
    session.send("Performance.enable", {"timeDomain": "threadTicks"})


def processor_time(session: CDPSession) -> float:
    """Milliseconds that the page's main thread has worked."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")
