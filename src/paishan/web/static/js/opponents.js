/** The choice of a match of Chuo Pai: puts the ruleset together from what is chosen, and remembers the choice. */

import { applyLook, chosenLook, el, HABITS, keep, offerSettings, recall } from "./shell.js"

const CHOICES = ["level-1", "character-1", "level-2", "character-2", "matches", "undo", "bonus", "most"]

applyLook(chosenLook())
const start = /** @type {HTMLFormElement} */ (el("start"))
const rulesets = /** @type {NodeListOf<HTMLInputElement>} */ (
  document.querySelectorAll("#start [name=ruleset], #by-code [name=ruleset]")
)
const series = /** @type {HTMLInputElement} */ (el("series"))

/** @param {Record<string, unknown>} changed */
const keepHabits = (changed) => keep(HABITS, { ...recall(HABITS), ...changed })

/** Brings the forms in line with what is chosen. */
function choose() {
  const said = new FormData(start)
  const of = (/** @type {string} */ name) => String(said.get(name) ?? "")
  const player = (/** @type {number} */ seat) =>
    [of(`level-${seat}`), of(`character-${seat}`)].filter(Boolean).join("-")
  const id = `chuo-pai${of("bonus")}${of("most")}${of("undo")}-vs-${player(1)}-${player(2)}`
  for (const input of rulesets) input.value = id
  series.disabled = !of("matches")
  series.value = of("matches") && "new"
}

const kept = recall(HABITS).chosen ?? {}
for (const name of CHOICES) {
  const field = start.elements.namedItem(name)
  const value = kept[name]
  if (typeof value !== "string" || !field) continue
  if (field instanceof HTMLSelectElement) {
    if ([...field.options].some((option) => option.value === value)) field.value = value
  } else if (field instanceof RadioNodeList) {
    for (const radio of field) if (radio instanceof HTMLInputElement) radio.checked = radio.value === value
  }
}
choose()
// A browser that goes back fills in what was chosen, after the page has run.
addEventListener("pageshow", choose)
start.addEventListener("input", () => {
  choose()
  const said = new FormData(start)
  keepHabits({ chosen: Object.fromEntries(CHOICES.map((name) => [name, said.get(name)])) })
})
el("guided").addEventListener("submit", () => keepHabits({ tips: true }))
offerSettings("settings", () => {})
