/** The rules: the boards beside the text, and the settings. */

import { drawFigures } from "./figure.js"
import { applyLook, chosenLook, el, offerSettings } from "./shell.js"

applyLook(chosenLook())
const figures = JSON.parse(el("figures").textContent ?? "{}")
const draw = () => drawFigures(figures)

offerSettings("settings", draw)

let width = 0
new ResizeObserver(() => {
  if (width === document.body.clientWidth) return
  width = document.body.clientWidth
  draw()
}).observe(document.body)
for (const folded of document.querySelectorAll("details")) folded.addEventListener("toggle", draw)
addEventListener("pageshow", (event) => event.persisted && applyLook(chosenLook()))
