/**
 * What every page of the client stands on: finding its parts, the look that the player chose, sheets,
 * faces of tiles, words, and short messages.
 *
 * Every word comes from the page's `#texts`, chosen by key and, where a number decides, by the language's plural form.
 * (One module for all of it, because every further one is a request of the first visit.)
 */

const SVG = "http://www.w3.org/2000/svg"
export const root = document.documentElement
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches

/**
 * @typedef {{table?: string, labels?: string, contrast?: number, grain?: number, warm?: number, blocked?: number,
 *   hide_clock?: boolean, swap?: boolean, letters?: boolean, sound?: boolean, shake?: boolean}} Look
 * @typedef {Record<string, unknown>} Changes  settings by their names; null for one that is put back
 * @typedef {{at: number, settings?: Changes | null, language?: string}} Told  what the server says of the player's
 *   settings, and when; without them, the language that was chosen here
 */
export const LOOK = "paishan.look"
/** Where the table of Chuo Pai keeps what its player is used to: the pace is one of these habits. */
export const HABITS = "paishan.chuo"
/** When the server told the player's settings last, and what it has not heard of yet; nothing for who is nobody there. */
export const FOLLOWED = "paishan.settings"
export const SLIDERS = /** @type {const} */ (["contrast", "grain", "warm", "blocked"])

/** What is kept in the browser. @param {string} key  @returns {any} */
export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? {}
  } catch {
    return {}
  }
}

/** @param {string} key  @param {object} value */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // No storage: it holds until the page is left.
  }
}

// A switch that had another name in what an earlier version has kept.
const { hideClock, ...others } = recall(LOOK)
if (hideClock !== undefined) keep(LOOK, { hide_clock: hideClock, ...others })

/** The settings that are chosen here, as far as any are. @returns {Changes} */
export const chosenHere = () => ({ ...recall(LOOK), pace: recall(HABITS).pace })

/** The look that the player chose, as far as one was chosen. @returns {Look} */
export function chosenLook() {
  const { told } = root.dataset
  delete root.dataset.told
  if (told) heed(JSON.parse(told))
  return recall(LOOK)
}

/**
 * Has the settings hold here that the server tells, with what it has not heard yet laid on them. Whoever is new here
 * comes with their own; to whom the server knows none of, those that are chosen here belong.
 * @param {Told} told
 */
export function heed({ at, settings, language }) {
  const { at: before, unsent } = recall(FOLLOWED)
  // A page that was kept, or came before an answer, says what was true earlier.
  if (before >= at) return
  if (!settings) return keep(FOLLOWED, { at, unsent: { ...chosenHere(), language, ...unsent } })
  const waiting = before ? unsent : {}
  keep(FOLLOWED, { at, unsent: waiting })
  keepAll({ ...settings, ...waiting })
}

/** Keeps all settings here. @param {Changes} settings */
export function keepAll({ language, pace, ...look }) {
  for (const name of Object.keys(look)) if (look[name] === null) delete look[name]
  keep(LOOK, look)
  if (pace || recall(HABITS).pace) keep(HABITS, { ...recall(HABITS), pace: pace ?? undefined })
  if (look.table) layNext(String(look.table))
}

/**
 * @param {Look} look  sliders from 0 to 1; one never moved is left to the stylesheet and so to `prefers-
 *   contrast`
 */
export function applyLook(look) {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches
  const table = look.table ?? (dark ? "night" : "felt")
  if (root.dataset.table !== table) layNext(table)
  root.dataset.table = table
  for (const slider of SLIDERS) {
    const value = look[slider]
    if (value === undefined) root.style.removeProperty(`--${slider}`)
    else root.style.setProperty(`--${slider}`, String(value))
  }
  root.classList.toggle("grainy", (look.grain ?? 0) > 0.5)
  root.classList.toggle("swapped", Boolean(look.swap))
  wanted = look
  if ((look.sound || look.shake) && !feeling) feeling = import("./feel.js").then(({ feel }) => (felt = feel), () => {})
}

/** Has the server lay the next pages with this table, so that no other is seen first. @param {string} table */
function layNext(table) {
  const secure = location.protocol === "https:" ? "; Secure" : ""
  document.cookie = `paishan-table=${table}; Path=/; Max-Age=${400 * 24 * 3600}; SameSite=Lax${secure}`
}

/** @type {Look} */
let wanted = {}
/** What sounds and shakes is here once this is fulfilled. @type {Promise<unknown> | undefined} */
export let feeling
/** @type {typeof import("./feel.js").feel | undefined} */
let felt

