/**
 * A layout that is being drawn: places in half tiles within a table of fixed size, and the steps that led
 * there. Nothing here knows how it looks.
 */

import { inOrder, MOST, pack, unpack } from "./places.js"

/** @typedef {import("./state.js").Slot} Slot */

/** The table, in half tiles, and how high tiles may be stacked. */
export const WIDE = 64
export const HIGH = 40
export const LAYERS = 16
const REMEMBERED = 400

const keyOf = (/** @type {Slot} */ [x, y, z]) => (z * HIGH + y) * WIDE + x

/**
 * Whether tiles on these places would share a cell.
 * @type {(a: Slot, b: Slot) => boolean}
 */
export const overlap = (a, b) => a[2] === b[2] && Math.abs(a[0] - b[0]) < 2 && Math.abs(a[1] - b[1]) < 2

/** @type {(slot: Slot) => boolean} */
export const within = ([x, y, z]) => x >= 0 && y >= 0 && z >= 0 && x <= WIDE - 2 && y <= HIGH - 2 && z < LAYERS

/**
 * @typedef {{tiles: number, free: number, layers: number, columns: number, rows: number, phone: boolean}} Facts
 */

export class Plan {
  /** @type {Map<number, Slot>} */
  #tiles = new Map()
  /** @type {string[]} */
  #past = []
  /** @type {string[]} */
  #future = []

  /** Whether what is placed is placed on the other side of the middle as well. */
  mirror = { across: false, down: false }

  get slots() {
    return [...this.#tiles.values()].sort(inOrder)
  }

  get size() {
    return this.#tiles.size
  }

  get canUndo() {
    return this.#past.length > 0
  }

  get canRedo() {
    return this.#future.length > 0
  }

  /** @param {Slot} slot */
  has(slot) {
    return this.#tiles.has(keyOf(slot))
  }

  /**
   * The tile that lies on a half-tile cell of a layer, if there is one.
   * @param {number} x @param {number} y @param {number} z
   * @returns {Slot | null}
   */
  at(x, y, z) {
    for (const dx of [0, 1])
      for (const dy of [0, 1]) {
        const tile = x >= dx && y >= dy && this.#tiles.get(keyOf([x - dx, y - dy, z]))
        if (tile) return tile
      }
    return null
  }

  /**
   * Whether a tile has room on a place.
   * @param {Slot} slot
   */
  fits([x, y, z]) {
    if (!within([x, y, z])) return false
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1]) {
        if (x + dx < 0 || y + dy < 0 || x + dx >= WIDE) continue
        if (this.#tiles.has(keyOf([x + dx, y + dy, z]))) return false
      }
    return true
  }

  /**
   * A place and its likenesses on the other sides of the middle, as far as mirrors are on.
   * @param {Slot} slot
   * @returns {Slot[]}
   */
  likenesses([x, y, z]) {
    const xs = this.mirror.across ? [x, WIDE - 2 - x] : [x]
    const ys = this.mirror.down ? [y, HIGH - 2 - y] : [y]
    const all = xs.flatMap((u) => ys.map((v) => /** @type {Slot} */ ([u, v, z])))
    return [...new Map(all.map((each) => [keyOf(each), each])).values()]
  }

  /**
   * Puts tiles on a place and its likenesses, where there is room. Says how many were placed, or why none.
   * @param {Slot} slot
   * @returns {number | "full" | "taken"}
   */
  place(slot) {
    const before = pack(this.slots)
    let placed = 0
    for (const each of this.likenesses(slot)) {
      if (!this.fits(each)) continue
      if (this.size === MOST) break
      this.#tiles.set(keyOf(each), each)
      placed++
    }
    if (placed) this.#step(before)
    return placed || (this.size === MOST ? "full" : "taken")
  }

