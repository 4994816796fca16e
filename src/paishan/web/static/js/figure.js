/**
 * Boards that are only looked at: tiles on a cloth, cut off at its edges where there are more than fit, with marks
 * on some of them. The rules and the rule tests are illustrated with them.
 */

import { extent } from "./draw.js"
import { chosenLook, face, spriteOf } from "./shell.js"
import { relief } from "./state.js"

/** @typedef {import("./state.js").Slot} Slot */
/** @typedef {[number, number, number, string]} Shown  x and y in half tiles, layer, label */
/**
 * @typedef {object} Figure
 * @property {Shown[]} tiles
 * @property {number} [focus]  the tile that is brought to the middle where not all of them fit
 * @property {number[]} [light]  the tiles that are not drawn darker; all of them if none are named
 * @property {number[]} [glass]  tiles that are seen through
 * @property {number} [smallest]  the width of a tile in CSS pixels below which not all of them are shown
 * @property {number} [largest]
 * @property {[number, number][] | null} [line]  columns and rows of whole tiles that a line runs through
 * @property {number} [margin]  room around the tiles, in tile widths
 */
/**
 * What the server tells of a situation: numbers of tiles are places in `tiles`.
 * @typedef {{tiles: Shown[], asked: number, covering: number[], left: number[], right: number[], whole: boolean,
 *   reason: string}} Situation
 */

const PAD = 10
const SVG = "http://www.w3.org/2000/svg"

/** A figure on its cloth. */
export class Drawn {
  /**
   * @param {HTMLElement} cloth
   * @param {Figure} figure
   */
  constructor(cloth, figure) {
    const { tiles, light, glass = [], smallest = 0, largest = 96, margin = 0 } = figure
    const slots = tiles.map(([x, y, z]) => /** @type {Slot} */ ([x, y, z]))
    const { at, width, height } = extent(slots)
    const room = [cloth.clientWidth - 2 * PAD, cloth.clientHeight - 2 * PAD]
    const wide = width + 2 * margin
    const high = height + 2 * margin
    const fits = Math.min(room[0] / wide, room[1] / high, largest)
    const w = fits >= smallest ? fits : smallest
    this.at = at
    this.w = w
    this.board = document.createElement("div")
    this.board.className = "board ink"
    const { style } = this.board
    style.setProperty("--w", `${w}px`)
    style.width = `${width * w}px`
    style.height = `${height * w}px`
    const [x, y] = at[figure.focus ?? 0]
    const pad = PAD + margin * w
    style.left = `${placed(cloth.clientWidth, width * w, (x + 0.5) * w, pad)}px`
    style.top = `${placed(cloth.clientHeight, height * w, (y + 2 / 3) * w, pad)}px`
    const present = slots.map(() => true)
    const { drops } = relief(slots, present)
    const order = slots.map((_, slot) => slot)
    order.sort((p, q) => slots[p][0] + slots[p][1] - slots[q][0] - slots[q][1])
    const sprite = spriteOf(chosenLook())
    for (const slot of order) {
      const tile = document.createElement("span")
      tile.className = `tile ${!light || light.includes(slot) ? "free" : "blocked"}`
      tile.classList.toggle("glass", glass.includes(slot))
      tile.style.left = `${at[slot][0] * w}px`
      tile.style.top = `${at[slot][1] * w}px`
      tile.style.setProperty("--z", String(slots[slot][2]))
      tile.style.setProperty("--d", String(drops[slot]))
      tile.append(face(sprite, tiles[slot][3]))
      this.board.append(tile)
    }
    if (figure.line) this.#join(figure.line)
    cloth.replaceChildren(this.board)
  }

  /**
   * Puts a mark over a tile.
   * @param {string} kind  what the stylesheet calls it
   * @param {number} tile
   */
  mark(kind, tile) {
    const mark = document.createElement("span")
    mark.className = `mark ${kind}`
    mark.style.left = `${this.at[tile][0] * this.w}px`
    mark.style.top = `${this.at[tile][1] * this.w}px`
    this.board.append(mark)
  }

  /** @param {[number, number][]} line */
  #join(line) {
    const { w } = this
    const svg = document.createElementNS(SVG, "svg")
    svg.setAttribute("class", "line")
    const path = document.createElementNS(SVG, "path")
    path.setAttribute("d", `M${line.map(([x, y]) => `${(x + 0.5) * w} ${((y + 0.5) * w * 4) / 3}`).join("L")}`)
    svg.append(path)
    this.board.append(svg)
  }
}

/**
 * Where something begins on an axis: in the middle if it fits, else so that `point` of it comes as near to the middle
 * as it can without leaving more room than `pad` at an edge.
 * @param {number} room
 * @param {number} size
 * @param {number} point
 * @param {number} pad
 */
const placed = (room, size, point, pad) =>
  size <= room - 2 * pad ? (room - size) / 2 : Math.max(room - pad - size, Math.min(pad, room / 2 - point))

/** @param {Situation} of  the tiles that stand in the way of the one asked about */
export const blockers = (of) => [...of.covering, ...(of.left.length && of.right.length ? [...of.left, ...of.right] : [])]

/**
 * Marks a situation's tile, and if asked what is true of it: the tiles in its way, or the sides that are open.
 * @param {Drawn} drawn
 * @param {Situation} of
 * @param {boolean} told
 */
export function marked(drawn, of, told) {
  drawn.mark("asked", of.asked)
  if (!told) return
  for (const tile of of.covering) drawn.mark("on-it", tile)
  if (of.left.length && of.right.length) {
    for (const tile of of.left) drawn.mark("beside to-right", tile)
    for (const tile of of.right) drawn.mark("beside to-left", tile)
  }
  if (of.reason === "open-left" || of.reason === "open-both") drawn.mark("open to-left", of.asked)
  if (of.reason === "open-right" || of.reason === "open-both") drawn.mark("open to-right", of.asked)
}

/**
 * Draws what the page's `data-figure`s name, from the page's `#figures`.
 * @param {Record<string, any>} figures
 */
export function drawFigures(figures) {
  for (const cloth of document.querySelectorAll("[data-figure]")) {
    if (!(cloth instanceof HTMLElement) || !cloth.clientWidth) continue
    const of = figures[cloth.dataset.figure ?? ""]
    if (of.asked !== undefined) {
      const light = [of.asked, ...blockers(of)]
      const glass = of.whole ? of.covering : []
      marked(new Drawn(cloth, { tiles: of.tiles, focus: of.asked, light, glass, largest: 64 }), of, true)
    } else if (of.pair) {
      const outside = of.line?.some((/** @type {[number, number]} */ [x, y]) => x < 0 || y < 0)
      const margin = outside ? 0.7 : 0
      const drawn = new Drawn(cloth, { tiles: of.tiles, light: of.pair, line: of.line, largest: 56, margin })
      for (const tile of of.pair) drawn.mark("asked", tile)
    } else new Drawn(cloth, { tiles: of.tiles, light: of.free, largest: 64 })
  }
}
