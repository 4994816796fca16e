/**
 * The gallery: pictures of the layouts, chips that filter them, the sheet from which a board is started, and
 * files of other programs brought in.
 */

import { thumbnail, upright } from "./draw.js"
import { applyLook, chosenLook, offerSettings, openSheet, speaker } from "./shell.js"
import { ask, takeAlong, toast, wrong } from "./parts.js"
import { unpack } from "./places.js"

/** @typedef {import("./state.js").Slot} Slot */
/** @typedef {{deals: number, share: number, ci95: [number, number], hardly_ever: boolean}} Measured */
/**
 * @typedef {{id: string, name: string, built_in: boolean, tiles: number, layers: number, free: number,
 *   columns: number, rows: number, phone: boolean, first: boolean, by: string | null, removable: boolean,
 *   grade: number | null, greedy: number | null, measured: Measured | null, slots: string}} Card
 */

const MOST_BYTES = 10_000_000

const el = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id))
const sheet = (/** @type {string} */ name) => /** @type {HTMLDialogElement} */ (el(`sheet-${name}`))
const json = (/** @type {string} */ id) => JSON.parse(el(id).textContent ?? "")
const say = speaker(json("texts"), document.documentElement.lang)
/** @type {Card[]} */
const cards = json("layouts")
/** @type {Map<string, HTMLElement>} */
const items = new Map(
  [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#cards > li"))].map((item) => [
    item.dataset.id ?? "",
    item,
  ]),
)
/** @type {Map<string, Slot[]>} */
const places = new Map()

applyLook(chosenLook())

/** @param {Card} card */
function slotsOf(card) {
  const known = places.get(card.id) ?? unpack(card.slots) ?? []
  places.set(card.id, known)
  return known
}

/** @param {HTMLCanvasElement} canvas @param {Card} card */
const paint = (canvas, card) => thumbnail(canvas, [canvas.clientWidth, canvas.clientHeight], slotsOf(card))

const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      seen.unobserve(target)
      const card = cards.find(({ id }) => id === /** @type {HTMLElement} */ (target).dataset.id)
      const canvas = target.querySelector("canvas")
      if (card && canvas?.clientWidth) paint(canvas, card)
    }
  },
  { rootMargin: "300px" },
)

// What was made for upright phones comes first on one, behind the player's own layouts.
if (upright())
  for (const { id, built_in, phone } of cards) if (built_in && !phone) el("cards").append(items.get(id) ?? "")

function paintAll() {
  seen.disconnect()
  for (const item of items.values()) seen.observe(item)
}

// Filters: within a group of chips any may hold, but what must be shown ("for phones") must all hold.

/** @type {Record<string, (card: Card, value: string) => boolean>} */
const HOLDS = {
  show: (card, value) => (value === "phone" ? card.phone : value === "first" ? card.first : !card.built_in),
  tiles: ({ tiles }, value) =>
    value === "s" ? tiles <= 72 : value === "m" ? tiles > 72 && tiles <= 120 : tiles > 120,
  grade: (card, value) => String(card.grade) === value,
}
/** @type {NodeListOf<HTMLButtonElement>} */
const chips = document.querySelectorAll("#chips .chip")
/** @type {Record<string, Set<string>>} */
let wanted = {}

function readFilters() {
  const asked = new URLSearchParams(location.search)
  wanted = {}
  for (const group of Object.keys(HOLDS)) {
    const known = [...chips].filter((chip) => chip.dataset.group === group).map((chip) => chip.dataset.value)
    wanted[group] = new Set((asked.get(group) ?? "").split(",").filter((value) => known.includes(value)))
  }
}

function writeFilters() {
  const asked = Object.entries(wanted).filter(([, values]) => values.size)
  const query = asked.map(([group, values]) => `${group}=${[...values].join(",")}`).join("&")
  history.replaceState(null, "", location.pathname + (query && `?${query}`) + location.hash)
}