  /**
   * Takes the tile on a place away, and those on its likenesses. Says how many there were.
   * @param {Slot} slot
   */
  remove(slot) {
    const before = pack(this.slots)
    let removed = 0
    for (const each of this.likenesses(slot)) if (this.#tiles.delete(keyOf(each))) removed++
    if (removed) this.#step(before)
    return removed
  }

  /**
   * Moves the tile on a place to another one, and likenesses alike; does nothing where there is no room.
   * @param {Slot} from @param {Slot} to
   */
  move(from, to) {
    const before = pack(this.slots)
    const kept = new Map(this.#tiles)
    for (const each of this.likenesses(from)) this.#tiles.delete(keyOf(each))
    const targets = this.likenesses(to)
    for (const each of targets) {
      if (!this.fits(each)) {
        this.#tiles = kept
        return false
      }
      this.#tiles.set(keyOf(each), each)
    }
    if (this.size > MOST) {
      this.#tiles = kept
      return false
    }
    this.#step(before)
    return true
  }

  /** Takes all tiles away. */
  clear() {
    if (this.size) this.replace([])
  }

  /**
   * Lays other tiles in place of all that are there, as one step that can be undone.
   * @param {Slot[]} slots
   */
  replace(slots) {
    const before = pack(this.slots)
    this.#lay(slots)
    if (before !== pack(this.slots)) this.#step(before)
  }

  undo() {
    return this.#go(this.#past, this.#future)
  }

  redo() {
    return this.#go(this.#future, this.#past)
  }

  /** @returns {Facts} */
  facts() {
    const slots = this.slots
    if (!slots.length) return { tiles: 0, free: 0, layers: 0, columns: 0, rows: 0, phone: true }
    const reach = (/** @type {0 | 1 | 2} */ axis) => {
      const all = slots.map((slot) => slot[axis])
      return Math.max(...all) - Math.min(...all)
    }
    const columns = Math.ceil((reach(0) + 2) / 2)
    return {
      tiles: slots.length,
      free: slots.filter((slot) => this.isFree(slot)).length,
      layers: reach(2) + 1,
      columns,
      rows: Math.ceil((reach(1) + 2) / 2),
      phone: reach(0) + 2 <= 18,
    }
  }

  /**
   * Whether the tile on a place is free: nothing lies on it, and its left or its right side is open.
   * @param {Slot} slot
   */
  isFree([x, y, z]) {
    for (let above = z + 1; above < LAYERS; above++)
      for (const dx of [-1, 0, 1])
        for (const dy of [-1, 0, 1])
          if (this.has([x + dx, y + dy, above]) && x + dx >= 0 && x + dx < WIDE) return false
    const beside = (/** @type {number} */ u) =>
      u >= 0 && u <= WIDE - 2 && [-1, 0, 1].some((dy) => this.has([u, y + dy, z]))
    return !(beside(x - 2) && beside(x + 2))
  }

  /** @param {string} before */
  #step(before) {
    this.#past.push(before)
    if (this.#past.length > REMEMBERED) this.#past.shift()
    this.#future = []
  }

  /** @param {string[]} from @param {string[]} to */
  #go(from, to) {
    const other = from.pop()
    if (other === undefined) return false
    to.push(pack(this.slots))
    this.#lay(unpack(other) ?? [])
    return true
  }

  /** @param {Slot[]} slots */
  #lay(slots) {
    this.#tiles = new Map()
    for (const slot of slots) if (this.fits(slot) && this.size < MOST) this.#tiles.set(keyOf(slot), slot)
  }
}

/**
 * Twice the middle about which places mirror best along an axis; the middle of all where none is good.
 * @param {Slot[]} slots @param {0 | 1} axis
 */
function middleOf(slots, axis) {
  const along = slots.map((slot) => slot[axis])
  const centre = Math.min(...along) + Math.max(...along)
  const there = new Set(slots.map(keyOf))
  let [best, most] = [centre, 0.7 * slots.length]
  for (let off = 0; off <= 6; off++)
    for (const twice of [centre + off, centre - off]) {
      const likeness = (/** @type {Slot} */ slot) =>
        keyOf(axis ? [slot[0], twice - slot[1], slot[2]] : [twice - slot[0], slot[1], slot[2]])
      const alike = slots.filter((slot) => there.has(likeness(slot))).length
      if (alike > most) [best, most] = [twice, alike]
    }
  return best
}

/**
 * The places of a layout moved to the middle of the table, its own axis onto the table's where it has one;
 * null where it is too large. Whole columns stay whole: `phase` tells whether the grid of whole tiles begins
 * half a tile in, across and down.
 * @param {Slot[]} slots
 */
export function centred(slots) {
  if (!slots.length) return null
  const floor = Math.min(...slots.map(([, , z]) => z))
  const put = (/** @type {number} */ dx, /** @type {number} */ dy) =>
    slots.map(([x, y, z]) => /** @type {Slot} */ ([x + dx, y + dy, z - floor]))
  const shift = (/** @type {0 | 1} */ axis, /** @type {number} */ wide, /** @type {number} */ twice) => {
    const along = slots.map((slot) => slot[axis])
    const least = -Math.min(...along)
    const most = wide - 2 - Math.max(...along)
    return Math.max(least, Math.min(most, Math.floor((wide - 2 - twice) / 2)))
  }
  const moved = put(shift(0, WIDE, middleOf(slots, 0)), shift(1, HIGH, middleOf(slots, 1)))
  if (!moved.every(within)) return null
  const odd = (/** @type {0 | 1} */ axis) => 2 * moved.filter((slot) => slot[axis] % 2).length > moved.length
  return { slots: moved, phase: { x: Number(odd(0)), y: Number(odd(1)) } }
}
