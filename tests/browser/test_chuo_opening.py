"""How a match of Chuo Pai begins before one's eyes: the opening bonuses are laid one after the other, each once."""

from __future__ import annotations

import pytest

from tests.browser.chuopage import code_of, open_match
from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser

_WATCH = """addEventListener("DOMContentLoaded", () => {
  window.mats = []
  const mat = document.getElementById("mat")
  if (!mat) return
  const see = () => {
    const plays = [...mat.querySelectorAll(".play")].map((play) => play.querySelector("p").textContent)
    const number = (kind) => [...document.querySelectorAll(`.seats .${kind}`)].map((of) => of.textContent).join(" ")
    const seen = [plays.join(", "), number("held"), number("points")].join(" | ")
    if (window.mats.at(-1) !== seen) window.mats.push(seen)
  }
  new MutationObserver(() => requestAnimationFrame(see)).observe(mat, { childList: true, subtree: true })
})"""


def test_each_opening_bonus_is_laid_once_before_ones_eyes(visit: Visit) -> None:
    """Deal 15: Wen holds two Nails and two Two-Reds, Ansa two Nails and one Two-Red, and the player leads."""
    visitor = visit()
    visitor.context.add_init_script(_WATCH)
    match = open_match(visitor, code_of(15), pace="fast")
    state = match.agreed()
    assert [len(seat["laid"]) for seat in state["seats"]] == [0, 4, 3]
    wen, ansa = "Wen: opening bonus two Nails and two Two-Reds", "Ansa: opening bonus two Nails and one Two-Red"
    laid = [seen for seen in match.page.evaluate("window.mats") if not seen.startswith(" |")]
    assert laid == [f"{wen} | 24 28 | 4 0", f"{wen}, {ansa} | 24 25 | 4 3"]