function filter() {
  const none = Object.values(wanted).every((values) => !values.size)
  for (const chip of chips) {
    const { group = "", value = "" } = chip.dataset
    chip.setAttribute("aria-pressed", String(group === "all" ? none : wanted[group].has(value)))
  }
  let shown = 0
  for (const card of cards) {
    const holds = Object.entries(wanted).every(([group, values]) => {
      const each = [...values]
      if (!each.length) return true
      const test = (/** @type {string} */ value) => HOLDS[group](card, value)
      return group === "show" ? each.every(test) : each.some(test)
    })
    const item = items.get(card.id)
    if (item) item.hidden = !holds
    if (holds) shown++
  }
  el("count").textContent = none
    ? say("count.all", { n: shown })
    : say("count.some", { n: shown, all: cards.length })
  const lacking = wanted.show.has("mine") && !cards.some((card) => !card.built_in)
  el("none").hidden = shown > 0 || lacking
  el("none-mine").hidden = !lacking
}

/** @param {string} [group] @param {string} [value]  everything is shown if neither is given */
function toggle(group, value) {
  if (!group || value === undefined || group === "all") for (const values of Object.values(wanted)) values.clear()
  else if (!wanted[group].delete(value)) wanted[group].add(value)
  writeFilters()
  filter()
}

for (const chip of chips)
  chip.addEventListener("click", () => toggle(chip.dataset.group, chip.dataset.value))
el("show-all").addEventListener("click", () => toggle())

// The sheet of one layout.

/** @type {Card | null} */
let chosen = null

const percent = (/** @type {number} */ share, /** @type {number} */ deals) =>
  new Intl.NumberFormat(document.documentElement.lang, {
    style: "percent",
    maximumFractionDigits: deals > 5000 ? 1 : 0,
  }).format(share)
const number = (/** @type {number} */ value) =>
  new Intl.NumberFormat(document.documentElement.lang).format(value)

/** @param {Card} card */
function describe(card) {
  el("layout-title").textContent = items.get(card.id)?.querySelector("b")?.firstChild?.textContent ?? card.name
  const facts = [
    say("tiles", { n: card.tiles }),
    say("layers", { n: card.layers }),
    say("free", { n: card.free }),
    say("size", { columns: card.columns, rows: card.rows }),
  ]
  el("l-facts").textContent = facts.join(say("comma")) + "." + (card.by ? ` ${say("by", { by: card.by })}` : "")
  const hard = el("l-hard")
  hard.textContent = say(card.grade ? `grade.${card.grade}` : "grade.none")
  if (card.grade) {
    const pips = document.createElement("span")
    pips.className = "pips"
    for (let pip = 1; pip <= 5; pip++)
      pips.append(Object.assign(document.createElement("i"), { className: pip <= card.grade ? "on" : "" }))
    hard.prepend(pips)
  }
  const { measured } = card
  const told = !measured
    ? say("deals.none")
    : measured.hardly_ever
      ? say("deals.hardly", { deals: number(measured.deals) })
      : say("deals.share", {
          share: percent(measured.share, measured.deals),
          deals: number(measured.deals),
          low: percent(measured.ci95[0], measured.deals),
          high: percent(measured.ci95[1], measured.deals),
        })
  const greedy = card.greedy === null ? "" : ` ${say("greedy", { share: percent(card.greedy, 0) })}`
  el("l-deals").textContent = told + greedy
  el("l-measure").hidden = Boolean(measured)
  const random = /** @type {HTMLInputElement} */ (document.querySelector("[name=dealer][value=proved]"))
  random.disabled = Boolean(measured?.hardly_ever)
  if (random.disabled)
    /** @type {HTMLInputElement} */ (document.querySelector("[name=dealer][value=witness]")).checked = true
  el("l-random").textContent = say(
    measured?.hardly_ever ? "random.hardly" : measured || card.built_in ? "random.yes" : "random.unknown",
  )
}

/** @param {string} id */
function choose(id) {
  const card = cards.find((each) => each.id === id)
  if (!card) return
  chosen = card
  describe(card)
  ;/** @type {HTMLInputElement} */ (el("l-layout")).value = id
  ;/** @type {HTMLAnchorElement} */ (el("l-edit")).href = `/editor?layout=${encodeURIComponent(id)}`
  el("l-edit").hidden = card.slots.startsWith("[")
  el("l-remove").hidden = !card.removable
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-format]")))
    link.href = `/layouts/${encodeURIComponent(id)}/export/${link.dataset.format}`
  history.replaceState(null, "", `${location.pathname}${location.search}#${id}`)
  openSheet(sheet("layout"))
  const scrolls = document.querySelector("#sheet-layout .scrolls")
  if (scrolls) scrolls.scrollTop = 0
  el("l-play").focus({ preventScroll: true })
  const picture = /** @type {HTMLCanvasElement} */ (el("l-picture"))
  paint(picture, card)
}

