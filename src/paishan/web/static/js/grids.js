/**
 * The page on which a game of Mahjong Connect is chosen: from what is chosen one by one follows the ruleset, whose
 * meaning is shown, and by which a code is played too.
 */

import "./home.js"
import { el } from "./shell.js"

const choices = el("choices")

/** @param {string} name  what is chosen of it */
const chosen = (name) => {
  const input = choices.querySelector(`input[name=${name}]:checked`)
  return input instanceof HTMLInputElement ? input.value : ""
}

const ruleset = () => ["connect", chosen("gravity"), chosen("lines"), chosen("scoring")].filter(Boolean).join("-")

/** Chooses the ruleset, and shows what it means. */
function choose() {
  const id = ruleset()
  for (const input of document.querySelectorAll("input[name=ruleset]"))
    if (input instanceof HTMLInputElement) input.checked = input.value === id
  for (const text of el("explained").children)
    if (text instanceof HTMLElement) text.hidden = text.dataset.ruleset !== id
}

choices.addEventListener("input", choose)
// Where tiles move or lines stay inside, a code names other tiles.
el("by-code").addEventListener("formdata", ({ formData }) => {
  if (/^\s*mc1/i.test(String(formData.get("code")))) formData.set("ruleset", ruleset())
})
// A browser that goes back fills in what was chosen, after the page has run.
addEventListener("pageshow", choose)
choose()
