/**
 * A game that is watched again: the board after every move, played by itself or step by step. What every move changed
 * comes from the server, so that nothing here can differ from what the rules made of it.
 */

import { Drawing, extent } from "./draw.js"
import { flat, line } from "./grid.js"
import {
  applyLook,
  capital,
  chosenLook,
  clockText,
  dialogOpen,
  el,
  openSheet,
  press,
  sheet,
  speak,
  speaker,
  spriteOf,
  still,
  tileName,
  toast,
  write,
} from "./shell.js"
import { heap } from "./state.js"

/** @typedef {import("./state.js").Slot} Slot */
/** @typedef {import("./state.js").View} View */
/** @typedef {import("./grid.js").Grid} Grid */
/**
 * @typedef {{word: string, pair: number[], toggled: number[], laid: [number, string, number][], ms: number, score: number,
 *   status: string}} Frame
 */
/** @typedef {{present: boolean[], faces: string[], groups: number[], left: number}} Board */

const texts = (/** @type {string} */ id) => JSON.parse(el(id).textContent ?? "{}")
const say = speaker({ ...texts("texts"), ...texts("own-texts") }, document.documentElement.lang || "en")
const replay = JSON.parse(el("replay").textContent ?? "{}")
/** @type {Frame[]} */
const frames = replay.frames
const last = frames.length - 1
const look = chosenLook()
applyLook(look)
const sprite = spriteOf(look)

/** The grid of Mahjong Connect; null for a heap of tiles. */
const grid = /** @type {Grid | null} */ (replay.family === "connect" ? replay.layout : null)
const ground = grid ? flat(grid) : heap(replay.layout)
const stage = el("stage")
/** A grid is drawn upright where the stage is higher than wide, as when it was played. */
const upright = grid !== null && stage.clientHeight > stage.clientWidth

/** @param {number} column  @param {number} row  where a place of the grid is drawn */
function turned(column, row) {
  if (!grid || !upright) return [column, row]
  if (grid.gravity === "down") return [grid.height - 1 - row, column]
  return grid.gravity === "sideways" ? [row, grid.width - 1 - column] : [row, column]
}

/** @type {Slot[]} */
const slots = grid
  ? Array.from({ length: ground.size }, (_, slot) => {
      const [x, y] = turned(slot % grid.width, Math.floor(slot / grid.width))
      return [2 * x, 2 * y, 0]
    })
  : replay.layout.slots

/** Room round a grid for the lines that run outside of it, in tile widths: beside it, and above and below. */
const [beside, above] = grid ? [0.6, 0.75] : [0, 0]
const { at: corners, width, height } = extent(slots)
const whole = {
  at: corners.map(([x, y]) => /** @type {[number, number]} */ ([x + beside, y + above])),
  width: width + 2 * beside,
  height: height + 2 * above,
  smallest: 0,
}
const drawing = new Drawing(stage, el("board"), slots, el("strip"), {
  pad: 8,
  on: () => whole,
  turned: () => false,
})

/** The board after every move. @type {Board[]} */
const boards = []
for (const { toggled, laid } of frames) {
  const before = boards.at(-1) ?? { present: slots.map(() => true), faces: replay.faces, groups: replay.groups, left: slots.length }
  const board = { ...before }
  if (toggled.length) {
    board.present = [...before.present]
    for (const slot of toggled) board.present[slot] = !board.present[slot]
    board.left = board.present.filter(Boolean).length
  }
  if (laid.length) {
    board.faces = [...before.faces]
    board.groups = [...before.groups]
    for (const [slot, label, group] of laid) [board.faces[slot], board.groups[slot]] = [label, group]
  }
  boards.push(board)
}

let at = 0
let running = false
/** @type {number[]} the tiles that are lit because they are about to be taken */
let lit = []
/** @type {ReturnType<typeof setTimeout>[]} */
let due = []
const slider = /** @type {HTMLInputElement} */ (el("moves"))

/** @param {number} ms  @param {() => void} act */
const later = (ms, act) => due.push(setTimeout(act, ms))

function unlight() {
  for (const slot of lit) drawing.tiles[slot].classList.remove("sel")
  lit = []
  el("board").querySelector(".line")?.remove()
}

/** @param {number[]} pair  shows which tiles are about to be taken */
function light(pair) {
  lit = pair
  for (const slot of pair) drawing.tiles[slot].classList.add("sel")
  if (grid) join(grid, pair)
}

/** @param {Grid} on  @param {number[]} pair  draws the line that joins two tiles */
function join(on, [a, b]) {
  const points = line(on, boards[at].present, a, b)
  if (!points) return
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg")
  svg.setAttribute("class", "line")
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path")
  const [left, top] = drawing.corner
  const w = drawing.width
  const ends = points.map(([x, y]) => {
    const [column, row] = turned(x, y)
    return `${left + (beside + column + 0.5) * w} ${top + (above + ((row + 0.5) * 4) / 3) * w}`
  })
  path.setAttribute("d", `M${ends.join("L")}`)
  svg.append(path)
  el("board").append(svg)
}

