/**
 * The sheet of settings: shows what is chosen, changes the look at once, keeps it, and puts it all back. It comes when
 * it is first wanted, because no first visit needs it.
 */

import { changed as follow } from "./follow.js"
import { applyLook, chosenHere, chosenLook, face, feel, feeling, keepAll, root, SLIDERS, spriteOf } from "./shell.js"

/** @typedef {import("./shell.js").Look} Look */

/** The switches by their ids. */
const SWITCHES = /** @type {const} */ ({
  "hide-clock": "hide_clock",
  "swap-hands": "swap",
  letters: "letters",
  sound: "sound",
  shake: "shake",
})
const NAMES = ["table", "labels", "pace", ...SLIDERS, ...Object.values(SWITCHES)]
const USUAL = "normal"
const percent = new Intl.NumberFormat(root.lang, { style: "percent" })

/** @param {HTMLInputElement} input */
const switchOf = (input) => SWITCHES[/** @type {keyof typeof SWITCHES} */ (input.id)]

const paceHere = () => String(chosenHere().pace ?? USUAL)

/**
 * Lets the sheet of settings change the look; gives what has it show changes that were made elsewhere.
 * @param {HTMLElement} sheet
 * @param {(look: Look) => void} changed
 */
export function bind(sheet, changed) {
  const look = chosenLook()
  const reset = /** @type {HTMLButtonElement} */ (sheet.querySelector("#as-it-was"))
  const said = /** @type {HTMLElement} */ (sheet.querySelector("#as-it-was-said"))
  const shake = sheet.querySelector("#shake")
  if (shake?.parentElement) shake.parentElement.hidden = !("vibrate" in navigator)
  let pace = paceHere()
  /** What was chosen before it was put back. @type {{look: Look, pace: string} | null} */
  let before = null
  const offer = () => {
    reset.textContent = (before ? reset.dataset.back : reset.dataset.reset) ?? ""
    said.textContent = (before && said.dataset.said) ?? ""
  }
  /** @param {Look} next */
  const choose = (next) => {
    for (const name of /** @type {(keyof Look)[]} */ (Object.keys(look))) delete look[name]
    Object.assign(look, next)
  }
  /** @param {boolean} [all]  whether every setting is told, for another device may have changed what is usual here */
  const keep = (all) => {
    /** @type {[import("./shell.js").Changes, import("./shell.js").Changes]} */
    const [now, earlier] = [{ ...look, pace: pace === USUAL ? null : pace }, chosenHere()]
    const names = NAMES.filter((name) => all || (now[name] ?? null) !== (earlier[name] ?? null))
    keepAll(now)
    applyLook(look)
    if (names.length) follow(Object.fromEntries(names.map((name) => [name, now[name] ?? null])))
  }
  for (const tile of /** @type {NodeListOf<HTMLElement>} */ (sheet.querySelectorAll("[data-face]")))
    tile.append(face(spriteOf({}), tile.dataset.face ?? null))
  fill(sheet, look, pace)
  reset.addEventListener("click", () => {
    const next = before ?? { look: {}, pace: USUAL }
    before = before ? null : { look: { ...look }, pace }
    choose(next.look)
    pace = next.pace
    keep(true)
    fill(sheet, look, pace)
    offer()
    changed(look)
  })
  sheet.querySelector("select[name=language]")?.addEventListener("change", (event) => {
    const { form } = /** @type {HTMLSelectElement} */ (event.target)
    const back = form?.elements.namedItem("back")
    if (back instanceof HTMLInputElement) back.value = location.pathname + location.search
    form?.submit()
  })
  sheet.addEventListener("input", (event) => {
    if (!(event.target instanceof HTMLInputElement)) return
    const input = event.target
    if (input.name === "pace") pace = input.value
    else if (input.name === "table" || input.name === "labels") look[input.name] = input.value
    else if (input.type === "range")
      look[/** @type {typeof SLIDERS[number]} */ (input.id)] = Number(input.value) / 100
    else look[switchOf(input)] = input.checked
    before = null
    offer()
    tell(input)
    keep()
    changed(look)
    if (input.id === "sound" || input.id === "shake") feeling?.then(() => input.checked && feel("pair"))
  })
  return () => {
    choose(chosenLook())
    pace = paceHere()
    fill(sheet, look, pace)
  }
}

/** Shows in the sheet what is chosen. @param {HTMLElement} sheet  @param {Look} look  @param {string} pace */
function fill(sheet, look, pace) {
  const style = getComputedStyle(root)
  const chosen = { table: root.dataset.table, labels: look.labels ?? "pictures", pace }
  for (const input of sheet.querySelectorAll("input")) {
    if (input.type === "radio") input.checked = input.value === chosen[/** @type {keyof typeof chosen} */ (input.name)]
    else if (input.type === "range")
      input.value = String(Math.round(100 * Number(style.getPropertyValue(`--${input.id}`) || 0.5)))
    else if (input.type === "checkbox") input.checked = look[switchOf(input)] ?? input.defaultChecked
    tell(input)
  }
}

/** @param {HTMLInputElement} input  writes a slider's value beside it */
function tell(input) {
  const output = input.type === "range" && input.parentElement?.querySelector("output")
  if (output) output.textContent = percent.format(Number(input.value) / 100)
}
