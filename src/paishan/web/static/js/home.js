/**
 * The home page: pictures of the layouts on canvases, the unfinished board with its faces, settings and
 * rules.
 */

import { extent, thumbnail } from "./draw.js"
import { applyLook, bindSettings, chosenLook, face, openSheet, spriteOf } from "./shell.js"
import { relief } from "./state.js"

/** @typedef {import("./state.js").Slot} Slot */

applyLook(chosenLook())

/** @param {HTMLElement} board  its `data-board` lists [x, y, z, label, free] of every tile that is there */
function drawBoard(board) {
  /** @type {[number, number, number, string, number][]} */
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
      tile.append(face(sprite, tiles[slot][3]))
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

for (const name of ["settings", "rules"]) {
  const sheet = /** @type {HTMLDialogElement | null} */ (document.getElementById(`sheet-${name}`))
  if (!sheet) continue
  if (name === "settings") bindSettings(sheet, drawAll)
  document.getElementById(name)?.addEventListener("click", () => openSheet(sheet))
}

// The board of a code is played as chosen above, where the fields belong to the form of the layouts.
document.getElementById("by-code")?.addEventListener("formdata", (event) => {
  const chosen = document.querySelector("input[name=ruleset]:checked")
  if (chosen instanceof HTMLInputElement) event.formData.set("ruleset", chosen.value)
})

let width = 0
new ResizeObserver(() => {
  if (width === document.body.clientWidth) return
  width = document.body.clientWidth
  drawAll()
}).observe(document.body)
addEventListener("pageshow", (event) => event.persisted && applyLook(chosenLook()))
