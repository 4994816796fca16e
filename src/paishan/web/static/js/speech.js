/**
 * What the client says: names of tiles, what a move did, why one was refused. Every word comes from the
 * page's `#texts` (`texts.json`), chosen by key and, where a number decides, by the language's plural form.
 */

import { hindrance, mates } from "./state.js"

/** @typedef {import("./state.js").View} View */
/** @typedef {Record<string, string | number>} Values */
/** @typedef {(key: string, values?: Values) => string} Say */

/**
 * A speaker over a flat map of texts. `say("pairs", {n: 1})` takes "pairs.one" or "pairs.other" as the
 * language's plural rules have it, "pairs.zero" first if n is 0 and there is one, and fills the
 * `{placeholders}`.
 * @param {Record<string, string>} texts
 * @param {string} language
 * @returns {Say}
 */
export function speaker(texts, language) {
  const plural = new Intl.PluralRules(language)
  return (key, values = {}) => {
    const form =
      typeof values.n === "number"
        ? values.n === 0 && texts[`${key}.zero`]
          ? "zero"
          : plural.select(values.n)
        : ""
    const text = texts[`${key}.${form}`] ?? texts[key] ?? texts[`${key}.other`] ?? key
    return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""))
  }
}

/**
 * The name of a tile: "5 bamboo", "east wind", "flower 2".
 * @param {Say} say
 * @param {string} label
 */
export function tileName(say, label) {
  const suit = /^(\d)([BCD])$/.exec(label)
  if (suit) return say(`tile.${suit[2]}`, { number: suit[1] })
  const bonus = /^([FS])(\d)$/.exec(label)
  return bonus ? say(`tile.${bonus[1]}.number`, { number: bonus[2] }) : say(`tile.${label}`)
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Where a tile stands and what it is good for: "layer 2 of 5, free on the left, one match free".
 * @param {Say} say
 * @param {View} view
 * @param {number} slot
 */
function standing(say, view, slot) {
  const { geo, present } = view
  const layers = 1 + geo.slots[geo.slots.length - 1][2]
  const parts = layers > 1 ? [say("layer", { layer: geo.slots[slot][2] + 1, layers })] : []
  const why = hindrance(geo, present, slot)
  if (why) parts.push(say(`is.${why}`))
  else {
    const left = geo.left[slot].some((other) => present[other])
    const right = geo.right[slot].some((other) => present[other])
    parts.push(say(left ? "free.right" : right ? "free.left" : "free.both"))
    parts.push(say("matches", { n: mates(view, slot) }))
  }
  return parts
}

/**
 * The accessible name of a tile.
 * @param {Say} say
 * @param {View} view
 * @param {number} slot
 */
export function tileLabel(say, view, slot) {
  const parts = [tileName(say, view.faces[slot]), ...standing(say, view, slot)]
  if (view.selected === slot) parts.push(say("is.selected"))
  if (view.hint?.includes(slot)) parts.push(say("is.hinted"))
  return parts.join(say("comma"))
}

/**
 * The sentence about a tile in view: its name and the rest of it, apart, so that the name can be set in bold.
 * @param {Say} say
 * @param {View} view
 * @param {number} slot
 * @returns {[string, string]}
 */
export function tileSentence(say, view, slot) {
  const rest = standing(say, view, slot).join(say("comma"))
  return [capital(tileName(say, view.faces[slot])), say("comma") + rest + say("stop")]
}

/**
 * A summary of the board, said on request.
 * @param {Say} say
 * @param {View} view
 * @param {string} layout
 */
export function boardSummary(say, view, layout) {
  const free = view.free.filter(Boolean).length
  const layers = new Set(view.geo.slots.filter((_, slot) => view.present[slot]).map((place) => place[2])).size
  return (
    [
      say("board.name", { layout, tiles: say("tiles", { n: view.left }) }),
      say("layers", { n: layers }),
      say("free", { n: free }),
      say("pairs.now", { n: view.pairs }),
    ].join(say("comma")) + say("stop")
  )
}

/** @param {number} ms  @returns {string} minutes and seconds, with hours when there are any */
export function clockText(ms) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0")
  const seconds = Math.floor(ms / 1000)
  const hours = Math.floor(seconds / 3600)
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return hours ? `${hours}:${rest}` : rest
}