for (const [id, item] of items) item.querySelector("button")?.addEventListener("click", () => choose(id))
sheet("layout").addEventListener("close", () => {
  history.replaceState(null, "", location.pathname + location.search)
})

el("l-measure").addEventListener("click", async () => {
  const card = chosen
  if (!card) return
  toast(say("measuring"))
  el("l-measure").setAttribute("aria-busy", "true")
  const answer = await ask("POST", `/api/layouts/${encodeURIComponent(card.id)}/measure`)
  el("l-measure").removeAttribute("aria-busy")
  if (answer?.status !== 200) return toast(wrong(answer, say("net")))
  card.measured = answer.body
  toast(say("measured"))
  const line = items.get(card.id)?.querySelector(".hard")
  if (line && !card.grade)
    line.textContent = say("deals.short", { share: percent(answer.body.share, answer.body.deals) })
  if (chosen === card) describe(card)
})

for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-format]")))
  link.addEventListener("click", async (event) => {
    event.preventDefault()
    const taken = await takeAlong(link.href, say("net"))
    toast("file" in taken ? say("file.saved", taken) : taken.error)
  })

/** The layout that is being taken away: a second press means no more than the first. @type {Card | null} */
let leaving = null

el("l-remove").addEventListener("click", async () => {
  const card = chosen
  if (!card || leaving === card) return
  leaving = card
  const answer = await ask("DELETE", `/api/layouts/${encodeURIComponent(card.id)}`)
  leaving = null
  if (answer?.status !== 200) return toast(wrong(answer, say("net")))
  sheet("layout").close()
  items.get(card.id)?.remove()
  items.delete(card.id)
  const at = cards.indexOf(card)
  cards.splice(at, 1)
  filter()
  const back = async () => {
    const kept = await ask("POST", "/api/layouts", { name: card.name, slots: slotsOf(card) })
    if (kept && kept.status < 300) location.reload()
    else toast(wrong(kept, say("net")))
  }
  toast(say("removed", { name: card.name }), { label: say("undo"), act: back })
})

// Files of other programs.

const file = /** @type {HTMLInputElement} */ (el("file"))
file.addEventListener("change", async () => {
  const picked = file.files?.[0]
  if (!picked) return
  if (picked.size > MOST_BYTES) return toast(say("too-big"))
  toast(say("reading", { file: picked.name }))
  const answer = await ask("POST", `/api/layouts/import?name=${encodeURIComponent(picked.name)}`, picked)
  file.value = ""
  if (answer?.status !== 200) return toast(wrong(answer, say("net")))
  el("toast").hidden = true
  tellBrought(answer.body.boards)
})

/** @param {{name: string, tiles: number, status: string, reason?: string, known_as?: string}[]} boards */
function tellBrought(boards) {
  const added = boards.filter((board) => board.status === "added").length
  el("b-said").textContent = say("brought", { n: added })
  el("b-list").replaceChildren(
    ...boards.map((board) => {
      const item = document.createElement("li")
      item.className = board.status
      const name = document.createElement("b")
      name.textContent = board.name
      const told = document.createElement("span")
      told.textContent = say(`board.${board.status}`, {
        tiles: say("tiles", { n: board.tiles }),
        reason: board.reason ?? "",
        name: board.known_as ?? "",
      })
      item.append(name, told)
      return item
    }),
  )
  el("b-show").hidden = !added
  openSheet(sheet("brought"))
}
el("b-show").addEventListener("click", () => location.assign("/layouts?show=mine"))

offerSettings("settings", paintAll)

let width = 0
new ResizeObserver(() => {
  if (width === document.body.clientWidth) return
  width = document.body.clientWidth
  paintAll()
}).observe(document.body)
addEventListener("pageshow", (event) => event.persisted && applyLook(chosenLook()))
addEventListener("popstate", () => {
  readFilters()
  filter()
})

readFilters()
filter()
if (location.hash.length > 1) choose(location.hash.slice(1))