/** @param {Frame} frame  @param {Board} before  what a move was, in words */
function words({ word, pair, status }, before) {
  const [tile, other] = pair.map((slot) => tileName(say, before.faces[slot]))
  const mixed = word === "take" && tile !== other
  const said = capital(say(`was.${mixed ? "mixed" : word}`, { tile, other }))
  const ended = at > 0 && status !== "playing" && status !== frames[at - 1].status && word !== "give-up"
  return ended && !said.startsWith(say(`end.${status}`)) ? `${said} ${say(`end.${status}`)}` : said
}

/** @param {number} ms */
const showTime = (ms) => write("clock", clockText(ms))

/**
 * Shows the board after a move.
 * @param {number} move
 * @param {boolean} aloud  whether a screen reader is told
 */
function show(move, aloud) {
  unlight()
  at = Math.max(0, Math.min(last, move))
  const [frame, board] = [frames[at], boards[at]]
  const view = /** @type {View} */ (
    /** @type {unknown} */ ({
      ground,
      ...board,
      free: ground.free(board.present),
      selected: null,
      hint: frame.word === "hint" ? frame.pair : null,
    })
  )
  drawing.draw(view, sprite)
  write("left", say("tiles.left", { n: board.left }))
  showTime(frame.ms)
  const points = document.getElementById("points")
  if (points) points.textContent = say("point", { n: frame.score })
  const count = say("move", { n: at, all: last })
  const said = words(frame, boards[Math.max(0, at - 1)])
  write("said", said)
  write("count", `${at}/${last}`)
  slider.value = String(at)
  slider.setAttribute("aria-valuetext", `${count}: ${said}`)
  el("back").toggleAttribute("disabled", at === 0)
  el("on").toggleAttribute("disabled", at === last)
  if (aloud) speak(`${count}: ${said}`)
}

const speed = () => {
  const chosen = document.querySelector("input[name=speed]:checked")
  return chosen instanceof HTMLInputElement ? chosen.value : "1"
}

/** How long the board stands before the next move, in milliseconds. */
function pace() {
  const chosen = speed()
  return chosen === "real" ? Math.max(120, frames[at + 1].ms - frames[at].ms) : 1200 / Number(chosen)
}

/** Lets the clock run between two moves, where they are seen as they were. @param {number} since */
function tick(since) {
  const played = frames[at].ms + performance.now() - since
  showTime(Math.min(played, frames[at + 1].ms))
  later(250, () => tick(since))
}

function go() {
  due.forEach(clearTimeout)
  due = []
  if (!running) return
  if (at === last) return stop(true)
  const wait = pace()
  const next = frames[at + 1]
  if (next.word === "take") later(Math.max(wait * 0.45, wait - 900), () => light(next.pair))
  if (speed() === "real") tick(performance.now())
  later(wait, () => {
    show(at + 1, false)
    go()
  })
}

function start() {
  if (at === last) show(0, false)
  running = true
  knob()
  speak(say("playing"))
  go()
}

/** @param {boolean} [ended] */
function stop(ended = false) {
  running = false
  go()
  unlight()
  knob()
  showTime(frames[at].ms)
  speak(ended ? `${say("move", { n: at, all: last })}: ${el("said").textContent}` : say("stopped"))
}

function knob() {
  el("run").classList.toggle("running", running)
  write("run-said", say(running ? "act.pause" : "act.play"))
}

/** @param {number} move  goes there by hand */
function step(move) {
  if (running) {
    running = false
    knob()
  }
  go()
  show(move, true)
}

press("run", () => (running ? stop() : start()))
press("back", () => step(at - 1))
press("on", () => step(at + 1))
press("about", () => {
  if (running) stop()
  openSheet(sheet("about"))
})
press("larger", () => {
  drawing.toggleZoom()
  el("larger").setAttribute("aria-pressed", String(drawing.panned))
})
slider.addEventListener("input", () => {
  running = false
  knob()
  go()
  // The slider itself says where it is.
  show(Number(slider.value), false)
})
for (const radio of document.querySelectorAll("input[name=speed]")) radio.addEventListener("input", go)
document.addEventListener("visibilitychange", () => document.hidden && running && stop())

addEventListener("keydown", (event) => {
  if (dialogOpen() || event.ctrlKey || event.metaKey || event.altKey) return
  const within = event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement
  if (event.key === " " && !(within && event.target !== slider)) {
    event.preventDefault()
    el("run").click()
  }
  if (event.target instanceof HTMLInputElement) return
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key]
  if (to === undefined) return
  event.preventDefault()
  step(to)
})

const copy = document.getElementById("copy")
if (copy) {
  el("address").textContent = location.href
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(location.href)
      sheet("about").close()
      toast(say("copied"))
    } catch {
      getSelection()?.selectAllChildren(el("address"))
    }
  })
}

el("board").classList.toggle("still", still())
show(0, false)
el("board").setAttribute("aria-busy", "false")