/** Lets a deed be heard and felt as far as the player wants that. @param {import("./feel.js").Deed} deed */
export function feel(deed) {
  if (wanted.sound || wanted.shake) felt?.(deed, wanted)
}

/** @param {string} id  @returns {HTMLElement} */
export const el = (id) => {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the page has no #${id}`)
  return found
}
export const button = (/** @type {string} */ id) => /** @type {HTMLButtonElement} */ (el(id))
export const sheet = (/** @type {string} */ name) => /** @type {HTMLDialogElement} */ (el(`sheet-${name}`))
export const press = (/** @type {string} */ id, /** @type {() => void} */ act) =>
  el(id).addEventListener("click", act)
export const dialogOpen = () => document.querySelector("dialog[open]") !== null

/** @param {string} id  @param {string} text  writes it unless it stands there already */
export function write(id, text) {
  if (el(id).textContent !== text) el(id).textContent = text
}

/**
 * A face as the stylesheet wants it.
 * @param {string} sprite
 * @param {string | null} label  null: a tile without a picture
 */
export function face(sprite, label) {
  const svg = document.createElementNS(SVG, "svg")
  svg.setAttribute("viewBox", "0 0 240 320")
  svg.setAttribute("class", "face")
  svg.setAttribute("aria-hidden", "true")
  if (label !== null) {
    const use = document.createElementNS(SVG, "use")
    use.setAttribute("href", `${sprite}#${label}`)
    svg.append(use)
  }
  return svg
}

/**
 * The address of the sprite of faces; the page may name it (with a version) on its root.
 * @param {Look} look
 */
export function spriteOf({ labels }) {
  const style = labels === "digits" || labels === "simple" ? labels : "pictures"
  return root.dataset[style] ?? `/static/faces/${style}.svg`
}

/** Whether dominoes are to show numerals instead of pips. @param {Look} look */
export const numerals = ({ labels }) => labels === "digits" || labels === "simple"

/**
 * Opens a sheet; a press beside it closes it.
 * @param {HTMLDialogElement} sheet
 */
export function openSheet(sheet) {
  sheet.onclick = (event) => {
    const { left, right, top, bottom } = sheet.getBoundingClientRect()
    const inside =
      event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom
    if (event.target === sheet && !inside) sheet.close()
  }
  if (sheet.open) return
  sheet.showModal()
  // Whatever has the focus was brought to the middle, although it may be in view with the title above it.
  sheet.scrollTop = 0
  document.activeElement?.scrollIntoView({ block: "nearest" })
}

/**
 * A module that comes behind the page, because no first visit needs it. Gives what does something with it: at once when
 * it is there, and what is asked for earlier when it has come.
 * @template M
 * @param {() => Promise<M>} fetch
 * @param {() => void} missed  says that it cannot come
 * @returns {(act: (module: M) => void) => void}
 */
export function behind(fetch, missed) {
  /** @type {M | undefined} */
  let here
  const come = () => fetch().then((module) => (here = module))
  const soon = () => void come().catch(() => {})
  if (document.readyState === "complete") soon()
  else addEventListener("load", soon)
  return (act) => (here ? act(here) : void come().then(act, missed))
}

/**
 * Has a button open the sheet of settings, once what makes it work is here.
 * @param {string} id
 * @param {(look: Look) => void} changed
 * @param {(sheet: HTMLDialogElement) => void} open
 */
export function offerSettings(id, changed, open = openSheet) {
  /** @type {Promise<void> | undefined} */
  let bound
  /** Has the sheet show what is chosen, once it has been wanted. */
  let renew = () => {}
  addEventListener("paishan-settings", () => {
    applyLook(chosenLook())
    renew()
    changed(chosenLook())
  })
  press(id, () => {
    bound ??= import("./settings.js").then(({ bind }) => void (renew = bind(sheet("settings"), changed)))
    bound.then(
      () => open(sheet("settings")),
      () => {
        bound = undefined
        missed()
      },
    )
  })
}

