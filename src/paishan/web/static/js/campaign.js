/** The campaign: a level that is pressed tells about itself without the page being loaded anew. */

import "./home.js"
import { el } from "./shell.js"

const told = el("told")
const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("a[data-level]")])

/** @param {HTMLAnchorElement} chosen */
function choose(chosen) {
  for (const link of links)
    if (link === chosen) link.setAttribute("aria-current", "true")
    else link.removeAttribute("aria-current")
  for (const part of told.children)
    if (part instanceof HTMLElement) part.hidden = part.dataset.level !== chosen.dataset.level
  history.replaceState(null, "", chosen.href)
}

for (const link of links)
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
    event.preventDefault()
    choose(link)
  })
