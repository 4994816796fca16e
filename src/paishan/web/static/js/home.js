/**
 * The home page: pictures of the layouts on canvases, the unfinished board with its faces, settings and
 * rules.
 */

import { extent, thumbnail, upright } from "./draw.js"
import { applyLook, chosenLook, face, offerSettings, openSheet, spriteOf } from "./shell.js"
import { relief } from "./state.js"

/** @typedef {import("./state.js").Slot} Slot */

applyLook(chosenLook())

/** @param {HTMLElement} board  its `data-board` lists [x, y, z, label, free] of every tile that is there */
function drawBoard(board) {
  /** @type {[number, number, number, string | null, number][]} */
  const tiles = JSON.parse(board.dataset.board ?? "[]")
  if (!tiles.length || !board.parentElement) return
  const slots = tiles.map(([x, y, z]) => /** @type {Slot} */ ([x, y, z]))
  const { at, width, height } = extent(slots)
  const { clientWidth, clientHeight } = board.parentElement
  const w = Math.min((clientWidth - 20) / width, (clientHeight - 20) / height, 64)
  board.style.setProperty("--w", `${w}px`)
  board.style.width = `${w * width}px`
  board.style.height = `${w * height}px`
  const { drops } = relief(
    slots,
    slots.map(() => true),
  )
  const sprite = spriteOf(chosenLook())
  const order = slots
    .map((_, slot) => slot)
    .sort((p, q) => slots[p][0] + slots[p][1] - slots[q][0] - slots[q][1])
  board.replaceChildren(
    ...order.map((slot) => {
      const tile = document.createElement("span")
      tile.className = "tile free"
      tile.style.left = `${at[slot][0] * w}px`
      tile.style.top = `${at[slot][1] * w}px`
      tile.style.setProperty("--z", String(slots[slot][2]))
      tile.style.setProperty("--d", String(drops[slot]))
      const label = tiles[slot][3]
      if (label) tile.append(face(sprite, label))
      else tile.append(Object.assign(document.createElement("span"), { className: "face" }))
      return tile
    }),
  )
}

function drawAll() {
  for (const board of document.querySelectorAll(".board[data-board]"))
    drawBoard(/** @type {HTMLElement} */ (board))
  for (const canvas of document.querySelectorAll("canvas[data-slots]")) {
    const picture = /** @type {HTMLCanvasElement} */ (canvas)
    if (picture.clientWidth)
      thumbnail(
        picture,
        [picture.clientWidth, picture.clientHeight],
        JSON.parse(picture.dataset.slots ?? "[]"),
      )
  }
}

// What was made for upright phones comes first on one.
if (upright())
  for (const card of document.querySelectorAll("#solitaire .gal > li:not(.all, :has(.tag))"))
    document.querySelector("#solitaire .gal > .all")?.before(card)

if (document.getElementById("settings")) offerSettings("settings", drawAll)
const rules = /** @type {HTMLDialogElement | null} */ (document.getElementById("sheet-rules"))
if (rules) document.getElementById("rules")?.addEventListener("click", () => openSheet(rules))

// A board of Mahjong solitaire is played as chosen above, where the fields belong to the form of the layouts; a code of
// another game has rules of its own.
document.getElementById("by-code")?.addEventListener("formdata", (event) => {
  const chosen = document.querySelector("input[name=ruleset]:checked")
  const solitaire = /^\s*m[jp]1/i.test(String(event.formData.get("code")))
  if (solitaire && chosen instanceof HTMLInputElement) event.formData.set("ruleset", chosen.value)
})

const COOKIE = "paishan-offset"
const A_YEAR = 365 * 24 * 3600

/**
 * Tells the server, by a cookie and in the page's forms, how many minutes this clock is ahead of UTC: by it a day begins
 * at midnight here.
 * @param {number} known  the offset by which the page was made
 * @returns {boolean} whether the page would be made by another one if it were loaded again
 */
export function keepOffset(known) {
  const offset = -new Date().getTimezoneOffset()
  for (const field of document.querySelectorAll("input[name=offset]"))
    /** @type {HTMLInputElement} */ (field).value = String(offset)
  const told = `${COOKIE}=${offset}`
  const kept = () => document.cookie.split("; ").includes(told)
  // What was told before and not taken would not be taken now either.
  if (known === offset || kept()) return false
  document.cookie = `${told}; path=/; max-age=${A_YEAR}; samesite=lax`
  return kept()
}

const today = document.getElementById("day")
if (today && keepOffset(Number(today.dataset.offset))) {
  const now = new Date()
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
  if (today.dataset.day !== `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`) location.reload()
}

let width = 0
new ResizeObserver(() => {
  if (width === document.body.clientWidth) return
  width = document.body.clientWidth
  drawAll()
}).observe(document.body)
addEventListener("pageshow", (event) => event.persisted && applyLook(chosenLook()))
