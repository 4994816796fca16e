/**
 * The page of what can be played without a network: games to go on with, those kept in this browser and those whose page
 * was kept, and new boards of the pack. It is shown in the place of any page that cannot be had.
 */

import { thumbnail } from "./draw.js"
import { addressOf, all, GAMES, write } from "./kept.js"
import { ask, lastHeard } from "./net.js"
import { applyLook, chosenLook, el, speaker } from "./shell.js"

/** @typedef {import("./state.js").Game} Game */
/** @typedef {import("./state.js").Slot} Slot */
/**
 * @typedef {{code: string, family: string, layout: string, ruleset: string, state: any, witness: [number, number][], deal?:
 *   import("./match.js").Deal}} Packed
 */
/** @typedef {{layouts: Record<string, any>, rulesets: Record<string, any>, games: Packed[]}} Pack */

const DEALT = "paishan.dealt"
const HOME = "/offline"

applyLook(chosenLook())
const say = speaker(JSON.parse(el("texts").textContent ?? "{}"), document.documentElement.lang || "en")

/** @param {HTMLCanvasElement} canvas  @param {Slot[]} slots  @param {boolean[]} [present] */
function draw(canvas, slots, present) {
  if (canvas.clientWidth) thumbnail(canvas, [canvas.clientWidth, canvas.clientHeight], slots, present)
}

/** The places of a layout or grid in half tiles. @param {any} place  @returns {Slot[]} */
const slotsOf = (place) =>
  place.slots ??
  Array.from({ length: place.width * place.height }, (_, at) => [2 * (at % place.width), 2 * Math.floor(at / place.width), 0])

/** @param {{address: string, name: string, told: string, place: any, present: number[] | null}} game */
function card({ address, name, told, place, present }) {
  const item = /** @type {DocumentFragment} */ (
    /** @type {HTMLTemplateElement} */ (el("card")).content.cloneNode(true)
  )
  const [link, title, facts] = ["a", "b", ".facts"].map((part) => /** @type {HTMLElement} */ (item.querySelector(part)))
  link.setAttribute("href", address)
  title.textContent = name
  facts.textContent = told
  const canvas = /** @type {HTMLCanvasElement} */ (item.querySelector("canvas"))
  if (place.dominoes) {
    canvas.replaceWith(document.querySelector("button .samples")?.cloneNode(true) ?? "")
    return item
  }
  const slots = slotsOf(place)
  requestAnimationFrame(() => draw(canvas, slots, present ? slots.map((_, slot) => present.includes(slot)) : undefined))
  return item
}

/** The games whose pages were kept, as far as they can be gone on with. */
async function opened() {
  if (!("caches" in globalThis)) return []
  const games = await caches.open(GAMES)
  const found = []
  for (const request of [...(await games.keys())].reverse()) {
    const text = await (await games.match(request))?.text()
    const page = new DOMParser().parseFromString(text ?? "", "text/html")
    const json = page.getElementById("game")?.textContent
    if (!json) continue
    const game = lastHeard(JSON.parse(json))
    const { family, layout, state } = game
    if (family === "chuopai" || (state.status !== "playing" && state.status !== "locked")) continue
    const name = page.getElementById("title")?.textContent ?? layout.name
    const address = new URL(request.url).pathname
    found.push({ address, name, told: say("left", { n: state.left }), place: layout, present: state.present })
  }
  return found
}

async function list() {
  const kept = all().map((game) => ({
    address: addressOf(game),
    name: game.name,
    told: game.refused
      ? say("refused", { reason: game.refused })
      : game.over
        ? say(game.deal ? "over.match" : "over")
        : `${say(game.deal ? "cards" : "left", { n: game.left })}, ${say("here")}`,
    place: game.game.layout,
    present: null,
  }))
  const here = new Set(kept.map((game) => game.address))
  // Where nothing may be kept, a browser does not even say what there is.
  const games = [...kept, ...(await opened().catch(() => [])).filter((game) => !here.has(game.address))]
  el("continue").hidden = !games.length
  el("games").replaceChildren(...games.map(card))
}

/** A board that was not dealt here yet, as long as there is one. @param {Packed[]} boards */
function next(boards) {
  /** @type {string[]} */
  let dealt = []
  try {
    dealt = JSON.parse(localStorage.getItem(DEALT) ?? "[]")
  } catch {
    // No storage: boards come again.
  }
  const fresh = boards.filter((board) => !dealt.includes(board.code))
  const board = fresh[0] ?? boards[Math.floor(Math.random() * boards.length)]
  try {
    localStorage.setItem(DEALT, JSON.stringify([...dealt.filter((code) => code !== board.code), board.code].slice(-200)))
  } catch {
    // As above.
  }
  return board
}

/** Whether a game is being begun: a second press begins no second one. */
let beginning = false
addEventListener("pageshow", () => (beginning = false))

/** @param {HTMLElement} kind  the button of the layout or grid */
async function begin(kind) {
  if (beginning) return
  beginning = true
  const { layout: wanted, ruleset, name = "" } = kind.dataset
  const answer = await ask("GET", "/api/pack")
  if (answer?.status !== 200) return refuse("unhad")
  const { layouts, rulesets, games } = /** @type {Pack} */ (answer.body)
  const boards = games.filter((board) => board.layout === wanted && board.ruleset === ruleset)
  // The pack that was kept is of an earlier version than this page; the one of its own is on its way.
  if (!boards.length) return location.reload()
  const { code, family, layout, state, witness, deal } = next(boards)
  const id = Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join("")
  /** @type {Game} */
  const game = {
    ...{ id: `local-${id}`, family, code, previous: null, occasion: "", newcomer: false },
    ...{ layout: layouts[layout], ruleset: rulesets[ruleset ?? ""], state },
  }
  const kept = {
    ...{ id, game, witness, deal, name, log: [], left: state.left, over: false, touched: Date.now() },
    ...{ server: null, refused: null },
  }
  if (write(kept)) return location.assign(addressOf(kept))
  refuse("unkept")
}

/** Says why no game is begun. @param {"unhad" | "unkept"} why */
function refuse(why) {
  beginning = false
  for (const id of ["unhad", "unkept"]) el(id).hidden = id !== why
  el(why).scrollIntoView({ block: "center" })
}

for (const kind of document.querySelectorAll("button[data-layout]"))
  kind.addEventListener("click", () => begin(/** @type {HTMLElement} */ (kind)))

// The page may stand where another was asked for.
const { pathname } = location
el("missing").hidden = (pathname === HOME || pathname === "/") && location.hash !== "#missing"
el("elsewhere").hidden = location.hash !== "#elsewhere"
if (pathname !== HOME) el("go").setAttribute("href", pathname)

/** Says so when there is a connection. */
async function look() {
  const there = navigator.onLine && (await ask("GET", "/healthz"))?.status === 200
  el("back").hidden = !there
  dispatchEvent(new CustomEvent("paishan-server", { detail: there }))
  if (!there) setTimeout(look, 5000)
}
addEventListener("online", look)
addEventListener("paishan-handed", list)
look()

let width = 0
new ResizeObserver(() => {
  if (width === document.body.clientWidth) return
  width = document.body.clientWidth
  for (const canvas of document.querySelectorAll("canvas[data-slots]"))
    draw(/** @type {HTMLCanvasElement} */ (canvas), JSON.parse(/** @type {HTMLElement} */ (canvas).dataset.slots ?? "[]"))
  list()
}).observe(document.body)
