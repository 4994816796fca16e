/** The boards of the day: the time to the next ones, and results to share. */

import { keepOffset } from "./home.js"
import { clockText, el, speaker, toast } from "./shell.js"

const { dataset } = el("days")
const say = speaker(JSON.parse(el("texts").textContent ?? "{}"), document.documentElement.lang)

if (keepOffset(Number(dataset.offset))) location.reload()

const ends = Date.now() + Number(dataset.left)

/** Counts down to the next boards. */
function count() {
  const left = ends - Date.now()
  const over = left <= 0
  el("countdown").textContent = over ? say("next.now") : say("next.in", { time: clockText(left) })
  el("anew").hidden = !over
  if (!over) setTimeout(count, left % 1000 || 1000)
}
count()

/** @param {HTMLElement} line  its text, with the address of this page */
async function share(line) {
  const text = `${line.textContent?.trim()} ${location.origin}/daily`
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    try {
      return await navigator.share({ text })
    } catch {
      // Called off, or not to be done here: the clipboard is left.
    }
  }
  try {
    await navigator.clipboard.writeText(text)
    toast(say("copied"))
  } catch {
    getSelection()?.selectAllChildren(line)
    toast(say("copy.by-hand"))
  }
}

for (const button of document.querySelectorAll("button[data-share]"))
  if (button instanceof HTMLElement) button.addEventListener("click", () => share(el(button.dataset.share ?? "")))
