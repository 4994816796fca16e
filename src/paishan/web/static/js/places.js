/**
 * A layout's places in a few letters: every run of touching tiles is four characters of the URL-safe base 64,
 * which tell layer, row and first column in half tiles, and the number of tiles.
 */

/** @typedef {import("./state.js").Slot} Slot */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
/** The most tiles a layout may have. */
export const MOST = 288

/**
 * The order in which a layout's slots are numbered.
 * @type {(a: Slot, b: Slot) => number}
 */
export const inOrder = (a, b) => a[2] - b[2] || a[1] - b[1] || a[0] - b[0]

/** @param {Slot[]} slots  each number at most 63 */
export function pack(slots) {
  /** @type {number[][]} */
  const runs = []
  for (const [x, y, z] of [...slots].sort(inOrder)) {
    const last = runs[runs.length - 1]
    if (last && last[0] === z && last[1] === y && last[2] + 2 * last[3] === x) last[3]++
    else runs.push([z, y, x, 1])
  }
  return runs.flatMap((run) => run.map((number) => LETTERS[number])).join("")
}

/**
 * Reads what `pack` wrote, or a list of places as JSON; null for what is neither, or is no layout.
 * @param {string} text
 * @returns {Slot[] | null}
 */
export function unpack(text) {
  if (text.startsWith("[")) return JSON.parse(text)
  if (!text || text.length % 4) return null
  const numbers = [...text].map((letter) => LETTERS.indexOf(letter))
  if (numbers.includes(-1)) return null
  /** @type {Slot[]} */
  const slots = []
  for (let at = 0; at < numbers.length; at += 4) {
    const [z, y, x, count] = numbers.slice(at, at + 4)
    for (let n = 0; n < count; n++) slots.push([x + 2 * n, y, z])
    if (slots.length > MOST) return null
  }
  return slots
}
