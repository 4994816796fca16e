/**
 * The page of a board of Mahjong solitaire: its drawing, its hand, and its words for tiles that lie in layers.
 */

import { Drawing, Overview } from "./draw.js"
import { boardName, game, play, say } from "./flow.js"
import { Hand } from "./hand.js"
import { afterFrame } from "./net.js"
import { capital, clockText, el, openSheet, press, sheet, show, still, tileName, write } from "./shell.js"
import { heap, hindrance, layerAway, nearby, nearest, nextFree, nextMatch, purseAt, starsOf } from "./state.js"

/** @typedef {import("./state.js").View} View */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").HeapView} HeapView */

const ground = heap(game.layout)
const { slots } = ground.geo
const drawing = new Drawing(el("stage"), el("board"), slots, el("strip"))
const { ruleset } = game
const { scoring } = ruleset
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

/** What was told last: the stars and the score of the end belong to it. @type {{view: View, played: number} | null} */
let now = null

/**
 * Writes what is counted besides the tiles: points, combo, stars, hints and steps that are left.
 * @param {View} view
 * @param {State} latest
 * @param {number} played
 */
function tally(view, latest, played) {
  now = { view, played }
  const hints = purseAt(latest.hints, ruleset.hints, played)
  if (hints) {
    const time = hints.next === null ? "" : clockText(Math.max(0, hints.next - played) + 999)
    write("hint-left", !hints.left && time ? time : say("left", { n: hints.left }))
    const told = say("hints.left", { n: hints.left })
    el("hint").ariaDescription = time ? `${told} ${say("hints.next", { time })}` : told
  }
  if (ruleset.undo) write("undo-left", say("left", { n: Math.max(0, ruleset.undo - view.used.undos) }))
  if (scoring) write("score", say("points", { n: view.score }))
  drawCombo(view, played)
  drawStars(view, played)
}

/** @type {string} the combo as it is drawn */
let drawnCombo = ""

/** @param {View} view  @param {number} played */
function drawCombo({ combo, status, paused, waiting }, played) {
  if (!scoring?.window) return
  const { times, until } = combo
  const on = until !== null && times > 1 && played <= until && status === "playing"
  const key = on ? `${times} ${until} ${paused || waiting}` : ""
  if (key === drawnCombo) return
  drawnCombo = key
  el("combo").hidden = !on
  const bar = el("combo-time")
  for (const running of bar.getAnimations()) running.cancel()
  if (!on) return
  write("combo-times", say("combo", { times }))
  const left = until - played
  const from = `scaleX(${left / scoring.window})`
  bar.style.transform = from
  if (!still() && !paused && !waiting)
    bar.animate([{ transform: from }, { transform: "scaleX(0)" }], { duration: left, fill: "forwards" })
}

const STARS = /** @type {const} */ (["clear", "time", "clean"])
/** @type {string} the stars as they are drawn */
let drawnStars = ""

/** @param {View} view  @param {number} played */
function drawStars(view, played) {
  const stars = starsOf(view, ruleset, played)
  if (!stars) return
  const key = STARS.map((name) => (stars[name] ? "1" : "0")).join("") + view.status
  if (key === drawnStars) return
  drawnStars = key
  const ways = [...el("stars").querySelectorAll(".star")]
  STARS.forEach((name, at) => ways[at].classList.toggle("off", !stars[name]))
  const n = STARS.filter((name) => stars[name]).length
  el("stars").ariaLabel = say(view.status === "cleared" ? "stars.won" : "stars.open", { n })
}

/** Explains the stars, and how far each is still to be had. */
function showStars() {
  if (!now) return
  const { view, played } = now
  const stars = starsOf(view, ruleset, played)
  const pace = (ruleset.pace ?? 0) * ground.size
  for (const name of STARS) {
    const line = el(`stars-${name}`)
    line.classList.toggle("off", !stars?.[name])
    const key = view.status === "cleared" ? (stars?.[name] ? "won" : "missed") : stars?.[name] ? "open" : "gone"
    const time = clockText(Math.max(0, pace - played))
    const text = name === "time" && key === "open" ? say("star.open.time", { time }) : say(`star.${key}`)
    const state = line.querySelector(".state")
    if (state) state.textContent = text
  }
  openSheet(sheet("stars"))
}
if (ruleset.pace !== null) press("stars", showStars)

/** Fills in what the sheet of a won game says of points and stars. */
function won() {
  if (!now) return
  const { view, played } = now
  el("w-score").hidden = !scoring
  if (scoring) el("w-score").textContent = say("points", { n: view.score })
  el("w-time").classList.toggle("less", Boolean(scoring))
  const most = scoring?.window ? Math.max(0, ...view.gains) / scoring.pair : 0
  el("w-combo").hidden = most < 2
  el("w-combo").textContent = say("won.combo", { times: say("combo", { times: most }) })
  const stars = starsOf(view, ruleset, played)
  el("w-stars").hidden = !stars
  if (!stars) return
  const marks = [...el("w-stars").querySelectorAll(".star")]
  STARS.forEach((name, at) => marks[at].classList.toggle("off", !stars[name]))
  el("w-stars").ariaLabel = say("stars.won", { n: STARS.filter((name) => stars[name]).length })
}

// The tips of the very first board: each goes when what it tells of was done, and none comes again.

const TIPS = "paishan.tips"
const tips = /** @type {[string, import("./flow.js").Deed[]][]} */ ([
  ["tip.pair", ["take"]],
  ["tip.blocked", ["blocked", "take"]],
  ["tip.hint", ["hint", "take"]],
  ["tip.undo", ["undo", "take"]],
]).filter(([name]) => (name !== "tip.hint" || ruleset.hint !== "off") && (name !== "tip.undo" || ruleset.undo !== 0))
/** The tip that is shown; behind the last there is none. */
let tip = tips.length

/** @param {number} at */
function showTip(at) {
  tip = at
  try {
    localStorage.setItem(TIPS, String(at))
  } catch {
    // No storage: on the first board the tips begin anew after a reload.
  }
  const place = document.getElementById("tip")
  if (!place) return
  place.hidden = at >= tips.length
  if (!place.hidden) write("tip-said", say(tips[at][0]))
}

/** @param {import("./flow.js").Deed} deed */
function did(deed) {
  if (deed === "shown") tellShown()
  if (tip >= tips.length) return
  if (deed === "end") showTip(tips.length)
  else if (tips[tip][1].includes(deed)) showTip(tip + 1)
}

/** Says what the rings are that came without being asked for. */
function tellShown() {
  if (tip < tips.length) write("tip-said", say("tip.shown"))
  else show(say("tip.shown"), undefined, 6000)
}

if (game.newcomer) {
  try {
    tip = Number(localStorage.getItem(TIPS) ?? 0)
  } catch {
    tip = 0
  }
  showTip(game.state.status === "playing" ? tip : tips.length)
  const place = document.getElementById("tip")
  // A board that was made for a small screen is not to be made smaller by it: then it lies over the head of the page.
  if (place && !place.hidden && drawing.panned) {
    place.hidden = true
    drawing.peek(false)
    place.classList.toggle("over", !drawing.panned)
    place.hidden = false
    drawing.peek(false)
  }
  document.getElementById("tip-close")?.addEventListener("click", () => showTip(tips.length))
}

play({
  ground,
  drawing,
  hand: (acts) => new Hand(drawing, acts, ways),
  // After another frame, so that it is measured when everything has its place.
  around: (view) => afterFrame(() => overview.draw(slots, view.present)),
  label,
  sentence,
  summary,
  where,
  tally,
  won,
  did,
})
