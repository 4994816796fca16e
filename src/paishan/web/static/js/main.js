/**
 * The page of a board of Mahjong solitaire: its drawing, its hand, and its words for tiles that lie in layers.
 */

import { Drawing, Overview } from "./draw.js"
import { boardName, game, play, say } from "./flow.js"
import { Hand } from "./hand.js"
import { capital, el, tileName } from "./shell.js"
import { heap, hindrance, layerAway, nearby, nearest, nextFree, nextMatch } from "./state.js"

/** @typedef {import("./state.js").View} View */
/** @typedef {import("./state.js").HeapView} HeapView */

const ground = heap(game.layout)
const { slots } = ground.geo
const drawing = new Drawing(el("stage"), el("board"), slots, el("strip"))
const overview = new Overview(/** @type {HTMLCanvasElement} */ (el("overview")), drawing)

/**
 * Where a tile stands and what it is good for: "layer 2 of 5, free on the left, one match free".
 * @param {View} view
 * @param {number} slot
 */
function standing(view, slot) {
  const { geo } = ground
  const { present } = view
  const layers = 1 + geo.slots[geo.slots.length - 1][2]
  const parts = layers > 1 ? [say("layer", { layer: geo.slots[slot][2] + 1, layers })] : []
  const why = hindrance(geo, present, slot)
  if (why) parts.push(say(`is.${why}`))
  else {
    const left = geo.left[slot].some((other) => present[other])
    const right = geo.right[slot].some((other) => present[other])
    parts.push(say(left ? "free.right" : right ? "free.left" : "free.both"))
    parts.push(say("matches", { n: ground.mates(view, slot) }))
  }
  return parts
}

/**
 * The accessible name of a tile.
 * @param {View} view
 * @param {number} slot
 */
function label(view, slot) {
  const parts = [tileName(say, view.faces[slot]), ...standing(view, slot)]
  if (view.selected === slot) parts.push(say("is.selected"))
  if (view.hint?.includes(slot)) parts.push(say("is.hinted"))
  return parts.join(say("comma"))
}

/**
 * The sentence about a tile in view: its name and the rest of it, apart, so that the name can be set in bold.
 * @param {View} view
 * @param {number} slot
 * @returns {[string, string]}
 */
function sentence(view, slot) {
  const rest = standing(view, slot).join(say("comma"))
  return [capital(tileName(say, view.faces[slot])), say("comma") + rest + say("stop")]
}

/**
 * A summary of the board, said on request.
 * @param {View} view
 */
function summary(view) {
  const free = view.free.filter(Boolean).length
  const layers = new Set(slots.filter((_, slot) => view.present[slot]).map((place) => place[2])).size
  return (
    [
      say("board.name", { layout: boardName, tiles: say("tiles", { n: view.left }) }),
      say("layers", { n: layers }),
      say("free", { n: free }),
      say("pairs.now", { n: view.pairs }),
    ].join(say("comma")) + say("stop")
  )
}

/** @param {number} slot */
function where(slot) {
  const [x, y, z] = slots[slot]
  return say("said.where", { layer: z + 1, row: Math.floor(y / 2) + 1, column: Math.floor(x / 2) + 1 })
}

/** @type {import("./hand.js").Ways} */
const ways = {
  arrow: (view, from, arrow) => nearest(/** @type {HeapView} */ (view), from, arrow),
  away: (view, from, way) => layerAway(/** @type {HeapView} */ (view), from, way),
  nearby: (view, from) => nearby(/** @type {HeapView} */ (view), from),
  nextFree: (view, from) => nextFree(/** @type {HeapView} */ (view), from),
  nextMatch: (view, from) => nextMatch(/** @type {HeapView} */ (view), from),
}

play({
  ground,
  drawing,
  hand: (acts) => new Hand(drawing, acts, ways),
  around: (view) => overview.draw(slots, view.present),
  label,
  sentence,
  summary,
  where,
})
