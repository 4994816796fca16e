/**
 * The board of a game that is watched again, a heap of tiles or a grid: as it was after every move, and what a move was.
 */

import { Drawing, extent } from "./draw.js"
import { flat, line } from "./grid.js"
import { capital, el, press, spriteOf, still, tileName, write } from "./shell.js"
import { heap } from "./state.js"

/** @typedef {import("./state.js").Slot} Slot */
/** @typedef {import("./state.js").View} View */
/** @typedef {import("./grid.js").Grid} Grid */
/**
 * @typedef {{word: string, pair: number[], toggled: number[], laid: [number, string, number][], ms: number, score: number,
 *   status: string}} Frame
 */
/** @typedef {{present: boolean[], faces: string[], groups: number[], left: number}} Board */

/**
 * @param {any} replay  what the page says of the game
 * @param {import("./shell.js").Say} say
 * @param {import("./shell.js").Look} look
 * @returns {import("./watch.js").Scene}
 */
export function boardScene(replay, say, look) {
  /** @type {Frame[]} */
  const frames = replay.frames
  const sprite = spriteOf(look)
  let at = 0
  /** @type {number[]} the tiles that are lit because they are about to be taken */
  let lit = []

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

  /** @param {number} to  what the move that led there was, in words */
  function words(to) {
    const { word, pair, status } = frames[to]
    const before = boards[Math.max(0, to - 1)]
    const [tile, other] = pair.map((slot) => tileName(say, before.faces[slot]))
    const mixed = word === "take" && tile !== other
    const said = capital(say(`was.${mixed ? "mixed" : word}`, { tile, other }))
    const ended = to > 0 && status !== "playing" && status !== frames[to - 1].status && word !== "give-up"
    return ended && !said.startsWith(say(`end.${status}`)) ? `${said} ${say(`end.${status}`)}` : said
  }

  /** @param {number} to */
  function show(to) {
    at = to
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
    const points = document.getElementById("points")
    if (points) points.textContent = say("point", { n: frame.score })
  }

  press("larger", () => {
    drawing.toggleZoom()
    el("larger").setAttribute("aria-pressed", String(drawing.panned))
  })
  el("board").classList.toggle("still", still())

  return {
    show,
    words,
    unlight,
    light: (to) => frames[to].word === "take" && light(frames[to].pair),
    least: 120,
  }
}