/** Says on whatever page that the settings cannot come. */
function missed() {
  const said = sheet("settings").dataset.missed ?? ""
  // The line would lie under the menu that the settings were chosen in.
  for (const menu of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (menu).close()
  if (document.getElementById("live") && document.getElementById("toast")) return toast(said)
  document.getElementById("missed")?.remove()
  const line = document.createElement("p")
  Object.assign(line, { id: "missed", className: "toast", role: "status" })
  document.body.append(line)
  // A screen reader speaks what comes into a line that is there already.
  setTimeout(() => (line.textContent = said))
  setTimeout(() => line.remove(), 4000)
}

// To whoever speaks to the computer, or whose hand shakes, a single letter may not do anything.
addEventListener(
  "keydown",
  (event) => {
    const character = event.key.length === 1 && event.key !== " "
    const alone = character && !event.ctrlKey && !event.altKey && !event.metaKey
    if (alone && wanted.letters === false) event.stopImmediatePropagation()
  },
  true,
)

/** @typedef {Record<string, string | number>} Values */
/** @typedef {(key: string, values?: Values) => string} Say */

/**
 * A speaker over a flat map of texts. `say("pairs", {n: 1})` takes "pairs.one" or "pairs.other" as the
 * language's plural rules have it, "pairs.zero" first if n is 0 and there is one, and fills the
 * `{placeholders}`, numbers as the language writes them.
 * @param {Record<string, string>} texts
 * @param {string} language
 * @returns {Say}
 */
export function speaker(texts, language) {
  const plural = new Intl.PluralRules(language)
  /** @type {Intl.NumberFormat | undefined} made when it is needed, as that takes long */
  let number
  const written = (/** @type {string | number | undefined} */ value) => {
    if (typeof value !== "number") return value ?? ""
    const plain = Number.isInteger(value) && value >= 0 && value < 1000
    return plain ? String(value) : (number ??= new Intl.NumberFormat(language)).format(value)
  }
  return (key, values = {}) => {
    const form =
      typeof values.n === "number"
        ? values.n === 0 && texts[`${key}.zero`]
          ? "zero"
          : plural.select(values.n)
        : ""
    const text = texts[`${key}.${form}`] ?? texts[key] ?? texts[`${key}.other`] ?? key
    return text.replace(/\{(\w+)\}/g, (_, name) => written(values[name]))
  }
}

/**
 * The name of a tile: "5 bamboo", "east wind", "flower 2".
 * @param {Say} say
 * @param {string | null} label  null: it cannot be seen yet
 */
export function tileName(say, label) {
  if (label === null) return say("tile.unseen")
  const suit = /^(\d)([BCD])$/.exec(label)
  if (suit) return say(`tile.${suit[2]}`, { number: suit[1] })
  const bonus = /^([FS])(\d)$/.exec(label)
  return bonus ? say(`tile.${bonus[1]}.number`, { number: bonus[2] }) : say(`tile.${label}`)
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1)

/** @param {number} ms  @returns {string} minutes and seconds, with hours when there are any */
export function clockText(ms) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0")
  const seconds = Math.floor(ms / 1000)
  const hours = Math.floor(seconds / 3600)
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return hours ? `${hours}:${rest}` : rest
}

/** @param {string} line  says it to a screen reader */
export function speak(line) {
  // The same words twice are two events: a no-break space makes the live region speak again.
  el("live").textContent = el("live").textContent === line ? `${line}\u00a0` : line
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let fading

/**
 * Tells something at the head of the page, with an act if one is offered; such a line stays until the act, the
 * next line, the next move, or until it is closed.
 * @param {string} text
 * @param {{label: string, act: () => void}} [offer]
 */
export function toast(text, offer) {
  speak(offer ? `${text} ${offer.label}` : text)
  show(text, offer)
}

/**
 * As `toast`, for what a screen reader was told already.
 * @param {string} text
 * @param {{label: string, act: () => void}} [offer]
 * @param {number} [lasts]  milliseconds
 */
export function show(text, offer, lasts = offer ? Infinity : 4000) {
  clearTimeout(fading)
  el("toast-said").textContent = text
  const act = button("toast-act")
  act.hidden = !offer
  const close = /** @type {HTMLButtonElement | null} */ (document.getElementById("toast-close"))
  if (close) {
    close.hidden = !offer
    close.onclick = hideToast
  }
  act.textContent = offer?.label ?? ""
  act.onclick = () => {
    hideToast()
    offer?.act()
  }
  el("toast").hidden = false
  el("toast").style.pointerEvents = offer ? "" : "none"
  if (lasts !== Infinity) fading = setTimeout(hideToast, lasts)
}

export function hideToast() {
  el("toast").hidden = true
}

// What is only needed without a network, and what no first visit needs, comes when all else is there.
addEventListener("load", () =>
  setTimeout(() => {
    import("./offline.js").catch(() => {})
    import("./settings.js").catch(() => {})
  }, 2000),
)
